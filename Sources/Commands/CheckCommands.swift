import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelFiles
import Reporting
import SourceText

extension Session {
  func check() throws -> ExitCode {
    let changed = try changedFiles()
    if let changed, !changed.contains(where: \.isNameOfModelOrCode),
      options.arguments.allSatisfy(InputFiles.exists)
    {
      remark("no model and no code differs from '\(options[.changed] ?? "")'".singleLine)
      try deliver(CheckRun(models: [], findings: []))
      return .ok
    }
    let project = try project(
      at: options.arguments, takingFilesWithoutModel: true, keepingCode: true)
    let check = try chosenCheck(of: project)
    let baseline = try knownBaseline()
    if let path = options[.writeBaseline] {
      let found = try run(check, on: project, besides: nil)
      try write(found, of: project, rules: check.rules, toBaseline: path, after: baseline)
      let gaps = found.findings.filter(\.leavesOut)
      for gap in gaps { console.report(gap.description.singleLine) }
      if gaps.isEmpty { return .ok }
      let count = gaps.count == 1 ? "1 finding" : "\(gaps.count) findings"
      console.report("\(count) about what could not be read cannot be silenced")
      return .failure
    }
    let all = try run(check, on: project, besides: baseline)
    let found = try changed.map { try run(all, involving: $0, by: check) } ?? all
    try reportTwins(among: project.models, on: check.range)
    guard options.has(.fix) else { return try report(found, of: project) }
    let fixed = try safeFixes(of: found, in: project, by: check, besides: baseline)
    if options.has(.dryRun) {
      let diff = fixed.diff
      let isShown = options[.output] == nil && console.output.isTerminal
      try deliver(isShown ? diff.singleLines : diff)
      console.report("\(found.names): \(found.counts); \(fixed.count) can be fixed")
      return found.isFailure ? .failure : .ok
    }
    if fixed.isEmpty { return try report(found, of: project) }
    try checkOutputs()
    let isWhole = try fixed.write(reportingTo: console)
    let again = try self.project(
      at: options.arguments, takingFilesWithoutModel: true, keepingCode: true)
    let rest = try run(check, on: again, besides: baseline)
    let code = try report(
      changed.map { try run(rest, involving: $0, by: check) } ?? rest, of: again)
    return isWhole ? code : .failure
  }

  /// The files that differ from the revision of `--changed`, from the repository's top; nil without it.
  private func changedFiles() throws -> Set<String>? {
    try options[.changed].map { revision in
      let paths = options.arguments.isEmpty ? ["."] : options.arguments
      return try Project.files(changedSince: revision, at: paths)
    }
  }

  /// Returns the findings that involve one of some changed files, those that the revision of `--changed` has not, and
  /// those about something that could not be read.
  private func run(
    _ all: CheckRun, involving files: Set<String>, by check: Check
  ) throws -> CheckRun {
    let found = all.involving(files)
    if found.findings.count == all.findings.count { return found }
    var reading = try reading(at: options.arguments)
    (reading.revision, reading.mayBeEmpty) = (options[.changed], true)
    (reading.takesFilesWithoutModel, reading.keepsCode) = (true, true)
    let project = try project(reading)
    let known = Set(try check.findings(in: project).map { $0.key(at: reading.revision) })
    let involved = Set(found.findings.map { $0.key(at: nil) })
    let shown = all.findings.filter { finding in
      let key = finding.key(at: nil)
      let file = Project.way(to: finding.location.file)
      let isUnread = project.submodules.contains { file.hasPrefix("\($0)/") }
      return involved.contains(key) || !isUnread && !known.contains(key)
    }
    return CheckRun(models: all.models, findings: shown)
  }

