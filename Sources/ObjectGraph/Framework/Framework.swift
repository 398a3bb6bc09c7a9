/// A description of how a framework resolves inverses and handles a delete that goes wrong.
///
/// The description is data: the engine is the same for all frameworks. Releases of a framework
/// differ in some behaviours, each of which states a consequence for a condition.
///
/// ```swift
/// var seventeen = Framework.swiftData
/// seventeen.behaviours[.insertedAndSaved] = .cascadeNullifies
/// ```
public struct Framework: Hashable, Sendable {
  /// The frameworks that a model can be written for.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    /// SwiftData: `@Model` classes in Swift source.
    case swiftData
    /// Core Data: `.xcdatamodeld` bundles.
    case coreData
  }

  /// On which of two relationships an inverse is declared.
  package enum Declaration: Hashable, Sendable {
    /// On one of them; on both is an error, as with SwiftData's macro.
    case oneSide
    /// On both of them; on one only is an error, as in Core Data's model editor.
    case bothSides
  }

  /// The framework that is described.
  public let name: Name
  /// The consequence of each condition.
  ///
  /// If none is stated, the delete rules alone apply.
  package var behaviours: [Condition: Consequence]

  /// Describes a framework.
  package init(_ name: Name, behaviours: [Condition: Consequence]) {
    self.name = name
    self.behaviours = behaviours
  }

  /// SwiftData as the observation article saw it in 2024.
  public static let swiftData = Framework(
    .swiftData,
    behaviours: [
      .undeclaredInverse: .inverseIsInferred, .uniqueConflict: .storedIsUpdated,
      .danglingRead: .trap, .oneToOneLeft: .crash, .pendingRead: .trap, .deletedRead: .trap,
      .staleRead: .trap, .pendingReplaced: .crash, .foreignDelete: .ignored,
    ])

  /// Core Data as it is documented.
  public static let coreData = Framework(
    .coreData,
    behaviours: [
      .danglingRead: .unfulfilledFault, .pendingRelationshipRead: .empty, .deletedRead: .empty,
      .foreignDelete: .crash,
    ])

  /// The description of the framework of that name.
  ///
  /// - Parameter name: Which framework.
  /// - Returns: ``swiftData`` or ``coreData``.
  public static func named(_ name: Name) -> Framework {
    switch name {
    case .swiftData: .swiftData
    case .coreData: .coreData
    }
  }
}

extension Framework {
  /// When a behaviour applies.
  package enum Condition: String, CaseIterable, Hashable, Sendable {
    /// An inverse is not declared, and exactly one pair of relationships is possible: an optional
    /// to-one with an optional to-one or a to-many.
    case undeclaredInverse
    /// A new object with the unique value of a stored one is saved.
    case uniqueConflict
    /// A reference to a deleted object is read through.
    case danglingRead
    /// A deny or noAction rule leaves something in a one-to-one relationship with an inverse.
    case oneToOneLeft
    /// A cascade takes an object that must have the one from which it is taken.
    case mandatoryBackReference
    /// An object is deleted that this context has inserted and saved.
    case insertedAndSaved
    /// A property of an object is read before its delete is saved.
    case pendingRead
    /// A relationship of an object is read after its delete is processed and before it is saved.
    case pendingRelationshipRead
    /// A property of a retained object is read after its delete was saved.
    case deletedRead
    /// A property of a retained object is read after a batch delete removed its row.
    case staleRead
    /// A relationship is read after a delete nullified it.
    case nullifiedRead
    /// A to-one is given another object while the delete of the one that it holds is not saved.
    case pendingReplaced
    case rolledBackInsert
    /// A save deletes what a to-one without any inverse holds.
    case oneWayLeft
    /// A deny rule blocks a delete.
    case denied
    case cascaded
    /// A nullify rule clears a reference.
    case nullified
    /// A noAction rule leaves something as it is.
    case leftAlone
    /// An object is deleted again after a rollback of its delete, which cascaded.
    case deletedAgain
    /// An object is deleted that belongs to a context of another container.
    case foreignDelete
  }

