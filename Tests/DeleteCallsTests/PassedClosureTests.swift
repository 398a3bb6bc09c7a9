import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

@Suite("What do calls of closures delete that the code passes on or keeps?")
struct PassedClosureTests {
  static let forms = CodeWithCalls.all(
    #"""
    === a context's delete, or a closure, that a function of the app is given to call
    final class Store {
      let context: ModelContext
      init(context: ModelContext) { self.context = context }
      func delete(_ trip: Trip) { with(trip, do: context.delete) } //> Trip
      func erase(_ stop: Stop) { with(stop, do: { self.context.delete($0) }) } //> Stop
      func drop(_ stop: Stop) { with(stop) { context.delete($0) } } //> Stop
      func show(_ stop: Stop) { with(stop) { print($0) } }
      func with(_ trip: Trip, do action: (Trip) -> Void) { action(trip) }
      func with(_ stop: Stop, do action: (Stop) -> Void) { action(stop) }
    }
    func go(_ store: Store, _ trip: Trip, _ stop: Stop) {
      store.delete(trip) //> Trip
      store.erase(stop) //> Stop
      store.drop(stop) //> Stop
      store.show(stop)
    }
    func local(_ context: ModelContext, _ tag: Tag) {
      let delete: (Tag) -> Void = context.delete
      delete(tag) //> Tag
      let show: (Tag) -> Void = { print($0) }
      show(tag)
      let remove: (Tag) -> Void = { context.delete($0) } //> Tag
      remove(tag)
    }
    === a function that saves what its argument deletes
    func apply(_ trip: Trip, _ other: Trip, in context: ModelContext, _ action: (Trip) -> Void) {
      action(trip)
      try! context.save()
    }
    func go(_ trip: Trip, _ other: Trip, context: ModelContext) {
      apply(trip, other, in: context, context.delete) //> Trip
      print(other.name)
      print(trip.name) //> read Trip
    }
    === a closure in a property
    final class TripStore {
      let context: ModelContext
      init(context: ModelContext) { self.context = context }
      func delete(_ trip: Trip) async throws {
        context.delete(trip) //> Trip
        try context.save()
      }
    }
    final class Detail {
      let onShow: (Trip) -> Void
      let onDelete: (Trip, Int) async throws -> Void
      let onForget: (Trip) -> Void
      init(
        onShow: @escaping (Trip) -> Void, onDelete: @escaping (Trip, Int) async throws -> Void,
        onForget: @escaping (Trip) -> Void
      ) {
        self.onShow = onShow
        self.onDelete = onDelete
        self.onForget = onForget
      }
      func delete(_ trip: Trip, then: Trip) async throws {
        onShow(trip)
        onForget(trip)
        try await onDelete(trip, 1) //> Trip
        print(then.name)
        print(trip.name) //> read Trip
      }
    }
    struct Row {
      let trip: Trip
      var onDelete: (Trip) -> Void = { _ in }
      var onTap: (Trip) -> Void
      func tap() {
        onTap(trip)
        onDelete(trip) //> Trip
      }
    }
    struct Holder {
      let onDelete: (Trip, Int) async throws -> Void
      init(onDelete: @escaping (Trip, Int) async throws -> Void) { self.onDelete = onDelete }
      var detail: Detail {
        Detail(onShow: { print($0) }, onDelete: onDelete, onForget: { _ in })
      }
    }
    func mock(_ trip: Trip, _ number: Int) async throws {}
    func go(_ store: TripStore, _ detail: Detail, _ trip: Trip) async throws {
      _ = Holder(onDelete: { trip, number in try await store.delete(trip) }) //> Trip
      _ = Holder(onDelete: mock)
      try await detail.delete(trip, then: trip) //> Trip
      _ = Row(trip: trip, onDelete: { trip in store.context.delete(trip) }, onTap: { print($0) }) //> Trip
    }
    === a closure in a property of a generic class, which may be another object's
    final class Holder<T: PersistentModel> {
      var onDelete: ((T) -> Void)?
      func fire(_ object: T) { onDelete?(object) }
    }
    final class Trips { var onDelete: ((Trip) -> Void)? }
    func keep(_ holder: Holder<Tag>, _ trips: Trips, _ context: ModelContext) {
      holder.onDelete = { (tag: Tag) in context.delete(tag); try? context.save() } //> Tag
      trips.onDelete = { context.delete($0); try? context.save() } //> Trip
    }
    func go(_ holder: Holder<Trip>, _ trip: Trip, _ trips: Trips, _ other: Trip) {
      holder.fire(trip)
      print(trip.name)
      trips.onDelete?(other) //> Trip
      print(other.name) //> read Trip
    }
    === a closure that deletes later, or on a condition, behind whose call the object may be read
    final class Later { var onDelete: (Trip) -> Void = { _ in }
      func go(_ trip: Trip) {
        onDelete(trip) //> Trip
        print(trip.name)
      }
    }
    final class Asking { var onDelete: (Trip) -> Void = { _ in }
      func go(_ trip: Trip) {
        onDelete(trip) //> Trip
        print(trip.name)
      }
    }
    final class Leaving { var onDelete: (Trip) -> Void = { _ in }
      func go(_ trip: Trip) {
        onDelete(trip) //> Trip
        print(trip.name)
      }
    }
    final class Certain { var onDelete: (Trip) -> Void = { _ in }
      func go(_ trip: Trip) {
        onDelete(trip) //> Trip
        print(trip.name) //> read Trip
      }
    }
    func go(
      _ later: Later, _ asking: Asking, _ leaving: Leaving, _ certain: Certain, _ isSure: Bool,
      _ context: ModelContext
    ) {
      later.onDelete = { trip in
        Task {
          context.delete(trip) //> Trip
          try? context.save()
        }
      }
      asking.onDelete = { trip in
        if isSure {
          context.delete(trip) //> Trip
          try? context.save()
        }
      }
      leaving.onDelete = { trip in
        guard isSure else { return }
        context.delete(trip) //> Trip
        try? context.save()
      }
      certain.onDelete = { trip in
        if isSure { print(1) }
        context.delete(trip) //> Trip
        try? context.save()
      }
    }
    === an object that is deleted and saved, and then deleted again
    final class Store {
      let context: ModelContext
      init(context: ModelContext) { self.context = context }
      func delete(_ trip: Trip) { with(trip, do: context.delete) } //> Trip
      func with(_ trip: Trip, do action: (Trip) -> Void) {
        action(trip)
        try! context.save()
      }
      func tapped(_ trip: Trip, _ other: Trip) {
        context.delete(trip) //> Trip
        try! context.save()
        delete(other) //> Trip
        delete(trip) //> Trip, read Trip
      }
    }
    func go(_ context: ModelContext, _ trip: Trip, _ stop: Stop, _ all: [Trip]) throws {
      context.delete(trip) //> Trip
      context.delete(trip) //> Trip
      try context.save()
      context.delete(trip) //> Trip, read Trip
      if all.isEmpty {
        context.delete(stop) //> Stop
        try context.save()
      }
      context.delete(stop) //> Stop
      for one in all {
        context.delete(one) //> Trip
        try context.save()
      }
    }
    === a button in what a closure makes, which is not deleted by the call of that
    struct Rows<Content: View, Item: Identifiable>: View {
      @Binding var items: [Item]
      let content: (Item) -> Content
      init(_ items: Binding<[Item]>, @ViewBuilder content: @escaping (Item) -> Content) {
        _items = items
        self.content = content
      }
      var body: some View { ForEach(items) { content($0) } }
    }
    struct Plain<Item, Content: View>: View {
      var items: [Item]
      var content: (Item) -> Content
      var body: some View { content(items[0]) }
    }
    struct Screen: View {
      @Environment(\.modelContext) var context
      @Bindable var trip: Trip
      @State var tags: [Tag] = []
      var body: some View {
        Rows($trip.stops) { stop in
          Button("Delete") { context.delete(stop) } //> Stop
        }
        Rows($tags) { tag in Button("Delete") { context.delete(tag) } } //> Tag
        Plain(items: tags) { tag in Button("Delete") { context.delete(tag) } } //> Tag
        Plain(items: [1]) { number in Text("\(number)") }
      }
    }
    """#)

  @Test("As the code says", arguments: forms)
  func form(_ code: CodeWithCalls) throws {
    let (expected, found) = try code.compared()
    #expect(found == expected)
  }

  @Test(
    "What a closure is certain to delete",
    arguments: [
      ("context.delete(stop)", ["Stop"]), ("if isSure { context.delete(stop) }", []),
      ("guard isSure else { return }; context.delete(stop)", []),
      ("Task { context.delete(stop) }", []),
      ("if isSure { print(1) }; context.delete(stop)", ["Stop"]),
    ])
  func certain(body: String, names: [String]) throws {
    let text =
      CodeWithCalls.model + """
        final class Holder { var drop: (Stop) -> Void = { _ in } }
        func keep(_ holder: Holder, _ isSure: Bool, _ context: ModelContext) {
          holder.drop = { stop in \(body) }
        }
        func go(_ holder: Holder, _ trip: Trip, _ stop: Stop, _ context: ModelContext) throws {
          context.delete(trip)
          holder.drop(stop)
          try context.save()
        }
        """
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)],
      of: [try Model(reading: text, as: file.path)]
    ).calls
    #expect(calls.first { $0.entity == "Trip" }?.deletedBehind == Set(names))
  }

  @Test(
    "What a closure empties before its delete, for the object that it is called with",
    arguments: [
      ("trip.stops.removeAll { $0 === gone }; context.delete(gone)", "", ["trip"]),
      ("drop(gone)", "", ["trip"]), ("context.delete(gone)", "", []),
      ("if isSure { trip.stops.removeAll { $0 === gone } }; context.delete(gone)", "", []),
      ("drop(gone)", "row.onDelete = { context.delete($0) }", []),
      ("drop(gone)", "row.onDelete = drop", ["trip"]),
    ])
  func emptied(body: String, more: String, relationships: [String]) throws {
    let text =
      CodeWithCalls.model + """
        final class Row { var onDelete: ((Stop) -> Void)?; func tap(_ stop: Stop) { onDelete?(stop) } }
        final class List {
          let trip: Trip
          let context: ModelContext
          func show(_ row: Row, _ isSure: Bool) { row.onDelete = { gone in \(body) }; \(more) }
          func drop(_ stop: Stop) { trip.stops.removeAll { $0 === stop }; context.delete(stop) }
        }
        """
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)], of: [try Model(reading: text, as: file.path)]
    ).calls
    let tap = calls.first { $0.caller == "Row.tap" && $0.kind == .delete }
    #expect(tap?.entity == "Stop")
    #expect(tap?.emptied == Set(relationships))
  }
}
