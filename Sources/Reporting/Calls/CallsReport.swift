import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// What each delete in the code of an app does.
package struct CallsReport: Report {
  private var calls: [DeleteCall]
  let models: [Model]
  private let listsUnresolved: Bool
  let unread: [ModelFinding]
  let words: CallWords
  /// How many calls are known and left alone.
  private var silencedCount = 0
  /// What a service calls a file, by its path from the working directory.
  package var wayToFile: @Sendable (String) -> String = { $0 }

  /// Reports the calls of an app.
  ///
  /// - Parameters:
  ///   - calls: The calls.
  ///   - range: The releases of which is told what may crash; nil for what the frameworks are
  ///     described to do.
  ///   - unread: What could not be read.
  ///   - listsUnresolved: Whether calls are listed of which it is not certain what they delete.
  package init(
    _ calls: ModelCalls, on range: ReleaseRange? = nil, without unread: [ModelFinding] = [],
    listsUnresolved: Bool = true
  ) {
    self.init(
      calls.calls, of: calls.models, on: range, without: unread, listsUnresolved: listsUnresolved)
  }

  /// Reports some calls of an app, about its models.
  package init(
    _ calls: [DeleteCall], of models: [Model], on range: ReleaseRange?,
    without unread: [ModelFinding], listsUnresolved: Bool = true
  ) {
    self.calls = calls
    self.models = models
    self.listsUnresolved = listsUnresolved
    self.unread = unread
    words = CallWords(of: models, on: range)
  }

  package static var writers: Writers {
    [
      .text: { $0.text }, .json: { $0.json }, .sarif: { $0.run.located(by: $0.wayToFile).sarif },
      .junit: { $0.run.junit(of: "calls") },
      .github: { $0.run.located(by: $0.wayToFile).githubAnnotations }, .markdown: { $0.markdown },
      .html: { $0.html },
    ]
  }

  /// The calls as findings, by which comments and baselines know them.
  package var findings: [Finding] {
    calls.map { call in
      let model = call.model.map { models[$0] } ?? models.first
      let owner = call.relationship?.split(separator: ".").map(String.init)
      var finding = Finding(
        .deleteCall, CheckRule.deleteCall.severity, FindingText(words.sentence(call)),
        model: model?.place ?? "", entity: owner?.first ?? call.entity, relationship: owner?.last,
        at: call.location)
      finding.caller = call.caller
      finding.path = path(of: call, in: model)
      return finding
    }
  }

  /// The calls with the relationships behind what they do: what takes others along, refuses or dangles.
  private func path(of call: DeleteCall, in model: Model?) -> [Finding.Label] {
    var steps = [Finding.Label(words.sentence(call), at: call.location)]
    guard let model, let effects = words.entity(of: call)?.effects, call.kind != .unlink else {
      return steps
    }
    let named: [(String, [RelationshipID])] = [
      ("takes along what it holds", effects.cascades.map(\.relationship)),
      ("can refuse it", (effects.denials.map(\.relationship))),
      ("must not lose it", effects.invalidations.map(\.relationship)),
      ("is left leading to what is gone", effects.dangling.map(\.relationship)),
    ]
    for (what, relationships) in named {
      for relationship in relationships {
        guard let location = model.location(of: relationship) else { continue }
        let name = model.schema.qualifiedName(of: relationship)
        steps.append(Finding.Label("\(name) \(what)", at: location))
      }
    }
    return steps
  }

  /// Leaves out the calls that are none of some findings.
  package mutating func keep(_ findings: [Finding]) {
    let kept = Set(findings.map { "\($0.location) \($0.title)" })
    let all = calls
    calls = calls.filter { kept.contains("\($0.location) \(words.sentence($0))") }
    silencedCount = all.count - calls.count
  }

  private var run: CheckRun {
    let listed = Set(listed.map(\.location))
    return CheckRun(
      models: models.map(\.place), findings: findings.filter { listed.contains($0.location) })
  }

  /// Markdown for the summary of a step; nil where there is nothing to say.
  package var githubSummary: String? { calls.isEmpty ? nil : markdown }

  /// How many calls get no annotation.
  package var countWithoutAnnotation: Int { run.countWithoutAnnotation }

  /// The calls that are listed.
  private var listed: [DeleteCall] { calls.filter { listsUnresolved || $0.isResolved } }

  /// A line for each call, and how many there are.
  private var text: String {
    var text = ""
    for call in listed {
      text += "\(call.location): \(words.sentence(call))".singleLine + "\n"
    }
    return text + summary + "\n"
  }

  /// How many calls there are, and of how many it is certain what they delete.
  package var summary: String {
    let resolved = calls.count(where: \.isResolved)
    let left = calls.count - resolved
    let silenced = silencedCount == 0 ? "" : "; \(silencedCount) silenced"
    if self.calls.isEmpty { return "no delete calls\(silenced)" }
    let calls = self.calls.count == 1 ? "1 delete call" : "\(self.calls.count) delete calls"
    if left == 0 { return "\(calls), all resolved\(silenced)" }
    let hint = listsUnresolved ? "" : " (--unresolved lists them)"
    return "\(calls): \(resolved) resolved, \(left) not\(hint)\(silenced)"
  }

  package var page: Prose {
    var text = Prose("")
    for (file, calls) in grouped {
      text += "\(Prose.heading(2, file.prose))\n\n"
      for call in calls {
        text += "- line \(call.location.line): \(words.sentence(call).prose)\n"
      }
      text += "\n"
    }
    return text + "\(summary.prose)\n"
  }

  var grouped: [(String, [DeleteCall])] {
    listed.grouped(by: \.location.file).sorted { $0.key < $1.key }
  }

  private var json: String {
    JSONText.object([
      ("calls", .array(calls.map(json))),
      (
        "summary",
        .object([
          ("calls", .integer(calls.count)),
          ("resolved", .integer(calls.count(where: \.isResolved))),
        ])
      ),
      ("unread", JSONText(unread: unread)),
    ]).line + "\n"
  }

  private func json(_ call: DeleteCall) -> JSONText {
    .object([
      ("file", .string(call.location.file)), ("line", .integer(call.location.line)),
      ("column", .integer(call.location.column)), ("kind", .string(call.kind.rawValue)),
      ("entity", .nullable(call.entity)), ("entities", .strings(call.entities)),
      ("given", .strings(call.givenEntities)), ("relationship", .nullable(call.relationship)),
      ("function", .nullable(call.function)), ("caller", .nullable(call.caller)),
      ("resolved", .bool(call.isResolved)), ("effect", effect(of: call)),
    ])
  }

  private func effect(of call: DeleteCall) -> JSONText {
    var members: [(String, JSONText)] = [("says", .string(words.sentence(call)))]
    if let entity = words.entity(of: call), call.kind != .unlink {
      let names = entity.effects.names(in: entity.schema)
      let isBatch = call.kind == .batchDelete
      // A batch delete validates nothing; that a deny rule refuses it is a prediction.
      let denying = entity.effects.denials.map { entity.schema.qualifiedName(of: $0.relationship) }
      members += [
        ("takes", .strings(names.taken)),
        ("refused", .strings(isBatch ? denying : names.refusing)),
        ("failing", .strings(isBatch ? names.failing : [])),
        ("dangling", .strings(names.dangling)), ("crashes", .strings(names.crashing)),
      ]
    }
    return .object(members)
  }
}
