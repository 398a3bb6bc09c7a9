import ModelFiles
import ObjectGraph
import SwiftSource

/// The effects and results of calls of the frameworks.
extension Evaluation {
  mutating func contextCall(
    _ name: String, of base: CodeValue, _ given: [Argument], at place: Int
  ) -> CodeType? {
    let first = given.first?.value
    let context = base.name
    switch name {
    case "save" where given.isEmpty:
      save(context, at: place)
      return .other("Void")
    case "rollback", "reset":
      rollBack(base, by: name, at: place)
      return .other("Void")
    case "insert":
      guard let first, first.type.isOfObjects || first.type.statesEntity else {
        return .other("Void")
      }
      deletions.restore(first, in: context ?? "")
      if let context { deletions.insert(first, in: context) }
      parts.insert(first.object)
      if let name = first.name, first.isNew { change(name) { $0.home = base.home } }
      return .other("Void")
    // The second is the name before Swift 3.
    case "delete", "deleteObject":
      return deleteCall(name, of: base, given, at: place)
    case "deleteAll":
      // CoreStore fetches the objects, and deletes each.
      guard case .request(let inner)? = first?.type else { return nil }
      add(.delete, CodeValue(type: .collection(inner)), at: place, in: context, through: base.home)
      return .other("Int")
    case "edit": return first?.type
    case "enumerate":
      if case .deletion(let reference)? = given.last?.value.type,
        case .request(let inner)? = first?.type
      {
        callMethod(reference, CodeValue(type: inner), at: reference)
      }
      return .other("Void")
    case "fetch":
      guard case .request(let inner)? = first?.type else { return .collection(.unknown) }
      return .collection(inner)
    case "fetchIdentifiers":
      guard case .request(let inner)? = first?.type else { return .collection(.unknown) }
      return .collection(.identifier(inner))
    case "model", "registeredModel", "object", "existingObject", "registeredObject":
      if case .identifier(let inner)? = first?.type, inner.isKnown { return inner }
      return .anyModel
    case "transaction":
      // It saves when its closure has ended.
      save(context, at: place)
      return given.last?.value.type ?? .unknown
    case "perform", "performAndWait":
      return given.last?.value.type ?? .unknown
    case "count", "fetchCount": return .other("Int")
    default: return nil
    }
  }

  /// Deletes what a context is given.
  private mutating func deleteCall(
    _ name: String, of base: CodeValue, _ given: [Argument], at place: Int
  ) -> CodeType? {
    guard var argument = given.first else { return nil }
    // A class of models says as much as an entity, be it in no model.
    let isSuggested =
      base.type.onlySuggests(aDeleteOf: argument.value.type)
      && code.classOutsideModels(of: argument.value.type) == nil
    // A pair is no object, so that `$0` is its first part.
    if case .tuple(let parts) = argument.value.type, let type = parts.first {
      argument = Argument(label: argument.label, value: argument.value.with(type))
    }
    // What takes a text or a number is no context's, and what takes a value of the app is the app's own.
    if code.isNoObject(argument.value.type) {
      let isPlain = if case .other = argument.value.type { true } else { false }
      if isPlain || !fitting(given, among: code.functions(name, of: base.type)).isEmpty {
        return .other("Void")
      }
    }
    if argument.label == "model" {
      var value = argument.value
      for other in given.dropFirst() { value.parameterMask |= other.value.parameterMask }
      let predicate = given.first { $0.label == "where" }?.value
      record(
        FoundCall(
          .batchDelete, value, at: place,
          FoundCall.Details(
            takesAll: given.count == 1 && !value.isPart,
            sparesSubentities: given.contains {
              $0.label == "includeSubclasses" && $0.value.text == "false"
            },
            swept: predicate?.isComplete == true ? predicate?.lacking ?? [] : [],
            isSuggested: isSuggested)))
    } else if argument.label == nil, isSuggested {
      addSuggested(.delete, argument.value, at: place)
    } else if argument.label == nil {
      add(
        .delete, argument.value, at: place, via: ownDelete(of: given, in: base.type),
        in: base.name, through: base.home)
    }
    return .other("Void")
  }

