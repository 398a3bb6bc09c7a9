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

  init(
    _ id: String, _ title: String, signs: [String] = [], otherWords: [String] = [],
    meaning: String, firstAid: String? = nil, causes: [Cause], behaviours: [String] = []
  ) {
    self.id = id
    self.title = title
    self.signs = signs
    self.otherWords = otherWords
    self.meaning = meaning
    self.firstAid = firstAid
    self.causes = causes
    self.behaviours = behaviours
  }
}

extension Symptom {
  /// Finds what somebody sees.
  ///
  /// - Parameter words: A line of a console, a code, or somebody's own words.
  /// - Returns: What fits, the best first; nothing where no word that tells symptoms apart is shared.
  ///   O(words · symptoms).
  package static func fitting(_ words: String) -> [Symptom] {
    let asked = words.stems
    let known = allCases.map { symptom in symptom.texts.map(\.stems) }
    let weights = Dictionary(
      Set(asked).map { word in
        let count = known.count { $0.contains { $0.contains(word) } }
        return (word, count == 0 ? 0 : Double(known.count - count) / Double(known.count * count))
      }, uniquingKeysWith: { first, _ in first })
    let scores = zip(allCases, known).map { symptom, texts in
      (symptom, score: texts.map { $0.score(of: asked, weighedBy: weights) }.max() ?? 0)
    }
    let best = scores.map(\.score).max() ?? 0
    if best == 0 { return [] }
    let fitting = scores.enumerated().filter { $0.element.score * 2 > best }
    return fitting.sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element.0)
  }

  /// All by which it is found.
  private var texts: [String] { [id, title] + signs + otherWords }
}

extension [String] {
  /// How much of what was asked stands in a text; twice as much where one stands in the other as it is.
  fileprivate func score(of asked: [String], weighedBy weights: [String: Double]) -> Double {
    let shared = Set(self).intersection(asked).reduce(0) { $0 + (weights[$1] ?? 0) }
    return contains(asked) || asked.contains(self) ? 2 * shared : shared
  }
}

extension String {
  /// Its words in lower case, without what inflection adds.
  fileprivate var stems: [String] {
    lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
      for ending in ["ing", "ed", "es", "s"]
      where word.hasSuffix(ending) && word.count > ending.count + 3 {
        return String(word.dropLast(ending.count))
      }
      return String(word.hasSuffix("e") && word.count > 4 ? word.dropLast() : word)
    }
  }
}
