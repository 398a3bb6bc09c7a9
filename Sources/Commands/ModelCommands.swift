import CompiledOnce
import DeleteMatrix
import DeleteCalls
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import Scenarios
import SourceText

extension Session {
  /// Shows what was read of a model, and says what is wrong with it.
  func show() throws -> ExitCode {
    let project = try project(
      at: options.arguments, allVersions: options.has(.allVersions))
    let shown = project.models
    let format = try options.format
    if format.showsOne && shown.count != 1 {
      if shown.isEmpty { throw noModel(in: project) }
      let names = shown.map { [$0.place, $0.version].compactMap { $0 }.joined(separator: " ") }
      throw options.usage(
        "'--format \(format.rawValue)' draws one model; name one of "
          + names.joined(separator: ", "))
    }
    let range = try releases(for: shown)
    try deliver(ModelReport(shown, on: range, without: project.gaps))
    reportUnread(of: project)
    try reportTwins(among: shown, on: range)
    let findings = shown.flatMap(\.findings)
    report(findings)
    let isFailure = findings.contains { $0.severity == .error } || !project.unread.isEmpty
    return isFailure ? .failure : .ok
  }

  /// Says in what two stores with one set of classes differ, and what deletes do differently there.
  func reportTwins(among models: [Model], on range: ReleaseRange?) throws {
    for twins in try TwinModels.all(among: models, on: range) {
      for line in twins.lines { note(line) }
    }
  }

  /// The models at some paths, and what could not be read beside them.
  func models(
    at paths: [String], keepingCode: Bool = false
  ) throws -> (models: [Model], project: Project) {
    let project = try project(at: paths, keepingCode: keepingCode)
    if project.models.isEmpty { throw noModel(in: project) }
    reportUnread(of: project)
    reportErrors(of: project.models)
    return (project.models, project)
  }

  /// The one model at some paths, and what could not be read beside it.
  package func oneModel(
    at paths: [String]
  ) throws -> (model: Model, project: Project) {
    // Code is looked at as well: what cannot be read of it may hold a part of the model.
    let (models, project) = try models(at: paths, keepingCode: true)
    return (try one(of: models), project)
  }

  private func one(
    of models: [Model]
  ) throws(CommandError) -> Model {
    if models.count == 1 { return models[0] }
    let names = models.map { model in
      // The first of several stores in one file has the file's place.
      let isFirst = models.contains { $0.place.hasPrefix("\(model.place)/") }
      let store = isFirst ? model.version.map { "/\($0)" } ?? "" : ""
      return "\(model.place)\(store) (\(model.framework.rawValue))"
    }
    let hint =
      Set(models.map(\.framework)).count > 1 && !options.has(.framework)
      ? ", or choose with '--framework'" : ""
    throw options.usage("found \(models.count) models: \(names.listed()); name one of them\(hint)")
  }

  private func noModel(in project: Project) -> CommandError {
    let problems = project.unread.map(\.finding.description.singleLine)
    return CommandError(
      message: "found no model that can be read\n" + problems.joined(separator: "\n"),
      code: .badData)
  }

  /// Says what could not be read, which may be part of what is asked about.
  func reportUnread(of project: Project) {
    for unread in project.unread { console.report(unread.finding.description.singleLine) }
  }

  /// Says what cannot be meant in some models: what is said about deletes rests on a guess there.
  ///
  /// It is no failure of a command that answers another question; of `model` and `check` it is.
  func reportErrors(of models: [Model], except known: [ModelFinding] = []) {
    report(
      models.flatMap(\.findings).filter { finding in
        (finding.severity == .error || finding.missingClass != nil) && !known.contains(finding)
      })
  }

  /// Says each of some findings once, also where several models share it.
  private func report(_ findings: [ModelFinding]) {
    var said: Set<String> = []
    for line in findings.map(\.description.singleLine) where said.insert(line).inserted {
      console.report(line)
    }
  }
}

