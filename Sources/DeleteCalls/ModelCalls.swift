import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// The delete calls in the code of an app, and what each is sure to delete.
///
/// ```swift
/// let calls = try ModelCalls(at: ["Trips"])
/// let places = calls.calls.filter { $0.entity == "Trip" }.map(\.location)
/// ```
public struct ModelCalls: Sendable {
  /// The calls, in the order of their places.
  public let calls: [DeleteCall]
  /// The pieces of code that may delete something and are not read, in the order of their places.
  public let gaps: [CodeGap]
  /// The models that they are about.
  package let models: [Model]
  /// The Swift files that they are in.
  package let code: [SwiftDeclarations]

  /// Finds the calls in the files at some paths, about all the models there.
  ///
  /// - Parameter paths: Files or folders with the models and the code of an app.
  /// - Throws: A `ModelError` where there is no model, or a path that is no model's.
  public init(at paths: [String]) throws(ModelError) {
    var reading = Project.Reading([paths])
    reading.keepsCode = true
    self.init(in: try Project(reading))
  }

  /// Finds the calls of a project whose code was kept.
  package init(in project: Project) {
    self.init(
      in: project.code, of: project.models, besides: project.objectiveC, areAll: project.isAllCode)
  }

  /// Finds the calls in files that were read with their code.
  ///
  /// - Parameters:
  ///   - files: The Swift files.
  ///   - models: The models that the calls are about.
  ///   - objectiveC: The Objective-C files.
  ///   - areAll: Whether no other file of the project may call what is in them.
  package init(
    in files: [SwiftDeclarations], of models: [Model], besides objectiveC: [ObjectiveCFile] = [],
    areAll: Bool = true
  ) {
    var search = CallSearch(AppCode(files, models, besides: objectiveC))
    if areAll { search.uncalled = UncalledDeclarations(in: search.code, besides: objectiveC) }
    search.searchAll()
    search.leaveOutFirstValues()
    self.models = models
    code = files
    let others = search.code.calls(in: objectiveC)
    var found = search.calls + others.calls
    found.sort { ($0.location, $0.kind.rawValue) < ($1.location, $1.kind.rawValue) }
    calls = found
    gaps = (search.gaps + others.gaps).sorted { $0.location < $1.location }
  }
}

/// Goes through all code that may delete something, until no more functions are found that delete what
/// they are given: their callers are calls, too, and may be such functions.
private struct CallSearch {
  /// A body of code: of a function, of a property, or outside both.
  private struct Body {
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

  let code: AppCode
  /// The functions and properties that nothing calls.
  var uncalled = UncalledDeclarations()
  private var bodies: [Body] = []
  /// The calls in each body.
  private var found: [[Evaluation.FoundCall]]
  /// The deletes and saves of each function's body that concern its callers.
  private var foundEffects: [Int: FunctionEffects] = [:]
  /// The entities of which each body links objects to others, with the tokens.
  private var linked: [Set<DeletionState.Relinked>]
  /// The questions of each body whether a relationship holds anything.
  private var questions: [Set<Question>]
  /// The functions that each body calls and that save, with the relationships that hold something then.
  private var called: [Int: [Int: Set<String>]] = [:]
  /// The objects that the functions which each body calls set free.
  private var freed: [Int: [Evaluation.Freed]] = [:]
  /// The functions that leave deletes unsaved and closures behind, and whose deletes each body saves, and all
  /// together.
  private var savedFunctions: [Int: Set<Int>] = [:]
  private var savedByCallers: Set<Int> = []
  /// The ways through each body with calls.
  private var ways: [CodeWays]
  /// The bodies that mention each of the app's functions.
  private var callers = Callers()
  /// The functions that each body passes on, which anything may call.
  private var escaped: [Int: Set<Int>] = [:]
  /// The pieces of each body that are not read, by their first tokens.
  private var skipped: [Int: [Int: CodeGap.Reason]] = [:]
  /// The closures that each body passes on or keeps, and all together.
  private var passed: [Int: [AppCode.GivenArgument: ClosureEffects]] = [:]
  private var closures: [AppCode.GivenArgument: ClosureEffects] = [:]
  private var wrappers: [Int: Evaluation.Wrapper] = [:]
  private var effects: [Int: FunctionEffects] = [:]
  /// For each body, the functions of which it gets the result of a batch delete, and whether it merges that.
  private var merging: [Int: [Int: Bool]] = [:]
  /// For each function that returns the result of a batch delete, whether all its callers merge that.
  private var handedOn: [Int: Bool] = [:]

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
    found = Array(repeating: [], count: bodies.count)
    linked = Array(repeating: [], count: bodies.count)
    questions = Array(repeating: [], count: bodies.count)
    ways = Array(repeating: CodeWays(), count: bodies.count)
  }

