import DeleteRules
import Foundation
import Testing

/// The examples in the comments of what reads a reader's files, and of what needs none of them.
extension ReadersPackage {
  @Suite("Do the examples in comments on models and code do what they say?")
  struct FileExampleTests {
    @Test("A model, and one delete on it")
    func model() throws {
      let model = try Model(at: "App.xcdatamodeld")
      let list = model.schema.entity("List")
      let findings = model.findings.map(\.description)
      // App.xcdatamodeld/…/contents:12:9: error: …
      #expect(list != nil && findings == [])
    }

    @Test("What a delete of an entity can do")
    func effects() throws {
      let model = try Model(at: "App.xcdatamodeld")
      let list = try #require(model.schema.entity("List"))
      let deleted = DeleteStory(of: list, in: model).alsoDeleted  // ["Item"]
      #expect(deleted == ["Item"])
    }

    @Test("What is wrong with it: nothing")
    func check() throws {
      let model = try Model(at: "App.xcdatamodeld")
      for finding in try Check().findings(in: model) { print(finding) }
      // App.xcdatamodeld/…/contents:12:9: warning: deleting a Note leaves … [no_action_leaves_dangling]
      #expect(try Check().findings(in: model).isEmpty)
    }

    @Test("What is looked for, and what to do")
    func rules() {
      let check = Check(rules: [.noActionLeavesDangling])
      let fix = CheckRule(rawValue: "deny_on_child")?.fix
      // Put deny on the parent's to-many, and nullify here.
      #expect(check.rules.count == 1)
      #expect(fix == "Put deny on the parent's to-many, and nullify here.")
    }

    @Test("All models of a project")
    func project() throws {
      let project = try Project(at: ["App", "App.xcdatamodeld"])
      let places = project.models.map(\.place)  // ["App.xcdatamodeld", "App/Models.swift"]
      #expect(places == ["App.xcdatamodeld", "App/Models.swift"])
    }

    @Test("What was recorded")
    func matrix() throws {
      let matrix = try ModelMatrix(at: "App.xcdatamodeld", recorded: "deletes.json")
      let changed = matrix.rows.filter { $0.difference != nil }
      #expect(changed.isEmpty && matrix.rows.count > 4)
    }

    @Test(arguments: try ModelMatrix(at: "App.xcdatamodeld", recorded: "deletes.json").rows)
    func deletes(row: ModelMatrix.Row) { #expect(row.difference == nil) }

    @Test("Objects of a file")
    func instances() throws {
      let text = """
        {"objects": {"List": ["groceries"], "Item": ["milk"]},
         "links": [["groceries", "items", "milk"]]}
        """
      let file = SourceFile(path: "objects.json", bytes: Array(text.utf8))
      let model = try Model(at: "App.xcdatamodeld")
      let instances = try Instances(file: file, of: model)
      let effects = try InstanceEffects(deleting: "groceries", in: instances)
      #expect(effects.deleted == ["groceries", "milk"])
    }

    @Test("Calls in code")
    func calls() throws {
      let calls = try ModelCalls(at: ["Trips"])
      let places = calls.calls.filter { $0.entity == "Trip" }.map(\.location)
      #expect(places.map(\.line) == [12])
      #expect(
        calls.calls.map { calls.stories(of: $0).flatMap(\.alsoDeleted) } == [[], ["Stop"], []])
      #expect(calls.calls.filter { $0.kind == .unlink }.map(\.relationship) == ["Trip.stops"])
    }

    @Test("Calls in code that may be refused")
    func refusedCalls() throws {
      let calls = try ModelCalls(at: ["Trips"])
      let refused = calls.calls.filter { !calls.stories(of: $0).allSatisfy(\.refusing.isEmpty) }
      #expect(refused.map(\.location.line) == [12])
    }

    @Test("What a change of a rule makes of deletes, and of calls")
    func changes() throws {
      let (changes, calls) = try ReadersPackage.with(models: "models-4.swift") { old in
        let before = try DeleteRules.Project(at: [old + "App"])
        let after = try Project(at: ["App"])
        let changes = try ProjectChanges(from: before.models, to: after.models)
        let impacts = changes.compared.flatMap(\.changes.changes).map(\.impact)  // [.review]
        #expect(impacts == [.review])
        return (changes, try DeleteRules.ModelCalls(at: [old + "App"]))
      }
      let (before, after) = (calls, try ModelCalls(at: ["App"]))
      try reasons(before, after, changes)
    }

    private func reasons(
      _ before: DeleteRules.ModelCalls, _ after: DeleteRules.ModelCalls, _ changes: ProjectChanges
    ) throws {
      let calls = try CallChanges(from: before, to: after, of: changes)
      let effects = calls.changes.filter { $0.kind == .effect }
      let reasons = effects.map(\.reasons)  // [["Album.photos: nullify → cascade"]]
      #expect(reasons == [["Album.photos: nullify → cascade"]])
    }
  }
}

@Suite("Do the examples in comments on the engine do what they say?")
struct EngineExampleTests {
  @Test("A schema, a graph, and a plan")
  func graph() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("List", relationships: [.toMany("items", "Item", deleteRule: .cascade)]),
        Entity("Item", relationships: [.toOne("list", "List")]),
      ])
    let kinds = schema.relationships.map { schema.inverse(of: $0)?.kind }  // [.inferred, .inferred]
    #expect(kinds == [.inferred, .inferred])
    var graph = Graph(schema)
    let list = try graph.insert("List")
    let item = try graph.insert("Item")
    try graph.link(list, "items", item)
    let deleted = try graph.plan(deleting: [list]).deleted  // [list, item]
    #expect(deleted == [list, item])
  }

  @Test("A context whose save is refused")
  func context() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("List", relationships: [.toMany("items", "Item", deleteRule: .deny)]),
        Entity("Item", relationships: [.toOne("list", "List")]),
      ])
    var graph = Graph(schema)
    let list = try graph.insert("List")
    try graph.link(list, "items", graph.insert("Item"))
    #expect(throws: Refusal.self) {
      var context = Context(graph)
      try context.delete([list])
      try context.save()  // throws a Refusal while a deny rule blocks the delete
    }
  }

  @Test("A framework as it was on some releases")
  func framework() {
    var seventeen = Framework.swiftData
    seventeen.behaviours[.insertedAndSaved] = .cascadeNullifies
    #expect(seventeen != Framework.swiftData)
  }
}
