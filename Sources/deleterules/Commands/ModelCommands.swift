import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import SourceText

extension DeleteRulesCommand {
  /// Shows what was read of a model, and says what is wrong with it.
  static func show(_ options: CommandLineOptions) throws -> ExitCode {
    let project = try project(
      at: options.arguments, options, allVersions: options.has(.allVersions))
    let shown = project.models
    let format = try options.format
    if format.showsOne && shown.count != 1 {
      let names = shown.map { [$0.place, $0.version].compactMap { $0 }.joined(separator: " ") }
      throw options.usage(
        "'--format \(format.rawValue)' draws one model; name one of "
          + names.joined(separator: ", "))
    }
    try deliver(ModelReport(shown), options)
    reportUnread(of: project)
    let findings = shown.flatMap(\.findings)
    for finding in findings { Output.report(finding.description.singleLine) }
    let isFailure = findings.contains { $0.severity == .error } || !project.unread.isEmpty
    return isFailure ? .failure : .ok
  }

  /// The one model at some paths, and what could not be read beside it.
  static func oneModel(
    at paths: [String], _ options: CommandLineOptions
  ) throws -> (model: Model, project: Project) {
    let project = try project(at: paths, options)
    let models = project.models
    if models.count == 1 {
      reportUnread(of: project)
      reportErrors(of: models[0])
      return (models[0], project)
    }
    if models.isEmpty {
      let problems = project.unread.map(\.finding.description.singleLine)
      throw CommandError(
        message: "found no model that can be read\n" + problems.joined(separator: "\n"),
        code: .badData)
    }
    let names = models.map { "\($0.place) (\($0.framework.rawValue))" }
    let hint =
      Set(models.map(\.framework)).count > 1 && !options.has(.framework)
      ? ", or choose with '--framework'" : ""
    let place = paths.isEmpty ? Configuration.fileName : paths.listed()
    throw options.usage(
      "found \(models.count) models in '\(place)': \(names.listed()); name one of them\(hint)")
  }

  /// Says what could not be read, which may be part of what is asked about.
  static func reportUnread(of project: Project) {
    for unread in project.unread { Output.report(unread.finding.description.singleLine) }
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
    let (model, project) = try oneModel(at: options.arguments, options)
    let recorded = try options[.expect].map { try RecordedMatrix(InputFiles.file($0)) }
    var matrix = recorded.map { ModelMatrix(model, recorded: $0) } ?? ModelMatrix(model)
    let chosen = options[.only].map { CellPattern($0) }
    if let chosen { matrix.keepProblems(of: chosen) }
    let run = matrix.run(only: chosen)
    if let pattern = options[.only], run.sections.isEmpty {
      throw noCell(options, fitting: pattern, among: matrix.pairings.flatMap(\.cells))
    }
    if let path = options[.record] {
      if !project.isWhole, !options.has(.partial) {
        throw CommandError(
          message: "nothing is recorded, because not all of the model could be read; '--partial' "
            + "records the rest", code: .badData)
      }
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
          ? "\(model.place.singleLine): as recorded"
          : "\(model.place.singleLine): \(count) \(verb) from the recording")
    } else {
      for failure in failures { Output.report(failure) }
    }
    return failures.isEmpty && project.isWhole ? .ok : .failure
  }

  /// Says what deleting an object of each entity does, or all about one of them.
  static func explainModel(_ options: CommandLineOptions) throws -> ExitCode {
    if options.has(.only) && !options.has(.instances) {
      throw options.usage(
        "'--only' means nothing to 'explain MODEL ENTITY' without '--instances'")
    }
    let (model, project, name) = try modelAndEntity(options)
    let format = try options.format
    guard let name else {
      if options.has(.instances) {
        throw options.usage("'--instances' means nothing to 'explain MODEL' without ENTITY")
      }
      if format.showsOne {
        throw options.usage(
          "'--format \(format.rawValue)' draws the delete of one entity; name one of "
            + model.entities.map(\.name).listed())
      }
      try deliver(
        EntitiesReport(model, on: try options.releases(ofProjectAt: options.arguments)), options)
      return project.isWhole ? .ok : .failure
    }
    if format == .text {
      throw options.usage("'--format text' has a line for each entity; leave '\(name)' out")
    }
    guard let entity = model.schema.entity(name) else {
      let known = model.entities.map(\.name)
      throw options.usage(
        "\(model.name) has no entity '\(name)'\(name.suggestion(among: known))")
    }
    guard let path = options[.instances] else {
      let range = try options.releases(ofProjectAt: options.arguments)
      try deliver(EntityReport(EntityEffects(of: entity, in: model), in: model, on: range), options)
      return project.isWhole ? .ok : .failure
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
    return project.isWhole ? .ok : .failure
  }

  /// The model at the paths, and the entity that is named behind them; nil where none is.
  private static func modelAndEntity(
    _ options: CommandLineOptions
  ) throws -> (model: Model, project: Project, entity: String?) {
    let paths = options.arguments
    // The last word is an entity, unless something else lies there.
    if let last = paths.last, paths.count > 1 || !InputFiles.isMeant(by: last) {
      let isPath = InputFiles.exists(last)
      let before = isPath ? try? Project(reading(at: paths.dropLast(), options)) : nil
      if !isPath || before?.models.contains(where: { $0.schema.entity(last) != nil }) == true {
        let (model, project) = try oneModel(at: paths.dropLast(), options)
        return (model, project, last)
      }
    }
    let (model, project) = try oneModel(at: paths, options)
    return (model, project, nil)
  }
}
