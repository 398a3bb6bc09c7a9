import ModelFiles
import SwiftSource

/// Arguments and closures, and what those are given.
extension Evaluation {
  struct Argument {
    let label: String?
    let value: CodeValue
    /// The case of an enumeration, or the truth, that the code writes there; nil for any other expression.
    var constant: String?
    /// The code of it; nil where that is not written as an argument.
    var expression: SwiftExpression?
    /// The effects of the closure that it is; none for any other value.
    var effects: ClosureEffects = []
    /// Whether the code writes nil or an empty list there.
    var isNothing = false
  }

  /// The arguments and the place of a call.
  struct CallSite {
    let arguments: [SwiftCallArgument]
    let place: Int
  }

  /// Returns the values of a call's arguments.
  mutating func values(
    of arguments: [SwiftCallArgument], base: CodeValue?, name: String
  ) -> [Argument] {
    var given: [Argument] = []
    let isPlain = arguments.allSatisfy { if case .closure = $0.value.form { false } else { true } }
    let (gone, saved) = (deletions.savedDeletes, deletions.saved)
    reading.nesting += 1
    if Self.takesOut(name) {
      unlinks.names = arguments.reduce(into: []) { known, argument in
        let isClosure = if case .closure = argument.value.form { true } else { false }
        if isClosure, !asksForOne(argument.value.tokens) { return }
        known.formUnion(names(in: argument.value.tokens).subtracting(isClosure ? ["$0"] : []))
      }
    }
    for argument in arguments {
      let value: CodeValue
      var effects: ClosureEffects = []
      if !isPlain, case .closure(let closure) = argument.value.form {
        let values = closureValues(
          base: base, name: name, label: argument.label, after: given,
          isTrailing: argument.isTrailing, at: place(argument.value.tokens.lowerBound))
        if isLater(name, base, argument.value) { runLater(closure) }
        let rows = reading.rows
        addRow(of: name, calledOn: base, values)
        var result = CodeValue.unknown
        let isLoop =
          (Self.visitingEach.contains(name) || name == "reduce") && base?.type.hasElements == true
        let deleted = closures.deleted
        inLoop(isLoop) { result = $0.value(of: closure, given: values, by: name) }
        reading.rows = rows
        value = result
        effects = closures.last
        // What a button deletes is not deleted where the button is made.
        let isDone =
          Self.callingAtOnce.contains(name) || base?.type == .metatype(.other("Task"))
          || isLater(name, base, argument.value)
        if !isDone { closures.deleted = deleted }
      } else if Self.deciding.contains(name) {
        value = decided(by: argument.value, in: name)
      } else if argument.label == "predicate", case .metatype(.request(let inner)) = base?.type {
        value = self.value(of: argument.value, for: .predicate(inner))
      } else if argument.label == "model" {
        value = self.value(of: argument.value, for: .metatype(.anyModel))
      } else {
        let expected = expected(by: base, for: name, argument.label)
        value = self.value(
          of: argument.value,
          for: expected.isKnown ? expected : asked(of: argument, base, by: name, after: given))
        effects = closureEffects(of: value)
      }
      if given.count < Limits.arguments {
        given.append(
          Argument(
            label: argument.label, value: value, constant: Self.constant(argument.value),
            expression: argument.value, effects: effects, isNothing: argument.value.isNothing))
      }
    }
    reading.nesting -= 1
    // Whether what is in there is done is not known behind it.
    if !Self.callingOnce.contains(name) {
      (deletions.savedDeletes, deletions.saved) = (gone, saved)
    }
    return given
  }

  /// The type that a list asks of what a call adds to it, or a context of what it fetches; unknown for other calls.
  private func expected(by base: CodeValue?, for name: String, _ label: String?) -> CodeType {
    if base?.type.isContext == true, label == nil || label == "for", Self.fetching.contains(name) {
      return .request(.unknown)
    }
    guard case .collection(let element)? = base?.type, Self.linking.contains(where: name.hasPrefix)
    else { return .unknown }
    return label == nil ? element : label == "contentsOf" ? .collection(element) : .unknown
  }

