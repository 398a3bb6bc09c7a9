import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// A finding at a call, and the relationship that causes it, if any.
struct CallFinding {
  let finding: Finding
  let relationship: RelationshipID?
}

extension Check {
  /// Finds what the rules find that look at calls.
  ///
  /// - Parameters:
  ///   - calls: Calls in the code that are about the model.
  ///   - model: The model.
  /// - Returns: The findings, in the order of the calls.
  /// - Throws: A ``CheckFault`` if a proof fails.
  func callFindings(
    _ calls: [DeleteCall], in model: Model
  ) throws(CheckFault) -> [CallFinding] {
    if calls.isEmpty { return [] }
    let schema = schema(of: model)
    var bench = TrialBench(schema)
    var known: [AlikeCalls: [(rule: CheckRule, match: CallMatch, witness: Witness)]] = [:]
    var found: [CallFinding] = []
    for subject in calls.flatMap({ CallSubject.all(of: $0, in: schema) }) {
      let call = subject.call
      let alike = AlikeCalls(subject)
      if known[alike] == nil {
        known[alike] = []
        for rule in CheckRule.allCases where rules.contains(rule) {
          guard case .byCall(let find) = rule.search, let match = find(subject, &bench) else {
            continue
          }
          let witness = try Witness(
            of: rule, match.proof.scenario, showing: match.proof.effect, in: schema.framework,
            at: call.location, on: range)
          known[alike]?.append((rule, match, witness))
        }
      }
      for (rule, match, witness) in known[alike] ?? [] {
        let cause = match.path.last
        var finding = Finding(
          rule, match.severity ?? rule.severity, match.text, model: model.place,
          entity: cause.map { schema.declaration(of: schema.source(of: $0)).name } ?? subject.name,
          relationship: cause.map { schema.declaration(of: $0).name }, at: call.location,
          witness: witness)
        if let deletion = call.deletion { finding.notes.append(.deleted(at: deletion)) }
        finding.caller = call.caller
        finding.path = path(of: subject, match, in: model)
        found.append(CallFinding(finding: finding, relationship: cause))
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
    let settled: Set<String>

    init(_ subject: CallSubject) {
      let call = subject.call
      kind = call.kind
      names = [subject.name, call.relationship, call.property]
      isToldInFunction = call.isToldInFunction
      isWrite = call.isWrite
      settled = call.settled
    }
  }

  /// The steps from a call to the cause.
  private func path(
    of subject: CallSubject, _ match: CallMatch, in model: Model
  ) -> [Finding.Label] {
    let call = subject.call
    let name = subject.name.withArticle
    let first = call.deletion.map { Finding.Label("deletes \(name)", at: $0) }
    let own = Finding.Label(call.kind.words(of: name), at: call.location)
    let cause = match.path.last.flatMap { relationship in
      model.location(of: relationship).map {
        let rule = model.schema.declaration(of: relationship).deleteRule.rawValue
        return Finding.Label("\(model.schema.qualifiedName(of: relationship)) is \(rule)", at: $0)
      }
    }
    return [first, own].compactMap(\.self) + model.steps(along: match.path.dropLast())
      + [cause].compactMap(\.self)
  }
}

extension DeleteCall.Kind {
  /// The words for what a call does with an object.
  fileprivate func words(of name: String) -> String {
    switch self {
    case .delete: "deletes \(name)"
    case .batchDelete: "batch-deletes \(name)"
    case .erase: "deletes everything"
    case .unlink: "takes \(name) out"
    case .save: "saves that with try?"
    case .read: "reads or sets it"
    }
  }
}
