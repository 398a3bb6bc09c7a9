import ModelFiles

/// Looks for what will hurt in a model, and proves it.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// for finding in try Check().findings(in: model) { print(finding) }
/// // App.xcdatamodeld/…/contents:12:9: warning: deleting a Note leaves … (no_action_leaves_dangling)
/// ```
public struct Check: Sendable {
  /// What to look for.
  public var rules: Set<CheckRule>
  /// Whether everything found is an error.
  public var isStrict: Bool

  /// Chooses what to look for.
  ///
  /// - Parameters:
  ///   - rules: What to look for; nil for everything that is not for CloudKit only.
  ///   - forCloudKit: Whether to add what CloudKit refuses.
  ///   - isStrict: Whether everything found is an error.
  public init(rules: Set<CheckRule>? = nil, forCloudKit: Bool = false, isStrict: Bool = false) {
    self.rules = rules ?? Set(CheckRule.allCases.filter { !$0.isForCloudKit })
    if forCloudKit { self.rules.formUnion(CheckRule.allCases.filter(\.isForCloudKit)) }
    self.isStrict = isStrict
  }

  /// Looks for what will hurt.
  ///
  /// What is wrong with a statement, such as an inverse that does not point back, stands for the
  /// hazard that comes of it: one finding, with the delete that shows it.
  ///
  /// - Parameter model: A model that was read from files.
  /// - Returns: The findings in the order of their places, then by rule.
  /// - Throws: A ``CheckFault`` where a proof fails: a fault of this package, never of the model.
  public func findings(in model: Model) throws(CheckFault) -> [Finding] {
    var hazards = HazardSearch.hazards(of: model.schema)
    var findings: [Finding] = []
    for stated in model.findings {
      findings.append(try finding(stated, taking: &hazards, in: model))
    }
    for hazard in hazards where rules.contains(hazard.rule) {
      findings.append(try finding(hazard, in: model))
    }
    findings += try orderedOnBothSides(in: model)
    findings += try cloudKitFindings(in: model)
    return findings.filter { rules.contains($0.rule) }
      .map { finding in
        var finding = finding
        if isStrict { finding.severity = .error }
        return finding
      }
      .sorted { ($0.location, $0.rule.rawValue) < ($1.location, $1.rule.rawValue) }
  }
}

/// A proof that fails.
///
/// The search for hazards and the replay of its proof disagree: a fault of this package.
public struct CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which finding, and how its proof fails.
  public let description: String
}
