import Testing

@testable import ObjectGraph

@Suite("Does a context do what the design says, whatever the schema and the history?")
struct RandomContextTests {
  @Test(
    "Both views, the plan and what refuses a save are those of a model made of plain sets",
    arguments: WalkBatch.batches(4, of: 400, steps: 16, size: 3))
  func contextAndModelAgree(_ batch: WalkBatch) throws {
    let seen = try batch.run(ContextWalk.self)
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

  @Test(
    "So they are after many saves and rollbacks",
    arguments: WalkBatch.batches(4, of: 6, steps: 100, size: 8))
  func contextAndModelAgreeForLong(_ batch: WalkBatch) throws {
    _ = try batch.run(ContextWalk.self)
  }
}