  /// Takes back what a context did not save, by `rollback` or `reset`.
  private mutating func rollBack(_ base: CodeValue, by name: String, at place: Int) {
    let context = base.name
    if let context {
      rollBack(context, at: place)
      if name == "reset" {
        batches.reset(
          context, at: ways.place(at: place), on: ways)
      }
    } else if !base.isNew {
      // A context without a name may be any.
      deletions.pending = []
    }
    // What was unlinked and not saved is linked again; a context that is made here has no objects that the
    // function is given.
    let isMadeHere =
      base.home?.isOwn == true && (context.map { !$0.contains(".") } ?? base.isNew)
    unlinks.current = unlinks.current.filter { isMadeHere && isOfGiven($0.owner) }
    parts = DeletedParts()
    dropLacking(nil)
  }

  /// The `delete` with a body that the app gives contexts, which may be what a call means.
  private func ownDelete(of given: [Argument], in type: CodeType) -> Int? {
    if type != .context { return nil }
    return fitting(given, among: code.functions("delete", of: type)).first {
      summaries.wrapper(of: $0) != nil
    }
  }

  /// A context takes back what was not saved.
  mutating func rollBack(_ context: String, at place: Int) {
    deletions.takeBack(context)
    deletions.rolledBack[context] = place
    later.leaving.removeAll { $0.context == context }
  }

  /// Returns the type of objects of each of some entities; nil where a name is of none.
  func entities(named names: [String]) -> CodeType? {
    let entities = names.compactMap { code.entity(named: $0, near: file) }
    return entities.isEmpty || entities.count < names.count ? nil : .each(Set(entities))
  }

  /// Whether a method takes what it is given out of a collection.
  static func takesOut(_ name: String) -> Bool {
    name.hasPrefix("remove")
      || ["popLast", "popFirst", "subtract", "minus", "minusSet"].contains(name)
  }

  /// The methods that take out one object, unless they are given how many.
  private static let takingOne: Set<String> = [
    "popFirst", "popLast", "removeFirst", "removeLast",
  ]

  /// The methods that leave in a set no more than what it has in common with what they are given.
  private static let keeping: Set<String> = ["formIntersection", "intersect", "intersectSet"]

  /// The prefixes of methods that add something to a collection.
  static let linking = ["append", "insert", "add", "formUnion", "replace", "move"]

