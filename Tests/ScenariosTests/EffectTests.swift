import Scenarios
import Testing

@Suite("Which effect is the label where several hold at once?")
struct EffectTests {
  /// What a save of a model comes to when the one object of `Source` is deleted.
  private func outcome(
    _ framework: String, source: String, target: String, links: String
  ) throws -> Outcome {
    let scenario = ScenarioText(
      framework: framework,
      entities: """
        {"name": "S", "relationships": [\(source)]}, {"name": "T", "relationships": [\(target)]}
        """,
      objects: #"{"S": ["S1"], "T": ["T1", "T2", "T3"]}"#, links: links,
      steps: [#"{"delete": ["S1"]}"#, #"{"save": true, "expect": null}"#])
    return try scenario.lastOutcome()
  }

  private let denies = #"{"name": "d", "destination": "T", "deleteRule": "deny", "inverse": "e"}"#
  private let deniedBack = #"{"name": "e", "destination": "S", "inverse": "d"}"#
  private let nullifies = #"{"name": "n", "destination": "T", "inverse": "m"}"#
  private let mandatoryBack =
    #"{"name": "m", "destination": "S", "inverse": "n", "optional": false}"#
  private let dangling = #"{"name": "g", "destination": "S"}"#

  @Test("Denied comes before validation, validation before a trap; the outcome lists them all")
  func order() throws {
    let all = try outcome(
      "coreData", source: "\(denies), \(nullifies)",
      target: "\(deniedBack), \(mandatoryBack), \(dangling)",
      links: #"["S1", "d", "T1"], ["S1", "n", "T2"], ["T3", "g", "S1"]"#)
    #expect(all.effect == .denied)
    #expect(all.denials.map(\.blockers) == [["T1"]])
    #expect(all.violations.map(\.object) == ["T2"])
    #expect(all.dangling == [NamedLink("T1", "e", "S1"), NamedLink("T3", "g", "S1")])
    #expect(all.nullified == [NamedLink("T2", "m", "S1")])
    let invalid = try outcome(
      "coreData", source: nullifies, target: "\(mandatoryBack), \(dangling)",
      links: #"["S1", "n", "T2"], ["T3", "g", "S1"]"#)
    #expect(invalid.effect == .validationFailed)
    #expect(invalid.dangling == [NamedLink("T3", "g", "S1")])
    let trapping = try outcome(
      "coreData", source: nullifies, target: "\(mandatoryBack), \(dangling)",
      links: #"["T3", "g", "S1"]"#)
    #expect(trapping.effect == .trapOnRead)
    let harmless = try outcome(
      "coreData", source: nullifies, target: "\(mandatoryBack), \(dangling)",
      links: #"["T3", "g", "S1"], ["T1", "m", "S1"]"#
    )
    #expect(harmless.effect == .validationFailed)
  }

  @Test("A one-to-one with an inverse crashes in SwiftData where it is denied or dangles")
  func crash() throws {
    let target = #"{"name": "e", "destination": "S"}"#
    let links = #"["S1", "d", "T1"]"#
    func source(_ rule: String, _ inverse: String = #""e""#) -> String {
      #"{"name": "d", "destination": "T", "deleteRule": "\#(rule)", "inverse": \#(inverse)}"#
    }
    func effect(_ framework: String, _ source: String, _ target: String) throws -> Effect {
      try outcome(framework, source: source, target: target, links: links).effect
    }
    #expect(try effect("swiftData", source("deny"), target) == .crash)
    #expect(try effect("swiftData", source("noAction"), target) == .crash)
    #expect(try effect("swiftData", source("nullify"), target) == .ok)
    #expect(try effect("swiftData", source("cascade"), target) == .ok)
    // Core Data knows no such crash, and neither does a relationship without an inverse.
    let back = #"{"name": "e", "destination": "S", "inverse": "d"}"#
    #expect(try effect("coreData", source("deny"), back) == .denied)
    #expect(try effect("coreData", source("noAction"), back) == .trapOnRead)
    #expect(try effect("swiftData", source("deny", "null"), target) == .denied)
    #expect(try effect("swiftData", source("noAction", "null"), target) == .ok)
    let toMany = #"{"name": "e", "destination": "S", "toMany": true}"#
    #expect(try effect("swiftData", source("deny"), toMany) == .denied)
  }

  @Test("The labels' names are those of the file format")
  func names() {
    #expect(
      Effect.allCases.map(\.rawValue) == [
        "ok", "trapOnRead", "validationFailed", "denied", "crash",
      ])
  }
}
