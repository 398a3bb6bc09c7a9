import CompiledOnce

/// A text for people that distinguishes the program's words from other text, such as names.
///
/// Markdown escapes names; on a screen, they appear unchanged. A literal holds what is the same in
/// both.
package struct Prose: Sendable {
  enum Part: Sendable {
    /// Our own words, and the marks of lists.
    case text(String)
    /// Text from elsewhere, which may contain anything.
    case words(String)
    /// An address that may become a link.
    case address(String)
    /// A part that is to be seen.
    indirect case marked(Mark, Prose)
    case table(Table)
    /// Lines of code or of a console, which are not wrapped.
    case listing(String, language: String)
    /// A long text that is seldom read, under a title; collapsed where the format supports that.
    indirect case folded(title: Prose, Prose)
    /// Sentences of ours, in which a line break before a word is a space where it is not needed.
    indirect case flowing(Prose)
  }

  enum Mark: Sendable, Equatable {
    /// The title of a part; the number is its level.
    case heading(Int)
    case strong
    case emphasis
    case code
    /// The severity of a finding.
    case error
    case warning
    case note
    /// The frame of a source line.
    case dim
    /// The mark under a place in a source line.
    case caret
    /// A line as a fix writes it.
    case fix
  }

  private(set) var parts: [Part] = []

  package var isEmpty: Bool { parts.isEmpty }

  package static func + (one: Prose, other: Prose) -> Prose {
    var prose = one
    prose += other
    return prose
  }

  package static func += (one: inout Prose, other: Prose) { one.parts += other.parts }

  /// A title, without what follows its line.
  package static func heading(_ level: Int, _ title: Prose) -> Prose {
    Prose(.marked(.heading(level), title))
  }

  package static func strong(_ words: Prose) -> Prose { Prose(.marked(.strong, words)) }

  /// The words for a failure.
  package static func failure(_ words: Prose) -> Prose { strong(Prose(.marked(.error, words))) }

  /// Lines of code or of a console, ending with a line break.
  static func listing(_ text: String, language: String = "text") -> Prose {
    Prose(.listing(text, language: language))
  }

  static func folded(_ title: Prose, _ prose: Prose) -> Prose {
    Prose(.folded(title: title, prose))
  }

  init(_ part: Part) { parts = [part] }

  package init(_ table: Table) { self.init(.table(table)) }
}

extension Prose: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var prose = Prose("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { prose += Prose(.text(literal)) }
    }

    package mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    package mutating func appendInterpolation(_ number: Int) { appendLiteral("\(number)") }
    package mutating func appendInterpolation(_ part: Prose) { prose += part }
    package mutating func appendInterpolation(emphasis: Prose) {
      prose += Prose(.marked(.emphasis, emphasis))
    }
    package mutating func appendInterpolation(code: Prose) { prose += Prose(.marked(.code, code)) }
  }

  package init(stringLiteral text: String) { parts = text.isEmpty ? [] : [.text(text)] }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.prose }
}

extension String.StringInterpolation {
  /// Warns when prose is interpolated into a string.
  ///
  /// The overload is deprecated, not unavailable: otherwise the compiler would choose the generic
  /// one, which shows the value as Swift does.
  @available(*, deprecated, message: "a text that holds prose is prose")
  package mutating func appendInterpolation(_ prose: Prose) { appendLiteral(prose.markdown) }
}

extension [Prose] {
  package func joined(separator: Prose = "") -> Prose {
    var prose: Prose = ""
    for (index, part) in enumerated() { prose += index == 0 ? part : separator + part }
    return prose
  }
}

extension Prose {
  /// The text of the first heading; nil if there is none.
  var title: String? {
    for case .marked(.heading, let title) in parts { return title.plain }
    return nil
  }

  /// The text without its first title.
  var untitled: Prose {
    var prose = self
    let first = parts.firstIndex { part in
      if case .marked(.heading, _) = part { true } else { false }
    }
    if let first { prose.parts.remove(at: first) }
    return prose
  }

  /// The words alone.
  package var plain: String {
    parts.map { part in
      switch part {
      case .text(let text), .words(let text), .address(let text): text
      case .marked(_, let prose), .flowing(let prose): prose.plain
      case .table, .listing, .folded: ""
      }
    }.joined()
  }
}

extension String {
  /// The string as text from elsewhere, which markdown escapes.
  package var prose: Prose { Prose(.words(self)) }
}

extension Prose {
  package var markdown: String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let own): text += own
      case .words(let words): text += words.markdown
      case .address(let address): text += address.markdownAddress
      case .table(let table): text += table.markdown
      case .listing(let lines, let language): text += "```\(language)\n\(lines)\n```\n"
      case .flowing(let prose): text += prose.markdown
      case .folded(let title, let prose):
        text += "<details><summary>\(title.markdown)</summary>\n\n\(prose.markdown)\n</details>\n"
      case .marked(let mark, let prose):
        let inner = prose.markdown
        switch mark {
        case .heading(let level): text += String(repeating: "#", count: level) + " " + inner
        case .strong: text += "**\(inner)**"
        case .emphasis: text += "*\(inner)*"
        case .code: text += "`\(inner)`"
        case .error, .warning, .note, .dim, .caret, .fix: text += inner
        }
      }
    }
    return text
  }
}

package struct Table: Sendable {
  let header: [Prose]
  package var rows: [[Prose]]

  package init(header: [Prose], rows: [[Prose]] = []) {
    self.header = header
    self.rows = rows
  }

  /// The table as markdown, whose columns line up where nothing renders it, too.
  var markdown: String {
    let cells = ([header] + rows).map { $0.map(\.markdown) }
    let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| \(padded.joined(separator: " | ")) |"
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    return ([line(cells[0]), line(rule)] + cells.dropFirst().map(line)).joined(separator: "\n")
      + "\n"
  }
}
