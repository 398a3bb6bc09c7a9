import Foundation

/// What a probe might have left: this program's own answers, with the frame of a probe.
enum ProbeRun {
  /// The lines, recorded once.
  static let lines = Result { try recorded() }

  private static let canaries = [
    #"{"experiment":"canary_passes","found":"passed"}"#,
    #"{"experiment":"canary_crashes","found":"crashed: signal 5: Fatal error: canary"}"#,
  ]

  private static func recorded() throws -> [String] {
    let folder = try TemporaryFolder()
    _ = try folder.runLaboratory(
      "conform", "--quiet", "--framework", "swiftData", "--only", "C-D/deny+*/delete-*", "--output",
      "recorded.jsonl", "--", DeleteRulesProcess.laboratory.path, "adapter", "--system",
      "macOS 26.1")
    var lines = try folder.read("recorded.jsonl").split(separator: "\n").map(String.init)
    let machine =
      #""machine":{"model":"Mac16,1","xcode":"26.1","frameworks":["SwiftData 141"],"#
      + #""generator":"a test"}"#
    let changes = [
      (#""name":"deleterules""#, #""name":"swiftdata-probe""#),
      (#""system":"iOS 26.1""#, #""system":"macOS 26.1""#),
      (#""in memory"}"#, #""SQLite",\#(machine)}"#),
      (
        #""isolation":"#,
        #""experiments":["canary_passes","canary_crashes","undo"],"isolation":"#
      ),
    ]
    for (one, other) in changes {
      lines[0] = lines[0].replacingOccurrences(of: one, with: other)
    }
    lines.insert(contentsOf: canaries, at: 1)
    lines.insert(
      contentsOf: canaries + [#"{"experiment":"undo","found":"2 of 2 are back"}"#],
      at: lines.count - 1)
    return lines
  }
}

extension TemporaryFolder {
  /// Writes what a probe might have left, with some lines changed.
  func writeObservations(
    to path: String = "observations.jsonl", _ edit: (inout [String]) -> Void = { _ in }
  ) throws {
    var lines = try ProbeRun.lines.get()
    edit(&lines)
    try write(lines.map { $0 + "\n" }.joined(), to: path)
  }
}
