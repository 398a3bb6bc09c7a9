import CompiledOnce
import ObjectGraph
import Scenarios
import SourceText

/// The number of observed cells of each framework, by release and store.
///
/// ```swift
/// for line in Coverage(suite).lines { print(line.release ?? "no release named", line.observed) }
/// ```
package struct Coverage: Sendable {
  /// The observations on a release and in a kind of store.
  package struct Line: Hashable, Sendable {
    package let framework: Framework.Name
    /// The release; nil where no source names one.
    package let release: String?
    /// The kind of store; nil where no source names one.
    package let store: String?
    /// The versions of the frameworks' bundles; nil where no source names them.
    package let frameworks: String?
    package let observed: Int
    /// The number of other cells whose observation carries over from a release with the same frameworks.
    package let carriedOver: Int
    /// The ids of the sources that observed them, sorted.
    package let sources: [String]
  }

  /// A run that would tell about unknown behaviours.
  package struct Question: Hashable, Sendable {
    package let framework: Framework.Name
    package let release: Release
    package let circumstances: Circumstances
    package let behaviours: [String]
    /// The number of claims that rest on these behaviours.
    package let claims: Int
  }

  /// The runs that would settle most claims, these first; of these the runs that tell about most
  /// behaviours, and of the newest releases first.
  package let next: [Question]
  /// The lines by framework, the oldest release first, and those without a date last.
  package let lines: [Line]
  /// The described releases without an observation, by framework, the oldest first.
  package let unobserved: [Framework.Name: [String]]
  /// The number of all cells, and of those that are only predicted.
  package let counts: [Framework.Name: (all: Int, predictedOnly: Int)]

  private struct Place: Hashable {
    let release: Release?
    let name: String?
    let store: String?
    let frameworks: String?
  }

  package init(
    _ suite: MatrixSuite, of framework: Framework.Name? = nil, claims: [String: Int] = [:]
  ) {
    var lines: [Line] = []
    var counts: [Framework.Name: (all: Int, predictedOnly: Int)] = [:]
    var unobserved: [Framework.Name: [String]] = [:]
    for name in Framework.Name.allCases where framework == nil || framework == name {
      let cells = suite.cells(of: name)
      if cells.isEmpty { continue }
      var found: [Place: (cells: Set<String>, carried: Set<String>, sources: Set<String>)] = [:]
      var isObserved = 0
      for cell in cells {
        let seen = cell.observations.filter { $0.evidence == .observed }
        if !seen.isEmpty { isObserved += 1 }
        for observation in seen {
          for (place, isCarriedOver) in Self.places(of: observation) {
            if isCarriedOver {
              found[place, default: ([], [], [])].carried.insert(cell.id)
            } else {
              found[place, default: ([], [], [])].cells.insert(cell.id)
            }
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
            "\(place.store ?? "") \(place.frameworks ?? "")"
          )
        }
        return key(one) < key(other)
      }
      for place in places {
        let (cells, carried, sources) = found[place] ?? ([], [], [])
        lines.append(
          Line(
            framework: name, release: place.name, store: place.store,
            frameworks: place.frameworks, observed: cells.count,
            carriedOver: carried.subtracting(cells).count, sources: sources.sorted()))
      }
      let eras = Set(found.keys.compactMap(\.release?.era))
      unobserved[name] = (suite.releases?.described ?? []).map(\.release).filter {
        !eras.contains($0.era)
      }.map { "\($0)" }
      counts[name] = (cells.count, cells.count - isObserved)
    }
    next = suite.releases.map { Self.next(in: $0, of: Array(counts.keys), claims) } ?? []
    self.lines = lines
    self.counts = counts
    self.unobserved = unobserved
  }

  /// The five runs that would settle most claims.
  private static func next(
    in releases: Releases, of frameworks: [Framework.Name], _ claims: [String: Int]
  ) -> [Question] {
    var questions: [Question] = []
    for name in Framework.Name.allCases where frameworks.contains(name) {
      let memory: Circumstances.Store = name == .swiftData ? .swiftDataInMemory : .inMemory
      for release in releases.described.map(\.release).reversed() {
        for store in [Circumstances.Store.sqlite, memory] {
          for inserter in [Circumstances.Inserter.thisContext, .otherContext] {
            let circumstances = Circumstances(store: store, insertedBy: inserter)
            let unknown = releases.behaviours.filter {
              $0.framework == name && !$0.standing(on: release.era, in: circumstances).isKnown
            }.map(\.name)
            questions.append(
              Question(
                framework: name, release: release, circumstances: circumstances,
                behaviours: unknown, claims: unknown.reduce(0) { $0 + (claims[$1] ?? 0) }))
          }
        }
      }
    }
    func order(_ index: Int) -> (Int, Int, Int) {
      (-questions[index].claims, -questions[index].behaviours.count, index)
    }
    let most = questions.indices.sorted { order($0) < order($1) }
    return most.prefix(5).map { questions[$0] }.filter { !$0.behaviours.isEmpty }
  }

  /// The releases that an observation's source names, with the store, and those to which the observation
  /// carries over.
  private static func places(
    of observation: Observation
  ) -> [(place: Place, isCarriedOver: Bool)] {
    let environment = observation.source?.environment
    let store = environment?.store.map(Self.store)
    let releases = environment?.os?.releases ?? []
    let frameworks = environment?.frameworks
    if releases.isEmpty {
      return [(Place(release: nil, name: nil, store: store, frameworks: frameworks), false)]
    }
    let carriedOver = environment?.carriedOver ?? []
    return (releases.map { ($0, false) } + carriedOver.map { ($0, true) }).map {
      (Place(release: $0, name: "\($0)", store: store, frameworks: frameworks), $1)
    }
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
