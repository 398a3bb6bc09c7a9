import ModelFiles
import SwiftSource

/// The choice among functions of one name.
extension Evaluation {
  /// Returns the functions that the arguments, or the first of them, fit best; none where no function can be meant.
  func fitting(_ given: [Argument], among functions: [Int], isWhole: Bool = true) -> [Int] {
    best(functions) { function in
      parameters(for: given, in: function.declaration, isWhole: isWhole).flatMap {
        score(given, function, at: $0)
      }
    }
  }

  /// Returns the functions that can be called with a value alone, as something that takes a function does.
  func fitting(_ value: CodeValue, amongReferences functions: [Int]) -> [Int] {
    best(functions) { function in
      let parameters = function.declaration.parameters
      guard !parameters.isEmpty, parameters.dropFirst().allSatisfy(\.hasDefault) else { return nil }
      return score([Argument(label: nil, value: value)], function, at: [0])
    }
  }

  /// Returns the type that any of several equally fitting functions of one type deletes, and one of them; nil if
  /// all of them delete the same, apart from some for the same arguments that delete nothing.
  func ambiguity(among functions: [Int]) -> (function: Int, type: CodeType)? {
    guard functions.count > 1,
      let first = functions.first(where: { summaries.wrapper(of: $0) != nil })
    else {
      return nil
    }
    let ofOneType = functions.filter {
      code.functions[$0].owner == code.functions[first].owner
    }
    let overloads = ofOneType.filter { summaries.wrapper(of: $0) != nil }
    let types = overloads.map { summaries.wrapper(of: $0)?.type ?? .unknown }
    let sparesOthers = ofOneType.contains { other in
      summaries.wrapper(of: other) == nil && code.functions[other].declaration.body != nil
        && overloads.allSatisfy { takesOthers(other, than: $0) }
    }
    if types.allSatisfy({ $0 == types[0] }) { return sparesOthers ? (first, types[0]) : nil }
    if let any = types.firstIndex(of: .unknown) { return (overloads[any], .unknown) }
    let entities = types.reduce(into: Set<Int>()) {
      $0.formUnion($1.allEntities)
    }
    return (first, .each(entities))
  }

  /// Whether a function is for arguments of other types than another one.
  private func takesOthers(_ one: Int, than other: Int) -> Bool {
    zip(
      code.functions[one].declaration.parameters, code.functions[other].declaration.parameters
    ).contains { $0.type != $1.type }
  }

  private func best(_ functions: [Int], by score: (AppCode.Function) -> Int?) -> [Int] {
    let scores = functions.map { score(code.functions[$0]) }
    guard let best = scores.compactMap(\.self).max() else { return [] }
    return zip(functions, scores).filter { $0.1 == best }.map(\.0)
  }

  /// Returns a number that is greater the more exactly arguments fit; nil where they do not.
  private func score(
    _ given: [Argument], _ function: AppCode.Function, at places: [Int]
  ) -> Int? {
    let declaration = function.declaration
    let scope = code.scope(of: function)
    var bound: [String: CodeType] = [:]
    for generic in declaration.generics {
      bound[generic.name] = code.resolved(generic.constraint, in: scope)
    }
    let own = function.owner.map(code.type) ?? .unknown
    var sum = 0
    for (argument, place) in zip(given, places) {
      let wanted = code.resolved(
        declaration.parameters[place].argumentType, in: scope, own: own, bound: bound)
      guard let fit = code.fit(argument.value, wanted) else { return nil }
      // Each type that conforms to a protocol has its own in the place of an associated type.
      let isAssociated = code.isAssociated(declaration.parameters[place].argumentType, in: function)
      sum += isAssociated ? TypeFit.possible.rawValue : fit.rawValue
    }
    return sum
  }
}

/// How exactly the type of a value is the one that is asked for.
enum TypeFit: Int {
  /// One of the two is not known.
  case possible
  /// It is an object of a model, where any is asked for.
  case general
  /// It inherits from the type, or conforms to it.
  case kind
  case exact
}

