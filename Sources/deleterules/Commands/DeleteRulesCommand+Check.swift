import DeleteMatrix
import ModelCheck
import ModelFiles
import Reporting

extension DeleteRulesCommand {
  /// Says what will hurt in some models.
  static func check(_ options: CommandLineOptions) throws -> ExitCode {
    let check = try chosenCheck(options)
    let models = try readModels(options.arguments)
    var findings: [Finding] = []
    for model in models { findings += try check.findings(in: model) }
    let names = models.map(\.name).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    let baseline = try options[.baseline].map { try Baseline(InputFiles.file($0)) }
    if let path = options[.writeBaseline] {
      return try write(
        findings, of: Set(names), by: check.rules, toBaseline: path, keeping: baseline, options)
    }
    if let baseline {
      findings = baseline.remaining(
        findings, in: Set(names), rules: check.rules, isStrict: check.isStrict)
    }
    let run = CheckRun(models: names, findings: findings.filter { check.rules.contains($0.rule) })
    let format: CheckReport = try options.format()
    let isShown = options[.output] == nil || options[.output] == "-"
    if format == .text && isShown && Terminal.output.wantsColour {
      try Output.write(run.colouredText)
    } else {
      try deliver(format.text(of: run), options)
    }
    if format == .github, let summary = run.githubSummary {
      try Output.append(summary, toFileNamedBy: "GITHUB_STEP_SUMMARY")
    }
    Output.report("\(names.listed().singleLine): \(run.counts)")
    return run.isFailure ? .failure : .ok
  }

  /// Lists the rules, or explains one.
  static func rules(_ options: CommandLineOptions) throws -> ExitCode {
    guard let id = options.arguments.first else {
      try deliver(RuleReport.list, options)
      return .ok
    }
    try deliver(try RuleReport.text(of: try rule(id, options)), options)
    return .ok
  }

  private static func chosenCheck(_ options: CommandLineOptions) throws(CommandError) -> Check {
    var chosen: Set<CheckRule>?
    if options.has(.rule) {
      // That an entry of a baseline is stale is said whatever else is looked for.
      var rules: Set<CheckRule> = [.staleBaselineEntry]
      for id in options.list(.rule) { rules.insert(try rule(id, options)) }
      chosen = rules
    }
    var check = Check(
      rules: chosen, forCloudKit: options.has(.cloudkit), isStrict: options.has(.strict))
    for id in options.list(.disable) { check.rules.remove(try rule(id, options)) }
    return check
  }

  private static func rule(
    _ id: String, _ options: CommandLineOptions
  ) throws(CommandError) -> CheckRule {
    if let rule = CheckRule(rawValue: id) { return rule }
    let known = CheckRule.allCases.map(\.rawValue)
    throw options.usage(
      "no rule is called '\(id)'\(id.suggestion(among: known)); 'deleterules rules' lists them")
  }

  /// The models at some paths, each once.
  private static func readModels(_ paths: [String]) throws -> [Model] {
    var models: [Model] = []
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      let found = try Model.current(at: path)
      report(passedOver: found.leftOut)
      models += found.models
    }
    return models
  }

  private static func write(
    _ findings: [Finding], of models: Set<String>, by rules: Set<CheckRule>,
    toBaseline path: String, keeping given: Baseline?, _ options: CommandLineOptions
  ) throws -> ExitCode {
    let isThere = InputFiles.exists(path)
    let before = try given ?? (isThere ? Baseline(InputFiles.file(path)) : .empty)
    let lines = before.silencing(
      findings, because: options[.reason], in: models, rules: rules)
    guard let lines else {
      throw options.usage(
        "'--write-baseline' needs '--reason TEXT': why these findings are left alone")
    }
    try Output.write(Baseline.text(of: lines), toFile: path)
    Output.report("\(path.singleLine): \(lines.count) findings are silenced")
    return .ok
  }
}
