import ModelFiles

/// The variables in scope, and what changes their values.
extension Evaluation {
  func variable(_ name: String) -> CodeValue? {
    for scope in variables.reversed() {
      if let value = scope[name] { return value }
    }
    return nil
  }

  /// Declares a variable.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - value: Its value.
  ///   - isAgain: Whether the condition of the block has declared it already.
  mutating func declare(_ name: String, _ value: CodeValue, isAgain: Bool = false) {
    if parameters.last != 0 { parameters.redeclared.insert(name) }
    deletions.shadow(name)
    if let shadowed = variable(name)?.object, parameters.objects.contains(shadowed) {
      unlinks.shadowParameter(name)
    }
    if !isAgain { invalidateLinks(of: name) }
    answers.shadow(name)
    deletions.contents.shadow(name)
    var value = value
    value.object = object(of: value)
    recordPart(value)
    // A context is told from others by its first name.
    let isContext = value.type.isContext && value.name != nil && !value.isNew
    if !isContext { value.name = name }
    // A copy of what a relationship holds.
    if case .collection = value.type, !value.isProxy {
      value.copied = value.relationship ?? value.copied
      value.relationship = nil
    }
    if !value.lacking.isEmpty { unlinks.isLacking = true }
    variables[variables.count - 1][name] = value
  }

  /// Records that something is removed from the value of a name.
  mutating func markAsPart(_ name: String?, at place: Int) {
    guard let name else { return }
    unlinks.collected.remove(name)
    if variable(name)?.isPart == false || unlinks.removals[name] != nil {
      unlinks.removals[name, default: []].append(
        Unlinks.Removal(
          place: ways.place(at: place), names: unlinks.names.subtracting([lastMember(of: name)])))
    }
    change(name) { $0.isPart = true }
    renew(name)
  }

  /// Records that a list may have again all that the code took out of it.
  ///
  /// - Parameters:
  ///   - value: What is added to it.
  ///   - name: The name of the list.
  ///   - place: The token of the call.
  mutating func putBack(_ value: CodeValue, into name: String?, at place: Int) {
    guard let name, let removals = unlinks.removals[name] else { return }
    let way = ways.place(at: place)
    let left = removals.filter {
      !isTaken(value, from: name, by: $0, before: place) || !ways.isCertain(way, with: $0.place)
    }
    unlinks.removals[name] = left.isEmpty ? nil : left
    if left.isEmpty { change(name) { $0.isPart = false } }
  }

  /// Whether a value is what a removal takes out of a list, as far as the code says which.
  private func isTaken(
    _ value: CodeValue, from list: String, by removal: Unlinks.Removal, before place: Int
  ) -> Bool {
    // `items.insert(items.remove(at: 0), at: 1)`
    guard let name = value.name else { return !value.isNew && removal.place.token > place }
    if removal.names.contains(name) { return true }
    guard let source = unlinks.sources[name] else { return false }
    let names = names(in: source, following: false)
    return source.contains(removal.place.token)
      || names.contains(lastMember(of: list)) && !names.isDisjoint(with: removal.names)
  }

