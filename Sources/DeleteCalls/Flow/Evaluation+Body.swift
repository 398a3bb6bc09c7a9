import ObjectGraph
import SwiftSource

/// A body, from its beginning to its end.
extension Evaluation {
  /// Goes through the statements, or the accessors, that some tokens are.
  mutating func run(_ range: Range<Int>) {
    reading.body = range
    runBody(range)
    runDeferred(downTo: 0)
    if !later.tasks.isEmpty { later.unsaved = Set(deletions.pending.map(\.context)) }
    if later.isSavedByCallers {
      let deletions = deletions
      for context in later.unsaved { _ = self.deletions.save(context) }
      runTasks()
      self.deletions = deletions
    } else {
      runTasks()
    }
    settleLocalFunctions()
    recordUncalledMethods()
    invalidateSaves(since: 0, unless: [:])
    recordShares()
    releaseParts()
    settleKeptContexts()
    let merged = batches.mergedTokens
    if merged.isEmpty { return }
    for index in found.indices where found[index].kind == .batchDelete {
      if merged.contains(found[index].token) { found[index].change { $0.isMerged = true } }
    }
  }

  /// Takes back that objects are of another context where both are of the context of views, which is handed on.
  private mutating func settleKeptContexts() {
    if homes.kept.isEmpty { return }
    for index in found.indices where found[index].isOfOtherContext {
      found[index].change { [homes] in
        let both = $0.homes.map { $0.keeping(homes.kept) }
        $0.isOfOtherContext = both.count == 2 && both[0].isOther(than: both[1])
      }
    }
  }

  /// Finds the deletes of objects that nothing holds any more when they are saved.
  private mutating func releaseParts() {
    let released = parts.released(on: ways)
    if released.isEmpty { return }
    for index in found.indices where found[index].kind == .delete {
      let uses = released[found[index].token, default: []]
      if uses.isEmpty { continue }
      let names = Set(uses.compactMap(emptiedName))
      let ofOne = names.intersection(uses.filter { code.inverse(of: $0) == nil }.map(code.name))
      found[index].change {
        $0.emptiedOfOne.formUnion(ofOne.subtracting($0.emptied))
        $0.emptied.formUnion(names)
      }
    }
  }

  /// The relationship that is empty where what one holds is deleted as well as its holder: the inverse, unless
  /// that deletes something, or other objects may hold it, too; the one itself if it has none.
  private func emptiedName(of use: RelationshipUse) -> String? {
    guard let inverse = code.inverse(of: use) else {
      return use.isOfNew ? nil : code.name(of: use)
    }
    guard let declared = code.declaration(inverse), declared.deleteRule != .cascade,
      !declared.isToMany
    else { return nil }
    return inverse.name
  }

  /// Finds the reads in closures that begin when the function has ended, of what is gone by then.
  mutating func runTasks() {
    let (tasks, parts) = (later.tasks, parts)
    defer { self.parts = parts }
    for task in tasks where !deletions.savedDeletes.isEmpty {
      let (before, outer) = (found.count, (variables, shorthand, tokens, reading.literal))
      (variables, shorthand, tokens, reading.literal) = (
        task.variables, task.shorthand, task.tokens, task.literal
      )
      run(task.closure.body, declaring: task.captures)
      (variables, shorthand, tokens, reading.literal) = outer
      // All else that it does was found where it is made.
      let reads = found[before...].filter { $0.kind == .read }
      found.removeSubrange(before...)
      found += reads
    }
    later.tasks = []
  }

  /// Keeps a closure that begins when the function has ended.
  mutating func runLater(_ closure: SwiftClosure) {
    guard later.tasks.count < Limits.pending else { return }
    let captures = closure.captures.filter { $0.value != nil }.map { ($0.name, CodeValue.unknown) }
    later.tasks.append(
      LaterTask(
        closure: closure, captures: Dictionary(captures) { first, _ in first },
        variables: variables, shorthand: shorthand, tokens: tokens, literal: reading.literal))
  }

  /// Does what the members of a type within a function do, whose objects nothing else is known of.
  mutating func runMembers(_ range: Range<Int>) {
    let outer = own
    own = .unknown
    within { $0.runBody(range) }
    own = outer
  }

  /// Runs each statement as it is parsed, so that the tree of a large body is never whole in memory.
  mutating func runBody(_ range: Range<Int>) {
    var parser = SyntaxParser(tokens, in: range, depth: reading.nesting)
    parser.beginBody()
    while let statement = parser.nextStatement() { run(statement) }
    reportGaps(of: parser)
  }

  /// Returns the value of the expression in a range of tokens.
  ///
  /// - Parameters:
  ///   - range: The tokens.
  ///   - stated: The type that the code states for it; unknown for none.
  /// - Returns: The value.
  mutating func value(of range: Range<Int>, as stated: CodeType = .unknown) -> CodeValue {
    reading.body = range
    var parser = SyntaxParser(tokens, in: range)
    let expression = parser.value()
    reportGaps(of: parser)
    let value = value(of: expression, for: stated)
    runDeferred(downTo: 0)
    settleLocalFunctions()
    recordUncalledMethods()
    recordShares()
    return value
  }