  mutating func searchAll() {
    var chosen: [Int]
    (chosen, callers) = mentions
    defer {
      for merged in merging.values { handedOn.merge(merged) { $0 && $1 } }
    }
    for _ in 0..<Limits.rounds {
      search(chosen)
      var changed = mergeClosures()
      for index in chosen {
        guard let function = bodies[index].function else { continue }
        let now = wrapper(
          of: found[index], on: ways[index], in: code.functions[function],
          having: foundEffects[index])
        let nowEffects = foundEffects[index].flatMap { $0.isEmpty ? nil : $0 }
        if wrappers[function] == now, effects[function] == nowEffects { continue }
        (wrappers[function], effects[function]) = (now, nowEffects)
        changed.insert(code.functions[function].declaration.name)
      }
      let saved = savedFunctions.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
      let changedSaves = saved.symmetricDifference(savedByCallers)
      savedByCallers = saved
      if changed.isEmpty, changedSaves.isEmpty { return }
      let leaving = bodies.indices.filter {
        bodies[$0].function.map(changedSaves.contains) == true
      }
      chosen =
        changed.contains(where: AppCode.isUnwritten)
        ? Array(bodies.indices)
        : Set(changed.flatMap { callers.bodies(mentioning: Self.hash(of: $0)) }).union(leaving)
          .sorted()
    }
  }

  /// Merges the closures that all bodies pass on, and returns the names of the parameters and properties that may have
  /// other ones now.
  private mutating func mergeClosures() -> Set<String> {
    let before = closures
    closures = passed.values.reduce(into: [:]) { $0.merge($1) { $0.union($1) } }
    return closures.reduce(into: []) { names, passed in
      if before[passed.key] == passed.value { return }
      let (function, argument) = (passed.key.function, passed.key.argument)
      names.insert(
        function < 0
          ? code.properties[-1 - function].declaration.name
          : code.functions[function].declaration.parameters[argument].name)
    }
  }

  /// Leaves out the objects that a new object replaces if all callers pass an owner that is also new, and so held
  /// nothing.
  mutating func leaveOutFirstValues() {
    let replacing = bodies.indices.filter { index in
      bodies[index].function != nil && found[index].contains { $0.givenOwner != nil }
    }
    let names = Set(
      replacing.compactMap { bodies[$0].function }.map { code.functions[$0].declaration.name })
    let mentioning = Set(names.flatMap { callers.bodies(mentioning: Self.hash(of: $0)) })
    let escaped = escaped.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    var givenNew: [AppCode.GivenArgument: Bool] = [:]
    for index in mentioning.sorted() { givenNew.merge(evaluated(index).givenNew) { $0 && $1 } }
    for index in replacing {
      guard let function = bodies[index].function, !escaped.contains(function) else { continue }
      found[index].removeAll { call in
        call.givenOwner.flatMap {
          givenNew[AppCode.GivenArgument(function: function, argument: $0)]
        } == true
      }
    }
  }

  /// The bodies that mention each of the app's functions.
  private struct Callers {
    /// In the order of the hashes of the functions' names.
    private var mentions: [(name: UInt64, body: Int32)] = []

    mutating func add(_ name: UInt64, in body: Int) { mentions.append((name, Int32(body))) }
    mutating func sort() { mentions.sort { $0 < $1 } }

    func bodies(mentioning name: UInt64) -> [Int] {
      mentions[mentions.index(from: name, by: \.name)...].prefix { $0.name == name }
        .map { Int($0.body) }
    }
  }

  /// The bodies that mention what deletes or unlinks, and those that mention each of the app's functions.
  private var mentions: (first: [Int], callers: Callers) {
    let deleting = WordSet(
      [
        "setValue", "setPrimitiveValue", "NSBatchDeleteRequest", "mergeChanges",
        "resultTypeObjectIDs",
        "popLast", "popFirst", "replaceSubrange", "subtract", "minus", "minusSet",
        "formIntersection", "intersect", "intersectSet", "save", "rollback", "reset",
      ],
      beginningWith: ["delete", "erase", "remove", "mr_", "MR_"])
    let assigned = WordSet(code.relationshipNames.union(code.computedNames))
    let made = WordSet(code.entitiesThatCascadeBlindly)
    let shared = WordSet(code.relationshipsThatCascadeBlindly)
    let names = Set(
      (code.functions.map(\.declaration.name) + code.closureNames).map(Self.hash))
    var first: [Int] = []
    var callers = Callers()
    for (index, body) in bodies.enumerated() {
      let tokens = code.files[body.file].tokens
      let isOfObject = body.owner.map { code.types[$0].entity != nil } ?? false
      var isFirst = false
      var last: UInt64 = 0
      tokens.forEachWord(in: body.range) { word, place in
        let hash = WordSet.hash(of: word)
        if hash != last, names.contains(hash) { callers.add(hash, in: index) }
        last = hash
        if isFirst { return }
        isFirst =
          deleting.has(word, hash: hash)
          || made.has(word, hash: hash) && tokens.isMark(place + 1, "(")
          || shared.has(word, hash: hash) && tokens.isMark(place - 1, ".")
          || assigned.has(word, hash: hash) && tokens.isAssigned(place)
            && (isOfObject || tokens.isMark(place - 1, "."))
      }
      if isFirst { first.append(index) }
    }
    callers.sort()
    return (first, callers)
  }

