import DeleteCalls
import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource
import Testing

@testable import ModelCheck

@Suite("Which delete calls reach an object, and what excuses them?")
struct CallReachTests {
  /// Each Note and Pin is left with a dangling reference if its Stop or Trip is deleted.
  private static let model = """
    @Model class Trip { @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = [] }
    @Model class Stop { var trip: Trip?; var area: Area? }
    @Model class Tag { var name = "" }
    @Model class Area {
      @Relationship(deleteRule: .cascade, inverse: \\Stop.area) var stops: [Stop] = []
    }
    @Model class Note { var stop: Stop? }
    @Model class Pin { var trip: Trip? }

    """
  private static let firstLine = model.split(separator: "\n").count + 1

  private static func code(_ calls: String) -> String {
    "\(model)func f(_ trip: Trip, _ stop: Stop, _ tag: Tag, _ area: Area, _ c: ModelContext) {\n\(calls)\n}\n"
  }

  /// The note about the calls that reach the deletes of an entity, by the line of the call in the code.
  private func words(_ name: String, _ calls: String, ofModel number: Int = 0) throws -> String? {
    let text = Self.code(calls)
    let model = try Model(reading: text, as: "M.swift")
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = ModelCalls(in: [SwiftDeclarations(file, keepsCode: true)], of: [model]).calls
    let pairs = model.schema.relationships.map { RelationshipPair($0, in: model.schema) }
    let hazards = Hazard.all(of: pairs, in: model.schema)
    let hazard = try #require(
      hazards.first {
        $0.rule == .missingInverseLeavesDangling && $0.pair.destination == name
      })
    let index = try #require(DeleteCallIndex(found, ofModel: number, model))
    var bench = TrialBench(model.schema)
    let reaching = index.reaching(hazard, on: &bench)
    #expect(reaching.path(in: model).isEmpty == reaching.isEmpty)
    if reaching.isEmpty { return nil }
    let note = Finding.Note.reached(by: reaching.places, deleting: reaching.cascadingEntity)
    let place = Location(file: "M.swift", line: 1, column: 1)
    return (1...4).reduce(note.words(at: place)) { text, number in
      text.replacing("M.swift:\(Self.firstLine + number):", with: "\(number):")
    }
  }

  private static let (trip, stop, tag) = ("c.delete(trip)", "c.delete(stop)", "c.delete(tag)")
  private static let area = "c.delete(area)"
  private static let wipe = "func wipe(_ stop: Stop, _ c: ModelContext) {"

  @Test(
    "Calls that delete the object itself, wherever they are; only without one what deletes it too",
    arguments: [
      ("Stop", [stop], "deleted at 1:1"), ("Stop", [tag], nil),
      ("Stop", [trip], "deleted at 1:1, with a Trip"),
      ("Stop", [trip, stop], "deleted at 2:1"), ("Stop", [stop, trip], "deleted at 1:1"),
      ("Stop", [trip, trip, stop], "deleted at 3:1"),
      ("Stop", [trip, tag, trip], "deleted at 1:1 and 3:1, with a Trip"),
      ("Stop", [tag, stop, stop], "deleted at 2:1 and 3:1"),
      ("Stop", [stop, stop, trip, stop], "deleted at 1:1 and 2 other places"),
      ("Stop", [trip, area], "deleted at 1:1 and 2:1, with a Trip"),
      ("Stop", [area, trip], "deleted at 1:1 and 2:1, with an Area"),
      ("Stop", [area, trip, stop], "deleted at 3:1"),
      ("Trip", [stop], nil), ("Trip", [stop, trip], "deleted at 2:1"),
      // What a function deletes is deleted at its calls first, and each place is one that `calls` lists.
      ("Stop", ["wipe(stop, c)", "}", wipe, stop], "deleted at 1:1 and 4:1"),
      // Unless nobody knows what those delete, or all.
      (
        "Stop",
        [
          "c.delete(stop); clean(1, c)", "}", "func clean(_ key: Int, _ c: ModelContext) {",
          "let it: Stop = find(key); c.delete(it); c.delete(any(key))",
        ], "deleted at 1:1 and 4:27"
      ),
    ] as [(String, [String], String?)])
  func calls(entity: String, calls: [String], expected: String?) throws {
    #expect(try words(entity, calls.joined(separator: "\n")) == expected)
  }

  @Test("A call that deletes an object and, by cascade, another of its kind is listed once")
  func several() throws {
    let calls = "for it in [stop, trip] as [any PersistentModel] { c.delete(it) }"
    #expect(try words("Stop", calls) == "deleted at 1:51")
    let found = try #require(faults(calls).first { $0.entity == "Note" })
    #expect(found.message.split(separator: "deleted at").count == 2, "\(found.message)")
  }

  @Test(
    "A delete of an older version's class reaches nothing of the newest one",
    arguments: [
      ("V1.Project", nil as String?), ("V2.Project", "Project"), ("Project", "Project"),
    ])
  func versions(name: String, entity: String?) throws {
    let text = """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Project.self] }
        @Model class Project {}
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Project.self, Report.self] }
        @Model class Project {}
        @Model class Report { var project: Project? }
      }
      typealias Project = V2.Project
      func f(_ c: ModelContext, _ one: \(name)) throws {
        for it in try c.fetch(FetchDescriptor<\(name)>()) { c.delete(it) }
        c.delete(one)
        try c.delete(model: \(name).self)
        make(willMigrate: { context in try? context.delete(model: \(name).self) })
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let model = try Model(reading: text, as: "M.swift")
    let code = [SwiftDeclarations(file, keepsCode: true)]
    let calls = ModelCalls(in: code, of: [model]).calls
    #expect(calls.map(\.entity) == [entity, entity, entity, entity])
    let outside = entity == nil ? "Project" : nil
    #expect(calls.allSatisfy { $0.isResolved && $0.classOutsideModels == outside })
    let faults = try Check().findings(in: [model], with: code).filter { $0.severity != .note }
    #expect(faults.isEmpty == (entity == nil), "\(faults.map(\.message))")
  }

  @Test("If two stores have a class of one name, a delete of one class applies to its store alone")
  func stores() throws {
    let sources = [
      "Live": "enum Live { @Model class Trip {} }",
      "Backup": "enum Backup { @Model class Trip {} }",
      "Use":
        "func f(_ c: ModelContext, _ it: Live.Trip, _ o: Backup.Trip) { c.delete(it); c.delete(o) }",
    ]
    let models = try ["Live", "Backup"].map { name in
      try Model(reading: sources[name] ?? "", as: "\(name).swift")
    }
    let code = sources.sorted { $0.key < $1.key }.map { name, text in
      SwiftDeclarations(
        SourceFile(path: "\(name).swift", bytes: Array(text.utf8)), keepsCode: true)
    }
    let calls = ModelCalls(in: code, of: models).calls
    #expect(calls.map { $0.ofEachModel.map(\.model) } == [[0], [1]])
  }

  @Test("What is said of a call for each of two models is said once")
  func said() throws {
    func bundle(_ optional: String) -> String {
      """
      <model><entity name="Train" representedClassName="Train">\
      <relationship name="members" toMany="YES" optional="YES" deletionRule="Cascade" \
      destinationEntity="Member" inverseName="train" inverseEntity="Member"/></entity>\
      <entity name="Member" representedClassName="Member"><attribute name="a" optional="\(optional)"/>\
      <relationship name="train" optional="YES" deletionRule="Nullify" maxCount="1" \
      destinationEntity="Train" inverseName="members" inverseEntity="Train"/></entity></model>
      """
    }
    let models = [
      try Model(reading: bundle("YES"), as: "A.xcdatamodel/contents"),
      try Model(reading: bundle("NO"), as: "B.xcdatamodel/contents"),
    ]
    let text = "extension Train { func forget(_ member: Member) { removeFromMembers(member) } }"
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: models, with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.count == 2)
    #expect(SharedFindings(found, of: models).once.count == 1)
  }

  @Test("Calls about another model reach nothing of this one")
  func otherModel() throws {
    #expect(try words("Stop", Self.stop, ofModel: 1) == nil)
    #expect(try words("Stop", Self.trip, ofModel: 1) == nil)
  }

  @Test("A batch delete reaches what it leaves dangling, along cascades, too")
  func batches() throws {
    let batch = "try c.delete(model: Trip.self)"
    #expect(try words("Trip", batch)?.hasPrefix("deleted at 1:") == true)
    #expect(try words("Stop", batch)?.hasSuffix(", with a Trip") == true)
  }

  /// The findings that are errors or warnings, in some code with a model whose deletes leave references.
  private func faults(_ calls: String) throws -> [Finding] {
    let text = Self.code(calls)
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    return try Check().findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)]
    ).filter { $0.severity != .note }
  }

  /// A view that fetches pins by a wrapper with some arguments, up to the body of a function.
  private static func all(_ arguments: String) -> String {
    "} struct V { @Query var trips: [Trip]; @Query\(arguments) var pins: [Pin]; var c: ModelContext\n"
      + "func g() { "
  }

  private static func of(_ arguments: String) -> String {
    " } func all<T: PersistentModel>(_ type: T.Type, _ c: ModelContext) throws {\n"
      + "for it in try c.fetch(FetchDescriptor<T>(\(arguments))) { c.delete(it) }\n"
  }

  @Test(
    "A batch delete and the references that it leaves are one finding, and none where these go, too",
    arguments: [
      ("try c.delete(model: Tag.self)", []),
      ("try c.delete(model: Trip.self)", ["Note", "Pin", "Stop"]),
      ("try c.delete(model: Trip.self); try c.delete(model: Pin.self)", ["Note", "Stop"]),
      // All that a view fetches.
      (
        all("") + "for it in trips { c.delete(it) }; for pin in pins { c.delete(pin) }\n}", ["Note"]
      ),
      (
        all("(sort: \\.name, order: .reverse)")
          + "for it in trips { c.delete(it) }; for pin in pins { c.delete(pin) }\n}", ["Note"]
      ),
      (
        all("(filter: #Predicate<Pin> { _ in true })")
          + "for it in trips { c.delete(it) }; for pin in pins { c.delete(pin) }\n}",
        ["Note", "Pin"]
      ),
      // A function that deletes all of what it is told.
      ("try all(Trip.self, c); try all(Pin.self, c); try c.save()\(of(""))", ["Note"]),
      (
        "try all(Trip.self, c); try all(Pin.self, c); try c.save()\(of("predicate: only"))",
        ["Note", "Pin"]
      ),
      ("try all(Trip.self, c); try c.save(); try all(Pin.self, c)\(of(""))", ["Note", "Pin"]),
    ])
  func wipes(calls: String, entities: [String]) throws {
    let found = try faults(calls)
    #expect(found.compactMap(\.entity).sorted() == entities, "\(found.map(\.message))")
  }

  @Test(
    "A part that the code deletes without its owner is no note, nor is what another finding causes",
    arguments: [
      ("c.delete(wheel)", ["Wheel"]), ("for wheel in car.wheels { c.delete(wheel) }", ["Wheel"]),
      ("for wheel in car.wheels { c.delete(wheel) }; c.delete(car)", []),
      ("c.delete(car); c.delete(wheel)", []),
      ("car.wheels.removeAll { $0 === wheel }; c.delete(wheel)", []), ("c.delete(car)", []),
      ("c.delete(trip)", ["Trip"]), ("c.delete(trip); c.delete(stop)", ["Stop"]),
      ("c.delete(stop)", ["Stop"]),
      ("c.delete(task)", ["Task"]), ("work.tasks.removeAll { $0 === task }; c.delete(task)", []),
      ("task.work = nil; c.delete(task)", []), ("task.name = nil; c.delete(task)", ["Task"]),
      // Its own save comes before the delete of what would have let it go.
      ("for stop in trip.stops { c.delete(stop) }; c.delete(trip)", []),
      ("for stop in trip.stops { remove(stop, c) }; remove(trip, c)", ["Stop"]),
      ("for leg in plan.legs { remove(leg, c) }; remove(plan, c)", []),
      ("for leg in plan.legs.prefix(1) { remove(leg, c) }; remove(plan, c)", ["Plan"]),
      ("for leg in plan.legs where isOld { remove(leg, c) }; remove(plan, c)", ["Plan"]),
      // What a function deletes is what its callers give it.
      ("try wipe(Log.self, c)", ["Log"]), ("try wipe(Log.self, c); try wipe(Row.self, c)", []),
    ])
  func parts(calls: String, entities: [String]) throws {
    let text = """
      @Model class Car { @Relationship(deleteRule: .cascade) var wheels: [Wheel] = [] }
      @Model class Wheel { var size = 0 }
      @Model class Trip { @Relationship(inverse: \\Stop.trip) var stops: [Stop] = [] }
      @Model class Stop { @Relationship(deleteRule: .deny) var trip: Trip }
      @Model class Work { @Relationship(deleteRule: .cascade, inverse: \\Task.work) var tasks: [Task] = [] }
      @Model class Task { @Relationship(deleteRule: .cascade) var work: Work?; var name: String? }
      @Model class Plan { @Relationship(inverse: \\Leg.plan) var legs: [Leg] = [] }
      @Model class Leg { var plan: Plan }
      @Model class Log { @Relationship(deleteRule: .noAction, inverse: \\Row.log) var rows: [Row] = [] }
      @Model class Row { var log: Log? }
      func wipe<T: PersistentModel>(_ type: T.Type, _ c: ModelContext) throws { try c.delete(model: type) }
      func remove<T: PersistentModel>(_ object: T, _ c: ModelContext) { c.delete(object); try? c.save() }
      func f(_ c: ModelContext, _ car: Car, _ wheel: Wheel, _ trip: Trip, _ stop: Stop, _ plan: Plan, _ work: Work, _ task: Task) throws {
        \(calls)
        try c.save()
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let rules: Set<CheckRule> = [
      .cascadeBothSides, .denyOnChild, .missingInverseLeavesDangling, .noActionLeavesDangling,
      .nullifyBreaksMandatory,
    ]
    let found = try Check(rules: rules).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let names = found.filter { $0.severity != .note }.compactMap { finding in
      finding.title.split(separator: " ").first { $0.first?.isUppercase == true }.map(String.init)
    }
    #expect(names == entities, "\(found.map(\.message))")
  }

  @Test(
    "A batch delete names everything that stops it, and a child's own tree last",
    arguments: [
      ("", "note", "Part.whole is nullify", "only if that other Part is not also deleted"),
      (
        "@Model class Tag { @Relationship(inverse: \\Part.tag) var parts: [Part] = [] }", "warning",
        "Part.tag is nullify", ""
      ),
      (
        "@Model class Tag { @Relationship(inverse: \\Part.tag) var parts: [Part] = []; "
          + "@Relationship(deleteRule: .cascade, inverse: \\Part.mark) var marked: [Part] = [] }",
        "warning", "Part.tag is nullify", "the same is true of Part.mark"
      ),
    ])
  func allObstacles(others: String, severity: String, first: String, last: String) throws {
    let text = """
      @Model class Trip { @Relationship(deleteRule: .cascade, inverse: \\Part.trip) var parts: [Part] = [] }
      @Model class Part {
        var trip: Trip?; var whole: Part?; var tag: Tag?; var mark: Tag?
        @Relationship(deleteRule: .cascade, inverse: \\Part.whole) var parts: [Part] = []
      }
      \(others)
      func f(_ c: ModelContext) throws { try c.delete(model: Trip.self) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.batchCallFails]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let finding = try #require(found.first)
    #expect("\(finding.severity)" == severity)
    #expect(finding.message.contains(first) && finding.message.contains(last), "\(finding.message)")
    #expect(finding.message.contains("the same is") == last.hasPrefix("the same"))
  }

  @Test("A batch delete whose first obstacle is cleared is reported for the next")
  func obstacles() throws {
    let text = """
      @Model class Trip { @Relationship(inverse: \\Stop.trip) var stops: [Stop] = [] }
      @Model class Area { @Relationship(inverse: \\Stop.area) var stops: [Stop] = [] }
      @Model class Stop { var trip: Trip?; var area: Area? }
      func f(_ c: ModelContext) throws {
        try c.delete(model: Trip.self)
        try c.delete(model: Stop.self)
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.batchCallFails]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.title.hasSuffix("as soon as a Stop has an Area") == true)
  }

  @Test(
    "Each side of a pair lists the calls that show its own fault, and a side that no call reaches none",
    arguments: [
      (
        "noAction", ["note", "tag"], CheckRule.noActionLeavesDangling, ModelFinding.Severity.error,
        "deleted at M.swift:4:3; for Tag.notes, deleted at M.swift:5:3"
      ),
      ("deny", ["note"], .denyOnBothSides, .warning, "deleted at M.swift:4:3"),
      ("deny", ["tag"], .denyOnBothSides, .warning, "deleted at M.swift:4:3"),
      ("deny", ["log"], .denyOnBothSides, .note, "no delete call reaches this"),
    ])
  func sides(
    deleteRule: String, deleted: [String], rule: CheckRule, severity: ModelFinding.Severity,
    words: String
  ) throws {
    let text = """
      @Model class Note { @Relationship(deleteRule: .\(deleteRule), inverse: \\Tag.notes) var tags: [Tag] = [] }
      @Model class Tag { @Relationship(deleteRule: .\(deleteRule)) var notes: [Note] = [] }
      func f(_ note: Note, _ tag: Tag, _ log: Log, _ c: ModelContext) {
      \(deleted.map { "  c.delete(\($0))" }.joined(separator: "\n"))
      }
      @Model class Log {}
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check().findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let finding = try #require(found.first { $0.rule == rule })
    #expect(finding.severity == severity)
    #expect(finding.message.contains(words), "\(finding.message)")
  }

  @Test(
    "A delete before which the code empties the relationship is named where no other call reaches the fault",
    arguments: [
      (
        "for visit in visits { visit.provider = nil }",
        "no delete call reaches this; the code empties Visit.provider before the delete at M.swift:8:3"
      ),
      ("", "deleted at M.swift:8:3"),
    ])
  func emptied(before: String, words: String) throws {
    let text = """
      @Model class Visit { var provider: Provider? }
      @Model class Provider { var name = "" }
      func f(_ provider: Provider, _ c: ModelContext) throws {
        let id = provider.persistentModelID
        let those = FetchDescriptor<Visit>(predicate: #Predicate { $0.provider?.persistentModelID == id })
        let visits = try c.fetch(those)
        \(before)
        c.delete(provider)
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.missingInverseLeavesDangling]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let finding = try #require(found.first)
    #expect(finding.message.hasSuffix(words), "\(finding.message)")
  }

  @Test(
    "A batch delete that cannot show a fault of ordinary deletes is named where no other call reaches it",
    arguments: [
      ("try c.delete(model: Car.self)", "reaches this except batch deletes, which don't cause it"),
      (
        "try c.delete(model: Owner.self)", "reaches this except batch deletes, which don't cause it"
      ),
      (
        "try c.delete(model: Car.self); c.delete(thing)",
        "reaches this except batch deletes, which don't cause it (1 call could not be resolved)"
      ),
      ("try c.delete(model: Log.self)", "no delete call reaches this"),
      ("try c.delete(model: Car.self); c.delete(car)", "deleted at M.swift:5:"),
    ])
  func batches(calls: String, words: String) throws {
    let text = """
      @Model class Owner { @Relationship(deleteRule: .cascade, inverse: \\Car.owner) var cars: [Car]? = [] }
      @Model class Car { var owner: Owner?; @Relationship(deleteRule: .cascade, inverse: \\Log.car) var logs: [Log]? = [] }
      @Model class Log { var car: Car }
      func f(_ car: Car, _ thing: any PersistentModel, _ c: ModelContext) throws {
        \(calls)
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.mandatoryBackReferenceCrash]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let note = found.first?.notes.map { $0.words(at: Location(file: "", line: 1, column: 1)) }
      .first { $0.contains("delete call") || $0.hasPrefix("deleted") }
    #expect(
      note.map { $0.hasSuffix(words) || $0.hasPrefix(words) && words.hasSuffix(":") } == true,
      "\(note ?? "")")
  }

  @Test(
    "A fault of an entity is reached by cascades to a subentity, and both kinds of calls are listed"
  )
  func subentities() throws {
    let text = """
      @Model class Chat { @Relationship(deleteRule: .cascade, inverse: \\Text.chat) var texts: [Text] = [] }
      @Model class Message { @Relationship(deleteRule: .noAction, inverse: \\Pin.message) var pins: [Pin] = [] }
      @Model class Text: Message { var chat: Chat? }
      @Model class Pin { var message: Message? }
      func f(_ chat: Chat, _ c: ModelContext) { c.delete(chat) }
      func g(_ text: Text, _ c: ModelContext) { c.delete(text) }
      """
    for (code, words) in [
      (text.replacing("c.delete(text)", with: ""), "deleted at M.swift:5:43, with a Chat"),
      (text, "deleted at M.swift:6:43; deleted at M.swift:5:43, with a Chat"),
    ] {
      let file = SourceFile(path: "M.swift", bytes: Array(code.utf8))
      let found = try Check().findings(
        in: [Model(reading: code, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
      let message = try #require(found.first { $0.rule == .noActionLeavesDangling }?.message)
      #expect(message.contains(words), "\(message)")
    }
  }

  @Test(
    "To read or delete what is gone can crash in SwiftData, and is a note in Core Data",
    arguments: [
      ("SwiftData", "ModelContext", "warning"), ("CoreData", "NSManagedObjectContext", "note"),
    ], ["print(trip.name)", "c.delete(trip)"])
  func readings(_ used: (framework: String, context: String, severity: String), use: String) throws
  {
    let (framework, context, severity) = used
    let code = """
      import \(framework)
      func f(_ trip: Trip, _ c: \(context)) throws {
        c.delete(trip)
        try c.save()
        \(use)
      }
      """
    let (classes, path) =
      framework == "SwiftData"
      ? ("@Model class Trip { var name = \"\" }\n", "M.swift")
      : (
        """
        <model><entity name="Trip" representedClassName="Trip"><attribute name="name" \
        optional="YES"/></entity></model>
        """, "contents"
      )
    let text = framework == "SwiftData" ? classes + code : code
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.readAfterDelete]).findings(
      in: [Model(reading: classes, as: path)], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity.rawValue) == [severity])
  }

  @Test(
    "A guard in every caller excuses the delete of what the object keeps",
    arguments: [
      ("if !theme!.quotes.isEmpty { print(1) } else { go() }", "c.delete(theme!)", false),
      (
        "let all = theme!.quotes; if all.isEmpty { self.go() }", "c.delete(theme!); theme = nil",
        false
      ),
      ("if theme!.quotes.isEmpty { print(1) } else { go() }", "c.delete(theme!)", true),
      ("if theme!.quotes.isEmpty { print(1) }; go()", "c.delete(theme!)", true),
      ("if theme!.quotes.isEmpty { go() } } func h() { go()", "c.delete(theme!)", true),
      (
        "if theme!.quotes.isEmpty { go() } } func h(_ s: Screen) { s.go()", "c.delete(theme!)", true
      ),
      ("if theme!.quotes.isEmpty { go() }; tap(go)", "c.delete(theme!)", true),
      ("if theme!.quotes.isEmpty { go() }", "theme = other; c.delete(theme!)", true),
      ("if theme!.quotes.isEmpty { go() }", "c.delete(other!)", true),
      (
        "if theme!.quotes.isEmpty { theme!.quotes.append(Quote()); go() }", "c.delete(theme!)", true
      ),
    ])
  func askedByCallers(check: String, delete: String, isFound: Bool) throws {
    let text = """
      @Model class Theme { @Relationship(inverse: \\Quote.theme) var quotes: [Quote] = [] }
      @Model class Quote { var theme: Theme }
      final class Screen {
        var theme: Theme?
        var other: Theme?
        let c: ModelContext
        func check() { \(check) }
        private func go() { \(delete); try? c.save() }
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.nullifyBreaksMandatory]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == [isFound ? .warning : .note], "\(found)")
  }

  /// The severities of `swallowed_refusal` where a save with `try?` follows some statements.
  private func severities(_ statements: String, _ rule: String = ".deny") throws -> [String] {
    try severities(
      of: """
        func remove(_ order: Order, _ other: Order, _ all: [Order], _ line: Line, _ context: ModelContext) {
          \(statements)
          try? context.save()
        }
        """, rule)
  }

  private func severities(of code: String, _ rule: String = ".deny") throws -> [String] {
    let text = """
      @Model class Order {
        @Relationship(deleteRule: \(rule), inverse: \\Line.order) var lines: [Line] = []
        var tags: [Tag] = []
        var name = ""
      }
      @Model class Line { var order: Order?; var name = "" }
      @Model class Tag { var orders: [Order] = [] }
      extension Order { var mayGo: Bool { lines.isEmpty }; var isUsed: Bool { !lines.isEmpty } }
      extension Order {
        var size: Int { lines.count }
        func mustBeFree() throws { if !lines.isEmpty { throw Used() } }
        func mustHaveName() throws { if name.isEmpty { throw Used() } }
        func mustBeUsed() throws { guard !lines.isEmpty else { throw Used() } }
        func mustHaveBoth() throws {
          if name.isEmpty { throw Used() } else if lines.count > 0 { throw Used() }
        }
        func mayHaveLines() throws {
          if name.isEmpty { throw Used() }
          if lines.isEmpty { print(lines.count) }
        }
        func log() throws { print(lines.first?.name ?? "", lines.count); throw Used() }
        func mayBeFree() throws { if name.isEmpty { return }; if !lines.isEmpty { throw Used() } }
      }
      func canGo(_ order: Order) -> Bool { order.lines.isEmpty }
      func mustBeFree(_ order: Order) throws { guard order.lines.isEmpty else { throw Used() } }
      \(code)
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    return try Check(rules: [.swallowedRefusal]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)]
    ).map(\.severity.rawValue)
  }

  @Test(
    "A swallowed refusal is a note where the code first removes what refuses the delete",
    arguments: [
      ("context.delete(order)", "warning"),
      // Of two deletes, each must be asked about.
      ("if order.lines.isEmpty { context.delete(order) }; context.delete(other)", "warning"),
      ("context.delete(other); if order.lines.isEmpty { context.delete(order) }", "warning"),
      (
        "if order.lines.isEmpty { context.delete(order) }; if other.lines.isEmpty { context.delete(other) }",
        "note"
      ),
      ("for line in order.lines { context.delete(line) }; context.delete(order)", "note"),
      ("order.lines = []; context.delete(order)", "note"),
      ("order.lines.removeAll(); context.delete(order)", "note"),
      ("for line in order.lines { line.order = nil }; context.delete(order)", "note"),
      ("for line in order.lines { line.order = Order() }; context.delete(order)", "note"),
      ("order.lines.forEach { $0.order = nil }; context.delete(order)", "note"),
      ("let count = order.lines.count; if count == 0 { context.delete(order) }", "note"),
      ("switch order.lines.count { case 0: context.delete(order); default: break }", "note"),
      ("for order in [order] where order.lines.isEmpty { context.delete(order) }", "note"),
      ("[order].filter { $0.lines.isEmpty }.forEach(context.delete)", "note"),
      ("if order.mayGo { context.delete(order) }", "note"),
      ("if canGo(order) { context.delete(order) }", "note"),
      ("let goes = [order].filter { $0.lines.isEmpty }; goes.forEach(context.delete)", "note"),
      (
        "let lines = order.lines; guard lines.isEmpty else { return }; context.delete(order)",
        "note"
      ),
      ("precondition(order.lines.isEmpty); context.delete(order)", "note"),
      (
        "Button(\"\") { context.delete(order); try? context.save() }.disabled(!order.lines.isEmpty)",
        "note"
      ),
      (
        "let none = FetchDescriptor<Order>(predicate: #Predicate { $0.lines.isEmpty }); context.delete(order)",
        "note"
      ),
      ("try order.validateForDelete(); context.delete(order)", "note"),
      ("if other.lines.isEmpty { context.delete(order) }", "warning"),
      ("if !order.lines.isEmpty { context.delete(order) }", "warning"),
      ("if order.lines.count > 0, isOn { context.delete(order) }", "warning"),
      ("if order.lines.count < 1 { context.delete(order) }", "note"),
      ("if order.lines == [] { context.delete(order) }", "note"),
      ("if order.lines != [] { context.delete(order) }", "warning"),
      ("if order.lines.endIndex == 0 { context.delete(order) }", "note"),
      // What does not follow from the answer.
      ("if order.lines.count < 2 { context.delete(order) }", "warning"),
      ("guard order.lines.count <= 3 else { return }; context.delete(order)", "warning"),
      ("guard order.lines.count >= 0 else { return }; context.delete(order)", "warning"),
      ("if order.lines.isEmpty || order.name == \"\" { context.delete(order) }", "warning"),
      ("if order.lines.isEmpty && order.name == \"\" { context.delete(order) }", "note"),
      ("if !order.lines.isEmpty || order.name == \"\" { return }; context.delete(order)", "note"),
      ("if order.lines.isEmpty || canGo(order) { context.delete(order) }", "note"),
      ("guard order.isUsed else { return }; context.delete(order)", "warning"),
      ("guard !order.isUsed else { return }; context.delete(order)", "note"),
      (
        "switch order.lines.isEmpty { case true: return; case false: context.delete(order) }",
        "warning"
      ),
      (
        "switch order.lines.isEmpty { case false: return; case true: context.delete(order) }",
        "note"
      ),
      ("switch order.lines.count { case 0, 1: context.delete(order); default: return }", "warning"),
      ("switch order.lines.count { case 1...: return; default: context.delete(order) }", "note"),
      ("if isOn { guard order.lines.isEmpty else { return } }; context.delete(order)", "warning"),
      ("if let line { guard order.lines.isEmpty else { return } }; context.delete(order)", "note"),
      (
        "let new = Order(); guard new.lines.isEmpty else { return }; context.delete(order)",
        "warning"
      ),
      ("let same = order; guard same.lines.isEmpty else { return }; context.delete(order)", "note"),
      (
        "let first = try! context.fetch(FetchDescriptor<Order>())[0]; guard first.lines.isEmpty else { return }\n"
          + "context.delete(order)", "warning"
      ),
      (
        "if let line = order.lines.first { context.delete(line) }; context.delete(order)", "warning"
      ),
      ("if let line = order.lines.first { print(line); return }; context.delete(order)", "note"),
      ("if let lines = order.lines, !lines.isEmpty { context.delete(order) }", "warning"),
      ("if (order.lines ?? []).isEmpty != true { context.delete(order) }", "warning"),
      ("if order.lines.isEmpty { return }; context.delete(order)", "warning"),
      ("guard order.lines.count >= 1 else { return }; context.delete(order)", "warning"),
      ("for order in all where !order.lines.isEmpty { context.delete(order) }", "warning"),
      ("all.filter { !$0.lines.isEmpty }.forEach(context.delete)", "warning"),
      ("all.filter({ return !$0.lines.isEmpty }).forEach(context.delete)", "warning"),
      ("precondition(!order.lines.isEmpty); context.delete(order)", "warning"),
      (
        "Button(\"\") { context.delete(order); try? context.save() }.disabled(order.lines.isEmpty)",
        "warning"
      ),
      ("line.order = order; context.delete(order)", "warning"),
      ("line.order = other; context.delete(order)", "note"),
      ("print(order.lines.count); context.delete(order)", "warning"),
      ("let line = order.lines.first; context.delete(order)", "warning"),
      ("if order.lines.first == nil { context.delete(order) }", "note"),
      ("if order.lines.first != nil { context.delete(order) }", "warning"),
      ("if let line = order.lines.first { print(line); context.delete(order) }", "warning"),
      (
        "guard let line = order.lines.first else { return }; print(line); context.delete(order)",
        "warning"
      ),
      // Some of them, or another order's.
      ("context.delete(order.lines[0]); context.delete(order)", "warning"),
      ("order.lines.prefix(9).forEach(context.delete); context.delete(order)", "warning"),
      ("for line in other.lines { context.delete(line) }; context.delete(order)", "warning"),
      ("context.delete(line); context.delete(order)", "warning"),
      ("if order.lines.count == 1 { context.delete(line); context.delete(order) }", "note"),
      ("if order.lines.count < 2 { context.delete(line); context.delete(order) }", "note"),
      ("if order.lines.count <= 1 { context.delete(line); context.delete(order) }", "note"),
      ("if order.lines.count > 1 { return }; context.delete(line); context.delete(order)", "note"),
      ("context.delete(line); if order.lines.count < 2 { context.delete(order) }", "note"),
      ("if order.lines.count < 3 { context.delete(line); context.delete(order) }", "warning"),
      ("if order.lines.count > 0 { context.delete(line); context.delete(order) }", "warning"),
      ("if order.lines.count < 2 { context.delete(other); context.delete(order) }", "warning"),
      ("if other.lines.count < 2 { context.delete(line); context.delete(order) }", "warning"),
      ("context.delete(order.lines.removeFirst()); context.delete(order)", "warning"),
      (
        "if let line = order.lines.popLast() { context.delete(line) }; context.delete(order)",
        "warning"
      ),
      ("context.delete(order.lines.remove(at: 0)); context.delete(order)", "warning"),
      (
        "while let line = order.lines.popLast() { context.delete(line) }; context.delete(order)",
        "note"
      ),
      ("while !order.lines.isEmpty { order.lines.removeLast() }; context.delete(order)", "note"),
      ("order.lines.removeFirst(order.lines.count); context.delete(order)", "note"),
      // Answers in variables.
      ("let isUsed = !order.lines.isEmpty; if isUsed { context.delete(order) }", "warning"),
      ("let isUsed = !order.lines.isEmpty; if !isUsed { context.delete(order) }", "note"),
      ("let isUsed = !order.lines.isEmpty; if isUsed { return }; context.delete(order)", "note"),
      ("let isUsed = !order.lines.isEmpty; print(isUsed); context.delete(order)", "warning"),
      ("let isFree = order.lines.isEmpty; context.delete(order)", "warning"),
      ("let isFree = order.lines.isEmpty; isFree ? context.delete(order) : print(1)", "note"),
      ("let n = order.lines.count; guard n == 0 else { return }; context.delete(order)", "note"),
      ("let n = order.lines.count; guard n > 0 else { return }; context.delete(order)", "warning"),
      ("let n = order.lines.count; if n < 3 { context.delete(order) }", "warning"),
      ("let n = other.lines.count; guard n == 0 else { return }; context.delete(order)", "warning"),
      (
        "let n = order.lines.count; switch n { case 0: context.delete(order); default: return }",
        "note"
      ),
      (
        "let isLast = order.lines.count <= 1; context.delete(line); if isLast { context.delete(order) }",
        "note"
      ),
      ("if order.size > 0 { context.delete(order) }", "warning"),
      ("if order.size == 0 { context.delete(order) }", "note"),
      (
        "guard let lines = order.lines, lines.count == 0 else { return }; context.delete(order)",
        "note"
      ),
      ("if let lines = order.lines, !lines.isEmpty { return }; context.delete(order)", "note"),
      ("if let lines = order.lines, lines.isEmpty { return }; context.delete(order)", "warning"),
      (
        "func isFree(_ it: Order) -> Bool { it.lines.isEmpty }; if isFree(order) { context.delete(order) }",
        "note"
      ),
      ("func isFree(_ it: Order) -> Bool { it.lines.isEmpty }; context.delete(order)", "warning"),
      (
        "let isFree: (Order) -> Bool = { $0.lines.isEmpty }; if isFree(order) { context.delete(order) }",
        "note"
      ),
      ("try order.mustBeFree(); context.delete(order)", "note"),
      ("try order.mustHaveName(); context.delete(order)", "warning"),
      ("try order.mustHaveBoth(); context.delete(order)", "note"),
      ("try mustBeFree(order); context.delete(order)", "note"),
      ("try mustBeFree(other); context.delete(order)", "warning"),
      ("try other.mustBeFree(); context.delete(order)", "warning"),
      ("try order.mustBeUsed(); context.delete(order)", "warning"),
      ("try order.mayHaveLines(); context.delete(order)", "warning"),
      ("try order.mayBeFree(); context.delete(order)", "warning"),
      ("try order.log(); context.delete(order)", "warning"),
      // An error that is dropped, or caught by code that goes on.
      ("try? order.mustBeFree(); context.delete(order)", "warning"),
      ("let free: Void? = try? order.mustBeFree(); print(free); context.delete(order)", "warning"),
      ("do { try order.mustBeFree() } catch { print(error) }; context.delete(order)", "warning"),
      (
        "do { try order.mustBeFree(); context.delete(order) } catch { print(error) }; print(1)",
        "note"
      ),
      ("do { try order.mustBeFree() } catch { return }; context.delete(order)", "note"),
      // What functions within the function answer.
      (
        "func isFree(_ it: Order) -> Bool { it.lines.isEmpty }; if isFree(other) { context.delete(order) }",
        "warning"
      ),
      (
        "func isUsed(_ it: Order) -> Bool { !it.lines.isEmpty }; if isUsed(order) { context.delete(order) }",
        "warning"
      ),
      (
        "func isUsed(_ it: Order) -> Bool { !it.lines.isEmpty }; if isUsed(order) { return }; context.delete(order)",
        "note"
      ),
      (
        "func isFree(_ it: Order) -> Bool { it.name.isEmpty || it.lines.isEmpty }; if isFree(order) { context.delete(order) }",
        "warning"
      ),
      (
        "func isFree() -> Bool { return order.lines.isEmpty }; if isFree() { context.delete(order) }",
        "note"
      ),
      (
        "func isFree(_ it: Order) -> Bool { isFree(it) }; if isFree(order) { context.delete(order) }",
        "warning"
      ),
      (
        "let isUsed: (Order) -> Bool = { !$0.lines.isEmpty }; if isUsed(order) { context.delete(order) }",
        "warning"
      ),
      (
        "let isFree = { (it: Order) in it.lines.isEmpty }; if isFree(other) { context.delete(order) }",
        "warning"
      ),
      // Answers that a variable holds no longer, or that say nothing any more.
      ("let ok = order.lines.isEmpty; if ok { context.delete(order) }", "note"),
      ("var ok = order.lines.isEmpty; ok = true; if ok { context.delete(order) }", "warning"),
      ("var ok = order.lines.isEmpty; ok.toggle(); if ok { context.delete(order) }", "warning"),
      ("var ok = order.lines.isEmpty; set(&ok); if ok { context.delete(order) }", "warning"),
      ("var n = order.lines.count; n -= 1; if n == 0 { context.delete(order) }", "warning"),
      (
        "var ok = order.lines.isEmpty; (ok, _) = (true, 1); if ok { context.delete(order) }",
        "warning"
      ),
      (
        "var ok = order.lines.isEmpty; (_, ok) = check(order); if ok { context.delete(order) }",
        "warning"
      ),
      (
        "var n = 1; let ok = order.lines.isEmpty; (n, _) = (2, n); if ok { context.delete(order) }",
        "note"
      ),
      (
        "var it = order; if !it.lines.isEmpty { return }; (it, _) = (other, 1); context.delete(it)",
        "warning"
      ),
      (
        "var it = other; (it, _) = (order, 1); if !it.lines.isEmpty { return }; context.delete(it)",
        "note"
      ),
      (
        "var ok = order.lines.isEmpty; if line.name == \"\" { ok = true }; if ok { context.delete(order) }",
        "warning"
      ),
      (
        "var ok = order.lines.isEmpty; if line.name == \"\" { ok = true; return }; if ok { context.delete(order) }",
        "note"
      ),
      (
        "do { let ok = order.lines.isEmpty; print(ok) }; if ok { context.delete(order) }", "warning"
      ),
      (
        "let ok = order.lines.isEmpty; do { let ok = 1; print(ok) }; if ok { context.delete(order) }",
        "note"
      ),
      (
        "let ok = order.lines.isEmpty; order.lines.append(line); if ok { context.delete(order) }",
        "warning"
      ),
      (
        "let ok = order.lines.isEmpty; other.lines.append(line); if ok { context.delete(order) }",
        "note"
      ),
      (
        "let ok = order.lines.isEmpty; line.order = order; if ok { context.delete(order) }",
        "warning"
      ),
      (
        "let ok = order.lines.isEmpty; order.name = \"\"; order.tags = []; if ok { context.delete(order) }",
        "note"
      ),
      (
        "var it = order; let ok = it.lines.isEmpty; it = other; if ok { context.delete(it) }",
        "warning"
      ),
      ("all.filter(\\.lines.isEmpty).forEach(context.delete)", "note"),
      ("for it in all.filter(\\.lines.isEmpty) { context.delete(it) }", "note"),
      (
        "for it in all.filter(\\.lines.isEmpty) + all { context.delete(it) }", "warning"
      ),
      (
        "var them = all.filter(\\.lines.isEmpty); them = all; for it in them { context.delete(it) }",
        "warning"
      ),
      (
        "let them = all.filter(\\.lines.isEmpty); them[0].lines.append(line); for it in them { context.delete(it) }",
        "warning"
      ),
      ("context.delete(all.first(where: \\.lines.isEmpty) ?? order)", "warning"),
      ("context.delete(all.isEmpty ? order : all.first(where: \\.lines.isEmpty)!)", "warning"),
      (
        "let n = all.filter(\\.lines.isEmpty).count; for it in all { context.delete(it) }",
        "warning"
      ),
      ("all.filter(\\.tags.isEmpty).forEach(context.delete)", "warning"),
      (
        "let id = order.persistentModelID; let d = FetchDescriptor<Line>(predicate: #Predicate { $0.order?.persistentModelID == id }); guard try context.fetchCount(d) == 0 else { return }; context.delete(order)",
        "note"
      ),
      (
        "let id = order.persistentModelID; let d = FetchDescriptor<Line>(predicate: #Predicate { $0.order?.persistentModelID == id }); guard try context.fetchCount(d) > 0 else { return }; context.delete(order)",
        "warning"
      ),
      ("for line in Order().lines { context.delete(line) }; context.delete(order)", "warning"),
      // Tests of some of them.
      ("if order.lines.contains(where: { $0.name == \"\" }) { context.delete(order) }", "warning"),
      ("if !order.lines.contains(where: { $0.name == \"\" }) { context.delete(order) }", "warning"),
      ("if order.lines.allSatisfy({ $0.name == \"\" }) { context.delete(order) }", "warning"),
      ("if order.lines.filter({ $0.name == \"\" }).isEmpty { context.delete(order) }", "warning"),
      ("if !order.lines.contains { $0.name == \"\" } { context.delete(order) }", "warning"),
      ("if order.lines.dropFirst().isEmpty { context.delete(order) }", "warning"),
      ("guard order.lines.dropLast(2).isEmpty else { return }; context.delete(order)", "warning"),
      ("if order.lines.dropFirst().count == 0 { context.delete(order) }", "warning"),
      ("if order.lines.dropFirst().first == nil { context.delete(order) }", "warning"),
      ("if order.lines.suffix(from: 2).isEmpty { context.delete(order) }", "warning"),
      ("if order.lines.prefix(1).isEmpty { context.delete(order) }", "note"),
      (
        "if order.lines.prefix(while: { $0.name == \"\" }).isEmpty { context.delete(order) }",
        "warning"
      ),
      ("if Set(order.lines).subtracting([line]).isEmpty { context.delete(order) }", "warning"),
      (
        "if Set(order.lines).subtracting([line]).isEmpty { context.delete(line); context.delete(order) }",
        "note"
      ),
      (
        "if order.lines.first(where: { $0.name == \"\" }) == nil { context.delete(order) }",
        "warning"
      ),
      (
        "if order.lines.firstIndex(where: { $0.name == \"\" }) == nil { context.delete(order) }",
        "warning"
      ),
      (
        "if let it = order.lines.first(where: { $0.name == \"\" }) { print(it); return }; context.delete(order)",
        "warning"
      ),
      ("if order.lines.contains(where: \\.isPaid) { return }; context.delete(order)", "warning"),
      (
        "let rest = order.lines.dropFirst(); guard rest.isEmpty else { return }; context.delete(order)",
        "warning"
      ),
      (
        "let rest = order.lines.filter { $0 != line }; if rest.isEmpty { context.delete(line); context.delete(order) }",
        "note"
      ),
      ("if order.lines.sorted().isEmpty { context.delete(order) }", "note"),
      ("if !order.lines.contains(where: { !$0.isDeleted }) { context.delete(order) }", "note"),
      (
        "context.delete(line); if order.lines.allSatisfy({ $0 == line }) { context.delete(order) }",
        "note"
      ),
      (
        "let new = Order(); for line in new.lines { context.delete(line) }; context.delete(order)",
        "warning"
      ),
      ("if order.lines.isEmpty { print(1) }; context.delete(order)", "warning"),
      (
        "if order.lines.isEmpty { Text(\"\") } else { EmptyView() }; context.delete(order)",
        "warning"
      ),
      ("if order.lines.isEmpty { isEmpty = true }; context.delete(order)", "note"),
      ("try? order.validateForDelete(); context.delete(order)", "warning"),
      ("do { try order.validateForDelete() } catch { return }; context.delete(order)", "note"),
      (
        "guard (try? order.validateForDelete()) != nil else { return }; context.delete(order)",
        "note"
      ),
      ("_ = NSPredicate(format: \"lines.@count == 0\"); context.delete(order)", "note"),
      ("_ = NSPredicate(format: \"lines.@count > 0\"); context.delete(order)", "warning"),
      ("_ = NSPredicate(format: \"lines.@count < 1\"); context.delete(order)", "note"),
      ("order.tags = []; context.delete(order)", "warning"),
      ("order.tags.removeAll(); context.delete(order)", "warning"),
      ("order.name = \"\"; context.delete(order)", "warning"),
      ("for tag in order.tags { context.delete(tag) }; context.delete(order)", "warning"),
      // Labels.
      (
        "lines: for line in order.lines { if line.name == \"\" { continue lines }; context.delete(line) }; context.delete(order)",
        "warning"
      ),
      (
        "lines: for line in order.lines { for _ in all { continue lines }; context.delete(line) }; context.delete(order)",
        "warning"
      ),
      (
        "lines: for line in order.lines { switch line.name { case \"\": break lines; default: break }; context.delete(line) }; context.delete(order)",
        "warning"
      ),
      (
        "for line in order.lines { tags: for tag in order.tags { if tag === order { continue tags } }; context.delete(line) }; context.delete(order)",
        "note"
      ),
      (
        "for line in order.lines { tags: for tag in order.tags { if tag === order { break tags } }; context.delete(line) }; context.delete(order)",
        "note"
      ),
      (
        "for line in order.lines { one: do { if line.name == \"\" { break one }; context.delete(line) } }; context.delete(order)",
        "warning"
      ),
      (
        "for line in order.lines { one: do { if line.name == \"\" { break one }; print(1) }; context.delete(line) }; context.delete(order)",
        "note"
      ),
      (
        "for line in order.lines { one: switch line.name { case \"\": if all.isEmpty { break one }; print(1); default: break }; context.delete(line) }; context.delete(order)",
        "note"
      ),
      (
        "orders: for it in all { for line in it.lines { if it.name == \"\" { continue orders }; context.delete(line) }; context.delete(it) }",
        "note"
      ),
      (
        "orders: for it in all { for line in order.lines { if it.name == \"\" { break orders }; context.delete(line) } }; context.delete(order)",
        "warning"
      ),
      // Answers that variables, properties and parameters get later.
      ("var ok = false; ok = order.lines.isEmpty; if ok { context.delete(order) }", "note"),
      (
        "var ok = false; ok = !order.lines.isEmpty; if ok { context.delete(order) }",
        "warning"
      ),
      (
        "var ok = false; ok = order.lines.isEmpty; ok = true; if ok { context.delete(order) }",
        "warning"
      ),
      (
        "var ok = order.lines.isEmpty; ok = order.tags.isEmpty; if ok { context.delete(order) }",
        "warning"
      ),
      (
        "var ok = order.lines.isEmpty; if line.name == \"\" { ok = other.lines.isEmpty }; if ok { context.delete(order) }",
        "warning"
      ),
      (
        "var ok = false; ok = try context.fetchCount(FetchDescriptor<Line>()) == 0; if ok { context.delete(order) }",
        "note"
      ),
      (
        "var ok = false; ok = try context.fetchCount(FetchDescriptor<Line>()) > 0; if ok { context.delete(order) }",
        "warning"
      ),
      (
        "} struct Form { let order: Order; var ok: Bool { order.lines.isEmpty }; func go(_ context: ModelContext) { if ok { context.delete(order) }; try? context.save() } } func rest() {",
        "note"
      ),
      (
        "} struct Form { let order: Order; var ok: Bool { !order.lines.isEmpty }; func go(_ context: ModelContext) { if ok { context.delete(order) }; try? context.save() } } func rest() {",
        "warning"
      ),
      (
        "} struct Form { let order: Order; var ok: Bool { let none = order.lines.isEmpty; return none }; func go(_ context: ModelContext) { if ok { context.delete(order) }; try? context.save() } } func rest() {",
        "note"
      ),
      (
        "} struct Form { let order: Order; var ok: Bool { let none = order.tags.isEmpty; return none }; func go(_ context: ModelContext) { if ok { context.delete(order) }; try? context.save() } } func rest() {",
        "warning"
      ),
      (
        "drop(order, order.lines.isEmpty, context) } func drop(_ order: Order, _ ok: Bool, _ context: ModelContext) { guard ok else { return }; context.delete(order)",
        "note"
      ),
      (
        "let ok = order.lines.isEmpty; drop(order, ok, context) } func drop(_ order: Order, _ ok: Bool, _ context: ModelContext) { guard ok else { return }; context.delete(order)",
        "note"
      ),
      (
        "drop(order, !order.lines.isEmpty, context) } func drop(_ order: Order, _ ok: Bool, _ context: ModelContext) { guard ok else { return }; context.delete(order)",
        "warning"
      ),
      (
        "drop(order, !order.lines.isEmpty, context) } func drop(_ order: Order, _ ok: Bool, _ context: ModelContext) { if ok { return }; context.delete(order)",
        "note"
      ),
      (
        "drop(order, order.lines.isEmpty, context) } func drop(_ order: Order, _ ok: Bool, _ context: ModelContext) { if ok { return }; context.delete(order)",
        "warning"
      ),
      (
        "drop(order, order.lines.isEmpty, context) } func two(_ order: Order, _ context: ModelContext) { drop(order, true, context) } func drop(_ order: Order, _ ok: Bool, _ context: ModelContext) { guard ok else { return }; context.delete(order)",
        "warning"
      ),
    ])
  func cleared(statements: String, severity: String) throws {
    #expect(try severities(statements) == [severity])
    #expect(try severities(statements, ".cascade") == [])
  }

  @Test(
    "A caller hides the failure of a save only where that is thrown to it",
    arguments: [
      ("throws { context.delete(order()); try context.save() }", ["warning"]),
      ("{ context.delete(order()); do { try context.save() } catch { print(error) } }", []),
      (
        "rethrows { context.delete(order()); do { try context.save() } catch { print(error) } }",
        ["warning"]
      ),
    ])
  func thrown(function: String, expected: [String]) throws {
    let start = "Task { try drop() } } func order() -> Order { o }; func drop() \(function) "
    #expect(try severities("\(start); func rest() {") == expected)
  }

  @Test(
    "What all callers of a function ask before it deletes and saves is settled there",
    arguments: [
      ("if order.lines.isEmpty { drop(order, context) }", "note"),
      ("if order.lines.isEmpty { Button(\"\", action: { drop(order, context) }) }", "note"),
      ("if !order.lines.isEmpty { drop(order, context) }", "warning"),
      (
        "if order.lines.isEmpty { drop(order, context) } }; func two() { drop(order, context)",
        "warning"
      ),
    ])
  func callers(statements: String, severity: String) throws {
    let one = "} func drop(_ order: Order, _ context: ModelContext) { context.delete(order)"
    let statements = "\(statements) \(one)"
    #expect(try severities(statements) == [severity])
  }

  @Test(
    "What the only holder of an object has let go points at nothing",
    arguments: [
      ("settings?.active = nil; c.delete(profile)", "", false),
      ("if settings?.active == profile { settings?.active = nil }; c.delete(profile)", "", false),
      (
        "if let settings, settings.active == profile { settings.active = other }; c.delete(profile)",
        "", false
      ),
      (
        "if let s = settings, s.active?.id == profile.id { s.active = Profile() }; c.delete(profile)",
        "", false
      ),
      (
        "let next = profiles.first { $0 != profile }; if let settings, settings.active == profile { activate(next) }; c.delete(profile)",
        "", false
      ),
      ("activate(other); c.delete(profile)", "", false),
      ("settings?.active = nil; drop(profile)", "func drop(_ p: Profile) { c.delete(p) }", false),
      ("release(); c.delete(profile)", "func release() { settings?.active = nil }", false),
      ("c.delete(profile)", "", true),
      ("settings?.active = profile; c.delete(profile)", "", true),
      ("if flag { settings?.active = nil }; c.delete(profile)", "", true),
      ("settings?.active = nil; settings?.active = profile; c.delete(profile)", "", true),
      ("if settings?.active == other { settings?.active = nil }; c.delete(profile)", "", true),
      (
        "if let settings, settings.active == profile { settings.active = profiles.first }; c.delete(profile)",
        "", true
      ),
      ("activate(profile); c.delete(profile)", "", true),
      ("activate(profiles[0]); c.delete(profile)", "", true),
      // There may be others.
      (
        "settings?.active = nil; c.delete(profile)",
        "var all: [Settings] { (try? c.fetch(FetchDescriptor<Settings>())) ?? [] }", true
      ),
      ("settings?.active = nil; c.delete(profile)", "func add() { c.insert(Settings()) }", true),
      (
        "settings?.active = nil; c.delete(profile)",
        "func load() { if (try? c.fetch(FetchDescriptor<Settings>()))?.first == nil { c.insert(Settings()) } }",
        false
      ),
      (
        "settings?.active = nil; c.delete(profile)",
        "@Model class Owner { var all: [Settings] = [] }", true
      ),
    ])
  func onlyHolder(statements: String, more: String, isFound: Bool) throws {
    let text = """
      @Model class Settings { var active: Profile?; init() {} }
      @Model class Profile { var name = ""; init() {} }
      final class Store {
        let c: ModelContext
        var settings: Settings? { try? c.fetch(FetchDescriptor<Settings>()).first }
        var profiles: [Profile] { (try? c.fetch(FetchDescriptor<Profile>())) ?? [] }
        func remove(_ profile: Profile, _ other: Profile, _ flag: Bool) { \(statements) }
        func activate(_ new: Profile) {
          guard let settings, settings.active != new else { return }
          settings.active = new
        }
        func make() { c.insert(Settings()) }
        \(more)
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.missingInverseLeavesDangling]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.contains { $0.relationship == "active" && $0.severity == .error } == isFound)
  }

  @Test(
    "A delete leaves no children that the code deletes, too, or gives another owner",
    arguments: [
      ("try c.delete(model: Item.self); try c.delete(model: Shelf.self)", false),
      ("try c.delete(model: Shelf.self); try c.delete(model: Item.self)", false),
      ("try c.delete(model: Shelf.self)", true),
      (
        "try c.delete(model: Item.self, where: #Predicate { $0.isOld }); try c.delete(model: Shelf.self)",
        true
      ),
      ("if b { try c.delete(model: Item.self) }; try c.delete(model: Shelf.self)", true),
      // Each child is deleted, or gets another owner.
      ("for i in s.items { if i.isOld { c.delete(i) } else { i.shelf = t } }; c.delete(s)", false),
      ("for i in s.items { if i.isOld { i.shelf = t } else { c.delete(i) } }; c.delete(s)", false),
      ("for i in s.items { if i.isOld { c.delete(i) } else { i.shelf = s } }; c.delete(s)", true),
      ("for i in s.items { if i.isOld { c.delete(i) } else { print(i) } }; c.delete(s)", true),
      ("for i in s.items { if i.isOld { c.delete(i) } }; c.delete(s)", true),
    ])
  func noChildrenLeft(statements: String, isFound: Bool) throws {
    let text = """
      @Model class Shelf { @Relationship(deleteRule: .nullify, inverse: \\Item.shelf) var items: [Item] = [] }
      @Model class Item { var shelf: Shelf?; var isOld = false }
      func f(_ c: ModelContext, _ b: Bool, _ s: Shelf, _ t: Shelf) throws { \(statements) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.nullifyLeavesOrphans]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.contains { $0.message.contains("deleted at") } == isFound, "\(found)")
  }

  private static let found =
    "for it in try context.fetch(FetchDescriptor<Order>()) { context.delete(it) }"
  private static let hidden = "try? drop(); try? context.save()"

  @Test(
    "A caller hides the refusal of what a function deletes without being given it",
    arguments: [
      // What the function finds, what a property holds, and what one that it calls deletes.
      ("func drop() throws { \(found) }", hidden, ["warning"]),
      (
        "func drop() throws { let all = try context.fetch(FetchDescriptor<Order>()); if let it = all.first { context.delete(it) } }",
        "do { try drop() } catch {}; try? context.save()", ["warning"]
      ),
      ("func drop() { context.delete(current) }", "drop(); try? context.save()", ["warning"]),
      ("func drop() { context.delete(Shop.last) }", hidden, ["warning"]),
      ("mutating func drop() { context.delete(chosen!); chosen = nil }", hidden, ["warning"]),
      ("func drop() throws { try inner() }; func inner() throws { \(found) }", hidden, ["warning"]),
      (
        "func drop() throws { \(found) }; func keep() { try? context.save() }",
        "try? drop(); keep()", ["warning"]
      ),
      (
        "static func drop(_ context: ModelContext) throws { \(found) }",
        "try? Shop.drop(context); try? context.save()", ["warning"]
      ),
      // A function that saves itself, or whose caller tells the failure.
      (
        "func drop() throws { \(found); do { try context.save() } catch { context.rollback() } }",
        hidden, []
      ),
      ("func drop() throws { \(found) }", "try drop(); try context.save()", []),
      (
        "func drop() throws { \(found) }",
        "try drop(); do { try context.save() } catch { context.rollback() }", []
      ),
      (
        "func drop() throws { \(found) }", "try? drop(); context.rollback(); try? context.save()",
        []
      ),
      ("func drop() throws { \(found) }", "try? drop(); try? other.save()", []),
      ("func drop() { other.delete(current) }", hidden, []),
      ("func drop() { let new = Order(); context.insert(new); context.delete(new) }", hidden, []),
      // What may refuse it is asked about or cleared, by either of them.
      (
        "func drop() { guard current.lines.isEmpty else { return }; context.delete(current) }",
        hidden, []
      ),
      ("func drop() { current.lines = []; context.delete(current) }", hidden, []),
      (
        "func drop() { for line in current.lines { context.delete(line) }; context.delete(current) }",
        hidden, []
      ),
      (
        "func drop() throws { \(found) }",
        "for line in try context.fetch(FetchDescriptor<Line>()) { context.delete(line) }; \(hidden)",
        []
      ),
      (
        "func drop() throws { \(found) }; func clear() throws { for line in try context.fetch(FetchDescriptor<Line>()) { context.delete(line) } }",
        "try? clear(); \(hidden)", []
      ),
    ])
  func notGiven(function: String, statements: String, expected: [String]) throws {
    let code = """
      struct Shop {
        let context: ModelContext
        let other: ModelContext
        let current: Order
        var chosen: Order?
        static let last = Order()
        \(function)
        func go() throws { \(statements) }
      }
      """
    #expect(try severities(of: code) == expected)
  }

  @Test(
    "MagicalRecord deletes every object of a class in one context",
    arguments: [
      ("Form.mr_truncateAll(in: c)", false), ("Form.MR_truncateAllInContext(c)", false),
      ("Form.mr_truncateAll(in: other)", true),
      ("Form.mr_deleteAll(matching: NSPredicate(value: flag), in: c)", true),
    ])
  func truncated(statement: String, isFound: Bool) throws {
    let bundle = """
      <model><entity name="Form" representedClassName="Form">\
      <relationship name="json" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Json"/>\
      </entity><entity name="Json" representedClassName="Json"/></model>
      """
    let code = """
      import CoreData
      import MagicalRecord
      func clear(_ c: NSManagedObjectContext, _ other: NSManagedObjectContext, _ flag: Bool) {
        \(statement)
        Json.mr_truncateAll(in: c)
      }
      """
    let file = SourceFile(path: "App.swift", bytes: Array(code.utf8))
    let found = try Check(rules: [.missingInverseLeavesDangling]).findings(
      in: [Model(reading: bundle, as: "M.xcdatamodel/contents")],
      with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map { $0.severity == .note } == [!isFound], "\(found)")
  }

  @Test(
    "A file beside the files of one model means that, and none of a copy in a folder below",
    arguments: [("Views/V.swift", 0), ("Dev/Sub/Views/V.swift", 1)])
  func copies(place: String, model: Int) throws {
    let text = "@Model class Trip {}"
    let places = ["Models/Trip.swift", "Dev/Sub/Models/Trip.swift"]
    let models = try places.map { try Model(reading: text, as: $0) }
    let use = (place, "func f(_ c: ModelContext, _ it: Trip) { c.delete(it) }")
    let code = (places.map { ($0, text) } + [use]).map { path, text in
      SwiftDeclarations(SourceFile(path: path, bytes: Array(text.utf8)), keepsCode: true)
    }
    let calls = ModelCalls(in: code, of: models).calls
    #expect(calls.map { $0.ofEachModel.map(\.model) } == [[model]])
  }
}
