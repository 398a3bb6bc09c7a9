import ModelFiles
import ObjectGraph
import SwiftSource

/// Assignments, and which objects they take out of relationships.
extension Evaluation {
  /// Assigns a value; assigning to a relationship removes what was in it.
  mutating func assign(_ value: CodeValue, to left: CodeValue, at place: Int) {
    let value = shared(value)
    keepContext(value)
    // What has a parent is no context of views.
    if left.type == .context, let child = left.name, child.hasSuffix(".parent") {
      change(String(child.dropLast(".parent".count))) {
        if case .made(let file, let token, _) = $0.home {
          $0.home = .made(file: file, token: token)
        }
      }
    }
    let isKnownEmpty = left.name.map(deletions.contents.empty.contains) == true
    if let name = left.name { replace(name, by: value, from: left.home) }
    addParameters(of: value, to: left.name)
    guard let use = left.relationship else { return }
    set(use, of: left.ownerName, at: place)
    share(value, by: use, of: left, at: place)
    // What replaces nothing takes nothing out.
    let isFirst =
      !value.isNil && !value.isEmpty
      && unlinks.current.contains {
        $0.isWhole && $0.use == use && $0.owner == left.ownerName
      }
    relink(use, of: left, to: value, at: place)
    guard let declared = code.declaration(use) else { return }
    if !declared.isToMany { replaceDeleted(use, of: left, by: value, at: place) }
    let mayReplace = declared.isToMany || mayReplace(use, of: left)
    link(use, of: left, to: value, declared, mayReplace: mayReplace, at: place)
    if isKnownEmpty || use.isOfNew || isUninserted(left.ownerName, use, at: place) { return }
    // An object that gets another owner has left the one it had.
    if !value.isNil, !declared.isToMany, let left = code.inverse(of: use) { ask(left) }
    if isFirst { return }
    recordUnlink(by: value, use, of: left, declared, mayReplace: mayReplace, at: place)
  }

  /// Records that objects are added to what a relationship holds.
  ///
  /// - Parameters:
  ///   - value: The objects.
  ///   - last: The last argument of the call; nil for an operator.
  ///   - list: The value of the relationship; any other is left as it is.
  ///   - place: The token of the call or operator.
  mutating func add(
    _ value: CodeValue, _ last: CodeValue? = nil, toRelationshipOf list: CodeValue, at place: Int
  ) {
    guard let use = list.relationship else { return }
    link(use, to: value, of: owner(of: list), named: list.ownerName, at: place)
    if let name = list.name { deletions.contents.fill(name) }
    relink(use, of: list.ownerName, to: last ?? value)
    release(use, of: list.ownerName, for: last ?? value, isWhole: false, at: place)
  }

  /// Records that the code hands on a context that it may have made.
  mutating func keepContext(_ value: CodeValue) {
    if case .made(_, let token, isForViews: true) = value.home { homes.kept.insert(token) }
  }

  /// Records that a name has another value.
  private mutating func replace(_ name: String, by value: CodeValue, from home: ContextHome?) {
    deletions.shadow(name)
    answers.forget(name)
    deletions.contents.shadow(name)
    if value.home != home { change(name) { $0.home = nil } }
    if value.type == .context || value.type.isOfObjects && !value.isEmpty {
      let isOther = homes.assigned[name].map { $0 != value.home } ?? false
      homes.assigned[name] = .some(isOther ? nil : value.home)
    }
    sharing.assigned.insert(name)
    replace(name, by: value)
    invalidateLinks(of: name)
  }

  /// Records which objects an assignment takes out of a relationship, and that the relationship holds others.
  private mutating func relink(
    _ use: RelationshipUse, of left: CodeValue, to value: CodeValue, at place: Int
  ) {
    let held = names(heldBy: use, of: left.ownerName)
    release(
      use, of: left.ownerName, for: value, isWhole: !value.isPart || !holds(value, use), at: place)
    guard let owner = left.ownerName else {
      if let taken = left.holder.first {
        release(at: place) { $1.name == taken.name && $1.path == Array(taken.path.dropLast()) }
      }
      if !value.isNil { relink(use, of: nil, to: value) }
      return
    }
    if value.isNil || value.isEmpty {
      return unlink(use, of: owner, isWhole: true, at: place, holding: held)
    }
    relink(use, of: owner, to: value)
    guard code.declaration(use)?.isToMany == false else { return }
    releaseReplaced(use, of: owner, by: value, at: place)
    setOnly(use, to: value, at: place)
    // What is assigned may be the same object by another name.
    let given = value.name.flatMap(names(behindAssigned:))
    if let given {
      unlinks.add(
        Unlinks.Unlink(
          owner: owner, use: use, isWhole: false, place: place, names: given, isReplaced: true))
    }
    let left = held.subtracting(given ?? [])
    if left.isEmpty || given == nil && !value.isNew { return }
    unlinks.add(
      Unlinks.Unlink(
        owner: owner, use: use, isWhole: false, place: place, names: left, isSettled: true))
  }

  /// Records that the deleted objects that a to-one held are held no longer, because it gets another one.
  private mutating func releaseReplaced(
    _ use: RelationshipUse, of owner: String, by value: CodeValue, at place: Int
  ) {
    guard value.type.isOfObjects, let holder = nearby(owner)?.object else { return }
    let way = ways.place(at: place)
    for (token, deleted) in parts.values(heldBy: use, of: holder)
    where deleted.object != value.object && deleted.name != value.name {
      parts.unlink(token, at: way)
    }
  }