  mutating func collectionCall(
    _ name: String, _ base: CodeValue, _ element: CodeType, _ given: [Argument], at place: Int
  ) -> CodeValue {
    let last = given.last?.value ?? .unknown
    let parameterMask = given.reduce(base.parameterMask) { $0 | $1.value.parameterMask }
    func value(_ type: CodeType) -> CodeValue {
      var value = CodeValue(type: type, parameterMask: parameterMask)
      if type == base.type || type == element {
        (value.isStored, value.holder) = (base.isStored, base.holder)
      }
      return value
    }
    let isReplaced = name == "replaceSubrange"
    let isKeeping = Self.keeping.contains(name)
    if Self.takesOut(name) || isKeeping || isReplaced {
      let isAll =
        name.hasPrefix("removeAll") && given.allSatisfy { $0.label == "keepingCapacity" }
      addUnlink(
        base.relationship, base, of: base.ownerName, isAll ? nil : isKeeping ? [] : given,
        at: place,
        takesOne: Self.takingOne.contains(name) && given.isEmpty
          || name == "remove" && given.first?.label == "at")
      if isAll, let use = base.relationship {
        release(use, of: base.ownerName, for: .unknown, isWhole: true, at: place)
      }
      markAsPart(base.name, at: place)
    }
    if Self.linking.contains(where: name.hasPrefix), !isReplaced || !last.isEmpty {
      let added = given.first { $0.value.type.isOfObjects }?.value ?? last
      add(added, last, toRelationshipOf: base, at: place)
      keep(added, in: base, at: place)
      addParameters(of: last, to: base.name)
      let elements = given.filter { !["at", "fromOffsets", "toOffset"].contains($0.label) }
      fill(
        base.name,
        adding: elements.map {
          if case .collection(let each) = $0.value.type { each } else { $0.value.type }
        }, of: added)
      putBack(added, into: base.name, at: place)
    }
    for case let path? in given.map(\.value.text) where given.contains(where: { $0.value.isPath }) {
      // It is asked of each element.
      var each = base.element(element)
      each.isEach = true
      read(String(path.prefix { $0 != "." }), of: each, at: place)
    }
    var each = base.element(element)
    each.isEach = true
    switch name {
    case "forEach", "map", "compactMap":
      switch last.type {
      case .deletion(let reference):
        callMethod(reference, each, at: reference)
        return value(.other("Void"))
      case .closure(_, let result):
        localFunctions[last.object]?.passings -= 1
        bind([Argument(label: nil, value: each)], toLocal: last.object)
        return value(.collection(result))
      case .function(let functions):
        let function = call(functions, withEach: each)
        return value(.collection(function.map(resolvedResult(of:)) ?? .unknown))
      case _ where last.isPath && last.text == "self": return base.copy
      case _ where last.isEach && last.list == base.object && last.type == element:
        var same = base.copy
        if name == "compactMap" { same.isPart = true }
        return same
      default:
        let one = mapped(each, by: last, at: place)
        // Each element again, but for those that are left out.
        if one.isEach, one.isSameElement(as: each) {
          var copy = base.copy
          copy.type = .collection(one.type)
          if name == "compactMap" { copy.isPart = true }
          return copy
        }
        var result = value(.collection(one.type))
        (result.given, result.isNew) = (last.given, one.isNew)
        if name == "compactMap", result.type == base.type, !last.isPath {
          (result.copied, result.isPart) = (base.relationship ?? base.copied, true)
        }
        return result
      }
    case "flatMap": return value(.collection(mapped(each, by: last, at: place).type.element))
    case "reduce": return value(given.first?.value.type ?? .unknown)
    case "then": return value(last.type)
    default:
      var result = frameworkMember(name, of: base, parameterMask: parameterMask) ?? value(.unknown)
      // What was taken out is held no more.
      if base.relationship != nil, name.hasPrefix("remove") || name.hasPrefix("pop") {
        result.holder = []
      }
      return result
    }
  }

  /// Records that a list of a property gets an object, which other code may delete from there.
  private mutating func keep(_ value: CodeValue, in list: CodeValue, at place: Int) {
    guard list.property >= 0, list.relationship == nil, let entity = value.type.entity,
      uses.kept.count < Limits.pending
    else { return }
    uses.kept.append(
      Kept(
        property: list.property, object: value.object, entity: entity,
        place: ways.place(at: place)))
  }

  /// Returns what a closure or a key path makes of an element.
  func mapped(_ each: CodeValue, by way: CodeValue, at place: Int) -> CodeValue {
    guard way.isPath, let path = way.text else { return way }
    var evaluation = self
    return evaluation.value(of: each, at: path, place)
  }

  /// Returns what a key path leads to.
  mutating func value(of base: CodeValue, at path: String, _ place: Int) -> CodeValue {
    path.split(separator: ".").reduce(base) {
      switch $1 {
      case "self": $0
      case "[]": $0.element($0.type.element)
      default: step(String($1), of: $0, at: place)
      }
    }
  }

  /// Returns the name that Xcode gives to what changes a relationship, for a function that has another name in
  /// Swift and that one in Objective-C; nil for any other.
  func accessor(_ name: String, of object: CodeValue) -> String? {
    guard case .entity(let entity) = object.type, let type = code.typesByEntity[entity] else {
      return nil
    }
    for function in code.functions(named: name, of: type) {
      let declaration = code.functions[function].declaration
      guard declaration.body == nil, let stated = declaration.objectiveCName else { continue }
      for (verb, made) in [("remove", "removeFrom"), ("add", "addTo")] where stated.hasPrefix(verb)
      {
        let rest = stated.dropFirst(verb.count)
        let relationship = rest.hasSuffix("Object") ? rest.dropLast("Object".count) : rest
        let lower = relationship.prefix(1).lowercased() + relationship.dropFirst()
        if code.relationship(lower, of: entity) != nil { return made + relationship }
      }
    }
    return nil
  }

