import SwiftSource

/// The effects of a closure on what it is given.
struct ClosureEffects: Equatable {
  /// Whether the deletes are saved, by the numbers of the arguments that the closure deletes.
  var deleted: [Int: Bool] = [:]

  func union(_ other: ClosureEffects) -> ClosureEffects {
    ClosureEffects(deleted: deleted.merging(other.deleted) { $0 || $1 })
  }
}

/// The closures that properties and parameters have, as far as they delete what they are given.
struct PassedClosures {
  /// The effects of all closures that each parameter or property may have, in the whole code.
  var known: [AppCode.GivenArgument: ClosureEffects] = [:]
  /// The effects of those that it gets in this body.
  var passed: [AppCode.GivenArgument: ClosureEffects] = [:]
  /// The number of the function around.
  var function: Int?
  /// Whether the body deletes and saves an object, by the numbers of the objects that it deletes.
  var deleted: [Int: Bool] = [:]
  /// The numbers of the arguments with which the body calls each of its parameters, by the numbers of these.
  var called: [Int: [Int: Int]] = [:]
  /// The effects of the closure that was evaluated last.
  var last = ClosureEffects()

  /// The key of a property.
  static func property(_ number: Int) -> AppCode.GivenArgument {
    AppCode.GivenArgument(function: -1 - number, argument: -1)
  }

  mutating func pass(_ effects: ClosureEffects, to place: AppCode.GivenArgument) {
    if !effects.deleted.isEmpty { passed[place] = passed[place]?.union(effects) ?? effects }
  }
}

extension Evaluation {
  /// Records that an object is deleted, which may be a closure's argument.
  mutating func recordDelete(of value: CodeValue) {
    for number in value.numbers where closures.deleted[number] == nil {
      closures.deleted[number] = false
    }
  }

  /// Records what a closure does to its arguments, where its variables are still in scope.
  mutating func recordEffects(of closure: SwiftClosure) {
    closures.last = ClosureEffects()
    if closures.deleted.isEmpty { return }
    let names = closure.parameters.isEmpty ? ["$0"] : closure.parameters.map(\.name)
    for (place, name) in names.enumerated() {
      guard let object = variables.last?[name]?.object else { continue }
      closures.last.deleted[place] = closures.deleted[object]
    }
  }

  /// The effects of a function or closure that a value is.
  func closureEffects(of value: CodeValue) -> ClosureEffects {
    switch value.type {
    case .closure where value.property >= 0:
      return closures.known[PassedClosures.property(value.property)] ?? ClosureEffects()
    case .closure:
      guard let function = closures.function, let place = parameters.firstIndex(of: value.object)
      else { break }
      return closures.known[AppCode.GivenArgument(function: function, argument: place)]
        ?? ClosureEffects()
    case .function(let functions):
      var found = ClosureEffects()
      for function in functions {
        guard let wrapper = wrappers[function] else { continue }
        for place in code.functions[function].declaration.parameters.indices
        where place < Limits.parameters && wrapper.given & 1 << UInt64(place) != 0 {
          let isSaved = effects[function]?.deletions.contains {
            $0.object == .argument(place) && $0.isSaved
          }
          found.deleted[place] = isSaved == true
        }
      }
      return found
    case .deletion(let reference) where methodReferences[reference]?.method == "delete":
      return ClosureEffects(deleted: [0: false])
    default: break
    }
    return ClosureEffects()
  }

  /// Calls what a property or a parameter holds.
  mutating func callHeld(_ closure: CodeValue, _ given: [Argument], at place: Int) {
    if let parameter = parameters.firstIndex(of: closure.object), closures.called[parameter] == nil
    {
      closures.called[parameter] = given.enumerated().reduce(into: [:]) { called, argument in
        called[argument.offset] = parameters.firstIndex(of: argument.element.value.object)
      }
    }
    if closure.property >= 0 { delete(given, by: closureEffects(of: closure), at: place) }
  }

  /// Deletes what a closure is given.
  private mutating func delete(_ given: [Argument], by effects: ClosureEffects, at place: Int) {
    for (number, isSaved) in effects.deleted.sorted(by: { $0.key < $1.key })
    where given.indices.contains(number) {
      let value = given[number].value
      add(.delete, value, at: place, isCertain: false)
      if isSaved, value.type.entity != nil {
        markSaved(DeletionState.Deleted(value, at: place, in: ""), of: value)
      }
    }
  }

  /// Passes closures to a function or an initializer, which may keep them or call them with what else it is given.
  mutating func call(_ given: [Argument], passedTo function: Int, at places: [Int], _ place: Int) {
    for (argument, number) in zip(given, places) where !argument.effects.deleted.isEmpty {
      let taker = AppCode.GivenArgument(function: function, argument: number)
      closures.pass(argument.effects, to: taker)
      let passed = self.passed(to: taker, given, at: places)
      if passed.isEmpty { continue }
      switch argument.value.type {
      case .deletion(let reference):
        if let value = passed[0] { callMethod(reference, value, at: reference) }
      case .closure:
        let all = (0...(passed.keys.max() ?? 0)).map {
          Argument(label: nil, value: passed[$0] ?? .unknown)
        }
        delete(all, by: argument.effects, at: place)
      default: break
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
