import ModelFiles
import ObjectGraph
import SwiftSource

/// The objects that the code takes out of relationships before it deletes one of the two ends.
struct Unlinks {
  /// Something that is taken out of a relationship.
  struct Unlink: Equatable {
    /// The name of the object that has the relationship; empty where every object that held one of ``names``
    /// by it holds another one, or is deleted.
    let owner: String
    let use: RelationshipUse
    /// Whether the relationship holds nothing then.
    let isWhole: Bool
    /// The token of the call that takes it out, and may return it.
    let place: Int
    /// The names by which the code says what is taken out.
    var names: Set<String> = []
    /// The parameters by which it says so.
    var parameterMask: UInt64 = 0
    /// Whether the relationship holds one of ``names`` then, in the place of what it held.
    var isReplaced = false
    /// Whether what is taken out is deleted, or gets another owner.
    var isSettled = false
    /// Whether no object holds anything by the relationship then.
    var isOfAll = false
    /// The context of all those objects, where it is known.
    var home: ContextHome?

    /// Whether the relationship held an object of some names, if any, and does so no longer.
    func isLeft(by others: Set<String>) -> Bool {
      isWhole || isReplaced && names.isDisjoint(with: others)
    }

    /// The unlink that this one and another on a different path have in common; nil for none.
    func joined(with other: Unlink) -> Unlink? {
      let isSame =
        owner == other.owner && use == other.use && isWhole == other.isWhole
        && isReplaced == other.isReplaced && isOfAll == other.isOfAll && home == other.home
      let common = names.intersection(other.names)
      // What is whole says by its owner what it empties.
      let isNamed = !isWhole || owner.isEmpty
      guard isSame, !isNamed || common.isEmpty == names.union(other.names).isEmpty
      else { return nil }
      return Unlink(
        owner: owner, use: use, isWhole: isWhole, place: max(place, other.place), names: common,
        parameterMask: parameterMask & other.parameterMask, isReplaced: isReplaced,
        isSettled: isSettled && other.isSettled, isOfAll: isOfAll, home: home)
    }
  }

  /// Those on every path to this place, as far as there was anything to take out.
  var current: [Unlink] = []
  /// Those at the end of the last block.
  var ofLastBlock: [Unlink] = []
  /// The unlinks before the first error that the code of the innermost `do` may throw; nil before all of these.
  var beforeTrying: [Unlink]?
  /// The names of the relationships that objects are put into anywhere.
  var linked: Set<String> = []
  /// The names of the lists to which the code adds some of what a relationship holds, in one place alone.
  var collected: Set<String> = []
  /// The tokens that each name's value was made from.
  var sources: [String: Range<Int>] = [:]
  /// The names in the arguments of the call that removes something.
  var names: Set<String> = []
  /// Whether the objects of any variable are known to hold nothing in some relationship.
  var isLacking = false
  /// Whether they are evaluated to find what the code puts into relationships.
  var isSeekingLinks = false
  /// The unlinks, and the values that hold nothing, at each place that may end the body early.
  var earlyEnds: [(unlinks: [Unlink], empty: Set<String>)] = []

  mutating func add(_ unlink: Unlink) {
    if current.count >= Limits.pending { current = [] }
    current.append(unlink)
  }

  /// Records what each of several paths does, one of which the code takes.
  ///
  /// - Parameter ends: The unlinks at the end of each path.
  mutating func join(_ ends: [[Unlink]]) {
    guard let first = ends.first else { return }
    for unlink in first {
      let joined = ends.dropFirst().reduce(unlink) { known, end in
        end.lazy.compactMap { known?.joined(with: $0) }.first
      }
      if let joined, !current.contains(joined) { add(joined) }
    }
  }

  /// Records that what follows may be left out, because something before it throws an error.
  mutating func beginTrying() { if beforeTrying == nil { beforeTrying = current } }

  /// Records that a block redeclares a parameter's name, which then no longer names the unlinked objects.
  mutating func shadowParameter(_ name: String) {
    for index in current.indices where current[index].parameterMask != 0 {
      current[index].names.remove(name)
    }
  }

