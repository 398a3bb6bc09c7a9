import Workloads

/// Parents that own or forbid children: W1, W1B, W3, W5.
struct FamilyMock: Mock {
  final class Member {
    let id: Int
    var parent: Member?
    var children: [Member] = []
    var isDeleted = false

    init(_ id: Int) { self.id = id }
  }

  private var members: [Member?]
  private let isDeny: Bool

  init(_ work: Workload) {
    isDeny = work.forward.rule == RULE_DENY
    let members = (0..<Int(work.object_count)).map { Member($0) }
    for i in 0..<Int(work.link_count) {
      let parent = members[Int(work.links[i].source)]
      let child = members[Int(work.links[i].destination)]
      parent.children.append(child)
      child.parent = parent
    }
    self.members = members
  }

  mutating func delete(_ id: Int) -> Int {
    guard let first = members[id] else { return 0 }
    if isDeny && !first.children.isEmpty {
      return first.children.filter { !$0.isDeleted }.count
    }
    // A worklist: a recursive delete would run out of stack.
    first.isDeleted = true
    var deleted = [first]
    var next = 0
    while next < deleted.count {
      for child in deleted[next].children where !child.isDeleted {
        child.isDeleted = true
        deleted.append(child)
      }
      next += 1
    }
    for member in deleted {
      if let parent = member.parent, !parent.isDeleted,
        let index = parent.children.firstIndex(where: { $0 === member })
      {
        parent.children.remove(at: index)
      }
      member.parent = nil
      member.children = []
      members[member.id] = nil
    }
    return 0
  }

  mutating func removeAll() {
    for case .some(let member) in members {
      member.parent = nil
      member.children = []
    }
    members = []
  }

  func inspect(_ result: inout Result) {
    for case .some(let member) in members {
      result.survivors += 1
      result.id_sum += UInt64(member.id)
      result.links += UInt64(member.children.count)
    }
  }
}