  private static func hash(of name: String) -> UInt64 { WordSet.hash(of: Array(name.utf8)[...]) }

  /// Evaluates a body.
  private func evaluated(_ index: Int) -> Evaluation {
    let body = bodies[index]
    var evaluation = Evaluation(
      code, file: body.file, owner: body.owner,
      function: body.function.map { code.functions[$0].declaration }, wrappers: wrappers,
      effects: effects)
    (evaluation.closures.known, evaluation.closures.function) = (closures, body.function)
    evaluation.isSavedByCallers = body.function.map(savedByCallers.contains) == true
    if body.isValue {
      _ = evaluation.value(of: body.range, as: evaluation.resolved(body.type))
    } else {
      if body.function == nil { evaluation.resultType = evaluation.resolved(body.type) }
      evaluation.run(body.range)
    }
    return evaluation
  }

  /// Evaluates some bodies.
  private mutating func search(_ chosen: [Int]) {
    for index in chosen {
      let body = bodies[index]
      let evaluation = evaluated(index)
      found[index] = evaluation.found
      foundEffects[index] = body.function.map {
        evaluation.effects(of: code.functions[$0].declaration)
      }
      merging[index] = evaluation.batches.handedOn
      linked[index] = evaluation.deletions.relinked
      questions[index] = evaluation.deletions.questions
      let closures = evaluation.closures.passed
      passed[index] = closures.isEmpty ? nil : closures
      freed[index] = evaluation.freed.isEmpty ? nil : evaluation.freed
      called[index] = evaluation.calledFunctions.isEmpty ? nil : evaluation.calledFunctions
      let saved = evaluation.savedFunctions
      savedFunctions[index] = saved.isEmpty ? nil : saved
      ways[index] = evaluation.found.isEmpty ? CodeWays() : evaluation.ways
      skipped[index] = evaluation.gaps.isEmpty ? nil : evaluation.gaps
      escaped[index] = evaluation.escapedFunctions.isEmpty ? nil : evaluation.escapedFunctions
    }
  }

