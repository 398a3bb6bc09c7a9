import SwiftSource

/// Members, calls and elements of a value.
extension Evaluation {
  mutating func value(
    of base: SwiftExpression, followedBy suffixes: [SwiftSuffix], for expected: CodeType
  ) -> CodeValue {
    let start = base.tokens.lowerBound
    var next = 0
    /// The arguments that are next, and where a call with them is.
    func call(_ evaluation: Evaluation) -> CallSite? {
      guard suffixes.indices.contains(next), case .call(let given) = suffixes[next].form else {
        return nil
      }
      let last = suffixes[next].tokens.lowerBound - 1
      let isOnOneLine = evaluation.tokens[start]?.line == evaluation.tokens[last]?.line
      return CallSite(arguments: given, place: evaluation.place(isOnOneLine ? start : last))
    }
    var value: CodeValue
    switch base.form {
    case .name(let name) where !name.hasLabels:
      if let site = call(self) {
        value = called(name, site)
        next = 1
      } else {
        value = self.value(of: name, for: expected)
      }
    case .implicitMember(let name) where name.text == "init" && suffixes.count == 1:
      value = CodeValue(type: .metatype(expected))
    case .implicitMember(let name) where expected.isRequest:
      value = member(name, of: CodeValue(type: .metatype(expected)), call(self))
      if call(self) != nil { next = 1 }
    case .macro(let name):
      value = macro(name, call(self), for: expected)
      if call(self) != nil { next = 1 }
    default: value = self.value(of: base)
    }
    while next < suffixes.count {
      let suffix = suffixes[next]
      next += 1
      switch suffix.form {
      case .member(let name):
        let site = name.hasLabels ? nil : call(self)
        if site != nil { next += 1 }
        value = member(name, of: value, site)
      case .call:
        // A closure that is called where it is written was gone through.
        if next == 1, case .closure = base.form { continue }
        next -= 1
        guard let site = call(self) else { break }
        next += 1
        value = self.call("callAsFunction", of: value, site)
      case .element(let places): value = element(of: value, at: places)
      case .unwrap: break
      case .operator(let mark):
        value = ownResult(mark, [value], at: start) ?? value.with(.other("Range"))
      case .cast(let type):
        value = stating(resolved(type), value)
      case .check: value = value.with(.other("Bool"))
      }
    }
    return value
  }

  mutating func member(
    _ name: SwiftName, of value: CodeValue, _ site: CallSite?
  ) -> CodeValue {
    if name.text == "self", site == nil { return value }
    if let number = Int(name.text) {
      return part(number, of: value)
    }
    read(name.text, of: value, at: name.token)
    if site == nil, !deletions.savedDeletes.isEmpty || !deletions.possiblySavedDeletes.isEmpty,
      let property = code.property(name.text, of: value.type)
    {
      readGone(property, of: value, at: place(name.token))
    }
    if deletions.isAsking { ask(value, for: name.text) }
    if let site {
      if let type = calledType(name, in: value.type) {
        return call("callAsFunction", of: CodeValue(type: .metatype(type)), site)
      }
      if name.text == "toggle", let name = value.name { answers.forget(name) }
      guard Self.choosing.contains(name.text) else { return call(name.text, of: value, site) }
      var some = chosen(by: site.arguments) { $0.call(name.text, of: value, site) }
      some.lacking.formUnion(lacking(chosenBy: site.arguments, in: name.text))
      return some
    }
    return named(member(name.text, of: value, at: name.token), name.text, of: value)
  }

  /// Returns the type that a call by its name makes an object of; nil where that is the name of no type in what has
  /// the name.
  private func calledType(_ name: SwiftName, in outer: CodeType) -> CodeType? {
    guard case .metatype(let outer) = outer, code.functions(name.text, of: outer).isEmpty else {
      return nil
    }
    // Whatever is in a type of another module is of no interest here.
    if case .other(let module) = outer, !code.files[file].imports.contains(module) { return nil }
    return nestedType(name.text, name.generics, in: outer)
  }

  /// A property with its name in the code.
  mutating func named(_ property: CodeValue, _ name: String, of value: CodeValue) -> CodeValue {
    var property = property
    if property.type == .context, property.home == .main { batches.usesMainContext = true }
    if value.list != 0, isKept(name, by: value), property.type.entity != nil {
      (property.isElement, property.isEach) = (true, value.isEach)
      property.list = deletions.member(name, of: value.list)
    }
    guard let owner = value.name else {
      var property = property
      property.name = isOfApp(property, nil) ? Self.mainContext : nil
      if value.isNew, let use = property.relationship {
        property.holder = [
          Holder(name: Self.newOwner, object: deletions.newObject(), path: [use])
        ]
      }
      return property
    }
    return named(property, "\(owner).\(name)")
  }

  /// The name of the context of views, by whatever property the code gets it.
  static let mainContext = "the main context"

  /// Whether a property is the context of views; that of a container which the function is given, or makes, or
  /// of one among several, may be another one.
  private func isOfApp(_ property: CodeValue, _ name: String?) -> Bool {
    guard property.type == .context, property.home == .main, code.hasOneContainer else {
      return false
    }
    let root = name?.prefix { $0 != "." }
    return root.map { $0 == "self" || variable(String($0)) == nil } ?? true
  }

  /// A property by its name in the code, as long as which it is the same object.
  mutating func named(_ property: CodeValue, _ name: String) -> CodeValue {
    var property = property
    // A context that each use makes anew is the same as no other.
    property.name = property.type == .context && property.isNew ? nil : name
    if isOfApp(property, name) { property.name = Self.mainContext }
    guard property.object == 0, property.type.isOfObjects else { return property }
    // What a list holds that the code does not set changes when something is deleted.
    if case .entity = property.type {} else if !isHeld(property) { return property }
    property.object = deletions.object(heldBy: name)
    return property
  }

