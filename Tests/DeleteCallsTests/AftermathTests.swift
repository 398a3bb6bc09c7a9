import DeleteCalls
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
    func commit() throws { print("saving"); try saveOrUndo() }
  }

  """

@Suite("What comes of a call in the code around it?")
struct AftermathTests {
  /// Code that takes something out of a trip, or deletes rows, and what else it does about that.
  static let aftermaths: [(String, [String])] = [
    ("trip.stops.removeAll()", []),
    ("trip.stops.removeAll(); context.delete(stop)", ["Stop"]),
    ("trip.stops.removeAll(); other.stops.append(stop)", ["Stop", "Trip"]),
    ("trip.stops.removeAll(); other.addToStops(stop)", ["Stop", "Trip"]),
    ("trip.removeFromStops(at: 0); trip.insertIntoStops(stop, at: 1)", ["Stop", "Trip"]),
    ("trip.stops.removeAll(); other.stops.append(Stop())", []),
    ("trip.stops = [stop]", []),
    ("other.photo = photo; trip.photo = nil", ["Photo", "Trip"]),
    ("context.delete(trip); try context.delete(model: Stop.self)", ["Trip", "all of Stop"]),
    ("try context.delete(model: Stop.self); context.delete(trip)", ["all of Stop"]),
    (
      "stop.trip = nil; try context.delete(model: Stop.self)",
      ["Stop.trip", "Trip.stops", "all of Stop"]
    ),
    // A request without a predicate is for every object.
    (batch(of: ""), ["all of Stop"]),
    (batch(of: "all.sortDescriptors = []"), ["all of Stop"]),
    (batch(of: "all.predicate = NSPredicate(format: \"trip = nil\")"), []),
    (batch(of: "if !isForced { all.fetchLimit = 10 }"), []),
    (batch(of: "limit(all)"), []),
    (
      "if trip.stops.isEmpty { try context.delete(model: Trip.self) }; try context.delete(model: Stop.self)",
      ["all of Stop"]
    ),
    (
      "for type in [Trip.self, Stop.self] { try context.delete(model: type) }",
      ["Stop", "Trip", "all of Stop", "all of Trip"]
    ),
    ("for type in [Trip.self, Stop.self] { if isForced { try context.delete(model: type) } }", []),
    ("for type in [Trip.self, Stop.self] { try context.delete(model: type); break }", []),
    ("for type in [Trip.self, Stop.self] { try context.delete(model: type); return }", []),
    ("for type in [Trip.self, Stop.self] where isForced { try context.delete(model: type) }", []),
    (
      "if isForced { for type in [Trip.self, Stop.self] { try context.delete(model: type) } }",
      ["Stop", "Trip", "all of Stop", "all of Trip"]
    ),
  ]

  private static func batch(of request: String) -> String {
    """
    let all = NSFetchRequest<NSFetchRequestResult>(entityName: "Stop")
    \(request)
    try context.execute(NSBatchDeleteRequest(fetchRequest: all))
    """
  }

  @Test("What the same code does about what it leaves", arguments: aftermaths)
  func settled(statement: String, names: [String]) throws {
    let text =
      CodeWithCalls.model
      + "func go(context: ModelContext, trip: Trip, other: Trip, stop: Stop, photo: Photo) throws {\n"
      + statement + "\n}\nfunc limit(_ request: NSFetchRequest<NSFetchRequestResult>) {}"
    let calls = try calls(in: text)
    let last = calls.last { $0.kind == .unlink || $0.kind == .batchDelete }
    let found = (last?.settled ?? []).union((last?.wiped ?? []).map { "all of \($0)" })
    #expect(found.sorted() == names)
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
    // Objects that were fetched may not be all there are by then.
    ("for stop in try context.fetch(FetchDescriptor<Stop>()) { context.delete(stop) }", "", []),
  ]
  private static let stops = "try context.delete(model: Stop.self)"

  @Test("Every row of what is certain to be deleted by batch before", arguments: wipes)
  func wiped(before: String, after: String, names: [String]) throws {
    let text =
      CodeWithCalls.model
      + "func go(context: ModelContext, isForced: Bool, names: [String]) throws {\n\(before)\n"
      + "for trip in try context.fetch(FetchDescriptor<Trip>()) { context.delete(trip) }\n"
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
    ("do { try context.save() } catch _ {}", true),
    ("do { try context.save() } catch { report(error) }", false),
    ("do { try context.save() } catch is CancellationError {} catch { report(error) }", false),
    ("guard let _ = try? context.save() else { return }", false),
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
    ("context.insert(order); try? context.save()", true),
  ]

  @Test("A save with try? of what may be refused", arguments: saves)
  func save(statement: String, isFound: Bool) throws {
    try expectSave(in: "context.delete(order); \(statement)", isFound)
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
    ("context.delete(line)", false),
    ("Button(action: { context.delete(order) })", false),
  ]

  @Test("What was deleted on a way to a save", arguments: ways)
  func way(statement: String, isFound: Bool) throws {
    try expectSave(in: "\(statement)\ntry? context.save()", isFound)
  }

  @Test(
    "A function that deletes and saves what it is given, called with try?, or for any object",
    arguments: [
      ("try? discard(order, context)", true), ("try discard(order, context)", false),
      ("drop(order, context)", true), ("discard(line, context)", false),
      ("Stack.context.delete(order); try? Stack.context.save()", true),
      ("shared.context.delete(order); try? shared.context.save()", true),
    ])
  func functions(statement: String, isFound: Bool) throws {
    try expectSave(
      in: statement, isFound,
      besides: """

        func discard(_ order: Order, _ context: ModelContext) throws { context.delete(order); try context.save() }
        func drop(_ any: some PersistentModel, _ context: ModelContext) { context.delete(any); try? context.save() }
        enum Stack { static let context = ModelContext(container) }
        final class Shared { let context = ModelContext(container) }
        let shared = Shared()
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
    arguments: [
      ("defer { try? context.save() }\ncontext.delete(order)", true),
      ("context.delete(order)\ndefer { try? context.save() }", true),
      ("if true { defer { try? context.save() } }\ncontext.delete(order)", false),
      ("let new = Order()\ncontext.delete(new)\ntry? context.save()", false),
      ("let new = Order()\nnew.lines.append(line)\ncontext.delete(new)\ntry? context.save()", true),
    ])
  func order(body: String, isFound: Bool) throws { try expectSave(in: body, isFound) }

  @Test(
    "A question about the relationship that blocks settles it",
    arguments: [
      "guard (order.lines ?? []).isEmpty else { return }", "if order.lines.count > 0 { return }",
      "if order.lines.first == nil { print(1) }",
    ])
  func questions(statement: String) throws {
    let text =
      refusing + "func go(context: ModelContext, order: Order) {\n\(statement)\n"
      + "context.delete(order)\ntry? context.save()\n}"
    let save = try calls(in: text).first { $0.kind == .save }
    #expect(save?.settled.contains("Order.lines") == true)
  }

  /// The calls in a file with a model.
  private func calls(in text: String) throws -> [DeleteCall] {
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
    let saves = calls.filter { $0.kind == .save }
    #expect(saves.map(\.entity) == (isFound ? ["Order"] : []))
    #expect(saves.allSatisfy { $0.deletion != nil && $0.caller == "go" })
  }
}
