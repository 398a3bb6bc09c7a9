import Foundation
import Testing

@Suite("Which cells does --only choose?")
struct OnlyOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func ids(_ arguments: String...) throws -> [String] {
    let run = try folder.run(arguments + ["--format", "json"])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    let json = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
    return try #require(json?["cells"] as? [[String: Any]]).compactMap { $0["id"] as? String }
  }

  @Test("A pairing's name chooses all of it")
  func pairing() throws {
    let ids = try ids("--only", "A-B")
    #expect(ids.count == 16)
    #expect(ids.allSatisfy { $0.hasPrefix("A-B/") })
  }

  @Test("An id chooses its cell alone")
  func id() throws {
    let id = "Q-R/cascade+nullify/delete-Q1"
    #expect(try ids("--only", id) == [id])
  }

  @Test("* stands for any characters, also across a /, and ? for one")
  func wildcards() throws {
    #expect(
      try ids("--only", "Q-R/*+deny/delete-Q?") == [
        "Q-R/cascade+deny/delete-Q1", "Q-R/nullify+deny/delete-Q1", "Q-R/deny+deny/delete-Q1",
        "Q-R/noAction+deny/delete-Q1",
      ])
    #expect(try ids("--only", "*").count == 408 + 106)
    #expect(try ids("--only", "*/delete-A1").count == 8)
    #expect(try ids("--only", "?-B/deny+-/delete-A1") == ["A-B/deny+-/delete-A1"])
  }

  @Test("The framework is chosen as well")
  func framework() throws {
    let id = "Q-R/cascade+nullify/delete-Q1"
    #expect(try ids("--only", id, "--framework", "coreData") == [id])
    #expect(try folder.run("--only", id).output.contains("| match "))
    let unlinked = "Q-R/cascade+nullify/unlinked/delete-Q1"
    #expect(try folder.run("--only", unlinked).output.contains(": 1 match, 0 mismatch."))
    #expect(
      try folder.run("--only", unlinked, "--framework", "coreData").output
        .contains(": 0 match, 0 mismatch, 1 unobserved."))
  }

  @Test("A part of the cells is not held to the pinned counts")
  func pins() throws {
    #expect(try folder.run("--only", "A-B").exitCode == 0)
  }

  @Test(
    "A pattern that fits no cell is an error, which names what was meant",
    arguments: [
      ("Q-r", "no cell fits 'Q-r'; did you mean 'Q-R'?"),
      (
        "Q-R/cascade+nulify/delete-Q1",
        "no cell fits 'Q-R/cascade+nulify/delete-Q1'; "
          + "did you mean 'Q-R/cascade+nullify/delete-Q1'?"
      ),
      ("nothing", "no cell fits 'nothing'"),
      ("Q-R/", "no cell fits 'Q-R/'; did you mean 'Q-R'?"),
      ("Q-R\u{1B}[31m", "no cell fits 'Q-R\\u{1b}[31m'"),
    ])
  func noCell(pattern: String, message: String) throws {
    let run = try folder.run("--only", pattern)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.errors == Refusal.usageText(message))
  }
}
