import DeleteMatrix
import ObjectGraph

extension ModelClassReading {
  /// The relationship that a property is, with or without a macro.
  mutating func relationship(
    _ property: SwiftProperty, _ shape: RelationshipShape, _ macro: SwiftAttribute?
  ) -> ModelRelationship {
    var relationship = ModelRelationship(
      property.name, destination: destination(of: property, shape), isToMany: shape.isToMany,
      isOptional: shape.isOptional, maxCount: shape.isToMany ? 0 : 1, at: property.location)
    var labels: Set<String> = []
    for argument in macro?.arguments ?? [] {
      if let label = argument.label, !labels.insert(label).inserted {
        reportArgument(argument, of: relationship, "\(label): only once", "the first is taken")
        continue
      }
      read(argument, into: &relationship, shape)
    }
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
    let isDeclared = names.meaning(of: shape.destination, in: scope) != nil
    report(
      .error, "unknown_destination",
      "@Relationship is on '\(property.name)', but \(name) is "
        + (isDeclared ? "no @Model class" : "not among the @Model classes of the given files")
        + "; the relationship is left out",
      relationship: property.name, at: property.location)
    return name
  }

  private mutating func read(
    _ argument: SwiftArgument, into relationship: inout ModelRelationship,
    _ shape: RelationshipShape
  ) {
    switch argument.label {
    case "deleteRule":
      guard let rule = deleteRule(argument.value) else {
        return reportArgument(
          argument, of: relationship, "one of .cascade, .nullify, .deny and .noAction",
          "it is taken for no rule")
      }
      relationship.deleteRule = rule
    case nil:
      // The first releases had the rule among the options.
      if let rule = deleteRule(argument.value) {
        relationship.deleteRule = rule
      } else if member(of: "Option", in: argument.value) != "unique" {
        reportArgument(
          argument, of: relationship, "an option such as .unique", "it is passed over")
      }
    case "minimumModelCount":
      guard let count = count(argument, of: relationship) else { return }
      relationship.minCount = count
    case "maximumModelCount":
      guard let count = count(argument, of: relationship), relationship.isToMany else { return }
      relationship.maxCount = count
    case "originalName":
      let token = argument.value.count == 1 ? model.tokens[argument.value.lowerBound] : nil
      if let token, token.kind == .text {
        relationship.renamingIdentifier = token.text
      } else if token?.isWord("nil") != true {
        reportArgument(argument, of: relationship, "a plain string", "it is passed over")
      }
    case "inverse": readInverse(argument, into: &relationship, shape)
    case "hashModifier": break
    case let label?:
      reportArgument(
        argument, of: relationship, "a parameter of @Relationship instead of \(label):",
        "it is passed over")
    }
  }

  private func deleteRule(_ value: Range<Int>) -> DeleteRule? {
    member(of: "DeleteRule", in: value).flatMap(DeleteRule.init(rawValue:))
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
    let label = argument.label.map { "\($0): " } ?? ""
    report(
      .error, "unreadable_argument",
      "found '\(label)\(model.tokens.written(argument.value))'; expected \(expected); "
        + consequence,
      relationship: relationship.name, at: model.tokens.location(argument.start))
  }
}
