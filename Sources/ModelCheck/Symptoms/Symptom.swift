/// An effect of a delete that people notice, with its causes and what to do about it.
package struct Symptom: Sendable {
  package enum Cause: Sendable {
    /// A rule of `check`, which finds the cause in a model or in code; with the scenarios that
    /// reported it.
    case rule(CheckRule, reports: [String] = [])
    /// A cause that no model shows, such as a release or the order of steps.
    case other(OtherCause)
  }

  /// A cause that `check` does not look for.
  package struct OtherCause: Sendable {
    package let summary: String
    package let reason: String
    package let example: String
    package let fix: String
    package let goodExample: String
    /// The name of the behaviour that it depends on; nil if it does not depend on the release.
    package var behaviour: String?
    package var reports: [String] = []
  }

  /// The stable name, such as `instance_invalidated`.
  package let id: String
  package let title: String
  /// Error texts and codes, as the console prints them.
  package let signs: [String]
  /// Other descriptions of the symptom, as people search for it.
  package let otherWords: [String]
  package let meaning: String
  package let remedy: String
  /// The causes, the most frequent first.
  package let causes: [Cause]
  /// The names of the behaviours that the symptom depends on, whatever its cause.
  package let behaviours: [String]
  /// Facts about releases that are not recorded as a behaviour; nil for none.
  package let releases: String?

  init(
    _ id: String, _ title: String, signs: [String] = [], otherWords: [String] = [],
    meaning: String, remedy: String, causes: [Cause], behaviours: [String] = [],
    releases: String? = nil
  ) {
    self.id = id
    self.title = title
    self.signs = signs
    self.otherWords = otherWords
    self.meaning = meaning
    self.remedy = remedy
    self.causes = causes
    self.behaviours = behaviours
    self.releases = releases
  }
}

extension Symptom: CaseIterable {
  /// All symptoms: crashes, saves that fail, surprises without an error, and mirrored stores.
  package static let allCases: [Symptom] = [
    invalidated, badAccess, noDefaultValue, unfulfillableFault, fullBackingData, snapshotCreation,
    undoSnapshot, onlyArrays, otherContext, removedFromContext, nilObject,
    denied, severalErrors, missingMandatory, tooFew, invalidReference, batchTrigger, mergeConflict,
    circularReference,
    tookOthers, childStays, comesBack, stillShown, listNotUpdated, denyNotEnforced, deletedFlag,
    deleteEverything,
    cloudKitRefusesModel, cloudKitBringsBack, historyTombstone,
  ]

  package var rules: [CheckRule] {
    causes.compactMap { if case .rule(let rule, _) = $0 { rule } else { nil } }
  }

  package var reports: [String] {
    causes.flatMap { cause in
      switch cause {
      case .rule(_, let reports): reports
      case .other(let other): other.reports
      }
    }
  }

  /// The names of all behaviours that the symptom or one of its causes depends on.
  package var allBehaviours: [String] {
    behaviours
      + causes.compactMap { if case .other(let cause) = $0 { cause.behaviour } else { nil } }
  }
}
