import ObjectGraph
import Scenarios
import SourceText

// Pairings as files have them: one of two entities with a row for each pair of rules, or one of a
// reader's own model with a single row, as a recorded matrix has many.

extension Pairing {
  package static let format = FileFormat(
    "pairingFile", "a pairing file",
    "Two entities, one fixture, and a row for each pair of delete rules.",
    blank: blank(isOfModel: false), at: { $0.location = $1 }, isFile: true,
    names("The two entities' names with a hyphen: Q-R.") + [
      .required("framework", \.framework, .declaredFramework),
      StatedFixture.sourcesField.within(\.fixture),
    ] + fixture(.list(.object(Entity.format.object), least: 2, most: 2)) + [rowsField])

  /// A row, which is the only one of the pairing that it is read into and written of.
  fileprivate static let rowFormat = FileFormat(
    "row", "a row", "One pair of rules: what is stated of each operation, or only why nothing is.",
    blank: blank(isOfModel: false),
    [
      rules,
      .stated(
        "evidence", \.row.leftOut, .word,
        "No source observed the row; derived: it mirrors an observed one."),
    ] + Cell.Operation.Key.allCases.map { outcomes($0, isRequired: false) })

  /// A pairing of a recorded matrix, whose only row has the model's own rules.
  package static let modelFormat = FileFormat(
    "modelPairing", "a pairing",
    "A relationship with its inverse, or one without: a fixture, the model's own rules, and what each "
      + "operation does.",
    blank: blank(isOfModel: true), at: { ($0.location, $0.row.location) = ($1, $1) },
    names("The two sides with a hyphen: List.items-Item.list.") + fixture()
      + [.required("sides", \.sides, .sides), rules]
      + Cell.Operation.Key.allCases.map { outcomes($0, isRequired: !$0.isOptional) })

  private static func names(_ words: String) -> [FormatField<Pairing>] {
    [.required("pairing", \.name, .text(), words), .required("title", \.title, .text())]
  }

  private static func fixture(_ entities: JSONShape? = nil) -> [FormatField<Pairing>] {
    StatedFixture.fields(entities: entities).map { $0.within(\.fixture) }
  }

  private static let rowsField = FormatField<Pairing>(
    .required("rows", .list(.object(rowFormat.object))),
    read: { reading, node, fixture, pairing in
      pairing.rows = reading.rows(node, of: pairing, fixture)
      return true
    }, write: { pairing in .array(pairing.rows.map { rowFormat.json(pairing.with([$0])) }) })

  private static func blank(isOfModel: Bool) -> Pairing {
    Pairing(
      name: "", title: "", framework: .swiftData, entities: [], sides: [], objects: [], links: [],
      location: .start(of: ""), isOfModel: isOfModel,
      rows: isOfModel ? [Row(rules: [], location: .start(of: ""))] : [])
  }

  private static let rules = FormatField<Pairing>(
    .required(
      "rules", .list(.orNull(Notation.deleteRule.shape), least: 2, most: 2),
      "The rules of both sides; null for a side without a relationship."),
    isVital: true,
    read: { reading, node, _, pairing in
      pairing.row.rules = reading.rules(node, of: pairing) ?? []
      return !pairing.row.rules.isEmpty
    }, write: { .array($0.row.rules.map { .nullable($0?.rawValue) }) })

  private static func outcomes(
    _ key: Cell.Operation.Key, isRequired: Bool
  ) -> FormatField<Pairing> {
    FormatField(
      FormatObject.Key(
        key.rawValue, isRequired: isRequired, .named("outcomes", .byName(.statement)), key.words),
      read: { reading, node, fixture, pairing in
        if pairing.row.leftOut == nil && pairing.sides.count == 2 {
          reading.outcomes(node, key, fixture, &pairing)
        }
        return true
      },
      write: { pairing in
        let (done, stated) = (pairing.operations(of: key), pairing.row.observations)
        if pairing.row.leftOut != nil || key.isOptional && done.allSatisfy({ stated[$0] == nil }) {
          return nil
        }
        return .object(
          done.map { ($0.nameInRow, JSONText(stated[$0] ?? [], inRecording: pairing.isOfModel)) })
      })
  }

  fileprivate func operations(of key: Cell.Operation.Key) -> [Cell.Operation] {
    (operations + batchDeletes).filter { $0.key == key }
  }

