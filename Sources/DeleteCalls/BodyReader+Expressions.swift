import ModelFiles
import SwiftSource

extension BodyReader {
  /// Reads an expression with all its operators.
  ///
  /// A brace opens a trailing closure unless it may be that of an `if`.
  mutating func expression(takesClosure: Bool = true) -> CodeValue {
    guard nesting < Limits.nesting else {
      index = token.map { _ in tokens.after(index) } ?? limit
      return .unknown
    }
    nesting += 1
    let outerTries = aftermath.triesSilently
    defer {
      nesting -= 1
      aftermath.triesSilently = outerTries
    }
    let start = index
    var left = operand(takesClosure)
    while let token, index < limit {
      if token.isWord("as") {
        index += 1
        if isNext("?") || isNext("!") { index += 1 }
        var parser = TypeParser(tokens, at: index, before: limit)
        let type = parser.type()
        index = max(parser.index, index)
        left = stating(resolved(type), left)
      } else if token.isWord("is") {
        var parser = TypeParser(tokens, at: index + 1, before: limit)
        _ = parser.type()
        index = max(parser.index, index + 1)
        left = left.with(.other("Bool"))
      } else if token.isMark("="), !tokens.isMark(index + 1, "=") {
        let isOnOneLine = tokens[start]?.line == token.line
        let place = isOnOneLine ? start : index - 1
        index += 1
        let value = value(for: left.type, takesClosure)
        assign(value, to: left, at: place)
        return CodeValue(type: .other("Void"))
      } else if token.isMark("?"), tokens.isMark(index + 1, "?") {
        index += 2
        let right = operand(takesClosure)
        var either = left.type.isKnown ? left : right
        either.origin = left.origin | right.origin
        left = either
      } else if token.isMark("?"), token.followsSpace || token.startsLine {
        index += 1
        let first = expression(takesClosure: takesClosure)
        if isNext(":") { index += 1 }
        let second = expression(takesClosure: takesClosure)
        var either =
          first.type == second.type || second.isNil || !second.type.isKnown ? first : second
        if first.type != second.type, first.type.entity != nil, second.type.entity != nil {
          either = .unknown
        }
        either.origin = first.origin | second.origin | left.origin
        left = either
      } else if Self.isOperator(token), !token.startsLine || token.followsSpace {
        let start = index
        while index < limit, let mark = self.token, Self.isOperator(mark) || mark.isMark("."),
          index == start || !mark.followsSpace && !mark.startsLine
        {
          index += 1
        }
        let right = operand(takesClosure)
        if right.isNil, let name = left.name {
          if token.text == "==" { aftermath.asked.insert(name) }
          if token.text == "!" { aftermath.askedOtherwise.insert(name) }
        }
        let isSum = token.text == "+"
        var result = CodeValue(type: isSum && left.type.entity != nil ? left.type : .other("Bool"))
        result.origin = left.origin | right.origin
        left = result
      } else if token.isMark("."), tokens.isMark(index + 1, ".") {
        while isNext(".") || isNext("<") { index += 1 }
        if let next = self.token, !next.isMark(")"), !next.isMark("]"), !next.isMark(",") {
          _ = operand(takesClosure)
        }
        left = left.with(.other("Range"))
      } else {
        break
      }
    }
    return left
  }

  /// Reads what is put where a type is expected.
  mutating func value(for type: CodeType, _ takesClosure: Bool = true) -> CodeValue {
    guard isNext("{"), case .closure(let parameters, _) = type else {
      return expression(takesClosure: takesClosure)
    }
    return closure(given: parameters.map { CodeValue(type: $0) })
  }

  private static func isOperator(_ token: SwiftToken) -> Bool {
    guard token.kind == .mark else { return false }
    return ["+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "~", "=", "==", "===", "!"].contains(
      token.text)
      && !(token.text == "!" && !token.followsSpace)
  }

  /// Whether nobody looks at what a `try?` comes to: it begins a statement, or is given to `_`.
  private func isDropped(before place: Int) -> Bool {
    guard let before = tokens[place - 1], place > 0, tokens[place]?.startsLine != true else {
      return true
    }
    if before.isMark("{") || before.isMark("}") || before.isMark(";") || before.isWord("in") {
      return true
    }
    return before.isMark("=") && tokens[place - 2]?.text == "_"
  }

