import ObjectGraph
import Scenarios
import SourceText

@testable import Reporting

/// A printed sentence about what a framework does, with the behaviours that it rests on.
struct Claim {
  let sentence: PrintedSentence
  /// The behaviours that the sentence rests on, each with whether it says that they occur.
  let behaviours: [String: Bool]

  /// Finds what a sentence claims; nil if it states nothing beyond the delete rules.
  init?(_ sentence: PrintedSentence) {
    let words = sentence.words
    let found = ClaimWording.all.filter { $0.isUsed(in: words) }
    let names = Dictionary(
      found.map { ($0.behaviour, $0.happens) }, uniquingKeysWith: { first, _ in first })
    if names.isEmpty { return nil }
    self.init(sentence, about: names)
  }

  init(_ sentence: PrintedSentence, about behaviours: [String: Bool]) {
    self.sentence = sentence
    self.behaviours = behaviours
  }

  private func concerned(_ releases: Releases) -> [(behaviour: Behaviour, happens: Bool)] {
    releases.behaviours.compactMap { behaviour in
      guard let happens = behaviours[behaviour.name],
        sentence.frameworks.contains(behaviour.framework)
      else { return nil }
      return (behaviour, happens)
    }
  }

  /// The reason why the evidence does not support the sentence; nil if it does, or if the sentence
  /// admits a doubt.
  func problem(in releases: Releases) -> String? {
    if sentence.admitsDoubt { return nil }
    let named = sentence.namedEras(in: releases)
    let eras = named.isEmpty ? sentence.eras : named.flatMap(\.self)
    let speaksOfAll = Set(eras).count == releases.eras.count
    for (behaviour, happens) in concerned(releases) {
      // A sentence about what was observed is true if it was.
      if sentence.reports, behaviour.sightings.contains(where: { $0.happens == happens }) {
        continue
      }
      let against = behaviour.sightings.first { sighting in
        sighting.happens != happens
          && (sighting.release == nil ? speaksOfAll : eras.contains(where: sighting.isAbout))
      }
      if let against { return "\(behaviour.name): \(against.place), \(against.source)" }
      // A sentence that names no release is about those it was made for; one about all may rest on a source
      // that names none.
      let isOfAll = named.isEmpty && speaksOfAll
      if isOfAll, behaviour.sightings.contains(where: { $0.happens == happens }) { continue }
      let undated = (named.isEmpty ? [sentence.eras] : named).first {
        !$0.contains { behaviour.isDated(on: $0, happens) }
      }
      if let undated { return "\(behaviour.name): nobody observed that on \(undated[0])" }
    }
    return nil
  }
}

extension Behaviour.Sighting {
  /// Whether it is about a release; one that names no update is about the whole year.
  func isAbout(_ era: Release.Era) -> Bool {
    guard let release else { return false }
    if isFromThenOn { return era >= release.era }
    return release.isUpdate ? era == release.era : era.year == release.era.year
  }
}

extension Behaviour {
  /// Whether sources date what is said of a release: they saw it there, before and after it, or saw that
  /// the behaviour had ended by then.
  func isDated(on era: Release.Era, _ happens: Bool) -> Bool {
    let seen = sightings.filter { $0.happens == happens }
    if seen.contains(where: { $0.isAbout(era) }) { return true }
    let dated = seen.compactMap(\.release?.era)
    if dated.contains(where: { $0 < era }) && dated.contains(where: { $0 > era }) { return true }
    let opposite = sightings.filter { $0.happens != happens }.compactMap(\.release?.era)
    return !happens && dated.contains { $0 < era } && !opposite.isEmpty
      && opposite.allSatisfy { $0 < era }
  }
}

/// The words by which a sentence says that a behaviour occurs, or that it does not.
struct ClaimWording {
  let behaviour: String
  let happens: Bool
  /// The groups of words, of each of which the sentence has one.
  private let groups: [[String]]
  /// The words that make it a sentence about something else.
  private let others: [String]

  private init(
    _ behaviour: String, _ happens: Bool, _ groups: [String]..., unless others: [String] = []
  ) {
    (self.behaviour, self.happens, self.groups, self.others) = (behaviour, happens, groups, others)
  }

  /// Whether a sentence in lower case uses the words.
  func isUsed(in text: String) -> Bool {
    groups.allSatisfy { $0.contains(where: text.contains) }
      && !others.contains(where: text.contains)
  }

  private static let crash = ["crash", "stops the app", "stop the app", "invalidated", "trap"]

  /// The behaviours that no sentence states: a scenario that depends on them shows its own outcome.
  static let unsaid: Set = [
    "insert_survives_rollback", "pending_relationships_are_empty", "stale_read_traps",
    "unique_conflict_updates",
  ]

