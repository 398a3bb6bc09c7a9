/// Words to look for in code, without making a text of each token.
package struct WordSet: Sendable {
  /// Hashes: that two words have one costs a look, and nothing else.
  private var whole: Set<UInt64> = []
  private let beginnings: [[UInt8]]
  private var assigned: Set<UInt64> = []

  /// Makes a set.
  ///
  /// - Parameters:
  ///   - words: Whole words.
  ///   - beginnings: What words may begin with.
  ///   - assigned: Words of which only those count that something is assigned to.
  package init(
    _ words: some Sequence<String>, beginningWith beginnings: [String] = [],
    assigned: some Sequence<String> = []
  ) {
    self.beginnings = beginnings.map { Array($0.utf8) }
    for word in words { whole.insert(Self.hash(Array(word.utf8)[...])) }
    for word in assigned { self.assigned.insert(Self.hash(Array(word.utf8)[...])) }
  }

  /// Whether it has a word.
  func has(_ word: ArraySlice<UInt8>, isAssigned: () -> Bool) -> Bool {
    if beginnings.contains(where: word.starts) { return true }
    if whole.isEmpty && assigned.isEmpty { return false }
    let hash = Self.hash(word)
    return whole.contains(hash) || assigned.contains(hash) && isAssigned()
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