  /// Returns the arguments that a function deletes; nil if there are none.
  ///
  /// These are the objects themselves, or what the function finds by a key if its name says that
  /// it deletes. Other arguments can also determine what is deleted, but they don't make a call of
  /// the function a delete.
  private func wrapper(
    of calls: [Evaluation.FoundCall], on ways: CodeWays, in function: AppCode.Function,
    having effects: FunctionEffects?
  ) -> Evaluation.Wrapper? {
    guard calls.contains(where: \.kind.deletes) else { return nil }
    var name = function.declaration.name
    // A type for one action is called after that.
    if Self.namesOfActions.contains(name), let owner = function.owner {
      name = code.types[owner].path.last ?? name
    }
    let saysSo = Self.saysThatItDeletes(name)
    let objects = objectParameters(of: function)
    let generics = genericParameters(of: function.declaration)
    func parameterMask(_ call: Evaluation.FoundCall) -> UInt64 {
      if let keyed = call.value.keyed.first { return keyed.parameterMask }
      let given = call.value.given | call.value.type.parameterMask
      guard saysSo else { return given }
      // What an object leads to is not the object.
      let others = objects.filter { object in
        if call.root != 0, object.number == call.root { return true }
        guard let entity = object.type.entity else { return false }
        return !call.entities.contains {
          code.isKind($0, of: entity) || code.isKind(entity, of: $0)
        }
      }
      // Of what nothing is known, the argument of a generic type is the only key.
      let keys = call.value.type.isKnown ? generics : 0
      return call.value.parameterMask & ~others.reduce(keys) { $0 | $1.bit } | given
    }
    // What is taken back because it failed is no delete for whoever calls, nor is what the function has made.
    let deleting = calls.filter {
      $0.kind.deletes && !$0.value.isNew && parameterMask($0) != 0
        && (saysSo || !ways.isInHandler($0.way))
    }
    if deleting.isEmpty { return nil }
    if let result = function.declaration.result, result.isOfInterface { return nil }
    let deletes = deletes(by: deleting, on: ways, in: function)
    let added = calls.filter { $0.kind.deletes && !$0.isSuggested && !ways.isInHandler($0.way) }
      .reduce(into: Set<Evaluation.ConditionalDelete>()) { known, call in
        let entities = (parameterMask(call) == 0 ? call.entities : []).union(call.added)
        if entities.isEmpty { return }
        known.insert(.init(entities: entities, conditions: call.parameterConditions))
      }
    // Each of several branches may do so.
    let isCertain = effects?.deletions.contains(where: \.isCertain) == true
    // What is given itself says most.
    let direct = deleting.filter(\.value.keyed.isEmpty)
    let main = direct.isEmpty ? deleting : direct
    return Evaluation.Wrapper(
      parameterMask: main.reduce(0) { $0 | parameterMask($1) },
      given: main.reduce(0) { $0 | $1.value.given },
      kind: main.allSatisfy { $0.kind == .batchDelete } ? .batchDelete : .delete,
      isSuggested: main.allSatisfy(\.isSuggested),
      emptied: emptied(by: main),
      added: added,
      home: main.allSatisfy { $0.home == main[0].home } ? main[0].home : nil,
      sparesSubentities: main.allSatisfy(\.sparesSubentities),
      takesAll: main.allSatisfy {
        $0.takesAll && ways.isCertain($0.way, with: .start) && ways.isInEveryRound($0.way)
      },
      isCertain: main.allSatisfy { ways.isCertain($0.way, with: .start) },
      isConditional: main.allSatisfy {
        $0.isConditional || !ways.isUnconditional($0.way) && $0.parameterConditions.isEmpty
      } && !isCertain,
      isMerged: main.allSatisfy(\.isMerged),
      candidates: main.dropFirst().reduce(code.candidates(for: main[0].value.type)) {
        guard let one = $0, let other = code.candidates(for: $1.value.type) else { return nil }
        return one.union(other)
      },
      deletes: deletes)
  }

  /// The deletes of a function, each with what it takes and under which conditions.
  private func deletes(
    by calls: [Evaluation.FoundCall], on ways: CodeWays, in function: AppCode.Function
  ) -> Set<Evaluation.ConditionalDelete> {
    let own = function.owner.flatMap { code.types[$0].entity }.flatMap { own in
      calls.contains { $0.entities.contains(own) } ? own : nil
    }
    return Set(
      calls.map { call in
        let isWhole = ways.isCertain(call.way, with: .start) && ways.isInEveryRound(call.way)
        let keyed = call.value.keyed.first?.meant(asWhole: isWhole)
        return Evaluation.ConditionalDelete(
          entities: keyed == nil ? own.map { [$0] } ?? call.entities : [],
          conditions: call.parameterConditions, keyed: keyed)
      })
  }

  /// The relationships that are empty at all deletes of the objects that can have them, or be held by them.
  private func emptied(by calls: [Evaluation.FoundCall]) -> Set<String> {
    let all = calls.reduce(into: Set<String>()) { $0.formUnion($1.emptied) }
    return all.filter { name in
      calls.allSatisfy { $0.emptied.contains(name) || !concerns($0.entities, name) }
    }
  }

  /// Whether objects of some entities can have a relationship, or, by its qualified name, be held by it.
  private func concerns(_ entities: Set<Int>, _ name: String) -> Bool {
    if entities.isEmpty { return true }
    guard let dot = name.lastIndex(of: ".") else {
      return entities.contains { code.relationship(name, of: $0) != nil }
    }
    let property = String(name[name.index(after: dot)...])
    return code.entities.indices.contains { owner in
      guard code.entities[owner].name == name[..<dot],
        case let held? = code.destination(property, of: owner)?.entity
      else { return false }
      return entities.contains { code.isKind($0, of: held) || code.isKind(held, of: $0) }
    }
  }

  /// The parameters of a function that are objects of models, and what has it where that is one, with their
  /// numbers as objects.
  private func objectParameters(
    of function: AppCode.Function
  ) -> [(bit: UInt64, type: CodeType, number: Int)] {
    let scope = code.scope(of: function)
    var found: [(bit: UInt64, type: CodeType, number: Int)] = []
    for (place, parameter) in function.declaration.parameters.prefix(Limits.parameters).enumerated()
    {
      let type = code.resolved(parameter.type, in: scope)
      switch type {
      case .entity, .collection(.entity), .anyModel:
        found.append((1 << place, type, Evaluation.numberOfSelf + 1 + place))
      default: continue
      }
    }
    // A static function is called on the name of the type, which says what it deletes.
    if !function.declaration.isStatic, let own = function.owner.map(code.type), own.entity != nil {
      found.append((Evaluation.maskOfSelf, own, Evaluation.numberOfSelf))
    }
    return found
  }

