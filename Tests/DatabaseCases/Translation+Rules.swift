import ObjectGraph

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
