/// Every so-many-th schema of each family.
package struct Shard: Sendable {
  /// The shard's number, from 1.
  package let number: Int
  package let count: Int

  /// Reads `2/8`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count
    else { return nil }
    self.number = number
    self.count = count
  }

  /// The shard's part of so many, as their numbers.
  package func part(of total: Int) -> [Int] {
    Array(stride(from: number - 1, to: total, by: count))
  }

  /// Goes through the shard's part of a search on some threads.
  package func search(_ blank: FamilySearch, workers: Int) async throws -> SearchCounts {
    let numbers = part(of: blank.shapes.count)
    // Schemas take unlike times, so each worker takes the next when it is free.
    let queue = Queue()
    return try await withThrowingTaskGroup(of: SearchCounts.self) { group in
      for _ in 0..<workers {
        group.addTask {
          var search = blank
          while let place = await queue.next(below: numbers.count) {
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
  }

  private actor Queue {
    private var taken = 0

    func next(below count: Int) -> Int? {
      guard taken < count else { return nil }
      taken += 1
      return taken - 1
    }
  }
}
