import ObjectGraph
import Scenarios
import SourceText

/// Pairings and scenarios that are replayed together.
///
/// ```swift
/// let suite = MatrixSuite(scenarios: [file])
/// let run = MatrixRun(suite, by: Runner(ForgetfulStore()))
/// ```
public struct MatrixSuite: Sendable {
  /// The number of rows and cells in a complete run, pinned so that none is lost unnoticed.
  package struct Pins: Hashable, Sendable {
    package var rows: Int
    /// Deletes of linked objects with an observed outcome.
    package var deletes: Int
    package var unlinkedDeletes: Int
    package var removals: Int
  }

  /// The pairings, in the order of their files' paths.
  package internal(set) var pairings: [Pairing]
  /// The scenarios, in the order of their files' paths.
  public internal(set) var scenarios: [ScenarioFile]
  package var sources: [Source] { pairings.flatMap(\.sources) + scenarios.flatMap(\.sources) }
  /// The observations of pairings and scenarios by runs, in the order of their files' paths.
  package internal(set) var runs: [RunObservations] = []
  /// The same without what runs observed: of these pairings the counts are pinned.
  let filed: (pairings: [Pairing], scenarios: [ScenarioFile])
  /// The pinned counts of each framework; empty where no manifest pins them.
  package let pins: [Framework.Name: Pins]
  /// The descriptions of the frameworks' releases; nil if no file has any.
  public let releases: Releases?

  /// A kind of file that holds pairings, and that another module reads.
  package struct PairingsFormat {
    let key: String
    let read: (inout FileReading, JSONNode) -> [Pairing]

    /// Tells how such files are known, and read.
    package init(key: String, read: @escaping (inout FileReading, JSONNode) -> [Pairing]) {
      self.key = key
      self.read = read
    }
  }

  /// Reads files, strictly.
  ///
  /// A file named `manifest.json` pins counts, `releases.json` describes releases, one named
  /// `….schema.json` is left alone; of the others, one with the key `scenario` is a scenario, and any
  /// other a pairing.
  ///
  /// - Parameter files: The files, in any order.
  /// - Throws: A `DataError` with every problem of every file, in the order of their paths.
  public init(_ files: [SourceFile]) throws(DataError) { try self.init(files, or: []) }

  /// Reads files, strictly, among them some of other kinds.
  package init(_ files: [SourceFile], or formats: [PairingsFormat]) throws(DataError) {
    var pairings: [Pairing] = []
    var scenarios: [ScenarioFile] = []
    var pins: [Framework.Name: Pins] = [:]
    var releases: Releases?
    var problems: [DataError.Problem] = []
    var firstFiles: [String: String] = [:]
    var observed: [(FileReading, JSONNode)] = []
    for file in files.sorted(by: { $0.path < $1.path }) where !file.path.hasSuffix(".schema.json") {
      var reading = FileReading(file: file.path)
      do {
        let node = try JSONParser.parse(file.bytes, file: file.path)
        let name = file.path.split(separator: "/").last
        if name == "releases.json" {
          releases = reading.releases(node)
          reading.reportRepetition(of: "a description of releases", at: node, &firstFiles)
        } else if name == "manifest.json" {
          pins = reading.value(node, of: Pins.manifest) ?? [:]
          reading.reportRepetition(of: "a manifest", at: node, &firstFiles)
        } else if node.hasKey("scenario") {
          if let scenario = reading.scenario(node) {
            scenarios.append(scenario)
            reading.reportRepetition(of: "scenario \(scenario.name)", at: node, &firstFiles)
          }
        } else if node.hasKey("observations") {
          // Of cells that other files have.
          observed.append((reading, node))
        } else if let format = formats.first(where: { node.hasKey($0.key) }) {
          pairings += format.read(&reading, node)
        } else if let pairing = reading.pairing(node) {
          pairings.append(pairing)
          let name = "\(pairing.framework.rawValue) \(pairing.name)"
          reading.reportRepetition(of: name, at: node, &firstFiles)
        }
      } catch {
        problems += error.problems
      }
      problems += reading.listedProblems
    }
    self.pairings = pairings
    self.scenarios = scenarios
    self.pins = pins
    self.releases = releases
    filed = (pairings, scenarios)
    if problems.isEmpty {
      let known = self
      for (reading, node) in observed {
        var reading = reading
        if let run = reading.runObservations(node, known) {
          reading.reportRepetition(of: run.title, at: node, &firstFiles)
          add(run)
        }
        problems += reading.listedProblems
      }
    }
    if problems.isEmpty {
      let described: Releases
      if let releases { described = releases } else { described = try Releases.known() }
      problems = releaseProblems(in: described, ofRunsAt: observed.map(\.1.location))
    }
    if !problems.isEmpty { throw DataError(problems: problems) }
  }

