import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

/// Code with what its calls delete behind `//>`, on the line where each begins: an entity, `?` for what
/// is not certain, with `batch` or `unlink` before it.
struct CodeWithCalls: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String
  /// Whether the model is one of Core Data, whose classes no file declares.
  let isCoreData: Bool

  init(_ name: String, isCoreData: Bool = false, _ code: String) {
    self.name = name
    self.isCoreData = isCoreData
    self.code = code
  }

  var testDescription: String { name }

  private static let bundle = """
    <model>
      <entity name="Trip">
        <attribute name="name" attributeType="String"/>
        <relationship name="stops" toMany="YES" deletionRule="Cascade" destinationEntity="Stop" inverseName="trip" inverseEntity="Stop"/>
      </entity>
      <entity name="Stop" representedClassName="StopObject">
        <relationship name="trip" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Trip" inverseName="stops" inverseEntity="Trip"/>
      </entity>
    </model>
    """
  private static let model = """
    import SwiftData
    @Model final class Trip {
      var name = ""
      @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      @Relationship(deleteRule: .cascade) var photo: Photo?
      var tags: [Tag] = []
      init() {}
    }
    @Model final class Stop { var trip: Trip?; init() {} }
    @Model final class Tag { @Relationship(inverse: \\Trip.tags) var trips: [Trip] = []; init() {} }
    @Model final class Photo { init() {} }

    """

  /// What the comments say, by lines, and what is found.
  func compared() throws -> (expected: [String], found: [String]) {
    let text = (isCoreData ? "import CoreData\n" : Self.model) + code
    var expected: [String] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let mark = line.firstRange(of: "//>") else { continue }
      for words in line[mark.upperBound...].split(separator: ",") {
        expected.append("\(number + 1): \(words.drop { $0 == " " })")
      }
    }
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let model =
      isCoreData
      ? try Model(reading: Self.bundle, as: "App.xcdatamodel/contents")
      : try Model(reading: text, as: file.path)
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)], of: [model])
    let found = calls.calls.map { call -> String in
      let kind =
        switch call.kind {
        case .delete: ""
        case .batchDelete: "batch "
        case .unlink: "unlink "
        case .erase: "all"
        }
      let given = call.givenEntities.isEmpty ? "?" : "given \(call.givenEntities.listed("or"))"
      let entity = call.kind == .erase ? "" : call.entity ?? given
      return "\(call.location.line): \(kind)\(entity)"
    }
    return (expected.sorted(), found.sorted())
  }
}

