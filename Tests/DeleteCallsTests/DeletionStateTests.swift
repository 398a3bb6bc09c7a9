import DeleteCalls
import ExpectedText
import ModelFiles
import SourceText
import SwiftSource
import Testing

/// A model whose delete can be refused.
private let refusing = """
  import SwiftData
  @Model final class Order { @Relationship(deleteRule: .deny, inverse: \\Line.order) var lines: [Line] = [] }
  @Model final class Line { var order: Order? }
  extension ModelContext {
    func saveOrUndo() throws { do { try save() } catch { rollback(); throw error } }
    func saveOrLog() throws { do { try save() } catch { print(error); throw error } }
    func saveOrAsk() throws { do { try save() } catch { if asks { rollback() }; throw error } }
    func saveIfNeeded() throws { if hasChanges { try save() } }
    func saveOrReturn() throws { guard hasChanges else { return }; try save() }
    func commit() throws { print("saving"); try saveOrUndo() }
  }
  func isSaved(_ context: ModelContext) -> Bool { (try? context.save()) != nil }
  func mayFail(_ context: ModelContext) -> Bool {
    do { try context.save(); return true } catch { return false }
  }
  func mayTell(_ context: ModelContext) -> Bool {
    do { try context.save(); return true } catch { print(error); return false }
  }

  """

