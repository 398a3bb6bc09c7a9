import CompiledOnce
import DeleteCalls
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import SourceText

extension Session {
  /// Says what deletes do that they did not do on another model, or in another revision.
  func diff() throws -> ExitCode {
    let first = options.arguments[0]
    let named = try namedVersions()
    if named == nil, !InputFiles.isModel(first) {
      return try diff(since: ComparedRevisions(first))
    }
    if named == nil, options.arguments.count > 2 {
      throw options.usage("unexpected argument '\(options.arguments[2])'")
    }
    let (old, new, unread) = try named ?? comparedModels()
    let changes = try ProjectChanges(
      from: old, to: new, by: try check(of: [new], as: try configured))
    try deliverChanges(ChangesReport(changes, without: unread))
    return fails(changes, calls: nil) || !unread.isEmpty ? .failure : .ok
  }

  /// The two versions of a model that the first two arguments name; nil if these are something else.
  ///
  /// A path and a revision of the same name come first. The models are read at the other arguments.
  private func namedVersions() throws -> (old: Model, new: Model, unread: [ModelFinding])? {
    let (names, paths) = (options.arguments.prefix(2), Array(options.arguments.dropFirst(2)))
    guard names.count == 2, !names.contains(where: InputFiles.isModel),
      !Project.isRevision(names[0], of: paths.first ?? "."),
      let project = try? self.project(at: paths, allVersions: true)
    else { return nil }
    let versions = project.models.filter { $0.version != nil }
    let found = names.map { name in versions.filter { $0.isVersion(named: name) } }
    if found.allSatisfy(\.isEmpty) { return nil }
    for (name, models) in zip(names, found) where models.count != 1 {
      let known = versions.compactMap { $0.version?.singleLine }.listed()
      throw options.usage(
        models.isEmpty
          ? "no version of a model is called '\(name)'; found \(known)"
          : "several models, \(models.map(\.place).listed()), have a version '\(name)'; name the path of "
            + "one as the third argument")
    }
    reportUnread(of: project)
    let (old, new) = (found[0][0], found[1][0])
    reportErrors(of: [old, new])
    return (old, new, project.unread.map(\.finding) + old.leftOut + new.leftOut)
  }

  /// The two models that are named, or the last two versions of the one that is; and what of them
  /// could not be read.
  private func comparedModels() throws -> (old: Model, new: Model, unread: [ModelFinding]) {
    let paths = options.arguments
    if paths.count == 2 {
      let (old, one) = try oneModel(at: [paths[0]])
      let (new, other) = try oneModel(at: [paths[1]])
      return (old, new, one.gaps + other.gaps)
    }
    let project = try project(at: paths, allVersions: true)
    reportUnread(of: project)
    let models = project.models
    guard Set(models.map(\.place)).count == 1 else {
      throw options.usage(
        "found several models, \(models.map(\.place).listed()), in '\(paths[0])'; name one of them, "
          + "or two\(branchHint(for: paths[0]))")
    }
    guard let current = models.firstIndex(where: \.isCurrent), current > 0 else {
      let version = models.first(where: \.isCurrent)?.version.map { ", \($0.singleLine)" } ?? ""
      let guess = models.flatMap(\.findings).first { $0.rule == .uncertainVersion }
      let what =
        models.count < 2
        ? "found one version only" : "no version is before the current one\(version)"
      if let guess { console.report(guess.description.singleLine) }
      throw options.usage(
        "\(what); name a second model to compare with\(branchHint(for: paths[0]))")
    }
    let (old, new) = (models[current - 1], models[current])
    reportErrors(of: [old, new])
    return (old, new, project.unread.map(\.finding) + old.leftOut + new.leftOut)
  }
}

extension Model {
  /// Whether its version has a name, be it without the types around it.
  fileprivate func isVersion(named name: String) -> Bool {
    version == name || version?.hasSuffix(".\(name)") == true
  }
}

/// The changes that end `diff` with 1.
enum FailureThreshold: String, CaseIterable {
  case worse
  /// Changes that are worse, and those that need review.
  case review
  case never
}

