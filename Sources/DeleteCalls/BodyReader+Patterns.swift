import ModelFiles
import SwiftSource

/// What patterns declare, of cases with values, of tuples and of casts.
extension BodyReader {
  /// Where a mark stands next, outside of all brackets.
  func place(ofMark mark: String, from start: Int) -> Int {
    var place = start
    while place < limit, !tokens.isMark(place, mark) { place = max(tokens.after(place), place + 1) }
    return min(place, limit)
  }

  /// Reads one or more patterns of a value up to a place, and declares what they name.
  mutating func pattern(of value: CodeValue, upTo end: Int) {
    within(end) { reader in
      while reader.index < reader.limit {
        let start = reader.index
        reader.part(of: value, isBinding: false)
        if reader.isNext(",") { reader.index += 1 }
        if reader.index <= start { reader.index = max(reader.tokens.after(start), start + 1) }
      }
    }
  }

  private mutating func part(of value: CodeValue, isBinding: Bool) {
    var isBinding = isBinding
    while isWord("let") || isWord("var") {
      isBinding = true
      index += 1
    }
    guard let token else { return }
    if isNext("(") {
      let types: [CodeType] = if case .tuple(let types) = value.type { types } else { [] }
      return parts(of: value, types, isBinding)
    }
    if isNext(".") || tokens.isMark(index + 1, ".") {
      var name = ""
      while index < limit, let next = self.token, next.name != nil || next.isMark(".") {
        name = next.name ?? name
        index += 1
      }
      if isNext("("), isAttached { parts(of: value, payload(of: name, value.type), isBinding) }
      return
    }
    guard isBinding, let name = token.name else {
      index = max(tokens.after(index), index + 1)
      return
    }
    index += 1
    if isNext("?") { index += 1 }
    var bound = value.element(value.type)
    if isWord("as") {
      var parser = TypeParser(tokens, at: index + 1, before: limit)
      bound = stating(resolved(parser.type()), bound)
      index = max(parser.index, index + 1)
    }
    declare(name, bound)
  }

  /// Reads the patterns between the brackets that open here, each of a value of a type.
  private mutating func parts(of value: CodeValue, _ types: [CodeType], _ isBinding: Bool) {
    let after = max(tokens.after(index), index + 1)
    guard nesting < Limits.nesting else {
      skip(index..<max(index, min(after, limit)), because: .nesting)
      index = after
      return
    }
    nesting += 1
    index += 1
    within(tokens.isMark(after - 1, ")") ? after - 1 : after) { reader in
      var number = 0
      while reader.index < reader.limit {
        if reader.token?.name != nil, reader.tokens.isMark(reader.index + 1, ":") {
          reader.index += 2
        }
        let type = types.indices.contains(number) ? types[number] : .unknown
        reader.part(of: value.with(type), isBinding: isBinding)
        reader.index = reader.place(ofMark: ",", from: reader.index) + 1
        number += 1
      }
    }
    nesting -= 1
    index = after
  }

  /// What a case of an enumeration has with it.
  private func payload(of name: String, _ type: CodeType) -> [CodeType] {
    if case .type(let index) = type, let found = code.types[index].cases[name] {
      return found.types.map { code.resolved($0, in: found.scope) }
    }
    // An optional, or a result, is what it holds.
    return name == "some" || name == "success" ? [type] : []
  }

  private mutating func within(_ end: Int, _ read: (inout BodyReader) -> Void) {
    let outer = limit
    limit = min(end, outer)
    read(&self)
    limit = outer
    index = max(index, min(end, outer))
  }
}
