import DeleteCalls
import DeleteMatrix
import Foundation
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import Reporting

@Suite("Does JSON have what was worked out, each in its own field?")
struct AnswerFormatsTests {
  private typealias Members = JSONMembers

  /// What deleting an entity does, without what only its relationship and kinds tell.
  private static let models: [(SampleModel, String)] = [
    (.lists, "List"), (.lists, "Item"), (.lists, "User"), (.pets, "Dog"), (.pets, "Cat"),
    (.pets, "Home"), (.tree, "Node"), (.records, "Record"), (shares, "Owner"),
  ]

  /// Of what goes, only the shares are what something else holds, and only they may be refused.
  private static let shares = SampleModel(
    name: "Shares.swift",
    text: #"""
      @Model class Owner {
        @Relationship(deleteRule: .cascade, inverse: \Share.owner) var shares: [Share] = []
        @Relationship(deleteRule: .noAction, inverse: \Badge.owner) var badges: [Badge] = []
      }
      @Model class Share {
        var owner: Owner?
        @Relationship(deleteRule: .noAction, inverse: \Note.share) var notes: [Note] = []
        @Relationship(deleteRule: .deny, inverse: \Vote.share) var votes: [Vote] = []
        @Relationship(inverse: \Fee.share) var fees: [Fee] = []
      }
      @Model class Badge { var owner: Owner? }
      @Model class Note { var share: Share? }
      @Model class Vote { var share: Share? }
      @Model class Fee { var share: Share }
      """#)

  @Test("Of an entity: what it also deletes, unlinks, blocks and leaves dangling, with the kinds")
  func entities() throws {
    var counts: [String: Int] = [:]
    for (sample, name) in Self.models {
      let model = try sample.model
      let schema = model.schema
      let report = EntityReport(
        of: try #require(schema.entity(name)), DeleteStories(of: model))
      let found = try jsonMembers(report)
      func names(_ kinds: [EntityID]) -> [String] { kinds.map { schema.declaration(of: $0).name } }
      func expectMembers(
        _ key: String, _ expected: [DeleteStory.Step], in members: Members
      ) throws {
        let found = try #require(members[key] as? [Members], "\(key)")
        counts[key, default: 0] += found.count
        #expect(found.count == expected.count, "\(key) of \(name)")
        for (member, step) in zip(found, expected) {
          #expect(
            "\(member["entity"] ?? "").\(member["relationship"] ?? "")"
              == schema.qualifiedName(of: step.relationship))
          #expect(member["survivors"] as? [String] == names(step.survivors), "\(key) of \(name)")
          #expect(member["requested"] as? [String] == names(step.requested), "\(key) of \(name)")
          #expect(member["taken"] as? [String] == names(step.cascaded), "\(key) of \(name)")
          let reason: [DeleteStory.Step.Kind: String] = [
            .blocked: "denied", .madeInvalid: "invalid",
          ]
          #expect(member["reason"] as? String == reason[step.kind])
        }
      }
      #expect(found["entity"] as? String == name && found["model"] as? String == model.place)
      let story = report.story
      try expectMembers("loses", story.steps(.unlinked), in: found)
      try expectMembers("dangling", story.steps(.leftDangling), in: found)
      try expectMembers("crashes", story.steps(.crashes), in: found)
      try expectMembers("refuses", story.steps(.blocked, .madeInvalid), in: found)
      let batch = try #require(found["batch"] as? Members)
      try expectMembers("fails", report.batch.steps(.failed), in: batch)
      try expectMembers("leavesInvalid", report.batch.steps(.leftInvalid), in: batch)
      let cascades = story.steps(.alsoDeleted)
      let goes = try #require(found["cascades"] as? [Members])
      counts["cascades", default: 0] += goes.count
      #expect(goes.map { $0["level"] as? Int } == cascades.map(\.level))
      #expect(goes.map { $0["sources"] as? [String] } == cascades.map { names($0.sources) })
      #expect(
        goes.map { $0["destinations"] as? [String] }
          == cascades.map { names($0.destinations) })
      #expect(goes.map { $0["again"] as? [String] } == cascades.map { names($0.again) })
      #expect(goes.map { $0["repeats"] as? Bool } == cascades.map(\.repeats))
      #expect(
        goes.map { $0["toMany"] as? Bool }
          == cascades.map { schema.declaration(of: $0.relationship).isToMany })
    }
    // Each part is tried.
    for key in ["cascades", "loses", "refuses", "dangling", "crashes", "fails", "leavesInvalid"] {
      #expect(counts[key, default: 0] > 0, "\(key)")
    }
  }

  /// A bag that needs the two nodes that it has.
  private static let bag = """
    {"objects": {"Bag": ["g"], "Node": ["x", "y"]},
     "links": [["g", "nodes", "x"], ["g", "nodes", "y"]]}
    """

  @Test("Of each object by name")
  func objects() throws {
    var kinds: Set<Bool> = []
    for (sample, objects, name) in [
      (SampleModel.lists, SampleModel.someObjects, "List"),
      (.lists, SampleModel.someObjects, "Item"), (.lists, SampleModel.someObjects, "Widget"),
      (.tree, Self.bag, "Node"),
    ] {
      let model = try sample.model
      let file = SourceFile(path: "app.json", bytes: Array(objects.utf8))
      let instances = try Instances(file: file, of: model)
      let entity = try #require(model.schema.entity(name))
      let effects = InstanceEffects.all(of: entity, in: instances)
      let found = try #require(
        try jsonMembers(InstancesReport(effects, of: entity, in: model))["objects"] as? [Members])
      #expect(found.map { $0["object"] as? String } == effects.map(\.object))
      #expect(found.map { $0["entity"] as? String } == effects.map(\.entity))
      #expect(found.map { $0["deleted"] as? [String] } == effects.map(\.deleted))
      #expect(found.map { $0["kept"] as? Int } == effects.map(\.keptCount))
      for (member, effect) in zip(found, effects) {
        for (key, lost) in [
          ("loses", effect.steps(.unlinked)), ("dangling", effect.steps(.leftDangling)),
        ] {
          let links = try #require(member[key] as? [Members])
          #expect(
            links.map {
              "\($0["object"] ?? "").\($0["relationship"] ?? "") → \($0["deleted"] ?? "")"
            } == lost.map(\.link?.description))
          #expect(links.map { $0["by"] as? String } == lost.map(\.cause))
          #expect(links.map { $0["rule"] as? String } == lost.map(\.rule?.rawValue))
        }
        let refusals = try #require(member["refuses"] as? [Members])
        let (denials, violations) = (effect.steps(.blocked), effect.steps(.madeInvalid))
        #expect(refusals.compactMap { $0["blockers"] as? [String] } == denials.map(\.others))
        #expect(refusals.compactMap { $0["lost"] as? [String] } == violations.map(\.others))
        for (found, step) in zip(refusals.dropFirst(denials.count), violations) {
          let violation = try #require(step.violation)
          let counts: [Int]? =
            switch violation {
            case .missing: nil
            case .tooFew(let count, let limit), .tooMany(let count, let limit): [count, limit]
            }
          #expect(found["count"] as? Int == counts?[0] && found["limit"] as? Int == counts?[1])
          kinds.insert(counts != nil)
          #expect(found["code"] as? Int == violation.code.rawValue)
        }
        #expect(
          refusals.map { $0["object"] as? String }
            == (denials + violations).map(\.object))
        let goes = try #require(member["cascades"] as? [Members])
        #expect(goes.map { $0["object"] as? String } == effect.steps(.alsoDeleted).map(\.object))
        #expect(goes.map { $0["taken"] as? [String] } == effect.steps(.alsoDeleted).map(\.others))
        #expect(goes.map { $0["level"] as? Int } == effect.steps(.alsoDeleted).map(\.level))
      }
    }
    #expect(kinds.contains(true), "some hold too few")
  }

  @Test("Of a call: deny rules alone refuse a batch delete, which fails for mandatory inverses")
  func calls() throws {
    let code = """

      func f(_ item: Share, _ context: ModelContext) throws {
        context.delete(item)
        try context.delete(model: Share.self)
        try context.save()
        print(item.votes)
      }
      func g(_ thing: any PersistentModel, _ context: ModelContext) { context.delete(thing) }
      """
    let text = Self.shares.text + code
    let model = try Model(reading: text, as: "Shares.swift")
    let file = SourceFile(path: "Shares.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(in: [SwiftDeclarations(file, keepsCode: true)], of: [model])
    let stories = [DeleteStories(of: model)]
    let report = CallsReport(calls.calls, told: stories)
    let found = try #require(try jsonMembers(report)["calls"] as? [Members])
    #expect(found.map { $0["kind"] as? String } == calls.calls.map(\.kind.rawValue))
    #expect(found.map { $0["line"] as? Int } == calls.calls.map(\.location.line))
    #expect(found.map { $0["column"] as? Int } == calls.calls.map(\.location.column))
    #expect(found.map { $0["entity"] as? String } == calls.calls.map(\.entity))
    #expect(found.map { $0["caller"] as? String } == calls.calls.map(\.caller))
    #expect(found.map { $0["resolved"] as? Bool } == calls.calls.map(\.isResolved))
    func effect(_ kind: DeleteCall.Kind) throws -> Members {
      let call = found.first { $0["kind"] as? String == kind.rawValue && $0["entity"] is String }
      return try #require(call?["effect"] as? Members)
    }
    let (delete, batch) = (try effect(.delete), try effect(.batchDelete))
    #expect(delete["refused"] as? [String] == ["Share.votes", "Fee.share"])
    #expect(batch["refused"] as? [String] == ["Share.votes"])
    #expect(delete["failing"] as? [String] == [])
    #expect(batch["failing"] as? [String] != [])
    #expect(delete["dangling"] as? [String] == ["Note.share"])
    #expect(delete["takes"] as? [String] == [])
    let summary = try #require(try jsonMembers(report)["summary"] as? Members)
    let deletes = calls.calls.filter { $0.kind != .save && $0.kind != .read }
    let resolved = deletes.count(where: \.isResolved)
    #expect(summary["calls"] as? Int == deletes.count && resolved < deletes.count)
    #expect(calls.calls.contains { $0.kind == .read })
    #expect(summary["resolved"] as? Int == resolved)
    #expect((summary["unresolved"] as? [Members])?.count == deletes.count - resolved)
    for lists in [true, false] {
      let report = CallsReport(calls.calls, told: stories, listsUnresolved: lists)
      let listed = calls.calls.filter { lists || $0.isResolved }.map(\.location)
      let text = try #require(report.text(as: .text))
      #expect(
        text.split(separator: "\n").dropLast().map { $0.prefix { $0 != " " } }
          == listed.map { "\($0):" })
      let sarif = try #require(report.text(as: .sarif))
      #expect(sarif.ranges(of: "\"ruleId\"").count == listed.count)
      let annotations = try #require(report.text(as: .github))
      #expect(annotations.split(separator: "\n").count == listed.count)
    }
    // Each relationship that decides what a delete does is a step at its place.
    for (call, finding) in zip(calls.calls, report.findings) where call.kind == .delete {
      guard let entity = call.entity.flatMap(model.schema.entity) else { continue }
      let relationships = DeleteStory(of: entity, in: model)
        .steps(.alsoDeleted, .blocked, .madeInvalid, .leftDangling).map(\.relationship)
      #expect(
        finding.path.map(\.location)
          == [call.location] + relationships.compactMap(model.location(of:)))
    }
    try expectSoundCounts(try #require(report.text(as: .junit)))
  }

  @Test("Of changes on some releases: which, and whether that is known")
  func changesOnReleases() throws {
    let changes = try ProjectChanges(
      from: [SampleModel.formerRecords.model], to: [SampleModel.records.model],
      on: ReleaseRange(from: nil, in: .known()))
    let found = try jsonMembers(ChangesReport(changes))
    let members = try #require(found["changes"] as? [Members])
    let places = members.map { ($0["releases"] as? [Members]) ?? [] }
    let words = places.map { $0.map { "\($0["system"] ?? "") \($0["notKnown"] as? Bool ?? true)" } }
    let expected = changes.compared.flatMap { $0.changes.changes }.map { change in
      change.places.map { "\($0.range.span) \(!$0.isKnown)" }
    }
    #expect(words.map(\.description).sorted() == expected.map(\.description).sorted())
    #expect(Set(expected.joined().map { $0.split(separator: " ").last }).count == 2)
    #expect(found["system"] as? String == changes.range?.span.description)
  }

  @Test("Of changes: each with its sides and place, and the counts of all")
  func changes() throws {
    let changes = try ProjectChanges(
      from: [SampleModel.lists.model, SampleModel.clean.model],
      to: [SampleModel.changedLists.model, SampleModel.pets.model])
    let unread = [
      ModelFinding(.error, .incompleteModel, "no file", at: Location(file: "x", line: 3, column: 4))
    ]
    let report = ChangesReport(changes, without: unread)
    let found = try jsonMembers(report)
    let members = try #require(found["changes"] as? [Members])
    let all = changes.compared.flatMap { $0.changes.changes }
    func key(_ change: ModelChange) -> String {
      [
        change.entity, change.relationship, change.deleted,
        change.isBatch ? "batchDelete" : "delete", change.title,
        change.impact.rawValue, change.before?.effect.rawValue ?? "none",
        change.after?.effect.rawValue ?? "none", "\(change.before?.deleted ?? [])",
        "\(change.after?.deleted ?? [])",
      ].joined(separator: " ")
    }
    let keys = members.map { member in
      let sides = ["before", "after"].map { member[$0] as? Members }
      let names = ["entity", "relationship", "deleted", "operation", "title", "impact"].map {
        member[$0] as? String ?? ""
      }
      return
        (names + sides.map { $0?["effect"] as? String ?? "none" }
        + sides.map { "\($0?["deleted"] as? [String] ?? [])" }).joined(separator: " ")
    }
    #expect(keys.sorted() == all.map(key).sorted() && all.count > 3)
    // The worst first.
    let order = members.map { $0["impact"] as? String ?? "" }
    #expect(order == order.sorted { $0 == "worse" && $1 != "worse" })
    let counts = try #require(found["counts"] as? [String: Int])
    for impact in ChangeImpact.allCases {
      #expect(counts[impact.rawValue] == order.count { $0 == impact.rawValue })
    }
    #expect(counts["same"] == changes.unchangedCount)
    #expect(found["new"] as? [String] == changes.added.map(\.place))
    #expect(found["gone"] as? [String] == changes.gone.map(\.place))
    #expect(report.problems.map(\.message) == ["no file"])
  }
}

@Suite("What of changes does GitHub show, and what does a page draw?")
struct ChangesShownTests {
  /// A root that holds many, by a rule.
  private static func model(_ rule: String, _ name: String = "c") -> SampleModel {
    let numbers = 0..<12
    let properties = numbers.map {
      "  @Relationship(deleteRule: .\(rule), inverse: \\C\($0).root) var \(name)\($0): [C\($0)] = []\n"
    }
    let children = numbers.map { "@Model class C\($0) { var root: Root? }\n" }
    return SampleModel(
      name: "M.swift", text: "@Model class Root {\n\(properties.joined())}\n\(children.joined())")
  }

  @Test("What could not be read comes first, then what is worse, and at most ten of each kind")
  func annotations() throws {
    let changes = try ProjectChanges(
      from: Self.model("cascade").model, to: Self.model("noAction").model)
    for count in [0, 1, 11] {
      let unread = (0..<count).map {
        ModelFinding(
          .error, .incompleteModel, "unread \($0)",
          at: Location(file: "u\($0).swift", line: 1, column: 1))
      }
      let report = ChangesReport(changes, without: unread)
      let text = try #require(report.text(as: .github))
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines.count == 10 && lines.allSatisfy { $0.hasPrefix("::error ") })
      let shown = min(count, 10)
      #expect(
        lines.prefix(shown).map { $0.split(separator: "::").last.map(String.init) }
          == (0..<shown).map { "unread \($0)" })
      #expect(
        lines.dropFirst(shown).allSatisfy { $0.contains("title=Worse::deleting a Root leaves ") })
      #expect(report.countWithoutAnnotation == 12 + count - 10)
    }
    let calm = try ProjectChanges(
      from: Self.model("cascade").model, to: Self.model("deny").model)
    let text = try #require(ChangesReport(calm).text(as: .github))
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("::notice ") })
  }

  @Test("Each side of a change is drawn with the objects and references of its own model")
  func pictures() throws {
    let oneWay = "@Model class A { var bs: [B] = [] }\n@Model class B { var many: [A] = [] }\n"
    let pair = oneWay.replacing("var bs", with: #"@Relationship(inverse: \B.many) var bs"#)
    let text = { SampleModel(name: "M.swift", text: $0) }
    var exchanged = 0
    for (old, new) in [
      (text(oneWay), text(pair)), (text(pair), text(oneWay)),
      (SampleModel.lists, SampleModel.changedLists), (.clean, .lists),
    ] {
      let changes = try ProjectChanges(from: old.model, to: new.model)
      let html = try #require(ChangesReport(changes).text(as: .html))
      func isDrawn(_ side: String, _ scenario: Scenario?, _ outcome: Outcome?) -> Bool {
        guard let scenario, let outcome else { return html.contains("<span>\(side)</span><span>–") }
        let diagram = Diagram(scenario, outcome, title: side)
        return html.contains(
          "<span>\(side), before</span>\(diagram.panel(isBefore: true).markup)\n"
            + "<span>\(side), after</span>\(diagram.panel(isBefore: false).markup)")
      }
      for change in changes.compared.flatMap(\.changes.changes) {
        #expect(isDrawn("old", change.earlierScenario, change.before))
        #expect(isDrawn("new", change.scenario, change.after))
        if change.before != nil, !isDrawn("old", change.scenario, change.before) { exchanged += 1 }
      }
    }
    #expect(exchanged > 0, "in some change the sides have different references")
  }
}
