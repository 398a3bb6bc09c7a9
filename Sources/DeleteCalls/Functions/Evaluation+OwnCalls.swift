import ModelFiles
import ObjectGraph
import SwiftSource

/// The values that a function returns.
struct Returned {
  /// The type that the code states for it.
  var type = CodeType.unknown
  /// The context of what the function around returned last.
  var home: ContextHome?
  /// The values that the enclosing closures return.
  var byClosures: [CodeValue] = []
  private var stated: [CodeValue] = []
  /// The values of statements, one of which a body without `return` returns.
  private var expressions: [CodeValue] = []

  mutating func add(_ value: CodeValue) { Self.add(value, to: &stated) }
  mutating func addExpression(_ value: CodeValue) { Self.add(value, to: &expressions) }

  /// Adds a value; one of too many is not known.
  private static func add(_ value: CodeValue, to values: inout [CodeValue]) {
    if value.isNil { return }
    if values.count < Limits.pending { values.append(value) } else { values[0] = .unknown }
  }

  /// The values, without nil.
  var values: [CodeValue] { stated.isEmpty ? expressions : stated }
}

/// The effects and results of calls of the app's own functions.
extension Evaluation {
  /// A call of one of the app's functions that were chosen for it.
  private struct OwnCall {
    let function: Int
    let base: CodeValue?
    let given: [Argument]
    let places: [Int]
    let place: Int
    /// The functions that the call may mean.
    let candidates: [Int]
    /// The type of what is deleted if the arguments do not choose between several functions, with one of these.
    let ambiguity: (function: Int, type: CodeType)?
  }

  /// A call of a function that a file declares; nil where none fits.
  mutating func ownCall(
    of name: String, _ base: CodeValue?, _ given: [Argument], at place: Int
  ) -> CodeValue? {
    // Whatever a context of the app's own does besides, it deletes the object that it is given.
    if name == "delete", (base ?? own).type == .context, given.count == 1, given[0].label == nil {
      guard case .collection = given[0].value.type else { return nil }
    }
    let candidates = candidates(for: name, base, given, at: place)
    // One that deletes what it is given is meant before one that is only required.
    let ambiguity = ambiguity(among: candidates)
    guard
      let function = ambiguity?.function ?? candidates.first(where: {
        summaries.wrapper(of: $0) != nil
      })
        ?? candidates.first
    else { return nil }
    let declaration = code.functions[function].declaration
    let call = OwnCall(
      function: function, base: base, given: given,
      places: parameters(for: given, in: declaration) ?? [], place: place, candidates: candidates,
      ambiguity: ambiguity)
    addDeletes(of: call)
    pass(call)
    var parameterMask = given.reduce(base?.parameterMask ?? 0) { $0 | $1.value.parameterMask }
    if base == nil { parameterMask |= own.parameterMask }
    if var effects = summaries.effects(of: function) {
      // The call may mean another implementation, which unlinks nothing.
      if candidates.count(where: { code.functions[$0].declaration.body != nil }) > 1 {
        effects.unlinks = Set(effects.unlinks.map(\.ofUncertainCall))
        (effects.freeings, effects.wipes) = ([], [])
        effects.takings = Set(effects.takings.map(\.ofUncertainCall))
      }
      if summaries.effects(of: function)?.wipes.isEmpty == false, uses.wipes.count < Limits.pending
      {
        uses.wipes.append(
          WipingCall(function: function, wipes: effects.wipes, place: ways.place(at: place)))
      }
      apply(effects, of: function, base, given, call.places, at: place)
      parameterMask |= applyBatches(effects, function, given, call.places, at: place)
    }
    addOthers(by: candidates, given, at: place)
    // It may set any property again, as one that fetches a list does after a delete.
    if summaries.wrapper(of: function) == nil {
      let deleted = summaries.effects(of: function).map {
        propertiesHolding(deletedBy: $0, base, given, call.places)
      }
      let kept = (deleted ?? []).union(deletions.held.keys.filter(isConstant))
      deletions.invalidateProperties(unless: kept.contains)
    }
    var result = result(of: call, named: name, parameterMask)
    if let effects = summaries.effects(of: function) {
      insert(effects, base, given, call.places, returning: &result)
    }
    return result
  }