  /// Whether a closure asks of each element no more than whether it is a certain one, or one of a list; or whether it
  /// is any other.
  func asksForOne(_ closure: Range<Int>, leftOut isLeftOut: Bool = false) -> Bool {
    var comparisons = 0
    for index in closure {
      guard let token = tokens[index] else { return false }
      let isContained =
        tokens.isWord(index, "contains") && tokens.isMark(index - 1, ".")
        && tokens.isMark(index + 1, "(")
      // The mark of `!=` is one of its own, or two.
      let isUnequal =
        tokens.isMark(index, "!=") || tokens.isMark(index, "!==")
        || tokens.isMark(index, "!")
          && ["=", "=="].contains(where: { tokens.isMark(index + 1, $0) })
      let isComparison =
        isLeftOut ? isUnequal : token.kind == .mark && token.text.hasPrefix("==")
      if isComparison || isContained && !isLeftOut { comparisons += 1 }
      let isMore =
        !(isLeftOut && isUnequal)
        && ["!", "&", "|", "?", "<", ">", "+"].contains { token.isMark($0) }
      if isMore || ["if", "switch", "false", "true"].contains(where: token.isWord) { return false }
    }
    return comparisons == 1
  }

  /// Whether a call begins its closure when the function around has ended, at the earliest.
  private func isLater(_ name: String, _ base: CodeValue?, _ closure: SwiftExpression) -> Bool {
    // Its value is waited for.
    if tokens.isMark(closure.tokens.upperBound, ".") { return false }
    let isTask = base?.type == .metatype(.other("Task"))
    return isTask && ["callAsFunction", "init", "detached"].contains(name) || name == "async"
      || name == "asyncAfter"
  }

  /// Calls that are done with a closure before they return.
  private static let callingAtOnce: Set<String> = [
    "", "forEach", "map", "compactMap", "flatMap", "filter", "perform", "performAndWait",
    "transaction", "withAnimation", "withTransaction", "run", "withLock", "enumerate", "reduce",
  ]

  /// The methods of a context that take a request.
  private static let fetching: Set<String> = [
    "count",
    "enumerate", "fetch", "fetchCount", "fetchIdentifiers",
  ]

  /// Calls that are certain to call their closure.
  private static let callingOnce: Set<String> = [
    "performAndWait", "transaction", "withAnimation", "withTransaction",
  ]

  /// The methods of a collection that ask each element.
  private static let asking: Set<String> = [
    "allSatisfy", "contains", "filter", "first", "firstIndex", "max", "min", "reduce", "removeAll",
    "sort", "sorted",
  ]

  /// The members that give a closure what comes later, and the labels of that closure among others.
  private static let handingOver: Set<String> = ["done", "get", "sink", "subscribe", "tap", "then"]
  private static let labelsOfValues: Set<String> = ["onNext", "onSuccess", "receiveValue"]

  /// Returns the value of a closure that a function of some name calls with some values.
  mutating func value(
    of closure: SwiftClosure, given values: [CodeValue], by name: String = "",
    returning result: CodeType = .unknown
  ) -> CodeValue {
    // CoreStore gives a transaction to what is performed.
    let isTransaction =
      values.isEmpty && name == "perform" && code.files[file].imports.contains("CoreStore")
    let values = isTransaction ? [CodeValue(type: .context)] : values
    var new: [String: CodeValue] = [:]
    for capture in closure.captures {
      if let value = capture.value { new[capture.name] = self.value(of: value) }
    }
    let isTaken =
      if values.count == 1, closure.parameters.count > 1, case .tuple = values[0].type {
        true
      } else { false }
    for (number, parameter) in closure.parameters.enumerated() {
      var value =
        isTaken
        ? part(number, of: values[0]) : values.indices.contains(number) ? values[number] : .unknown
      if let type = parameter.type { value = stating(resolved(type), value) }
      if value.type == .unknown, let type = undeclaredContext(named: parameter.name) {
        value.type = type
      }
      new[parameter.name] = value
      if parameter.name.hasPrefix("$") { new[String(parameter.name.dropFirst())] = value }
    }
    if closure.parameters.isEmpty, values.count == 1, values[0].type.entity != nil {
      new["$0"] = values[0]
    }
    shorthand.append(values)
    returned.byClosures.append(.unknown)
    let (leaves, pending, outerResult) = (deletions.isLeft, deletions.pending, returned.type)
    returned.type = result
    let isAtOnce = Self.callingAtOnce.contains(name)
    let around = ways.enter(isAtOnce ? .closure : .later)
    let (outerTasks, outerLeaving) = (later.tasks, later.leaving)
    if !isAtOnce { (later.tasks, later.leaving) = ([], []) }
    let (block, unlinked) = (ways.current, unlinks.current)
    within(declaring: new, isCertain: Self.callingOnce.contains(name)) {
      $0.run(closure.body.statements)
      if !isAtOnce { $0.runTasks() }
      $0.recordEffects(of: closure)
    }
    if !isAtOnce { (later.tasks, later.leaving) = (outerTasks, outerLeaving) }
    if !isAtOnce || !ways.isWhole(block, for: .max) {
      unlinks.current = unlinked.filter(unlinks.current.contains)
    }
    ways.leave(to: around)
    returned.type = outerResult
    deletions.isLeft = leaves
    // What a button deletes is not what another one saves.
    if !isAtOnce { deletions.pending = pending }
    shorthand.removeLast()
    let (stated, returned) = (resolved(closure.result), returned.byClosures.removeLast())
    return stated.entity != nil || !returned.type.isKnown ? stating(stated, returned) : returned
  }