  /// A name means something else from here on.
  mutating func shadow(_ name: String) {
    sources[name] = nil
    collected.remove(name)
    if current.isEmpty { return }
    current.removeAll {
      $0.owner == name || $0.owner.hasPrefix("\(name).") || $0.names.contains(name)
    }
  }
}

extension Evaluation {
  /// Records what a name is made from.
  mutating func setSource(of pattern: SwiftPattern, _ range: Range<Int>?) {
    guard let range, let name = pattern.onlyName else { return }
    // Another name of a local variable is made from what that is made from.
    let word = range.count == 1 ? tokens[range.lowerBound]?.name : nil
    if let word, variable(word) != nil {
      unlinks.sources[name] = word == name ? unlinks.sources[word] : unlinks.sources[word] ?? range
    } else {
      unlinks.sources[name] = range
    }
  }

  /// The words among some tokens, and those that the named values were made from.
  func names(in range: Range<Int>, following isFollowing: Bool = true) -> Set<String> {
    var found: Set<String> = []
    var ranges = [range]
    while let range = ranges.popLast(), found.count < Limits.pending {
      tokens.forEachWord(in: range) { _, place in
        guard let name = tokens[place]?.name, found.insert(name).inserted, isFollowing,
          let source = unlinks.sources[name]
        else { return }
        ranges.append(source)
      }
    }
    return found
  }

  /// The names of what an object can be: its own, and those of what its value was made from; nil where the
  /// code does not say it.
  func names(behindAssigned name: String) -> Set<String>? {
    if let source = unlinks.sources[name] { return names(in: source).union([name]) }
    return variable(name).map { $0.given != 0 && !name.contains(".") } == true ? [name] : nil
  }

  /// Whether a value is a parameter of a function or closure, or in a list that is one, so that the code has taken it out
  /// of nothing.
  func isMadeElsewhere(_ value: CodeValue) -> Bool {
    guard value.holder.isEmpty, value.relationship == nil, value.copied == nil, !value.isStored,
      let name = value.name, variable(name) != nil
    else { return false }
    let list = value.list == 0 ? nil : variables.joined().first { $0.value.object == value.list }
    guard value.list == 0 || list != nil else { return false }
    return [name, list?.key].compactMap(\.self).allSatisfy { unlinks.sources[$0] == nil }
  }

  /// Records that something is taken out of a relationship of a named object.
  mutating func unlink(
    _ use: RelationshipUse, of owner: String?, isWhole: Bool, _ given: [Argument] = [],
    at place: Int, isSettled: Bool = false, byDelete isDeleted: Bool = false,
    holding held: Set<String> = []
  ) {
    guard let owner else { return }
    let parameterMask = given.reduce(0) { $0 | $1.value.parameterMask }
    let around = (variable(owner) ?? own).parameterMask | Self.maskOfSelf
    let unlink = Unlinks.Unlink(
      owner: owner, use: use, isWhole: isWhole, place: place,
      names: isWhole ? held : unlinks.names.subtracting([owner, use.name, "self"]),
      parameterMask: isWhole || unlinks.names.isEmpty ? 0 : parameterMask & ~around,
      isSettled: isSettled)
    unlinks.add(unlink)
    if !isDeleted, let holder = nearby(owner)?.object {
      let way = ways.place(at: place)
      for part in parts.values(heldBy: use, of: holder) where isTaken(part.value, by: unlink) {
        parts.unlink(part.token, at: way)
      }
    }
  }

  /// Records that an object of which only its name is known is deleted after it was taken out of relationships.
  mutating func settleUnlinks(of value: CodeValue, at place: CodeWays.Place) {
    guard value.type.isOfAnyEntity, let name = value.name else { return }
    for unlink in unlinks.current where !unlink.isWhole && unlink.names.contains(name) {
      settle(unlink.use, at: place)
    }
  }

