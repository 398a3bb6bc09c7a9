import ModelDeletes
import ModelFiles
import Reporting
import SourceText

extension DeleteRulesCommand {
  /// Says what deletes do on one model that they did not do on another.
  static func diff(_ options: CommandLineOptions) throws -> ExitCode {
    let (old, new) = try comparedModels(options)
    for model in [old, new] { reportErrors(of: model) }
    let changes = try ModelChanges(from: old, to: new)
    let format: ModelChangesReport = try options.format()
    try deliver(format.text(of: changes, from: old, to: new), options)
    return changes.changes.isEmpty ? .ok : .failure
  }

  /// The two models that are named, or the last two versions of the one that is.
  private static func comparedModels(
    _ options: CommandLineOptions
  ) throws -> (old: Model, new: Model) {
    let paths = options.arguments
    if paths.count == 2 {
      return (
        try oneModel(at: paths[0], options), try oneModel(at: paths[1], options)
      )
    }
    let models = try allModels(at: paths[0], options)
    let names = models.map(\.name)
    let isOneModel = models.count == 1 || models.allSatisfy { $0.version != nil }
    guard Set(names).count == 1, isOneModel, models.count(where: \.isCurrent) < 2 else {
      throw options.usage(
        "found several models, \(names.listed()), in '\(paths[0])'; name one of them, or two")
    }
    guard let current = models.firstIndex(where: \.isCurrent), current > 0 else {
      let what =
        models.count < 2 ? "found one version only" : "no version is before the current one"
      throw options.usage("\(what); name a second model to compare with")
    }
    return (models[current - 1], models[current])
  }
}