extension String {
  /// Whether the text may be the name of an entity.
  fileprivate var isName: Bool { allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
}

extension Model {
  /// Whether a place cannot be this model's: that of Swift source follows its classes, so that one
  /// may lie in the other.
  fileprivate func isOther(than place: String) -> Bool {
    let isNested =
      framework == .swiftData
      && (self.place == "." || place == "." || place.hasPrefix("\(self.place)/")
        || self.place.hasPrefix("\(place)/"))
    return place != self.place && !isNested
  }
}

extension Session {
  /// Shows what deletes do on a reader's own model, keeps that, or compares it with what was kept.
  func modelMatrix() throws -> ExitCode {
    if options.has(.record) && console.isCI {
      throw options.usage(
        "'--record' is refused where CI is set: record by hand, review the file, and let CI "
          + "compare with '--expect'")
    }
    let (found, project) = try models(at: options.arguments)
    let recorded = try options[.expect].map { try RecordedMatrix(InputFiles.file($0)) }
    let isOfOne = options.has(.record) || recorded != nil
    // A recording says which model it is of.
    let named = recorded.map { recording in found.filter { $0.place == recording.model } } ?? []
    let models = isOfOne ? [try one(of: named.count == 1 ? named : found)] : found
    let range =
      try recorded.map { try releases(of: $0) } ?? releases(for: models)
    let chosen = options[.only].map { CellPattern($0) }
    var reports: [ModelMatrixReport] = []
    for model in models {
      var matrix =
        recorded.map { ModelMatrix(model, recorded: $0, on: range) }
        ?? ModelMatrix(model, on: range)
      matrix.includesBatchDeletes = options.has(.batch)
      if let chosen { matrix.keepProblems(of: chosen) }
      reports.append(ModelMatrixReport(matrix, matrix.run(only: chosen)))
    }
    if let pattern = options[.only] {
      let cells = reports.flatMap {
        $0.matrix.pairings.flatMap { $0.trials(fitting: nil, withBatchDeletes: true) }.flatMap(
          \.cells)
      }
      reports.removeAll { $0.run.sections.isEmpty }
      if reports.isEmpty { throw noCell(fitting: pattern, among: cells) }
    }
    if let path = options[.record] { try record(reports[0].matrix, of: project, at: path) }
    try deliver(ModelMatricesReport(reports, without: project.gaps))
    var failures: [String] = []
    for report in reports {
      let own = report.matrix.failures(of: report.run)
      failures += own
      if options[.expect] != nil, try options.format == .markdown {
        // What differs is the result already.
        let verb = own.count == 1 ? "differs" : "differ"
        let place = report.matrix.model.singleLine
        remark(
          own.isEmpty
            ? "\(place): as recorded" : "\(place): \(own.count) \(verb) from the recording")
      } else {
        for failure in own { console.report(failure) }
      }
    }
    if let recorded, models[0].isOther(than: recorded.model), project.has(recorded.model) {
      failures.append(
        ("\(models[0].place) is not what was recorded: that is \(recorded.model), which is there, too; "
          + "name that one, or record \(models[0].place) in a separate file").singleLine)
      console.report(failures[failures.count - 1])
    }
    return failures.isEmpty && project.isWhole ? .ok : .failure
  }

  /// Keeps what deletes do on a model that was read as a whole, or of which a part is enough.
  private func record(
    _ matrix: ModelMatrix, of project: Project, at path: String
  ) throws {
    if !project.isWhole, !options.has(.partial) {
      throw CommandError(
        message: "nothing is recorded, because not all of the model could be read; '--partial' "
          + "records the rest", code: .badData)
    }
    guard let recording = matrix.recording else {
      throw CommandError(
        message: "a delete of \(matrix.model) could not be replayed".singleLine,
        code: .internalFault)
    }
    try checkOutputs()
    try OutputFile(path: path).write(recording)
    let count = matrix.pairings.count
    remark(
      "\(path.singleLine): \(count) \(count == 1 ? "pairing is" : "pairings are") recorded")
  }

