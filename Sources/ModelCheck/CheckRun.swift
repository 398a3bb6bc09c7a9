import ModelFiles

/// What checking some models came to.
public struct CheckRun: Sendable {
  /// The names of the models, in the order in which they were given.
  public let models: [String]
  /// What was found and is not silenced, in the order of the models and of the places in them.
  public let findings: [Finding]

  /// Puts together what was found.
  ///
  /// - Parameters:
  ///   - models: The names of the models that were checked.
  ///   - findings: What was found and is not silenced.
  public init(models: [String], findings: [Finding]) {
    self.models = models
    self.findings = findings
  }

  /// Whether anything was found that should keep a change from going in; a note does not.
  public var isFailure: Bool { findings.contains { $0.severity != .note } }

  /// `1 error, 2 warnings`, or that there is nothing.
  public var counts: String {
    let parts = ModelFinding.Severity.allCases.compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}
