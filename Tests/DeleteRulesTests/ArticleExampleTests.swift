import DeleteRules
import Foundation
import Testing

/// The examples of the articles and of the README, as they stand there: `DocumentationTests` holds
/// every block of code to a file of tests.
extension ReadersPackage {
  @Suite("Does the README's Swift do what it says?")
  struct ReadmeExampleTests {
    @Test(arguments: try ModelMatrix(at: "App.xcdatamodeld", recorded: "deletes.json").rows)
    func delete(row: ModelMatrix.Row) {
      #expect(row.difference == nil)
    }
  }

  @Suite("Does the article on one delete do what it says?")
  struct OneDeleteExampleTests {
    @Test("Of a model in files, for any objects, and for some")
    func model() throws {
      let model = try Model(at: "App")
      let album = try #require(model.schema.entity("Album"))
      let story = DeleteStory(of: album, in: model)
      #expect(story.alsoDeleted == ["Photo"])
      #expect(story.refusing.isEmpty && story.dangling.isEmpty)

      var graph = Graph(model.schema)
      let summer = try graph.insert("Album")
      let beach = try graph.insert("Photo")
      let sea = try graph.insert("Tag")
      try graph.link(summer, "photos", beach)
      try graph.link(beach, "tags", sea)

      let plan = try graph.plan(deleting: [summer])
      #expect(plan.deleted == [summer, beach])
      #expect(plan.nullified.map(\.source) == [sea])
      #expect(!plan.isRefused)

      let photos = try graph.relationship("photos", of: summer)
      #expect(plan.reasons(for: beach) == [.cascade(from: summer, by: photos)])

      try graph.delete([summer])
      #expect(graph.objects == [sea])
      #expect(try graph.references(sea, "photos").isEmpty)
    }

    @Test("Of a model in code, in a context")
    func context() throws {
      let schema = try Schema(
        .coreData,
        entities: [
          Entity(
            "List",
            relationships: [.toMany("items", "Item", deleteRule: .deny, inverse: .named("list"))]),
          Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
        ])
      var graph = Graph(schema)
      let list = try graph.insert("List")
      let milk = try graph.insert("Item")
      try graph.link(list, "items", milk)

      var context = Context(graph)
      try context.delete(list)
      #expect(throws: Refusal.self) { try context.save() }
      #expect(context.problems().map(\.code) == [.deniedDelete])
      #expect(ErrorCode.deniedDelete.rawValue == 1600)

      try context.delete(milk)
      try context.save()
      #expect(context.stored.objects.isEmpty)
    }

    @Test("Of objects in a file")
    func instances() throws {
      let objects = """
        {"objects": {"Album": ["summer"], "Photo": ["beach", "dunes"]},
         "links": [["summer", "photos", "beach"], ["summer", "photos", "dunes"]]}
        """
      let model = try Model(at: "App")
      let file = SourceFile(path: "objects.json", bytes: Array(objects.utf8))
      let instances = try Instances(file: file, of: model)
      let effects = try InstanceEffects(deleting: "summer", in: instances)
      #expect(effects.deleted == ["summer", "beach", "dunes"])
      #expect(effects.keptCount == 0)
    }
  }

  @Suite("Does the article on models in tests do what it says?")
  struct ModelExampleTests {
    @Test(arguments: try ModelMatrix(at: "App", recorded: "deletes.json").rows)
    func delete(row: ModelMatrix.Row) {
      #expect(row.difference == nil)
    }

    @Test func nothingHurts() throws {
      let findings = try Check().findings(in: Model(at: "App"))
      #expect(findings.map(\.description) == [])
    }

    @Test func onTheNewestSystem() throws {
      let range = try ReleaseRange("iOS 26", in: .known())
      let matrix = try ModelMatrix(at: "App", recorded: "deletes.json", on: range)
      #expect(matrix.rows.allSatisfy { $0.difference == nil })
    }
  }

  @Suite("Does the article on the code's deletes do what it says?")
  struct CallExampleTests {
    @Test func noDeleteIsRefused() throws {
      let calls = try ModelCalls(at: ["App"])
      for call in calls.calls {
        let stories = calls.stories(of: call)
        #expect(stories.allSatisfy { $0.refusing.isEmpty }, "\(call.location) may be refused")
        #expect(stories.allSatisfy { $0.dangling.isEmpty }, "\(call.location) leaves a trap")
      }
    }

    @Test func onlyAlbumsTakeSomethingAlong() throws {
      let calls = try ModelCalls(at: ["App"])
      let taking = calls.calls.filter { !calls.stories(of: $0).allSatisfy(\.alsoDeleted.isEmpty) }
      #expect(taking.map(\.entity) == ["Album"])
      #expect(taking.map(\.caller) == ["AlbumList.body"])
    }

    @Test func everyDeleteIsUnderstood() throws {
      let calls = try ModelCalls(at: ["App"])
      #expect(!calls.calls.isEmpty)
      #expect(calls.calls.allSatisfy { $0.isResolved })
    }
  }
}

@Suite("Does the article on scenarios do what it says?")
struct ScenarioExampleTests {
  @Test("A step names the context that performs it")
  func namedContext() {
    let deletion = Scenario.Step(.delete(["L"])).performed(by: "background")
    #expect(deletion.context == "background")
    #expect(deletion.performed(by: nil).context == nil)
  }

  @Test("A scenario in code, and what somebody saw")
  func scenario() throws {
    let scenario = Scenario(
      framework: .coreData,
      entities: [
        Entity(
          "List",
          relationships: [.toMany("items", "Item", deleteRule: .deny, inverse: .named("list"))]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
      ],
      objects: [NamedObject("groceries", "List"), NamedObject("milk", "Item")],
      links: [NamedLink("groceries", "items", "milk")],
      steps: [
        Scenario.Step(.delete(["groceries"])), Scenario.Step(.save),
        Scenario.Step(.delete(["milk"])), Scenario.Step(.save),
      ])

    let answers = ObjectGraphEngine().answers(to: scenario, at: [Look(after: 2), Look(after: 4)])
    #expect(try answers[0].get().effect == .denied)
    #expect(try answers[1].get().deleted == ["groceries", "milk"])

    let file = ScenarioFile(
      name: "refused", title: "A list that holds an item", scenario: scenario,
      observations: [
        2: [Observation(.observed, ObservedState(effect: .denied, error: .deniedDelete))],
        4: [Observation(.observed, ObservedState(deleted: ["groceries", "milk"], effect: .ok))],
      ])
    let results = Runner().run(file.trial)
    #expect(results.map(\.verdict) == [.match, .match])
  }

  @Test("An implementation of one's own")
  func implementation() {
    let file = ScenarioFile(
      name: "alone", title: "An item alone",
      scenario: Scenario(
        framework: .coreData, entities: [Entity("Item")],
        objects: [NamedObject("milk", "Item")],
        steps: [Scenario.Step(.delete(["milk"])), Scenario.Step(.save)]),
      observations: [2: [Observation(.derived, ObservedState(deleted: ["milk"]))]])
    struct ForgetfulStore: Implementation {
      func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
        let names = scenario.objects.map(\.name)
        return looks.map { _ in .success(Outcome(deleted: [], kept: names, effect: .ok)) }
      }
    }

    let results = Runner(ForgetfulStore()).run(file.trial)
    #expect(results.map(\.verdict) == [.mismatch])
  }
}
