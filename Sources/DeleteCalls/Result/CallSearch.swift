import SourceText
import SwiftSource

/// Goes through all code that may delete something, until no more functions are found that delete what
/// they are given: their callers are calls, too, and may be such functions.
struct CallSearch {
  /// A body of code: of a function, of a property, or outside both.
  struct Body {
    let file: Int
    let owner: Int?
    /// The function's number; nil for any other code.
    var function: Int?
    /// The number of the property whose accessors it is.
    var property: Int?
    let range: Range<Int>
    /// The property whose code it is, or the function whose parameter has it as a default value.
    var name: String?
    /// Whether it is an expression, and no statements.
    var isValue = false
    /// The type that the code states for the expression, or for the property.
    var type: TypeExpression?
  }

  /// What is found in a body.
  struct Result {
    var calls: [Evaluation.FoundCall] = []
    /// Its deletes and saves that concern callers; nil where it is no function's.
    var effects: FunctionEffects?
    var ways = CodeWays()
    var uses = Evaluation.FunctionUses()
    /// The entities of which it links objects to others, with the tokens.
    var linked: Set<DeletionState.Relinked> = []
    /// Its questions whether a relationship holds anything.
    var questions: Set<Question> = []
    /// The functions whose deletes it saves, which these leave unsaved and closures behind.
    var savedFunctions: Set<Int> = []
    /// The closures that it passes on or keeps.
    var passed: [PassedClosures.Taker: ClosureEffects] = [:]
    /// The functions of which it gets the result of a batch delete, and whether it merges that.
    var merging: [Int: Bool] = [:]
    /// The pieces of it that are not read, by their first tokens.
    var gaps: [Int: CodeGap.Reason] = [:]
    /// The functions about whose deletes and saves it asks; nil where it is not evaluated yet.
    var askedAbout: Set<Int>?

    /// Whether it can say something else when functions have changed.
    func depends(on functions: Set<Int>) -> Bool {
      guard let askedAbout, gaps.isEmpty else { return true }
      return !askedAbout.isDisjoint(with: functions)
    }
  }

  let code: AppCode
  /// The functions and properties that nothing calls.
  var uncalled = UncalledDeclarations()
  var bodies: [Body] = []
  /// What is found in each body.
  var results: [Result]
  /// The functions that leave deletes unsaved and closures behind, and whose deletes some body saves.
  private var savedByCallers: Set<Int> = []
  /// The bodies that mention each of the app's functions.
  var callers = Callers()
  /// The closures that all bodies pass on or keep.
  private var closures: [PassedClosures.Taker: ClosureEffects] = [:]
  var wrappers: [Int: Evaluation.Wrapper] = [:]
  var effects: [Int: FunctionEffects] = [:]
  /// For each function that returns the result of a batch delete, whether all its callers merge that.
  var handedOn: [Int: Bool] = [:]

  init(_ code: AppCode) {
    self.code = code
    for (number, function) in code.functions.enumerated() {
      let declaration = function.declaration
      for (value, type) in declaration.parameters.map({ ($0.defaultValue, $0.type) }) {
        guard let value, value.count > 1 else { continue }
        bodies.append(
          Body(
            file: function.file, owner: function.owner, range: value, name: declaration.name,
            isValue: true, type: type))
      }
      guard let body = declaration.body else { continue }
      bodies.append(
        Body(file: function.file, owner: function.owner, function: number, range: body))
    }
    for property in code.properties {
      let tokens = code.files[property.file].tokens
      if let brace = property.declaration.accessors, let end = tokens[brace]?.end, end > brace {
        bodies.append(
          Body(
            file: property.file, owner: property.owner, property: property.number,
            range: brace + 1..<end, name: property.declaration.name, type: property.declaration.type
          ))
      }
      if let value = property.declaration.initialValue {
        bodies.append(
          Body(
            file: property.file, owner: property.owner, range: value,
            name: property.declaration.name, isValue: true, type: property.declaration.type))
      }
    }
    for (file, declarations) in code.files.enumerated() {
      for range in declarations.looseCode {
        bodies.append(Body(file: file, owner: nil, range: range))
      }
    }
    results = Array(repeating: Result(), count: bodies.count)
  }

