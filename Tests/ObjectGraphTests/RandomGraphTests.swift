import Testing

@testable import ObjectGraph

@Suite("Does the engine do what the rules say, whatever the schema and the history?")
struct RandomGraphTests {
  /// Some walks after each other: batches of them run beside each other.
  struct Batch: Sendable, CustomTestStringConvertible {
    let seeds: Range<Int>
    let steps: Int
    let size: Int

    var testDescription: String { "seeds \(seeds), \(steps) steps, from \(size) objects" }

    static let many = (0..<12).map { Batch(seeds: $0 * 200..<($0 + 1) * 200, steps: 25, size: 4) }
    static let large = (0..<4).map { Batch(seeds: $0 * 6..<($0 + 1) * 6, steps: 120, size: 24) }
  }

  @Test(
    "Every reference and plan is that of a model made of the README's sentences",
    arguments: Batch.many)
  func engineAndModelAgree(_ batch: Batch) throws {
    let seen = try walk(batch)
    // A test that never meets a case says nothing of it.
    for name in [
      "cascaded", "nullified", "dangling", "denials", "forgiven", "1570", "1580", "1590",
      "refused operations",
    ] {
      #expect(seen[name, default: 0] > 0, "\(name) of \(seen)")
    }
  }

  @Test("So it is for larger graphs, where blocks grow and gaps close", arguments: Batch.large)
  func engineAndModelAgreeOnLargerGraphs(_ batch: Batch) throws {
    _ = try walk(batch)
  }

  /// Goes the walks of a batch and says how often each kind of thing came up.
  private func walk(_ batch: Batch) throws -> [String: Int] {
    var seen: [String: Int] = [:]
    for seed in batch.seeds {
      var walk = try RandomWalk(seed: seed, size: batch.size)
      for step in 0..<batch.steps {
        if let complaint = try walk.step() {
          Issue.record("seed \(seed), size \(batch.size), step \(step), \(complaint)")
          break
        }
      }
      seen.merge(walk.seen, uniquingKeysWith: +)
    }
    return seen
  }
}