  /// Records that the object removed from a relationship is known only by its name and was deleted
  /// before.
  mutating func settleDeletes(of use: RelationshipUse) {
    let objects = Set(unlinks.names.compactMap { variable($0)?.object })
    for deleted in deletions.pending
    where deleted.type.isOfAnyEntity && deleted.taken.object.map(objects.contains) == true {
      settle(use, at: ways.place(at: deleted.token))
    }
  }

  /// Records that objects of a relationship's entity are deleted, too.
  private mutating func settle(_ use: RelationshipUse, at place: CodeWays.Place) {
    guard let entity = code.destination(use.name, of: use.entity)?.entity else { return }
    deletions.relinked.insert(
      DeletionState.Relinked(entity: entity, place: place, isOfToOne: false, other: nil))
  }

  /// Records that a relationship of an object holds something again, and so does its inverse.
  ///
  /// - Parameters:
  ///   - use: The relationship.
  ///   - owner: The name of the object; nil where it has none, and may be any.
  ///   - value: What is added, or assigned.
  mutating func relink(_ use: RelationshipUse, of owner: String?, to value: CodeValue) {
    let inverse = code.inverse(of: use)
    let names = [use.name, inverse?.name].compactMap(\.self)
    unlinks.linked.formUnion(names)
    if let holder = owner.flatMap(nearby)?.object { parts.relink(use, of: holder) }
    invalidateEmptiness(of: names)
    answers.forget(about: [use.name], of: number(of: owner))
    if let inverse { answers.forget(about: [inverse.name], of: number(of: value.name)) }
    if unlinks.isLacking {
      if owner != "" { dropLacking([use.name], of: owner.flatMap(nearby)) }
      if let inverse, value.type.isOfObjects { dropLacking([inverse.name], of: value) }
    }
    if unlinks.current.isEmpty { return }
    let isOne = value.type.entity != nil && value.type == value.type.innermost
    unlinks.current = unlinks.current.filter { unlink in
      let isAgain =
        unlink.use.name == use.name && (unlink.owner.isEmpty || mayBeSame(unlink.owner, owner))
      let other = isOne ? value.name : nil
      return !isAgain && (unlink.use.name != inverse?.name || !mayBeSame(unlink.owner, other))
    }
  }

  /// Records that a name means another object from here on, of whose relationships nothing is known.
  mutating func invalidateLinks(of name: String) {
    unlinks.shadow(name)
    deletions.contents.shadow(name)
  }

  /// The number of the object of a name, where no other parameter can be that; 0 for any other.
  private func number(of name: String?) -> Int {
    guard let name, let object = nearby(name)?.object else { return 0 }
    return distinctObject(of: Holder(name: name, object: object, path: []))
  }

  /// Records that some relationships may hold something again, of which a predicate or a loop said otherwise.
  ///
  /// - Parameters:
  ///   - names: The relationships; nil for all.
  ///   - value: The object, or the list, that has them; nil for any.
  mutating func dropLacking(_ names: Set<String>?, of value: CodeValue? = nil) {
    if !unlinks.isLacking { return }
    func numbers(_ value: CodeValue) -> Set<Int> {
      Set([value.object, value.list, value.whole] + value.objects).subtracting([0])
    }
    let filled = value.map(numbers) ?? []
    // A new object, or one that the function is given, is none of those that were found.
    let isOther =
      value.map { $0.isNew || $0.given != 0 && $0.list == 0 && $0.holder.isEmpty } ?? false
    for index in variables.indices {
      for (name, known) in variables[index] where !known.lacking.isEmpty {
        // What a request finds is known only when it does.
        if names != nil, !known.type.isOfObjects { continue }
        if isOther, filled.isDisjoint(with: numbers(known)) { continue }
        variables[index][name]?.lacking.subtract(names ?? known.lacking)
      }
    }
  }

  /// Records that some relationships may hold something again, whichever object's.
  private mutating func invalidateEmptiness(of names: some Collection<String>) {
    if deletions.contents.empty.isEmpty { return }
    deletions.contents.empty = deletions.contents.empty.filter { path in
      !names.contains { path.hasSuffix(".\($0)") }
    }
  }

