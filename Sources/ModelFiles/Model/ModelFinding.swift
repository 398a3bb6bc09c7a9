import CompiledOnce
import SourceText
import SwiftSource

/// Something in a model's files that is not as it should be, or could not be read with certainty.
public struct ModelFinding: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a finding.
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

  /// The kind of a finding, identified by a word that doesn't change between versions.
  ///
  /// `check` has a rule of the same name for each kind, which explains it.
  public enum Rule: String, CaseIterable, Hashable, Sendable {
    /// Several relationships could be the inverse, so none is.
    case ambiguousInverse = "ambiguous_inverse"
    /// The stated inverse is not there, or does not lead back.
    case inverseNotReciprocal = "inverse_not_reciprocal"
    /// Both sides of a SwiftData relationship name the inverse.
    case inverseOnBothSides = "inverse_on_both_sides"
    /// The key path of an inverse starts at another type than the destination.
    case mismatchedInverse = "mismatched_inverse"
    /// A Core Data relationship states no delete rule.
    case missingDeleteRule = "missing_delete_rule"
    /// The delete rule is none that the framework knows.
    case unknownDeleteRule = "unknown_delete_rule"
    /// The least and the greatest number of objects contradict each other, or are no numbers.
    case impossibleCounts = "impossible_counts"
    /// The destination of a relationship is no entity of the model.
    case unknownDestination = "unknown_destination"
    /// The parent of an entity is not in the model.
    case unknownParent = "unknown_parent"
    /// Entities inherit from each other in a circle.
    case inheritanceCycle = "inheritance_cycle"
    /// Two entities have one name.
    case duplicateEntity = "duplicate_entity"
    /// Two properties of an entity, or of it and an ancestor, have one name.
    case duplicateProperty = "duplicate_property"
    /// Something has no name.
    case emptyName = "empty_name"
    /// A declaration stands under a condition, such as `#if`.
    case conditionalDeclaration = "conditional_declaration"
    /// A declaration is there twice.
    case repeatedDeclaration = "repeated_declaration"
    /// A property that leads to a model class is a constant.
    case constantProperty = "constant_property"
    /// An option of `@Attribute` on a relationship.
    case ineffectiveOption = "ineffective_option"
    /// A folder, a bundle or one of its versions could not be read.
    case incompleteModel = "incomplete_model"
    /// `@Model` is used in a file that does not import SwiftData.
    case uncertainModel = "uncertain_model"
    /// The current version of the model cannot be determined with certainty.
    case uncertainVersion = "uncertain_version"
    /// No schema, container or relationship reaches a class.
    case unlistedModel = "unlisted_model"
    /// An argument of a macro could not be understood.
    case unreadableArgument = "unreadable_argument"
    /// `@Model` is on something that is no class.
    case unreadableModel = "unreadable_model"
    /// A part of the source could not be understood.
    case unreadableSource = "unreadable_source"
    /// The type of a property could not be told.
    case unreadableType = "unreadable_type"
  }

  /// The severity of the finding.
  public var severity: Severity
  /// The kind of the finding.
  public var rule: Rule
  /// The message: what was found, what was expected, and what was assumed instead.
  public var message: String
  /// The entity that is concerned, if any.
  public var entity: String?
  /// The relationship that is concerned, if any.
  public var relationship: String?
  /// The location of the finding.
  public var location: Location
  /// The class that none of the given files declares, if that is the finding.
  ///
  /// A caller that knows other files can find the one that declares it.
  package private(set) var missingClass: String?
  /// Whether the code lists the classes of a store on disk, so that a class in no list is in no store.
  package var isOfKnownStore = false
  /// The other properties with the same problem, which the message names.
  package private(set) var others: [Other] = []
  /// The message without the other properties.
  package var title: String { ownMessage ?? message }
  private var ownMessage: String?

  /// A property with the same problem as another one.
  package struct Other: Hashable, Sendable {
    package let name: String
    package let location: Location

    package init(_ name: String, at location: Location) {
      self.name = name
      self.location = location
    }
  }

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

  /// The finding that a part of a Swift file cannot be read.
  static func unreadable(_ problem: SwiftTokens.Problem) -> ModelFinding {
    ModelFinding(
      .error, .unreadableSource, problem.message + "; what can be read is taken",
      at: problem.location)
  }

  /// The advice for a missing class, if no file is known to declare it.
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
  ///
  /// - Parameters:
  ///   - place: The file.
  ///   - isOfOtherCopy: Whether it is read, for another copy of the model.
  mutating func declareMissingClass(at place: String, forOtherCopy isOfOtherCopy: Bool) {
    if message.hasSuffix(Self.adviceOnMissingClass) {
      message.removeLast(Self.adviceOnMissingClass.count)
    }
    severity = .error
    if isOfOtherCopy {
      message = message.replacing(
        "is declared in none of the given files",
        with: "is declared in \(place), which belongs to another copy of the model")
    } else {
      message += "; \(place) declares it: give its path, too"
    }
  }

  /// Whether something of the model is not read because of it, or is a guess: nothing certain can be said of
  /// that.
  package var leavesOut: Bool { severity == .error && Self.leavingOut.contains(rule) }

  private static let leavingOut: Set<Rule> = [
    .duplicateEntity, .duplicateProperty, .emptyName, .impossibleCounts, .incompleteModel,
    .inheritanceCycle, .repeatedDeclaration, .unknownDeleteRule, .unknownDestination,
    .unknownParent,
    .unreadableArgument, .unreadableModel, .unreadableSource, .unreadableType,
  ]

  /// Makes one finding of those of a rule: the worst, or else the first, names the properties of the
  /// others.
  ///
  /// A finding that a comment is about stays separate, because the comment silences nothing else.
  static func joined(
    _ findings: [ModelFinding], of rule: Rule, apartFrom comments: [IgnoreComment]
  ) -> [ModelFinding] {
    func isJoined(_ finding: ModelFinding) -> Bool {
      finding.rule == rule
        && !comments.contains {
          $0.location.file == finding.location.file && $0.rules.contains(rule.rawValue)
            && $0.lines.contains(finding.location.line)
        }
    }
    let same = findings.filter(isJoined)
    guard same.count > 1 else { return findings }
    return findings.filter { !isJoined($0) } + one(of: same)
  }

  /// Makes one finding of those that differ by their entity alone.
  static func joinedByEntity(_ findings: [ModelFinding]) -> [ModelFinding] {
    let named = findings.filter { $0.entity != nil }
    let groups = named.grouped { $0.message.replacing($0.entity ?? "", with: "") }
    return findings.filter { $0.entity == nil }
      + groups.values.flatMap(one).sorted {
        $0.location < $1.location
      }
  }

  /// The worst of some findings, or else the first, which names the properties of the others.
  private static func one(of findings: [ModelFinding]) -> [ModelFinding] {
    let same = findings.sorted { ($0.severity, $0.location) < ($1.severity, $1.location) }
    guard var first = same.first, same.count > 1 else { return same }
    first.others = same.dropFirst().map { finding in
      let name = [finding.entity, finding.relationship].compactMap(\.self).joined(separator: ".")
      return Other(name, at: finding.location)
    }
    first.ownMessage = first.message
    first.message +=
      "; "
      + words(
        of: first.others, count: first.others.count, at: first.location, naming: mostNamedOfModel)
    return [first]
  }

  /// The number of properties that a clause names where there are more than one more.
  package static let mostNamed = 3

  /// The number of properties that the one finding about the types of a model names.
  package static let mostNamedOfModel = 200

  /// The clause that names properties with the same problem: of too many, the first and the number of the others.
  ///
  /// - Parameters:
  ///   - others: The first few of them.
  ///   - count: The number of all.
  ///   - place: The place of the finding: another one in its file is named by its line.
  ///   - most: The number of them to name where there are more than one more.
  /// - Returns: The clause, without a full stop.
  package static func words(
    of others: [Other], count: Int, at place: Location, naming most: Int = mostNamed
  ) -> String {
    let shown = others.count > most + 1 ? others.prefix(most) : others[...]
    var names = shown.map { other in
      let isHere = other.location.file == place.file
      return "\(other.name) (\(isHere ? "line \(other.location.line)" : "\(other.location)"))"
    }
    if count > names.count { names.append("\(count - names.count) others") }
    return "\(names.listed()) \(count > 1 ? "have" : "has") the same problem"
  }

  /// `file:line:column: warning: message [rule]`.
  public var description: String {
    "\(location): \(severity.rawValue): \(message) [\(rule.rawValue)]"
  }
}
