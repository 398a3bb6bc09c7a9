import DeleteCalls
import DeleteMatrix
import Foundation
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SmallWorlds
import SourceText
import SwiftSource
import Testing

@testable import Reporting

private typealias JSONMembers = [String: Any]

/// The members of a report's JSON.
private func jsonMembers(_ report: some Report) throws -> JSONMembers {
  let text = try #require(report.text(as: .json))
  return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? JSONMembers)
}

/// What is said about a delete, by the names of entities and relationships.
private struct Said: Equatable {
  var deleted: [String] = []
  var refusing: Set<String> = []
  var dangling: Set<String> = []
  var crashing: Set<String> = []

  init() {}

  /// Everything that happens, or only what happens whether objects are shared or not.
  init(_ story: DeleteStory, whetherShared: Bool) {
    func names(_ kinds: DeleteStory.Step.Kind...) -> Set<String> {
      let steps = story.steps.filter {
        kinds.contains($0.kind) && (whetherShared || !$0.needsSharing)
      }
      return Set(steps.map { story.schema.qualifiedName(of: $0.relationship) })
    }
    deleted = story.alsoDeleted
    refusing = names(.blocked, .madeInvalid)
    dangling = names(.leftDangling)
    crashing = Set(story.crashing)
  }

  /// Reads the line that a person reads.
  init(line: String) {
    deleted =
      line.firstMatch(of: Self.deleted)?
      .1.split(separator: " and ").map(String.init) ?? []
    refusing = Self.names(line.firstMatch(of: Self.refusing)?.1)
    dangling = Self.names(line.firstMatch(of: Self.dangling)?.1)
    crashing = Set(line.matches(of: Self.crashing).flatMap { Self.names($0.1) })
  }

  // Compiled once, as each literal is compiled where it is evaluated.
  nonisolated(unsafe) private static let deleted = /also deletes (A and B|A|B)\b/
  nonisolated(unsafe) private static let refusing = /the save fails while ([^;,]*)/
  nonisolated(unsafe) private static let dangling = /leaves dangling references in ([^;,]*)/
  nonisolated(unsafe) private static let crashing = /crashes while ([^;,]*)/
  nonisolated(unsafe) static let name = /[AB]\.[xy]/

  static func names(_ text: Substring?) -> Set<String> {
    Set((text ?? "").matches(of: name).map { String($0.output) })
  }
}

@Suite("Does every rendering of a delete say what its story says?")
struct StoryRenderingTests {
  @Test(
    "On small models of all kinds: text, data, pictures and calls",
    arguments: [Framework.Name.swiftData, .coreData])
  func renderings(framework: Framework.Name) throws {
    var kinds: Set<DeleteStory.Step.Kind> = []
    // Core Data's rules are the same, and read from other files: fewer of its models show that. With a seed,
    // all are tried.
    let step = asked("SEED") != nil ? 1 : framework == .swiftData ? 5 : 13
    for (ahead, back) in Side.pairs(every: step) {
      let (model, code) = try Side.model(framework, ahead, back)
      let stories = DeleteStories(of: model)
      let calls = ModelCalls(in: [code], of: [model])
      for entity in model.schema.entities {
        let report = EntityReport(of: entity, stories)
        kinds.formUnion((report.story.steps + report.batch.steps).map(\.kind))
        try expectAnswers(report)
      }
      try expectCalls(calls, stories, count: framework == .swiftData ? 5 : 3)
      try expectFindings(calls, stories, in: code)
    }
    // Only SwiftData has what crashes.
    let crashes: Set<DeleteStory.Step.Kind> = [.crashes, .crashesByCascade, .avoidsCrash]
    let all = Set(DeleteStory.Step.Kind.allCases)
    #expect(kinds.isSuperset(of: all.subtracting(crashes).subtracting([.leftInvalid])), "\(kinds)")
  }