  mutating func searchAll() {
    var chosen: [Int]
    (chosen, callers) = mentions
    defer {
      for result in results { handedOn.merge(result.merging) { $0 && $1 } }
    }
    for round in 1...Limits.rounds {
      search(chosen)
      let changedClosures = mergeClosures()
      var changed: Set<Int> = []
      var changedOthers: Set<Int> = []
      for index in chosen {
        guard let function = bodies[index].function else { continue }
        let now = wrapper(of: results[index], in: code.functions[function])
        let others = now?.added ?? self.others(in: results[index]) { $0.value.given == 0 }
        results[index].effects?.others = others
        let nowEffects = results[index].effects.flatMap { $0.isEmpty ? nil : $0 }
        if wrappers[function] == now, effects[function] == nowEffects { continue }
        let isOfOthers =
          wrappers[function] == now
          && (effects[function] ?? FunctionEffects()).withoutOthers
            == (nowEffects ?? FunctionEffects()).withoutOthers
        (wrappers[function], effects[function]) = (now, nowEffects)
        if isOfOthers {
          changedOthers.insert(function)
          continue
        }
        if round == Limits.rounds {
          results[index].gaps[bodies[index].range.lowerBound] = .rounds
        }
        changed.insert(function)
      }
      let saved = results.reduce(into: Set<Int>()) { $0.formUnion($1.savedFunctions) }
      let changedSaves = saved.symmetricDifference(savedByCallers)
      savedByCallers = saved
      if changed.isEmpty, changedOthers.isEmpty, changedClosures.isEmpty, changedSaves.isEmpty {
        return
      }
      let leaving = bodies.indices.filter {
        bodies[$0].function.map(changedSaves.contains) == true
      }
      // What else is deleted, only the callers of functions have to know.
      let passing = callers(of: changedOthers).filter { bodies[$0].function != nil }
      chosen = bodiesMentioning(changedClosures).union(callers(of: changed)).union(passing)
        .union(leaving).sorted()
    }
  }

  /// The bodies that may call some functions; code need not write the names of some.
  private func callers(of functions: Set<Int>) -> Set<Int> {
    bodiesMentioning(Set(functions.map { code.functions[$0].declaration.name }))
      .filter { results[$0].depends(on: functions) }
  }

  private func bodiesMentioning(_ names: Set<String>) -> Set<Int> {
    names.contains(where: AppCode.isUnwritten)
      ? Set(bodies.indices)
      : Set(names.flatMap { callers.bodies(mentioning: WordSet.hash(of: $0)) })
  }

  /// Merges the closures that all bodies pass on, and returns the names of the parameters and properties that may have
  /// other ones now.
  private mutating func mergeClosures() -> Set<String> {
    let before = closures
    closures = results.reduce(into: [:]) { $0.merge($1.passed) { $0.union($1) } }
    return closures.reduce(into: []) { names, passed in
      if before[passed.key] == passed.value { return }
      switch passed.key {
      case .property(let number): names.insert(code.properties[number].declaration.name)
      case .parameter(let taker):
        names.insert(code.functions[taker.function].declaration.parameters[taker.argument].name)
      }
    }
  }

  /// Applies what all callers of a function pass to it where that puts an object in the place of another one: a new
  /// owner held nothing, so that the call is left out, and a new object is not the one that is held already.
  mutating func applyNewArguments() {
    let replacing = bodies.indices.filter { index in
      bodies[index].function != nil
        && results[index].calls.contains { $0.givenOwner != nil || $0.givenValue != nil }
    }
    let givenNew = newArguments(of: replacing.compactMap { bodies[$0].function })
    for index in replacing {
      guard let function = bodies[index].function else { continue }
      func isNew(_ argument: Int?) -> Bool {
        argument.map {
          givenNew.contains(AppCode.GivenArgument(function: function, argument: $0))
        } == true
      }
      results[index].calls.removeAll { isNew($0.givenOwner) }
      for place in results[index].calls.indices where isNew(results[index].calls[place].givenValue)
      {
        results[index].calls[place].change { $0.mayBeHeld = false }
      }
    }
  }

  /// The arguments of some functions that are new objects wherever these are called.
  func newArguments(of functions: [Int]) -> Set<AppCode.GivenArgument> {
    let names = Set(functions.map { code.functions[$0].declaration.name })
    let mentioning = Set(names.flatMap { callers.bodies(mentioning: WordSet.hash(of: $0)) })
    var givenNew: [AppCode.GivenArgument: Bool] = [:]
    for index in mentioning.sorted() { givenNew.merge(evaluated(index).uses.givenNew) { $0 && $1 } }
    let escaped = escaped
    return Set(givenNew.filter { $0.value && !escaped.contains($0.key.function) }.map(\.key))
  }

  /// The bodies that mention each of the app's functions.
  struct Callers {
    /// In the order of the hashes of the functions' names.
    var mentions: [(name: UInt64, body: Int32)] = []

