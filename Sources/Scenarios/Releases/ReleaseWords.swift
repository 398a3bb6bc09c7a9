import CompiledOnce
import ObjectGraph

package enum ReleaseSaying: Hashable {
  /// Something, in a few words; without any, only that it is so there.
  case word(String)
  case unknown
  /// A result on which sources disagree.
  case disputed
  case nothing
}

extension ReleaseRange {
  /// Returns the statements about the releases: `fatal on iOS 18 and macOS 15; accepted from iOS
  /// 26 on; untested on iOS 17 and macOS 14`.
  ///
  /// A year with only one known statement is named as a whole. `from … on` includes all later
  /// described releases; if the range ends before the newest one, its releases are listed.
  package func words(
    first words: [String] = [], _ saying: (Release.Era) -> ReleaseSaying
  ) -> String {
    let units = units(saying)
    var order = words.map { ReleaseSaying.word($0) }
    for unit in units where ![.unknown, .disputed, .nothing].contains(unit.saying) {
      if !order.contains(unit.saying) { order.append(unit.saying) }
    }
    let parts = (order + [.disputed, .unknown]).compactMap { saying -> String? in
      let meant = units.indices.filter { units[$0].saying == saying }
      guard let first = meant.first else { return nil }
      if newest == releases.eras.last, meant.count > 1, meant == Array(first..<units.count) {
        return saying.joined("from", "\(units[first].start) on")
      }
      return saying.joined("on", meant.map { units[$0].name }.joined(separator: ", "))
    }
    return parts.joined(separator: "; ")
  }

  /// The statement that a delete of an inserted object can lose its cascades; nil if no source says so
  /// of one of the releases.
  package func doubtAboutCascade(of name: Framework.Name) -> String? {
    guard let behaviour = releases.behaviour(.insertedAndSaved, of: name),
      eras.contains(where: behaviour.mayHappen)
    else { return nil }
    return "\(behaviour.condition.words): \(behaviour.words(on: self))"
  }

  /// The statement that a delete, or what follows it, can crash or fail; nil if that is not known of one of
  /// the releases.
  ///
  /// - Parameters:
  ///   - condition: What is done, such as another delete after a rollback.
  ///   - name: The framework.
  /// - Returns: What is known of each release, or where it was seen if no source dates it.
  package func doubt(about condition: Framework.Condition, of name: Framework.Name) -> String? {
    guard let behaviour = releases.behaviour(condition, of: name) else { return nil }
    let seen = behaviour.sightings.filter(\.happens)
    let isMeant = seen.contains { sighting in
      guard let era = sighting.era else { return true }
      return eras.contains { $0.year >= era.year }
    }
    if !isMeant { return nil }
    let verb = behaviour.consequence == .saveFails ? "fail" : "crash"
    return "\(condition.words) can \(verb) (\(behaviour.seen))"
  }

  /// The statement that a behaviour is untested or disputed on all of the releases; nil if it is known on one.
  package func doubtIfUntested(
    _ condition: Framework.Condition, of name: Framework.Name
  ) -> String? {
    guard let behaviour = releases.behaviour(condition, of: name),
      !eras.contains(where: { behaviour.standing(on: $0).isKnown })
    else { return nil }
    return behaviour.words(on: self)
  }

  /// The doubt whether a deny rule blocks a delete, in a few words and by release; nil if there is none.
  ///
  /// There is one where the releases were not observed, or where a source saw an in-memory store not enforce it.
  package func doubtAboutDeny(of name: Framework.Name) -> (phrase: String, words: String)? {
    guard let behaviour = releases.behaviour(.denied, of: name) else { return nil }
    if eras.allSatisfy({ !behaviour.standing(on: $0).isKnown && !behaviour.isDisputed(on: $0) }) {
      return ("untested", "deny: \(behaviour.words(on: self))")
    }
    if !hasMemoryStores { return nil }
    let inMemory = Circumstances(store: .swiftDataInMemory)
    let isDisputed = eras.contains { behaviour.isDisputed(on: $0, in: inMemory) }
    guard
      isDisputed || eras.contains(where: { behaviour.standing(on: $0, in: inMemory).isPresumed })
    else { return nil }
    return (
      isDisputed ? "disputed for in-memory stores" : "not enforced in an in-memory store",
      "deny in an in-memory store: \(behaviour.words(on: self, in: inMemory))"
    )
  }

