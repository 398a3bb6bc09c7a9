import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// Goes through the code of a function once, and finds out of each value what the code says of it.
///
/// This is no compiler: in the tree that `SyntaxParser` makes it follows names, declared types, calls of the app's own functions and of what
/// the frameworks are known to return. Of what it does not follow nothing is known.
struct Evaluation {
  let code: AppCode
  let file: Int
  private(set) var tokens: SwiftTokens
  /// The types around.
  let scope: CodeScope
  private(set) var own: CodeValue
  /// The type arguments of the generic parameters of the functions around.
  var generics: [String: CodeType]
  /// Functions that delete what they are given, by their numbers.
  let wrappers: [Int: Wrapper]
  /// The deletes and saves of functions, by their numbers.
  let effects: [Int: FunctionEffects]
  /// The number of properties without a declared type that led to this evaluation.
  let depth: Int
  var reading = Reading()
  var parameters = OwnParameters()
  var variables: [[String: CodeValue]] = [[:]]
  /// The values of `$0` and the like in the enclosing closures.
  var shorthand: [[CodeValue]] = []
  /// The functions within this one whose calls say more than their declarations, by the numbers of their values.
  var localFunctions: [Int: LocalFunction] = [:]
  var found: [FoundCall] = []
  /// The first token of each piece of code that mentions a delete and exceeds a limit.
  private(set) var gaps: [Int: CodeGap.Reason] = [:]
  var uses = FunctionUses()
  var returned = Returned()
  var deletions = DeletionState()
  var unlinks = Unlinks()
  var parts = DeletedParts()
  var batches = BatchDeletes()
  var sharing = Sharing()
  var closures = PassedClosures()
  var answers = Answers()
  var homes = Homes()
  var ways = CodeWays()
  /// The `defer` blocks that are still to be done.
  var deferred: [SwiftBlock] = []
  var later = LaterTasks()
  var sought = SoughtAssignments()

  /// What is evaluated, and where that stands in the code.
  struct Reading {
    /// The tokens of the body.
    var body = 0..<0
    /// The first place of each word there, which is looked for when it is needed.
    var firstPlaces: [String: Int]?
    /// The number of enclosing blocks and calls.
    var nesting = 0
    /// The string literal whose interpolation is read, in the tokens of the file; nil outside of all.
    var literal: Int?
    /// The first of the attributes before the next declaration.
    var attribute: Int?
    /// The call that is the statement around.
    var statementCall = StatementCall(places: [], mayBeReturned: false)
    /// The last token of what is assigned to.
    var target: Int?
    /// Whether the only condition of a branch is evaluated.
    var isDeciding = false
  }

  /// The parameters of the function around.
  struct OwnParameters {
    /// Their numbers, as objects.
    var objects: [Int] = []
    /// The number of the last one, as an object; the first is that of `self`.
    var last = 0
    /// The bits of those that are objects, or lists of these.
    var bitsOfObjects: UInt64 = 0
    /// The names of those that are never nil.
    var required: Set<String> = []
    /// The names that the body declares.
    var redeclared: Set<String> = []
    /// The conditions on them that hold here.
    var conditions: [ParameterCondition] = []
  }

  /// The functions of the app that the body calls or names, as far as their other callers concern them.
  struct FunctionUses {
    /// The token that last named a function without calling it.
    var reference = 0
    /// The functions that are named without a call and may be called by anything.
    var escaped: Set<Int> = []
    /// Each method that deletes or unlinks what it is given and is named without a call, by its token.
    var methods: [Int: MethodReference] = [:]
    /// The functions that save and are called, each with the relationships that hold something then.
    var called: [Int: Set<String>] = [:]
    /// The objects that called functions have set free, and whether the code is certain to delete them then.
    var freed: [Freed] = []
    /// The arguments of functions, and whether each is a new object wherever the functions are called.
    var givenNew: [AppCode.GivenArgument: Bool] = [:]
  }

