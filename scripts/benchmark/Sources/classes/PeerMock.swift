import Workloads

/// Objects that know each other and own nobody: W4, W6.
struct PeerMock: Mock {
  final class Peer {
    let id: Int
    let isSource: Bool
    var others: [Peer] = []

    init(_ id: Int, isSource: Bool) {
      self.id = id
      self.isSource = isSource
    }
  }

  private var peers: [Peer?]

  init(_ work: Workload) {
    let peers = (0..<Int(work.object_count)).map { Peer($0, isSource: $0 < work.source_count) }
    for i in 0..<Int(work.link_count) {
      let source = peers[Int(work.links[i].source)]
      let destination = peers[Int(work.links[i].destination)]
      source.others.append(destination)
      destination.others.append(source)
    }
    self.peers = peers
  }

  mutating func delete(_ id: Int) -> Int {
    guard let peer = peers[id] else { return 0 }
    for other in peer.others {
      if let index = other.others.firstIndex(where: { $0 === peer }) {
        other.others.remove(at: index)
      }
    }
    peer.others = []
    peers[id] = nil
    return 0
  }

  mutating func removeAll() {
    for case .some(let peer) in peers { peer.others = [] }
    peers = []
  }

  func inspect(_ result: inout Result) {
    for case .some(let peer) in peers {
      result.survivors += 1
      result.id_sum += UInt64(peer.id)
      if peer.isSource { result.links += UInt64(peer.others.count) }
    }
  }
}
