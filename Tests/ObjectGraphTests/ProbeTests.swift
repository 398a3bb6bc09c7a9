import Testing

@testable import ObjectGraph

/// What other implementations get wrong, some of them by the order of declaration: an object that a
/// deny rule and a cascade both reach, and several deny rules at once.
@Suite("Does a deny rule block only with what stays, however it is reached?")
struct ProbeTests {
  /// Objects, one of each entity, whose relationships each hold one other.
  struct Probe: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Source, rule and destination of each relationship, such as `A deny X`.
    let edges: [String]
    let requested: String
    let deleted: String
    /// Source and destination of every denial.
    let denied: [String]

    init(
      _ name: String, _ edges: [String], deleting requested: String, takes deleted: String,
      denied: [String] = []
    ) {
      testDescription = name
      self.edges = edges
      self.requested = requested
      self.deleted = deleted
      self.denied = denied
    }
  }

  static let probes = [
    Probe(
      "deny and cascade to the same object",
      ["A deny X", "A cascade X"], deleting: "A", takes: "AX"),
    Probe(
      "deny one step away, cascade two",
      ["A deny X", "A cascade B", "B cascade X"], deleting: "A", takes: "ABX"),
    Probe(
      "cascade one step away, deny two",
      ["A cascade X", "A cascade B", "B deny X"], deleting: "A", takes: "ABX"),
    Probe(
      "deny and cascade two steps away, by two ways",
      ["A cascade B", "A cascade C", "B deny X", "C cascade X"], deleting: "A", takes: "ABCX"),
    Probe(
      "deny two steps away, and nullify beside it",
      ["A cascade B", "A cascade C", "B deny X", "C nullify X"], deleting: "A", takes: "ABC",
      denied: ["BX"]),
    Probe(
      "two denies", ["A deny X", "A deny Y"], deleting: "A", takes: "A", denied: ["AX", "AY"]),
    Probe(
      "two denies, one of them of what goes",
      ["A deny X", "A deny Y", "A cascade X"], deleting: "A", takes: "AX", denied: ["AY"]),
    Probe(
      "two objects that deny the same one",
      ["A cascade B", "A deny X", "B deny X"], deleting: "A", takes: "AB", denied: ["AX", "BX"]),
    Probe(
      "two that go and deny each other",
      ["A cascade B", "A cascade C", "B deny C", "C deny B"], deleting: "A", takes: "ABC"),
    Probe("deny towards the owner", ["A cascade B", "B deny A"], deleting: "A", takes: "AB"),
    Probe(
      "deny towards the owner, from the owned",
      ["A cascade B", "B deny A"], deleting: "B", takes: "B", denied: ["BA"]),
    Probe(
      "deny around a circle", ["A cascade B", "B cascade C", "C deny A"], deleting: "A",
      takes: "ABC"),
    Probe(
      "a cascade that would come from the blocker", ["A deny B", "B cascade A"], deleting: "A",
      takes: "A", denied: ["AB"]),
    Probe(
      "the blocker is asked for as well", ["A deny B", "B cascade A"], deleting: "AB", takes: "AB"),
    Probe(
      "the blocker goes with another that is asked for",
      ["A deny X", "B cascade X"], deleting: "AB", takes: "ABX"),
  ]

  /// What leads back from the destination of each relationship.
  enum WayBack: CaseIterable {
    case none
    case nullify
    case noAction
  }

  @Test("In every order of declaration", arguments: probes, WayBack.allCases)
  func probe(_ probe: Probe, _ wayBack: WayBack) throws {
    for edges in permutations(of: probe.edges) {
      for isToMany in [false, true] {
        let scene = try ProbeScene(edges, wayBack, isToMany: isToMany)
        #expect(try scene.plan(deleting: probe.requested) == probe.expected, "\(edges)")
        #expect(try scene.save(deleting: probe.requested) == probe.denied.sorted(), "\(edges)")
      }
    }
  }

  private func permutations(of edges: [String]) -> [[String]] {
    guard let first = edges.first else { return [[]] }
    return permutations(of: Array(edges.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}

extension ProbeTests.Probe {
  fileprivate var expected: ProbeScene.Answer {
    ProbeScene.Answer(deleted: deleted, denied: denied.sorted())
  }
}

/// A graph of a probe.
private struct ProbeScene {
  struct Answer: Equatable {
    let deleted: String
    let denied: [String]
  }

  /// One letter for each entity and its only object.
  private let letters: [String]
  private let schema: Schema
  private var graph: Graph
  private var ids: [String: ObjectID] = [:]
  private var links: [(source: String, relationship: String, destination: String)] = []

  init(_ edges: [String], _ wayBack: ProbeTests.WayBack, isToMany: Bool) throws {
    let parts = edges.map { $0.split(separator: " ").map(String.init) }
    var letters: [String] = []
    for letter in parts.flatMap({ [$0[0], $0[2]] }) where !letters.contains(letter) {
      letters.append(letter)
    }
    var relationships: [String: [Relationship]] = [:]
    for (number, part) in parts.enumerated() {
      let (name, back) = ("r\(number)", "back\(number)")
      let rule = try #require(DeleteRule(rawValue: part[1]))
      let inverse: Relationship.Inverse = wayBack == .none ? .oneWay : .named(back)
      relationships[part[0], default: []].append(
        isToMany
          ? .toMany(name, part[2], deleteRule: rule, inverse: inverse)
          : .toOne(name, part[2], deleteRule: rule, inverse: inverse))
      links.append((part[0], name, part[2]))
      if wayBack == .none { continue }
      relationships[part[2], default: []].append(
        .toMany(
          back, part[0], deleteRule: wayBack == .nullify ? .nullify : .noAction,
          inverse: .named(name)))
    }
    schema = try Schema(
      .coreData, entities: letters.map { Entity($0, relationships: relationships[$0] ?? []) })
    graph = Graph(schema)
    self.letters = letters
    for letter in letters { ids[letter] = try graph.insert(letter) }
    for link in links { try graph.link(id(link.source), link.relationship, id(link.destination)) }
  }

  private func id(_ letter: String) throws -> ObjectID { try #require(ids[letter]) }

  private func ids(of letters: String) throws -> [ObjectID] {
    try letters.map { try id(String($0)) }
  }

  private func letter(_ id: ObjectID) -> String { letters.first { ids[$0] == id } ?? "?" }

  private func text(_ denials: [Denial]) -> [String] {
    denials.flatMap { denial in denial.blockers.map { letter(denial.object) + letter($0) } }
      .sorted()
  }

  private func answer(_ plan: DeletePlan) -> Answer {
    Answer(deleted: plan.deleted.map(letter).sorted().joined(), denied: text(plan.denials))
  }

  func plan(deleting requested: String) throws -> Answer {
    answer(try graph.plan(deleting: ids(of: requested)))
  }

  /// The denials that refuse a save.
  func save(deleting requested: String) throws -> [String] {
    var context = Context(graph)
    try context.delete(ids(of: requested))
    do throws(SaveRefusal) {
      try context.save()
      return []
    } catch {
      return text(
        error.problems.compactMap { if case .denied(let denial) = $0 { denial } else { nil } })
    }
  }
}
