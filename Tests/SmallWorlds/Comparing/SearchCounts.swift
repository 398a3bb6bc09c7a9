/// What a search looked at.
package struct SearchCounts: Codable, Equatable, Sendable {
  /// Schemas up to symmetry.
  package var schemas = 0
  /// Declarations of them in either framework, of which all inverses were compared.
  package var declarations = 0
  /// Graphs up to symmetry.
  package var graphs = 0
  /// Graphs if it mattered which object is which.
  package var graphsWithoutSymmetry = 0
  /// Deletes of them, each planned and done as both frameworks state the schema.
  package var deletes = 0
  /// Plans of the general graph that were compared as well.
  package var generalPlans = 0
  /// How often a law said something, and it was so.
  package var laws = 0

  package init() {}

  package static func += (one: inout SearchCounts, other: SearchCounts) {
    one.schemas += other.schemas
    one.declarations += other.declarations
    one.graphs += other.graphs
    one.graphsWithoutSymmetry += other.graphsWithoutSymmetry
    one.deletes += other.deletes
    one.generalPlans += other.generalPlans
    one.laws += other.laws
  }
}