  /// Records that a function is called, which may put objects into relationships again, and other objects into
  /// properties.
  mutating func dropUnlinks(relinkedBy function: Int) {
    guard
      !unlinks.current.isEmpty || !deletions.contents.empty.isEmpty || !answers.isEmpty
        || unlinks.isSeekingLinks || unlinks.isLacking
    else { return }
    let linked = links(by: function)
    dropLacking(linked)
    invalidateEmptiness(of: linked)
    answers.forget(about: linked)
    deletions.contents.empty = deletions.contents.empty.filter { path in
      !isReplaceable(String(path[..<(path.lastIndex(of: ".") ?? path.startIndex)]))
    }
    unlinks.linked.formUnion(linked)
    unlinks.current = unlinks.current.filter {
      !linked.contains($0.use.name) && !isReplaceable($0.owner)
    }
  }

  /// Returns the names of the relationships that a function puts objects into, through whatever it calls.
  func links(by function: Int) -> Set<String> {
    if let known = code.known.links[function] {
      // One that waits for another tells whoever calls it to wait, too.
      if let waiting = code.known.linkingAround.first(where: { $0.function == function }) {
        code.known.firstLinking = min(code.known.firstLinking, waiting.first)
      }
      return known
    }
    let known = code.functions[function]
    guard let body = known.declaration.body else { return [] }
    if depth >= Limits.properties { return code.relationshipNames }
    // What functions that call each other link, each of them does: the first that was met tells it of all.
    if let place = code.known.linking.firstIndex(of: function) {
      code.known.firstLinking = min(code.known.firstLinking, place)
      return []
    }
    let (place, outer) = (code.known.linking.count, code.known.firstLinking)
    let count = code.known.linkingAround.count
    code.known.linking.append(function)
    code.known.firstLinking = .max
    var inner = Evaluation(
      code, file: known.file, owner: known.owner, function: known.declaration, depth: depth + 1)
    inner.unlinks.isSeekingLinks = true
    inner.run(body)
    code.known.linking.removeLast()
    code.known.links[function] = inner.unlinks.linked
    if code.known.firstLinking >= place {
      for other in code.known.linkingAround[count...] {
        code.known.links[other.function] = inner.unlinks.linked
      }
      code.known.linkingAround.removeSubrange(count...)
      code.known.firstLinking = outer
    } else {
      code.known.linkingAround.append((function, code.known.firstLinking))
      code.known.firstLinking = min(outer, code.known.firstLinking)
    }
    return inner.unlinks.linked
  }

  /// Whether a name is that of a property to which a function may assign another object.
  private func isReplaceable(_ name: String) -> Bool {
    guard let dot = name.firstIndex(of: ".") else { return false }
    guard name[..<dot] == "self",
      let property = code.property(String(name[dot...].dropFirst()), of: own.type)
    else { return true }
    if property.declaration.isConstant { return false }
    // A structure cannot change itself, but what its wrappers hold.
    let (tokens, start) = (code.files[property.file].tokens, property.declaration.start)
    let isKept =
      !tokens.isMark(start, "@")
      || ["Bindable", "ObservedObject"].contains(tokens[start + 1]?.text)
    return !isKept || property.owner.map { code.types[$0].keyword != "struct" } ?? true
  }

  /// Whether two names can be those of one object, which is the case for one without a name.
  func mayBeSame(_ one: String, _ other: String?) -> Bool {
    guard let other, one != other else { return true }
    return variable(one).map { $0.object == variable(other)?.object } ?? false
  }

  /// Whether a name is that of an object that the function is given, or of one that this leads to.
  func isOfGiven(_ name: String) -> Bool {
    let root = name.prefix { $0 != "." }
    return variable(String(root)).map(isGiven) ?? false
  }

  /// Whether a value is an object among the function's arguments.
  func isGiven(_ value: CodeValue) -> Bool {
    value.given != 0 && value.given & ~parameters.bitsOfObjects == 0 && value.home?.outside == nil
  }

