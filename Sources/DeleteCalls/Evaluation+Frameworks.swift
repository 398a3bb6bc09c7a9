import ModelFiles
import ObjectGraph
import SwiftSource

/// The effects and results of calls of the frameworks.
extension Evaluation {
  mutating func contextCall(
    _ name: String, of context: String?, _ given: [Argument], at place: Int
  ) -> CodeType? {
    let first = given.first?.value
    switch name {
    case "save" where given.isEmpty:
      save(context, at: place)
      return .other("Void")
    case "rollback", "reset":
      // What nobody knows by name may be any.
      aftermath.pending.removeAll { context == nil || $0.context == context }
      return .other("Void")
    case "insert":
      if let context, let first, first.isNew, let name = first.name {
        aftermath.insert(name, in: context)
      }
      return .other("Void")
    case "delete":
      guard let argument = given.first else { return nil }
      if argument.label == "model" {
        var value = argument.value
        for other in given.dropFirst() { value.origin |= other.value.origin }
        keep(
          FoundCall(
            .batchDelete, value, at: place, FoundCall.Details(takesAll: given.count == 1)))
      } else if argument.label == nil {
        add(.delete, argument.value, at: place, in: context)
      }
      return .other("Void")
    case "fetch":
      guard case .request(let inner)? = first?.type else { return .collection(.unknown) }
      return .collection(inner)
    case "fetchIdentifiers":
      guard case .request(let inner)? = first?.type else { return .collection(.unknown) }
      return .collection(.identifier(inner))
    case "model", "registeredModel", "object", "existingObject":
      if case .identifier(let inner)? = first?.type, inner.isKnown { return inner }
      return .anyModel
    case "perform", "performAndWait", "transaction":
      return given.last?.value.type ?? .unknown
    case "count": return .other("Int")
    default: return nil
    }
  }

  /// An object that a type makes.
  mutating func made(
    _ type: CodeType, _ given: [Argument], _ origin: UInt64, at place: Int
  ) -> CodeValue {
    let first = given.first?.value
    func value(_ type: CodeType) -> CodeValue { CodeValue(type: type, origin: origin, isNew: true) }
    switch type {
    case .request(let inner):
      if inner.entity != nil { return value(type) }
      if let name = given.first(where: { $0.label == "entityName" })?.value {
        if let entity = name.text.flatMap({ code.entity(named: $0, near: file) }) {
          return value(.request(.entity(entity)))
        }
        return value(.request(name.type.entity.map(CodeType.entity) ?? .unknown))
      }
      let stated = given.lazy.compactMap { argument -> Int? in
        if case .predicate(let inner) = argument.value.type { return inner.entity }
        if case .collection(let sorting) = argument.value.type { return sorting.entity }
        return nil
      }.first
      return value(.request(stated.map(CodeType.entity) ?? inner))
    case .batchRequest:
      let inner: CodeType =
        switch first?.type {
        case .request(let inner)?: inner
        case .collection(.identifier(let inner))?: inner
        default: .unknown
        }
      add(.batchDelete, CodeValue(type: inner, origin: origin), at: place)
      return value(.batchRequest(inner))
    case .controller(let inner):
      if inner.isKnown { return value(type) }
      if case .request(let fetched)? = first?.type { return value(.controller(fetched)) }
      return value(type)
    case .collection(let element):
      if !element.isKnown, let first, given.count == 1 {
        if case .collection = first.type { return first.copy }
        if case .tuple = first.type { return first.with(.collection(first.type)) }
      }
      if !element.isKnown, let first, given.count > 1, case .collection = first.type {
        return first.copy
      }
      var made = value(type)
      made.isEmpty = given.isEmpty
      return made
    case .tuple(let parts) where parts.count == 2 && given.first?.label == "grouping":
      return value(.tuple([.unknown, first?.type ?? .unknown]))
    case .other("SortDescriptor"), .other("NSSortDescriptor"):
      if case .tuple(let parts)? = first?.type, parts.count == 2 { return value(parts[1]) }
      return value(type)
    case .other("String"):
      // `String(describing: Trip.self)` names an entity.
      if case .metatype(let inner)? = first?.type { return value(.metatype(inner)) }
      return value(type)
    case .entity(let entity):
      share(given, withNew: entity, at: place)
      return value(type)
    default: return value(type)
    }
  }

  /// The prefixes of methods that add something to a collection.
  private static let linking = ["append", "insert", "add", "formUnion", "replace", "move"]

