import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// What is known of each call, from the code around it and from its callers.
extension CallSearch {
  /// The code that is not read, in no order.
  var gaps: [CodeGap] {
    var all: [CodeGap] = []
    for (body, result) in zip(bodies, results) where !result.gaps.isEmpty {
      let tokens = code.files[body.file].tokens
      all += result.gaps.map { CodeGap(location: tokens.location($0.key), reason: $0.value) }
    }
    return all
  }

  /// All that was found, in no order.
  var calls: [DeleteCall] {
    var callers: [Int: [Caller]] = [:]
    for (index, result) in results.enumerated() {
      for (number, call) in result.calls.enumerated() {
        guard let function = call.via else { continue }
        callers[function, default: []].append(Caller(body: Int32(index), call: Int32(number)))
      }
    }
    let given = entitiesGiven(by: callers)
    let lists = deletedLists
    let settlings = results.map {
      $0.calls.isEmpty
        ? nil
        : Settling(
          $0.calls, on: $0.ways, linking: $0.linked.union(keptForDeletes(in: $0, lists)),
          asking: $0.questions, in: code)
    }
    let surroundings = surroundings(of: callers, settlings)
    let settled = settledNames(by: settlings)
    let emptyAtCallers = emptyAtCallers
    let wipedByCallers = wipedByCallers
    let functions = Dictionary(
      bodies.indices.compactMap { index in bodies[index].function.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    var all: [DeleteCall] = []
    all.reserveCapacity(results.reduce(0) { $0 + $1.calls.count })
    for (index, result) in results.enumerated() where !result.calls.isEmpty {
      let place = name(of: bodies[index])
      for (number, found) in result.calls.enumerated() {
        let isGiven = found.value.parameterMask != 0 || found.value.given != 0
        let hasCallers =
          bodies[index].function.map { function in
            wrappers[function] != nil
              && callers[function]?.contains { bodies[Int($0.body)].function != function } == true
          } == true
        // What is hidden of an unknown entity is found where that is known.
        if found.kind == .save, found.entities.isEmpty, hasCallers { continue }
        if isSettledMore(number, than: result.calls, settled[index]) { continue }
        let isListedAtCallers = isGiven && found.kind.deletes && hasCallers
        let around = isListedAtCallers ? bodies[index].function.flatMap { surroundings[$0] } : nil
        var own = Surroundings(of: found, settlings[index], in: code).union(around)
        if let name = found.propertyName {
          let empty = bodies[index].function.flatMap { emptyAtCallers[$0] } ?? []
          let relationships = empty.filter { $0.hasPrefix("\(name).") }
            .map { String($0.dropFirst(name.count + 1)) }
          own.emptied.formUnion(Set(relationships).subtracting(found.filled))
        }
        if let function = bodies[index].function, let wiped = wipedByCallers[function] {
          own.wiped.formUnion(
            code.names(of: found.kind == .batchDelete ? wiped.byBatch : wiped.all))
        }
        let isPassedOn = bodies[index].function.map { passesOn(found, in: $0) } ?? false
        let given = isPassedOn ? bodies[index].function.flatMap { given[$0] } : nil
        all.append(
          call(
            of: found, given: given ?? [], in: bodies[index], place,
            isListedAtCallers: isListedAtCallers,
            settled: settled[index][number].union(
              found.via.flatMap { functions[$0] }.map {
                self.settled(before: found.value.type.entity, in: $0, settled)
              } ?? []),
            around: own))
      }
    }
    return all
  }

  /// The entities and relationships that the code around each call also handles, by the bodies.
  private func settledNames(by settlings: [Settling?]) -> [[Set<String>]] {
    let askedByCallers = questionsOfCallers
    let ofCallers = freedByCallers
    let deletedByCallers = Set(ofCallers.filter(\.isDeleted).map(\.unlink))
      .subtracting(ofCallers.filter { !$0.isDeleted }.map(\.unlink))
    return results.indices.map { index in
      let function = bodies[index].function
      let asked = function.flatMap { askedByCallers[$0] } ?? []
      return results[index].calls.map { call in
        let names = settlings[index]?.names(for: call, in: code) ?? []
        return switch call.kind {
        case .delete, .save: names.union(asked)
        case .unlink:
          names.union(
            deletedParts(of: call, in: function, by: deletedByCallers).map { self.names(of: [$0]) }
              ?? [])
        case .batchDelete, .erase, .read, .share, .reuse: names
        }
      }
    }
  }

  /// The properties of which some code deletes each element.
  private var deletedLists: Set<Int> {
    results.reduce(into: []) { $0.formUnion($1.uses.deletedLists) }
  }

  /// The objects that a body puts into lists whose elements some code deletes.
  private func keptForDeletes(
    in result: Result, _ lists: Set<Int>
  ) -> [DeletionState.Relinked] {
    result.uses.kept.filter { lists.contains($0.property) }.map {
      DeletionState.Relinked(entity: $0.entity, place: $0.place, isOfToOne: false, other: nil)
    }
  }

  /// The objects that called functions have set free; those in code that nothing calls only where no other code has any.
  private var freedByCallers: [Evaluation.Freed] {
    var (live, others): ([Evaluation.Freed], [Evaluation.Freed]) = ([], [])
    let lists = deletedLists
    for (body, result) in zip(bodies, results) where !result.uses.freed.isEmpty {
      let kept = Set(
        result.uses.kept.filter { lists.contains($0.property) }.map(\.object))
      let freed = result.uses.freed.map { freed in
        var freed = freed
        if freed.object != 0, kept.contains(freed.object) { freed.isDeleted = true }
        return freed
      }
      let isUncalled = uncalled.code(ofFunction: body.function, property: body.property) != nil
      if isUncalled { others += freed } else { live += freed }
    }
    let known = Set(live.map(\.unlink))
    return live + others.filter { !known.contains($0.unlink) }
  }

  /// Whether a save is that of a delete about which the code asks more than about another one of the same entity, or
  /// as much as about one before it.
  private func isSettledMore(
    _ number: Int, than calls: [Evaluation.FoundCall], _ settled: [Set<String>]
  ) -> Bool {
    let call = calls[number]
    guard call.kind == .save else { return false }
    return calls.indices.contains { other in
      calls[other].kind == .save && calls[other].token == call.token && other != number
        && calls[other].value.type == call.value.type
        && (settled[other].count, other) < (settled[number].count, number)
    }
  }

  /// The facts about a delete that the code around it states.
  struct Surroundings {
    /// The relationships of the deleted object that are empty.
    var emptied: Set<String>
    /// The entities of which every object is deleted as well.
    var wiped: Set<String>
    /// The entities of which objects are deleted behind it.
    var deletedBehind: Set<String>
    /// The relationships of which every object is deleted that holds nothing there.
    var swept: Set<String>

    init(of call: Evaluation.FoundCall, _ settling: Settling?, in code: AppCode) {
      emptied = call.emptied
      wiped = settling?.wiped(for: call, in: code) ?? []
      deletedBehind = settling?.behind(call, in: code) ?? []
      swept = settling?.swept(by: call) ?? []
    }

    func union(_ other: Surroundings?) -> Surroundings {
      guard let other else { return self }
      var all = self
      all.emptied.formUnion(other.emptied)
      all.wiped.formUnion(other.wiped)
      all.deletedBehind.formUnion(other.deletedBehind)
      return all
    }

    mutating func formIntersection(_ other: Surroundings) {
      emptied.formIntersection(other.emptied)
      wiped.formIntersection(other.wiped)
      deletedBehind.formIntersection(other.deletedBehind)
    }
  }

  /// The facts that all callers of each function that deletes what it is given state; none of a function that
  /// anything may call.
  private func surroundings(
    of callers: [Int: [Caller]], _ settlings: [Settling?]
  ) -> [Int: Surroundings] {
    let escaped = escaped
    var shared: [Int: Surroundings] = [:]
    for (function, calls) in callers where !escaped.contains(function) {
      for caller in calls {
        let call = results[Int(caller.body)].calls[Int(caller.call)]
        let facts = Surroundings(of: call, settlings[Int(caller.body)], in: code)
        if shared[function] == nil {
          shared[function] = facts
        } else {
          shared[function]?.formIntersection(facts)
        }
      }
    }
    return shared
  }

  /// The relationships about which all callers of a function that saves ask, by the functions.
  private var questionsOfCallers: [Int: Set<String>] {
    var asked: [Int: Set<String>] = [:]
    for (body, result) in zip(bodies, results) {
      for (function, site) in result.uses.called where body.function != function {
        let names = Set(
          result.questions.filter {
            $0.deletes == 0..<Int.max && !site.filled.contains($0.use.name)
          }.map { code.name(of: $0.use) })
        asked[function] = asked[function]?.intersection(names) ?? names
      }
    }
    return asked
  }

  /// The values that are empty wherever a function that saves is called on the object that has them, by the functions; none
  /// of a function that anything may call.
  private var emptyAtCallers: [Int: Set<String>] {
    var empty: [Int: Set<String>] = [:]
    for result in results {
      for (function, site) in result.uses.called {
        empty[function] = empty[function]?.intersection(site.empty) ?? site.empty
      }
    }
    let escaped = escaped
    return empty.filter { function, values in
      let declared = code.functions[function].declaration
      if values.isEmpty || escaped.contains(function) || declared.exposure.contains(.other) {
        return false
      }
      // A call of another one of the name may mean it.
      return code.functions.count { $0.declaration.name == declared.name } == 1
    }
  }

  /// The entity of what an unlink sets free, where all callers of the function around delete that; nil for any
  /// other unlink.
  private func deletedParts(
    of call: Evaluation.FoundCall, in function: Int?, by callers: Set<Evaluation.FreeingUnlink>
  ) -> Int? {
    guard let function, let owner = call.owner, let use = call.relationship,
      callers.contains(Evaluation.FreeingUnlink(function: function, use: use))
    else { return nil }
    if code.declaration(use)?.isToMany == true {
      return code.destination(use.name, of: use.entity)?.entity
    }
    let isGiven =
      owner == "self"
      || code.functions[function].declaration.parameters.contains { $0.name == owner }
    return isGiven ? use.entity : nil
  }

  /// Entities and relationships that the body of a function settles before each delete of an entity's objects.
  private func settled(
    before entity: Int?, in body: Int, _ settled: [[Set<String>]]
  ) -> Set<String> {
    let deletes = zip(results[body].calls, settled[body]).filter { call, _ in
      entity != nil && call.kind == .delete && call.value.type.entity == entity
    }.map(\.1)
    return deletes.dropFirst().reduce(deletes.first ?? []) { $0.intersection($1) }
  }

  /// A call of a function of the app that deletes what it is given: of which body, and there which.
  struct Caller {
    let body: Int32
    let call: Int32
  }

  /// Whether a call deletes what the function around is given, of which that says no more.
  private func passesOn(_ call: Evaluation.FoundCall, in function: Int) -> Bool {
    call.kind.deletes && !call.isSuggested && call.value.type.entity == nil
      && call.value.type.entities.isEmpty
      && call.value.parameterMask != 0 && wrappers[function] != nil
  }

  /// The entities of what all callers of each function give it to delete; none of a function where that
  /// is not known of one, or there is none.
  private func entitiesGiven(by callers: [Int: [Caller]]) -> [Int: Set<Int>] {
    /// The functions that pass on what each is given.
    var passed: [Int: [Int]] = [:]
    var given: [Int: Set<Int>] = [:]
    let escaped = escaped
    var unknown = wrappers.keys.filter { callers[$0] == nil || escaped.contains($0) }
    for (function, calls) in callers {
      given[function] = []
      for caller in calls {
        let call = results[Int(caller.body)].calls[Int(caller.call)]
        let type = call.value.type
        let entities = type.allEntities
        if !entities.isEmpty {
          given[function]?.formUnion(entities)
        } else if let outer = bodies[Int(caller.body)].function, passesOn(call, in: outer) {
          passed[outer, default: []].append(function)
        } else {
          unknown.append(function)
        }
      }
    }
    var left = Array(given.keys)
    while true {
      if let function = unknown.popLast() {
        if given.removeValue(forKey: function) != nil || callers[function] == nil {
          unknown += passed[function] ?? []
        }
      } else if let function = left.popLast() {
        guard let entities = given[function] else { continue }
        for inner in passed[function] ?? [] {
          guard let known = given[inner], !entities.isSubset(of: known) else { continue }
          given[inner] = known.union(entities)
          // Of so many it is not worth knowing which.
          if known.count + entities.count > Limits.overloads { unknown.append(inner) }
          left.append(inner)
        }
      } else {
        return given
      }
    }
  }

  func call(
    of found: Evaluation.FoundCall, given: Set<Int>, in body: Body, _ caller: String?,
    isListedAtCallers: Bool, settled: Set<String>, around: Surroundings
  ) -> DeleteCall {
    let tokens = code.files[body.file].tokens
    // What nothing but a name suggests is not resolved.
    let type =
      found.isSuggested
      ? .unknown : code.onlyConforming(to: found.value.type) ?? found.value.type
    let suggested = found.isSuggested && !found.entities.isEmpty ? found.entities : nil
    let allowed = found.isUnlinked ? [] : suggested
    var entity = type.entity
    var relationship: String?
    if let use = found.relationship {
      relationship = code.name(of: use)
      entity = code.destination(use.name, of: use.entity)?.entity
    }
    let known = entity.map { code.entities[$0] }
    // What a condition chooses is one of what it chooses from.
    let alternatives = found.kind.deletes ? type.alternatives : []
    let several = alternatives.isEmpty ? type.entities : alternatives
    let models = (entity.map { [$0] } ?? several).map {
      Set(code.models(having: $0, from: body.file))
    }
    let inAll = models.dropFirst().reduce(models.first ?? []) { $0.intersection($1) }
    return DeleteCall(
      kind: found.kind, location: tokens.location(found.token), entity: known?.name,
      relationship: relationship, caller: caller,
      deletion: found.deletion.map(tokens.location), property: found.property,
      isWrite: found.isWrite, hiding: found.hiding,
      function: found.via.map { code.functions[$0].declaration.name },
      callee: found.via.map { via in
        let function = code.functions[via]
        let path = (function.owner.map { code.types[$0].path } ?? []) + [function.declaration.name]
        return "\(code.files[function.file].tokens.file) \(path.joined(separator: "."))"
      },
      entities: names(of: several), areAlternatives: !alternatives.isEmpty,
      givenEntities: names(of: given),
      // Of entities of different models, each model has some.
      models: (inAll.isEmpty ? models.reduce([]) { $0.union($1) } : inAll).sorted(),
      isToldInFunction: found.via.map { wrappers[$0]?.type == type && type.entity != nil } ?? false,
      alsoDeleted: names(of: found.added),
      savedWith: found.savedWith, emptied: around.emptied,
      swept: tokens[found.token]?.branch == 0 ? around.swept : [], mayBeHeld: found.mayBeHeld,
      settled: settled,
      wiped: around.wiped, deletedBehind: around.deletedBehind,
      isOfOtherContext: found.isOfOtherContext, sparesSubentities: found.sparesSubentities,
      isMerged: found.isMerged || handedOn(found, in: body),
      isListedAtCallers: isListedAtCallers,
      candidates: known == nil && alternatives.isEmpty
        ? (allowed ?? code.candidates(for: found.value.type)
          ?? found.via.flatMap { wrappers[$0]?.candidates }
          ?? entities(allowedAt: found.token, of: found.kind, in: body.file)).map(names) : nil,
      framework: framework(of: found, given: given, in: body),
      doubt: suggested == nil || found.isUnlinked || !found.kind.deletes
        ? nil : found.via == nil ? .receiver : .function,
      classOutsideModels: code.classOutsideModels(of: type),
      uncalled: uncalled.code(ofFunction: body.function, property: body.property))
  }

  /// The framework of the models whose objects a call may delete, by the entities that its callers or its declared type
  /// allow, or by the types of the parameters that it deletes; nil where these do not say one, or where no model of that
  /// framework was read.
  private func framework(
    of call: Evaluation.FoundCall, given: Set<Int>, in body: Body
  ) -> Framework.Name? {
    let allowed = given.union(code.candidates(for: call.value.type) ?? [])
    let known = Set(allowed.map { code.models[code.entities[$0].model].framework })
    if !known.isEmpty { return known.count == 1 ? known.first : nil }
    if code.files[body.file].tokens.isWord(call.token, "NSBatchDeleteRequest") {
      return code.isModeled(.coreData) ? .coreData : nil
    }
    guard let function = body.function.map({ code.functions[$0] }) else { return nil }
    let declaration = function.declaration
    var types = declaration.parameters.prefix(Limits.parameters).enumerated()
      .filter { call.value.given & (1 << $0.offset) != 0 }.compactMap(\.element.type)
    let generics = declaration.generics + (function.owner.map { code.types[$0].generics } ?? [])
    types += generics.filter { generic in
      call.value.type.innermost.parameterName == generic.name
        || types.contains { $0.mentions(generic.name) }
    }.compactMap(\.constraint)
    let stated = Set(types.flatMap(\.frameworks))
    guard stated.count == 1, let framework = stated.first, code.isModeled(framework) else {
      return nil
    }
    return framework
  }

  /// The entities of Core Data, where a request of that deletes the rows; nil for any other call.
  func entities(
    allowedAt token: Int, of kind: DeleteCall.Kind, in file: Int
  ) -> Set<Int>? {
    guard kind == .batchDelete, code.files[file].tokens.isWord(token, "NSBatchDeleteRequest") else {
      return nil
    }
    let allowed = code.entities.indices.filter {
      code.models[code.entities[$0].model].framework == .coreData
    }
    return allowed.isEmpty ? nil : Set(allowed)
  }

  /// Whether all callers of the function around a batch delete merge the result that it returns.
  func handedOn(_ call: Evaluation.FoundCall, in body: Body) -> Bool {
    guard call.kind == .batchDelete, let function = body.function else { return false }
    return effects[function]?.returned.contains(call.token) == true && handedOn[function] == true
  }

  func names(of entities: Set<Int>) -> [String] {
    entities.map { code.entities[$0].name }.sorted()
  }

  /// Returns the name of a body, after the names of the types around it.
  func name(of body: Body) -> String? {
    let own = body.function.map { code.functions[$0].declaration.name } ?? body.name
    let names = (body.owner.map { code.types[$0].path } ?? []) + [own].compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}

extension TypeExpression {
  /// The frameworks whose objects it names.
  fileprivate var frameworks: [Framework.Name] {
    [
      mentions("NSManagedObject") || mentions("NSManagedObjectID") ? .coreData : nil,
      mentions("PersistentModel") || mentions("PersistentIdentifier") ? .swiftData : nil,
    ].compactMap(\.self)
  }
}
