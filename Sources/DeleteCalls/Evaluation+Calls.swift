import ModelFiles
import ObjectGraph
import SwiftSource

/// Calls: their effects and their values.
extension Evaluation {
  /// Returns the value of a call, after its effects.
  mutating func call(_ name: String, of base: CodeValue?, _ site: CallSite) -> CodeValue {
    let loop = ways.next
    // What a closure returns is known as an element by the number of its list.
    let isOfEach = Self.visitingEach.contains(name) || name == "reduce"
    let base = isOfEach ? base.map { numbered($0) } : base
    let given = values(of: site.arguments, base: base ?? around(calling: name), name: name)
    shareSelected(given, at: site.place)
    let result = result(of: name, base, given, at: site.place)
    if isOfEach, let base {
      recordReleased(by: loop)
      if name == "forEach" || name == "reduce" {
        let source = base.name.flatMap { unlinks.sources[$0] }
        let element = site.arguments.last.map { elementName(in: $0.value) } ?? nil
        addUnlinks(ofEach: element, in: base, at: source ?? site.place..<site.place, by: loop)
      }
      let ways = ways
      deletions.endLoop(over: base, CodeWays.Loop(block: loop, around: ways.current)) {
        ways.isWhole(loop, for: $0)
      }
    }
    return result
  }

  /// The name of what a closure is given.
  private func elementName(in closure: SwiftExpression) -> String? {
    guard case .closure(let closure) = closure.form else { return nil }
    return closure.parameters.last?.name ?? "$0"
  }

  /// The methods of a context that return what their closure does.
  private static let performing: Set<String> = ["perform", "performAndWait"]

  /// The methods of a dictionary that change which objects it has.
  private static let changingPairs: Set<String> = [
    "merge", "popFirst", "remove", "removeAll", "removeValue", "updateValue",
  ]

  /// The methods of a collection that do the same to each element.
  static let visitingEach: Set<String> = ["compactMap", "flatMap", "forEach", "map"]

  /// The object around, where that gives a closure what a call without a receiver goes through.
  private func around(calling name: String) -> CodeValue? {
    name == "enumerate" && own.type == .context ? own : collection(calling: name)
  }

  /// The collection around, where that is what goes through its elements by a call without a receiver.
  private func collection(calling name: String) -> CodeValue? {
    guard case .collection = own.type, ["forEach", "map", "compactMap"].contains(name) else {
      return nil
    }
    return own
  }

