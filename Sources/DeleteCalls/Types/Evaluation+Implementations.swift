import SwiftSource

/// The implementations of what a protocol requires, as far as the code says which a property can have.
extension Evaluation {
  /// Returns the functions that a call on a value can mean.
  ///
  /// - Parameters:
  ///   - functions: The functions that its declared type allows.
  ///   - name: Their name.
  ///   - given: The arguments.
  ///   - value: The value.
  /// - Returns: Those of the types that the code sets a property of a protocol's type to; all where it does not
  ///   say which these are.
  func implementations(
    _ functions: [Int], of name: String, _ given: [Argument], by value: CodeValue
  ) -> [Int] {
    guard functions.count > 1, value.property >= 0, let required = code.entry(of: value.type),
      code.types[required].keyword == "protocol",
      functions.contains(where: {
        summaries.wrapper(of: $0) != nil || summaries.effects(of: $0) != nil
      }),
      let types = typesSet(to: code.properties[value.property], conformingTo: required)
    else { return functions }
    var found: [Int] = []
    for type in types.sorted().map(CodeType.type) {
      let own = notHidden(fitting(given, among: code.functions(name, of: type)), in: type)
      found += own.filter { !found.contains($0) }
    }
    return found.isEmpty ? functions : found
  }

  /// Returns what a function deletes, without the entities where a protocol allows others that delete objects of
  /// different entities.
  func undecided(_ wrapper: Wrapper, among functions: [Int], of receiver: CodeValue) -> Wrapper {
    let all = functions.compactMap { summaries.wrapper(of: $0) }
    let type = receiver.type.instance.isKnown ? receiver.type.instance : receiver.type
    // Models of several targets may have an entity of one name.
    let names = Set(
      all.map(\.type).filter(\.isKnown).map { code.names(of: $0.allEntities) })
    guard names.count > 1, let entry = code.entry(of: type),
      code.types[entry].keyword == "protocol"
    else { return wrapper }
    var undecided = wrapper
    undecided.deletes = Set(
      wrapper.deletes.map { ConditionalDelete(entities: [], conditions: $0.conditions) })
    undecided.emptied = all.reduce(wrapper.emptied) { $0.intersection($1.emptied) }
    (undecided.added, undecided.takesAll) = ([], false)
    undecided.isCertain = all.allSatisfy(\.isCertain)
    return undecided
  }

  /// Returns the types of all values that the code sets a property to; nil where it does not say one of them.
  private func typesSet(
    to property: AppCode.Property, conformingTo required: Int
  ) -> Set<Int>? {
    if let known = code.known.typesSet[property.number] { return known }
    guard depth < Limits.properties else { return nil }
    // What leads back to itself is not known.
    code.known.typesSet[property.number] = .some(nil)
    let types = foundTypes(setTo: property, conformingTo: required)
    code.known.typesSet[property.number] = .some(types)
    return types
  }

  private func foundTypes(
    setTo property: AppCode.Property, conformingTo required: Int
  ) -> Set<Int>? {
    let declaration = property.declaration
    let tokens = code.files[property.file].tokens
    let isObserved = declaration.accessors.map {
      tokens.isWord($0 + 1, "didSet") || tokens.isWord($0 + 1, "willSet")
    }
    guard isObserved ?? true, !isGiven(property), !isOverridden(property),
      !code.namesChangedOtherwise.contains(declaration.name),
      var values = assignments(toPropertiesNamed: declaration.name)?.filter({
        ($0.property < 0 || $0.property == property.number) && $0.source != property.number
      })
    else { return nil }
    if let initial = declaration.initialValue {
      if initial.contains(where: { tokens.isMark($0, "??") || tokens.isMark($0, "?") }) {
        return nil
      }
      var inner = Evaluation(code, file: property.file, owner: property.owner, depth: depth + 1)
      let value = inner.value(of: initial)
      if !value.isNil {
        values.append(
          AppCode.Assignment(
            property: property.number, value: value.type, source: value.property))
      }
    }
    var types: Set<Int> = []
    for assigned in values {
      switch assigned.value {
      case .type(let type), .specialized(let type, _):
        guard code.types[type].keyword != "protocol" else { return nil }
        // What does not conform is set to another property of the name.
        if code.lineage(of: type).contains(required) {
          types.insert(type)
        } else if assigned.property >= 0 {
          return nil
        }
      case .unknown: return nil
      default: if assigned.property >= 0 { return nil }
      }
    }
    return types.isEmpty || types.count > Limits.overloads ? nil : types
  }

