import ObjectGraph
import Scenarios
import Testing

@Suite("Which effect is the label where several hold at once?")
struct EffectTests {
  /// What comes of deleting the one object of `S`.
  private func outcome(
    _ framework: Framework.Name, _ source: [Relationship], _ target: [Relationship],
    _ links: NamedLink...
  ) throws -> Outcome {
    try ObjectGraphEngine().outcome(
      of: Scenario(
        framework: framework,
        entities: [Entity("S", relationships: source), Entity("T", relationships: target)],
        objects: [NamedObject("S1", "S")] + ["T1", "T2", "T3"].map { NamedObject($0, "T") },
        links: links, steps: [.init(.delete(["S1"])), .init(.save)]))
  }

  @Test("Denied comes before validation, validation before a trap; the outcome lists them all")
  func order() throws {
    let denies = Relationship.toOne("d", "T", deleteRule: .deny, inverse: .named("e"))
    let nullifies = Relationship.toOne("n", "T", inverse: .named("m"))
    let mandatory = Relationship.toOne("m", "S", isOptional: false, inverse: .named("n"))
    let dangling = Relationship.toOne("g", "S")
    let all = try outcome(
      .coreData, [denies, nullifies],
      [.toOne("e", "S", inverse: .named("d")), mandatory, dangling],
      NamedLink("S1", "d", "T1"), NamedLink("S1", "n", "T2"), NamedLink("T3", "g", "S1"))
    #expect(all.effect == .denied)
    #expect(all.denials.map(\.blockers) == [["T1"]])
    #expect(all.violations.map(\.object) == ["T2"])
    #expect(all.dangling == [NamedLink("T1", "e", "S1"), NamedLink("T3", "g", "S1")])
    #expect(all.nullified == [NamedLink("T2", "m", "S1")])
    let invalid = try outcome(
      .coreData, [nullifies], [mandatory, dangling], NamedLink("S1", "n", "T2"),
      NamedLink("T3", "g", "S1"))
    #expect(invalid.effect == .validationFailed)
    #expect(invalid.dangling == [NamedLink("T3", "g", "S1")])
    let trapping = try outcome(
      .coreData, [nullifies], [mandatory, dangling], NamedLink("T3", "g", "S1"))
    #expect(trapping.effect == .trapOnRead)
  }

  @Test("What was saved, or refused, has crashed, whatever is done then; a pending delete will")
  func crashStays() throws {
    func effects(_ rule: DeleteRule, _ steps: String) throws -> [Effect] {
      let scenario = Scenario(
        framework: .swiftData,
        entities: [
          Entity(
            "S", relationships: [.toOne("d", "T", deleteRule: rule, inverse: .named("e"))]),
          Entity("T", relationships: [.toOne("e", "S")]),
        ],
        objects: [NamedObject("S1", "S"), NamedObject("T1", "T")],
        links: [NamedLink("S1", "d", "T1")],
        steps: Scenario.Action.all(in: steps).map { Scenario.Step($0) })
      return try scenario.outcomes().map(\.effect)
    }
    for rule in [DeleteRule.noAction, .deny] {
      #expect(try effects(rule, "delete S1; T1.e - S1; save") == [.crash, .ok, .ok], "\(rule)")
      for done in ["save", "process"] {
        let found = try effects(rule, "delete S1; \(done); T1.e - S1")
        #expect(found == [.crash, .crash, .crash], "\(rule) \(done)")
      }
      #expect(try effects(rule, "delete S1; save; rollback").last == .crash)
    }
  }

  @Test("A one-to-one with an inverse crashes in SwiftData where it is denied or dangles")
  func crash() throws {
    func effect(
      _ framework: Framework.Name, _ rule: DeleteRule, inverse: Relationship.Inverse = .named("e"),
      back: Relationship = .toOne("e", "S")
    ) throws -> Effect {
      try outcome(
        framework, [.toOne("d", "T", deleteRule: rule, inverse: inverse)], [back],
        NamedLink("S1", "d", "T1")
      ).effect
    }
    let rules: [DeleteRule] = [.deny, .noAction, .nullify, .cascade]
    #expect(try rules.map { try effect(.swiftData, $0) } == [.crash, .crash, .ok, .ok])
    // Core Data knows no such crash, and neither does a relationship without an inverse.
    let back = Relationship.toOne("e", "S", inverse: .named("d"))
    #expect(try effect(.coreData, .deny, back: back) == .denied)
    #expect(try effect(.coreData, .noAction, back: back) == .trapOnRead)
    #expect(try effect(.swiftData, .deny, inverse: .oneWay) == .denied)
    #expect(try effect(.swiftData, .noAction, inverse: .oneWay) == .ok)
    #expect(try effect(.swiftData, .deny, back: .toMany("e", "S")) == .denied)
  }
}
