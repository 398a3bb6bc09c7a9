import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

extension ModelClassReading {
  /// The relationship that a property is, with or without a macro.
  mutating func relationship(
    _ property: SwiftProperty, _ shape: RelationshipShape, _ macro: SwiftAttribute?
  ) -> ModelRelationship {
    let destination = destination(of: property, shape)
    var relationship = ModelRelationship(
      declaration: shape.isToMany
        ? .toMany(property.name, destination, isOptional: shape.isOptional)
        : .toOne(property.name, destination, isOptional: shape.isOptional),
      location: property.location,
      inverseInsertionPoint: inverseInsertionPoint(of: property, shape, macro))
    var labels: Set<String> = []
    var odd = OddArguments()
    for argument in macro?.arguments ?? [] {
      if let label = model.tokens.label(of: argument), !labels.insert(label).inserted {
        odd.repeated.append(argument)
      } else {
        read(argument, into: &relationship, shape, &odd)
      }
    }
    reportOdd(odd, of: relationship)
    return relationship
  }

  private mutating func destination(of property: SwiftProperty, _ shape: RelationshipShape)
    -> String
  {
    if let model = shape.model {
      refer(to: model)
      return modelName(model)
    }
    let name = shape.destination.joined(separator: ".")
    let missing = missingClass(shape)
    report(
      .error, .unknownDestination,
      "@Relationship is on '\(property.name)', but \(name) is "
        + (missing == nil
          ? "no @Model class; the relationship is left out"
          : "declared in none of the given files; the relationship is left out"),
      relationship: property.name, at: property.location, missingClass: missing)
    return name
  }

  private mutating func read(
    _ argument: SwiftArgument, into relationship: inout ModelRelationship,
    _ shape: RelationshipShape, _ odd: inout OddArguments
  ) {
    switch model.tokens.label(of: argument) {
    case "deleteRule":
      guard let rule = deleteRule(argument.value) else {
        return reportRule(argument, of: relationship)
      }
      relationship.state(rule)
    case nil:
      // The first releases had the rule among the options.
      if let rule = deleteRule(argument.value) {
        relationship.state(rule)
      } else if !["unique", Self.preserving].contains(member(of: "Option", in: argument.value)) {
        odd.options.append(argument)
      }
    case "minimumModelCount":
      guard let count = count(argument, of: relationship) else { return }
      relationship.declaration.minCount = count
    case "maximumModelCount":
      guard let count = count(argument, of: relationship), relationship.declaration.isToMany else {
        return
      }
      relationship.declaration.maxCount = count
    case "originalName":
      let token = argument.value.count == 1 ? model.tokens[argument.value.lowerBound] : nil
      if let token, token.kind == .text {
        relationship.renamingIdentifier = token.text
      } else if token?.isWord("nil") != true {
        reportArgument(argument, of: relationship, "a plain string", "it is passed over")
      }
    case "inverse": readInverse(argument, into: &relationship, shape)
    case "hashModifier": break
    default: odd.strangers.append(argument)
    }
  }

  private func deleteRule(_ value: Range<Int>) -> DeleteRule? {
    member(of: "DeleteRule", in: value).flatMap(DeleteRule.init(rawValue:))
  }

  /// Reports a misspelt delete rule as that, and any other expression as one that cannot be read.
  private mutating func reportRule(_ argument: SwiftArgument, of relationship: ModelRelationship) {
    let rules = ".cascade, .nullify, .deny and .noAction"
    guard let name = member(of: "DeleteRule", in: argument.value) else {
      return reportArgument(
        argument, of: relationship, "one of \(rules)", "it is taken for no rule")
    }
    let names = DeleteRule.allCases.map { ".\($0.rawValue)" }.sorted()
    report(
      .error, .unknownDeleteRule,
      "the delete rule '.\(name)' is none of \(rules)\(".\(name)".suggestion(among: names)); "
        + "taken as .nullify, the default",
      relationship: relationship.name, at: model.tokens.location(argument.start))
  }

  private mutating func count(
    _ argument: SwiftArgument, of relationship: ModelRelationship
  ) -> Int? {
    let token = argument.value.count == 1 ? model.tokens[argument.value.lowerBound] : nil
    if let token, token.isWord("nil") { return 0 }
    if let token, token.kind == .number, let count = Int(token.text.filter { $0 != "_" }) {
      return count
    }
    reportArgument(argument, of: relationship, "a whole number", "it is taken for no bound")
    return nil
  }

  mutating func reportArgument(
    _ argument: SwiftArgument, of relationship: ModelRelationship, _ expected: String,
    _ consequence: String
  ) {
    reportUnreadable(.error, [argument], of: relationship.name, expected, "; \(consequence)")
  }

