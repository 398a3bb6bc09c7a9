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
          options: [.format, .output, .matrices, .known], formats: formats),
      ],
      details: """
        COMMAND is started once for each scenario, unless it says that it may be shared, and \
        speaks JSON lines: 'deleterules schema' has their JSON Schema, and \
        Sources/Conformance/PROTOCOL.md explains them. --output keeps every answer, a line each; a \
        run that was ended goes on where it was, and without its last line nothing is reported \
        of it. With a finished RECORDING, --output keeps only the answers that differ from the \
        predictions, and reports read that file as they do the whole one.
        """,
      failure: "a cell that is neither as observed nor as predicted",
      examples: [
        "deleterules conform -- deleterules adapter",
        "deleterules conform --jobs 2 --output mine.jsonl -- sh adapter.sh",
        "deleterules conform mine.jsonl",
      ])
  }()

  static let aboutProbe = CommandDescription(
    forms: [
      CommandForm(
        arguments: [Argument(value: Value(word: "FOLDER", kind: .folder))],
        summary: "write the package that asks SwiftData and Core Data on a Mac",
        options: [.framework, .only, .matrices, .model, .expanded, .noConfig, .exclude, .quiet])
    ],
    details: """
      The package needs nothing but Xcode: its probe.sh builds it, asks what deletes do on that \
      system, and leaves observations.jsonl, of which 'deleterules import' makes matrices. It can \
      be written anywhere. FOLDER must not be there, be empty, or hold a probe, which is replaced.
      """,
    examples: [
      "deleterules probe Probe", "deleterules probe Probe --framework swiftData --only 'C-D/*'",
      "deleterules probe Probe --model App",
    ])

  static let aboutImport = CommandDescription(
    forms: [
      CommandForm(
        arguments: [
          Argument(value: Value(word: "OBSERVATIONS", kind: .file), count: .oneOrMore)
        ],
        summary: "make matrices of what probes observed",
        options: [.format, .output, .into, .matrices, .quiet],
        formats: ObservationsReport.formats.map(\.rawValue))
    ],
    details: """
      Each framework, system and store becomes a file of its own, probes/….json, beside what others \
      observed; a cell that was seen before stays as it is. A run without its last line, or whose \
      canaries failed, is refused; what came out otherwise when it was asked again is listed and not \
      taken. --into is the folder Matrices of a checkout, and read instead of the bundled one.
      """,
    failure: "something that is not as predicted, or not as another run saw it",
    examples: [
      "deleterules import observations.jsonl",
      "deleterules import observations.jsonl --into Matrices",
    ])

  static let aboutCoverage = CommandDescription(
    forms: [
      CommandForm(
        summary: "which cells somebody observed, by release and store",
        options: [.format, .output, .framework, .matrices],
        formats: CoverageReport.formats.map(\.rawValue))
    ],
    examples: ["deleterules coverage", "deleterules coverage --matrices Matrices"])

  static let aboutAdapter = CommandDescription(
    forms: [
      CommandForm(
        summary: "this engine, speaking the protocol", options: [.framework, .system, .matrices])
    ],
    details: "Reads requests from standard input until 'stop', or until that ends.",
    examples: ["deleterules adapter"])
}
