import CompiledOnce
import ModelFiles
import Scenarios
import SourceText

/// The settings of a project for all commands, from a file `.deleterules.json` at its top.
package struct Configuration: Sendable, Equatable {
  package static let fileName = ".deleterules.json"

  /// Paths from the file's folder: those in one list are one model's where they hold Swift source.
  package var models: [[String]]
  /// The paths to skip, relative to the file's folder, with `*`, `?` and `**`.
  package var excluded: [String]
  /// The rules that are not looked for, with the reasons.
  package var disabled: [CheckRule: String]
  package var severities: [CheckRule: ModelFinding.Severity]
  /// The path of a baseline, from the file's folder.
  package var baseline: String?
  /// The oldest system on which the app runs, such as `iOS 17.0`.
  package var minimumSystem: String?

  /// States what a project says of itself.
  package init(
    models: [[String]] = [], excluded: [String] = [], disabled: [CheckRule: String] = [:],
    severities: [CheckRule: ModelFinding.Severity] = [:], baseline: String? = nil,
    minimumSystem: String? = nil
  ) {
    self.models = models
    self.excluded = excluded
    self.disabled = disabled
    self.severities = severities
    self.baseline = baseline
    self.minimumSystem = minimumSystem
  }
}

extension Configuration {
  package static let format = FileFormat(
    "configuration", "a configuration",
    "What a project says of itself in its .deleterules.json; all paths are from its folder.",
    blank: Configuration(), isFile: true,
    [
      .listed("models", \.models, .models),
      .listed(
        "exclude", \.excluded,
        .list(of: .pathInProject, expected: "an array of paths with *, ? and **")),
      .defaulted(
        "disabled", \.disabled,
        .byRule(.reason("the reason why the rule is not looked for"), expected: "the reasons"),
        to: [:]),
      .defaulted("severity", \.severities, .byRule(.word, expected: "severities"), to: [:]),
      .stated("baseline", \.baseline, .pathInProject),
      .stated("minimumSystem", \.minimumSystem, .system),
    ])
}

extension Configuration {
  /// Reads a configuration.
  ///
  /// ```json
  /// {"models": [["Trips", "Packages"]], "exclude": ["**/Generated"],
  ///  "disabled": {"deny_on_child": "Trip.delete() asks first"}, "baseline": "baseline.json"}
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file's path and bytes.
  ///   - releases: The releases than which `minimumSystem` is not to be newer; nil for any.
  /// - Throws: A `DataError` with every problem.
  package init(_ file: SourceFile, on releases: Releases? = nil) throws(DataError) {
    self = try FileReading.value(in: file) { reading, node in
      let configuration = reading.value(node, of: Self.format)
      if let releases, let oldest = configuration?.oldestRelease {
        reading.check(oldest, in: node, on: releases)
      }
      return configuration
    }
  }

  /// The release of the oldest system on which the app runs.
  package var oldestRelease: Release? { minimumSystem.flatMap { try? Release($0) } }

  /// The file that says the same.
  package var text: String { Self.format.json(self).line + "\n" }
}

extension Notation<[[String]]> {
  /// The models of a project, each with its paths.
  fileprivate static var models: Notation {
    let path = Notation<String>.pathInProject
    let paths = Notation<[String]>.list(of: path, expected: "", least: 1)
    return Notation(
      .list(.named("paths", paths.shape)),
      read: { reading, node, _ in
        var lines: [Set<String>: Int] = [:]
        return reading.list(node, expected: "an array of models, each an array of paths") {
          $0.pathsOfModel($1, &lines)
        }
      }, write: { .array($0.compactMap(paths.write)) })
  }
}

extension Notation<String> {
  /// A path that means the same on every machine.
  fileprivate static var pathInProject: Notation {
    let shape = JSONShape.keywords([
      ("type", "string"), ("minLength", .integer(1)),
      ("pattern", "^(?!/)(?!(.*/)?[.][.](/|$))"),
    ])
    return Notation(
      shape, read: { reading, node, _ in reading.pathInProject(node) }, write: { .string($0) }
    )
    .named("pathInProject", "A path from the file's folder, and not out of it.")
  }

  fileprivate static var system: Notation {
    let systems = Release.System.allCases.map(\.rawValue).sorted()
    let pattern = "^(\(systems.joined(separator: "|"))) [0-9]+([.][0-9]+)*$"
    return Notation(
      .keywords([("type", "string"), ("pattern", .string(pattern))]),
      read: { reading, node, _ in reading.system(node, among: systems) }, write: { .string($0) })
  }
}

extension Notation {
  /// Values by the rules that they are of; nothing where there are none.
  fileprivate static func byRule<Stated>(
    _ notation: Notation<Stated>, expected: String
  ) -> Notation where Value == [CheckRule: Stated] {
    let rules = CheckRule.allCases.map(\.rawValue).sorted()
    return byWord(
      Notation<CheckRule>.rule.shaped(.oneOf(rules.map { .string($0) })).named(
        "ruleID", "A rule of check; 'deleterules rules' lists them."), "rule", notation,
      expected: "\(expected), by rules, an object")
  }
}

extension FileReading {
  fileprivate mutating func pathsOfModel(
    _ node: JSONNode, _ lines: inout [Set<String>: Int]
  ) -> [String]? {
    guard let elements = elements(node, expected: "the paths of one model, an array") else {
      return nil
    }
    let paths = elements.compactMap { pathInProject($0) }
    // Two apps may share a package, but not everything.
    let meant = Set(
      paths.map { path in
        path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
      })
    if elements.isEmpty {
      report(node.location, "found no path; expected those of one model")
    } else if let first = lines[meant] {
      report(
        node.location,
        "found the model again; its paths stand first in line \(first), and its findings would be "
          + "told twice")
    } else {
      lines[meant] = node.location.line
    }
    return paths
  }

  fileprivate mutating func pathInProject(_ node: JSONNode) -> String? {
    guard let path = string(node, expected: "a path from this file's folder") else { return nil }
    if path.hasPrefix("/") || path.split(separator: "/").contains("..") {
      report(
        node.location,
        "found the path \"\(path.singleLine)\"; expected one from this file's folder, inside of it")
    }
    return path
  }

  fileprivate mutating func system(_ node: JSONNode, among systems: [String]) -> String? {
    let expected = "a system and its version, such as \"iOS 17.0\""
    guard let text = string(node, expected: expected) else { return nil }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    let isNumber: (Substring) -> Bool = { !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }
    if parts.count != 2 || !systems.contains(String(parts[0])) || !numbers.allSatisfy(isNumber) {
      report(node, expected: expected)
    }
    return text
  }

  /// Reports an oldest release that is newer than any that is known.
  fileprivate mutating func check(_ oldest: Release, in node: JSONNode, on releases: Releases) {
    guard case .object(let members) = node.content,
      let stated = members.first(where: { $0.key == "minimumSystem" })
    else { return }
    do throws(ReleaseError) { try releases.checkIsNotNewer(oldest) } catch {
      report(stated.value.location, "\(error)")
    }
  }
}
