import Foundation
import Testing

@Suite("What does a run say of a scenario of one's own?")
struct ScenarioRunTests {
  private static let head = """
    {"scenario": "own", "title": "t", "framework": "FRAMEWORK", "sources": [
      {"id": "s", "title": "t", "url": null, "published": "2026-06-01",
       "environment": {"os": null, "xcode": null, "store": null}}],
    """

  private func run(_ text: String, as framework: String = "coreData") throws -> ProgramRun {
    let folder = try TemporaryFolder()
    try folder.write(Self.head.replacing("FRAMEWORK", with: framework) + text, to: "own.json")
    return try folder.run("run", "own.json")
  }

  @Test("If nothing is expected, what happens is shown")
  func nothingExpected() throws {
    let run = try run(
      """
      "entities": [
        {"name": "List", "relationships": [
          {"name": "items", "destination": "Item", "toMany": true, "deleteRule": "cascade", "inverse": "list"}]},
        {"name": "Item", "relationships": [{"name": "list", "destination": "List", "inverse": "items"}]}],
      "objects": {"List": ["home"], "Item": ["milk"]}, "links": [["home", "items", "milk"]],
      "steps": [{"delete": ["home"]}, {"save": true}]}
      """)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("also deletes milk"), "\(run.output)")
  }

  @Test("A link that the schema refuses is an error at the link", arguments: ["links", "steps"])
  func refusedLink(place: String) throws {
    let refused = "[\"o\", \"things\",\n\"p\"]"
    let run = try run(
      """
      "entities": [
        {"name": "Base"}, {"name": "Plain", "parent": "Base"},
        {"name": "Special", "parent": "Base", "relationships": [
          {"name": "owner", "destination": "Owner", "inverse": "things"}]},
        {"name": "Owner", "relationships": [
          {"name": "things", "destination": "Base", "toMany": true}]}],
      "objects": {"Owner": ["o"], "Plain": ["p"], "Special": ["s"]},
      "links": [["o", "things", "s"]\(place == "links" ? ",\n\(refused)" : "\n")],
      "steps": [\(place == "steps" ? "{\"link\": \(refused)}, " : "")
        {"delete": ["o"]}, {"save": true, "expect": null}]}
      """, as: "swiftData")
    #expect(run.exitCode == 65)
    #expect(
      run.errors.contains(
        ": error: Owner.things has the inverse Special.owner, which only a "
          + "Special has; found p"), "\(run.errors)")
  }

  @Test("A mismatch says what is predicted of each part that is stated")
  func mismatch() throws {
    let run = try run(
      """
      "entities": [{"name": "A", "attributes": [{"name": "n"}]}, {"name": "B"}],
      "objects": {"A": ["one", "two"], "B": ["x"]}, "links": [],
      "values": [["one", "n", 1], ["two", "n", 2.0]],
      "steps": [{"delete": ["x"]}, {"save": true, "expect": {"evidence": "observed", "deleted": ["x"], "effect": "ok",
        "values": [["two", "n", 2], ["one", "n", 3]],
        "fetched": [["A", "n", "ascending", ["two", "one"]]]}}]}
      """)
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("; one.n is 1; sorted by n: one and two — "), "\(run.errors)")
  }
}
