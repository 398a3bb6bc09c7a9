import Foundation
import Testing

@Suite("What does 'run' replay?")
struct RunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.copyMatrices()
    try folder.write(Self.scenario, to: "refused.json")
  }

  /// A deny rule refuses the save; once the blocker goes too, the same save succeeds.
  private static let scenario = """
    {
      "scenario": "refused", "title": "Denied, then repaired", "framework": "coreData",
      "sources": [{
        "id": "manual", "title": "Programming Guide", "url": "https://example.com/",
        "published": null, "environment": {"os": "macOS 14", "xcode": null, "store": "SQLite"}
      }],
      "entities": [
        {"name": "List", "relationships": [
          {"name": "items", "destination": "Item", "toMany": true, "deleteRule": "deny",
           "inverse": "list"}]},
        {"name": "Item", "relationships": [
          {"name": "list", "destination": "List", "inverse": "items"}]}
      ],
      "objects": {"List": ["groceries"], "Item": ["milk"]},
      "links": [["groceries", "items", "milk"]],
      "steps": [
        {"delete": ["groceries"]},
        {"save": true, "expect": {"evidence": "documented", "deleted": ["groceries"],
          "effect": "denied"}},
        {"delete": ["milk"]},
        {"save": true, "expect": {"evidence": "documented", "deleted": ["groceries", "milk"],
          "effect": "ok", "dangling": []}}
      ]
    }
    """

  @Test("A scenario, with a row for each step that something is stated of")
  func scenario() throws {
    let run = try folder.run("run", "refused.json")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix(
        """
        # What a delete does: Core Data

        ## Scenarios

        1 scenario (Core Data), 2 steps looked at: 2 match, 0 mismatch.

        | scenario | after step | what has come of it                 | verdict |
        | -------- | ---------- | ----------------------------------- | ------- |
        | refused  | 2          | refused: groceries.items holds milk | match   |
        | refused  | 4          | only groceries and milk go          | match   |

        ## How to read it

        """))
    #expect(run.output.hasSuffix("## Summary\n\n- Scenario steps: 2 match, 0 mismatch.\n"))
  }

  @Test("A scenario that comes out otherwise fails, with the place of the step")
  func failingScenario() throws {
    let line = try folder.replace(
      "\"effect\": \"denied\"}}", by: "\"effect\": \"ok\"}}", in: "refused.json")
    let run = try folder.run("run", "refused.json")
    #expect(run.exitCode == 1)
    #expect(
      run.errors == """
        refused.json:\(line - 1):5: error: mismatch in refused/step-2: \
        predicted: refused: groceries.items holds milk — \
        stated: only groceries goes (documented, refused.json:\(line - 1):30)

        """)
    #expect(run.output.contains("**mismatch** refused/step-2: "))
  }

  @Test("A pairing, whatever its framework")
  func pairing() throws {
    let run = try folder.run("run", "matrices/swiftData/A-B.json")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("\n## A-B · 1:1, one-way\n"))
    #expect(run.output.contains("- Deletes: 8 match, 0 mismatch.\n"))
    let coreData = try folder.run("run", "matrices/coreData/A-B.json")
    #expect(coreData.exitCode == 0)
    #expect(coreData.output.contains("- Deletes: 4 match, 0 mismatch, 4 unobserved.\n"))
  }

  @Test("Several files, in the order of their paths")
  func severalFiles() throws {
    let paths = ["refused.json", "matrices/swiftData/C-D.json", "matrices/coreData/A-B.json"]
    let run = try folder.run(["run"] + paths)
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("# What a delete does: SwiftData and Core Data\n"))
    let titles = run.output.components(separatedBy: "\n").filter { $0.hasPrefix("## ") }
    #expect(
      titles == [
        "## A-B · 1:1, one-way", "## C-D · 1:1, inverse inferred", "## Scenarios",
        "## How to read it", "## Summary",
      ])
    #expect(try folder.run(["run"] + paths.reversed()).outputBytes == run.outputBytes)
  }

  @Test("Only some cells, and in other formats")
  func options() throws {
    let run = try folder.run("run", "refused.json", "--only", "refused/step-4", "--format=json")
    #expect(run.exitCode == 0)
    let json = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
    let cells = try #require(json?["cells"] as? [[String: Any]])
    #expect(cells.map { $0["id"] as? String } == ["refused/step-4"])
    #expect(cells.first?["rules"] as? [String] == [])
    #expect(cells.first?["operation"] as? [String: Int] == ["step": 4])
    #expect(cells.first?["evidence"] as? String == "documented")
  }

  @Test("The same file twice is an error, which says where the first stands")
  func twice() throws {
    let run = try folder.run("run", "refused.json", "refused.json")
    #expect(run.exitCode == 65)
    #expect(run.output == "")
    #expect(
      run.errors
        == "refused.json:1:1: error: found scenario refused again; "
        + "it stands first in refused.json\n")
  }

  @Test("A manifest without its pairings is a failure")
  func manifestAlone() throws {
    let run = try folder.run("run", "matrices/manifest.json")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("for swiftData; the manifest pins 70\n"))
    #expect(run.errors.hasSuffix("\nno cell was run\n"))
  }

  @Test("One file that is missing or broken stops all of them", arguments: [66, 65])
  func oneBadFile(code: Int32) throws {
    try folder.write("{", to: "broken.json")
    let bad = code == 66 ? "absent.json" : "broken.json"
    let run = try folder.run("run", "refused.json", bad)
    #expect(run.exitCode == code)
    #expect(run.output == "")
    #expect(run.errors.contains(bad))
  }
}
