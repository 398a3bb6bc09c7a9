import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// A piece of code that may delete objects, of which it is unknown which.
struct UnresolvedDelete {
  let text: FindingText
  let location: Location
  let caller: String?
  /// Whether it deletes rows or objects; nil for either.
  let isBatch: Bool?
  /// The entities that a declared type allows, with all that inherit from them; nil for all.
  let candidates: Set<String>?
  /// The call; nil for code that is not read.
  let call: DeleteCall?
  /// The calls that hide that it cannot be saved.
  var saves: [DeleteCall] = []

  /// The calls that rules look at, each with a supposed entity.
  fileprivate var suspects: [DeleteCall] {
    saves + [call].compactMap(\.self).filter { $0.kind == .batchDelete }
  }

  /// Finds the unresolved deletes among the calls of the code.
  static func all(in calls: ModelCalls) -> [UnresolvedDelete] {
    let all = calls.calls.filter {
      ($0.kind == .delete || $0.kind == .batchDelete) && !$0.isResolved
    }
    // A function's own delete is reported at the calls of it, if one of these is unresolved itself.
    let called = Set(all.filter { !$0.isListedAtCallers }.compactMap(\.callee))
    let unresolved = all.filter { call in
      !call.isListedAtCallers || call.home.map(called.contains) != true
    }
    let saves = calls.calls.filter { $0.kind == .save && !$0.isResolved }.grouped(by: \.deletion)
    let found =
      unresolved.map { call in
        UnresolvedDelete(
          text: FindingText(
            call.doubtfulDelete.map { "this call \($0)" }
              ?? (call.kind == .batchDelete
                ? "this batch delete is of an unknown entity"
                : "this call deletes an object of unknown type")),
          // A baseline tells apart what is in no function by its file.
          location: call.location, caller: call.caller ?? call.location.file,
          isBatch: call.kind == .batchDelete,
          candidates: call.candidates.map { Set($0) }, call: call,
          saves: saves[call.location] ?? [])
      }
      + calls.gaps.map { gap in
        UnresolvedDelete(
          text: FindingText(gap.reason.words), location: gap.location, caller: gap.location.file,
          isBatch: nil, candidates: nil, call: nil)
      }
    return found.sorted { $0.location < $1.location }
  }
}

/// The hazards of a model that no resolved call reaches and that are worth more than a note.
struct UnreachedHazards {
  let model: Model
  let index: Int
  let hazards: [Hazard]
  /// The other faults that each unresolved delete shows, by rules about calls: for each fault, the entities
  /// of which the delete may be.
  let byDelete: [Location: [[String]]]
}

extension Check {
  /// Returns the faults that each unresolved delete, or the save of it, would show if it were of one of a
  /// model's entities, except for those that are hazards of the model: for each, these entities.
  ///
  /// - Throws: A ``CheckFault`` if a proof fails.
  func faults(
    of unresolved: [UnresolvedDelete], in model: Model, besides hazards: [Hazard]
  ) throws(CheckFault) -> [Location: [[String]]] {
    struct Fault: Hashable {
      let rule: CheckRule
      let relationship: RelationshipID?
    }
    var faults: [Location: [(fault: Fault, entities: [String])]] = [:]
    let known = Set(hazards.map(\.pair.relationship))
    let suspects = unresolved.flatMap(\.suspects)
    let deletes = Dictionary(
      suspects.map { ($0.location, $0.deletion ?? $0.location) }, uniquingKeysWith: { $1 })
    for entity in model.entities where !suspects.isEmpty {
      for found in try callFindings(suspects.map { $0.supposed(toDelete: entity.name) }, in: model)
      where found.finding.severity != .note {
        let isHazard = found.relationship.map(known.contains) == true
        if isHazard, found.finding.rule == .batchCallLeavesBroken { continue }
        let fault = Fault(rule: found.finding.rule, relationship: found.relationship)
        for place in found.finding.reachedBy.compactMap({ deletes[$0] }) {
          var all = faults[place] ?? []
          if let index = all.firstIndex(where: { $0.fault == fault }) {
            all[index].entities.append(entity.name)
          } else {
            all.append((fault, [entity.name]))
          }
          faults[place] = all
        }
      }
    }
    return faults.mapValues { $0.map(\.entities) }
  }
}

extension DeleteCall {
  /// The words for what it may delete and what is unknown of that; nil where it is the object that is unknown.
  package var doubtfulDelete: String? {
    guard let doubt, let candidates, !isResolved else { return nil }
    let unknown =
      switch doubt {
      case .receiver: "the type of its receiver is unknown"
      case .function: "it is unknown whether '\(function ?? "")' does so"
      }
    let deleted =
      kind == .batchDelete
      ? "batch-delete \(candidates.listed("or"))"
      : "delete \(candidates.map(\.withArticle).listed("or"))"
    return "may \(deleted), but \(unknown)"
  }
}

extension UnresolvedDelete {
  /// The finding that some hazards may be reached by it; nil if none can be.
  func finding(about unreached: [UnreachedHazards]) -> Finding? {
    var faults = 0
    var names: [String] = []
    var place: String?
    for unreached in unreached
    where call?.mayDelete(ofModel: unreached.index, unreached.model) ?? true {
      let model = unreached.model
      let schema = model.schema
      let allowed = candidates.map {
        Set($0.compactMap(schema.entity).flatMap { schema.kinds(of: $0) })
      }
      for hazard in unreached.hazards where isBatch.map(hazard.isShown) ?? true {
        let deleted = schema.declaration(of: hazard.trial.kinds[hazard.trial.deleted]).name
        let kinds = hazard.trial.deletableKinds(in: schema).sorted()
        let fitting = kinds.filter { allowed?.contains($0) ?? true }
          .map { schema.declaration(of: $0).name }
        if fitting.isEmpty { continue }
        faults += 1
        place = place ?? model.place
        let first = fitting.filter { $0 == deleted }
        names += schema.bases(of: first + fitting).filter { !names.contains($0) }
      }
      for entities in unreached.byDelete[location] ?? [] {
        let fitting = entities.filter { name in
          schema.entity(name).map { allowed?.contains($0) ?? true } ?? false
        }
        if fitting.isEmpty { continue }
        faults += 1
        place = place ?? model.place
        names += schema.bases(of: fitting).filter { !names.contains($0) }
      }
    }
    guard let place else { return nil }
    let rule = CheckRule.unresolvedDelete
    var finding = Finding(rule, rule.severity, text, model: place, at: location)
    finding.caller = caller
    let isNamed = call?.doubtfulDelete != nil && Set(names) == candidates
    finding.notes.append(.shows(faults: faults, ifDeleting: isNamed ? [] : names))
    if let uncalled = call?.uncalled { finding.demote(by: .uncalled([uncalled])) }
    return finding
  }
}

extension Schema {
  /// The entities among some that inherit from none of the others, each once.
  fileprivate func bases(of names: [String]) -> [String] {
    var found: [String] = []
    for name in names where !found.contains(name) {
      let parents = entity(name).map(lineage) ?? []
      let isBase = !names.contains { $0 != name && entity($0).map(parents.contains) == true }
      if isBase { found.append(name) }
    }
    return found
  }
}
