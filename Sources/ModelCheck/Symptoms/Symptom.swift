import CompiledOnce

/// What somebody sees who has been bitten by a delete, and what comes to it.
package struct Symptom: Sendable {
  /// One way to come to it.
  package enum Cause: Sendable {
    /// What a rule of `check` finds: it has the model, the proof and the fix; and who reported it.
    case rule(CheckRule, reports: [String] = [])
    /// What no model shows, but a release or the order of steps.
    case other(OtherCause)
  }

  /// A cause that `check` cannot see in a model.
  package struct OtherCause: Sendable {
    package let summary: String
    package let reason: String
    /// The code that comes to it, as somebody would write it.
    package let example: String
    package let fix: String
    /// The same code, mended.
    package let goodExample: String
    /// What of a release it rests on, by its name among the behaviours; nil where all are alike.
    package var behaviour: String?
    /// The scenarios of those who reported it.
    package var reports: [String] = []
  }

  /// The word by which it is known.
  package let id: String
  /// What is seen, in the words of somebody who sees it.
  package let title: String
  /// Texts and codes, as a console shows them.
  package let signs: [String]
  /// What else people call it.
  package let otherWords: [String]
  /// What it means.
  package let meaning: String
  /// What helps at once, before anything is mended.
  package let firstAid: String?
  /// What comes to it, the most frequent first.
  package let causes: [Cause]
  /// What of a release it rests on besides, by its name among the behaviours.
  package let behaviours: [String]
  /// What is known of releases that no behaviour says; nil for nothing.
  package let releases: String?

  init(
    _ id: String, _ title: String, signs: [String] = [], otherWords: [String] = [],
    meaning: String, firstAid: String? = nil, causes: [Cause], behaviours: [String] = [],
    releases: String? = nil
  ) {
    self.id = id
    self.title = title
    self.signs = signs
    self.otherWords = otherWords
    self.meaning = meaning
    self.firstAid = firstAid
    self.causes = causes
    self.behaviours = behaviours
    self.releases = releases
  }
}

extension Symptom: CaseIterable {
  /// All that are known: what stops an app, what refuses a save, and what is gone or is still there.
  package static let allCases: [Symptom] = [
    invalidated, badAccess, noDefaultValue, unfulfillableFault, fullBackingData, undoSnapshot,
    denied, missingMandatory, tooFew, invalidReference, batchTrigger, circularReference,
    tookOthers, childStays, comesBack, stillShown,
  ]
}

extension Symptom {
  /// Finds what somebody sees.
  ///
  /// - Parameter words: A line of a console, a code, or somebody's own words.
  /// - Returns: What fits, the best first; nothing where half of the words or more say something else.
  ///   O(words · symptoms).
  package static func fitting(_ words: String) -> [Symptom] {
    let asked = words.stems
    let texts = allCases.map { symptom in symptom.texts.map(\.stems) }
    // A word tells the more, the fewer symptoms have it; one that none has speaks of something else.
    let weights = Dictionary(
      Set(asked).map { word in
        let count = max(1, texts.count { $0.contains { $0.contains(word) } })
        return (word, Double(texts.count - count) / Double(texts.count * count))
      }, uniquingKeysWith: { first, _ in first })
    let scores = texts.map { $0.map { $0.score(of: asked, weighedBy: weights) }.max() ?? 0 }
    let best = scores.max() ?? 0
    let fitting = scores.indices.filter { scores[$0] > 0 && scores[$0] * 2 > best }
    return fitting.sorted { (scores[$1], $0) < (scores[$0], $1) }.map { allCases[$0] }
  }

  /// All by which it is found.
  private var texts: [String] { [id, title] + signs + otherWords }
}

extension [String] {
  /// How well a text answers what was asked: 0 unless one stands in the other as it is, or it has most of
  /// what the words tell.
  fileprivate func score(of asked: [String], weighedBy weights: [String: Double]) -> Double {
    let shared = Set(self).intersection(asked)
    let told = shared.reduce(0) { $0 + (weights[$1] ?? 0) }
    // Of two texts that say as much, the shorter is about it.
    let share = Double(shared.count) / Double(Swift.max(1, count))
    if !isEmpty && !asked.isEmpty && told > 0 && (contains(asked) || asked.contains(self)) {
      return 2 * told + share
    }
    let all = Set(asked).reduce(0) { $0 + (weights[$1] ?? 0) }
    return told * 2 > all ? told + share : 0
  }
}

extension String {
  /// Words that tell nothing.
  private static let fillers: Set<String> = [
    "a", "after", "an", "and", "are", "at", "be", "before", "but", "by", "did", "do", "does", "for",
    "from", "i", "in", "is", "it", "its", "my", "of", "on", "the", "their", "that", "this", "to",
    "was", "when", "while", "with",
  ]

  /// Its telling words in lower case, without what inflection adds.
  fileprivate var stems: [String] {
    lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { !Self.fillers.contains($0) }.map { word in
        let ending = ["ing", "ed", "es", "s", "e"].first {
          word.hasSuffix($0) && word.count > $0.count + 3
        }
        return String(word.dropLast(ending?.count ?? 0))
      }
  }
}
