import CompiledOnce
import SourceText
import SwiftSource

extension ModelBuilder {
  /// The value of a call whose callee is a name, or nil if the callee has to be evaluated first.
  mutating func call(
    _ callee: SwiftExpression, _ arguments: [SwiftCallArgument], _ expected: TypeExpression?
  ) -> BuilderValue? {
    let place = location(callee)
    switch callee.form {
    case .name(let name): return call(named: name, arguments, at: place)
    case .implicitMember(let name):
      return implicitMember(name.text, arguments, expected, at: place)
    case .macro(let name):
      // `#keyPath(Folder.files)`
      guard name.text == "#keyPath", let path = arguments.first?.value,
        let last = tokens[path.tokens.upperBound - 1]?.name
      else { return .unknown(place) }
      return .text(last, place)
    default: return nil
    }
  }

  private mutating func call(
    named name: SwiftName, _ arguments: [SwiftCallArgument], at place: Location
  ) -> BuilderValue? {
    if scope(of: name.text) != nil { return nil }
    if let own = frame.selfValue, let type = dynamicType(of: own) {
      if let value = callMethod(name.text, of: own, type, arguments, at: place) { return value }
    }
    var around = frame.type
    while let type = around {
      if let value = callMethod(
        name.text, of: .type(type, place), type, arguments, at: place, isStatic: true)
      {
        return value
      }
      around = type.lastIndex(of: ".").map { String(type[..<$0]) }
    }
    let path = name.text == "Self" ? frame.type : nil
    if let type = path ?? type(named: [name.text]) { return construct(type, arguments, at: place) }
    if let function = choose(code.functions(named: name.text, of: nil), for: arguments) {
      return invoke(function, selfValue: nil, arguments)
    }
    return callUnknown(name.text, arguments, at: place)
  }

  /// `.cascadeDeleteRule`, `.init(…)` and `.relationship(…)`.
  mutating func implicitMember(
    _ name: String, _ arguments: [SwiftCallArgument]?, _ expected: TypeExpression?,
    at place: Location
  ) -> BuilderValue {
    var expected = expected
    if name == "none", arguments == nil, case .optional? = expected { return .nothing }
    while case .optional(let inner)? = expected { expected = inner }
    if name == "init", case .named([Self.ruleType], _)? = expected {
      return rule(arguments ?? []) ?? .unknown(place)
    }
    if case .named(let path, _)? = expected, let type = type(named: path) {
      guard let arguments else {
        return staticMember(name, of: type, at: place) ?? .member(name, .empty)
      }
      if name == "init" { return construct(type, arguments, at: place) }
      if let value = callMethod(
        name, of: .type(type, place), type, arguments, at: place, isStatic: true)
      {
        return value
      }
    }
    guard let arguments else { return .member(name, .empty) }
    return .member(
      name, BuilderList(arguments.map { evaluate($0.value) }, labels: arguments.map(\.label)))
  }

  private static let ruleType = "NSDeleteRule"

  /// The rule that `NSDeleteRule(rawValue: 2)` is.
  private mutating func rule(_ arguments: [SwiftCallArgument]) -> BuilderValue? {
    let rules = ["noActionDeleteRule", "nullifyDeleteRule", "cascadeDeleteRule", "denyDeleteRule"]
    guard arguments.count == 1, arguments[0].label == "rawValue",
      case .number(let number) = evaluate(arguments[0].value), rules.indices.contains(number)
    else { return nil }
    return .member(rules[number], .empty)
  }

  // MARK: Functions of the code

  private mutating func callMethod(
    _ name: String, of value: BuilderValue, _ type: String, _ arguments: [SwiftCallArgument],
    at place: Location, isStatic: Bool = false
  ) -> BuilderValue? {
    let isType = if case .type = value { true } else { false }
    for ancestor in code.chain(of: type) {
      let candidates = code.functions(named: name, of: ancestor)
        .filter { $0.function.isStatic == (isStatic || isType) }
      if let function = choose(candidates, for: arguments) {
        return invoke(function, selfValue: value, arguments)
      }
    }
    return nil
  }

