import BundledRun
import DeleteMatrix
import ExpectedText
import ModelFiles
import ObjectGraph
import Probes
import Scenarios
import Testing

/// The package for a Mac; scripts/try-probe builds it and lets it ask.
@Suite("The probe's package")
struct ProbePackageTests {
  private static func package(
    _ entities: [Entity], as form: ModelForm = .macro, values: [NamedValue] = []
  ) -> ProbePackage {
    let scenario = Scenario(
      framework: .swiftData, entities: entities, objects: [], values: values, steps: [.init(.save)])
    let file = ScenarioFile(
      name: "tried", title: "tried", scenario: scenario, observations: [1: []])
    return ProbePackage(
      MatrixSuite(scenarios: [file]), of: .swiftData, as: form, by: "deleterules 0")
  }

  private static func classes(_ package: ProbePackage, _ number: Int = 2) -> String {
    package.files.first { $0.path.hasSuffix("/Schema\(number).swift") }?.text ?? ""
  }

  @Test("The generated workflow asks on the same machines and in the same way as the project's own")
  func workflow() throws {
    func job(_ text: String, _ name: String) -> [String] {
      let lines = text.split(separator: "\n").map(String.init)
      return Array(
        lines.drop { $0 != "  \(name):" }.dropFirst().prefix { $0.hasPrefix("    ") || $0 == "" })
    }
    let own = try GoldenFile(inPackage: ".github/workflows/probe.yml").text
    let file = try #require(
      Self.package([Entity("A")]).files.first { $0.path == ".github/workflows/probe.yml" })
    // The project generates the package in another job, and unpacks it.
    let generated = [
      "    needs: generate", "      - uses: actions/download-artifact@v4", "        with:",
      "          name: probe", "      - run: tar -xf probe.tar",
    ]
    let asked = job(own, "ask").map {
      $0.replacing("Probe/probe.sh", with: "./probe.sh").replacing("Probe/", with: "")
    }
    let expected = asked.filter { !generated.contains($0) || $0 == "        with:" }
    let steps = job(file.text, "ask").filter { $0 != "      - uses: actions/checkout@v4" }
    #expect(steps.filter { $0 != "        with:" } == expected.filter { $0 != "        with:" })
    for step in ["peter-evans/create-pull-request@v7", "if: always()", "simctl", "import"] {
      #expect(own.contains(step) && file.text.contains(step), "\(step)")
    }
  }

  @Test("What our own reader makes of the generated classes is the schema that they were made of")
  func isReadAsTheSame() throws {
    let bundled = try Bundled.suite.get()
    // The scenarios have every kind of property, and some pairings every rule.
    let suite = MatrixSuite(
      pairings: bundled.pairings.filter { ["A-B", "G-H", "I-J"].contains($0.name) },
      scenarios: bundled.scenarios)
    let package = ProbePackage(suite, of: .swiftData, by: "deleterules 0")
    var schemas: [[Entity]: Schema] = [:]
    for cell in suite.cells(of: .swiftData) where schemas[cell.scenario.entities] == nil {
      schemas[cell.scenario.entities] = try? cell.scenario.schema
    }
    var compared = 0
    for file in package.files where file.path.contains("/Schemas/Schema") {
      let model = try Model(reading: file.text, as: file.path)
      let number = try #require(
        file.path.split(separator: "Schema").last?.split(separator: ".").first)
      let names = model.schema.entities.map { model.schema.declaration(of: $0).name }
      let match = schemas.first { entities, _ in
        entities.count == names.count
          && zip(entities.map(\.name), names).allSatisfy { "\($0)_\(number)" == $1 }
          && file.text.contains(entities[0].name)
          && Self.isSame(schemas[entities], model.schema, "_\(number)")
      }
      // The classes by which an adapter is tried first belong to no cell.
      if Int(number) != 1 { #expect(match != nil, "\(file.path):\n\(file.text)") }
      compared += 1
    }
    #expect(compared > 60)
  }

  /// Whether the relationships of two schemas come to the same, but for the names' ends.
  private static func isSame(_ one: Schema?, _ other: Schema, _ end: String) -> Bool {
    guard let one, one.relationships.count == other.relationships.count else { return false }
    return zip(one.relationships, other.relationships).allSatisfy { first, second in
      let (mine, found) = (one.declaration(of: first), other.declaration(of: second))
      // Names may be others, so it is the places that are compared.
      let inverse = one.inverse(of: first).map { one.relationships.firstIndex(of: $0.relationship) }
      let back = other.inverse(of: second).map {
        other.relationships.firstIndex(of: $0.relationship)
      }
      return mine.deleteRule == found.deleteRule && mine.isToMany == found.isToMany
        && mine.isOptional == found.isOptional && mine.destination + end == found.destination
        && mine.minCount == found.minCount && mine.maxCount == found.maxCount && inverse == back
    }
  }
}

