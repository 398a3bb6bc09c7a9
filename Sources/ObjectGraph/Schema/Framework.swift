/// How a framework resolves inverses and what it makes of a delete gone wrong.
///
/// A description is data: the engine is one and the same. A release of a framework that behaves
/// differently is another description.
public struct Framework: Hashable, Sendable {
  /// The frameworks that a model can be written for.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    /// SwiftData: `@Model` classes in Swift source.
    case swiftData
    /// Core Data: `.xcdatamodeld` bundles.
    case coreData
  }

  /// On which of two relationships an inverse is declared.
  public enum Declaration: Hashable, Sendable {
    /// On one of them; on both is an error, as with SwiftData's macro.
    case oneSide
    /// On both of them; on one only is an error, as in Core Data's model editor.
    case bothSides
  }

  /// What saving a new object with the value of a stored one does, where the attribute is unique.
  public enum UniqueConflict: Hashable, Sendable {
    /// The stored object takes over the new one's properties, and the new one is gone.
    case updatesStored
    /// The save is refused.
    case refusesSave
  }

  /// What reading through a reference to a deleted object does.
  public enum DanglingRead: Hashable, Sendable {
    /// The process traps.
    case traps
    /// The fault cannot be fulfilled; where `shouldDeleteInaccessibleFaults` is on, as it is by
    /// default, it becomes a deleted object without values, otherwise an exception is raised.
    case cannotBeFulfilled
  }

  /// Which framework is described.
  public var name: Name
  /// On which side an inverse is declared.
  public var declaresInverseOn: Declaration
  /// The cardinalities for which an inverse that nobody declares is inferred, where exactly one
  /// pair of relationships can be meant and every to-one of it is optional.
  public var infersInverseFor: Set<Cardinality>
  /// What saving a second object with the same value of a unique attribute does.
  public var uniqueConflict: UniqueConflict
  /// What reading through a reference to a deleted object does.
  public var danglingRead: DanglingRead
  /// Whether a denied or dangling one-to-one relationship with an inverse ends in a crash.
  ///
  /// This labels what was observed; no rule explains it, so the engine does not know it.
  public var crashesOnOneToOne: Bool

  /// Describes a framework by its properties.
  ///
  /// - Parameters:
  ///   - name: Which framework is described.
  ///   - declaresInverseOn: On which side an inverse is declared.
  ///   - infersInverseFor: The cardinalities for which an undeclared inverse is inferred.
  ///   - uniqueConflict: What saving a second object with the same unique value does.
  ///   - danglingRead: What reading through a reference to a deleted object does.
  ///   - crashesOnOneToOne: Whether a denied or dangling one-to-one ends in a crash.
  public init(
    name: Name, declaresInverseOn: Declaration, infersInverseFor: Set<Cardinality>,
    uniqueConflict: UniqueConflict, danglingRead: DanglingRead, crashesOnOneToOne: Bool
  ) {
    self.name = name
    self.declaresInverseOn = declaresInverseOn
    self.infersInverseFor = infersInverseFor
    self.uniqueConflict = uniqueConflict
    self.danglingRead = danglingRead
    self.crashesOnOneToOne = crashesOnOneToOne
  }

  /// SwiftData as the observation article saw it in 2024.
  public static let swiftData = Framework(
    name: .swiftData, declaresInverseOn: .oneSide, infersInverseFor: [.oneToOne, .oneToMany],
    uniqueConflict: .updatesStored, danglingRead: .traps, crashesOnOneToOne: true)

  /// Core Data as it is documented.
  public static let coreData = Framework(
    name: .coreData, declaresInverseOn: .bothSides, infersInverseFor: [],
    uniqueConflict: .refusesSave, danglingRead: .cannotBeFulfilled, crashesOnOneToOne: false)

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
