import Foundation
import Testing

@Suite("What do --framework and --matrices replay?")
struct MatricesOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Core Data is replayed on its own, against what its documentation says")
  func coreData() throws {
    let run = try folder.run("--framework", "coreData")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("# What a delete does: Core Data\n"))
    #expect(run.output.contains("- Deletes: 115 match, 0 mismatch, 45 unobserved.\n"))
    #expect(run.output.contains("54 scenarios (Core Data)"))
    #expect(!run.output.contains("| crashes"), "only SwiftData was seen to crash")
    let swiftData = try folder.run("--framework", "swiftData")
    #expect(swiftData.output.hasPrefix("# What a delete does: SwiftData\n"))
    #expect(swiftData.output.contains("37 scenarios (SwiftData)"))
    #expect(swiftData.output.contains("- Deletes: 124 match, 0 mismatch, 36 unobserved"))
  }

  @Test("A copy of the bundled files gives the same result", arguments: ["matrices", "matrices/"])
  func copy(path: String) throws {
    try folder.copyMatrices()
    let run = try folder.run("--matrices", path)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    // Only the places are named as the folder was.
    let output = run.output.replacingOccurrences(of: "matrices/", with: "Matrices/")
    #expect(try output == folder.run().output)
  }

  @Test("The places are those of the folder that was given")
  func places() throws {
    try folder.copyMatrices()
    let run = try folder.run(
      "--matrices", "matrices", "--only", "A-B/deny+-/delete-A1", "--format", "junit")
    #expect(run.output.contains("file=\"matrices/swiftData/A-B.json\""))
  }

  @Test("Folders in the folder are read as well, and files that are no JSON left alone")
  func nested() throws {
    try folder.copyMatrices()
    let pairing = try folder.read("matrices/swiftData/A-B.json")
    try folder.write(pairing, to: "mine/a/b/c/pairing.json")
    try folder.write("{", to: "mine/a/notes.txt")
    let run = try folder.run("--matrices", "mine")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("- Deletes: 8 match, 0 mismatch.\n"))
  }

  @Test("A folder with nothing for the framework is a failure, not a silent pass")
  func otherFramework() throws {
    try folder.copyMatrices()
    let files = folder.url.appendingPathComponent("matrices/coreData").path
    let run = try folder.run("--matrices", files)
    #expect(run.exitCode == 1)
    #expect(run.errors == "no cell was run\n")
    #expect(run.output.hasPrefix("# What a delete does\n\n## How to read it\n"))
    #expect(run.output.hasSuffix("## Summary\n\n- **No cell was run.**\n"))
    #expect(try folder.run("--matrices", files, "--framework", "coreData").exitCode == 0)
  }

  @Test("With a manifest, the missing counts are named one by one")
  func otherFrameworkWithManifest() throws {
    try folder.copyMatrices()
    let manifest = try folder.read("matrices/manifest.json")
    try folder.write(manifest, to: "matrices/coreData/manifest.json")
    let run = try folder.run("--matrices", "matrices/coreData")
    #expect(run.exitCode == 1)
    #expect(
      run.errors == """
        found 0 observed rows for swiftData; the manifest pins 62
        found 0 observed deletes for swiftData; the manifest pins 124
        found 0 observed deletes of unlinked objects for swiftData; the manifest pins 124
        found 0 removals in observed rows for swiftData; the manifest pins 70
        no cell was run

        """)
  }

  @Test("'explain' takes both options")
  func explain() throws {
    try folder.copyMatrices()
    let id = "C-D/deny+deny/delete-C1"
    let bundled = try folder.run("explain", id, "--framework", "coreData")
    let copied = try folder.run("explain", id, "--framework", "coreData", "--matrices", "matrices")
    #expect(bundled.exitCode == 0)
    #expect(bundled.output.contains("\nPredicted: refused: C1.testD holds D1."))
    #expect(
      copied.output
        == bundled.output.replacingOccurrences(of: "(Matrices/", with: "(matrices/"))
  }
}