  /// The fixes that introduce no finding, which is tried before anything is written.
  private func safeFixes(
    of found: CheckRun, in project: Project, by check: Check, besides baseline: Baseline?
  ) throws -> FixedFiles {
    let known = Set(found.findings.flatMap(\.baselineKeys))
    // That something is no longer to be silenced is no fault.
    let ignored: Set<CheckRule> = [.staleBaselineEntry, .ineffectiveIgnore]
    func introduced(by findings: [Finding]) throws -> Finding? {
      let files = FixedFiles(findings, in: project.models)
      if files.isEmpty { return nil }
      let edited = try self.project(
        at: options.arguments, takingFilesWithoutModel: true, keepingCode: true,
        edits: files.edits)
      return try run(check, on: edited, besides: baseline).findings.first {
        known.isDisjoint(with: $0.baselineKeys) && !ignored.contains($0.rule)
      }
    }
    let fixable = found.findings.filter { !$0.fix.isEmpty }
    if try introduced(by: fixable) == nil { return FixedFiles(fixable, in: project.models) }
    var kept: [Finding] = []
    for finding in fixable {
      if let other = try introduced(by: kept + [finding]) {
        let entity = [other.entity, other.relationship].compactMap(\.self).joined(separator: ".")
        console.report(
          "\(finding.location): not fixed, because \(entity) would then have \(other.rule): \(other.title)"
            .singleLine)
      } else {
        kept.append(finding)
      }
    }
    return FixedFiles(kept, in: project.models)
  }

  /// Returns the findings of a check in a project, without those that a baseline silences.
  func run(
    _ check: Check, on project: Project, besides baseline: Baseline?
  ) throws -> CheckRun {
    try run(check, check.findings(in: project), of: project, besides: baseline)
  }

  /// Returns the given findings of a project, without those that a baseline silences.
  func run(
    _ check: Check, _ findings: [Finding], of project: Project, besides baseline: Baseline?
  ) throws -> CheckRun {
    var findings = findings
    let places = project.models.map(\.place) + project.unread.map(\.place)
    let names = places.reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    let baseline = try baseline?.resolved(among: names, in: project)
    if let baseline {
      findings = baseline.remaining(
        findings, in: Set(names), rules: check.rules, isStrict: check.isStrict)
    }
    for index in findings.indices where findings[index].rule == .staleBaselineEntry {
      findings[index].severity = check.severity(of: findings[index])
    }
    return CheckRun(
      models: names,
      findings: findings.filter {
        check.rules.contains($0.rule) || $0.leavesOut
      })
  }

  private func report(_ found: CheckRun, of project: Project) throws -> ExitCode {
    let format = try options.format
    let once = SharedFindings(found.findings, of: project.models).once
    let shared = CheckRun(models: found.models, findings: GroupedFindings(once).grouped)
    let run =
      switch format {
      case .sarif, .github: shared.located(by: Project.way)
      case .html: shared.located(by: project.place(ofFile:))
      default: shared
      }
    let isShown = options[.output] == nil || options[.output] == "-"
    if format == .text && isShown, let screen = console.output.screen {
      try console.write(run.text(on: screen))
    } else {
      try deliver(run)
    }
    if format == .github, let summary = run.githubSummary {
      try console.append(summary, toFileNamedBy: "GITHUB_STEP_SUMMARY")
      remarkWithoutAnnotation(run.countWithoutAnnotation, "finding")
    }
    if format == .text, let advice = run.advice(suggestingFixes: !options.has(.fix)) {
      remark(advice)
    }
    if run.models.isEmpty {
      remark(
        "no data model in \(options.arguments.listed()), so nothing was looked for".singleLine)
    } else {
      remark("\(run.names): \(run.counts)")
    }
    return run.isFailure ? .failure : .ok
  }

  func rules() throws -> ExitCode {
    if try options.format == .json {
      let rules = try options.arguments.first.map { [try rule($0)] } ?? CheckRule.allCases
      try deliver(json: RuleReport.json(of: rules))
      return .ok
    }
    guard let id = options.arguments.first else {
      try deliver(RuleReport.page, asMarkdown: RuleReport.list)
      return .ok
    }
    try deliver(try RuleReport.page(of: try rule(id)))
    return .ok
  }