extension AppCode {
  /// Returns how a value fits a type; nil where it cannot.
  func fit(_ value: CodeValue, _ wanted: CodeType) -> TypeFit? {
    // A literal may be of any type that can be written so.
    let isLiteral = value.text != nil && value.type != .other("Bool")
    if isLiteral || value.isNil, case .other = wanted { return .possible }
    return fit(value.type, wanted)
  }

  private func fit(_ given: CodeType, _ wanted: CodeType) -> TypeFit? {
    switch (given, wanted) {
    case (.generic(_, _, let constraint), _): return fit(constraint, wanted)
    case (.specialized(let one, _), _): return fit(.type(one), wanted)
    case (_, .specialized(let other, _)): return fit(given, .type(other))
    case (.entity(let one), .entity(let other)):
      if one == other { return .exact }
      if isKind(one, of: other) { return .kind }
      // Two models may have a class in common.
      return entities[one].name == entities[other].name ? .possible : nil
    case (.entity, .anyModel): return .general
    case (.anyModel, .entity): return .possible
    case (.entity(let one), .type(let other)):
      return typesByEntity[one].map { fit($0, other) } ?? .possible
    case (.type(let one), .entity(let other)):
      return typesByEntity[other].map { fit(one, $0) } ?? .possible
    case (.type(let one), .type(let other)): return fit(one, other)
    // An identifier may be of any type.
    case (.identifier, .other), (.other, .identifier), (.identifier, .type), (.type, .identifier):
      return .possible
    case (.collection(let one), .collection(let other)),
      (.metatype(let one), .metatype(let other)), (.request(let one), .request(let other)),
      (.predicate(let one), .predicate(let other)), (.controller(let one), .controller(let other)):
      return fit(one, other)
    // The name of a type is known by that type.
    case (.metatype, .other("String")): return .possible
    case (.other(let one), .other(let other)):
      if one == other { return .exact }
      return Self.plainTypes.contains(one) && Self.plainTypes.contains(other) ? nil : .possible
    default:
      guard let one = shape(of: given), let other = shape(of: wanted) else { return .possible }
      return one == other ? .possible : nil
    }
  }

  /// How an object of one of the app's types fits another.
  private func fit(_ one: Int, _ other: Int) -> TypeFit? {
    if one == other { return .exact }
    if lineage(of: one).contains(other) { return .kind }
    // A protocol's associated type is one of those that conform to its constraint.
    if types[one].keyword == "protocol", lineage(of: other).contains(one) { return .possible }
    // What a type of the system inherits from is not known, nor which of two with one name is meant.
    let isKnown =
      types[one].keyword != "extension" && types[other].keyword != "extension"
      && types[one].path.last != types[other].path.last
    return isKnown ? nil : .possible
  }

  /// Whether a type in what a protocol requires is an associated type of that.
  func isAssociated(_ type: TypeExpression?, in function: Function) -> Bool {
    guard case .named(let path, _)? = type, path.count == 1, function.declaration.body == nil,
      let owner = function.owner, types[owner].keyword == "protocol"
    else { return false }
    return aliases[(types[owner].path + path).joined(separator: ".")] != nil
  }

  /// Whether a value is certain to be no object of a model.
  func isNoObject(_ type: CodeType) -> Bool { shape(of: type) == .plain }

  private enum Shape {
    case object, collection, type, request, predicate, identifier, context, plain
  }

  /// The shape of a type's values, of which none is one of another; nil where that is not certain.
  private func shape(of type: CodeType) -> Shape? {
    switch type {
    case .entity, .anyModel: .object
    case .type(let index):
      ["struct", "enum", "actor"].contains(types[index].keyword) ? .plain : nil
    case .collection: .collection
    case .metatype: .type
    case .request: .request
    case .predicate: .predicate
    case .identifier: .identifier
    case .context: .context
    case .other(let name): Self.plainTypes.contains(name) ? .plain : nil
    case .each, .oneOf, .suggestedContext, .conforming, .specialized, .generic, .tuple,
      .batchRequest,
      .controller, .deletion,
      .closure, .function,
      .unknown:
      nil
    }
  }

  private static let plainTypes: Set<String> = ["String", "Int", "UUID", "Date", "URL", "Data"]
}
