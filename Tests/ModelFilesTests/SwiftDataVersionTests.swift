import ObjectGraph
import Testing

@testable import ModelFiles

@Suite("Which versions of a model are there?")
struct SwiftDataVersionTests {
  private func version(
    _ name: String, _ numbers: String = "", _ classes: String,
    conformance: String = "VersionedSchema"
  ) -> String {
    let identifier =
      numbers.isEmpty ? "" : "static let versionIdentifier = Schema.Version(\(numbers))"
    return "enum \(name): \(conformance) {\n  \(identifier)\n  \(classes)\n}\n"
  }

  private func summary(_ text: SwiftDataText) -> [String] {
    text.models.map { model in
      "\(model.version ?? "-")\(model.isCurrent ? "*" : ""): "
        + model.entities.map(\.name).joined(separator: " ")
    }
  }

  @Test(
    "Where aliases name several versions, the highest of them is current, not what has no version")
  func severalAliased() {
    let classes = "@Model class A {}; @Model class C {}; @Model class D {}"
    let versions = [1, 2].map { number in
      "enum V\(number): VersionedSchema { static var versionIdentifier = Schema.Version(\(number), 0, 0); "
        + "static var models: [any PersistentModel.Type] { [A.self, C.self, D.self] }; \(classes) }"
    }
    for (aliases, current) in [
      ("typealias A = V1.A\ntypealias D = V2.D", "V2"), ("typealias A = V1.A", "V1"), ("", nil),
    ] {
      let text = SwiftDataText((versions + ["@Model class C {}", aliases]).joined(separator: "\n"))
      #expect(text.models.count == 3 && text.current?.version == current, "\(aliases)")
    }
  }

  @Test("A class that is declared again is of another branch only in the same file")
  func repeatedInBranches() {
    let (one, other) = (
      "#if X\n@Model class A { var a = 1 }\n", "#else\n@Model class A { var b = 1 }\n#endif"
    )
    let together = SwiftDataText(one + other).current?.findings.map(\.rule)
    #expect(together == [.conditionalDeclaration])
    let apart = SwiftDataText(one + "#endif", "@Model class A { var b = 1 }").current?.findings
    #expect(apart?.map(\.rule) == [.repeatedDeclaration])
  }

  @Test("Classes outside of versions are one model without a name")
  func none() {
    #expect(summary(SwiftDataText("@Model class A {}", "@Model class B {}")) == ["-*: A B"])
    #expect(SwiftDataText("enum V1: VersionedSchema {}").models.isEmpty)
  }

  @Test("The alias of a class says which version is current")
  func alias() {
    let text = SwiftDataText(
      version("V1", "1, 0, 0", "@Model class A { var b: Int }"),
      version("V2", "2, 0, 0", "@Model class A { var b: A? }"), "typealias A = V1.A")
    #expect(summary(text) == ["V1*: A", "V2: A"])
    #expect(text.findings == [])
  }

  @Test("An alias of the version may stand in between")
  func aliasOfVersion() {
    let text = SwiftDataText(
      version("V1", "", "@Model class A {}"), version("V2", "", "@Model class A {}"),
      "typealias Latest = V1\ntypealias A = Latest.A\ntypealias OldA = V2.A")
    #expect(summary(text) == ["V1*: A", "V2: A"])
  }

  @Test(
    "Otherwise the highest identifier does",
    arguments: [
      "static var versionIdentifier: Schema.Version { Schema.Version(1, 10, 0) }",
      "static let versionIdentifier: Schema.Version = .init(2, 0, 0)",
      "nonisolated(unsafe) static var versionIdentifier = SwiftData.Schema.Version(1, 9, 1)",
    ])
  func identifiers(identifier: String) {
    let text = SwiftDataText(
      version("V3", "", identifier + "\n @Model class A {}"),
      version("V2", "1, 9, 0", "@Model class A {}"), version("V1", "1, 0, 0", "@Model class A {}"))
    #expect(summary(text) == ["V3*: A", "V2: A", "V1: A"])
    #expect(text.findings == [])
  }

