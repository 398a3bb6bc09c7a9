import CompiledOnce

/// A search for the symptoms that an error text, a code or a description fits.
///
/// Error texts, codes and framework symbols decide. Other words count the more, the fewer symptoms have
/// them (inverse document frequency); names from the reader's own app count for nothing.
package struct SymptomSearch: Sendable {
  private let entries: [Entry]
  /// The information of each word that a symptom has, in bits: the fewer have it, the more.
  private let weights: [String: Double]
  private let codes: Set<String>
  /// The kinds of crashes and the codes, for a suggestion where one is misspelled.
  package var names: [String] {
    ["EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_BREAKPOINT", "NSCocoaErrorDomain"]
      + codes.sorted()
  }
  /// The names of frameworks that one symptom has alone.
  private let symbols: Set<String>
  /// The error texts word for word, by their first words, each with the index of its entry.
  private let quotations: [String: [(words: [String], entry: Int)]]

  package init(_ symptoms: [Symptom] = Symptom.allCases) {
    let entries = symptoms.map(Entry.init)
    let frequencies: [String: Int] = entries.reduce(into: [:]) { counts, entry in
      for word in entry.vocabulary { counts[word, default: 0] += 1 }
    }
    self.entries = entries
    weights = frequencies.mapValues { (Double(entries.count) / Double($0)).log2 }
    codes = Set(entries.flatMap(\.codes))
    let quotations = entries.enumerated().flatMap { index, entry in
      entry.quotations.map { (words: $0, entry: index) }
    }
    self.quotations = quotations.grouped { $0.words[0] }
    symbols = Set(entries.flatMap(\.symbols).filter { frequencies[$0] == 1 })
  }

  /// The symptoms that a text fits.
  package struct Ranking: Sendable {
    /// The symptom that fits best, and the two that fit next; empty if none explains most of a line.
    package let matches: [Symptom]
    /// The three symptoms that come nearest: of those with as much in common, the first.
    package let nearest: [Symptom]
    /// Whether the text has a word in common with any symptom.
    package let isNearAny: Bool
  }

  /// Ranks the symptoms.
  package func ranking(of text: String) -> Ranking {
    let ranked = ranked(for: text)
    let best = ranked.first?.score ?? 0
    let nearest = ranked.prefix(3).map(\.symptom)
    return Ranking(
      matches: best >= Self.leastScore ? nearest : [], nearest: nearest, isNearAny: best > 0)
  }

  /// The least part of the words that a symptom has to explain.
  private static let leastScore = 0.45
  /// The weight of a word that no symptom has: more than that of an everyday word.
  private static let unknownWeight = 3.6
  /// The same in a question about a delete and its effects, where it is usually a name from the app.
  private static let weightOfName = 1.2
  /// The information, in bits, that shared words need unless they are all there is.
  private static let leastInformation = 2.2
  /// The number of words of an error text that a piece of it needs to decide.
  private static let wordsOfPiece = 5...40
  /// The greatest number of lines in a question.
  private static let mostLinesTyped = 3
  /// The greatest number of unknown words that counts: with more, no other word can decide.
  private static let mostUnknown = 40

  /// The words of which a question about stored objects has one.
  ///
  /// Everyday words (delete, save, file) need their company, as people say them of every app.
  private static let subject: Set<String> = Set(
    [
      "relationship", "orphan", "cascade", "nullify", "deny", "inverse", "batch", "bulk",
      "rollback",
      "snapshot", "icloud", "tombstone", "zombie", "excbadaccess", "excbreakpoint", "bad", "getter",
      "illegal", "fulfill",
    ].map(\.stem) + ["delet+", "delet-"])
  /// The words that are questions by themselves.
  private static let telling: Set<String> = Set(
    [
      "orphan", "cascade", "deny", "rollback", "snapshot", "icloud", "tombstone", "zombie",
      "excbadaccess", "excbreakpoint", "illegal", "fulfill",
    ].map(\.stem))
  /// The names of stores that are no subject of this program.
  private static let otherStores: Set<String> = ["realm", "firestore", "firebase", "grdb"]
  /// The words with a second meaning: two of them are about stored objects, or one with another telling word.
  private static let ambiguous = Set(
    ["object", "context", "model", "store", "fault", "reference"].map(\.stem))

  /// The objects and the consequences of a delete, which make a question with that word one about stored
  /// objects.
  private static let consequences = Set(
    [
      "child", "parent", "orphan", "crash", "stay", "back", "gone", "shows", "merge", "conflict",
      "undo",
      "background", "prevent", "validation",
    ].map(\.stem))
  /// The consequences that count only if every word of the line is in a symptom.
  private static let failures = Set(["ignore", "work", "fail", "also"].map(\.stem))

  /// The ends of a relationship, as people call them.
  private static let family = Set(["child", "parent", "orphan"].map(\.stem))

  /// The words about a whole store that no other subject uses alone.
  private static let wiping: Set<String> = ["wipe", "wiped", "wiping"]

  /// Whether a line is about deletes of stored objects, as far as its words tell.
  private func isOnSubject(
    _ asked: Set<String>, of line: Line, hasUnknown: Bool, hasOwnNames: Bool
  ) -> Bool {
    if !Self.otherStores.isDisjoint(with: line.words),
      line.words.allSatisfy({ $0 != "swiftdata" && $0 != "coredata" })
    {
      return false
    }
    // A word alone tells something only where few symptoms have it.
    if asked.count == 1, line.words.count == 1 {
      return !asked.isDisjoint(with: Self.telling) || !Self.wiping.isDisjoint(with: line.words)
    }
    if !asked.isDisjoint(with: Self.subject) || !Self.wiping.isDisjoint(with: line.words) {
      return true
    }
    // What is gone with a parent, or stays without it, was deleted.
    if asked.contains("gone".stem), !asked.isDisjoint(with: Self.family) { return true }
    let isOfDelete = asked.contains("delete".stem)
    let hasConsequence = !asked.isDisjoint(with: Self.consequences)
    let ambiguous = asked.intersection(Self.ambiguous)
    let isAlone = !hasUnknown && !hasOwnNames
    if ambiguous.count > 1 || !ambiguous.isEmpty && (isOfDelete || hasConsequence || isAlone) {
      return true
    }
    if isOfDelete && hasConsequence { return true }
    if hasUnknown { return false }
    return isOfDelete && !asked.isDisjoint(with: Self.failures)
      || asked.count > 1 && entries.contains { $0.texts.contains { $0.words == asked } }
  }

  /// The symptoms by their scores, the highest first: the part of the words that a symptom explains, and
  /// more than 1 where a code or an error text decides.
  private func ranked(for text: String) -> [(symptom: Symptom, score: Double)] {
    let lines = text.split(whereSeparator: \.isNewline).flatMap(ConsoleText.messages)
    let asked = lines.map(question)
    var questions = Set(asked)
    let isLog = questions.count > Self.mostLinesTyped
    // A message says more than the frames below it, which are often those of a save.
    let messages = Set(zip(lines, asked).filter { line, _ in !Self.isFrame(line) }.map(\.1))
    if !messages.isEmpty { questions = messages }
    let crash = CrashReport(lines).map { question($0.summary[...]) }
    let scores = entries.indices.map { entry in
      let best = questions.map { score(of: entry, for: $0, isOfLog: isLog) }.max() ?? 0
      return max(best, crash.map { score(of: entry, for: $0, isOfLog: false) } ?? 0)
    }
    return scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
      .map { (entries[$0].symptom, scores[$0]) }
  }

  /// Whether a line is a frame of a stack: `frame #1: …`, `2  CoreData  0x…` or a method in brackets.
  private static func isFrame(_ line: Substring) -> Bool {
    let words = line.split(maxSplits: 3) { $0.isWhitespace || $0 == "*" }
    guard let first = words.first else { return false }
    return first == "frame" || line.wholeMatch(of: /\s*[-+]\[\w+ [\w:]+\](?: \+ \d+)?/) != nil
      || words.count > 2 && first.allSatisfy(\.isNumber) && words[2].hasPrefix("0x")
  }

  /// Reduces a line to what tells symptoms apart.
  private func question(_ text: Substring) -> Question {
    let line = Line(String(text))
    var words: [String] = []
    var unknown: Set<String> = []
    for stem in line.stems {
      if weights[stem] != nil {
        words.append(stem)
      } else {
        if !line.ownNames.contains(stem), !stem.isNumber { unknown.insert(stem) }
        if words.last != "" { words.append("") }
      }
    }
    var quoted: Set<Int> = []
    let text = line.textWords
    for (index, word) in text.enumerated() {
      for quotation in quotations[word] ?? []
      where text[index...].starts(with: quotation.words) {
        quoted.insert(quotation.entry)
      }
    }
    // A piece of an error text, as people copy it.
    if Self.wordsOfPiece.contains(text.count) {
      for quotation in quotations.values.joined() where quotation.words.hasRun(of: text) {
        quoted.insert(quotation.entry)
      }
    }
    let asked = Set(words).subtracting([""])
    return Question(
      words: words, asked: asked, weight: weight(of: asked),
      unknownCount: min(unknown.count, Self.mostUnknown),
      codes: line.codes.union(line.numbers).intersection(codes),
      hasOtherCode: !line.codesOfDomain.isEmpty && line.codesOfDomain.isDisjoint(with: codes),
      symbols: line.symbols.intersection(symbols),
      quoted: quoted, isErrorText: line.isErrorText,
      isOfDelete: asked.contains("delete".stem) && !asked.isDisjoint(with: Self.consequences),
      isOffSubject: line.codeNames.isDisjoint(with: asked)
        && !isOnSubject(
          asked, of: line, hasUnknown: !unknown.isEmpty,
          hasOwnNames: line.ownNames.contains { weights[$0] == nil })
    )
  }

  private func score(of index: Int, for question: Question, isOfLog: Bool) -> Double {
    let entry = entries[index]
    // A code or symbol decides if one symptom has it alone.
    let decisive = Double(
      entry.codes.intersection(question.codes).count
        + entry.symbols.intersection(question.symbols).count)
    let asked = question.asked
    let unknown = question.isOfDelete ? Self.weightOfName : Self.unknownWeight
    let total = question.weight + Double(question.unknownCount) * unknown
    if asked.isEmpty { return decisive * 2 }
    let isQuoted =
      question.quoted.contains(index)
      || entry.signs.contains { $0.isQuoted(in: question.words) || $0.begins(with: question) }
    // The best of the texts tells more than words from several.
    let texts = entry.texts.map { text -> Double in
      let common = text.words.intersection(asked)
      if common.isEmpty { return 0 }
      let shared = weight(of: common)
      let share = shared / total * 0.85 + shared / max(weight(of: text.words), 1) * 0.15
      // An error text is quoted, and not retold.
      return text.isSign && !isQuoted ? share * 0.7 : share
    }
    let shared = entry.vocabulary.intersection(asked)
    let known = weight(of: shared)
    let words = (texts.max() ?? 0) * 0.7 + known / total * 0.3
    // A line of a log is no question: one or two words in it say nothing.
    let isTelling =
      shared.count > (isOfLog ? 2 : 1) && known >= Self.leastInformation
      || !isOfLog && shared.count == asked.count && question.unknownCount == 0
    // The text of another error has words in common, too.
    let isForeign =
      (question.isErrorText || question.isOffSubject || question.hasOtherCode) && !isQuoted
    return (isTelling && !isForeign ? words : words * 0.4) + decisive * 2 + (isQuoted ? 2 : 0)
  }

  private func weight(of words: Set<String>) -> Double {
    // In their order, as sums of fractions depend on it.
    words.sorted().reduce(0) { $0 + (weights[$1] ?? 0) }
  }
}