  /// The function that takes some arguments, by their labels.
  private func choose(
    _ candidates: [BuilderCode.Function], for arguments: [SwiftCallArgument]
  ) -> BuilderCode.Function? {
    candidates.first { Self.assigned(arguments, to: $0.function.parameters) != nil }
  }

  /// For each parameter, the arguments that it gets, or nil for its default; nil if they do not fit.
  private static func assigned(
    _ arguments: [SwiftCallArgument], to parameters: [SwiftFunction.Parameter]
  ) -> [Range<Int>?]? {
    var assigned: [Range<Int>?] = []
    var next = 0
    for parameter in parameters {
      if next < arguments.count {
        let argument = arguments[next]
        let fits =
          argument.isTrailing
          ? isClosure(parameter.type) || !parameter.hasDefault
          : argument.label == parameter.label
        if fits {
          let first = next
          next += 1
          // Further arguments of one have no label.
          while parameter.isVariadic, next < arguments.count, arguments[next].label == nil,
            !arguments[next].isTrailing
          {
            next += 1
          }
          assigned.append(first..<next)
          continue
        }
      }
      guard parameter.hasDefault else { return nil }
      assigned.append(nil)
    }
    return next == arguments.count ? assigned : nil
  }

  private static func isClosure(_ type: TypeExpression?) -> Bool {
    switch type {
    case .function?: true
    case .optional(let inner)?: isClosure(inner)
    case .composite(let parts)? where parts.count == 1: isClosure(parts[0])
    default: false
    }
  }

  private mutating func invoke(
    _ function: BuilderCode.Function, selfValue: BuilderValue?, _ arguments: [SwiftCallArgument]
  ) -> BuilderValue {
    var inner = BuilderFrame(file: function.file, scope: 0, selfValue: selfValue)
    inner.type = dynamicType(of: selfValue) ?? function.type
    let values = values(of: arguments, for: function.function, in: inner, parent: nil)
    guard let body = function.function.body else { return .unknown(function.function.location) }
    return run(body, in: inner, with: values, result: function.function.result)
  }

  /// The values of a function's parameters, by their names.
  private mutating func values(
    of arguments: [SwiftCallArgument], for function: SwiftFunction, in inner: BuilderFrame,
    parent: Int?
  ) -> [String: BuilderValue] {
    var values: [String: BuilderValue] = [:]
    let parameters = function.parameters
    let assigned =
      Self.assigned(arguments, to: parameters)
      ?? parameters.indices.map { index in
        index < arguments.count ? index..<index + 1 : nil
      }
    for (parameter, given) in zip(parameters, assigned) {
      if parameter.isVariadic {
        let each = (given ?? 0..<0).map {
          evaluate(arguments[$0].value, as: parameter.argumentType)
        }
        values[parameter.name] = .list(BuilderList(each))
      } else if let given {
        let value = evaluate(arguments[given.lowerBound].value, as: parameter.type)
        values[parameter.name] = value
        // `T` is what the argument for a `T.Type` says.
        if case .type = value, case .named(let path, _)? = parameter.type, path.count == 2,
          path[1] == "Type"
        {
          values[path[0]] = value
        }
      } else if let range = parameter.defaultValue {
        let known = values
        values[parameter.name] = enter(inner, with: known, parent: parent) { builder in
          var parser = SyntaxParser(builder.tokens, in: range)
          return builder.evaluate(parser.value(), as: parameter.type)
        }
      } else {
        values[parameter.name] = .unknown(function.location)
      }
    }
    return values
  }

