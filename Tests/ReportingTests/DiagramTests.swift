import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import PictureLayout
import Scenarios
import SourceText
import Testing

@testable import Reporting

@Suite("Does a picture show what is there, and what happens?")
struct DiagramTests {
  /// Rings of entities, of which each is linked to the next ring once, and two that stand alone.
  private static func rings(_ count: Int, of size: Int) throws -> Model {
    var text = "@Model class Alone {}\n@Model class Lonely {}\n"
    for ring in 0..<count {
      for place in 0..<size {
        let next = "R\(ring)E\((place + 1) % size)"
        let across = place == 0 ? "  var across: R\((ring + 1) % count)E0?\n" : ""
        text += "@Model class R\(ring)E\(place) {\n  var next: \(next)?\n\(across)}\n"
      }
    }
    return try Model(reading: text, as: "Rings.swift")
  }

  @Test("A large model is drawn in parts, each entity and each line in one of its own")
  func clusters() throws {
    let diagram = try Self.rings(4, of: 9).diagram(on: nil)
    let clusters = diagram.clusters(of: 12)
    let own = clusters.parts.flatMap { part in
      part.diagram.nodes.filter { $0.role != .outside }.map(\.name)
    }
    #expect(own.count == 36)
    #expect(Set(own).count == 36)
    #expect(
      clusters.parts.allSatisfy { part in
        part.count <= 12 && part.count == part.diagram.nodes.count { $0.role != .outside }
      })
    #expect(clusters.alone.map(\.name) == ["Alone", "Lonely"])
    // The lines from part to part are drawn in both.
    let across = try #require(clusters.overview).edges.reduce(0) { sum, edge in
      if case .relationships(let count) = edge.line { sum + count } else { sum }
    }
    #expect(
      clusters.parts.reduce(0) { $0 + $1.diagram.edges.count } == diagram.edges.count + across)
    #expect(across > 0)
  }

  @Test("A small model is one picture")
  func onePart() throws {
    let clusters = try Self.rings(1, of: 5).diagram(on: nil).clusters(of: 12)
    #expect(clusters.overview == nil)
    #expect(clusters.parts.map(\.count) == [5])
  }

  @Test("An owner stands first: what takes along, or else what holds many")
  func owners() throws {
    let diagram = try SampleModel.lists.model.diagram(on: nil)
    let lines = diagram.edges.map { "\($0.source.name) \($0.destination.name)" }
    #expect(
      lines == ["List Item", "List User", "Item Item", "Item Tag", "Item Receipt", "Widget Item"])
    // Whichever side is declared first.
    for rule in ["cascade", "nullify"] {
      let text = """
        @Model class Item { var list: List? }
        @Model class List { @Relationship(deleteRule: .\(rule)) var items: [Item] = [] }
        """
      let edges = try Model(reading: text, as: "M.swift").diagram(on: nil).edges
      #expect(edges.map(\.source.name) == ["List"], "\(rule)")
    }
  }

  @Test("What is more than can be told apart is one box, and no step is lost")
  func folding() throws {
    let children = (0..<40).map { "C\($0)" }
    let properties = children.map {
      "  @Relationship(deleteRule: .cascade) var \($0.lowercased()): [\($0)] = []\n"
    }
    let text =
      "@Model class Root {\n\(properties.joined())}\n"
      + children.map { "@Model class \($0) { var root: Root? }\n" }.joined()
    let model = try Model(reading: text, as: "Root.swift")
    let root = try #require(model.schema.entity("Root"))
    let report = EntityReport(of: root, DeleteStories(of: model))
    #expect(report.diagram.nodes.count == 41)
    let folded = report.diagram.folded(to: 10)
    #expect(folded.nodes.map(\.name) == ["Root"] + children.prefix(8) + ["32 more"])
    #expect(report.diagram.folded(to: 41).nodes.count == 41)
    #expect(report.story.lines.count == 41)
  }

  @Test("Where releases differ, a delete is played for each, and a batch delete where that differs")
  func variants() throws {
    let model = try SampleModel.records.model
    let entity = try #require(model.schema.entity("Record"))
    let range = ReleaseRange(from: nil, in: try .known())
    let report = EntityReport(of: entity, DeleteStories(of: model, on: range))
    #expect(
      report.variants.map(\.title) == [
        "On iOS 17.0 to iOS 17.5", "On iOS 17.6", "On iOS 18.0 to iOS 18.6",
        "On iOS 26.0 to iOS 27.2", "A batch delete, delete(model:)",
      ])
    // Each is told as it is when only its releases are asked about.
    for variant in report.variants.dropLast() {
      let span = variant.title.dropFirst("On ".count)
      let alone = DeleteStory(
        of: entity, in: model, on: try ReleaseRange(String(span), in: range.releases))
      #expect(variant.verdict == alone.verdict)
    }
    let one = try ReleaseRange("iOS 18.0", in: .known())
    let onOne = EntityReport(of: entity, DeleteStories(of: model, on: one))
    #expect(onOne.variants.map(\.name) == ["delete", "batch"])
    let plain = EntityReport(of: entity, DeleteStories(of: model))
    #expect(plain.variants.map(\.name) == ["delete", "batch"])
  }

  @Test(
    "What refuses a delete keeps its objects, and what it leaves is told apart",
    arguments: [
      ("deny", ["wouldGo", "stays"], ["denied"]), ("cascade", ["goes", "goes"], ["cascade"]),
      ("nullify", ["goes", "stays"], ["lost"]), ("noAction", ["goes", "stays"], ["dangling"]),
    ])
  func objects(rule: String, roles: [String], meanings: [String]) throws {
    let scenario = Scenario(
      framework: .coreData,
      entities: [
        Entity(
          "List",
          relationships: [
            .toMany(
              "items", "Item", deleteRule: try #require(DeleteRule(rawValue: rule)),
              inverse: .named("list"))
          ]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
      ],
      objects: [NamedObject("L", "List"), NamedObject("I", "Item")],
      links: [NamedLink("L", "items", "I")], steps: [.init(.delete(["L"])), .init(.save)])
    let answer = try #require(
      ObjectGraphEngine().answers(to: scenario, at: [Look(after: 2)]).first)
    let outcome = try answer.get()
    let diagram = Diagram(scenario, outcome, title: "")
    #expect(diagram.nodes.map(\.role.rawValue) == roles)
    #expect(diagram.edges.compactMap { $0.told?.reference.meaning.rawValue } == meanings)
    #expect(diagram.requested.map(\.name) == ["L"])
  }

  @Test("What was linked since the start is new")
  func newReference() throws {
    let scenario = Scenario(
      framework: .swiftData,
      entities: [
        Entity("List", relationships: [.toMany("items", "Item")]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
      ],
      objects: [NamedObject("L", "List"), NamedObject("I", "Item"), NamedObject("J", "Item")],
      links: [NamedLink("L", "items", "I")],
      steps: [.init(.link(NamedLink("L", "items", "J"))), .init(.save)])
    let diagram = Diagram(scenario, try ObjectGraphEngine().outcome(of: scenario), title: "")
    #expect(diagram.edges.compactMap { $0.told?.reference.meaning } == [.holds, .new])
  }

  @Test("Every arrow points away from where its line comes from")
  func arrows() throws {
    let nodes = ["A", "B"].map { Diagram.Node(name: $0, role: .stays) }
    let edge = Diagram.Edge(
      source: nodes[0], destination: nodes[1], line: .reference("b", .cascade))
    var directions: Set<[Int]> = []
    for direction in [LayoutGraph.Direction.down, .right] {
      let layout = GraphLayout(
        LayoutGraph(
          boxes: [Size(width: 90, height: 30), Size(width: 90, height: 30)],
          lines: [.init(from: 0, to: 1), .init(from: 1, to: 0)], direction: direction))
      for route in layout.lines {
        let before = try #require(route.reversed.segments.first).end
        let way = [(route.end.x - before.x).signum(), (route.end.y - before.y).signum()]
        let path = LineLook(edge, isBefore: false).ends(route).markup
        let numbers = path.matches(of: /-?\d+/).compactMap { Int($0.output) }
        #expect(Array(numbers[2...3]) == [route.end.x, route.end.y])
        for wing in [numbers[0...1], numbers[4...5]].map(Array.init) {
          let along = (wing[0] - route.end.x) * way[0] + (wing[1] - route.end.y) * way[1]
          #expect(along < 0, "\(path)")
        }
        directions.insert(way)
      }
    }
    #expect(directions == [[0, 1], [0, -1], [1, 0], [-1, 0]])
  }

  @Test(
    "Where deletes are worse and better, a line is drawn as worse",
    arguments: [
      (".noAction", ".nullify", Diagram.Change.better), (".nullify", ".noAction", .worse),
      (".nullify", ".cascade", .better), (".cascade", ".nullify", .worse),
      (".deny", ".cascade", .review),
    ])
  func changedLine(old: String, new: String, change: Diagram.Change) throws {
    let models = try [old, new].map {
      try Model(reading: SampleModel.clean.text.replacing(".cascade", with: $0), as: "M.swift")
    }
    let changes = try ProjectChanges(from: models[0], to: models[1])
    let diagram = OverlaidModels(changes.compared[0], on: nil).diagram
    let found = diagram.edges.map { edge -> Diagram.Change? in
      if case .relationship(let pair) = edge.line { pair.change } else { nil }
    }
    #expect(found == [change])
  }

  @Test("Both versions of a model lie over each other")
  func overlay() throws {
    let changes = try ProjectChanges(
      from: try SampleModel.lists.model, to: try SampleModel.changedLists.model)
    let diagram = OverlaidModels(try #require(changes.compared.first), on: nil).diagram
    let lines = diagram.edges.map { edge in
      "\(edge.source.name) \(edge.destination.name): \(edge.labels.joined(separator: ", "))"
    }
    #expect(
      lines == [
        "List Item: ↓ items, * cascade → deny, ↑ list 0..1 nullify, review",
        "List User: ↓ owner, 0..1 deny → noAction, ⚠ can crash, ↑ list 0..1 nullify, ⚠ can dangle, "
          + "review",
        "Item Item: ↓ parts * cascade, ↑ parent 0..1 nullify",
        "Item Tag: ↓ tags * nullify, ↑ items * nullify",
        "Widget Tag: ↓ tag, 0..1 nullify (new), ⚠ can dangle, no inverse, worse",
        "Widget Item: ↓ item 0..1 nullify, no inverse, gone",
      ])
  }

  @Test("What a delete asks for that crashes is not struck out, object by object as well")
  func refusedInstances() throws {
    let model = try SampleModel.lists.model
    let text = """
      {"objects": {"List": ["l"], "User": ["u"]}, "links": [["l", "owner", "u"]]}
      """
    let file = SourceFile(path: "o.json", bytes: Array(text.utf8))
    let list = try #require(model.schema.entity("List"))
    let effects = InstanceEffects.all(of: list, in: try Instances(file: file, of: model))
    let report = InstancesReport(effects, of: list, in: model)
    #expect(
      report.diagram.nodes.map { "\($0.name) \($0.role.rawValue)" } == ["l crashes", "u stays"])
  }

  @Test("A batch delete that is refused shows what was asked for, and what would be missing")
  func refusedBatch() throws {
    let scenario = Scenario(
      framework: .swiftData,
      entities: [
        Entity(
          "List",
          relationships: [.toMany("items", "Item", isOptional: false)]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
      ],
      objects: [NamedObject("L", "List"), NamedObject("I", "Item")],
      links: [NamedLink("L", "items", "I")],
      steps: [.init(.batchDelete(entity: "Item", objects: nil, includesSubentities: true))])
    let answer = try #require(
      ObjectGraphEngine().answers(to: scenario, at: [Look(after: 1)]).first)
    let diagram = Diagram(scenario, try answer.get(), title: "")
    #expect(diagram.nodes.map(\.role.rawValue) == ["stays", "wouldGo"])
    #expect(diagram.edges.compactMap { $0.told?.reference.meaning } == [.broken])
    #expect(diagram.requested.map(\.name) == ["I"])
  }
}
