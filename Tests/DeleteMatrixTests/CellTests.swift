import BundledRun
import Foundation
import ObjectGraph
@testable import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("Does every cell of the bundled matrices come out as stated?")
struct CellTests {
  @Test("Every cell comes out as stated, or a failure leads to the line where it is written")
  func cells() throws {
    for result in try Bundled.run.get().results {
      #expect(
        !result.verdict.isFailure, "\(result.account)",
        sourceLocation: result.cell.location.inCheckout)
    }
  }

  @Test("A failure leads to the line of the checked-out file where the cell is written")
  func failuresLeadToTheRow() throws {
    let location = try Bundled.result("Q-R/cascade+nullify/delete-Q1").cell.location
    #expect(location.inCheckout.fileID == "Matrices/swiftData/Q-R.json")
    let lines = try String(contentsOfFile: location.pathInCheckout(), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.count >= location.line ? lines[location.line - 1] : nil)
    #expect(line.dropFirst(location.column - 1).hasPrefix(#""Q1": {"evidence": "observed""#))
  }

  @Test("No cell is lost: a filter that fits none would succeed as well")
  func counts() throws {
    let results = try Bundled.results()
    #expect(results.count == 408)
    let summary = Summary(results)
    #expect(summary.count(.match, in: .deletes) == 124)
    #expect(summary.count(.unobserved, in: .deletes) == 36)
    #expect(summary.derived == 24)
    #expect(summary.count(.match, in: .unlinkedDeletes) == 124)
    #expect(summary.count(.unobserved, in: .unlinkedDeletes) == 36)
    #expect(summary.count(.match, in: .removals) == 37)
    #expect(summary.count(.unobserved, in: .removals) == 51)
    #expect(summary.count() == summary.count(.match) + summary.count(.unobserved))
    let coreData = Summary(try Bundled.results(of: .coreData))
    #expect(coreData.count() == 408)
    #expect(coreData.count(.match, in: .deletes) == 115)
    #expect(coreData.count(.unobserved) == 408 - 115)
  }

  @Test(
    "Batch deletes are predicted for every row where that is asked for, and observed by nobody",
    arguments: Framework.Name.allCases)
  func batchDeletes(framework: Framework.Name) throws {
    let suite = try Bundled.suite.get()
    let asked = suite.cells(of: framework, withBatchDeletes: true)
    let cells = asked.filter { Summary.Group($0) == .batchDeletes }
    #expect(suite.cells(of: framework).count == asked.count - cells.count)
    let results = cells.map(Runner().run)
    #expect(results.count == 160 && results.allSatisfy { $0.verdict == .unobserved })
    #expect(results.count { $0.cell.isDerived } == 0)
    let ids = cells.map(\.id)
    #expect(Set(ids).count == 160 && ids.contains("A-B/cascade+-/batch-delete-B1"))
    func effects(_ id: String) throws -> [Effect] {
      results.filter { CellPattern(id).matches($0.cell) }.compactMap(\.predicted?.effect)
    }
    // As in the reports: children cannot go while an array holds them, but the parent can, and both
    // of a pair that may be empty. Core Data's pairings may all be empty.
    let refused = framework == .swiftData ? Effect.validationFailed : .ok
    #expect(try effects("I-J/cascade+nullify/batch-delete-*") == [.ok, refused])
    #expect(try effects("Q-R/nullify+nullify/batch-delete-*") == [refused, refused])
    #expect(try effects("C-D/nullify+nullify/batch-delete-*") == [.ok, .ok])
    #expect(try effects("Q-R/deny+noAction/batch-delete-*") == [.denied, .trapOnRead])
    // No batch delete touches an object.
    #expect(!results.contains { $0.predicted?.effect == .crash })
  }

  @Test("What a row states of a batch delete is held to the engine, asked for or not")
  func statedBatchDelete() throws {
    let file = SoundFile.manyToMany
    let suite = try MatrixSuite([SourceFile(path: file.path, bytes: Array(file.text.utf8))])
    let cells = suite.cells(of: nil).filter { Summary.Group($0) == .batchDeletes }
    #expect(cells.map(\.id) == ["Q-R/cascade+nullify/batch-delete-R1"])
    #expect(cells.map { Runner().run($0).verdict } == [.match])
    #expect(suite.cells(of: nil, withBatchDeletes: true).count == suite.cells(of: nil).count + 31)
  }
}
