/// Words to look for in code, without making a text of each token.
package struct WordSet: Sendable {
  /// The hashes of whole words, each at the place that it names or behind it, and 0 where there is none: that
  /// two words have one costs a look, and nothing else.
  private var slots: [UInt64]
  private let beginnings: [[UInt8]]

  /// Makes a set.
  ///
  /// - Parameters:
  ///   - words: Whole words.
  ///   - beginnings: What words may begin with.
  package init(_ words: some Collection<String>, beginningWith beginnings: [String] = []) {
    self.beginnings = beginnings.map { Array($0.utf8) }
    // Three of four places at least are empty, so that most searches end at the first.
    var count = 4
    while count < words.count * 4 { count *= 2 }
    slots = Array(repeating: 0, count: count)
    for word in words {
      let hash = Self.hash(of: word)
      slots[place(of: hash)] = hash
    }
  }

  package func has(_ word: ArraySlice<UInt8>, hash: UInt64) -> Bool {
    for beginning in beginnings where word.first == beginning.first && word.starts(with: beginning)
    {
      return true
    }
    return has(hash)
  }

  /// Whether it has a whole word of a hash.
  package func has(_ hash: UInt64) -> Bool { slots[place(of: hash)] == hash }

  /// The place that has a hash, or the empty one where it belongs.
  private func place(of hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != 0 && slots[place] != hash { place = (place + 1) & (slots.count - 1) }
    return place
  }

  /// A number that a word always has, as others may; never 0.
  package static func hash(of word: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return max(hash, 1)
  }

  package static func hash(of word: String) -> UInt64 { hash(of: Array(word.utf8)[...]) }
}