  /// The contexts of which the code says something on its way.
  struct Homes {
    /// The tokens of contexts for the main queue that the code hands on, so that these are those of views.
    var kept: Set<Int> = []
    /// The contexts that are assigned to names, as far as the code says which these are.
    var assigned: [String: ContextHome?] = [:]
  }

  /// The closures that begin when the function has ended, and the deletes that these find unsaved.
  struct LaterTasks {
    var tasks: [LaterTask] = []
    /// The contexts with deletes that the function leaves unsaved where such closures begin.
    var unsaved: Set<String> = []
    /// Whether a caller saves what the function leaves deleted, before they begin.
    var isSavedByCallers = false
    /// The called functions that leave deletes unsaved and closures behind, since the code last waited.
    var leaving: [(function: Int, context: String, place: CodeWays.Place)] = []
    /// The functions among these that are called before a save, with the places of both.
    var saved: [(function: Int, call: CodeWays.Place, save: CodeWays.Place)] = []
  }

  /// The assignments to properties that are looked for.
  struct SoughtAssignments {
    /// The names of the properties.
    var names: Set<String> = []
    var found: [AppCode.Assignment] = []
  }

  /// The functions whose deletes the code saves, without waiting before that.
  var savedFunctions: Set<Int> {
    Set(later.saved.filter { ways.mayMeet($0.call, $0.save) }.map(\.function))
  }

  /// An object, or a list of objects, that a called function takes out of what holds it.
  struct Freed {
    let unlink: FreeingUnlink
    let object: Int
    let place: CodeWays.Place
    var isDeleted = false
  }

  /// An unlink of what a function is given: by setting its own reference, or out of what it is taken from.
  struct FreeingUnlink: Hashable {
    let function: Int
    let use: RelationshipUse
  }

  /// A call that is a statement: the tokens that it may be known by.
  struct StatementCall {
    let places: [Int]
    /// Whether the statement may be the value of the body around.
    let mayBeReturned: Bool
  }

  /// A closure that begins when the function has ended, with what is in scope where it is made.
  struct LaterTask {
    let closure: SwiftClosure
    /// The names of what it keeps from when it is made.
    let captures: [String: CodeValue]
    let variables: [[String: CodeValue]]
    let shorthand: [[CodeValue]]
    let tokens: SwiftTokens
    let literal: Int?
  }

  /// A description of which arguments a function deletes.
  struct Wrapper: Equatable {
    /// A bit for each deleted parameter; the last bit is for the object that the function is
    /// called on.
    var parameterMask: UInt64
    /// The bits of the parameters that are the objects themselves, and not keys to find them by.
    var given: UInt64
    /// Whether all that it deletes are rows.
    var kind: DeleteCall.Kind
    /// Whether no more than names says that it deletes anything.
    var isSuggested = false
    /// The relationships of what it deletes that it empties before.
    var emptied: Set<String> = []
    /// The entities of what it deletes in addition, as the parts of what it is given.
    var added: Set<ConditionalDelete> = []
    /// The context through which it deletes all.
    var home: ContextHome?
    /// Whether no batch delete in it takes rows of subentities.
    var sparesSubentities = false
    /// Whether it is certain to delete every row of each entity that it is given.
    var takesAll = false
    /// Whether it deletes what it is given on every path.
    var isCertain = false
    /// Whether a condition decides about all that it deletes.
    var isConditional = false
    /// Whether it merges the identifiers of all that its batch deletes take.
    var isMerged = false
    /// The entities that the declared types of what it deletes allow; nil for all.
    var candidates: Set<Int>?
    /// The deletes of what it is given, with the conditions for each.
    var deletes: Set<ConditionalDelete>

    /// The entities of all that it is sure to delete; none if these depend on the arguments.
    var entities: Set<Int> {
      let deletes = deletes.filter { $0.keyed == nil }
      return deletes.contains { $0.entities.isEmpty }
        ? [] : deletes.reduce(into: []) { $0.formUnion($1.entities) }
    }

