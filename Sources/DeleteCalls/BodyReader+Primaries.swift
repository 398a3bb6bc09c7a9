import SwiftSource

/// What an expression begins with: a name, a literal, a macro, brackets.
extension BodyReader {
  mutating func primary(_ takesClosure: Bool) -> CodeValue {
    guard let token else { return .unknown }
    switch token.kind {
    case .number:
      index += 1
      // `1.5` are several tokens to the lexer, where it does not take them for one.
      return CodeValue(type: .other("Int"), text: token.text)
    case .composedText:
      let place = index
      index += 1
      interpolations(at: place)
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
      if opensArguments {
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
      return deleteReference(of: "self", at: place)
    }
    // Of several it depends on the types which is meant.
    let functions = code.functions(plain, of: own.type) + code.functions(named: plain, of: nil)
    if functions.count == 1 {
      return CodeValue(
        type: functionReference(to: functions[0], at: place), origin: own.origin)
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
    opensArguments || takesClosure && isNext("{") && token?.startsLine != true
  }

  static func namesContext(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasSuffix("context") || ["ctx", "moc"].contains(lower)
      || lower == "managedobjectcontext"
  }
}