  @Test(
    "A function that deletes more than it is given is never said to delete only that",
    arguments: [
      (
        "for item in feed.items { c.delete(item) }; c.delete(feed)",
        "deletes Feed: remove() can also delete an Item",
        "remove', which can also delete an Item, after the code empties Feed.items"
      ),
      (
        "strip(feed, c)",
        "deletes Feed: remove() can also delete an Item",
        "remove', which can also delete an Item, after the code empties Feed.items"
      ),
      (
        "try? c.delete(model: Log.self); c.delete(feed)",
        "deletes Feed: sets Item.feed to nil; remove() can also delete a Log",
        "remove', which can also delete a Log"
      ),
      (
        "(try? c.fetch(FetchDescriptor<Feed>()))?.first.map(c.delete); c.delete(feed)",
        "deletes Feed: sets Item.feed to nil; remove() can also delete another Feed",
        "remove', which can also delete another Feed"
      ),
      ("c.delete(feed)", "deletes Feed: sets Item.feed to nil", "remove'"),
      (
        "if all { try? c.delete(model: Log.self) }; c.delete(feed)",
        "deletes Feed: sets Item.feed to nil", "remove'"
      ),
      (
        "guard all else { return c.delete(feed) }; removeAll(feed, c); c.delete(feed)",
        "deletes Feed: sets Item.feed to nil", "remove'"
      ),
      (
        "removeAll(feed, c, all: all); c.delete(feed)",
        "deletes Feed: sets Item.feed to nil; remove() can also delete a Log",
        "remove', which can also delete a Log"
      ),
      (
        "drop(feed, c)",
        "deletes Feed: sets Item.feed to nil; remove() can also delete an Item",
        "remove', which can also delete an Item"
      ),
      (
        "if !all { try? c.delete(model: Log.self) }; c.delete(feed)",
        "deletes Feed: sets Item.feed to nil; remove() can also delete a Log",
        "remove', which can also delete a Log"
      ),
      // What functions delete that it calls, whatever these are given.
      (
        "c.delete(feed); tidy(c)",
        "deletes Feed: sets Item.feed to nil; remove() can also delete a Log",
        "remove', which can also delete a Log"
      ),
      (
        "c.delete(feed); Logs.shared.sweep()",
        "deletes Feed: sets Item.feed to nil; remove() can also delete a Log",
        "remove', which can also delete a Log"
      ),
      ("c.delete(feed); sweep(c, all: false)", "deletes Feed: sets Item.feed to nil", "remove'"),
      ("c.delete(feed); count(c)", "deletes Feed: sets Item.feed to nil", "remove'"),
    ])
  func deletedInAddition(body: String, sentence: String, place: String) throws {
    let text = """
      @Model class Feed { @Relationship(inverse: \\Item.feed) var items: [Item] = [] }
      @Model class Item { var feed: Feed? }
      @Model class Log {}
      func strip(_ feed: Feed, _ c: ModelContext) {
        feed.items.forEach(c.delete)
        c.delete(feed)
      }
      func removeAll(_ feed: Feed, _ c: ModelContext, all: Bool = true) {
        if all { try? c.delete(model: Log.self) }
        c.delete(feed)
      }
      func drop(_ object: any PersistentModel, _ c: ModelContext) {
        if let feed = object as? Feed, feed.items.count < 2 { feed.items.forEach(c.delete) }
        c.delete(object)
      }
      func tidy(_ c: ModelContext) { sweep(c) }
      func sweep(_ c: ModelContext, all: Bool = true) {
        if all { for log in (try? c.fetch(FetchDescriptor<Log>())) ?? [] { c.delete(log) } }
      }
      func count(_ c: ModelContext) { _ = try? c.fetchCount(FetchDescriptor<Log>()) }
      struct Logs {
        static let shared = Logs()
        var c: ModelContext
        func sweep() { try? c.delete(model: Log.self) }
      }
      func remove(_ feed: Feed, _ c: ModelContext, all: Bool = false) { \(body) }
      func go(_ feed: Feed, _ c: ModelContext) {
        remove(feed, c)
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let model = try Model(reading: text, as: "M.swift")
    let calls = ModelCalls(in: [SwiftDeclarations(file, keepsCode: true)], of: [model]).calls
    let stories = DeleteStories(of: model)
    let call = try #require(calls.last)
    #expect(CallWords(by: [stories]).sentence(call) == sentence)
    let feed = try #require(model.schema.entity("Feed"))
    let report = EntityReport(of: feed, stories, calledBy: [call])
    #expect(report.callPlaces.map(\.way) == [", by '\(place)"])
  }

  @Test(
    "A call that deletes objects of several entities tells the harm of each",
    arguments: [
      ("noAction", ["leaves dangling references in Entry.car (Car)"], .dangling),
      ("nullify", [], .other),
    ] as [(String, [String], DeleteStory.Gravity)])
  func harmOfSeveral(rule: String, harm: [String], gravity: DeleteStory.Gravity) throws {
    let text = """
      @Model class Car { @Relationship(deleteRule: .\(rule), inverse: \\Entry.car) var entries: [Entry] = [] }
      @Model class Entry { var car: Car? }
      @Model class Log {}
      func wipe(_ c: ModelContext, _ car: Car, _ log: Log) {
        for object in [car, log] as [any PersistentModel] { c.delete(object) }
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let model = try Model(reading: text, as: "M.swift")
    let calls = ModelCalls(in: [SwiftDeclarations(file, keepsCode: true)], of: [model]).calls
    let effects = CallWords(by: [DeleteStories(of: model)]).effects(of: try #require(calls.last))
    #expect(effects.call == "deletes Car and Log")
    #expect(effects.harm == harm && effects.gravity == gravity)
    let emptied = rule == "nullify" ? ["sets Entry.car to nil (Car)"] : []
    #expect(effects.others == emptied && !effects.isHarmless)
  }

  /// Compares the text, the data, the picture and the lines of an entity's delete with its story.
  private func expectAnswers(_ report: EntityReport) throws {
    let story = report.story
    #expect(Said(line: story.verdict) == Said(story, whetherShared: false), "\(story.verdict)")
    for step in story.steps(.blocked, .madeInvalid) {
      let declared = story.schema.declaration(of: step.relationship)
      let way =
        switch (step.kind, declared.isToMany, declared.isOptional) {
        case (.blocked, true, _): "remove it from \(declared.name),"
        case (.blocked, false, true): "set \(declared.name) to nil,"
        case (.blocked, false, false): "make \(declared.name) optional and set it to nil,"
        default: "make \(story.schema.qualifiedName(of: step.relationship)) optional,"
        }
      #expect(story.lift(step).contains(way), "\(story.lift(step))")
    }
    let failures = report.batch.steps(.failed)
    #expect(
      report.batch.verdict.contains("only if objects are shared, by")
        == (!failures.isEmpty && failures.allSatisfy(\.needsSharing)), "\(report.batch.verdict)")
    let markdown = try #require(report.text(as: .markdown))
    let bullets = markdown.split(separator: "\n").filter {
      $0.contains(/^( *- |\d+\. )/) && !$0.contains(" cascades to objects that ")
        && !$0.contains("one-to-one:")
    }
    #expect(
      bullets.compactMap { $0.firstMatch(of: Said.name).map { String($0.output) } }.sorted()
        == names(story, story.steps.filter { $0.kind != .crashesByCascade }))
    let found = try jsonMembers(report)
    let keys: [(String, [DeleteStory.Step.Kind])] = [
      ("cascades", [.alsoDeleted]), ("loses", [.unlinked]), ("refuses", [.blocked, .madeInvalid]),
      ("dangling", [.leftDangling]), ("crashes", [.crashes]),
      ("crashingCascades", [.crashesByCascade]),
    ]
    for (key, kinds) in keys {
      let members = try #require(found[key] as? [JSONMembers])
      #expect(
        members.map { "\($0["entity"] ?? "").\($0["relationship"] ?? "")" }.sorted()
          == names(story, story.steps.filter { kinds.contains($0.kind) }), "\(key)")
    }
    let drawn = report.diagram.edges.compactMap { edge -> String? in
      if case .reference(let name, let meaning) = edge.line { "\(name) \(meaning)" } else { nil }
    }
    let meanings: [DeleteStory.Step.Kind: Diagram.Meaning] = [
      .alsoDeleted: .cascade, .unlinked: .lost, .blocked: .denied, .madeInvalid: .broken,
      .leftDangling: .dangling,
    ]
    let expected = story.steps.compactMap { step in
      meanings[step.kind].map {
        "\(story.schema.declaration(of: step.relationship).name) \($0)"
      }
    }
    #expect(Set(drawn) == Set(expected))
    for story in [story, report.batch] {
      let played = Set(story.lines.flatMap(\.steps))
      let unplayed = Set(story.steps).subtracting(played).map(\.kind)
      // Those are worded together.
      #expect(
        Set(unplayed).isSubset(of: [.crashesByCascade, .avoidsCrash, .failed])
          && played.isSubset(of: story.steps))
    }
  }

  /// Compares the lines and the data of the calls with the stories of what they delete.
  private func expectCalls(
    _ calls: ModelCalls, _ stories: DeleteStories, count: Int
  ) throws {
    let report = CallsReport(calls.calls, told: [stories])
    let found = try #require(try jsonMembers(report)["calls"] as? [JSONMembers])
    let lines = try #require(report.text(as: .text)).split(separator: "\n").dropLast()
    // A save with `try?` is told where the delete before it may be refused.
    let owner = stories.story(of: try #require(stories.model.schema.entity("A")))
    let isRefused = calls.calls.contains { $0.kind == .save }
    if !Said(owner, whetherShared: false).refusing.isEmpty { #expect(isRefused) }
    let all = count + (isRefused ? 1 : 0)
    #expect(found.count == all && lines.count == all && calls.calls.count == all)
    for (call, (line, member)) in zip(calls.calls, zip(lines, found)) {
      let entity = try #require(call.entity.flatMap(stories.model.schema.entity))
      let story = stories.story(of: entity, at: call)
      let effect = try #require(member["effect"] as? JSONMembers)
      var data = Said()
      data.deleted = effect["takes"] as? [String] ?? []
      data.refusing = Set(effect["refused"] as? [String] ?? [])
      data.dangling = Set(effect["dangling"] as? [String] ?? [])
      data.crashing = Set(effect["crashes"] as? [String] ?? [])
      #expect(data == Said(story, whetherShared: true))
      #expect(effect["failing"] as? [String] == story.failing)
      var said = Said(story, whetherShared: false)
      if call.kind == .batchDelete {
        #expect(
          line.contains("(deny; predicted, not observed)") == !said.refusing.isEmpty
            || story.steps.contains(where: \.needsSharing))
        #expect(line.contains("134050") == !story.failing.isEmpty)
        #expect(line.contains("leaves too few") == !story.steps(.leftInvalid).isEmpty)
        #expect(line.contains("does not crash") == !story.steps(.avoidsCrash).isEmpty)
        said.refusing = []
      } else if call.kind == .save {
        (said.deleted, said.dangling, said.crashing) = ([], [], [])
      }
      #expect(Said(line: String(line)) == said, "\(line)")
    }
  }

  @Test(
    "What fails a batch delete in any case is told without what fails it where objects are shared")
  func failing() throws {
    let text = """
      @Model class A {
        @Relationship(deleteRule: .cascade, inverse: \\B.y) var x: [B]
        @Relationship(inverse: \\C.z) var c: [C]
      }
      @Model class B { var y: [A] }
      @Model class C { var z: [A] }
      """
    let model = try Model(reading: text, as: "M.swift")
    let entity = try #require(model.schema.entity("A"))
    let story = DeleteStory(of: entity, in: model, by: .batchDelete)
    #expect(Set(story.steps(.failed).map(\.needsSharing)) == [true, false])
    #expect(story.verdict.hasPrefix("fails (134050) as soon as an A is linked by A.c, whose"))
  }

  @Test(
    "Objects that a delete reaches by two cascades lose each other only if they have two owners")
  func linkedParts() throws {
    let text = """
      @Model class Car {
        @Relationship(deleteRule: .cascade, inverse: \\Entry.car) var entries: [Entry] = []
        @Relationship(deleteRule: .cascade, inverse: \\Document.car) var documents: [Document] = []
      }
      @Model class Entry {
        var car: Car?
        @Relationship(inverse: \\Document.entry) var documents: [Document] = []
      }
      @Model class Document { var car: Car?; var entry: Entry? }
      """
    let model = try Model(reading: text, as: "M.swift")
    let (car, entry) = (
      try #require(model.schema.entity("Car")), try #require(model.schema.entity("Entry"))
    )
    let story = DeleteStory(of: car, in: model)
    #expect(story.steps(.unlinked).map(\.needsSharing) == [true, true])
    #expect(story.verdict == "also deletes Entry and Document")
    #expect(
      DeleteStory(of: entry, in: model).verdict
        == "deletes only the Entry; sets Document.entry to nil")
    // A batch delete fails even if it would delete both ends.
    let batch = DeleteStory(of: car, in: model, by: .batchDelete)
    #expect(batch.steps(.failed).contains { !$0.needsSharing })
  }

  @Test(
    "Calls list the use of an object whose delete is not saved where check warns of it",
    arguments: [
      ("iOS 26", "c.delete(trip.photo!); trip.photo = Photo()", "gives Trip.photo another", 1),
      ("iOS 26", "c.delete(trip); c.rollback(); c.delete(trip)", "again after a rollback", 2),
      ("iOS 17.0", "c.delete(trip); c.rollback(); c.delete(trip)", nil, 2),
      ("iOS 26", "let p = trip.photo!; c.delete(p); c.rollback(); c.delete(p)", nil, 2),
    ])
  func reuse(span: String, code: String, words: String?, count: Int) throws {
    let text = """
      @Model class Trip { @Relationship(deleteRule: .cascade, inverse: \\Photo.trip) var photo: Photo? }
      @Model class Photo { var trip: Trip? }
      func change(_ trip: Trip, _ c: ModelContext) { \(code) }
      """
    let model = try Model(reading: text, as: "M.swift")
    let file = SwiftDeclarations(
      SourceFile(path: "M.swift", bytes: Array(text.utf8)), keepsCode: true)
    let range = try ReleaseRange(span, in: .known())
    let calls = ModelCalls(in: [file], of: [model])
    let report = CallsReport(calls.calls, told: [DeleteStories(of: model, on: range)])
    let line = try #require(report.text(as: .text)).split(separator: "\n").first {
      $0.hasSuffix("can crash")
    }
    #expect((line != nil) == (words != nil))
    if let words { #expect(line?.contains(words) == true) }
    #expect(report.summary == "\(count) delete call\(count == 1 ? "" : "s"), all resolved")
    let found = try Check(on: range).findings(in: [model], with: [file])
    let rules: [CheckRule] = [.replacedBeforeSave, .deletedAfterRollback]
    #expect(found.contains { rules.contains($0.rule) } == (words != nil))
  }

  @Test("Three are named and the others counted, but one more is named as well", arguments: 1...7)
  func listed(count: Int) throws {
    let parts = (1...count).map { "P\($0)" }
    let text =
      "@Model class Whole {\n"
      + parts.map { "@Relationship(deleteRule: .cascade) var \($0.lowercased()): [\($0)]\n" }
      .joined()
      + "}\n" + parts.map { "@Model class \($0) { var whole: Whole? }\n" }.joined()
    let model = try Model(reading: text, as: "M.swift")
    let verdict = DeleteStory(of: try #require(model.schema.entity("Whole")), in: model).verdict
    let named = parts.filter { verdict.firstRange(of: $0) != nil }.count
    #expect(named == (count > 4 ? 3 : count), "\(verdict)")
    #expect(verdict.contains("\(count - named) more") == (count > 4), "\(verdict)")
  }

  /// Compares what `check` finds at the calls with what their stories say: a fault that needs no shared
  /// object is found, and none is found that no story has.
  private func expectFindings(
    _ calls: ModelCalls, _ stories: DeleteStories, in code: SwiftDeclarations
  ) throws {
    let rules: [CheckRule: [DeleteStory.Step.Kind]] = [
      .batchCallFails: [.failed, .blocked], .batchCallLeavesBroken: [.leftInvalid, .leftDangling],
      .swallowedRefusal: [.blocked, .madeInvalid],
    ]
    let found = try Check(rules: Set(rules.keys)).findings(in: [stories.model], with: [code])
    for call in calls.calls {
      let entity = try #require(call.entity.flatMap(stories.model.schema.entity))
      let story = stories.story(of: entity, at: call)
      for (rule, kinds) in rules where (rule == .swallowedRefusal) == (call.kind == .save) {
        let steps = call.kind == .delete ? [] : story.steps.filter { kinds.contains($0.kind) }
        let isFound = found.contains { $0.rule == rule && $0.location == call.location }
        if isFound { #expect(!steps.isEmpty, "\(rule) of \(stories.model.entities)") }
        // What leads to it one way is a hazard of its own, which names the call; and what crashes is
        // not refused.
        let isOwn = { (step: DeleteStory.Step) in
          step.kind != .leftDangling || step.cause != nil
        }
        let crashes = rule == .swallowedRefusal && !story.crashing.isEmpty
        if !crashes, steps.contains(where: { !$0.needsSharing && isOwn($0) }) {
          #expect(isFound, "\(rule) of \(stories.model.entities)")
        }
      }
    }
  }

  private func names(_ story: DeleteStory, _ steps: [DeleteStory.Step]) -> [String] {
    steps.map { story.schema.qualifiedName(of: $0.relationship) }.sorted()
  }
}
