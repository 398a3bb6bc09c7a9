import ModelFiles
import SwiftSource

/// Arguments and closures, and what those are given.
extension BodyReader {
  struct Argument {
    let label: String?
    let value: CodeValue
  }

  /// Reads arguments in brackets of any kind.
  mutating func arguments(base: CodeValue?, name: String) -> [Argument] {
    var read: [Argument] = []
    between { reader in
      while reader.index < reader.limit {
        let argument = reader.argument(base: base, name: name, after: read)
        if read.count < Limits.arguments { read.append(argument) }
      }
    }
    return read
  }

  /// Reads an argument with the comma behind it.
  private mutating func argument(
    base: CodeValue?, name: String, after read: [Argument]
  ) -> Argument {
    let start = index
    var label: String?
    if let word = token?.name, tokens.isMark(index + 1, ":") {
      label = word
      index += 2
    }
    let value =
      isNext("{")
      ? closure(given: closureValues(base: base, name: name, label: label, after: read), of: name)
      : expression()
    // What could not be read of it.
    while index < limit, !isNext(",") { index = max(tokens.after(index), index + 1) }
    if isNext(",") { index += 1 }
    if index <= start { index = start + 1 }
    return Argument(label: label, value: value)
  }

  /// Calls that are done with a closure before they return.
  private static let callingAtOnce: Set<String> = [
    "", "forEach", "map", "compactMap", "flatMap", "filter", "perform", "performAndWait",
    "transaction", "withAnimation", "withTransaction", "run", "withLock",
  ]

  /// Reads a closure that is given some values, and to something that is called so; returns what it
  /// returns.
  mutating func closure(given values: [CodeValue], of name: String = "") -> CodeValue {
    guard isNext("{") else { return .unknown }
    let end = min(tokens[index]?.end ?? limit, limit)
    var new: [String: CodeValue] = [:]
    var first = index + 1
    if let word = wordIn(from: first, before: end) {
      captures(from: first, &new)
      closureParameters(from: first, to: word, values, &new)
      first = word + 1
    }
    shorthand.append(values)
    results.append(.unknown)
    let (leaves, pending) = (aftermath.leaves, aftermath.pending)
    between(declaring: new) { reader in
      reader.index = first
      reader.statements()
    }
    aftermath.leaves = leaves
    // What a button deletes is not what another one saves.
    if !Self.callingAtOnce.contains(name) { aftermath.pending = pending }
    shorthand.removeLast()
    return results.removeLast()
  }

  /// The `in` behind a closure's parameters; nil where it has none.
  private func wordIn(from first: Int, before end: Int) -> Int? {
    var place = first
    // Captures, attributes, parameters, `async throws`, `-> Type`: nothing that could be a statement.
    while place < end, place < first + 200, let token = tokens[place] {
      if token.isWord("in") { return place }
      switch token.kind {
      case .mark:
        guard ["[", "(", ",", ":", "_", "@", "->", ".", "<", ">", "?", "&"].contains(token.text)
        else { return nil }
        if token.text == ".", place == first { return nil }
      case .word, .quotedWord:
        if ["let", "var", "if", "for", "return", "guard", "switch", "try", "await"].contains(
          token.text), token.kind == .word
        {
          return nil
        }
        if token.startsLine, place > first, !tokens.isMark(place - 1, ","),
          tokens[place - 1]?.kind != .mark
        {
          return nil
        }
      default: return nil
      }
      place = tokens.after(place)
    }
    return nil
  }

  /// What a closure captures under another name: `[weak self, trip = self.trip]`.
  private mutating func captures(from first: Int, _ new: inout [String: CodeValue]) {
    guard tokens.isMark(first, "["), let end = tokens[first]?.end else { return }
    let (before, outer) = (index, limit)
    limit = min(end, outer)
    index = first + 1
    while index < limit {
      // `weak` and its like.
      while index < limit, tokens[index + 1]?.name != nil { index += 1 }
      if let name = token?.name, tokens.isMark(index + 1, "=") {
        index += 2
        new[name] = expression()
      }
      index = place(ofMark: ",", from: index) + 1
    }
    (index, limit) = (before, outer)
  }

