import DeleteCalls
import DeleteMatrix
import ExpectedText
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource

@testable import Reporting

/// A sentence as a document or a command prints it, and what it is about.
struct PrintedSentence {
  let text: String
  /// The sentence without names and links, in lower case.
  var words: String { text.replacing(Self.names, with: "").lowercased() }
  /// The documents and commands that print it.
  var places: Set<String>
  /// The frameworks that it is about.
  let frameworks: [Framework.Name]
  /// The releases that it is about if it names none.
  let eras: [Release.Era]

  /// Whether it says that the result may be another one.
  var admitsDoubt: Bool {
    // To be able to be read is no doubt.
    let text = words.replacing("can be read", with: "").replacing(
      "can still be read", with: "")
    let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }
    return words.contains { Self.doubts.contains(String($0)) }
      || ["on some", "some releases"].contains(where: text.contains)
  }

  private static let doubts: Set<String> = [
    "can", "may", "might", "could", "perhaps", "predicted", "untested", "disputed", "disagree",
    "disagrees",
  ]

  /// Whether it leaves open which of several results it is.
  var namesBoth: Bool { text.contains("one of: ") || text.hasPrefix("Untested on") }

  /// Whether it says what was observed, not what happens.
  var reports: Bool {
    ["observed", "measured", "saw ", "was seen", "seen on", "reports", " made "].contains(
      where: text.contains)
  }

  /// The releases of each name in it: a year as a whole, or one release; from a start on, each year.
  func namedEras(in releases: Releases) -> [[Release.Era]] {
    let systems = Release.System.allCases.map(\.rawValue).joined(separator: "|")
    guard let pattern = try? Regex("(?:\(systems)) [0-9]+(?:\\.[0-9]+)?") else { return [] }
    return text.matches(of: pattern).flatMap { match -> [[Release.Era]] in
      guard let range = try? ReleaseRange(String(text[match.range]), in: releases),
        let start = range.eras.first
      else { return [] }
      guard text[..<match.range.lowerBound].hasSuffix("from ") else { return [range.eras] }
      return Dictionary(grouping: releases.eras.filter { $0 >= start }, by: \.year).values
        .map(\.self)
    }
  }
}

extension PrintedSentence {
  /// The sentences of some documents, and of all commands about small models, each once.
  static func all(in releases: Releases) throws -> [PrintedSentence] {
    var sentences: [PrintedSentence] = []
    let both = Framework.Name.allCases
    let newest = ReleaseRange(newestIn: releases).eras
    for (path, place) in [
      ("Sources/ModelCheck/RULES.md", "RULES.md"), ("Sources/ModelCheck/WHY.md", "WHY.md"),
      ("Matrices/RESULTS.md", "RESULTS.md"),
    ] {
      let text = try GoldenFile(inPackage: path).text
      let eras = place == "RESULTS.md" ? newest : releases.eras
      sentences += parts(of: text, endingWith: [". "]).map {
        PrintedSentence(
          text: $0.text, places: [place], frameworks: frameworks(in: $0.text, under: $0.title),
          eras: eras)
      }
    }
    let ranges =
      [ReleaseRange(from: nil, in: releases)]
      + (try ["iOS 17.0", "iOS 18.0", "iOS 26.4", "iOS 27.0"].map {
        try ReleaseRange($0, in: releases)
      })
    for framework in both {
      for (range, place, text) in try Side.printed(about: framework, on: ranges) {
        sentences += parts(of: text, endingWith: [". ", "; "]).map {
          PrintedSentence(
            text: $0.text, places: [place], frameworks: [framework], eras: range.eras)
        }
      }
    }
    return merged(sentences)
  }

  /// The frameworks that a sentence of a document is about: those that it or the title above it names, or
  /// both.
  private static func frameworks(in text: String, under title: String) -> [Framework.Name] {
    let named = [text, title].map { text in
      Framework.Name.allCases.filter { text.contains($0.title) }
    }
    return named.first { !$0.isEmpty } ?? Framework.Name.allCases
  }

  /// The same with each sentence about some releases once, and all of its places.
  private static func merged(_ sentences: [PrintedSentence]) -> [PrintedSentence] {
    struct Key: Hashable {
      let text: String
      let frameworks: [Framework.Name]
      let eras: [Release.Era]
    }
    var places: [Key: Int] = [:]
    var found: [PrintedSentence] = []
    for sentence in sentences {
      let key = Key(
        text: sentence.text, frameworks: sentence.frameworks, eras: sentence.eras)
      if let place = places[key] {
        found[place].places.formUnion(sentence.places)
      } else {
        places[key] = found.count
        found.append(sentence)
      }
    }
    return found
  }

