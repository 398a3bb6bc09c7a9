import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText

/// A rule of `check`; each one is fully described in a separate file.
///
/// ```swift
/// let check = Check(rules: [.noActionLeavesDangling])
/// let fix = CheckRule(rawValue: "deny_on_child")?.fix
/// // Put deny on the parent's to-many, and nullify here.
/// ```
public struct CheckRule: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The word by which it is known: it does not change from one version to the next.
  public let rawValue: String
  /// The severity of the rule; some of its findings are less severe.
  public let severity: ModelFinding.Severity
  /// A one-sentence summary of the rule.
  public let summary: String
  /// Why it matters, and on what that rests.
  public let reason: String
  /// The action to take.
  public let fix: String
  /// The smallest model in which the rule finds something; nil where it is not about a model.
  package let example: Example?
  /// A model like the example in which it finds nothing.
  package let goodExample: Example?
  /// When it is looked for.
  public let category: Category
  /// The rules whose findings this one explains; they are not reported again.
  let causes: [CheckRule]
  /// The behaviour of a release that the rule depends on; nil if all releases behave alike.
  let behaviour: Framework.Condition?
  let search: Search
  /// Returns the replacements that fix a finding as `fix` describes; empty if the fix requires a
  /// choice.
  let fixed: (@Sendable (RelationshipPair, Fixes) -> [Replacement])?

  /// When a rule is looked for.
  public enum Category: String, CaseIterable, Hashable, Sendable {
    /// Wherever objects are deleted.
    case always
    /// The rule is looked for if the store is mirrored by CloudKit.
    case cloudKit
    /// The rule is looked for if rows are deleted by batch.
    case batchDeletes
    /// The rule is looked for if the calls themselves are listed.
    case calls
  }

  /// The way a rule finds a problem, and the text it reports.
  enum Search: Sendable {
    /// A search that deletes an object to show the problem.
    ///
    /// The cell is the id of the article's cell that shows the same with two plain entities. No
    /// cell covers a problem that needs a third entity or a mandatory relationship.
    case byDelete(
      @Sendable (RelationshipPair, inout TrialBench) -> Shown?,
      text: @Sendable (RelationshipPair, Hazard) -> FindingText,
      cell: @Sendable (Hazard) -> String?,
      hooks: HookMeaning)
    /// A search through the properties of a relationship, whatever a delete does.
    case byRelationship(
      @Sendable (RelationshipPair) -> Bool, text: @Sendable (RelationshipPair) -> FindingText)
    /// A search through an entity's statements other than its relationships.
    case byEntity(@Sendable (ModelEntity) -> [EntityMatch])
    /// A search through the effects of a call in the app's code.
    case byCall(@Sendable (CallSubject, inout TrialBench) -> CallMatch?)
    /// A problem that the reader of the files reports.
    ///
    /// The finding describes what was found and where, and what was assumed instead. No trace of
    /// it remains in the schema.
    case byReading
    /// A problem that the baseline or the comment silencing findings reports.
    case bySuppression
  }

  /// The effect on a finding if the classes of the deleted objects handle some relationships in
  /// `prepareForDeletion`.
  enum HookMeaning: Sendable {
    /// Whose relationships all have to be handled.
    enum Handled: Sendable {
      case subject
      case others
      /// Both: it hurts from either side, whatever is emptied on the other.
      case all
    }

    case nothing
    /// The finding becomes a note, because the class seems to handle the problem.
    case excuses(Handled)
    /// The finding is removed.
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
        batchCallFails, batchCallLeavesBroken, swallowedRefusal, unlinkBreaksMandatory,
        unlinkLeavesOrphan, lostCascade, deletedInOtherContext, sharedTarget, readAfterDelete,
        replacedBeforeSave, deletedAfterRollback, unresolvedDelete, deleteCall,
      ]),
    Group(
      title: "Declarations",
      rules: [
        ambiguousInverse, inverseNotReciprocal, inverseOnBothSides, mismatchedInverse,
        missingDeleteRule, unknownDeleteRule, orderedOnBothSides, impossibleCounts,
        unknownDestination, unknownParent, inheritanceCycle, duplicateEntity, duplicateProperty,
        emptyName, conditionalDeclaration, repeatedDeclaration, constantProperty, ineffectiveOption,
        unlistedModel,
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

  /// Whether it is about relationships as they are declared, in a class or in Xcode.
  package var isAboutDeclarations: Bool { if case .byDelete = search { true } else { false } }

  package var isFixable: Bool { fixed != nil }
}

extension CheckRule: CustomStringConvertible {
  /// The word by which it is known.
  public var description: String { rawValue }

  /// A small, realistic model without imports and initializers.
  package struct Example: Sendable {
    package let file: String
    /// The text with `«` and `»` around each place.
    private let marked: String

    package var text: String { marked.filter { $0 != "«" && $0 != "»" } }

    /// The locations of the rule's findings; empty for a model without findings.
    package var places: [Location] {
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
