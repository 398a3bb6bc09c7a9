import DeleteMatrix
import ModelDeletes
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
    let format = try options.format
    if format.showsOne && shown.count != 1 {
      let names = shown.map { [$0.name, $0.version].compactMap { $0 }.joined(separator: " ") }
      throw options.usage(
        "'--format \(format.rawValue)' draws one model; name one of "
          + names.joined(separator: ", "))
    }
    try deliver(ModelReport(shown), options)
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

extension DeleteRulesCommand {
  /// Shows what deletes do on a reader's own model, keeps that, or compares it with what was kept.
  static func modelMatrix(_ options: CommandLineOptions) throws -> ExitCode {
    if options.has(.record) && Environment.isCI {
      throw options.usage(
        "'--record' is refused where CI is set: record by hand, review the file, and let CI "
          + "compare with '--expect'")
    }
    let model = try oneModel(at: options.arguments[0], options)
    reportErrors(of: model)
    let recorded = try options[.expect].map { try RecordedMatrix(InputFiles.file($0)) }
    var matrix = recorded.map { ModelMatrix(model, recorded: $0) } ?? ModelMatrix(model)
    let chosen = options[.only].map { CellPattern($0) }
    if let chosen { matrix.keepProblems(of: chosen) }
    let run = matrix.run(only: chosen)
    if let pattern = options[.only], run.sections.isEmpty {
      throw noCell(options, fitting: pattern, among: matrix.pairings.flatMap(\.cells))
    }
    if let path = options[.record] {
      guard let recording = matrix.recording else {
        throw CommandError(
          message: "a delete of \(model.name) could not be replayed".singleLine,
          code: .internalFault)
      }
      try OutputFile(path: path).write(recording)
      let count = matrix.pairings.count
      options.remark(
        "\(path.singleLine): \(count) \(count == 1 ? "pairing is" : "pairings are") recorded")
    }
    try deliver(ModelMatrixReport(matrix, run), options)
    let failures = matrix.failures(of: run)
    if options[.expect] != nil, try options.format == .markdown {
      // What differs is the result already.
      let count = failures.count
      let verb = failures.count == 1 ? "differs" : "differ"
      options.remark(
        failures.isEmpty
          ? "\(model.name.singleLine): as recorded"
          : "\(model.name.singleLine): \(count) \(verb) from the recording")
    } else {
      for failure in failures { Output.report(failure) }
    }
    return failures.isEmpty ? .ok : .failure
  }

  /// Says what deleting an object of each entity does, or all about one of them.
  static func explainModel(_ options: CommandLineOptions) throws -> ExitCode {
    if options.has(.only) && !options.has(.instances) {
      throw options.usage(
        "'--only' means nothing to 'explain MODEL ENTITY' without '--instances'")
    }
    let model = try oneModel(at: options.arguments[0], options)
    reportErrors(of: model)
    let format = try options.format
    guard options.arguments.count > 1 else {
      if options.has(.instances) {
        throw options.usage("'--instances' means nothing to 'explain MODEL' without ENTITY")
      }
      if format.showsOne {
        throw options.usage(
          "'--format \(format.rawValue)' draws the delete of one entity; name one of "
            + model.entities.map(\.name).listed())
      }
      try deliver(EntitiesReport(model), options)
      return .ok
    }
    let name = options.arguments[1]
    if format == .text {
      throw options.usage("'--format text' has a line for each entity; leave '\(name)' out")
    }
    guard let entity = model.schema.entity(name) else {
      let known = model.entities.map(\.name)
      throw options.usage(
        "\(model.name) has no entity '\(name)'\(name.suggestion(among: known))")
    }
    guard let path = options[.instances] else {
      try deliver(EntityReport(EntityEffects(of: entity, in: model), in: model), options)
      return .ok
    }
    let instances = try Instances(file: InputFiles.file(path), of: model)
    let effects = InstanceEffects.all(
      of: entity, in: instances, fitting: options[.only].map { CellPattern($0) })
    if let pattern = options[.only], effects.isEmpty {
      throw options.usage("no object of \(name) fits '\(pattern)'")
    }
    if format.showsOne && effects.count != 1 {
      let names = effects.prefix(10).map(\.object)
      let more = effects.count > 10 ? ["\(effects.count - 10) more"] : []
      let choice = effects.isEmpty ? "there is none" : "name one of \((names + more).listed())"
      throw options.usage("'--format \(format.rawValue)' draws one object; \(choice)")
    }
    try deliver(InstancesReport(effects, of: entity, in: model), options)
    return .ok
  }

  /// Says what deletes do on one model that they did not do on another.
  static func diff(_ options: CommandLineOptions) throws -> ExitCode {
    let (old, new) = try comparedModels(options)
    for model in [old, new] { reportErrors(of: model) }
    let changes = try ModelChanges(from: old, to: new)
    try deliver(ChangesReport(changes, from: old, to: new), options)
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