  /// Lists the symptoms, or explains the one that fits an error text or a description.
  func why() throws -> ExitCode {
    let isJSON = try options.format == .json
    if options.arguments.isEmpty {
      try isJSON
        ? deliver(json: SymptomReport.json(of: Symptom.allCases))
        : deliver(SymptomReport.listPage, asMarkdown: SymptomReport.list)
      if !isJSON {
        let why = "\(program.name) why"
        remark("'\(why) TEXT' explains one; '\(why) - < FILE' reads a log")
      }
      return .ok
    }
    let text =
      options.arguments == ["-"]
      ? String(decoding: try InputFiles.file("/dev/stdin").bytes, as: UTF8.self)
      : options.arguments.joined(separator: " ").singleLine
    if text.allSatisfy(\.isWhitespace) {
      throw options.usage("there is no text to look up; expected an error text or a log")
    }
    if let symptom = Symptom.allCases.first(where: { $0.id == text }) {
      if isJSON {
        try deliver(json: SymptomReport.json(of: [symptom], foundHere: findings(of: symptom)))
        return .ok
      }
      try deliver(try SymptomReport(InputFiles.bundledMatrices).page(of: symptom))
      return .ok
    }
    let search = SymptomSearch()
    let ranking = search.ranking(of: text)
    let symptoms = ranking.matches
    if let symptom = symptoms.first {
      let found = findings(of: symptom)
      try isJSON
        ? deliver(json: SymptomReport.json(of: symptoms.prefix(3), foundHere: found))
        : deliver(SymptomReport.answer(symptoms, foundHere: found))
      return .ok
    }
    if isJSON {
      try deliver(json: SymptomReport.json(of: [], nearest: ranking.nearest))
      return .failure
    }
    let near = text.contains(where: \.isLetter) ? text.suggestion(among: search.names) : ""
    console.reportError(
      "no symptom matches '\(String(text.prefix(200)).singleLine.prefix(200))'"
        + (ranking.isNearAny
          ? "; these are the nearest"
          : near.isEmpty
            ? "; '\(program.name) why' lists all, of which these are the first" : near),
      from: program.name)
    try deliver(SymptomReport.listed(ranking.nearest))
    return .failure
  }

  /// The findings of a symptom's rules in the project around the working directory; none if there is
  /// no project, or if it cannot be read.
  private func findings(of symptom: Symptom) -> [Finding] {
    let rules = Set(symptom.rules.filter { $0.category == .always })
    guard !rules.isEmpty, (try? isInProject) == true,
      var reading = try? reading(at: [])
    else { return [] }
    reading.keepsCode = true
    guard let project = try? Project(reading), !project.models.isEmpty,
      let found = try? Check(rules: rules).findings(in: project)
    else { return [] }
    return found.filter { rules.contains($0.rule) && $0.severity != .note }
  }

  func chosenCheck(of project: Project) throws -> Check {
    var chosen: Set<CheckRule>?
    if options.has(.rule) {
      // A stale entry of a baseline is reported whatever else is looked for, and so is what may hide it: a
      // call that may reach it, or what may not be read as it is meant.
      var rules: Set<CheckRule> = [
        .staleBaselineEntry, .unresolvedDelete, .unreadableType, .uncertainVersion,
      ]
      for id in options.list(.rule) { rules.insert(try rule(id)) }
      chosen = rules
    }
    var categories: Set<CheckRule.Category> = []
    var (localEntities, localModels) = (Set<Location>(), Set<String>())
    if options.has(.cloudkit) {
      categories.insert(.cloudKit)
    } else if chosen == nil, let store = project.mirroredStore {
      categories.insert(.cloudKit)
      (localEntities, localModels) = (store.localEntities, store.localModels)
      note("\(store.remark.text), so the rules of '--cloudkit' apply", at: store.remark.location)
    }
    if let store = project.ownStore { note(store.text, at: store.location) }
    if options.has(.batch) { categories.insert(.batchDeletes) }
    let ranges = try releasesOfEach(project.models)
    var check = Check(
      rules: chosen, for: categories, isStrict: options.has(.strict),
      on: try ranges.first ?? releases(for: []))
    check.ranges = Dictionary(
      zip(project.models.map(\.place), ranges), uniquingKeysWith: { first, _ in first })
    check.assumesAllDeletes = options.has(.assumeAll)
    (check.localEntities, check.localModels) = (localEntities, localModels)
    for id in options.list(.disable) { check.rules.remove(try rule(id)) }
    if let configuration = try configured?.configuration {
      check.configure(by: configuration, keepingRules: chosen != nil)
    }
    return check
  }

