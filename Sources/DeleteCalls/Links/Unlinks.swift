import SwiftSource

/// The objects that the code takes out of relationships before it deletes one of the two ends.
struct Unlinks {
  /// Something that is taken out of a relationship.
  struct Unlink: Equatable {
    /// The name of the object that has the relationship; empty where every object that held one of ``names``
    /// by it holds another one, or is deleted.
    let owner: String
    let use: RelationshipUse
    /// Whether the relationship holds nothing then.
    let isWhole: Bool
    /// The token of the call that takes it out, and may return it.
    let place: Int
    /// The names by which the code says what is taken out.
    var names: Set<String> = []
    /// The parameters by which it says so.
    var parameterMask: UInt64 = 0
    /// Whether the relationship holds one of ``names`` then, in the place of what it held.
    var isReplaced = false
    /// Whether what is taken out is deleted, or gets another owner.
    var isSettled = false
    /// Whether no object holds anything by the relationship then, but for ``rest``.
    var isOfAll = false
    /// The names of what the only object that has the relationship holds then.
    var rest: Set<String> = []
    /// The context of all those objects, where it is known.
    var home: ContextHome?

    /// Whether the relationship held an object of some names, if any, and does so no longer.
    func isLeft(by others: Set<String>) -> Bool {
      isWhole || isReplaced && names.isDisjoint(with: others)
    }

    /// The unlink that this one and another on a different path have in common; nil for none.
    func joined(with other: Unlink) -> Unlink? {
      guard owner == other.owner, use == other.use else { return nil }
      if isLeft || other.isLeft, !(isWhole && other.isWhole) {
        return isLeft && other.isLeft ? replaced(or: other) : nil
      }
      let isSame =
        isWhole == other.isWhole && isReplaced == other.isReplaced && isOfAll == other.isOfAll
        && home == other.home
      let common = names.intersection(other.names)
      // What is whole says by its owner what it empties.
      let isNamed = !isWhole || owner.isEmpty
      guard isSame, !isNamed || common.isEmpty == names.union(other.names).isEmpty
      else { return nil }
      return Unlink(
        owner: owner, use: use, isWhole: isWhole, place: max(place, other.place), names: common,
        parameterMask: parameterMask & other.parameterMask, isReplaced: isReplaced,
        isSettled: isSettled && other.isSettled, isOfAll: isOfAll, rest: rest.union(other.rest),
        home: home)
    }

    /// Whether a named object holds nothing by the relationship then, or something else than before.
    private var isLeft: Bool { !owner.isEmpty && (isWhole || isReplaced) }

    /// The unlink where an object has left what it held on each of two paths, for whatever it holds then.
    private func replaced(or other: Unlink) -> Unlink {
      Unlink(
        owner: owner, use: use, isWhole: false, place: max(place, other.place),
        names: (isReplaced ? names : []).union(other.isReplaced ? other.names : []),
        isReplaced: true,
        isSettled: (isSettled || isReplaced) && (other.isSettled || other.isReplaced))
    }
  }

  /// Something that the code takes out of a copy of what a relationship holds.
  struct Removal {
    let place: CodeWays.Place
    /// The names by which the code says what is taken out.
    let names: Set<String>
  }

  /// The removals from lists that had all before, as far as the code does not put back what it took, by the lists' names.
  var removals: [String: [Removal]] = [:]
  /// Those on every path to this place, as far as there was anything to take out.
  var current: [Unlink] = []
  /// Those at the end of the last block.
  var ofLastBlock: [Unlink] = []
  /// The unlinks before the first error that the code of the innermost `do` may throw; nil before all of these.
  var beforeTrying: [Unlink]?
  /// The names of the relationships that objects are put into anywhere.
  var linked: Set<String> = []
  /// The names of the lists to which the code adds some of what a relationship holds, in one place alone.
  var collected: Set<String> = []
  /// The tokens that each name's value was made from.
  var sources: [String: Range<Int>] = [:]
  /// The names in the arguments of the call that removes something.
  var names: Set<String> = []
  /// Whether the objects of any variable are known to hold nothing in some relationship.
  var isLacking = false
  /// Whether they are evaluated to find what the code puts into relationships.
  var isSeekingLinks = false
  /// The unlinks, and the values that hold nothing, at each place that may end the body early.
  var earlyEnds: [EarlyEnd] = []

  /// A place that may end the body early.
  struct EarlyEnd {
    let unlinks: [Unlink]
    let empty: Set<String>
    /// The entity of which a fetch found nothing; nil for none.
    var missing: Int?
    /// The reasons why a requirement may fail that ends the body there; nil where one is not known.
    var reasons: [Reason]?
  }

  /// A reason why a requirement fails.
  enum Reason {
    /// No object of an entity exists.
    case missing(Int)
    /// A relationship holds the object of a name.
    case holds(relationship: String, name: String)
  }

  mutating func add(_ unlink: Unlink) {
    if current.count >= Limits.pending { current = [] }
    current.append(unlink)
  }

  /// Records what each of several paths does, one of which the code takes.
  ///
  /// - Parameter ends: The unlinks at the end of each path.
  mutating func join(_ ends: [[Unlink]]) {
    guard let first = ends.first else { return }
    for unlink in first {
      let joined = ends.dropFirst().reduce(unlink) { known, end in
        end.lazy.compactMap { known?.joined(with: $0) }.first
      }
      if let joined, !current.contains(joined) { add(joined) }
    }
  }

  /// Records that what follows may be left out, because something before it throws an error.
  mutating func beginTrying() { if beforeTrying == nil { beforeTrying = current } }

  /// Records that a block redeclares a parameter's name, which then no longer names the unlinked objects.
  mutating func shadowParameter(_ name: String) {
    for index in current.indices where current[index].parameterMask != 0 {
      current[index].names.remove(name)
    }
  }

  /// A name means something else from here on.
  mutating func shadow(_ name: String) {
    sources[name] = nil
    removals[name] = nil
    collected.remove(name)
    if current.isEmpty { return }
    current.removeAll {
      $0.owner == name || $0.owner.hasPrefix("\(name).") || $0.names.contains(name)
    }
  }
}