  /// Reports arguments as one finding, however many there are: each has two bytes at least, and a
  /// finding has hundreds.
  mutating func reportUnreadable(
    _ severity: ModelFinding.Severity, _ arguments: [SwiftArgument],
    of relationship: String? = nil, _ expected: String, _ consequence: String
  ) {
    guard let first = arguments.first else { return }
    let found = arguments.map { argument in
      let label = model.tokens.label(of: argument).map { "\($0): " } ?? ""
      return "'\(label)\(model.tokens.written(argument.value))'"
    }
    report(
      severity, .unreadableArgument,
      "found \(found.listed()); expected \(expected)\(consequence)",
      relationship: relationship, at: model.tokens.location(first.start))
  }

  private mutating func reportOdd(_ odd: OddArguments, of relationship: ModelRelationship) {
    func labels(_ arguments: [SwiftArgument]) -> String {
      var known: Set<String> = []
      return arguments.compactMap(model.tokens.label).filter { known.insert($0).inserted }
        .map { "\($0):" }.listed()
    }
    reportUnreadable(
      .error, odd.options, of: relationship.name, "an option such as .unique",
      "; \(odd.options.count > 1 ? "they are" : "it is") passed over")
    reportUnreadable(
      .error, odd.strangers, of: relationship.name,
      "\(odd.strangers.count > 1 ? "parameters" : "a parameter") of @Relationship instead of "
        + labels(odd.strangers),
      "; \(odd.strangers.count > 1 ? "they are" : "it is") passed over")
    reportUnreadable(
      .error, odd.repeated, of: relationship.name, "\(labels(odd.repeated)) only once",
      "; the first is taken")
  }
}

extension ModelRelationship {
  fileprivate mutating func state(_ rule: DeleteRule) {
    statedRule = rule
    declaration.deleteRule = rule
  }
}

/// Arguments of a macro that say nothing, in the order in which they stand.
private struct OddArguments {
  /// The arguments with the same label as an earlier one.
  var repeated: [SwiftArgument] = []
  /// The arguments without a label that aren't options.
  var options: [SwiftArgument] = []
  /// The arguments with a label that the macro doesn't have.
  var strangers: [SwiftArgument] = []
}

extension ModelClassReading {
  mutating func readInverse(
    _ argument: SwiftArgument, into relationship: inout ModelRelationship,
    _ shape: RelationshipShape
  ) {
    if argument.value.count == 1, model.tokens.isWord(argument.value.lowerBound, "nil") {
      relationship.declaration.inverse = .oneWay
      return
    }
    guard let path = keyPath(argument.value), let name = path.last,
      isSingleStep(Array(path.dropLast()), to: shape)
    else {
      return reportArgument(
        argument, of: relationship,
        "nil or one property of \(relationship.declaration.destination)",
        "it is taken for no inverse being stated")
    }
    relationship.declaration.inverse = .named(name)
    let root = Array(path.dropLast())
    guard !root.isEmpty, root != ["Self"], !isDestination(root, shape) else { return }
    report(
      .error, .mismatchedInverse,
      "the inverse is \(model.tokens.written(argument.value)), but the destination is "
        + "\(relationship.declaration.destination), so \(name) of \(relationship.declaration.destination) is taken",
      relationship: relationship.name, at: model.tokens.location(argument.start))
  }

  /// The names in `\Item.list`; nil for anything else, such as a path through an optional.
  private func keyPath(_ value: Range<Int>) -> [String]? {
    var value = value
    while let last = model.tokens[value.upperBound - 1], last.isMark("?") || last.isMark("!"),
      value.count > 1
    {
      value = value.dropLast()
    }
    guard model.tokens.isMark(value.lowerBound, "\\"), value.count > 2 else { return nil }
    var names: [String] = []
    var expectsName = !model.tokens.isMark(value.lowerBound + 1, ".")
    for index in value.dropFirst() {
      if expectsName {
        guard let name = model.tokens[index]?.name else { return nil }
        names.append(name)
      } else if !model.tokens.isMark(index, ".") {
        return nil
      }
      expectsName.toggle()
    }
    return expectsName || names.isEmpty ? nil : names
  }

  /// Whether what stands before the last name is a type, and no property of one.
  private func isSingleStep(_ root: [String], to shape: RelationshipShape) -> Bool {
    guard root.count > 1, names.model(named: root, in: scope) == nil else { return true }
    return !(1..<root.count).contains { length in
      names.model(named: Array(root.prefix(length)), in: scope) != nil
    } && root != shape.destination.dropLast()
      && root.allSatisfy { !($0.first?.isLowercase ?? true) }
  }

  /// Whether a type is the destination, or a class above or below it.
  private func isDestination(_ root: [String], _ shape: RelationshipShape) -> Bool {
    guard let model = names.model(named: root, in: scope), let destination = shape.model else {
      return root.last == shape.destination.last
    }
    return model == destination || isAncestor(model, of: destination)
      || isAncestor(destination, of: model)
  }
}
