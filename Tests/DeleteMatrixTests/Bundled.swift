import BundledRun
@testable import DeleteMatrix
import ObjectGraph
@testable import Scenarios
import SourceText
import Testing

extension Bundled {
  /// Every cell of one framework's pairings with its prediction.
  static func results(of framework: Framework.Name = .swiftData) throws -> [CellResult] {
    try run.get().results.filter {
      $0.cell.operation != nil && $0.cell.scenario.framework == framework
    }
  }

  /// Every step of a scenario about which something is stated, with its prediction.
  static func scenarioResults() throws -> [CellResult] {
    try run.get().results.filter { $0.cell.operation == nil }
  }

  /// A SwiftData cell with its prediction.
  static func result(_ id: String) throws -> CellResult {
    try #require(try results().first { $0.cell.id == id }, "there is no cell '\(id)'")
  }

  /// The article's own cells: the deletes of linked objects with a stated outcome.
  static func observedDeletes() throws -> [CellResult] {
    try results().filter {
      Summary.Group($0.cell) == .deletes && !$0.cell.observations.isEmpty
    }
  }
}

extension Cell: CustomTestStringConvertible {
  /// The id: what a failing case is called.
  public var testDescription: String { id }
}

extension CellResult: CustomTestStringConvertible {
  /// The cell's id: what a failing case is called.
  public var testDescription: String { cell.id }

  /// The one expectation of a cell that somebody observed.
  var state: ObservedState {
    get throws {
      try #require(cell.observations.count == 1, "\(cell.id)")
      return try #require(cell.observations.first).state
    }
  }

  /// The only outcome that is predicted where the cell's sources saw it; of a cell without sources, the
  /// presumed one on the newest release.
  var outcome: Outcome {
    get throws {
      let there = compared.flatMap(\.predictions).flatMap(\.outcomes)
      let outcomes = there.isEmpty ? Array(possible.prefix(1)) : there
      let first = try #require(outcomes.first, "\(cell.id): \(error?.description ?? "")")
      try #require(outcomes.allSatisfy { $0 == first }, "\(cell.id): one of several")
      return first
    }
  }
}

extension Scenario {
  /// The links, and after each the way back where the framework knows an inverse.
  var linksFromBothSides: [NamedLink] {
    get throws {
      let schema = try schema
      return try links.flatMap { link in
        let object = try #require(objects.first { $0.name == link.source })
        let entity = try #require(schema.entity(object.entity))
        let relationship = try #require(schema.relationship(link.relationship, of: entity))
        guard let inverse = schema.inverse(of: relationship)?.relationship else { return [link] }
        let name = schema.declaration(of: inverse).name
        return [link, NamedLink(link.destination, name, link.source)]
      }
    }
  }
}

extension Location {
  /// The checked-out file.
  func pathInCheckout(of testFile: String = #filePath) -> String {
    let root = testFile.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return root.joined(separator: "/") + "/\(file)"
  }

  /// The place as editors open it: the line of the checked-out file.
  var inCheckout: SourceLocation {
    SourceLocation(fileID: file, filePath: pathInCheckout(), line: line, column: column)
  }
}
