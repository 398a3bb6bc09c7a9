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

  /// The methods of a dictionary that make something of each value.
  static let visitingValues: Set<String> = ["compactMapValues", "mapValues"]

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

  /// A call, with the values that it has to do with.
  struct Invocation {
    let name: String
    /// What it is made on; nil for nothing.
    let base: CodeValue?
    let given: [Argument]
    let place: Int
    /// The parameters of all values.
    let parameterMask: UInt64

    init(_ name: String, _ base: CodeValue?, _ given: [Argument], at place: Int) {
      (self.name, self.base, self.given, self.place) = (name, base, given, place)
      parameterMask = given.reduce(base?.parameterMask ?? 0) { $0 | $1.value.parameterMask }
    }

    var first: CodeValue? { given.first?.value }

    /// The type of the last argument; unknown for none.
    var lastType: CodeType { given.last?.value.type ?? .unknown }

    /// The result of a type, which depends on all parameters that the call depends on.
    func value(_ type: CodeType) -> CodeValue {
      CodeValue(type: type, parameterMask: parameterMask)
    }
  }

  private mutating func result(
    of name: String, _ base: CodeValue?, _ given: [Argument], at place: Int
  ) -> CodeValue {
    let name = accessor(name, of: base ?? own) ?? name
    let call = Invocation(name, base, given, at: place)
    if name == "mergeChanges" { mergeChanges(given) }
    if name == "execute" { execute(given, in: base, at: place) }
    if given.contains(where: { $0.label == "editActions" && $0.value.text == "delete" }),
      let first = call.first
    {
      addUnlink(first.relationship, first, of: first.ownerName, [], at: place)
    }
    if let result = relationshipResult(of: call) { return result }
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
      return call.value(result)
    }
    if base == nil, case .metatype = own.type, name == "fetchRequest" || name == "entity" {
      return result(of: name, own, given, at: place)
    }
    if base == nil, let own = collection(calling: name) {
      return collectionCall(name, own, own.type.element, given, at: place)
    }
    if let result = magicalCall(name, of: base ?? own, given, at: place) { return result }
    if let base,
      let result = result(of: call, on: base)
        ?? frameworkMember(name, of: base, parameterMask: call.parameterMask)
        ?? heldResult(of: call, base)
    {
      return result
    }
    if let base, let result = objectiveCResult(of: call, on: base) { return result }
    if let result = namedResult(of: call) { return result }
    if let base {
      // What changes a view is one.
      return call.value(code.isView(base.type) ? .other("View") : .unknown)
    }
    // A type that is called by its name, without anything before it.
    let type = code.resolved(.named([name], arguments: []), in: scope, bound: generics)
    if type.isKnown, name.first?.isUppercase == true { return made(type, call) }
    // Something inherited, of what calls it.
    return CodeValue(type: .unknown, parameterMask: call.parameterMask | own.parameterMask)
  }

  /// The result of a call that reads or changes a relationship by its name; nil for any other.
  private mutating func relationshipResult(of call: Invocation) -> CodeValue? {
    let (name, base, given) = (call.name, call.base, call.given)
    // What Xcode makes to change a relationship may be declared in a file, too, and has no body there.
    guard
      ["removeFrom", "addTo", "insertInto"].contains(where: name.hasPrefix)
        || given.last?.label?.hasPrefix("forKey") == true
    else { return nil }
    let around = base ?? nearby("self") ?? own
    if let held = keyedValue(name, of: around, given) { return held }
    let receiver = base.flatMap { self.receiver(of: name, $0, given) }
    if case .entity(let entity) = (receiver ?? base ?? own).type, !given.isEmpty,
      let result = entityCall(name, entity, receiver ?? around, given, at: call.place)
    {
      return result
    }
    guard let receiver else { return nil }
    if let first = call.first, !name.hasPrefix("remove") {
      // Whichever of them it is, it gets the objects.
      for entity in receiver.type.entities {
        let owner = receiver.with(.entity(entity))
        if let use = changed(by: name, of: owner) {
          link(use, to: first, of: owner, at: call.place)
        }
      }
    }
    let isEmptied = ["setValue", "setPrimitiveValue"].contains(name) && call.first?.isNil == true
    let isRemoved = name.hasPrefix("removeFrom") && given.count == 1 && given[0].label == nil
    guard isEmptied || isRemoved else { return nil }
    record(FoundCall(.unlink, receiver.with(.unknown), at: call.place))
    return .unknown
  }

  /// The result of a call by the type of what it is made on; nil where that has nothing of the name.
  private mutating func result(of call: Invocation, on base: CodeValue) -> CodeValue? {
    let (name, given) = (call.name, call.given)
    switch base.type {
    case .context, .suggestedContext: return contextResult(of: call, base)
    case .metatype(.other("NSEntityDescription")): return descriptionResult(of: call)
    case .metatype(let type): return metatypeResult(of: call, type)
    // What a result has is the list.
    case .collection where name == "get" && given.isEmpty: return base
    case .collection(let element):
      return collectionCall(name, base, element, given, at: call.place)
    case .controller(let inner) where name == "object": return call.value(inner)
    case .closure(_, let result) where name == "callAsFunction":
      bind(given, toLocal: base.object)
      callHeld(base, given, at: call.place)
      // It may do anything with a new object.
      deletions.linked.formUnion(given.filter(\.value.isNew).compactMap(\.value.type.entity))
      return call.value(result)
    case .tuple(let parts) where parts.count == 2:
      if Self.changingPairs.contains(name) { fill(base.name) }
      if Self.visitingEach.contains(name) { return call.value(.collection(call.lastType)) }
      if Self.visitingValues.contains(name) {
        return call.value(.tuple([parts[0], call.lastType]))
      }
    case .deletion(let reference):
      // `ModelContext.delete(context)` is the `delete` of that context.
      if call.first?.type.isContext == true { return base }
      if let first = call.first { callMethod(reference, first, at: call.place) }
      return .unknown
    case .entity(let entity): return entityResult(of: call, entity, base)
    case .other("IndexSet"), .other("Range"):
      if name == "map" || name == "compactMap" {
        var made = call.value(.collection(call.lastType))
        made.isNew = given.last?.value.isNew == true
        return made
      }
    default: break
    }
    return nil
  }

  private mutating func contextResult(of call: Invocation, _ base: CodeValue) -> CodeValue? {
    guard let type = contextCall(call.name, of: base, call.given, at: call.place) else {
      return nil
    }
    var result = call.value(type)
    if call.name == "fetch" { result = result.fetched(by: call.first) }
    if type.isOfObjects { result.home = base.home }
    // The object of an identifier is the object that was asked for that.
    if case .identifier(let inner)? = call.first?.type, inner.isKnown {
      result.given = call.first?.given ?? 0
    }
    if Self.performing.contains(call.name) { result.given = call.given.last?.value.given ?? 0 }
    return result
  }

  /// The entity, or the new object of it, that a description finds by its name.
  private func descriptionResult(of call: Invocation) -> CodeValue? {
    guard let first = call.first, first.type == .other("String"),
      let entity = first.text.flatMap({ code.entity(named: $0, near: file) })
    else { return nil }
    var made = call.value(call.name == "entity" ? .metatype(.entity(entity)) : .entity(entity))
    made.isNew = call.name == "insertNewObject"
    made.home = call.given.first { $0.label == "into" }?.value.home
    return made
  }

  private mutating func metatypeResult(of call: Invocation, _ type: CodeType) -> CodeValue? {
    if type == .context, let first = call.first, first.type.isContext,
      let method = methodReference(call.name, of: first, at: call.place)
    {
      return method
    }
    if call.name == "init" || call.name == "callAsFunction" { return made(type, call) }
    if call.name == "fetchRequest" {
      var request = call.value(.request(type))
      request.isComplete = true
      return request
    }
    // `Command.delete(trip)` is a value, and deletes nothing.
    if code.entry(of: type).flatMap({ code.types[$0].cases[call.name] }) != nil {
      return call.value(type)
    }
    // `Trip.entity().name` names an entity.
    if call.name == "entity" { return call.value(.metatype(type)) }
    guard type.statesEntity,
      let known = code.objectiveCResult(of: call.name, call.given.map(\.label), on: type)
    else { return nil }
    var result = call.value(known)
    result.isNew = Self.isMaker(call.name)
    return result
  }

  private mutating func entityResult(
    of call: Invocation, _ entity: Int, _ base: CodeValue
  ) -> CodeValue? {
    if let result = entityCall(call.name, entity, base, call.given, at: call.place) {
      return result
    }
    switch call.name {
    case "map", "flatMap", "then":
      switch call.first?.type {
      case .deletion(let reference)?: callMethod(reference, base, at: reference)
      case .function(let functions)?:
        let function = self.call(functions, withEach: base)
        return call.value(function.map(resolvedResult(of:)) ?? .unknown)
      default: break
      }
      return call.value(call.lastType)
    // What was made of elements of which nothing was known.
    case "forEach": return collectionCall(call.name, base, base.type, call.given, at: call.place)
    default: return nil
    }
  }

  /// The result of a call of a method in Objective-C that deletes what it is given; nil for any other.
  private mutating func objectiveCResult(of call: Invocation, on base: CodeValue) -> CodeValue? {
    let deleted = code.deletedInObjectiveC(
      by: call.name, call.given.map(\.label), on: base.type)
    if deleted.isEmpty { return nil }
    for (place, argument) in call.given.enumerated() {
      if let kind = deleted[.argument(place)] { add(kind, argument.value, at: call.place) }
    }
    return call.value(.unknown)
  }

  /// The result of a call whose name says enough, whatever it is made on; nil for any other.
  private mutating func namedResult(of call: Invocation) -> CodeValue? {
    let (base, given) = (call.base, call.given)
    switch call.name {
    case "delete" where given.count == 1 && given[0].label == nil && base != nil,
      "deleteObject" where given.count == 1 && given[0].label == nil && base != nil:
      // It is unknown what it deletes: that it is given an object is only a hint.
      if let first = call.first, first.type.mayBeObject {
        addSuggested(.delete, first, at: call.place)
      }
    case "erase" where given.isEmpty, "deleteAllData" where given.isEmpty:
      if base?.type == .other("ModelContainer") || base.map({ !$0.type.isKnown }) == true {
        add(.erase, .unknown, at: call.place)
      }
    case "fetchRequest", "withAnimation", "withTransaction", "performAndWait", "perform", "run",
      "withLock", "map", "flatMap", "firstly":
      return call.value(call.lastType)
    case "reduce" where call.given.count == 2: return call.value(call.first?.type ?? .unknown)
    case "compactMap" where base != nil: return call.value(.collection(call.lastType))
    case "fetchAll", "fetchOne":
      // CoreStore's, of a transaction or a stack.
      guard case .request(let inner)? = call.first?.type else { break }
      return call.value(call.name == "fetchAll" ? .collection(inner) : inner)
    case "some" where base != nil && given.count == 1: return call.first
    // What a result is made of is what it has.
    case "get" where given.isEmpty: return base ?? .unknown
    case "zip" where given.count == 2:
      return call.value(.collection(.tuple(TupleTypes(given.map(\.value.type.element)))))
    case "type" where given.count == 1: return call.value(.metatype(call.first?.type ?? .unknown))
    case "NSStringFromClass" where given.count == 1: return call.first
    // Nothing else is called so.
    case "newBackgroundContext": return newContext(at: call.place)
    default: break
    }
    return nil
  }

  /// Returns the result of calling what a property holds: a closure, whose deletes are found where it is
  /// written, or an object with `callAsFunction`; nil for any other property.
  private mutating func heldResult(of call: Invocation, _ base: CodeValue) -> CodeValue? {
    guard let held = property(call.name, of: base) else { return nil }
    if case .closure(_, let result) = held.type {
      callHeld(held, call.given, at: call.place)
      return call.value(result)
    }
    let called = ownCall(of: "callAsFunction", held, call.given, at: call.place)
    if called != nil || held.type.isKnown { return called }
    let property = code.property(
      call.name, of: base.type.instance.isKnown ? base.type.instance : base.type)
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
    if kind == .delete, let name = value.name, isUnchangedProperty(name, before: place) {
      details.propertyName = name
    }
    details.emptied.formUnion(emptied)
    details.added = added
    (details.isSuggested, details.isConditional) = (isSuggested, isConditional)
    details.isMerged = isMerged
    details.sparesSubentities = value.sparesSubentities
    if value.isComplete, kind == .batchDelete || value.isEach {
      (details.takesAll, details.swept) = (value.takesAll, value.lacking)
    }
    if let home { setContext(of: value, through: home, in: &details) }
    var call = FoundCall(kind, value, at: place, via: via, details)
    call.takesOne =
      kind == .delete && via == nil && value.type.entity != nil && !value.isEach
      && sharing.loops.isEmpty
    record(call)
    if kind == .delete, isCertain, !isConditional {
      deleteAgain(value, at: place)
      if let context { repeatDelete(value, in: context, at: place) }
    }
    let way = ways.place(at: place)
    for index in uses.freed.indices
    where kind == .delete && value.numbers.contains(uses.freed[index].object) {
      if !isConditional, ways.isCertain(way, with: uses.freed[index].place) {
        uses.freed[index].isDeleted = true
      }
    }
    if kind == .delete {
      parts.delete(value, at: way, isCertain: isCertain)
      for number in value.numbers where closures.deleted[number] == nil {
        closures.deleted[number] = PassedClosures.Deletion(place: way, emptied: details.emptied)
      }
    }
    if kind == .delete { settleUnlinks(of: value, at: way) }
    if kind == .delete, value.isEach, let list = property(holding: value.list) {
      uses.deletedLists.insert(list)
    }
    if kind == .delete, isCertain, !isConditional {
      addUnlink(byDeleteOf: value, at: place)
      addUnlink(byDeleteOfEach: value, at: place)
    }
    if kind == .delete, let context {
      ways.delete(at: place, in: context)
      deletions.delete(value, DeletionState.Deleted(value, at: place, in: context))
    }
  }

  /// The number of the property of the object around that holds a list; nil for any other list.
  private func property(holding list: Int) -> Int? {
    guard list != 0, let name = deletions.held.first(where: { $0.value == list })?.key,
      name.hasPrefix("self.")
    else { return nil }
    return code.property(String(name.dropFirst("self.".count)), of: own.type)?.number
  }

  /// The number of the parameter that is an object, or whose properties lead to that; 0 for none.
  private func parameter(leadingTo holder: Holder) -> Int {
    var holder = holder
    for _ in 0..<Limits.lineage {
      if holder.object <= parameters.last { return holder.object }
      let root = nearby(String(holder.name.prefix { $0 != "." }))
      if let root, root.object <= parameters.last { return root.object }
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
      let emptied = emptied(of: value)
      (details.emptied, details.emptiedOfOne) = (emptied.all, emptied.ofOne)
      details.held = blindHolder(of: value)
      details.filled = relationships(of: value, among: deletions.contents.full)
      details.single = relationships(of: value, among: deletions.contents.single)
      details.isPart = isPart(value)
      details.sparing = value.sparing
      details.isUnlinked = isUnlinkedGeneric(value)
    }
    if value.type.entity != nil, value.object <= parameters.last {
      details.object = value.object
    }
    if let holder = value.holder.first {
      details.root = parameter(leadingTo: holder)
      if kind == .delete, holder.path.count == 1 { details.holder = distinctObject(of: holder) }
    }
    return details
  }

  /// The to-one without an inverse from which the code took an object; nil for any other.
  private func blindHolder(of value: CodeValue) -> RelationshipUse? {
    let released = deletions.released.last { $0.object == value.object && $0.object != 0 }
    let path = (value.holder.first ?? released?.holder)?.path
    return path?.last.flatMap { code.isBlind($0) ? $0 : nil }
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
    if use.isOfNew || isGone(owner) { return }
    var call = FoundCall(
      .unlink, value, at: place,
      FoundCall.Details(relationship: use, isWhole: isWhole, owner: owner))
    call.takesOne = takesOne && sharing.loops.isEmpty
    record(call)
  }
}
