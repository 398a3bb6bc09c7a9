import SwiftSource

/// A function within the function around, which is gone through where it is written: what calls of it say about
/// the types that its declaration leaves open.
struct LocalFunction {
  let declaration: SwiftFunction
  /// The names of the placeholders for the types of its parameters and its generic parameters, by their names.
  var placeholders: [String: String] = [:]
  /// The types that calls give, by the names of the placeholders.
  var given: [String: Set<CodeType>] = [:]
  /// The number of times that it is named without a call.
  var passings = 0

  /// Returns a placeholder for the type of a parameter, with what that type must be.
  mutating func placeholder(for name: String, _ number: Int, _ constraint: CodeType) -> CodeType {
    let placeholder = "\(declaration.name) \(name) \(number)"
    placeholders[name] = placeholder
    return AppCode.generic(placeholder, Evaluation.maskOfSelf, constraint)
  }

  /// The types that all calls give together; an unknown one where one of them does not say it.
  var meanings: [String: CodeType] {
    placeholders.values.reduce(into: [:]) { meanings, placeholder in
      let types = (given[placeholder] ?? []).filter { $0.parameterName != placeholder }
      let entities = types.compactMap(\.entity) + types.flatMap(\.entities)
      if passings > 0 {
        meanings[placeholder] = .unknown
      } else if types.count == 1 {
        meanings[placeholder] = types.first
      } else {
        let isSure = !entities.isEmpty && types.allSatisfy(\.isObject)
        meanings[placeholder] = isSure ? .each(Set(entities)) : .unknown
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
      generics[generic.name] = local.placeholder(
        for: generic.name, number, resolved(generic.constraint))
    }
    var new: [String: CodeValue] = [:]
    for parameter in function.parameters {
      var type = resolved(parameter.type)
      // A text may be the name of an entity.
      if type == .other("String") {
        type = .metatype(local.placeholder(for: parameter.name, number, .anyModel))
      } else if type == .anyModel {
        type = local.placeholder(for: parameter.name, number, .anyModel)
      }
      new[parameter.name] = CodeValue(type: type)
    }
    if !local.placeholders.isEmpty {
      local.passings = isDeclaredFirst(function.name) ? 0 : 1
      localFunctions[number] = local
    }
    returned.byClosures.append(.unknown)
    let (leaves, outerResult) = (deletions.isLeft, returned.type)
    returned.type = resolved(function.result)
    let around = ways.enter(.later)
    let isAnswer = returned.type == .other("Bool")
    within(declaring: new) { $0.runBody(body) }
    ways.leave(to: around)
    if isAnswer {
      keepAnswer(
        of: function.parameters.map(\.name), onlyExpression(in: body), in: function.name)
    }
    (deletions.isLeft, returned.type, generics) = (leaves, outerResult, outerGenerics)
    returned.byClosures.removeLast()
  }

  /// Records what a call gives to a function within the function around, by the number of that.
  mutating func bind(_ given: [Argument], toLocal number: Int) {
    guard var local = localFunctions[number] else { return }
    let parameters = local.declaration.parameters
    let places = self.parameters(for: given, in: local.declaration)
    var bound: [String: CodeType] = [:]
    for (argument, place) in zip(given, places ?? []) {
      guard let type = parameters[place].argumentType else { continue }
      bind(type, to: argument.value.type, in: local.declaration.generics, &bound)
      if local.placeholders[parameters[place].name] != nil {
        bound[parameters[place].name] = meant(by: argument.value)
      }
    }
    for (name, placeholder) in local.placeholders {
      let type = bound[name] ?? .unknown
      local.given[placeholder, default: []].insert(
        type.isObject || type.statesEntity ? type : .unknown)
    }
    localFunctions[number] = local
  }
}
