import DeleteCalls
import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// What each delete in the code of an app does.
package struct CallsReport: Report {
  let calls: [DeleteCall]
  let listsUnresolved: Bool
  let unread: [ModelFinding]
  /// For each model, what is said of its entities, by name.
  private let words: [[String: EntityWords]]

  /// Reports the calls of an app.
  ///
  /// - Parameters:
  ///   - calls: The calls.
  ///   - models: The models that they are about.
  ///   - range: The releases of which is told what may crash; nil for what the frameworks are
  ///     described to do.
  ///   - unread: What could not be read.
  ///   - listsUnresolved: Whether calls are listed of which it is not certain what they delete.
  package init(
    _ calls: ModelCalls, of models: [Model], on range: ReleaseRange? = nil,
    without unread: [ModelFinding] = [], listsUnresolved: Bool = true
  ) {
    self.calls = calls.calls
    self.listsUnresolved = listsUnresolved
    self.unread = unread
    words = models.map { model in
      let names = KindNames(in: model.schema)
      return Dictionary(
        EntityEffects.all(in: model.schema, on: range).map { effects in
          let words = EntityWords(effects, naming: names)
          return (words.entity, words)
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  package static var writers: Writers {
    [.text: { $0.text }, .json: { $0.json }, .markdown: { $0.markdown }]
  }

  /// The calls that are listed.
  private var listed: [DeleteCall] { calls.filter { listsUnresolved || $0.isResolved } }

  /// A line for each call, and how many there are.
  private var text: String {
    listed.map { "\($0.location): \(sentence($0))".singleLine + "\n" }.joined() + summary + "\n"
  }

  /// How many calls there are, and of how many it is certain what they delete.
  package var summary: String {
    let resolved = calls.count(where: \.isResolved)
    let left = calls.count - resolved
    let calls = self.calls.count == 1 ? "1 delete call" : "\(self.calls.count) delete calls"
    if self.calls.isEmpty { return "no delete calls" }
    if left == 0 { return "\(calls), all resolved" }
    let hint = listsUnresolved ? "" : " (--unresolved lists them)"
    return "\(calls): \(resolved) resolved, \(left) not\(hint)"
  }

  private func words(for call: DeleteCall) -> EntityWords? {
    guard let model = call.model, let entity = call.entity else { return nil }
    return words[model][entity]
  }

  /// What a call does, in a line.
  private func sentence(_ call: DeleteCall) -> String {
    let entity = call.entity ?? ""
    guard call.isResolved else {
      return call.kind == .batchDelete
        ? "batch-deletes what the code does not say" : "deletes what the code does not say"
    }
    let how = call.kind == .batchDelete ? "batch-deletes" : "deletes"
    if !call.entities.isEmpty { return "\(how) \(call.entities.listed("and"))" }
    if !call.givenEntities.isEmpty {
      return "\(how) what its function is given: "
        + "\(call.givenEntities.listed("or")), at the calls of that"
    }
    let place = call.deletion.map { " deleted on line \($0.line)" } ?? ""
    switch call.kind {
    case .erase: return "deletes everything in the store"
    case .save:
      let refusal = words(for: call)?.refusal ?? "may be refused"
      return
        "saves with try? what was\(place), a \(entity): \(refusal), and then nobody hears of it"
    case .read:
      let end = words(for: call)?.schema.framework.trapsOnDanglingRead == false
      return "reads \(call.property ?? "it") of the \(entity)\(place), which is gone: "
        + (end ? "comes to nil or zero" : "traps")
    case .unlink:
      let relationship = call.relationship ?? ""
      let owner = relationship.prefix { $0 != "." }
      return "unlinks \(entity) from \(relationship): deletes nothing; the \(entity) stays without "
        + String(owner).withArticle
    case .batchDelete:
      guard let words = words(for: call) else { return "batch-deletes \(entity)" }
      return "batch-deletes \(entity): \(words.batchVerdict ?? "there can be no object of it")"
    case .delete:
      guard let words = words(for: call) else { return "deletes \(entity)" }
      let taken = words.taken
      let goes = taken.isEmpty ? "takes nothing along" : "takes \(words.few(taken, "and")) along"
      return "deletes \(entity): \(([goes] + words.consequences).joined(separator: "; "))"
    }
  }

  package var page: Prose {
    var text = Prose("")
    for (file, calls) in grouped {
      text += "\(Prose.heading(2, file.prose))\n\n"
      for call in calls {
        text += "- line \(call.location.line): \(sentence(call).prose)\n"
      }
      text += "\n"
    }
    return text + "\(summary.prose)\n"
  }

  private var grouped: [(String, [DeleteCall])] {
    Dictionary(grouping: listed, by: \.location.file).sorted { $0.key < $1.key }
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
      ("entity", .nullable(call.entity)),
      ("entities", .strings(call.entities)), ("given", .strings(call.givenEntities)),
      ("relationship", .nullable(call.relationship)),
      ("function", .nullable(call.function)), ("resolved", .bool(call.isResolved)),
      ("effect", effect(of: call)),
    ])
  }

  private func effect(of call: DeleteCall) -> JSONText {
    guard let words = words(for: call), call.kind != .unlink else {
      return .object([("says", .string(sentence(call)))])
    }
    let effects = words.effects
    func names(_ relationships: [RelationshipID]) -> JSONText {
      .strings(relationships.map(words.qualified))
    }
    return .object([
      ("says", .string(sentence(call))), ("takes", .strings(words.taken)),
      (
        "refused",
        names(effects.denials.map(\.relationship) + effects.invalidations.map(\.relationship))
      ),
      ("dangling", names(effects.dangling.map(\.relationship))),
      ("crashes", names(effects.crashes.map(\.relationship) + effects.crashingCascades)),
    ])
  }
}
