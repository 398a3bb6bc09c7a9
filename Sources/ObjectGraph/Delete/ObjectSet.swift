/// A set of objects of one graph: a short list, or one bit for each slot once it has grown.
struct ObjectSet {
  private static let shortest = 8

  private var few: [ObjectID] = []
  private var bits: [[UInt64]] = []
  private let slotCounts: [Int]

  init(_ graph: Graph) {
    slotCounts = graph.tables.map(\.entities.count)
  }

  func contains(_ object: ObjectID) -> Bool {
    guard !bits.isEmpty else { return few.contains(object) }
    let words = bits[Int(object.table)]
    let word = Int(object.slot / 64)
    return word < words.count && words[word] & (1 << UInt64(object.slot % 64)) != 0
  }

  /// Adds an object and says whether it was new.
  mutating func insert(_ object: ObjectID) -> Bool {
    if contains(object) { return false }
    if bits.isEmpty && few.count < Self.shortest {
      few.append(object)
      return true
    }
    if bits.isEmpty {
      bits = Array(repeating: [], count: slotCounts.count)
      for earlier in few { setBit(earlier) }
    }
    setBit(object)
    return true
  }

  private mutating func setBit(_ object: ObjectID) {
    let table = Int(object.table)
    // A table that the delete does not reach costs nothing.
    if bits[table].isEmpty {
      bits[table] = Array(repeating: 0, count: (slotCounts[table] + 63) / 64)
    }
    bits[table][Int(object.slot / 64)] |= 1 << UInt64(object.slot % 64)
  }
}
