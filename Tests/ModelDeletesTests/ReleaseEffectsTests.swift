import DeleteMatrix
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import ModelDeletes

@Suite("What do deletes do on some releases?")
struct ReleaseEffectsTests {
  private static let text = """
    @Model class Record {
      @Relationship(deleteRule: .cascade, inverse: \\Photo.record) var photos: [Photo] = []
      @Relationship(deleteRule: .deny, inverse: \\Cover.record) var cover: Cover?
    }
    @Model class Photo { var record: Record }
    @Model class Cover { var record: Record? }
    """

  private let releases: Releases

  init() throws {
    releases = try Releases.known()
  }

  private func range(_ text: String?) throws -> ReleaseRange? {
    try text.map { try ReleaseRange($0, in: releases) }
  }

  private func model(_ text: String = text) throws -> Model {
    try Model(reading: text, as: "M.swift")
  }

  private func read(_ text: String) throws -> RecordedMatrix {
    try RecordedMatrix(SourceFile(path: "r.json", bytes: Array(text.utf8)))
  }

  @Test(
    "A model's matrix says on which releases",
    arguments: [
      (
        "all",
        "crashes on iOS 18 and macOS 15; also deletes Photo1 and Photo2 from iOS 26 on; disputed on "
          + "iOS 17 and macOS 14"
      ),
      ("iOS 18", "crashes"), ("macOS 26", "also deletes Photo1 and Photo2"),
      (nil, "also deletes Photo1 and Photo2"),
    ] as [(String?, String)])
  func matrix(system: String?, outcome: String) throws {
    let matrix = ModelMatrix(try model(), on: try range(system))
    #expect(matrix.rows.first { $0.id.hasSuffix("delete-Record1") }?.outcome == outcome)
  }

