import DeleteMatrix
import Foundation
import ModelDeletes
import Scenarios
import Testing

@testable import Reporting

@Suite("What is said of several models to programs?")
struct SeveralModelsTests {
  /// Two models with pairings of the same names, with batch deletes, for releases that are not the
  /// newest.
  private func reports() throws -> [ModelMatrixReport] {
    let range = try ReleaseRange("iOS 18", in: .known())
    let samples = [
      SampleModel.records, SampleModel(name: "Other.swift", text: SampleModel.formerRecords.text),
    ]
    return try samples.map { sample in
      var matrix = ModelMatrix(try sample.model, on: range)
      matrix.includesBatchDeletes = true
      return ModelMatrixReport(matrix, matrix.run())
    }
  }

  private func parts(
    _ text: String?
  ) throws -> (cells: [[String: Any]], summary: [String: Any]) {
    let json = try JSONSerialization.jsonObject(with: Data(try #require(text).utf8))
    let parts = try #require(json as? [String: Any])
    return (
      try #require(parts["cells"] as? [[String: Any]]),
      try #require(parts["summary"] as? [String: Any])
    )
  }

  @Test("JSON has what that of each has, and says of each cell whose it is")
  func json() throws {
    let reports = try reports()
    let joined = try parts(ModelMatricesReport(reports).text(as: .json))
    let each = try reports.map { try parts(ModelMatricesReport([$0]).text(as: .json)) }
    let owners = joined.cells.map { $0["model"] as? String }
    #expect(
      owners
        == zip(["Records.swift", "Other.swift"], each).flatMap { name, part in
          Array(repeating: name, count: part.cells.count)
        })
    let cells = joined.cells.map { $0.filter { $0.key != "model" } as NSDictionary }
    #expect(cells == each.flatMap(\.cells).map { $0 as NSDictionary })
    #expect(joined.summary["system"] as? String == "iOS 18.0...iOS 18.6")
    let totals = (each.map(\.summary) + [joined.summary]).map { summary in
      ((summary["batchDeletes"] as? [String: Int])?.values.reduce(0, +) ?? 0)
    }
    #expect(totals[0] > 0 && totals[2] == totals[0] + totals[1])
  }

  @Test("JUnit has a suite for each pairing of each model")
  func junit() throws {
    let text = try #require(ModelMatricesReport(try reports()).text(as: .junit))
    for model in ["Records.swift", "Other.swift"] {
      #expect(
        text.components(
          separatedBy: "<testsuite name=\"\(model): swiftData.Record.photos-Photo.record\""
        ).count == 2)
    }
    let alone = try #require(ModelMatricesReport([try reports()[0]]).text(as: .junit))
    #expect(alone.contains("<testsuite name=\"swiftData.Record.photos-Photo.record\""))
  }
}
