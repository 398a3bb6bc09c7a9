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

  private static let bundled = BundledMatrices.files.filter {
    $0.text.contains("\"scenario\":") && !$0.path.hasSuffix(".schema.json")
  }

  private func file(_ text: String, _ path: String) throws -> ScenarioFile {
    let node = try JSONParser.parse(Array(text.utf8), file: path)
    var reading = FileReading(file: path)
    let file = reading.scenario(node)
    #expect(reading.listedProblems.map(\.description) == [])
    return try #require(file)
  }

  /// Other names, and more of them, where `scripts/prove` asks for them.
  @Test("Every bundled scenario, and what comes of it, with names that need care")
  func bundled() throws {
    let count = Self.bundled.count
    #expect(count == 222)
    var kinds: Set<String> = []
    let step = asked("SEED") == nil ? 2 : 1
    for number in stride(from: 0, to: count * (asked("WALKS") ?? 1), by: step) {
      var random = SplitMix64(seed: number + 1_000_000 * (asked("SEED") ?? 0))
      let (path, text) = (Self.bundled[number % count].path, Self.bundled[number % count].text)
      let end =
        random.pick(["", " \u{E9}", "\\\"", "\\\\", "\\n", "\u{202E}", "日本", "{", "/"]) ?? ""
      let plain = try file(text, path)
      let renamed = plain.scenario.allObjects.reduce(text) { text, object in
        text.replacing("\"\(object)\"", with: "\"\(object)\(end)\"")
      }
      let file = try file(renamed, path)
      for step in file.scenario.steps { kinds.insert("\("\(step.action)".prefix { $0 != "(" })") }
      #expect(try read(JSONText(file)) { $0.scenario($1) } == file, "\(path), names with \(end)")
      if number % 18 == 0 { expectTheSameAlone(file) }
    }
    #expect(kinds.count == 13, "\(kinds)")
  }

  @Test("Values at their limits, and what no bundled file has")
  func rare() throws {
    let values: [AttributeValue?] = [
      nil, .bool(true), .bool(false), .integer(.min), .integer(.max), .decimal(0.1),
      .decimal(-0.0), .decimal(1e300), .decimal(.leastNonzeroMagnitude), .decimal(3), .string(""),
      .string("é\n\""), .string("7"),
    ]
    let source = Source(
      id: "s", title: "S", url: "https://example.org", published: "2024-06-01",
      environment: Source.Environment(
        os: try StatedReleases("iOS 17"), xcode: "15.4", store: "in memory"))
    let expectation = ObservedState(
      effect: .denied, isDeleted: ["a"], reading: .trap, error: .deniedDelete,
      references: [NamedReferences("a", "r", ["a"])])
    let observations = [
      Observation(.recorded, expectation, system: try ReleaseSpan("iOS 17...macOS 26.1")),
      Observation(.derived, expectation, source: source, deviation: "why \\ not"),
    ]
    let file = ScenarioFile(
      name: "rare", title: "rare \u{202E}",
      scenario: Scenario(
        framework: .swiftData, system: try ReleaseSpan("visionOS 2...iPadOS 18"),
        entities: [
          Entity(
            "A", relationships: [.toMany("r", "A", isOrdered: true, minCount: 1, maxCount: 2)],
            attributes: [Attribute("x", isOptional: false, isUnique: true)])
        ],
        objects: [NamedObject("a", "A")], links: [NamedLink("a", "r", "a")],
        values: [NamedValue("a", "x", .integer(1))],
        steps: values.map { Scenario.Step(.setValue(NamedValue("a", "x", $0))) }),
      sources: [source], observations: [1: observations, values.count: []])
    #expect(try read(JSONText(file)) { $0.scenario($1) } == file)
    expectTheSameAlone(file)
  }

  /// Holds what comes of each step to what comes of it asked alone.
  private func expectTheSameAlone(_ file: ScenarioFile) {
    let engine = ObjectGraphEngine()
    let looks = (0...file.scenario.steps.count).map { number in
      Look(
        after: number,
        fetching: (file.observations[number] ?? []).flatMap { $0.state.fetched ?? [] }.map(\.fetch))
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

extension Scenario {
  /// The names of all objects that there are at some time.
  fileprivate var allObjects: [String] {
    objects.map(\.name)
      + steps.flatMap { step in
        if case .insert(let objects) = step.action { objects.map(\.name) } else { [String]() }
      }
  }
}
