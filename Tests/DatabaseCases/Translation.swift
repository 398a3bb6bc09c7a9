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