@Suite("What does each call in the code delete?")
struct CallFormsTests {
  static let forms = [
    CodeWithCalls(
      "a view",
      #"""
      struct TripList: View {
        @Environment(\.modelContext) private var context
        @Environment(\.modelContext) var store
        @Query(sort: \Trip.name) private var trips: [Trip]
        @State private var chosen: Trip?
        @Bindable var trip: Trip
        var body: some View {
          List {
            ForEach(trips) { trip in
              Text(trip.name).swipeActions { Button("Delete") { context.delete(trip) } } //> Trip
            }
            .onDelete { offsets in
              for index in offsets { context.delete(trips[index]) } //> Trip
            }
            .onDelete(perform: deleteTrips)
          }
          .sheet(item: $chosen) { chosen in
            Button("Delete") { store.delete(chosen) } //> Trip
          }
          .confirmationDialog("Sure?", isPresented: $asks, presenting: chosen) { one in
            Button("Delete", role: .destructive) {
              withAnimation { store.delete(one) } //> Trip
            }
          }
        }
        private func deleteTrips(offsets: IndexSet) {
          withAnimation {
            offsets.map { trips[$0] }.forEach(context.delete) //> Trip
            offsets.forEach { index in
              let stop = trip.stops[index]
              context.delete(stop) //> Stop
            }
          }
          if let chosen { context.delete(chosen) } //> Trip
          guard let photo = trip.photo else { return }
          self.store.delete(photo) //> Photo
          for (number, stop) in trip.stops.enumerated() where number > 2 {
            context.delete(stop) //> Stop
          }
          trip.tags.filter { $0.trips.isEmpty }.forEach { context.delete($0) } //> Tag
          trips.flatMap(\.stops).forEach { context.delete($0) } //> Stop
        }
      }
      """#),
    CodeWithCalls(
      "fetches and batches",
      #"""
      @ModelActor actor Cleaner {
        func clean(name: String) throws {
          let old = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
          for trip in try modelContext.fetch(old) { modelContext.delete(trip) } //> Trip
          if let first = try? modelContext.fetch(FetchDescriptor<Tag>()).first {
            modelContext.delete(first) //> Tag
          }
          try modelContext.delete(model: Stop.self) //> batch Stop
          try modelContext.delete(model: Photo.self, where: #Predicate { _ in true }) //> batch Photo
          let other = FetchDescriptor(predicate: #Predicate<Stop> { $0.trip == nil })
          try modelContext.fetch(other).forEach { modelContext.delete($0) } //> Stop
        }
        func remove(id: PersistentIdentifier) {
          guard let trip = modelContext.model(for: id) as? Trip else { return }
          modelContext.delete(trip) //> Trip
          if let tag: Tag = modelContext.registeredModel(for: id) { modelContext.delete(tag) } //> Tag
          modelContext.delete(modelContext.model(for: id)) //> ?
        }
        func reset(container: ModelContainer) throws {
          container.deleteAllData() //> all
          try container.erase() //> all
        }
      }
      """#),
    CodeWithCalls(
      "wrappers",
      #"""
      protocol Store { func delete(_ trip: Trip) async throws }
      final class TripStore: Store {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func delete(_ trip: Trip) { context.delete(trip) } //> Trip
        func deleteAny<T: PersistentModel>(_ item: T) { context.delete(item) } //> given Stop or Tag
        func deleteAll<T: PersistentModel>(of type: T.Type) throws {
          try context.delete(model: type) //> batch given Stop
        }
        func deleteMore<T: PersistentModel>(_ item: T) { context.delete(item) } //> ?
        func either<T: PersistentModel>(_ item: T, any: any PersistentModel) {
          deleteMore(item) //> ?
        }
        func through<T: PersistentModel>(_ item: T) { if twice { through(item) } else { last(item) } } //> given Photo, given Photo
        func last<T: PersistentModel>(_ item: T) { context.delete(item) } //> given Photo
        func start(photo: Photo) { through(photo) } //> Photo
        func deleteTrip(id: UUID) {
          let found = try? context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.id == id }))
          if let found = found?.first { context.delete(found) } //> Trip
        }
        func twice(_ tag: Tag) { deleteAny(tag) } //> Tag
        func drop(all tags: [Tag]) { for tag in tags { context.delete(tag) } } //> Tag
        func tidy(_ trip: Trip, name: String) {
          if let stop = trip.stops.first { context.delete(stop) } //> Stop
          trip.name = name
        }
      }
      extension Trip {
        func remove() { modelContext?.delete(self) } //> Trip
      }
      struct Caller {
        let store: any Store
        let trips: TripStore
        var selected: Trip
        func go(id: UUID, tag: Tag) async throws {
          try await store.delete(selected) //> Trip
          trips.deleteAny(tag) //> Tag
          trips.twice(tag) //> Tag
          trips.drop(all: [tag]) //> Tag
          trips.tidy(selected, name: "tidied")
          trips.deleteTrip(id: id) //> Trip
          selected.remove() //> Trip
          try trips.deleteAll(of: Stop.self) //> Stop
          selected.stops.forEach(trips.deleteAny) //> Stop
        }
      }
      """#),
    CodeWithCalls(
      "unlinks",
      #"""
      func unlink(trip: Trip, stop: Stop, tag: Tag, photo: Photo) {
        trip.stops.remove(at: 0) //> unlink Stop
        trip.stops.removeAll { $0 == stop } //> unlink Stop
        trip.stops = [] //> unlink Stop
        stop.trip = nil //> unlink Trip
        trip.photo = photo //> unlink Photo
        stop.trip = trip
        trip.name = ""
        let new = Trip()
        new.stops = []
        new.photo = photo
        var copy = trip.name
        copy.removeAll()
      }
      """#),
    CodeWithCalls(
      "Core Data", isCoreData: true,
      #"""
      extension Trip {
        var stopsArray: [StopObject] { (stops?.allObjects as? [StopObject] ?? []).sorted { $0.id < $1.id } }
        static func all(in context: NSManagedObjectContext) throws -> [Trip] {
          let request: NSFetchRequest<Trip> = Trip.fetchRequest()
          return try context.fetch(request)
        }
        func delete() { managedObjectContext?.delete(self) } //> Trip
        enum Names { static let entity = "Trip" }
      }
      extension NSManagedObject {
        static func make(in context: NSManagedObjectContext) -> Self { Self(context: context) }
      }
      extension Store {
        func more(context: NSManagedObjectContext) throws {
          let stop = StopObject.make(in: context)
          context.delete(stop) //> Stop
          let request = NSFetchRequest<NSFetchRequestResult>(entityName: Trip.Names.entity)
          try context.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch Trip
        }
      }
      final class Store {
        static let shared = Store()
        let container = NSPersistentContainer(name: "App")
        lazy var moc = container.viewContext
        var controller: NSFetchedResultsController<Trip>!
        func go(trip: Trip, id: NSManagedObjectID, paths: [IndexPath]) throws {
          let context = container.newBackgroundContext()
          context.performAndWait {
            context.delete(context.object(with: trip.objectID)) //> Trip
            if let stop = try? context.existingObject(with: id) as? StopObject {
              context.delete(stop) //> Stop
            }
            context.delete(context.object(with: id)) //> ?
          }
          container.performBackgroundTask { inner in
            for trip in (try? Trip.all(in: inner)) ?? [] { inner.delete(trip) } //> Trip
          }
          for stop in trip.stopsArray { moc.delete(stop) } //> Stop
          trip.stops?.forEach { container.viewContext.delete($0 as! StopObject) } //> Stop
          let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Stop")
          try context.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch Stop
          let fetch: NSFetchRequest<NSFetchRequestResult> = Trip.fetchRequest()
          let batch = NSBatchDeleteRequest(fetchRequest: fetch) //> batch Trip
          try context.execute(batch)
          let ids = try Trip.all(in: context).map(\.objectID)
          _ = NSBatchDeleteRequest(objectIDs: ids) //> batch Trip
          _ = NSBatchDeleteRequest(objectIDs: [id]) //> batch ?
          paths.map { controller.object(at: $0) }.forEach(moc.delete) //> Trip
          controller.fetchedObjects?.forEach { $0.delete() } //> Trip
          trip.removeFromStops(trip.stopsArray[0]) //> unlink Stop
          trip.mutableSetValue(forKey: "stops").removeAllObjects() //> unlink Stop
          trip.stopsArray.first?.trip = nil //> unlink Trip
          Store.shared.wipe("Trip") //> ?
        }
        func wipe(_ name: String) {
          let request = NSFetchRequest<NSManagedObject>(entityName: name)
          for object in (try? moc.fetch(request)) ?? [] { moc.delete(object) } //> ?
        }
      }
      struct TripRow: View {
        @ObservedObject var trip: Trip
        @FetchRequest(sortDescriptors: []) private var trips: FetchedResults<Trip>
        @Environment(\.managedObjectContext) private var viewContext
        var body: some View {
          Button("Delete", action: { viewContext.delete(trip) }) //> Trip
            .onDisappear { trips.forEach(viewContext.delete) } //> Trip
        }
      }
      """#),
    CodeWithCalls(
      "no calls of models",
      #"""
      struct Files {
        let manager: FileManager
        var names: [String]
        var api: Client
        func clear(trip: Trip) {
          try? manager.removeItem(at: url)
          names.removeAll()
          names.remove(at: 1)
          Keychain.shared.delete("key")
          api.delete(id: 3)
          // context.delete(trip)
          print("context.delete(trip)")
        }
      }
      final class Client { func delete(id: Int) {} }
      extension Trip { func remove(at index: Int) { modelContext?.delete(self) } } //> Trip
      extension Array where Element: Trip { func shuffle() {} }
      func move(names: [String]) { names.remove(at: 2) }
      """#),
    CodeWithCalls(
      "what hides a name",
      #"""
      struct Hiding {
        @Environment(\.modelContext) var context
        var item: Trip
        func go(items: [Stop], any: [Any], either: Bool) {
          for item in items { context.delete(item) } //> Stop
          context.delete(item) //> Trip
          for item in any { context.delete(item) } //> ?
          switch any.first {
          case let item as Tag: context.delete(item) //> ?
          default: context.delete(item) //> Trip
          }
          let item = items.first!
          context.delete(item) //> Stop
          let some = either ? items.first : nil
          if let some { context.delete(some) } //> Stop
          items.sorted { $0.name < $1.name }.prefix(3).forEach { stop in
            Task { @MainActor in context.delete(stop) } //> Stop
          }
        }
      }
      """#),
  ]

  @Test("As the code says", arguments: forms)
  func form(_ code: CodeWithCalls) throws {
    let (expected, found) = try code.compared()
    #expect(found == expected)
  }
}