  /// The bits of the parameters of generic types, which say by that alone what is found by them.
  private func genericParameters(of function: SwiftFunction) -> UInt64 {
    var bits: UInt64 = 0
    for (place, parameter) in function.parameters.prefix(Limits.parameters).enumerated() {
      let isGeneric = function.generics.contains { parameter.type?.mentions($0.name) == true }
      if isGeneric { bits |= 1 << place }
    }
    return bits
  }

  /// The names of the only method of a type that is called after what it does.
  private static let namesOfActions: Set<String> = [
    "callAsFunction", "execute", "handle", "invoke", "perform", "run",
  ]

  private static let wordsOfDeleting = [
    "delete", "remove", "erase", "discard", "trash", "clear", "purge", "prune", "wipe", "destroy",
    "drop", "reset", "clean",
  ]

  /// Whether one of the words of a name, of which each begins with a capital letter, begins like one of deleting:
  /// `updatePreset` does not.
  private static func saysThatItDeletes(_ name: String) -> Bool {
    let words = name.reduce(into: [""]) { words, letter in
      if letter.isUppercase || letter == "_" { words.append("") }
      words[words.count - 1].append(letter)
    }
    return words.contains { word in
      wordsOfDeleting.contains { word.lowercased().trimmingPrefix("_").hasPrefix($0) }
    }
  }

  /// The code that is not read, in no order.
  var gaps: [CodeGap] {
    var all: [CodeGap] = []
    for (body, gaps) in skipped {
      let tokens = code.files[bodies[body].file].tokens
      all += gaps.map { CodeGap(location: tokens.location($0.key), reason: $0.value) }
    }
    return all
  }