  // MARK: What closures are given

  /// Returns the declared type of the parameter that an argument is for, and the parameter if a function has it.
  ///
  /// An initializer is a function; a type without one takes its properties. The arguments before it say which
  /// parameter is next, and the last closure whether the argument may be for one of a type.
  private func parameter(
    of name: String, _ base: CodeValue?, label: String?, after given: [Argument],
    isTrailing: Bool, where isMeant: (CodeType) -> Bool
  ) -> (type: CodeType, taker: AppCode.GivenArgument?)? {
    var type = (base ?? own).type
    if case .metatype(let instance) = type { type = instance }
    let isMaking = name == "init" || name == "callAsFunction"
    var functions = isMaking && base != nil ? [] : code.functions(name, of: type)
    var made: CodeType?
    if base == nil {
      functions += code.functions(named: name, of: nil)
      made = code.resolved(.named([name], arguments: []), in: scope, bound: generics)
    } else if isMaking {
      made = type
    }
    if let made, made.isKnown { functions += code.functions("init", of: made) }
    let generics = made.flatMap(code.entry).map { code.types[$0].generics } ?? []
    var bound: [String: CodeType] = [:]
    let fitting = functions.count > 1 ? fitting(given, among: functions, isWhole: false) : []
    for function in fitting + functions {
      let declaration = code.functions[function].declaration
      guard let places = parameters(for: given, in: declaration, isWhole: false) else { continue }
      bound = [:]
      for (argument, place) in zip(given, places) {
        guard let type = declaration.parameters[place].argumentType else { continue }
        bind(type, to: argument.value.type, in: declaration.generics + generics, &bound)
      }
      let next = (places.last ?? -1) + 1
      let meant = declaration.parameters.enumerated().dropFirst(next).filter {
        isTrailing && label == nil || $0.element.label == label
      }.map { ($0, $1, resolvedResult($1.type, of: function, bound)) }.filter { isMeant($0.2) }
      // A trailing closure is for the first that has to have one.
      let first = meant.first { !$0.1.hasDefault } ?? meant.first
      if let (place, _, type) = first {
        return (type, AppCode.GivenArgument(function: function, argument: place))
      }
    }
    // A type without an initializer takes its properties.
    bound = [:]
    guard let made,
      let property = label.map({ code.property($0, of: made) })
        ?? code.entry(of: made).flatMap(code.onlyClosure)
    else { return nil }
    for argument in given {
      guard let other = argument.label.flatMap({ code.property($0, of: made) })?.declaration.type
      else { continue }
      bind(other, to: argument.value.type, in: generics, &bound)
    }
    let stated = code.resolved(
      property.declaration.type, in: code.scope(of: property), bound: bound)
    return isMeant(stated) ? (stated, nil) : nil
  }

  /// Returns the type that a call asks of `.init(…)`, and of a method that is not called, which say less themselves;
  /// unknown for any other argument.
  private func asked(
    of argument: SwiftCallArgument, _ base: CodeValue?, by name: String, after given: [Argument]
  ) -> CodeType {
    guard case .postfix(let first, let suffixes) = argument.value.form else { return .unknown }
    let isMade =
      if case .implicitMember(let made) = first.form { made.text == "init" } else { false }
    if !isMade {
      guard case .member(let last)? = suffixes.last?.form,
        ["delete", "remove"].contains(where: last.text.hasPrefix)
      else { return .unknown }
    } else if argument.label == "fetchRequest" {
      return .request(.unknown)
    }
    return parameter(
      of: name, base, label: argument.label, after: given, isTrailing: false
    ) { $0.isKnown }?.type ?? .unknown
  }

  /// Returns the values passed to a closure, as the function or the type that takes it declares them.
  private func declaredClosureValues(
    base: CodeValue?, name: String, label: String?, after given: [Argument], isTrailing: Bool
  ) -> [CodeValue]? {
    let found = parameter(
      of: name, base, label: label, after: given, isTrailing: isTrailing
    ) { $0.isClosure }
    guard let found, case .closure(let types, _) = found.type else { return nil }
    let passed = found.taker.map { self.passed(to: $0, given) } ?? [:]
    return types.enumerated().map { place, type in
      passed[place].map { stating(type, $0) } ?? CodeValue(type: type)
    }
  }

