import ModelFiles
import SwiftSource

/// Values that the code lists: tuples, arrays, dictionaries and key paths.
extension Evaluation {
  mutating func tuple(
    of parts: [SwiftCallArgument], for expected: CodeType
  ) -> CodeValue {
    let types = expected.parts(parts.count)
    let values = zip(parts, types).map { value(of: $0.value, for: $1) }
    return CodeValue(
      type: .tuple(TupleTypes(values.map(\.type), labels: parts.map(\.label))),
      parameterMask: values.reduce(0) { $0 | $1.parameterMask })
  }

  mutating func list(
    of elements: [SwiftExpression], for expected: CodeType
  ) -> CodeValue {
    let values = elements.map { value(of: $0, for: expected) }
    var list = CodeValue(
      type: .collection(Self.common(values.map(\.type))),
      parameterMask: values.reduce(0) { $0 | $1.parameterMask },
      given: values.reduce(0) { $0 | $1.given })
    list.isEmpty = values.isEmpty
    if values.allSatisfy({ $0.home == values[0].home }) { list.home = values.first?.home }
    list.isNew = !values.isEmpty && values.allSatisfy(\.isNew)
    let texts = values.compactMap { value in
      value.type == .other("String")
        ? value.text : value.type.instance.entity.map { code.entities[$0].name }
    }
    let hasText = values.contains { $0.type == .other("String") }
    if hasText, texts.count == values.count { list.texts = texts }
    list.object = deletions.newObject()
    let isOfNamed = !values.isEmpty && values.allSatisfy { $0.object != 0 && isHeld($0) }
    if isOfNamed { list.objects = values.map(\.object) }
    return list
  }

  /// Returns the type of one of two objects, or types, of different entities; nil for any other two.
  static func either(_ one: CodeType, _ other: CodeType) -> CodeType? {
    func entities(of type: CodeType) -> Set<Int>? {
      switch type {
      case .entity(let entity): [entity]
      case .oneOf(let entities): entities
      default: nil
      }
    }
    if one == other { return nil }
    switch (one, other) {
    case (.metatype(let one), .metatype(let other)):
      return either(one, other).map(CodeType.metatype)
    case (.anyModel, _) where other.innermost.isKnown, (_, .anyModel) where one.innermost.isKnown:
      return .anyModel
    default:
      guard let first = entities(of: one), let second = entities(of: other) else {
        return one.entity != nil && other.entity != nil ? .unknown : nil
      }
      return .oneOf(first.union(second))
    }
  }

  /// Returns the type of the elements of a list, whose objects may be of several entities.
  static func common(_ types: [CodeType]) -> CodeType {
    guard let first = types.first, types.contains(where: { $0 != first }) else {
      return types.first ?? .unknown
    }
    var entities: Set<Int> = []
    for type in types {
      guard type.entity != nil || !type.entities.isEmpty else { return .unknown }
      entities.formUnion(type.allEntities)
    }
    switch first {
    case .entity where types.allSatisfy(\.isObject), .each where types.allSatisfy(\.isObject):
      return .each(entities)
    case .metatype where types.allSatisfy(\.instance.isKnown): return .metatype(.each(entities))
    case .request where types.allSatisfy(\.isRequest): return .request(.each(entities))
    case .identifier where types.allSatisfy(\.isIdentifier): return .identifier(.each(entities))
    case .collection where types.allSatisfy(\.element.isObject): return .collection(.each(entities))
    default: return .unknown
    }
  }

  mutating func dictionary(
    of pairs: [SwiftExpression.Pair], for expected: CodeType
  ) -> CodeValue {
    let types = expected.parts(2)
    let values = pairs.map { pair in
      var value = value(of: pair.value, for: types[1])
      // Identifiers are merged as those of deleted objects, or not at all.
      if case .name(let key) = pair.key.form, Self.keysOfOtherChanges.contains(key.text) {
        value.parameterMask &= ~BatchDeletes.bits
      }
      return (key: self.value(of: pair.key, for: types[0]), value: value)
    }
    guard let first = values.first else {
      var empty = CodeValue(type: .tuple([.unknown, .unknown]))
      empty.isEmpty = true
      return empty
    }
    let isSure = values.allSatisfy {
      $0.key.type == first.key.type && $0.value.type == first.value.type
    }
    return CodeValue(
      type: .tuple(isSure ? [first.key.type, first.value.type] : [.unknown, .unknown]),
      parameterMask: values.reduce(0) { $0 | $1.key.parameterMask | $1.value.parameterMask })
  }

  mutating func keyPath(_ root: TypeExpression?, _ path: [SwiftSuffix]) -> CodeValue {
    let names = path.compactMap { suffix -> String? in
      switch suffix.form {
      case .member(let name): name.text
      case .element: "[]"
      default: nil
      }
    }
    var value = CodeValue(type: .other("KeyPath"), text: names.joined(separator: "."))
    let type = resolved(root)
    if type.isKnown { value.type = .tuple([.other("KeyPath"), type]) }
    return value
  }
}
