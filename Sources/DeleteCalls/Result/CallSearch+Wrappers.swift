import ModelFiles
import SwiftSource

/// The functions that delete what they are given.
extension CallSearch {
  /// Returns the arguments that a function deletes; nil if there are none.
  ///
  /// These are the objects themselves, or what the function finds by a key if its name says that
  /// it deletes. Other arguments can also determine what is deleted, but they don't make a call of
  /// the function a delete.
  func wrapper(of result: Result, in function: AppCode.Function) -> Evaluation.Wrapper? {
    let (calls, ways) = (result.calls, result.ways)
    guard calls.contains(where: \.kind.deletes) else { return nil }
    var name = function.declaration.name
    // A type for one action is called after that.
    if Self.namesOfActions.contains(name), let owner = function.owner {
      name = code.types[owner].path.last ?? name
    }
    let saysSo = Self.saysThatItDeletes(name)
    let objects = objectParameters(of: function)
    let generics = genericParameters(of: function.declaration)
    func parameterMask(_ call: Evaluation.FoundCall) -> UInt64 {
      if let keyed = call.value.keyed.first { return keyed.parameterMask }
      let given = call.value.given | call.value.type.parameterMask
      guard saysSo else { return given }
      // What an object leads to is not the object.
      let others = objects.filter { object in
        if call.root != 0, object.number == call.root { return true }
        guard let entity = object.type.entity else { return false }
        return !call.entities.contains {
          code.isKind($0, of: entity) || code.isKind(entity, of: $0)
        }
      }
      // Of what nothing is known, the argument of a generic type is the only key.
      let keys = call.value.type.isKnown ? generics : 0
      return call.value.parameterMask & ~others.reduce(keys) { $0 | $1.bit } | given
    }
    // What is taken back because it failed is no delete for whoever calls, nor is what the function has made.
    let deleting = calls.filter {
      $0.kind.deletes && !$0.value.isNew && parameterMask($0) != 0
        && (saysSo || !ways.isInHandler($0.way))
    }
    if deleting.isEmpty { return nil }
    if let result = function.declaration.result, result.isOfInterface { return nil }
    let deletes = deletes(by: deleting, on: ways, in: function)
    let added = others(in: result) { parameterMask($0) == 0 }
    // Each of several branches may do so.
    let isCertain = result.effects?.deletions.contains(where: \.isCertain) == true
    // What is given itself says most.
    let direct = deleting.filter(\.value.keyed.isEmpty)
    let main = direct.isEmpty ? deleting : direct
    return Evaluation.Wrapper(
      parameterMask: main.reduce(0) { $0 | parameterMask($1) },
      given: main.reduce(0) { $0 | $1.value.given },
      kind: main.allSatisfy { $0.kind == .batchDelete } ? .batchDelete : .delete,
      isSuggested: main.allSatisfy(\.isSuggested),
      emptied: emptied(by: main),
      added: added,
      home: main.allSatisfy { $0.home == main[0].home } ? main[0].home : nil,
      sparesSubentities: main.allSatisfy(\.sparesSubentities),
      takesAll: main.allSatisfy {
        $0.takesAll && ways.isCertain($0.way, with: .start) && ways.isInEveryRound($0.way)
      },
      isCertain: main.allSatisfy { ways.isCertain($0.way, with: .start) },
      isConditional: main.allSatisfy {
        $0.isConditional || !ways.isUnconditional($0.way) && $0.parameterConditions.isEmpty
      } && !isCertain,
      isMerged: main.allSatisfy(\.isMerged),
      candidates: main.dropFirst().reduce(code.candidates(for: main[0].value.type)) {
        guard let one = $0, let other = code.candidates(for: $1.value.type) else { return nil }
        return one.union(other)
      },
      deletes: deletes)
  }

  /// The deletes in a body of what the function around is not given, and of those that it calls.
  ///
  /// - Parameters:
  ///   - result: What was found in the body.
  ///   - isOther: Whether a call deletes nothing that the function is given.
  /// - Returns: The entities of each, with the conditions on the function's parameters.
  func others(
    in result: Result, where isOther: (Evaluation.FoundCall) -> Bool
  ) -> Set<Evaluation.ConditionalDelete> {
    result.calls.reduce(into: result.uses.others) { known, call in
      guard call.kind.deletes, !call.isSuggested, !result.ways.isInHandler(call.way) else { return }
      let entities = (isOther(call) ? call.entities : []).union(call.added)
      if entities.isEmpty { return }
      known.insert(.init(entities: entities, conditions: call.parameterConditions))
    }
  }

