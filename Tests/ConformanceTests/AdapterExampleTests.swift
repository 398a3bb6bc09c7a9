import DeleteConformance
import Scenarios
import Testing

/// The examples in the comments of what asks an implementation, and answers.
@Suite("Do the examples in comments on conformance do what they say?")
struct AdapterExampleTests {
  static let matrices = MatrixSuite(scenarios: [
    ScenarioFile(
      name: "small", title: "An item goes",
      scenario: SmallScenario.question([.delete(["milk"]), .save]).scenario,
      observations: [2: []])
  ])

  @Test(arguments: StoreCase.all(in: matrices, within: [.toMany, .cascade, .nullify]))
  func deletes(scenario: StoreCase) throws {
    #expect(scenario.differences { schema in MyStore(schema) } == [])
  }

  @Test("Who answers, what that lacks, and what is made up for it")
  func capabilities() {
    let me = Identity(name: "my-store", version: "1.2", language: "Swift", framework: nil)
    #expect(me.machine == nil)
    let scenario = SmallScenario.question().scenario
    let lacking = Capability.needed(by: scenario).subtracting([.toMany, .cascade])
    #expect(lacking == [.nullify])
    let trials = RandomScenarios(seed: 7, within: [.toMany, .cascade, .deny]).trials(10)
    #expect(!trials.isEmpty)
  }

  @Test("A suite is asked of an adapter that reads lines")
  func adapter() throws {
    let (matrices, greeting) = (Self.matrices, Greeting.all())
    let process = AdapterLoop(ObjectGraphEngine(), as: greeting)
    let suite = try ConformanceSuite(matrices, for: greeting)
    let results = suite.results(asking: { process.response(to: $0) })
    #expect(results.map(\.verdict) == [.match])
  }

  @Test("An adapter answers lines until there are no more")
  func lines() throws {
    var answers: [String] = []
    var questions = [#"{"cmd":"start","protocol":1}"#]
    func readLine() -> String? { questions.popLast() }
    func print(_ line: String) { answers.append(line) }
    let greeting = Greeting.all()
    let adapter = AdapterLoop(ObjectGraphEngine(), as: greeting)
    while let line = readLine() {
      guard try adapter.answer(line, writing: { print($0) }) else { break }
    }
    #expect(answers.count == 1)
  }
}
