import ObjectGraph
import Scenarios
import SourceText

/// Pairings and scenarios that are replayed together.
public struct MatrixSuite: Sendable {
  /// How many rows and cells a complete run has, so that none gets lost unnoticed.
  public struct Pins: Hashable, Sendable {
    /// Observed rows.
    public let rows: Int
    /// Deletes of linked objects with an observed outcome.
    public let deletes: Int
    /// Deletes of unlinked objects with an observed outcome.
    public let unlinkedDeletes: Int
    /// Removals, observed or not, in observed rows.
    public let removals: Int
  }

  /// The pairings, in the order of their files' paths.
  public let pairings: [Pairing]
  /// The scenarios, in the order of their files' paths.
  public let scenarios: [ScenarioFile]
  /// The pinned counts of each framework; empty where no manifest pins them.
  public let pins: [Framework.Name: Pins]

  /// Reads files, strictly.
  ///
  /// A file named `manifest.json` pins counts, one named `….schema.json` is left alone; of the
  /// others, one with the key `scenario` is a scenario, one with `matrix` a recorded matrix of a
  /// reader's own model, and any other a pairing.
  ///
  /// - Parameter files: The files, in any order.
  /// - Throws: A ``DataError`` with every problem of every file, in the order of their paths.
  public init(_ files: [SourceFile]) throws(DataError) {
    var pairings: [Pairing] = []
    var scenarios: [ScenarioFile] = []
    var pins: [Framework.Name: Pins] = [:]
    var problems: [DataError.Problem] = []
    var firstFiles: [String: String] = [:]
    for file in files.sorted(by: { $0.path < $1.path }) where !file.path.hasSuffix(".schema.json") {
      var reading = FileReading(file: file.path)
      do {
        let node = try JSONParser.parse(file.bytes, file: file.path)
        if file.path == "manifest.json" || file.path.hasSuffix("/manifest.json") {
          pins = reading.manifest(node)
          reading.reportRepetition(of: "a manifest", at: node, &firstFiles)
        } else if node.hasKey("scenario") {
          if let scenario = reading.scenario(node) {
            scenarios.append(scenario)
            reading.reportRepetition(of: "scenario \(scenario.name)", at: node, &firstFiles)
          }
        } else if node.hasKey("matrix") {
          pairings += reading.recordedPairings(node).pairings
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
    if !problems.isEmpty { throw DataError(problems: problems) }
    self.pairings = pairings
    self.scenarios = scenarios
    self.pins = pins
  }

  /// Puts pairings together that did not come from files.
  package init(pairings: [Pairing]) {
    self.pairings = pairings
    scenarios = []
    pins = [:]
  }

  /// Every cell of one framework: the pairings' first, then the scenarios'.
  ///
  /// - Parameter framework: Which framework; nil for all.
  /// - Returns: The cells, in the order of the files and of the places in them.
  public func cells(of framework: Framework.Name?) -> [Cell] {
    pairings.filter { framework == nil || $0.framework == framework }.flatMap(\.cells)
      + scenarios.filter { framework == nil || $0.scenario.framework == framework }
      .flatMap(\.cells)
  }
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

  fileprivate mutating func manifest(_ node: JSONNode) -> [Framework.Name: MatrixSuite.Pins] {
    var pins: [Framework.Name: MatrixSuite.Pins] = [:]
    guard let members = members(node, of: .manifest), let pinned = members["pinned"] else {
      return pins
    }
    for member in namedMembers(pinned, expected: "counts by framework") ?? [] {
      guard let framework = Framework.Name(rawValue: member.key) else {
        let known = Framework.Name.allCases.map(\.rawValue)
        let end = alternatives(to: member.key, among: known)
        report(
          member.keyLocation, "found the unknown framework \"\(member.key.singleLine)\"\(end)")
        continue
      }
      guard let counts = self.members(member.value, of: .pins) else { continue }
      let rows = count(counts["rows"])
      let deletes = count(counts["deletes"])
      let unlinked = count(counts["unlinkedDeletes"])
      let removals = count(counts["removals"])
      guard let rows, let deletes, let unlinked, let removals else { continue }
      pins[framework] = MatrixSuite.Pins(
        rows: rows, deletes: deletes, unlinkedDeletes: unlinked, removals: removals)
    }
    return pins
  }
}
