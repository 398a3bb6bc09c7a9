import ModelFiles
import ObjectGraph

/// Finds every delete that hurts, by trying the smallest graph for each relationship.
///
/// What a delete does to the two ends of a link depends on this link's relationship and its inverse
/// alone; so a graph with little more than one link shows every hazard that there is. Tests compare
/// the result with a search through all graphs.
struct HazardSearch: ~Copyable {
  let schema: Schema
  private var bench: TrialBench
  /// The entities of which objects can stand on the two sides of each relationship.
  private let ends: [RelationshipID: (source: EntityID, destination: EntityID)]
  private(set) var hazards: [Hazard] = []

  /// Searches a schema.
  ///
  /// - Parameter schema: Any schema.
  /// - Returns: The hazards in the order of their relationships, at most one of each rule for a
  ///   relationship. O(relationships × deny relationships).
  static func hazards(of schema: Schema) -> [Hazard] {
    var search = HazardSearch(schema)
    for relationship in schema.relationships {
      if schema.inverse(of: relationship) == nil { search.findMissingInverse(relationship) }
      switch schema.declaration(of: relationship).deleteRule {
      case .noAction: search.findDangling(relationship)
      case .nullify: search.findInvalid(relationship)
      case .deny: search.findDenied(relationship)
      case .cascade: search.findCascades(relationship)
      }
    }
    return search.hazards
  }

  private init(_ schema: Schema) {
    self.schema = schema
    bench = TrialBench(schema)
    var ends: [RelationshipID: (source: EntityID, destination: EntityID)] = [:]
    for relationship in schema.relationships {
      ends[relationship] = schema.linkableKinds(of: relationship)
    }
    self.ends = ends
  }

  /// Notes a hazard where a trial shows it.
  ///
  /// - Returns: Whether it does.
  @discardableResult
  mutating func note(
    _ rule: CheckRule, of relationship: RelationshipID, with others: [RelationshipID] = [],
    _ severity: ModelFinding.Severity, _ trial: Trial?, where shows: (TrialResult) -> Bool
  ) -> Bool {
    guard let trial, let result = bench.result(of: trial), shows(result) else { return false }
    hazards.append(
      Hazard(
        rule: rule, severity: severity, relationship: relationship, others: others.sorted(),
        trial: trial, result: result))
    return true
  }

  /// Tries a delete without noting anything.
  mutating func result(of trial: Trial?) -> TrialResult? {
    trial.flatMap { bench.result(of: $0) }
  }
}

extension HazardSearch {
  func declaration(_ relationship: RelationshipID) -> Relationship {
    schema.declaration(of: relationship)
  }

  func inverse(_ relationship: RelationshipID) -> RelationshipID? {
    schema.inverse(of: relationship)?.relationship
  }

  /// How bad a reference is that leads to a deleted object.
  var danglingSeverity: ModelFinding.Severity {
    schema.framework.danglingRead == .traps ? .error : .warning
  }

  /// The first entities of which objects can stand on the two sides; nil where none can.
  func ends(of relationship: RelationshipID) -> (source: EntityID, destination: EntityID)? {
    ends[relationship]
  }

  /// Objects 0, 1, … that each hold one object, which is the last, by a relationship.
  func sharing(
    _ relationship: RelationshipID, sources count: Int = 1, deleting object: Int
  ) -> Trial? {
    ends(of: relationship).map { ends in
      Trial(
        kinds: Array(repeating: ends.source, count: count) + [ends.destination],
        links: (0..<count).map { Trial.Link($0, relationship, count) }, deleted: object)
    }
  }
}