extension ProbePackageTests {
  @Test("Names that no Swift has cannot break the classes", arguments: ModelForm.allCases)
  func hostileNames(form: ModelForm) throws {
    let hostile = [
      "class", "Self", "a b", "\"); fatalError(\"", "*/", "\\(x)", "\u{202E}", "日本", "1st", "",
      "A_1", "persistentModelID", String(repeating: "long", count: 50), "\n@Model class X {}",
    ]
    let entities = hostile.enumerated().map { index, name in
      Entity(
        name.isEmpty ? "Empty" : name,
        relationships: [
          .toMany(
            hostile[(index + 1) % hostile.count].isEmpty
              ? "x" : hostile[(index + 1) % hostile.count],
            "Self", deleteRule: .cascade)
        ],
        attributes: [Attribute("\(name)?"), Attribute("persistentModelID?")])
    }
    let text = Self.classes(Self.package(entities, as: form))
    // What is written of a name is a literal in ASCII, or nothing.
    #expect(text.utf8.allSatisfy { $0 < 128 })
    for line in text.split(separator: "\n") where line.contains("fatalError") {
      #expect(line.contains(#"); fatalError(\"#), "\(line)")
    }
    let declared = text.split(separator: "\n").filter {
      $0.hasPrefix("final class ") || $0.hasPrefix("class ")
    }
    #expect(declared.count == hostile.count)
    #expect(Set(declared).count == declared.count)
    #expect(declared.allSatisfy { $0.hasSuffix("_2 {") }, "\(declared)")
  }

  @Test("An inverse stands on one side, whichever names it")
  func inverseOnOneSide() {
    let entities = [
      Entity("A", relationships: [.toMany("bs", "B", inverse: .named("a"))]),
      Entity("B", relationships: [.toOne("a", "A", inverse: .named("bs"))]),
    ]
    let text = Self.classes(Self.package(entities))
    #expect(text.contains("@Relationship(deleteRule: .nullify, inverse: \\B_2.a)"))
    #expect(text.contains("@Relationship(deleteRule: .nullify)\n  var a: A_2?"))
  }

  @Test("A one-way relationship says so, and counts stand there")
  func declarations() {
    let entities = [
      Entity(
        "A",
        relationships: [
          .toMany("bs", "B", minCount: 1, maxCount: 3, deleteRule: .deny, inverse: .oneWay)
        ]),
      Entity("B", relationships: [.toOne("a", "A", isOptional: false)]),
    ]
    let text = Self.classes(Self.package(entities))
    #expect(
      text.contains(
        "@Relationship(deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 3, inverse: nil)"
      ))
    #expect(text.contains("  init(probeName: String, a: A_2) {\n"))
    #expect(text.contains("B_2(probeName: name, a: try mandatory(holding(\"a\")))"))
  }

  @Test("Inheritance is for the systems that know it, and for the macro only")
  func inheritance() {
    let entities = [
      Entity("Base", relationships: [.toOne("other", "Base", isOptional: false)]),
      Entity("Heir", parent: "Base"),
    ]
    let text = Self.classes(Self.package(entities))
    #expect(
      text.hasPrefix("#if compiler(>=6.2)\nimport SwiftData\n\n@available(macOS 26, iOS 26, *)"))
    #expect(text.contains("class Heir_2: Base_2 {"))
    #expect(text.contains("override init(probeName: String, other: Base_2) {"))
    #expect(Self.classes(Self.package(entities, as: .expanded)).isEmpty)
  }

  @Test("An attribute has the type of the first value that it is given")
  func attributeTypes() {
    let entities = [
      Entity("A", attributes: ["x", "y", "z", "w"].map { Attribute($0, isUnique: $0 == "w") })
    ]
    let values = [
      NamedValue("a", "x", .integer(1)), NamedValue("a", "y", .decimal(1.5)),
      NamedValue("a", "z", .bool(true)), NamedValue("a", "w", .string("w")),
    ]
    let text = Self.classes(Self.package(entities, values: values))
    for line in ["x: Int?", "y: Double?", "z: Bool?", "w: String?"] {
      #expect(text.contains("  var \(line)\n"), "\(line)")
    }
    #expect(text.contains("@Attribute(.unique)\n  var w: String?"))
  }
}
