import SmallWorlds
import Synchronization

/// Every so-many-th schema of each family.
struct Shard {
  /// The shard's number, from 1.
  let number: Int
  let count: Int

  /// All of it.
  static let whole = Shard(number: 1, count: 1)

  init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `2/8`.
  init?(_ text: Substring) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count
    else { return nil }
    self.init(number: number, count: count)
  }

  /// The shard's part of so many schemas.
  func schemas(of total: Int) -> [Int] { Array(stride(from: number - 1, to: total, by: count)) }

  /// Searches the shard's part of a family on some threads.
  func search(_ family: WorldFamily, workers: Int) async throws -> ShardReport.Part {
    let blank = FamilySearch(family)
    let numbers = schemas(of: blank.shapes.count)
    let queue = Queue()
    let counts = try await withThrowingTaskGroup(of: SearchCounts.self) { group in
      for _ in 0..<workers {
        group.addTask {
          var search = blank
          while let place = queue.next(below: numbers.count) {
            try Task.checkCancellation()
            try search.search(numbers[place])
          }
          return search.counts
        }
      }
      var counts = SearchCounts()
      for try await part in group { counts += part }
      return counts
    }
    return ShardReport.Part(
      family: family, schemasOfFamily: blank.shapes.count, counts: counts)
  }

  /// The schemas that nobody has taken yet: they take unlike times.
  private final class Queue: Sendable {
    private let taken = Mutex(0)

    func next(below count: Int) -> Int? {
      taken.withLock { taken in
        guard taken < count else { return nil }
        taken += 1
        return taken - 1
      }
    }
  }
}
