import SwiftSource

/// The answers to questions about relationships: which of them can mean that a relationship holds nothing.
extension Evaluation {
  /// The number of an object that has a relationship, where that is a parameter, or certainly none of them, as one
  /// that is new or fetched without any; 0 for any other.
  func distinctObject(of holder: Holder) -> Int {
    if holder.object <= parameters.last || holder.name == Self.newOwner { return holder.object }
    guard let value = variable(holder.name), value.object == holder.object,
      value.isNew || value.isStored && value.parameterMask == 0
    else { return 0 }
    return holder.object
  }

  /// The name of an object that is made where its relationship is read: no other name can mean it.
  static let newOwner = "a new object"

  /// Takes back the new questions of conditions after which no relationship is known to hold nothing, whether the
  /// conditions hold or not.
  mutating func withdraw(askedBy conditions: [SwiftCondition], since before: Set<Question>) {
    let asked = deletions.questions.subtracting(before)
    if asked.isEmpty { return }
    let cleared = Cleared.all(conditions.map(cleared))
    let kept = cleared.holding.union(cleared.failing)
    deletions.questions.subtract(asked.filter { !kept.contains($0.use) })
  }

  /// Removes the new questions of a `switch` subject if no case is only for an empty relationship.
  mutating func withdraw(since before: Set<Question>, answered known: [Contents]?) {
    guard let known else { return }
    let empty = known.reduce(into: Set<String>()) { $0.formUnion($1.empty) }
    deletions.questions = deletions.questions.filter {
      before.contains($0) || Self.names($0.use, in: empty)
    }
  }

  /// Whether a branch deletes one object of several, which its only condition has found.
  func deletesOne(of conditions: [SwiftCondition], since count: Int) -> Bool {
    guard conditions.count == 1, case .binding = conditions[0] else { return false }
    return found[count...].contains { $0.kind == .delete && $0.isPart }
  }

  /// The relationships about which a condition asks and that may hold nothing.
  private typealias Cleared = Consequences<Set<RelationshipUse>>

  private func cleared(by condition: SwiftCondition) -> Cleared {
    switch condition {
    case .expression(let expression): return cleared(by: expression)
    // What is found is there; some that are not there say nothing of the others.
    case .binding(_, _, let value):
      let tested = value.map { names(testedBy: $0.plain) } ?? []
      return Cleared(failing: asked(by: condition).filter { !Self.names($0, in: tested) })
    default:
      let asked = asked(by: condition)
      return Cleared(holding: asked, failing: asked)
    }
  }

  private func cleared(by expression: SwiftExpression) -> Cleared {
    switch expression.form {
    case .prefix(["!"], let value): return cleared(by: value).opposite
    case .tuple(let parts) where parts.count == 1: return cleared(by: parts[0].value)
    case .effect(_, let value): return cleared(by: value)
    case .operation(let first, let rest) where ["&&", "||"].contains(rest[0].mark):
      let all = ([first] + rest.map(\.value)).map(cleared)
      return rest[0].mark == "&&" ? .all(all) : .any(all)
    default:
      let asked = asked(by: .expression(expression))
      if asked.isEmpty { return Cleared() }
      let said = emptiness(saidBy: expression)
      var known = [said.holding, said.failing].reduce(into: Set<String>()) {
        $0.formUnion($1.empty.union($1.full))
      }
      let left = if case .operation(let left, _) = expression.form { left } else { expression }
      known.formUnion((names(countedBy: left.plain) ?? []).union(names(testedBy: left.plain)))
      func cleared(_ contents: Contents) -> Set<RelationshipUse> {
        asked.filter { Self.names($0, in: contents.empty) || !Self.names($0, in: known) }
      }
      return Cleared(holding: cleared(said.holding), failing: cleared(said.failing))
    }
  }

