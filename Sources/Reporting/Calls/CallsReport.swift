import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

package struct CallsReport: Report {
  private var calls: [DeleteCall]
  private let stories: [DeleteStories]
  private let listsUnresolved: Bool
  private let listsHarmless: Bool
  let unread: [ModelFinding]
  private let gaps: [CodeGap]
  let words: CallWords
  /// The number of known calls that are suppressed.
  private var silencedCount = 0
  /// Returns the name that a service has for a file, by its path from the working directory.
  package var wayToFile: @Sendable (String) -> String = { $0 }

  /// Reports some calls of an app.
  package init(
    _ calls: [DeleteCall], told stories: [DeleteStories], without unread: [ModelFinding] = [],
    gaps: [CodeGap] = [], listsUnresolved: Bool = true, listsHarmless: Bool = false
  ) {
    let words = CallWords(by: stories)
    // Nothing is deleted or taken out where an object is shared, or used where that does no harm.
    self.calls = calls.filter {
      $0.kind != .share && ($0.kind != .reuse || !words.effects(of: $0).harm.isEmpty)
    }
    self.stories = stories
    self.listsUnresolved = listsUnresolved
    self.listsHarmless = listsHarmless
    self.unread = unread
    self.gaps = gaps
    self.words = words
  }

  var models: [Model] { stories.map(\.model) }

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

  /// A call with the relationships behind what it does: cascades, denials and dangling references.
  private func path(of call: DeleteCall, in model: Model?) -> [Finding.Label] {
    let start = Finding.Label(words.sentence(call), at: call.location)
    guard let model, let story = words.story(of: call), call.kind != .unlink else {
      return [start]
    }
    return [start]
      + story.steps.compactMap { step in
        guard let role = step.kind.role, let location = model.location(of: step.relationship) else {
          return nil
        }
        return Finding.Label("\(story.qualified(step.relationship)) \(role)", at: location)
      }
  }

  package mutating func keep(_ kept: [Finding]) {
    func key(_ finding: Finding) -> [String] { finding.fault + [finding.location.description] }
    let keys = Set(kept.map(key))
    let all = calls
    calls = zip(all, findings).filter { keys.contains(key($0.1)) }.map(\.0)
    silencedCount = all.count - calls.count
  }

  private var run: CheckRun {
    let listed = Set(listed.map(\.location))
    return CheckRun(
      models: models.map(\.place), findings: findings.filter { listed.contains($0.location) })
  }

  /// Markdown for the summary of a step; nil where there is nothing to say.
  package var githubSummary: String? { calls.isEmpty ? nil : markdown }

  package var countWithoutAnnotation: Int { run.countWithoutAnnotation }

  private var listed: [DeleteCall] { calls.filter { listsUnresolved || $0.isResolved } }

  private var text: String {
    var text = ""
    for call in listed {
      text += "\(call.location): \(words.sentence(call))".singleLine + "\n"
    }
    return text + summary + "\n"
  }

  /// The number of calls that delete or unlink something and can do harm.
  var riskyCount: Int {
    (deletes + unlinks).count { $0.uncalled == nil && !words.effects(of: $0).harm.isEmpty }
  }

  /// The calls that delete something: an unlink, a save and a use of what is deleted are no delete.
  private var deletes: [DeleteCall] { calls.filter { $0.kind.isDelete && $0.kind != .unlink } }

  private var unlinks: [DeleteCall] { calls.filter { $0.kind == .unlink } }

  /// The numbers of delete calls and of unlinks: `4 delete calls and 1 unlink`.
  var counts: String {
    let words = [
      (deletes.count, "delete call", "delete calls"), (unlinks.count, "unlink", "unlinks"),
    ].filter { $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    return words.isEmpty ? "0 delete calls" : words.listed("and")
  }

  /// The numbers of delete calls, of those that are resolved, of unlinks, and of places that could not be read.
  package var summary: String {
    let unreadCount = unread.count + gaps.count
    let rest =
      (unreadCount == 0
        ? "" : "; \(unreadCount == 1 ? "1 place" : "\(unreadCount) places") could not be read")
      + (silencedCount == 0 ? "" : "; \(silencedCount) silenced")
    if deletes.isEmpty, unlinks.isEmpty, unreadCount == 0 {
      if silencedCount > 0, calls.isEmpty {
        return "all delete calls are silenced (\(silencedCount))"
      }
      return calls.isEmpty ? "no delete calls\(rest)" : "nothing is deleted here\(rest)"
    }
    let ending = unreadCount == 0 ? ", all resolved" : " found"
    let unlinked =
      unlinks.isEmpty
      ? "" : "; " + Self.count(unlinks, "unlink", "unlinks", listsUnresolved, elseSaying: "")
    return Self.count(deletes, "delete call", "delete calls", listsUnresolved, elseSaying: ending)
      + unlinked + rest
  }

  /// The number of some calls, with the number of those that are resolved where some are not.
  private static func count(
    _ calls: [DeleteCall], _ one: String, _ many: String, _ listsUnresolved: Bool,
    elseSaying ending: String
  ) -> String {
    if calls.isEmpty { return "no \(many)" }
    let count = "\(calls.count) \(calls.count == 1 ? one : many)"
    let left = calls.count { !$0.isResolved }
    if left == 0 { return count + ending }
    let hint = listsUnresolved ? "" : " (--unresolved lists \(left == 1 ? "it" : "them"))"
    return "\(count): \(calls.count - left) resolved, \(left) not\(hint)"
  }

  /// A table of the calls with effects, the worst first, and the counts.
  package var page: Prose {
    let heading = Prose.heading(1, "What the code deletes")
    let (shown, harmless) = tabulated
    var table = Table(header: ["where", "what can go wrong", "what it does"])
    for row in listsHarmless ? shown + harmless : shown {
      table.rows.append([
        "\(row.call.location.file):\(row.call.location.line)".prose,
        Prose(.marked(.warning, row.effects.harm.joined(separator: "; ").prose)),
        row.effects.ordinary.prose,
      ])
    }
    var text: Prose = "\(heading)\n\n"
    if !table.rows.isEmpty { text += "\(Prose(table))\n" }
    if !listsHarmless, !harmless.isEmpty {
      text += "\(Self.words(ofHarmless: harmless).prose) (\(code: "--all") lists such calls).\n"
    }
    return text + "\(summary.prose)\n"
  }

  /// The numbers of calls that delete only their object, and of those that only unlink.
  static func words(ofHarmless rows: [Row]) -> String {
    let unlinks = rows.count { $0.call.kind == .unlink }
    let deletes = rows.count - unlinks
    var words: [String] = []
    if deletes > 0 {
      let count = deletes == 1 ? "1 call deletes" : "\(deletes) calls delete"
      words.append("\(count) only the requested object")
    }
    if unlinks > 0 {
      words.append(
        unlinks == 1
          ? "1 call unlinks something and deletes nothing"
          : "\(unlinks) calls unlink something and delete nothing")
    }
    return words.joined(separator: "; ")
  }

  typealias Row = (call: DeleteCall, effects: CallWords.Effects)

  /// The listed calls with effects, the worst first and those without harm after the unresolved ones, and those
  /// that delete only their object.
  var tabulated: (shown: [Row], harmless: [Row]) {
    let rows = listed.map { (call: $0, effects: words.effects(of: $0)) }
    let shown = rows.filter { !$0.call.isResolved || !$0.effects.isHarmless }
    let harmful = shown.filter { !$0.effects.harm.isEmpty }
    let others = shown.filter(\.effects.harm.isEmpty)
    return (
      DeleteStory.Gravity.allCases.flatMap { gravity in
        harmful.filter { $0.effects.gravity == gravity }
      } + others.filter { !$0.call.isResolved } + others.filter(\.call.isResolved),
      rows.filter { $0.call.isResolved && $0.effects.isHarmless }
    )
  }

  private var json: String {
    JSONText.object([
      ("calls", .array(calls.map(json))),
      (
        "summary",
        .object([
          ("calls", .integer(deletes.count)), ("unlinks", .integer(unlinks.count)),
          ("resolved", .integer(deletes.count(where: \.isResolved))),
          (
            "unresolved",
            .array(
              (deletes + unlinks).filter { !$0.isResolved }
                .map { .object(JSONText.members(of: $0.location)) })
          ),
        ])
      ),
    ]).line + "\n"
  }

  package var problems: [Envelope.Problem] {
    unread.map { Envelope.Problem($0) }
      + gaps.map { Envelope.Problem(message: $0.reason.words, location: $0.location) }
  }

  private func json(_ call: DeleteCall) -> JSONText {
    .object([
      ("file", .string(call.location.file)), ("line", .integer(call.location.line)),
      ("column", .integer(call.location.column)), ("kind", .string(call.kind.rawValue)),
      ("entity", .nullable(call.entity ?? call.classOutsideModels)),
      ("entities", .strings(call.entities)),
      ("argument", .strings(call.givenEntities)), ("relationship", .nullable(call.relationship)),
      ("function", .nullable(call.function)), ("caller", .nullable(call.caller)),
      ("resolved", .bool(call.isResolved)), ("unknown", .nullable(call.unknownPart)),
      ("uncalled", .bool(call.uncalled != nil)),
      ("effect", effect(of: call)),
    ])
  }

  private func effect(of call: DeleteCall) -> JSONText {
    var members: [(String, JSONText)] = [("says", .string(words.sentence(call)))]
    if let story = words.story(of: call), call.kind != .unlink {
      members += [
        ("takes", .strings(story.alsoDeleted)), ("refused", .strings(story.refusing)),
        ("failing", .strings(story.failing)), ("dangling", .strings(story.dangling)),
        ("crashes", .strings(story.crashing)),
      ]
    }
    return .object(members)
  }
}

extension DeleteStory.Step.Kind {
  /// The part of a step's relationship in what a call does; nil for none.
  fileprivate var role: String? {
    switch self {
    case .alsoDeleted: "also deletes the objects it holds"
    case .blocked: "can make the save fail"
    case .madeInvalid: "is mandatory"
    case .leftDangling: "is left pointing at the deleted object"
    case .unlinked, .crashes, .crashesByCascade, .failed, .leftInvalid, .avoidsCrash: nil
    }
  }
}
