import ObjectGraph
import SmallWorlds

/// Where a database does not do what the engine says, for a reason that is known.
enum Difference: String, CaseIterable, Encodable {
  /// The rule of a to-one is `noAction`: what held the deleted object still leads to it. A database
  /// stores the to-one alone, so that nothing is left to lead anywhere.
  case backReference
  /// A least number of objects, or a mandatory inverse of a key: no clause of a key knows it.
  case counts
  /// Both ends of a row of a join table go, and no rule takes the row along.
  case mutualDeny
  /// A column that must not be empty is cleared in a row that is deleted later on.
  case notNullAtOnce
  /// RESTRICT looks before the row that stands in the way is deleted as well.
  case restrict
}

/// What a database should do with a delete, and why that is not what the engine says.
struct Expectation: Encodable {
  var isRefused: Bool
  var rows: [String]
  var differences: [Difference]
}

extension DatabaseSchema {
  /// What a database should do where one of the engines gives an answer.
  func expectation(_ drawn: DatabaseGraph, _ answer: Answer) -> Expectation {
    let plan = answer.plan
    let isForCountsAlone =
      plan.isRefused && plan.denials.isEmpty
      && plan.violations.allSatisfy { !isMandatoryKey($0.relationship) }
    let leavesJoinRow = leavesJoinRow(drawn, answer)
    let isRefused = plan.isRefused && !isForCountsAlone || leavesJoinRow
    if isRefused == plan.isRefused {
      return storable(drawn, answer.after, isRefused: isRefused, [])
    }
    return isRefused
      ? storable(drawn, answer.before, isRefused: true, [.mutualDeny])
      : storable(drawn, answer.planned, isRefused: false, [.counts])
  }

  /// The statements' order decides whether a translation that checks at once refuses as well.
  func mayRefuse(_ drawn: DatabaseGraph, _ answer: Answer, checking difference: Difference) -> Bool
  {
    let deleted = Set(answer.plan.deleted.compactMap { answer.numbers[$0] })
    return drawn.links.contains { link in
      let bond = bonds[link.bond]
      let isClosed = deleted.contains(link.owner) && deleted.contains(link.target)
      return switch difference {
      case .notNullAtOnce: isClosed && bond.clearsMandatoryKey
      case .restrict: isClosed && bond.isRestricted
      case .backReference, .counts, .mutualDeny: false
      }
    }
  }

  private func isMandatoryKey(_ relationship: RelationshipID) -> Bool {
    place(of: relationship).map { !$0.isBack && bonds[$0.bond].isMandatoryKey } ?? false
  }

  /// Whether a row of a join table would stay without the object that it must lead to.
  private func leavesJoinRow(_ drawn: DatabaseGraph, _ answer: Answer) -> Bool {
    let deleted = Set(answer.plan.deleted.compactMap { answer.numbers[$0] })
    return drawn.links.contains { link in
      deleted.contains(link.owner) && deleted.contains(link.target)
        && bonds[link.bond].joinEnds.contains {
          $0.rule == .deny && ($0.other == .deny || $0.other == .noAction)
        }
    }
  }

  /// What of some contents tables can hold.
  private func storable(
    _ drawn: DatabaseGraph, _ contents: Contents, isRefused: Bool, _ differences: [Difference]
  ) -> Expectation {
    let living = Set(contents.living)
    let held = contents.held.filter { held in
      guard !living.contains(held.destination), let place = place(of: held.relationship) else {
        return true
      }
      let bond = bonds[place.bond]
      return !(place.isBack && bond.isKey && bond.ahead.rule == .noAction)
    }
    return Expectation(
      isRefused: isRefused, rows: rows(drawn, Contents(living: contents.living, held: held)),
      differences: differences + (held.count < contents.held.count ? [.backReference] : []))
  }
}
