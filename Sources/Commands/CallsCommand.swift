import CompiledOnce
import DeleteCalls
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import SourceText

extension Session {
  /// Says what each delete in the code of an app does.
  func calls() throws -> ExitCode {
    let project = try project(at: options.arguments, keepingCode: true)
    let baseline = try knownBaseline()
    reportUnread(of: project)
    reportErrors(of: project.models)
    let stories = try stories(of: project.models)
    let calls = ModelCalls(in: project)
    for gap in calls.gaps { console.report("\(gap.location): \(gap.reason.words)".singleLine) }
    var report = CallsReport(
      calls.calls, told: stories, without: project.gaps, gaps: calls.gaps,
      listsUnresolved: options.has(.unresolved), listsHarmless: options.has(.all))
    report.wayToFile = try options.format == .html ? project.place(ofFile:) : Project.way
    let check = Check(rules: [.deleteCall, .staleBaselineEntry])
    var stale: [Finding] = []
    // Of many calls, each with its path, only where something may silence one.
    if baseline != nil || options.has(.writeBaseline) || project.hasComments {
      let unsilenced = check.remaining(report.findings, in: project)
      if let path = options[.writeBaseline] {
        let found = try run(check, unsilenced, of: project, besides: nil)
        try write(
          found, of: project, rules: check.rules, toBaseline: path, after: baseline)
        return .ok
      }
      let found = try run(check, unsilenced, of: project, besides: baseline)
      stale = found.findings.filter { $0.rule == .staleBaselineEntry }
      for finding in stale { console.report(finding.description.singleLine) }
      report.keep(found.findings)
    }
    let isTable = try options.format == .text && console.output.isTerminal
    if isTable { try deliver(report.page) } else { try deliver(report) }
    if try options.format == .github, let summary = report.githubSummary {
      try console.append(summary, toFileNamedBy: "GITHUB_STEP_SUMMARY")
      remarkWithoutAnnotation(report.countWithoutAnnotation, "call")
    }
    if try options.format != .text { remark(report.summary) }
    return project.isWhole && calls.gaps.isEmpty && stale.isEmpty ? .ok : .failure
  }

  func explainCalls(
    at place: CallPlace, in project: Project
  ) throws -> ExitCode {
    let files = place.files(among: project.codeFiles, in: project)
    let all = ModelCalls(in: project).calls.filter { files.contains($0.location.file) }
    let calls = all.filter { $0.location.line == place.line }
    if calls.isEmpty {
      let near = all.map(\.location.line).sortedWithoutRepeats()
      let hint =
        !near.isEmpty
        ? "there are some on line \(near.map { "\($0)" }.listed("and"))"
        : files.isEmpty ? "no such file was read" : "there is none in that file"
      throw options.usage("found no call to explain at \(place.file):\(place.line); \(hint)")
    }
    let stories = try stories(of: project.models)
    // A call that deletes nothing itself is described in a table, without an entity's delete.
    let deletes = calls.filter { $0.kind == .delete || $0.kind == .batchDelete }
    // Of a function that deletes what it is given, each entity that callers pass.
    let reports = deletes.flatMap { call -> [EntityReport] in
      (call.models.isEmpty ? stories : call.models.map { stories[$0] }).flatMap { stories in
        call.allEntities.compactMap(stories.model.schema.entity).map {
          EntityReport(of: $0, stories, at: call)
        }
      }
    }
    if reports.isEmpty {
      try deliver(
        CallsReport(calls, told: stories, without: project.gaps, listsHarmless: true))
    } else {
      try deliver(ModelsReport(reports, without: project.gaps))
    }
    return project.isWhole ? .ok : .failure
  }
}

/// A line of a file, as in `Trips/TripList.swift:42`.
struct CallPlace {
  let file: String
  let line: Int

  /// Parses a location as it was typed; nil if it isn't one.
  init?(_ typed: String) {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let line = Int(parts[1]),
      [".swift", ".m", ".mm"].contains(where: parts[0].hasSuffix)
    else { return nil }
    file = String(parts[0])
    self.line = line
  }

  /// The files that are meant, however the path is written: the one that it leads to, or else those
  /// from the project's top, or whose paths end like it.
  func files(among paths: [String], in project: Project) -> Set<String> {
    let place = project.place(ofFile: file)
    let name = place.split(separator: "/").last.map(String.init) ?? place
    let alike = paths.filter { $0.hasSuffix(name) }
    let found = alike.filter { project.place(ofFile: $0) == place }
    let ending = project.place(named: file)
    return Set(
      found.isEmpty ? alike.filter { $0 == ending || $0.hasSuffix("/\(ending)") } : found)
  }
}