  /// The relationships of an object that hold nothing where the code deletes it.
  mutating func emptied(of value: CodeValue) -> Set<String> {
    guard let entity = value.type.entity else { return [] }
    if isLinkedNowhere(value, entity) { return relationships(around: entity) }
    let full = relationships(of: value, among: deletions.contents.full)
    var found = value.lacking.subtracting(full)
    guard !unlinks.current.isEmpty || !deletions.contents.empty.isEmpty
    else { return found }
    if let name = value.name {
      for path in deletions.contents.empty where path.hasPrefix("\(name).") {
        let property = String(path.dropFirst(name.count + 1))
        // A qualified name is of a relationship that held the object.
        if code.destination(property, of: entity) != nil || property.contains(".") {
          found.insert(property)
        }
      }
    }
    for unlink in unlinks.current
    where unlink.isSettled || !breaksSave(unlink.use) || isSettledSince(unlink) {
      if unlink.owner.isEmpty {
        let isForeign = unlink.home.map { value.home?.isOther(than: $0) == true } == true
        let isHeld =
          !isForeign
          && code.destination(unlink.use.name, of: unlink.use.entity)?.entity
            .map { code.isKind(entity, of: $0) } == true
        if unlink.isOfAll ? isHeld : value.name.map(unlink.names.contains) == true {
          found.insert(code.name(of: unlink.use))
          if let inverse = code.inverse(of: unlink.use) { found.insert(inverse.name) }
        }
        continue
      }
      if unlink.isWhole, unlink.owner == value.name { found.insert(unlink.use.name) }
      let inverse = code.inverse(of: unlink.use)
      if unlink.isWhole, let name = value.name, let part = inverse?.name,
        unlink.owner == "\(name).\(part)"
      {
        found.insert(part)
      }
      guard !unlink.isReplaced, isTaken(value, by: unlink) else { continue }
      if let inverse {
        let isToOne = code.declaration(inverse)?.isToMany == false
        if isToOne, code.isKind(entity, of: inverse.entity) { found.insert(inverse.name) }
      } else if !unlink.use.isOfNew,
        case let held? = code.destination(unlink.use.name, of: unlink.use.entity)?.entity,
        code.isKind(entity, of: held)
      {
        found.insert(code.name(of: unlink.use))
      }
    }
    return found
  }

  /// Whether the code has made an object, and has linked none of its entity to anything since.
  private mutating func isLinkedNowhere(_ value: CodeValue, _ entity: Int) -> Bool {
    guard value.isNew, !deletions.linked.contains(entity), let name = value.name,
      let source = unlinks.sources[name], reading.body.upperBound - source.upperBound <= Limits.uses,
      source.contains(where: {
        isCall($0, of: code.entities[entity].name) || isCallOfFactory($0, of: entity)
      }),
      code.functions("awakeFromInsert", of: .entity(entity)).isEmpty
    else { return false }
    // Whatever else it is given to, or does, may link it.
    return isOnlyAsked(name, behind: source, entity)
      && code.functions("init", of: .entity(entity)).allSatisfy { links(by: $0).isEmpty }
  }

  /// Whether a token names a function that is called and does no more than to make an object of an entity.
  private func isCallOfFactory(_ token: Int, of entity: Int) -> Bool {
    guard tokens.isMark(token + 1, "("), let name = tokens[token]?.name else { return false }
    let type = own.type.instance.isKnown ? own.type.instance : own.type
    let functions =
      code.functions(name, of: .entity(entity)) + code.functions(named: name, of: nil)
      + code.functions(name, of: type)
    return !functions.isEmpty
      && functions.allSatisfy {
        let returned = returnedValue(of: $0)
        return returned.isNew && !returned.isLinked
      }
  }