  /// The name of a function of the frameworks: of one that makes something, that of the type.
  private func frameworkName(of function: String, calledOn base: CodeValue?) -> String {
    switch base?.type {
    case .metatype(.other(let type))?: type
    case .metatype(.type(let type))? where code.types[type].keyword == "extension":
      code.types[type].path.last ?? function
    default: function
    }
  }

  /// Keeps what a table gives to its closure, for the columns in that.
  private mutating func addRow(
    of function: String, calledOn base: CodeValue?, _ values: [CodeValue]
  ) {
    if FrameworkMembers.tables.contains(frameworkName(of: function, calledOn: base)) {
      reading.rows += values.prefix(1)
    }
  }

  /// Returns what a view gives to its closure of a list, or what the table around gives to a column; nil for any other.
  private func element(handedOnBy name: String, _ given: [Argument]) -> CodeValue? {
    for argument in given {
      let value = argument.value
      switch (FrameworkMembers.passed(by: name, label: argument.label), value.type) {
      case (.element, _):
        return value.type.entity != nil && !value.type.hasElements
          ? value : value.element(value.type.element)
      case (.root, .tuple(let parts)) where value.isPath && parts.last?.statesEntity == true:
        return parts.last.map { CodeValue(type: $0) }
      default: continue
      }
    }
    return FrameworkMembers.columns.contains(name) ? reading.rows.last : nil
  }

  /// Returns the values that are passed to a closure by the function that takes it.
  func closureValues(
    base: CodeValue?, name: String, label: String?, after given: [Argument],
    isTrailing: Bool = false, at token: Int
  ) -> [CodeValue] {
    let offsets = CodeValue(type: .other("IndexSet"))
    let name = frameworkName(of: name, calledOn: base)
    switch name {
    case "onDelete", "onMove": return [offsets]
    case "performBackgroundTask":
      return [newContext(at: token)]
    case "enumerate" where base?.type.isContext == true:
      guard let request = given.first?.value, case .request(let inner) = request.type else {
        return []
      }
      return [request.with(inner)]
    default: break
    }
    if base == nil || base?.type.isMetatype == true, let element = element(handedOnBy: name, given)
    {
      return [element]
    }
    // What comes later is handed over as a whole.
    if let base, base.type.isOfObjects, Self.handingOver.contains(name) {
      return label.map(Self.labelsOfValues.contains) ?? true ? [base] : []
    }
    if let base {
      switch base.type {
      // What a list of closures is given is called by whoever has the list.
      case .collection(.closure(let parameters, _))
      where Self.linking.contains(where: name.hasPrefix):
        return parameters.map { CodeValue(type: $0) }
      case .collection(let element):
        if let declared = declaredClosureValues(
          base: base, name: name, label: label, after: given, isTrailing: isTrailing),
          declared.contains(where: \.type.isOfObjects)
        {
          return declared.map { $0.type == .other("Element") ? $0.with(element) : $0 }
        }
        var value = base.element(element)
        value.isEach = Self.visitingEach.contains(name) || Self.asking.contains(name)
        if name == "sorted" || name == "sort" || name == "min" || name == "max" {
          return [value, value]
        }
        if name == "reduce" {
          return [given.first?.value ?? .unknown, value]
        }
        return [value]
      case .tuple
      where ["forEach", "map", "compactMap", "flatMap", "filter", "first"].contains(name):
        var pair = base.element(base.type)
        pair.isEach = Self.visitingEach.contains(name)
        return [pair]
      case .tuple where Self.visitingValues.contains(name): return [part(1, of: base)]
      case .other("IndexSet")
      where ["forEach", "map", "compactMap", "filter"].contains(name):
        return [base.with(.other("Int"))]
      case .metatype(.other("IndexSet")): return []
      default: break
      }
    }
    if let declared = declaredClosureValues(
      base: base, name: name, label: label, after: given, isTrailing: isTrailing)
    {
      return declared
    }
    // What an optional holds.
    if let base, name == "map" || name == "flatMap" { return [base] }
    // `.sheet(item: $trip) { trip in`, `.navigationDestination(for: Trip.self) { trip in`.
    for argument in given {
      let value = argument.value
      switch (FrameworkMembers.passed(by: name, label: argument.label), value.type) {
      case (.argument, _): return [value]
      case (.change, _): return [value, value]
      case (.instance, .metatype(let instance)): return [CodeValue(type: instance)]
      case (.instances, .metatype(let instance)):
        return [CodeValue(type: .collection(instance))]
      default: continue
      }
    }
    return []
  }
}
