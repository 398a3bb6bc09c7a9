import ObjectGraph

/// A schema in SQL.
///
/// Where a key has no clause for it, a trigger does what the rule says. What is to be refused only
/// if it still holds at the end of a transaction leaves a row in the table `Awaited`, which leads
/// to nothing by a deferred key: that is refused at the end, unless the row went before.
struct Translation {
  /// When a database looks at what refuses.
  enum Flavour: String, CaseIterable {
    /// All at the end of the transaction, as a save does.
    case atTheEnd
    /// NOT NULL at once.
    case notNullAtOnce
    /// A rule `deny` says RESTRICT.
    case restrict

    /// What a refusal that the engine does not know is called.
    var difference: Difference? {
      switch self {
      case .atTheEnd: nil
      case .notNullAtOnce: .notNullAtOnce
      case .restrict: .restrict
      }
    }
  }

  let schema: DatabaseSchema
  let flavour: Flavour
  var triggers: [Trigger] = []
  var isAnythingAwaited = false

  init(_ schema: DatabaseSchema, _ flavour: Flavour) {
    self.schema = schema
    self.flavour = flavour
    for bond in schema.bonds {
      if bond.isKey { addTriggers(ofKey: bond) } else { addTriggers(ofJoin: bond) }
    }
    guard isAnythingAwaited else { return }
    for name in schema.names {
      triggers.append(
        Trigger(
          name: "\(name)_goes", table: name, event: "DELETE",
          body: ["DELETE FROM Awaited WHERE id = OLD.id"]))
    }
  }

  /// Whether a flavour makes a difference to a schema.
  static func applies(_ flavour: Flavour, to schema: DatabaseSchema) -> Bool {
    switch flavour {
    case .atTheEnd: true
    case .notNullAtOnce: schema.bonds.contains { $0.clearsMandatoryKey }
    case .restrict: schema.bonds.contains { $0.isRestricted }
    }
  }

  func statements(_ dialect: Dialect) -> [String] {
    var statements = schema.names.indices.map { table($0, dialect) }
    statements += schema.bonds.filter { !$0.isKey }.map { joinTable($0) }
    if dialect == .postgres {
      // Its tables must be there before a key leads to them.
      statements += schema.bonds.filter { $0.isConstrained }.map {
        "ALTER TABLE \(name($0.owner)) ADD FOREIGN KEY (\($0.ahead.name)) \(clause(ofKey: $0))"
      }
    }
    if isAnythingAwaited {
      statements += [
        "CREATE TABLE Nobody (id INTEGER PRIMARY KEY)",
        "CREATE TABLE Awaited (id INTEGER, nobody INTEGER DEFAULT 0 REFERENCES Nobody"
          + " DEFERRABLE INITIALLY DEFERRED)",
      ]
    }
    return statements + triggers.flatMap { $0.statements(dialect) }
  }

  func name(_ entity: Int) -> String { schema.names[entity] }

  private func table(_ entity: Int, _ dialect: Dialect) -> String {
    let columns = schema.bonds.filter { $0.isKey && $0.owner == entity }.map { bond in
      let isChecked = bond.isMandatoryKey && !isCheckedAtTheEnd(bond)
      return ", \(bond.ahead.name) INTEGER" + (isChecked ? " NOT NULL" : "")
        + (bond.isUnique ? " UNIQUE" : "")
        + (bond.isConstrained && dialect == .sqlite ? " \(clause(ofKey: bond))" : "")
    }
    return "CREATE TABLE \(name(entity)) (id INTEGER PRIMARY KEY\(columns.joined()))"
  }

  private func clause(ofKey bond: Bond) -> String {
    clause(to: bond.target, bond.back?.rule == .nullify ? "SET NULL" : action(bond.back?.rule))
  }

  func clause(to entity: Int, _ action: String) -> String {
    "REFERENCES \(name(entity)) ON DELETE \(action) DEFERRABLE INITIALLY DEFERRED"
  }

  func action(_ rule: DeleteRule?) -> String {
    rule == .deny ? flavour == .restrict ? "RESTRICT" : "NO ACTION" : "CASCADE"
  }

  func isCheckedAtTheEnd(_ bond: Bond) -> Bool {
    bond.clearsMandatoryKey && flavour != .notNullAtOnce
  }
}

