package struct TypeParser {
  private let list: SwiftTokens
  /// The index before which the type ends.
  private let end: Int
  /// The next token; behind the type once that is read.
  package private(set) var index: Int
  private var depth = 0

  package init(_ list: SwiftTokens, at index: Int, before end: Int? = nil) {
    self.list = list
    self.index = index
    self.end = min(end ?? list.count, list.count)
  }

  private var token: SwiftToken? { index < end ? list[index] : nil }

  private func isNext(_ mark: String) -> Bool { token?.isMark(mark) ?? false }

  /// The type that begins at the next token; nil where none that can be read does.
  package mutating func type() -> TypeExpression? {
    guard depth < Limits.depthOfTypeExpression else { return nil }
    depth += 1
    defer { depth -= 1 }
    skipSpecifiers()
    guard var type = simpleType() else { return nil }
    var length = 0
    while let token, token.kind == .mark {
      length += 1
      guard length < Limits.depthOfTypeExpression else { return nil }
      if token.text == "?" || token.text == "!" {
        // With space before it, it begins something else: `x as? T ?? y`.
        guard list.isAttached(index) else { break }
        index += 1
        type = .optional(type)
      } else if token.text == "&" {
        // `trip is Tour && isLong`
        if list.isMark(index + 1, "&") { break }
        index += 1
        guard let other = simpleType() else { return nil }
        let parts = if case .conforming(let parts) = type { parts } else { [type] }
        guard parts.count < Limits.partsOfTypeExpression else { return nil }
        type = .conforming(parts + [other])
      } else if token.text == "->" {
        index += 1
        guard let result = self.type() else { return nil }
        if case .composite(let parts) = type {
          return .function(parts.map(\.unlabelled), result)
        }
        return .function([type], result)
      } else {
        break
      }
    }
    return type
  }

  private mutating func skipSpecifiers() {
    while let token {
      if token.isMark("@") {
        let isPlain = list[index + 1].map { Self.plainAttributes.contains($0.text) } == true
        index += 2
        if isPlain { continue }
        if isNext("("), let token = self.token, !token.followsSpace { index = list.after(index) }
      } else if token.kind == .word, Self.specifiers.contains(token.text),
        let next = list[index + 1], next.name != nil || next.isMark("(") || next.isMark("[")
      {
        index += 1
      } else {
        return
      }
    }
  }

  /// The attributes without arguments: `@escaping(Trip) -> Void`.
  private static let plainAttributes: Set<String> = [
    "autoclosure", "escaping", "MainActor", "Sendable",
  ]

  private static let specifiers: Set<String> = [
    "any", "some", "inout", "borrowing", "consuming", "each", "repeat",
  ]

  private mutating func simpleType() -> TypeExpression? {
    if isNext("[") { return bracketed() }
    if isNext("(") { return parenthesized() }
    return named()
  }

  private mutating func named() -> TypeExpression? {
    var path: [String] = []
    var arguments: [TypeExpression] = []
    while let name = token?.name {
      path.append(name)
      index += 1
      arguments = []
      if isNext("<") {
        guard let read = genericArguments() else { return nil }
        arguments = read
      }
      guard isNext("."), index + 1 < end, list[index + 1]?.name != nil else { break }
      // `[Item].init` and `Item.self` are no types, but what stands before them is one.
      if let word = list[index + 1], word.isWord("init") || word.isWord("self") { break }
      index += 1
    }
    return path.isEmpty ? nil : .named(path, arguments: arguments)
  }

  package mutating func genericArguments() -> [TypeExpression]? {
    var arguments: [TypeExpression] = []
    repeat {
      index += 1
      guard let argument = type() else { return nil }
      if arguments.count < Limits.partsOfTypeExpression { arguments.append(argument) }
    } while isNext(",")
    guard isNext(">") else { return nil }
    index += 1
    return arguments
  }

  private mutating func bracketed() -> TypeExpression? {
    let next = list.after(index)
    index += 1
    guard let element = type() else { return nil }
    var type = TypeExpression.array(element)
    if isNext(":") {
      index += 1
      guard let value = self.type() else { return nil }
      type = .composite([element, value])
    }
    guard index == next - 1, isNext("]") else { return nil }
    index = next
    return type
  }

  private mutating func parenthesized() -> TypeExpression? {
    let next = list.after(index)
    index += 1
    var parts: [TypeExpression] = []
    while index < next - 1 {
      let label = list.isMark(index + 1, ":") ? token?.name : nil
      while token?.name != nil, list.isMark(index + 1, ":") || list[index + 1]?.name != nil,
        !list.isMark(index + 1, "<")
      {
        index += list.isMark(index + 1, ":") ? 2 : 1
      }
      guard let part = type() else { return nil }
      if parts.count < Limits.partsOfTypeExpression {
        parts.append(label.map { .labelled($0, part) } ?? part)
      }
      if isNext(",") { index += 1 } else { break }
    }
    guard index == next - 1, isNext(")") else { return nil }
    index = next
    while let token, token.isWord("async") || token.isWord("throws") { index += 1 }
    return parts.count == 1 ? parts[0].unlabelled : .composite(parts)
  }
}
