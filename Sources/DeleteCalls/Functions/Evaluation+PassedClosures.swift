import SwiftSource

/// A delete of an argument by a closure.
struct ClosureEffect: Hashable {
  let argument: Int
  /// The type that the closure takes.
  let type: CodeType
  /// Whether each call of the closure deletes it before it returns.
  let isCertain: Bool
  /// Whether each call also saves that.
  let isSaved: Bool
  /// The relationships of what it deletes that it empties before.
  var emptied: Set<String> = []
}

typealias ClosureEffects = Set<ClosureEffect>

/// The closures that properties and parameters have, as far as they delete what they are given.
struct PassedClosures {
  /// The effects of all closures that each parameter or property may have, in the whole code.
  var known: [Taker: ClosureEffects] = [:]
  /// The effects of those that it gets in this body.
  var passed: [Taker: ClosureEffects] = [:]
  /// The number of the function around.
  var function: Int?
  /// The first delete of each object in the body, by the numbers of these.
  var deleted: [Int: Deletion] = [:]
  /// The numbers of the arguments with which the body calls each of its parameters, by the numbers of these.
  var called: [Int: [Int: Int]] = [:]
  /// The effects of the closure that was evaluated last.
  var last: ClosureEffects = []

  /// A parameter or a property, by its number, that has a closure.
  enum Taker: Hashable {
    case parameter(AppCode.GivenArgument)
    case property(Int)
  }

  /// A delete of an object.
  struct Deletion {
    let place: CodeWays.Place
    /// The relationships of the object that are empty then.
    let emptied: Set<String>
  }

  mutating func pass(_ effects: ClosureEffects, to taker: Taker) {
    if !effects.isEmpty { passed[taker, default: []].formUnion(effects) }
  }
}

extension Evaluation {
  /// Records what a closure does to its arguments, where its variables are still in scope.
  mutating func recordEffects(of closure: SwiftClosure) {
    closures.last = []
    if closures.deleted.isEmpty { return }
    let names = closure.parameters.isEmpty ? ["$0"] : closure.parameters.map(\.name)
    let start = CodeWays.Place(
      token: place(closure.body.tokens.lowerBound), block: ways.current)
    for (number, name) in names.enumerated() {
      guard let value = variables.last?[name], let deleted = closures.deleted[value.object] else {
        continue
      }
      let isCertain = ways.isCertain(deleted.place, with: start)
      closures.last.insert(
        ClosureEffect(
          argument: number, type: value.type, isCertain: isCertain,
          isSaved: isCertain && deletions.savedDeletes[.all(value.object)] != nil,
          emptied: deleted.emptied))
    }
  }

  /// The effects of a function or closure that a value is.
  func closureEffects(of value: CodeValue) -> ClosureEffects {
    switch value.type {
    case .closure where value.property >= 0:
      return closures.known[.property(value.property)] ?? []
    case .closure:
      guard let function = closures.function,
        let place = parameters.objects.firstIndex(of: value.object)
      else { return [] }
      let taker = AppCode.GivenArgument(function: function, argument: place)
      return closures.known[.parameter(taker)] ?? []
    case .function(let functions):
      return functions.reduce(into: []) { found, function in
        let saved = summaries.effects(of: function)?.deletions.filter(\.isSaved).map(\.object) ?? []
        guard let wrapper = summaries.wrapper(of: function) else { return }
        let known = code.functions[function]
        let parameters = known.declaration.parameters.prefix(Limits.parameters)
        for (place, parameter) in parameters.enumerated()
        where wrapper.given & 1 << UInt64(place) != 0 {
          found.insert(
            ClosureEffect(
              argument: place, type: code.resolved(parameter.type, in: code.scope(of: known)),
              isCertain: !wrapper.isConditional, isSaved: saved.contains(.argument(place)),
              emptied: wrapper.emptied))
        }
      }
    case .deletion(let reference):
      return uses.methods[reference]?.method == "delete"
        ? [ClosureEffect(argument: 0, type: .anyModel, isCertain: true, isSaved: false)] : []
    default: return []
    }
  }

