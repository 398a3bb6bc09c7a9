import ObjectGraph
import Scenarios
import SourceText

// Pairings as files have them: one of two entities with a row for each pair of rules, or one of a
// reader's own model with a single row, as a recorded matrix has many.

extension FormatObject {
  package static let pairingFile = FormatObject(
    "pairingFile", "a pairing file",
    "Two entities, one fixture, and a row for each pair of delete rules.",
    [
      .schema,
      .required("pairing", .name, "The two entities' names with a hyphen: Q-R."),
      .required("title", .name), .required("framework", Notation.framework.shape),
    ] + fixture.map(\.key) + [.required("rows", .list(.object(row)))])
  fileprivate static let fixture =
    [StatedFixture.sourcesField]
    + StatedFixture.fields(entities: .list(.object(Entity.format.object), least: 2, most: 2))
  fileprivate static let row = FormatObject(
    "row", "a row", "One pair of rules: what is stated of each operation, or only why nothing is.",
    [
      .required(
        "rules", rules, "The rules of both sides; null for a side without a relationship."),
      .optional(
        "evidence", .oneOf(Pairing.LeftOut.self),
        "No source observed the row; derived: it mirrors an observed one."),
    ] + Cell.Operation.Key.allCases.map { .optional($0.rawValue, outcomes, $0.words) })
  package static let modelPairing = FormatObject(
    "modelPairing", "a pairing",
    "A relationship with its inverse, or one without: a fixture, the model's own rules, and what each "
      + "operation does.",
    [
      .required("pairing", .name, "The two sides with a hyphen: List.items-Item.list."),
      .required("title", .name),
      .required("sides", .list(.object(Pairing.Side.format.object), least: 2, most: 2)),
    ] + modelFixture.map(\.key) + [.required("rules", rules)]
      + Cell.Operation.Key.allCases.map {
        Key($0.rawValue, isRequired: !$0.isOptional, outcomes, $0.words)
      })
  fileprivate static let modelFixture = StatedFixture.fields()
  private static let rules = JSONShape.list(.orNull(Notation.deleteRule.shape), least: 2, most: 2)
  private static let outcomes = JSONShape.named("outcomes", .byName(.statement))
}

extension Cell.Operation.Key {
  /// The description of its value in the JSON Schema.
  fileprivate var words: String {
    switch self {
    case .delete: "By the deleted object: the first of each entity."
    case .unlinked: "The same without any links."
    case .remove: "By the removed element: Q1.testR-R1."
    case .batchDelete: "Like delete, by a batch delete of the object's row; may be absent."
    }
  }
}

extension Pairing.Side {
  fileprivate static let format = FileFormat(
    "side", "a side", "One end of a pairing, with the object that is deleted.",
    blank: Pairing.Side(entity: "", relationship: nil, object: ""),
    [
      .required("entity", \.entity, .text("an entity's name")),
      .stated(
        "relationship", \.relationship, .textOrNull("a relationship's name"), isRequired: true),
      .required("object", \.object, .text("an object's name")),
    ])
}

extension FileReading {
  /// Reads a pairing file; nil where problems leave nothing to work with.
  mutating func pairing(_ node: JSONNode) -> Pairing? {
    guard let members = members(node, of: .pairingFile) else { return nil }
    let name = string(members["pairing"])
    let title = string(members["title"])
    let framework = choice(members["framework"], Framework.Name.self)
    var (fixture, stated) = (Fixture(of: framework), StatedFixture())
    _ = read(members, FormatObject.fixture, in: &fixture, into: &stated)
    let rowNodes = elements(members["rows"], expected: "an array of rows") ?? []
    guard
      isPairing(fixture, name: name, at: members["entities"] ?? node, members["objects"] ?? node)
    else {
      // Without two sides nothing tells which outcomes belong into a row, but its keys are known.
      for node in rowNodes { _ = self.members(node, of: .row) }
      return nil
    }
    let sides = fixture.entities.map { entity in
      Pairing.Side(
        entity: entity.name, relationship: entity.relationships.first?.name,
        object: fixture.objects.first { $0.entity == entity.name }?.name ?? "")
    }
    let blank = Pairing(
      name: name ?? "", title: title ?? "", framework: framework ?? .swiftData,
      sources: stated.sources, entities: stated.entities, sides: sides,
      objects: stated.objects, links: stated.links, location: node.location)
    let operations = blank.operations.count + blank.batchDeletes.count
    checkSize(fixture, steps: 0, looks: rowNodes.count * operations, at: node)
    var rows: [Pairing.Row] = []
    for node in rowNodes {
      guard let row = row(node, of: blank, fixture) else { continue }
      if let first = rows.first(where: { $0.rules == row.rules }) {
        report(
          node.location,
          "found the row \(Self.ruleNames(row.rules)) again; it stands first in line "
            + "\(first.location.line)")
        continue
      }
      rows.append(row)
    }
    if let rowsNode = members["rows"] { checkCompleteness(of: rows, in: blank, at: rowsNode) }
    if name == nil || title == nil || framework == nil { return nil }
    // What inherits too much to look at is refused, and needs no cells.
    return fixture.schema == nil ? blank : blank.with(rows)
  }

