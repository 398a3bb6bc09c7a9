import ModelFiles
import ObjectGraph
import SwiftSource

/// A question in the code about what a relationship holds.
struct Question: Hashable {
  let use: RelationshipUse
  /// The number of the object that has the relationship, where that is a parameter or apart from all of them; 0 for
  /// any other.
  let owner: Int
  /// The innermost block around it.
  let block: Int
  /// The places of the deletes about which it decides, where it is not all: those before a `catch` that goes on whatever
  /// the answer is, or one of what was chosen.
  var deletes = 0..<Int.max

  /// Whether it may be about the relationship of an object, by the number of that; 0 for any.
  func mayConcern(_ object: Int) -> Bool { owner == 0 || object == 0 || owner == object }
}

/// The values, by their names in the code, of which it is known whether they hold anything.
struct Contents {
  var empty: Set<String> = []
  var full: Set<String> = []
  /// The relationships that hold no more than one object.
  var single: Set<String> = []

  var isEmpty: Bool { empty.isEmpty && full.isEmpty && single.isEmpty }

  private func map(_ change: (KeyPath<Contents, Set<String>>) -> Set<String>) -> Contents {
    Contents(empty: change(\.empty), full: change(\.full), single: change(\.single))
  }

  func union(_ other: Contents) -> Contents {
    other.isEmpty ? self : map { self[keyPath: $0].union(other[keyPath: $0]) }
  }

  func intersection(_ other: Contents) -> Contents {
    map { self[keyPath: $0].intersection(other[keyPath: $0]) }
  }

  func subtracting(_ other: Contents) -> Contents {
    map { self[keyPath: $0].subtracting(other[keyPath: $0]) }
  }

  /// Records that a value holds something.
  mutating func fill(_ name: String) {
    empty.remove(name)
    single.remove(name)
    if full.count >= Limits.pending { full = [] }
    full.insert(name)
  }

  /// The same under another name of the object.
  func renaming(_ name: String, to other: String) -> Contents {
    func renamed(_ known: String) -> String {
      known.hasPrefix("\(name).") ? other + known.dropFirst(name.count) : known
    }
    return map { Set(self[keyPath: $0].map(renamed)) }
  }

  /// A name means something else, or has other contents, from here on.
  mutating func shadow(_ name: String) {
    if isEmpty { return }
    let isOther = { (known: String) in known == name || known.hasPrefix("\(name).") }
    self = map { self[keyPath: $0].filter { !isOther($0) } }
  }
}

/// The answer to questions about relationships that a variable holds, or that a function within the function around
/// gives.
struct KeptAnswer {
  /// The parameters of a function, and the only expression that it evaluates whenever it is called.
  struct Function {
    let parameters: [String]
    let expression: SwiftExpression
  }

  var questions: Set<Question> = []
  /// The contents that it states if it is true, and if it is false.
  var said = Evaluation.Emptiness()
  /// The names of the value whose objects it counts; nil where it counts none.
  var counted: Set<String>?
  /// The words of the code that answers.
  var words: Set<String> = []
  var function: Function?
}