/// A line of the question, reduced so that most lines of a log are the same.
private struct Question: Hashable {
  /// The words that some symptom has, in their order; an empty one replaces all others in between.
  let words: [String]
  /// The same words, each once.
  let asked: Set<String>
  /// The information of these words, in bits.
  let weight: Double
  /// The number of other words, without names from the reader's app.
  let unknownCount: Int
  let codes: Set<String>
  /// Whether it names a code of Cocoa that no symptom has.
  let hasOtherCode: Bool
  let symbols: Set<String>
  /// The indices of the entries of which it quotes a whole error text.
  let quoted: Set<Int>
  let isErrorText: Bool
  /// Whether it is about a delete and what comes of it.
  let isOfDelete: Bool
  /// Whether it is not about deletes, as far as its words tell.
  let isOffSubject: Bool
}

/// The kind of a crash and the frames on top, from its report.
private struct CrashReport {
  /// The report in one line, as people write it: `EXC_BREAKPOINT SwiftData Trip.name.getter`.
  let summary: String

  private static let mostFrames = 8

  /// Reads a report; nil if the lines aren't one.
  init?(_ lines: [Substring]) {
    guard let kind = lines.first(where: { $0.hasPrefix("Exception Type:") }),
      let start = lines.firstIndex(where: { $0.hasPrefix("Thread ") && $0.hasSuffix("Crashed:") })
    else { return nil }
    let frames = lines[(start + 1)...].prefix(Self.mostFrames).prefix { $0.first?.isNumber == true }
    guard frames.contains(where: { $0.contains(" SwiftData ") || $0.contains(" CoreData ") }) else {
      return nil
    }
    // Of the app's own functions, it tells only that a property was read.
    let words = frames.flatMap { frame -> [Substring] in
      let names = frame.split(separator: " ").filter { $0.contains(/^_?[A-Za-z][\w.]*$/) }
      guard let module = names.first else { return [] }
      if ["SwiftData", "CoreData"].contains(module) { return names }
      return names.dropFirst().prefix { $0 != "closure" && $0 != "protocol" }.compactMap {
        $0.hasSuffix(".getter") || $0.hasSuffix(".setter") ? $0.split(separator: ".").last : nil
      }
    }
    summary = (kind.split(separator: " ").dropFirst(2).prefix(1) + words).joined(separator: " ")
  }
}

