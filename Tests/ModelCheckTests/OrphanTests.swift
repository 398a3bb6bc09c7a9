import ModelFiles
import SourceText
import SwiftSource
import Testing

@testable import ModelCheck

@Suite("Which children does nullify leave where nothing else leads to them?")
struct OrphanTests {
  private func orphans(_ text: String) throws -> [String] {
    try Check(rules: [.nullifyLeavesOrphans]).findings(
      in: Model(reading: text, as: "M.swift")
    ).map { "\($0.entity ?? "").\($0.relationship ?? "")" }
  }

  @Test("Those whose relationships all lead to their parent, or down to parts of their own")
  func found() throws {
    let order = """
      @Model class Order { var fees: [Fee] = [] }
      @Model class Fee {
        var order: Order?
        var taxes: [Tax] = []
      }
      @Model class Tax { var fee: Fee? }
      """
    #expect(try orphans(order) == ["Order.fees", "Fee.taxes"])
    let deep = """
      @Model class Tax {
        var fee: Fee?
        var marks: [Mark] = []
        @Relationship(inverse: nil) var place: Place?
      }
      @Model class Mark { var tax: Tax? }
      @Model class Place { var name = "" }
      """
    let orders = order.replacing("@Model class Tax { var fee: Fee? }", with: deep)
    #expect(try orphans(orders) == ["Order.fees", "Fee.taxes", "Tax.marks"])
    let course = """
      @Model class Course {
        @Relationship(inverse: \\Assignment.future) var futures: [Assignment] = []
        @Relationship(inverse: \\Assignment.past) var pasts: [Assignment] = []
      }
      @Model class Assignment {
        var future: Course?
        var past: Course?
      }
      """
    #expect(try orphans(course) == ["Course.futures"], "both are one finding")
    let photo = """
      @Model class Photo {
        var data: Bytes?
        var tags: [Tag] = []
      }
      @Model class Bytes { var photo: Photo? }
      @Model class Tag { var name = "" }
      """
    #expect(
      try orphans(photo) == ["Photo.data", "Photo.tags"],
      "the other side of a one-to-one is no part; what a list holds leads nowhere")
    let diary = """
      @Model class Diary { var posts: [Post] = [] }
      @Model class Post {
        var diary: Diary?
        var image: Picture?
      }
      @Model class Picture { var post: Post? }
      """
    #expect(
      try orphans(diary) == ["Diary.posts", "Post.image"], "its own picture is no way to a post")
    let round = """
      @Model class Round {
        var players: [Player] = []
        @Relationship(inverse: nil) var place: Place?
        @Relationship(inverse: nil) var first: Score?
        var scores: [Score] = []
        var name = ""
      }
      @Model class Player { @Relationship(deleteRule: .cascade) var coach: Place? }
      @Model class Place { var name = "" }
      @Model class Score { var value = 0 }
      """
    #expect(
      try orphans(round) == ["Round.players"],
      "also without an inverse, if nothing else holds one")
  }

  @Test(
    "None that something else can hold, that go as well, or that are no children",
    arguments: [
      // Another parent, of another entity.
      """
      @Model class Order { var fees: [Fee] = [] }
      @Model class Refund { var fees: [Fee] = [] }
      @Model class Fee {
        var order: Order?
        var refund: Refund?
      }
      """,
      // Something that belongs to others as well leads to it.
      """
      @Model class Account { var folders: [Folder] = [] }
      @Model class Folder {
        var account: Account?
        @Relationship(inverse: \\Song.folder) var songs: [Song] = []
      }
      @Model class Song {
        var folder: Folder?
        var album: Album?
      }
      @Model class Album { var songs: [Song] = [] }
      """,
      // Something that leads to it without an inverse.
      """
      @Model class Order { var fees: [Fee] = [] }
      @Model class Fee { var order: Order? }
      @Model class Report { @Relationship(inverse: nil) var fee: Fee? }
      """,
      // A cascade of the same parent.
      """
      @Model class Chain {
        @Relationship(deleteRule: .cascade, inverse: \\Node.chain) var nodes: [Node] = []
        @Relationship(inverse: \\Node.chosenIn) var chosen: [Node] = []
      }
      @Model class Node {
        var chain: Chain?
        var chosenIn: Chain?
      }
      """,
      // A cascade, many-to-many, a tree, and a one-to-one of equals.
      """
      @Model class A { @Relationship(deleteRule: .cascade) var b: [B] = [] }
      @Model class B { var a: A? }
      """,
      """
      @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """,
      """
      @Model class Folder {
        @Relationship(inverse: \\Folder.parent) var folders: [Folder] = []
        var parent: Folder?
      }
      """,
      """
      @Model class Person { var passport: Passport? }
      @Model class Passport { var person: Person? }
      """,
      // A save that is refused leaves nobody.
      """
      @Model class List { @Relationship(inverse: \\Item.list) var items: [Item] = [] }
      @Model class Item { var list: List }
      """,
    ])
  func notFound(text: String) throws { #expect(try orphans(text) == []) }

  private static func trips(_ trip: String, _ members: String = "", tag: String = "") -> String {
    """
    @Model class Trip {
      @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
    }
    @Model class Stop {
      var trip: \(trip)
      \(members)
    }
    @Model class Tag { \(tag) }
    """
  }

  /// A type with a trip, which gets stops.
  private static func sample(
    _ property: String, _ code: String = "one.stops = all; c.insert(one)"
  ) -> String {
    trips("Trip?") + """

      enum Sample {
        \(property)
        static let all = [Stop(), Stop()]
        static func add(_ c: ModelContext) { \(code) }
      }

      """
  }

  /// A fetch of stops, which a trip gets.
  private static func finding(_ predicate: String, _ list: String = "found") -> String {
    "let id = trip.persistentModelID; let other = draft.persistentModelID\n"
      + "let found = try c.fetch(FetchDescriptor<Stop>(predicate: #Predicate { \(predicate) }))\n"
      + "trip.stops = \(list)"
  }

  private static let filling = extended("fill(_ all: [Stop])", "stops = all")
  private static func erasing(_ predicate: String) -> String {
    "for s in try! c.fetch(FetchDescriptor<Stop>(predicate: #Predicate \(predicate))) { c.delete(s) }"
  }
  private static let covers = withCovers(of: "Trip?")
  private static func withCovers(of trip: String) -> String {
    """
    @Model class Trip {
      @Relationship(deleteRule: .cascade, inverse: \\Cover.trip) var cover: Cover?
    }
    @Model class Cover { var trip: \(trip) }
    @Model class Stop {}
    """
  }
  private static let cutting =
    trips("Trip?") + extended("cut(_ it: Stop)", "stops.removeAll { $0 == it }")
  private static let calling = "func go(_ c: ModelContext) { trip.cut(stop); c.delete(stop) }"

  private static func extended(_ function: String, _ body: String) -> String {
    "\nextension Trip { func \(function) { \(body) } }"
  }
  private static let cut = extended("cut(_ gone: [Stop])", "stops.removeAll { gone.contains($0) }")

  @Test(
    "What is taken out of its only owner stays, unless it may stand alone, or is refused or deleted",
    arguments: [
      (trips("Trip?"), "trip.stops.removeAll()", true),
      (trips("Trip?"), "stop.trip = nil", true),
      (trips("Trip?"), "trip.stops.removeAll(); c.delete(stop)", false),
      // It is kept on purpose where it is freed by itself, and the owner then deleted.
      (trips("Trip?"), "for stop in trip.stops { stop.trip = nil }; c.delete(trip)", false),
      (trips("Trip?"), "trip.stops.removeAll(); c.delete(trip)", true),
      // It must have its owner; or it has another one, or something that leads to it.
      (trips("Trip"), "trip.stops.removeAll()", false),
      (trips("Trip?", "var tag: Tag?", tag: "var stops: [Stop] = []"), "stop.trip = nil", false),
      (
        trips("Trip?", tag: "@Relationship(inverse: nil) var stop: Stop?"), "stop.trip = nil", false
      ),
      // What it owns itself changes nothing, from either side.
      (
        trips(
          "Trip?", "@Relationship(deleteRule: .cascade) var tags: [Tag] = []",
          tag: "var stop: Stop?"), "stop.trip = nil", true
      ),
      // A one-way reference gives no access to it.
      (trips("Trip?", "var tag: Tag?"), "stop.trip = nil", true),
      // Another list drops what was there; the same elements in another order do not.
      (trips("Trip?"), "trip.stops = [Stop()]", true),
      (trips("Trip?"), "trip.stops = [stop]", true),
      // One place of the list, and a list that a new object is given first.
      (trips("Trip?"), "trip.stops[0] = stop", true),
      (trips("Trip?"), "let old = trip.stops[0]; trip.stops[0] = stop; c.delete(old)", false),
      (trips("Trip?") + filling, "let new = Trip(); new.fill([stop])", false),
      (trips("Trip?") + filling, "for _ in 0..<3 { Trip().fill([stop]) }", false),
      (trips("Trip?") + filling, "let new = Trip(); new.fill([stop]); trip.fill([])", true),
      // What the code is given may be what is there, unless all callers give a new one.
      (covers, "trip.cover = other", false), (covers, "trip.cover = Cover()", true),
      (covers, "trip.cover = nil; trip.cover = other", true),
      (covers, "let cover = trip.cover; trip.cover = nil; trip.cover = cover", false),
      (covers, "trip.cover = other; other.trip = trip", false),
      (covers, "let new = Trip(); new.cover = other", false),
      (covers, "if trip.cover == nil { trip.cover = other }", false),
      (covers, "guard trip.cover == nil else { return }; trip.cover = other", false),
      (covers, "if let old = trip.cover { c.delete(old) }; trip.cover = other", false),
      (covers, "let old = trip.cover; trip.cover = other; old?.trip = Trip()", false),
      (covers, "let old = trip.cover; trip.cover = other; if let old { c.delete(old) }", false),
      (covers, "trip.cover = trip.cover ?? other", false),
      (covers, "other.trip = trip", false),
      (
        covers + "\nfunc set(_ it: Trip, _ to: Cover) { it.cover = to }", "set(Trip(), other)",
        false
      ),
      (covers + "\nfunc set(_ it: Trip, _ to: Cover) { it.cover = to }", "set(trip, other)", false),
      (
        covers + "\nfunc set(_ it: Trip, _ to: Cover) { it.cover = to }", "set(trip, Cover())", true
      ),
      (
        covers + "\nfunc set(_ it: Trip, _ to: Cover) { it.cover = to }",
        "set(trip, Cover()); set(trip, other)", false
      ),
      (trips("Trip?"), "trip.stops = trip.stops.compactMap { $0 === stop ? nil : $0 }", true),
      (
        trips("Trip?"),
        "trip.stops = trip.stops.enumerated().filter { $0.offset > 2 }.map(\\.element)", true
      ),
      (trips("Trip?"), "trip.stops = trip.stops.dropFirst().map { $0 }", true),
      (trips("Trip?"), "trip.stops = trip.stops.map { $0 }", false),
      (trips("Trip?"), "trip.stops = trip.stops.enumerated().reversed().map(\\.element)", false),
      (trips("Trip?"), "trip.stops = ordered(trip.stops)", false),
      (trips("Trip?"), "trip.stops = draft.stops.map { _ in Stop() }", true),
      (trips("Trip?"), "trip.stops = trip.stops.map { _ in Stop() }", true),
      (trips("Trip?"), "trip.stops = ordered(draft.stops)", true),
      (
        trips("Trip?")
          + "\nextension Trip { var sorted: [Stop] { stops.sorted { _, _ in true } } }",
        "var all = trip.sorted; all.swapAt(0, 1); trip.stops = all", false
      ),
      (
        trips("Trip?")
          + "\nextension Trip { var sorted: [Stop] { stops.sorted { _, _ in true } } }",
        "var all = trip.sorted; all.remove(at: 0); trip.stops = all", true
      ),
      // What is put back into a copy was not taken out.
      (
        trips("Trip?"),
        "var all = trip.stops; let x = all.remove(at: 1); all.insert(x, at: 0); trip.stops = all",
        false
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; all.insert(all.remove(at: 1), at: 0); trip.stops = all", false
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; all.removeAll { $0 === stop }; all.append(stop); trip.stops = all",
        false
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; if let at = all.firstIndex(of: stop) { all.remove(at: at) }; all.insert(stop, at: 0); trip.stops = all",
        false
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; let at = trip.index; let x = all[at]; all.remove(at: at); all.append(x); trip.stops = all",
        false
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; let x = all.remove(at: 1); all.insert(stop, at: 0); print(x); trip.stops = all",
        true
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; all.remove(at: 1); all.insert(all[0], at: 0); trip.stops = all", true
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; let x = all.remove(at: 1); if stop.order > 0 { all.insert(x, at: 0) }; trip.stops = all",
        true
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; all.remove(at: 2); let x = all.remove(at: 1); all.insert(x, at: 0); trip.stops = all",
        true
      ),
      // A loop that links those that stay does not link the others.
      (
        trips("Trip?"),
        "var all = trip.stops; all.remove(at: 0); for s in all { s.trip = trip }; trip.stops = all",
        true
      ),
      (
        trips("Trip?"),
        "var all = trip.stops; let x = all.remove(at: 0); for s in all { s.trip = trip }; trip.stops = all; x.trip = Trip()",
        false
      ),
      (
        trips("Trip?")
          + "\nstruct Form { let trip: Trip; var all: [Stop]; func load() { all = trip.stops }; func cut() { all.remove(at: 0) }; func save() { trip.stops = all } }",
        "", true
      ),
      (
        trips("Trip?")
          + "\nstruct Form { let trip: Trip; var all: [Stop]; func load() { all = trip.stops }; func cut() { c.delete(all.remove(at: 0)) }; func save() { trip.stops = all } }",
        "", false
      ),
      (
        trips("Trip?")
          + "\nstruct Form { let trip: Trip; var all: [Stop]; func load() { all = trip.stops }; func save() { trip.stops = all } }",
        "", false
      ),
      (
        trips("Trip?")
          + "\nstruct Form { let trip: Trip; var all: [Stop]; func load() { all = trip.stops.sorted { _, _ in true } }; func save() { trip.stops = all } }",
        "", false
      ),
      (
        trips("Trip?")
          + "\nstruct Form { let trip: Trip; var all: [Stop]; func load() { all = trip.stops.sorted { _, _ in true } }; func cut() { all.removeLast() }; func save() { trip.stops = all } }",
        "", true
      ),
      (
        trips("Trip?") + "\nfunc clear(_ it: Trip) -> Trip { it.stops = []; return it }",
        "print(clear(trip))", true
      ),
      (
        trips("Trip?"),
        "var all: [Stop] = []; for s in trip.stops { all.append(s) }; trip.stops = all",
        false
      ),
      (trips("Trip?"), "if trip.stops.isEmpty { trip.stops = [Stop()] }", false),
      // All that a fetch finds for them are the same ones.
      (trips("Trip?"), finding("$0.trip?.persistentModelID == id"), false),
      (trips("Trip?"), finding("$0.trip?.persistentModelID == id", "Array(found)"), false),
      (trips("Trip?"), finding("$0.trip?.persistentModelID == other"), true),
      (trips("Trip?"), finding("$0.order == 3"), true),
      (
        trips("Trip?"), finding("$0.trip?.persistentModelID == id", "Array(found.dropFirst())"),
        true
      ),
      // What a function makes is none of those that leave, and what it finds may be.
      (
        trips("Trip?") + "\nextension Stop { static func of(_ name: String) -> Stop { Stop() } }",
        "trip.stops.removeAll(); let new = Stop.of(\"a\"); trip.stops.append(new)", true
      ),
      (
        trips("Trip?")
          + "\nextension Stop { static func of(_ name: String) -> Stop { all[name]! } }",
        "trip.stops.removeAll(); let new = Stop.of(\"a\"); trip.stops.append(new)", false
      ),
      // A view's stop is the same one behind the call, and a class may set another.
      (cutting, "} struct Row: View { var stop: Stop; let trip: Trip; \(calling) }", false),
      (cutting, "} final class Row { let stop: Stop; let trip: Trip; \(calling) }", false),
      (cutting, "} final class Row { var stop: Stop; let trip: Trip; \(calling) }", true),
      // The others are not linked again by another order.
      (
        trips("Trip?"),
        "trip.stops.removeAll { $0 === stop }; trip.stops = trip.stops.sorted { _, _ in true }",
        true
      ),
      (trips("Trip?"), "trip.stops.removeLast(); let all = trip.stops; trip.stops = all", true),
      // What was taken out is not found by the relationship that no longer holds it.
      (trips("Trip?"), "trip.stops = []; \(erasing("{ $0.trip?.order == 3 }"))", true),
      (trips("Trip?"), "trip.stops = []; \(erasing("{ $0.order == 3 && $0.trip == trip }"))", true),
      (
        trips("Trip?"),
        "let id = trip.persistentModelID; trip.stops = []; \(erasing("{ $0.trip?.persistentModelID == id }"))",
        true
      ),
      (trips("Trip?"), "\(erasing("{ $0.trip?.order == 3 }")); trip.stops = []", false),
      (trips("Trip?"), "trip.stops = []; \(erasing("{ $0.trip == nil }"))", false),
      (trips("Trip?"), "trip.stops = []; \(erasing("{ $0.order == 3 }"))", false),
      (trips("Trip?"), "trip.stops.removeLast(); \(erasing("{ $0.trip?.order == 3 }"))", false),
      // Nil is what it may ask for.
      (trips("Trip?"), "trip.stops = []; \(erasing("{ $0.trip?.order == no }"))", false),
      (
        trips("Trip?"), "let it = no; trip.stops = []; \(erasing("{ $0.trip?.order == it }"))",
        false
      ),
      (trips("Trip?"), "trip.stops = []; \(erasing("{ ($0.trip?.order ?? 3) == 3 }"))", false),
      (
        trips("Trip?"),
        "trip.stops = []; \(erasing("{ $0.trip.flatMap { $0.order } == 3 }"))", false
      ),
      (
        trips("Trip?"),
        "trip.stops = []; \(erasing("{ $0.order == 1 || $0.trip?.order == 3 }"))", false
      ),
      (trips("Trip?"), "trip.stops = []; \(erasing("{ !($0.trip?.order == 3) }"))", false),
      // It gets another owner, or the callers get it.
      (trips("Trip?"), "let new = Trip(); new.stops = trip.stops; trip.stops = []", false),
      (trips("Trip?"), "c.insert(Trip(stops: trip.stops)); trip.stops = []", false),
      (trips("Trip?"), "trip.stops = []; c.insert(Trip(stops: [Stop()]))", true),
      (
        trips("Trip?") + "\nfunc free(_ it: Stop) -> Stop { it.trip = nil; return it }",
        "c.delete(free(stop))", false
      ),
      (
        trips("Trip?") + "\nfunc take(_ it: Trip) -> Stop { it.stops.remove(at: 0) }",
        "trip.stops.append(take(trip))", false
      ),
      (
        trips("Trip?") + "\nfunc free(_ it: Stop) -> Bool { it.trip = nil; return it.trip == nil }",
        "print(free(stop))", true
      ),
      // Whoever calls the function deletes it; or what gets the owner is another one.
      (
        trips("Trip?") + "\nfunc free(_ it: Stop) { it.trip = nil }", "free(stop); c.delete(stop)",
        false
      ),
      (
        trips("Trip?")
          + "\nfunc free(_ it: Stop) { it.trip = nil }\nfunc g(_ it: Stop) { free(it) }",
        "free(stop); c.delete(stop)", true
      ),
      (trips("Trip?") + cut, "trip.cut(trip.stops); trip.stops.forEach(c.delete)", true),
      (
        trips("Trip?") + cut,
        "let gone = Array(trip.stops[2...]); trip.cut(gone); for one in gone { c.delete(one) }",
        false
      ),
      (
        trips("Trip?") + cut, "let gone = [stop]; trip.cut(gone); gone.forEach { c.delete($0) }",
        false
      ),
      (
        trips("Trip?") + cut,
        "let gone = trip.stops; trip.cut(gone); for one in gone where one.trip == nil { c.delete(one) }",
        true
      ),
      (
        trips("Trip?") + cut + "\nfunc g(_ it: Trip, _ all: [Stop]) { it.cut(all) }",
        "let gone = [stop]; trip.cut(gone); for one in gone { c.delete(one) }", true
      ),
      (
        trips("Trip?") + extended("drop(_ it: Stop)", "stops.removeAll { $0 == it }"),
        "trip.drop(stop); c.delete(stop)", false
      ),
      (
        trips("Trip?") + extended("drop(_ it: Stop)", "stops.removeAll { $0 == it }"),
        "trip.drop(stop)", true
      ),
      (
        trips("Trip?")
          + extended("drop(_ it: Stop)", "stops.removeAll { $0 == it }; stops.removeLast()"),
        "trip.drop(stop); c.delete(stop)", true
      ),
      (
        trips("Trip?") + extended("keep(_ all: [Stop])", "stops.removeAll { !all.contains($0) }"),
        "let all = trip.stops; trip.keep(all); for one in all { c.delete(one) }", true
      ),
      // A condition decides whether it deletes that, too.
      (
        trips("Trip?") + "\nfunc free(_ it: Stop) { it.trip = nil }"
          + "\nfunc drop(_ it: Stop, _ c: ModelContext) { if it.trip == nil { c.delete(it) } }",
        "free(stop); drop(stop, c)", true
      ),
      (
        trips("Trip?") + "\nfunc free(_ it: Stop) { it.trip = nil }"
          + "\nfunc drop(_ it: Stop?, _ c: ModelContext) { if let it { c.delete(it) } }",
        "free(stop); drop(stop, c)", false
      ),
      (
        trips("Trip?") + "\nfunc free(_ it: Stop) { it.trip = nil }" + """

          func drop(_ it: Stop, _ c: ModelContext) {
            if it.trip == nil { c.delete(it) } else { c.delete(it) }
          }
          """,
        "free(stop); drop(stop, c)", false
      ),
      // A block in which the name means something else.
      (
        trips("Trip?")
          + extended(
            "drop(_ it: Stop)", "stops.removeAll { $0 == it }; for it in stops { print(it) }"),
        "trip.drop(stop); c.delete(stop)", false
      ),
      (
        trips("Trip?")
          + extended(
            "drop(_ it: Stop)", "stops.removeAll { $0 == it }; for it in stops { print(it) }"),
        "trip.drop(stop)", true
      ),
      // A function that may end before is called for what it does.
      (
        trips("Trip?")
          + "\nfunc free(_ it: Stop?) { guard let it else { return }; it.trip = nil }",
        "free(stop); c.delete(stop)", false
      ),
      (trips("Trip?"), "trip.stops = []; let new = Stop(); new.trip = trip", true),
      (trips("Trip?"), "trip.stops = []; stop.trip = trip", false),
      // What happens on another path, or to another object, settles nothing.
      (trips("Trip?"), "if stop.trip == nil { trip.stops = [] } else { c.delete(stop) }", true),
      (trips("Trip?"), "if stop.trip == nil { trip.stops = [] }; c.delete(stop)", false),
      (trips("Trip?"), "if stop.trip == nil { trip.stops = []; return }; c.delete(stop)", true),
      (
        trips("Trip?"),
        "switch stop.trip { case nil: trip.stops = []; default: c.delete(stop) }", true
      ),
      (
        trips("Trip?"),
        "switch stop.trip { case nil: trip.stops = []; fallthrough; default: c.delete(stop) }",
        false
      ),
      (
        trips("Trip?"),
        "visit { (stops: [Stop]) in trip.stops.removeAll(); stops.forEach { trip.stops.append($0) } }",
        true
      ),
      (
        trips("Trip?"),
        "let all = trip.stops; trip.stops.removeAll(); all.forEach { trip.stops.append($0) }", false
      ),
      (
        trips("Trip?"),
        "let all = trip.stops; trip.stops.removeAll(); for one in all { trip.stops.append(one) }",
        false
      ),
      (trips("Trip?"), "trip.stops.removeAll { $0 == stop }; trip.stops.append(stop)", false),
      // The top of a tree has no owner.
      (
        trips("Trip?") + """

          @Model class Folder {
            @Relationship(deleteRule: .cascade, inverse: \\Folder.parent) var folders: [Folder] = []
            var parent: Folder?
          }
          """, "folder.folders.removeAll()", false
      ),
      // What is deleted has the name of what was taken out, whatever is known of it.
      (
        trips("Trip?"),
        "}; struct V { var b: V { Table(trip.stops) { TableColumn(a) { row in B { let i = trip.stops.firstIndex(of: row)!; trip.stops.remove(at: i); c.delete(row) } } } }; let trip: Trip; let c: ModelContext",
        false
      ),
      (trips("Trip?"), "rows { row in trip.stops.removeAll { $0 == row }; c.delete(row) }", false),
      (trips("Trip?"), "rows { row in c.delete(row); trip.stops.removeAll { $0 == row } }", false),
      (
        trips("Trip?"), "rows { row in trip.stops.removeAll { $0 == stop }; c.delete(row) }", true
      ),
      (
        trips("Trip?"), "rows { row in trip.stops.removeAll { $0 == row }; c.delete(of(row)) }",
        true
      ),
      // The object that a property is made with gets its first objects before it is inserted.
      (sample("static let one = Trip()"), "Sample.add(c)", false),
      (sample("private static var one: Trip = Trip()"), "Sample.add(c)", false),
      (sample("static let one = Trip()", "c.insert(one); one.stops = all"), "Sample.add(c)", true),
      (sample("static let one = Trip()", "one.stops = all"), "Sample.add(c)", true),
      (
        sample("static let one = Trip()", "for it in lists { one.stops = it }; c.insert(one)"),
        "Sample.add(c)", true
      ),
      (sample("static let one: Trip = find()"), "Sample.add(c)", true),
      (
        sample("private static var one = Trip()")
          + "extension Sample { static func set(_ t: Trip) { one = t } }",
        "Sample.add(c)", true
      ),
      (
        sample("static let one = Trip()")
          + "func again(_ c: ModelContext) { c.insert(Sample.one) }",
        "Sample.add(c)", true
      ),
    ])
  func takenOut(model: String, code: String, isFound: Bool) throws {
    let folder =
      model.contains("Folder")
      ? "_ folder: Folder, " : model.contains("Cover") ? "_ other: Cover, " : ""
    let text =
      model
      + "\nfunc f(_ trip: Trip, _ stop: Stop, \(folder)_ c: ModelContext, _ no: Int?) { \(code) }"
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let warnings = found.filter { $0.severity == .warning }
    #expect(Set(warnings.map(\.rule)) == (isFound ? [.unlinkLeavesOrphan] : []))
  }

  @Test(
    "What was taken out is not found by a format that requires the relationship that no longer holds it",
    arguments: [
      (#""trip == %@", trip"#, true), (#""trip.order == 3 AND order == %d", n"#, true),
      (#""order = 1 && SELF.trip.order = 3""#, true),
      (#""trip == %@ || order == 0", trip"#, false), (#""order == 0 OR trip == %@", trip"#, false),
      (#""! trip.order = 3""#, false), (#""trip.order != 3""#, false), (#""trip = nil""#, false),
      (#""trip == %@", none ?? NSNull()"#, false), (#""trip == %@", argumentArray: all"#, false),
      (#""order == 3""#, false), (#""other.trip == %@", trip"#, false),
    ])
  func takenOutByFormat(format: String, isFound: Bool) throws {
    let text = """
      \(Self.trips("Trip?"))
      func f(_ trip: Trip, _ n: Int, _ none: Trip?, _ all: [Any], _ c: ModelContext) throws {
        trip.stops = []
        let r = NSFetchRequest<Stop>(entityName: "Stop")
        r.predicate = NSPredicate(format: \(format))
        for s in try c.fetch(r) { c.delete(s) }
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.contains { $0.severity == .warning } == isFound)
  }

  private static let fetch =
    "for s in try c.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.trip == nil }))"

  /// The delete of all that a request with a predicate finds.
  private static func request(_ format: String, _ more: String = "") -> String {
    """
    let r = NSFetchRequest<Stop>(entityName: "Stop")
    r.predicate = NSPredicate(format: "\(format)")
    \(more)
    for s in try c.fetch(r) { c.delete(s) }
    """
  }

  @Test(
    "What is taken out of its owner is a note where the code deletes all that has none",
    arguments: [
      (
        "for s in try c.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.trip == nil })) { c.delete(s) }",
        true
      ),
      ("try c.delete(model: Stop.self, where: #Predicate { $0.trip == nil })", true),
      (
        """
        let r = NSFetchRequest<NSFetchRequestResult>(entityName: "Stop")
        r.predicate = NSPredicate(format: "trip = nil")
        try c.execute(NSBatchDeleteRequest(fetchRequest: r))
        """, true
      ),
      (
        """
        let r = NSFetchRequest<Stop>(entityName: "Stop")
        r.predicate = NSPredicate(format: "trip == NULL")
        for s in try c.fetch(r) { c.delete(s) }
        """, true
      ),
      (
        """
        let r = NSFetchRequest<Stop>(entityName: "Stop")
        r.predicate = NSPredicate(format: "trip == nil OR order = 1")
        for s in try c.fetch(r) { c.delete(s) }
        """, false
      ),
      ("try c.delete(model: Stop.self, where: #Predicate { $0.trip != nil })", false),
      ("try c.delete(model: Trip.self, where: #Predicate { $0.stops.isEmpty })", false),
      (
        "if let s = try c.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.trip == nil })).first { c.delete(s) }",
        false
      ),
      // Something else is asked.
      ("try c.delete(model: Stop.self, where: #Predicate { $0.trip == nil && $0.n > 1 })", false),
      ("try c.delete(model: Stop.self, where: #Predicate { !($0.trip == nil) })", false),
      ("\(fetch) where s.n > 1 { c.delete(s) }", false),
      ("\(fetch) { if s.n > 1 { c.delete(s) } }", false),
      ("\(fetch) { guard s.n > 1 else { continue }; c.delete(s) }", false),
      ("\(fetch) { c.delete(s); break }", false),
      ("\(fetch) { if s.n > 1 { return }; c.delete(s) }", false),
      ("\(fetch).prefix(3) { c.delete(s) }", false),
      ("\(fetch).dropFirst() { c.delete(s) }", false),
      ("\(fetch).filter({ $0.n > 1 }) { c.delete(s) }", false),
      ("#if DEBUG\n\(fetch) { c.delete(s) }\n#endif", false),
      ("if flag { \(fetch) { c.delete(s) } }", true),
      (request("trip == nil AND n > 1"), false), (request("trip == nil"), true),
      (request("trip == nil", "r.fetchLimit = 1"), false),
      (request("trip == nil", "r.fetchOffset = 1"), false),
      (request("trip == nil", "r.includesSubentities = false"), true),
      (request("trip == nil", "if flag { r.predicate = other }"), false),
    ])
  func swept(code: String, isNote: Bool) throws {
    let text = """
      \(Self.trips("Trip?"))
      func f(_ trip: Trip) { trip.stops.removeAll() }
      func g(_ c: ModelContext) throws { \(code) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == [isNote ? .note : .warning], "\(found)")
    #expect(
      found.allSatisfy { $0.message.contains("deletes every Stop without a trip") == isNote })
  }

  @Test(
    "What may be assigned to where it is already is a note that says so",
    arguments: [
      ("trip.cover = other", true), ("it.cover = other", true), ("it.cover = draft", true),
      ("it.cover = Cover()", false), ("it.cover = nil", false),
    ])
  func maybeSame(code: String, isNote: Bool) throws {
    for rule in [CheckRule.unlinkLeavesOrphan, .unlinkBreaksMandatory] {
      let text =
        Self.withCovers(of: rule == .unlinkLeavesOrphan ? "Trip?" : "Trip") + """

          final class Form {
            let it: Trip, draft: Cover
            func save(_ trip: Trip, _ other: Cover) { \(code) }
          }
          """
      let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
      let found = try Check(rules: [rule]).findings(
        in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
      #expect(found.map(\.severity) == [isNote ? .note : .warning])
      #expect(
        found.allSatisfy {
          $0.message.contains("nothing is removed if Trip.cover already holds") == isNote
        })
    }
  }

  @Test(
    "The delete of all that has no owner counts if something calls it, for every entity that is left",
    arguments: [
      ("trip == nil", "", "f(t); try? g(c)", true), ("trip == nil", "", "f(t)", false),
      ("trip != nil", "", "f(t); try? g(c)", false), ("tag == nil", "", "f(t); try? g(c)", false),
      ("trip == nil", "r.includesSubentities = false", "f(t); try? g(c)", false),
    ])
  func sweptInProgram(format: String, more: String, calls: String, isNote: Bool) throws {
    let text = """
      \(Self.trips("Trip?", "var tag: Tag?"))
      @Model class Break: Stop { var minutes = 0 }
      @main struct App { static func main() { \(calls) } }
      func f(_ trip: Trip) { trip.stops.removeAll(); Trip().stops.append(Stop()) }
      func g(_ c: ModelContext) throws { \(Self.request(format, more)) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == [isNote ? .note : .warning], "\(found)")
  }

  @Test("What is taken out of its owner is a note where something else can hold it, which is named")
  func otherHolders() throws {
    let model = Self.trips("Trip?", "var tag: Tag?", tag: "var stops: [Stop] = []")
    let text = model + "\nfunc f(_ stop: Stop) { stop.trip = nil }"
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == [.note])
    #expect(found.allSatisfy { $0.message.contains("unless Tag.stops holds it") }, "\(found)")
  }

  @Test(
    "What only parts of an object refer to is left for a fetch alone",
    arguments: [
      ("@Relationship(inverse: \\Note.stop) var notes: [Note] = []", "", true),
      (
        "@Relationship(deleteRule: .cascade, inverse: \\Note.stop) var notes: [Note] = []", "", true
      ),
      ("@Relationship(inverse: \\Note.stop) var notes: [Note] = []", "var tag: Tag?", false),
    ])
  func heldByParts(property: String, more: String, isWarning: Bool) throws {
    let text = """
      @Model class Trip { @Relationship(deleteRule: .cascade) var stops: [Stop] = [] }
      @Model class Stop { \(property) }
      @Model class Note { var stop: Stop?; \(more) }
      @Model class Tag { \(more.isEmpty ? "" : "var notes: [Note] = []") }
      func f(_ trip: Trip, _ stop: Stop) { trip.stops.removeAll { $0 === stop } }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == [isWarning ? .warning : .note], "\(found)")
  }

  @Test(
    "What is taken out and put into a list whose elements some code deletes is not left behind",
    arguments: [
      ("trash.append(stop); trip.drop(stop)", "for it in trash { c.delete(it) }", false),
      ("trip.drop(stop); trash.append(stop)", "trash.forEach(c.delete)", false),
      (
        "trip.stops.removeAll { $0 === stop }; self.trash.append(stop)",
        "trash.forEach { c.delete($0) }", false
      ),
      (
        "let it = trip.stops.remove(at: 0); trash.insert(it, at: 0)",
        "for it in self.trash { c.delete(it) }", false
      ),
      ("trip.drop(stop); kept.append(stop)", "for it in trash { c.delete(it) }", true),
      ("trip.drop(stop); trash.append(other)", "for it in trash { c.delete(it) }", true),
      ("trip.drop(stop); trash.append(stop)", "for it in trash { print(it) }", true),
    ])
  func keptForDelete(statements: String, delete: String, isFound: Bool) throws {
    let drop = "extension Trip { func drop(_ stop: Stop) { stops.removeAll { $0 === stop } } }"
    let text = """
      \(Self.trips("Trip?"))
      \(statements.contains("drop") ? drop : "")
      final class Editor {
        var trash: [Stop] = []
        var kept: [Stop] = []
        let c: ModelContext
        func remove(_ stop: Stop, _ other: Stop, of trip: Trip) { \(statements) }
        func commit() throws { \(delete); try c.save() }
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.isEmpty == !isFound, "\(found)")
  }

  @Test("Callers that nothing calls do not count where others delete what a function takes out")
  func uncalledCallers() throws {
    func isFound(_ code: String, _ app: String) throws -> Bool {
      let text = """
        \(Self.trips("Trip?"))
        extension Trip { func drop(_ stop: Stop) { stops.removeAll { $0 === stop } } }
        func remove(_ stop: Stop, of trip: Trip, _ c: ModelContext) { trip.drop(stop); c.delete(stop) }
        \(code)
        @main struct Program { static func main() { remove(one, of: all, c); \(app) } }
        """
      let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
      return try !Check(rules: [.unlinkLeavesOrphan]).findings(
        in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)]
      ).isEmpty
    }
    let clear = "func clear(_ trip: Trip) { for it in Array(trip.stops) { trip.drop(it) } }"
    #expect(try !isFound("", ""))
    #expect(try !isFound(clear, ""))
    #expect(try isFound(clear, "clear(all)"))
  }

  @Test(
    "An object that others of the same relationship hold is not left for a fetch alone",
    arguments: [
      (".cascade", "stop.trip = nil", "the Trip stays without this Stop", false),
      (".cascade", "trip.stops?.removeAll()", "where only a fetch finds it", true),
      (".nullify", "stop.trip = nil", "where only a fetch finds it", true),
    ])
  func othersOfTheRelationship(rule: String, code: String, words: String, isWarning: Bool) throws {
    let text = """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop]? = []
      }
      @Model class Stop { @Relationship(deleteRule: \(rule)) var trip: Trip? }
      func f(_ trip: Trip, _ stop: Stop) { \(code) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == [isWarning ? .warning : .note])
    #expect(found.allSatisfy { $0.message.contains(words) }, "\(found)")
  }

  private static let demanding = """
    @Model class Trip {
      var name = ""
      @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      @Relationship(deleteRule: .cascade, inverse: \\Cover.trip) var cover: Cover?
      var guide: Guide?
      @Relationship(deleteRule: .deny, inverse: \\Pass.trip) var passes: [Pass] = []
    }
    @Model class Stop { var trip: Trip }
    @Model class Cover { var trip: Trip }
    @Model class Guide { @Relationship(inverse: \\Trip.guide) var trip: Trip }
    @Model class Pass { var trip: Trip }
    """

  @Test(
    "Emptying a mandatory to-one is found, unless the object is deleted or gets another one",
    arguments: [
      ("trip.stops.removeAll()", ["Stop.trip"]),
      ("trip.stops.removeAll { $0 == stop }", ["Stop.trip"]),
      ("trip.cover = nil", ["Cover.trip"]),
      // Without a cascade, too, and although the owner is then deleted.
      ("trip.guide = nil", ["Guide.trip"]),
      ("trip.stops.removeAll(); c.delete(trip)", ["Stop.trip"]),
      ("trip.stops.removeAll(); c.delete(stop)", []),
      ("let cover = trip.cover; trip.cover = nil; c.delete(cover!)", []),
      ("trip.stops.removeAll { $0 == stop }; other.stops.append(stop)", []),
      ("trip.stops.removeAll { $0 == stop }; stop.trip = other", []),
      ("trip.stops.removeAll { $0 == stop }; stop.trip = Trip()", []),
      ("trip.cover = Cover()", ["Cover.trip"]),
      ("if trip.cover == nil { trip.cover = Cover() }", []),
      ("let old = trip.cover; trip.cover = Cover(); c.delete(old!)", []),
      ("let new = Trip(); new.cover = nil", []),
      // Other objects in their place, without a cascade, too.
      ("trip.passes = passes", ["Pass.trip"]),
      ("trip.passes = passes.filter { $0.trip === other }", ["Pass.trip"]),
      ("trip.passes = [Pass()]", ["Pass.trip"]),
      ("trip.passes = trip.passes + passes", []),
      ("trip.passes = trip.passes.reversed()", []),
      ("trip.passes += passes", []),
      ("var all = trip.passes; all.append(contentsOf: passes); trip.passes = all", []),
      ("let new = Trip(); new.passes = passes", []),
      ("if trip.passes.isEmpty { trip.passes = passes }", []),
      ("trip.passes.forEach(c.delete); trip.passes = passes", []),
      ("for pass in trip.passes { pass.trip = other }; trip.passes = passes", []),
      ("trip.guide = other.guide", []),
      ("trip.guide = Guide(trip: trip)", ["Guide.trip"]),
      // It may be the same, as may what a function returns.
      ("trip.guide = guide", []),
      ("trip.guide = Guide()", ["Guide.trip"]),
      ("if trip.guide == nil { trip.guide = guide }", []),
      ("if let old = trip.guide { c.delete(old) }; trip.guide = guide", []),
      ("trip.guide?.trip = other; trip.guide = guide", []),
      ("guide.trip = trip", []),
      ("trip.passes = []; trip.passes = passes", ["Pass.trip"]),
      // By a name that does not say its entity.
      ("trip.passes.removeAll { $0 === any }; c.delete(any)", []),
      ("c.delete(any); trip.passes.removeAll { $0 === any }", []),
      ("trip.passes.removeAll { $0 === guide }; c.delete(any)", ["Pass.trip"]),
      ("trip.passes.removeAll { $0 === any }; c.delete(guide)", ["Pass.trip"]),
      (
        "if trip.name == \"\" { trip.passes = [] }; trip.passes = passes",
        ["Pass.trip", "Pass.trip"]
      ),
      ("trip.cover = nil; trip.cover = cover", ["Cover.trip"]),
      ("trip.cover = cover", ["Cover.trip"]),
      ("trip.cover = cover; cover.trip = trip", ["Cover.trip"]),
    ])
  func emptied(code: String, found: [String]) throws {
    let text =
      Self.demanding + """

        func f(
          _ trip: Trip, _ other: Trip, _ stop: Stop, _ passes: [Pass], _ guide: Guide,
          _ cover: Cover, _ any: any PersistentModel, _ c: ModelContext
        ) { \(code) }
        """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let findings = try Check(rules: [.unlinkBreaksMandatory]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(findings.map { "\($0.entity ?? "").\($0.relationship ?? "")" } == found)
  }

  @Test(
    "The same in Objective-C",
    arguments: [
      ("[trip removeStopsObject:stop];", ["Stop.trip"]),
      ("[trip removeStopsObject:stop]; [stop.managedObjectContext deleteObject:stop];", []),
      ("[trip removeStopsObject:stop]; [self drop:stop];", []),
      ("[trip removeStopsObject:stop]; stop.trip = other;", []),
      ("[trip removeStopsObject:stop]; [stop setTrip:other];", []),
      ("[trip removeStopsObject:stop]; [other addStopsObject:stop];", []),
      (
        "[trip removeStopsObject:stop]; [[other mutableSetValueForKey:@\"stops\"] addObject:stop];",
        []
      ),
      ("[trip removeStopsObject:stop]; other.name = @\"\"; [self hide:stop];", ["Stop.trip"]),
      (
        "[trip removeStopsObject:stop]; [self.managedObjectContext deleteObject:other];",
        ["Stop.trip"]
      ),
    ])
  func emptiedInObjectiveC(code: String, found: [String]) throws {
    let model = """
      <model>
        <entity name="Trip" representedClassName="Trip">
          <relationship name="stops" toMany="YES" deletionRule="Cascade" destinationEntity="Stop" inverseName="trip" inverseEntity="Stop"/>
        </entity>
        <entity name="Stop" representedClassName="Stop">
          <relationship name="trip" maxCount="1" deletionRule="Nullify" destinationEntity="Trip" inverseName="stops" inverseEntity="Trip"/>
        </entity>
      </model>
      """
    let text = """
      @implementation Editor
      - (void)edit:(Trip *)trip with:(Stop *)stop for:(Trip *)other { \(code) }
      - (void)drop:(Stop *)stop { [stop.managedObjectContext deleteObject:stop]; }
      @end
      """
    let source = SourceFile(path: "Editor.m", bytes: Array(text.utf8))
    let findings = try Check(rules: [.unlinkBreaksMandatory]).findings(
      in: [Model(reading: model, as: "App.xcdatamodel/contents")], with: [],
      besides: [ObjectiveCFile(source)])
    #expect(findings.map { "\($0.entity ?? "").\($0.relationship ?? "")" } == found)
  }

  @Test(
    "An object of an abstract entity is linked again as any other",
    arguments: [
      ("other.addToTransfers(transfers)", []), ("c.delete(one)", ["Transfer.account"]),
      ("other.name = one.name", ["Transfer.account"]),
      ("for each in transfers { c.delete(each as! Transfer) }", []),
    ])
  func emptiedOfAbstract(code: String, found: [String]) throws {
    for isAbstract in ["YES", "NO"] {
      let model = """
        <model>
          <entity name="Account" representedClassName="Account">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="transfers" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Transfer" inverseName="account" inverseEntity="Transfer"/>
          </entity>
          <entity name="Transfer" representedClassName="Transfer" isAbstract="\(isAbstract)">
            <relationship name="account" maxCount="1" deletionRule="Nullify" destinationEntity="Account" inverseName="transfers" inverseEntity="Account"/>
          </entity>
          <entity name="Payment" representedClassName="Payment" parentEntity="Transfer"/>
        </model>
        """
      let text = """
        import CoreData
        func adopt(_ one: Account, _ other: Account, _ c: NSManagedObjectContext) {
          if let transfers = one.transfers { one.removeFromTransfers(transfers); \(code) }
        }
        """
      let file = SourceFile(path: "A.swift", bytes: Array(text.utf8))
      let findings = try Check(rules: [.unlinkBreaksMandatory]).findings(
        in: [Model(reading: model, as: "App.xcdatamodel/contents")],
        with: [SwiftDeclarations(file, keepsCode: true)])
      #expect(findings.map { "\($0.entity ?? "").\($0.relationship ?? "")" } == found)
    }
  }

  private static func club(_ rule: String) -> String {
    """
    var club: Club?
      }
      @Model class Club {
        var friends: [Friend] = []
        @Relationship(deleteRule: \(rule), inverse: \\Person.club) var head: Person?
    """
  }

  @Test("An owner of a part that others own too is not left behind by the delete of the part")
  func ownersOfSharedPart() throws {
    for rule in [".cascade", ".nullify"] {
      let text = """
        @Model class Video { @Relationship(deleteRule: .cascade) var image: Picture? }
        @Model class Channel {
          @Relationship(deleteRule: \(rule)) var banner: Picture?
          var name: Name?
        }
        @Model class Name { var text = "" }
        @Model class Picture {
          @Relationship(inverse: \\Video.image) var video: Video?
          @Relationship(inverse: \\Channel.banner) var channel: Channel?
        }
        """
      let found = try Check(rules: [.nullifyLeavesOrphans, .cascadeOnToOneToParent]).findings(
        in: Model(reading: text, as: "M.swift"))
      let expected = rule == ".cascade" ? [] : ["image"]
      #expect(found.compactMap(\.relationship) == expected, "\(found)")
    }
  }

  @Test(
    "What is taken out of an owner of its own kind may be the top of a tree, where it does not give up its owner itself",
    arguments: [
      ("folder.folders.removeAll()", true),
      ("folder.folders.removeAll { $0 == other }", true),
      ("other.parent = nil", false),
      ("folder.folders.removeAll { $0 == other }; other.parent = Folder()", false),
    ])
  func takenOutOfTree(code: String, isFound: Bool) throws {
    let text = """
      @Model class Folder {
        @Relationship(deleteRule: .cascade, inverse: \\Folder.parent) var folders: [Folder] = []
        var parent: Folder?
      }
      func f(_ folder: Folder, _ other: Folder) { \(code) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.unlinkLeavesOrphan]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.severity) == (isFound ? [.note] : []))
    #expect(found.allSatisfy { $0.message.contains("stays in the store, without a Folder") })
  }

  @Test(
    "A cascade from the part of a one-to-one to the whole is found where it can be told which is which",
    arguments: [
      ("var person: Person", "", false), ("var person: Person?", "", false),
      ("var person: Person", "var friends: [Friend] = []", true),
      ("var person: Person?", "var friends: [Friend] = []", true),
      ("var person: Person?\n  var stamps: [Friend] = []", "", false),
      // Of several owners of one part, none is a part of that.
      ("var person: Person?", club(".cascade"), false),
      ("var person: Person?", club(".nullify"), true),
      (
        "var person: Person?\n  @Relationship(deleteRule: .cascade) var other: Person?",
        "@Relationship(inverse: \\Passport.other) var second: Passport?\n  var friends: [Friend] = []",
        false
      ),
      // What a tree deletes of its own kind makes it no part.
      (
        "var person: Person?",
        "var parent: Person?\n  @Relationship(deleteRule: .cascade, inverse: \\Person.parent) var all: [Person] = []\n  var friends: [Friend] = []",
        true
      ),
    ])
  func wrongSide(part: String, other: String, isFound: Bool) throws {
    let text = """
      @Model class Person {
        @Relationship(inverse: \\Passport.person) var passport: Passport?
        \(other)
      }
      @Model class Passport {
        @Relationship(deleteRule: .cascade) \(part)
      }
      @Model class Friend { var name = "" }
      """
    let found = try Check(rules: [.cascadeOnToOneToParent]).findings(
      in: Model(reading: text, as: "M.swift"))
    #expect(found.map(\.relationship) == (isFound ? ["person"] : []))
  }
}