  /// The deletes of a function, each with what it takes and under which conditions.
  func deletes(
    by calls: [Evaluation.FoundCall], on ways: CodeWays, in function: AppCode.Function
  ) -> Set<Evaluation.ConditionalDelete> {
    let own = function.owner.flatMap { code.types[$0].entity }.flatMap { own in
      calls.contains { $0.entities.contains(own) } ? own : nil
    }
    return Set(
      calls.map { call in
        let isWhole = ways.isCertain(call.way, with: .start) && ways.isInEveryRound(call.way)
        let keyed = call.value.keyed.first?.meant(asWhole: isWhole)
        return Evaluation.ConditionalDelete(
          entities: keyed == nil ? own.map { [$0] } ?? call.entities : [],
          conditions: call.parameterConditions, keyed: keyed)
      })
  }

  /// The relationships that are empty at all deletes of the objects that can have them, or be held by them.
  func emptied(by calls: [Evaluation.FoundCall]) -> Set<String> {
    let all = calls.reduce(into: Set<String>()) { $0.formUnion($1.emptied) }
    return all.filter { name in
      calls.allSatisfy { $0.emptied.contains(name) || !concerns($0.entities, name) }
    }
  }

  /// Whether objects of some entities can have a relationship, or, by its qualified name, be held by it.
  private func concerns(_ entities: Set<Int>, _ name: String) -> Bool {
    if entities.isEmpty { return true }
    guard let dot = name.lastIndex(of: ".") else {
      return entities.contains { code.relationship(name, of: $0) != nil }
    }
    let property = String(name[name.index(after: dot)...])
    return code.entities.indices.contains { owner in
      guard code.entities[owner].name == name[..<dot],
        case let held? = code.destination(property, of: owner)?.entity
      else { return false }
      return entities.contains { code.isKind($0, of: held) || code.isKind(held, of: $0) }
    }
  }

  /// The parameters of a function that are objects of models, and what has it where that is one, with their
  /// numbers as objects.
  private func objectParameters(
    of function: AppCode.Function
  ) -> [(bit: UInt64, type: CodeType, number: Int)] {
    let scope = code.scope(of: function)
    var found: [(bit: UInt64, type: CodeType, number: Int)] = []
    for (place, parameter) in function.declaration.parameters.prefix(Limits.parameters).enumerated()
    {
      let type = code.resolved(parameter.type, in: scope)
      switch type {
      case .entity, .collection(.entity), .anyModel:
        found.append((1 << place, type, Evaluation.numberOfSelf + 1 + place))
      default: continue
      }
    }
    // A static function is called on the name of the type, which says what it deletes.
    if !function.declaration.isStatic, let own = function.owner.map(code.type), own.entity != nil {
      found.append((Evaluation.maskOfSelf, own, Evaluation.numberOfSelf))
    }
    return found
  }

  /// The bits of the parameters of generic types, which say by that alone what is found by them.
  private func genericParameters(of function: SwiftFunction) -> UInt64 {
    var bits: UInt64 = 0
    for (place, parameter) in function.parameters.prefix(Limits.parameters).enumerated() {
      let isGeneric = function.generics.contains { parameter.type?.mentions($0.name) == true }
      if isGeneric { bits |= 1 << place }
    }
    return bits
  }

  /// The names of the only method of a type that is called after what it does.
  private static let namesOfActions: Set<String> = [
    "callAsFunction", "execute", "handle", "invoke", "perform", "run",
  ]

  private static let wordsOfDeleting = [
    "delete", "remove", "erase", "discard", "trash", "clear", "purge", "prune", "wipe", "destroy",
    "drop", "reset", "clean",
  ]

  /// Whether one of the words of a name, of which each begins with a capital letter, begins like one of deleting:
  /// `updatePreset` does not.
  private static func saysThatItDeletes(_ name: String) -> Bool {
    let words = name.reduce(into: [""]) { words, letter in
      if letter.isUppercase || letter == "_" { words.append("") }
      words[words.count - 1].append(letter)
    }
    return words.contains { word in
      wordsOfDeleting.contains { word.lowercased().trimmingPrefix("_").hasPrefix($0) }
    }
  }
}

extension TypeExpression {
  /// Whether it is something to be shown or chosen, which deletes nothing yet.
  fileprivate var isOfInterface: Bool {
    switch self {
    case .optional(let inner), .array(let inner): inner.isOfInterface
    case .named(let path, _):
      path.last.map { name in
        name.hasPrefix("UI")
          || ["View", "Action", "Controller", "Content", "Menu", "Configuration"].contains {
            name.hasSuffix($0)
          }
      } ?? false
    case .composite, .labelled, .conforming, .function: false
    }
  }
}