  private func lastMember(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// Records that something is added to the value of a name.
  ///
  /// - Parameters:
  ///   - name: The name; nil for none.
  ///   - added: The types of what is added; nil where that is not known.
  ///   - value: What is added.
  mutating func fill(
    _ name: String?, adding added: [CodeType]? = nil, of value: CodeValue = .unknown
  ) {
    guard let name else { return }
    deletions.contents.empty.remove(name)
    let list = variable(name)
    renew(name)
    if let list, let added, case .collection = list.type {
      let new = added.reduce(list) { widened($0, name, by: $1) }
      change(name) { ($0.type, $0.isNarrowed) = (new.type, new.isNarrowed) }
      deletions.add(value, to: list, numbered: variable(name)?.object ?? 0)
    }
    if let number = variable(name)?.object, list?.isEmpty == true, value.list != 0 {
      deletions.related.add(number, partOf: value.list)
    }
    let source =
      value.relationship ?? value.copied ?? value.holder.first.flatMap { $0.path.last }
    // What a condition leaves out here may be added in another place.
    let place = ways.place(at: -1)
    let isOfSome = source != nil && list?.isEmpty == true && !ways.isInEveryRound(place)
    let isOfMore = unlinks.collected.remove(name) != nil
    if isOfSome { unlinks.collected.insert(name) }
    change(name) {
      if isOfSome || isOfMore { $0.isPart = isOfSome }
      ($0.isEmpty, $0.isNew) = (false, false)
      // It may hold again all that a relationship holds.
      if $0.relationship == nil, $0.copied == nil { $0.copied = source }
    }
  }

  /// Returns the list of a name after an object is added that may be of another entity.
  private func widened(_ list: CodeValue, _ name: String, by added: CodeType) -> CodeValue {
    var list = list
    let element = list.type.element
    let isOfAny =
      [.anyModel, .metatype(.anyModel), .identifier(.unknown)].contains(element)
      || code.isBase(element)
    let isOfKind =
      if let one = added.entity, let other = element.entity { code.isKind(one, of: other) } else {
        added == element
      }
    if isOfKind { return list }
    let isKnown = added.entity != nil || !added.entities.isEmpty
    if isOfAny {
      // All that is in it was added by what is read.
      if list.isEmpty, isKnown {
        (list.type, list.isNarrowed, list.isEmpty) = (.collection(added), true, false)
      }
    } else if isKnown, variables.last?[name] != nil {
      list.type = .collection(Self.common([element, added]))
    } else if isKnown || list.isNarrowed {
      list.type = list.type.ofAnyEntity
    }
    return list
  }

  /// The number of the object that a name gets with a value.
  mutating func object(of value: CodeValue) -> Int {
    value.object != 0 && isHeld(value) ? value.object : deletions.newObject()
  }

  /// Records that the value of a name may be another one, or that a list has other elements.
  mutating func renew(_ name: String) {
    deletions.shadow(name)
    let object = deletions.newObject()
    change(name) {
      $0.isComplete = $0.takesAll
      ($0.object, $0.list, $0.holder, $0.objects, $0.lacking) = (object, 0, [], [], [])
      // A list of several entities may have others now.
      if !$0.type.entities.isEmpty { $0.type = $0.type.ofAnyEntity }
    }
  }

  /// Changes what is known of the value of a variable, here and where the block around has ended.
  mutating func change(_ name: String, _ change: (inout CodeValue) -> Void) {
    for index in variables.indices where variables[index][name] != nil {
      change(&variables[index][name, default: .unknown])
    }
  }

  /// Records that a variable has another value: for certain as far as the block around goes.
  mutating func replace(_ name: String, by value: CodeValue) {
    guard var here = variable(name) else { return }
    renew(name)
    let isOther = isOther(value, than: here)
    change(name) {
      $0.isNew = $0.isNew && value.isNew
      $0.isEmpty = $0.isEmpty && value.isEmpty
      $0.isComplete = $0.takesAll && value.takesAll
      $0.isStored = $0.isStored || value.isStored
      $0.mayBeNil = $0.mayBeNil || value.mayBeNil || $0.isNil != value.isNil
      $0.isNil = $0.isNil && value.isNil
      if isOther { ($0.type, $0.given) = (.unknown, 0) }
    }
    if isOther { (here.type, here.given) = (value.type, value.given) }
    (here.isNew, here.isEmpty, here.isComplete) = (value.isNew, value.isEmpty, value.isComplete)
    (here.isNil, here.mayBeNil) = (value.isNil, value.mayBeNil)
    (here.object, here.list, here.whole) = (object(of: value), value.list, value.whole)
    recordPart(here)
    (here.holder, here.objects, here.lacking) = (value.holder, value.objects, value.lacking)
    variables[variables.count - 1][name] = here
  }

  /// Whether a variable gets what is of another entity than what it had, or another identifier.
  func isOther(_ value: CodeValue, than old: CodeValue) -> Bool {
    if old.isNarrowed, value.type.entity == nil { return value.type != old.type }
    if old.type.isIdentifier { return value.given != old.given || value.type != old.type }
    let isOfSeveral = if case .oneOf = old.type.innermost { true } else { false }
    if isOfSeveral || !old.type.entities.isEmpty { return value.type != old.type }
    guard let known = old.type.innermost.entity, let new = value.type.innermost.entity else {
      return false
    }
    return !code.isKind(new, of: known)
  }

  /// Records that something is added to the value of a name, or set as one of its properties.
  mutating func addParameters(of value: CodeValue, to name: String?) {
    guard value.parameterMask != 0, let root = name?.split(separator: ".").first.map(String.init)
    else {
      return
    }
    change(root) { $0.parameterMask |= value.parameterMask }
  }
}
