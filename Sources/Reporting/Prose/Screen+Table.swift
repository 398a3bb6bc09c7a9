import CompiledOnce

extension Screen {
  private static let gap = 2
  /// The fewest columns in which words are read, where there are more.
  private static let leastWidth = 9

  /// The lines of a table: side by side where there is room, and otherwise a line for each cell.
  func lines(of table: Table) -> [[Glyph]] {
    let header = table.header.map(\.glyphs)
    let rows = table.rows.map { $0.map(\.glyphs) }
    guard let widths = widths(of: [header] + rows) else { return records(header, rows) }
    let title = header.map { $0.map { Glyph($0.character, .heading(2)) } }
    let rule = widths.map { [Glyph](repeating: Glyph("─"), count: $0) }
    let drawn = rows.map { lines(of: $0, widths) }
    let isNamed = header.contains { !$0.isEmpty }
    let heads = isNamed ? lines(of: title, widths) + lines(of: rule, widths) : []
    if drawn.allSatisfy({ $0.count < 2 }) { return heads + drawn.joined() }
    // Without a line between them, nobody sees where a row of several lines ends.
    let table = heads + drawn.enumerated().flatMap { $0 == 0 ? $1 : [[]] + $1 }
    let records = records(header, rows)
    return records.count < table.count ? records : table
  }

  /// The width of each column; nil where they do not fit side by side.
  private func widths(of rows: [[[Glyph]]]) -> [Int]? {
    let columns = rows.first?.indices ?? 0..<0
    let natural = columns.map { column in rows.map { $0[column].width }.max() ?? 0 }
    let room = width - Self.gap * max(columns.count - 1, 0)
    if natural.reduce(0, +) <= room { return natural }
    // First names stay whole, and where that is too much, they are parted as well.
    let words = columns.map { column in rows.map { $0[column].widestWord }.max() ?? 0 }
    for least in [words, words.map { min($0, Self.leastWidth) }] where least.reduce(0, +) <= room {
      func sizes(upTo limit: Int) -> [Int] {
        zip(least, natural).map { max($0, min($1, limit)) }
      }
      var limit = 0
      while sizes(upTo: limit + 1).reduce(0, +) <= room { limit += 1 }
      return sizes(upTo: limit)
    }
    return nil
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

  /// A line for each cell that says something, with the title of its column.
  private func records(_ header: [[Glyph]], _ rows: [[[Glyph]]]) -> [[Glyph]] {
    rows.enumerated().flatMap { number, row in
      let lines = zip(header, row).flatMap { title, cell -> [[Glyph]] in
        if cell.isEmpty { return [] }
        let title = title.map { Glyph($0.character, .heading(2)) }
        return (title.isEmpty ? cell : title + [Glyph(":"), Glyph(" ")] + cell)
          .wrapped(to: width, indent: 2)
      }
      return number == 0 ? lines : [[]] + lines
    }
  }
}