  /// All that was found, in no order.
  var calls: [DeleteCall] {
    var callers: [Int: [Caller]] = [:]
    for (index, calls) in found.enumerated() {
      for (number, call) in calls.enumerated() {
        guard let function = call.via else { continue }
        callers[function, default: []].append(Caller(body: Int32(index), call: Int32(number)))
      }
    }
    let given = entitiesGiven(by: callers)
    let settlings = found.indices.map { index in
      found[index].isEmpty
        ? nil
        : Settling(
          found[index], on: ways[index], linking: linked[index], asking: questions[index], in: code)
    }
    let surroundings = surroundings(of: callers, settlings)
    let settled = settledNames(by: settlings)
    let functions = Dictionary(
      bodies.indices.compactMap { index in bodies[index].function.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    var all: [DeleteCall] = []
    all.reserveCapacity(found.reduce(0) { $0 + $1.count })
    for (index, calls) in found.enumerated() where !calls.isEmpty {
      let place = name(of: bodies[index])
      for (number, found) in calls.enumerated() {
        let isGiven = found.value.parameterMask != 0 || found.value.given != 0
        let hasCallers =
          bodies[index].function.map { function in
            wrappers[function] != nil
              && callers[function]?.contains { bodies[Int($0.body)].function != function } == true
          } == true
        // What is hidden of an unknown entity is found where that is known.
        if found.kind == .save, found.entities.isEmpty, hasCallers { continue }
        if isSettledMore(number, than: calls, settled[index]) { continue }
        let isListedAtCallers = isGiven && found.kind.deletes && hasCallers
        let around = isListedAtCallers ? bodies[index].function.flatMap { surroundings[$0] } : nil
        let own = Surroundings(of: found, settlings[index], in: code).union(around)
        let isPassedOn = bodies[index].function.map { passesOn(found, in: $0) } ?? false
        let given = isPassedOn ? bodies[index].function.flatMap { given[$0] } : nil
        // An override hands on what each delete gives it, which is found there.
        if hasCallers, given == nil, isOverride(bodies[index], of: found) { continue }
        all.append(
          call(
            of: found, given: given ?? [], in: bodies[index], place,
            isListedAtCallers: isListedAtCallers,
            settled: settled[index][number].union(
              found.via.flatMap { functions[$0] }.map {
                self.settled(before: found.value.type.entity, in: $0, settled)
              } ?? []),
            around: own))
      }
    }
    return all
  }

  /// The entities and relationships that the code around each call also handles, by the bodies.
  private func settledNames(by settlings: [Settling?]) -> [[Set<String>]] {
    let askedByCallers = questionsOfCallers
    let ofCallers = freed.flatMap(\.value)
    let deletedByCallers = Set(ofCallers.filter(\.isDeleted).map(\.unlink))
      .subtracting(ofCallers.filter { !$0.isDeleted }.map(\.unlink))
    return found.indices.map { index in
      let function = bodies[index].function
      let asked = function.flatMap { askedByCallers[$0] } ?? []
      return found[index].map { call in
        let names = settlings[index]?.names(for: call, in: code) ?? []
        return switch call.kind {
        case .delete, .save: names.union(asked)
        case .unlink:
          names.union(
            deletedParts(of: call, in: function, by: deletedByCallers).map { self.names(of: [$0]) }
              ?? [])
        case .batchDelete, .erase, .read, .share: names
        }
      }
    }
  }

  /// Whether a save is that of a delete about which the code asks more than about another one of the same entity, or
  /// as much as about one before it.
  private func isSettledMore(
    _ number: Int, than calls: [Evaluation.FoundCall], _ settled: [Set<String>]
  ) -> Bool {
    let call = calls[number]
    guard call.kind == .save else { return false }
    return calls.indices.contains { other in
      calls[other].kind == .save && calls[other].token == call.token && other != number
        && calls[other].value.type == call.value.type
        && (settled[other].count, other) < (settled[number].count, number)
    }
  }

  /// Whether a delete is that of a context's own `delete`, of the object that this is given.
  private func isOverride(_ body: Body, of call: Evaluation.FoundCall) -> Bool {
    guard let owner = body.owner, let function = body.function else { return false }
    return code.contexts.contains(owner) && call.value.given & 1 != 0
      && code.functions[function].declaration.name == "delete"
  }

  /// The facts about a delete that the code around it states.
  private struct Surroundings {
    /// The relationships of the deleted object that are empty.
    var emptied: Set<String>
    /// The entities of which every object is deleted as well.
    var wiped: Set<String>
    /// The entities of which objects are deleted behind it.
    var deletedBehind: Set<String>

    init(of call: Evaluation.FoundCall, _ settling: Settling?, in code: AppCode) {
      emptied = call.emptied
      wiped = settling?.wiped(for: call, in: code) ?? []
      deletedBehind = settling?.behind(call, in: code) ?? []
    }

    func union(_ other: Surroundings?) -> Surroundings {
      guard let other else { return self }
      var all = self
      all.emptied.formUnion(other.emptied)
      all.wiped.formUnion(other.wiped)
      all.deletedBehind.formUnion(other.deletedBehind)
      return all
    }

    mutating func formIntersection(_ other: Surroundings) {
      emptied.formIntersection(other.emptied)
      wiped.formIntersection(other.wiped)
      deletedBehind.formIntersection(other.deletedBehind)
    }
  }

  /// The facts that all callers of each function that deletes what it is given state; none of a function that
  /// anything may call.
  private func surroundings(
    of callers: [Int: [Caller]], _ settlings: [Settling?]
  ) -> [Int: Surroundings] {
    let escaped = escaped.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    var shared: [Int: Surroundings] = [:]
    for (function, calls) in callers where !escaped.contains(function) {
      for caller in calls {
        let call = found[Int(caller.body)][Int(caller.call)]
        let facts = Surroundings(of: call, settlings[Int(caller.body)], in: code)
        if shared[function] == nil {
          shared[function] = facts
        } else {
          shared[function]?.formIntersection(facts)
        }
      }
    }
    return shared
  }

  /// The relationships about which all callers of a function that saves ask, by the functions.
  private var questionsOfCallers: [Int: Set<String>] {
    var asked: [Int: Set<String>] = [:]
    for (body, functions) in called {
      for (function, filled) in functions where bodies[body].function != function {
        let names = Set(
          questions[body].filter { $0.deletes == 0..<Int.max && !filled.contains($0.use.name) }.map
          { code.name(of: $0.use) })
        asked[function] = asked[function]?.intersection(names) ?? names
      }
    }
    return asked
  }

  /// The entity of what an unlink sets free, where all callers of the function around delete that; nil for any
  /// other unlink.
  private func deletedParts(
    of call: Evaluation.FoundCall, in function: Int?, by callers: Set<Evaluation.FreeingUnlink>
  ) -> Int? {
    guard let function, let owner = call.owner, let use = call.relationship,
      callers.contains(Evaluation.FreeingUnlink(function: function, use: use))
    else { return nil }
    if code.declaration(use)?.isToMany == true {
      return code.destination(use.name, of: use.entity)?.entity
    }
    let isGiven =
      owner == "self"
      || code.functions[function].declaration.parameters.contains { $0.name == owner }
    return isGiven ? use.entity : nil
  }

  /// Entities and relationships that the body of a function settles before each delete of an entity's objects.
  private func settled(
    before entity: Int?, in body: Int, _ settled: [[Set<String>]]
  ) -> Set<String> {
    let deletes = zip(found[body], settled[body]).filter { call, _ in
      entity != nil && call.kind == .delete && call.value.type.entity == entity
    }.map(\.1)
    return deletes.dropFirst().reduce(deletes.first ?? []) { $0.intersection($1) }
  }

  /// A call of a function of the app that deletes what it is given: of which body, and there which.
  private struct Caller {
    let body: Int32
    let call: Int32
  }

  /// Whether a call deletes what the function around is given, of which that says no more.
  private func passesOn(_ call: Evaluation.FoundCall, in function: Int) -> Bool {
    call.kind.deletes && !call.isSuggested && call.value.type.entity == nil
      && call.value.type.entities.isEmpty
      && call.value.parameterMask != 0 && wrappers[function] != nil
  }

  /// The entities of what all callers of each function give it to delete; none of a function where that
  /// is not known of one, or there is none.
  private func entitiesGiven(by callers: [Int: [Caller]]) -> [Int: Set<Int>] {
    /// The functions that pass on what each is given.
    var passed: [Int: [Int]] = [:]
    var given: [Int: Set<Int>] = [:]
    let escaped = escaped.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    var unknown = wrappers.keys.filter { callers[$0] == nil || escaped.contains($0) }
    for (function, calls) in callers {
      given[function] = []
      for caller in calls {
        let call = found[Int(caller.body)][Int(caller.call)]
        let type = call.value.type
        let entities = type.allEntities
        if !entities.isEmpty {
          given[function]?.formUnion(entities)
        } else if let outer = bodies[Int(caller.body)].function, passesOn(call, in: outer) {
          passed[outer, default: []].append(function)
        } else {
          unknown.append(function)
        }
      }
    }
    var left = Array(given.keys)
    while true {
      if let function = unknown.popLast() {
        if given.removeValue(forKey: function) != nil || callers[function] == nil {
          unknown += passed[function] ?? []
        }
      } else if let function = left.popLast() {
        guard let entities = given[function] else { continue }
        for inner in passed[function] ?? [] {
          guard let known = given[inner], !entities.isSubset(of: known) else { continue }
          given[inner] = known.union(entities)
          // Of so many it is not worth knowing which.
          if known.count + entities.count > Limits.overloads { unknown.append(inner) }
          left.append(inner)
        }
      } else {
        return given
      }
    }
  }

  private func call(
    of found: Evaluation.FoundCall, given: Set<Int>, in body: Body, _ caller: String?,
    isListedAtCallers: Bool, settled: Set<String>, around: Surroundings
  ) -> DeleteCall {
    let tokens = code.files[body.file].tokens
    // What nothing but a name suggests is not resolved.
    let type = found.isSuggested ? .unknown : found.value.type
    let suggested = found.isSuggested && !found.entities.isEmpty ? found.entities : nil
    let allowed = found.isUnlinked ? [] : suggested
    var entity = type.entity
    var relationship: String?
    if let use = found.relationship {
      relationship = code.name(of: use)
      entity = code.destination(use.name, of: use.entity)?.entity
    }
    let known = entity.map { code.entities[$0] }
    let models = (entity.map { [$0] } ?? type.entities).map {
      Set(code.models(having: $0, from: body.file))
    }
    let inAll = models.dropFirst().reduce(models.first ?? []) { $0.intersection($1) }
    return DeleteCall(
      kind: found.kind, location: tokens.location(found.token), entity: known?.name,
      relationship: relationship, caller: caller,
      deletion: found.deletion.map(tokens.location), property: found.property,
      isWrite: found.isWrite, hiding: found.hiding,
      function: found.via.map { code.functions[$0].declaration.name },
      callee: found.via.map { via in
        let function = code.functions[via]
        let path = (function.owner.map { code.types[$0].path } ?? []) + [function.declaration.name]
        return "\(code.files[function.file].tokens.file) \(path.joined(separator: "."))"
      },
      entities: names(of: type.entities), givenEntities: names(of: given),
      // Of entities of different models, each model has some.
      models: (inAll.isEmpty ? models.reduce([]) { $0.union($1) } : inAll).sorted(),
      isToldInFunction: found.via.map { wrappers[$0]?.type == type && type.entity != nil } ?? false,
      alsoDeleted: names(of: found.added),
      savedWith: found.savedWith, emptied: around.emptied, swept: found.swept, settled: settled,
      wiped: around.wiped, deletedBehind: around.deletedBehind,
      isOfOtherContext: found.isOfOtherContext, sparesSubentities: found.sparesSubentities,
      isMerged: found.isMerged || handedOn(found, in: body),
      isListedAtCallers: isListedAtCallers,
      candidates: known == nil
        ? (allowed ?? code.candidates(for: found.value.type)
          ?? found.via.flatMap { wrappers[$0]?.candidates }
          ?? entities(allowedAt: found.token, of: found.kind, in: body.file)).map(names) : nil,
      framework: framework(of: found, given: given, in: body),
      doubt: suggested == nil || found.isUnlinked || !found.kind.deletes
        ? nil : found.via == nil ? .receiver : .function,
      classOutsideModels: code.classOutsideModels(of: type),
      uncalled: uncalled.code(ofFunction: body.function, property: body.property))
  }

  /// The framework of the models whose objects a call may delete, by the entities that its callers or its declared type
  /// allow, or by the types of the parameters that it deletes; nil where these do not say one, or where no model of that
  /// framework was read.
  private func framework(
    of call: Evaluation.FoundCall, given: Set<Int>, in body: Body
  ) -> Framework.Name? {
    let allowed = given.union(code.candidates(for: call.value.type) ?? [])
    let known = Set(allowed.map { code.models[code.entities[$0].model].framework })
    if !known.isEmpty { return known.count == 1 ? known.first : nil }
    if code.files[body.file].tokens.isWord(call.token, "NSBatchDeleteRequest") {
      return code.isModeled(.coreData) ? .coreData : nil
    }
    guard let function = body.function.map({ code.functions[$0] }) else { return nil }
    let declaration = function.declaration
    var types = declaration.parameters.prefix(Limits.parameters).enumerated()
      .filter { call.value.given & (1 << $0.offset) != 0 }.compactMap(\.element.type)
    let generics = declaration.generics + (function.owner.map { code.types[$0].generics } ?? [])
    types += generics.filter { generic in
      call.value.type.innermost.parameterName == generic.name
        || types.contains { $0.mentions(generic.name) }
    }.compactMap(\.constraint)
    let stated = Set(types.flatMap(\.frameworks))
    guard stated.count == 1, let framework = stated.first, code.isModeled(framework) else {
      return nil
    }
    return framework
  }

  /// The entities of Core Data, where a request of that deletes the rows; nil for any other call.
  private func entities(
    allowedAt token: Int, of kind: DeleteCall.Kind, in file: Int
  ) -> Set<Int>? {
    guard kind == .batchDelete, code.files[file].tokens.isWord(token, "NSBatchDeleteRequest") else {
      return nil
    }
    let allowed = code.entities.indices.filter {
      code.models[code.entities[$0].model].framework == .coreData
    }
    return allowed.isEmpty ? nil : Set(allowed)
  }

  /// Whether all callers of the function around a batch delete merge the result that it returns.
  private func handedOn(_ call: Evaluation.FoundCall, in body: Body) -> Bool {
    guard call.kind == .batchDelete, let function = body.function else { return false }
    return effects[function]?.returned.contains(call.token) == true && handedOn[function] == true
  }

  private func names(of entities: Set<Int>) -> [String] {
    entities.map { code.entities[$0].name }.sorted()
  }

  /// Returns the name of a body, after the names of the types around it.
  private func name(of body: Body) -> String? {
    let own = body.function.map { code.functions[$0].declaration.name } ?? body.name
    let names = (body.owner.map { code.types[$0].path } ?? []) + [own].compactMap(\.self)
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}

extension SwiftTokens {
  /// Whether the code assigns to a name, or to an element of what has it.
  fileprivate func isAssigned(_ name: Int) -> Bool {
    if isMark(name + 1, "=") { return true }
    let open = isMark(name + 1, "?") || isMark(name + 1, "!") ? name + 2 : name + 1
    return isMark(open, "[") && isMark(after(open), "=")
  }
}

extension DeleteCall.Kind {
  /// Whether objects are deleted of which the code says which.
  var deletes: Bool { self == .delete || self == .batchDelete }
}

extension TypeExpression {
  /// The frameworks whose objects it names.
  fileprivate var frameworks: [Framework.Name] {
    [
      mentions("NSManagedObject") || mentions("NSManagedObjectID") ? .coreData : nil,
      mentions("PersistentModel") || mentions("PersistentIdentifier") ? .swiftData : nil,
    ].compactMap(\.self)
  }

  /// Whether it is something to be shown or chosen, which deletes nothing yet.
  fileprivate var isOfInterface: Bool {
    switch self {
    case .optional(let inner), .array(let inner): inner.isOfInterface
    case .named(let path, _):
      path.last.map { name in
        name.hasPrefix("UI")
          || ["View", "Action", "Controller", "Content", "Menu", "Configuration"].contains {
            name.hasSuffix($0)
          }
      } ?? false
    case .composite, .conforming, .function: false
    }
  }
}