extension Session {
  /// Whether changes end the command with 1, as `--fail-on` asks for.
  private func fails(_ changes: ProjectChanges, calls: CallChanges?) -> Bool {
    func count(_ impact: ChangeImpact) -> Int {
      changes.count(of: impact) + (calls?.count(of: impact) ?? 0)
    }
    if options.has(.exitZero) { return false }
    switch options[.failOn].flatMap(FailureThreshold.init) ?? .worse {
    case .worse: return count(.worse) > 0
    case .review: return count(.worse) + count(.review) > 0
    case .never: return false
    }
  }
}

/// Returns the hint to add if a path is also the name of a branch.
private func branchHint(for path: String) -> String {
  let branch = "refs/heads/\(path)"
  return Project.isRevision(branch, of: path)
    ? "; for the branch of that name, write '\(branch)'" : ""
}

/// The revisions that `main`, `main..topic` or `main...topic` compares.
private struct ComparedRevisions {
  let word: String
  let old: String
  /// Nil for the files on disk.
  let new: String?

  init(_ word: String) {
    self.word = word
    guard let dots = word.firstRange(of: "..") else {
      (old, new) = (word, nil)
      return
    }
    let isFromBranching = word[dots.upperBound...].hasPrefix(".")
    let end = word[dots.upperBound...].dropFirst(isFromBranching ? 1 : 0)
    // What is left out is where the work tree is, as git has it.
    let start = dots.lowerBound == word.startIndex ? "HEAD" : String(word[..<dots.lowerBound])
    old = isFromBranching ? word : start
    new = end.isEmpty ? "HEAD" : String(end)
  }
}

extension Session {
  /// Says what deletes do in a project that they did not do in a revision of it.
  private func diff(
    since compared: ComparedRevisions
  ) throws -> ExitCode {
    let report = try changes(since: compared, at: Array(options.arguments.dropFirst()))
    try deliverChanges(report)
    if try options.format != .markdown { console.report(report.summary.singleLine) }
    return fails(report.changes, calls: report.calls) || !report.unread.isEmpty ? .failure : .ok
  }

  /// Returns the changes in what deletes do in a project since a revision of it.
  func changes(
    since revision: String
  ) throws -> ChangesReport {
    try changes(since: ComparedRevisions(revision), at: options.arguments)
  }

  private func changes(
    since compared: ComparedRevisions, at paths: [String]
  ) throws -> ChangesReport {
    let onDisk = try configured
    let before = try configured(in: compared.old)
    let after = try compared.new.map { try configured(in: $0) } ?? onDisk
    // The revisions first: a word that is none is the likelier mistake.
    let old = try project(
      at: paths, as: before, or: after ?? onDisk, of: compared.old, compared)
    let new = try project(
      at: paths, as: after, or: before ?? onDisk, of: compared.new, compared,
      // What the revision does not hold would be new on disk each time.
      without: old.submodules)
    let (past, present) = (
      "in \(compared.old)", compared.new.map { "in \($0)" } ?? "in the work tree"
    )
    if let absent = new.absent.first(where: old.absent.contains) {
      throw CommandError.noInput(
        "no such file or folder: '\(absent)', neither \(past) nor \(present)")
    }
    let models = [old, new].map { project in
      project.models.filter { [$0.framework, nil].contains(options.framework) }
    }
    let unread =
      (old.unread + new.unread).map(\.finding) + models.joined().flatMap(\.leftOut)
    if models.joined().isEmpty, unread.isEmpty {
      let kind = options.framework.map { "\($0.title) model" } ?? "data model"
      throw CommandError(
        message: "found no \(kind), neither \(past) nor \(present)".singleLine, code: .badData)
    }
    let checks = try checks(
      of: models, as: (before ?? after ?? onDisk, after ?? onDisk ?? before), compared)
    let calls = zip([old, new], models).map {
      ModelCalls(in: $0.code, of: $1, besides: $0.objectiveC, isAllCode: $0.isAllCode)
    }
    let changes = try ProjectChanges(
      from: models[0], to: models[1], by: checks.new, before: checks.old,
      in: (calls[0], calls[1]))
    reportPassedOver(of: new)
    reportIdleExclusions(
      old.idleExclusions.filter(new.idleExclusions.contains))
    if !old.submodules.isEmpty {
      let submodules = old.submodules.listed().singleLine
      console.report("not compared, because other repositories keep it: \(submodules)")
    }
    for finding in unread { console.report(finding.description.singleLine) }
    for pair in changes.compared where !pair.changes.changes.isEmpty {
      reportErrors(of: [pair.old, pair.new], except: unread)
    }
    let stories = zip(models, [changes.oldCheck.range, changes.range]).map { models, range in
      models.map { DeleteStories(of: $0, on: range) }
    }
    let changesOfCalls = try CallChanges(
      from: calls[0], to: calls[1], of: changes, told: (stories[0], stories[1])
    ) { $0.placed(in: [compared.old, compared.new]) }
    return ChangesReport(
      changes, between: .init(from: compared.old, to: compared.new), calls: changesOfCalls,
      told: (stories[0], stories[1]), without: unread)
  }

