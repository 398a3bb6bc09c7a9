import SwiftSource

/// A function within the function around, which is gone through where it is written: what calls of it say about
/// the types that its declaration leaves open.
struct LocalFunction {
  let declaration: SwiftFunction
  /// The names that stand for the types of its parameters and of its generic parameters, by their names.
  var standIns: [String: String] = [:]
  /// The types that calls give, by what stands for them.
  var given: [String: Set<CodeType>] = [:]
  /// How often it is named without a call.
  var passings = 0

  /// The type that stands for one of a parameter, whose objects have another type at most.
  mutating func standIn(for name: String, _ number: Int, _ constraint: CodeType) -> CodeType {
    let standIn = "\(declaration.name) \(name) \(number)"
    standIns[name] = standIn
    return AppCode.generic(standIn, Evaluation.originOfSelf, constraint)
  }

  /// The types that all calls give together; an unknown one where one of them does not say it.
  var meanings: [String: CodeType] {
    standIns.values.reduce(into: [:]) { meanings, standIn in
      let types = (given[standIn] ?? []).filter { $0.parameterName != standIn }
      let entities = types.compactMap(\.entity) + types.flatMap(\.entities)
      if passings > 0 {
        meanings[standIn] = .unknown
      } else if types.count == 1 {
        meanings[standIn] = types.first
      } else {
        let isSure = !entities.isEmpty && types.allSatisfy(\.isObject)
        meanings[standIn] = isSure ? .each(Set(entities)) : .unknown
      }
    }
  }
}

extension Evaluation {
  /// Does what a function in the code does, wherever it is called.
  mutating func run(_ function: SwiftFunction) {
    guard let body = function.body else { return }
    let isGeneric = function.generics.contains { function.result?.mentions($0.name) == true }
    declare(
      function.name,
      CodeValue(
        type: .closure(
          function.parameters.map { resolved($0.type) },
          isGeneric ? .unknown : resolved(function.result))))
    let number = variable(function.name)?.object ?? 0
    var local = LocalFunction(declaration: function)
    let outerGenerics = generics
    for generic in function.generics where !generic.isSame {
      generics[generic.name] = local.standIn(
        for: generic.name, number, resolved(generic.constraint))
    }
    var new: [String: CodeValue] = [:]
    for parameter in function.parameters {
      var type = resolved(parameter.type)
      // A text may be the name of an entity.
      if type == .other("String") {
        type = .metatype(local.standIn(for: parameter.name, number, .anyModel))
      } else if type == .anyModel {
        type = local.standIn(for: parameter.name, number, .anyModel)
      }
      new[parameter.name] = CodeValue(type: type)
    }
    // It may have been called before.
    tokens.forEachWord(in: start..<body.lowerBound) { _, place in
      if tokens[place]?.name == function.name { local.passings += 1 }
    }
    local.passings -= 1
    if !local.standIns.isEmpty { localFunctions[number] = local }
    results.append(.unknown)
    let (leaves, outerResult) = (aftermath.leaves, resultType)
    resultType = resolved(function.result)
    let around = ways.enter(.later)
    within(declaring: new) { $0.runBody(body) }
    ways.leave(to: around)
    (aftermath.leaves, resultType, generics) = (leaves, outerResult, outerGenerics)
    results.removeLast()
  }

  /// Records what a call gives to a function within the function around, by the number of that.
  mutating func give(_ given: [Argument], toLocal number: Int) {
    guard var local = localFunctions[number] else { return }
    let parameters = local.declaration.parameters
    let places = self.parameters(for: given, in: local.declaration)
    var bound: [String: CodeType] = [:]
    for (argument, place) in zip(given, places ?? []) {
      guard let type = parameters[place].argumentType else { continue }
      bind(type, to: argument.value.type, in: local.declaration, &bound)
      if local.standIns[parameters[place].name] != nil {
        bound[parameters[place].name] = meant(by: argument.value)
      }
    }
    for (name, standIn) in local.standIns {
      let type = bound[name] ?? .unknown
      local.given[standIn, default: []].insert(type.isObject || type.isOfOne ? type : .unknown)
    }
    localFunctions[number] = local
  }
}