  /// Reads what stands before and after operators.
  private mutating func operand(_ takesClosure: Bool) -> CodeValue {
    while let token, index < limit {
      let isBeforeName = tokens[index + 1]?.name != nil && tokens[index + 1]?.startsLine == false
      if token.isWord("try") || token.isWord("await")
        || isBeforeName && ["each", "consume", "copy"].contains(where: token.isWord)
      {
        index += 1
        if token.text == "try", isNext("?") || isNext("!"), isAttached {
          aftermath.triesSilently = isNext("?") && isDropped(before: index - 1)
          index += 1
        }
      } else if token.isMark("&") || token.isMark("!") || token.isMark("-") || token.isMark("~")
        || token.isMark("+")
      {
        index += 1
      } else {
        break
      }
    }
    let start = index
    var value = primary(takesClosure)
    if index == start { return .unknown }
    while index < limit, let next = postfix(of: value, from: start, takesClosure) { value = next }
    return value
  }

  // MARK: Primaries

  private mutating func primary(_ takesClosure: Bool) -> CodeValue {
    guard let token else { return .unknown }
    switch token.kind {
    case .number:
      index += 1
      // `1.5` are several tokens to the lexer, where it does not take them for one.
      return CodeValue(type: .other("Int"), text: token.text)
    case .composedText:
      let place = index
      index += 1
      interpolations(of: token.text, at: place)
      return CodeValue(type: .other("String"))
    case .text, .regex:
      index += 1
      return CodeValue(type: .other("String"), text: token.text)
    case .macro: return macro()
    case .mark:
      switch token.text {
      case "(": return tuple()
      case "[": return list()
      case "{": return closure(given: [])
      case "\\": return keyPath()
      case ".": return implicitMember()
      default: return .unknown
      }
    case .word, .quotedWord: return name(token, takesClosure)
    }
  }

  private mutating func macro() -> CodeValue {
    let name = token?.text
    index += 1
    var type = CodeType.unknown
    if isNext("<") {
      // A macro's name is no name of a type: what is between the angle brackets is read by itself.
      var parser = TypeParser(tokens, at: index + 1, before: limit)
      let argument = parser.type()
      if tokens.isMark(parser.index, ">") {
        type = resolved(argument)
        index = parser.index + 1
      }
    }
    var origin: UInt64 = 0
    if isNext("(") {
      for argument in arguments(base: nil, name: "") { origin |= argument.value.origin }
    }
    if isNext("{") {
      let result = closure(given: [CodeValue(type: type)])
      origin |= result.origin
    }
    return CodeValue(type: name == "#Predicate" ? .predicate(type) : .unknown, origin: origin)
  }

  private mutating func tuple() -> CodeValue {
    let values = arguments(base: nil, name: "")
    if values.count == 1 { return values[0].value }
    return CodeValue(
      type: .tuple(values.map(\.value.type)), origin: values.reduce(0) { $0 | $1.value.origin })
  }

  /// An array, a dictionary, or the type of one.
  private mutating func list() -> CodeValue {
    let after = max(tokens.after(index), index + 1)
    // `[Trip]()` is a type that is called.
    if tokens.isMark(after, "("), tokens[after]?.followsSpace == false {
      var parser = TypeParser(tokens, at: index, before: limit)
      if let type = parser.type(), parser.index == after {
        index = after
        return CodeValue(type: .metatype(resolved(type)))
      }
    }
    var types: [CodeType] = []
    var values: [CodeType] = []
    var origin: UInt64 = 0
    between { reader in
      while reader.index < reader.limit {
        let start = reader.index
        let value = reader.expression()
        types.append(value.type)
        origin |= value.origin
        if reader.isNext(":") {
          reader.index += 1
          let value = reader.expression()
          values.append(value.type)
          origin |= value.origin
        }
        if reader.isNext(",") { reader.index += 1 }
        if reader.index <= start { reader.index = start + 1 }
      }
    }
    if let key = types.first, let value = values.first {
      let isSure = types.allSatisfy { $0 == key } && values.allSatisfy { $0 == value }
      return CodeValue(type: .tuple(isSure ? [key, value] : [.unknown, .unknown]), origin: origin)
    }
    let first = types.first ?? .unknown
    let entities = types.compactMap { $0.instance.entity }
    let element: CodeType =
      types.allSatisfy { $0 == first }
      ? first : entities.count == types.count ? .metatype(.each(Set(entities))) : .unknown
    var value = CodeValue(type: .collection(element), origin: origin)
    value.isEmpty = types.isEmpty
    return value
  }

