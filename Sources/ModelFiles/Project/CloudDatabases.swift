// Goes through all tokens of an app, so that CompiledOnce is not imported.
import SourceText
import SwiftSource

/// The databases that arguments of the label `cloudKitDatabase` name.
struct CloudDatabases {
  static let label = "cloudKitDatabase"
  private static let type = "CloudKitDatabase"
  /// The databases that SwiftData has.
  private static let databases: Set = ["none", "automatic", "private"]

  private let code: [SwiftDeclarations]

  init(in code: [SwiftDeclarations]) { self.code = code }

  /// Returns the databases that an argument can name.
  ///
  /// - Parameters:
  ///   - index: The token of the label.
  ///   - file: Its file.
  /// - Returns: The databases, or the name itself if its value is unknown. None for a parameter or a property
  ///   that is declared, and for an argument that passes such a value on: it is stated elsewhere.
  func named(at index: Int, in file: SwiftDeclarations) -> Set<String> {
    let tokens = file.tokens
    guard tokens.isWord(index, Self.label), tokens.isMark(index + 1, ":") else { return [] }
    return named(from: index + 2, in: file, depth: 0)
  }

  private func named(
    from start: Int, in file: SwiftDeclarations, depth: Int
  ) -> Set<String> {
    let tokens = file.tokens
    var place = start
    while tokens[place]?.name != nil, tokens.isMark(place + 1, ".") { place += 2 }
    let isMember = tokens.isMark(place, ".") || place > start
    if tokens.isMark(place, ".") { place += 1 }
    guard let name = tokens[place]?.name, name != Self.type, name != Self.label else { return [] }
    if Self.databases.contains(name) || depth == Limits.nestedVariables { return [name] }
    if !isMember, let given = given(to: name, at: start, in: file, depth: depth) { return given }
    if !isMember, let local = local(name, before: start, in: tokens) { return local }
    let owner = place - start > 1 ? tokens[place - 2]?.name : nil
    return values(of: name, of: owner) ?? [name]
  }

  /// The databases that a variable is set to between its declaration and a place; nil if there is none, or if
  /// one of its values is not known.
  private func local(_ name: String, before place: Int, in tokens: SwiftTokens) -> Set<String>? {
    var found: Set<String> = []
    for index in (max(1, place - Limits.tokensToSchema)..<place).reversed()
    where tokens.isWord(index, name) {
      let isDeclared = tokens.isWord(index - 1, "let") || tokens.isWord(index - 1, "var")
      var end = index + 1
      while end < place, !tokens.isMark(end, "="), tokens[end]?.startsLine == false { end += 1 }
      if tokens.isMark(end, "=") {
        let start = end + 1
        repeat { end += 1 } while end < place && tokens[end]?.startsLine == false
        let databases = Self.databases(in: start..<end, of: tokens)
        if databases.isEmpty { return nil }
        found.formUnion(databases)
      }
      // Another branch of `#if` may declare it again.
      if isDeclared, tokens[index]?.branch == 0 { break }
    }
    return found.isEmpty ? nil : found
  }

  private static func databases(in range: Range<Int>, of tokens: SwiftTokens) -> Set<String> {
    let members = range.compactMap { tokens.isMark($0 - 1, ".") ? tokens[$0]?.name : nil }
    return databases.intersection(members)
  }

  /// The databases in what a property is set to or returns; nil if there is no such property.
  private func values(of name: String, of owner: String?) -> Set<String>? {
    for file in code {
      let types = file.types.filter { type in
        owner.map { $0 == type.name || ["self", "Self", Self.type].contains($0) } ?? true
      }
      for property in (owner == nil ? file.properties : []) + types.flatMap(\.properties)
      where property.name == name {
        let range =
          property.initialValue ?? property.accessors.map { $0..<file.tokens.after($0) } ?? 0..<0
        let databases = Self.databases(in: range, of: file.tokens)
        if !databases.isEmpty { return databases }
      }
    }
    return nil
  }

  /// The databases that are given to a parameter of the function around a place; nil if it has no such
  /// parameter.
  private func given(
    to name: String, at place: Int, in file: SwiftDeclarations, depth: Int
  ) -> Set<String>? {
    for type in [nil] + file.types.map(Optional.some) {
      for function in type?.functions ?? file.functions
      where function.body?.contains(place) == true {
        guard let number = function.parameters.firstIndex(where: { $0.name == name }) else {
          continue
        }
        let called = function.name == "init" ? type?.name : function.name
        return called.map {
          given(to: function.parameters[number], number, ofCallsOf: $0, file, depth)
        }
      }
    }
    return nil
  }

  private func given(
    to parameter: SwiftFunction.Parameter, _ number: Int, ofCallsOf name: String,
    _ owner: SwiftDeclarations, _ depth: Int
  ) -> Set<String> {
    var found: Set<String> = []
    for file in code where SwiftTokens.mention(name, in: file.tokens.source.bytes) {
      let tokens = file.tokens
      for open in 0..<tokens.count
      where tokens.isMark(open, "(") && tokens.calledName(before: open) == name
        && !tokens.isWord(open - 2, "func")
      {
        let arguments = tokens.arguments(at: open, atMost: 16)
        let argument = arguments.enumerated().first { index, argument in
          parameter.label == nil ? index == number : tokens.label(of: argument) == parameter.label
        }
        if let argument {
          found.formUnion(
            named(from: argument.element.value.lowerBound, in: file, depth: depth + 1))
        } else if let standard = parameter.defaultValue {
          found.formUnion(named(from: standard.lowerBound, in: owner, depth: depth + 1))
        }
      }
    }
    return found
  }
}
