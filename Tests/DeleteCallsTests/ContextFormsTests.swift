import DeleteCalls
import Testing

@Suite("What is a context, and what only has the name of one?")
struct ContextFormsTests {
  static let forms = CodeWithCalls.all(
    #"""
    === what a name suggests
    struct Canvas {
      func clear(_ stop: Stop) { Shared.renderContext.delete(stop) } //> ?
      func clear(_ tag: Tag, of other: Easel) { other.drawingContext.delete(tag) } //> ?
      func wipe(_ trip: Trip) { context.delete(trip) } //> Trip
      func wipe(_ photo: Photo) throws {
        try renderContext.delete(model: Trip.self) //> batch ?
        let context = Shared.makeContext()
        context.delete(photo) //> ?
        Shared.run { context in context.delete(photo) } //> Photo
        [photo].forEach(moc.delete) //> Photo
        let moc = ModelContext(Shared.container)
        moc.delete(photo) //> foreign Photo
        self.wipe(photo) //> Photo
        drop(photo) //> ?
      }
      func drop<T: PersistentModel>(_ item: T) { moc.delete(item) } //> ?
      func rest(_ tag: Tag) {
        if let moc { moc.delete(tag) } //> Tag
        Shared.unknown.delete(tag) //> ?
      }
    }
    === names that a module of which nothing is known may declare
    import GraphKit
    func go(_ tag: Tag, _ engine: Engine, _ container: ModelContainer) {
      viewContext.delete(tag) //> ?
      engine.with { context in context.delete(tag) } //> ?
      let context = container.mainContext
      context.delete(tag) //> Tag
      perform { (moc: ModelContext) in moc.delete(tag) } //> Tag
    }
    struct Page: View {
      @Environment(\.modelContext) var modelContext
      func go(_ tag: Tag) { modelContext.delete(tag) } //> Tag
    }
    === the same names, with modules of the system alone
    import MapKit
    func go(_ tag: Tag, _ engine: Engine) {
      viewContext.delete(tag) //> Tag
      engine.with { context in context.delete(tag) } //> Tag
    }
    === what has no more than the name of a context
    @propertyWrapper struct Ctx { var wrappedValue: ModelContext { ModelContext(box) } }
    final class Painter {
      let context = Surface.makeContext()
      lazy var gpuContext = Surface.shared.ctx
      let own = ModelContext(box)
      @Ctx var wrapped
      @Imported var imported
      func go(_ tag: Tag) {
        context.delete(tag) //> ?
        gpuContext?.delete(tag) //> ?
        own.delete(tag) //> Tag
        wrapped.delete(tag) //> Tag
        imported.delete(tag) //> ?
        Kit.modelContext.delete(tag) //> ?
      }
      func go(_ stop: Stop, by other: Imported, _ container: ModelContainer) {
        other.modelContext.delete(stop) //> ?
        let context = Surface.makeContext()
        context.delete(stop) //> ?
        let known = container.mainContext
        known.delete(stop) //> Stop
      }
      func each(_ tags: [Tag], _ names: [String], _ store: Kit.Store) {
        tags.forEach(wrapped.delete) //> Tag
        tags.forEach(imported.delete) //> ?
        tags.forEach(store.delete) //> ?
        tags.first.map(store.delete) //> ?
        tags.forEach(store.delete(_:)) //> ?
        names.forEach(store.delete)
        tags.forEach(Canvas().delete)
        show(Words.delete)
        let remove: (Tag) -> Void = store.delete //> ?
      }
    }
    struct Canvas { func delete(_ tag: Tag) {} }
    === what is a case of an enumeration
    enum Command { case delete(Trip), other }
    indirect enum Step<T> { case delete(T), move(Step<T>) }
    struct Feature { enum Action { case delete(Trip) }; func send(_ action: Action) {} }
    enum Store {
      case open(Trip)
      static func delete(_ trip: Trip, in c: ModelContext) { c.delete(trip) } //> Trip
    }
    func go(_ trip: Trip, _ feature: Feature, c: ModelContext) {
      let command = Command.delete(trip)
      feature.send(Feature.Action.delete(trip))
      feature.send(.delete(trip))
      show(Step.delete(trip), [trip].map(Command.delete))
      Store.delete(trip, in: c) //> Trip
      Imported.delete(trip) //> ?
    }
    === what has a context
    extension EnvironmentValues { @Entry var store: ModelContext; @Entry var drawingContext: Canvas }
    @ModelActor actor Cleaner {
      func go(_ trip: Trip) { modelContext.delete(trip) } //> Trip
      func more(_ trip: Trip) { modelExecutor.modelContext.delete(trip) } //> Trip
    }
    extension Cleaner { func again(_ tag: Tag) { self.modelContext.delete(tag) } } //> Tag
    extension ModelActor { func each(_ photo: Photo) { modelContext.delete(photo) } } //> Photo
    struct Names {
      @Environment(\.modelContext) private var one
      @Environment(\.store) private var two
      @Environment(\.drawingContext) private var three
      @Environment(\.otherContext) private var four
      let container: ModelContainer
      func go(_ trip: Trip, _ tag: Tag, other: Cleaner) {
        one.delete(trip) //> Trip
        two.delete(trip) //> Trip
        three.delete(trip)
        four.delete(trip) //> ?
        container.mainContext.delete(tag) //> Tag
        one.container.mainContext.delete(tag) //> Tag
        other.modelContext.delete(tag) //> Tag
        if let context = trip.modelContext { context.delete(tag) } //> Tag
        trip.stops.sorted { $0.trip == nil }.prefix(2).forEach { one.delete($0) } //> Stop
      }
    }
    struct Canvas { func delete(_ trip: Trip) {} }
    === Core Data: what has a context of Core Data
    extension Trip {
      func go(_ stop: StopObject) {
        guard let managedObjectContext else { return }
        managedObjectContext.delete(stop) //> Stop
      }
    }
    final class Container: NSPersistentContainer {
      func go(_ stop: StopObject) { viewContext.delete(stop) } //> Stop
    }
    final class Policy: NSEntityMigrationPolicy {
      func go(_ stop: StopObject, manager: NSMigrationManager) {
        manager.destinationContext.delete(stop) //> Stop
      }
    }
    struct Stack {
      let container: NSPersistentCloudKitContainer
      let other: Container
      let loaded: Loader
      func go(_ stop: StopObject, results: NSFetchedResultsController<Trip>) {
        container.viewContext.delete(stop) //> Stop
        other.viewContext.delete(stop) //> Stop
        other.newBackgroundContext().delete(stop) //> foreign Stop
        loaded.viewContext.delete(stop) //> ?
        results.managedObjectContext.delete(stop) //> Stop
        container.viewContext.parent?.delete(stop) //> Stop
      }
    }
    === Core Data: relationships that a class calls by another name
    extension StopObject {
      @NSManaged @objc(trip) var journey: Trip?
      @objc func tidy() { journey = nil } //> unlink Trip
    }
    extension Trip {
      @NSManaged @objc(stops) var _stops: NSOrderedSet
      @nonobjc var all: [StopObject] {
        get { _stops.array as! [StopObject] }
        set { _stops = NSOrderedSet(array: newValue) }
      }
      var none: Bool {
        get { all.isEmpty }
        set { _stops = NSOrderedSet() } //> unlink Stop
      }
    }
    func go(_ stop: StopObject) { stop.journey = nil } //> unlink Trip
    """#)

  @Test("As the code says", arguments: forms)
  func form(_ code: CodeWithCalls) throws {
    let (expected, found) = try code.compared()
    #expect(found == expected)
  }
}