  private mutating func keyPath() -> CodeValue {
    index += 1
    var root = CodeType.unknown
    var path: [String] = []
    while index < limit, let token, !token.followsSpace || path.isEmpty {
      if let name = token.name {
        if path.isEmpty, root == .unknown, name.first?.isUppercase == true {
          var parser = TypeParser(tokens, at: index, before: limit)
          _ = parser.type()
          root = resolved(.named([name], arguments: []))
        } else {
          path.append(name)
        }
        index += 1
      } else if token.isMark(".") || token.isMark("?") || token.isMark("!") {
        index += 1
      } else {
        break
      }
    }
    var value = CodeValue(type: .other("KeyPath"), text: path.joined(separator: "."))
    if root.isKnown { value.type = .tuple([.other("KeyPath"), root]) }
    return value
  }

  /// Goes past a member of a type that is not written: what it is called with is read as of any other.
  private mutating func implicitMember() -> CodeValue {
    index += 1
    if token?.name != nil { index += 1 }
    return .unknown
  }

  private mutating func name(_ token: SwiftToken, _ takesClosure: Bool) -> CodeValue {
    let place = index
    let name = token.text
    if token.kind == .word {
      switch name {
      case "self":
        index += 1
        var value = own
        value.name = "self"
        return value
      case "super":
        index += 1
        return CodeValue(type: .other("super"))
      case "Self":
        index += 1
        let type = own.type.instance
        return CodeValue(type: .metatype(type.isKnown ? type : own.type))
      case "nil":
        index += 1
        var value = CodeValue.unknown
        value.isNil = true
        return value
      case "true", "false":
        index += 1
        return CodeValue(type: .other("Bool"))
      case "if", "switch", "do":
        // As expressions, what they come to is not followed.
        let outer = limit
        let start = index
        results.append(.unknown)
        var end = start
        while end < limit, !tokens.isMark(end, "{") { end = tokens.after(end) }
        end = tokens.after(end)
        while tokens.isWord(end, "else") || tokens.isWord(end, "catch") {
          while end < outer, !tokens.isMark(end, "{") { end += 1 }
          end = tokens.after(end)
        }
        limit = min(end, outer)
        readNested(start)
        limit = outer
        index = max(end, start + 1)
        let value = results.removeLast()
        return value
      case "let", "var", "case", "else", "in", "for", "while", "guard", "return", "where", "catch":
        return .unknown
      default: break
      }
    }
    if name.hasPrefix("$"), let number = Int(name.dropFirst()) {
      index += 1
      guard let values = shorthand.last, !values.isEmpty else { return .unknown }
      // Of several at once, `$0` may be all of them.
      return number < values.count ? values[number] : .unknown
    }
    index += 1
    if let local = variable(name)
      ?? (name.hasPrefix("$") ? variable(String(name.dropFirst())) : nil)
    {
      if isNext("("), isAttached {
        return call(base: local, name: "callAsFunction", at: place, takesClosure)
      }
      return local
    }
    let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
    // A generic type: `FetchDescriptor<Trip>(…)`.
    if name.first?.isUppercase == true, isNext("<"), isAttached {
      var parser = TypeParser(tokens, at: place, before: limit)
      if let type = parser.type(), tokens.isMark(parser.index - 1, ">") {
        index = parser.index
        let value = CodeValue(type: .metatype(resolved(type)))
        return value
      }
    }
    if isCalled(takesClosure) {
      let own = self.own
      let functions = code.functions(
        plain, of: own.type.instance.isKnown ? own.type.instance : own.type)
      if !functions.isEmpty || !code.functions(named: plain, of: nil).isEmpty || !isTypeName(plain)
      {
        return call(base: nil, name: plain, at: place, takesClosure)
      }
    }
    if var property = property(plain, of: own) {
      property.name = "self.\(plain)"
      return property
    }
    if plain == "delete", own.type == .context {
      deletion = place
      deletingContext = "self"
      return CodeValue(type: .deletion)
    }
    // Of several it depends on the types which is meant.
    let functions = code.functions(plain, of: own.type) + code.functions(named: plain, of: nil)
    if functions.count == 1 {
      deletion = place
      return CodeValue(type: .function(functions[0]), origin: own.origin)
    }
    let type = code.resolved(.named([plain], arguments: []), in: scope, generics: generics)
    switch type {
    case .unknown: break
    case .other where name.first?.isUppercase != true: break
    default:
      // In a static function, the name of its own type is what that is called on.
      return CodeValue(type: .metatype(type), origin: .metatype(type) == own.type ? own.origin : 0)
    }
    if generics[plain] != nil { return CodeValue(type: .metatype(.unknown)) }
    if let global = code.property(named: plain, of: nil) {
      return CodeValue(type: Self.type(of: global, in: code, depth))
    }
    // A context that somebody else made, by the name that all give it.
    if Self.namesContext(plain) {
      var value = CodeValue(type: .context)
      value.name = plain
      return value
    }
    // Something inherited from what no file declares.
    return own.origin == 0 ? .unknown : member(plain, of: own)
  }