  func explainModel() throws -> ExitCode {
    if options.has(.only) && !options.has(.instances) {
      throw options.usage(
        "'--only' means nothing to 'explain MODEL ENTITY' without '--instances'")
    }
    let (models, project, name) = try modelsAndEntity()
    let format = try options.format
    let stories = try stories(of: models)
    guard let name else {
      if options.has(.instances) {
        throw options.usage("'--instances' means nothing to 'explain MODEL' without ENTITY")
      }
      if format.showsOne {
        throw options.usage(
          "'--format \(format.rawValue)' draws the delete of one entity; name one of "
            + models.flatMap { $0.entities.map(\.name) }.listed())
      }
      try deliver(ModelsReport(stories.map { EntitiesReport($0) }, without: project.gaps))
      return project.isWhole ? .ok : .failure
    }
    if format == .text {
      throw options.usage("'--format text' has a line for each entity; leave '\(name)' out")
    }
    let having = stories.compactMap { stories in
      stories.model.schema.entity(name).map { (stories, $0) }
    }
    if having.isEmpty, let call = CallPlace(name) {
      return try explainCalls(at: call, in: project)
    }
    if having.isEmpty,
      let later = project.models.flatMap(\.laterEntities).first(where: { $0.name == name })
    {
      throw options.usage(
        "\(name) is available from \(later.systems.listed()) on; '--system' asks about "
          + "'\(options[.system] ?? "")'")
    }
    if having.isEmpty {
      let known = models.flatMap { $0.entities.map(\.name) }
      throw options.usage(
        "\(models.map(\.place).listed()) \(models.count == 1 ? "has" : "have") no entity '\(name)'"
          + name.suggestion(among: known))
    }
    guard let path = options[.instances] else {
      if format.showsOne { _ = try one(of: having.map(\.0.model)) }
      let code = ModelCalls(in: project)
      let reports = try having.map { stories, entity in
        var report = EntityReport(of: entity, stories, in: code)
        report.orphans = try orphans(of: name, in: stories)
        return report
      }
      try deliver(ModelsReport(reports, without: project.gaps))
      return project.isWhole ? .ok : .failure
    }
    _ = try one(of: having.map(\.0.model))
    let (model, entity) = (having[0].0.model, having[0].1)
    let instances = try Instances(file: InputFiles.file(path), of: model)
    let effects = InstanceEffects.all(
      of: entity, in: instances, fitting: options[.only].map { CellPattern($0) },
      on: having[0].0.range.map { model.releases(of: entity, in: $0) })
    if let pattern = options[.only], effects.isEmpty {
      throw options.usage("no object of \(name) fits '\(pattern)'")
    }
    if format.showsOne && effects.count != 1 {
      let names = effects.prefix(10).map(\.object)
      let more = effects.count > 10 ? ["\(effects.count - 10) more"] : []
      let choice = effects.isEmpty ? "there is none" : "name one of \((names + more).listed())"
      throw options.usage("'--format \(format.rawValue)' draws one object; \(choice)")
    }
    let report = InstancesReport(effects, of: entity, in: model)
    try deliver(ModelsReport([report], without: project.gaps))
    return project.isWhole ? .ok : .failure
  }

  /// The titles of what `check` finds about objects that deleting an object of an entity leaves unreachable.
  private func orphans(of entity: String, in stories: DeleteStories) throws -> [String] {
    let check = Check(rules: [.nullifyLeavesOrphans], on: stories.range)
    return try check.findings(in: stories.model).filter { finding in
      guard let witness = finding.witness else { return false }
      return witness.scenario.objects.contains {
        witness.outcome.requested.contains($0.name) && $0.entity == entity
      }
    }.map(\.title)
  }

  /// The models at the paths, and the entity that is named behind them; nil where none is.
  private func modelsAndEntity() throws -> (models: [Model], project: Project, entity: String?) {
    let paths = options.arguments
    // The last word is an entity, unless something else lies there; a folder may be called like one.
    if let last = paths.last, paths.count > 1 || !InputFiles.isMeant(by: last) || last.isName {
      let isPath = InputFiles.exists(last)
      let before = isPath ? try? Project(reading(at: paths.dropLast())) : nil
      if !isPath || before?.models.contains(where: { $0.schema.entity(last) != nil }) == true {
        let (models, project) = try models(at: paths.dropLast(), keepingCode: true)
        return (models, project, last)
      }
    }
    if paths.count == 2, paths[0].isName, !InputFiles.exists(paths[0]) {
      throw options.usage(
        "there is no file or folder '\(paths[0])'; an entity comes last, as in 'explain \(paths[1]) "
          + "\(paths[0])'")
    }
    let (models, project) = try models(at: paths)
    return (models, project, nil)
  }
}
