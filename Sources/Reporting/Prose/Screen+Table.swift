import CompiledOnce

extension Screen {
  private static let gap = 2

  /// The lines of a table: side by side where there is room, and otherwise a line for each cell.
  func lines(of table: Table) -> [[Glyph]] {
    let all = table.rows.map { $0.map(\.glyphs) }
    // A column in which no row has anything is left out.
    let shown = table.header.indices.filter { column in
      all.isEmpty || all.contains { !$0[column].isEmpty }
    }
    let header = shown.map { table.header[$0].glyphs }
    let rows = all.map { row in shown.map { row[$0] } }
    guard let widths = widths(of: [header] + rows) else { return records(header, rows) }
    let title = header.map { $0.map { Glyph($0.character, .heading(2)) } }
    let rule = widths.map { [Glyph](repeating: Glyph("─"), count: $0) }
    let drawn = rows.map { lines(of: $0, widths) }
    let isNamed = header.contains { !$0.isEmpty }
    let heads = isNamed ? lines(of: title, widths) + lines(of: rule, widths) : []
    if drawn.allSatisfy({ $0.count < 2 }) { return heads + drawn.joined() }
    // Where the first column shows the start of each row, no blank line has to.
    let isSeen = rows.allSatisfy { row in
      row.first.map { !$0.isEmpty && $0.width <= widths[0] } ?? false
    }
    let table = heads + drawn.enumerated().flatMap { $0 == 0 || isSeen ? $1 : [[]] + $1 }
    let records = records(header, rows)
    return isNamed && records.count * 3 < table.count * 2 ? records : table
  }

  /// The width of each column; nil where they do not fit side by side.
  private func widths(of rows: [[[Glyph]]]) -> [Int]? {
    let columns = rows.first?.indices ?? 0..<0
    let natural = columns.map { column in rows.map { $0[column].width }.max() ?? 0 }
    let room = width - Self.gap * max(columns.count - 1, 0)
    if natural.reduce(0, +) <= room { return natural }
    // Names stay whole.
    let words = columns.map { column in rows.map { $0[column].widestWord }.max() ?? 0 }
    if words.reduce(0, +) > room { return nil }
    func sizes(upTo limit: Int) -> [Int] { zip(words, natural).map { max($0, min($1, limit)) } }
    var limit = 0
    while sizes(upTo: limit + 1).reduce(0, +) <= room { limit += 1 }
    return sizes(upTo: limit)
  }

  /// The lines of a row whose cells stand side by side.
  private func lines(of row: [[Glyph]], _ widths: [Int]) -> [[Glyph]] {
    let cells = zip(row, widths).map { $0.wrapped(to: max($1, 1)) }
    return (0..<(cells.map(\.count).max() ?? 0)).map { number in
      var line: [Glyph] = []
      var end = 0
      for (cell, width) in zip(cells, widths) {
        if cell.indices.contains(number), !cell[number].isEmpty {
          line += [Glyph](repeating: Glyph(" "), count: max(end - line.width, 0)) + cell[number]
        }
        end += width + Self.gap
      }
      return line
    }
  }

  /// The number of columns above which cells share lines.
  private static let fewColumns = 4

  /// A line for each cell that says something, with the title of its column; cells of many columns share lines.
  private func records(_ header: [[Glyph]], _ rows: [[[Glyph]]]) -> [[Glyph]] {
    rows.enumerated().flatMap { number, row in
      let cells = zip(header, row).filter { !$1.isEmpty }.map { title, cell in
        let title = title.map { Glyph($0.character, .heading(2)) }
        return title.isEmpty ? cell : title + [Glyph(":"), Glyph(" ")] + cell
      }
      var lines: [[Glyph]] = []
      for cell in cells {
        if header.count > Self.fewColumns, let last = lines.last,
          last.width + 2 + cell.width <= width
        {
          lines[lines.count - 1] += [Glyph(" "), Glyph(" ")] + cell
        } else {
          lines += cell.wrapped(to: width, indent: 2)
        }
      }
      return number == 0 ? lines : [[]] + lines
    }
  }
}
