import ModelFiles
import ObjectGraph
import SwiftSource

/// The questions of the code about relationships, and the answers that hold behind them.
extension Evaluation {

  /// Members by which code asks whether a relationship holds anything.
  private static let askingForObjects: Set<String> = [
    "allSatisfy", "anyObject", "contains", "count", "endIndex", "first", "isEmpty", "last",
  ]

  /// Functions that do something only if, or unless, their argument holds.
  static let deciding: Set<String> = ["assert", "deleteDisabled", "disabled", "precondition"]

  /// Records a question about a relationship, by the object that has it and any behind that.
  mutating func ask(
    _ use: RelationshipUse, of holder: [Holder] = [], for deletes: Range<Int> = 0..<Int.max
  ) {
    let owner = holder.first.map { $0.path.count == 1 ? distinctObject(of: $0) : 0 } ?? 0
    deletions.questions.insert(
      Question(use: use, owner: owner, block: ways.current, deletes: deletes))
  }

  /// Keeps the answer of an expression in a variable: only a condition on that asks.
  mutating func keepAnswer(
    of expression: SwiftExpression, in name: String?, since before: Set<Question>,
    isChanged: Bool = false
  ) {
    let asked = deletions.questions.subtracting(before)
    guard let name, !asked.isEmpty || asksForAny(expression) else { return }
    deletions.questions = before.union(deletions.choices)
    if case .closure(let closure) = expression.form {
      let names = closure.parameters.isEmpty ? ["$0"] : closure.parameters.map(\.name)
      return keepAnswer(of: names, closure.body.onlyExpression, in: name)
    }
    var answer = answer(of: expression)
    answer.questions = asked
    if isChanged { answers.change(name, to: answer) } else { answers[name] = answer }
  }

  /// The answer that a variable has from an expression.
  func answer(of expression: SwiftExpression) -> KeptAnswer {
    KeptAnswer(
      said: emptiness(saidBy: expression), counted: names(countedBy: expression),
      words: words(in: expression))
  }

  /// Whether an expression asks whether a fetch finds anything, or how much.
  private func asksForAny(_ expression: SwiftExpression) -> Bool {
    entity(fetchedAt: expression.plain.tokens) != nil
      && (names(countedBy: expression)?.isEmpty == false
        || !emptiness(saidBy: expression).holding.isEmpty)
  }

  /// Keeps what a function within this one answers about its arguments, where it evaluates only one expression.
  mutating func keepAnswer(
    of parameters: [String], _ expression: SwiftExpression?, in name: String
  ) {
    guard let expression else { return }
    answers[name] = KeptAnswer(
      words: words(in: expression).subtracting(parameters),
      function: KeptAnswer.Function(parameters: parameters, expression: expression))
  }

  func words(in expression: SwiftExpression) -> Set<String> {
    Set(expression.tokens.prefix(Limits.uses).compactMap { tokens[$0]?.name })
  }

  /// Returns what a call of a function within this one says about emptiness.
  func emptiness(
    saidByCallOf name: String, _ arguments: [SwiftCallArgument]
  ) -> Emptiness {
    guard let function = answers[name]?.function, function.parameters.count >= arguments.count
    else { return Emptiness() }
    var inner = self
    // It may call itself.
    inner.answers = Answers()
    var new: [String: CodeValue] = [:]
    for (place, parameter) in function.parameters.enumerated() {
      let path = arguments.indices.contains(place) ? path(of: arguments[place].value, []) : nil
      new[parameter] = path.flatMap(nearby)
      new[parameter, default: .unknown].name = path
    }
    inner.variables.append(new)
    return inner.emptiness(saidBy: function.expression)
  }

  /// Records that the code asks by a call of a function within this one.
  mutating func ask(byCallOf name: String, _ arguments: [SwiftCallArgument]) {
    guard deletions.isAsking, answers[name]?.function != nil else { return }
    let said = emptiness(saidByCallOf: name, arguments)
    ask(for: said.holding.union(said.failing))
  }

  /// Records that the code asks by a computed property of the own object.
  mutating func ask(byOwnProperty name: String) {
    guard deletions.isAsking, let known = answer(ofOwnProperty: name) else { return }
    ask(for: known.said.holding.union(known.said.failing))
  }

  /// Records that the code asks by a variable that holds an answer.
  mutating func ask(byVariable name: String) {
    guard deletions.isAsking, let kept = answers[name] else { return }
    for question in kept.questions {
      deletions.questions.insert(
        Question(use: question.use, owner: question.owner, block: ways.current))
    }
  }

  /// Records that the code asks whether relationships are empty that conditions say to be so.
  mutating func ask(for known: Contents) {
    for path in known.empty {
      guard let dot = path.lastIndex(of: "."), let value = valueHaving(String(path[..<dot])),
        let entity = value.type.entity, case let name = String(path[path.index(after: dot)...]),
        code.relationship(name, of: entity) != nil
      else { continue }
      let use = RelationshipUse(entity: entity, name: name, isOfNew: false)
      ask(use, of: [Holder(name: String(path[..<dot]), object: value.object, path: [use])])
    }
  }

