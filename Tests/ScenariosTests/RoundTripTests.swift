import Matrices
import ObjectGraph
import Scenarios
import SmallWorlds
import SourceText
import Testing

@Suite("Is what is written as JSON read back as the same value?")
struct RoundTripTests {
  /// Reads what is written.
  private func read<Value>(
    _ text: JSONText, _ value: (inout FileReading, JSONNode) -> Value?
  ) throws -> Value? {
    let node = try JSONParser.parse(Array(text.line.utf8), file: "f.json")
    var reading = FileReading(file: "f.json")
    let value = value(&reading, node)
    #expect(reading.listedProblems.map(\.description) == [], "\(text.line)")
    return value
  }

  @Test("Every bundled scenario, and what comes of it")
  func bundled() throws {
    var files = 0
    for (path, text) in BundledMatrices.files {
      let node = try JSONParser.parse(Array(text.utf8), file: path)
      guard node.hasKey("scenario") else { continue }
      var reading = FileReading(file: path)
      let scenario = reading.scenario(node)
      let file = try #require(scenario)
      #expect(try read(JSONText(file)) { $0.scenario($1) } == file, "\(path)")
      files += 1
      if files % 9 == 0 { expectTheSameAlone(file) }
    }
    #expect(files == 202)
  }

  /// Thousands where `scripts/prove` asks for more.
  @Test("Random ones, with every kind of step", arguments: 0..<4)
  func random(batch: Int) throws {
    var files = 0
    var kinds: Set<String> = []
    let count = asked("WALKS").map { 100 * $0 } ?? 20
    let first = 1_000_000 * (asked("SEED") ?? 0) + batch * count
    for seed in first..<first + count {
      var random = RandomScenario(seed: seed)
      guard let file = random.file() else { continue }
      files += 1
      for step in file.scenario.steps { kinds.insert("\("\(step.action)".prefix { $0 != "(" })") }
      #expect(try read(JSONText(file)) { $0.scenario($1) } == file, "seed \(seed)")
      if seed % 10 == 0 { expectTheSameAlone(file) }
    }
    #expect(files > count / 2)
    #expect(kinds.count == 12, "\(kinds)")
  }

  /// Holds what comes of each step to what comes of it asked alone.
  private func expectTheSameAlone(_ file: ScenarioFile) {
    let engine = ObjectGraphEngine()
    let looks = (0...file.scenario.steps.count).map { number in
      Look(
        after: number,
        fetching: (file.observations[number] ?? []).flatMap(\.expectation.fetched).map(\.fetch))
    }
    for (look, answer) in zip(looks, engine.answers(to: file.scenario, at: looks)) {
      #expect(engine.answers(to: file.scenario, at: [look]) == [answer])
    }
  }

  @Test("Locations, and how objects of several entities are mixed, are not part of a value")
  func values() {
    func scenario(_ objects: [NamedObject], at location: Location?) -> Scenario {
      Scenario(
        framework: .coreData, entities: [Entity("A"), Entity("B")], objects: objects,
        steps: [Scenario.Step(.insert(objects), at: location)])
    }
    let (a, b, c) = (NamedObject("a", "A"), NamedObject("b", "B"), NamedObject("c", "A"))
    let place = Location(file: "f", line: 1, column: 1)
    #expect(scenario([a, b, c], at: place) == scenario([a, c, b], at: nil))
    #expect(scenario([a, b, c], at: nil) != scenario([c, b, a], at: nil))
  }
}
