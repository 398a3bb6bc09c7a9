import Foundation
import Testing

@testable import Commands
@testable import LaboratoryProgram

@Suite("Does what help says work?")
struct HelpTests {
  private static let programs = [Program.deleterules, .laboratory]

  @Test("Help about each command has its options and its examples", arguments: programs.map(\.name))
  func commands(name: String) throws {
    let program = try #require(Self.programs.first { $0.name == name })
    let folder = try TemporaryFolder()
    for command in program.commands {
      let help = try ProgramRun(program, ["help", command.name], in: folder.url).output
      #expect(try ProgramRun(program, [command.name, "--help"], in: folder.url).output == help)
      for option in command.options where !option.fitsEverywhere {
        #expect(help.contains("  \(option.name)"), "\(command.name)")
      }
      #expect(!command.examples.isEmpty)
      for example in command.examples { #expect(help.contains("  \(example)\n")) }
    }
  }

  @Test("The other program's commands are known by name")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    for (program, other) in [
      (Program.deleterules, Program.laboratory), (.laboratory, .deleterules),
    ] {
      let shared = Set(program.commands.map(\.name)).union([Command.help(examples: []).name])
      let others = Set(other.commands.map(\.name)).subtracting(shared)
      #expect(Set(program.elsewhere.commands).subtracting(shared) == others)
      #expect(program.elsewhere.program == other.name)
    }
    // Also where a folder has the name of the command.
    try folder.makeFolder("conform")
    let run = try folder.run("conform", "run.jsonl")
    #expect(run.exitCode == 64)
    #expect(
      run.errors.hasPrefix(
        "deleterules: error: 'conform' is a command of 'deleterules-lab': run 'deleterules-lab conform'\n"
      ))
  }

  @Test("Every example works", .enabled(if: ShellSession.isPossible))
  func examples() throws {
    let folder = try TemporaryFolder()
    let model = "<model><entity name=\"Task\"/></model>"
    for name in ["App", "Old"] {
      try folder.write(model, to: "\(name).xcdatamodeld/\(name).xcdatamodel/contents")
    }
    for (path, name) in [("App", "Album"), ("Sources", "Task")] {
      try folder.write("@Model final class \(name) {}\n", to: "\(path)/\(name).swift")
    }
    let versions = [1, 2].map { "enum SchemaV\($0): VersionedSchema { @Model class Note {} }\n" }
    try folder.write(versions.joined(), to: "App/Schemas.swift")
    try folder.write(#"{"objects": {"Task": ["one"]}, "links": []}"#, to: "tasks.json")
    try folder.write(#"{"silenced": []}"#, to: "calls.json")
    try folder.copyMatrix(to: "scenario.json")
    try folder.writeObservations()
    for path in ["releases.json", "swiftData/C-D.json", "coreData/C-D.json"] {
      try folder.copyMatrix(path, to: "Matrices/\(path)")
    }
    try folder.write(
      "exec '\(DeleteRulesProcess.laboratory.path)' adapter --matrices Matrices\n", to: "adapter.sh"
    )
    let lines = Self.programs.flatMap { $0.commands.flatMap(\.examples) }.map { line in
      // To replay all that is bundled takes its time, and another test does it.
      let replays =
        ["--compare", "--format junit", "matrix.html"].contains(where: line.contains)
        || line.hasSuffix("probe Probe")
      let own =
        line.replacing("-lab conform ", with: "-lab conform --matrices Matrices ")
        + (replays ? " --matrices Matrices" : "")
      return """
        \(own.replacing("-- deleterules-lab", with: "-- \"$LABORATORY\"")) > /dev/null 2> "$SCRATCH/err" < /dev/null
        echo "$? \(line.replacing("'", with: "")) $(grep error "$SCRATCH/err" | tr '\\n' ' ')"

        """
    }
    let session = try ShellSession(in: folder, scratch: TemporaryFolder())
    let run = try session.run(
      """
      git init -q -b main && git -c user.name=n -c user.email=e commit -q --allow-empty -m m \\
        && git update-ref refs/remotes/origin/main main

      """ + lines.joined())
    let answers = run.output.split(separator: "\n")
    #expect(answers.count == lines.count, "\(run.errors)")
    for answer in answers { #expect(answer.hasPrefix("0 "), "\(answer)") }
  }
}
