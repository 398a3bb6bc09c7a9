import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// A finding at a call, and the relationship that causes it, if any.
struct CallFinding {
  fileprivate(set) var finding: Finding
  let relationship: RelationshipID?
  let isUncalled: Bool
}

extension Check {
  /// Finds what the rules find that look at calls.
  func callFindings(
    _ calls: [DeleteCall], in model: Model, sweptBy sweeps: OrphanSweeps = OrphanSweeps()
  ) throws(CheckFault) -> [CallFinding] {
    if calls.isEmpty { return [] }
    let schema = schema(of: model)
    var bench = TrialBench(schema)
    var known: [AlikeCalls: [(rule: CheckRule, match: CallMatch, witness: Witness)]] = [:]
    var found: [CallFinding] = []
    // Of several calls that show a fault of a relationship, the first is named.
    var places: [Location: Int] = [:]
    // A finding is reported at a call that can be reached, if there is one.
    let ordered = calls.filter { $0.uncalled == nil } + calls.filter { $0.uncalled != nil }
    for subject in ordered.flatMap({ CallSubject.all(of: $0, in: schema) }) {
      let call = subject.call
      let range = range.map { model.releases(of: subject.entity, in: $0) }
      let alike = AlikeCalls(subject)
      if known[alike] == nil {
        known[alike] = []
        for rule in CheckRule.allCases where rules.contains(rule) {
          guard case .byCall(let find) = rule.search, let match = find(subject, &bench) else {
            continue
          }
          guard let framework = rule.behaving(schema.framework, on: range) else { continue }
          let witness = try Witness(
            of: rule, match.proof.scenario, showing: match.proof.effect, in: framework,
            at: call.location, on: range)
          known[alike]?.append((rule, match, witness))
        }
      }
      for (rule, match, witness) in known[alike] ?? [] {
        let cause = match.path.last
        let place = match.isAtCause ? cause.flatMap(model.location) : nil
        if let first = place.flatMap({ places[$0] }) {
          if call.uncalled == nil || found[first].isUncalled {
            found[first].finding.reachedBy.append(call.location)
          }
          continue
        }
        if let place { places[place] = found.count }
        var finding = Finding(
          rule, match.severity ?? rule.severity, match.text, model: model.place,
          entity: cause.map { schema.declaration(of: schema.source(of: $0)).name } ?? subject.name,
          relationship: cause.map { schema.declaration(of: $0).name }, at: place ?? call.location,
          witness: witness)
        if let range, let behaviour = range.behaviour(rule.behaviour, of: model.framework) {
          finding.notes.append(.releases(behaviour, range))
        }
        if let deletion = call.deletion, deletion != call.location {
          finding.notes.append(.deleted(at: deletion))
        }
        if place != nil { finding.notes.append(.shared(at: call.location)) }
        finding.caller = call.caller
        finding.reachedBy = [call.location]
        finding.path = path(of: subject, match, in: model)
        if let uncalled = call.uncalled { finding.demote(by: .uncalled([uncalled])) }
        if call.mayBeHeld, let relationship = call.relationship {
          finding.demote(by: .mayBeHeld(by: relationship))
        }
        if rule == .unlinkLeavesOrphan,
          let note = cause.flatMap({ sweeps.note(about: $0, in: schema) })
        {
          finding.demote(by: note)
        }
        found.append(
          CallFinding(finding: finding, relationship: cause, isUncalled: call.uncalled != nil))
      }
    }
    return found
  }

  /// The properties by which the rules tell calls apart.
  private struct AlikeCalls: Hashable {
    let kind: DeleteCall.Kind
    let names: [String?]
    let isToldInFunction: Bool
    let isWrite: Bool
    let savedWith: Set<String>
    let settled: Set<String>
    let wiped: Set<String>
    let emptied: Set<String>
    let sparesSubentities: Bool
    let isOfOtherContext: Bool

    init(_ subject: CallSubject) {
      let call = subject.call
      kind = call.kind
      names = [subject.name, call.relationship, call.property]
      isToldInFunction = call.isToldInFunction
      isWrite = call.isWrite
      savedWith = call.savedWith
      settled = call.settled
      wiped = call.wiped
      emptied = call.emptied
      sparesSubentities = call.sparesSubentities
      isOfOtherContext = call.isOfOtherContext
    }
  }

  private func path(
    of subject: CallSubject, _ match: CallMatch, in model: Model
  ) -> [Finding.Label] {
    let call = subject.call
    let name = subject.name.withArticle
    let deletion = call.deletion.flatMap { $0 == call.location ? nil : $0 }
    let first = deletion.map { Finding.Label("deletes \(name)", at: $0) }
    let own = Finding.Label(call.words(of: name), at: call.location)
    let cause = match.path.last.flatMap { relationship in
      model.location(of: relationship).map {
        let word =
          match.cause ?? model.schema.declaration(of: relationship).deleteRule.rawValue
        return Finding.Label("\(model.schema.qualifiedName(of: relationship)) is \(word)", at: $0)
      }
    }
    return [first, own].compactMap(\.self) + model.steps(along: match.path.dropLast())
      + [cause].compactMap(\.self)
  }
}

extension CheckRule {
  /// Returns a framework that behaves as the rule supposes; nil if it does so on none of the
  /// releases.
  fileprivate func behaving(_ framework: Framework, on range: ReleaseRange?) -> Framework? {
    guard let behaviour else { return framework }
    if let range {
      guard let known = range.behaviour(behaviour, of: framework.name),
        range.eras.contains(where: known.mayHappen)
      else { return nil }
    }
    var framework = framework
    framework.behaviours[behaviour] = behaviour.consequences.first
    return framework
  }
}

extension DeleteCall {
  /// Whether a rule looks at the call; all other deletes of objects are named by the hazards.
  var mayHurtByItself: Bool { kind != .delete || !savedWith.isEmpty || isOfOtherContext }

  fileprivate func words(of name: String) -> String {
    switch kind {
    case .delete: "deletes \(name)"
    case .batchDelete: "batch-deletes \(name)"
    case .erase: "deletes everything"
    case .unlink: "takes \(name) out"
    case .save: "saves that, hiding a failure"
    case .read: property == nil ? "deletes it again" : "reads or sets it"
    case .share: "gives \(name) to another object"
    case .reuse: relationship == nil ? "deletes it again" : "gives its place to another object"
    }
  }
}