  @Test("A recording has the outcome of a delete, and others for releases with other possible ones")
  func recording() throws {
    let all = ModelMatrix(try model(), on: try range("all"))
    let text = try #require(all.recording)
    let recorded = try read(text)
    #expect(recorded == all.recorded && recorded.system?.description == "iOS 17.0...iOS 27.2")
    let lines = text.split(separator: "\n").filter { $0.contains("\"system\":\"") }
    #expect(lines.count == 2 && lines[0].contains("\"Record1\": [{"))
    #expect(text.contains("\"system\":\"iOS 18.0...iOS 18.6\""))
    let effects = try #require(lines.first).matches(
      of: /"system":"iOS 17.0...iOS 17.6",.*?"effect":"(\w+)"/)
    #expect(effects.map { String($0.1) } == ["ok", "crash", "validationFailed"])
    for system in ["all", "iOS 17", "iOS 18.3", "iOS 26", nil] {
      let again = ModelMatrix(try model(), recorded: recorded, on: try range(system))
      #expect(again.rows.allSatisfy { $0.difference == nil }, "\(system ?? "none")")
    }
    #expect(try read(try #require(ModelMatrix(try model()).recording)).system == nil)
  }

  @Test("A model is held to what is recorded of each release")
  func held() throws {
    let recorded = try read(try #require(ModelMatrix(try model(), on: try range("all")).recording))
    let changed = try model(
      Self.text.replacing("var record: Record }", with: "var record: Record? }"))
    func differences(_ system: String?) throws -> [String] {
      ModelMatrix(changed, recorded: recorded, on: try range(system)).rows
        .filter { $0.id.hasSuffix("+nullify/delete-Record1") && $0.id.hasPrefix("Record.photos") }
        .compactMap(\.difference)
    }
    let difference = try differences("all")
    #expect(difference.count == 1)
    #expect(
      difference.first?.hasSuffix(
        "; now on iOS 18 and macOS 15: also deletes Photo1 and Photo2") == true)
    #expect(
      try differences("iOS 18").first?.hasSuffix("now: also deletes Photo1 and Photo2") == true)
    #expect(try differences("iOS 26") == [] && differences(nil) == difference)
  }

  @Test("Without a word on releases, a model is held to those of the recording")
  func recordedReleases() throws {
    let text = try #require(ModelMatrix(try model(), on: try range("iOS 18")).recording)
    let same = ModelMatrix(try model(), recorded: try read(text))
    #expect(same.range == (try range("iOS 18")) && same.rows.allSatisfy { $0.difference == nil })
    let unknown = try read(text.replacing("iOS 18.6", with: "iOS 91"))
    let rows = ModelMatrix(try model(), recorded: unknown).rows
    #expect(
      rows.last?.difference
        == "r.json:6:5: error: M.swift cannot be compared with the recording: iOS 91 is newer than "
        + "every known release; the newest is iOS 27")
  }

  @Test("A change says on which releases it is one, and its scenario names one of them")
  func changes() throws {
    let old = try model(Self.text.replacing("var record: Record }", with: "var record: Record? }"))
    func changes(_ system: String?) throws -> [String] {
      try ModelChanges(from: old, to: try model(), on: try range(system)).changes.map { change in
        let places = change.places.map { "\($0.range.span)\($0.isKnown ? "" : "?")" }
        return
          (["\(change.impact)", "\(change.difference)", change.deleted] + places
          + [change.scenario.system.map { "at \($0)" } ?? "anywhere"]).joined(separator: " ")
      }
    }
    #expect(
      try changes("all") == [
        "worse crashes Record iOS 17.0...iOS 17.6? iOS 18.0...iOS 18.6 at iOS 18.6"
      ])
    #expect(try changes("iOS 18") == ["worse crashes Record at iOS 18.6"])
    #expect(try changes("iOS 17") == ["worse crashes Record iOS 17.0...iOS 17.6? at iOS 18.6"])
    #expect(try changes("iOS 26") == [])
    // Without releases, a fault of any of them counts.
    #expect(try changes(nil) == ["worse crashes Record anywhere"])
  }

  @Test(
    "A delete that does different things on different releases is told for each, and counted once")
  func splits() throws {
    let nullify = Self.text.replacing(".cascade", with: ".nullify")
    let project = try ProjectChanges(
      from: try model(nullify), to: try model(), on: try range("iOS 18...iOS 26"))
    let changes = project.compared.flatMap(\.changes.changes)
    #expect(
      changes.map { "\($0.impact) \($0.difference) \($0.places.map { "\($0.range.span)" })" } == [
        "worse crashes [\"iOS 18.0...iOS 18.6\"]", "better deletesMore [\"iOS 26.0...iOS 26.6\"]",
      ])
    #expect(project.count(of: .worse) == 1 && project.count(of: .better) == 1)
  }

  @Test(
    "Nothing is said of a class on releases that lack it",
    arguments: [
      ("@available(iOS 26, macOS 26, *) ", false), ("@available(iOS 18, *) ", true), ("", true),
    ])
  func absentClasses(available: String, crashes: Bool) throws {
    let texts = [Self.text.replacing(".cascade", with: ".nullify"), Self.text]
    let models = try texts.map { try model($0.replacing("@Model", with: "\(available)@Model")) }
    let (all, new) = (try #require(try range("all")), models[1])
    let record = try #require(new.schema.entity("Record"))
    let photos = try #require(new.schema.relationship("photos", of: record))
    let story = DeleteStory(of: record, in: new, on: all)
    #expect(story.crashing.contains("Record.photos") == crashes)
    #expect(new.crashing(on: all).hazards(of: photos).contains(.crashes) == crashes)
    #expect((story.range == all) == available.isEmpty)
    let matrix = ModelMatrix(new, on: all)
    let row = matrix.rows.first { $0.id.hasSuffix("delete-Record1") }
    #expect(row?.outcome.contains("crashes") == crashes)
    let recorded = try read(try #require(matrix.recording))
    #expect(ModelMatrix(new, recorded: recorded).rows.allSatisfy { $0.difference == nil })
    let run = MatrixRun(MatrixSuite(pairings: recorded.pairings), by: Runner(on: all))
    #expect(run.failures.isEmpty)
    let changes = try ModelChanges(from: models[0], to: new, on: all).changes
    #expect(changes.contains { $0.difference == .crashes } == crashes)
    #expect(changes.contains { $0.after?.effect == .crash } == crashes)
  }

  @Test("Between two frameworks, releases of SwiftData are told apart")
  func frameworks() throws {
    let coreData = try Model(
      reading: """
        <model><entity name="Record"><relationship name="photos" optional="YES" toMany="YES" \
        deletionRule="Cascade" destinationEntity="Photo" inverseName="record" \
        inverseEntity="Photo"/></entity><entity name="Photo"><relationship name="record" \
        maxCount="1" deletionRule="Nullify" destinationEntity="Record" inverseName="photos" \
        inverseEntity="Record"/></entity></model>
        """, as: "App.xcdatamodel/contents")
    let swiftData = try model(
      Self.text.replacing("@Relationship(deleteRule: .deny, inverse: \\Cover.record) ", with: ""))
    for (old, new) in [(coreData, swiftData), (swiftData, coreData)] {
      let changes = try ModelChanges(from: old, to: new, on: try range("iOS 18...iOS 26")).changes
      #expect(
        changes.first { $0.relationship == "photos" }?.places.map { "\($0.range.span)" }
          == ["iOS 18.0...iOS 18.6"])
    }
  }

  @Test("What may crash on one of the releases is told of an entity and of its objects")
  func effects() throws {
    let model = try model()
    let record = try #require(model.schema.entity("Record"))
    let objects = """
      {"objects": {"Record": ["r"], "Photo": ["p"], "Cover": ["c"]},
       "links": [["r", "photos", "p"], ["r", "cover", "c"]]}
      """
    let instances = try Instances(
      file: SourceFile(path: "o.json", bytes: Array(objects.utf8)), of: model)
    func found(_ system: String?) throws -> [String] {
      let range = try range(system)
      let names = DeleteStory(of: record, in: model, on: range).crashing
      let object = try InstanceEffects(deleting: "r", in: instances, on: range)
      let all = InstanceEffects.all(of: record, in: instances, on: range)[0]
      #expect(all.steps == object.steps)
      return names
        + object.steps(.crashes, .crashesByCascade).compactMap(\.link?.description)
    }
    let (left, taken) = (["Record.cover"], ["Record.photos"])
    #expect(try found("all") == left + taken + ["r.cover → c", "r.photos → p"])
    #expect(try found("iOS 17") == left + taken + ["r.cover → c", "r.photos → p"])
    #expect(try found("iOS 26") == left + ["r.cover → c"])
    #expect(try found(nil) == left + ["r.cover → c"])
    let safe = try Releases(described: releases.described, behaviours: [])
    #expect(
      DeleteStory(of: record, in: model, on: ReleaseRange(newestIn: safe)).crashing.isEmpty)
  }
}
