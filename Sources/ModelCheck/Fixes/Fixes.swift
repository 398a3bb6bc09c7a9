import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// The context that a rule uses to find fixes for a finding.
struct Fixes {
  let model: Model
  let inverses: MissingInverses

  /// Adds the source lines and the fixes to some findings.
  static func complete(
    _ findings: inout [Finding], in model: Model, _ code: [SwiftDeclarations] = []
  ) {
    var fixes: Fixes?
    for index in findings.indices {
      guard let fixed = findings[index].rule.fixed,
        let entity = findings[index].entity.flatMap({ model.schema.entity($0) }),
        let relationship = findings[index].relationship
          .flatMap({ model.schema.relationship($0, of: entity) })
      else { continue }
      let site = fixes ?? Fixes(model: model, inverses: MissingInverses(in: model.schema))
      fixes = site
      findings[index].fix = fixed(RelationshipPair(relationship, in: model.schema), site)
    }
    let places = findings.flatMap { [$0.location] + $0.fix.map(\.location) }
    let byFile = places.grouped(by: \.file)
    var excerpts: [Location: Excerpt] = [:]
    for source in model.sources {
      excerpts.merge(source.excerpts(at: byFile[source.path] ?? [])) { first, _ in first }
    }
    for file in code {
      guard let places = byFile[file.tokens.file] else { continue }
      excerpts.merge(file.tokens.source.excerpts(at: places)) { first, _ in first }
    }
    for index in findings.indices { findings[index].show(excerpts) }
  }
}

/// The pairs of relationships without a stated inverse that can only belong together.
struct MissingInverses {
  private let schema: Schema
  private var only: [RelationshipID: RelationshipID] = [:]
  /// The number of relationships that each relationship can be the inverse of.
  private var claims: [RelationshipID: Int] = [:]

  /// The number of possible pairs above which no inverse is searched for: far more than in any
  /// real model.
  private static let mostPairs = 1_000_000

  init(in schema: Schema) {
    self.schema = schema
    guard schema.openPairCount <= Self.mostPairs else { return }
    for relationship in schema.relationships {
      let candidates = schema.openInverses(of: relationship)
      if candidates.count == 1 { only[relationship] = candidates[0] }
      for candidate in candidates { claims[candidate, default: 0] += 1 }
    }
  }

  /// The one relationship that can be meant as the inverse of another, where to name it breaks
  /// nothing: neither a save nor what others still hold.
  func inverse(of relationship: RelationshipID) -> RelationshipID? {
    guard let other = only[relationship], only[other] == relationship,
      claims[relationship] == 1, claims[other] == 1,
      schema.destination(of: relationship) == schema.source(of: other),
      schema.destination(of: other) == schema.source(of: relationship),
      isSafe(relationship, facing: other), isSafe(other, facing: relationship)
    else { return nil }
    return other
  }

  private func isSafe(_ relationship: RelationshipID, facing other: RelationshipID) -> Bool {
    let back = schema.declaration(of: other)
    return switch schema.declaration(of: relationship).deleteRule {
    // The other side would be left without what it must have.
    case .nullify: back.isToMany ? back.minCount == 0 : back.isOptional
    // What others still hold would go, and SwiftData on iOS 18 stops at a mandatory reference back.
    case .cascade: !back.isToMany && (back.isOptional || schema.framework.name == .coreData)
    // To whom it applies changes with the pair: somebody has to choose.
    case .deny, .noAction: false
    }
  }
}

extension Fixes {
  /// Returns the replacements that name the inverse of a relationship.
  ///
  /// They apply to one side, or to both if the framework requires it. Empty if that is not safe.
  func namingInverse(of subject: RelationshipPair) -> [Replacement] {
    guard let other = inverses.inverse(of: subject.relationship) else { return [] }
    let pair = [subject.relationship, other].sorted()
    if model.framework == .coreData { return namingEachOther(pair) }
    // Whatever one finding of the pair says, the other says too: on the side of the to-many, or else
    // on the first. Where one side is not certain, as under #if, it is nothing to name on the other.
    let side = pair.first { model.schema.declaration(of: $0).isToMany } ?? pair[0]
    let gaps = pair.compactMap { model.statement(of: $0)?.inverseInsertionPoint }
    guard gaps.count == 2, let gap = model.statement(of: side)?.inverseInsertionPoint else {
      return []
    }
    let inverse = model.schema.declaration(of: side == pair[0] ? pair[1] : pair[0])
    return [gap.filled(with: inverse.name.swiftName)]
  }

  /// Returns the replacements that name two relationships as each other's inverse; empty if one
  /// side can't name the other.
  private func namingEachOther(_ pair: [RelationshipID]) -> [Replacement] {
    let parts = zip(pair, pair.reversed()).compactMap { side, other -> Replacement? in
      let inverse = model.schema.declaration(of: other).name
      guard inverse.isPlainInXML else { return nil }
      return model.statement(of: side)?.inverseInsertionPoint?.filled(with: inverse)
    }
    return parts.count == 2 ? parts : []
  }
}
