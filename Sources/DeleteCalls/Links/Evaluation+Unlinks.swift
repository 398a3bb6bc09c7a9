import ModelFiles
import ObjectGraph
import SwiftSource

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
    if isWhole, isOfOnlyHolder(use) {
      unlinks.add(
        Unlinks.Unlink(
          owner: "", use: use, isWhole: true, place: place, isSettled: isSettled, isOfAll: true))
    }
    if !isDeleted, let holder = nearby(owner)?.object {
      let way = ways.place(at: place)
      for part in parts.values(heldBy: use, of: holder) where isTaken(part.value, by: unlink) {
        parts.unlink(part.token, at: way)
      }
    }
  }

  /// Records which objects a relationship holds no longer because it gets what it held without them.
  ///
  /// - Parameters:
  ///   - range: The tokens of the expression for what it gets.
  ///   - value: The value of that.
  ///   - goal: The value of the relationship.
  ///   - place: The token of the assignment.
  mutating func unlinkLeftOut(
    by range: Range<Int>, _ value: CodeValue, of goal: CodeValue, at place: Int
  ) {
    guard value.isPart, let use = goal.relationship, holds(value, use) else { return }
    var range = range
    if range.count == 1, let name = tokens[range.lowerBound]?.name {
      for removal in unlinks.removals[name] ?? [] {
        unlinks.names = removal.names
        unlink(use, of: goal.ownerName, isWhole: false, at: removal.place.token)
      }
      guard let source = unlinks.sources[name] else { return }
      range = source
    }
    // `trip.stops.filter { $0 !== stop }`
    let filter = range.first {
      tokens.isWord($0, "filter") && (tokens.isMark($0 + 1, "{") || tokens.isMark($0 + 1, "("))
    }
    guard let filter, asksForOne(filter + 1..<tokens.after(filter + 1), leftOut: true) else {
      return
    }
    unlinks.names = names(in: filter + 1..<tokens.after(filter + 1)).subtracting(["$0"])
    unlink(use, of: goal.ownerName, isWhole: false, at: place)
  }

  /// Records that what a to-one relationship holds is deleted, so that the relationship holds nothing then.
  mutating func addUnlink(byDeleteOf value: CodeValue, at place: Int) {
    guard value.type.entity != nil, !value.isEach, let holder = value.holder.first,
      holder.path.count == 1, code.declaration(holder.path[0])?.isToMany == false
    else { return }
    unlink(
      holder.path[0], of: holder.name, isWhole: true, at: place, isSettled: true, byDelete: true)
  }

  /// Records that each element of what a relationship holds is deleted, so that it does not hold its owner any longer.
  mutating func addUnlink(byDeleteOfEach value: CodeValue, at place: Int) {
    guard value.isEach, value.type.entity != nil, let name = value.name,
      let holder = value.holder.first, holder.path.count == 1,
      let inverse = code.inverse(of: holder.path[0]), code.declaration(inverse)?.isToMany == false
    else { return }
    unlinks.add(
      Unlinks.Unlink(owner: name, use: inverse, isWhole: true, place: place, isSettled: true))
  }

  /// Records that an object of which only its name is known is deleted after it was taken out of relationships.
  mutating func settleUnlinks(of value: CodeValue, at place: CodeWays.Place) {
    guard value.type.mayBeOfAnyEntity, let name = value.name else { return }
    for unlink in unlinks.current where !unlink.isWhole && unlink.names.contains(name) {
      settle(unlink.use, at: place)
    }
  }

  /// Records that the object removed from a relationship is known only by its name and was deleted
  /// before.
  mutating func settleDeletes(of use: RelationshipUse) {
    let objects = Set(unlinks.names.compactMap { variable($0)?.object })
    for deleted in deletions.pending
    where deleted.type.mayBeOfAnyEntity && deleted.taken.object.map(objects.contains) == true {
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

  /// Keeps the unlinks in a block that is left out only where there is nothing to take out: its conditions
  /// are about the relationship.
  mutating func addUnlinks(checkedBy conditions: [SwiftCondition]) {
    let new = unlinks.ofLastBlock.filter { !unlinks.current.contains($0) }
    if new.isEmpty { return }
    let asked = conditions.map { paths(askedBy: $0) }
    // A fetch that fails is taken for one that finds nothing.
    let fetched = conditions.count == 1 ? entity(fetchedBy: conditions[0]) : nil
    unlinks.current += new.compactMap { ofOnlyHolder($0, leftOutBy: conditions) }
    unlinks.current += new.filter { unlink in
      if unlink.owner.isEmpty, isOfOnlyHolder(unlink.use) { return false }
      if let fetched, unlink.owner.isEmpty { return code.isKind(fetched, of: unlink.use.entity) }
      let names = [unlink.use.name, code.inverse(of: unlink.use)?.name].compactMap(\.self)
      return asked.allSatisfy { paths in
        paths.contains { path in names.contains { path == $0 || path.hasSuffix(".\($0)") } }
      }
    }
  }

  /// Returns the paths of which a condition asks whether they hold anything, or a certain object.
  func paths(askedBy condition: SwiftCondition) -> Set<String> {
    switch condition {
    case .expression(let value): paths(askedBy: value)
    case .match(_, let value): Set([path(of: value, [])].compactMap(\.self))
    case .binding(_, _, let value?): names(behind: value)
    case .binding(let pattern, _, nil):
      pattern.onlyName.map { name in
        let holder = variable(name)?.holder.first.flatMap { $0.path.count == 1 ? $0 : nil }
        return Set([name] + (holder.map { ["\($0.name).\($0.path[0].name)"] } ?? []))
      } ?? []
    case .availability: []
    }
  }

  func paths(askedBy expression: SwiftExpression) -> Set<String> {
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
  func names(behind expression: SwiftExpression) -> Set<String> {
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
