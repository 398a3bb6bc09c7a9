import SmallWorlds
import Testing

@testable import Exhaustive

@Suite("Is every schema in one shard, and does a merge take nothing less?")
struct ShardTests {
  /// A report of a family of 10 schemas, of which each shard has its part.
  private func report(
    _ shard: Int, of count: Int, schemas: Int = 5, family: WorldFamily = .onePair,
    schemasOfFamily: Int = 10
  ) -> ShardReport {
    var counts = SearchCounts()
    counts.schemas = schemas
    counts.graphs = 7
    return ShardReport(
      shard: shard, of: count,
      families: [.init(family: family, schemasOfFamily: schemasOfFamily, counts: counts)])
  }

  private func problem(of reports: [ShardReport]) -> String? {
    do throws(MergeProblem) {
      _ = try ShardReport(merging: reports)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("All shards, in any order, come to one report with the sum of the counts")
  func complete() throws {
    let merged = try ShardReport(merging: [report(2, of: 2), report(1, of: 2)])
    #expect(merged.shard == 1 && merged.of == 1)
    #expect(merged.total.schemas == 10 && merged.total.graphs == 14)
    #expect(!merged.isComplete, "other families are missing")
  }

  @Test("A gap, a repetition and a stranger are said")
  func incomplete() {
    #expect(problem(of: []) == "no report is given")
    #expect(problem(of: [report(2, of: 3)]) == "shards [1, 3] of 3 are missing")
    #expect(
      problem(of: [report(1, of: 500)])
        == "shards [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] and 489 others of 500 are missing")
    #expect(
      problem(of: [report(1, of: 2), report(2, of: 2), report(2, of: 2)])
        == "shards are given twice: [1, 2, 2]")
    #expect(
      problem(of: [report(1, of: 2), report(2, of: 3)])
        == "some reports are of 2 shards, others of 3")
    #expect(
      problem(of: [report(1, of: 2), report(2, of: 2, family: .triangles)])
        == "shard 2 has other families than shard 1: triangles")
    #expect(
      problem(of: [report(1, of: 2), report(2, of: 2, schemasOfFamily: 11)])
        == "shard 2 is of another version: onePair has 11 schemas there, 10 in shard 1")
    #expect(
      problem(of: [report(1, of: 2), report(2, of: 2, schemas: 4)])
        == "onePair: 9 of 10 schemas were searched")
  }

  @Test(
    "A shard is written as its number and how many there are",
    arguments: ["1/1", "2/8", "8/8"])
  func shards(_ text: String) {
    #expect(Shard(text[...]).map { "\($0.number)/\($0.count)" } == text)
  }

  @Test(
    "Anything else is no shard", arguments: ["", "1", "0/2", "3/2", "1/2/3", "a/b", "-1/2", "1/"])
  func noShards(_ text: String) {
    #expect(Shard(text[...]) == nil)
  }

  @Test("Every schema is in one shard")
  func parts() {
    let all = (1...3).flatMap { Shard(number: $0, count: 3).schemas(of: 10) }
    #expect(all.sorted() == Array(0..<10))
  }

  @Test("Several workers look at what one does")
  func workers() async throws {
    let shard = Shard(number: 2, count: 3_000)
    let one = try await shard.search(.triangles, workers: 1)
    let four = try await shard.search(.triangles, workers: 4)
    #expect(one.counts == four.counts && one.counts.schemas == 5)
  }
}
