import ModelFiles
import ObjectGraph
import SwiftSource

/// The objects that types make when they are called.
extension Evaluation {
  mutating func made(_ type: CodeType, _ call: Invocation) -> CodeValue {
    let first = call.first
    var made = call.value(type)
    made.isNew = true
    switch type {
    case .request(let inner): return madeRequest(type, inner, call)
    case .batchRequest: return madeBatchRequest(call)
    case .controller(let inner):
      if !inner.isKnown, case .request(let fetched)? = first?.type {
        made.type = .controller(fetched)
      }
    case .collection(let element):
      if let copy = copiedCollection(of: element, call.given) { return copy }
      (made.isEmpty, made.isNew) = (call.given.isEmpty, first?.isNew == true)
      made.given = call.given.count == 1 ? first?.given ?? 0 : 0
    case .tuple(let parts) where parts.count == 2 && call.given.first?.label == "grouping":
      let list = first ?? .unknown
      let key = mapped(
        list.element(list.type.element), by: call.given.last?.value ?? .unknown, at: call.place)
      made.type = .tuple([key.type, list.type])
    case .tuple
    where call.given.contains {
      ["uniqueKeysWithValues", "uniquingKeysWith"].contains($0.label)
    }:
      made.type = first?.type.element ?? .unknown
    case .other("SortDescriptor"), .other("NSSortDescriptor"):
      if case .tuple(let parts)? = first?.type, parts.count == 2 { made.type = parts[1] }
    case .other("Result"), .other("Task"): made.type = call.given.last?.value.type ?? type
    case .other("String"):
      // `String(describing: Trip.self)` names an entity.
      if case .metatype(let inner)? = first?.type { made.type = .metatype(inner) }
    case .entity(let entity): initialize(&made, of: entity, call)
    case .anyModel:
      let entity = call.given.first { $0.label == "entity" }?.value.type.instance ?? .unknown
      if entity.isKnown { made.type = entity }
    case .type, .specialized: initialize(type, call)
    case .other("NSPredicate"):
      (made.lacking, made.isComplete) = askForNone(in: first?.text ?? "")
      made.sparing = spared(
        bySearchFor: first?.text ?? "", call.given.dropFirst().map(\.value))
    case .context:
      let queue = call.given.first { $0.label == "concurrencyType" }?.value.text
      made.home = .made(
        file: file, token: call.place,
        isForViews: queue != nil && queue != "privateQueueConcurrencyType")
    default: break
    }
    return made
  }

  /// A request for the objects that its arguments say.
  private func madeRequest(
    _ type: CodeType, _ inner: CodeType, _ call: Invocation
  ) -> CodeValue {
    let predicate = call.given.first { $0.label == "predicate" }?.value
    var request = call.value(type)
    request.isNew = true
    (request.isComplete, request.lacking) = (
      predicate?.isComplete ?? true, predicate?.lacking ?? []
    )
    request.sparing = predicate?.sparing ?? []
    if inner.entity != nil { return request }
    if let name = call.given.first(where: { $0.label == "entityName" })?.value {
      request.type = .request(fetched(named: name) ?? inner)
      return request
    }
    let stated = call.given.lazy.compactMap { argument -> CodeType? in
      switch argument.value.type {
      case .predicate(let inner) where inner.isKnown: inner
      case .collection(let sorting) where sorting.entity != nil: .entity(sorting.entity ?? 0)
      default: nil
      }
    }.first
    request.type = .request(stated ?? inner)
    return request
  }

  /// The type that a name of an entity means in a request; nil where that is not known.
  private func fetched(named name: CodeValue) -> CodeType? {
    if let entity = name.text.flatMap({ code.entity(named: $0, near: file) }) {
      return .entity(entity)
    }
    let named =
      name.type.entity.map(CodeType.entity) ?? entities(named: name.texts) ?? name.type.instance
    if named.isKnown { return named }
    guard name.type == .other("String"), name.given != 0 else { return nil }
    return AppCode.generic("entityName", name.given, .anyModel)
  }