    /// The type that is certain to be deleted; unknown if it depends on the arguments.
    var type: CodeType {
      let entities = entities
      return entities.count > 1
        ? .each(entities) : entities.first.map(CodeType.entity) ?? .unknown
    }
  }

  static let maskOfSelf: UInt64 = 1 << 63
  /// The number of the object that the function is called on; those of its parameters follow.
  static let numberOfSelf = 1
  /// The bit of what a setter is given, which is no parameter.
  static let maskOfNewValue: UInt64 = 1 << 62

  init(
    _ code: AppCode, file: Int, owner: Int?, function: SwiftFunction? = nil,
    wrappers: [Int: Wrapper] = [:], effects: [Int: FunctionEffects] = [:], depth: Int = 0
  ) {
    self.code = code
    self.file = file
    self.wrappers = wrappers
    self.effects = effects
    self.depth = depth
    tokens = code.files[file].tokens
    let entry = owner.map { code.types[$0] }
    scope = CodeScope(file: file, path: entry?.path ?? [])
    var type = owner.map(code.ownType) ?? .unknown
    let isStatic = function?.isStatic == true
    let isOfModels = type == .anyModel || owner.map(code.isOfModels) == true
    let isCollection = if case .collection = type { true } else { false }
    let isModel = type.entity != nil || type == .anyModel || isOfModels || isCollection
    let generics = Self.generics(of: function, in: code, scope)
    type = type.forObjects(of: generics["Element"] ?? generics["T"] ?? generics["ResultType"])
    // `Self` of a protocol, or of a class that is no entity, is what a static function is called on.
    if isStatic, isOfModels, type.entity == nil {
      type = AppCode.generic("Self", Self.maskOfSelf, type)
    }
    own = CodeValue(
      type: isStatic ? .metatype(type) : type, parameterMask: isModel ? Self.maskOfSelf : 0,
      given: isModel && !isStatic ? Self.maskOfSelf : 0, isNew: Self.isMaking(function?.name))
    own.object = Self.numberOfSelf
    if own.type.isOfObjects { own.home = .caller }
    self.generics = generics
    if let result = function?.result { returned.type = resolved(result) }
    for (place, parameter) in (function?.parameters ?? []).enumerated() {
      let type = resolved(parameter.type)
      let isGiven = type != .context && place < Limits.parameters
      let bit: UInt64 = isGiven ? 1 << place : 0
      if type.isOfObjects { parameters.bitsOfObjects |= bit }
      var value = CodeValue(type: type, parameterMask: bit, given: bit)
      value.home = home(of: type, in: owner)
      if value.home == nil, type.isOfObjects || type == .context { value.home = .caller }
      declare(parameter.name, value)
      parameters.objects.append(variable(parameter.name)?.object ?? 0)
      if parameter.type?.mayBeNil == false { parameters.required.insert(parameter.name) }
    }
    parameters.last = deletions.newObject()
  }

  /// Whether a function is called on an object that is being made.
  private static func isMaking(_ name: String?) -> Bool {
    name == "init" || name == "awakeFromInsert"
  }

  /// The type arguments of a function.
  private static func generics(
    of function: SwiftFunction?, in code: AppCode, _ scope: CodeScope
  ) -> [String: CodeType] {
    var found: [String: CodeType] = [:]
    guard let function else { return found }
    for generic in function.generics {
      var parameterMask: UInt64 = 0
      for (place, parameter) in function.parameters.prefix(Limits.parameters).enumerated()
      where parameter.type?.mentions(generic.name) == true { parameterMask |= 1 << place }
      let constraint = code.resolved(generic.constraint, in: scope)
      found[generic.name] =
        generic.isSame ? constraint : AppCode.generic(generic.name, parameterMask, constraint)
    }
    return found
  }