  /// Makes an object of a type.
  mutating func construct(
    _ type: String, _ arguments: [SwiftCallArgument], at place: Location
  ) -> BuilderValue {
    if type == Self.ruleType { return rule(arguments) ?? .unknown(place) }
    let coreDataClass = code.coreDataClass(of: type)
    let index = objects.count
    objects.append(BuilderObject(type: type, coreDataClass: coreDataClass, location: place))
    let object = BuilderValue.object(index)
    if !initialize(object, type, arguments, at: place) {
      for argument in arguments { _ = evaluate(argument.value) }
      guard coreDataClass != nil else { return .unknown(place) }
      // Another initializer gives it a name, and whatever else.
      let given = coreDataClass == CoreDataClass.model ? "entities" : "name"
      objects[index].fields[given] = .unknown(place)
    }
    return object
  }

  /// Runs the initializer that takes some arguments; false if there is none.
  private mutating func initialize(
    _ object: BuilderValue, _ type: String, _ arguments: [SwiftCallArgument], at place: Location
  ) -> Bool {
    guard case .object(let index) = object else { return false }
    for ancestor in code.chain(of: type) {
      if let function = choose(code.functions(named: "init", of: ancestor), for: arguments) {
        _ = invoke(function, selfValue: object, arguments)
        return true
      }
    }
    if objects[index].coreDataClass != nil { return arguments.isEmpty }
    // The memberwise initializer.
    let stored = code.storedProperties(of: type)
    var next = 0
    for property in stored {
      let name = property.property.name
      if next < arguments.count, arguments[next].label == name {
        let value = evaluate(arguments[next].value, as: property.property.type)
        objects[index].fields[name] = value
        next += 1
      }
    }
    return next == arguments.count && (!stored.isEmpty || arguments.isEmpty)
  }

  // MARK: Closures

  /// Calls a value: a closure, a local function or a type.
  mutating func call(
    _ value: BuilderValue, _ arguments: [SwiftCallArgument], at place: Location
  ) -> BuilderValue {
    switch value {
    case .closure(let index):
      guard closures.indices.contains(index) else { return .unknown(place) }
      let closure = closures[index]
      switch closure.code {
      case .closure: return call(closure, with: arguments.map { evaluate($0.value) }, at: place)
      case .function(let function):
        let values = values(
          of: arguments, for: function, in: closure.frame, parent: closure.frame.scope)
        guard let body = function.body else { return .unknown(place) }
        return run(
          body, in: closure.frame, with: values, parent: closure.frame.scope,
          result: function.result)
      }
    case .type(let type, _): return construct(type, arguments, at: place)
    case .list(let list) where arguments.isEmpty: return .list(list)
    case .table(let table) where arguments.isEmpty: return .table(table)
    default:
      return callUnknown("", arguments, at: place)
    }
  }

  /// Calls a closure with values.
  private mutating func call(
    _ closure: BuilderClosure, with values: [BuilderValue], at place: Location
  ) -> BuilderValue {
    switch closure.code {
    case .function(let function):
      let named = zip(function.parameters, values).map { ($0.name, $1) }
      guard let body = function.body else { return .unknown(place) }
      return run(
        body, in: closure.frame, with: Dictionary(named) { $1 }, parent: closure.frame.scope,
        result: function.result)
    case .closure(let code):
      var named: [String: BuilderValue] = [:]
      var parts = values
      // A pair may be taken apart.
      if values.count == 1, code.parameters.count > 1, case .tuple(let list) = values[0] {
        parts = list.elements
      }
      for (parameter, value) in zip(code.parameters, parts) { named[parameter.name] = value }
      if code.parameters.isEmpty {
        for (index, value) in values.enumerated() { named["$\(index)"] = value }
        if values.count == 1, case .tuple(let list) = values[0] {
          for (index, value) in list.elements.enumerated().dropFirst() {
            named["$\(index)"] = value
          }
        }
      }
      return enter(closure.frame, with: named, parent: closure.frame.scope) {
        $0.value(of: code.body, nil)
      }
    }
  }

