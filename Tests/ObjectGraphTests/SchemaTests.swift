import Testing

@testable import ObjectGraph

@Suite("Which inverse does a relationship get?")
struct SchemaTests {
  @Test("SwiftData: a declaration on one side completes the other, whichever comes first")
  func oneSideCompletesTheOther() throws {
    let declarations: [(Relationship.Inverse, Relationship.Inverse)] = [
      (.named("list"), .unstated), (.unstated, .named("items")),
    ]
    for (items, list) in declarations {
      let schema = try Schema(
        .swiftData,
        entities: [
          Entity("List", relationships: [.toMany("items", "Item", inverse: items)]),
          Entity("Item", relationships: [.toMany("list", "List", inverse: list)]),
        ])
      #expect(try schema.inverse("List", "items") == "declared Item.list")
      #expect(try schema.inverse("Item", "list") == "declared List.items")
    }
  }

  @Test("Core Data: where nobody declares an inverse there is none")
  func coreDataInfersNothing() throws {
    let schema = try pair(.coreData, .toOne("b", "B"), .toOne("a", "A"))
    #expect(try schema.inverse("A", "b") == nil)
    #expect(try schema.cardinality(of: schema.required("A", "b")) == nil)
  }

  @Test("A declared inverse may have any cardinality and be mandatory")
  func declaredInverseMayBeAnything() throws {
    let mandatory = Relationship.toOne("b", "B", isOptional: false, inverse: .named("a"))
    for (left, cardinality) in [
      (mandatory, Cardinality.oneToMany), (.toMany("b", "B", inverse: .named("a")), .manyToMany),
    ] {
      let schema = try pair(.swiftData, left, .toMany("a", "A"))
      #expect(try schema.inverse("A", "b") == "declared B.a")
      #expect(try schema.cardinality(of: schema.required("A", "b")) == cardinality)
    }
  }

  @Test("SwiftData infers the inverse of an optional to-one and a to-one or array")
  func optionalToOneIsInferred() throws {
    for (back, cardinality) in [
      (Relationship.toOne("a", "A"), Cardinality.oneToOne), (.toMany("a", "A"), .oneToMany),
      (.toMany("a", "A", isOptional: false), .oneToMany),
    ] {
      let schema = try pair(.swiftData, .toOne("b", "B"), back)
      #expect(try schema.inverse("A", "b") == "inferred B.a", "\(back)")
      #expect(try schema.inverse("B", "a") == "inferred A.b", "\(back)")
      #expect(try schema.cardinality(of: schema.required("B", "a")) == cardinality)
    }
  }

  @Test("SwiftData infers nothing for arrays on both sides, a mandatory to-one, or `inverse: nil`")
  func unsafePairsAreNotInferred() throws {
    let pairs: [(Relationship, Relationship)] = [
      (.toMany("b", "B"), .toMany("a", "A")),
      (.toOne("b", "B", isOptional: false), .toMany("a", "A")),
      (.toOne("b", "B", isOptional: false), .toOne("a", "A")),
      (.toOne("b", "B"), .toOne("a", "A", isOptional: false)),
      (.toOne("b", "B", inverse: .oneWay), .toMany("a", "A")),
      (.toOne("b", "B"), .toMany("a", "A", inverse: .oneWay)),
    ]
    for (left, right) in pairs {
      for schema in [try pair(.swiftData, left, right), try pair(.swiftData, right, left)] {
        #expect(schema.relationships.allSatisfy { schema.inverse(of: $0) == nil })
      }
    }
  }

  @Test("SwiftData infers nothing where two candidates could be meant, on either side")
  func ambiguityIsNotInferred() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("Flight", relationships: [.toOne("from", "Airport"), .toOne("to", "Airport")]),
        Entity("Airport", relationships: [.toMany("flights", "Flight")]),
      ])
    #expect(schema.relationships.allSatisfy { schema.inverse(of: $0) == nil })
  }

  @Test("A declaration takes its pair out of the candidates, and so does `inverse: nil`")
  func declarationsRemoveAmbiguity() throws {
    for taken in [Relationship.Inverse.named("departures"), .oneWay] {
      let departures = taken == .oneWay ? [] : [Relationship.toMany("departures", "Flight")]
      let schema = try Schema(
        .swiftData,
        entities: [
          Entity(
            "Flight",
            relationships: [.toOne("from", "Airport", inverse: taken), .toOne("to", "Airport")]),
          Entity("Airport", relationships: departures + [.toMany("arrivals", "Flight")]),
        ])
      #expect(try schema.inverse("Flight", "to") == "inferred Airport.arrivals")
      let declared = taken == .oneWay ? nil : "declared Airport.departures"
      #expect(try schema.inverse("Flight", "from") == declared)
    }
  }

  @Test("Several relationships between two entities keep the inverse that each declares")
  func severalPairsBetweenTwoEntities() throws {
    let schema = try Schema(
      .coreData,
      entities: [
        Entity(
          "Flight",
          relationships: [
            .toOne("from", "Airport", inverse: .named("departures")),
            .toOne("to", "Airport", inverse: .named("arrivals")),
          ]),
        Entity(
          "Airport",
          relationships: [
            .toMany("arrivals", "Flight", inverse: .named("to")),
            .toMany("departures", "Flight", inverse: .named("from")),
            .toMany("diversions", "Flight"),
          ]),
      ])
    #expect(try schema.inverse("Flight", "from") == "declared Airport.departures")
    #expect(try schema.inverse("Airport", "arrivals") == "declared Flight.to")
    #expect(try schema.inverse("Airport", "diversions") == nil)
  }

  @Test("A parent and its children in one entity are inferred; a relationship alone is not its own")
  func selfRelationships() throws {
    let tree = try Schema(
      .swiftData,
      entities: [
        Entity("Node", relationships: [.toOne("parent", "Node"), .toMany("children", "Node")])
      ])
    #expect(try tree.inverse("Node", "parent") == "inferred Node.children")
    #expect(try tree.inverse("Node", "children") == "inferred Node.parent")
    #expect(try Schema.chain(next: .cascade, hasInverse: false).inverse("Node", "next") == nil)
  }

  @Test("A relationship that names itself is its own inverse, in both frameworks")
  func ownInverse() throws {
    for framework in [Framework.swiftData, .coreData] {
      let schema = try Schema(
        framework,
        entities: [
          Entity(
            "Person", relationships: [.toMany("friends", "Person", inverse: .named("friends"))])
        ])
      #expect(try schema.inverse("Person", "friends") == "declared Person.friends")
      #expect(try schema.cardinality(of: schema.required("Person", "friends")) == .manyToMany)
    }
  }

  private func pair(
    _ framework: Framework, _ left: Relationship, _ right: Relationship
  ) throws -> Schema {
    let (a, b) = left.destination == "B" ? (left, right) : (right, left)
    let entities = [Entity("A", relationships: [a]), Entity("B", relationships: [b])]
    return try Schema(framework, entities: left.destination == "B" ? entities : entities.reversed())
  }
}
