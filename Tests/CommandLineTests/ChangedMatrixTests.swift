import Foundation
import Testing

@Suite("What if the matrices say something else?")
struct ChangedMatrixTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.copyMatrices()
  }

  @Test("One expectation turned around fails the run, and both streams name the cell and its place")
  func flippedOutcome() throws {
    let line = try folder.replace(
      "\"B1\": {\"evidence\": \"observed\", \"deleted\": [\"B1\"], \"effect\": \"trapOnRead\", "
        + "\"dangling\": [[\"A1\", \"testB\", \"B1\"]]}",
      by: "\"B1\": {\"evidence\": \"observed\", \"deleted\": [\"B1\"], \"effect\": \"ok\", "
        + "\"dangling\": []}",
      in: "matrices/swiftData/A-B.json")
    let run = try folder.run("--matrices", "matrices")
    #expect(run.exitCode == 1)
    let place = "matrices/swiftData/A-B.json:\(line)"
    let account =
      "predicted: only B1 goes; A1.testB traps — "
      + "stated: only B1 goes (observed, \(place):15)"
    #expect(
      run.errors == "\(place):9: error: mismatch in A-B/cascade+-/delete-B1: \(account)\n")
    #expect(run.output.contains("\n- **mismatch** A-B/cascade+-/delete-B1: \(account)\n"))
    #expect(run.output.contains("| match / **mismatch** |"))
    #expect(run.output.contains("- Deletes: 123 match, 1 mismatch, 36 unobserved"))
  }

  @Test(
    "Each kind of operation can fail",
    arguments: [
      ("Q-R/cascade+cascade/unlinked/delete-Q1", "Unlinked deletes: 123 match, 1 mismatch"),
      ("Q-R/cascade+cascade/remove-Q1.testR-R1", "Removals: 36 match, 1 mismatch"),
    ])
  func otherOperations(id: String, count: String) throws {
    let path = "matrices/swiftData/Q-R.json"
    if id.contains("remove") {
      try folder.replace(
        "\"nullified\": [[\"Q1\", \"testR\", \"R1\"], [\"R1\", \"testQ\", \"Q1\"]]",
        by: "\"nullified\": [[\"Q1\", \"testR\", \"R1\"]]", in: path)
    } else {
      try folder.replace("\"deleted\": [\"Q1\"]", by: "\"deleted\": [\"Q1\", \"R1\"]", in: path)
    }
    let run = try folder.run("--matrices", "matrices")
    #expect(run.exitCode == 1)
    #expect(run.output.contains(count))
    #expect(run.errors.contains("error: mismatch in \(id): "))
  }

  @Test("A row that loses its observations fails by the pinned counts")
  func lostRow() throws {
    let path = "matrices/swiftData/A-B.json"
    let text = try folder.read(path)
    let start = try #require(text.range(of: "\"delete\": {"))
    let end = try #require(text.range(of: "\n    },\n", range: start.upperBound..<text.endIndex))
    try folder.write(
      text.replacingCharacters(
        in: start.lowerBound..<end.lowerBound, with: "\"evidence\": \"none\""), to: path)
    let run = try folder.run("--matrices", "matrices")
    let problems = [
      "found 61 observed rows for swiftData; the manifest pins 62",
      "found 122 observed deletes for swiftData; the manifest pins 124",
      "found 122 observed deletes of unlinked objects for swiftData; the manifest pins 124",
    ]
    #expect(run.exitCode == 1)
    #expect(run.errors == problems.map { "\($0)\n" }.joined())
    for problem in problems { #expect(run.output.contains("\n- **\(problem)**\n")) }
    #expect(try folder.run("--matrices", "matrices", "--only", "A-B").exitCode == 0)
  }

  @Test("A whole pairing that is gone fails as well")
  func lostPairing() throws {
    try folder.remove("matrices/swiftData/A-B.json")
    let run = try folder.run("--matrices", "matrices")
    #expect(run.exitCode == 1)
    #expect(run.errors.hasPrefix("found 58 observed rows for swiftData; the manifest pins 62\n"))
  }

  @Test("A known deviation that differs is no failure; one that does not differ is")
  func deviation() throws {
    let path = "matrices/swiftData/A-B.json"
    let stated = "\"deleted\": [\"A1\", \"B1\"]"
    let line = try folder.replace(
      stated, by: "\"deleted\": [\"A1\"], \"deviation\": \"seen on a beta only\"", in: path)
    let known = try folder.run("--matrices", "matrices")
    #expect(known.exitCode == 0)
    #expect(known.errors == "")
    #expect(known.output.contains("123 match, 0 mismatch, 36 unobserved (24 derived by symmetry)"))
    #expect(known.output.contains("1 known deviation"))
    try folder.replace(
      "\"deleted\": [\"A1\"], \"deviation\"", by: "\(stated), \"deviation\"", in: path)
    let stale = try folder.run("--matrices", "matrices")
    #expect(stale.exitCode == 1)
    #expect(
      stale.errors == """
        \(path):\(line):9: error: stale deviation in A-B/cascade+-/delete-A1: \
        predicted: takes B1 along — stated: takes B1 along (observed, \(path):\(line):15); \
        known to differ: seen on a beta only

        """)
  }
}
