import CompiledOnce
import ObjectGraph
import SourceText

// Entities, relationships and attributes as files have them; what is as it mostly is, is left out.

extension Entity {
  package static let format = FileFormat(
    "entity", "an entity", blank: Entity(""),
    [
      .required("name", \.name, .text()),
      .stated("parent", \.parent, .textOrNull("an entity's name")),
      .defaulted("abstract", \.isAbstract, .bool, to: false),
      .listed(
        "relationships", \.relationships,
        .list(of: .object(Relationship.format), expected: "an array of relationships")),
      .listed(
        "attributes", \.attributes,
        .list(of: .object(Attribute.format), expected: "an array of attributes")),
    ])
}

extension Relationship {
  fileprivate static let format = FileFormat(
    "relationship", "a relationship", blank: Relationship.toOne("", ""),
    [
      .required("name", \.name, .text()),
      .required("destination", \.destination, .text()),
      FormatField(
        .optional("toMany", .defaulted(.bool, .bool(false))),
        read: { reading, node, _, relationship in
          relationship.isToMany = reading.bool(node) ?? false
          relationship.maxCount = relationship.usualMaxCount
          return true
        }, write: { $0.isToMany ? .bool(true) : nil }),
      .defaulted("ordered", \.isOrdered, .bool, to: false),
      .defaulted("optional", \.isOptional, .bool, to: true),
      .defaulted("minCount", \.minCount, .count, to: 0),
      FormatField(
        .optional("maxCount", .count, "0 for no bound; 1 where a to-one doesn't say."),
        read: { reading, node, _, relationship in
          relationship.maxCount = reading.count(node) ?? relationship.maxCount
          return true
        }, write: { $0.maxCount == $0.usualMaxCount ? nil : .integer($0.maxCount) }),
      FormatField(
        .optional(
          "deleteRule", Notation.deleteRule.shape, "In a pairing the rows say it instead."),
        read: { reading, node, _, relationship in
          relationship.deleteRule = reading.choice(node, DeleteRule.self) ?? .standard
          return true
        }, write: { .string($0.deleteRule.rawValue) }),
      FormatField(
        .optional(
          "inverse", .nullableName,
          "Absent where nothing is declared; null for a deliberate one-way relationship."),
        read: { reading, node, _, relationship in
          let name = reading.nullableString(node, expected: "a relationship's name")
          relationship.inverse = name.map { .named($0) } ?? .oneWay
          return true
        },
        write: { relationship in
          switch relationship.inverse {
          case .unstated: nil
          case .oneWay: .null
          case .named(let name): .string(name)
          }
        }),
    ])

  private var usualMaxCount: Int { isToMany ? 0 : 1 }
}

extension Attribute {
  fileprivate static let format = FileFormat(
    "attribute", "an attribute", blank: Attribute(""),
    [
      .required("name", \.name, .text()),
      .defaulted("optional", \.isOptional, .bool, to: true),
      .defaulted("unique", \.isUnique, .bool, to: false),
    ])
}

extension Notation<[Entity]> {
  package static var entities: Notation {
    .list(of: .object(Entity.format), expected: "an array of entities")
  }
}

extension FileReading {
  /// Resolves entities under a framework and reports any errors; nil if they inherit too much to
  /// be resolved.
  @discardableResult
  package mutating func schema(
    of entities: [Entity], _ framework: Framework.Name, at node: JSONNode
  ) -> Result<Schema, SchemaError>? {
    if let reason = entities.excessiveInheritance {
      report(node.location, reason)
      return nil
    }
    do throws(SchemaError) {
      return .success(try Schema(.named(framework), entities: entities))
    } catch {
      for problem in error.problems { report(node.location, "\(problem)") }
      return .failure(error)
    }
  }
}