  /// A property that a key path goes through.
  private mutating func step(_ name: String, of value: CodeValue, at place: Int) -> CodeValue {
    read(name, of: value, at: place)
    return named(member(name, of: value, at: place), name, of: value)
  }

  /// The relationship of an object by its name in the code, which may begin with a capital letter.
  func use(_ name: some StringProtocol, of object: CodeValue) -> RelationshipUse? {
    guard case .entity(let entity) = object.type else { return nil }
    let known = [String(name), name.prefix(1).lowercased() + name.dropFirst()].first {
      code.relationship($0, of: entity) != nil
    }
    return known.map { RelationshipUse(entity: entity, name: $0, isOfNew: object.isNew) }
  }

  /// The relationship that a method which Xcode makes changes; nil for any other method.
  func changed(by method: String, of object: CodeValue) -> RelationshipUse? {
    let verb = ["removeFrom", "addTo", "insertInto"].first(where: method.hasPrefix)
    return verb.flatMap { use(method.dropFirst($0.count), of: object) }
  }

  /// Returns an object whose entity only the name says that Xcode gives to a method which changes a relationship.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - base: The object that it is called on.
  ///   - given: Its arguments, of which one may be the name of the relationship.
  /// - Returns: The object, of the only entity with that relationship, or of an unknown one if there are several; nil if
  ///   more is known of it, or if no entity has it.
  func receiver(of method: String, _ base: CodeValue, _ given: [Argument]) -> CodeValue? {
    let key = Self.key(among: given)?.text
    guard base.type.isOfAnyEntity || base.type == .unknown && key == nil else { return nil }
    let entities = code.entities(changedBy: key.map { "forKey: \($0)" } ?? method) { entity in
      let object = CodeValue(type: .entity(entity))
      return (key.map { use($0, of: object) } ?? changed(by: method, of: object)) != nil
    }
    guard let first = entities.first else { return nil }
    var object = base
    let isOne = entities.allSatisfy { code.entities[$0].name == code.entities[first].name }
    object.type = isOne ? .entity(first) : .each(Set(entities))
    return object
  }

  mutating func entityCall(
    _ name: String, _ entity: Int, _ base: CodeValue, _ given: [Argument], at place: Int
  ) -> CodeValue? {
    if name == "validateForDelete" {
      let isDropped = deletions.failing == .dropped(by: .tryOptional) && deletions.asked == nil
      if !isDropped { askForAll(of: base) }
      return CodeValue(type: .other("Void"))
    }
    if let use = changed(by: name, of: base) {
      if name.hasPrefix("removeFrom") {
        addUnlink(use, base, of: base.name, given, at: place)
        return .unknown
      }
      let added = given.first?.value ?? .unknown
      read(use.name, of: base, at: place, isWrite: true)
      link(use, to: added, of: base, at: place)
      if let name = base.name { deletions.contents.fill("\(name).\(use.name)") }
      relink(use, of: base.name, to: added)
      return .unknown
    }
    if name == "setNilValueForKey", let key = given.first?.value.text {
      read(key, of: base, at: place, isWrite: true)
    }
    guard let key = Self.key(among: given)?.text else { return nil }
    read(key, of: base, at: place, isWrite: name.hasPrefix("set"))
    guard let use = use(key, of: base) else { return nil }
    let type = code.destination(use.name, of: entity) ?? .unknown
    var value = base.with(type)
    (value.relationship, value.isProxy) = (use, true)
    value.holder = holder(of: base, by: use)
    value.name = base.name.map { "\($0).\(use.name)" }
    if Self.readingByKey.contains(name) { return value }
    guard ["setValue", "setPrimitiveValue"].contains(name) else { return nil }
    assign(given[0].value, to: value, at: place)
    return .unknown
  }
}
