import SwiftSource

/// Goes from statement to statement, and into each.
extension BodyReader {
  mutating func statements() {
    while index < limit, let token {
      let start = index
      statement(token)
      if index <= start { index = start + 1 }
    }
  }

  mutating func statement(_ token: SwiftToken) {
    guard token.kind == .word else {
      if token.isMark("@") {
        index += 2
        if isNext("("), isAttached { index = tokens.after(index) }
        return
      }
      if token.isMark("{") { return block() }
      if token.kind == .mark, !["(", "[", ".", "\\", "{", "!", "-", "&"].contains(token.text) {
        index += 1
        return
      }
      let value = expression()
      if results.indices.contains(results.count - 1) { results[results.count - 1] = value }
      return
    }
    switch token.text {
    case "let", "var": declaration()
    case "if", "while": conditional()
    case "guard":
      index += 1
      (aftermath.asked, aftermath.askedOtherwise) = ([], [])
      let new = conditions()
      if isWord("else") { index += 1 }
      let outerEmpty = aftermath.empty
      aftermath.empty.formUnion(aftermath.askedOtherwise)
      block()
      aftermath.empty = outerEmpty
      for (name, value) in new { declare(name, value) }
    case "for": loop()
    case "switch": choice()
    case "defer":
      index += 1
      if isNext("{") {
        deferred.append(index)
        index = tokens.after(index)
      }
    case "repeat", "do", "else":
      index += 1
      // What a `catch` gets is not dropped, unless it does nothing with it.
      let outerTries = aftermath.triesSilently
      if token.text == "do" { aftermath.triesSilently = isCaughtByNothing(from: index) }
      defer { aftermath.triesSilently = outerTries }
      if isWord("throws") { index = min(tokens.after(index), limit) }
      if isNext("(") { index = tokens.after(index) }
      block()
    case "catch":
      index += 1
      while index < limit, !isNext("{") { index = tokens.after(index) }
      block(declaring: ["error": .unknown])
    case "return", "throw":
      index += 1
      defer { aftermath.leaves = true }
      guard let next = self.token, !next.isMark("}"), !next.startsLine || next.isMark(".") else {
        return
      }
      let value = expression()
      if token.text == "return", !results.isEmpty, value.type.isKnown {
        results[results.count - 1] = value
      }
    case "case", "default":
      // In a switch these are read there; what else begins so is passed over.
      index += 1
    case "func": localFunction()
    case "class", "struct", "enum", "actor", "extension", "protocol", "typealias", "import":
      index += 1
      while index < limit, !isNext("{"), self.token?.startsLine != true {
        index = tokens.after(index)
      }
      if isNext("{") { index = tokens.after(index) }
    case "break", "continue":
      index += 1
      aftermath.leaves = true
    case let word where ["get", "set", "willSet", "didSet"].contains(word) && isAccessor:
      index += 1
      accessor()
    case "fallthrough", "private", "fileprivate", "static", "lazy", "weak",
      "unowned", "nonisolated", "async", "mutating", "final", "in", "indirect":
      index += 1
    default:
      let value = expression()
      if !results.isEmpty { results[results.count - 1] = value }
    }
  }

  /// Whether the only `catch` behind the block that opens at a token, or behind `throws` there, is empty.
  private func isCaughtByNothing(from place: Int) -> Bool {
    var place = place
    while place < limit, !tokens.isMark(place, "{") { place = tokens.after(place) }
    place = tokens.after(place)
    guard tokens.isWord(place, "catch"), let brace = tokens[place + 1], brace.isMark("{") else {
      return false
    }
    return brace.end == place + 2
  }

  /// Reads the blocks that are deferred to the end of the one that is read now, the last one first.
  ///
  /// - Parameter count: How many blocks were deferred before it began.
  mutating func runDeferred(downTo count: Int) {
    while deferred.count > count {
      index = deferred.removeLast()
      block()
    }
  }

  /// Whether a word has a body as an accessor has: it may be the name of a variable, too.
  private var isAccessor: Bool {
    var next = index + 1
    if tokens.isMark(next, "("), tokens[next + 1]?.name != nil, tokens[next]?.end == next + 2 {
      next = tokens.after(next)
    }
    while tokens.isWord(next, "async") || tokens.isWord(next, "throws") { next += 1 }
    return tokens.isMark(next, "{")
  }

