import CompiledOnce
import DeleteMatrix
import ModelCheck
import Scenarios

/// Why a delete does what somebody saw: the guide by symptom.
///
/// What can be, is not written but found: the model's findings and their proof by the rules, what of a
/// release it rests on by the behaviours, and who saw it by the scenarios, which are replayed.
package struct SymptomReport {
  private let releases: Releases
  private let reports: [String: CellResult]

  /// Replays what was reported, on all releases.
  ///
  /// - Parameter suite: The bundled matrices.
  /// - Throws: An error where the bundled releases cannot be read: our own fault.
  package init(_ suite: MatrixSuite) throws {
    releases = try Releases.known()
    let runner = Runner(on: ReleaseRange(from: nil, in: releases))
    let meant = Set(Symptom.allCases.flatMap(\.reports))
    reports = Dictionary(
      suite.scenarios.filter { meant.contains($0.name) }.compactMap { file in
        let stated = file.trial.cells.filter { !$0.observations.isEmpty }
        return (stated.first(where: \.hurts) ?? stated.last).map { (file.name, runner.run($0)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// One line for each symptom.
  package static var list: String {
    RuleReport.lines(Symptom.allCases.map { ($0.id, $0.title) })
  }

  /// All symptoms: a table, then each of them, as the file `WHY.md` beside the rules has it.
  ///
  /// - Returns: Markdown, ending with a line break.
  /// - Throws: A `ModelError` or a `CheckFault` where an example cannot be checked: our own fault.
  package func document() throws -> String {
    var table = Table(header: ["what you see", "as the console has it"])
    for symptom in Symptom.allCases {
      table.rows.append([
        "[\(symptom.title.prose)](#\(symptom.id))", (symptom.signs.first ?? "–").prose,
      ])
    }
    let symptoms = try Symptom.allCases.map { symptom in
      "<a id=\"\(symptom.id)\"></a>\n\n\(try text(of: symptom, under: "#"))"
    }
    return """
      # Why a delete does that

      For whoever has just been bitten: find what you see, or ask \
      `deleterules why 'EXC_BAD_ACCESS'`. Written from the rules, the behaviours and the reports; a \
      test keeps it true.

      \(table.markdown)
      \(symptoms.joined(separator: "\n"))
      """
  }

  /// What comes to one symptom, and what else fits the words.
  ///
  /// - Parameters:
  ///   - symptom: The symptom.
  ///   - others: What fits less well.
  /// - Returns: Markdown, ending with a line break.
  /// - Throws: A `ModelError` or a `CheckFault` where an example cannot be checked: our own fault.
  package func text(of symptom: Symptom, beside others: ArraySlice<Symptom>) throws -> String {
    let more = others.map { "- `deleterules why \($0.id)`: \($0.title)\n" }.joined()
    return try text(of: symptom, under: "") + (more.isEmpty ? "" : "\nOr do you mean:\n\n\(more)")
  }

  private func text(of symptom: Symptom, under level: String) throws -> String {
    var parts = ["\(level)# \(symptom.title)", symptom.meaning]
    if !symptom.signs.isEmpty {
      parts.append("```text\n\(symptom.signs.joined(separator: "\n"))\n```")
    }
    if let firstAid = symptom.firstAid { parts.append("**At once:** \(firstAid)") }
    for (index, cause) in symptom.causes.enumerated() {
      let heading = symptom.causes.count > 1 ? "\(index + 1). " : ""
      parts.append("\(level)## \(heading)\(cause.summary)")
      switch cause {
      case .rule(let rule, let ids):
        parts.append(contentsOf: try RuleReport.parts(of: rule, under: "\(level)#"))
        parts.append(sightings(ids))
      case .other(let cause):
        parts += [
          cause.reason, "```swift\n\(cause.example)\n```", "\(level)### Fix", cause.fix,
          "```swift\n\(cause.goodExample)\n```",
        ]
        parts.append(words(ofBehaviours: cause.behaviour.map { [$0] } ?? []))
        parts.append(sightings(cause.reports))
      }
    }
    let behaviours = words(ofBehaviours: symptom.behaviours)
    if !behaviours.isEmpty {
      parts += ["\(level)## On which releases", behaviours]
    } else if symptom.allBehaviours.isEmpty {
      parts += ["\(level)## On which releases", symptom.releases ?? "None is known to differ."]
    }
    let rules = symptom.rules.filter { $0.category == .always }
    if !rules.isEmpty {
      parts.append(
        "`deleterules check App --rule \(rules.map(\.rawValue).joined(separator: ","))` finds where "
          + "yours does that.")
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// What is known of each release.
  private func words(ofBehaviours names: [String]) -> String {
    let range = ReleaseRange(from: nil, in: releases)
    return names.compactMap { name in
      releases.behaviours.first { $0.name == name }.map { behaviour in
        let known = [("", true), ("not so: ", false)].compactMap { words, happens in
          let sources = behaviour.sources(happens: happens)
          return sources.isEmpty ? nil : words + sources.joined(separator: ", ")
        }
        return "- \(name): \(behaviour.words(on: range)) (\(known.joined(separator: "; ")))"
      }
    }.joined(separator: "\n")
  }

  /// Who saw it, and what the replay of that comes to.
  private func sightings(_ ids: [String]) -> String {
    let lines = ids.compactMap { id -> String? in
      guard let result = reports[id] else { return nil }
      let source = result.cell.observations.first?.source
      let place = source.flatMap { $0.environment.os?.words } ?? "an unnamed release"
      return "- \(id.markdown), \(place.markdown): \(source?.title.markdown ?? "") – "
        + "\(result.outcomeWords.markdown) (\(result.verdictWords.markdown))"
    }
    return lines.isEmpty ? "" : "Seen by:\n\n" + lines.joined(separator: "\n")
  }
}

extension Symptom {
  /// The rules that find what comes to it.
  package var rules: [CheckRule] {
    causes.compactMap { if case .rule(let rule, _) = $0 { rule } else { nil } }
  }

  /// The scenarios of all who reported it.
  package var reports: [String] {
    causes.flatMap { cause in
      switch cause {
      case .rule(_, let reports): reports
      case .other(let other): other.reports
      }
    }
  }
}

extension Symptom {
  /// What of a release it rests on.
  var allBehaviours: [String] {
    behaviours
      + causes.compactMap { if case .other(let cause) = $0 { cause.behaviour } else { nil } }
  }
}

extension Behaviour {
  /// Who saw it, or saw that it is not so; each once.
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
  /// Whether somebody states that something went wrong there.
  fileprivate var hurts: Bool {
    observations.contains { ![nil, .ok].contains($0.state.effect) }
  }
}

extension Symptom.Cause {
  fileprivate var summary: String {
    switch self {
    case .rule(let rule, _): "\(rule.summary)"
    case .other(let cause): cause.summary
    }
  }
}