  /// The sentences of a text in markdown, each with the title above it: those of its paragraphs, the cells of
  /// its tables, and its list items, each with the line that introduces the list; without code, links to other
  /// sections, and single reports.
  private static func parts(
    of text: String, endingWith ends: [String]
  ) -> [(title: String, text: String)] {
    var found: [(String, String)] = []
    var (title, head, isCode, isFolded) = ("", "", false, false)
    var isList = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      // An empty line ends a list, and not the line that introduces it.
      if line.isEmpty, isList { (head, isList) = ("", false) }
      if line.isEmpty { continue }
      if line.hasPrefix("```") { isCode.toggle() }
      if line.contains("<summary>Reported by") { isFolded = true }
      if line.contains("</details>") { isFolded = false }
      if line.hasPrefix("#") { title = line }
      // The text of an error is no claim, and the name of a pairing.
      let isError = line.hasPrefix("#") && ["rror", " · "].contains(where: line.contains)
      // Nor is what a source states.
      let isStated = line.hasPrefix("- conflict ")
      if isCode || isFolded || isError || isStated || line.hasPrefix("```") { continue }
      let content = line.drop { "# -*0123456789.".contains($0) }
      let isItem = content.count < line.count && !line.hasPrefix("#")
      var cells = [String(content)]
      if line.hasPrefix("|") {
        cells = line.split(separator: "|").map { String($0) }
      } else if line.hasSuffix(":") {
        head = String(content.dropLast())
        continue
      } else if isItem, !head.isEmpty {
        cells = ["\(head): \(content)"]
        isList = true
      } else {
        head = ""
      }
      for end in ends + (isItem ? ["; "] : []) {
        cells = cells.flatMap { pieces(of: $0, endingWith: end) }
      }
      found += cells.map { $0.trimming(" ").trimming(".") }.filter {
        $0.contains(where: \.isLetter)
      }
      .map { (title, $0) }
    }
    return found
  }

  /// The names of rules, cells and files, which look like words, and links to other sections.
  nonisolated(unsafe) private static let names =
    /`[^`]*`|\(?\[[^\]]*\]\([^)]*#[^)]*\)\)?|\S+\/\S+\/\S+|\b[a-z]+(_[a-z]+)+\b/

  /// The parts of a text between ends that are not in brackets.
  private static func pieces(of text: String, endingWith end: String) -> [String] {
    text.split(separator: end).reduce(into: [String]()) { pieces, part in
      let last = pieces.last ?? ""
      if last.count(where: { $0 == "(" }) > last.count(where: { $0 == ")" }) {
        pieces[pieces.count - 1] += "\(end)\(part)"
      } else {
        pieces.append(String(part))
      }
    }
  }
}

extension String {
  /// The text without some character at both ends.
  fileprivate func trimming(_ character: Character) -> String {
    var text = self[...]
    while text.first == character { text.removeFirst() }
    while text.last == character { text.removeLast() }
    return String(text)
  }
}

extension Side {
  /// Code that reads what it has deleted, and that deletes what it has inserted.
  private static let moreCode = """
    func r(_ a: A, _ c: ModelContext) throws { c.delete(a); try c.save(); print(a.name) }
    func i(_ a: A, _ c: ModelContext) throws { c.insert(a); try c.save(); c.delete(a); try c.save() }
    """

  /// What the commands print about models of two entities, by the command.
  fileprivate static func printed(
    about framework: Framework.Name, on ranges: [ReleaseRange]
  ) throws -> [(range: ReleaseRange, place: String, text: String)] {
    let file = SourceFile(path: "N.swift", bytes: Array(moreCode.utf8))
    let more = SwiftDeclarations(file, keepsCode: true)
    var texts: [(ReleaseRange, String, String)] = []
    // A third of the models shows every wording, and few those of one release.
    for (number, (ahead, back)) in pairs(every: 3).enumerated() {
      let (model, code) = try Side.model(framework, ahead, back)
      let calls = ModelCalls(in: [code, more], of: [model])
      for range in ranges where range.eras.count > 1 || number % 9 == 0 {
        let stories = DeleteStories(of: model, on: range)
        texts += model.schema.entities.map {
          (range, "explain", EntityReport(of: $0, stories).markdown)
        }
        texts.append(
          (range, "calls", CallsReport(calls.calls, told: [stories]).text(as: .text) ?? ""))
        let findings = try Check(on: range).findings(in: [model], with: [code, more])
        texts.append(
          (range, "check", findings.flatMap { [$0.title] + $0.facts }.joined(separator: "\n")))
        let matrix = ModelMatrix(model, on: range)
        texts.append((range, "matrix", ModelMatrixReport(matrix, matrix.run()).markdown))
      }
    }
    return texts
  }
}