  /// Calls what a property or a parameter holds.
  mutating func callHeld(_ closure: CodeValue, _ given: [Argument], at place: Int) {
    let values = Dictionary(uniqueKeysWithValues: zip(given.indices, given.map(\.value)))
    if let parameter = parameters.objects.firstIndex(of: closure.object),
      closures.called[parameter] == nil
    {
      closures.called[parameter] = values.compactMapValues {
        parameters.objects.firstIndex(of: $0.object)
      }
    }
    if closure.property >= 0 { delete(values, by: closureEffects(of: closure), at: place) }
  }

  /// Deletes what a closure is given.
  private mutating func delete(
    _ given: [Int: CodeValue], by effects: ClosureEffects, at place: Int
  ) {
    for (number, value) in given.sorted(by: { $0.key < $1.key }) {
      let effects = effects.filter { $0.argument == number && mayBeGiven(value.type, to: $0.type) }
      if effects.isEmpty { continue }
      let emptied = effects.dropFirst().reduce(effects.first?.emptied ?? []) {
        $0.intersection($1.emptied)
      }
      add(
        .delete, value, at: place, emptied: emptied, isCertain: false,
        isConditional: !effects.allSatisfy(\.isCertain))
      if value.type.entity != nil, effects.contains(where: \.isSaved) {
        markSaved(DeletionState.Deleted(value, at: place, in: ""), of: value)
      }
    }
  }

  /// Whether a closure that takes a type may be the one that is called with a value of another type.
  private func mayBeGiven(_ type: CodeType, to taken: CodeType) -> Bool {
    guard let entity = taken.entity else { return true }
    if let given = type.entity {
      return code.isKind(given, of: entity) || code.isKind(entity, of: given)
    }
    // A generic type has other closures for other entities.
    if case .generic = type.innermost { return false }
    return true
  }

  /// Passes closures to a function or an initializer, which may keep them or call them with what else it is given.
  mutating func call(_ given: [Argument], passedTo function: Int, at places: [Int], _ place: Int) {
    for (argument, number) in zip(given, places) where !argument.effects.isEmpty {
      let taker = AppCode.GivenArgument(function: function, argument: number)
      closures.pass(argument.effects, to: .parameter(taker))
      let passed = self.passed(to: taker, given, at: places)
      if case .deletion(let reference) = argument.value.type, let value = passed[0] {
        callMethod(reference, value, at: reference)
      } else if argument.value.type.isClosure {
        delete(passed, by: argument.effects, at: place)
      }
    }
  }

  /// Returns those arguments of a function with which it calls one of its parameters, by the numbers that they have
  /// in that call.
  func passed(
    to taker: AppCode.GivenArgument, _ given: [Argument], at places: [Int]? = nil
  ) -> [Int: CodeValue] {
    guard given.contains(where: { $0.value.type.isOfObjects }) else { return [:] }
    let declaration = code.functions[taker.function].declaration
    guard let places = places ?? parameters(for: given, in: declaration, isWhole: false) else {
      return [:]
    }
    return calls(by: taker.function)[taker.argument, default: [:]].compactMapValues { place in
      places.firstIndex(of: place).map { given[$0].value }
    }
  }

  /// The arguments with which a function calls each of its parameters.
  private func calls(by function: Int) -> [Int: [Int: Int]] {
    if let known = code.known.calledParameters[function] { return known }
    let known = code.functions[function]
    guard depth < Limits.properties, let body = known.declaration.body else { return [:] }
    code.known.calledParameters[function] = [:]
    var inner = Evaluation(
      code, file: known.file, owner: known.owner, function: known.declaration, depth: depth + 1)
    inner.run(body)
    code.known.calledParameters[function] = inner.closures.called
    return inner.closures.called
  }
}
