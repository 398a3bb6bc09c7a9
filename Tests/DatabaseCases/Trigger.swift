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
