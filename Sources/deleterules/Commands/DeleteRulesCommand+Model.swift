import DeleteMatrix
import ModelFiles
import Reporting

extension DeleteRulesCommand {
  /// Shows what was read of a model, and says what is wrong with it.
  static func show(_ options: CommandLineOptions) throws -> ExitCode {
    let path = options.arguments.first ?? ""
    let found = options.has(.allVersions) ? try Model.all(at: path) : try Model.current(at: path)
    let shown = found.models
    let format: ModelReport = try options.format()
    if format.showsOne && shown.count != 1 {
      let names = shown.map { [$0.name, $0.version].compactMap { $0 }.joined(separator: " ") }
      throw options.usage(
        "'--format \(format.rawValue)' draws one model; name one of "
          + names.joined(separator: ", "))
    }
    report(passedOver: found.leftOut)
    try deliver(format.text(of: shown), options)
    let findings = shown.flatMap(\.findings)
    for finding in findings { Output.report(finding.description.singleLine) }
    return findings.contains { $0.severity == .error } ? .failure : .ok
  }

  /// Says what looked like a model, but could not be read.
  static func report(passedOver refusals: [ModelError]) {
    for refusal in refusals {
      Output.report("\(refusal.description.singleLine); it is passed over")
    }
  }

  /// Says what cannot be meant in a model: what is said about deletes rests on a guess there.
  static func reportErrors(of model: Model) {
    for finding in model.findings where finding.severity == .error {
      Output.report(finding.description.singleLine)
    }
  }
}
