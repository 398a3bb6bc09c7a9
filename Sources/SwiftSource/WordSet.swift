/// Words to look for in code, without making a text of each token.
package struct WordSet: Sendable {
  /// Hashes: that two words have one costs a look, and nothing else.
  private var whole: Set<UInt64> = []
  private let beginnings: [[UInt8]]

  /// Makes a set.
  package init(_ words: some Sequence<String>, beginningWith beginnings: [String] = []) {
    self.beginnings = beginnings.map { Array($0.utf8) }
    for word in words { whole.insert(Self.hash(of: Array(word.utf8)[...])) }
  }

  package func has(_ word: ArraySlice<UInt8>, hash: UInt64) -> Bool {
    for beginning in beginnings where word.first == beginning.first && word.starts(with: beginning)
    {
      return true
    }
    return whole.contains(hash)
  }

  /// A number that a word always has, as others may.
  package static func hash(of word: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