  /// The value of a variable, or of a property of the own object: `self.trip`; nil for any other name.
  private func valueHaving(_ name: String) -> CodeValue? {
    if let known = nearby(name) { return known }
    guard name.hasPrefix("self."), let object = nearby("self") else { return nil }
    return property(String(name.dropFirst("self.".count)), of: object)
  }

  /// Records that the code asks what a relationship holds: directly, or by a property of the object that
  /// names it.
  mutating func ask(_ value: CodeValue, for name: String) {
    if Self.askingForObjects.contains(name), let use = value.relationship ?? value.copied {
      ask(use, of: value.holder)
    }
    guard value.type.entity != nil, let property = code.property(name, of: value.type),
      let accessors = property.declaration.accessors
    else { return }
    let end = code.files[property.file].tokens.after(accessors)
    for use in relationships(of: value, in: accessors..<end, of: property.file) {
      ask(use, of: [Holder(name: name, object: value.object, path: [use])])
    }
  }

  /// Records that a function of the app answers about what it is given.
  mutating func ask(_ function: Int, about values: [CodeValue]) {
    let known = code.functions[function]
    guard deletions.isAsking, let body = known.declaration.body,
      resolved(known.declaration.result) == .other("Bool")
    else { return }
    for value in values {
      for use in relationships(of: value, in: body, of: known.file) {
        ask(use, of: [Holder(name: "", object: value.object, path: [use])])
      }
    }
  }

  /// Records that a function of the app throws an error where relationships of what it is given hold something.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - values: Its arguments, by its parameters, and what it is called on, by the name that its body has for that.
  mutating func ask(byErrorsOf function: Int, about values: [String: CodeValue]) {
    let known = code.functions[function]
    guard deletions.endOfTrying > 0, depth < Limits.properties,
      let body = known.declaration.body, body.count <= Limits.uses,
      case let tokens = code.files[known.file].tokens,
      body.contains(where: { tokens.isWord($0, "throw") })
    else { return }
    var evaluation = Evaluation(code, file: known.file, owner: known.owner, depth: depth + 1)
    evaluation.variables.append(
      values.reduce(into: [:]) { new, value in
        if value.key != "self" { new[value.key] = CodeValue(named: value.key, value.value.type) }
      })
    for path in evaluation.emptied(byErrorsIn: body) {
      let parts = path.split(separator: ".").map(String.init)
      guard parts.count == 2, let value = values[parts[0]], let entity = value.type.entity,
        code.relationship(parts[1], of: entity) != nil
      else { continue }
      let use = RelationshipUse(entity: entity, name: parts[1], isOfNew: false)
      ask(
        use, of: [Holder(name: "", object: value.object, path: [use])],
        for: 0..<deletions.endOfTrying)
    }
  }

  /// The values that hold nothing wherever a body of a function returns, as it throws an error otherwise.
  private func emptied(byErrorsIn body: Range<Int>) -> Set<String> {
    var parser = SyntaxParser(tokens, in: body)
    parser.beginBody()
    var found: Set<String> = []
    while let statement = parser.nextStatement() {
      switch statement.form {
      case .requirement(let branch) where branch.block.isThrown:
        found.formUnion(emptiness(saidBy: branch.conditions, declaring: [:]).holding.empty)
      case .conditional(let branches, _) where branches[0].block.isThrown:
        for branch in branches.prefix(while: \.block.isThrown) {
          found.formUnion(emptiness(saidBy: branch.conditions, declaring: [:]).failing.empty)
        }
      default: break
      }
      // What is left here asks nothing behind it.
      if statement.tokens.contains(where: { tokens.isWord($0, "return") }) { return found }
    }
    return found
  }

  /// Records that an object is asked whether it can be deleted.
  mutating func askForAll(of value: CodeValue) {
    guard let entity = value.type.entity else { return }
    let schema = code.models[code.entities[entity].model].schema
    for relationship in schema.relationships(of: code.entities[entity].id) {
      let name = schema.declaration(of: relationship).name
      ask(RelationshipUse(entity: entity, name: name, isOfNew: false))
    }
  }

  /// Records that a predicate asks for objects without any in some relationships: `lines.@count == 0`.
  ///
  /// - Returns: The relationships, as long as nothing in the predicate allows others; and whether it asks for one of
  ///   them and for nothing else.
  mutating func askForNone(in format: String) -> (lacking: Set<String>, isComplete: Bool) {
    let own = /(?:^|[^\w.$@])(?:(?i:self)\.)?(\w+)\.@count\s*(==?|<)\s*([01])\b/
    let names = format.matches(of: own).filter { ($0.3 == "0") == ($0.2 != "<") }
      .map { String($0.1) }
    for name in names {
      for entity in code.entities.indices where code.relationship(name, of: entity) != nil {
        ask(RelationshipUse(entity: entity, name: name, isOfNew: false))
      }
    }
    let absent = /(?:^|[^\w.$@])(?:(?i:self)\.)?(\w+)\s*==?\s*(?i:nil|null)\b/
    let lacking = names + format.matches(of: absent).map { String($0.1) }
    guard Self.requiresAll(format) else { return ([], false) }
    let alone =
      /\s*(?:(?i:self)\.)?\w+(?:\.@count\s*(?:==?\s*0|<\s*1)|\s*==?\s*(?i:nil|null))\s*/
    return (Set(lacking), !lacking.isEmpty && format.wholeMatch(of: alone) != nil)
  }

