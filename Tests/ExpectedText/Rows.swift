/// A table of code and what is expected of it, one row a line: the code, an arrow, and what is expected.
///
/// A line without an arrow belongs to the row that ends below it, and what starts with `//` is a comment.
package struct Rows {
  private let rows: [(code: String, expected: String)]

  /// Reads a table; each of its lines must belong to a row.
  package init(_ table: String) {
    var rows: [(code: String, expected: String)] = []
    var code: [Substring] = []
    for line in table.split(separator: "\n") where !line.hasPrefix("//") {
      guard let arrow = line.lastIndex(of: "→") else {
        code.append(line)
        continue
      }
      code.append(line[..<arrow].dropLast(line[..<arrow].hasSuffix(" ") ? 1 : 0))
      let expected = line[line.index(after: arrow)...].drop { $0 == " " }
      rows.append((code.joined(separator: "\n"), String(expected)))
      code = []
    }
    precondition(code.isEmpty, "no arrow ends “\(code.joined(separator: "\n"))”")
    self.rows = rows
  }

  /// Each code with a text.
  package var texts: [(String, String)] { rows.map { ($0.code, $0.expected) } }

  /// Each code with a name, or nothing.
  package var names: [(String, String?)] {
    rows.map { ($0.code, $0.expected.isEmpty ? nil : $0.expected) }
  }

  /// Each code with names, which commas separate.
  package var lists: [(String, [String])] {
    rows.map { row in
      (row.code, row.expected.split(separator: ",").map { String($0.drop { $0 == " " }) })
    }
  }

  /// Each code with yes or no.
  package var flags: [(String, Bool)] {
    rows.map { row in
      precondition(["yes", "no"].contains(row.expected), "“\(row.code)” is neither yes nor no")
      return (row.code, row.expected == "yes")
    }
  }
}
