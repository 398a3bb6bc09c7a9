import CompiledOnce
import ModelFiles
import Scenarios
import SourceText

/// The settings of a project for all commands, from a file `.deleterules.json` at its top.
package struct Configuration: Sendable, Equatable {
  /// The name of the file.
  package static let fileName = ".deleterules.json"

  /// Paths from the file's folder: those in one list are one model's where they hold Swift source.
  package var models: [[String]]
  /// The paths to skip, relative to the file's folder, with `*`, `?` and `**`.
  package var excluded: [String]
  /// The rules that are not looked for, with the reasons.
  package var disabled: [CheckRule: String]
  /// The severities of rules in this project.
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

extension FormatObject {
  package static let configuration = FormatObject(
    "configuration", "a configuration",
    optional: [
      "$schema", "models", "exclude", "disabled", "severity", "baseline", "minimumSystem",
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
    self = try FileReading.value(in: file) { $0.configuration($1, on: releases) }
  }

  /// The release of the oldest system on which the app runs.
  package var oldestRelease: Release? { minimumSystem.flatMap { try? Release($0) } }

  /// The file that says the same.
  ///
  /// - Returns: JSON, ending with a line break.
  package var text: String {
    var members: [(String, JSONText)] = []
    if !models.isEmpty {
      members.append(("models", .array(models.map { .array($0.map(JSONText.string)) })))
    }
    if !excluded.isEmpty { members.append(("exclude", .array(excluded.map(JSONText.string)))) }
    let byID = disabled.map { ($0.key.rawValue, JSONText.string($0.value)) }
    if !byID.isEmpty { members.append(("disabled", .object(byID.sorted { $0.0 < $1.0 }))) }
    let severity = severities.map { ($0.key.rawValue, JSONText.string($0.value.rawValue)) }
    if !severity.isEmpty { members.append(("severity", .object(severity.sorted { $0.0 < $1.0 }))) }
    if let baseline { members.append(("baseline", .string(baseline))) }
    if let minimumSystem { members.append(("minimumSystem", .string(minimumSystem))) }
    return JSONText.object(members).line + "\n"
  }
}

extension FileReading {
  fileprivate mutating func configuration(
    _ node: JSONNode, on releases: Releases?
  ) -> Configuration? {
    guard let members = members(node, of: .configuration) else { return nil }
    var lines: [Set<String>: Int] = [:]
    return Configuration(
      models: list(members["models"], expected: "an array of models, each an array of paths") {
        $0.pathsOfModel($1, &lines)
      },
      excluded: list(members["exclude"], expected: "an array of paths with *, ? and **") {
        $0.pathInProject($1)
      },
      disabled: rules(members["disabled"], expected: "the reasons, by rules") {
        $0.reason($1)
      },
      severities: rules(members["severity"], expected: "severities, by rules") {
        $0.choice($1, ModelFinding.Severity.self)
      },
      baseline: members["baseline"].flatMap { pathInProject($0) },
      minimumSystem: members["minimumSystem"].flatMap { system($0, on: releases) })
  }

  private mutating func pathsOfModel(
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

  /// A path that means the same on every machine.
  private mutating func pathInProject(_ node: JSONNode) -> String? {
    guard let path = string(node, expected: "a path from this file's folder") else { return nil }
    if path.hasPrefix("/") || path.split(separator: "/").contains("..") {
      report(
        node.location,
        "found the path \"\(path.singleLine)\"; expected one from this file's folder, inside of it")
    }
    return path
  }

  private mutating func reason(_ node: JSONNode) -> String? {
    let reason = string(node, expected: "the reason why the rule is not looked for")
    if let reason, reason.allSatisfy(\.isWhitespace) {
      report(
        node.location, "found a blank reason; expected the reason why the rule is not looked for")
    }
    return reason
  }

  private mutating func system(_ node: JSONNode, on releases: Releases?) -> String? {
    let expected = "a system and its version, such as \"iOS 17.0\""
    guard let text = string(node, expected: expected) else { return nil }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let systems = ["iOS", "iPadOS", "macOS", "tvOS", "visionOS", "watchOS"]
    let numbers = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    let isNumber: (Substring) -> Bool = { !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }
    if parts.count != 2 || !systems.contains(String(parts[0])) || !numbers.allSatisfy(isNumber) {
      report(node, expected: expected)
      return text
    }
    do throws(ReleaseError) { try releases?.checkIsNotNewer(Release(text)) } catch {
      report(node.location, "\(error)")
    }
    return text
  }

  private mutating func rules<Value>(
    _ node: JSONNode?, expected: String, _ read: (inout FileReading, JSONNode) -> Value?
  ) -> [CheckRule: Value] {
    guard let members = node.flatMap({ namedMembers($0, expected: "\(expected), an object") })
    else { return [:] }
    var values: [CheckRule: Value] = [:]
    for member in members {
      guard let rule = CheckRule(rawValue: member.key) else {
        let end = alternatives(to: member.key, among: CheckRule.allCases.map(\.rawValue))
        report(member.keyLocation, "found the unknown rule \"\(member.key.singleLine)\"\(end)")
        continue
      }
      values[rule] = read(&self, member.value)
    }
    return values
  }
}
