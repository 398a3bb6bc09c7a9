import Foundation

/// The formats that no parser at hand reads.
extension Skeleton {
  /// A character that no name has.
  private static let nothing = "\u{E000}"

  /// The marks of each line that a backslash does not take away, and what a reader sees of the rest.
  init(markdown text: String) {
    // Each is compiled where it is written, which takes longer than to look through a line.
    let mention = #/@[A-Za-z0-9]/#
    let issue = #/#[0-9]/#
    let picture = #/:([a-z0-9_+\-]*[a-z_+\-][a-z0-9_+\-]*):/#
    let ownMark = #/#{1,6} |\| -*| *- | *[0-9]+\. /#
    let nestedMark = #/\s*([-+*] |[0-9]+[.)] |#{1,6} |>|```|---)|\s{4}/#
    var parts: [String] = []
    var texts: [String] = []
    for written in text.lines {
      // What keeps GitHub from calling people and drawing pictures is not seen.
      let line = written.replacingOccurrences(of: "&#8203;", with: Self.nothing)
      var marks = ""
      var seen = String.UnicodeScalarView()
      var isEscaped = false
      let scalars = line.unicodeScalars
      for index in scalars.indices {
        let scalar = scalars[index]
        if scalar == "\u{E000}" { continue }
        if isEscaped || scalar != "\\" { seen.append(scalar) }
        switch scalar {
        case "|", "`", "*", "[", "]", "<", ">", "&", "#", "~", "$":
          if !isEscaped { marks.unicodeScalars.append(scalar) }
        default: break
        }
        // GitHub makes links of these.
        if scalar == ":", !isEscaped, scalars[index...].starts(with: "://".unicodeScalars) {
          marks += "://"
        }
        isEscaped = scalar == "\\" && !isEscaped
      }
      if line.contains("www.") { marks += "www." }
      if line.contains(mention) { marks += "@" }
      if line.contains(issue) { marks += "#" }
      if line.contains(picture) { marks += ":" }
      // What makes the line a title, a row or an entry of a list, and what would once more.
      let own = line.prefixMatch(of: ownMark)?.output ?? ""
      let rest = line.dropFirst(own.count)
      let isNested = rest.prefixMatch(of: nestedMark) != nil
      let start = own.filter { !$0.isNumber && $0 != "-" || own.hasSuffix("- ") }
      parts.append("\(start)\(isNested && !own.hasPrefix("|") ? "!" : "") \(marks)")
      texts.append(String(seen))
    }
    self.init(parts: parts, texts: texts)
  }

  /// Graphviz: in quotes, a backslash keeps a quote or a backslash.
  init(dot text: String) throws {
    var outside = ""
    var texts: [String] = []
    var quoted: String.UnicodeScalarView?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      guard quoted != nil else {
        if scalar == "\"" { quoted = String.UnicodeScalarView() }
        outside.unicodeScalars.append(scalar)
        continue
      }
      if isEscaped {
        guard "\\\"n".unicodeScalars.contains(scalar) else {
          throw Broken(reason: "the escape \\\(scalar)")
        }
        quoted?.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        texts.append(
          String(quoted ?? .init())
            .replacingOccurrences(of: "&amp;", with: "&", options: .literal))
        quoted = nil
        outside += "\""
      } else {
        quoted?.append(scalar)
      }
    }
    if quoted != nil { throw Broken(reason: "a quote is not closed") }
    self.init(parts: outside.lines, texts: texts)
  }

  /// Mermaid: in quotes, nothing is kept; a percent sign may begin a directive wherever it stands.
  init(mermaid text: String) throws {
    var parts: [String] = []
    var texts: [String] = []
    for (index, line) in text.lines.enumerated() {
      if index == 0 && line.hasPrefix("%% ") {
        parts.append("comment")
        texts.append(String(line.dropFirst(3)))
        if texts[0].contains("%") { throw Broken(reason: "a directive in the comment") }
        continue
      }
      var outside = ""
      var quoted: String.UnicodeScalarView?
      for scalar in line.unicodeScalars {
        if scalar == "\"" {
          texts += quoted.map { [String($0)] } ?? []
          quoted = quoted == nil ? String.UnicodeScalarView() : nil
          outside += "\""
        } else if quoted != nil {
          if "%\\".unicodeScalars.contains(scalar) { throw Broken(reason: "\(scalar) in quotes") }
          quoted?.append(scalar)
        } else {
          outside.unicodeScalars.append(scalar)
        }
      }
      if quoted != nil { throw Broken(reason: "a quote is not closed: \(line)") }
      parts.append(outside)
    }
    self.init(parts: parts, texts: texts)
  }
}