  /// Records what a called function deletes of what it is not given, if only one can be meant.
  private mutating func addOthers(by candidates: [Int], _ given: [Argument], at token: Int) {
    let meant = candidates.filter { code.functions[$0].declaration.body != nil }
    guard meant.count == 1, uses.others.count < Limits.pending,
      let others = summaries.effects(of: meant[0])?.others, !others.isEmpty,
      !ways.isInHandler(ways.place(at: token))
    else { return }
    let places = parameters(for: given, in: code.functions[meant[0]].declaration) ?? []
    for other in others
    where !areContradicted(other.conditions, of: meant[0], by: given, at: places) {
      uses.others.insert(
        ConditionalDelete(entities: other.entities, conditions: parameters.conditions))
    }
  }

  /// Returns the functions that a call by a name may mean.
  private func candidates(
    for name: String, _ base: CodeValue?, _ given: [Argument], at place: Int
  ) -> [Int] {
    var candidates: [Int]
    if let base {
      if name == "init" { return [] }
      candidates = code.functions(
        name, of: base.type.instance.isKnown ? base.type.instance : base.type)
    } else {
      candidates = code.functions(
        name, of: own.type.instance.isKnown ? own.type.instance : own.type)
      if candidates.isEmpty { candidates = code.functions(named: name, of: nil) }
    }
    // A type has its static functions, and an object the others.
    let isStatic = if case .metatype = (base ?? own).type { true } else { false }
    let ofKind = candidates.filter { code.functions[$0].declaration.isStatic == isStatic }
    candidates = fitting(given, among: ofKind.isEmpty ? candidates : ofKind)
    if reading.statementCall.places.contains(place), !reading.statementCall.mayBeReturned {
      // Of two that differ in their results, the one without is meant where that is dropped.
      let wanted = candidates.filter { code.functions[$0].declaration.result == nil }
      if !wanted.isEmpty { candidates = wanted }
    }
    candidates = notHidden(candidates, in: base?.type ?? own.type)
    return base.map { implementations(candidates, of: name, given, by: $0) } ?? candidates
  }

  /// Adds what a call deletes.
  private mutating func addDeletes(of call: OwnCall) {
    let (function, given, places) = (call.function, call.given, call.places)
    var receiver = call.base ?? own
    // Where all that says what is deleted is left out, the function alone says it.
    let givenBits = zip(given, places).reduce(Self.maskOfSelf) { bits, given in
      given.1 < Limits.parameters && !given.0.isNothing ? bits | 1 << given.1 : bits
    }
    let deleting = call.candidates.filter { summaries.wrapper(of: $0) != nil }
    if let type = code.conformingType(receiver.type, having: deleting) { receiver.type = type }
    guard
      let wrapper = summaries.wrapper(of: function).flatMap({
        narrowed($0, of: function, by: given, at: places)
      }).map({ undecided($0, among: deleting, of: receiver) }),
      wrapper.parameterMask & givenBits != 0
    else { return }
    let context = summaries.effects(of: function)?.onlyContext.flatMap {
      self.name(of: $0, call.base, given, places)
    }
    let (known, told) = (deletions.contents, contents(toldTo: wrapper, by: given, at: places))
    deletions.contents = known.union(told)
    ask(for: told)
    for var (wrapper, value) in deletes(by: wrapper, function, given, at: places, of: receiver) {
      if let type = call.ambiguity?.type { (value.type, wrapper.isSuggested) = (type, true) }
      add(wrapper, value, at: call.place, via: function, insertedBy: context)
    }
    if !told.isEmpty { deletions.contents = known }
  }

  /// The contents that arguments state to be there wherever a function deletes anything, by the truths on which it
  /// decides: `remove(trip, if: trip.stops.isEmpty)`.
  private func contents(
    toldTo wrapper: Wrapper, by given: [Argument], at places: [Int]
  ) -> Contents {
    zip(given, places).reduce(into: Contents()) { told, argument in
      let decisions = Set(
        wrapper.deletes.map { delete in
          delete.conditions.first {
            $0.parameter == argument.1 && $0.alternatives == .constants(["true"])
          }?.isAmong
        })
      guard let expression = argument.0.expression, decisions.count == 1,
        let isTrue = decisions.first ?? nil
      else { return }
      let said = emptiness(saidBy: expression)
      told = told.union(isTrue ? said.holding : said.failing)
    }
  }

