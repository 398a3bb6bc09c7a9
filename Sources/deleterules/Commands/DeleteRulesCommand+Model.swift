import ModelFiles
import ObjectGraph
import Reporting
import SourceText

extension DeleteRulesCommand {
  /// Shows what was read of a model, and says what is wrong with it.
  static func show(_ options: CommandLineOptions) throws -> ExitCode {
    let path = options.arguments.first ?? ""
    let shown =
      options.has(.allVersions)
      ? try allModels(at: path, options) : try currentModels(at: path, options)
    let format: ModelReport = try options.format()
    if format.showsOne && shown.count != 1 {
      let names = shown.map { [$0.name, $0.version].compactMap { $0 }.joined(separator: " ") }
      throw options.usage(
        "'--format \(format.rawValue)' draws one model; name one of "
          + names.joined(separator: ", "))
    }
    try deliver(format.text(of: shown), options)
    let findings = shown.flatMap(\.findings)
    for finding in findings { Output.report(finding.description.singleLine) }
    return findings.contains { $0.severity == .error } ? .failure : .ok
  }

  /// The current versions of the models at a path, of the framework that is asked for.
  static func currentModels(at path: String, _ options: CommandLineOptions) throws -> [Model] {
    try chosen(try Model.current(at: path), at: path, options)
  }

  /// All versions of the models at a path, of the framework that is asked for.
  static func allModels(at path: String, _ options: CommandLineOptions) throws -> [Model] {
    try chosen(try Model.all(at: path), at: path, options)
  }

  /// The one model at a path.
  static func oneModel(at path: String, _ options: CommandLineOptions) throws -> Model {
    let models = try currentModels(at: path, options)
    if models.count == 1 { return models[0] }
    let names = models.map { "\($0.name) (\($0.framework.rawValue))" }
    let hint =
      Set(models.map(\.framework)).count > 1 && !options.has(.framework)
      ? ", or choose with '--framework'" : ""
    throw options.usage(
      "found \(models.count) models in '\(path)': \(names.listed()); name one of them\(hint)")
  }

  private static func chosen(
    _ found: Model.Found, at path: String, _ options: CommandLineOptions
  ) throws -> [Model] {
    for refusal in found.leftOut {
      Output.report("\(refusal.description.singleLine); it is passed over")
    }
    let models = found.models.filter { options.framework.map([$0.framework].contains) ?? true }
    if models.isEmpty, let framework = options.framework {
      throw options.usage("found no model of \(framework.rawValue) in '\(path)'")
    }
    return models
  }

  /// Says what cannot be meant in a model: what is said about deletes rests on a guess there.
  ///
  /// It is no failure of a command that answers another question; of `model` and `check` it is.
  static func reportErrors(of model: Model) {
    for finding in model.findings where finding.severity == .error {
      Output.report(finding.description.singleLine)
    }
  }
}