  /// The only thing that is said of them, year by year; nil where there are several.
  package func onlySaying(_ saying: (Release.Era) -> ReleaseSaying) -> ReleaseSaying? {
    let all = Set(units(saying).map(\.saying))
    return all.count == 1 ? all.first : nil
  }

  /// Returns the statements about years, or about parts of a year in which something changed.
  private func units(
    _ saying: (Release.Era) -> ReleaseSaying
  ) -> [(name: String, start: String, saying: ReleaseSaying)] {
    var known: [Release.Era: ReleaseSaying] = [:]
    func said(_ era: Release.Era) -> ReleaseSaying {
      if let saying = known[era] { return saying }
      let found = saying(era)
      known[era] = found
      return found
    }
    var years: [[(era: Release.Era, saying: ReleaseSaying)]] = []
    for era in eras {
      if years.last?.last?.era.year != era.year { years.append([]) }
      years[years.count - 1].append((era, said(era)))
    }
    return years.flatMap { year -> [(name: String, start: String, saying: ReleaseSaying)] in
      let name = year[0].era.yearText
      // A year is named for a part of it only if no other part contradicts that.
      let all = releases.eras.filter { $0.year == year[0].era.year }.map(said)
      if Set(all).subtracting([.unknown]).count < 2 {
        return [(name, name, year.map(\.saying).first { $0 != .unknown } ?? .unknown)]
      }
      var runs: [(eras: [Release.Era], saying: ReleaseSaying)] = []
      for (era, saying) in year {
        if runs.last?.saying != saying { runs.append(([], saying)) }
        runs[runs.count - 1].eras.append(era)
      }
      return runs.map { run in
        let (first, last) = (run.eras[0], run.eras[run.eras.count - 1])
        return (first == last ? "\(first)" : "\(first) to \(last)", "\(first)", run.saying)
      }
    }
  }
}

extension Framework.Condition {
  /// A name for what the condition is about, as in `reading a dangling reference`.
  package var words: String {
    switch self {
    case .undeclaredInverse: "an inverse that is not declared"
    case .uniqueConflict: "saving a new object with the unique value of a stored one"
    case .danglingRead: "reading a dangling reference"
    case .oneToOneLeft: "deny or noAction in a one-to-one pair"
    case .mandatoryBackReference: "a cascade to an object that requires the deleted one"
    case .insertedAndSaved: "after an insert and a save in the same context"
    case .pendingRead: "reading a deleted object before the save"
    case .pendingRelationshipRead: "reading a relationship of a deleted object before the save"
    case .deletedRead: "reading a deleted object after the save"
    case .staleRead: "reading an object after a batch delete"
    case .nullifiedRead: "reading a nullified relationship"
    case .pendingReplaced: "replacing a deleted object in a to-one before the save"
    case .rolledBackInsert: "an insert that is rolled back"
    case .oneWayLeft: "the save of a delete that leaves a to-one without an inverse dangling"
    case .denied: "deny"
    case .cascaded: "cascade"
    case .nullified: "nullify"
    case .leftAlone: "noAction"
    case .deletedAgain: "deleting an object again after a rollback"
    case .foreignDelete: "deleting an object through a context of another container"
    }
  }
}

extension ReleaseSaying {
  fileprivate func joined(_ preposition: String, _ names: String) -> String {
    switch self {
    case .word(""), .nothing: "\(preposition) \(names)"
    case .word(let word): "\(word) \(preposition) \(names)"
    case .unknown: "untested \(preposition) \(names)"
    case .disputed: "disputed \(preposition) \(names)"
    }
  }
}