  private func rule(
    _ id: String
  ) throws(CommandError) -> CheckRule {
    if let rule = CheckRule(rawValue: id) { return rule }
    let known = CheckRule.allCases.map(\.rawValue)
    let having = known.filter { $0.split(separator: "_").contains(Substring(id)) }
    let near =
      having.isEmpty ? id.suggestion(among: known) : "; did you mean \(having.listed("or"))?"
    throw options.usage(
      "no rule is called '\(id)'\(near.isEmpty ? "; 'deleterules rules' lists them" : near)")
  }

  func knownBaseline() throws -> Baseline? {
    if let path = options[.baseline] { return try Baseline(InputFiles.file(path)) }
    guard let path = try configured?.path(\.baseline) else { return nil }
    if InputFiles.exists(path) { return try Baseline(InputFiles.file(path)) }
    if options.has(.writeBaseline) { return nil }
    throw CommandError.noInput(
      "no such file: '\(path)', which \(Configuration.fileName) names as the baseline; "
        + "'--write-baseline \(path)' makes it")
  }

  private func earlierBaseline(at path: String) throws -> Baseline {
    guard InputFiles.exists(path) else { return .empty }
    return try OpenedFiles.$current.withValue(nil) { try Baseline(InputFiles.file(path)) }
  }

  /// Writes a baseline that silences what was found, too.
  func write(
    _ found: CheckRun, of project: Project, rules: Set<CheckRule>, toBaseline path: String,
    after known: Baseline?
  ) throws {
    try checkOutputs()
    let before = try (known ?? earlierBaseline(at: path)).resolved(
      among: found.models, in: project)
    let lines = before.silencing(
      found.findings, in: Set(found.models), rules: rules, because: options[.reason])
    let isBlank = options[.reason]?.allSatisfy(\.isWhitespace) ?? false
    guard let lines, !isBlank else {
      throw options.usage(
        "'--write-baseline' needs '--reason TEXT': why these findings are left alone")
    }
    try OutputFile(path: path).write(Baseline.text(of: lines))
    let kept = Set(lines.map(\.key))
    let gone = before.goneCount(keeping: kept)
    let stale = gone > 0 ? "; \(gone) that no longer apply are gone" : ""
    let count = lines.count == 1 ? "1 finding is" : "\(lines.count) findings are"
    remark("\(path.singleLine): \(count) silenced\(stale)")
  }
}

extension CheckRun {
  /// Returns the findings with a place in some files, and those about something that could not be read.
  ///
  /// - Parameter files: Paths from the repository's top.
  /// - Returns: The findings, in the same order.
  fileprivate func involving(_ files: Set<String>) -> CheckRun {
    var known: [String: Bool] = [:]
    func isIncluded(_ location: Location) -> Bool {
      let isIncluded = known[location.file] ?? files.contains(Project.way(to: location.file))
      known[location.file] = isIncluded
      return isIncluded
    }
    return CheckRun(
      models: models,
      findings: findings.filter { finding in
        let places = [finding.location] + finding.labels.map(\.location) + finding.reachedBy
        return finding.leavesOut || places.contains(where: isIncluded)
      })
  }

  /// The models, as a message names them: from the working directory, as findings do.
  fileprivate var names: String {
    let here = "\(Project.way(to: "."))/"
    return models.map { place in
      (place.hasPrefix(here) ? String(place.dropFirst(here.count)) : place).titleOfModel
    }.listed().singleLine
  }
}

extension Finding {
  /// Its subject and severity, without its place in the file, which may be one of a revision.
  fileprivate func key(at revision: String?) -> [String] {
    let start = revision.map { "\($0):" } ?? ""
    func way(to file: String) -> String {
      !start.isEmpty && file.hasPrefix(start)
        ? String(file.dropFirst(start.count)) : Project.way(to: file)
    }
    return [
      rule.rawValue, severity.rawValue, entity ?? "", relationship ?? "", way(to: location.file),
    ]
      + [caller.map { $0.contains("/") ? way(to: $0) : $0 } ?? ""]
  }
}

extension String {
  /// The text line by line, without what commands a terminal.
  fileprivate var singleLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).singleLine }.joined(separator: "\n")
  }
}
