import SourceText

/// Something in a model's files that is not as it should be, or could not be read with certainty.
public struct ModelFinding: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, CaseIterable, Hashable, Comparable, Sendable {
    /// The model cannot mean what is written, or an app with it crashes; where the meaning was
    /// guessed, the message says what was taken.
    case error
    /// The model works, but hardly as intended.
    case warning
    /// Worth knowing, and often meant.
    case note

    /// Orders the worst first.
    public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .note: 2
      }
    }
  }

  /// Which kind of thing it is: words that do not change from one version to the next.
  ///
  /// `check` has a rule of the same name for each, which explains it.
  public enum Rule: String, CaseIterable, Hashable, Sendable {
    case ambiguousInverse = "ambiguous_inverse"
    case inverseNotReciprocal = "inverse_not_reciprocal"
    case inverseOnBothSides = "inverse_on_both_sides"
    case mismatchedInverse = "mismatched_inverse"
    case missingDeleteRule = "missing_delete_rule"
    case unknownDeleteRule = "unknown_delete_rule"
    case impossibleCounts = "impossible_counts"
    case unknownDestination = "unknown_destination"
    case unknownParent = "unknown_parent"
    case inheritanceCycle = "inheritance_cycle"
    case duplicateEntity = "duplicate_entity"
    case duplicateProperty = "duplicate_property"
    case emptyName = "empty_name"
    case conditionalDeclaration = "conditional_declaration"
    case repeatedDeclaration = "repeated_declaration"
    case constantProperty = "constant_property"
    case incompleteModel = "incomplete_model"
    case uncertainModel = "uncertain_model"
    case uncertainVersion = "uncertain_version"
    case unreadableArgument = "unreadable_argument"
    case unreadableModel = "unreadable_model"
    case unreadableSource = "unreadable_source"
    case unreadableType = "unreadable_type"
  }

  /// How bad it is.
  public var severity: Severity
  /// Which kind of thing it is.
  public var rule: Rule
  /// What was found, what was expected and what was made of it.
  public var message: String
  /// The entity that is concerned, if any.
  public var entity: String?
  /// The relationship that is concerned, if any.
  public var relationship: String?
  /// Where it is written.
  public var location: Location
  /// The class that is declared in none of the given files, where that is what is found: whoever
  /// knows other files can say which of them declares it.
  package private(set) var missingClass: String?

  package init(
    _ severity: Severity, _ rule: Rule, _ message: String, entity: String? = nil,
    relationship: String? = nil, at location: Location
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message
    self.entity = entity
    self.relationship = relationship
    self.location = location
  }

  /// What to do about a class that is missing, as long as nobody knows a file that declares it.
  private static let adviceOnMissingClass = "; if it is a @Model class, give the path with it, too"

  /// The finding that a class is declared in none of the given files.
  ///
  /// - Parameter name: The class.
  /// - Returns: The finding, with what to do about it.
  func missing(class name: String) -> ModelFinding {
    var finding = self
    finding.missingClass = name
    finding.message += Self.adviceOnMissingClass
    return finding
  }

  /// Says which file declares the missing class: then it is certain that something is left out.
  mutating func declareMissingClass(at place: String) {
    if message.hasSuffix(Self.adviceOnMissingClass) {
      message.removeLast(Self.adviceOnMissingClass.count)
    }
    message += "; \(place) declares it: give its path, too"
    severity = .error
  }

  /// Whether something of the model is not read because of it: nothing can be said of that.
  package var leavesOut: Bool { severity == .error && Self.leavingOut.contains(rule) }

  private static let leavingOut: Set<Rule> = [
    .duplicateEntity, .duplicateProperty, .emptyName, .incompleteModel, .inheritanceCycle,
    .repeatedDeclaration, .unknownDestination, .unknownParent, .unreadableArgument,
    .unreadableModel, .unreadableSource, .unreadableType,
  ]

  /// `file:line:column: warning: message (rule)`.
  public var description: String {
    "\(location): \(severity.rawValue): \(message) (\(rule.rawValue))"
  }
}
