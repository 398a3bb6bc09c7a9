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
  var tokens: SwiftTokens
  /// The types around.
  let scope: CodeScope
  var own: CodeValue
  /// The type arguments of the generic parameters of the functions around.
  var generics: [String: CodeType]
  /// The deletes and saves of the app's functions.
  let summaries: FunctionSummaries
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
  var gaps: [Int: CodeGap.Reason] = [:]
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

  /// The code that is evaluated, and where it stands.
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
    /// The rows that the tables around give to their columns.
    var rows: [CodeValue] = []
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

  /// What is known wherever a body calls one function.
  struct KnownAtCalls {
    /// The relationships that hold something at one of the calls.
    var filled: Set<String>
    /// The values of the own object that hold nothing at any of them; none if it is called on another object.
    var empty: Set<String>

    func union(_ other: KnownAtCalls) -> KnownAtCalls {
      KnownAtCalls(filled: filled.union(other.filled), empty: empty.intersection(other.empty))
    }
  }

  /// The functions of the app that the body calls or names, as far as their other callers concern them.
  struct FunctionUses {
    /// The token that last named a function without calling it.
    var reference = 0
    /// The functions that are named without a call and may be called by anything.
    var escaped: Set<Int> = []
    /// Each method that deletes or unlinks what it is given and is named without a call, by its token.
    var methods: [Int: MethodReference] = [:]
    /// The functions that save and are called, each with what is known where it is.
    var called: [Int: KnownAtCalls] = [:]
    /// The objects that called functions have set free, and whether the code is certain to delete them then.
    var freed: [Freed] = []
    /// The deletes of called functions of what these are not given.
    var others: Set<ConditionalDelete> = []
    /// The objects of the body's own owner and of parameters that come into to-one relationships without an inverse, by
    /// their numbers, with those of the owners.
    var gifts: [(value: Int, owner: Int, use: RelationshipUse)] = []
    /// The calls of functions that delete every object of some entities.
    var wipes: [WipingCall] = []
    /// The objects given to each to-one without an inverse, by the names of these.
    var givenObjects: [String: GivenObjects] = [:]
    /// The objects that the code puts into lists of properties.
    var kept: [Kept] = []
    /// The numbers of the properties of which it deletes each element.
    var deletedLists: Set<Int> = []
    /// The arguments of functions, and whether each is a new object wherever the functions are called.
    var givenNew: [AppCode.GivenArgument: Bool] = [:]
  }

  /// A call of a function that deletes every object of some entities.
  struct WipingCall {
    let function: Int
    /// The entities that it deletes; none where the call may mean another function.
    let wipes: Set<FunctionEffects.Wipe>
    let place: CodeWays.Place
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

  /// An object that a list of a property gets.
  struct Kept {
    /// The number of the property.
    let property: Int
    let object: Int
    let entity: Int
    let place: CodeWays.Place
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
    summaries: FunctionSummaries = FunctionSummaries(), depth: Int = 0
  ) {
    self.code = code
    self.file = file
    self.summaries = summaries
    self.depth = depth
    tokens = code.files[file].tokens
    let entry = owner.map { code.types[$0] }
    scope = CodeScope(file: file, path: entry?.path ?? [])
    var type = owner.map { code.ownType($0, in: function, of: file) } ?? .unknown
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
}