  /// Records what a call hands over to its function.
  private mutating func pass(_ call: OwnCall) {
    let (function, given, places) = (call.function, call.given, call.places)
    let all = given.map(\.value) + [call.base ?? own]
    recordCall(of: function, onOwn: call.base == nil || call.base?.name == "self")
    deletions.handedOver.formUnion(all.filter(\.type.isOfObjects).compactMap(\.type.entity))
    ask(function, about: all)
    let parameters = code.functions[function].declaration.parameters
    ask(
      byErrorsOf: function,
      about: zip(given, places).reduce(into: ["self": call.base ?? own]) {
        $0[parameters[$1.1].name] = $1.0.value
      })
    let new = given.filter(\.value.isNew).compactMap(\.value.type.entity)
    let linked = new.isEmpty ? [] : links(by: function)
    deletions.linked.formUnion(
      new.filter { entity in linked.contains { code.relationship($0, of: entity) != nil } })
    readGone(given, call.base ?? nearby("self"), by: function, places, at: call.place)
    for (value, place) in zip(all, places + [-1]) {
      recordGiven(value, as: AppCode.GivenArgument(function: function, argument: place))
    }
    passOn(given.map(\.value) + [call.base].compactMap(\.self))
    dropUnlinks(relinkedBy: function)
    self.call(given, passedTo: function, at: places, call.place)
  }

  /// Returns the result of a call.
  private mutating func result(
    of call: OwnCall, named name: String, _ parameterMask: UInt64
  ) -> CodeValue {
    let (function, given, places) = (call.function, call.given, call.places)
    let declaration = code.functions[function].declaration
    var bound: [String: CodeType] = [:]
    for (number, argument) in given.enumerated() where places.indices.contains(number) {
      guard let type = declaration.parameters[places[number]].argumentType else { continue }
      bind(type, to: argument.value.type, in: declaration.generics, &bound)
    }
    // A function that is given one to call gives that what the parameter's type says.
    for (argument, place) in zip(given, places) {
      guard case .function(let functions) = argument.value.type,
        let taken = declaration.parameters[place].type.flatMap(Self.functionParameters)?.first
      else { continue }
      _ = self.call(
        functions, withEach: CodeValue(type: resolvedResult(taken, of: function, bound)))
    }
    // A function that returns `Self` returns the type it is called on, wherever it is declared.
    let receiver = (call.base ?? own).type
    var result = CodeValue(
      type: resolvedResult(
        declaration.result, of: function, bound,
        own: !receiver.statesEntity
          ? nil : receiver.instance.isKnown ? receiver.instance : receiver,
        with: code.arguments(of: receiver)),
      parameterMask: parameterMask)
    // A generic result has the class of the argument.
    if let type = declaration.result?.generic(of: declaration) {
      for (argument, place) in zip(given, places) where argument.value.type.entity == nil {
        let isSame = declaration.parameters[place].type?.generic(of: declaration) == type
        if isSame { result.given |= argument.value.given }
      }
    }
    result.isNew = Self.isMaker(name) && !result.type.element.isKnown
    // Which of the types that conform to a protocol is meant, nothing says.
    if let entry = code.entry(of: receiver), code.types[entry].keyword == "protocol",
      call.candidates.contains(where: { resolvedResult(of: $0) != resolvedResult(of: function) })
    {
      let required = call.candidates.first { code.functions[$0].owner == entry }
      result.type = required.map(resolvedResult(of:)) ?? .unknown
    }
    result = self.result(result, of: function, given, places, at: call.place)
    if result.type == .other("String"), let body = declaration.body {
      result.text = literal(in: body, of: code.functions[function].file)
    }
    return result
  }

  /// Returns some functions of a type without those of protocols that its own functions hide.
  func notHidden(_ functions: [Int], in type: CodeType) -> [Int] {
    let type = type.instance.isKnown ? type.instance : type
    func isOfProtocol(_ owner: Int) -> Bool {
      code.types[owner].keyword == "protocol" || code.types[owner].path == ["PersistentModel"]
    }
    guard functions.count > 1, let entry = code.entry(of: type), !isOfProtocol(entry) else {
      return functions
    }
    let lineage = code.lineage(of: entry).filter { !isOfProtocol($0) }
    let own = functions.filter { function in
      code.functions[function].owner.map(lineage.contains) == true
        && code.functions[function].declaration.body != nil
    }.map { code.functions[$0].declaration }
    return functions.filter { function in
      guard code.functions[function].owner.map(isOfProtocol) == true else { return true }
      let general = code.functions[function].declaration
      return !own.contains {
        $0.isStatic == general.isStatic && ($0.result == nil) == (general.result == nil)
          && $0.parameters.map(\.label) == general.parameters.map(\.label)
      }
    }
  }