extension Translation {
  /// The row of a join table goes with the object whose rule is `nullify`; a rule `deny` waits for
  /// it to go; under `noAction` it stays, as it does for an end that has no relationship.
  func joinTable(_ bond: Bond) -> String {
    let isOneWay = bond.back == nil
    func end(_ column: String, _ entity: Int, _ rule: DeleteRule?) -> String {
      let type = "\(column) INTEGER NOT NULL"
      return switch rule {
      case .nullify, .deny: "\(type) \(clause(to: entity, action(rule)))"
      case .noAction where isOneWay: "\(type) \(clause(to: entity, "CASCADE"))"
      case .cascade, .noAction, nil: type
      }
    }
    return "CREATE TABLE \(Self.joinTable(bond))"
      + " (\(end("source", bond.owner, bond.ahead.rule)),"
      + " \(end("target", bond.target, bond.back?.rule)), PRIMARY KEY (source, target))"
  }

  static func joinTable(_ bond: Bond) -> String { "\(bond.ahead.name)Rows" }

  mutating func addTriggers(ofKey bond: Bond) {
    let (key, owner, target) = (bond.ahead.name, name(bond.owner), name(bond.target))
    switch bond.ahead.rule {
    // Where both ends are stored, the other's key has a clause for it.
    case _ where bond.isOwnInverse: break
    case .cascade:
      triggers.append(
        Trigger(
          name: "\(key)_cascades", table: owner, event: "DELETE",
          condition: "OLD.\(key) IS NOT NULL",
          body: ["DELETE FROM \(target) WHERE id = OLD.\(key)"]))
    case .deny:
      isAnythingAwaited = true
      triggers.append(
        Trigger(
          name: "\(key)_denies", table: owner, event: "DELETE",
          condition: "OLD.\(key) IS NOT NULL",
          body: ["INSERT INTO Awaited (id) SELECT id FROM \(target) WHERE id = OLD.\(key)"]))
    case .nullify, .noAction: break
    }
    guard isCheckedAtTheEnd(bond) else { return }
    isAnythingAwaited = true
    triggers.append(
      Trigger(
        name: "\(key)_is_missed", table: owner, event: "UPDATE OF \(key)",
        condition: "NEW.\(key) IS NULL",
        body: ["INSERT INTO Awaited (id) SELECT id FROM \(owner) WHERE id = NEW.id"]))
  }

  mutating func addTriggers(ofJoin bond: Bond) {
    let (owner, target, table) = (name(bond.owner), name(bond.target), Self.joinTable(bond))
    func cascade(_ from: String, _ column: String, _ to: String, _ other: String) -> Trigger {
      Trigger(
        name: "\(bond.ahead.name)_\(column)_cascades", table: from, event: "DELETE",
        body: [
          "DELETE FROM \(to) WHERE id IN (SELECT \(other) FROM \(table) WHERE \(column) = OLD.id)",
          "DELETE FROM \(table) WHERE \(column) = OLD.id",
        ])
    }
    if bond.ahead.rule == .cascade {
      triggers.append(cascade(owner, "source", target, "target"))
    }
    if bond.back?.rule == .cascade {
      triggers.append(cascade(target, "target", owner, "source"))
    }
  }
}

/// Which of the two databases a statement is for.
enum Dialect: String, CaseIterable, Encodable {
  case sqlite
  case postgres
}

/// A trigger for each row, after a delete or the update of a column.
struct Trigger {
  var name: String
  var table: String
  var event: String
  var condition: String?
  var body: [String]

  func statements(_ dialect: Dialect) -> [String] {
    let when = condition.map { " WHEN (\($0))" } ?? ""
    let steps = body.map { "\($0); " }.joined()
    return switch dialect {
    case .sqlite:
      ["CREATE TRIGGER \(name) AFTER \(event) ON \(table)\(when) BEGIN \(steps)END"]
    case .postgres:
      [
        "CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql"
          + " AS $$BEGIN \(steps)RETURN NULL; END$$",
        "CREATE TRIGGER \(name) AFTER \(event) ON \(table) FOR EACH ROW\(when)"
          + " EXECUTE FUNCTION \(name)()",
      ]
    }
  }
}