  /// The names of the list whose objects an expression tests: its answer does not say whether the list is empty.
  ///
  /// A test that says which objects they are, or whether they are deleted, is left out.
  private func names(testedBy expression: SwiftExpression) -> Set<String> {
    guard case .postfix(let base, let suffixes) = expression.form else { return [] }
    if case .name(let name) = base.plain.form, let value = variable(name.text), value.isPart,
      let holder = value.holder.first, holder.path.count == 1,
      unlinks.sources[name.text]?.contains(where: leavesOut) == true
    {
      return ["\(holder.name).\(holder.path[0].name)"]
    }
    guard
      let index = suffixes.indices.dropLast().first(where: { index in
        guard case .member(let name) = suffixes[index].form,
          case .call(let arguments) = suffixes[index + 1].form
        else { return false }
        return isTest(of: name.text, arguments)
      })
    else { return [] }
    // `Set(order.lines)`
    if index == 1, case .name(let name) = base.form, ["Array", "Set"].contains(name.text),
      case .call(let arguments) = suffixes[0].form, arguments.count == 1
    {
      return names(of: arguments[0].value, [])
    }
    return names(of: base, suffixes[..<index])
  }

  /// Whether a call on a list is about some of its objects.
  private func isTest(of name: String, _ arguments: [SwiftCallArgument]) -> Bool {
    let counted =
      if case .number(let text)? = arguments.first?.value.form { Int(text) } else { Int?.none }
    switch name {
    case _ where Self.leavingOut.contains(name): return true
    // Of what has any, the first few are never none.
    case "prefix" where counted ?? 0 > 0 && arguments[0].label == nil,
      "suffix" where counted ?? 0 > 0 && arguments[0].label == nil:
      return false
    case "prefix", "suffix": break
    case "subtracting": return arguments.first.map { !isDeleted($0.value) } ?? false
    case "allSatisfy", "contains", "drop", "filter", "first", "firstIndex", "last", "lastIndex":
      break
    default: return false
    }
    guard let argument = arguments.first, arguments.count == 1 else { return false }
    switch argument.value.form {
    case .closure(let closure):
      return closure.body.tokens.contains { tokens.isMark($0, ".") }
        && !closure.body.tokens.contains(where: tellsObjects)
    case .keyPath: return !argument.value.tokens.contains(where: tellsObjects)
    default: return name == "prefix" || name == "suffix"
    }
  }

  private static let leavingOut: Set<String> = ["dropFirst", "dropLast"]

  /// Whether a token leaves out some of a list, whatever they are.
  private func leavesOut(_ place: Int) -> Bool {
    tokens[place]?.name.map(Self.leavingOut.contains) == true
  }

  /// Whether the body deletes the objects that an expression names, or goes through them.
  private func isDeleted(_ expression: SwiftExpression) -> Bool {
    let names = words(in: expression)
    return reading.body.prefix(Limits.uses).contains { place in
      guard let name = tokens[place]?.name, names.contains(name) else { return false }
      let isGiven = tokens.isMark(place - 1, "(") && tokens.isWord(place - 2, "delete")
      return isGiven || tokens.isWord(place - 1, "in") || tokens.isWord(place + 2, "forEach")
    }
  }

  /// Whether a token compares an element of a list, or asks whether it is deleted.
  private func tellsObjects(_ place: Int) -> Bool {
    let words = ["isDeleted", "id", "objectID", "persistentModelID", "modelContext"]
    let isCompared = ["==", "!=", "==="].contains { tokens.isMark(place + 1, $0) }
    return words.contains { tokens.isWord(place, $0) }
      || isCompared && !tokens.isMark(place - 1, ".") && tokens[place]?.name != nil
  }

  /// The relationships about which a condition asks.
  private func asked(by condition: SwiftCondition) -> Set<RelationshipUse> {
    var probe = self
    probe.deletions.questions = []
    _ = probe.declarations(of: [condition], isDeciding: false)
    return Set(probe.deletions.questions.map(\.use))
  }

  /// Whether one of some names of values is that of a relationship of an object.
  static func names(_ use: RelationshipUse, in names: Set<String>) -> Bool {
    names.contains { $0.hasSuffix(".\(use.name)") }
  }

  /// Records that the code compares what a relationship holds with nothing: `order.lines == []`.
  mutating func askForNothing(_ value: CodeValue, _ mark: String, _ other: SwiftExpression) {
    guard deletions.isAsking, ["==", "!="].contains(mark), case .array(let elements) = other.form,
      elements.isEmpty, let use = value.relationship ?? value.copied
    else { return }
    ask(use, of: value.holder)
  }

  // MARK: Cases

