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

  /// Which framework is described.
  public var name: Name
  /// On which side an inverse is declared.
  public var declaresInverseOn: Declaration
  /// The cardinalities for which an inverse that nobody declares is inferred, where exactly one
  /// pair of relationships can be meant and every to-one of it is optional.
  public var infersInverseFor: Set<Cardinality>
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
  ///   - crashesOnOneToOne: Whether a denied or dangling one-to-one ends in a crash.
  public init(
    name: Name, declaresInverseOn: Declaration, infersInverseFor: Set<Cardinality>,
    crashesOnOneToOne: Bool
  ) {
    self.name = name
    self.declaresInverseOn = declaresInverseOn
    self.infersInverseFor = infersInverseFor
    self.crashesOnOneToOne = crashesOnOneToOne
  }

  /// SwiftData as the observation article saw it in 2024.
  public static let swiftData = Framework(
    name: .swiftData, declaresInverseOn: .oneSide, infersInverseFor: [.oneToOne, .oneToMany],
    crashesOnOneToOne: true)

  /// Core Data as it is documented.
  public static let coreData = Framework(
    name: .coreData, declaresInverseOn: .bothSides, infersInverseFor: [],
    crashesOnOneToOne: false)

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
