import BundledRun
import DeleteCalls
import DeleteMatrix
import ExpectedText
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import Reporting

@Suite("What does each report look like, in each format?")
struct GoldenReportTests {
  /// A report, written in one of its formats.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let format: Format
    let text: @Sendable () throws -> String?

    var testDescription: String { "\(name).\(format.rawValue)" }

    static func all<Subject: Report>(
      _ name: String, in formats: [Format],
      _ report: @escaping @Sendable () throws -> Subject
    ) -> [Sample] {
      formats.map { format in
        Sample(name: name, format: format) {
          try report().text(as: format)?.withoutStyleAndScript
            .replacing(",{", with: ",\n{").replacing(Tool.version, with: "VERSION")
        }
      }
    }
  }

  @Test("As it is in its file", arguments: samples)
  func golden(sample: Sample) throws {
    let text = try #require(try sample.text())
    #expect(text.isEmpty || text.hasSuffix("\n"))
    #expect(GoldenFile(sample.testDescription).difference(from: text) == nil)
  }

  private static let samples = ofModels + ofFindings + ofRuns

  private static let ofModels =
    Sample.all("entity", in: [.markdown, .html, .json, .mermaid, .dot, .svg]) {
      try entity("List", of: SampleModel.lists)
    }
    + Sample.all("entity-with-nothing", in: [.markdown, .json]) {
      try entity("User", of: SampleModel.lists)
    }
    + Sample.all("entity-abstract", in: [.markdown, .mermaid]) {
      try entity("Animal", of: SampleModel.pets)
    }
    + Sample.all("entity-without-objects", in: [.markdown]) {
      try entity("Idea", of: SampleModel.pets)
    }
    + Sample.all("entity-tree", in: [.markdown, .json, .mermaid]) {
      try entity("Node", of: SampleModel.tree)
    }
    + Sample.all("entity-on-releases", in: [.markdown, .json, .mermaid]) {
      try entity("Record", of: SampleModel.records, on: allReleases)
    }
    + [
      ("Item", SampleModel.lists), ("Dog", .pets), ("Cat", .pets), ("Home", .pets),
      ("Record", .records),
      ("Owner", shares),
    ].flatMap { name, sample in
      Sample.all("entity-\(name.lowercased())", in: [.json]) { try entity(name, of: sample) }
    }
    + Sample.all("objects", in: [.markdown, .json, .mermaid]) {
      try objects("List", SampleModel.someObjects)
    }
    + Sample.all("objects-none", in: [.markdown]) {
      try objects("List", #"{"objects": {}, "links": []}"#)
    }
    + ["Item", "Widget"].flatMap { name in
      Sample.all("objects-\(name.lowercased())", in: [.json]) {
        try objects(name, SampleModel.someObjects)
      }
    }
    + Sample.all("objects-too-few", in: [.json]) {
      try objects(
        "Node",
        """
        {"objects": {"Bag": ["g"], "Node": ["x", "y"]},
         "links": [["g", "nodes", "x"], ["g", "nodes", "y"]]}
        """, of: .tree)
    }
    + Sample.all("objects-many", in: [.markdown, .mermaid]) {
      try objects("Item", SampleModel.manyObjects)
    }
    + Sample.all("objects-on-releases", in: [.markdown, .json]) {
      try objects(
        "Record", SampleModel.someRecords, of: SampleModel.records, on: allReleases)
    }
    + Sample.all("model", in: [.markdown, .json, .html, .mermaid, .dot, .svg]) {
      ModelReport([try SampleModel.lists.model])
    }
    + Sample.all("model-versions", in: [.markdown, .mermaid]) {
      ModelReport([try SampleModel.pets.model, try SampleModel.tree.model])
    }
    + [("pets", SampleModel.pets), ("tree", .tree), ("records", .records)].flatMap { name, sample in
      Sample.all("model-\(name)", in: [.json]) { ModelReport([try sample.model]) }
    }
    + Sample.all("model-on-releases", in: [.markdown, .mermaid]) {
      ModelReport([try SampleModel.records.model], on: try allReleases)
    }
    + Sample.all("matrix-of-model", in: [.markdown]) { try matrix(SampleModel.lists) }
    + Sample.all("matrix-changed", in: [.markdown]) {
      try matrix(SampleModel.changedLists, recorded: SampleModel.lists)
    }
    + Sample.all("matrix-left-out", in: [.markdown]) { try matrix(SampleModel.pets) }
    + Sample.all("matrix-changed-on-releases", in: [.markdown]) {
      try matrix(SampleModel.formerRecords, recorded: SampleModel.records, on: allReleases)
    }

  private static let ofFindings =
    Sample.all("findings", in: [.text, .markdown]) {
      try findings(SampleModel.lists, SampleModel.pets, SampleModel.clean)
    }
    + Sample.all(
      "findings-differing", in: [.text, .markdown, .json, .junit, .sarif, .github, .html]
    ) {
      CheckRun(
        models: ["One.swift", "Two.xcdatamodeld", "Clean.swift"], findings: try differingFindings)
    }
    + Sample.all("findings-none", in: [.sarif]) { try findings(.clean) }
    + Sample.all("calls", in: [.text, .json, .junit, .sarif, .github]) { try calls() }
    + Sample.all("calls-resolved", in: [.text, .sarif, .github]) {
      try calls(listsUnresolved: false)
    }
    + Sample.all("changes", in: [.markdown, .html, .mermaid, .github]) {
      try changes(SampleModel.lists, SampleModel.changedLists)
    }
    + Sample.all("changes-unread", in: [.json]) {
      try ChangesReport(
        ProjectChanges(
          from: [SampleModel.lists.model, SampleModel.clean.model],
          to: [SampleModel.changedLists.model, SampleModel.pets.model]),
        without: [
          ModelFinding(
            .error, .incompleteModel, "no file", at: Location(file: "x", line: 3, column: 4))
        ])
    }
    + Sample.all("changes-on-releases", in: [.markdown, .json, .mermaid, .github]) {
      try changes(SampleModel.formerRecords, SampleModel.records, on: allReleases)
    }
    + Sample.all("changed-calls", in: [.markdown, .json, .github]) { try changedCalls() }
    + Sample.all("changed-calls-back", in: [.github]) { try changedCalls(back: true) }

  private static let ofRuns =
    Sample.all("run", in: [.markdown, .junit]) {
      try PairingText(stated: outcome("[\"A1\"]")).run(only: "A-B/cascade+-/*")
    }
    + stated("match", try outcome("[\"A1\", \"B1\"]"))
    + stated("mismatch", try outcome("[\"A1\"]"), other: try outcome("[\"B1\"]"))
    + stated("deviation", try outcome("[\"A1\"]", deviation: "seen *once*\n| in a beta"))
    + stated("stale", try outcome("[\"A1\", \"B1\"]", deviation: "was so"))
    + stated(
      "conflict", try "[\(outcome("[\"A1\", \"B1\"]")),\n\(outcome("[\"A1\"]", source: "two"))]",
      other: try outcome("[\"B1\"]", deviation: "was so"))
    + Sample.all("run-impossible", in: [.markdown, .json, .junit]) { try impossibleScenario() }
    + Sample.all("run-none", in: [.markdown]) { try PairingText().run(only: "nothing") }
    + Sample.all("run-removals", in: [.markdown]) {
      MatrixRun(try MatrixSuite([toManyPairing(links: "[[\"A1\", \"bs\", \"B1\"]]")]))
    }
    + Sample.all("run-unusual-removals", in: [.markdown]) {
      MatrixRun(
        try MatrixSuite([toManyPairing(links: "[]")]), only: CellPattern("*/remove-*"))
    }
    + Sample.all("run-pinned", in: [.json, .junit]) {
      let counts = #"{"rows": 1, "deletes": 2, "unlinkedDeletes": 0, "removals": 0}"#
      let manifest = #"{"pinned": {"swiftData": \#(counts)}}"#
      return MatrixRun(
        try MatrixSuite([
          PairingText().file, SourceFile(path: "manifest.json", bytes: Array(manifest.utf8)),
        ]))
    }
    + Sample.all("run-on-releases", in: [.json]) {
      MatrixRun(
        try bundled([], ["SD-005", "NR-029", "CD-077", "SD-067", "SD-040"]),
        by: Runner(on: try ReleaseRange("iOS 17...iOS 26", in: .known())))
    }
    + Sample.all("run-of-both", in: [.json]) { MatrixRun(try bundled(["A-B"], [])) }
    + Sample.all("coverage", in: [.markdown, .json]) {
      CoverageReport(Coverage(try bundled(["C-D"], ["SD-005", "NR-029"])))
    }
    + Sample.all("comparison", in: [.markdown, .json]) {
      ComparisonReport(try comparison(), showsAll: true)
    }
    + Sample.all("comparison-of-releases", in: [.markdown, .json]) {
      try comparisonOfReleases()
    }

  @Test("A report of nothing is empty in a format of lines, and says so in the others")
  func nothing() throws {
    let none = try Self.findings(SampleModel.clean)
    for format in [Format.text, .github] { #expect(none.text(as: format) == "") }
    #expect(none.text(as: .json) == "{\"findings\":[]}\n")
    #expect(none.text(as: .markdown)?.contains("no findings") == true)
    let same = try Self.changes(SampleModel.lists, SampleModel.lists)
    for format in [Format.markdown, .github] { #expect(same.text(as: format) == "") }
    #expect(same.text(as: .json)?.hasPrefix("{\"changes\":[],") == true)
  }

  private static var allReleases: ReleaseRange {
    get throws { ReleaseRange(from: nil, in: try .known()) }
  }

  /// A run of which something is stated.
  private static func stated(
    _ name: String, _ stated: @escaping @Sendable @autoclosure () throws -> String,
    other: @escaping @Sendable @autoclosure () throws -> String = "null"
  ) -> [Sample] {
    Sample.all("run-\(name)", in: [.markdown, .json, .junit]) {
      try PairingText(stated: stated(), other: other()).run()
    }
  }

  /// The bundled pairings and scenarios of some names.
  private static func bundled(_ pairings: [String], _ scenarios: [String]) throws -> MatrixSuite {
    let suite = try Bundled.suite.get()
    return MatrixSuite(
      pairings: suite.pairings.filter { pairings.contains($0.name) },
      scenarios: suite.scenarios.filter { scenarios.contains($0.name) })
  }

  private static func comparisonOfReleases() throws -> ComparisonReport {
    let suite = try bundled(["C-D"], ["SD-005"])
    let releases = try allReleases.releases
    return ComparisonReport(
      Comparison(
        suite, from: try ReleaseRange("iOS 17", in: releases),
        to: try ReleaseRange("macOS 26", in: releases)), showsAll: false)
  }

  private static func entity(
    _ name: String, of sample: SampleModel, on range: ReleaseRange? = nil
  ) throws -> EntityReport {
    let model = try sample.model
    let entity = try #require(model.schema.entity(name))
    return EntityReport(of: entity, DeleteStories(of: model, on: range))
  }

  private static func objects(
    _ name: String, _ text: String, of sample: SampleModel = .lists, on range: ReleaseRange? = nil
  ) throws -> InstancesReport {
    let model = try sample.model
    let entity = try #require(model.schema.entity(name))
    let file = SourceFile(path: "app.json", bytes: Array(text.utf8))
    let instances = try Instances(file: file, of: model)
    return InstancesReport(
      InstanceEffects.all(of: entity, in: instances, on: range), of: entity, in: model)
  }

  private static func matrix(
    _ sample: SampleModel, recorded: SampleModel? = nil, on range: ReleaseRange? = nil
  ) throws -> ModelMatrixReport {
    var matrix = ModelMatrix(try sample.model, on: range)
    if let recorded {
      let text = try #require(ModelMatrix(try recorded.model, on: range).recording)
      let file = SourceFile(path: "r.json", bytes: Array(text.utf8))
      matrix = ModelMatrix(
        try sample.model, recorded: try RecordedMatrix(file), on: range)
    }
    return ModelMatrixReport(matrix, matrix.run())
  }

  private static func findings(_ samples: SampleModel...) throws -> CheckRun {
    let models = try samples.map { try $0.model }
    return CheckRun(
      models: models.map(\.name), findings: try models.flatMap { try Check().findings(in: $0) })
  }

  private static func changes(
    _ old: SampleModel, _ new: SampleModel, on range: ReleaseRange? = nil
  ) throws -> ChangesReport {
    let (old, new) = (try old.model, try new.model)
    return ChangesReport(try ProjectChanges(from: old, to: new, on: range))
  }

  /// The same cells as SwiftData and Core Data have them; the denied one crashes in one only.
  private static func comparison() throws -> Comparison {
    try Comparison(
      MatrixSuite(
        Bundled.files.filter { $0.path.hasSuffix("C-D.json") }),
      only: CellPattern("*/delete-C1"))
  }

  /// Findings that differ from each other in every part, the mildest first, and one of a rule that was
  /// there before.
  private static var differingFindings: [Finding] {
    get throws {
      var called = Finding.of(
        .swallowedRefusal, .warning, "fourth says so", entity: "Ant", relationship: "bee",
        file: "Code/four.swift", line: 41, column: 14, model: "Two.xcdatamodeld")
      called.caller = "Store.remove"
      called.path = [
        Finding.Label("step one", at: Location(file: "Code/five.swift", line: 51, column: 15)),
        Finding.Label("step two", at: Location(file: "Code/six.swift", line: 61, column: 16)),
      ]
      called.fix = [
        Replacement(
          inserting: "seven ",
          at: Replacement.Place(
            Location(file: "Code/seven.swift", line: 71, column: 17), offset: 700))
      ]
      return [
        .of(
          .emptyName, .note, "first says so", entity: "Cat", relationship: "dog",
          file: "Models/one.swift", line: 11, column: 21, model: "One.swift"),
        .of(
          .denyOnChild, .warning, "second says so", entity: "Eel", relationship: nil,
          file: "Models/two.swift", line: 12, column: 22, model: "One.swift"),
        .of(
          .oneToOneCrash, .error, "third says so", entity: nil, relationship: nil,
          file: "Models/three.swift", line: 13, column: 23, model: "Two.xcdatamodeld"), called,
        .of(.denyOnChild, .error, "fifth says so", model: "One.swift"), try .proven,
      ]
    }
  }

  /// Of what an owner takes along, only the shares are what something else holds, and only they may be
  /// refused.
  private static let shares = SampleModel(
    name: "Shares.swift",
    text: #"""
      @Model class Owner {
        @Relationship(deleteRule: .cascade, inverse: \Share.owner) var shares: [Share] = []
        @Relationship(deleteRule: .noAction, inverse: \Badge.owner) var badges: [Badge] = []
      }
      @Model class Share {
        var owner: Owner?
        @Relationship(deleteRule: .noAction, inverse: \Note.share) var notes: [Note] = []
        @Relationship(deleteRule: .deny, inverse: \Vote.share) var votes: [Vote] = []
        @Relationship(inverse: \Fee.share) var fees: [Fee] = []
      }
      @Model class Badge { var owner: Owner? }
      @Model class Note { var share: Share? }
      @Model class Vote { var share: Share? }
      @Model class Fee { var share: Share }
      """#)

  /// The calls of a source file that has its models as well.
  private static func calls(in text: String) throws -> ModelCalls {
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    return ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)], of: [try Model(reading: text, as: "M.swift")])
  }

  /// Calls that are refused, that fail as a batch, and of which it is not known what they delete.
  private static func calls(listsUnresolved: Bool = true) throws -> CallsReport {
    let calls = try calls(
      in: shares.text + """

        func f(_ item: Share, _ context: ModelContext) throws {
          context.delete(item)
          try context.delete(model: Share.self)
          try context.save()
          print(item.votes)
        }
        func g(_ thing: any PersistentModel, _ context: ModelContext) { context.delete(thing) }
        """)
    return CallsReport(
      calls.calls, told: calls.models.map { DeleteStories(of: $0) },
      listsUnresolved: listsUnresolved)
  }

  /// A call that does something else, one that is new, and one that is gone.
  private static func changedCalls(back: Bool = false) throws -> ChangesReport {
    var sides = try [
      ("nullify", "func g(_ s: Stop, c: ModelContext) { c.delete(s) }"),
      ("cascade", "\nfunc h(_ t: Trip, c: ModelContext) { c.delete(t) }"),
    ].map { rule, more in
      try calls(
        in: """
          @Model class Trip { @Relationship(deleteRule: .\(rule)) var stops: [Stop] = [] }
          @Model class Stop { var trip: Trip? }
          func f(_ trip: Trip, _ c: ModelContext) { c.delete(trip) }
          \(more)
          """)
    }
    if back { sides.reverse() }
    let changes = try ProjectChanges(from: sides[0].models, to: sides[1].models)
    let stories = sides.map { $0.models.map { DeleteStories(of: $0) } }
    return ChangesReport(
      changes, between: ChangesReport.Revisions(from: "main", to: nil),
      calls: try CallChanges(from: sides[0], to: sides[1], of: changes),
      told: (old: stories[0], new: stories[1]), without: [])
  }
}
