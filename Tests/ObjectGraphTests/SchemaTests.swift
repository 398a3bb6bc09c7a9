import Testing

@testable import ObjectGraph

@Suite("Which inverse does a relationship get?")
struct SchemaTests {
  /// A model in short form, and every inverse of it; without any where none is found.
  struct Model: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let framework: Framework
    let text: String
    let inverses: [String]

    init(
      _ testDescription: String, _ text: String, _ inverses: String...,
      in framework: Framework = .swiftData
    ) {
      (self.testDescription, self.framework) = (testDescription, framework)
      (self.text, self.inverses) = (text, inverses)
    }
  }

  static let models = [
    Model("Core Data infers none", "A: b B; B: a A", in: .coreData),
    Model(
      "Core Data keeps the inverse that each of several relationships declares",
      "Flight: from Airport ~departures, to Airport ~arrivals; Airport: arrivals* Flight ~to, "
        + "departures* Flight ~from, diversions* Flight",
      "Flight.from declared Airport.departures 1:N", "Flight.to declared Airport.arrivals 1:N",
      in: .coreData),
    Model(
      "SwiftData: a declaration on one side completes the other", "A: b* B ~a; B: a* A",
      "A.b declared B.a N:N"),
    Model("Whichever comes first", "B: a* A; A: b* B ~a", "B.a declared A.b N:N"),
    Model("A declared inverse may be mandatory", "A: b! B ~a; B: a* A", "A.b declared B.a 1:N"),
    Model(
      "An `inverse: nil` takes nothing from it", "A: b* B ~a; B: a A ~", "A.b declared B.a 1:N"),
    Model("To-one and to-one is inferred", "A: b B; B: a A", "A.b inferred B.a 1:1"),
    Model("To-one and array", "A: b B; B: a* A", "A.b inferred B.a 1:N"),
    Model("Also if the array is not optional", "A: b B; B: a*! A", "A.b inferred B.a 1:N"),
    Model(
      "A parent and its children in one entity", "Node: parent Node, children* Node",
      "Node.parent inferred Node.children 1:N"),
    Model("One relationship is not its own inverse", "Node: next Node"),
    Model("Unless it names itself", "A: b* A ~b", "A.b declared A.b N:N"),
    Model("In Core Data, too", "A: b A ~b", "A.b declared A.b 1:1", in: .coreData),
    Model("Nothing is inferred for arrays on both sides", "A: b* B; B: a* A"),
    Model("For a mandatory to-one", "A: b! B; B: a* A"),
    Model("On either side", "A: b B; B: a! A"),
    Model("For `inverse: nil`", "A: b B ~; B: a* A"),
    Model("On either side", "A: b B; B: a* A ~"),
    Model("Where two could be meant", "Flight: from Airport, to Airport; Airport: flights* Flight"),
    Model(
      "A declaration takes its pair out of the candidates",
      "Flight: from Airport ~departures, to Airport; Airport: departures* Flight, arrivals* Flight",
      "Flight.from declared Airport.departures 1:N", "Flight.to inferred Airport.arrivals 1:N"),
    Model(
      "So does `inverse: nil`",
      "Flight: from Airport ~, to Airport; Airport: arrivals* Flight",
      "Flight.to inferred Airport.arrivals 1:N"),
    Model(
      "An inverse is inferred through a parent",
      "Base abstract: folder Folder; File < Base; Folder: content* Base",
      "Base.folder inferred Folder.content 1:N"),
    Model(
      "An array of a subentity is not the inverse of what the parent declares",
      "Owner: reports* Report; Document abstract: owner Owner; Report < Document"),
    Model(
      "Unless it is declared",
      "Owner: reports* Report ~owner; Document abstract: owner Owner; Report < Document",
      "Owner.reports declared Document.owner 1:N"),
    Model(
      "On either side",
      "Owner: reports* Report; Document abstract: owner Owner ~reports; Report < Document",
      "Owner.reports declared Document.owner 1:N"),
  ]

  @Test(arguments: models)
  func inverses(_ model: Model) throws {
    let schema = try Schema(model.framework, model.text)
    var found: [String] = []
    for relationship in schema.relationships {
      guard let inverse = schema.inverse(of: relationship) else {
        #expect(schema.cardinality(of: relationship) == nil)
        continue
      }
      #expect(schema.inverse(of: inverse.relationship)?.relationship == relationship)
      if inverse.relationship < relationship { continue }
      let cardinality = try #require(schema.cardinality(of: relationship)).rawValue
      found.append(
        "\(schema.qualifiedName(of: relationship)) \(inverse.kind.rawValue) "
          + "\(schema.qualifiedName(of: inverse.relationship)) \(cardinality)")
    }
    #expect(found == model.inverses)
  }

  @Test("Relationships are inherited from all ancestors, theirs first, under one identity")
  func inheritance() throws {
    let schema = try Schema("C < B: c A; B < A: b A ~; A: a* A deny")
    let (a, c) = (try schema.required("A"), try schema.required("C"))
    let names = schema.relationships(of: c).map { schema.qualifiedName(of: $0) }
    #expect(names == ["A.a", "B.b", "C.c"])
    #expect(try schema.required("C", "a") == schema.required("A", "a"))
    #expect(schema.entity(c, isKindOf: a) && !schema.entity(a, isKindOf: c))
  }
}