/// The words of a symptom, as they are compared.
private struct Entry: Sendable {
  let symptom: Symptom
  /// The words of each text that names the symptom.
  let texts: [(words: Set<String>, isSign: Bool)]
  let vocabulary: Set<String>
  /// The words of each sign, in their order.
  let signs: [[String]]
  /// The error texts word for word, but for what an app puts into them.
  let quotations: [[String]]
  let codes: Set<String>
  let symbols: Set<String>

  init(_ symptom: Symptom) {
    self.symptom = symptom
    let signLines = symptom.signs.map { Line($0.replacing(/%\{\w+\}@/, with: "")) }
    let lines = ([symptom.id, symptom.title] + symptom.otherWords).map { Line($0) } + signLines
    texts = lines.enumerated().map { number, line in
      (Set(line.stems), isSign: number >= lines.count - signLines.count)
    }
    vocabulary = Set(lines.flatMap(\.stems))
    signs = [Line(symptom.title).stems] + signLines.map(\.stems)
    quotations = signLines.map(\.textWords).filter { $0.count > 3 }
    codes = Set(lines.flatMap(\.codes))
    symbols = Set((symptom.signs + symptom.otherWords).flatMap { Line($0).symbols })
  }
}

private struct Line {
  /// All words, in lower case.
  let words: [String]
  /// The same without names in quotation marks, of which an error text has others.
  let textWords: [String]
  let isErrorText: Bool
  /// The words without inflection and fillers, in their order; synonyms are one word.
  let stems: [String]
  /// The stems of names, as code spells them.
  let ownNames: Set<String>
  /// The stems of words that are spelled like this: `modelContext`.
  let codeNames: Set<String>
  /// The stems of the names of frameworks and feedback reports.
  let symbols: Set<String>
  /// Error codes, as the words before them say.
  let codes: Set<String>
  /// The numbers behind the name of Cocoa's errors.
  let codesOfDomain: Set<String>
  /// Other numbers, which are codes if a symptom has them: not those of lines, ports and processes.
  let numbers: Set<String>