  mutating func collectionCall(
    _ name: String, _ base: CodeValue, _ element: CodeType, _ given: [Argument], at place: Int,
    _ isClosureLast: Bool
  ) -> CodeValue {
    let last = given.last?.value ?? .unknown
    let origin = given.reduce(base.origin) { $0 | $1.value.origin }
    func value(_ type: CodeType) -> CodeValue {
      var value = CodeValue(type: type, origin: origin)
      value.isStored = base.isStored && (type == base.type || type == element)
      return value
    }
    if name.hasPrefix("remove") || name == "popLast" || name == "popFirst" {
      addUnlink(base.relationship, base, at: place)
      lessen(base.name)
    } else if Self.linking.contains(where: name.hasPrefix) {
      if let use = base.relationship { links(use) }
      give(last, to: base.name)
    }
    /// Returns the type that a closure or a key path makes of an element.
    func mapped() -> CodeType {
      let isPath =
        if case .tuple(let parts) = last.type { parts.first == .other("KeyPath") } else {
          last.type == .other("KeyPath")
        }
      guard isPath, let path = last.text else { return last.type }
      var evaluation = self
      return path.split(separator: ".").reduce(base.with(element)) {
        $1 == "self" ? $0 : evaluation.member(String($1), of: $0, at: place)
      }.type
    }
    switch name {
    case "forEach", "map", "compactMap":
      switch last.type {
      case .deletion(let reference):
        callDelete(reference, base.element(element), at: reference)
        return value(.other("Void"))
      case .function(let function):
        callForEach(function)
        if let wrapper = wrappers[function] {
          let type = wrapper.type.isKnown ? wrapper.type : element
          add(wrapper.kind, base.element(type), at: functionReference, via: function)
        }
        let result = code.functions[function].declaration.result
        return value(.collection(resolvedResult(result, of: function, [:])))
      default: return value(.collection(mapped()))
      }
    case "flatMap": return value(.collection(mapped().element))
    case "sorted", "reversed", "shuffled", "mutableCopy", "copy":
      // The same in another order.
      var same = value(base.type)
      (same.relationship, same.copied, same.isPart) = (base.relationship, base.copied, base.isPart)
      return same
    case "filter", "prefix", "suffix", "subtracting", "dropFirst", "dropLast":
      var part = value(base.type)
      (part.relationship, part.copied, part.isPart) = (base.relationship, base.copied, true)
      return part
    case "drop", "union", "intersection", "symmetricDifference", "adding", "appending",
      "uniqued", "sort":
      return value(base.type)
    case "first", "last", "randomElement", "min", "max", "popLast", "popFirst", "removeFirst",
      "removeLast", "remove", "object":
      return value(element)
    case "enumerated": return value(.collection(.tuple([.other("Int"), element])))
    case "joined": return value(.collection(element.element))
    case "chunked": return value(.collection(base.type))
    default: return value(.unknown)
    }
  }

  mutating func entityCall(
    _ name: String, _ entity: Int, _ base: CodeValue, _ given: [Argument], at place: Int
  ) -> CodeValue? {
    func use(_ relationship: String) -> RelationshipUse? {
      let other = relationship.prefix(1).lowercased() + relationship.dropFirst()
      let known = [relationship, other].first { code.relationship($0, of: entity) != nil }
      return known.map { RelationshipUse(entity: entity, name: $0, isOfNew: base.isNew) }
    }
    if name.hasPrefix("removeFrom"), let use = use(String(name.dropFirst("removeFrom".count))) {
      addUnlink(use, base, at: place)
      return .unknown
    }
    if name.hasPrefix("addTo"), let use = use(String(name.dropFirst("addTo".count))) {
      links(use)
      return .unknown
    }
    if ["mr_deleteEntity", "MR_deleteEntity"].contains(name) {
      add(.delete, base, at: place)
      return .unknown
    }
    guard let key = given.first(where: { $0.label == "forKey" })?.value.text else { return nil }
    read(key, of: base, at: place, isWrite: name.hasPrefix("set"))
    guard let use = use(key) else { return nil }
    let type = code.destination(use.name, of: entity) ?? .unknown
    var value = base.with(type)
    (value.relationship, value.isProxy) = (use, true)
    switch name {
    case "mutableSetValue", "mutableOrderedSetValue", "mutableArrayValue", "value",
      "primitiveValue":
      return value
    case "setValue", "setPrimitiveValue":
      if given.first?.value.isNil == true { addUnlink(use, value, at: place) }
      return .unknown
    default: return nil
    }
  }
}