    mutating func add(_ name: UInt64, in body: Int) { mentions.append((name, Int32(body))) }
    mutating func sort() { mentions.sort { $0 < $1 } }

    func bodies(mentioning name: UInt64) -> [Int] {
      mentions[mentions.index(from: name, by: \.name)...].prefix { $0.name == name }
        .map { Int($0.body) }
    }
  }

  /// The bodies that mention what deletes or unlinks, and those that mention each of the app's functions.
  var mentions: (first: [Int], callers: Callers) {
    let deleting = WordSet(
      [
        "setValue", "setPrimitiveValue", "NSBatchDeleteRequest", "mergeChanges",
        "resultTypeObjectIDs",
        "popLast", "popFirst", "replaceSubrange", "subtract", "minus", "minusSet",
        "formIntersection", "intersect", "intersectSet", "save", "rollback", "reset",
      ],
      beginningWith: ["delete", "erase", "remove", "mr_", "MR_"]
        + code.objectiveCDeletes.map { String($0.selector.prefix(while: \.isLowercase)) })
    let assigned = WordSet(code.relationshipNames.union(code.computedNames))
    let made = WordSet(code.entitiesThatCascadeBlindly)
    let shared = WordSet(code.relationshipsThatCascadeBlindly)
    let names = WordSet(Set(code.functions.map(\.declaration.name) + code.closureNames))
    var first: [Int] = []
    var callers = Callers()
    for (index, body) in bodies.enumerated() {
      let tokens = code.files[body.file].tokens
      let isOfObject =
        body.owner.map { code.lineage(of: $0).contains { code.types[$0].entity != nil } } ?? false
      var isFirst = false
      var last: UInt64 = 0
      tokens.forEachWord(in: body.range) { word, place in
        let hash = WordSet.hash(of: word)
        if hash != last, names.has(hash) { callers.add(hash, in: index) }
        last = hash
        if isFirst { return }
        isFirst =
          deleting.has(word, hash: hash)
          || made.has(word, hash: hash) && tokens.isMark(place + 1, "(")
          || shared.has(word, hash: hash) && tokens.isMark(place - 1, ".")
          || assigned.has(word, hash: hash)
            // By its name, or by a key path: `trip[keyPath: \.stops] = []`.
            && tokens.isAssigned(tokens.isMark(place + 1, "]") ? place + 1 : place)
            && (isOfObject || tokens.isMark(place - 1, "."))
      }
      if isFirst { first.append(index) }
    }
    callers.sort()
    return (first, callers)
  }

  /// Evaluates a body.
  private func evaluated(_ index: Int) -> Evaluation {
    let body = bodies[index]
    var evaluation = Evaluation(
      code, file: body.file, owner: body.owner,
      function: body.function.map { code.functions[$0].declaration },
      summaries: FunctionSummaries(wrappers: wrappers, effects: effects))
    (evaluation.closures.known, evaluation.closures.function) = (closures, body.function)
    evaluation.later.isSavedByCallers = body.function.map(savedByCallers.contains) == true
    if body.isValue {
      _ = evaluation.value(of: body.range, as: evaluation.resolved(body.type))
    } else {
      if body.function == nil { evaluation.returned.type = evaluation.resolved(body.type) }
      evaluation.run(body.range)
    }
    return evaluation
  }

  /// Evaluates some bodies.
  mutating func search(_ chosen: [Int]) {
    for index in chosen {
      let function = bodies[index].function.map { code.functions[$0].declaration }
      let evaluation = evaluated(index)
      results[index] = Result(
        calls: evaluation.found, effects: function.map(evaluation.effects),
        ways: evaluation.found.isEmpty && evaluation.uses.wipes.isEmpty
          ? CodeWays() : evaluation.ways,
        uses: evaluation.uses,
        linked: evaluation.deletions.relinked, questions: evaluation.deletions.questions,
        savedFunctions: evaluation.savedFunctions, passed: evaluation.closures.passed,
        merging: evaluation.batches.handedOn, gaps: evaluation.gaps,
        askedAbout: evaluation.summaries.askedAbout)
    }
  }

  /// The functions that some body passes on, which anything may call.
  var escaped: Set<Int> { results.reduce(into: []) { $0.formUnion($1.uses.escaped) } }
}

extension SwiftTokens {
  /// Whether the code assigns to a name, or to an element of what has it.
  fileprivate func isAssigned(_ name: Int) -> Bool {
    if isMark(name + 1, "=") { return true }
    let open = isMark(name + 1, "?") || isMark(name + 1, "!") ? name + 2 : name + 1
    return isMark(open, "[") && isMark(after(open), "=")
  }
}
