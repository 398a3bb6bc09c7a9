import Foundation
import SmallWorlds

/// What one shard of a search looked at, so that it can be put together with the others.
struct ShardReport: Codable {
  /// The shard's number, from 1.
  var shard: Int
  /// How many shards there are.
  var of: Int
  var families: [Part]

  struct Part: Codable {
    var family: WorldFamily
    /// How many schemas the whole family has.
    var schemasOfFamily: Int
    var counts: SearchCounts
  }

  /// What several reports come to, if they are all shards of one search.
  init(merging reports: [ShardReport]) throws(MergeProblem) {
    guard let first = reports.first else { throw MergeProblem("no report is given") }
    let numbers = reports.map(\.shard).sorted()
    if let other = reports.first(where: { $0.of != first.of }) {
      throw MergeProblem("some reports are of \(first.of) shards, others of \(other.of)")
    }
    let missing = (1...max(first.of, 1)).filter { !numbers.contains($0) }
    if !missing.isEmpty {
      let rest = missing.count > 10 ? " and \(missing.count - 10) others" : ""
      throw MergeProblem("shards \(missing.prefix(10))\(rest) of \(first.of) are missing")
    }
    if numbers.count != first.of { throw MergeProblem("shards are given twice: \(numbers)") }
    self.init(shard: 1, of: 1, families: first.families)
    for report in reports.dropFirst() {
      let names = report.families.map(\.family)
      guard names == families.map(\.family) else {
        throw MergeProblem(
          "shard \(report.shard) has other families than shard \(first.shard): "
            + names.map(\.rawValue).joined(separator: ", "))
      }
      for (place, part) in report.families.enumerated() {
        guard part.schemasOfFamily == families[place].schemasOfFamily else {
          throw MergeProblem(
            "shard \(report.shard) is of another version: \(part.family) has "
              + "\(part.schemasOfFamily) schemas there, \(families[place].schemasOfFamily) in shard "
              + "\(first.shard)")
        }
        families[place].counts += part.counts
      }
    }
    for part in families where part.counts.schemas != part.schemasOfFamily {
      throw MergeProblem(
        "\(part.family): \(part.counts.schemas) of \(part.schemasOfFamily) schemas were searched")
    }
  }

  init(shard: Int, of: Int, families: [Part]) {
    self.shard = shard
    self.of = of
    self.families = families
  }

  var total: SearchCounts { families.reduce(into: SearchCounts()) { $0 += $1.counts } }

  /// Whether it is of all schemas of all families.
  var isComplete: Bool {
    families.map(\.family) == WorldFamily.allCases
      && families.allSatisfy { $0.counts.schemas == $0.schemasOfFamily }
  }

  /// A table of the counts.
  var text: String {
    let head = [
      "family", "schemas", "declarations", "graphs", "without symmetry", "deletes",
      "laws",
    ]
    let rows =
      [head] + families.map { Self.row($0.family.rawValue, $0.counts) }
      + [Self.row("in all", total)]
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }
      .joined(separator: "  ")
    }
    .joined(separator: "\n")
  }

  private static func row(_ name: String, _ counts: SearchCounts) -> [String] {
    let numbers = [
      counts.schemas, counts.declarations, counts.graphs, counts.graphsWithoutSymmetry,
      counts.deletes, counts.laws,
    ]
    return [name] + numbers.map(String.init)
  }
}

/// Why reports do not belong together.
struct MergeProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