  /// Words before the name of a thing, which belongs to the reader's app unless some symptom has it.
  private static let determiners: Set<String> = [
    "a", "an", "my", "our", "the", "its", "his", "her", "their", "this", "that", "one",
    "whole", "entire",
  ]

  /// Words before an error code.
  private static let announcements: Set<String> = [
    "code", "erreur", "error", "errore", "errors", "fehler", "nscocoaerrordomain", "nserror",
    "cocoa",
    "coredata", "swiftdata",
  ]
  /// Words before a number that is no error code.
  private static let numbered: Set<String> = [
    "line", "port", "swift", "process", "pid", "thread", "version", "build", "row", "id", "http",
    "width", "height", "size", "year",
  ]
  /// The greatest number of words of a line in which a number alone may be a code.
  private static let mostWordsAroundNumber = 8

  /// The kinds of a crash, as one word each; those that a trap of Swift has on any processor are one.
  ///
  /// The words that accompany a kind in a console and in a report are left out: codes, addresses and threads.
  private static func withKindsOfCrashes(_ line: String) -> String {
    guard ["EXC", "exc_", "SIGTRAP"].contains(where: line.contains) else { return line }
    var kept: [Substring] = []
    var words = line.split { $0 == " " || $0 == "\t" }[...]
    while var word = words.popFirst() {
      let next = words.first ?? ""
      if word.hasPrefix("(code=") {
        while !word.hasSuffix(")"), let part = words.popFirst() { word = part }
      } else if word == "closure", next.hasPrefix("#") {
        words = words.dropFirst(2)
      } else if word == "Exception", next == "Type:" {
        words = words.dropFirst()
      } else if word != "Crashed:", !word.hasPrefix("com.apple.") {
        let address = word.firstRange(of: "0x")?.lowerBound ?? word.endIndex
        kept.append(crash(named: word, &words) ?? word[..<address])
      }
    }
    return kept.joined(separator: " ")
  }

