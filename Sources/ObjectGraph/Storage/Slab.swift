/// The place of no elements, which is never read: not optional, so that no access has to unwrap it.
nonisolated(unsafe) private let nowhere = UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped

/// A growable run of memory that has exactly one owner.
///
/// This file is all that is unsafe in the engine. An array would ask before each write whether it is
/// shared and count references along the way; a slab cannot be shared, because it cannot be copied,
/// and every index is checked. Graphs share a whole ``GraphStorage`` instead, and ask once for a change.
struct Slab<Element: ~Copyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  init() {
    base = nowhere.assumingMemoryBound(to: Element.self)
    count = 0
    capacity = 0
  }

  deinit {
    if capacity == 0 { return }
    base.deinitialize(count: count)
    base.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  /// Reads the elements in a loop, without asking for each where they are.
  @inline(__always)
  borrowing func withElements<Result>(_ body: (borrowing Elements) -> Result) -> Result {
    body(Elements(start: base, count: count))
  }

  /// Changes the elements in a loop, without asking for each where they are.
  @inline(__always)
  mutating func withMutableElements<Result>(_ body: (inout Elements) -> Result) -> Result {
    var elements = Elements(start: base, count: count)
    return body(&elements)
  }

  subscript(index: Int) -> Element {
    unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return UnsafePointer(base + index)
    }
    unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return base + index
    }
  }

  /// Adds an element; O(1) but for the growth of the memory, which doubles.
  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: max(4, 2 * capacity)) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Adds elements in a loop, without asking for each whether there is room.
  @inline(__always)
  mutating func append(atMost added: Int, _ body: (inout Room) -> Void) {
    if count + added > capacity { grow(to: max(4, 2 * capacity, count + added)) }
    var room = Room(start: base + count, size: added)
    body(&room)
    count += room.count
  }

  /// Places for elements that will be added; like `OutputSpan`, which needs a newer macOS.
  struct Room: ~Copyable {
    private let start: UnsafeMutablePointer<Element>
    private let size: Int
    fileprivate private(set) var count = 0

    fileprivate init(start: UnsafeMutablePointer<Element>, size: Int) {
      self.start = start
      self.size = size
    }

    @inline(__always)
    mutating func append(_ element: consuming Element) {
      precondition(count < size)
      (start + count).initialize(to: element)
      count &+= 1
    }
  }

  /// The elements while none is added or removed; not copyable, so that they can't be kept.
  ///
  /// It resembles `Span`, which before macOS 26 is in a library that a program must include. One
  /// type serves both reading and writing. Only ``withMutableElements(_:)`` passes it as `inout`;
  /// a borrowed value, or one in a `let`, can't be assigned through the subscript.
  struct Elements: ~Copyable {
    private let start: UnsafeMutablePointer<Element>
    private let count: Int

    @inline(__always)
    fileprivate init(start: UnsafeMutablePointer<Element>, count: Int) {
      self.start = start
      self.count = count
    }

    subscript(index: Int) -> Element {
      @inline(__always) unsafeAddress {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return UnsafePointer(start + index)
      }
      @inline(__always) unsafeMutableAddress {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return start + index
      }
    }

    /// Reads a run of elements, whose places are checked at once.
    @inline(__always)
    func forEach(in places: Range<Int>, _ body: (borrowing Element) -> Void) {
      precondition(places.lowerBound >= 0 && places.upperBound <= count)
      for place in places { body((start + place).pointee) }
    }
  }

  /// Takes memory for that many elements; what is not touched costs nothing, but growing does.
  mutating func reserve(_ newCapacity: Int) {
    if newCapacity > capacity { grow(to: newCapacity) }
  }

  @discardableResult
  mutating func removeLast() -> Element {
    precondition(count > 0)
    count -= 1
    return (base + count).move()
  }

  /// Takes away all elements from an index on, and keeps the memory.
  mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    (base + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  @inline(never)
  private mutating func grow(to newCapacity: Int) {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    if capacity > 0 {
      grown.moveInitialize(from: base, count: count)
      base.deallocate()
    }
    base = grown
    capacity = newCapacity
  }
}

extension Slab {
  init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }
}

extension Slab where Element: BitwiseCopyable {
  /// Adds several elements and returns their indices.
  mutating func append(contentsOf elements: some Sequence<Element>) -> Range<Int> {
    let start = count
    for element in elements { append(element) }
    return start..<count
  }

  @inline(__always)
  mutating func append(repeating element: Element, count added: Int) {
    guard added > 0 else { return }
    if count + added > capacity { grow(to: max(4, 2 * capacity, count + added)) }
    (base + count).initialize(repeating: element, count: added)
    count += added
  }

  /// Another slab with the same elements.
  borrowing func copy() -> Slab {
    var copy = Slab()
    if count > 0 {
      copy.grow(to: count)
      copy.base.initialize(from: base, count: count)
      copy.count = count
    }
    return copy
  }

  /// Gives memory back that is far more than the elements need.
  mutating func truncate(to newCount: Int, keeping kept: Int) {
    truncate(to: newCount)
    if capacity > kept && capacity / 4 > newCount { self = copy() }
  }
}

// A slab owns its memory alone, so whoever may have the elements may have the slab.
extension Slab: @unchecked Sendable where Element: Sendable & ~Copyable {}
