import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText

/// What `check` looks for: each rule says everything about itself in a file of its own.
///
/// ```swift
/// let check = Check(rules: [.noActionLeavesDangling])
/// let fix = CheckRule(rawValue: "deny_on_child")?.fix
/// // Put deny on the parent's to-many, and nullify here.
/// ```
public struct CheckRule: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The word by which it is known: it does not change from one version to the next.
  public let rawValue: String
  /// How bad it is; some of what it finds is less so.
  public let severity: ModelFinding.Severity
  /// What the rule is about, in one sentence.
  public let summary: String
  /// Why it matters, and on what that rests.
  public let reason: String
  /// What to do about it.
  public let fix: String
  /// The smallest model in which the rule finds something; nil where it is not about a model.
  public let example: Example?
  /// A model like the example in which it finds nothing.
  public let goodExample: Example?
  /// When it is looked for.
  public let category: Category
  /// The rules whose hazards come of what this one finds: they are not told again.
  let causes: [CheckRule]
  /// What of a release it rests on; nil where all releases are alike.
  let behaviour: Framework.Condition?
  let search: Search
  /// What would mend what it found, as `fix` says; empty where somebody has to choose.
  let fixed: (@Sendable (RelationshipPair, Fixes) -> [Replacement])?

  /// When a rule is looked for.
  public enum Category: String, CaseIterable, Hashable, Sendable {
    /// Wherever objects are deleted.
    case always
    /// Where a store is mirrored by CloudKit.
    case cloudKit
    /// Where rows are deleted by batch.
    case batchDeletes
    /// Where the calls themselves are listed.
    case calls
  }

  /// How a rule finds something, and what it says then.
  enum Search: Sendable {
    /// By the delete of an object that shows it.
    ///
    /// The cell is the id of the article's that shows the same with two plain entities: what needs
    /// a third, or a mandatory relationship, is in none of them.
    case byDelete(
      @Sendable (RelationshipPair, inout TrialBench) -> Shown?,
      text: @Sendable (RelationshipPair, Hazard) -> FindingText,
      cell: @Sendable (Hazard) -> String?,
      hooks: HookMeaning)
    /// By what a relationship is, whatever a delete does.
    case byRelationship(
      @Sendable (RelationshipPair) -> Bool, text: @Sendable (RelationshipPair) -> FindingText)
    /// By what an entity states besides its relationships.
    case byEntity(@Sendable (ModelEntity) -> [EntityMatch])
    /// By what a call in the app's code does.
    case byCall(@Sendable (CallSubject, inout TrialBench) -> CallMatch?)
    /// By the reader of the files: it says what was found where and what was taken instead, of which
    /// nothing is left in the schema.
    case byReading
    /// By what a baseline or a comment silences; these say so themselves.
    case bySuppression
  }

  /// What it means for a finding that the classes of deleted objects have a `prepareForDeletion` which
  /// handles some relationships.
  enum HookMeaning: Sendable {
    /// Whose relationships all have to be handled.
    enum Handled: Sendable {
      /// The one that is to blame.
      case subject
      /// Those that have a part in it.
      case others
      /// Both: it hurts from either side, whatever is emptied on the other.
      case all
    }

    /// Nothing.
    case nothing
    /// That somebody seems to see to it: a note remains.
    case excuses(Handled)
    /// That there is nothing to tell.
    case settles(Handled)
  }

  init(
    _ id: String, _ severity: ModelFinding.Severity, for category: Category = .always,
    summary: String, reason: String, fix: String, bad: Example?, good: Example?,
    causes: [CheckRule] = [], found search: Search, behaviour: Framework.Condition? = nil,
    fixed: (@Sendable (RelationshipPair, Fixes) -> [Replacement])? = nil
  ) {
    rawValue = id
    self.severity = severity
    self.summary = summary
    self.reason = reason
    self.fix = fix
    example = bad
    goodExample = good
    self.category = category
    self.causes = causes
    self.behaviour = behaviour
    self.search = search
    self.fixed = fixed
  }

  /// Finds a rule.
  ///
  /// - Parameter rawValue: The word by which it is known, such as `deny_on_child`.
  public init?(rawValue: String) {
    guard let rule = Self.rules[rawValue] else { return nil }
    self = rule
  }

  private static let rules = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// All rules, group by group, in the order in which they are listed.
  public static let allCases: [CheckRule] = groups.flatMap(\.rules)

  /// Rules about one subject.
  package struct Group: Sendable {
    package let title: String
    package let rules: [CheckRule]
  }

  package static let groups: [Group] = [
    Group(title: "Crashes", rules: [oneToOneCrash, mandatoryBackReferenceCrash]),
    Group(
      title: "Dangling references",
      rules: [noActionLeavesDangling, missingInverseLeavesDangling, manyToManyWithoutInverse]),
    Group(
      title: "Saves that fail",
      rules: [
        nullifyBreaksMandatory, nullifyBreaksMinimum, denyOnBothSides, denyOnChild,
        denyBlocksCascade,
      ]),
    Group(
      title: "Orphans, and deletes that reach too far",
      rules: [
        nullifyLeavesOrphans, cascadeOnToOneToParent, cascadeSharedChildren, cascadeBothSides,
      ]),
    Group(title: "Batch deletes", rules: [batchDeleteFails, batchDeleteBreaksMinimum]),
    Group(
      title: "Code",
      rules: [
        batchCallFails, batchCallLeavesBroken, swallowedRefusal, unlinkLeavesOrphan,
        readAfterDelete, unresolvedDelete, deleteCall,
      ]),
    Group(
      title: "Declarations",
      rules: [
        ambiguousInverse, inverseNotReciprocal, inverseOnBothSides, mismatchedInverse,
        missingDeleteRule, unknownDeleteRule, orderedOnBothSides, impossibleCounts,
        unknownDestination, unknownParent, inheritanceCycle, duplicateEntity, duplicateProperty,
        emptyName, conditionalDeclaration, repeatedDeclaration, constantProperty,
      ]),
    Group(
      title: "Files that could not be read for certain",
      rules: [
        incompleteModel, uncertainModel, uncertainVersion, unreadableArgument, unreadableModel,
        unreadableSource, unreadableType,
      ]),
    Group(
      title: "CloudKit",
      rules: [
        cloudKitDeny, cloudKitMandatory, cloudKitMissingInverse, cloudKitNoDefault,
        cloudKitOrdered, cloudKitUnique,
      ]),
    Group(title: "Comments and baselines", rules: [ineffectiveIgnore, staleBaselineEntry]),
  ]

  /// Indicates whether `check --fix` can fix what the rule finds.
  package var isFixable: Bool { fixed != nil }
}

extension CheckRule: CustomStringConvertible {
  /// The word by which it is known.
  public var description: String { rawValue }

  /// A small model as somebody would write it, without imports and initializers.
  public struct Example: Sendable {
    /// What the file is called.
    public let file: String
    /// The text with `«` and `»` around each place.
    private let marked: String

    /// The file's text.
    public var text: String { marked.filter { $0 != "«" && $0 != "»" } }

    /// Where the rule finds something; empty for a model in which it finds nothing.
    public var places: [Location] {
      var before = ""
      return marked.split(separator: "«", omittingEmptySubsequences: false).dropLast().map {
        before += $0.filter { $0 != "»" }
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        return Location(file: file, line: lines.count, column: (lines.last?.count ?? 0) + 1)
      }
    }

    static func swiftData(_ marked: String) -> Example {
      Example(file: "Models.swift", marked: marked)
    }

    static func coreData(_ marked: String) -> Example {
      Example(file: "App.xcdatamodel/contents", marked: "<model>\n\(marked)\n</model>")
    }
  }
}