  private mutating func madeBatchRequest(_ call: Invocation) -> CodeValue {
    let inner: CodeType =
      switch call.first?.type {
      case .request(let inner)?: inner
      case .collection(.identifier(let inner))?: inner
      default: .unknown
      }
    var deleted = call.value(inner)
    deleted.sparesSubentities = call.first?.sparesSubentities == true
    deleted.isComplete = call.first?.isComplete == true
    deleted.lacking = call.first?.lacking ?? []
    add(.batchDelete, deleted, at: call.place)
    if let entity = inner.entity, tokens.isMark(call.place + 1, "(") {
      addUnlinks(byBatchOf: entity, at: call.place..<tokens.after(call.place + 1))
    }
    return CodeValue(
      type: .batchRequest(inner),
      parameterMask: call.parameterMask | batches.bit(for: place(call.place)), isNew: true)
  }

  /// The collection that another one is made of; nil where what is made has none.
  private func copiedCollection(of element: CodeType, _ given: [Argument]) -> CodeValue? {
    guard !element.isKnown, let first = given.first?.value else { return nil }
    switch first.type {
    case .collection: return first.copy
    case .tuple where given.count == 1: return first.with(.collection(first.type))
    default: return nil
    }
  }

  /// Gives a new object of an entity what its initializer does.
  private mutating func initialize(_ new: inout CodeValue, of entity: Int, _ call: Invocation) {
    new.home = call.given.first { ["context", "insertInto"].contains($0.label) }?.value.home
    new.object = deletions.newObject()
    link(call.given, withNew: entity)
    for (value, use) in relationships(setTo: call.given, ofNew: entity) {
      relink(use, of: "", to: value)
      guard value.type.isOfObjects else { continue }
      if !value.isEmpty { link(use, to: value, of: new, at: call.place) }
      share(value, by: use, of: nil, at: call.place)
    }
  }

  /// Does what the initializer of a type of the app does with its arguments.
  private mutating func initialize(_ type: CodeType, _ call: Invocation) {
    let given = call.given
    let functions = fitting(given, among: code.functions("init", of: type))
    if let function = functions.first {
      let places = parameters(for: given, in: code.functions[function].declaration) ?? []
      readGone(given, nil, by: function, places, at: call.place)
      self.call(given, passedTo: function, at: places, call.place)
    }
    for argument in given {
      let only = argument.label == nil ? code.entry(of: type).flatMap(code.onlyClosure) : nil
      guard let property = argument.label.flatMap({ code.property($0, of: type) }) ?? only else {
        continue
      }
      if functions.isEmpty { closures.pass(argument.effects, to: .property(property.number)) }
      let stated = code.resolved(property.declaration.type, in: code.scope(of: property))
      setArgument(of: argument.value, statedBy: stated)
    }
  }

  /// Returns the relationships that an initializer of an entity's class sets to its arguments: by the labels,
  /// or by the assignments in its body.
  private func relationships(
    setTo given: [Argument], ofNew entity: Int
  ) -> [(value: CodeValue, use: RelationshipUse)] {
    let objects = given.indices.filter {
      given[$0].value.type.isOfObjects
        || given[$0].label.map { code.relationship($0, of: entity) != nil } == true
    }
    if objects.isEmpty { return [] }
    let initializers = code.functions("init", of: .entity(entity))
    let initializer = fitting(given, among: initializers).first.map { code.functions[$0] }
    let declaration = initializer?.declaration
    let places = declaration.flatMap { parameters(for: given, in: $0) } ?? []
    func name(_ number: Int) -> String? {
      if let label = given[number].label, code.relationship(label, of: entity) != nil {
        return label
      }
      guard let initializer, let declaration, let body = declaration.body,
        places.indices.contains(number)
      else { return nil }
      let tokens = code.files[initializer.file].tokens
      let parameter = declaration.parameters[places[number]].name
      let set = body.first { tokens.isMark($0 + 1, "=") && tokens.isWord($0 + 2, parameter) }
      return set.flatMap { tokens[$0]?.name }.flatMap {
        code.relationship($0, of: entity) != nil ? $0 : nil
      }
    }
    return objects.compactMap { number in
      name(number).map {
        (given[number].value, RelationshipUse(entity: entity, name: $0, isOfNew: true))
      }
    }
  }
}
