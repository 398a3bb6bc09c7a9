import LaboratoryReports
import Conformance
import DeleteMatrix
import ObjectGraph
import Reporting
import Scenarios
import SourceText

extension FileReader {
  private static let greeting = Greeting(
    Identity(name: "fuzzed", version: "1", language: "Swift", framework: .coreData),
    capabilities: Set(Capability.allCases), isShared: true)

  /// A list that takes its items along.
  private static let file = ScenarioFile(
    name: "list", title: "A list that goes",
    scenario: Scenario(
      framework: .coreData,
      entities: [
        Entity(
          "List",
          relationships: [.toMany("items", "Item", deleteRule: .cascade, inverse: .named("list"))]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
      ], objects: [NamedObject("home", "List"), NamedObject("milk", "Item")],
      links: [NamedLink("home", "items", "milk")],
      steps: [Scenario.Step(.delete(["home"])), Scenario.Step(.save)]),
    observations: [2: []])

  private static var suite: ConformanceSuite {
    ConformanceSuite(MatrixSuite(scenarios: [file]), for: greeting, by: Runner(on: nil))
  }

  private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).prefix(20).map(Array.init)
  }

  func request(_ bytes: [UInt8]) throws -> String {
    let adapter = AdapterLoop(ObjectGraphEngine(), as: Self.greeting)
    return try lines(bytes).map { line in
      // Of many looks, each has all that there is.
      guard line.count < 4096 else { return "long" }
      var answer = ""
      let goesOn = try adapter.answer(String(decoding: line, as: UTF8.self)) { answer += $0 }
      return goesOn ? answer : "stop"
    }.joined() + "\n"
  }

  func answer(_ bytes: [UInt8]) throws -> String {
    let look = Look(after: 2)
    var text = "\n"
    for line in lines(bytes) {
      let question = Question(Self.file.scenario, at: [look])
      guard let response = try Response(in: line, to: question) else { continue }
      text += report(ConformanceRun(Self.greeting, Self.suite.results { _ in response }))
    }
    return text
  }

  func answers(_ bytes: [UInt8]) throws -> String {
    let suite = Self.suite
    let recording = try Recording(SourceFile(path: "file.jsonl", bytes: bytes)) { _, _ in suite }
    return report(ConformanceRun(recording)) + "\(recording.isFinished)"
  }

  func known(_ bytes: [UInt8]) throws -> String {
    let known = try KnownDeviations(SourceFile(path: "file.json", bytes: bytes))
    let results = Self.suite.results(known: known) { _ in .skipped("nothing") }
    return report(ConformanceRun(Self.greeting, results, known: known))
  }

  private func report(_ run: ConformanceRun) -> String {
    (ConformanceRun.formats.compactMap { run.text(as: $0) } + run.failures).joined()
      + PeersReport([run]).page.markdown
  }
}
