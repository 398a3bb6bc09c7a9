import CompiledOnce
import SourceText
import SwiftSource

/// A value of code that builds a model.
indirect enum BuilderValue {
  /// A value that cannot be told, with the place of the code that would give it.
  case unknown(Location)
  case nothing
  case bool(Bool)
  case number(Int)
  case text(String, Location)
  /// A case of an enumeration, with its associated values.
  case member(String, BuilderList)
  /// The last name of a key path.
  case keyPath(String, Location)
  /// A type, with the place that names it.
  case type(String, Location)
  case list(BuilderList)
  case tuple(BuilderList)
  case table(BuilderTable)
  /// An object, as an index.
  case object(Int)
  /// A closure or a local function, as an index.
  case closure(Int)

  /// The levels of values in it: freeing a value takes a level of the stack for each.
  fileprivate var depth: Int {
    switch self {
    case .member(_, let list), .list(let list), .tuple(let list): list.depth
    case .table(let table): table.depth
    default: 0
    }
  }

  /// The text that tells it from the other keys of a dictionary; nil if it is no key.
  var key: String? {
    switch self {
    case .text(let text, _): "\"\(text)"
    case .number(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .member(let name, let values) where values.elements.isEmpty: ".\(name)"
    case .type(let name, _): "type \(name)"
    case .object(let index): "#\(index)"
    case .keyPath(let name, _): "\\\(name)"
    case .nothing: "nil"
    default: nil
    }
  }

  /// Whether two values are the same; nil if that cannot be told.
  func isEqual(to other: BuilderValue) -> Bool? {
    if case .unknown = self { return nil }
    if case .unknown = other { return nil }
    if case .nothing = self, case .nothing = other { return true }
    if case .member(let name, let values) = self, case .member(let otherName, let others) = other {
      if name != otherName { return false }
      // A name alone is a pattern, whatever the values.
      if values.elements.isEmpty || others.elements.isEmpty { return true }
    }
    guard let key, let otherKey = other.key else {
      if case .nothing = self { return false }
      if case .nothing = other { return false }
      return nil
    }
    return key == otherKey
  }
}

/// Values in their order, each with its label if it has one.
struct BuilderList {
  var labels: [String?] = []
  private(set) var elements: [BuilderValue] = []
  fileprivate private(set) var depth = 1

  static let empty = BuilderList([])

  init(_ elements: [BuilderValue], labels: [String?] = []) {
    self.labels = labels
    for element in elements { append(element) }
  }

  /// Adds a value; one that is nested deeper than any code that builds a model does is left out.
  mutating func append(_ value: BuilderValue) {
    guard value.depth < Limits.builderValueNesting else { return }
    depth = max(depth, value.depth + 1)
    elements.append(value)
  }

  subscript(label: String) -> BuilderValue? {
    labels.firstIndex(of: label).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }
}

/// A dictionary, in the order in which its keys were added.
struct BuilderTable {
  private(set) var keys: [BuilderValue] = []
  private(set) var values: [BuilderValue] = []
  private var indices: [String: Int] = [:]
  fileprivate private(set) var depth = 1

  subscript(key: BuilderValue) -> BuilderValue? {
    key.key.flatMap { indices[$0] }.map { values[$0] }
  }

  mutating func set(_ key: BuilderValue, to value: BuilderValue) {
    guard let text = key.key, value.depth < Limits.builderValueNesting else { return }
    depth = max(depth, value.depth + 1)
    if let index = indices[text] {
      values[index] = value
    } else {
      indices[text] = keys.count
      keys.append(key)
      values.append(value)
    }
  }
}

/// An object that code makes: a description of Core Data, or one of the code's own types.
struct BuilderObject {
  /// Its type.
  let type: String
  /// The class of Core Data that it is, if any.
  let coreDataClass: String?
  let location: Location
  var fields: [String: BuilderValue] = [:]

  /// Whether it is a model from elsewhere, such as a file, whose entities nothing here replaces.
  var isLoaded: Bool {
    if case .unknown(let place)? = fields["entities"] { place == location } else { false }
  }
}

/// A closure or a local function, with what is around it.
struct BuilderClosure {
  enum Code {
    case closure(SwiftClosure)
    case function(SwiftFunction)
  }

  let code: Code
  let frame: BuilderFrame
}

/// The place at which code runs.
struct BuilderFrame {
  var file: Int
  var scope: Int
  var selfValue: BuilderValue?
  /// The type around the code.
  var type: String?
}