/// The questions of the code about relationships, and the answers that hold behind them.
extension Evaluation {
  // MARK: Questions

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
    of expression: SwiftExpression, in name: String?, since before: Set<Question>
  ) {
    let asked = deletions.questions.subtracting(before)
    guard let name, !asked.isEmpty else { return }
    deletions.questions = before.union(deletions.choices)
    if case .closure(let closure) = expression.form {
      let names = closure.parameters.isEmpty ? ["$0"] : closure.parameters.map(\.name)
      return keepAnswer(of: names, closure.body.onlyExpression, in: name)
    }
    answers[name] = KeptAnswer(
      questions: asked, said: emptiness(saidBy: expression), counted: names(countedBy: expression),
      words: words(in: expression))
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

  private func words(in expression: SwiftExpression) -> Set<String> {
    Set(expression.tokens.prefix(Limits.uses).compactMap { tokens[$0]?.name })
  }

  /// Forgets the answers that a variable holds, and those about a value, from where the name means another one.
  mutating func forgetAnswers(of name: String) {
    shadowedAnswers[name] = nil
    if answers.isEmpty { return }
    answers[name] = nil
    let parts = name.split(separator: ".").map(String.init).filter { $0 != "self" }
    if parts.isEmpty { return }
    answers = answers.filter { !$0.value.words.isSuperset(of: parts) }
  }

  /// Forgets the answers about relationships that hold other objects from here on, by the number of the object that
  /// has them; 0 for any.
  mutating func forgetAnswers(about relationships: some Collection<String>, of object: Int = 0) {
    if answers.isEmpty { return }
    answers = answers.filter { answer in
      !answer.value.questions.contains {
        relationships.contains($0.use.name) && $0.mayConcern(object)
      }
    }
  }

  /// Returns what a call of a function within this one says about emptiness.
  private func emptiness(
    saidByCallOf name: String, _ arguments: [SwiftCallArgument]
  ) -> Emptiness {
    guard let function = answers[name]?.function, function.parameters.count >= arguments.count
    else { return Emptiness() }
    var inner = self
    // It may call itself.
    inner.answers = [:]
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
      guard let dot = path.lastIndex(of: "."), let value = nearby(String(path[..<dot])),
        let entity = value.type.entity, case let name = String(path[path.index(after: dot)...]),
        code.relationship(name, of: entity) != nil
      else { continue }
      let use = RelationshipUse(entity: entity, name: name, isOfNew: false)
      ask(use, of: [Holder(name: String(path[..<dot]), object: value.object, path: [use])])
    }
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
  /// - Returns: The relationships, as long as nothing in the predicate allows others.
  mutating func askForNone(in format: String) -> Set<String> {
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
    return Self.requiresAll(format) ? Set(lacking) : []
  }

  /// The relationships that hold nothing in what a closure chooses: `#Predicate { $0.stops.isEmpty }`.
  func lacking(chosenBy closure: SwiftClosure) -> Set<String> {
    guard let condition = closure.body.onlyExpression else { return [] }
    let name = closure.parameters.first?.name ?? "$0"
    let said = emptiness(
      saidBy: [.expression(condition)], declaring: [name: CodeValue(named: name, .unknown)])
    return Set(
      said.holding.empty.filter { $0.hasPrefix("\(name).") }.map {
        String($0.dropFirst(name.count + 1))
      })
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

  // MARK: What holds nothing

  /// The values known to be empty or not if all conditions hold, and if one does not.
  struct Emptiness {
    var holding = Contents()
    var failing = Contents()

    /// The same of the opposite.
    var opposite: Emptiness { Emptiness(holding: failing, failing: holding) }
  }

  /// Returns what conditions say that declare some values.
  func emptiness(
    saidBy conditions: [SwiftCondition], declaring new: [String: CodeValue]
  ) -> Emptiness {
    var inner = self
    if !new.isEmpty { inner.variables.append(new) }
    let all = conditions.map { condition in
      switch condition {
      case .expression(let expression): inner.emptiness(saidBy: expression)
      case .binding(_, _, let expression?): emptiness(ofNil: expression).opposite
      case .match(let pattern, let expression) where pattern.takesWhatIsThere:
        Emptiness(failing: emptiness(ofNil: expression).holding)
      case .match: Emptiness()
      case .binding, .availability: Emptiness()
      }
    }
    // It is unknown which of several fails; a fetch that fails is taken for one that finds nothing.
    let isOfFetch = all.count == 2 && declaresFetched(conditions[0])
    let failing = (isOfFetch ? all.dropFirst() : all[...]).map(\.failing)
    return Emptiness(
      holding: all.reduce(Contents()) { $0.union($1.holding) },
      failing: failing.dropFirst().reduce(failing.first ?? Contents()) { $0.intersection($1) })
  }

  func emptiness(saidBy expression: SwiftExpression) -> Emptiness {
    switch expression.form {
    case .prefix(["!"], let value): return emptiness(saidBy: value).opposite
    case .tuple(let parts) where parts.count == 1: return emptiness(saidBy: parts[0].value)
    case .effect(_, let value): return emptiness(saidBy: value)
    case .name(let name): return answers[name.text]?.said ?? Emptiness()
    case .postfix(let base, let suffixes):
      if case .name(let name) = base.form, suffixes.count == 1,
        case .call(let arguments) = suffixes[0].form
      {
        return emptiness(saidByCallOf: name.text, arguments)
      }
      guard case .member(let name)? = suffixes.last?.form else { return Emptiness() }
      if name.text != "isEmpty" { return emptiness(saidBy: name.text, of: base, suffixes) }
      let names = names(of: base, suffixes.dropLast())
      return Emptiness(holding: Contents(empty: names), failing: Contents(full: names))
    case .operation(let first, let rest):
      if rest[0].mark == "&&" {
        let all = ([first] + rest.map(\.value)).map(emptiness(saidBy:))
        // It is unknown which of several fails, unless all say the same.
        return Emptiness(
          holding: all.reduce(Contents()) { $0.union($1.holding) },
          failing: all.reduce(all[0].failing) { $0.intersection($1.failing) })
      }
      if rest[0].mark == "||" {
        let all = ([first] + rest.map(\.value)).map(emptiness(saidBy:))
        return Emptiness(
          holding: all.reduce(all[0].holding) { $0.intersection($1.holding) },
          failing: all.reduce(Contents()) { $0.union($1.failing) })
      }
      guard rest.count == 1 else { return Emptiness() }
      return emptiness(saidBy: first, rest[0].mark, rest[0].value)
    default: return Emptiness()
    }
  }

  /// Returns what a comparison with nil, true, false or of a count says about emptiness, or an answer with a
  /// default.
  func emptiness(
    saidBy left: SwiftExpression, _ mark: String, _ right: SwiftExpression
  ) -> Emptiness {
    switch right.form {
    case .nothing:
      let said = emptiness(ofNil: left)
      return mark == "==" ? said : mark == "!=" ? said.opposite : Emptiness()
    case .bool(let isTrue) where mark == "??":
      var said = emptiness(saidBy: left)
      // What is nil holds nothing.
      if isTrue { said.holding.full = [] } else { said.failing.full = [] }
      return said
    case .bool(let isTrue):
      let said = emptiness(saidBy: left)
      return (mark == "==") == isTrue ? said : said.opposite
    case .array(let elements) where elements.isEmpty:
      let names = names(of: left, [])
      let said = Emptiness(holding: Contents(empty: names), failing: Contents(full: names))
      return mark == "==" ? said : mark == "!=" ? said.opposite : Emptiness()
    case .number(let text):
      guard let number = Int(text), let names = names(countedBy: left.plain) else {
        return Emptiness()
      }
      func contents(_ range: ClosedRange<Int>) -> Contents {
        Contents(
          empty: range.upperBound == 0 ? names : [], full: range.lowerBound > 0 ? names : [],
          single: range.upperBound == 1 ? names : [])
      }
      let (less, more) = (max(number - 1, 0), max(number, 0) + 1)
      let (to, from) = (contents(0...max(number, 0)), contents(more...Int.max))
      // No count is less than 0.
      let (below, above) = (
        number > 0 ? contents(0...less) : Contents(), contents(max(number, 0)...Int.max)
      )
      switch mark {
      case "==":
        return Emptiness(
          holding: contents(number...number), failing: number == 0 ? from : Contents())
      case "!=":
        return Emptiness(
          holding: number == 0 ? from : Contents(), failing: contents(number...number))
      case "<=": return Emptiness(holding: to, failing: from)
      case ">": return Emptiness(holding: from, failing: to)
      case "<": return Emptiness(holding: below, failing: above)
      case ">=": return Emptiness(holding: above, failing: below)
      default: return Emptiness()
      }
    default: return Emptiness()
    }
  }

  /// The names of the value whose objects an expression counts; nil for any other expression.
  func names(countedBy expression: SwiftExpression) -> Set<String>? {
    if case .name(let name) = expression.form { return answers[name.text]?.counted }
    guard case .postfix(let base, let suffixes) = expression.plain.form else { return nil }
    switch suffixes.last?.form {
    case .member(let name) where name.text == "count":
      return names(of: base, suffixes.dropLast())
    case .member(let name):
      return answer(named: name.text, of: base, suffixes).flatMap { known in
        known.evaluation.names(countedBy: known.expression).map {
          Contents(empty: $0).renaming("self", to: known.path).empty
        }
      }
    case .call:
      guard case .member(let name)? = suffixes.dropLast().last?.form, name.text == "fetchCount"
      else { return nil }
      return holders(askedForBy: base, suffixes[...])
    default: return nil
    }
  }

  /// Returns what it says about emptiness that a value is nil.
  private func emptiness(ofNil expression: SwiftExpression) -> Emptiness {
    // A list without a first element has none.
    if case .postfix(let base, let suffixes) = expression.plain.form,
      case .member(let name)? = suffixes.last?.form, ["first", "last"].contains(name.text)
    {
      let names = names(of: base, suffixes.dropLast())
      return Emptiness(holding: Contents(empty: names), failing: Contents(full: names))
    }
    let names = names(of: expression, [])
    return Emptiness(
      holding: Contents(empty: names),
      failing: Contents(full: isToOne(expression) ? names : []))
  }

  /// Whether a value is that of a relationship to one object.
  private func isToOne(_ expression: SwiftExpression) -> Bool {
    guard case .postfix(let base, let suffixes) = expression.plain.form, suffixes.count == 1,
      case .member(let name) = suffixes[0].form, case .name(let owner) = base.form,
      let entity = nearby(owner.text)?.type.entity,
      case .entity? = code.destination(name.text, of: entity)
    else { return false }
    return true
  }

  /// The names of a value, as ``CodeValue/name`` has them: its own, and that of the relationship of which it is
  /// a copy.
  func names(
    of base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>
  ) -> Set<String> {
    var names = Set([path(of: base, suffixes)].compactMap(\.self))
    names.formUnion(holders(askedForBy: base, suffixes))
    if suffixes.isEmpty, case .name(let name) = base.plain.form, let value = variable(name.text),
      value.copied != nil, !value.isPart, let holder = value.holder.first, holder.path.count == 1
    {
      names.insert("\(holder.name).\(holder.path[0].name)")
    }
    return names
  }

  /// Whether a condition declares what a fetch finds, unless that fails.
  private func declaresFetched(_ condition: SwiftCondition) -> Bool {
    guard case .binding(_, _, let expression?) = condition,
      case .effect(let effects, _) = expression.form
    else { return false }
    return entity(fetchedAt: expression.tokens) != nil
      && effects.contains { if case .triesOptionally = $0 { true } else { false } }
  }

  /// The relationships of which a fetched value says whether they hold anything: those that a fetch for all
  /// holders of an object compares with that, each behind its name.
  private func holders(
    askedForBy base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>
  ) -> Set<String> {
    let range =
      base.tokens.lowerBound..<(suffixes.last?.tokens.upperBound ?? base.tokens.upperBound)
    guard let entity = entity(fetchedAt: range) else { return [] }
    var found: Set<String> = []
    for (property, names) in held(byAllFetchedAt: range, orByAny: true)
    where code.destination(property, of: entity) != nil {
      let use = RelationshipUse(entity: entity, name: property, isOfNew: false)
      let relationships = [code.name(of: use), code.inverse(of: use)?.name].compactMap(\.self)
      for name in names { found.formUnion(relationships.map { "\(name).\($0)" }) }
    }
    return found
  }

  /// The name of a value, as ``CodeValue/name`` has it; nil where it has none.
  func path(of base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>) -> String? {
    var path: String
    switch base.plain.form {
    case .name(let name):
      path = name.text
      if let known = variable(path) {
        guard let name = known.name else { return nil }
        path = name
      } else if path != "self" {
        path = "self.\(path)"
      }
    case .postfix(let inner, let first):
      guard let known = self.path(of: inner, first[...]) else { return nil }
      path = known
    default: return nil
    }
    for suffix in suffixes {
      switch suffix.form {
      case .member(let name): path += ".\(name.text)"
      case .unwrap: break
      default: return nil
      }
    }
    return path
  }
}

extension SwiftExpression {
  /// The same without parentheses, and without a default that holds nothing.
  var plain: SwiftExpression {
    switch form {
    case .tuple(let parts) where parts.count == 1: return parts[0].value.plain
    case .effect(_, let value): return value.plain
    case .operation(let first, let rest) where rest.count == 1 && rest[0].mark == "??":
      switch rest[0].value.form {
      case .array(let elements) where elements.isEmpty: return first.plain
      case .number("0"): return first.plain
      default: return self
      }
    default: return self
    }
  }

  /// Whether it is the question whether a context has changes.
  var asksForChanges: Bool {
    switch form {
    case .name(let name): return name.text == "hasChanges"
    case .postfix(_, let suffixes):
      guard case .member(let name)? = suffixes.last?.form else { return false }
      return name.text == "hasChanges"
    default: return false
    }
  }
}

extension SwiftBlock {
  /// Whether it ends with an error.
  fileprivate var isThrown: Bool {
    if case .exit("throw", _)? = statements.last?.form { true } else { false }
  }
}

extension SwiftPattern {
  /// Whether it takes whatever there is, and only nil not.
  fileprivate var takesWhatIsThere: Bool {
    switch self {
    case .optional(.name), .optional(.nothing): true
    case .member("some", let parts): parts.count == 1
    default: false
    }
  }
}
