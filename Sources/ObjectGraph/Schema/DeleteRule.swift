/// What deleting the source of a relationship does to the objects at its destination.
///
/// A rule sits on the source and speaks about deleting the **source**; the destination side has a
/// rule of its own. The four names are those of `Schema.Relationship.DeleteRule` in SwiftData and
/// of `NSDeleteRule` in Core Data.
public enum DeleteRule: String, CaseIterable, Hashable, Sendable {
  /// The destinations are deleted too.
  case cascade
  /// The destinations lose the deleted object from the inverse relationship; the default.
  case nullify
  /// The save is refused while a destination remains that is not itself being deleted.
  case deny
  /// Nothing happens to the destinations, which may go on referring to the deleted object.
  case noAction

  /// The rule that both frameworks take where none is stated in code.
  public static let standard = DeleteRule.nullify
}
