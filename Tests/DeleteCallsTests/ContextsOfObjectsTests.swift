import DeleteCalls
import Testing

@Suite("Which context has an object, and which knows of a batch delete?")
struct ContextsOfObjectsTests {
  static let forms = CodeWithCalls.all(
    #"""
    === contexts that a function makes anew
    struct Store {
      let container: ModelContainer
      func context() -> ModelContext { ModelContext(container) }
      func trips() throws -> [Trip] { try context().fetch(FetchDescriptor<Trip>()) }
      func trips(in context: ModelContext) throws -> [Trip] {
        try context.fetch(FetchDescriptor<Trip>())
      }
      func clear() throws {
        let context = context()
        for trip in try trips() { context.delete(trip) } //> foreign Trip
        for trip in try trips(in: context) { context.delete(trip) } //> Trip
      }
    }
    === Core Data: identifiers that are merged into contexts
    final class Stack {
      let container = NSPersistentContainer(name: "App")
      var viewContext: NSManagedObjectContext { container.viewContext }
    }
    extension NSManagedObjectContext {
      func executeAndMerge(_ batch: NSBatchDeleteRequest) throws {
        batch.resultType = .resultTypeObjectIDs
        let result = try execute(batch) as? NSBatchDeleteResult
        let changes: [AnyHashable: Any] = [
          NSDeletedObjectsKey: result?.result as? [NSManagedObjectID] ?? []
        ]
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [self])
      }
    }
    func helper(_ c: NSManagedObjectContext) throws {
      let f: NSFetchRequest<NSFetchRequestResult> = Trip.fetchRequest()
      try c.executeAndMerge(NSBatchDeleteRequest(fetchRequest: f)) //> merged batch Trip
    }
    func background(_ stack: Stack) {
      stack.container.performBackgroundTask { own in
        let f = NSFetchRequest<NSFetchRequestResult>(entityName: "Trip")
        let r = NSBatchDeleteRequest(fetchRequest: f) //> merged batch Trip
        r.resultType = NSBatchDeleteRequestResultType.resultTypeObjectIDs
        guard let outcome = try? own.execute(r) as? NSBatchDeleteResult,
          let gone = outcome.result as? [NSManagedObjectID], !gone.isEmpty
        else { return }
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: [NSDeletedObjectsKey: gone], into: [stack.viewContext, own])
      }
    }
    func statusOnly(_ c: NSManagedObjectContext) throws {
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> batch Trip
      let result = try c.execute(r) as? NSBatchDeleteResult
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: result?.result ?? []], into: [c])
    }
    func inserted(_ c: NSManagedObjectContext) throws {
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> batch Trip
      r.resultType = .resultTypeObjectIDs
      let ids = (try c.execute(r) as! NSBatchDeleteResult).result as! [NSManagedObjectID]
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [c])
    }
    func reset(_ c: NSManagedObjectContext, _ other: NSManagedObjectContext) throws {
      try c.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip"))) //> merged batch Trip
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Stop")) //> merged batch Stop
      try c.persistentStoreCoordinator!.execute(r, with: c)
      c.reset()
      try other.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip"))) //> batch Trip
      c.reset()
      try c.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Stop"))) //> batch Stop
    }
    func unmerged(_ c: NSManagedObjectContext) throws {
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> batch Trip
      r.resultType = .resultTypeObjectIDs
      try c.execute(r)
    }
    func ofOne(_ c: NSManagedObjectContext) throws {
      let one = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> batch Trip
      let two = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Stop")) //> merged batch Stop
      one.resultType = .resultTypeObjectIDs
      two.resultType = .resultTypeObjectIDs
      try c.execute(one)
      let ids = (try c.execute(two) as! NSBatchDeleteResult).result as! [NSManagedObjectID]
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [c])
    }
    func gone(_ c: NSManagedObjectContext) throws -> [NSManagedObjectID] {
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Stop")) //> merged batch Stop
      r.resultType = .resultTypeObjectIDs
      return (try c.execute(r) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID] ?? []
    }
    func result(_ c: NSManagedObjectContext) throws {
      let ids = try gone(c)
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [c])
    }
    === Core Data: identifiers that are merged into one context alone, and a reset under a condition
    func beside(_ box: NSPersistentContainer, _ c: NSManagedObjectContext) throws {
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> batch Trip
      r.resultType = .resultTypeObjectIDs
      let ids = (try c.execute(r) as! NSBatchDeleteResult).result as! [NSManagedObjectID]
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [c])
      print(box.viewContext)
    }
    func both(_ box: NSPersistentContainer, _ c: NSManagedObjectContext) throws {
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> merged batch Trip
      r.resultType = .resultTypeObjectIDs
      let ids = (try c.execute(r) as! NSBatchDeleteResult).result as! [NSManagedObjectID]
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [c, box.viewContext])
    }
    func view(_ box: NSPersistentContainer) throws {
      let c = box.newBackgroundContext()
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> merged batch Trip
      r.resultType = .resultTypeObjectIDs
      let ids = (try c.execute(r) as! NSBatchDeleteResult).result as! [NSManagedObjectID]
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [box.viewContext])
    }
    func own(_ box: NSPersistentContainer) throws {
      let c = box.newBackgroundContext()
      let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> batch Trip
      r.resultType = .resultTypeObjectIDs
      let ids = (try c.execute(r) as! NSBatchDeleteResult).result as! [NSManagedObjectID]
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [c])
    }
    final class Cache {
      let c: NSManagedObjectContext
      init(_ box: NSPersistentContainer) { c = box.newBackgroundContext() }
      func purge() throws {
        let r = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip")) //> merged batch Trip
        r.resultType = .resultTypeObjectIDs
        let ids = (try c.execute(r) as! NSBatchDeleteResult).result as! [NSManagedObjectID]
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [c])
      }
    }
    func perhaps(_ c: NSManagedObjectContext, _ isDone: Bool) throws {
      try c.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip"))) //> batch Trip
      if isDone { c.reset() }
    }
    func inBranch(_ c: NSManagedObjectContext, _ isDone: Bool) throws {
      if isDone {
        try c.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip"))) //> merged batch Trip
        c.reset()
      }
    }
    === Core Data: requests without subentities
    func exact(_ c: NSManagedObjectContext) throws {
      let f = NSFetchRequest<NSFetchRequestResult>(entityName: "Trip")
      f.includesSubentities = false
      try c.execute(NSBatchDeleteRequest(fetchRequest: f)) //> exact batch Trip
      f.includesSubentities = true
      try deleteAll(f, c) //> batch Trip
    }
    func deleteAll(_ f: NSFetchRequest<NSFetchRequestResult>, _ c: NSManagedObjectContext) throws {
      try c.execute(NSBatchDeleteRequest(fetchRequest: f)) //> batch given Trip
    }
    === objects of views, and contexts that views do not have
    import SwiftUI
    @ModelActor actor Store {
      func remove(_ trip: Trip) { modelContext.delete(trip) } //> Trip
      func drop(trips: [Trip]) { for one in trips { modelContext.delete(one) } } //> Trip
      func take(_ id: PersistentIdentifier) {
        if let trip = modelContext.model(for: id) as? Trip { modelContext.delete(trip) } //> Trip
      }
      func sweep() throws {
        for trip in try modelContext.fetch(FetchDescriptor<Trip>()) { remove(trip) } //> Trip
      }
    }
    final class Worker {
      private let own: ModelContext
      init(container: ModelContainer) { own = ModelContext(container) }
      func remove(_ trip: Trip) { own.delete(trip) } //> Trip
    }
    struct TripList: View {
      @Environment(\.modelContext) private var context
      @Query private var trips: [Trip]
      let store: Store
      let worker: Worker
      var body: some View {
        ForEach(trips) { trip in
          Button("A") { Task { await store.remove(trip) } } //> foreign Trip
        }
        .onDelete { offsets in for i in offsets { worker.remove(trips[i]) } } //> foreign Trip
        Button("B") { Task { await store.drop(trips: trips.filter { $0.name == "" }) } } //> foreign Trip
        Button("D") { context.delete(trips[0]) } //> Trip
      }
      func inline(container: ModelContainer) throws {
        let own = ModelContext(container)
        own.delete(trips[0]) //> foreign Trip
        try own.fetch(FetchDescriptor<Trip>()).forEach { own.delete($0) } //> Trip
      }
      func byIdentifier(_ trip: Trip) { Task { await store.take(trip.persistentModelID) } }
    }
    struct TripEditor: View {
      let context: ModelContext
      @Bindable var trip: Trip
      init(id: PersistentIdentifier, container: ModelContainer) {
        context = ModelContext(container)
        trip = context.model(for: id) as! Trip
      }
      var body: some View { Button("X") { context.delete(trip) } } //> Trip
    }
    === objects that a model actor returns
    import SwiftUI
    @ModelActor actor Store {
      func all() throws -> [Trip] { try modelContext.fetch(FetchDescriptor<Trip>()) }
      func remove(_ trip: Trip) { modelContext.delete(trip) } //> Trip
    }
    struct TripList: View {
      @Query private var trips: [Trip]
      let store: Store
      let trip: Trip
      func remove() async { await store.remove(trip) } //> Trip
    }
    === contexts that the code makes, and lists that it fills
    import SwiftUI
    func given(_ container: ModelContainer, _ trip: Trip) {
      let own = ModelContext(container)
      own.delete(trip) //> foreign Trip
      if let same = own.model(for: trip.persistentModelID) as? Trip { own.delete(same) } //> Trip
    }
    func two(_ container: ModelContainer) throws {
      let next = ModelContext(container)
      let made = Trip()
      next.insert(made)
      for trip in try next.fetch(FetchDescriptor<Trip>()) { next.delete(trip) } //> Trip
      next.delete(made) //> Trip
      ModelContext(container).delete(made) //> foreign Trip
      try next.fetch(FetchDescriptor<Trip>()).forEach(ModelContext(container).delete) //> foreign Trip
    }
    func fresh(_ container: ModelContainer) -> ModelContext { ModelContext(container) }
    func ofHelper(_ container: ModelContainer, _ trip: Trip, _ context: ModelContext) throws {
      let own = fresh(container)
      own.delete(trip) //> foreign Trip
      context.delete(trip) //> Trip
      for trip in try own.fetch(FetchDescriptor<Trip>()) { own.delete(trip) } //> Trip
      let either = trip.modelContext ?? ModelContext(container)
      either.delete(trip) //> Trip
    }
    @ModelActor actor Store {
      func remove(_ trip: Trip) { modelContext.delete(trip) } //> Trip
    }
    @MainActor final class Trips {
      private let context: ModelContext
      private let store: Store
      private(set) var trips: [Trip] = []
      init(context: ModelContext) {
        self.context = context
        store = Store(modelContainer: context.container)
      }
      func load() { trips = (try? context.fetch(FetchDescriptor<Trip>())) ?? [] }
      func remove(at place: Int) { context.delete(trips[place]) } //> Trip
      func removeLater(at place: Int) {
        let trip = trips[place]
        Task { await store.remove(trip) } //> foreign Trip
      }
    }
    final class Worker {
      private let own: ModelContext
      private var trips: [Trip] = []
      init(container: ModelContainer) { own = ModelContext(container) }
      func load() throws { trips = try own.fetch(FetchDescriptor<Trip>()) }
      func take(_ trip: Trip) { own.delete(trip) } //> Trip
      func remove() { trips.forEach(take) } //> Trip
    }
    === Core Data: contexts of the background
    final class Store {
      let container: NSPersistentContainer
      init(_ container: NSPersistentContainer) { self.container = container }
      func all() throws -> [Trip] { try container.viewContext.fetch(Trip.fetchRequest()) }
      func purge() throws {
        let trips = try all()
        container.performBackgroundTask { own in trips.forEach(own.delete) } //> foreign Trip
      }
      func purgeHere() throws {
        for trip in try all() { container.viewContext.delete(trip) } //> Trip
      }
      func made() {
        let trip = Trip(context: container.viewContext)
        container.viewContext.delete(trip) //> Trip
        container.newBackgroundContext().delete(trip) //> foreign Trip
      }
      func given(_ trip: Trip, _ id: NSManagedObjectID) {
        container.performBackgroundTask { own in
          own.delete(trip) //> foreign Trip
          own.delete(own.object(with: trip.objectID)) //> Trip
        }
      }
      func later(_ trip: Trip) {
        container.performBackgroundTask { own in
          let same = own.object(with: trip.objectID) as! Trip
          own.delete(same) //> Trip
        }
      }
      func choose(_ trip: Trip) { later(trip) } //> Trip
      func temporary() {
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = container.viewContext
        container.viewContext.delete(Trip(context: child)) //> foreign Trip
        let other = NSManagedObjectContext(.mainQueue)
        container.viewContext.delete(Trip(context: other)) //> foreign Trip
        let local = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        let trip = Trip(context: local)
        container.viewContext.delete(trip) //> foreign Trip
        local.delete(trip) //> Trip
      }
      func main() -> NSManagedObjectContext {
        let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        container.viewContext.delete(Trip(context: main)) //> Trip
        return main
      }
      func child(_ parent: NSManagedObjectContext) throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        let trip = try parent.fetch(Trip.fetchRequest())[0]
        child.performAndWait { child.delete(trip) } //> foreign Trip
        parent.delete(trip) //> Trip
      }
    }
    extension Trip {
      func remove(_ container: NSPersistentContainer) {
        container.performBackgroundTask { $0.delete(self) } //> foreign Trip
      }
      func removeHere() { managedObjectContext?.delete(self) } //> Trip
    }
    === Core Data: members of what a class of the system inherits from
    extension UIViewController {
      var database: NSManagedObjectContext { (UIApplication.shared.delegate as! AppDelegate).context }
      func discard(_ trip: Trip) { database.delete(trip) } //> Trip
    }
    final class TripTable: UITableViewController {
      func remove(_ trip: Trip, _ stop: StopObject) {
        database.delete(stop) //> Stop
        discard(trip) //> Trip
      }
    }
    === what a type takes for its properties, and lists that grow
    struct Actions { let remove: (Trip) -> Void }
    func named(_ c: ModelContext) -> Actions { Actions(remove: c.delete) } //> Trip
    func trailing(_ c: ModelContext) -> Actions { Actions { trip in c.delete(trip) } } //> Trip
    func grow(_ trip: Trip, _ stop: Stop) {
      trip.stops = trip.stops + [stop]
      trip.stops = [stop] + trip.stops
    }
    func results(_ c: ModelContext, _ trip: Result<Trip, any Error>) async throws {
      c.delete(try trip.get()) //> Trip
      let task = Task { try c.fetch(FetchDescriptor<Tag>()) }
      for tag in try await task.value { c.delete(tag) } //> Tag
      try c.fetch(FetchDescriptor<Trip>()).reduce(into: [Stop]()) { $0 += $1.stops }
        .forEach { stop in c.delete(stop) } //> Stop
      [[try trip.get()]].joined().forEach { c.delete($0) } //> Trip
    }
    extension Array where Element: PersistentModel {
      func deleteAll(in c: ModelContext) { forEach { c.delete($0) } } //> given Tag
    }
    func all(_ c: ModelContext, _ tags: [Tag]) { tags.deleteAll(in: c) } //> Tag
    extension FetchDescriptor { static var everything: Self { Self() } }
    func everything(_ c: ModelContext) throws {
      for trip in try c.fetch(FetchDescriptor<Trip>.everything) { c.delete(trip) } //> Trip
    }
    === Core Data: setters of what wraps an object, and key paths
    struct Wrapped {
      let object: Trip
      var stops: Set<StopObject> {
        get { object.stops as! Set<StopObject> }
        set { object.stops = newValue as NSSet }
      }
      var other: Wrapped? {
        get { nil }
        set { object.stops = newValue?.object.stops }
      }
    }
    func clear(_ trip: Trip) {
      trip.mutableSetValue(forKeyPath: #keyPath(Trip.stops)).removeAllObjects() //> unlink Stop
    }
    """#)

  @Test("As the code says", arguments: forms)
  func form(_ code: CodeWithCalls) throws {
    let (expected, found) = try code.compared()
    #expect(found == expected)
  }
}