  /// The kind of a crash that a word names, or begins to name in `EXC BAD ACCESS`; nil if it names none.
  private static func crash(
    named word: Substring, _ following: inout ArraySlice<Substring>
  ) -> Substring? {
    let parts = word.uppercased().split { !$0.isOfWord && $0 != "_" }
    if parts == ["SIGTRAP"] { return "EXCBREAKPOINT" }
    guard var name = parts.first(where: { $0.hasPrefix("EXC") }) else { return nil }
    while name == "EXC" || name == "EXC_BAD", let part = following.popFirst() {
      name += "_\(part.uppercased())"
    }
    guard name.hasPrefix("EXC_") else { return nil }
    let isTrap = ["ARM_BREAKPOINT", "BAD_INSTRUCTION", "BREAKPOINT"].contains(name.dropFirst(4))
    return isTrap ? "EXCBREAKPOINT" : Substring(name.filter(\.isLetter))
  }

  init(_ line: String) {
    let text = line
    let line = Self.withKindsOfCrashes(ConsoleText.telling(line))
    var stems: [String] = []
    var names: Set<String> = []
    var symbols: Set<String> = []
    var codes: Set<String> = []
    var numbers: Set<String> = []
    var codeNames: Set<String> = []
    var codesOfDomain: Set<String> = []
    let words = line.split { !$0.isOfWord }.map(String.init)
    let areNumbers = words.allSatisfy(\.isNumber)
    for (index, word) in words.enumerated() {
      // Those of versions, as in `iOS 18`, tell nothing, nor do the codes of an app's own errors.
      let isNumber = word.isNumber
      if isNumber, Self.isOfDomain(words[..<index]) { codesOfDomain.insert(word) }
      if isNumber ? Self.isPartOfSize(words, index) : word.hasPrefix("0x") { continue }
      if word.utf8.count < (isNumber ? 3 : 2) { continue }
      if isNumber {
        // Consoles are full of numbers: those of processes, threads and lines.
        let before = index > 0 ? words[index - 1] : ""
        let isOfCoreData = index > 1 && words[index - 2].lowercased() == "core"
        let isAnnounced =
          areNumbers || isOfCoreData && before.lowercased() == "data" || codes.contains(before)
          || Self.announcements.contains(before.lowercased())
          || index == 0
            && words.dropFirst().prefix(1).contains { Self.announcements.contains($0.lowercased()) }
        if isAnnounced { codes.insert(word) }
        if words.count <= Self.mostWordsAroundNumber, !Self.numbered.contains(before.lowercased()) {
          numbers.insert(word)
        }
        stems.append(word)
        continue
      }
      // `Cocoaエラー1570`
      if !word.utf8.allSatisfy({ $0 < 0x80 }) {
        codes.insert(String(word.reversed().prefix(while: \.isNumber).reversed()))
      }
      let stem = word.stem
      if stem.isEmpty { continue }
      // Deleting one thing deleted another: the repetition tells, and so does that it did not.
      if stem == "delet", stems.last == "ignor" {
        stems.append("delet-")
      } else {
        stems.append(stem == "delet" && stems.contains(stem) ? "delet+" : stem)
      }
      let isName = word.hasCapitalInside
      if isName { codeNames.insert(stem) }
      // A title begins with a capital letter, a name may stand anywhere.
      let isOwned = index > 0 && Self.determiners.contains(words[index - 1].lowercased())
      if isName || isOwned || index > 0 && word.first?.isUppercase == true { names.insert(stem) }
      if word.hasPrefix("NS") || word.hasPrefix("FB") || word.hasSuffix("Exception") {
        symbols.insert(stem)
      }
    }
    self.words = words.map { $0.lowercased() }
    textWords = ConsoleText.withoutQuotedNames(text).split { !$0.isOfWord }
      .map { $0.lowercased() }.filter { !$0.hasPrefix("0x") }
    for name in ConsoleText.quotedNames(line) { names.insert(name.stem) }
    self.codesOfDomain = codesOfDomain
    isErrorText = line.contains("Fatal error: ")
    self.stems = stems
    ownNames = names
    self.codeNames = codeNames
    self.symbols = symbols
    self.codes = codes
    self.numbers = numbers
  }
}

