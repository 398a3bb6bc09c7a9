import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

/// A scenario that a store in this process is compared with: an argument of a test.
///
/// ```swift
/// @Test(arguments: StoreCase.all(in: matrices, within: [.toMany, .cascade, .nullify]))
/// func deletes(scenario: StoreCase) throws {
///   #expect(scenario.differences { schema in MyStore(schema) } == [])
/// }
/// ```
public struct StoreCase: Sendable, CustomStringConvertible {
  private let suite: ConformanceSuite
  private let group: Int

  /// Every scenario that a store with some capabilities can be asked.
  ///
  /// - Parameters:
  ///   - matrices: Pairings and scenarios.
  ///   - capabilities: What the store can do.
  ///   - pattern: Which cells, as `Q-R/*`; nil for all.
  /// - Returns: The cases, in the order of the files.
  public static func all(
    in matrices: MatrixSuite, within capabilities: Set<Capability>, only pattern: String? = nil
  ) -> [StoreCase] {
    let identity = Identity(name: "store", version: "", language: "Swift", framework: nil)
    // What the store is not asked for by its functions.
    let askable = capabilities.subtracting([
      .attributes, .unique, .batchDelete, .processPendingChanges, .read, .prepareForDeletion,
      .fetch, .inheritance, .contexts,
    ])
    let suite = ConformanceSuite(
      matrices, for: Greeting(identity, capabilities: askable),
      only: pattern.map { CellPattern($0) },
      by: Runner(on: matrices.releases.map { ReleaseRange(newestIn: $0) }))
    return suite.groups.indices.filter {
      suite.groups[$0].lacking.isEmpty && !suite.groups[$0].cells[0].possible.isEmpty
        // A store has to save what is there at the start.
        && suite.groups[$0].question.scenario.startsValid
    }.map { StoreCase(suite: suite, group: $0) }
  }

  /// The framework and the cell's id, or that of the first of a scenario's steps.
  public var description: String { suite.name(of: group) }

  /// Compares a store with the case.
  ///
  /// - Parameter makeStore: Makes an empty store for a schema.
  /// - Returns: A line for each cell whose outcome is neither observed nor predicted, or that
  ///   could not be asked; empty if there are none.
  public func differences<Store: ConformingStore>(
    _ makeStore: (Schema) throws -> Store
  ) -> [String] {
    let response = suite.response(to: group) { question in
      do {
        let schema = try question.scenario.schema
        let relationships = Dictionary(
          uniqueKeysWithValues: schema.entities.map { entity in
            (
              schema.declaration(of: entity).name,
              schema.relationships(of: entity).map { schema.declaration(of: $0).name }
            )
          })
        return StoreReplay.response(
          to: question, relationships: relationships, in: try makeStore(schema))
      } catch {
        return .fault("\(error)")
      }
    }
    return suite.results(of: group, response, known: KnownDeviations()).filter {
      $0.verdict != .match
    }.map { "\($0.cell.id): \($0.observed == nil ? $0.reason ?? "" : $0.comparisonWords)" }
  }
}