  /// The rules by which faults are new or gone in some models, as a project configures them.
  private func check(of models: [Model], as project: ConfiguredProject?) throws -> Check {
    var check = Check(on: try releases(for: models))
    if let configuration = project?.configuration { check.configure(by: configuration) }
    return check
  }

  /// The rules for the models of both states, each on the releases that its own state is for.
  private func checks(
    of models: [[Model]], as projects: (old: ConfiguredProject?, new: ConfiguredProject?),
    _ compared: ComparedRevisions
  ) throws -> (old: Check, new: Check) {
    let new = try releases(
      for: models[1].isEmpty ? models[0] : models[1], as: projects.new?.configuration,
      of: models[1].isEmpty ? compared.old : compared.new)
    var old =
      try models[0].isEmpty
      ? new : releases(for: models[0], as: projects.old?.configuration, of: compared.old)
    // A project file that is not committed states the releases of both.
    if old.words == nil, projects.old?.configuration.oldestRelease == nil { old = new }
    for words in [new.words, old.words == new.words ? nil : old.words.map { "before, \($0)" }] {
      if let words { remark(words) }
    }
    var check = Check(on: new.range)
    if let configuration = projects.new?.configuration { check.configure(by: configuration) }
    var earlier = check
    earlier.range = old.range
    return (earlier, check)
  }

  private func deliverChanges(
    _ report: ChangesReport
  ) throws {
    let format = try options.format
    if format.showsOne && report.changes.compared.count != 1 {
      throw options.usage(
        "'--format \(format.rawValue)' draws one model; \(report.changes.compared.count) are compared"
      )
    }
    var report = report
    report.wayToFile = Project.way
    try deliver(report)
    if try options.format == .github, let summary = report.githubSummary {
      try console.append(summary, toFileNamedBy: "GITHUB_STEP_SUMMARY")
      remarkWithoutAnnotation(report.countWithoutAnnotation, "change")
    }
  }

  /// The project in one state of the two, as it is configured there.
  ///
  /// Where it is not, it is read as the other state is, unless that names only what is not there.
  private func project(
    at paths: [String], as own: ConfiguredProject?, or others: ConfiguredProject?,
    of revision: String?, _ compared: ComparedRevisions,
    without submodules: [String] = []
  ) throws -> Project {
    func project(_ configured: ConfiguredProject?) throws -> Project {
      var reading = reading(at: paths, as: configured)
      reading.mayBeEmpty = true
      reading.excluded += submodules.map { "/\($0)" }
      reading.revision = revision
      reading.keepsCode = true
      return try self.project(reading, of: compared)
    }
    let found = try project(own ?? others)
    let isUnnamed = own == nil && found.models.isEmpty && !found.absent.isEmpty
    return isUnnamed && paths.isEmpty ? try project(nil) : found
  }

  private func project(
    _ reading: Project.Reading, of compared: ComparedRevisions
  ) throws -> Project {
    do {
      return try project(reading)
    } catch let error as ModelError {
      if reading.revision == nil || error.kind != .noInput { throw error }
      throw CommandError.noInput(
        "'\(compared.word)' isn't a file or a folder, and \(error.description)")
    }
  }
}

extension String {
  /// The way to a file from the repository, be it on disk or in one of some revisions.
  fileprivate func placed(in revisions: [String?]) -> String {
    for revision in revisions.compactMap(\.self) where utf8.starts(with: "\(revision):".utf8) {
      return String(decoding: utf8.dropFirst(revision.utf8.count + 1), as: UTF8.self)
    }
    return Project.way(to: self)
  }
}