@Suite("What comes of a call in the code around it?")
struct DeletionStateTests {
  /// Code that takes something out of a trip, or deletes rows, and what else it does about that.
  static let deletions: [(String, [String])] =
    Rows(
      #"""
      trip.stops.removeAll() →
      trip.stops.removeAll(); context.delete(stop) → Stop
      // Of what only another path deletes or links, nothing is settled.
      if isForced { context.delete(stop) } else { trip.stops.removeAll() } →
      if isForced { trip.stops.removeAll() } else { other.stops.append(stop) } →
      if isForced { trip.stops.removeAll() }; context.delete(stop) → Stop
      if isForced { trip.stops.removeAll(); return }; context.delete(stop) →
      trip.stops.removeAll(); trip.stops.append(stop) → Trip
      stop.trip = nil; stop.trip = Trip() → Stop
      trip.stops.removeAll(); other.stops.append(stop) → Stop, Trip
      trip.stops.removeAll(); other.addToStops(stop) → Stop, Trip
      trip.removeFromStops(at: 0); trip.insertIntoStops(stop, at: 1) → Stop, Trip
      trip.stops.removeAll(); other.stops.append(Stop()) →
      other.stops += trip.stops; trip.stops = [] → Stop, Trip
      let stops = trip.stops; trip.stops.removeAll(); other.stops += stops → Stop, Trip
      let last = trip.stops.removeLast(); other.stops += [last] → Stop, Trip
      trip.stops.removeAll(); other.stops += [Stop()] →
      trip.stops = [stop] →
      // By a function that links what it is given.
      let all = trip.stops; trip.stops = []; attach(all, to: other) → Stop, Trip
      trip.stops = []; attach([stop], to: other) → Stop, Trip
      trip.stops = []; pass([stop], to: other) → Stop, Trip
      trip.stops = []; show([stop], on: other) →
      trip.stops = []; attachNew(to: other) → Trip
      other.photo = photo; trip.photo = nil → Photo, Trip
      context.delete(trip); try context.delete(model: Stop.self) → Trip, all of Stop
      try context.delete(model: Stop.self); context.delete(trip) → all of Stop
      stop.trip = nil; try context.delete(model: Stop.self) → Stop.trip, Trip.stops, all of Stop
      if trip.stops.isEmpty { try context.delete(model: Trip.self) }; try context.delete(model: Stop.self) → all of Stop
      for type in [Trip.self, Stop.self] { try context.delete(model: type) } → Stop, Trip, all of Stop, all of Trip
      for type in [Trip.self, Stop.self].dropFirst() { try context.delete(model: type) } → Stop, Trip
      // By functions of the app.
      try wipe(Trip.self, context); try wipe(Stop.self, context) → Trip, all of Stop, all of Trip
      for type in [Trip.self, Stop.self] { try wipe(type, context) } → Stop, Trip, all of Stop, all of Trip
      try wipe(each: [Trip.self, Stop.self], context) → Stop, Trip, all of Stop, all of Trip
      try wipe(each: [Trip.self, Stop.self].filter { isForced }, context) → Stop, Trip
      try wipe(first: [Trip.self, Stop.self], context) → Stop, Trip
      try wipe(Trip.self, context, if: isForced); try wipe(Stop.self, context) → Trip, all of Stop
      try wipe(Trip.self, context, unless: isForced) →
      for type in [Trip.self, Stop.self] { if isForced { try context.delete(model: type) } } →
      for type in [Trip.self, Stop.self] { try context.delete(model: type); break } →
      for type in [Trip.self, Stop.self] { try context.delete(model: type); return } →
      for type in [Trip.self, Stop.self] where isForced { try context.delete(model: type) } →
      if isForced { for type in [Trip.self, Stop.self] { try context.delete(model: type) } } → Stop, Trip, all of Stop, all of Trip
      """#
    ).lists + [
      // A request without a predicate is for every object.
      (batch(of: ""), ["all of Stop"]),
      (batch(of: "all.sortDescriptors = []"), ["all of Stop"]),
      (batch(of: "all.predicate = NSPredicate(format: \"trip = nil\")"), []),
      (batch(of: "if !isForced { all.fetchLimit = 10 }"), []),
      (batch(of: "limit(all)"), []),
    ]

  private static let linking = """
    func attach(_ stops: [Stop], to trip: Trip) { for stop in stops { stop.trip = trip } }
    func pass(_ stops: [Stop], to trip: Trip) { attach(stops, to: trip) }
    func show(_ stops: [Stop], on trip: Trip) { for stop in stops { print(stop, trip) } }
    func attachNew(to trip: Trip) { let stop = Stop(); stop.trip = trip }

    """

  private static let wiping = """
    func wipe<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws {
      try context.delete(model: type)
    }
    func wipe(each types: [any PersistentModel.Type], _ context: ModelContext) throws {
      for type in types { try wipe(type, context) }
    }
    func wipe(first types: [any PersistentModel.Type], _ context: ModelContext) throws {
      for type in types { try context.delete(model: type); if isForced { break } }
    }
    func wipe<T: PersistentModel>(_ type: T.Type, _ context: ModelContext, if isForced: Bool) throws {
      if isForced { try context.delete(model: type) }
    }
    func wipe<T: PersistentModel>(_ type: T.Type, _ context: ModelContext, unless isSpared: Bool) throws {
      guard !isSpared else { return }
      try context.delete(model: type)
    }

    """

  private static func batch(of request: String) -> String {
    """
    let all = NSFetchRequest<NSFetchRequestResult>(entityName: "Stop")
    \(request)
    try context.execute(NSBatchDeleteRequest(fetchRequest: all))
    """
  }

  private static let callsOfDeletions = Result {
    try calls(
      in: deletions.map(\.0), given: "trip: Trip, other: Trip, stop: Stop, photo: Photo",
      besides: CodeWithCalls.model + wiping + linking
        + "func limit(_ request: NSFetchRequest<NSFetchRequestResult>) {}\n")
  }

  @Test("What the same code does about what it leaves", arguments: deletions)
  func settled(statement: String, names: [String]) throws {
    let calls = try #require(try Self.callsOfDeletions.get()[statement])
    let last = calls.last { $0.kind == .unlink || $0.kind == .batchDelete }
    let found = (last?.settled ?? []).union((last?.wiped ?? []).map { "all of \($0)" })
    #expect(found.sorted() == names)
  }

  @Test(
    "What a function makes takes the place of what a to-one held, if its name says so",
    arguments: [("makePhoto", 1), ("insertNewPhoto", 1), ("findPhoto", 0), ("newestPhoto", 0)])
  func replaced(function: String, unlinks: Int) throws {
    let text =
      CodeWithCalls.model
      + "func go(trip: Trip) { trip.photo = \(function)() }\nfunc \(function)() -> Kit.Picture { x }"
    #expect(try calls(in: text).count { $0.kind == .unlink } == unlinks)
  }

  /// Statements around the delete of each trip, and the entities of which they are certain to delete every
  /// row before it.
  static let wipes: [(before: String, after: String, [String])] = [
    ("", "", []),
    (stops, "", ["Stop"]),
    ("guard isForced else { return }; \(stops)", "", ["Stop"]),
    ("if isForced { return }; \(stops)", "", ["Stop"]),
    ("do { \(stops) }", "", ["Stop"]),
    ("if isForced { \(stops) }", "", []),
    ("switch names.count { case 0: \(stops); default: break }", "", []),
    ("while isForced { \(stops) }", "", []),
    ("Button(action: { \(stops) })", "", []),
    ("try context.delete(model: Stop.self, where: #Predicate { $0.trip == nil })", "", []),
    ("", stops, []),
    // Objects are deleted together before one save.
    (each(""), "", ["Stop"]),
    ("", each(""), ["Stop"]),
    ("", "try context.save(); \(each(""))", []),
    (
      "let all = try context.fetch(FetchDescriptor<Stop>()); all.forEach(context.delete)", "",
      ["Stop"]
    ),
    (each(" where isForced"), "", []),
    (each(".filter { $0.trip == nil }"), "", []), (each(".prefix(3)"), "", []),
    (each(".dropFirst()"), "", []), (each("[0..<1]"), "", []),
    (
      "for stop in try other.fetch(FetchDescriptor<Stop>()) { other.delete(stop) }; try other.save()",
      "", []
    ),
    (
      "for stop in try context.fetch(FetchDescriptor<Stop>()) { if isForced { context.delete(stop) } }",
      "", []
    ),
    (
      "for stop in try context.fetch(FetchDescriptor<Stop>()) { context.delete(stop); break }", "",
      []
    ),
    (
      "for stop in try context.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.trip == nil })) { "
        + "context.delete(stop) }", "", []
    ),
    (
      "var all = FetchDescriptor<Stop>(); all.fetchLimit = 3; "
        + "for stop in try context.fetch(all) { context.delete(stop) }", "", []
    ),
    // By a function that fetches what it is asked for.
    (found(), finding(), ["Stop"]),
    (found("predicate: #Predicate { $0.trip == nil }"), finding(), []),
    (found(), finding("let all = try c.fetch(d); return all"), ["Stop"]),
    (found(), finding("var d = d; d.fetchLimit = 1; return try c.fetch(d)"), []),
    (found(), finding("try c.fetch(d).filter { $0.isDeleted }"), []),
    // By functions that are called together.
    (together("try trips(c); try stops(c)"), "", ["Stop", "Trip"]),
    (together("try stops(c); try trips(c)"), "", ["Stop", "Trip"]),
    (together("try both(c)") + both, "", ["Stop", "Trip"]),
    (together("try trips(c); if c.hasChanges { try stops(c) }"), "", ["Trip"]),
    (together("if c.hasChanges { try trips(c) }; try stops(c)"), "", ["Stop", "Trip"]),
    (together("try trips(c); try stops(c) }\nfunc one() throws { try trips(c)"), "", ["Trip"]),
    (together("try trips(c); try stops(c); run(trips)"), "", ["Trip"]),
    (together("try trips(c); try stops(c); try c.save()", isBatch: false), "", ["Stop", "Trip"]),
    (together("try trips(c); try c.save(); try stops(c)", isBatch: false), "", ["Trip"]),
    (
      together("try trips(c); try stops(c)", isBatch: false, then: "try c.save()"), "", ["Trip"]
    ),
  ]
  /// Two functions that delete every row, or every object, and one that calls both.
  private static func together(
    _ calls: String, isBatch: Bool = true, then save: String = ""
  ) -> String {
    func body(_ name: String) -> String {
      isBatch
        ? "try c.delete(model: \(name).self)"
        : "for one in try c.fetch(FetchDescriptor<\(name)>()) { c.delete(one) }; \(save)"
    }
    return """
      }
      func trips(_ c: ModelContext) throws { \(body("Trip")) }
      func stops(_ c: ModelContext) throws { \(body("Stop")) }
      func all(_ c: ModelContext) throws { \(calls) }
      func rest(context: ModelContext, trips: [Trip]) {
      """
  }
  private static let both = """
    }
    func both(_ c: ModelContext) throws { try trips(c); try stops(c) }
    func last(context: ModelContext, trips: [Trip]) {
    """
  /// A delete of what a function finds by a request.
  private static func found(_ request: String = "") -> String {
    "for stop in try found(FetchDescriptor<Stop>(\(request)), context) { context.delete(stop) }"
  }
  /// The end of a function, and that function.
  private static func finding(_ body: String = "try c.fetch(d)") -> String {
    "}\nfunc found<T>(_ d: FetchDescriptor<T>, _ c: ModelContext) throws -> [T] { \(body)"
  }
  private static let stops = "try context.delete(model: Stop.self)"
  private static func each(_ condition: String) -> String {
    "for stop in try context.fetch(FetchDescriptor<Stop>())\(condition) { context.delete(stop) }"
  }

  @Test("Every row of what is certain to be deleted by batch before", arguments: wipes)
  func wiped(before: String, after: String, names: [String]) throws {
    let text =
      CodeWithCalls.model
      + "func go(context: ModelContext, other: ModelContext, trips: [Trip], isForced: Bool, names: [String]) throws {\n\(before)\n"
      + "for trip in trips { context.delete(trip) }\n"
      + "\(after)\n}"
    let call = try calls(in: text).first { $0.entity == "Trip" }
    #expect(call?.wiped.sorted() == names)
  }

  /// A statement behind the delete of an order, and whether it saves that in silence.
  static let saves: [(String, Bool)] = [
    ("try? context.save()", true),
    ("try! context.save()", false),
    ("do { try context.save() } catch {}", true),
    ("do { try context.save() } catch { return }", true),
    ("do { try context.save() } catch {\n#if DEBUG\nreport(error)\n#endif\n}", true),
    (
      "do { try context.save() } catch {\n#if DEBUG\nprint(1)\n#else\nreport(error)\n#endif\n}",
      false
    ),
    ("do { try context.save() } catch {\n#if !DEBUG\nreport(error)\n#endif\n}", false),
    ("do { try context.save() } catch {\n#if os(iOS)\nreport(error)\n#endif\n}", false),
    ("do { try context.save() } catch _ {}", true),
    ("do { try context.save() } catch { _ = error }", true),
    ("do { try context.save() } catch let e { _ = e }", true),
    ("do { try context.save() } catch { () }", true),
    ("do { try context.save() } catch is CancellationError {} catch {}", true),
    ("do { try context.save() } catch let e as NSError where e.code == 1600 {} catch {}", true),
    (
      "do { try context.save() } catch let e as NSError where e.code == 1 { report(e) } catch {}",
      true
    ),
    (
      "do { try context.save() } catch let e as NSError where e.code == 1600 { report(e) } catch {}",
      false
    ),
    ("do { try context.save() } catch is CancellationError {}", false),
    ("do { try context.save() } catch let e { report(e) } catch {}", false),
    ("_ = Result { try context.save() }", true),
    ("Result(catching: { try context.save() })", true),
    ("let result = Result { try context.save() }; return try result.get()", false),
    ("let saved = try? context.save(); _ = saved", true),
    ("let saved = try? context.save(); print(saved)", false),
    ("let task = Task { try context.save() }; try await task.value", false),
    ("Task.detached { try context.save() }", true),
    ("Task { do { try context.save() } catch { report(error) } }", false),
    ("do { try context.save() } catch { report(error) }", false),
    ("do { try context.save() } catch is CancellationError {} catch { report(error) }", false),
    ("guard let _ = try? context.save() else { return }", true),
    ("guard (try? context.save()) != nil else { report(error); return }", false),
    ("if (try? context.save()) == nil {}", true),
    ("if (try? context.save()) == nil { report(error) }", false),
    ("if let _ = try? context.save() { print(1) }", true),
    ("if let _ = try? context.save() { print(1) } else { print(2) }", false),
    ("(try? context.save()) ?? ()", true),
    ("true ? (try? context.save()) : nil", true),
    ("isSaved(context)", true),
    ("_ = isSaved(context)", true),
    ("if !isSaved(context) { report(error) }", false),
    ("if isSaved(context) { return }; report(error)", false),
    ("if (try? context.save()) != nil { return }; report(error)", false),
    ("if (try? context.save()) != nil { return } else {}", true),
    ("if (try? context.save()) == nil && isOn { report(error) }", false),
    ("(try? context.save()) ?? report(error)", false),
    ("let saved = isSaved(context); print(saved)", false),
    ("mayFail(context)", true),
    ("mayTell(context)", false),
    ("let _ = try? context.save()", true),
    ("try? context.transaction { try context.save() }", true),
    ("try? context.transaction { do { try context.save() } catch {} }", true),
    ("Task { try? context.save() }", true),
    ("if true { try? context.save() }", true),
    ("if true { return } else { try? context.save() }", true),
    ("context.rollback(); try? context.save()", false),
    ("if true { try context.save() }; try? context.save()", true),
    ("try? other.save()", false),
    ("try? context.saveOrUndo()", false),
    ("try? context.commit()", false),
    ("try? context.saveOrLog()", true),
    ("try? context.saveOrAsk()", true),
    ("context.insert(order); try? context.save()", false),
    ("if context.hasChanges { try? context.save() }", true),
    ("try? context.saveIfNeeded()", true),
    ("try? context.saveOrReturn()", true),
    ("try? context.save(); if context.hasChanges { context.rollback() }", false),
    ("try? context.save(); context.rollback()", false),
    ("try? context.save(); if true { context.rollback() }", true),
    ("try? context.save(); if context.hasChanges { other.rollback() }", true),
  ]

  @Test("A save with try? of what may be refused", arguments: saves)
  func save(statement: String, isFound: Bool) throws {
    try expectSave(inTable: Self.deleting(statement), isFound)
  }

  private static func deleting(_ statement: String) -> String {
    "context.delete(order); \(statement)"
  }
  private static func saving(_ statement: String) -> String {
    "\(statement)\ntry? context.save()"
  }
  private static let callsOfSaves = Result {
    try calls(
      in: saves.map { deleting($0.0) } + ways.map { saving($0.0) },
      given: "other: ModelContext, order: Order, line: Line", besides: refusing)
  }

  private func expectSave(inTable body: String, _ isFound: Bool) throws {
    let calls = try #require(try Self.callsOfSaves.get()[body])
    let saves = calls.filter { $0.kind == .save && $0.isResolved }
    #expect(saves.map(\.entity) == (isFound ? ["Order"] : []))
    #expect(saves.allSatisfy { $0.deletion != nil })
  }

  /// Deletes on one way to a save, and whether it saves them.
  static let ways: [(String, Bool)] = [
    ("if true { context.delete(order) }", true),
    ("if true { context.delete(order); return }", false),
    ("if true { } else { context.delete(order) }", true),
    ("for order in [order] { context.delete(order) }", true),
    ("switch order { case _: context.delete(order); return }", false),
    ("switch order { case _: context.delete(order); default: break }", true),
    ("guard true else { context.delete(order); return }", false),
    ("[order].forEach(context.delete)", true),
    ("Set<Order>([order]).forEach(context.delete)", true),
    ("Set<Order>([Order()]).forEach(context.delete)", false),
    ("context.delete(line)", false),
    ("Button(action: { context.delete(order) })", false),
  ]

  @Test("What was deleted on a way to a save", arguments: ways)
  func way(statement: String, isFound: Bool) throws {
    try expectSave(inTable: Self.saving(statement), isFound)
  }

  @Test(
    "A function that deletes and saves what it is given, called with try?, or for any object",
    arguments: Rows(
      #"""
      try? discard(order, context) → yes
      try discard(order, context) → no
      drop(order, context) → yes
      discard(line, context) → no
      Task { try discard(order, context) } → yes
      try? discard(order, context, and: other) → yes
      try? discard(order, other, and: context) → yes
      try discard(order, context, and: other) → no
      drop(order, context, and: other) → yes
      try discard(order, context, notSaving: other) → no
      Stack.context.delete(order); try? Stack.context.save() → yes
      for each in [order, line] as [any PersistentModel] { context.delete(each) }; try? context.save() → yes
      shared.context.delete(order); try? shared.context.save() → yes
      let views = shared.store.mainContext; views.delete(order); try? shared.store.mainContext.save() → yes
      guard let own = order.modelContext else { return }; own.delete(order); try? order.modelContext?.save() → yes
      shared.store.mainContext.delete(order); shared.saveViews() → yes
      one.mainContext.delete(order); try? two.mainContext.save() → no
      try? shared.clear() → yes
      try? shared.clearThrough() → yes
      try shared.clear() → no
      do { try shared.clear() } catch {} → yes
      do { try shared.clear() } catch { print(error) } → no
      try? shared.clearLines() → no
      try? shared.clearIfEmpty() → no
      try? shared.clearOrUndo() → no
      """#
    ).flags)
  func functions(statement: String, isFound: Bool) throws {
    try expectSave(
      in: statement, isFound,
      besides: """

        func discard(_ order: Order, _ context: ModelContext) throws { context.delete(order); try context.save() }
        func drop(_ any: some PersistentModel, _ context: ModelContext) { context.delete(any); try? context.save() }
        func discard(_ order: Order, _ context: ModelContext, and other: ModelContext) throws {
          context.delete(order)
          try saveBoth(other, context)
        }
        func saveBoth(_ one: ModelContext, _ other: ModelContext) throws { try one.save(); try other.save() }
        func drop(_ any: some PersistentModel, _ context: ModelContext, and other: ModelContext) {
          context.delete(any)
          try? context.save()
          try? other.save()
        }
        func discard(_ order: Order, _ context: ModelContext, notSaving other: ModelContext) throws {
          context.delete(order)
          try context.save()
          try? other.save()
        }
        enum Stack { static let context = ModelContext(container) }
        final class Shared {
          let context = ModelContext(container)
          let store: ModelContainer
          func clear() throws {
            for order in try context.fetch(FetchDescriptor<Order>()) { context.delete(order) }
            try context.save()
          }
          func clearThrough() throws { try clear() }
          func clearLines() throws {
            for order in try context.fetch(FetchDescriptor<Order>()) {
              free(order)
              context.delete(order)
            }
            try context.save()
          }
          func free(_ order: Order) { for line in order.lines { context.delete(line) } }
          func clearIfEmpty() throws {
            for order in try context.fetch(FetchDescriptor<Order>()) where order.lines.isEmpty { context.delete(order) }
            try context.save()
          }
          func clearOrUndo() throws {
            for order in try context.fetch(FetchDescriptor<Order>()) { context.delete(order) }
            do { try context.save() } catch { context.rollback(); throw error }
          }
          func saveViews() { let views = store.mainContext; try? views.save() }
        }
        let shared = Shared()
        """)
  }

  @Test(
    "A caller hides a refusal unless every handler that may get it rolls back",
    arguments: [
      ("catch { context.rollback() }", false),
      ("catch { context.rollback(); throw error }", false),
      ("catch { print(error); context.rollback() }", false),
      ("catch Local.gone { context.rollback() }", true),
      ("catch let e as Local { context.rollback(); print(e) }", true),
      ("catch is DecodingError { context.rollback() }", true),
      ("catch let e as NSError where e.code == 1551 { context.rollback() }", true),
      ("catch CocoaError.validationMissingMandatoryProperty { context.rollback() }", true),
      ("catch { guard error is Local else { return }; context.rollback() }", true),
      ("catch { if error is Local { throw error }; context.rollback() }", true),
      ("catch { for one in [1] { if one == 1 { break } }; context.rollback() }", false),
      ("catch Local.gone { print(1) } catch { context.rollback(); throw error }", false),
      ("catch is Local { print(1) } catch { context.rollback(); throw error }", false),
      ("catch let e as NSError { throw e } catch { context.rollback(); throw error }", true),
      (
        "catch CocoaError.userCancelled { throw e } catch { context.rollback(); throw error }", true
      ),
      ("catch Local.gone { context.rollback() } catch { throw error }", true),
    ])
  func handlers(handlers: String, isFound: Bool) throws {
    try expectSave(
      in: "try? discard(order, context)", isFound,
      besides: """

        enum Local: Error { case gone }
        func discard(_ order: Order, _ context: ModelContext) throws {
          context.delete(order)
          do { try context.save() } \(handlers)
        }
        """)
  }

  @Test("What is removed before a save that may be refused")
  func removed() throws {
    let text =
      refusing
      + "func go(context: ModelContext, order: Order) {\n"
      + "for line in order.lines { context.delete(line) }\ncontext.delete(order)\n"
      + "try? context.save()\n}"
    let save = try calls(in: text).first { $0.kind == .save }
    #expect(save?.settled == ["Line", "Order"])
  }

  @Test(
    "A deferred save follows the deletes of its block; a new object that nothing is linked to holds nothing",
    arguments: Rows(
      #"""
      defer { try? context.save() }; context.delete(order) → yes
      context.delete(order); defer { try? context.save() } → yes
      if true { defer { try? context.save() } }; context.delete(order) → no
      let new = Order(); context.delete(new); try? context.save() → no
      let (new, more) = (Order(), Line()); context.delete(new); try? context.save() → no
      let (new, more) = (order, Line()); context.delete(new); try? context.save() → yes
      let (new, more) = (Order(), Line()); new.lines = [more]; context.delete(new); try? context.save() → yes
      let new = Order(entity: Order.entity(), insertInto: context); context.delete(new); try? context.save() → no
      let new = Order(entity: NSEntityDescription.entity(forEntityName: "Order", in: context)!, insertInto: context); context.delete(new); try? context.save() → no
      let new = Order(entity: Order.entity(), lines: [line]); context.delete(new); try? context.save() → yes
      let new = Order(); new.lines.append(line); context.delete(new); try? context.save() → yes
      let new = Order(); new.lines = [line]; context.delete(new); try? context.save() → yes
      let new = Order(lines: [line]); context.delete(new); try? context.save() → yes
      let new = Order(); let line = Line(order: new); context.delete(new); try? context.save() → yes
      let new = Order(); fill(new); context.delete(new); try? context.save() → yes
      let new = Order(); add(line, new); context.delete(new); try? context.save() → yes
      let new = Order(); show(new); context.delete(new); try? context.save() → no
      let any = isNew ? Order() : order; context.delete(any); try? context.save() → yes
      let all = (0..<3).map { _ in Order() }; all.forEach(context.delete); try? context.save() → no
      for new in [Order(), Order()] { context.delete(new) }; try? context.save() → no
      var all = [Order()]; all.append(order); all.forEach(context.delete); try? context.save() → yes
      """#
    ).flags)
  func order(body: String, isFound: Bool) throws {
    try expectSave(
      in: "let fill: (Order) -> Void = { _ in }\nlet isNew = true\n\(body)", isFound,
      besides: """

        func add(_ line: Line, _ order: Order) { order.lines.append(line) }
        func show(_ order: Order) { print(order.name) }
        """)
  }

  @Test(
    "A question about the whole relationship that blocks settles it",
    arguments: [
      ("guard (order.lines ?? []).isEmpty else { return }", true),
      ("if order.lines.count > 0 { return }", true),
      ("if order.lines.first == nil { isEmpty = true }", true),
      ("precondition(order.lines.isEmpty)", true),
      ("guard isDone(order) else { return }", true),
      ("guard order.isDone() else { return }", true),
      ("guard order.lines.dropFirst().isEmpty else { return }", false),
      ("if order.lines.dropLast(2).count > 0 { return }", false),
    ])
  func questions(statement: String, settles: Bool) throws {
    let text =
      refusing
      + "func isDone(_ order: Order) -> Bool { order.lines.isEmpty }\n"
      + "extension Order { func isDone() -> Bool { lines.isEmpty } }\n"
      + "func go(context: ModelContext, order: Order) {\n\(statement)\n"
      + "context.delete(order)\ntry? context.save()\n}"
    let save = try calls(in: text).first { $0.kind == .save }
    #expect(save?.settled.contains("Order.lines") == settles)
  }

  /// The calls in each of some bodies, which are functions of one file with a model.
  private static func calls(
    in bodies: [String], given parameters: String, besides text: String
  ) throws -> [String: [DeleteCall]] {
    let functions = bodies.enumerated().map { number, body in
      "func go\(number)(context: ModelContext, \(parameters)) throws {\n\(body)\n}\n"
    }
    let found = Dictionary(grouping: try calls(in: text + functions.joined()), by: \.caller)
    return Dictionary(
      bodies.enumerated().map { ($1, found["go\($0)"] ?? []) },
      uniquingKeysWith: { first, _ in first })
  }

  private func calls(in text: String) throws -> [DeleteCall] { try Self.calls(in: text) }

  /// The calls in a file with a model.
  private static func calls(in text: String) throws -> [DeleteCall] {
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    return ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)],
      of: [try Model(reading: text, as: file.path)]
    ).calls
  }

  private func expectSave(
    in body: String, _ isFound: Bool, besides functions: String = ""
  ) throws {
    let text =
      refusing
      + "func go(context: ModelContext, other: ModelContext, order: Order, line: Line) throws {\n\(body)\n}"
      + functions
    let calls = try calls(in: text)
    let saves = calls.filter { $0.kind == .save && $0.isResolved }
    #expect(saves.map(\.entity) == (isFound ? ["Order"] : []))
    #expect(saves.allSatisfy { $0.deletion != nil && $0.caller == "go" })
  }
}