  /// Keeps what a parser left out.
  mutating func reportGaps(of parser: SyntaxParser) {
    for range in parser.skipped { skip(range, because: .nesting) }
    for string in parser.cutStrings { skip(string..<string + 1, because: .interpolations) }
  }

  /// A token's place in the file: what is in a string is where that is.
  func place(_ token: Int) -> Int { reading.literal ?? token }

  /// Keeps a call, as long as a person may have written as many.
  mutating func record(_ call: FoundCall) {
    guard found.count < Limits.calls else {
      if !gaps.values.contains(.calls) { gaps[call.token] = .calls }
      return
    }
    var call = call
    call.block = Int32(ways.current)
    if call.kind.deletes, !parameters.conditions.isEmpty {
      call.change { $0.parameterConditions = parameters.conditions }
    }
    found.append(call)
  }

  /// Keeps the place of code that is not read, if that may delete something.
  private mutating func skip(_ range: Range<Int>, because reason: CodeGap.Reason) {
    // A function of the app that deletes what it is given deletes, too.
    let functions = WordSet(Set(summaries.deleting.map { code.functions[$0].declaration.name }))
    var mentionsDelete = false
    // The name that is called stands before its bracket.
    tokens.forEachWord(in: max(range.lowerBound - 2, 0)..<range.upperBound) { word, _ in
      if mentionsDelete { return }
      let hash = WordSet.hash(of: word)
      mentionsDelete =
        CodeGap.wordsOfDeletes.has(word, hash: hash) || functions.has(word, hash: hash)
    }
    if mentionsDelete { gaps[range.lowerBound] = reason }
  }

  /// One of some functions of the app at a token, not called.
  mutating func functionReference(to functions: [Int], at place: Int) -> CodeType {
    uses.reference = self.place(place)
    uses.escaped.formUnion(functions)
    for function in functions { recordCall(of: function) }
    return .function(functions)
  }

  /// Records what a function that saves is called with.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - isOwn: Whether it is called on the object that has the body.
  mutating func recordCall(of function: Int, onOwn isOwn: Bool = false) {
    if summaries.effects(of: function)?.saves.isEmpty != false { return }
    let filled = deletions.contents.full.compactMap {
      $0.split(separator: ".").last.map(String.init)
    }
    let empty = isOwn ? deletions.contents.empty.filter { $0.hasPrefix("self.") } : []
    let known = KnownAtCalls(filled: Set(filled), empty: Set(empty))
    uses.called[function] = uses.called[function]?.union(known) ?? known
  }

  /// Records whether an argument of a function of the app is new wherever that is called.
  mutating func recordGiven(_ value: CodeValue, as argument: AppCode.GivenArgument) {
    uses.givenNew[argument] = value.isNew && uses.givenNew[argument] != false
  }

  /// Calls one of some functions with each element of a collection, and returns it; nil where none fits.
  mutating func call(_ functions: [Int], withEach element: CodeValue) -> Int? {
    // They are passed to nothing else.
    uses.escaped.subtract(functions)
    let fitting = fitting(element, amongReferences: functions)
    let ambiguity = ambiguity(among: fitting)
    guard
      let function = ambiguity?.function ?? fitting.first(where: {
        summaries.wrapper(of: $0) != nil
      })
        ?? fitting.first
    else { return nil }
    recordGiven(element, as: AppCode.GivenArgument(function: function, argument: 0))
    let given = [Argument(label: nil, value: element)]
    if let wrapper = summaries.wrapper(of: function).flatMap({
      narrowed($0, of: function, by: given, at: [0])
    }) {
      for var (wrapper, value) in deletes(by: wrapper, function, given, at: [0], of: .unknown) {
        if let type = ambiguity?.type { (value.type, wrapper.isSuggested) = (type, true) }
        add(wrapper, value, at: uses.reference, via: function)
      }
    }
    dropUnlinks(relinkedBy: function)
    return function
  }

  /// Whether a name is first mentioned where a function of that name is declared, so that no call is before it.
  mutating func isDeclaredFirst(_ name: String) -> Bool {
    if reading.literal != nil { return false }
    var places = reading.firstPlaces ?? [:]
    if reading.firstPlaces == nil {
      tokens.forEachWord(in: reading.body) { _, place in
        if let word = tokens[place]?.name, places[word] == nil { places[word] = place }
      }
      reading.firstPlaces = places
    }
    return places[name].map { tokens.isWord($0 - 1, "func") } ?? false
  }

  /// Gives the calls in functions within this one the types that the calls of those say.
  private mutating func settleLocalFunctions() {
    if localFunctions.isEmpty { return }
    let meanings = localFunctions.values.reduce(into: [:]) { $0.merge($1.meanings) { $1 } }
    for index in found.indices { found[index].replace(meanings) }
  }

  /// Goes through the code in the string literal at a token.
  mutating func run(_ interpolations: [SwiftInterpolation], in string: Int) {
    let outer = (tokens, reading.literal)
    reading.literal = place(string)
    for interpolation in interpolations where found.count < Limits.calls {
      tokens = interpolation.tokens
      for argument in interpolation.arguments { _ = value(of: argument.value) }
    }
    (tokens, reading.literal) = outer
  }
}