  /// Returns the result of a function as the argument that it returns, or as the object of an identifier
  /// among the arguments, if it is certain to return that.
  private func result(
    _ result: CodeValue, of function: Int, _ given: [Argument], _ places: [Int], at place: Int
  ) -> CodeValue {
    let declaration = code.functions[function].declaration
    let mayReturn = given.contains { argument in
      if argument.value.type.isIdentifier { return true }
      return argument.value.object != 0 && argument.value.type == result.type
    }
    let isOfObjects = result.type.isOfObjects || result.type == .context
    guard mayReturn || isOfObjects || result.isNew, declaration.result != nil else {
      return result
    }
    let returned = returnedValue(of: function)
    guard mayReturn, let number = returned.argument.flatMap(places.firstIndex) else {
      var result = result
      if isOfObjects {
        (result.isStored, result.home) = (returned.isStored, returned.home)
        let requests = given.map(\.value).filter {
          if case .request = $0.type { true } else { false }
        }
        (result.isComplete, result.lacking) = (
          returned.isComplete && requests.allSatisfy(\.takesAll), returned.lacking
        )
      }
      // Each call makes another context.
      if case .made = returned.home { result.home = newContext(at: place).home }
      // What it makes only where it finds none.
      if returned.isStored { result.isNew = false }
      // What the function links it to may hold it.
      if returned.isNew, links(by: function).isEmpty { result.isNew = true }
      return result
    }
    var same = given[number].value
    if case .identifier(let inner) = same.type {
      return CodeValue(
        type: result.type.statesEntity ? result.type : inner, parameterMask: result.parameterMask,
        given: same.given)
    }
    same.parameterMask |= result.parameterMask
    same.isComplete = false
    if result.type.isKnown { same.type = result.type }
    return same
  }

  /// Returns the value that a function returns, as far as its body alone says it.
  func returnedValue(of function: Int) -> AppCode.ReturnedValue {
    if let known = code.known.returned[function] { return known }
    let known = code.functions[function]
    var returned = AppCode.ReturnedValue()
    guard depth < Limits.properties, let body = known.declaration.body else { return returned }
    code.known.returned[function] = returned
    var inner = Evaluation(
      code, file: known.file, owner: known.owner, function: known.declaration, depth: depth + 1)
    let names = known.declaration.parameters.prefix(Limits.parameters).map(\.name)
    for name in names where inner.variable(name)?.type.isIdentifier == true {
      // It is that of an object.
      inner.change(name) { $0.type = .identifier(.anyModel) }
    }
    for name in names {
      // What it finds by a request for all is all; whether it is given one, its callers know.
      if case .request? = inner.variable(name)?.type { inner.change(name) { $0.isComplete = true } }
    }
    let parameters = names.map { inner.variable($0) }
    // It returns the same, whatever asks for it.
    let sought = code.known.soughtHomes
    code.known.soughtHomes = []
    inner.run(body)
    code.known.soughtHomes = sought
    let values = inner.returned.values
    let place = parameters.indices.first { place in
      guard let parameter = parameters[place], !values.isEmpty else { return false }
      return values.allSatisfy {
        $0.object == parameter.object
          || parameter.type.isIdentifier && $0.given == parameter.given && $0.given != 0
      }
    }
    returned.argument = place
    returned.isStored = values.contains(where: \.isStored)
    returned.lacking = values.dropFirst().reduce(values.first?.lacking ?? []) {
      $0.intersection($1.lacking)
    }
    returned.isComplete =
      !values.isEmpty && values.allSatisfy { $0.isComplete && $0.lacking == returned.lacking }
    returned.isNew = !values.isEmpty && values.allSatisfy(\.isNew)
    returned.isLinked = !inner.deletions.linked.isEmpty || !inner.unlinks.linked.isEmpty
    let home = values.first?.home?.outside
    if values.allSatisfy({ $0.home?.outside == home }) { returned.home = home }
    code.known.returned[function] = returned
    return returned
  }

  /// Whether a function makes the object that it returns, by its name: `newTrip`, and no `newestTrip`.
  static func isMaker(_ name: String) -> Bool {
    ["insert", "create", "make", "new", "build"].contains { word in
      name.hasPrefix(word) && name.dropFirst(word.count).first?.isLowercase != true
    }
  }

