import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Schema {
  /// Whether a pair is shown from the first of two relationships: the to-many of a one-to-many, as
  /// in the article, and otherwise the one that is declared first.
  func isPairedFrom(_ one: RelationshipID, rather other: RelationshipID) -> Bool {
    let (one, other) = ((declaration(of: one), one), (declaration(of: other), other))
    return one.0.isToMany == other.0.isToMany ? one.1 < other.1 : one.0.isToMany
  }
}

extension Pairing {
  /// Returns the location of the first relationship whose rule is not the recorded one; nil if
  /// both rules are.
  func changedSide(since recorded: Pairing, in model: Model) -> Location? {
    let rules = zip(rows.first?.rules ?? [], recorded.rows.first?.rules ?? [])
    for (side, (rule, before)) in zip(sides, rules) where rule != before {
      guard let entity = model.schema.entity(side.entity), let name = side.relationship,
        let relationship = model.schema.relationship(name, of: entity)
      else { continue }
      return model.location(of: relationship)
    }
    return nil
  }

  /// The pairing of a relationship of a model, with the model's own rules in its only row.
  init?(_ relationship: RelationshipID, in model: Model) {
    let schema = model.schema
    guard let fixture = PairFixture(asInTheArticle: relationship, in: schema),
      let location = model.location(of: relationship)
    else { return nil }
    let inverse = schema.inverse(of: relationship)?.relationship
    let ends = [
      (schema.source(of: relationship), relationship, fixture.sources[0]),
      (
        inverse.map { schema.source(of: $0) } ?? schema.destination(of: relationship), inverse,
        fixture.destinations[0]
      ),
    ]
    let sides = ends.map { entity, relationship, object in
      Side(
        entity: schema.declaration(of: entity).name,
        relationship: relationship.map { schema.declaration(of: $0).name }, object: object.name)
    }
    let rules = ends.map { end in end.1.map { schema.declaration(of: $0).deleteRule } }
    self.init(
      name: sides.map(\.title).joined(separator: "-"),
      title: schema.pairingTitle(of: relationship), framework: model.framework,
      from: model.introduction(of: relationship), entities: fixture.entities, sides: sides,
      objects: fixture.objects, links: fixture.links,
      location: location, isOfModel: true, rows: [Row(rules: rules, location: location)])
  }

  /// The pairing with what a recording states of the same operations, whatever the rules were.
  func stating(_ recorded: Pairing) -> Pairing {
    with(
      rows.map { row in
        Row(
          rules: row.rules, observations: recorded.rows.first?.observations ?? [:],
          places: recorded.rows.first?.places ?? [:], location: row.location)
      })
  }

  /// The pairing with what was seen to come of each operation on some releases.
  func stating(
    _ observations: [Cell.Operation: [Observation]], on system: ReleaseSpan?
  ) -> Pairing {
    with(
      rows.map { Row(rules: $0.rules, observations: observations, location: $0.location) },
      on: system)
  }
}

extension PairFixture {
  /// The objects and links of a pairing.
  ///
  /// One-to-one: one object a side. One-to-many: one object on the side of the to-many, two on the
  /// other. Many-to-many: two on each. A to-many without an inverse leads from one object to two; a
  /// to-one without an inverse from two objects to one, because nothing says that only one may refer
  /// to it. More where the model demands it, and fewer where it allows no more: of these graphs, the
  /// first that can be stored.
  fileprivate init?(asInTheArticle relationship: RelationshipID, in schema: Schema) {
    let named = NamedSchema(schema)
    let inverse = schema.inverse(of: relationship)?.relationship
    let isToMany = schema.declaration(of: relationship).isToMany
    let isBackToMany = inverse.map { schema.declaration(of: $0).isToMany } ?? !isToMany
    let least = [inverse, relationship].map { side in
      min(max(side.map { schema.declaration(of: $0).minCount } ?? 0, 2), PairFixture.mostObjects)
    }
    let (sources, destinations) = (isBackToMany ? least[0] : 1, isToMany ? least[1] : 1)
    let sizes = [(sources, destinations), (1, destinations), (sources, 1), (1, 1)]
    let fixtures = sizes.lazy.flatMap { size in
      Closing.allCases.lazy.compactMap { closing in
        PairFixture(
          relationship, in: named,
          Shape(sources: size.0, destinations: size.1, closing: closing))
      }
    }
    guard let fixture = fixtures.first(where: \.isValid) ?? fixtures.first else { return nil }
    self = fixture
  }
}

extension Schema {
  /// Returns the kind of a relationship: `1:N, inverse declared`.
  fileprivate func pairingTitle(of relationship: RelationshipID) -> String {
    guard let cardinality = cardinality(of: relationship), let inverse = inverse(of: relationship)
    else {
      return declaration(of: relationship).isToMany ? "to-many, one-way" : "to-one, one-way"
    }
    return "\(cardinality.rawValue), inverse \(inverse.kind.rawValue)"
  }
}
