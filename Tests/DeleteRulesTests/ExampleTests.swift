import DeleteRules
import Foundation
import Testing

/// The examples in the comments of what `import DeleteRules` gives, as they stand there:
/// `DocumentationTests` finds them.
@Suite("Do the examples in comments do what they say?")
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
    let file = ScenarioFile(
      name: "deny-keeps-the-list", title: "A list that holds items is not deleted",
      scenario: scenario,
      observations: [2: [Observation(.documented, ObservedState(effect: .denied))]])
    return file
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

  var stated: Outcome {
    var outcome = Outcome(deleted: ["L"], kept: ["I"], effect: .denied)
    outcome.refusals = [
      ObservedState.Refusal(
        .denied, object: "L", relationship: "items", code: 1600, blockers: ["I"])
    ]
    return outcome
  }

  @Test("This engine as an implementation, and what it says held to an expectation")
  func engine() throws {
    let outcome = try ObjectGraphEngine().outcome(of: scenario)
    let expectation = ObservedState(deleted: ["L"], effect: .denied, error: .deniedDelete)
    let holds = expectation.holds(for: outcome)
    #expect(holds)
    #expect(stated.denials == outcome.denials && stated.kept == outcome.kept)
    #expect(try scenario.schema.inverse(of: #require(scenario.schema.relationships.first)) != nil)
  }

  @Test("A store of somebody's own is held to a scenario")
  func store() {
    let failures = Runner().run(file.trial).filter(\.verdict.isFailure)
    #expect(failures.isEmpty)
    let results = Runner(ForgetfulStore()).run(file.trial)
    for result in results where result.verdict.isFailure { print(result.cell.id) }
    #expect(results.map(\.cell.id) == ["deny-keeps-the-list/step-2"])
    #expect(results.map(\.verdict) == [.mismatch])
    let summary = Summary(Runner(ForgetfulStore()).run(file.trial))
    print(summary.count(.match), "of", summary.count())
    #expect(summary.count(.match) == 0 && summary.count() == 1)
  }

  @Test("A whole suite, with a line for each failure")
  func suite() {
    let suite = MatrixSuite(scenarios: [file])
    let run = MatrixRun(suite, by: Runner(ForgetfulStore()))
    for line in run.failures { print(line) }
    #expect(
      run.failures == [
        "deny-keeps-the-list:1:1: error: mismatch in deny-keeps-the-list/step-2: predicted: "
          + "deletes nothing — stated: the save fails because of a deny rule (documented, "
          + "deny-keeps-the-list:1:1)"
      ])
    #expect(MatrixRun(suite, only: CellPattern("deny-*")).results.count == 1)
    #expect(Comparison(suite).lines.isEmpty)
    for line in Coverage(suite).lines { print(line.release ?? "no release named", line.observed) }
  }

  @Test("What a store says of itself, and what is said of it")
  func statements() throws {
    let looks = [Look(after: 1), Look(after: 2, fetching: [SortedFetch(of: "Item", by: "name")])]
    #expect(looks.map(\.stepCount) == [1, 2])
    let answer: Answer = .failure(ReplayError("this store has no to-many relationships"))
    for step in scenario.steps {
      #expect(
        answer
          == .failure(
            ReplayError("this store has no to-many relationships", at: step.location)
          ))
    }
    let outcome = try ObjectGraphEngine().outcome(of: scenario)
    let isRefused = outcome.effect == .denied || outcome.effect == .validationFailed
    let objects = [NamedObject("L", "List"), NamedObject("I", "Item")]
    #expect(isRefused && scenario.objects == objects)
    let link =
      NamedLink("L", "items", "I").description  // L.items → I
    let isHeld =
      outcome.references.contains(NamedReferences("L", "items", ["I"]))
    #expect(link == "L.items → I" && !isHeld)
    let step = Scenario.Step(.setValue(NamedValue("I", "name", .string("milk"))))
    #expect(step != scenario.steps[0])
    let preparation = Scenario.Action.unlink(NamedLink("L", "items", "I"))
    let cleared = Scenario.Step(
      deleting: ["L"], preparing: [.unlink(NamedLink("L", "items", "I"))])
    #expect(cleared.prepareForDeletion == [preparation] && cleared != Scenario.Step(.delete(["L"])))
    let fetch = SortedFetch(of: "Item", by: "name", isAscending: false)
    let sorted = ObservedState(fetched: [FetchedObjects(fetch, finds: ["I"])])
    #expect(!sorted.holds(for: outcome))
    let seen = file.observations.values.joined().filter { $0.evidence == .observed }
    #expect(seen.isEmpty)
    let article = Source(
      id: "article", title: "What a list does",
      environment: Source.Environment(os: try StatedReleases("iOS 18")))
    let observation = Observation(.observed, ObservedState(effect: .crash), source: article)
    #expect(observation.source?.environment.os?.releases == [try Release("iOS 18")])
  }

  @Test("What a run says of one cell, and of pairings")
  func results() throws {
    let results = Runner(ForgetfulStore()).run(file.trial)
    for result in results { print(result.cell.id, result.verdict) }
    let result = Runner().run(file.trial)[0]
    print(result.cell.id, result.verdict, result.predicted?.deleted ?? [])
    let suite = MatrixSuite(scenarios: [file])
    let differing = Comparison(suite).lines.filter(\.differs).map(\.one.cell.id)
    #expect(differing.isEmpty)
    for pairing in suite.pairings { print(pairing.title, pairing.cells().count) }
    let run =
      MatrixRun(suite, only: CellPattern("Q-R/deny+*"))
    #expect(run.isFailure)
  }

  @Test("What is known of a release")
  func releases() throws {
    let text = """
      {"releases": [{"release": "iOS 17.0", "published": "2023-09-18"},
        {"release": "iOS 17.5", "published": null}, {"release": "iOS 18.0", "published": null},
        {"release": "iOS 26.0", "published": null}],
       "behaviours": [{"behaviour": "lost_cascade", "framework": "swiftData",
        "when": "insertedAndSaved", "then": "cascadeNullifies", "present": "leaves the children",
        "absent": "cascades", "seen": [
          {"on": "iOS 17", "happens": true, "evidence": "measured", "source": "one"},
          {"on": "iOS 26", "happens": false, "evidence": "measured", "source": "another"}]}]}
      """
    let releases = try Releases(SourceFile(path: "releases.json", bytes: Array(text.utf8)))
    let isSame =
      try Release("macOS 14.5").era == Release("iOS 17.5").era  // true
    #expect(isSame)
    #expect(throws: ReleaseError.self) {
      try Release("android 14")  // throws: 'android' is no system that …
    }
    let range = try ReleaseRange("iOS 17...iOS 18", in: .known())
    #expect(range.eras.count > 3)
    let behaviour = releases.behaviours[0]
    let standing =
      behaviour.standing(on: try Release("iOS 26").era)  // .absent
    #expect(standing == .absent)
    let stated =
      try StatedReleases("macOS Sonoma 14.5, in memory").releases  // [macOS 14.5]
    #expect(stated == [try Release("macOS 14.5")])
    let consequence =
      releases.framework(.swiftData, on: try Release("iOS 17.5").era)
      .behaviours[.insertedAndSaved]  // .cascadeNullifies
    #expect(consequence == .cascadeNullifies)
    let onDisk = Circumstances(store: .sqlite, insertedBy: .earlierRun)
    let deny = try #require(try Releases.known().behaviour(.denied, of: .swiftData))
    #expect(deny.standing(on: try Release("iOS 27").era, in: onDisk) == .absent)
    let count =
      try ReleaseRange("iOS 17...iOS 18", in: releases).eras.count  // 3
    #expect(count == 3)
    let isMeant =
      try ReleaseSpan("iOS 17...iOS 18").contains(Release("macOS 15.2").era)  // true
    #expect(isMeant)
    let runner = Runner(on: try ReleaseRange("iOS 26", in: releases))
    let result = runner.run(file.trial)[0]
    let eras =
      result.compared.filter(\.holds).flatMap(\.matching)
    #expect(eras == releases.eras)
    for prediction in result.releases where !prediction.isKnown { print(prediction.range.span) }
    #expect(result.releases.map(\.range.span.description) == ["iOS 26.0"])
    let suite = MatrixSuite(scenarios: [file])
    let update = Comparison(
      suite, of: .coreData, from: try ReleaseRange("iOS 18", in: releases),
      to: ReleaseRange(newestIn: releases))
    #expect(update.lines.count == 1 && !update.lines[0].differs)
  }

  @Test("An implementation that gives too few answers has given none")
  func silentStore() {
    struct SilentStore: Implementation {
      func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] { [] }
    }
    let result = Runner(SilentStore()).run(file.trial)[0]
    #expect(result.verdict == .error)
    #expect(result.error?.message == "0 answers are given to 1 looks")
    #expect(throws: ReplayError.self) { try SilentStore().outcome(of: scenario) }
  }
}