  private mutating func result(
    of name: String, _ base: CodeValue?, _ given: [Argument], at place: Int
  ) -> CodeValue {
    var parameterMask = given.reduce(base?.parameterMask ?? 0) { $0 | $1.value.parameterMask }
    let first = given.first?.value
    if name == "mergeChanges" { mergeChanges(given) }
    if name == "execute" { execute(given, in: base, at: place) }
    if given.contains(where: { $0.label == "editActions" && $0.value.text == "delete" }), let first
    {
      addUnlink(first.relationship, first, of: first.ownerName, [], at: place)
    }
    let name = accessor(name, of: base ?? own) ?? name
    // What Xcode makes to change a relationship may be declared in a file, too, and has no body there.
    let isOfRelationship =
      ["removeFrom", "addTo", "insertInto"].contains(where: name.hasPrefix)
      || given.last?.label?.hasPrefix("forKey") == true
    if isOfRelationship, let held = keyedValue(name, of: base ?? nearby("self") ?? own, given) {
      return held
    }
    let receiver = isOfRelationship ? base.flatMap { self.receiver(of: name, $0, given) } : nil
    if case .entity(let entity) = (receiver ?? base ?? own).type, isOfRelationship, !given.isEmpty,
      let result = entityCall(
        name, entity, receiver ?? base ?? nearby("self") ?? own, given, at: place)
    {
      return result
    }
    if let receiver, !receiver.type.entities.isEmpty, let first, !name.hasPrefix("remove") {
      // Whichever of them it is, it gets the objects.
      for entity in receiver.type.entities {
        let owner = receiver.with(.entity(entity))
        if let use = changed(by: name, of: owner) { link(use, to: first, of: owner, at: place) }
      }
    }
    let isEmptied = ["setValue", "setPrimitiveValue"].contains(name) && first?.isNil == true
    if let receiver,
      name.hasPrefix("removeFrom") && given.count == 1 && given[0].label == nil || isEmptied
    {
      record(FoundCall(.unlink, receiver.with(.unknown), at: place))
      return .unknown
    }
    // Through a protocol of the app, its own context does what the protocol only requires.
    if var context = base, let functions = code.contextFunctions(name, of: context.type),
      name == "delete"
        || fitting(given, among: functions).allSatisfy({
          code.functions[$0].declaration.body == nil
        })
    {
      context.type = .context
      return result(of: name, context, given, at: place)
    }
    // Whatever a class says, by this name it states its entity.
    if name == "entityName", given.isEmpty, let base, base.type.instance.statesEntity {
      return base
    }
    // The app's own come first: they are often called like the framework's.
    if let own = ownCall(of: name, base, given, at: place) { return own }
    if base == nil || base?.type == .other("super"), own.type == .context,
      let result = contextCall(name, of: CodeValue(named: "self", .context), given, at: place)
    {
      return CodeValue(type: result, parameterMask: parameterMask)
    }
    if base == nil, case .metatype = own.type, name == "fetchRequest" || name == "entity" {
      return result(of: name, own, given, at: place)
    }
    if base == nil, let own = collection(calling: name) {
      return collectionCall(name, own, own.type.element, given, at: place)
    }
    if let result = magicalCall(name, of: base ?? own, given, at: place) { return result }
    if let base { parameterMask = base.parameterMask | parameterMask }
    func value(_ type: CodeType) -> CodeValue {
      CodeValue(type: type, parameterMask: parameterMask)
    }
    switch base?.type {
    case .context, .suggestedContext:
      if let base, let type = contextCall(name, of: base, given, at: place) {
        var result = CodeValue(type: type, parameterMask: parameterMask)
        if name == "fetch" { result = result.fetched(by: first) }
        if type.isOfObjects { result.home = base.home }
        // The object of an identifier is the object that was asked for that.
        if case .identifier(let inner)? = first?.type, inner.isKnown {
          result.given = first?.given ?? 0
        }
        if Self.performing.contains(name) { result.given = given.last?.value.given ?? 0 }
        return result
      }
    case .metatype(.other("NSEntityDescription")):
      guard first?.type == .other("String"),
        let entity = first?.text.flatMap({ code.entity(named: $0, near: file) })
      else { break }
      var made = value(name == "entity" ? .metatype(.entity(entity)) : .entity(entity))
      made.isNew = name == "insertNewObject"
      made.home = given.first { $0.label == "into" }?.value.home
      return made
    case .metatype(let type):
      if type == .context, let first, first.type.isContext,
        let method = methodReference(name, of: first, at: place)
      {
        return method
      }
      if name == "init" || name == "callAsFunction" {
        return made(type, given, parameterMask, at: place)
      }
      if name == "fetchRequest" {
        var request = value(.request(type))
        request.takesAll = true
        return request
      }
      // `Command.delete(trip)` is a value, and deletes nothing.
      if code.entry(of: type).flatMap({ code.types[$0].cases[name] }) != nil { return value(type) }
      // `Trip.entity().name` names an entity.
      if name == "entity" { return value(.metatype(type)) }
      if type.statesEntity,
        let known = code.objectiveCResult(of: name, given.map(\.label), on: type)
      {
        var result = value(known)
        result.isNew = Self.isMaker(name)
        return result
      }
    case .collection(let element):
      return collectionCall(name, base ?? .unknown, element, given, at: place)
    case .controller(let inner) where name == "object": return value(inner)
    case .closure(_, let result) where name == "callAsFunction":
      if let base {
        bind(given, toLocal: base.object)
        callHeld(base, given, at: place)
      }
      // It may do anything with a new object.
      deletions.linked.formUnion(given.filter(\.value.isNew).compactMap(\.value.type.entity))
      return value(result)
    case .tuple(let parts) where parts.count == 2:
      if Self.changingPairs.contains(name) { fill(base?.name) }
      if name == "map" || name == "forEach" || name == "compactMap" || name == "flatMap" {
        return value(.collection(given.last?.value.type ?? .unknown))
      }
    case .deletion(let reference):
      // `ModelContext.delete(context)` is the `delete` of that context.
      if let base, first?.type.isContext == true { return base }
      if let first { callMethod(reference, first, at: place) }
      return .unknown
    case .entity(let entity):
      if let result = entityCall(name, entity, base ?? .unknown, given, at: place) { return result }
      if name == "map" || name == "flatMap" || name == "then" {
        switch first?.type {
        case .deletion(let reference)?: callMethod(reference, base ?? .unknown, at: reference)
        case .function(let functions)?:
          let function = call(functions, withEach: base ?? .unknown)
          return value(function.map(resolvedResult(of:)) ?? .unknown)
        default: break
        }
        return value(given.last?.value.type ?? .unknown)
      }
      // What was made of elements of which nothing was known.
      if name == "forEach" {
        let base = base ?? .unknown
        return collectionCall(name, base, base.type, given, at: place)
      }
    case .other("IndexSet"), .other("Range"):
      if name == "map" || name == "compactMap" {
        var made = value(.collection(given.last?.value.type ?? .unknown))
        made.isNew = given.last?.value.isNew == true
        return made
      }
    default: break
    }
    if let base, let known = frameworkMember(name, of: base, parameterMask: parameterMask) {
      return known
    }
    if let base, let result = heldResult(of: name, base, given, at: place) { return result }
    switch name {
    case "delete" where given.count == 1 && given[0].label == nil && base != nil,
      "deleteObject" where given.count == 1 && given[0].label == nil && base != nil:
      // It is unknown what it deletes: that it is given an object is only a hint.
      if let first, first.type.mayBeObject { addSuggested(.delete, first, at: place) }
    case "erase" where given.isEmpty, "deleteAllData" where given.isEmpty:
      if base?.type == .other("ModelContainer") || base.map({ !$0.type.isKnown }) == true {
        add(.erase, .unknown, at: place)
      }
    case "fetchRequest", "withAnimation", "withTransaction", "performAndWait", "perform", "run",
      "withLock", "map", "flatMap", "firstly":
      return value(given.last?.value.type ?? .unknown)
    case "compactMap" where base != nil:
      return value(.collection(given.last?.value.type ?? .unknown))
    case "fetchAll", "fetchOne":
      // CoreStore's, of a transaction or a stack.
      guard case .request(let inner)? = first?.type else { break }
      return value(name == "fetchAll" ? .collection(inner) : inner)
    case "some" where base != nil && given.count == 1: return first ?? .unknown
    // What a result is made of is what it has.
    case "get" where given.isEmpty: return base ?? .unknown
    case "zip" where given.count == 2:
      return value(.collection(.tuple(given.map(\.value.type.element))))
    case "type" where given.count == 1: return value(.metatype(first?.type ?? .unknown))
    case "NSStringFromClass" where given.count == 1: return first ?? .unknown
    // Nothing else is called so.
    case "newBackgroundContext": return newContext(at: place)
    default: break
    }
    // A type that is called by its name, without anything before it.
    if base == nil {
      let type = code.resolved(.named([name], arguments: []), in: scope, bound: generics)
      if type.isKnown, name.first?.isUppercase == true {
        return made(type, given, parameterMask, at: place)
      }
      // Something inherited, of what calls it.
      parameterMask |= own.parameterMask
    }
    return value(.unknown)
  }

