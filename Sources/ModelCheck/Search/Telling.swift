import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText

/// What is going to be told about a model, before what comes of one fault is put together.
struct Telling {
  let rule: CheckRule
  var severity: ModelFinding.Severity
  var message: String
  let entity: String?
  /// The relationship or attribute that is concerned, if any.
  let property: String?
  let location: Location
  /// The relationship of the schema that is concerned, if any.
  let subject: RelationshipID?
  /// The hazard that shows it, if any does.
  var proof: Hazard?
  /// What leads from a call in the code to it, if any does.
  var way: [Finding.Step] = []
  /// What seems to see to it, if anything does.
  var hook: DeleteHook?
  /// Whether something of the model is not read because of it.
  var leavesOut = false
  /// The entities of which one object is deleted where it shows, and whether as a row.
  var deleted: [EntityID] = []
  var isBatch = false
}

extension Telling {
  /// Makes a note of a hazard to which no call in the code comes.
  mutating func hold(to reach: Reach) {
    guard let trial = proof?.trial else { return }
    deleted = [trial.kinds[trial.deleted]]
    isBatch = trial.isBatch
    if reach.words(for: deleted, byBatch: isBatch) == nil { severity = .note }
  }

  /// Says of a hazard which call comes to it, or that none does.
  mutating func name(_ reach: Reach, in model: Model) {
    if deleted.isEmpty { return }
    message += "; \(reach.words(for: deleted, byBatch: isBatch) ?? reach.wordsForNone)"
    way = reach.steps(to: deleted, byBatch: isBatch, in: model)
  }
}

extension Telling {
  init(
    _ rule: CheckRule, _ severity: ModelFinding.Severity, _ message: String, _ subject: Subject,
    in model: Model
  ) throws(CheckFault) {
    guard let location = model.location(of: subject.relationship) else {
      throw CheckFault(description: "\(subject.name) is not in the files")
    }
    self.init(
      rule: rule, severity: severity, message: message, entity: subject.source,
      property: subject.declaration.name, location: location, subject: subject.relationship)
  }
}

/// What a rule finds in an entity: a property of it, where that is stated, and what to say of it.
struct EntityMatch: Sendable {
  let property: String
  let location: Location
  let message: String

  init(_ property: String, at location: Location, _ message: String) {
    self.property = property
    self.location = location
    self.message = message
  }
}

extension CheckRule {
  /// Whether what the rule finds at a relationship says all that there is to say about a hazard of
  /// the same couple.
  func stands(for hazard: Hazard, at relationship: RelationshipID) -> Bool {
    guard hazard.rule == self || comesTo.contains(hazard.rule) else { return false }
    // Where an inverse is missing, it is missing on both sides; and nullify alone never hurts: it
    // does so because of what the other side is.
    return relationship == hazard.subject.relationship || hazard.subject.oneWay != nil
      || hazard.subject.declaration.deleteRule == .nullify
  }

  /// Whether the same on the other side of a relationship is the same fault.
  fileprivate var isToldOnce: Bool {
    switch search {
    case .byDelete: true
    // One inverse is missing on both sides; other statements are each to be changed.
    case .byRelationship: self == .cloudKitMissingInverse
    case .byCall, .byEntity, .byReading, .bySilencing: false
    }
  }
}

/// Which relationships belong together: those that are each other's inverse, or should be.
struct Couples {
  /// The first relationship of those that belong together, for each that is not the first.
  private var representatives: [RelationshipID: RelationshipID] = [:]
  private let schema: Schema

  init(of subjects: [Subject], in model: Model) {
    schema = model.schema
    for subject in subjects {
      switch subject.oneWay {
      case nil: join(subject.relationship, subject.inverse)
      // The others have this one, or one that has, among theirs.
      case .ambiguous(let others), .manyToMany(let others):
        join(subject.relationship, others.first)
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
    joinUnpaired(subjects)
    for relationship in representatives.keys.sorted() {
      representatives[relationship] = representative(of: relationship)
    }
  }

  /// Joins two relationships without an inverse that lead to each other's entity, where they are the
  /// only ones that do.
  private mutating func joinUnpaired(_ subjects: [Subject]) {
    let open = subjects.filter { subject in
      guard case .plain? = subject.oneWay else { return false }
      return subject.declaration.inverse == .unstated
    }
    let between = open.grouped { subject in
      Set([schema.source(of: subject.relationship), schema.destination(of: subject.relationship)])
    }
    for pair in between.values where pair.count == 2 {
      let (one, other) = (pair[0].relationship, pair[1].relationship)
      if schema.source(of: one) == schema.destination(of: other) { join(one, other) }
    }
  }

  /// The first of those that belong together with a relationship.
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

  /// Puts together what is the same on both sides of a couple: it is told at the first place.
  func together(_ told: [Telling]) -> [Telling] {
    struct Fault: Hashable {
      let rule: CheckRule
      let couple: RelationshipID
    }
    var all: [Telling] = []
    var places: [Fault: Int] = [:]
    var others: [Int: [Telling]] = [:]
    for telling in told.sorted(by: { $0.location < $1.location }) {
      if telling.rule.isToldOnce, let subject = telling.subject {
        let fault = Fault(rule: telling.rule, couple: representative(of: subject))
        if let place = places[fault] {
          others.add(telling, to: place)
          continue
        }
        places[fault] = all.count
      }
      all.append(telling)
    }
    for (place, others) in others { all[place].take(others, in: schema) }
    return all
  }
}

extension Telling {
  /// How many other places are named.
  private static let mostNamed = 10

  fileprivate mutating func take(_ others: [Telling], in schema: Schema) {
    severity = others.map(\.severity).reduce(severity, min)
    proof = proof ?? others.lazy.compactMap(\.proof).first
    deleted += others.flatMap(\.deleted)
    var names = others.prefix(Self.mostNamed).map { other in
      let name = other.subject.map { schema.qualifiedName(of: $0) } ?? ""
      let isHere = other.location.file == location.file
      return "\(name) (\(isHere ? "line \(other.location.line)" : other.location.description))"
    }
    if others.count > names.count { names.append("\(others.count - names.count) others") }
    let isOpen = hook != nil && others.contains { $0.hook == nil }
    let rest = isOpen ? ", which nothing seems to see to" : ""
    message += "; the same holds for \(names.listed())\(rest)"
  }
}
