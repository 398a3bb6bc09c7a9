import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelFiles
import Scenarios
import SourceText

/// The guide by symptom: what a delete did, why, and what to do about it.
///
/// Findings and their proof come from the rules, releases from the behaviours, and sightings from the
/// scenarios, which are replayed.
package struct SymptomReport {
  private let releases: Releases
  private let reports: [String: CellResult]

  /// Replays the scenarios of those who reported a symptom, on all releases.
  package init(_ suite: MatrixSuite) throws {
    releases = try Releases.known()
    let runner = Runner(on: ReleaseRange(from: nil, in: releases))
    let named = Set(Symptom.allCases.flatMap(\.reports))
    reports = Dictionary(
      suite.scenarios.filter { named.contains($0.name) }.compactMap { file in
        let stated = file.trial.cells.filter { !$0.observations.isEmpty }
        return (stated.first(where: \.hurts) ?? stated.last).map { (file.name, runner.run($0)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  package static var list: String {
    RuleReport.lines(Symptom.allCases.map { ($0.id, $0.title) })
  }

  package static var listPage: Prose {
    RuleReport.table(Symptom.allCases.map { ($0.id, $0.title) })
  }

  /// All symptoms: a list, then each of them, as the file `WHY.md` beside the rules has it.
  package var document: String {
    let lines = Symptom.allCases.map { symptom -> Prose in
      let sign = symptom.signs.first.map { ": \($0.prose)" as Prose } ?? ""
      let isEnded = symptom.signs.first.map { $0.hasSuffix(".") || $0.hasSuffix(":") } ?? false
      return "- [\(symptom.title.prose)](#\(symptom.id))\(sign)\(isEnded ? "" : ".")\n"
    }
    var text: Prose = """
      \(Prose.heading(1, "Why did the delete do that?"))

      Errors, crashes and surprises after a delete in SwiftData or Core Data, with what to do. \
      [DeleteRules](../../README.md) finds the causes in your own models and code: `deleterules check`. Find \
      your error below, or ask `deleterules why 'EXC_BAD_ACCESS'`. Names such as SD-002 are scenarios in \
      [Matrices](../../Matrices/README.md). Each report ends with the predicted outcome, and with \
      *conflict* if sources disagree, or *known deviation* if the report differs. This file is generated from the symptoms, rules and reports; a \
      test keeps it up to date.

      \(lines.joined())
      """
    for symptom in Symptom.allCases {
      text += "\n<a id=\"\(symptom.id)\"></a>\n\n\(page(of: symptom, from: 2, linksRules: true))"
    }
    return text.markdown
  }

  package func page(of symptom: Symptom) -> Prose { page(of: symptom, from: 1, linksRules: false) }

  /// The answer to a question: the best match in short, and others that fit less well.
  package static func answer(_ matches: [Symptom], foundHere found: [Finding]) -> Prose {
    let symptom = matches[0]
    var text: Prose = "\(heading(of: symptom, level: 1))\n"
    if !found.isEmpty {
      let shown = found.prefix(5)
      let rest = found.count - shown.count
      text += "\n\(Prose.strong("In this project:"))\n\n"
      for finding in shown {
        text += "- \(finding.location.description.prose): \(finding.title.prose) "
        text += "[\(finding.rule.rawValue)]\n"
      }
      if rest > 0 { text += "- and \(rest) more\n" }
    }
    text += "\nCauses, the most frequent first:\n\n"
    for (number, cause) in symptom.causes.enumerated() {
      switch cause {
      case .rule(let rule, _):
        text += "\(number + 1). \(rule.summary) (\(code: "deleterules rules \(rule.rawValue)"))\n"
      case .other(let cause): text += "\(number + 1). \(cause.summary) \(cause.fix)\n"
      }
    }
    text += "\n"
    if found.isEmpty, let command = symptom.command {
      text += "\(code: "\(command)") finds yours. "
    }
    text += "\(code: "deleterules why \(symptom.id)") has examples and sources.\n"
    let others = matches.dropFirst().prefix(2)
    if !others.isEmpty { text += "\nIf that is not it:\n\n\(listed(others))" }
    return text
  }

  /// A line for each of some symptoms, with the command that describes it.
  package static func listed(_ symptoms: some Sequence<Symptom>) -> Prose {
    symptoms.map { symptom -> Prose in
      "- \(code: "deleterules why \(symptom.id)"): \(symptom.title.prose)\n"
    }.joined()
  }

  package static func json(
    of symptoms: some Sequence<Symptom>, foundHere found: [Finding] = [],
    nearest: [Symptom] = []
  ) -> String {
    JSONText.object([
      ("symptoms", .array(symptoms.map { JSONText($0) })),
      ("nearest", .array(nearest.map { JSONText($0) })),
      ("findings", .array(found.map { JSONText($0) })),
    ]).line + "\n"
  }

  private static func heading(of symptom: Symptom, level: Int) -> Prose {
    """
    \(Prose.heading(level, symptom.title.prose))

    \(symptom.meaning)

    \(Prose.strong("What to do:")) \(symptom.remedy)
    """
  }

  private func page(of symptom: Symptom, from level: Int, linksRules: Bool) -> Prose {
    var text: Prose = "\(Self.heading(of: symptom, level: level))\n\n"
    if !symptom.signs.isEmpty {
      text += "\(Prose.listing(symptom.signs.joined(separator: "\n")))\n"
    }
    text += "\(Prose.heading(level + 1, "Causes"))\n\n"
    for (number, cause) in symptom.causes.enumerated() {
      text += "\(number + 1). \(line(cause, linksRules: linksRules))\n"
    }
    for case .other(let cause) in symptom.causes {
      let listing = { (code: String) in Prose.listing(code, language: "swift") }
      text +=
        "\n"
        + .folded(
          "\(cause.summary)",
          """
          \(cause.reason)

          \(listing(cause.example))
          \(cause.fix)

          \(listing(cause.goodExample))
          """)
    }
    let behaviours = symptom.allBehaviours.compactMap(words)
    text += "\n\(Prose.heading(level + 1, "Releases"))\n\n"
    text +=
      behaviours.isEmpty
      ? "\(symptom.releases ?? "No release is known to differ.")\n" : behaviours.joined()
    let sightings = symptom.reports.compactMap(sighting)
    if !sightings.isEmpty { text += "\n" + .folded("Reported by", sightings.joined()) }
    if let command = symptom.command {
      text += "\n\(code: "\(command)") finds the places in your app.\n"
    }
    return text
  }

  private func line(_ cause: Symptom.Cause, linksRules: Bool) -> Prose {
    switch cause {
    case .rule(let rule, _):
      linksRules
        ? "\(rule.summary) ([\(rule.rawValue)](RULES.md#\(rule.rawValue)))"
        : "\(rule.summary) (\(code: "deleterules rules \(rule.rawValue)"))"
    case .other(let cause): "\(cause.summary)"
    }
  }

  private func words(ofBehaviour name: String) -> Prose? {
    guard let behaviour = releases.behaviours.first(where: { $0.name == name }) else { return nil }
    let range = ReleaseRange(from: nil, in: releases)
    let known = [("", true), ("seen not to happen: ", false)].compactMap { words, happens in
      let sources = behaviour.sources(happens: happens)
      return sources.isEmpty ? nil : words + sources.joined(separator: ", ")
    }
    return
      "- \(behaviour.condition.words.capitalizedSentence): \(behaviour.words(on: range)) (\(known.joined(separator: "; "))).\n"
  }

  /// A source that reported a symptom, and the result of replaying its scenario.
  private func sighting(_ id: String) -> Prose? {
    guard let result = reports[id] else { return nil }
    let source = result.cell.observations.first?.source
    let place = source.flatMap { $0.environment.os?.words } ?? "an unknown release"
    // A match needs no word.
    let verdict: Prose = result.verdict == .match ? "" : " (\(result.verdictWords))"
    let words: Prose = "\(result.outcomeWords.prose)\(verdict)"
    return "- \(id.prose), \(place.prose): \(source?.title ?? ""). \(words).\n"
  }
}

extension Symptom {
  /// The command that finds causes in an app; nil if no rule of `check` does.
  fileprivate var command: String? {
    let always = rules.filter { $0.category == .always }
    if !always.isEmpty {
      return "deleterules check --rule \(always.map(\.rawValue).joined(separator: ","))"
    }
    return rules.contains { $0.category == .cloudKit } ? "deleterules check --cloudkit" : nil
  }
}

extension Behaviour {
  /// The sources that saw it happen, or saw that it does not; each once.
  fileprivate func sources(happens: Bool) -> [String] {
    var sources: [String] = []
    for sighting in sightings where sighting.happens == happens {
      for source in sighting.source.split(separator: ", ").map(String.init)
      where !sources.contains(source) {
        sources.append(source)
      }
    }
    return sources
  }
}

extension Cell {
  /// Indicates whether a source states that something went wrong here.
  fileprivate var hurts: Bool {
    observations.contains { ![nil, .ok].contains($0.state.effect) }
  }
}

extension JSONText {
  fileprivate init(_ symptom: Symptom) {
    let causes = symptom.causes.map { cause -> JSONText in
      switch cause {
      case .rule(let rule, _):
        .object([
          ("rule", .string(rule.rawValue)), ("summary", .string(rule.summary)),
          ("help", .string(rule.fix)),
        ])
      case .other(let cause):
        .object([
          ("rule", .null), ("summary", .string(cause.summary)), ("help", .string(cause.fix)),
        ])
      }
    }
    self = .object([
      ("id", .string(symptom.id)), ("title", .string(symptom.title)),
      ("signs", .strings(symptom.signs)), ("meaning", .string(symptom.meaning)),
      ("help", .string(symptom.remedy)), ("causes", .array(causes)),
      ("command", .nullable(symptom.command)),
    ])
  }
}
