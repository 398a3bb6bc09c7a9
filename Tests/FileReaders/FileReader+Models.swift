import DeleteCalls
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import SourceText
import SwiftSource

extension FileReader {
  /// Searching for hazards takes the square of this, and matrices have a part of the model for each
  /// relationship: past it, a model is only shown.
  private static let greatestModel = 16

  func model(_ bytes: [UInt8], as path: String) throws -> String {
    let model = try Model(reading: bytes, as: path)
    var texts = ModelReport.formats.compactMap { ModelReport([model]).text(as: $0) }
    texts += model.findings.map { $0.description.singleLine }
    if path.hasSuffix(".swift") {
      let file = SwiftDeclarations(SourceFile(path: path, bytes: bytes), keepsCode: true)
      let report = CallsReport(
        ModelCalls(in: [file], of: [model]).calls, told: [DeleteStories(of: model)])
      texts += CallsReport.formats.compactMap { report.text(as: $0) }
      let found = try Check().findings(in: [model], with: [file])
      let run = CheckRun(models: [model.name], findings: found)
      texts += CheckRun.formats.compactMap { run.text(as: $0) }
      let project = Project(of: model, in: [file])
      texts += [project.mirroredStore?.remark, project.ownStore].map { $0?.text ?? "no store" }
    }
    let size = model.schema.entities.count + model.schema.relationships.count
    guard size <= Self.greatestModel else { return texts.joined() }
    texts += try checks(of: model) + deletes(in: model)
    return texts.joined()
  }

  private func checks(of model: Model) throws -> [String] {
    let check = Check(for: [.cloudKit, .batchDeletes])
    let run = CheckRun(models: [model.name], findings: try check.findings(in: model))
    for source in model.sources {
      let (fixed, applied) = source.applying(run.findings.flatMap(\.fix))
      // What is fixed must be readable, and then there is nothing left to fix.
      let again = applied.isEmpty ? nil : try Model(reading: fixed.bytes, as: source.path)
      if let left = try again.map({ try Check().findings(in: $0).flatMap(\.fix) }), !left.isEmpty {
        throw Contradiction("fixed twice: \(left)")
      }
    }
    return CheckRun.formats.compactMap { run.text(as: $0) }
      + run.findings.map { "\($0.baselineKey)" }
  }

  private func deletes(in model: Model) throws -> [String] {
    var texts: [String] = []
    let stories = DeleteStories(of: model)
    for entity in model.schema.entities {
      let report = EntityReport(of: entity, stories)
      texts += EntityReport.formats.compactMap { report.text(as: $0) }
    }
    let matrix = ModelMatrix(model)
    texts += [ModelMatrixReport(matrix, matrix.run()).text(as: .markdown) ?? ""]
    if let recording = matrix.recording {
      // What was recorded must be readable, and say the same.
      let file = SourceFile(path: "recorded.json", bytes: Array(recording.utf8))
      let again = ModelMatrix(model, recorded: try RecordedMatrix(file))
      let failures = again.failures(of: again.run())
      if !failures.isEmpty { throw Contradiction("a recording differs: \(failures)") }
      texts.append(recording)
    }
    let changes = try ModelChanges(from: model, to: model).changes
    if !changes.isEmpty { throw Contradiction("a model differs from itself: \(changes)") }
    return texts
  }

  func objectiveC(_ bytes: [UInt8]) throws -> String {
    let file = ObjectiveCFile(SourceFile(path: "Trips.m", bytes: bytes))
    let calls = ModelCalls(in: [], of: [try Self.sampleModel()], besides: [file])
    return "\(calls.calls) \(calls.gaps)\n"
  }

  func version(_ bytes: [UInt8]) throws -> String {
    try CurrentVersion(in: bytes, of: "App.xcdatamodeld/.xccurrentversion").name ?? "none"
  }

  func entitlements(_ bytes: [UInt8]) throws -> String {
    let source = SourceFile(path: "App.entitlements", bytes: bytes)
    return try Entitlements(in: source).cloudContainer?.description ?? "none"
  }

  func xcodeProject(_ bytes: [UInt8]) -> String {
    let project = XcodeProject(in: bytes)
    let named = project.entitlements(compiling: "App/Trip.swift")?.sorted() ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    // The settings of a project may be in another file, and those of an app in another format.
    let systems =
      DeploymentTargets.inXcodeProject(bytes)
      + DeploymentTargets.inXcodeProject(Array(Self.projectOfSettings.utf8)) { _ in bytes }
      + DeploymentTargets.inManifest(text) + DeploymentTargets.inDescription(text)
    return "\(project.hasFiles) \(project.targets(of: "App/Trip.swift")) \(named) \(systems)"
  }

  /// A project whose settings are in a file beside it.
  private static let projectOfSettings = """
    { objects = { P = { isa = PBXProject; mainGroup = G; buildConfigurationList = L; };
    G = { isa = PBXGroup; children = (A); };
    A = { isa = PBXFileReference; path = A.xcconfig; sourceTree = "<group>"; };
    L = { isa = XCConfigurationList; buildConfigurations = (C); };
    C = { isa = XCBuildConfiguration; baseConfigurationReference = A; name = Debug; }; }; }
    """
}