  @Test(
    "The version that a container opens counts, be it a later one or not",
    arguments: [
      ("Schema(versionedSchema: V1.self)", "V1", []),
      ("Schema(versionedSchema: V2.self)", "V2", []),
      ("ModelContainer(for: V1.A.self)", "V1", []), ("ModelContainer(for: Old.self)", "V1", []),
      ("Schema(V1.models)", "V1", []), ("view.modelContainer(for: [V1.A.self])", "V1", []),
      ("ModelContainer(for: s)\nlet s: Schema = .init(versionedSchema: V1.self)", "V1", []),
      ("ModelContainer(for: s)\nlet s = { Schema([V1.A.self]) }()", "V1", []),
      (
        "make(Schema(versionedSchema: V1.self))\n"
          + "func make(_ schema: Schema) -> ModelContainer { ModelContainer(for: schema) }", "V1",
        []
      ),
      (
        "ModelContainer(for: schema, configurations: ModelConfiguration(schema: Schema(types)))\n"
          + "let schema = Schema(versionedSchema: V1.self)\nlet types = [V1.A.self]", "V1", []
      ),
      (
        "Schema(versionedSchema: Kept.Now.self)\n"
          + "enum Kept { typealias Now = Inner; typealias Inner = V1 }", "V1", []
      ),
      ("ModelContainer(for: Kept.Now.A.self)\nenum Kept { typealias Now = V1 }", "V1", []),
      (
        "make()\nfunc make() -> ModelContainer { let s = Schema.init([V1.A.self]); return "
          + "ModelContainer(for: s, configurations: ModelConfiguration(isStoredInMemoryOnly: true)) }",
        "V2", ["V2 uncertain_version"]
      ),
      // What is added to a list is not followed.
      (
        "Schema(list)\nvar list = [V1.A.self]\nfunc f() { list += [V2.A.self] }", "V2",
        ["V2 uncertain_version"]
      ),
      (
        "Schema(list)\nvar list = [V1.A.self]\nfunc f() { list.append(V2.A.self) }", "V2",
        ["V2 uncertain_version"]
      ),
      ("ModelContainer(for: schema, migrationPlan: V1.self)", "V2", ["V2 uncertain_version"]),
      // A class of that name is none of these.
      ("ModelContainer(for: A.self)", "V2", ["V2 uncertain_version"]),
      ("Other(versionedSchema: V1.self)", "V2", ["V2 uncertain_version"]),
      // A store in memory is one of a test or a preview.
      ("view.modelContainer(for: V1.A.self, inMemory: true)", "V2", ["V2 uncertain_version"]),
      (
        "[Schema(versionedSchema: V2.self), ModelContainer(for: Schema(versionedSchema: V1.self), "
          + "configurations: ModelConfiguration(isStoredInMemoryOnly: true))]", "V2", []
      ),
      (
        "[Schema(versionedSchema: V1.self), Schema(versionedSchema: Latest.schema)]", "V2",
        ["V2 uncertain_version"]
      ),
    ])
  func opened(code: String, current: String, findings: [String]) {
    let versions = ["V1", "V2"].map {
      version($0, "1, 0, 0", "@Model class A { var \($0.lowercased()): Int }")
    }
    let text = SwiftDataText(
      versions.joined() + "typealias Old = V1\nlet opened = \(code)")
    #expect(text.current?.version == current)
    #expect(
      text.current?.findings.map { "\(text.current?.version ?? "") \($0.rule.rawValue)" }
        == findings)
  }

  @Test(
    "Versions that containers open side by side are stores of their own",
    arguments: [
      ("", ["V1", "V3"]), ("typealias A = V2.A", ["V2"]),
      ("enum Plan: SchemaMigrationPlan { static var schemas: [S] { [V1.self, V3.self] } }", ["V3"]),
    ])
  func stores(more: String, current: [String]) throws {
    let versions = ["V1", "V2", "V3"].map {
      version($0, "", "@Model class A { var \($0.lowercased()): Int }")
    }
    let code = "\nlet opened = [Schema(V1.models), Schema(V3.models)]\n\(more)"
    let project = try ProjectOfFiles(["M.swift": versions.joined() + code]).read()
    #expect(project.models.map { $0.version ?? "" } == current)
    #expect(project.models.map(\.place) == Array(["M.swift", "M.swift/V3"].prefix(current.count)))
    if current.count > 1 {
      for version in current {
        let one = try ProjectOfFiles(["M.swift": versions.joined() + code])
          .read(at: "/M.swift/\(version)")
        #expect(one.models.map(\.version) == [version])
      }
      #expect(throws: ModelError.self) {
        try ProjectOfFiles(["M.swift": versions.joined() + code]).read(at: "/M.swift/V2")
      }
    }
    let uncertain = project.models.flatMap(\.findings).contains { $0.rule == .uncertainVersion }
    #expect(uncertain == more.hasPrefix("enum"))
  }

  @Test(
    "A container may get its schema from a variable of another file, whether code is kept or not")
  func storesOfOtherFiles() throws {
    let versions = ["V1", "V2"].map {
      version($0, "", "@Model class A { var \($0.lowercased()): Int }")
    }
    let files = [
      "M.swift": versions.joined(),
      "S.swift": "let schema: Schema = .init(versionedSchema: V2.self)",
      "One.swift":
        "class One { let schema = Schema(versionedSchema: V1.self)\n"
        + "init() { c = ModelContainer(for: schema, configurations: x) } }",
      "Two.swift": "class Two { init() { c = ModelContainer(for: schema, configurations: x) } }",
    ]
    for keepsCode in [false, true] {
      let project = try ProjectOfFiles(files).read(keepingCode: keepsCode)
      #expect(project.models.map(\.version) == ["V1", "V2"])
    }
  }

  @Test("Versions that one function opens are those of a migration")
  func openedByFunction() throws {
    let versions = ["V1", "V2"].map {
      version($0, "", "@Model class A { var \($0.lowercased()): Int }")
    }
    let text = SwiftDataText(
      versions.joined()
        + "func migrate() { ModelContainer(for: V1.A.self); ModelContainer(for: V2.A.self) }")
    #expect(text.current?.version == "V2")
    #expect(text.current?.findings.map(\.rule) == [.uncertainVersion])
  }

  @Test(
    "An alias of a class counts more than a container, which may open an old version to migrate it")
  func openedBesideAlias() {
    let text = SwiftDataText(
      version("V1", "", "@Model class A { var a: Int }")
        + version("V2", "", "@Model class A { var b: Int }")
        + "typealias A = V2.A\nlet old = Schema(versionedSchema: V1.self)")
    #expect(text.current?.version == "V2" && text.findings == [])
  }

  @Test(
    "A versioned schema that lists the models of others is opened, and the others are its parts")
  func openedParts() {
    let text = SwiftDataText(
      "enum Core { static let models: [any PersistentModel.Type] = [Hen.self] }\n@Model class Hen { var barn: Extra.Barn? }\n"
        + version("Extra", "1, 0, 0", "@Model class Barn {}")
        + version(
          "Farm", "1, 0, 0",
          "static var models: [any PersistentModel.Type] { Core.models + Extra.models }")
        + "let farm = Schema(versionedSchema: Farm.self)")
    #expect(text.current?.entities.map(\.name) == ["Hen", "Barn"] && text.findings == [])
  }

  @Test("Otherwise it is the last, and not certain")
  func uncertain() {
    let text = SwiftDataText(
      "@Model class Shared {}\n" + version("V1", "", "@Model class A {}", conformance: "Any"),
      version("V2", "", "@Model class A {}", conformance: "Any"))
    #expect(summary(text) == ["V1: A Shared", "V2*: A Shared"])
    #expect(
      text.findings == [
        "1.swift:1:1: warning: no type alias and no version identifier says which of 2 versions is "
          + "the current one; V2 is taken [uncertain_version]"
      ])
  }

  @Test("Of one version, and of versions with the same classes, nothing is uncertain")
  func same() {
    #expect(SwiftDataText("enum V1: VersionedSchema { @Model class A {} }").findings == [])
    let list = "static var models: [any PersistentModel.Type] { [A.self] }"
    let text = SwiftDataText(
      "@Model class A {}\n" + version("V1", "", list), version("V2", "", list))
    #expect(summary(text) == ["V1: A", "V2*: A"])
    #expect(text.findings == [])
  }

  @Test("Classes are found by the version around them, in extensions too")
  func scopes() {
    let text = SwiftDataText(
      """
      enum V1: VersionedSchema { @Model class A { var b: B } }
      enum V2 { @Model class A { var bs: [B]; @Model class Inner {} } }
      extension V2: SwiftData.VersionedSchema {
        static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
      }
      extension V1 { @Model class B {} }
      extension V2 { @Model class B { @Relationship(inverse: \\V2.A.bs) var a: A? } }
      """)
    #expect(summary(text) == ["V1: A B", "V2*: A Inner B"])
    #expect(text.entities == ["A: bs [B]", "Inner", "B: a A? <-bs"])
    #expect(text.findings == [])
  }

  @Test("A version has those in its list and those that they lead to; else all outside, too")
  func membership() {
    let text = SwiftDataText(
      """
      enum V1: VersionedSchema {
        @Model class A {}
        @Model class B { var c: C? }
        @Model class C {}
        @Model class D {}
      }
      enum V2: VersionedSchema {
        static var models: [any PersistentModel.Type] { [A.self, V1.B.self, Free.self] }
        @Model class A {}
      }
      @Model class Free {}
      @Model class D {}
      """)
    #expect(summary(text) == ["V1: A B C D Free", "V2*: A B Free C"])
  }

  @Test("The latest version may be the classes outside of all versions")
  func plainClasses() {
    let old = "enum V1: VersionedSchema { @Model class A { var b: Int } }\n"
    let plain = "@Model class A { var b: A? }\n"
    let latest = version("V2", "2, 0, 0", "static var models: [Any] { [A.self] }")
    #expect(summary(SwiftDataText(old + plain)) == ["V1: A", "-*: A"])
    let text = SwiftDataText(old + plain + latest)
    #expect(summary(text) == ["V1: A", "V2*: A"])
    #expect(text.entities == ["A: b A?"])
    #expect(summary(SwiftDataText(plain + latest)) == ["V2*: A"])
  }

  @Test("Two classes of one name in one version are a finding")
  func repeated() {
    let text = SwiftDataText("@Model class A {}", "@Model class A { var a: Int }")
    #expect(summary(text) == ["-*: A"])
    #expect(
      text.findings == [
        "1.swift:1:8: error: the class A is also declared at 0.swift:1:8; that declaration is taken "
          + "[repeated_declaration]"
      ])
    #expect(
      SwiftDataText("@Model class A {}\n@Model class A { var a: Int }").findings == [
        "0.swift:2:8: error: the class A is also declared at 0.swift:1:8; that declaration is taken "
          + "[repeated_declaration]"
      ])
    let branches = "#if X\n@Model class A {}\n#else\n@Model class A { var a: Int }\n#endif"
    #expect(SwiftDataText(branches).rules == ["4:8 conditional_declaration"])
    let equal = "#if X\n@Model class A {}\n#else\n@Model class A {}\n#endif"
    #expect(SwiftDataText(equal).rules == [])
  }

  @Test(
    "Schemas that share no class are parts of one model, each in its current version",
    arguments: [
      (["A 1 One", "B 1 Two"], "", ["-*: One Two"]), (["A 1 One", "B 2 Two"], "", ["-*: One Two"]),
      (["A 1 One", "B 2 Two"], "A.self, B.self", ["A: One", "B*: Two"]),
      (
        ["A 1 One", "B 3 Two", "C 2 One", "D 3 One"], "",
        ["A: One Two", "C: One Two", "D*: One Two"]
      ),
      (
        ["A 1 One", "B 3 Two", "C 2 Two", "D 9 Three"], "",
        ["B*: Two One Three", "C: Two One Three"]
      ),
    ])
  func parts(schemas: [String], plan: String, versions: [String]) {
    let texts = schemas.map { schema in
      let parts = schema.split(separator: " ").map(String.init)
      return version(parts[0], "\(parts[1]), 0, 0", "@Model class \(parts[2]) {}")
    }
    let migration = """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(plan)] }
      }
      """
    let text = SwiftDataText(texts.joined(separator: "\n") + migration)
    #expect(summary(text) == versions)
    #expect(text.findings == [])
  }

  @Test(
    "Schemas with migration plans of their own, or of which a schema alone is made, are stores of their own",
    arguments: [
      ("A.self", "B.self", "", ["-": "A*: One", "B": "B*: Two"]),
      ("A.self, C.self", "B.self", "", ["-": "A: One C*: One", "B": "B*: Two"]),
      ("A.self", "B.self, D.self", "", ["-": "B: Two D*: Two", "A": "A*: One"]),
      ("A.self, C.self", "B.self, D.self", "", ["-": "A: One C*: One", "D": "B: Two D*: Two"]),
      // A plan beside a schema that nothing opens alone, and none at all: parts of one model.
      ("A.self", "", "", ["-": "A*: One Two"]),
      ("", "", "let s = Schema(A.models + B.models)", ["-": "-*: One Two"]),
      (
        "A.self", "", "let s = Schema(versionedSchema: B.self)", ["-": "A*: One", "B": "B*: Two"]
      ),
      // Of an old schema without a plan, nothing says which version it is.
      (
        "", "", "let s = [Schema(versionedSchema: A.self), Schema(versionedSchema: B.self)]",
        ["-": "A*: One", "B": "B*: Two"]
      ),
    ])
  func storesOfPlans(one: String, two: String, code: String, stores: [String: String]) {
    // Both nested classes and such as stand outside and are listed.
    for isListed in [false, true] {
      var text = code + "\n"
      for (name, number, model) in [
        ("A", 1, "One"), ("B", 1, "Two"), ("C", 2, "One"), ("D", 2, "Two"),
      ]
      where name < "C" || (one + two).contains(name) {
        let list = "static var models: [any PersistentModel.Type] { [\(model).self] }"
        let isCurrent = !(one + two).contains(model == "One" ? "C" : "D") || number == 2
        text += version(
          name, "\(number), 0, 0",
          isListed && isCurrent ? list : "@Model class \(model) { var \(name.lowercased()): Int? }")
        if isListed, isCurrent { text += "@Model class \(model) {}\n" }
      }
      for (number, plan) in [one, two].enumerated() where !plan.isEmpty {
        text +=
          "enum Plan\(number): SchemaMigrationPlan { "
          + "static var schemas: [any VersionedSchema.Type] { [\(plan)] } }\n"
      }
      let read = SwiftDataText(text)
      let named = zip(read.models.map { $0.store ?? "-" }, summary(read))
      let found = Dictionary(grouping: named, by: \.0)
        .mapValues { $0.map(\.1).joined(separator: " ") }
      #expect(found == stores, "\(text)")
      #expect(read.models.flatMap(\.findings).isEmpty, "\(text)")
    }
  }

  @Test("A class that moved from one store to another leaves these apart")
  func movedClass() {
    let text = SwiftDataText(
      version("A1", "1, 0, 0", "@Model class One {}; @Model class Moved { var a: Int }")
        + version("A2", "2, 0, 0", "@Model class One { var two: Int }")
        + version("B1", "1, 0, 0", "@Model class Moved { var b: Int }")
        + "enum A: SchemaMigrationPlan { static var schemas: [S] { [A1.self, A2.self] } }\n"
        + "enum B: SchemaMigrationPlan { static var schemas: [S] { [B1.self] } }")
    #expect(summary(text) == ["A1: One Moved", "A2*: One", "B1*: Moved"])
    #expect(text.models.map(\.store) == [nil, nil, "B1"] && text.findings == [])
  }

  @Test("A store of a folder is named like one of a file, and each is titled by its version")
  func storesOfFolder() throws {
    let files = [
      "Data/One.swift": version("A", "1, 0, 0", "@Model class One {}"),
      "Data/Two.swift": version("B", "1, 0, 0", "@Model class Two {}"),
      "Data/Plans.swift": ["A", "B"].map {
        "enum Plan\($0): SchemaMigrationPlan { static var schemas: [S] { [\($0).self] } }"
      }.joined(separator: "\n"),
    ]
    let both = try ProjectOfFiles(files).read()
    #expect(both.models.map(\.place) == ["Data", "Data/B"])
    let one = try ProjectOfFiles(files).read(at: "/Data/B")
    #expect(one.models.map(\.version) == ["B"])
    #expect(throws: ModelError.self) { try ProjectOfFiles(files).read(at: "/Data/C") }
    let spread = try ProjectOfFiles([
      "One.swift": files["Data/One.swift"] ?? "", "Two.swift": files["Data/Two.swift"] ?? "",
      "Plans.swift": files["Data/Plans.swift"] ?? "",
    ]).read()
    #expect(spread.models.map(\.place) == [".", "B"])
  }

  @Test("A part whose current version is not certain is reported")
  func uncertainPart() {
    let text = SwiftDataText(
      version("A", "1, 0, 0", "@Model class One {}"),
      version("B", "2, 0, 0", "@Model class One {}"),
      version("C", "", "@Model class Two {}"), version("D", "", "@Model class Two {}"))
    #expect(summary(text) == ["A: One Two", "B*: One Two"])
    #expect(text.rules == ["1:1 uncertain_version"])
  }
}