  /// The releases that files name and that there are not, or on which the framework does not run.
  private func releaseProblems(
    in described: Releases, ofRunsAt places: [Location]
  ) -> [DataError.Problem] {
    let stated =
      pairings.map { ($0.framework, $0.system, $0.sources, $0.location, $0.location) }
      + scenarios.map {
        (
          $0.scenario.framework, $0.scenario.system, $0.sources, $0.location,
          $0.systemLocation ?? $0.location
        )
      }
      + zip(runs, places).map { ($0.framework, nil, [$0.source], $1, $1) }
    var problems: [DataError.Problem] = []
    for (framework, system, sources, place, systemPlace) in stated {
      func check(_ words: String, at place: Location, _ body: () throws -> Void) {
        do { try body() } catch {
          problems.append(DataError.Problem(location: place, message: "\(words): \(error)"))
        }
      }
      if let system {
        check("the system", at: systemPlace) { _ = try ReleaseRange(system, in: described) }
      }
      for source in sources {
        let osPlace = source.environment.os?.location ?? place
        check("the \"os\" of the source '\(source.id.singleLine)'", at: osPlace) {
          for release in source.environment.releases {
            try described.check(release, for: framework)
          }
        }
      }
    }
    return problems
  }

  /// Puts scenarios together that did not come from files.
  ///
  /// - Parameter scenarios: The scenarios.
  public init(scenarios: [ScenarioFile]) { self.init(pairings: [], scenarios: scenarios) }

  package init(pairings: [Pairing] = [], scenarios: [ScenarioFile] = []) {
    self.pairings = pairings
    self.scenarios = scenarios
    pins = [:]
    releases = nil
    filed = (pairings, scenarios)
  }

  /// Leaves out what some runs observed.
  ///
  /// - Parameter titles: The runs' titles; of those that are not there nothing is left out.
  package mutating func forget(_ titles: [String]) {
    let kept = runs.filter { !titles.contains($0.title) }
    (pairings, scenarios) = filed
    runs = []
    for run in kept { add(run) }
  }
}

extension MatrixSuite {
  /// Returns the differences between the counts of a complete run of a framework and the pinned
  /// ones.
  ///
  /// - Parameter framework: The framework.
  /// - Returns: A sentence for each count that differs; empty without a manifest.
  public func pinProblems(of framework: Framework.Name) -> [String] {
    guard let pins = pins[framework] else { return [] }
    let rows = filed.pairings.filter { $0.framework == framework }
    let observed = rows.flatMap { pairing in
      pairing.rows.filter { $0.leftOut == nil }.map { ($0, pairing) }
    }
    let stated = { (key: Cell.Operation.Key) in
      observed.reduce(0) { count, row in
        count + row.0.observations.filter { $0.key.key == key && !$0.value.isEmpty }.count
      }
    }
    let removals = observed.reduce(0) { $0 + $1.1.removals.count }
    let counts = [
      ("observed rows", pins.rows, observed.count),
      ("observed deletes", pins.deletes, stated(.delete)),
      ("observed deletes of unlinked objects", pins.unlinkedDeletes, stated(.unlinked)),
      ("removals in observed rows", pins.removals, removals),
    ]
    return counts.filter { $0.1 != $0.2 }.map { name, pinned, found in
      "found \(found) \(name) for \(framework.rawValue); the manifest pins \(pinned)"
    }
  }
}

extension MatrixSuite.Pins {
  package static let manifest = FileFormat(
    "manifest", "a manifest", "How many rows and cells a complete run has, by framework.",
    blank: [:], isFile: true,
    [
      .required(
        "pinned", \.self,
        .byWord(.framework, "framework", .object(format), expected: "counts by framework"))
    ])

  private static let format = FileFormat(
    "pins", "a set of pinned counts",
    blank: MatrixSuite.Pins(rows: 0, deletes: 0, unlinkedDeletes: 0, removals: 0),
    [
      .required("rows", \.rows, .count, "Observed rows."),
      .required(
        "deletes", \.deletes, .count, "Deletes of linked objects with a stated outcome."),
      .required(
        "unlinkedDeletes", \.unlinkedDeletes, .count,
        "Deletes of unlinked objects with a stated outcome."),
      .required("removals", \.removals, .count, "Removals in observed rows, stated or not."),
    ])
}

extension FileReading {
  /// Reports what another file has already, and otherwise notes that this one has it.
  fileprivate mutating func reportRepetition(
    of name: String, at node: JSONNode, _ firstFiles: inout [String: String]
  ) {
    if let first = firstFiles[name] {
      report(node.location, "found \(name.singleLine) again; it stands first in \(first)")
    } else {
      firstFiles[name] = file
    }
  }
}
