import BundledRun
import DeleteMatrix
import ExpectedText
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
      _ name: String, in formats: [Format],
      _ report: @escaping @Sendable () throws -> Subject
    ) -> [Sample] {
      formats.map { format in
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

  private static let samples =
    Sample.all("entity", in: [.markdown, .html, .json, .mermaid, .dot, .svg]) {
      try entity("List", of: SampleModel.lists)
    }
    + Sample.all("entity-with-nothing", in: [.markdown]) {
      try entity("User", of: SampleModel.lists)
    }
    + Sample.all("entity-abstract", in: [.markdown, .mermaid]) {
      try entity("Animal", of: SampleModel.pets)
    }
    + Sample.all("entity-without-objects", in: [.markdown]) {
      try entity("Idea", of: SampleModel.pets)
    }
    + Sample.all("entity-tree", in: [.markdown, .mermaid]) {
      try entity("Node", of: SampleModel.tree)
    }
    + Sample.all("entity-on-releases", in: [.markdown, .json, .mermaid]) {
      try entity("Record", of: SampleModel.records, on: allReleases)
    }
    + Sample.all("objects", in: [.markdown, .json, .mermaid]) {
      try objects("List", SampleModel.someObjects)
    }
    + Sample.all("objects-none", in: [.markdown]) {
      try objects("List", #"{"objects": {}, "links": []}"#)
    }
    + Sample.all("objects-many", in: [.markdown, .mermaid]) {
      try objects("Item", SampleModel.manyObjects)
    }
    + Sample.all("objects-on-releases", in: [.markdown, .json]) {
      try objects(
        "Record", SampleModel.someRecords, of: SampleModel.records, on: allReleases)
    }
    + Sample.all("model", in: [.markdown, .html, .mermaid, .dot, .svg]) {
      ModelReport([try SampleModel.lists.model])
    }
    + Sample.all("model-versions", in: [.markdown, .mermaid]) {
      ModelReport([try SampleModel.pets.model, try SampleModel.tree.model])
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
    + Sample.all("findings", in: [.text, .markdown]) {
      try findings(SampleModel.lists, SampleModel.pets, SampleModel.clean)
    }
    + Sample.all("changes", in: [.markdown, .html, .mermaid, .github]) {
      try changes(SampleModel.lists, SampleModel.changedLists)
    }
    + Sample.all("changes-on-releases", in: [.markdown, .json, .mermaid, .github]) {
      try changes(SampleModel.formerRecords, SampleModel.records, on: allReleases)
    }
    + Sample.all("run", in: [.markdown, .junit]) {
      try PairingText(stated: outcome("[\"A1\"]")).run(only: "A-B/cascade+-/*")
    }
    + Sample.all("comparison", in: [.markdown]) {
      ComparisonReport(try comparison(), showsAll: true)
    }
    + Sample.all("comparison-of-releases", in: [.markdown]) {
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

  private static func comparisonOfReleases() throws -> ComparisonReport {
    let paths = ["swiftData/C-D.json", "fieldReports/SD-005.json"]
    let suite = try MatrixSuite(
      Bundled.files.filter { file in paths.contains { file.path.hasSuffix($0) } })
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
}