  package enum Consequence: String, CaseIterable, Hashable, Sendable {
    case inverseIsInferred
    /// The stored object takes over the new one's properties, and the new one is gone.
    case storedIsUpdated
    case trap
    /// The fault cannot be fulfilled; where `shouldDeleteInaccessibleFaults` is on, as it is by
    /// default, it becomes a deleted object without values, otherwise an exception is raised.
    case unfulfilledFault
    /// The delete, or the step that the condition names, crashes.
    case crash
    /// The destinations of the object's cascades are kept and lose their reference to it.
    case cascadeNullifies
    /// The rule acts as noAction: the destinations are kept, with their reference to the object.
    case cascadeLeaves
    /// The rule acts as noAction: the reference stays.
    case nullifyLeaves
    /// The rule acts as nullify: the reference is cleared.
    case noActionNullifies
    /// The value is nil or zero, the relationship holds nothing.
    case empty
    /// The previous reference is still there.
    case referenceStays
    /// The save fails: what the reference leads to is validated without its values.
    case saveFails
    /// The inserted objects are kept and saved later.
    case insertStays
    /// The rule acts as nullify: the delete is saved.
    case denyNullifies
    case ignored
  }
}

extension Framework.Condition {
  /// The conditions that apply only if a step reads from an object.
  package static let ofReading: [Self] = [
    .danglingRead, .pendingRead, .pendingRelationshipRead, .deletedRead, .staleRead,
    .nullifiedRead,
  ]

  /// The possible consequences; the engine supports only these.
  public var consequences: [Framework.Consequence] {
    switch self {
    case .undeclaredInverse: [.inverseIsInferred]
    case .uniqueConflict: [.storedIsUpdated]
    case .danglingRead: [.trap, .unfulfilledFault]
    case .oneToOneLeft, .mandatoryBackReference, .pendingReplaced, .deletedAgain: [.crash]
    case .insertedAndSaved: [.cascadeNullifies]
    case .pendingRead, .pendingRelationshipRead, .deletedRead, .staleRead: [.trap, .empty]
    case .nullifiedRead: [.referenceStays]
    case .rolledBackInsert: [.insertStays]
    case .oneWayLeft: [.saveFails]
    case .denied: [.denyNullifies]
    case .cascaded: [.cascadeNullifies, .cascadeLeaves]
    case .nullified: [.nullifyLeaves]
    case .leftAlone: [.noActionNullifies]
    case .foreignDelete: [.ignored, .crash]
    }
  }
}

extension Framework {
  package var declaresInverseOn: Declaration { name == .swiftData ? .oneSide : .bothSides }

  /// The cardinalities for which an undeclared inverse is inferred, if exactly one pair of
  /// relationships is possible and every to-one of it is optional.
  public var infersInverseFor: Set<Cardinality> {
    behaviours[.undeclaredInverse] == .inverseIsInferred ? Self.inferable : []
  }

  private static let inferable: Set<Cardinality> = [.oneToOne, .oneToMany]

  /// Whether a stored object takes over a new one that has its unique value; otherwise the save is
  /// refused.
  var updatesStoredOnConflict: Bool { behaviours[.uniqueConflict] == .storedIsUpdated }

  /// Whether the save fails that leaves a to-one without an inverse dangling.
  var refusesOneWay: Bool { behaviours[.oneWayLeft] == .saveFails }

  /// Whether reading through a reference to a deleted object ends the process.
  package var trapsOnDanglingRead: Bool { behaviours[.danglingRead] == .trap }

  package var replacedRules: [DeleteRule: DeleteRule] {
    var rules: [DeleteRule: DeleteRule] = [:]
    if behaviours[.denied] == .denyNullifies { rules[.deny] = .nullify }
    switch behaviours[.cascaded] {
    case .cascadeNullifies: rules[.cascade] = .nullify
    case .cascadeLeaves: rules[.cascade] = .noAction
    default: break
    }
    if behaviours[.nullified] == .nullifyLeaves { rules[.nullify] = .noAction }
    if behaviours[.leftAlone] == .noActionNullifies { rules[.noAction] = .nullify }
    return rules
  }

  /// Returns the consequence of reading under the first of some conditions that has a stated
  /// consequence.
  package func reading(_ conditions: [Condition]) -> Consequence? {
    conditions.lazy.compactMap { behaviours[$0] }.first
  }

  /// Whether an object that was inserted and saved in the same context keeps what it cascades to.
  package var losesCascadeOfInserted: Bool { behaviours[.insertedAndSaved] == .cascadeNullifies }
}
