import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import Scenarios
import SourceText

extension FileReader {
  /// Replaying takes time in proportion to objects, links and steps, each: past this, what was read
  /// is only counted.
  private static let greatestReplay = 200

  private func file(_ bytes: [UInt8]) -> SourceFile {
    SourceFile(path: "file.json", bytes: bytes)
  }

  func suite(_ bytes: [UInt8]) throws -> String {
    let suite = try MatrixSuite(withRecordings: [file(bytes)])
    let cells = suite.cells(of: nil, withBatchDeletes: true)
    let size = cells.reduce(0) { $0 + $1.scenario.size }
    guard size <= Self.greatestReplay * 10 else { return "\(cells.count) cells" }
    let run = MatrixRun(suite, includesBatchDeletes: true)
    var texts = MatrixRun.formats.compactMap { run.text(as: $0) } + run.failures
    for result in run.results {
      texts.append(try Explanation(result).page.markdown)
      texts += result.cell.observations.map { "\($0)" }
    }
    return texts.joined()
  }

  func recording(_ bytes: [UInt8]) throws -> String {
    let recorded = try RecordedMatrix(file(bytes))
    let model = try Self.sampleModel()
    let matrix = ModelMatrix(model, recorded: recorded)
    let run = matrix.run()
    return (ModelMatrixReport(matrix, run).text(as: .markdown) ?? "")
      + matrix.failures(of: run).joined()
      + matrix.rows.map { "\($0) \($0.outcome) \($0.difference ?? "")" }.joined()
  }

  func instances(_ bytes: [UInt8]) throws -> String {
    let model = try Self.sampleModel()
    let instances = try Instances(file: file(bytes), of: model)
    guard instances.names.count <= Self.greatestReplay else {
      return "\(instances.names.count) objects"
    }
    return model.schema.entities.map { entity in
      let effects = InstanceEffects.all(of: entity, in: instances)
      let report = InstancesReport(effects, of: entity, in: model)
      return InstancesReport.formats.compactMap { report.text(as: $0) }.joined()
    }.joined()
  }

  func baseline(_ bytes: [UInt8]) throws -> String {
    let baseline = try Baseline(file(bytes))
    let model = try Self.sampleModel()
    let check = Check(for: [.cloudKit])
    let findings = try check.findings(in: model)
    let remaining = baseline.remaining(findings, in: [model.name], rules: check.rules)
    let run = CheckRun(models: [model.name], findings: remaining)
    let lines = baseline.silencing(
      findings, in: [model.name], rules: check.rules, because: "found by chance")
    return CheckRun.formats.compactMap { run.text(as: $0) }.joined()
      + Baseline.text(of: lines ?? [])
  }

  /// A model with one of everything that JSON files can name.
  static func sampleModel() throws -> Model {
    try Model(
      reading: """
        <model>
          <entity name="Folder" isAbstract="YES">
            <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify"
              destinationEntity="Folder" inverseName="children" inverseEntity="Folder"/>
            <relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade"
              destinationEntity="Folder" inverseName="parent" inverseEntity="Folder"/>
          </entity>
          <entity name="List" parentEntity="Folder">
            <attribute name="title" optional="YES"/>
            <relationship name="items" optional="YES" toMany="YES" ordered="YES"
              deletionRule="Deny" destinationEntity="Item" inverseName="list" inverseEntity="Item"/>
          </entity>
          <entity name="Item">
            <relationship name="list" maxCount="1" deletionRule="Nullify"
              destinationEntity="List" inverseName="items" inverseEntity="List"/>
            <relationship name="seen" toMany="YES" minCount="1" maxCount="2"
              deletionRule="No Action" destinationEntity="Item"/>
          </entity>
        </model>
        """, as: "App.xcdatamodel/contents")
  }
}

extension Scenario {
  fileprivate var size: Int { entities.count + objects.count + links.count + steps.count }
}
