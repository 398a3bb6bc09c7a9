import CompiledOnce
import ModelCheck
import ObjectGraph
import Scenarios
import SourceText

/// A statement of this package about what a framework does, with the behaviours that it rests on.
package struct Claim: Sendable {
  /// The statement as it is printed.
  package let text: String
  /// The places where it is printed.
  package let places: String
  /// The names of the behaviours that it rests on, each with whether the statement says that it
  /// occurs.
  package let behaviours: [String: Bool]

  /// The statements of the rules, of the symptoms, and of the commands.
  package static let all: [Claim] =
    CheckRule.groups.flatMap(\.rules).compactMap { rule in
      rests[rule].map {
        Claim(
          text: "\(rule.summary) \(rule.reason)",
          places: "RULES.md, rules \(rule.rawValue), check", behaviours: $0)
      }
    }
    + Symptom.allCases.compactMap { symptom in
      let names = symptom.allBehaviours
      if names.isEmpty { return nil }
      return Claim(
        text: "\(symptom.title): \(symptom.meaning)", places: "WHY.md, why \(symptom.id)",
        behaviours: Dictionary(names.map { ($0, true) }, uniquingKeysWith: { first, _ in first }))
    } + phrases

  /// The behaviours that rules rest on; the other rules rest on the delete rules alone.
  private static let rests: [CheckRule: [String: Bool]] = [
    .oneToOneCrash: ["one_to_one_crash": true],
    .mandatoryBackReferenceCrash: ["mandatory_back_reference_crash": true],
    .noActionLeavesDangling: ["dangling_read_traps": true, "dangling_fault": true],
    .missingInverseLeavesDangling: ["dangling_read_traps": true, "inferred_inverse": true],
    .manyToManyWithoutInverse: ["dangling_read_traps": true, "inferred_inverse": true],
    .denyOnBothSides: ["deny_ignored": false], .denyOnChild: ["deny_ignored": false],
    .denyBlocksCascade: ["deny_ignored": false], .swallowedRefusal: ["deny_ignored": false],
    .lostCascade: ["lost_cascade": true],
    .readAfterDelete: [
      "deleted_read_traps": true, "pending_read_traps": true, "deleted_read_is_empty": true,
    ],
    .ambiguousInverse: ["inferred_inverse": true],
  ]

  /// The statements of the commands, with an example of each.
  private static let phrases: [Claim] = [
    Claim(
      text: "the save fails while Trip.tickets holds anything (disputed for stores in memory)",
      places: "explain, calls, matrix, run", behaviours: ["deny_ignored": false]),
    Claim(
      text:
        "also deletes Stop; can leave it on iOS 17, after an insert and a save in the same context",
      places: "explain, calls, matrix, run", behaviours: ["lost_cascade": false]),
    Claim(
      text: "reading Photo.tags crashes", places: "matrix, run, RESULTS.md",
      behaviours: ["dangling_read_traps": true]),
    Claim(
      text: "leaves dangling references in Photo.tags", places: "explain, calls",
      behaviours: ["dangling_read_traps": true, "dangling_fault": true]),
    Claim(
      text: "sets Stop.trip to nil; this can be invisible in memory", places: "why still_shown",
      behaviours: ["nullified_reference_stays": false]),
    Claim(
      text: "updates the stored object that has the unique value", places: "run",
      behaviours: ["unique_conflict_updates": true]),
    Claim(
      text: "an inserted object is taken back by a rollback; untested beyond iOS 17.0",
      places: "run", behaviours: ["insert_survives_rollback": false]),
    Claim(
      text: "the relationships of a deleted object are empty before its save", places: "run",
      behaviours: ["pending_relationships_are_empty": true]),
    Claim(
      text: "a delete through a context of another container does nothing, or raises an exception",
      places: "run", behaviours: ["foreign_delete_ignored": true, "foreign_delete_raises": true]),
  ]
}

extension Claim {
  /// The sightings of what the statement says, or of the opposite: `iOS 17.0 (SD-010)`.
  func sightings(_ areFor: Bool, in releases: Releases) -> [String] {
    releases.behaviours.flatMap { behaviour -> [String] in
      guard let happens = behaviours[behaviour.name] else { return [] }
      return behaviour.sightings.filter { ($0.happens == happens) == areFor }.map { sighting in
        "\(sighting.place), \(sighting.evidence.rawValue): \(sighting.source)"
      }
    }
  }

  /// True if a sighting says the opposite and the statement neither admits that nor names a release.
  package func isContradicted(in releases: Releases) -> Bool {
    !isConditional && !sightings(false, in: releases).isEmpty
  }

  private var isConditional: Bool {
    let words = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
    return words.contains { Self.doubts.contains(String($0)) }
      || Release.System.allCases.contains { text.contains("on \($0.rawValue) ") }
  }

  private static let doubts: Set<String> = [
    "can", "may", "might", "could", "perhaps", "predicted", "untested", "disputed", "disagree",
    "some", "sometimes",
  ]
}

/// The page of all statements, with the sightings for and against each.
package enum LedgerReport {
  /// The document `Matrices/CLAIMS.md`.
  package static func document(_ releases: Releases) -> String {
    var text: Prose = """
      \(Prose.heading(1, "Every claim and its evidence"))

      Every statement about what a framework does beyond its delete rules, the sightings of \
      [releases.json](releases.json) for and against it, and where it is printed. A statement with a \
      sighting against it says that it can happen, that sources disagree, or on which release it \
      happens: a test compares them. This file is generated.

      """
    for claim in Claim.all {
      text += "\n- **\(claim.text)**\n\n"
      text += "  Printed by \(claim.places). Rests on \(claim.behaviours.keys.sorted().listed()).\n"
      for (word, areFor) in [("For", true), ("Against", false)] {
        let sightings = claim.sightings(areFor, in: releases)
        if !sightings.isEmpty { text += "\n  \(word): \(sightings.joined(separator: "; ")).\n" }
      }
    }
    return text.markdown
  }
}
