/// Lists of integers, one for each index, in one array: faster to walk than an array of arrays.
struct Adjacency {
  private let starts: [Int]
  /// The members of all lists, one list after another.
  let members: [Int]

  /// Collects the pairs of equal owners, in the order in which they come.
  init(count: Int, pairs: [(owner: Int, member: Int)]) {
    var starts = Array(repeating: 0, count: count + 1)
    for pair in pairs { starts[pair.owner + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var next = starts
    var members = Array(repeating: 0, count: pairs.count)
    for pair in pairs {
      members[next[pair.owner]] = pair.member
      next[pair.owner] += 1
    }
    self.starts = starts
    self.members = members
  }

  func range(of index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }

  subscript(index: Int) -> ArraySlice<Int> { members[range(of: index)] }
}
