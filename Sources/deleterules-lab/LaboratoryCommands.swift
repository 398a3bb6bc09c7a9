import Commands
import Conformance
import ObjectGraph
import LaboratoryReports
import Reporting

/// The commands that hold other implementations to the matrices.
extension Command {
  static let conform: Command = {
    let formats = ConformanceRun.formats.map(\.rawValue)
    return Command(
      "conform",
      forms: [
        CommandForm(
          arguments: [
            Argument(Value("COMMAND", .program), count: .oneOrMore)
          ],
          summary: "hold another implementation to the matrices",
          options: [
            .format, .output, .only, .framework, .matrices, .jobs, .timeout, .random, .seed,
            .known, .quiet,
          ], formats: formats),
        CommandForm(
          arguments: [Argument(Value("RECORDING", .file), count: .oneOrMore)],
          summary: "what was answered; of several, who does what",
          options: [.format, .output, .matrices, .known], formats: formats),
      ],
      details: """
        COMMAND is started once for each scenario, unless it says that it may be shared, and \
        speaks JSON lines: 'deleterules-lab schema' has their JSON Schema, and \
        Sources/Conformance/PROTOCOL.md explains them. --output keeps every answer, a line each; a \
        run that was ended goes on where it was, and without its last line nothing is reported \
        of it. With a finished RECORDING, --output keeps only the answers that differ from the \
        predictions, and reports read that file as they do the whole one.
        """,
      failure: "a cell that is neither as observed nor as predicted",
      examples: [
        "deleterules-lab conform -- deleterules-lab adapter",
        "deleterules-lab conform --jobs 2 --output mine.jsonl -- sh adapter.sh",
        "deleterules-lab conform mine.jsonl",
      ],
      action: { try $0.conform() })
  }()

  static let probe = Command(
    "probe",
    forms: [
      CommandForm(
        arguments: [Argument(Value("FOLDER", .folder))],
        summary: "write the package that asks SwiftData and Core Data on a Mac",
        options: [.framework, .only, .matrices, .model, .expanded, .noConfig, .exclude, .quiet])
    ],
    details: """
      The package needs nothing but Xcode: its probe.sh builds it, asks what deletes do on that \
      system, and leaves observations.jsonl, of which 'deleterules-lab import' makes matrices. It can \
      be written anywhere. FOLDER must not be there, be empty, or hold a probe, which is replaced.
      """,
    examples: [
      "deleterules-lab probe Probe",
      "deleterules-lab probe Probe --framework swiftData --only 'C-D/*'",
      "deleterules-lab probe Probe --model App",
    ],
    action: { try $0.probe() })

  static let `import` = Command(
    "import",
    forms: [
      CommandForm(
        arguments: [
          Argument(Value("OBSERVATIONS", .file), count: .oneOrMore)
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
      "deleterules-lab import observations.jsonl",
      "deleterules-lab import observations.jsonl --into Matrices",
    ],
    action: { try $0.importObservations() })

  static let coverage = Command(
    "coverage",
    forms: [
      CommandForm(
        summary: "which cells somebody observed, by release and store",
        options: [.format, .output, .framework, .matrices],
        formats: CoverageReport.formats.map(\.rawValue))
    ],
    examples: ["deleterules-lab coverage", "deleterules-lab coverage --matrices Matrices"],
    action: { try $0.coverage() })

  static let adapter = Command(
    "adapter",
    forms: [
      CommandForm(
        summary: "this engine, speaking the protocol", options: [.framework, .system, .matrices])
    ],
    details: "Reads requests from standard input until 'stop', or until that ends.",
    examples: ["deleterules-lab adapter"],
    action: { try $0.adapt() })

  static let schema = Command(
    "schema",
    forms: [CommandForm(summary: "print the JSON Schema of the files", options: [.output])],
    details: "Editors use it to complete and to check pairing and scenario files.",
    examples: ["deleterules-lab schema --output matrix.schema.json"],
    action: { try $0.schema() })
}