  /// Returns the result of calling what a property holds: a closure, whose deletes are found where it is
  /// written, or an object with `callAsFunction`; nil for any other property.
  private mutating func heldResult(
    of name: String, _ base: CodeValue, _ given: [Argument], at place: Int
  ) -> CodeValue? {
    guard let held = property(name, of: base) else { return nil }
    if case .closure(_, let result) = held.type {
      callHeld(held, given, at: place)
      return CodeValue(
        type: result,
        parameterMask: given.reduce(base.parameterMask) { $0 | $1.value.parameterMask })
    }
    let called = ownCall(of: "callAsFunction", held, given, at: place)
    if called != nil || held.type.isKnown { return called }
    let property = code.property(
      name, of: base.type.instance.isKnown ? base.type.instance : base.type)
    return property.flatMap { property in
      property.declaration.initialValue.flatMap {
        code.files[property.file].tokens.isMark($0.lowerBound, "{") ? .unknown : nil
      }
    }
  }

  // MARK: What is found

  mutating func add(
    _ kind: DeleteCall.Kind, _ value: CodeValue, at place: Int, via: Int? = nil,
    in context: String? = nil, adding added: Set<Int> = [], emptied: Set<String> = [],
    isSuggested: Bool = false,
    isMerged: Bool = false, isCertain: Bool = true, isConditional: Bool = false,
    through home: ContextHome? = nil,
    insertedBy inserter: String? = nil
  ) {
    if kind == .delete { ask(byChoiceOf: value, at: place) }
    var details = details(of: kind, value, in: context ?? inserter)
    details.emptied.formUnion(emptied)
    if kind == .batchDelete || value.isEach && value.isStored { details.swept = value.lacking }
    details.added = added
    (details.isSuggested, details.isConditional) = (isSuggested, isConditional)
    details.isMerged = isMerged
    details.sparesSubentities = value.sparesSubentities
    details.takesAll = value.takesAll && (kind == .batchDelete || value.isEach)
    if let home { setContext(of: value, through: home, in: &details) }
    var call = FoundCall(kind, value, at: place, via: via, details)
    call.takesOne =
      kind == .delete && via == nil && value.type.entity != nil && !value.isEach
      && sharing.loops.isEmpty
    record(call)
    if kind == .delete, isCertain, !isConditional { deleteAgain(value, at: place) }
    let way = ways.place(at: place)
    for index in freed.indices where kind == .delete && value.numbers.contains(freed[index].object)
    {
      if !isConditional, ways.isCertain(way, with: freed[index].place) {
        freed[index].isDeleted = true
      }
    }
    if kind == .delete {
      parts.delete(value, at: way, isCertain: isCertain)
      for number in value.numbers where closures.deleted[number] == nil {
        closures.deleted[number] = way
      }
    }
    if kind == .delete { settleUnlinks(of: value, at: way) }
    if kind == .delete, let context {
      ways.delete(at: place, in: context)
      deletions.delete(value, DeletionState.Deleted(value, at: place, in: context))
    }
  }