  static let all = [
    ClaimWording(
      "deny_ignored", false, ["deny", "denies", "1600", "holds anything"],
      [
        "fail", "block", "prevent", "can't be deleted", "cannot be deleted", "neither",
        "is enforced", "enforces", "refuse",
      ],
      unless: [
        "not enforce", "not prevent", "fail to prevent", "passes", "batch", "if a deny rule",
      ]),
    ClaimWording("deny_ignored", false, ["save fails:"], [" holds "]),
    ClaimWording(
      "deny_ignored", true, ["deny"], ["not enforced", "not prevent", "fail to prevent", "passes"]),
    ClaimWording(
      "dangling_read_traps", true, ["dangling", "reference", "points at", "still holds"],
      crash, unless: ["one-to-one", "deleted and saved", "after the save", "before the save"]),
    ClaimWording("dangling_fault", true, ["fault", "133000"], ["cannot", "can't", "could not"]),
    ClaimWording(
      "one_to_one_crash", true, ["one-to-one", "holds anything", "bad_access"],
      ["crash", "bad_access"], unless: ["does not crash"]),
    ClaimWording("one_to_one_crash", false, ["does not crash"]),
    ClaimWording(
      "mandatory_back_reference_crash", true,
      ["mandatory", "require", "default value", "holds anything"], ["fatal"],
      unless: ["accept"]),
    ClaimWording("mandatory_back_reference_crash", false, ["accept"], ["26", "mandatory"]),
    ClaimWording(
      "lost_cascade", true,
      [
        "leave the children", "leaves the children", "lose cascades", "loses cascades",
        "cascade is lost",
        "cascade can be lost",
      ]),
    ClaimWording(
      "lost_cascade", false, ["insert", "cascades from"],
      ["also deletes", "cascades", "still deletes"]),
    ClaimWording(
      "pending_read_traps", false, ["before the save", "not saved"], ["can be read", "readable"]),
    ClaimWording(
      "deleted_read_traps", true,
      ["after the save", "deleted and saved", "deleted on line", "property is read"],
      ["read"], crash, unless: ["reference", "dangling", "before the save"]),
    ClaimWording("deleted_read_is_empty", true, ["nil or zero"]),
    ClaimWording(
      "nullified_reference_stays", true, ["reference"], ["still shows", "can stay", "stays after"]),
    ClaimWording(
      "pending_replaced_crash", true,
      ["full future backing data", "another was assigned", "replacing a deleted object"]),
    ClaimWording(
      "rollback_then_delete_crash", true, ["snapshot", "again after a rollback"],
      ["fail", "crash", "trap", "stop the app"]),
    ClaimWording(
      "one_way_save_fails", true, ["without an inverse dangling", "saw the save fail instead"]),
    ClaimWording("foreign_delete_ignored", true, ["another container"], ["nothing", "silent"]),
    ClaimWording(
      "foreign_delete_raises", true, ["other contexts", "another context"], ["exception", "raise"]),
    ClaimWording("inferred_inverse", true, ["infer"], ["inverse"]),
  ]
}

extension [Claim] {
  /// The claims about a behaviour, each once.
  func resting(on behaviour: Behaviour) -> [Claim] {
    filter {
      $0.behaviours[behaviour.name] != nil && $0.sentence.frameworks.contains(behaviour.framework)
    }.eachOnce
  }

  /// The claims without those that only have other names in them.
  fileprivate var eachOnce: [Claim] {
    var seen: Set<String> = []
    return filter { claim in
      let mask = claim.sentence.text.replacing(
        /\b[A-Z][A-Za-z]*[0-9]*(\.[a-z]+(:[0-9]+)*|\.[a-z]+[A-Z])?(?![a-z])/, with: "_")
      return seen.insert(mask).inserted
    }
  }
}

/// The page of all claims, with the sightings for and against each.
enum LedgerPage {
  /// The document `Matrices/CLAIMS.md`.
  static func document(_ claims: [Claim], _ releases: Releases) -> String {
    var text: Prose = """
      \(Prose.heading(1, "Every claim and its evidence"))

      For each behaviour of a framework beyond its delete rules: the sightings of \
      [releases.json](releases.json), the sentences that rest on it, and where they are printed. A sentence \
      with a sighting against it says that it can happen, that sources disagree, who observed it, or on \
      which release it happens: a test compares them. One that names both results is marked "either". The commands' sentences are those about all models of \
      two entities, `A` and `B`. This file is generated.

      """
    for behaviour in releases.behaviours {
      let about = claims.resting(on: behaviour)
      text += "\n\(Prose.heading(2, behaviour.name.prose))\n"
      for (word, happens) in [(behaviour.presence, true), (behaviour.absence, false)] {
        let sightings = behaviour.sightings.filter { $0.happens == happens }.map {
          "\($0.place), \($0.evidence.rawValue): \($0.source)"
        }
        if sightings.isEmpty { continue }
        text += "\nSources for \"\(word.prose)\": \(sightings.joined(separator: "; ").prose).\n"
      }
      text += about.isEmpty ? "\nNo sentence: `run` prints its outcome.\n" : "\n"
      for claim in about {
        let places = claim.sentence.places.sorted().listed()
        let verb =
          claim.sentence.namesBoth
          ? "either" : claim.behaviours[behaviour.name] == true ? "for" : "against"
        text += "- \(claim.sentence.text.prose) (\(places.prose); \(verb))\n"
      }
    }
    return text.markdown
  }
}
