import CompiledOnce
import ObjectGraph
import SourceText

/// Says where the framework would have inferred an inverse, had it been able to tell which.
struct AmbiguousInverses {
  private(set) var findings: [ModelFinding] = []

  init(
    in schema: Schema, of entities: [ModelEntity], at locations: [RelationshipID: Location]
  ) throws(ModelError) {
    guard !schema.framework.infersInverseFor.isEmpty, let first = entities.first else { return }
    try Self.checkPairs(in: schema, at: first.location)
    for relationship in schema.relationships {
      let candidates = schema.ambiguousInverses(of: relationship)
      guard !candidates.isEmpty, let location = locations[relationship] else { continue }
      var names = candidates.prefix(Limits.listedCandidates).map { schema.qualifiedName(of: $0) }
      if candidates.count > names.count {
        names.append("one of \(candidates.count - names.count) others")
      }
      findings.append(
        ModelFinding(
          .warning, .ambiguousInverse,
          "no inverse is inferred for \(schema.qualifiedName(of: relationship)): it could be "
            + "\(names.listed("or")); name the inverse",
          entity: schema.declaration(of: schema.source(of: relationship)).name,
          relationship: schema.declaration(of: relationship).name, at: location))
    }
  }

  private static func checkPairs(in schema: Schema, at location: Location) throws(ModelError) {
    let pairs = schema.openPairCount
    guard pairs > Limits.pairsOfInverses else { return }
    throw .badData(
      location,
      "the relationships without an inverse could be paired in \(pairs) ways; expected at most "
        + "\(Limits.pairsOfInverses); name the inverses")
  }
}
