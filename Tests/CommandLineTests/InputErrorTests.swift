import Foundation
import Testing

@Suite("What if there is no such input?")
struct InputErrorTests {
  private let folder: TemporaryFolder
  private static let endless = "Too many levels of symbolic links"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{}", to: "file.json")
    try folder.write("", to: "notes/readme.txt")
    try folder.makeFolder("empty")
    try folder.makeFolder("odd/x.json")
    try folder.link("loop", to: "loop")
    try folder.makeFolder("loops")
    try folder.link("loops/a.json", to: "b.json")
    try folder.link("loops/b.json", to: "a.json")
  }

  @Test(
    "The path is named as it was given, with what was expected there",
    arguments: [
      Refusal("--matrices", "absent", says: "no such folder: 'absent'"),
      Refusal("--matrices", "file.json", says: "'file.json' is a file; expected a folder"),
      Refusal("--matrices", "/dev/null", says: "'/dev/null' is a file; expected a folder"),
      Refusal("--matrices", "empty", says: "found no .json file in 'empty'"),
      Refusal("--matrices", "notes", says: "found no .json file in 'notes'"),
      Refusal("--matrices", "odd", says: "'odd/x.json' is a folder; expected a file"),
      Refusal("--matrices", "loop", says: "no such folder: 'loop'"),
      Refusal("--matrices", "loops", says: "cannot read 'loops/a.json': \(endless)"),
      Refusal("explain", "A", "--matrices", "absent", says: "no such folder: 'absent'"),
      Refusal("run", "absent.json", says: "no such file: 'absent.json'"),
      Refusal("run", "file.json", "absent.json", says: "no such file: 'absent.json'"),
      Refusal("run", "file.json/x", says: "no such file: 'file.json/x'"),
      Refusal("run", "empty", says: "'empty' is a folder; expected a file"),
      Refusal("run", "loop", says: "cannot read 'loop': \(endless)"),
      Refusal("run", "", says: "no such file: ''"),
      Refusal("run", "a\n\u{1B}[2J", says: "no such file: 'a\\n\\u{1b}[2J'"),
      Refusal(
        "run", String(repeating: "x", count: 5000),
        says: "cannot read '\(String(repeating: "x", count: 5000))': File name too long"),
    ])
  func noSuchInput(refusal: Refusal) throws {
    let run = try folder.run(refusal.arguments)
    #expect(run.exitCode == 66)
    #expect(run.errors == "deleterules: error: \(refusal.message)\n")
    #expect(run.output == "")
  }

  @Test("A folder that links to itself is read once, not for ever")
  func selfReference() throws {
    try folder.copyMatrices()
    try folder.link("matrices/swiftData/self", to: ".")
    let run = try folder.run("--matrices", "matrices")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("- Deletes: 124 match, 0 mismatch"))
  }
}
