import ModelFiles
import SwiftSource

extension BodyReader {
  /// Reads an expression with all its operators.
  ///
  /// A brace opens a trailing closure unless it may be that of an `if`.
  mutating func expression(takesClosure: Bool = true) -> CodeValue {
    guard nesting < Limits.nesting else {
      let start = index
      index = token.map { _ in tokens.after(index) } ?? limit
      skip(start..<max(start, min(index, limit)), because: .nesting)
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
        if right.isNil, aftermath.isAsking, let use = left.relationship {
          aftermath.looked.insert(use)
        }
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
    guard before.isMark("="), tokens[place - 2]?.text == "_" else { return false }
    // A condition asks whether it failed.
    let isCondition =
      (tokens[place - 3]?.text).map { $0 == "let" || $0 == "var" } == true
      && (tokens[place - 4].map { ["guard", "if", "while", ","].contains($0.text) } ?? false)
    return !isCondition
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

  // MARK: What stands behind a value

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
    case "(" where opensArguments:
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
    if aftermath.isAsking, Self.askingForObjects.contains(name), let use = value.relationship {
      aftermath.looked.insert(use)
    }
    if name == "isEmpty", let base = value.name {
      if tokens.isMark(start - 1, "!") {
        aftermath.askedOtherwise.insert(base)
      } else {
        aftermath.asked.insert(base)
      }
    }
    // Generic arguments of a nested type or a call are passed over.
    if isNext("<"), isAttached, name.first?.isUppercase == true {
      var parser = TypeParser(tokens, at: index - 1, before: limit)
      if parser.type() != nil { index = parser.index }
    }
    if isArgumentLabels {
      // `delete(_:)` names a function and calls none.
      index = tokens.after(index)
    } else if opensArguments {
      return call(base: value, name: name, at: start, takesClosure)
    }
    if takesClosure, isNext("{"), token?.startsLine != true, !Self.plainProperties.contains(name) {
      return call(base: value, name: name, at: start, takesClosure)
    }
    var result = member(name, of: value)
    result.name = value.name.map { "\($0).\(name)" }
    return result
  }

  /// Whether the labels of a function are next, as in `(_:)` or `(from:to:)`.
  private var isArgumentLabels: Bool {
    guard isNext("("), let end = token?.end, end > index + 1, (end - index) % 2 == 1 else {
      return false
    }
    return stride(from: index + 1, to: end, by: 2).allSatisfy {
      tokens[$0]?.name != nil && tokens.isMark($0 + 1, ":")
    }
  }

  /// Members by which code asks whether a relationship holds anything.
  private static let askingForObjects: Set<String> = [
    "allSatisfy", "contains", "count", "first", "isEmpty", "last",
  ]

  /// Properties behind which a brace never opens a closure of theirs.
  private static let plainProperties: Set<String> = ["count", "isEmpty", "self", "body"]
}