  /// Whether there are two sides with objects; if not, that is reported.
  private mutating func isPairing(
    _ fixture: Fixture, name: String?, at entities: JSONNode, _ objects: JSONNode
  ) -> Bool {
    let names = fixture.entities.map(\.name)
    guard fixture.entities.count == 2, !fixture.entities.allSatisfy(\.relationships.isEmpty),
      fixture.entities.allSatisfy({ $0.relationships.count <= 1 })
    else {
      report(
        entities.location,
        "a pairing has two entities with at most one relationship each, at least one in all; "
          + "write anything else as a scenario")
      return false
    }
    if let name, name != names.joined(separator: "-") {
      report(
        entities.location,
        "the pairing \"\(name.singleLine)\" has the entities \(names.joined(separator: " and ")); "
          + "expected the pairing \"\(names.joined(separator: "-"))\"")
    }
    let empty = names.filter { name in !fixture.objects.contains { $0.entity == name } }
    for name in empty {
      report(objects.location, "found no object of \(name); expected one at least")
    }
    return empty.isEmpty
  }

  private mutating func row(
    _ node: JSONNode, of pairing: Pairing, _ fixture: Fixture
  ) -> Pairing.Row? {
    guard let members = members(node, of: .row) else { return nil }
    return row(members, at: node, of: pairing, fixture)
  }

  /// Reads what a row states: its rules, and an outcome for each operation.
  private mutating func row(
    _ members: [String: JSONNode], at node: JSONNode, of pairing: Pairing, _ fixture: Fixture
  ) -> Pairing.Row? {
    let rules = rules(members["rules"], of: pairing)
    var observations: [Cell.Operation: [Observation]] = [:]
    var places: [Cell.Operation: Location] = [:]
    var leftOut: Pairing.LeftOut?
    let operations = pairing.operations + pairing.batchDeletes
    if let evidence = members["evidence"] {
      leftOut = choice(evidence, Pairing.LeftOut.self)
      for key in Cell.Operation.Key.allCases where members[key.rawValue] != nil {
        report(
          evidence.location,
          "a row with \"evidence\" states no outcome; found \"\(key.rawValue)\"")
      }
    } else {
      for key in Cell.Operation.Key.allCases {
        let expected = operations.filter { $0.key == key }
        guard let node = members[key.rawValue] else {
          if !expected.isEmpty && !key.isOptional {
            report(
              node.location,
              "found no \"\(key.rawValue)\" in a row; expected it there, or \"evidence\" for a row that "
                + "nobody observed")
          }
          continue
        }
        statements(node, expected, fixture, &observations, &places)
      }
    }
    guard let rules else { return nil }
    return Pairing.Row(
      rules: rules, leftOut: leftOut, observations: observations, places: places,
      location: node.location)
  }

  /// Reads the statements about each operation of one key.
  private mutating func statements(
    _ node: JSONNode, _ operations: [Cell.Operation], _ fixture: Fixture,
    _ observations: inout [Cell.Operation: [Observation]],
    _ places: inout [Cell.Operation: Location]
  ) {
    let names = operations.map(\.nameInRow)
    let members = namedMembers(
      node,
      expected: names.isEmpty ? "nothing here, or {}" : "outcomes by name: \(names.listed())")
    guard let members else { return }
    for member in members {
      guard let operation = operations.first(where: { $0.nameInRow == member.key }) else {
        let expected = names.map { "\"\($0)\"" }.listed()
        report(
          member.keyLocation,
          "found \"\(member.key.singleLine)\"; "
            + (names.isEmpty ? "expected nothing here" : "expected outcomes for \(expected)"))
        continue
      }
      places[operation] = member.keyLocation
      observations[operation] = self.observations(
        member.value, of: operation.requested, in: fixture)
    }
    for operation in operations where places[operation] == nil {
      report(
        node.location,
        "found no outcome for \"\(operation.nameInRow)\"; expected one, or null if no one "
          + "observed it")
    }
  }

  private mutating func rules(_ node: JSONNode?, of pairing: Pairing) -> [DeleteRule?]? {
    guard let node else { return nil }
    guard case .array(let nodes) = node.content, nodes.count == 2 else {
      report(
        node, expected: "the rules of both sides, with null for a side without a relationship")
      return nil
    }
    var rules: [DeleteRule?] = []
    for (node, side) in zip(nodes, pairing.sides) {
      if side.relationship == nil {
        if case .null = node.content {
          rules.append(nil)
        } else {
          report(node, expected: "null, because \(side.entity) has no relationship")
        }
      } else if let rule = choice(node, DeleteRule.self) {
        rules.append(rule)
      }
    }
    return rules.count == 2 ? rules : nil
  }