extension Line {
  /// Whether a number behind some words is a code of Cocoa.
  private static func isOfDomain(_ words: ArraySlice<String>) -> Bool {
    let before = words.suffix(2).map { $0.lowercased() }
    guard let last = before.last else { return false }
    return last == "nscocoaerrordomain" || last == "code" && before[0] == "nscocoaerrordomain"
      || last == "error" && before[0] == "cocoa"
  }

  /// Whether a number is a part of a size, as in `1600 x 1200`.
  private static func isPartOfSize(_ words: [String], _ index: Int) -> Bool {
    let (before, after) = (words[..<index].last, words[(index + 1)...].first)
    return [before, after].contains { ["x", "×"].contains($0?.lowercased()) }
  }
}

/// What consoles and logs put around a message.
private enum ConsoleText {
  /// The messages of a line: without time, process and level; those of an exception are its name and its reason.
  static func messages(_ line: Substring) -> [Substring] {
    var line = line
    if let prefix = line.prefixMatch(of: console) { line = line[prefix.range.upperBound...] }
    if let level = line.prefixMatch(of: level) { line = line[level.range.upperBound...] }
    if let raised = line.prefixMatch(of: exception) {
      return [raised.1, raised.2]
    }
    return [line]
  }

  /// The text without names of the app's types before an accessor, methods in brackets, and the argument that
  /// makes a delete one of rows.
  static func telling(_ line: String) -> String {
    var line = line
    if line.contains("etter") || line.contains("modify") {
      line = line.replacing(accessor) { $0.1 }.replacing(function, with: "")
    }
    if line.contains("[") { line = line.replacing(method, with: "") }
    if line.contains("delete(model:") {
      line = line.replacing("delete(model:", with: "batch delete(model:")
    }
    return line
  }