  /// Binds the generic parameters in a type to the type of an argument.
  func bind(
    _ type: TypeExpression, to given: CodeType, in generics: [SwiftFunction.Generic],
    _ bound: inout [String: CodeType]
  ) {
    switch (type, given) {
    case (.optional(let inner), _): bind(inner, to: given, in: generics, &bound)
    case (.array(let inner), .collection(let element)):
      bind(inner, to: element, in: generics, &bound)
    case (.named(let path, let arguments), _):
      guard generics.contains(where: { $0.name == path[0] }) else {
        if arguments.count == 1, given.statesEntity {
          // `Binding<[Item]>` is given the list that it binds.
          let isList = if case .array = arguments[0] { true } else { false }
          bind(arguments[0], to: isList ? given : given.innermost, in: generics, &bound)
        }
        return
      }
      if path.count == 1 { bound[path[0]] = given }
      if path.count == 2, path[1] == "Type", case .metatype(let instance) = given {
        bound[path[0]] = instance
      }
    default: break
    }
  }

  /// The type of a function's result, whatever it is given.
  func resolvedResult(of function: Int) -> CodeType {
    resolvedResult(code.functions[function].declaration.result, of: function, [:])
  }

  func resolvedResult(
    _ result: TypeExpression?, of function: Int, _ bound: [String: CodeType], own: CodeType? = nil,
    with arguments: [String: CodeType] = [:]
  ) -> CodeType {
    let known = code.functions[function]
    var all: [String: CodeType] = [:]
    let scope = code.scope(of: known)
    // Only the caller knows the type for any other constraint.
    for generic in known.declaration.generics {
      all[generic.name] = generic.isSame ? code.resolved(generic.constraint, in: scope) : .unknown
    }
    let own = own ?? code.typeAround(known)
    // An extension of a type of the system has that one's parameters.
    switch own {
    case .request(let object) where object.isKnown:
      for name in ["T", "ResultType"] { all[name] = object }
    case .collection(let element) where element.isKnown: all["Element"] = element
    default: break
    }
    return code.resolved(
      result, in: scope, own: own, bound: all.merging(bound) { $1 }
    ).replacing(arguments)
  }

  /// Returns the index of the parameter for each argument; nil if they don't match.
  func parameters(
    for given: [Argument], in declaration: SwiftFunction, isWhole: Bool = true
  ) -> [Int]? {
    var places: [Int] = []
    var next = 0
    let parameters = declaration.parameters
    for argument in given {
      if let last = places.last, parameters[last].isVariadic, argument.label == nil {
        places.append(last)
        continue
      }
      var place = next
      while place < parameters.count, parameters[place].label != argument.label {
        // A trailing closure has no label, whatever the parameter's is.
        if argument.label == nil, parameters[place].type.map(Self.isFunction) ?? true { break }
        guard parameters[place].hasDefault else { return nil }
        place += 1
      }
      guard place < parameters.count else { return nil }
      places.append(place)
      next = place + 1
    }
    if !isWhole { return places }
    let rest = parameters.indices.filter { !places.contains($0) }
    guard rest.allSatisfy({ parameters[$0].hasDefault }) else { return nil }
    return places
  }

  /// Returns the parameters of a function type; nil for any other type.
  static func functionParameters(_ type: TypeExpression) -> [TypeExpression]? {
    switch type {
    case .function(let parameters, _): parameters
    case .optional(let inner): functionParameters(inner)
    default: nil
    }
  }

  static func isFunction(_ type: TypeExpression) -> Bool {
    functionParameters(type) != nil
  }
}

extension TypeExpression {
  /// Whether a value of it may be nil.
  var mayBeNil: Bool {
    switch self {
    case .optional: true
    case .named(let path, _): path.last == "Optional"
    default: false
    }
  }

  /// The generic parameter that it is an object of, or perhaps none; nil for any other type.
  fileprivate func generic(of function: SwiftFunction) -> String? {
    switch self {
    case .optional(let inner): inner.generic(of: function)
    case .named(let path, _) where path.count == 1:
      function.generics.contains { $0.name == path[0] } ? path[0] : nil
    default: nil
    }
  }
}

extension SwiftExpression {
  /// The tokens by which a call is known, where the expression is one: the first, and the one before its
  /// arguments.
  var callPlaces: [Int] {
    switch form {
    case .effect(_, let value): return value.callPlaces
    case .assignment("=", let left, let right):
      guard case .name(let name) = left.form, name.text == "_" else { return [] }
      return right.callPlaces
    case .postfix(let base, let suffixes):
      guard let last = suffixes.last, case .call = last.form else { return [] }
      return [base.tokens.lowerBound, last.tokens.lowerBound - 1]
    default: return []
    }
  }
}
