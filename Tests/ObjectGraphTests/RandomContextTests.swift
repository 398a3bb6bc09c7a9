import Testing

@testable import ObjectGraph

@Suite("Does a context do what the design says, whatever the schema and the history?")
struct RandomContextTests {
  /// Some walks after each other: batches of them run beside each other.
  struct Batch: Sendable, CustomTestStringConvertible {
    let seeds: Range<Int>
    let steps: Int
    let size: Int

    var testDescription: String { "seeds \(seeds), \(steps) steps, from \(size) objects" }

    static let many = (0..<4).map { Batch(seeds: $0 * 400..<($0 + 1) * 400, steps: 16, size: 3) }
    static let long = (0..<4).map { Batch(seeds: $0 * 6..<($0 + 1) * 6, steps: 100, size: 8) }
  }

  @Test(
    "Both views, the plan and what refuses a save are those of a model made of plain sets",
    arguments: Batch.many)
  func contextAndModelAgree(_ batch: Batch) throws {
    let seen = try walk(batch)
    // A test that never meets a case says nothing of it.
    for name in [
      "inferred", "declared", "one-way", "inherited", "saved", "merged", "refused operations",
    ] {
      #expect(seen[name, default: 0] > 0, "\(name) of \(seen)")
    }
    let refusals: [ErrorCode] = [
      .objectValidation, .constraintValidation, .missingMandatoryProperty, .lacksMinimumCount,
      .exceedsMaximumCount, .deniedDelete,
    ]
    for code in refusals { #expect(seen["\(code)", default: 0] > 0, "\(code) of \(seen)") }
  }

  @Test("So they are after many saves and rollbacks", arguments: Batch.long)
  func contextAndModelAgreeForLong(_ batch: Batch) throws {
    _ = try walk(batch)
  }

  /// Goes the walks of a batch and says how often each kind of thing came up.
  private func walk(_ batch: Batch) throws -> [String: Int] {
    var seen: [String: Int] = [:]
    for seed in batch.seeds {
      var walk = try ContextWalk(seed: seed, size: batch.size)
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