  fileprivate var row: Row {
    get { rows[0] }
    set { rows = [newValue] }
  }
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
    guard let members = members(node, of: Pairing.format.object) else { return nil }
    var (fixture, pairing) = (Fixture(), Pairing.format.blank(at: node.location))
    let fields = Pairing.format.fields
    let isWhole = read(members, Array(fields.dropLast()), in: &fixture, into: &pairing)
    let rows = elements(members["rows"], expected: "an array of rows") ?? []
    guard
      isPairing(
        fixture, name: pairing.name, at: members["entities"] ?? node, members["objects"] ?? node)
    else {
      // Without two sides nothing tells which outcomes belong into a row, but its keys are known.
      for node in rows { _ = self.members(node, of: Pairing.rowFormat.object) }
      return nil
    }
    pairing.sides = fixture.entities.map { entity in
      Pairing.Side(
        entity: entity.name, relationship: entity.relationships.first?.name,
        object: fixture.objects.first { $0.entity == entity.name }?.name ?? "")
    }
    let operations = pairing.operations.count + pairing.batchDeletes.count
    checkSize(fixture, steps: 0, looks: rows.count * operations, at: node)
    _ = read(members, fields.suffix(1), in: &fixture, into: &pairing)
    // What inherits too much to look at is refused, and needs no cells.
    if fixture.schema == nil { pairing.rows = [] }
    return isWhole ? pairing : nil
  }

  /// Whether there are two sides with objects; if not, that is reported.
  private mutating func isPairing(
    _ fixture: Fixture, name: String, at entities: JSONNode, _ objects: JSONNode
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
    if !name.isEmpty && name != names.joined(separator: "-") {
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

  /// Reads the rows of a pairing, and reports those that are missing or there twice.
  fileprivate mutating func rows(
    _ node: JSONNode, of pairing: Pairing, _ fixture: Fixture
  ) -> [Pairing.Row] {
    var rows: [Pairing.Row] = []
    for node in node.elements {
      guard let members = members(node, of: Pairing.rowFormat.object),
        let row = row(members, at: node, of: pairing, fixture)
      else { continue }
      if let first = rows.first(where: { $0.rules == row.rules }) {
        report(
          node.location,
          "found the row \(Self.ruleNames(row.rules)) again; it stands first in line "
            + "\(first.location.line)")
      } else {
        rows.append(row)
      }
    }
    checkCompleteness(of: rows, in: pairing, at: node)
    return rows
  }

  /// Reads what a row states: its rules, and an outcome for each operation.
  private mutating func row(
    _ members: [String: JSONNode], at node: JSONNode, of pairing: Pairing, _ fixture: Fixture
  ) -> Pairing.Row? {
    var (fixture, pairing) = (fixture, pairing)
    pairing.row = Pairing.Row(rules: [], location: node.location)
    let isWhole = read(members, Pairing.rowFormat.fields, in: &fixture, into: &pairing)
    for key in Cell.Operation.Key.allCases {
      if let evidence = members["evidence"] {
        guard members[key.rawValue] != nil else { continue }
        report(
          evidence.location,
          "a row with \"evidence\" states no outcome; found \"\(key.rawValue)\"")
      } else if members[key.rawValue] == nil, !key.isOptional, !pairing.operations(of: key).isEmpty
      {
        report(
          node.location,
          "found no \"\(key.rawValue)\" in a row; expected it there, or \"evidence\" for a row that "
            + "nobody observed")
      }
    }
    return isWhole ? pairing.row : nil
  }

  fileprivate mutating func outcomes(
    _ node: JSONNode, _ key: Cell.Operation.Key, _ fixture: Fixture, _ pairing: inout Pairing
  ) {
    let operations = pairing.operations(of: key)
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
      pairing.row.places[operation] = member.keyLocation
      pairing.row.observations[operation] = observations(
        member.value, of: operation.requested, in: fixture)
    }
    for operation in operations where pairing.row.places[operation] == nil {
      report(
        node.location,
        "found no outcome for \"\(operation.nameInRow)\"; expected one, or null if no one "
          + "observed it")
    }
  }

  fileprivate mutating func rules(_ node: JSONNode, of pairing: Pairing) -> [DeleteRule?]? {
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
    var fixture = Fixture(of: framework)
    guard var pairing = value(node, of: Pairing.modelFormat, in: &fixture), fixture.schema != nil
    else { return nil }
    (pairing.framework, pairing.system) = (framework, system)
    return pairing
  }

  fileprivate mutating func side(_ node: JSONNode, in fixture: Fixture) -> Pairing.Side? {
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

extension Notation<[Pairing.Side]> {
  fileprivate static var sides: Notation {
    Notation(
      .list(.object(Pairing.Side.format.object), least: 2, most: 2),
      read: { reading, node, fixture in
        let nodes = reading.tuple(node, of: 2, expected: "an array of two sides") ?? []
        let sides = nodes.compactMap { [fixture] in reading.side($0, in: fixture) }
        return sides.count == 2 ? sides : nil
      }, write: { .array($0.map(Pairing.Side.format.json)) })
  }
}

extension JSONText {
  package init(_ pairing: Pairing) { self = Pairing.format.json(pairing) }
}
