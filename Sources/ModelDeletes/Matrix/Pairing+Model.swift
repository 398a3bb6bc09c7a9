import DeleteMatrix
import ModelFiles
import ObjectGraph

extension Schema {
  /// Whether a pair is shown from the first of two relationships: the to-many of a one-to-many, as
  /// in the article, and otherwise the one that is declared first.
  func isPairedFrom(_ one: RelationshipID, rather other: RelationshipID) -> Bool {
    let (one, other) = ((declaration(of: one), one), (declaration(of: other), other))
    return one.0.isToMany == other.0.isToMany ? one.1 < other.1 : one.0.isToMany
  }
}

extension Pairing {
  /// The pairing of a relationship of a model, with the model's own rules in its only row.
  init?(_ relationship: RelationshipID, in model: Model) {
    let schema = model.schema
    guard let fixture = ModelFixture(relationship, in: schema),
      let location = model.location(of: relationship)
    else { return nil }
    let rules = fixture.sides.map { side in
      side.relationship.flatMap { name in
        schema.entity(side.entity).flatMap { schema.relationship(name, of: $0) }
          .map { schema.declaration(of: $0).deleteRule }
      }
    }
    self.init(
      name: fixture.sides.map(\.title).joined(separator: "-"),
      title: schema.pairingTitle(of: relationship), framework: model.framework,
      entities: schema.excerpt(for: fixture.kinds, linked: [relationship]), sides: fixture.sides,
      objects: fixture.objects, links: fixture.links, location: location, isOfModel: true,
      rows: [Row(rules: rules, location: location)])
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
}

extension Schema {
  /// What kind of relationship it is: `1:N, inverse declared`.
  fileprivate func pairingTitle(of relationship: RelationshipID) -> String {
    guard let cardinality = cardinality(of: relationship), let inverse = inverse(of: relationship)
    else {
      return declaration(of: relationship).isToMany ? "to-many, one-way" : "to-one, one-way"
    }
    return "\(cardinality.rawValue), inverse \(inverse.kind.rawValue)"
  }
}