  func resolved(_ type: TypeExpression?) -> CodeType {
    code.resolved(
      type, in: scope, own: own.type.instance.isKnown ? own.type.instance : own.type,
      bound: generics)
  }

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
      let names = released[found[index].token, default: []].compactMap(emptiedName)
      if !names.isEmpty { found[index].change { $0.emptied.formUnion(names) } }
    }
  }

  /// The relationship that is empty where what one holds is deleted as well as its holder: the inverse, unless
  /// that deletes something, or other objects may hold it, too.
  private func emptiedName(of use: RelationshipUse) -> String? {
    guard let inverse = code.inverse(of: use), let declared = code.declaration(inverse),
      declared.deleteRule != .cascade, !declared.isToMany
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

  func variable(_ name: String) -> CodeValue? {
    for scope in variables.reversed() {
      if let value = scope[name] { return value }
    }
    return nil
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
    let functions = WordSet(Set(wrappers.keys.map { code.functions[$0].declaration.name }))
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
  mutating func recordCall(of function: Int) {
    if effects[function]?.saves.isEmpty != false { return }
    let filled = deletions.contents.full.compactMap {
      $0.split(separator: ".").last.map(String.init)
    }
    uses.called[function, default: []].formUnion(filled)
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
      let function = ambiguity?.function ?? fitting.first(where: { wrappers[$0] != nil })
        ?? fitting.first
    else { return nil }
    recordGiven(element, as: AppCode.GivenArgument(function: function, argument: 0))
    let given = [Argument(label: nil, value: element)]
    if let wrapper = wrappers[function].flatMap({
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

  /// Declares a variable.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - value: Its value.
  ///   - isAgain: Whether the condition of the block has declared it already.
  mutating func declare(_ name: String, _ value: CodeValue, isAgain: Bool = false) {
    if parameters.last != 0 { parameters.redeclared.insert(name) }
    deletions.shadow(name)
    if let shadowed = variable(name)?.object, parameters.objects.contains(shadowed) {
      unlinks.shadowParameter(name)
    }
    if !isAgain { invalidateLinks(of: name) }
    answers.shadow(name)
    deletions.contents.shadow(name)
    var value = value
    value.object = object(of: value)
    recordPart(value)
    // A context is told from others by its first name.
    let isContext = value.type.isContext && value.name != nil && !value.isNew
    if !isContext { value.name = name }
    // A copy of what a relationship holds.
    if case .collection = value.type, !value.isProxy {
      value.copied = value.relationship ?? value.copied
      value.relationship = nil
    }
    if !value.lacking.isEmpty { unlinks.isLacking = true }
    variables[variables.count - 1][name] = value
  }

  /// Records that something is removed from the value of a name.
  mutating func markAsPart(_ name: String?) {
    guard let name else { return }
    unlinks.collected.remove(name)
    change(name) { $0.isPart = true }
    renew(name)
  }

  /// Records that something is added to the value of a name.
  ///
  /// - Parameters:
  ///   - name: The name; nil for none.
  ///   - added: The types of what is added; nil where that is not known.
  ///   - value: What is added.
  mutating func fill(
    _ name: String?, adding added: [CodeType]? = nil, of value: CodeValue = .unknown
  ) {
    guard let name else { return }
    deletions.contents.empty.remove(name)
    let list = variable(name)
    renew(name)
    if let list, let added, case .collection = list.type {
      let new = added.reduce(list) { widened($0, name, by: $1) }
      change(name) { ($0.type, $0.isNarrowed) = (new.type, new.isNarrowed) }
      deletions.add(value, to: list, numbered: variable(name)?.object ?? 0)
    }
    if let number = variable(name)?.object, list?.isEmpty == true, value.list != 0 {
      deletions.related.add(number, partOf: value.list)
    }
    let source =
      value.relationship ?? value.copied ?? value.holder.first.flatMap { $0.path.last }
    // What a condition leaves out here may be added in another place.
    let place = ways.place(at: -1)
    let isOfSome = source != nil && list?.isEmpty == true && !ways.isInEveryRound(place)
    let isOfMore = unlinks.collected.remove(name) != nil
    if isOfSome { unlinks.collected.insert(name) }
    change(name) {
      if isOfSome || isOfMore { $0.isPart = isOfSome }
      ($0.isEmpty, $0.isNew) = (false, false)
      // It may hold again all that a relationship holds.
      if $0.relationship == nil, $0.copied == nil { $0.copied = source }
    }
  }

  /// Returns the list of a name after an object is added that may be of another entity.
  private func widened(_ list: CodeValue, _ name: String, by added: CodeType) -> CodeValue {
    var list = list
    let element = list.type.element
    let isOfAny =
      [.anyModel, .metatype(.anyModel), .identifier(.unknown)].contains(element)
      || code.isBase(element)
    let isOfKind =
      if let one = added.entity, let other = element.entity { code.isKind(one, of: other) } else {
        added == element
      }
    if isOfKind { return list }
    let isKnown = added.entity != nil || !added.entities.isEmpty
    if isOfAny {
      // All that is in it was added by what is read.
      if list.isEmpty, isKnown {
        (list.type, list.isNarrowed, list.isEmpty) = (.collection(added), true, false)
      }
    } else if isKnown, variables.last?[name] != nil {
      list.type = .collection(Self.common([element, added]))
    } else if isKnown || list.isNarrowed {
      list.type = list.type.ofAnyEntity
    }
    return list
  }

  /// The number of the object that a name gets with a value.
  private mutating func object(of value: CodeValue) -> Int {
    value.object != 0 && isHeld(value) ? value.object : deletions.newObject()
  }

  /// Records that the value of a name may be another one, or that a list has other elements.
  mutating func renew(_ name: String) {
    deletions.shadow(name)
    let object = deletions.newObject()
    change(name) {
      ($0.object, $0.list, $0.holder, $0.objects, $0.lacking) = (object, 0, [], [], [])
      // A list of several entities may have others now.
      if !$0.type.entities.isEmpty { $0.type = $0.type.ofAnyEntity }
    }
  }

  /// Changes what is known of the value of a variable, here and where the block around has ended.
  mutating func change(_ name: String, _ change: (inout CodeValue) -> Void) {
    for index in variables.indices where variables[index][name] != nil {
      change(&variables[index][name, default: .unknown])
    }
  }

  /// Records that a variable has another value: for certain as far as the block around goes.
  mutating func replace(_ name: String, by value: CodeValue) {
    guard var here = variable(name) else { return }
    renew(name)
    let isOther = isOther(value, than: here)
    change(name) {
      $0.isNew = $0.isNew && value.isNew
      $0.isEmpty = $0.isEmpty && value.isEmpty
      $0.takesAll = $0.takesAll && value.takesAll
      $0.isStored = $0.isStored || value.isStored
      if isOther { ($0.type, $0.given) = (.unknown, 0) }
    }
    if isOther { (here.type, here.given) = (value.type, value.given) }
    (here.isNew, here.isEmpty, here.takesAll) = (value.isNew, value.isEmpty, value.takesAll)
    (here.object, here.list, here.whole) = (object(of: value), value.list, value.whole)
    recordPart(here)
    (here.holder, here.objects, here.lacking) = (value.holder, value.objects, value.lacking)
    variables[variables.count - 1][name] = here
  }

  /// Whether a variable gets what is of another entity than what it had, or another identifier.
  private func isOther(_ value: CodeValue, than old: CodeValue) -> Bool {
    if old.isNarrowed, value.type.entity == nil { return value.type != old.type }
    if old.type.isIdentifier { return value.given != old.given || value.type != old.type }
    let isOfSeveral = if case .oneOf = old.type.innermost { true } else { false }
    if isOfSeveral || !old.type.entities.isEmpty { return value.type != old.type }
    guard let known = old.type.innermost.entity, let new = value.type.innermost.entity else {
      return false
    }
    return !code.isKind(new, of: known)
  }

  /// Records that something is added to the value of a name, or set as one of its properties.
  mutating func addParameters(of value: CodeValue, to name: String?) {
    guard value.parameterMask != 0, let root = name?.split(separator: ".").first.map(String.init)
    else {
      return
    }
    change(root) { $0.parameterMask |= value.parameterMask }
  }

  /// Does what is within brackets of any kind.
  ///
  /// - Parameters:
  ///   - new: The variables that are added to those in scope.
  ///   - known: The contents that are known there as well.
  ///   - isCertain: Whether it is done whenever the code gets there.
  ///   - isAgain: Whether a condition before it has declared the variables already.
  ///   - run: Does what is in there.
  mutating func within(
    declaring new: [String: CodeValue] = [:], knowing known: Contents = Contents(),
    isCertain: Bool = false, isAgain: Bool = false,
    _ run: (inout Evaluation) -> Void
  ) {
    reading.nesting += 1
    variables.append([:])
    let (gone, saved, unlinked) = (deletions.savedDeletes, deletions.saved, unlinks.current)
    let (rolledBack, contents) = (deletions.rolledBack, deletions.contents)
    let (foundBefore, decided) = (found.count, parameters.conditions)
    let outerAnswers = answers
    answers.enterBlock()
    for (name, value) in new { declare(name, value, isAgain: isAgain) }
    deletions.contents = deletions.contents.union(known)
    let (deferredBefore, releasedBefore) = (deferred.count, deletions.released.count)
    run(&self)
    runDeferred(downTo: deferredBefore)
    for name in variables.removeLast().keys { deletions.invalidateProperties(of: name) }
    answers.leaveBlock(to: outerAnswers)
    invalidateSaves(since: foundBefore, unless: rolledBack)
    deletions.contents = contents.intersection(deletions.contents)
    // Whether what is in there is done is not known behind it.
    unlinks.ofLastBlock = unlinks.current
    (deletions.savedDeletesInLastBlock, deletions.savedInLastBlock) = (
      deletions.savedDeletes, deletions.saved
    )
    if !isCertain {
      (deletions.savedDeletes, deletions.saved) = (gone, saved)
      unlinks.current = unlinked.filter(unlinks.current.contains)
      deletions.rolledBack = rolledBack
      restoreHolders(after: releasedBefore)
    }
    parameters.conditions = decided
    reading.nesting -= 1
  }

  /// Leaves out the saves whose failure is hidden and whose context is rolled back behind them.
  private mutating func invalidateSaves(since count: Int, unless before: [String: Int]) {
    let new = deletions.rolledBack.filter { before[$0.key] != $0.value }
    if new.isEmpty || found.count == count { return }
    let kept = found[count...].filter { call in
      guard call.kind == .save, let end = call.context.flatMap({ new[$0] }) else { return true }
      return call.token > end
    }
    found.replaceSubrange(count..., with: kept)
  }

  /// Does what is in a block.
  ///
  /// - Returns: Whether the block is left for good at its end.
  @discardableResult
  mutating func run(
    _ block: SwiftBlock, declaring new: [String: CodeValue] = [:],
    knowing known: Contents = Contents(), assuming facts: Facts = Facts(),
    isCertain: Bool = false, as kind: CodeWays.Block? = nil
  ) -> Bool {
    let (before, unlinked, contents) = (deletions.pending, unlinks.current, deletions.contents)
    let (outerLeaves, checked, kept) = (deletions.isLeft, deletions.checked, answers)
    deletions.isLeft = false
    let around = kind.map { ways.enter($0) }
    within(
      declaring: new, knowing: known, isCertain: isCertain,
      isAgain: kind == .branch || kind == .handler
    ) {
      $0.assume(facts)
      $0.ask(for: known)
      $0.run(block.statements)
    }
    if let around { ways.leave(to: around) }
    if [.branch, .choice, .handler].contains(kind) { deletions.checked = checked }
    let leaves = deletions.isLeft
    // What was deleted, or linked, before a return is not what is there behind it.
    if leaves {
      (deletions.pending, unlinks.current, deletions.contents) = (before, unlinked, contents)
      answers = kept
    }
    deletions.isLeft = outerLeaves
    return leaves
  }
}
