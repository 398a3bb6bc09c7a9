import BundledRun
import DeleteMatrix
import Foundation
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import Conformance

@Suite("What comes of asking about a suite, and of going on where it was ended?")
struct ConformanceRunnerTests {
  private let greeting = Greeting.all(.swiftData)

  private func suite(_ pattern: String? = "A-B") throws -> ConformanceSuite {
    try ConformanceSuite(
      Bundled.suite.get(), for: greeting, only: pattern.map { CellPattern($0) })
  }

  @Test("A system that is newer than all described releases is refused")
  func unknownRelease() throws {
    let identity = Identity(
      name: "new", version: "1", language: "Swift", framework: .swiftData,
      system: try StatedReleases("iOS 99.0"))
    #expect(throws: ReleaseError.self) {
      try ConformanceSuite(
        try Bundled.suite.get(), for: Greeting(identity, capabilities: []))
    }
  }

  @Test("An answer agrees with the prediction if it is one of the possible outcomes")
  func oneOf() throws {
    let suite = try suite("C-D/deny+deny/delete-C1")
    var description = Framework.named(.swiftData)
    func results(_ denied: Framework.Consequence?, _ left: Framework.Consequence?)
      -> [ConformanceResult]
    {
      description.behaviours[.denied] = denied
      description.behaviours[.oneToOneLeft] = left
      let loop = AdapterLoop(ObjectGraphEngine(as: description), as: greeting)
      return suite.results { loop.response(to: $0) }
    }
    for (denied, left, effect) in [
      (nil, .crash, .crash), (nil, nil, .denied), (.denyNullifies, nil, .ok),
    ] as [(Framework.Consequence?, Framework.Consequence?, Effect)] {
      let result = try #require(results(denied, left).first)
      #expect(result.predicted == nil && result.possible.map(\.effect) == [.crash, .denied, .ok])
      #expect(result.observed?.effect == effect && result.agreesWithPrediction)
      #expect(result.verdict == .match)
      #expect(result.comparisonWords.contains(": one of: crashes, or save fails: "))
    }
    let wrong = suite.results { question in
      .seen([ObservedState(after: question.looks[0].stepCount, kept: ["C1", "D1"])])
    }
    #expect(wrong.map(\.verdict) == [.mismatch])
  }

  /// The right engine, by way of the lines.
  private func answer(_ question: Question) -> Response {
    AdapterLoop(ObjectGraphEngine(), as: greeting).response(to: question)
  }

  private func lines(_ suite: ConformanceSuite) -> [String] {
    let choice = Recording.Choice(pattern: "A-B")
    let answers = suite.groups.indices.map {
      Recording.line([suite.name(of: $0)], suite.response(to: $0, asking: answer))
    }
    return [Recording(suite, choice).header()] + answers + [Recording.footer(answers.count)]
  }

  private func recording(_ lines: [String], of suite: ConformanceSuite) throws -> Recording {
    let text = lines.joined(separator: "\n") + "\n"
    return try Recording(SourceFile(path: "mine.jsonl", bytes: Array(text.utf8))) { _, _ in suite }
  }

  @Test("What was recorded is read as the same, and judged alike")
  func roundTrip() throws {
    let suite = try suite()
    let read = try recording(lines(suite), of: suite)
    #expect(read.isFinished)
    #expect(read.suite.greeting == greeting)
    #expect(read.choice == Recording.Choice(pattern: "A-B"))
    let (mine, theirs) = (suite.results(asking: answer), ConformanceRun(read).results)
    #expect(mine.map(\.cell.id) == theirs.map(\.cell.id))
    #expect(mine.map(\.response) == theirs.map(\.response))
    #expect(Set(theirs.map(\.verdict)) == [.match])
  }

  @Test("Without its last line, or with half a one, a run is not finished")
  func unfinished() throws {
    let suite = try suite()
    let all = lines(suite)
    #expect(try !recording(Array(all.dropLast()), of: suite).isFinished)
    let cut = all.dropLast(3).joined(separator: "\n") + "\n{\"asked\":\"swi"
    let read = try Recording(SourceFile(path: "mine.jsonl", bytes: Array(cut.utf8))) { _, _ in
      suite
    }
    #expect(!read.isFinished)
    #expect(read.responses.count == all.count - 4)
    // A whole line is one without its line end, too.
    let whole = SourceFile(path: "mine.jsonl", bytes: Array(all.joined(separator: "\n").utf8))
    #expect(try Recording(whole) { _, _ in suite }.isFinished)
  }

  @Test("What was a fault, or came in no time, is asked again; what stands is written as it was")
  func openAnswers() throws {
    let suite = try suite()
    var all = Array(lines(suite).dropLast())
    all[2] = Recording.line([suite.name(of: 1)], .fault("it was not there"))
    all[4] = Recording.line([suite.name(of: 3)], .indeterminate("late"))
    let read = try recording(all, of: suite).resumable
    for group in suite.groups.indices {
      #expect((read.response(to: suite.name(of: group)) == nil) == (group == 1 || group == 3))
    }
    let left = all.indices.filter { $0 != 2 && $0 != 4 }.map { all[$0] }
    #expect(read.lines() == left.joined(separator: "\n") + "\n")
  }

  @Test("Each step is written down before the look after it, and no look is taken unasked")
  func steps() throws {
    let events = Locked<[String]>([])
    let adapter = AdapterLoop(
      Watched { step in events.withLock { $0.append("do \(step)") } }, as: .all())
    let question = SmallScenario.question([.delete(["eggs"]), .save], at: [2])
    #expect(
      try adapter.answer(JSONText(Request.run(7, question)).line) { line in
        events.withLock { $0.append(line) }
      })
    let found = events.withLock { $0 }
    #expect(found.dropLast(2).map { $0.contains("at") } == [true, true, true])
    #expect(found.dropLast().last == "do 2")
  }

  @Test("Where a process cannot be started, the others stop, and all that they found is written")
  func unstartable() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script =
      "mkdir '\(folder)' || exit 1; read start; echo '\(Shell.greeting())'; read stop"
    let adapter = try AdapterProcess(["/bin/sh", "-c", script], timeout: 5)
    let suite = try ConformanceSuite(Bundled.suite.get(), for: adapter.greeting)
    let lines = Locked<[String]>([])
    let done = Locked(0)
    let record = { @Sendable (line: String) in
      lines.withLock { $0.append(line) }
      return true
    }
    #expect(throws: AdapterFault.self) {
      try ConformanceRunner(suite, jobs: 2).run(adapter, Recording.Choice(), writing: record) {
        count, _ in done.withLock { $0 = count }
      }
    }
    // Behind the header.
    #expect(lines.withLock { $0.count } == done.withLock { $0 } + 1)
  }

  @Test(
    "A line that is none, twice the same, one too few and another suite are errors with their line",
    arguments: [
      ("corrupt", "mine.jsonl:3:1: error: found 'x'; expected a JSON value"),
      ("twice", "mine.jsonl:4:1: error: found the answer to"),
      ("short", "mine.jsonl:17:1: error: found an end after 15 answers that counts 16"),
      ("other", "mine.jsonl:1:1: error: other cells were asked about than there are now"),
      ("headless", "mine.jsonl:1:1: error: found no \"recording\" in the header of a recording"),
      ("empty", "mine.jsonl:1:1: error: the file has no whole line; expected the header"),
    ])
  func errors(what: String, message: String) throws {
    let suite = try suite()
    var all = lines(suite)
    var other = suite
    switch what {
    case "corrupt": all[2] = "x"
    case "twice": all[3] = all[2]
    case "short": all.remove(at: 5)
    case "headless": all.removeFirst()
    case "empty": all = []
    default: other = try self.suite("G-H")
    }
    let error = #expect(throws: DataError.self) { try recording(all, of: other) }
    let found = error?.problems.first?.description ?? ""
    #expect(found.contains(message), "\(found)")
  }

  @Test("A death counts for its step and what follows; what was before is asked again")
  func death() throws {
    let question = SmallScenario.question(
      [.delete(["eggs"]), .save, .delete(["home"]), .save], at: [2, 4])
    let file = ScenarioFile(
      name: "s", title: "s", scenario: question.scenario, observations: [2: [], 4: []])
    let suite = try ConformanceSuite(MatrixSuite(scenarios: [file]), for: .all())
    let results = suite.results { question in
      question.looks.contains { $0.stepCount >= 3 }
        ? .died(Death(step: 3, signal: 11, exitCode: nil, standardErrorTail: ""))
        : self.answer(question)
    }
    #expect(results.map(\.verdict) == [.match, .mismatch])
    #expect(results.last?.observed?.effect == .crash)
  }

  @Test("What is known to differ is no failure; what no longer does, or means nothing, is")
  func known() throws {
    let suite = try suite("A-B/cascade+-/*")
    let text =
      #"{"known":[{"cells":"*/delete-A1","reason":"so it is"},{"cells":"Z-Z","reason":"x"}]}"#
    let known = try KnownDeviations(SourceFile(path: "known.json", bytes: Array(text.utf8)))
    func run(_ ask: (Question) -> Response) -> ConformanceRun {
      ConformanceRun(greeting, suite.results(known: known, asking: ask), known: known)
    }
    let right = run(answer)
    #expect(right.count(.staleDeviation) == 2)
    #expect(right.unusedEntries.map(\.pattern) == ["Z-Z"])
    #expect(right.isFailure)
    // One who never deletes anything.
    let idle = run { question in
      .seen(
        question.looks.map {
          ObservedState(after: $0.stepCount, kept: question.scenario.objects.map(\.name))
        })
    }
    #expect(idle.count(.knownDeviation) == 2)
  }

  @Test("A mismatch is made small: only what shows it is left")
  func shrinking() throws {
    let question = SmallScenario.question()
    let file = ScenarioFile(
      name: "s", title: "s", scenario: question.scenario, observations: [2: []])
    let settled = Greeting(
      greeting.identity, capabilities: Set(Capability.allCases).subtracting([.pending]))
    let suite = try ConformanceSuite(
      MatrixSuite(scenarios: [file]), for: settled, framework: .coreData)
    // One who nullifies whatever the rule.
    func ask(_ question: Question) -> Response {
      var entities = question.scenario.entities
      for entity in entities.indices {
        for index in entities[entity].relationships.indices {
          entities[entity].relationships[index].deleteRule = .nullify
        }
      }
      let scenario = question.scenario
      return answer(
        Question(
          Scenario(
            framework: .coreData, entities: entities, objects: scenario.objects,
            links: scenario.links, steps: scenario.steps), at: question.looks))
    }
    let result = try #require(suite.results(asking: ask).first)
    #expect(result.verdict == .mismatch)
    let shrunk = suite.shrinking(result, of: 0, asking: ask)
    let smallest = try #require(shrunk.shrunk)
    #expect(smallest.objects.count == 2)
    #expect(smallest.links.count == 1)
    #expect(smallest.steps.map(\.action) == [.delete(["home"]), .save])
    #expect(shrunk.shrunkWords == "seen: deletes only home; predicted: also deletes milk")
  }
}

/// The right engine, which reports how far each question goes.
private struct Watched: Implementation {
  let tell: @Sendable (Int) -> Void

  func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
    tell(scenario.steps.count)
    return ObjectGraphEngine().answers(to: scenario, at: looks)
  }
}
