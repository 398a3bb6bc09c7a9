import ObjectGraph

extension String {
  /// The text on one line, with what markdown or HTML would take for markup escaped.
  var markdown: String {
    var text = ""
    let scalars = Array(unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "_":
        // An underscore within a word is no markup, and names are full of them.
        let neighbours = [index - 1, index + 1].map {
          scalars.indices.contains($0) ? scalars[$0] : " "
        }
        let isInWord = neighbours.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        text += isInWord ? "_" : "\\_"
      case "\\", "|", "`", "~", "*", "[", "]", "<", ">", "&", "#":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case _ where scalar.breaksLine: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether a terminal, an editor or JavaScript may take it for more than a character.
  var breaksLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension DeleteRule {
  /// The rule with a mark on the one that the frameworks take by default.
  var markdown: String { self == .standard ? "\(rawValue) ★" : rawValue }
}

/// A markdown table whose columns line up in a terminal too.
struct MarkdownTable {
  let header: [String]
  var rows: [[String]] = []

  var text: String {
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| \(padded.joined(separator: " | ")) |"
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    return ([line(header), line(rule)] + rows.map(line)).joined(separator: "\n") + "\n"
  }
}
