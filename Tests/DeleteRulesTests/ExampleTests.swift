import DeleteRules
import Testing

/// The examples in the documentation of what `import DeleteRules` gives, as they stand there.
@Suite("Do the examples in the documentation do what they say?")
struct ExampleTests {
  let scenario = Scenario(
    framework: .coreData,
    entities: [
      Entity(
        "List",
        relationships: [.toMany("items", "Item", deleteRule: .deny, inverse: .named("list"))]),
      Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
    ],
    objects: [NamedObject("L", "List"), NamedObject("I", "Item")],
    links: [NamedLink("L", "items", "I")],
    steps: [Scenario.Step(.delete(["L"])), Scenario.Step(.save)])

  var file: ScenarioFile {
    ScenarioFile(
      name: "deny-keeps-the-list", title: "A list that holds items is not deleted",
      scenario: scenario,
      observations: [2: [Observation(.documented, Expectation(effect: .denied))]])
  }

  struct ForgetfulStore: Implementation {
    func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
      let names = scenario.objects.map(\.name)
      return looks.map { _ in .success(Outcome(deleted: [], kept: names, effect: .ok)) }
    }
  }

  @Test("A graph of two notes and two tags")
  func graph() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("Note", relationships: [.toMany("tags", "Tag")]),
        Entity("Tag", relationships: [.toMany("notes", "Note")]),
      ])
    var graph = Graph(schema)
    let (note, tag) = (try graph.insert("Note"), try graph.insert("Tag"))
    try graph.link(note, "tags", tag)
    let plan = try graph.plan(deleting: [tag])
    #expect(plan.deleted == [tag])
    #expect(plan.dangling.count == 1)
  }

  @Test("This engine as an implementation, and what it says held to an expectation")
  func engine() throws {
    let outcome = try ObjectGraphEngine().outcome(of: scenario)
    let expectation = Expectation(deleted: ["L"], effect: .denied, error: .deniedDelete)
    #expect(expectation.holds(for: outcome))
    var stated = Outcome(deleted: ["L"], kept: ["I"], effect: .denied)
    stated.denials = [Outcome.Denial(object: "L", relationship: "items", blockers: ["I"])]
    #expect(stated.denials == outcome.denials && stated.kept == outcome.kept)
    #expect(try scenario.schema.inverse(of: #require(scenario.schema.relationships.first)) != nil)
  }

  @Test("A store of somebody's own is held to a scenario")
  func store() {
    let results = Runner().run(file.cells)
    #expect(results.map(\.cell.id) == ["deny-keeps-the-list/step-2"])
    #expect(results.filter(\.verdict.isFailure).isEmpty)
    #expect(Runner(ForgetfulStore()).run(file.cells).map(\.verdict) == [.mismatch])
    let summary = Summary(Runner(ForgetfulStore()).run(file.cells))
    #expect(summary.count(.match) == 0 && summary.count() == 1)
  }

  @Test("A whole suite, with a line for each failure")
  func suite() {
    let suite = MatrixSuite(scenarios: [file])
    let run = MatrixRun(suite, by: ForgetfulStore())
    #expect(
      run.failures == [
        "deny-keeps-the-list:1:1: error: mismatch in deny-keeps-the-list/step-2: predicted: "
          + "nothing goes — stated: the save is refused by a deny rule (documented, "
          + "deny-keeps-the-list:1:1)"
      ])
    #expect(MatrixRun(suite, only: CellPattern("deny-*")).results.count == 1)
    #expect(Comparison(suite).lines.isEmpty)
  }

  @Test("An implementation that gives too few answers has given none")
  func silentStore() {
    struct SilentStore: Implementation {
      func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] { [] }
    }
    let result = Runner(SilentStore()).run(file.cells)[0]
    #expect(result.verdict == .error)
    #expect(result.error?.message == "0 answers are given to 1 looks")
    #expect(throws: ReplayError.self) { try SilentStore().outcome(of: scenario) }
  }
}
