import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

/// A delete that hurts, because of one relationship.
struct Hazard: Sendable {
  let rule: CheckRule
  /// The relationship whose rule, or whose lack of an inverse, is to blame.
  let pair: RelationshipPair
  /// The smallest delete that shows the hazard.
  var shown: Shown

  var severity: ModelFinding.Severity { shown.severity ?? rule.severity }
  var trial: Trial { shown.trial }
  var result: TrialResult { shown.result }

  /// Others that have a part in it, in the order of the schema.
  var others: [RelationshipID] { shown.others }
  var otherNames: [String] { others.map { pair.schema.qualifiedName(of: $0) } }
}

struct Shown: Sendable {
  let trial: Trial
  let result: TrialResult
  let others: [RelationshipID]
  /// The severity, where it is lower than the rule's.
  let severity: ModelFinding.Severity?
  /// Whether a batch delete of the same object does the same.
  var isShownByBatch = false
}

/// A relationship with its inverse, and the words of the rules for it.
struct RelationshipPair: Sendable {
  /// Why a relationship has no inverse.
  enum OneWay {
    /// It could be several, where the framework infers one.
    case ambiguous([RelationshipID])
    /// To-manies lead back, of which the framework infers none.
    case manyToMany([RelationshipID])
    case plain
  }

  let schema: Schema
  let relationship: RelationshipID
  let declaration: Relationship
  let inverse: RelationshipID?
  /// Why there is no inverse; nil where there is one.
  let oneWay: OneWay?
  /// The checked releases; nil for all.
  let range: ReleaseRange?

  init(_ relationship: RelationshipID, in schema: Schema, on range: ReleaseRange? = nil) {
    self.schema = schema
    self.range = range
    self.relationship = relationship
    declaration = schema.declaration(of: relationship)
    inverse = schema.inverse(of: relationship)?.relationship
    oneWay = inverse == nil ? OneWay(relationship, in: schema) : nil
  }

  var name: String { schema.qualifiedName(of: relationship) }
  var inverseName: String { inverse.map { schema.qualifiedName(of: $0) } ?? "" }
  var source: String { schema.declaration(of: schema.source(of: relationship)).name }
  var destination: String { schema.declaration(of: schema.destination(of: relationship)).name }
  var aSource: String { source.withArticle }
  var aDestination: String { destination.withArticle }
  /// The words for a delete or a save that a deny rule blocks: sources disagree about SwiftData.
  var fails: String { schema.framework.name == .swiftData ? "can fail" : "fails" }

  /// The explanation for why a SwiftData array is mandatory, if the inverse is an array.
  var arrayWords: String { schema.wordsForArrays(among: [inverse].compactMap(\.self)) }

  /// The least number of objects that the inverse must hold.
  var leastOfInverse: Int {
    max(1, inverse.map { schema.declaration(of: $0).minCount } ?? 1)
  }

  /// Whether nothing may be left in the inverse, although a few are too few.
  var inverseMayBeEmpty: Bool {
    leastOfInverse > 1 && inverse.map { schema.declaration(of: $0).isOptional } == true
  }

  /// The effect of reading a reference to a deleted object.
  var danglingRead: String { schema.framework.danglingWords(on: range) }

  var danglingSeverity: ModelFinding.Severity {
    schema.framework.trapsOnDanglingRead ? .error : .warning
  }
}

extension RelationshipPair.OneWay {
  fileprivate init(_ relationship: RelationshipID, in schema: Schema) {
    let ambiguous = schema.ambiguousInverses(of: relationship)
    if !ambiguous.isEmpty {
      self = .ambiguous(ambiguous)
      return
    }
    let inferred = schema.framework.infersInverseFor
    let manyToMany =
      inferred.isEmpty || inferred.contains(.manyToMany)
        || !schema.declaration(of: relationship).isToMany
      ? []
      : schema.openInverses(of: relationship).filter { schema.declaration(of: $0).isToMany }
    self = manyToMany.isEmpty ? .plain : .manyToMany(manyToMany)
  }
}

extension Hazard {
  /// The article's cell of a pair's cardinality and rules in which an object of this side is deleted.
  var cellDeletingSource: String? {
    guard let inverse = pair.inverse,
      let cardinality = pair.schema.cardinality(of: pair.relationship)
    else { return nil }
    let rule = pair.declaration.deleteRule.rawValue
    let back = pair.schema.declaration(of: inverse).deleteRule.rawValue
    switch cardinality {
    case .oneToOne: return "C-D/\(rule)+\(back)/delete-C1"
    case .manyToMany: return "Q-R/\(rule)+\(back)/delete-Q1"
    case .oneToMany:
      return pair.declaration.isToMany
        ? "I-J/\(rule)+\(back)/delete-I1" : "I-J/\(back)+\(rule)/delete-J1"
    }
  }
}

extension Schema {
  /// The explanation for why a SwiftData array is mandatory, if one of some mandatory relationships is an array.
  package func wordsForArrays(among relationships: [RelationshipID]) -> String {
    framework.name == .swiftData && relationships.contains { declaration(of: $0).isToMany }
      ? " (a non-optional array counts as mandatory)" : ""
  }
}