  /// Whether the code after a declaration does nothing with its variable except insert or delete it, or read or
  /// set its attributes.
  private func isOnlyAsked(_ name: String, behind source: Range<Int>, _ entity: Int?) -> Bool {
    (source.upperBound..<reading.body.upperBound).allSatisfy { place in
      guard tokens.isWord(place, name) else { return true }
      if tokens.isMark(place + 1, "."), let member = tokens[place + 2]?.name {
        return Self.asking.contains(member) || entity.map { isAttribute(member, of: $0) } == true
      }
      return tokens.isMark(place - 1, "(")
        && ["insert", "delete"].contains { tokens.isWord(place - 2, $0) }
    }
  }

  private static let asking: Set<String> = [
    "entity", "isInserted", "managedObjectContext", "objectID",
  ]

  private func isAttribute(_ name: String, of entity: Int) -> Bool {
    code.stores(name, entity) && code.relationship(named: name, of: entity) == nil
  }

  /// Whether a value is of a generic type and new, and nothing is linked to it.
  func isUnlinkedGeneric(_ value: CodeValue) -> Bool {
    guard value.isNew, case .generic(let type, _, _) = value.type, let name = value.name,
      let source = unlinks.sources[name], reading.body.upperBound - source.upperBound <= Limits.uses
    else { return false }
    return source.contains { isCall($0, of: type) } && isOnlyAsked(name, behind: source, nil)
  }

  private func isCall(_ token: Int, of name: String) -> Bool {
    tokens.isWord(token, name) && tokens.isMark(token + 1, "(")
  }

  /// The relationships of an entity, and those without an inverse that can hold its objects.
  private func relationships(around entity: Int) -> Set<String> {
    let (known, schema) = (code.entities[entity], code.models[code.entities[entity].model].schema)
    let lineage = schema.lineage(of: known.id)
    let holding = schema.relationships.filter {
      lineage.contains(schema.destination(of: $0)) && schema.inverse(of: $0) == nil
    }
    return Set(schema.relationships(of: known.id).map { schema.declaration(of: $0).name })
      .union(holding.map { schema.qualifiedName(of: $0) })
  }

  /// Whether one of the two objects that an unlink parts cannot be saved then, unless it is deleted or linked
  /// again.
  private func breaksSave(_ use: RelationshipUse) -> Bool {
    [use, code.inverse(of: use)].contains { use in
      guard let declared = use.flatMap(code.declaration) else { return false }
      return declared.isToMany ? declared.minCount > 0 : !declared.isOptional
    }
  }

  /// Whether objects of what an unlink takes out are deleted, or linked again, behind it.
  private func isSettledSince(_ unlink: Unlinks.Unlink) -> Bool {
    guard let other = code.destination(unlink.use.name, of: unlink.use.entity)?.entity else {
      return false
    }
    let isLinked = deletions.relinked.contains {
      code.isKind($0.entity, of: other) && ($0.isOfToOne || $0.place.token > unlink.place)
    }
    return isLinked
      || deletions.pending.contains { deleted in
        deleted.token > unlink.place
          && deleted.type.entity.map { code.isKind($0, of: other) } == true
      }
  }

  /// Whether an unlink takes an object out, as far as the code says which.
  private func isTaken(_ value: CodeValue, by unlink: Unlinks.Unlink) -> Bool {
    if unlink.isWhole {
      return value.name.map(unlink.names.contains) == true
        || value.holder.first.map { $0.name == unlink.owner && $0.path == [unlink.use] } == true
    }
    if value.parameterMask & unlink.parameterMask != 0 { return true }
    guard let name = value.name else { return false }
    if unlink.names.contains(name) { return true }
    guard let source = unlinks.sources[name] else { return false }
    return source.contains(unlink.place)
      || !names(in: source, following: false).isDisjoint(with: unlink.names)
  }

  /// Keeps the unlinks in a block that is left out only where there is nothing to take out: its conditions
  /// are about the relationship.
  mutating func addUnlinks(checkedBy conditions: [SwiftCondition]) {
    let new = unlinks.ofLastBlock.filter { !unlinks.current.contains($0) }
    if new.isEmpty { return }
    let asked = conditions.map { paths(askedBy: $0) }
    unlinks.current += new.filter { unlink in
      let names = [unlink.use.name, code.inverse(of: unlink.use)?.name].compactMap(\.self)
      return asked.allSatisfy { paths in
        paths.contains { path in names.contains { path == $0 || path.hasSuffix(".\($0)") } }
      }
    }
  }