  /// The number of the parameter that is an object, or whose properties lead to that; 0 for none.
  private func parameter(leadingTo holder: Holder) -> Int {
    var holder = holder
    for _ in 0..<Limits.lineage {
      if holder.object <= lastParameter { return holder.object }
      let root = nearby(String(holder.name.prefix { $0 != "." }))
      if let root, root.object <= lastParameter { return root.object }
      guard let next = root?.holder.first else { break }
      holder = next
    }
    return 0
  }

  /// Whether a value is known to be some of several that a relationship holds.
  func isPart(_ value: CodeValue) -> Bool {
    let use = value.holder.first?.path.last ?? value.relationship ?? value.copied
    let isOfSeveral = use.flatMap(code.declaration)?.isToMany == true
    // By its number, a loop may take each.
    let isOne = value.isElement && !value.isEach && sharing.loops.isEmpty
    return isOfSeveral && (value.isPart || isOne)
  }

  /// Returns the properties of a delete call that follow from its value.
  private mutating func details(
    of kind: DeleteCall.Kind, _ value: CodeValue, in context: String?
  ) -> FoundCall.Details {
    var details = FoundCall.Details()
    if kind == .delete {
      details.savedWith = deletions.filledAndSaved(value, in: context)
      details.emptied = emptied(of: value)
      details.filled = relationships(of: value, among: deletions.contents.full)
      details.single = relationships(of: value, among: deletions.contents.single)
      details.isPart = isPart(value)
      details.sparing = value.sparing
      details.isUnlinked = isUnlinkedGeneric(value)
    }
    if value.type.entity != nil, value.object <= lastParameter {
      details.object = value.object
    }
    if let holder = value.holder.first {
      details.root = parameter(leadingTo: holder)
      if kind == .delete, holder.path.count == 1 { details.holder = distinctObject(of: holder) }
    }
    return details
  }

  /// Records whether a value is deleted through a context that is not its own.
  private func setContext(
    of value: CodeValue, through home: ContextHome, in details: inout FoundCall.Details
  ) {
    details.isOfOtherContext = value.home?.isOther(than: home) ?? false
    if details.isOfOtherContext { details.homes = [value.home, home].compactMap(\.self) }
    // Where nothing says what is deleted, the callers do.
    let isFound = details.isOfOtherContext && value.type.entity != nil
    // An object of the same context may have been found by the identifier of the one that is given.
    details.home = isFound || home == .caller || value.home == home ? nil : home
  }

  /// Keeps a call that deletes something only if a value is what its name suggests.
  mutating func addSuggested(_ kind: DeleteCall.Kind, _ value: CodeValue, at place: Int) {
    record(FoundCall(kind, value, at: place, FoundCall.Details(isSuggested: true)))
  }

  /// Finds that something is taken out of a relationship.
  ///
  /// - Parameters:
  ///   - use: The relationship.
  ///   - value: The value of the relationship, or the object that has it.
  ///   - owner: The name of the object that has it.
  ///   - given: The arguments that say what is taken out; nil for everything.
  ///   - place: The token of the call.
  ///   - takesOne: Whether no more than one object is taken out.
  mutating func addUnlink(
    _ use: RelationshipUse?, _ value: CodeValue, of owner: String?, _ given: [Argument]?,
    at place: Int, takesOne: Bool = false
  ) {
    guard let use else { return }
    let isWhole =
      given?.contains { argument in
        let isAll = holds(argument.value, use) && !argument.value.isPart
        return isAll && argument.value.holder.first?.name == owner
      } ?? true
    unlink(use, of: owner, isWhole: isWhole, given ?? [], at: place)
    settleDeletes(of: use)
    set(use, of: owner, at: place)
    if use.isOfNew { return }
    var call = FoundCall(
      .unlink, value, at: place,
      FoundCall.Details(relationship: use, isWhole: isWhole, owner: owner))
    call.takesOne = takesOne && sharing.loops.isEmpty
    record(call)
  }
}