  private mutating func apply(
    _ function: BuilderValue, to value: BuilderValue, at place: Location
  ) -> BuilderValue {
    switch function {
    case .closure(let index) where closures.indices.contains(index):
      call(closures[index], with: [value], at: place)
    case .keyPath(let name, _): member(name, of: value, at: place) ?? .unknown(place)
    default: .unknown(place)
    }
  }

  // MARK: Functions of the standard library

  /// The value of a method's call.
  mutating func call(
    _ name: String, of value: BuilderValue, _ arguments: [SwiftCallArgument], at place: Location
  ) -> BuilderValue {
    if let type = dynamicType(of: value) {
      if case .type(_, let named) = value {
        switch name {
        case "init": return construct(type, arguments, at: place)
        case "description" where arguments.isEmpty, "className" where arguments.isEmpty:
          return .text(Self.lastName(of: type), named)
        default: break
        }
      }
      if name == "init", case .object = value {
        // `self.init(…)` and `super.init(…)`
        if let own = frame.type, !arguments.isEmpty {
          _ = initialize(value, own, arguments, at: place)
        }
        return .nothing
      }
      if let found = callMethod(name, of: value, type, arguments, at: place) { return found }
      if case .type = value {
        if let nested = staticMember(name, of: type, at: place) {
          if case .member = nested {
            return .member(
              name,
              BuilderList(arguments.map { evaluate($0.value) }, labels: arguments.map(\.label)))
          }
          return call(nested, arguments, at: place)
        }
      }
      // A closure in a property.
      if case .object(let index) = value, let field = objects[index].fields[name] {
        return call(field, arguments, at: place)
      }
      if name == "copy", case .object(let index) = value {
        objects.append(objects[index])
        return .object(objects.count - 1)
      }
      return callUnknown(name, of: value, arguments, at: place)
    }
    if case .text(let text, _) = value, arguments.isEmpty {
      switch name {
      // A part of the model that has the text for its name is where it is given that.
      case "lowercased": return .text(text.lowercased(), place)
      case "uppercased": return .text(text.uppercased(), place)
      default: break
      }
    }
    if let known = elements(of: value), arguments.count <= 1 {
      return collect(name, known, value, arguments, at: place)
    }
    if case .nothing = value { return .nothing }
    if let argument = arguments.first, name == "map" || name == "flatMap" {
      let function = evaluate(argument.value)
      return apply(function, to: value, at: place)
    }
    return callUnknown(name, of: value, arguments, at: place)
  }

  private mutating func collect(
    _ name: String, _ elements: [BuilderValue], _ value: BuilderValue,
    _ arguments: [SwiftCallArgument], at place: Location
  ) -> BuilderValue {
    let isTable = if case .table = value { true } else { false }
    guard spend(elements.count) else { return .unknown(place) }
    if name == "mapValues" || name == "compactMapValues", case .table(let table) = value,
      let argument = arguments.first
    {
      let function = evaluate(argument.value)
      var mapped = BuilderTable()
      for (key, value) in zip(table.keys, table.values) {
        mapped.set(key, to: apply(function, to: value, at: place))
      }
      return .table(mapped)
    }
    switch name {
    case "map", "compactMap", "flatMap", "forEach":
      guard let argument = arguments.first else { return .unknown(place) }
      let function = evaluate(argument.value)
      var results: [BuilderValue] = []
      for element in elements {
        let result = apply(function, to: element, at: place)
        if name == "compactMap", case .nothing = result { continue }
        if name == "flatMap", let inner = self.elements(of: result) {
          guard spend(inner.count) else { break }
          results += inner
        } else {
          results.append(result)
        }
      }
      return name == "forEach" ? .nothing : .list(BuilderList(results))
    case "filter", "first":
      guard let argument = arguments.first else { return .unknown(place) }
      let function = evaluate(argument.value)
      var kept: [BuilderValue] = []
      for element in elements {
        guard case .bool(let isMeant) = apply(function, to: element, at: place) else {
          return .unknown(place)
        }
        if isMeant, name == "first" { return element }
        if isMeant { kept.append(element) }
      }
      if name == "first" { return .nothing }
      return isTable ? .unknown(place) : .list(BuilderList(kept))
    case "enumerated":
      return .list(
        BuilderList(
          elements.enumerated().map {
            .tuple(BuilderList([.number($0.offset), $0.element], labels: ["offset", "element"]))
          }))
    case "sorted", "reversed", "shuffled": return .list(BuilderList(elements))
    default: return callUnknown(name, of: value, arguments, at: place)
    }
  }

