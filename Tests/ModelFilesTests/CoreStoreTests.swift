import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("Are the classes of CoreStore read as a model?")
struct CoreStoreTests {
  @Test("Fields: the rule is nullify unless it is stated, and one side states the inverse of both")
  func fields() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      final class Hike: CoreStoreObject {
        @Field.Stored("day") var day: Int = 0
        @Field.Relationship("points", inverse: \\.$hike, deleteRule: .cascade) var points: [Point]
        @Field.Relationship("tags", inverse: \\Tag.$hikes) var tags: Set<Tag>
        static let name = "Hike"
      }
      final class Point: CoreStoreObject {
        @Field.Relationship("hike", deleteRule: .deny) var hike: Hike?
      }
      final class Tag: CoreStoreObject { @Field.Relationship("hikes") var hikes: Array<Hike> }
      """
    ]).read()
    #expect(
      project.relationshipLines == [
        "Hike.points: Point * ordered cascade <-> hike", "Hike.tags: Tag * nullify <-> hikes",
        "Point.hike: Hike ? deny <-> points", "Tag.hikes: Hike * ordered nullify <-> tags",
      ])
    #expect(project.models.first?.entities[0].attributes.map(\.name) == ["day"])
    #expect(project.models.first?.findings.isEmpty == true)
  }

  @Test("Older containers, names of entities, inheritance and names in the store")
  func containers() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      class Animal: CoreStoreObject {
        let species = Value.Required<String>("species", initial: "")
        let _master = Relationship.ToOne<Person>("master")
      }
      class Dog: Animal {}
      class Person: CoreStoreObject {
        let pets = Relationship.ToManyUnordered<Animal>("pets", inverse: { $0._master }, deleteRule: .cascade)
        let friends = Relationship.ToManyOrdered<Person>("friends")
      }
      """,
      "Stack.swift": """
      let stack = DataStack(CoreStoreSchema(modelVersion: "V1", entities: [
        Entity<Animal>("Beast", isAbstract: true), Entity<Person>("Person"), Entity<Dog>("Dog")
      ]))
      """,
    ]).read()
    #expect(
      project.relationshipLines == [
        "Beast.master: Person ? nullify <-> pets", "Person.pets: Beast * cascade <-> master",
        "Person.friends: Person * ordered nullify",
      ])
    let entities = project.models.first?.entities ?? []
    #expect(entities.map(\.parent) == [nil, "Beast", nil])
    #expect(entities.map(\.isAbstract) == [true, false, false])
    #expect(entities.map(\.className) == ["Animal", "Dog", "Person"])
  }

  @Test(
    "Each way to declare a relationship is read, or reported",
    arguments: [
      ("let all: Relationship.ToManyOrdered<Node> = .init(ARGUMENTS)", true),
      ("let all = Relationship.ToManyOrdered<Node>.init(ARGUMENTS)", true),
      ("let all = RelationshipContainer<Node>.ToManyOrdered<Node>(ARGUMENTS)", true),
      ("let all = ToMany(ARGUMENTS)", true), ("let all: ToMany = .init(ARGUMENTS)", true),
      ("let all = Many<Node>(ARGUMENTS)", true),
      (
        "@FieldContainer<Node>.Relationship(\"all\", inverse: \\.$up, deleteRule: .cascade) var all: [Node]",
        true
      ),
      ("let all = make(Relationship.ToManyOrdered<Node>.self)", false),
      ("lazy var all: Relationship.ToManyOrdered<Node> = make()", false),
      ("@Field.Relationship(\"all\") var all = make()", false),
      ("let all = madeByFunction(\"all\")", false), ("let all = Makers.byAlias()", false),
      ("let all = { madeByFunction() }()", false), ("let all = madeByProperty", false),
      ("let all = Makers().madeByMethod()", false),
      // Not stored, or something else.
      ("let all = Value.Required<String>(\"all\", initial: \"\")", nil),
      ("var all: Relationship.ToManyOrdered<Node> { other.all }", nil),
      ("let all = makeNumber()", nil), ("let all = takesOne(of: other)", nil),
    ])
  func forms(declaration: String, isRead: Bool?) throws {
    let arguments = "\"all\", inverse: { $0.up }, deleteRule: .cascade"
    let project = try ProjectOfFiles([
      "Model.swift": """
      typealias ToMany = RelationshipContainer<Node>.ToManyOrdered<Node>
      typealias Many<D: CoreStoreObject> = RelationshipContainer<Node>.ToManyOrdered<D>
      class Node: CoreStoreObject {
        let up = Relationship.ToOne<Node>("up")
        \(declaration.replacing("ARGUMENTS", with: arguments))
      }
      func madeByFunction(_ key: String = "all") -> Relationship.ToManyOrdered<Node> { .init(key) }
      let madeByProperty: RelationshipContainer<Node>.ToManyOrdered<Node> = .init("all")
      enum Makers {
        static func byAlias() -> ToMany { .init("all") }
        func madeByMethod() -> Many<Node> { Many<Node>("all") }
      }
      func makeNumber() -> Int { let one = Relationship.ToOne<Node>("one"); return 1 }
      func takesOne(of: Relationship.ToOne<Node>) -> Int { 1 }
      """
    ]).read()
    let up = "Node.up: Node ? nullify"
    let lines = ["\(up) <-> all", "Node.all: Node * ordered cascade <-> up"]
    #expect(project.relationshipLines == (isRead == true ? lines : [up]))
    let findings = (project.models.first?.findings ?? []).map {
      "\($0.rule.rawValue) \($0.location.line)"
    }
    #expect(findings == (isRead == false ? ["incomplete_model 5"] : []))
  }

  @Test("A schema has an entity whose name an initializer of the app's gives")
  func ownInitializer() throws {
    let project = try ProjectOfFiles([
      "Model.swift": """
      extension Entity { convenience init() { self.init(O.entityName) } }
      class Van: CoreStoreObject { @Field.Relationship("loads", inverse: \\.$van) var loads: Set<Load> }
      class Load: CoreStoreObject { @Field.Relationship("van") var van: Van? }
      let stack = DataStack(CoreStoreSchema(modelVersion: "1", entities: [Entity<Van>(), Entity<Load>("Row")]))
      """
    ]).read()
    #expect(project.models.first?.entities.map(\.name) == ["Van", "Row"])
    #expect(project.models.first?.findings == [])
  }

  @Test("Enclosing types are versions, of which an alias names the current one")
  func versions() throws {
    let versions = [("V1", ".cascade"), ("V2", ".deny")].map { name, rule in
      """
      enum \(name) {
        class Trip: CoreStoreObject {
          @Field.Relationship("stops", inverse: \\.$trip, deleteRule: \(rule)) var stops: [Stop]
        }
        class Stop: CoreStoreObject { @Field.Relationship("trip") var trip: Trip? }
      }
      """
    }
    let text = versions.joined(separator: "\n")
    let open = try ProjectOfFiles(["Model.swift": text]).read()
    #expect(open.models.map(\.version) == ["V2"])
    #expect(open.models.first?.findings.map(\.rule) == [.uncertainVersion])
    let last = try ProjectOfFiles(["Model.swift": text + "\ntypealias Hike = V2.Trip"]).read()
    #expect(last.models.first?.findings.isEmpty == true)
    let older = try ProjectOfFiles(["Model.swift": text + "\ntypealias Hike = V1.Trip"]).read()
    #expect(older.models.first?.findings.map(\.rule) == [.uncertainVersion])
    let named = try ProjectOfFiles(["Model.swift": text + "\ntypealias Trip = V1.Trip"]).read()
    #expect(named.models.map(\.version) == ["V1"])
    #expect(named.models.first?.findings.isEmpty == true)
    #expect(named.relationshipLines.first == "Trip.stops: Stop * ordered cascade <-> trip")
  }

  @Test(
    "What cannot be read is reported where it is",
    arguments: [
      (
        "@Field.Relationship(\"stops\") var stops: [Elsewhere]",
        ModelFinding.Rule.unknownDestination
      ),
      ("@Field.Relationship(\"stops\", deleteRule: rule) var stops: [Trip]", .unreadableArgument),
      (
        "@Field.Relationship(\"stops\", deleteRule: .noAction) var stops: [Trip]",
        .unreadableArgument
      ),
      ("lazy var kind = made(Relationship.ToOne<Trip>(name))", .incompleteModel),
      ("lazy var kind = ToOne.self", nil),
    ])
  func unread(member: String, rule: ModelFinding.Rule?) throws {
    let project = try ProjectOfFiles([
      "Model.swift": "class Trip: CoreStoreObject {\n  \(member)\n}"
    ]).read()
    let findings = project.models.first?.findings ?? []
    #expect(findings.map(\.rule) == [rule].compactMap(\.self), "\(findings)")
    #expect(findings.allSatisfy { $0.location.line == 2 }, "\(findings)")
  }

  @Test("A class that is declared twice is reported")
  func repeated() throws {
    let project = try ProjectOfFiles([
      "A.swift": "class Trip: CoreStoreObject {}", "B.swift": "class Trip: CoreStoreObject {}",
    ]).read()
    let findings = project.models.first?.findings ?? []
    #expect(findings.map(\.rule) == [.repeatedDeclaration], "\(findings)")
    #expect(findings.first?.location.file.hasSuffix("B.swift") == true)
  }

  @Test("CoreStore's own code builds no model that is missing")
  func library() throws {
    let builder = """
      func model(_ parts: [NSEntityDescription]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = parts
        return model
      }
      """
    let files = [
      "App/Model.swift": "class Trip: CoreStoreObject {}",
      "CoreStore/Object.swift": "open class CoreStoreObject {}", "CoreStore/Schema.swift": builder,
    ]
    let project = try ProjectOfFiles(files).read()
    #expect(project.models.map(\.place) == ["App/Model.swift"] && project.unread.isEmpty)
    let own = try ProjectOfFiles(files.merging(["App/Model+Own.swift": builder]) { $1 }).read()
    #expect(own.unread.map(\.place) == ["App/Model+Own.swift"])
  }

  /// Two classes of a store, in a type.
  private static func store(_ name: String, _ classes: (String, String), rule: String) -> String {
    """
    enum \(name) {
      class \(classes.0): CoreStoreObject {
        @Field.Relationship("parts", inverse: \\.$whole, deleteRule: .\(rule))
        var parts: Set<\(name).\(classes.1)>
      }
      class \(classes.1): CoreStoreObject {
        @Field.Relationship("whole") var whole: \(name).\(classes.0)?
      }
      static let schema = CoreStoreSchema(
        modelVersion: "\(name)",
        entities: [
          Entity<\(name).\(classes.0)>("\(classes.0)"), Entity<\(name).\(classes.1)>("\(classes.1)"),
        ])
    }

    """
  }

  @Test(
    "Schemas without a class in common are models of their own, and those of one stack are versions",
    arguments: [
      (
        ("Trip", "Stop"), ("Note", "Tag"), "", ["Model.swift/A", "Model.swift/B"],
        [String?.none, nil]
      ),
      (
        ("Trip", "Stop"), ("Trip", "Stop"), "DataStack(A.schema)\nlet b = DataStack(B.schema)",
        ["Model.swift/A", "Model.swift/B"], [nil, nil]
      ),
      (
        ("Trip", "Stop"), ("Trip", "Stop"),
        "DataStack(B.schema, A.schema, migrationChain: [\"B\", \"A\"])",
        ["Model.swift", "Model.swift"], ["A", "B"]
      ),
      (("Trip", "Stop"), ("Trip", "Leg"), "", ["Model.swift", "Model.swift"], ["A", "B"]),
      (
        ("Trip", "Stop"), ("Trip", "Stop"),
        "DataStack(B.schema, A.schema, migrationChain: [\"B\", \"A\"])\nlet preview = DataStack("
          + "CoreStoreSchema(modelVersion: B.name, entities: [Entity<B.Stop>(\"\"), Entity<B.Trip>(\"\")]))",
        ["Model.swift", "Model.swift"], ["A", "B"]
      ),
    ])
  func schemas(
    first: (String, String), second: (String, String), stack: String, places: [String],
    versions: [String?]
  ) throws {
    let text =
      Self.store("A", first, rule: "cascade") + Self.store("B", second, rule: "deny")
      + (stack.isEmpty ? "" : "let a = \(stack)\n") + "class Stray: CoreStoreObject {}"
    let project = try ProjectOfFiles(["Model.swift": text]).read(allVersions: true)
    #expect(project.models.map(\.place) == places && project.models.map(\.version) == versions)
    let strays = project.models.flatMap { model in
      model.findings.filter { $0.rule == .unlistedModel }.map(\.entity)
    }
    #expect(strays == ["Stray"])
    let open = project.models.filter { model in
      model.findings.contains { $0.rule == .uncertainVersion }
    }
    #expect(open.isEmpty == !(stack.isEmpty && versions[0] != nil))
    if stack.contains("migrationChain") {
      #expect(project.models.filter(\.isCurrent).map(\.version) == ["A"])
    }
  }

  @Test("Entities outside of all schemas leave open which schema has them: one model")
  func looseEntities() throws {
    let text =
      Self.store("A", ("Trip", "Stop"), rule: "cascade")
      + Self.store("B", ("Note", "Tag"), rule: "deny")
      + "class Extra: CoreStoreObject {}\nlet more = [Entity<Extra>(\"Extra\")]"
    #expect(try ProjectOfFiles(["Model.swift": text]).read().models.map(\.place) == ["Model.swift"])
  }
}
