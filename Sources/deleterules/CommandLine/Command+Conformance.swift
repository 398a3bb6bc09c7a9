import Conformance
import ObjectGraph
import Reporting

/// The commands that hold other implementations to the matrices.
extension Command {
  static let aboutConform: CommandDescription = {
    let formats = ConformanceRun.formats.map(\.rawValue)
    return CommandDescription(
      forms: [
        CommandForm(
          arguments: [
            Argument(value: Value(word: "COMMAND", kind: .program), count: .oneOrMore)
          ],
          summary: "hold another implementation to the matrices",
          options: [
            .format, .output, .only, .framework, .matrices, .jobs, .timeout, .random, .seed,
            .known, .quiet,
          ], formats: formats),
        CommandForm(
          arguments: [Argument(value: Value(word: "RECORDING", kind: .file), count: .oneOrMore)],
          summary: "what was answered; of several, who does what",
          options: [.format, .matrices, .known], formats: formats),
      ],
      details: """
        COMMAND is started once for each scenario, unless it says that it may be shared, and \
        speaks JSON lines: 'deleterules schema' has their JSON Schema, and \
        Sources/Conformance/PROTOCOL.md explains them. --output keeps every answer, a line each; a \
        run that was ended goes on where it was, and without its last line nothing is reported \
        of it.
        """,
      failure: "a cell that is neither as observed nor as predicted",
      examples: [
        "deleterules conform -- deleterules adapter",
        "deleterules conform --jobs 2 --output mine.jsonl -- sh adapter.sh",
        "deleterules conform mine.jsonl",
      ])
  }()

  static let aboutAdapter = CommandDescription(
    forms: [
      CommandForm(
        summary: "this engine, speaking the protocol", options: [.framework, .system, .matrices])
    ],
    details: "Reads requests from standard input until 'stop', or until that ends.",
    examples: ["deleterules adapter"])
}