  /// Returns the paths of which a condition asks whether they hold anything, or a certain object.
  private func paths(askedBy condition: SwiftCondition) -> Set<String> {
    switch condition {
    case .expression(let value): paths(askedBy: value)
    case .match(_, let value): Set([path(of: value, [])].compactMap(\.self))
    case .binding(_, _, let value?): names(behind: value)
    case .binding(let pattern, _, nil): Set([pattern.onlyName].compactMap(\.self))
    case .availability: []
    }
  }

  private func paths(askedBy expression: SwiftExpression) -> Set<String> {
    // What holds nothing where the condition fails.
    let empty = emptiness(saidBy: expression).failing.empty
    if !empty.isEmpty { return empty }
    switch expression.form {
    case .tuple(let parts) where parts.count == 1: return paths(askedBy: parts[0].value)
    case .operation(let left, let rest)
    where rest.count == 1 && ["==", "===", "!="].contains(rest[0].mark):
      return Set([path(of: left, []), path(of: rest[0].value, [])].compactMap(\.self))
    case .postfix(let base, let suffixes):
      // `lines.contains(line)`
      guard suffixes.count >= 2, case .call(let arguments)? = suffixes.last?.form,
        case .member(let name)? = suffixes.dropLast().last?.form, name.text == "contains",
        arguments.count == 1, arguments[0].label == nil, !arguments[0].isTrailing
      else { return [] }
      return Set([path(of: base, suffixes.dropLast(2))].compactMap(\.self))
    default: return []
    }
  }

  /// The path of a value, and that of the relationship from which a chain of calls takes it.
  private func names(behind expression: SwiftExpression) -> Set<String> {
    if let path = path(of: expression, []) { return [path] }
    switch expression.form {
    case .effect(_, let value): return names(behind: value)
    case .postfix(let base, let suffixes):
      let members = suffixes.prefix { if case .member = $0.form { true } else { false } }
      return Set(
        members.indices.compactMap { path(of: base, suffixes[..<suffixes.index(after: $0)]) })
    default: return []
    }
  }

  /// Records that each object in the list of a variable holds nothing by what a loop takes out of each.
  private mutating func setLacking(
    _ variable: String, _ list: CodeValue, ofEach name: String?, by loop: Int
  ) {
    guard var known = self.variable(variable), known.object == list.object else { return }
    let emptied = unlinks.ofLastBlock.filter {
      $0.owner == name && $0.isWhole && ($0.isSettled || !breaksSave($0.use))
        && ways.isWhole(loop, for: $0.place)
    }
    if emptied.isEmpty { return }
    known.lacking.formUnion(emptied.map(\.use.name))
    unlinks.isLacking = true
    variables[variables.count - 1][variable] = known
  }

