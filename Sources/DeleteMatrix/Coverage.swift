import CompiledOnce
import ObjectGraph
import Scenarios
import SourceText

/// The number of observed cells of each framework, by release and store.
///
/// ```swift
/// for line in Coverage(suite).lines { print(line.release ?? "no release named", line.observed) }
/// ```
public struct Coverage: Sendable {
  /// The observations on a release and in a kind of store.
  public struct Line: Hashable, Sendable {
    /// The framework.
    public let framework: Framework.Name
    /// The release; nil where no source names one.
    public let release: String?
    /// The kind of store; nil where no source names one.
    public let store: String?
    /// The number of cells observed there.
    public let observed: Int
    /// The ids of the sources that observed them, sorted.
    public let sources: [String]
  }

  /// The lines by framework, the oldest release first, and those without a date last.
  public let lines: [Line]
  /// The described releases without an observation, by framework, the oldest first.
  public let unobserved: [Framework.Name: [String]]
  /// The number of all cells, and of those that are only predicted.
  public let counts: [Framework.Name: (all: Int, predictedOnly: Int)]

  private struct Place: Hashable {
    let release: Release?
    let name: String?
    let store: String?
  }

  /// Counts what matrices state.
  ///
  /// - Parameters:
  ///   - suite: The matrices.
  ///   - framework: Which framework; nil for both.
  public init(_ suite: MatrixSuite, of framework: Framework.Name? = nil) {
    var lines: [Line] = []
    var counts: [Framework.Name: (all: Int, predictedOnly: Int)] = [:]
    var unobserved: [Framework.Name: [String]] = [:]
    for name in Framework.Name.allCases where framework == nil || framework == name {
      let cells = suite.cells(of: name)
      if cells.isEmpty { continue }
      var found: [Place: (cells: Set<String>, sources: Set<String>)] = [:]
      var isObserved = 0
      for cell in cells {
        let seen = cell.observations.filter { $0.evidence == .observed }
        if !seen.isEmpty { isObserved += 1 }
        for observation in seen {
          for place in Self.places(of: observation) {
            found[place, default: ([], [])].cells.insert(cell.id)
            if let source = observation.source {
              found[place]?.sources.insert(source.id)
            }
          }
        }
      }
      let places = found.keys.sorted { one, other in
        let key = { (place: Place) in
          (
            place.release?.era.year ?? .max, place.release?.era.update ?? 0, place.name ?? "",
            place.store ?? ""
          )
        }
        return key(one) < key(other)
      }
      for place in places {
        let (cells, sources) = found[place] ?? ([], [])
        lines.append(
          Line(
            framework: name, release: place.name, store: place.store, observed: cells.count,
            sources: sources.sorted()))
      }
      let eras = Set(found.keys.compactMap(\.release?.era))
      unobserved[name] = (suite.releases?.described ?? []).map(\.release).filter {
        !eras.contains($0.era)
      }.map { "\($0)" }
      counts[name] = (cells.count, cells.count - isObserved)
    }
    self.lines = lines
    self.counts = counts
    self.unobserved = unobserved
  }

  /// The releases that an observation's source names, with the store.
  private static func places(of observation: Observation) -> [Place] {
    let environment = observation.source?.environment
    let store = environment?.store.map(Self.store)
    let releases = environment?.releases ?? []
    if releases.isEmpty { return [Place(release: nil, name: nil, store: store)] }
    return releases.map { Place(release: $0, name: "\($0)", store: store) }
  }

  /// A kind of store, however a source spells it.
  private static func store(_ words: String) -> String {
    switch words.lowercased().filter(\.isLetter) {
    case "sqlite": "SQLite"
    case "inmemory", "memory": "in memory"
    default: words
    }
  }
}
