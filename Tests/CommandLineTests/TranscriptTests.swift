import ExpectedText
import Foundation
import Testing

/// What somebody types and what then stands in the terminal, in the files of `Golden`.
///
/// After `$ ` stands a command and after `> ` its further lines, then what it writes, then what it says
/// on standard error after `! `, and its exit code where that is not 0. To add a test, add a command
/// and record.
@Suite("What does the program answer, byte for byte?")
struct TranscriptTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  private static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".txt") }.sorted()
    }
  }

  @Test(
    "As in its file", .enabled(if: ShellSession.isPossible),
    arguments: try names)
  func transcript(name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    let commands = Self.commands(in: String(decoding: try Data(contentsOf: file), as: UTF8.self))
    #expect(!commands.isEmpty)
    let difference = GoldenFile(name).difference(from: try transcript(of: commands))
    #expect(difference == nil)
  }

  /// The lines of each command, as they are typed.
  private static func commands(in transcript: String) -> [[Substring]] {
    var commands: [[Substring]] = []
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        commands.append([line.dropFirst(2)])
      } else if line.hasPrefix("> ") || line == ">", !commands.isEmpty {
        commands[commands.count - 1].append(line.dropFirst(2))
      }
    }
    return commands
  }

  /// Types the commands, one after the other in one shell, and returns what is then seen.
  private func transcript(of commands: [[Substring]]) throws -> String {
    let scratch = try TemporaryFolder()
    let steps = commands.enumerated().map { number, lines in
      """
      {
      \(lines.joined(separator: "\n"))
      } > "$SCRATCH/out\(number)" 2> "$SCRATCH/err\(number)" < /dev/null
      echo $? >> "$SCRATCH/codes"

      """
    }
    let run = try ShellSession(in: TemporaryFolder(), scratch: scratch).run(steps.joined())
    #expect(run.output == "" && run.errors == "")
    let codes = try scratch.read("codes").split(separator: "\n")
    try #require(codes.count == commands.count)
    return try zip(commands, codes).enumerated().map { number, step in
      let typed = step.0.enumerated().map { ($0 == 0 ? "$ " : "> ") + $1 + "\n" }
      let errors = try scratch.read("err\(number)")
      let said = errors.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(said.last == "", "standard error ends with a line break")
      return typed.joined() + (try scratch.read("out\(number)"))
        + said.dropLast().map { "! \($0)\n" }.joined() + (step.1 == "0" ? "" : "= \(step.1)\n")
    }.joined()
  }
}