  /// Adds to or removes from the collection that is named before a call; nil if it does neither.
  mutating func change(
    _ name: String, _ base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>,
    _ whole: SwiftExpression, _ value: BuilderValue, _ arguments: [SwiftCallArgument]
  ) -> BuilderValue? {
    guard case .list(var list) = value, let argument = arguments.first else { return nil }
    guard ["append", "insert"].contains(name) else { return nil }
    guard spend(1 + list.elements.count / 8) else { return unknown(whole) }
    let type: TypeExpression =
      .named(["NSPropertyDescription"], arguments: [])
    let added = evaluate(argument.value, as: argument.label == nil ? type : .array(type))
    if argument.label == "contentsOf" {
      for element in elements(of: added) ?? [unknown(argument.value)] { list.append(element) }
    } else {
      list.append(added)
    }
    assign(.list(list), to: base, suffixes, whole)
    return .nothing
  }

  // MARK: Other functions

  /// Functions that do nothing to a model that they are given.
  private static let harmless: Set = [
    "assert", "assertionFailure", "debugPrint", "dump", "fatalError", "precondition",
    "preconditionFailure", "print", "NSLog", "setEntities", "contains", "isEqual", "copy", "index",
    "firstIndex", "insert", "reserveCapacity",
  ]

  private mutating func callUnknown(
    _ name: String, of value: BuilderValue? = nil, _ arguments: [SwiftCallArgument],
    at place: Location
  ) -> BuilderValue {
    if name == Self.ruleType { return rule(arguments) ?? .unknown(place) }
    let values = arguments.map { evaluate($0.value) }
    switch name {
    case "String", "NSStringFromClass":
      switch values.first {
      case .type(let type, let named)?: return .text(Self.lastName(of: type), named)
      case .text?: return values[0]
      default: return .unknown(place)
      }
    case "Array", "Set", "NSOrderedSet", "NSSet", "ContiguousArray":
      return values.first.flatMap { elements(of: $0) }.map { .list(BuilderList($0)) }
        ?? (values.isEmpty ? .list(.empty) : .unknown(place))
    case "Dictionary":
      guard let first = values.first else { return .table(BuilderTable()) }
      var table = BuilderTable()
      for case .tuple(let pair) in elements(of: first) ?? [] where pair.elements.count == 2 {
        table.set(pair.elements[0], to: pair.elements[1])
      }
      return .table(table)
    case "NSExpression": return values.first ?? .unknown(place)
    case "type":
      if let type = dynamicType(of: values.first) { return .type(type, place) }
      return .unknown(place)
    default: break
    }
    if case .type(let type, _)? = value, CoreDataClass.attributes.contains(type) {
      // Nothing that such a function gives an attribute bears on a delete.
      objects.append(BuilderObject(type: type, coreDataClass: type, location: place))
      return .object(objects.count - 1)
    }
    // An initializer keeps what it is given, and changes nothing of it.
    let isFunction = name.first?.isLowercase == true
    if isFunction, !Self.harmless.contains(name) {
      let isHandedOver = (values + (value.map { [$0] } ?? [])).contains { value in
        guard case .object(let index) = value, let type = objects[index].coreDataClass else {
          return false
        }
        // What is done to an attribute bears on no delete.
        return type == CoreDataClass.entity || type == CoreDataClass.relationship
      }
      if isHandedOver {
        report("'\(name)' is given a part of the model and cannot be followed", at: place)
      }
    }
    return .unknown(place)
  }
}