  /// The value of a property of the object around, by its name in the code, as far as it is the same each time.
  mutating func held(_ name: String) -> CodeValue {
    var value = CodeValue(named: name, .unknown)
    if isHeld(value) { value.object = deletions.object(heldBy: name) }
    return value
  }

  /// Whether a name is that of a property of the object around that no call can change: a constant, or what a view
  /// was given.
  func isConstant(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[0] == "self",
      let property = code.property(String(parts[1]), of: own.type),
      property.declaration.accessors == nil
    else { return false }
    if property.declaration.isConstant { return true }
    let (tokens, start) = (code.files[property.file].tokens, property.declaration.start)
    let isPlain = !tokens.isMark(start, "@") || tokens.isWord(start + 1, "Bindable")
    return isPlain
      && property.owner.map { code.types[$0].keyword == "struct" && code.isOnMainActor($0) } == true
  }

  /// Whether a value is held by a variable, or by a property that changes where the code sets it alone.
  func isHeld(_ value: CodeValue) -> Bool {
    guard let name = value.name, let dot = name.firstIndex(of: ".") else { return true }
    if name[..<dot] != "self", let owner = variable(String(name[..<dot])) {
      return isKept(String(name[dot...].dropFirst()), by: owner)
    }
    guard name[..<dot] == "self", value.relationship == nil,
      let property = code.property(String(name[dot...].dropFirst()), of: own.type)
    else { return false }
    return property.declaration.accessors == nil && !isFetched(property)
  }

  /// Whether a property of a structure has what the code puts into it, so that no call changes that.
  func isKept(_ name: String, by owner: CodeValue) -> Bool {
    guard owner.type.entity == nil, let property = code.property(name, of: owner.type),
      property.declaration.accessors == nil, let type = property.owner
    else { return false }
    return property.declaration.isConstant || code.types[type].keyword == "struct"
  }

  mutating func element(
    of value: CodeValue, at places: [SwiftCallArgument]
  ) -> CodeValue {
    let isRange = places.contains { $0.value.isRange }
    var result: CodeValue
    switch value.type {
    case .collection(let element):
      result = value.element(isRange ? value.type : element)
      if isRange {
        (result.copied, result.isPart) = (value.relationship ?? value.copied, true)
        (result.list, result.whole) = (0, value.object == 0 ? value.whole : value.object)
      }
      // It is of one of several entities.
      if !isRange, !element.entities.isEmpty { result.type = .unknown }
    case .tuple(let parts) where parts.count == 2:
      result = part(1, of: value.element(value.type))
    default: result = value.with(.unknown)
    }
    for place in places {
      let token = place.value.tokens.lowerBound
      let isTarget = reading.target == place.value.tokens.upperBound
      let place = (label: place.label, value: self.value(of: place.value))
      if place.label == "keyPath", let path = place.value.text {
        let outer = reading.target
        if isTarget, !path.contains(".") { reading.target = token }
        defer { reading.target = outer }
        return self.value(of: value, at: path, token)
      }
      result.parameterMask |= place.value.parameterMask
      // What each key of it leads to is each of its values.
      if place.value.isEach, place.value.list != 0, place.value.list == result.list {
        result.isEach = true
      }
      // `self[id, as: Trip.self]` of a model actor.
      if place.label == "as", place.value.type.instance.isKnown {
        result.type = place.value.type.instance
      }
    }
    return result
  }

  mutating func macro(
    _ name: SwiftName, _ site: CallSite?, for expected: CodeType
  ) -> CodeValue {
    var type = resolved(name.generics.first)
    if type == .unknown, case .predicate(let inner) = expected { type = inner }
    var parameterMask: UInt64 = 0
    var lacking: Set<String> = []
    var isComplete = false
    var sparing: [RelationshipUse] = []
    for argument in site?.arguments ?? [] {
      if argument.isTrailing, case .closure(let closure) = argument.value.form {
        (lacking, isComplete) = self.lacking(chosenBy: closure)
        parameterMask |=
          chosen(by: [argument]) {
            $0.value(of: closure, given: [CodeValue(type: type)])
          }.parameterMask
        sparing = spared(bySearchFor: closure)
      } else {
        parameterMask |= value(of: argument.value).parameterMask
      }
    }
    if name.text == "#keyPath", let last = site?.arguments.first?.value.tokens.last {
      return CodeValue(type: .other("String"), text: tokens[last]?.name)
    }
    var value = CodeValue(
      type: name.text == "#Predicate" ? .predicate(type) : .unknown, parameterMask: parameterMask)
    (value.lacking, value.isComplete, value.sparing) = (lacking, isComplete, sparing)
    return value
  }

  /// The methods of a collection that choose some of its elements.
  private static let choosing: Set<String> = [
    "drop", "filter", "first", "firstIndex", "last", "partition", "prefix",
  ]
}

extension SwiftExpression {
  /// Returns the hiding by a type whose value is dropped: of what its closure throws, nothing else remains.
  func hiding(calledBy suffixes: [SwiftSuffix]) -> DeleteCall.Hiding? {
    guard case .name(let type) = form, case .call? = suffixes.last?.form else { return nil }
    let members = suffixes.dropLast().map {
      if case .member(let name) = $0.form { name.text } else { "" }
    }
    switch (type.text, members) {
    case ("Result", []): return .result
    case ("Task", []), ("Task", ["detached"]): return .task
    default: return nil
    }
  }
}