  private mutating func accessor() {
    if isNext("(") { index = tokens.after(index) }
    while isWord("async") || isWord("throws") { index += 1 }
    block(declaring: ["newValue": .unknown, "oldValue": .unknown])
  }

  private mutating func localFunction() {
    index += 2
    while index < limit, !isNext("("), !isNext("{") { index += 1 }
    var new: [String: CodeValue] = [:]
    if isNext("(") {
      let end = tokens[index]?.end ?? limit
      var place = index + 1
      while place < end {
        if tokens.isMark(place, ":"), let name = tokens[place - 1]?.name {
          var parser = TypeParser(tokens, at: place + 1, before: end)
          new[name] = CodeValue(type: resolved(parser.type()))
        }
        place = tokens.after(place)
      }
      index = tokens.after(index)
    }
    while index < limit, !isNext("{"), token?.startsLine != true { index = tokens.after(index) }
    results.append(.unknown)
    block(declaring: new)
    results.removeLast()
  }

  private mutating func declaration() {
    index += 1
    repeat {
      if isNext(",") { index += 1 }
      if isNext("(") {
        let names = tuplePattern()
        let type: CodeType = isNext(":") ? typeAnnotation() : .unknown
        var value = CodeValue(type: type)
        if isNext("=") {
          index += 1
          value = expression()
        }
        bind(names, to: value)
      } else {
        guard let name = token?.name else { return }
        index += 1
        var value = CodeValue.unknown
        let stated: CodeType? = isNext(":") ? typeAnnotation() : nil
        if isNext("=") {
          index += 1
          value = self.value(for: stated ?? .unknown)
        }
        if let stated {
          setArgument(of: value, statedBy: stated)
          value = stating(stated, value)
        }
        declare(name, value)
        if isNext("{") { block() }
      }
    } while isNext(",")
  }

  /// A value of which the code states a type; a request for anything is still for what it was made for.
  func stating(_ stated: CodeType, _ value: CodeValue) -> CodeValue {
    var result = value
    if case .deletion = value.type { return value }
    switch stated {
    case .unknown: break
    case .anyModel where value.type.entity != nil: break
    case .collection(.anyModel) where value.type.entity != nil: break
    case .collection(.metatype(.anyModel)) where !value.type.entities.isEmpty: break
    case .request(let inner) where inner.entity == nil && value.type.entity != nil: break
    case .collection(.unknown) where value.type.isKnown: break
    default: result.type = stated
    }
    return result
  }

  private mutating func typeAnnotation() -> CodeType {
    var parser = TypeParser(tokens, at: index + 1, before: limit)
    let type = parser.type()
    index = max(parser.index, index + 1)
    return resolved(type)
  }

  /// The names between brackets, nil for `_`.
  private mutating func tuplePattern() -> [String?] {
    let end = tokens[index]?.end ?? limit
    var names: [String?] = []
    var place = index + 1
    while place < end {
      if let name = tokens[place]?.name, name != "let", name != "var" {
        let isLabel = tokens.isMark(place + 1, ":")
        if !isLabel { names.append(name == "_" ? nil : name) }
      }
      place = tokens.after(place)
    }
    index = tokens.after(index)
    return names
  }

  mutating func bind(_ names: [String?], to value: CodeValue) {
    var parts: [CodeType] = []
    if case .tuple(let types) = value.type { parts = types }
    for (place, name) in names.enumerated() {
      guard let name else { continue }
      let type: CodeType =
        names.count == 1
        ? value.type : parts.indices.contains(place) ? parts[place] : .unknown
      declare(name, names.count == 1 ? value.element(type) : value.with(type))
    }
  }

  private mutating func conditional() {
    index += 1
    (aftermath.asked, aftermath.askedOtherwise) = ([], [])
    let new = conditions()
    let outerEmpty = aftermath.empty
    aftermath.empty.formUnion(aftermath.asked)
    let before = aftermath.pending
    var ends: [[Aftermath.Deleted]] = []
    var isWhole = false
    block(declaring: new)
    aftermath.empty = outerEmpty
    while isWord("else") {
      ends.append(aftermath.pending)
      aftermath.pending = before
      index += 1
      if isWord("if") {
        index += 1
        let new = conditions()
        block(declaring: new)
      } else {
        block()
        isWhole = true
      }
    }
    ends.append(aftermath.pending)
    aftermath.join(isWhole ? ends : ends + [before])
  }