  /// The relationships that hold nothing in what a closure chooses, as in `#Predicate { $0.stops.isEmpty }`, and whether
  /// it asks for nothing else.
  func lacking(chosenBy closure: SwiftClosure) -> (lacking: Set<String>, isComplete: Bool) {
    guard let condition = closure.body.onlyExpression else { return ([], false) }
    let name = closure.parameters.first?.name ?? "$0"
    let said = emptiness(
      saidBy: [.expression(condition)], declaring: [name: CodeValue(named: name, .unknown)])
    let lacking = said.holding.empty.filter { $0.hasPrefix("\(name).") }.map {
      String($0.dropFirst(name.count + 1))
    }
    let written = condition.tokens.map { tokens[$0]?.text ?? "" }.joined()
    let isComplete = lacking.contains { key in
      let own = "\(name).\(key)"
      return ["\(own)==nil", "nil==\(own)", "\(own).isEmpty", "\(own).count==0"].contains(written)
    }
    return (Set(lacking), isComplete)
  }

  /// Records that a deleted object was chosen, as it holds nothing in some relationships.
  mutating func ask(byChoiceOf value: CodeValue, at place: Int) {
    guard !value.lacking.isEmpty, let entity = value.type.entity else { return }
    let full = relationships(of: value, among: deletions.contents.full)
    for name in value.lacking.subtracting(full) where code.relationship(name, of: entity) != nil {
      ask(RelationshipUse(entity: entity, name: name, isOfNew: false), for: place..<place + 1)
    }
  }

  /// The relationships that hold nothing in what a key path chooses: `filter(\.stops.isEmpty)`.
  func lacking(chosenBy arguments: [SwiftCallArgument], in method: String) -> Set<String> {
    guard method == "filter" || method == "first", arguments.count == 1,
      case .keyPath(nil, let path) = arguments[0].value.form, path.count == 2,
      case .member(let name) = path[0].form, case .member(let last) = path[1].form,
      last.text == "isEmpty"
    else { return [] }
    return [name.text]
  }

  /// The relationships of an object that some code names.
  func relationships(of value: CodeValue, in range: Range<Int>, of file: Int) -> [RelationshipUse] {
    guard let entity = value.type.entity else { return [] }
    var found: [RelationshipUse] = []
    code.files[file].tokens.forEachWord(in: range.prefix(Limits.uses)) { word, _ in
      let name = String(decoding: word, as: UTF8.self)
      guard code.relationship(name, of: entity) != nil else { return }
      found.append(RelationshipUse(entity: entity, name: name, isOfNew: false))
    }
    return found
  }

  /// Evaluates an argument by which the called function decides.
  mutating func decided(by argument: SwiftExpression, in function: String) -> CodeValue {
    let before = deletions.questions
    deletions.beginDeciding()
    let value = answer { $0.value(of: argument) }
    let said = emptiness(saidBy: argument)
    let isDisabling = function.lowercased().hasSuffix("disabled")
    withdraw(since: before, where: isDisabling ? said.failing : said.holding)
    return value
  }

  /// Evaluates a call that chooses by what a closure among its arguments asks.
  mutating func chosen(
    by arguments: [SwiftCallArgument], _ evaluate: (inout Evaluation) -> CodeValue
  ) -> CodeValue {
    let before = deletions.questions
    let value = answer(evaluate)
    for case .closure(let closure) in arguments.map(\.value.form) {
      guard let condition = closure.body.onlyExpression else { continue }
      withdraw(since: before, where: emptiness(saidBy: condition).holding)
    }
    if deletions.questions.count > before.count {
      deletions.choices.formUnion(deletions.questions.subtracting(before))
    }
    return value
  }

  /// Takes back the questions whose answer must be that the relationship holds something.
  private mutating func withdraw(since before: Set<Question>, where known: Contents) {
    if known.full.isEmpty { return }
    for question in deletions.questions.subtracting(before)
    where Self.names(question.use, in: known.full) {
      deletions.questions.remove(question)
    }
  }

  /// The relationships of an object whose names are among some.
  func relationships(of value: CodeValue, among known: Set<String>) -> Set<String> {
    guard let name = value.name, !known.isEmpty else { return [] }
    let properties = known.filter { $0.hasPrefix("\(name).") }
    return Set(properties.map { String($0.dropFirst(name.count + 1)) })
  }
}

extension SwiftBlock {
  /// Whether it ends with an error.
  fileprivate var isThrown: Bool {
    if case .exit("throw", _)? = statements.last?.form { true } else { false }
  }
}
