import Foundation
import Testing

@Suite("Does what help says work?")
struct HelpTests {
  private let folder: TemporaryFolder
  private static let topics =
    [
      [], ["matrix"], ["run"], ["check"], ["rules"], ["explain"], ["diff"], ["model"], ["schema"],
      ["completions"], ["help"],
    ]

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Every example of every help works")
  func examples() throws {
    var lines: Set<String> = []
    for topic in Self.topics {
      let help = try folder.run(topic + ["--help"]).output
      let examples = try #require(help.components(separatedBy: "\nExample").last)
      let own = examples.components(separatedBy: "\n").filter { $0.hasPrefix("  deleterules ") }
      #expect(!own.isEmpty, "\(topic)")
      lines.formUnion(own)
    }
    let model = "<model><entity name=\"Task\"/></model>"
    for name in ["App", "Old"] {
      try folder.write(model, to: "\(name).xcdatamodeld/\(name).xcdatamodel/contents")
    }
    try folder.write("@Model final class Task {}\n", to: "Sources/Task.swift")
    try folder.write(#"{"objects": {"Task": ["one"]}, "links": []}"#, to: "tasks.json")
    try folder.copyMatrix(to: "scenario.json")
    for path in ["swiftData/Q-R.json", "coreData/Q-R.json"] {
      try folder.copyMatrix(path, to: "matrices/\(path)")
    }
    try #require(
      folder.shell(
        """
        git init -q -b main && git -c user.name=n -c user.email=e commit -q --allow-empty -m m \
        && git update-ref refs/remotes/origin/main main
        """
      ).exitCode == 0)
    try folder.writeObservations()
    try folder.copyMatrix("releases.json", to: "Matrices/releases.json")
    try folder.copyMatrix("swiftData/C-D.json", to: "Matrices/C-D.json")
    try folder.write("exec deleterules adapter --matrices matrices\n", to: "adapter.sh")
    let path = DeleteRulesProcess.program.deletingLastPathComponent().path
    for line in lines.sorted() {
      let command =
        "export PATH='\(path)':\"$PATH\";"
        + line.replacingOccurrences(
          of: "deleterules conform", with: "deleterules conform --matrices matrices")
      // To replay all that is bundled takes its time, and another test does it.
      let replays = ["Q-R", "--compare", "junit", "matrix.html"].contains(where: line.contains)
      let run = try folder.shell(replays ? "\(command) --matrices matrices" : command)
      #expect(run.exitCode == 0, "\(line)")
      #expect(!run.errors.contains("error"), "\(line)")
    }
  }
}
