extension Schema {
  /// A problem, and which of the declarations it concerns: names do not tell, where two are equal.
  package struct LocatedProblem: Sendable {
    /// What of an entity is concerned.
    package enum Property: Hashable, Sendable {
      /// One of its own relationships, by number.
      case relationship(Int)
      /// The last of its attributes of that name.
      case attribute(String)
    }

    /// The number of the entity among those given.
    package let entity: Int
    /// What of it is concerned; nil for the entity as a whole.
    package let property: Property?
    /// What is wrong.
    package let problem: SchemaProblem
  }

  /// Everything that makes entities impossible, as ``SchemaError`` does, with its place.
  package static func problems(
    _ framework: Framework, entities: [Entity]
  ) -> [LocatedProblem] {
    var building = SchemaBuilding(framework: framework, entities: entities)
    building.resolve()
    return building.locatedProblems
  }
}