  /// The text without names in quotation marks.
  static func withoutQuotedNames(_ line: String) -> String {
    line.contains("'") ? line.replacing(quoted, with: "") : line
  }

  /// The names in quotation marks.
  static func quotedNames(_ line: String) -> [String] {
    line.contains("'") ? line.matches(of: quoted).map { String($0.1) } : []
  }

  nonisolated(unsafe) private static let console =
    /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S* (?:[^\[\]]{1,60}\[[0-9:a-fx]+\] )?/
  nonisolated(unsafe) private static let level = /(?:\[\w+\]|CoreData: fault:)\s/
  nonisolated(unsafe) private static let exception =
    /\*\*\* Terminating app due to uncaught exception '(\w+)', reason: '(.*?)'?$/
  nonisolated(unsafe) private static let accessor =
    /(?:[A-Z]\w*\.)(?:\w+\.)*(getter|setter|modify)\b/
  nonisolated(unsafe) private static let function =
    /closure #\d+ in |partial apply for |protocol witness for | in conformance \w+/
  nonisolated(unsafe) private static let method = /[-+]\[\w+ [\w:]+\]:?/
  nonisolated(unsafe) private static let quoted = /'(\w+)'/
}

extension Character {
  /// Whether it is a letter or a number.
  fileprivate var isOfWord: Bool {
    guard let byte = asciiValue else { return isLetter || isNumber }
    return (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}

// Logs have many words, nearly all of which are ASCII.
extension String {
  fileprivate var isNumber: Bool {
    for byte in utf8 where !(48...57).contains(byte) {
      return byte < 0x80 ? false : allSatisfy(\.isNumber)
    }
    return true
  }

  /// Whether it has a capital letter after the first character, and a small letter.
  fileprivate var hasCapitalInside: Bool {
    if utf8.allSatisfy({ $0 < 0x80 }) {
      return utf8.dropFirst().contains { (65...90).contains($0) }
        && utf8.contains { (97...122).contains($0) }
    }
    return dropFirst().contains(where: \.isUppercase) && contains(where: \.isLowercase)
  }
}

extension [String] {
  /// Whether words appear in others, one after the other: all of them, or as many as tell them from
  /// any other text.
  fileprivate func isQuoted(in line: [String]) -> Bool {
    let length = Swift.min(count, 5)
    guard length > 2 else { return false }
    return indices.dropLast(length - 1).contains { start in
      line.containsRun(self[start..<(start + length)])
    }
  }

  /// Whether a line is the beginning of these words, such as a console cut it off.
  fileprivate func begins(with line: Question) -> Bool {
    line.words.count > 2 && line.unknownCount == 0 && starts(with: line.words)
  }

  private func containsRun(_ run: ArraySlice<String>) -> Bool {
    guard count >= run.count else { return false }
    return indices.dropLast(run.count - 1).contains { self[$0..<($0 + run.count)] == run }
  }
}

extension String {
  /// The word in lower case without inflection, or the first of its synonyms; empty for a filler.
  fileprivate var stem: String {
    let word = lowercased()
    if Self.fillers.contains(word) { return "" }
    if let synonym = Self.synonyms[word] { return synonym }
    let ending = ["ing", "ed", "es", "s", "e"].first {
      word.hasSuffix($0) && word.count > $0.count + 2
    }
    let stem = String(word.dropLast(ending?.count ?? 0))
    return Self.synonyms[stem] ?? stem
  }

  private static let fillers: Set<String> = [
    "after", "an", "and", "any", "are", "as", "at", "be", "been", "before", "but",
    "again", "bring", "brings", "by", "call", "called", "calling", "calls", "came", "can", "cannot",
    "code", "could", "couldn", "did",
    "do", "does", "error",
    "fatal",
    "find", "for", "found", "happen", "happens", "her", "his",
    "from", "get", "gets", "had", "has", "have", "how", "i", "if", "in", "is", "it", "its",
    "just", "me", "my", "next", "of", "on", "or", "other", "signal", "so", "some", "such", "swift",
    "swiftdata", "coredata",
    "the", "their", "them", "then", "there", "they", "this", "thread", "that", "through", "to",
    "up", "was",
    "once", "ios", "ipados", "macos", "tvos", "visionos", "watchos", "xcode", "what", "when",
    "where", "which", "while", "why", "with",
  ]

  /// Everyday words, each with the word by which the symptoms know it.
  private static let synonyms: [String: String] = [
    [
      "stay", "remain", "keep", "kept", "left", "linger", "survive", "still", "leave", "leav",
      "pile",
      "accumulat", "around", "hang", "hung",
    ],
    ["save", "sav", "persist", "writ", "write", "written"],
    ["stor", "store", "database"],
    ["whol", "entir"],
    ["devic", "iphon", "ipad", "mac"],
    ["refresh", "update", "updat", "redraw"],
    ["gone", "disappear", "vanish", "lost", "lose", "missing", "loss"],
    ["back", "reappear", "return", "restor", "restore", "resurrect"],
    ["delet", "deletion", "remove", "remov", "removal", "wiped", "erased"],
    [
      "wip", "wipe", "eras", "erase", "everyth", "everything", "clear", "purge", "all", "every",
    ],
    ["also", "too", "along", "well"],
    ["child", "children", "kid", "kids", "leftover"],
    ["crash", "trap", "abort", "die"],
    ["object", "item", "record", "entity", "instance", "row", "entri"],
    ["icloud", "cloudkit", "sync", "ckerror"],
    ["view", "ui", "screen", "table", "swiftui", "sidebar", "picker", "sheet"],
    ["shows", "show", "visible", "visibl", "display", "displayed"],
    ["notice", "notic", "see", "sees"],
    [
      "ignor", "ignore", "not", "never", "nothing", "no", "none", "isn", "aren", "wasn", "weren",
      "don", "doesn", "didn",
    ],
    ["work", "effect", "enforced", "enforc", "applied", "appli"],
    ["den", "deny", "deni", "denied", "denies"],
    ["nullifi", "nullify"],
    ["fail", "refus", "refuse", "throw", "threw", "thrown"],
    ["orphan", "orphaned", "parentless"],
    ["reference", "referenc", "point", "refer"],
    ["property", "properti", "attribute", "attribut", "field"],
    ["compil", "compiler", "build"],
    ["restart", "relaunch", "reopen", "launch"],
    ["context", "contexts", "modelcontext", "nsmanagedobjectcontext"],
    ["getter", "setter", "modify", "modifi"],
    ["background", "modelactor", "actor", "actors"],
  ].reduce(into: [:]) { known, words in
    for word in words { known[word] = words[0] }
  }
}

extension Double {
  fileprivate var log2: Double {
    var (rest, whole) = (self, 0.0)
    while rest >= 2 { (rest, whole) = (rest / 2, whole + 1) }
    return whole + (rest - 1)
  }
}

extension [String] {
  /// Whether some words are among these, one behind the other.
  fileprivate func hasRun(of words: [String]) -> Bool {
    guard count >= words.count else { return false }
    return (0...count - words.count).contains { self[$0...].starts(with: words) }
  }
}
