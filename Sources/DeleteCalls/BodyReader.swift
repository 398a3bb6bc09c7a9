import ModelFiles
import SourceText
import SwiftSource

/// Goes through the code of a function once, and finds out of each value what the code says of it.
///
/// This is no compiler: it follows names, declared types, calls of the app's own functions and of what
/// the frameworks are known to return. Of what it does not follow nothing is known.
struct BodyReader {
  let code: AppCode
  let file: Int
  private(set) var tokens: SwiftTokens
  /// The types around.
  let scope: CodeScope
  let own: CodeValue
  let generics: [String: TypeExpression?]
  /// Functions that delete what they are given, by their numbers.
  let wrappers: [Int: Wrapper]
  /// The string literal whose interpolation is read, in the tokens of the file; nil outside of all.
  private var literal: Int?
  /// How many properties without a type led here.
  let depth: Int
  var index = 0
  var limit = 0
  /// How many expressions are around.
  var nesting = 0
  var variables: [[String: CodeValue]] = [[:]]
  /// What stands for `$0` and its like, of the closures around.
  var shorthand: [[CodeValue]] = []
  /// What the closures around return.
  var results: [CodeValue] = []
  private(set) var found: [FoundCall] = []
  /// Where the last `delete` stood that was named and not called, and of what context.
  var deletion = 0
  var deletingContext: String?
  var aftermath = Aftermath()

  /// A call that deletes or unlinks something, as it was come by: a file may have very many.
  struct FoundCall {
    /// What is kept of the value that is deleted.
    struct Deleted {
      let type: CodeType
      let origin: UInt64
      let given: UInt64

      init(_ value: CodeValue) {
        (type, origin, given) = (value.type, value.origin, value.given)
      }
    }

    /// What few calls have.
    struct Details {
      /// The relationship that something is taken out of.
      var relationship: RelationshipUse?
      /// Where what is saved or read was deleted.
      var deletion: Int?
      /// The property that is read.
      var property: String?
    }

    let kind: DeleteCall.Kind
    private let place: Int32
    private let function: Int32
    let value: Deleted
    private let details: [Details]

    init(
      _ kind: DeleteCall.Kind, _ value: CodeValue, at token: Int, via function: Int? = nil,
      _ details: Details? = nil
    ) {
      self.kind = kind
      place = Int32(token)
      self.function = Int32(function ?? -1)
      self.value = Deleted(value)
      self.details = details.map { [$0] } ?? []
    }

    /// The same in another place.
    func at(_ token: Int) -> FoundCall {
      FoundCall(kind: kind, place: Int32(token), function: function, value: value, details: details)
    }

    private init(
      kind: DeleteCall.Kind, place: Int32, function: Int32, value: Deleted, details: [Details]
    ) {
      self.kind = kind
      self.place = place
      self.function = function
      self.value = value
      self.details = details
    }

    var token: Int { Int(place) }
    /// The function of the app that does it.
    var via: Int? { function < 0 ? nil : Int(function) }
    var relationship: RelationshipUse? { details.first?.relationship }
    var deletion: Int? { details.first?.deletion }
    var property: String? { details.first?.property }
  }

  /// What a function deletes of what it is given.
  struct Wrapper: Equatable {
    /// Which parameters; the last bit is for the object that has the function.
    var origin: UInt64
    /// Those of them that are the very objects, and no keys by which they are found.
    var given: UInt64
    /// What it is sure to delete; unknown where that is what it is given, or several.
    var type: CodeType
    /// Whether all that it deletes are rows.
    var kind: DeleteCall.Kind
    /// The entities of all that it is sure to delete, where these are several.
    var entities: Set<Int> = []
  }

  static let originOfSelf: UInt64 = 1 << 63

  init(
    _ code: AppCode, file: Int, owner: Int?, function: SwiftFunction? = nil,
    wrappers: [Int: Wrapper] = [:], depth: Int = 0
  ) {
    self.code = code
    self.file = file
    self.wrappers = wrappers
    self.depth = depth
    tokens = code.files[file].tokens
    let entry = owner.map { code.types[$0] }
    scope = CodeScope(file: file, path: entry?.path ?? [])
    let type = owner.map(code.type) ?? .unknown
    let isStatic = function?.isStatic == true
    let isOfModels = owner.map(code.isOfModels) ?? false
    let isCollection = if case .collection = type { true } else { false }
    let isModel = type.entity != nil || type == .anyModel || isOfModels || isCollection
    own = CodeValue(
      type: isStatic ? .metatype(type) : type, origin: isModel ? Self.originOfSelf : 0,
      given: isModel && !isStatic ? Self.originOfSelf : 0, isNew: function?.name == "init")
    var generics: [String: TypeExpression?] = [:]
    for generic in function?.generics ?? [] { generics[generic.name] = generic.constraint }
    self.generics = generics
    for (place, parameter) in (function?.parameters ?? []).enumerated() {
      let type = resolved(parameter.type)
      let isGiven = type != .context && place < 62
      let bit: UInt64 = isGiven ? 1 << place : 0
      declare(parameter.name, CodeValue(type: type, origin: bit, given: bit))
    }
  }

  func resolved(_ type: TypeExpression?) -> CodeType {
    code.resolved(
      type, in: scope, own: own.type.instance.isKnown ? own.type.instance : own.type,
      generics: generics)
  }

  /// Goes through some tokens as statements.
  mutating func read(_ range: Range<Int>) {
    index = range.lowerBound
    limit = min(range.upperBound, tokens.count)
    statements()
  }

