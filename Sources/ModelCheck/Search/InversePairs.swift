import CompiledOnce
import ModelFiles
import ObjectGraph

/// The relationships that belong together: those that are each other's inverse, or should be.
struct InversePairs {
  /// The first relationship of those that belong together, for each that is not the first.
  private var representatives: [RelationshipID: RelationshipID] = [:]
  private let schema: Schema

  init(of pairs: [RelationshipPair], in model: Model) {
    schema = model.schema
    for pair in pairs {
      switch pair.oneWay {
      case nil: join(pair.relationship, pair.inverse)
      // The others have this one, or one that has, among theirs.
      case .ambiguous(let others), .manyToMany(let others): join(pair.relationship, others.first)
      case .plain: break
      }
    }
    for entity in model.entities {
      for relationship in entity.relationships {
        guard case .named(let name) = relationship.declaration.inverse, let id = relationship.id
        else { continue }
        join(id, schema.relationship(name, of: schema.destination(of: id)))
      }
    }
    joinUnpaired(pairs)
    for relationship in representatives.keys.sorted() {
      representatives[relationship] = representative(of: relationship)
    }
  }

  /// Joins two relationships without an inverse between two entities, if no other is between them.
  private mutating func joinUnpaired(_ pairs: [RelationshipPair]) {
    let open = pairs.filter { pair in
      guard case .plain? = pair.oneWay else { return false }
      return pair.declaration.inverse == .unstated
    }
    let between = open.grouped { pair in
      Set([schema.source(of: pair.relationship), schema.destination(of: pair.relationship)])
    }
    for both in between.values where both.count == 2 {
      let (one, other) = (both[0].relationship, both[1].relationship)
      if schema.source(of: one) == schema.destination(of: other) { join(one, other) }
    }
  }

  /// The first of the relationships that belong together with one.
  func representative(of relationship: RelationshipID) -> RelationshipID {
    var current = relationship
    while let next = representatives[current] { current = next }
    return current
  }

  private mutating func join(_ one: RelationshipID, _ other: RelationshipID?) {
    guard let other else { return }
    let (first, second) = (representative(of: one), representative(of: other))
    if first != second { representatives[max(first, second)] = min(first, second) }
  }

  /// Merges drafts of the same rule on both sides of a pair into the first.
  func merged(_ drafts: [FindingDraft], in schema: Schema) -> [FindingDraft] {
    struct Fault: Hashable {
      let rule: CheckRule
      let representative: RelationshipID
    }
    var all: [FindingDraft] = []
    var places: [Fault: Int] = [:]
    var others: [Int: [FindingDraft]] = [:]
    // A side that no call reaches comes last, and before it one that is less likely to show.
    let ordered = drafts.sorted {
      ($0.isUnreached ? 1 : 0, $0.severity, $0.isReachedByCascade ? 1 : 0, $0.location)
        < ($1.isUnreached ? 1 : 0, $1.severity, $1.isReachedByCascade ? 1 : 0, $1.location)
    }
    for draft in ordered {
      if draft.rule.isReportedOncePerPair, let relationship = draft.relationship {
        let fault = Fault(
          rule: draft.rule, representative: representative(of: relationship))
        if let place = places[fault] {
          others.add(draft, to: place)
          continue
        }
        places[fault] = all.count
      }
      all.append(draft)
    }
    for (place, others) in others { all[place].merge(others, in: schema) }
    return all.sorted { $0.location < $1.location }
  }
}

extension CheckRule {
  /// Whether the same on the other side of a pair is the same fault.
  fileprivate var isReportedOncePerPair: Bool {
    switch search {
    case .byDelete: true
    // One inverse is missing on both sides; other statements are each to be changed.
    case .byRelationship: self == .cloudKitMissingInverse
    case .byCall, .byEntity, .byReading, .bySuppression: false
    }
  }
}

extension FindingDraft {
  /// The greatest number of other places that are listed.
  private static let mostListed = 10

  private func name(in schema: Schema) -> String {
    relationship.map { schema.qualifiedName(of: $0) } ?? ""
  }

  fileprivate mutating func merge(_ others: [FindingDraft], in schema: Schema) {
    severity = others.map(\.severity).reduce(severity, min)
    hazard = hazard ?? others.lazy.compactMap(\.hazard).first
    merged += others.compactMap(\.hazard)
    // Either side's delete shows that both deny; what else both have are different deletes.
    if rule == .denyOnBothSides {
      otherSides += others.map {
        Finding.Side(entity: $0.entity, relationship: $0.property, location: $0.location)
      }
    }
    for other in others {
      guard let reaching = other.calls, !reaching.isEmpty else { continue }
      otherCalls.append((other.name(in: schema), reaching))
    }
    let labels = others.prefix(Self.mostListed).map { other in
      Finding.Label(other.name(in: schema), at: other.location)
    }
    notes.append(
      .alsoAt(
        labels, count: others.count, isOpen: hook != nil && others.contains { $0.hook == nil }))
    let hooks = others.compactMap(\.hook).map {
      Finding.Note.hook(className: $0.className, at: $0.location)
    }
    if hook == nil { notes += hooks }
  }
}
