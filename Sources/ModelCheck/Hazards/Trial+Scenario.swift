import ObjectGraph
import Scenarios
import SourceText

extension Trial {
  /// The trial as a scenario that anybody can replay: of the model, only what it needs.
  ///
  /// - Parameters:
  ///   - schema: The schema of the trial.
  ///   - mandatory: The relationships of which it matters what they must hold.
  ///   - location: Where the hazard is written.
  /// - Returns: The model's part, the objects, the links, the delete and a save.
  func scenario(
    in schema: Schema, mandatory: Set<RelationshipID>, at location: Location
  ) -> Scenario {
    let names = names(in: schema)
    return Scenario(
      framework: schema.framework.name,
      entities: schema.excerpt(for: kinds, linked: links.map(\.relationship), mandatory: mandatory),
      objects: zip(names, kinds).map { NamedObject($0, schema.declaration(of: $1).name) },
      links: links.map { link in
        NamedLink(
          names[link.source], schema.declaration(of: link.relationship).name,
          names[link.destination])
      },
      steps: [
        Scenario.Step(.delete([names[deleted]]), at: location), Scenario.Step(.save, at: location),
      ])
  }

  /// The entity and a number for each object: `Task1`.
  func names(in schema: Schema) -> [String] {
    kinds.indices.map { index in
      let number = kinds[...index].count { $0 == kinds[index] }
      return NamedObject(number: number, of: schema.declaration(of: kinds[index]).name).name
    }
  }
}