  private mutating func readNested(_ start: Int) {
    let end = limit
    index = start
    while index < end, let token {
      let before = index
      if token.isWord("if") || token.isWord("switch") || token.isWord("do") || token.isWord("catch")
        || token.isWord("else")
      {
        index = before
        statement(token)
      } else {
        index += 1
      }
      if index <= before { index = before + 1 }
    }
  }

  private func isTypeName(_ name: String) -> Bool { name.first?.isUppercase == true }

  private func isCalled(_ takesClosure: Bool) -> Bool {
    isNext("(") && isAttached || takesClosure && isNext("{") && token?.startsLine != true
  }

  static func namesContext(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasSuffix("context") || ["ctx", "moc"].contains(lower)
      || lower == "managedobjectcontext"
  }

  // MARK: Postfixes

  private mutating func postfix(
    of value: CodeValue, from start: Int, _ takesClosure: Bool
  ) -> CodeValue? {
    guard let token else { return nil }
    guard token.kind == .mark else { return nil }
    switch token.text {
    case "?" where isAttached && !tokens.isMark(index + 1, "?"), "!" where isAttached:
      index += 1
      return value
    case ".":
      // A range, or a member on a line of its own.
      if tokens.isMark(index + 1, ".") { return nil }
      guard let next = tokens[index + 1], index + 1 < limit else { return nil }
      if next.kind == .number {
        index += 2
        guard case .tuple(let parts) = value.type, let number = Int(next.text),
          parts.indices.contains(number)
        else { return value.with(.unknown) }
        return value.with(parts[number])
      }
      guard let name = next.name else {
        index += 1
        return value.with(.unknown)
      }
      index += 2
      return member(name, of: value, from: start, takesClosure)
    case "(" where isAttached:
      return call(base: value, name: "callAsFunction", at: start, takesClosure)
    case "[" where isAttached: return element(of: value)
    case "{" where takesClosure && !token.startsLine:
      if case .metatype = value.type {
        return call(base: value, name: "init", at: start, takesClosure)
      }
      return nil
    default: return nil
    }
  }

  private mutating func element(of value: CodeValue) -> CodeValue {
    let end = tokens[index]?.end ?? limit
    let isRange = (index..<end).contains { tokens.isMark($0, ".") && tokens.isMark($0 + 1, ".") }
    let places = arguments(base: nil, name: "")
    var result: CodeValue
    switch value.type {
    case .collection(let element): result = value.element(isRange ? value.type : element)
    case .tuple(let parts) where parts.count == 2: result = value.with(parts[1])
    default: result = value.with(.unknown)
    }
    for place in places {
      result.origin |= place.value.origin
      // `self[id, as: Trip.self]` of a model actor.
      if place.label == "as", place.value.type.instance.isKnown {
        result.type = place.value.type.instance
      }
    }
    return result
  }

  private mutating func member(
    _ name: String, of value: CodeValue, from start: Int, _ takesClosure: Bool
  ) -> CodeValue {
    if name == "self" { return value }
    read(name, of: value)
    if name == "isEmpty", let base = value.name {
      if tokens.isMark(start - 1, "!") {
        aftermath.askedOtherwise.insert(base)
      } else {
        aftermath.asked.insert(base)
      }
      if let use = value.relationship { aftermath.looked.insert(use) }
    }
    // Generic arguments of a nested type or a call are passed over.
    if isNext("<"), isAttached, name.first?.isUppercase == true {
      var parser = TypeParser(tokens, at: index - 1, before: limit)
      if parser.type() != nil { index = parser.index }
    }
    if isNext("("), isAttached { return call(base: value, name: name, at: start, takesClosure) }
    if takesClosure, isNext("{"), token?.startsLine != true, !Self.plainProperties.contains(name) {
      return call(base: value, name: name, at: start, takesClosure)
    }
    var result = member(name, of: value)
    result.name = value.name.map { "\($0).\(name)" }
    return result
  }

  /// Properties behind which a brace never opens a closure of theirs.
  private static let plainProperties: Set<String> = ["count", "isEmpty", "self", "body"]

  // MARK: Closures and arguments

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
}
