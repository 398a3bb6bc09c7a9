import CompiledOnce

extension Prose {
  func html(headingsFrom level: Int = 1) -> HTML {
    var blocks = Blocks(level: level)
    blocks.add(self)
    return blocks.finished
  }

  /// The text on one line, as of a cell.
  var inlineHTML: HTML {
    parts.map { part -> HTML in
      switch part {
      case .text(let text), .words(let text): "\(text)"
      case .address(let address): address.link
      case .marked(let mark, let prose): mark.html(prose.inlineHTML)
      case .flowing(let prose): prose.inlineHTML
      case .table, .listing, .folded: ""
      }
    }.joined()
  }
}

extension Prose.Mark {
  fileprivate func html(_ inner: HTML) -> HTML {
    if inner.isEmpty { return inner }
    return switch self {
    case .heading, .strong: "<strong>\(inner)</strong>"
    case .emphasis: "<em>\(inner)</em>"
    case .code: "<code>\(inner)</code>"
    case .error: "<span class=\"error\">\(inner)</span>"
    case .warning: "<span class=\"warning\">\(inner)</span>"
    case .note: "<span class=\"note\">\(inner)</span>"
    case .dim, .caret, .fix: inner
    }
  }
}

/// Lines that are put together to paragraphs and lists.
private struct Blocks {
  private enum Block: String {
    case paragraph = "p"
    case list = "ul"
    case steps = "ol"
  }

  let level: Int
  private var html = HTML()
  private var open: Block?
  /// The lines or elements of what is open.
  private var elements: [HTML] = []
  private var line = HTML()
  /// The kind of list that the mark at the start of the line begins; nil for a paragraph.
  private var begun: Block?
  private var isIndented = false
  /// Indicates whether the line is an item of a list in an item.
  private var isNested = false
  private var isAtStart = true

  init(level: Int) { self.level = level }

  var finished: HTML {
    var blocks = self
    blocks.endLine()
    blocks.close()
    return blocks.html
  }

  mutating func add(_ prose: Prose) {
    for part in prose.parts {
      switch part {
      case .text(let text):
        for (index, piece) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 { endLine() }
          append("\(String(isAtStart ? begin(piece) : piece))", isEmpty: piece.isEmpty)
        }
      case .words(let words): append("\(words)")
      case .address(let address): append(address.link)
      case .marked(.heading(let own), let prose):
        endLine()
        close()
        let name = "h\(min(own + level - 1, 6))"
        html += "<\(name)>\(prose.inlineHTML)</\(name)>\n"
      case .marked(let mark, let prose): append(mark.html(prose.inlineHTML))
      case .flowing(let prose): add(prose)
      case .table(let table):
        endLine()
        close()
        html += table.html
      case .listing(let lines, _):
        endLine()
        close()
        html += "<pre tabindex=\"0\">\(lines)</pre>\n"
      case .folded(let title, let prose):
        endLine()
        close()
        html += "<details><summary>\(title.inlineHTML)</summary>\n"
        html += prose.html(headingsFrom: level) + "</details>\n"
      }
    }
  }

  private mutating func append(_ piece: HTML, isEmpty: Bool = false) {
    line += piece
    if !isEmpty { isAtStart = false }
  }

  /// Takes the mark of a list, with which only a text of ours can begin, from the start of a line.
  private mutating func begin(_ text: Substring) -> Substring {
    isIndented = text.hasPrefix("  ")
    isNested = text.hasPrefix("  - ")
    if isNested { return text.dropFirst(4) }
    let mark = text.prefix { $0 != " " }
    let isStep = mark.last == "." && mark.count > 1 && mark.dropLast().allSatisfy(\.isNumber)
    begun = mark == "-" ? .list : isStep ? .steps : nil
    return begun == nil ? text : text.dropFirst(mark.count + 1)
  }

  private mutating func endLine() {
    defer { (line, begun, isIndented, isNested, isAtStart) = (HTML(), nil, false, false, true) }
    if line.isEmpty && isAtStart { return close() }
    if let begun {
      turn(to: begun)
      elements.append(line)
    } else if isIndented, open != .paragraph, let last = elements.popLast() {
      elements.append(last + (isNested ? "<ul><li>\(line)</li></ul>" : line))
    } else {
      turn(to: .paragraph)
      elements.append(line)
    }
  }

  private mutating func turn(to block: Block) {
    if open != block { close() }
    open = block
  }

  private mutating func close() {
    guard let open else { return }
    let tag = open.rawValue
    switch open {
    case .paragraph: html += "<\(tag)>\(elements.joined(separator: "\n"))</\(tag)>\n"
    case .list, .steps:
      let items = elements.map { "<li>\($0)</li>\n" as HTML }
      html += "<\(tag)>\n\(items.joined())</\(tag)>\n"
    }
    self.open = nil
    elements = []
  }
}

extension String {
  /// The address as a link, where it leads to the web.
  fileprivate var link: HTML {
    let isOfWeb = ["https://", "http://"].contains(where: hasPrefix)
    return isOfWeb ? "<a href=\"\(self)\">\(self)</a>" : "\(self)"
  }
}

extension Table {
  /// The table, which scrolls by itself where there is no room for it.
  var html: HTML {
    func cells(_ cells: [Prose], _ tag: HTML) -> HTML {
      cells.map { $0.isEmpty ? "<td></td>" : "<\(tag)>\($0.inlineHTML)</\(tag)>" }.joined()
    }
    let rows = self.rows.map { row -> HTML in "<tr>\(cells(row, "td"))</tr>\n" }.joined()
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="table"><table>
      <thead><tr>\(cells(header, "th"))</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }
}