  /// Records the links that an assignment makes.
  private mutating func link(
    _ use: RelationshipUse, of left: CodeValue, to value: CodeValue, _ declared: Relationship,
    mayReplace: Bool, at place: Int
  ) {
    // To assign an object's own parts again links nothing new.
    let isOwn = holds(value, use) && value.holder.first.map { $0.name == left.ownerName } == true
    if value.isNil || value.isEmpty || isRest(value, use) || isOwn { return }
    link(
      use, to: value, of: owner(of: left), named: left.ownerName, at: place, isAssigned: true,
      mayReplace: mayReplace)
    hold(value, use, of: left.name, declared)
  }

  /// Records that an assignment takes something out of a relationship.
  private mutating func recordUnlink(
    by value: CodeValue, _ use: RelationshipUse, of left: CodeValue, _ declared: Relationship,
    mayReplace: Bool, at place: Int
  ) {
    let isRest = isRest(value, use)
    // A setter passes its argument on: the code that sets the property removes the previous value.
    if value.parameterMask & Self.maskOfNewValue != 0, !isRest,
      left.name?.hasPrefix("self.") == true
    {
      return
    }
    guard
      value.isNil || value.isEmpty || isRest || value.mayBeNil && !declared.isToMany
        || !holds(value, use) && isMissed(use, declared)
          && (declared.isToMany || isOther(value, declared, mayReplace: mayReplace))
    else { return }
    if isGone(left.ownerName) { return }
    var details = FoundCall.Details(
      relationship: use, isWhole: !isRest, owner: left.ownerName)
    if declared.isToMany { details.kept = value.whole == 0 ? value.object : value.whole }
    if !isRest, !value.isNil { details.givenOwner = parameter(named: left.ownerName) }
    if !declared.isToMany, !value.isNil, value.mayBeNil || !value.isNew && value.holder.isEmpty {
      (details.mayBeHeld, details.givenValue) = (true, parameter(named: value.name))
    }
    record(FoundCall(.unlink, left, at: place, details))
  }

  /// Whether the object that a to-one is given is another one than it holds: what a function returns may be the same,
  /// and where it is no part of the owner also what the function is given.
  private func isOther(_ value: CodeValue, _ declared: Relationship, mayReplace: Bool) -> Bool {
    if value.isNew { return mayReplace }
    if !value.holder.isEmpty { return true }
    return declared.deleteRule == .cascade && (value.given != 0 || value.property >= 0)
  }

  /// Records that an element of what a relationship holds gives its place to another object.
  mutating func replaceElement(
    _ element: CodeValue, of path: String?, by value: CodeValue, at place: Int
  ) {
    guard let holder = element.holder.first, holder.path.count == 1, value.type.entity != nil,
      path == "\(holder.name).\(holder.path[0].name)", value.holder.first != holder,
      let declared = code.declaration(holder.path[0]), isMissed(holder.path[0], declared)
    else { return }
    unlinks.names = []
    addUnlink(holder.path[0], element, of: holder.name, [], at: place)
    link(holder.path[0], to: value, of: owner(of: element), named: holder.name, at: place)
  }

  /// Whether replacing an object in a relationship is worth reporting: the object belongs to the owner,
  /// or must have one.
  private func isMissed(_ use: RelationshipUse, _ declared: Relationship) -> Bool {
    if declared.deleteRule == .cascade { return true }
    guard let inverse = code.inverse(of: use).flatMap(code.declaration) else { return false }
    return !inverse.isToMany && !inverse.isOptional
  }

  /// Whether a value is what a relationship holds, without some of that.
  private func isRest(_ value: CodeValue, _ use: RelationshipUse) -> Bool {
    holds(value, use) && value.isPart
  }

  /// Whether a value is what a relationship holds, or a copy of that.
  func holds(_ value: CodeValue, _ use: RelationshipUse) -> Bool {
    value.relationship == use || value.copied == use
  }

  /// Whether a to-one that is assigned an object may hold another one: its owner has a name and is no closure's
  /// argument, and the code has not checked whether the to-one holds any object.
  private func mayReplace(_ use: RelationshipUse, of left: CodeValue) -> Bool {
    guard let name = left.ownerName else { return false }
    let owner = variable(name)
    let isOfClosure =
      owner.map { isMadeElsewhere($0) && $0.list == 0 } == true && parameter(named: name) == nil
    let held = code.destination(use.name, of: use.entity)?.entity
    return !isOfClosure
      && !deletions.checked.contains {
        $0.entity == held && ($0.owner.map { mayBeSame($0, name) } ?? true)
      }
      && !deletions.questions.contains {
        $0.use.name == use.name && $0.mayConcern(owner?.object ?? 0)
      }
  }

  /// Records that the code asks whether there is an object.
  mutating func check(_ value: CodeValue) {
    guard let entity = value.type.entity else { return }
    let owner = value.holder.first?.name ?? (value.relationship == nil ? nil : value.ownerName)
    deletions.checked.insert(DeletionState.Checked(entity: entity, owner: owner))
  }

  /// The number of the parameter with a name; -1 for `self`, nil for any other name.
  private func parameter(named name: String?) -> Int? {
    if name == "self" { return -1 }
    let number = name.flatMap(variable)?.object
    return number.flatMap(parameters.objects.firstIndex)
  }
}