  /// What an expression comes to.
  mutating func value(of range: Range<Int>) -> CodeValue {
    index = range.lowerBound
    limit = min(range.upperBound, tokens.count)
    return expression()
  }

  // MARK: Tokens

  var token: SwiftToken? { index < limit ? tokens[index] : nil }
  func isNext(_ mark: String) -> Bool { index < limit && tokens.isMark(index, mark) }
  func isWord(_ word: String) -> Bool { index < limit && tokens.isWord(index, word) }
  /// Whether the next token follows the last one at once.
  var isAttached: Bool { token.map { !$0.followsSpace && !$0.startsLine } ?? false }

  func variable(_ name: String) -> CodeValue? {
    for scope in variables.reversed() {
      if let value = scope[name] { return value }
    }
    return nil
  }

  /// Keeps a call, as long as a person may have written as many.
  mutating func keep(_ call: FoundCall) {
    guard found.count < Limits.calls else { return }
    // What is in a string is where that is.
    found.append(literal.map(call.at) ?? call)
  }

  /// Reads the code in a string literal.
  mutating func interpolations(of literal: String, at place: Int) {
    guard self.literal == nil, found.count < Limits.calls else { return }
    let pieces = literal.interpolations(atMost: Limits.interpolations)
    if pieces.isEmpty { return }
    let outer = (tokens, index, limit)
    self.literal = place
    for piece in pieces {
      tokens =
        SwiftDeclarations(
          SourceFile(path: outer.0.file, bytes: Array(piece.utf8)), keepsCode: true
        ).tokens
      (index, limit) = (0, tokens.count)
      _ = expression()
    }
    self.literal = nil
    (tokens, index, limit) = outer
  }

  mutating func declare(_ name: String, _ value: CodeValue) {
    aftermath.forget(name)
    var value = value
    value.name = name
    // A copy of what a relationship holds.
    if case .collection = value.type, !value.isProxy {
      value.copied = value.relationship ?? value.copied
      value.relationship = nil
    }
    variables[variables.count - 1][name] = value
  }

  /// Something is taken out of what a name stands for.
  mutating func lessen(_ name: String?) {
    guard let name else { return }
    for index in variables.indices.reversed() where variables[index][name] != nil {
      variables[index][name]?.isPart = true
      return
    }
  }

  /// Something goes into what a name stands for: a property of it is set, or it is added to it.
  mutating func give(_ value: CodeValue, to name: String?) {
    guard value.origin != 0, let root = name?.split(separator: ".").first.map(String.init) else {
      return
    }
    for index in variables.indices.reversed() where variables[index][root] != nil {
      variables[index][root]?.origin |= value.origin
      return
    }
  }

  /// Reads what is between the brackets that open here, and goes behind them; what is nested too deep is
  /// passed over.
  ///
  /// - Parameters:
  ///   - new: What is declared in there, besides what is around.
  ///   - read: Reads what is in there.
  mutating func between(
    declaring new: [String: CodeValue] = [:], _ read: (inout BodyReader) -> Void
  ) {
    let end = tokens[index]?.end ?? limit
    let after = max(tokens.after(index), index + 1)
    let outer = limit
    if nesting < Limits.nesting {
      nesting += 1
      variables.append([:])
      let gone = aftermath.gone
      for (name, value) in new { declare(name, value) }
      index += 1
      limit = min(end, outer)
      read(&self)
      variables.removeLast()
      // Whether what is in there is done is not known behind it.
      aftermath.gone = gone
      nesting -= 1
    }
    limit = outer
    index = after
  }

  /// Reads what is between the braces that open here as statements.
  mutating func block(declaring new: [String: CodeValue] = [:]) {
    guard isNext("{") else { return }
    let (before, outerLeaves) = (aftermath.pending, aftermath.leaves)
    aftermath.leaves = false
    between(declaring: new) { $0.statements() }
    // What was deleted before a return is not what is saved behind it.
    if aftermath.leaves { aftermath.pending = before }
    aftermath.leaves = outerLeaves
  }
}

// MARK: - Statements

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
    case "repeat", "do", "defer", "else":
      index += 1
      // What a `catch` gets is not dropped.
      let outerTries = aftermath.triesSilently
      if token.text == "do" { aftermath.triesSilently = false }
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
        if let stated { value = stating(stated, value) }
        declare(name, value)
        if isNext("{") { block() }
      }
    } while isNext(",")
  }

  /// A value of which the code states a type; a request for anything is still for what it was made for.
  func stating(_ stated: CodeType, _ value: CodeValue) -> CodeValue {
    var result = value
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
      _ = condition()
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

extension String {
  /// The code between the brackets of a string literal's interpolations.
  fileprivate func interpolations(atMost limit: Int) -> [String] {
    var found: [String] = []
    var rest = utf8[...]
    while found.count < limit, let slash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[slash...].dropFirst()
      let opening = rest.drop { $0 == UInt8(ascii: "#") }
      guard opening.first == UInt8(ascii: "(") else { continue }
      var depth = 0
      var index = opening.startIndex
      while index < opening.endIndex {
        if opening[index] == UInt8(ascii: "(") { depth += 1 }
        if opening[index] == UInt8(ascii: ")") { depth -= 1 }
        if depth == 0 { break }
        index = opening.index(after: index)
      }
      found.append(String(decoding: opening[..<index].dropFirst(), as: UTF8.self))
      rest = opening[index...]
    }
    return found
  }
}