  /// Whether a class may replace what a property of another one does.
  private func isOverridden(_ property: AppCode.Property) -> Bool {
    code.properties.contains {
      $0.declaration.name == property.declaration.name
        && $0.declaration.modifiers.contains("override")
    }
  }

  /// Whether the code that makes an object may give it the value of a property, or a wrapper has the value.
  private func isGiven(_ property: AppCode.Property) -> Bool {
    let declaration = property.declaration
    let (tokens, start) = (code.files[property.file].tokens, declaration.start)
    let isWrapped =
      tokens.isMark(start, "@") && !Self.plainAttributes.contains(tokens[start + 1]?.text ?? "")
    guard !isWrapped, let owner = property.owner else { return true }
    // A structure without an initializer takes its properties.
    let isMemberwise =
      code.types[owner].keyword == "struct" && !declaration.modifiers.contains("static")
      && !(declaration.isConstant && declaration.initialValue != nil)
      && code.functions(named: "init", of: owner).isEmpty
    return isMemberwise
  }

  private static let plainAttributes: Set<String> = ["MainActor", "Published", "State"]

  /// Returns the assignments of anything but nil to properties of a name; nil where there are others.
  private func assignments(toPropertiesNamed name: String) -> [AppCode.Assignment]? {
    if let known = code.known.assignments[name] { return known }
    code.known.assignments[name] = .some(nil)
    let found = foundAssignments(toPropertiesNamed: name)
    code.known.assignments[name] = .some(found)
    return found
  }

  private func foundAssignments(toPropertiesNamed name: String) -> [AppCode.Assignment]? {
    var found: [AppCode.Assignment] = []
    let places = code.files.map { file in
      file.tokens.mentions(name) ? file.tokens.assignments(to: name) : []
    }
    if places.allSatisfy(\.isEmpty) { return [] }
    var count = 0
    func search(_ file: Int, _ owner: Int?, _ function: SwiftFunction?, _ range: Range<Int>) {
      let inside = places[file].count(where: range.contains)
      if inside == 0 { return }
      count += inside
      found += assignments(to: [name], in: range, of: file, owner, function)
    }
    for function in code.functions {
      guard let body = function.declaration.body else { continue }
      search(function.file, function.owner, function.declaration, body)
    }
    for property in code.properties {
      let tokens = code.files[property.file].tokens
      if let brace = property.declaration.accessors, let end = tokens[brace]?.end, end > brace {
        search(property.file, property.owner, nil, brace + 1..<end)
      }
      if let value = property.declaration.initialValue {
        search(property.file, property.owner, nil, value)
      }
    }
    return count < places.reduce(0) { $0 + $1.count } ? nil : found
  }

  /// Returns the assignments to properties of some names in a body.
  func assignments(
    to names: Set<String>, in range: Range<Int>, of file: Int, _ owner: Int?,
    _ function: SwiftFunction?
  ) -> [AppCode.Assignment] {
    var inner = Evaluation(code, file: file, owner: owner, function: function, depth: depth + 1)
    inner.sought.names = names
    inner.run(range)
    return inner.sought.found
  }

  /// Keeps an assignment to a property of a name that is sought.
  mutating func recordAssignment(
    of value: CodeValue, _ right: SwiftExpression, to goal: CodeValue, _ left: SwiftExpression
  ) {
    guard !sought.names.isEmpty, let last = left.tokens.last, let name = tokens[last]?.name,
      sought.names.contains(name), !value.isNil, goal.property >= 0 || !isOfOther(left)
    else { return }
    // Which of several values another expression has is not known.
    let isStated = if case .postfix = right.form { true } else { value.property >= 0 }
    sought.found.append(
      AppCode.Assignment(
        property: goal.property, value: isStated ? value.type : .unknown, source: value.property,
        name: name, relationship: value.relationship ?? (value.isPart ? nil : value.copied)))
  }

