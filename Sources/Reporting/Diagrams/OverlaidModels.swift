import CompiledOnce
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios

/// Both versions of a model, one over the other: the relationships that changed, and those between the
/// entities that they concern.
struct OverlaidModels {
  let diagram: Diagram

  /// A relationship, with how it was declared and what became of deletes.
  private struct Line {
    let source: String
    let destination: String
    let pair: Diagram.Pair

    var isChanged: Bool { pair.change != nil }
  }

  init(_ compared: ProjectChanges.Pair, on range: ReleaseRange?) {
    let (before, after) = (compared.old.crashing(on: range), compared.new.crashing(on: range))
    let (old, new) = (before.schema, after.schema)
    let renaming = compared.renaming
    let impacts = Impacts(compared.changes)
    let previous = Dictionary(
      renaming.relationships.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    var lines: [Line] = []
    for relationship in new.relationships {
      let inverse = new.inverse(of: relationship)?.relationship
      if let inverse, inverse < relationship { continue }
      func end(_ relationship: RelationshipID) -> Diagram.Pair.End {
        let declared = new.declaration(of: relationship)
        let earlier = previous[relationship].map { old.declaration(of: $0) }
        return Diagram.Pair.End(
          relationship: declared, hazards: after.hazards(of: relationship),
          before: earlier.map { $0.isDeclared(like: declared) ? .same : .declared($0) } ?? .absent)
      }
      var (pair, isSwapped) = Diagram.Pair.ordered(
        end(relationship), inverse.map(end), isOwnInverse: inverse == relationship)
      let names = [relationship, inverse].compactMap { $0 }.map { new.qualifiedName(of: $0) }
      pair.change = impacts.change(of: names)
      let isAltered = [pair.ahead, pair.back].compactMap { $0 }.contains(where: \.isAltered)
      let isNew = [relationship, inverse].compactMap { $0 }.allSatisfy { previous[$0] == nil }
      // Had it another inverse, or none, deletes tell; had it another rule that changes nothing, too.
      if pair.change == nil, isAltered { pair.change = .review }
      if isNew, pair.change == .review { pair.change = .new }
      if pair.change == nil { pair = pair.withoutHazards }
      let wasPaired = [relationship, inverse].compactMap { $0.flatMap { previous[$0] } }
        .contains { old.inverse(of: $0) != nil }
      if !isNew, wasPaired != (inverse != nil) {
        pair.remark = wasPaired ? "no longer inverses" : "inverses now"
      }
      let ends = [new.source(of: relationship), new.destination(of: relationship)].map {
        new.declaration(of: $0).name
      }
      lines.append(
        Line(source: ends[isSwapped ? 1 : 0], destination: ends[isSwapped ? 0 : 1], pair: pair))
    }
    for relationship in old.relationships where renaming.relationships[relationship] == nil {
      let inverse = old.inverse(of: relationship)?.relationship
      if let inverse, inverse < relationship || renaming.relationships[inverse] != nil { continue }
      var (pair, isSwapped) = before.pair(relationship, inverse)
      // What could go wrong there is gone as well.
      pair = pair.withoutHazards
      pair.change = .gone
      let ends = [old.source(of: relationship), old.destination(of: relationship)].map { entity in
        let name = old.declaration(of: entity).name
        return renaming.entities[name] ?? name
      }
      lines.append(
        Line(source: ends[isSwapped ? 1 : 0], destination: ends[isSwapped ? 0 : 1], pair: pair))
    }
    diagram = Self.diagram(of: lines, compared)
  }

  private static func diagram(of lines: [Line], _ compared: ProjectChanges.Pair) -> Diagram {
    let renamed = compared.renaming.entities
    let known = Set(renamed.values)
    let present = Set(compared.new.entities.map(\.name))
    let gone = compared.old.entities.map(\.name).filter {
      renamed[$0] == nil && !present.contains($0)
    }
    let concerned = Set(
      lines.filter(\.isChanged).flatMap { [$0.source, $0.destination] } + gone
        + present.subtracting(known))
    var nodes = compared.new.entities.map { entity in
      Diagram.Node(
        name: entity.name,
        role: !known.contains(entity.name) ? .new : entity.isAbstract ? .abstractEntity : .entity)
    }
    nodes += gone.map { Diagram.Node(name: $0, role: .gone) }
    nodes = nodes.filter { concerned.contains($0.name) }
    let title =
      compared.old.title == compared.new.title
      ? compared.new.title : "\(compared.old.title) → \(compared.new.title)"
    var diagram = Diagram(.model, title: "What changed: \(title)", nodes: nodes)
    let byName = Dictionary(nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for line in lines {
      guard let source = byName[line.source], let destination = byName[line.destination] else {
        continue
      }
      diagram.add(
        Diagram.Edge(source: source, destination: destination, line: .relationship(line.pair)))
    }
    return diagram
  }
}

/// The impacts of the changes of a relationship, by its name.
private struct Impacts {
  private var known: [String: Set<ChangeImpact>] = [:]

  init(_ changes: ModelChanges) {
    for change in changes.changes {
      known["\(change.entity).\(change.relationship)", default: []].insert(change.impact)
    }
  }

  /// Returns the change to the deletes that concern any of some relationships; nil if no delete
  /// changed.
  func change(of names: [String]) -> Diagram.Change? {
    let found = names.reduce(into: Set()) { $0.formUnion(known[$1] ?? []) }
    switch ChangeImpact.worstFirst.first(where: found.contains) {
    case .worse: return .worse
    case .review: return .review
    case .better: return .better
    case nil: return nil
    }
  }
}

extension Diagram.Pair {
  /// A copy without hazards, for pairs whose hazards are not reported.
  fileprivate var withoutHazards: Self {
    func plain(_ end: End) -> End {
      End(relationship: end.relationship, hazards: [], before: end.before)
    }
    return Self(
      ahead: plain(ahead), back: back.map(plain), isOwnInverse: isOwnInverse, change: change)
  }
}

extension Diagram.Pair.End {
  fileprivate var isAltered: Bool {
    switch before {
    case .absent, .declared: true
    case .same, nil: false
    }
  }
}

extension Relationship {
  /// Returns true if both hold the same number of objects and have the same rule; only these
  /// changes are reported.
  fileprivate func isDeclared(like other: Relationship) -> Bool {
    deleteRule == other.deleteRule && amount == other.amount
  }
}