  /// Returns what each case of a `switch` says about emptiness; nil where its subject says nothing about that, or its
  /// patterns are no numbers or truths.
  func contents(ofCases cases: [SwiftCase], of subject: SwiftExpression) -> [Contents]? {
    let said = cases.compactMap { emptiness(saidBy: $0.patterns, of: subject) }
    guard said.count == cases.count else { return nil }
    let isKnown = said.contains {
      !$0.holding.isEmpty || !$0.failing.isEmpty
    }
    guard isKnown else { return nil }
    let others = Emptiness.any(said).failing
    return zip(cases, said).map { $0.patterns.isEmpty ? others : $1.holding }
  }

  /// Returns what it says about emptiness that a value matches one of some patterns; nil if one is no number or truth.
  private func emptiness(
    saidBy patterns: [SwiftPattern], of subject: SwiftExpression
  ) -> Emptiness? {
    var all: [Emptiness] = []
    for pattern in patterns {
      guard case .expression(let expression) = pattern else { return nil }
      switch expression.form {
      case .number, .bool: all.append(emptiness(saidBy: subject, "==", expression))
      default: return nil
      }
    }
    return .any(all)
  }

  // MARK: Properties

  /// The answer of a computed property of an object, named last; nil for any other suffixes.
  func answer(
    named name: String, of base: SwiftExpression, _ suffixes: [SwiftSuffix]
  ) -> KeptAnswer? {
    guard suffixes.count == 1, case .name(let owner) = base.plain.form,
      let path = path(of: base, []), let value = nearby(owner.text),
      let known = answer(of: code.property(name, of: value.type))
    else { return nil }
    return known.renaming("self", to: path)
  }

  /// The answer of a computed property of the own object; nil for any other name.
  func answer(ofOwnProperty name: String) -> KeptAnswer? {
    variable(name) == nil ? answer(of: code.property(name, of: own.type)) : nil
  }

  /// The answer of a computed property that returns one expression, behind what it keeps in constants; nil if there
  /// is more.
  private func answer(of property: AppCode.Property?) -> KeptAnswer? {
    guard let property, let brace = property.declaration.accessors, depth < Limits.properties else {
      return nil
    }
    if let known = code.known.answers[property.number] { return known }
    // It may ask itself.
    code.known.answers[property.number] = .some(nil)
    var evaluation = Evaluation(
      code, file: property.file, owner: property.owner, depth: depth + 1)
    let answer = evaluation.answer(in: brace)
    code.known.answers[property.number] = answer
    return answer
  }

  /// The answer of what the accessors in braces return.
  private mutating func answer(in brace: Int) -> KeptAnswer? {
    guard let end = tokens[brace]?.end, end > brace else { return nil }
    var parser = SyntaxParser(tokens, in: brace + 1..<end)
    parser.beginBody()
    while let statement = parser.nextStatement() {
      if case .bindings(let bindings) = statement.form, bindings.count == 1,
        let name = bindings[0].pattern.onlyName, let value = bindings[0].value
      {
        answers[name] = answer(of: value)
        continue
      }
      guard let last = statement.onlyExpression, parser.nextStatement() == nil else { return nil }
      return answer(of: last)
    }
    return nil
  }

  /// The only expression of a body; nil if there is more.
  func onlyExpression(in body: Range<Int>) -> SwiftExpression? {
    var parser = SyntaxParser(tokens, in: body)
    parser.beginBody()
    guard let only = parser.nextStatement(), parser.nextStatement() == nil else { return nil }
    return only.onlyExpression
  }
}

extension SwiftBlock {
  /// The only expression in it; nil if there is more.
  var onlyExpression: SwiftExpression? {
    statements.count == 1 ? statements[0].onlyExpression : nil
  }
}

extension SwiftStatement {
  /// The expression that it evaluates, or returns.
  fileprivate var onlyExpression: SwiftExpression? {
    switch form {
    case .expression(let expression), .exit("return", let expression?): expression
    default: nil
    }
  }
}

extension SwiftExpression {
  /// Whether it is a call of a function of the standard library that ends the program.
  var neverReturns: Bool {
    guard case .postfix(let base, let suffixes) = form, case .name(let name) = base.form,
      suffixes.count == 1, case .call = suffixes[0].form
    else { return false }
    return ["abort", "exit", "fatalError", "preconditionFailure"].contains(name.text)
  }
}
