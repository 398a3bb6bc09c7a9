import Commands
import Conformance
import ObjectGraph
import LaboratoryReports
import Reporting

/// The commands that compare other implementations with the matrices.
extension Command {
  static let conform: Command = {
    let formats = ConformanceRun.formats.map(\.rawValue)
    return Command(
      "conform", summary: "compare another implementation with the matrices",
      forms: [
        CommandForm(
          arguments: [
            Argument(Value("COMMAND", .program), count: .oneOrMore)
          ],
          summary: "compare another implementation with the matrices",
          options: [
            .format, .output, .only, .framework, .matrices, .jobs, .timeout, .random, .seed,
            .known, .quiet,
          ], formats: formats),
        CommandForm(
          arguments: [Argument(Value("RECORDING", .file), count: .oneOrMore)],
          summary: "report a recorded run, or compare several",
          options: [.format, .output, .matrices, .known], formats: formats),
      ],
      details: """
        COMMAND is started once for each scenario, unless it declares that it may be shared. It \
        speaks JSON lines: Sources/Conformance/PROTOCOL.md explains them, and 'deleterules-lab \
        schema' has their JSON Schema. --output writes every answer to a file, one a line. An \
        interrupted run continues with this file; an unfinished run is not reported. With a finished \
        RECORDING, --output writes only the answers that differ from the predictions; this shorter \
        file can be reported as well.
        """,
      failure: "a cell that matches neither the observations nor the prediction",
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
        summary: "write a package that tests SwiftData and Core Data on a Mac",
        options: [.framework, .only, .matrices, .model, .expanded, .noConfig, .exclude, .quiet])
    ],
    details: """
      The package needs only Xcode. Its probe.sh builds it, runs the deletes on that system, and \
      writes observations.jsonl, which 'deleterules-lab import' turns into matrices. FOLDER must not \
      exist, be empty, or contain a probe, which is replaced.
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
        summary: "turn the observations of probes into matrices",
        options: [.format, .output, .into, .matrices, .quiet],
        formats: ObservationsReport.formats.map(\.rawValue))
    ],
    details: """
      Each framework, system and store gets a separate file probes/….json; a cell that was observed \
      before is not changed. An unfinished run and one with failed canaries are rejected. Results \
      that varied on repetition are listed, but not imported. --into names the folder Matrices of a \
      checkout, which is read instead of the bundled one.
      """,
    failure: "an observation that differs from the prediction or from another run",
    examples: [
      "deleterules-lab import observations.jsonl",
      "deleterules-lab import observations.jsonl --into Matrices",
    ],
    action: { try $0.importObservations() })

  static let coverage = Command(
    "coverage",
    forms: [
      CommandForm(
        summary: "list the observed cells by release and store",
        options: [.format, .output, .framework, .matrices],
        formats: CoverageReport.formats.map(\.rawValue))
    ],
    details:
      "What to ask next is ordered by the number of claims that it would settle: the sentences in "
      + "Matrices/CLAIMS.md that rest on an unknown behaviour.",
    examples: ["deleterules-lab coverage", "deleterules-lab coverage --matrices Matrices"],
    action: { try $0.coverage() })

  static let adapter = Command(
    "adapter",
    forms: [
      CommandForm(
        summary: "let this engine speak the protocol", options: [.framework, .system, .matrices])
    ],
    details: "Reads requests from standard input until 'stop' or the end of the input.",
    examples: ["deleterules-lab adapter"],
    action: { try $0.adapt() })

  static let schema = Command(
    "schema",
    forms: [CommandForm(summary: "print the JSON Schema of the files", options: [.output])],
    details: "Editors use it to complete and to check pairing and scenario files.",
    examples: ["deleterules-lab schema --output matrix.schema.json"],
    action: { try $0.schema() })
}
