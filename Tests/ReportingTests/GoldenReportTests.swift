import DeleteMatrix
import ExpectedText
import Matrices
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
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
      _ name: String, _ report: @escaping @Sendable () throws -> Subject
    ) -> [Sample] {
      Subject.formats.map { format in
        Sample(name: name, format: format) {
          try report().text(as: format)?.withoutStyleAndScript
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

  /// Those of which the page is kept, too: of the others it would say nothing else.
  private static let namesOfPages: Set = [
    "entity", "entity-on-releases", "objects", "model", "matrix-of-model", "findings", "changes",
    "run", "comparison",
  ]

  private static let samples = everySample.filter { sample in
    sample.format != .html || namesOfPages.contains(sample.name)
  }

  private static let everySample =
    Sample.all("entity") { try entity("List", of: SampleModel.lists) }
    + Sample.all("entity-with-nothing") { try entity("User", of: SampleModel.lists) }
    + Sample.all("entity-abstract") { try entity("Animal", of: SampleModel.pets) }
    + Sample.all("entity-without-objects") { try entity("Idea", of: SampleModel.pets) }
    + Sample.all("entity-tree") { try entity("Node", of: SampleModel.tree) }
    + Sample.all("objects") { try objects("List", SampleModel.someObjects) }
    + Sample.all("objects-none") { try objects("List", #"{"objects": {}, "links": []}"#) }
    + Sample.all("objects-many") { try objects("Item", SampleModel.manyObjects) }
    + Sample.all("objects-many-names") { try objects("List", SampleModel.manyObjects) }
    + Sample.all("model") { ModelReport([try SampleModel.lists.model]) }
    + Sample.all("model-inheritance") { ModelReport([try SampleModel.pets.model]) }
    + Sample.all("model-versions") {
      ModelReport([try SampleModel.pets.model, try SampleModel.tree.model])
    }
    + Sample.all("matrix-of-model") { try matrix(SampleModel.lists) }
    + Sample.all("matrix-as-recorded") {
      try matrix(SampleModel.lists, recorded: SampleModel.lists)
    }
    + Sample.all("matrix-changed") {
      try matrix(SampleModel.changedLists, recorded: SampleModel.lists)
    }
    + Sample.all("matrix-left-out") { try matrix(SampleModel.pets) }
    + Sample.all("findings") {
      try findings(SampleModel.lists, SampleModel.pets, SampleModel.clean)
    }
    + Sample.all("findings-none") { try findings(SampleModel.clean) }
    + Sample.all("changes") { try changes(SampleModel.lists, SampleModel.changedLists) }
    + Sample.all("changes-none") { try changes(SampleModel.lists, SampleModel.lists) }
    + Sample.all("run") { try PairingText(stated: outcome("[\"A1\"]")).run() }
    + Sample.all("run-impossible") { try impossibleScenario() }
    + Sample.all("run-of-nothing") { try PairingText().run(only: "none") }
    + Sample.all("comparison") { ComparisonReport(try comparison(), showsAll: true) }
    + Sample.all("comparison-of-what-differs") {
      ComparisonReport(try comparison(), showsAll: false)
    }
    + Sample.all("comparison-of-releases") { try comparisonOfReleases() }
    + Sample.all("entity-on-releases") {
      try entity("Record", of: SampleModel.records, on: allReleases)
    }
    + Sample.all("objects-on-releases") {
      try objects(
        "Record", SampleModel.someRecords, of: SampleModel.records, on: allReleases)
    }
    + Sample.all("model-on-releases") {
      ModelReport([try SampleModel.records.model], on: try allReleases)
    }
    + Sample.all("matrix-on-releases") { try matrix(SampleModel.records, on: allReleases) }
    + Sample.all("matrix-changed-on-releases") {
      try matrix(SampleModel.formerRecords, recorded: SampleModel.records, on: allReleases)
    }
    + Sample.all("changes-on-releases") {
      try changes(SampleModel.formerRecords, SampleModel.records, on: allReleases)
    }

  private static var allReleases: ReleaseRange {
    get throws { ReleaseRange(from: nil, in: try .known()) }
  }

  private static func comparisonOfReleases() throws -> ComparisonReport {
    let paths = ["swiftData/C-D.json", "fieldReports/SD-005.json"]
    let suite = try MatrixSuite(
      BundledMatrices.files.filter { file in paths.contains { file.path.hasSuffix($0) } }
        .map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
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
    return EntityReport(EntityEffects(of: entity, in: model, on: range), in: model)
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
        BundledMatrices.files.filter { $0.path.hasSuffix("C-D.json") }
          .map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) }),
      only: CellPattern("*/delete-C1"))
  }
}