  private func closureParameters(
    from first: Int, to end: Int, _ values: [CodeValue], _ new: inout [String: CodeValue]
  ) {
    var place = first
    while tokens.isMark(place, "@") { place += 2 }
    if tokens.isMark(place, "[") {
      place = tokens.after(place)
    }
    var range = place..<end
    if tokens.isMark(place, "("), let last = tokens[place]?.end { range = place + 1..<last }
    var names: [(String, CodeType?)] = []
    place = range.lowerBound
    while place < range.upperBound, let token = tokens[place] {
      if token.isMark("->") { break }
      if let name = token.name, name != "async", name != "throws" {
        var type: CodeType?
        if tokens.isMark(place + 1, ":") {
          var parser = TypeParser(tokens, at: place + 2, before: range.upperBound)
          type = resolved(parser.type())
          place = max(parser.index, place + 2)
        } else {
          place += 1
        }
        names.append((name, type))
      } else {
        place = tokens.after(place)
      }
    }
    var parts: [CodeType] = []
    if values.count == 1, names.count > 1, case .tuple(let types) = values[0].type { parts = types }
    for (number, (name, type)) in names.enumerated() {
      var value =
        parts.isEmpty
        ? values.indices.contains(number) ? values[number] : .unknown
        : values[0].with(parts.indices.contains(number) ? parts[number] : .unknown)
      if let type { value = stating(type, value) }
      if value.type == .unknown, Self.namesContext(name) { value.type = .context }
      new[name] = value
      if name.hasPrefix("$") { new[String(name.dropFirst())] = value }
    }
  }

  // MARK: What closures are given

  /// What the app's own function, or the initializer or a property of one of its types, says that a
  /// closure is given.
  private func declaredClosureValues(
    base: CodeValue?, name: String, label: String?, after given: [Argument], isTrailing: Bool
  ) -> [CodeValue]? {
    var type = (base ?? own).type
    if case .metatype(let instance) = type { type = instance }
    let isMaking = name == "init" || name == "callAsFunction"
    var functions = isMaking && base != nil ? [] : code.functions(name, of: type)
    var made: CodeType?
    if base == nil {
      functions += code.functions(named: name, of: nil)
      made = code.resolved(.named([name], arguments: []), in: scope, generics: generics)
    } else if isMaking {
      made = type
    }
    if let made, made.isKnown { functions += code.functions("init", of: made) }
    for function in functions {
      let declaration = code.functions[function].declaration
      guard let places = parameters(for: given, in: declaration, isWhole: false) else { continue }
      let fitting = declaration.parameters.dropFirst((places.last ?? -1) + 1).filter { parameter in
        (isTrailing && label == nil || parameter.label == label)
          && parameter.type.map(Self.isFunction) == true
      }
      // A trailing closure is for the first that has to have one.
      let parameter = fitting.first { !$0.hasDefault } ?? fitting.first
      guard let types = parameter?.type.flatMap(Self.functionParameters) else { continue }
      var bound: [String: CodeType] = [:]
      for (argument, place) in zip(given, places) {
        guard let type = declaration.parameters[place].type else { continue }
        bind(type, to: argument.value.type, in: declaration, &bound)
      }
      return types.map { CodeValue(type: resolvedResult($0, of: function, bound)) }
    }
    guard let made, let label, let property = code.property(label, of: made),
      let types = property.declaration.type.flatMap(Self.functionParameters)
    else { return nil }
    let scope = code.scope(of: property)
    return types.map { CodeValue(type: code.resolved($0, in: scope)) }
  }

  /// What a closure is given by what it is given to.
  func closureValues(
    base: CodeValue?, name: String, label: String?, after given: [Argument],
    isTrailing: Bool = false
  ) -> [CodeValue] {
    let offsets = CodeValue(type: .other("IndexSet"))
    var name = name
    if case .metatype(.other(let type))? = base?.type { name = type }
    switch name {
    case "onDelete", "onMove": return [offsets]
    case "performBackgroundTask": return [CodeValue(type: .context)]
    case "ForEach", "List", "Table", "Picker", "OutlineGroup", "LazyVStack":
      return given.first.map { [$0.value.element($0.value.type.element)] } ?? []
    default: break
    }
    if let base {
      switch base.type {
      case .collection(let element):
        let value = base.element(element)
        if name == "sorted" || name == "sort" || name == "min" || name == "max" {
          return [value, value]
        }
        if name == "reduce" {
          return [given.first?.value ?? .unknown, value]
        }
        return [value]
      case .tuple
      where ["forEach", "map", "compactMap", "flatMap", "filter", "first"].contains(name):
        return [base]
      case .entity where name == "map" || name == "flatMap": return [base]
      case .other("IndexSet")
      where ["forEach", "map", "compactMap", "filter"].contains(name):
        return [base.with(.other("Int"))]
      case .metatype(.other("IndexSet")): return []
      default: break
      }
    }
    if let declared = declaredClosureValues(
      base: base, name: name, label: label, after: given, isTrailing: isTrailing)
    {
      return declared
    }
    // `.sheet(item: $trip) { trip in`, `.navigationDestination(for: Trip.self) { trip in`.
    for argument in given {
      switch (argument.label, argument.value.type) {
      case ("item", _), ("presenting", _): return [argument.value]
      case ("for", .metatype(let instance)): return [CodeValue(type: instance)]
      case ("of", _) where name == "onChange": return [argument.value, argument.value]
      default: continue
      }
    }
    return []
  }
}
