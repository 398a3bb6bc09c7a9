import Testing

@testable import ObjectGraph

@Suite("Does the engine do what the rules say, whatever the schema and the history?")
struct RandomGraphTests {
  @Test(
    "Every reference and plan is that of a model made of the README's sentences",
    arguments: WalkBatch.batches(12, of: 200, steps: 25, size: 4))
  func engineAndModelAgree(_ batch: WalkBatch) throws {
    let seen = try batch.run(RandomWalk.self)
    // A test that never meets a case says nothing of it.
    for name in [
      "cascaded", "nullified", "dangling", "denials", "forgiven", "1570", "1580", "1590",
      "refused operations",
    ] {
      #expect(seen[name, default: 0] > 0, "\(name) of \(seen)")
    }
  }

  @Test(
    "So it is for larger graphs, where blocks grow and gaps close",
    arguments: WalkBatch.batches(4, of: 6, steps: 120, size: 24))
  func engineAndModelAgreeOnLargerGraphs(_ batch: WalkBatch) throws {
    _ = try batch.run(RandomWalk.self)
  }
}