  /// Reads conditions up to a brace, and returns what they declare.
  private mutating func conditions() -> [String: CodeValue] {
    variables.append([:])
    let wasAsking = aftermath.isAsking
    aftermath.isAsking = true
    defer { aftermath.isAsking = wasAsking }
    while index < limit, !isNext("{"), !isWord("else") {
      let start = index
      if isWord("let") || isWord("var") {
        index += 1
        if isNext("(") {
          let names = tuplePattern()
          if isNext("=") { index += 1 }
          bind(names, to: condition())
          if isNext(",") { index += 1 }
          continue
        }
        guard let name = token?.name else { continue }
        index += 1
        let stated: CodeType? = isNext(":") ? typeAnnotation() : nil
        var value: CodeValue
        if isNext("=") {
          index += 1
          value = condition()
          if let name = value.name { aftermath.askedOtherwise.insert(name) }
          if let use = value.relationship { aftermath.looked.insert(use) }
        } else {
          value = variable(name) ?? member(name, of: own)
        }
        if let stated { value = stating(stated, value) }
        declare(name, value)
      } else if isWord("case") {
        let start = index + 1
        let end = place(ofMark: "=", from: start)
        index = min(end + 1, limit)
        let value = condition()
        let next = index
        index = start
        pattern(of: value, upTo: end)
        index = max(next, index)
      } else if token?.kind == .macro {
        index += 1
        if isNext("(") { index = tokens.after(index) }
      } else {
        _ = condition()
      }
      if isNext(",") { index += 1 }
      if index <= start { index = start + 1 }
    }
    return variables.removeLast()
  }

  /// An expression before a brace that is not its own.
  private mutating func condition() -> CodeValue { expression(takesClosure: false) }

  private mutating func loop() {
    index += 1
    while isWord("try") || isWord("await") || isWord("case") || isWord("let") || isWord("var") {
      index += 1
    }
    var names: [String?] = []
    if isNext("(") {
      names = tuplePattern()
    } else if let name = token?.name {
      names = [name == "_" ? nil : name]
      index += 1
    }
    var stated: CodeType?
    if isNext(":") || isWord("as") { stated = typeAnnotation() }
    while index < limit, !isWord("in"), !isNext("{") { index = tokens.after(index) }
    guard isWord("in") else { return block() }
    index += 1
    let sequence = condition()
    var element = sequence.element(sequence.type.element)
    if let stated { element = stating(stated, element) }
    if isWord("where") {
      index += 1
      variables.append([:])
      bind(names, to: element)
      // What it is chosen by is a key of it.
      element.origin |= condition().origin
      variables.removeLast()
    }
    variables.append([:])
    bind(names, to: element)
    let new = variables.removeLast()
    block(declaring: new)
  }

  private mutating func choice() {
    index += 1
    let subject = condition()
    guard isNext("{") else { return }
    between { $0.cases(of: subject) }
  }

  private mutating func cases(of subject: CodeValue) {
    let (before, outerLeaves) = (aftermath.pending, aftermath.leaves)
    var ends: [[Aftermath.Deleted]] = []
    defer {
      ends.append(aftermath.leaves ? before : aftermath.pending)
      aftermath.join(ends)
      aftermath.leaves = outerLeaves
    }
    let gone = aftermath.gone
    while index < limit, let token {
      let start = index
      if token.isWord("case") || token.isWord("default") {
        ends.append(aftermath.leaves ? before : aftermath.pending)
        aftermath.pending = before
        aftermath.leaves = false
        aftermath.gone = gone
        variables[variables.count - 1] = [:]
        index += 1
        if token.isWord("case") {
          let end = place(ofMark: ":", from: index)
          let condition = (index..<max(end, index)).first { tokens.isWord($0, "where") }
          pattern(of: subject, upTo: condition ?? end)
          index = min(end, limit)
        }
        if isNext(":") { index += 1 }
      } else {
        statement(token)
      }
      if index <= start { index = start + 1 }
    }
  }
}