  /// Reports the rows that are missing, and derived ones whose mirror was not observed either.
  private mutating func checkCompleteness(
    of rows: [Pairing.Row], in pairing: Pairing, at node: JSONNode
  ) {
    let choices = pairing.sides.map { side in
      side.relationship == nil ? [nil] : DeleteRule.allCases.map { Optional($0) }
    }
    for left in choices[0] {
      for right in choices[1] where !rows.contains(where: { $0.rules == [left, right] }) {
        report(
          node.location,
          "found no row \(Self.ruleNames([left, right])); expected it there, with "
            + "\"evidence\": \"none\" if it was never observed")
      }
    }
    for row in rows where row.leftOut == .derived {
      let mirror = rows.first { $0.rules == row.rules.reversed() }
      let isStated = mirror?.observations.contains { operation, stated in
        operation.key != .batchDelete && !stated.isEmpty
      }
      if isStated != true {
        report(
          row.location,
          "the row \(Self.ruleNames(row.rules)) is derived by symmetry, but its mirror states nothing"
        )
      }
    }
  }

  private static func ruleNames(_ rules: [DeleteRule?]) -> String {
    rules.map { $0?.rawValue ?? "-" }.joined(separator: "+")
  }
}

extension FileReading {
  /// Reads a pairing of a recorded matrix: its only row has the model's own rules.
  package mutating func modelPairing(
    _ node: JSONNode, _ framework: Framework.Name, on system: ReleaseSpan?
  ) -> Pairing? {
    guard let members = members(node, of: .modelPairing) else { return nil }
    let name = string(members["pairing"])
    let title = string(members["title"])
    var (fixture, stated) = (Fixture(of: framework), StatedFixture())
    _ = read(members, FormatObject.modelFixture, in: &fixture, into: &stated)
    let nodes = elements(members["sides"], expected: "an array of two sides") ?? []
    let sides = nodes.compactMap { side($0, in: fixture) }
    if let node = members["sides"], nodes.count != 2 { report(node, expected: "two sides") }
    guard let name, let title, sides.count == 2 else { return nil }
    let pairing = Pairing(
      name: name, title: title, framework: framework, system: system,
      entities: stated.entities, sides: sides, objects: stated.objects, links: stated.links,
      location: node.location, isOfModel: true)
    let row = row(members, at: node, of: pairing, fixture)
    return fixture.schema == nil ? nil : row.map { pairing.with([$0]) }
  }

  private mutating func side(_ node: JSONNode, in fixture: Fixture) -> Pairing.Side? {
    guard let side = value(node, of: Pairing.Side.format) else { return nil }
    let (entity, relationship) = (side.entity, side.relationship)
    guard let declared = fixture.entity(entity) else {
      reportUnknownEntity(entity, at: node.location, in: fixture)
      return nil
    }
    if let relationship, !declared.relationships.contains(where: { $0.name == relationship }) {
      let end = alternatives(to: relationship, among: declared.relationships.map(\.name))
      report(
        node.location,
        "\(entity.singleLine) has no relationship \"\(relationship.singleLine)\"\(end)")
      return nil
    }
    return checkObject(side.object, at: node.location, in: fixture) ? side : nil
  }
}

extension JSONText {
  /// A pairing file.
  package init(_ pairing: Pairing) {
    self = .stating(
      [
        ("pairing", .string(pairing.name)), ("title", .string(pairing.title)),
        ("framework", .string(pairing.framework.rawValue)),
      ] + FormatObject.fixture.map { ($0.key.name, $0.write(pairing.fixture)) } + [
        ("rows", .array(pairing.rows.map { .object(pairing.members(of: $0)) }))
      ])
  }
}

extension Pairing {
  fileprivate var fixture: StatedFixture {
    StatedFixture(sources: sources, entities: entities, objects: objects, links: links)
  }

  /// The keys and values of a pairing of a recorded matrix.
  package var recordedMembers: [(String, JSONText)] {
    [
      ("pairing", .string(name)), ("title", .string(title)),
      ("sides", .array(sides.map(Side.format.json))),
    ]
      + FormatObject.modelFixture.compactMap { field in
        field.write(fixture).map { (field.key.name, $0) }
      } + rows.flatMap(members)
  }

  fileprivate func members(of row: Row) -> [(String, JSONText)] {
    let rules = row.rules.map { JSONText.nullable($0?.rawValue) }
    if let leftOut = row.leftOut {
      return [("rules", .array(rules)), ("evidence", .string(leftOut.rawValue))]
    }
    return [("rules", .array(rules))]
      + Cell.Operation.Key.allCases.compactMap { key in
        let done = (operations + batchDeletes).filter { $0.key == key }
        if key.isOptional && done.allSatisfy({ row.observations[$0] == nil }) { return nil }
        let outcomes = done.map { operation in
          let stated = row.observations[operation] ?? []
          return (operation.nameInRow, JSONText(stated, inRecording: isOfModel))
        }
        return (key.rawValue, .object(outcomes))
      }
  }
}