  /// Records that a loop over what a relationship holds, or over all that hold an object, deletes each of
  /// that or takes it out.
  ///
  /// - Parameters:
  ///   - name: The name of an element.
  ///   - list: What the loop goes through.
  ///   - range: The tokens of that.
  ///   - loop: The block of the loop.
  ///   - chosen: The relationship of an element that it compares with an object, of whose elements it goes
  ///     through all, and the names of that object; nil for none.
  mutating func addUnlinks(
    ofEach name: String?, in list: CodeValue, at range: Range<Int>, by loop: Int,
    holding chosen: (property: String, names: Set<String>)? = nil
  ) {
    if let variable = list.name, chosen == nil {
      setLacking(variable, list, ofEach: name, by: loop)
    }
    guard !list.isPart else { return }
    let deleted =
      list.object == 0
      ? nil
      : deletions.ofEach(in: list.object) { ways.isWhole(loop, for: $0) }
    func taken(where isTaken: (Unlinks.Unlink) -> Bool) -> (place: Int, isSettled: Bool)? {
      if let deleted { return (deleted.token, true) }
      let unlink = unlinks.ofLastBlock.first {
        isTaken($0) && ways.isWhole(loop, for: $0.place)
      }
      return unlink.map { ($0.place, $0.isSettled || $0.isReplaced) }
    }
    if let holder = list.holder.first, holder.path.count == 1 {
      let (use, inverse) = (holder.path[0], code.inverse(of: holder.path[0]))
      let taken = taken { unlink in
        unlink.owner == name && unlink.use.name == inverse?.name
          && (unlink.isLeft(by: [holder.name])
            || !unlink.isReplaced && unlink.names.contains(holder.name))
          || unlink.owner == holder.name && unlink.use == use
            && name.map(unlink.names.contains) == true
      }
      if let taken {
        unlink(
          use, of: holder.name, isWhole: true, at: taken.place, isSettled: taken.isSettled,
          byDelete: deleted != nil)
      }
    } else if list.isStored, case .entity(let entity) = list.type.element {
      for unlink in unlinks.ofLastBlock
      where list.takesAll && chosen == nil && unlink.owner == name && !unlink.isReplaced
        && ways.isWhole(loop, for: unlink.place)
      {
        // Objects that are not of this entity may have the relationship as well.
        let isOfAll = unlink.isWhole && code.isKind(unlink.use.entity, of: entity)
        if unlink.isWhole && !isOfAll { continue }
        unlinks.add(
          Unlinks.Unlink(
            owner: "", use: unlink.use, isWhole: true, place: unlink.place, names: unlink.names,
            isOfAll: isOfAll, home: list.home))
      }
      for (property, names) in chosen.map({ [$0] }) ?? held(byAllFetchedAt: range) {
        let taken = taken {
          $0.owner == name && $0.use.name == property && $0.isLeft(by: names)
        }
        guard let taken, code.destination(property, of: entity) != nil else { continue }
        let use = RelationshipUse(entity: entity, name: property, isOfNew: false)
        unlinks.add(
          Unlinks.Unlink(
            owner: "", use: use, isWhole: true, place: taken.place, names: names,
            isSettled: taken.isSettled))
      }
    }
  }

  /// Records that objects are returned that the code has taken out of relationships.
  ///
  /// - Parameters:
  ///   - value: The objects.
  ///   - range: The tokens of the expression that is returned.
  mutating func handBack(_ value: CodeValue, _ range: Range<Int>) {
    guard value.type.isOfObjects, let entity = value.type.entity,
      found.contains(where: { $0.kind == .unlink })
    else { return }
    let names = names(in: range)
    let ranges = [range] + names.compactMap { unlinks.sources[$0] }
    for index in found.indices where found[index].kind == .unlink {
      let call = found[index]
      guard let use = call.relationship,
        let other = code.destination(use.name, of: use.entity)?.entity
      else { continue }
      // A cascade is the owner's, and any other relationship that of what it owns.
      let isOwned = code.declaration(use)?.deleteRule != .cascade
      let isOwner = isOwned && code.isKind(entity, of: use.entity)
      let isNamed =
        call.owner.map(names.contains) == true && (isOwner || names.contains(use.name))
      guard isOwner || code.isKind(entity, of: other),
        isNamed || ranges.contains(where: { $0.contains(call.token) })
      else { continue }
      found[index].change { $0.isReturned = true }
    }
  }
}

extension SwiftPattern {
  /// The name that a pattern declares, where it declares one alone.
  var onlyName: String? {
    switch self {
    case .name(let name): name
    case .optional(let inner), .cast(let inner, _): inner.onlyName
    case .member("some", let parts) where parts.count == 1: parts[0].onlyName
    default: nil
    }
  }
}

extension CodeValue {
  /// The name of the object whose relationship the value is.
  var ownerName: String? {
    guard let name, let dot = name.lastIndex(of: ".") else { return nil }
    return String(name[..<dot])
  }
}