  /// Whether a name that means no property of the app is a variable of the function around, or a member of what
  /// has none of the app's of that name.
  private func isOfOther(_ left: SwiftExpression) -> Bool {
    guard case .postfix(let base, let suffixes) = left.form, case .name(let first) = base.form
    else {
      if case .name(let name) = left.form { return variable(name.text) != nil }
      return false
    }
    let members = suffixes.dropLast().compactMap { suffix -> String? in
      if case .member(let name) = suffix.form { name.text } else { nil }
    }
    let path = first.text == "self" ? members : [first.text] + members
    guard path.count == 1 else { return false }
    // What the app does not declare is inherited from the system.
    guard let owner = nearby(path[0]) ?? property(path[0], of: own) else {
      return code.property(named: path[0], of: nil) == nil && path[0].first?.isLowercase == true
    }
    return owner.type.isKnown
  }
}

extension AppCode {
  /// The names of what code may set without an assignment to it: in a tuple, as an `inout` argument, by a key
  /// path, or through a wrapper.
  fileprivate var namesChangedOtherwise: Set<String> {
    if let found = known.namesChangedOtherwise { return found }
    let found = files.reduce(into: Set<String>()) { $1.tokens.addNamesChangedOtherwise(to: &$0) }
    known.namesChangedOtherwise = found
    return found
  }
}

extension SwiftTokens {
  fileprivate func addNamesChangedOtherwise(to found: inout Set<String>) {
    for place in 0..<count {
      switch mark(place) {
      case UInt8(ascii: "("):
        let end = after(place)
        let isDeclared = isWord(place - 1, "let") || isWord(place - 1, "var")
        if isMark(end, "="), !isDeclared {
          found.formUnion((place..<end).compactMap { self[$0]?.name })
        }
      case UInt8(ascii: "&"):
        if ["(", ",", ":"].contains(where: { isMark(place - 1, $0) }) {
          found.formUnion(namesOfPath(at: place + 1))
        }
      case UInt8(ascii: "\\"): found.formUnion(namesOfPath(at: place + 1))
      case UInt8(ascii: "="):
        // `store? = Other()`
        guard isMark(place, "=") else { break }
        if isMark(place - 1, "?") || isMark(place - 1, "!"), let name = self[place - 2]?.name {
          found.insert(name)
        } else if let name = self[place - 1]?.name, name.hasPrefix("_") {
          found.insert(String(name.dropFirst()))
        }
      default: break
      }
    }
    forEachWord(in: 0..<count) { word, place in
      if word.first == UInt8(ascii: "$") {
        found.insert(String(decoding: word.dropFirst(), as: UTF8.self))
        // The last of `$desk.next` is what a binding sets.
        found.formUnion(namesOfPath(at: place))
      }
    }
  }

  /// The names in a path: `trips[0].store`.
  private func namesOfPath(at start: Int) -> [String] {
    var (names, place): ([String], Int) = ([], start)
    while place < count {
      if let name = self[place]?.name {
        if place > start, !isMark(place - 1, ".") { return names }
        names.append(name)
        place += 1
      } else if [".", "?", "!", "&"].contains(where: { isMark(place, $0) }) {
        place += 1
      } else if isMark(place, "[") || isMark(place, "(") {
        place = after(place)
      } else {
        return names
      }
    }
    return names
  }

  /// The places of a name that something is assigned to, without those that declare it.
  fileprivate func assignments(to name: String) -> [Int] {
    var found: [Int] = []
    forEachWord(in: 0..<count) { word, place in
      guard word.elementsEqual(name.utf8), isMark(place + 1, "="), !isWord(place - 1, "let"),
        !isWord(place - 1, "var")
      else { return }
      found.append(place)
    }
    return found
  }
}
