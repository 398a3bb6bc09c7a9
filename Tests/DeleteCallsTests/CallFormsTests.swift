import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

@Suite("What does each call in the code delete?")
struct CallFormsTests {
  static let forms = CodeWithCalls.all(
    #"""
    === what a closure is given whose type has an attribute before its brackets
    final class Store {
      func access(_ task: @escaping(Trip) -> Void) {}
    }
    func go(_ store: Store, c: ModelContext) {
      store.access { trip in
        c.delete(trip) //> Trip
      }
    }
    === what an object does that is called like a function
    struct DeleteTrip {
      let context: ModelContext
      func callAsFunction(id: UUID) throws {
        let found = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.id == id }))
        if let trip = found.first { context.delete(trip) } //> Trip
      }
    }
    final class List {
      let deleteTrip: DeleteTrip
      let print: (UUID) -> Void
      func remove(_ id: UUID, by delete: DeleteTrip) throws {
        try deleteTrip(id: id) //> Trip
        try self.deleteTrip(id: id) //> Trip
        try delete(id: id) //> Trip
        print(id)
      }
    }
    === what a static function fetches of its own type
    extension Trip {
      static func purge(in c: ModelContext) throws {
        for trip in try c.fetch(FetchDescriptor<Trip>()) where trip.name == "" { c.delete(trip) } //> Trip
      }
      static func update(in c: ModelContext) throws {
        for trip in try c.fetch(FetchDescriptor<Trip>()) where trip.name == "" { c.delete(trip) } //> Trip
      }
      static func purgeTags(in c: ModelContext) throws {
        for tag in try c.fetch(FetchDescriptor<Tag>()) { c.delete(tag) } //> Tag
      }
      func purgeAll(in c: ModelContext) throws {
        for trip in try c.fetch(FetchDescriptor<Trip>()) { c.delete(trip) } //> Trip
      }
    }
    func go(_ trip: Trip, c: ModelContext) throws {
      try Trip.purge(in: c) //> Trip
      try Trip.update(in: c)
      try Trip.purgeTags(in: c)
      try trip.purgeAll(in: c)
    }
    === what an alias with type parameters stands for
    typealias Request<T: PersistentModel> = FetchDescriptor<T>
    typealias Pair<First, Second> = (Second, First)
    enum Requests {
      static func make<T: PersistentModel>() -> Request<T> { Request<T>() }
      static func tags() -> Request<Tag> { Request() }
    }
    func go(c: ModelContext, pair: Pair<Trip, Stop>) throws {
      let request: Request<Trip> = Requests.make()
      for trip in try c.fetch(request) { c.delete(trip) } //> Trip
      for tag in try c.fetch(Requests.tags()) { c.delete(tag) } //> Tag
      try c.fetch(Request<Stop>()).forEach(c.delete) //> Stop
      c.delete(pair.0) //> Stop
      c.delete(pair.1) //> Trip
    }
    === what a generic function returns, of the class of what it is given
    func same<U: PersistentModel>(_ object: U, in c: ModelContext) -> U? {
      c.model(for: object.persistentModelID) as? U
    }
    func delete(_ object: some PersistentModel, in c: ModelContext) {
      if let own = same(object, in: c) {
        c.delete(own) //> given Tag or Trip
      }
    }
    func remove<T: PersistentModel>(_ object: T, in c: ModelContext) {
      if let own = same(object, in: c) {
        c.delete(own) //> given Stop
      }
    }
    func go(_ trip: Trip, _ stop: Stop, _ tag: Tag, c: ModelContext) {
      delete(trip, in: c) //> Trip
      delete(tag, in: c) //> Tag
      remove(stop, in: c) //> Stop
    }
    === what an optional, an extension of the system's types and a fetch hand over
    extension FetchDescriptor where T == Trip { static func all() -> FetchDescriptor { .init() } }
    func go(context: ModelContext, trip: Trip?, found: [Any], observer: ResultsObserver<Tag, Never>) throws {
      trip.map(context.delete) //> Trip
      for trip in try context.fetch(FetchDescriptor<Trip>()) {
        context.delete(trip) //> Trip
      }
      try context.enumerate(FetchDescriptor<Stop>()) {
        context.delete($0) //> Stop
      }
      for stop in found.compactMap({ $0 as? Stop }) {
        context.delete(stop) //> Stop
      }
      for tag in observer.results.map(\.self) {
        context.delete(tag) //> Tag
      }
      if let trip = Optional(trip) {
        context.delete(trip) //> Trip
      }
    }
    === what is expected of a literal, of a closure's result and of what is returned
    func each<each T: PersistentModel>(_ type: repeat (each T).Type, in c: ModelContext) throws {
      repeat try c.delete(model: each type) //> batch ?
    }
    func all<each T: PersistentModel>(_ objects: repeat each T, in c: ModelContext) async {
      repeat await c.delete(each objects) //> ?
    }
    func go(c: ModelContext, trip: Trip, stop: Stop) {
      let list: [(Trip) -> Void] = [{ c.delete($0) }] //> Trip
      list[0](trip)
      let named: [String: (Stop) -> Void] = ["a": { c.delete($0) }, "b": c.delete] //> Stop, Stop
      let pair: (String, (Stop) -> Void) = ("x", { c.delete($0) }) //> Stop
      unknown { c.delete(trip) } //> Trip
      Unknown.shared.handlers["x"] = { c.delete(stop) } //> Stop
      Unknown.shared.perform(on: trip) { c.delete($0) } //> ?
    }
    func action(_ c: ModelContext) -> (Trip) -> Void {
      return { c.delete($0) } //> Trip
    }
    func other(_ c: ModelContext) -> (Tag) -> Void { c.delete } //> Tag
    struct Actions {
      let c: ModelContext
      var table: [String: (Tag) -> Void] { ["x": { c.delete($0) }] } //> Tag
    }
    === a curried delete
    func go(c: ModelContext, trip: Trip, stop: Stop) {
      ModelContext.delete(c)(trip) //> Trip
      [stop].forEach(ModelContext.delete(c)) //> Stop
      let f = ModelContext.delete(c)
      f(trip) //> Trip
      let g = ModelContext.delete
      g(c)(stop) //> Stop
      unknown(ModelContext.delete) //> ?
    }
    === what a static function is called on, and lists of several entities
    protocol Kept: PersistentModel {}
    extension Kept {
      static func sweep(in context: ModelContext) {
        for each in (try? context.fetch(FetchDescriptor<Self>())) ?? [] {
          context.delete(each) //> given Stop or Trip
        }
      }
      static func cull(in context: ModelContext) -> Int {
        try? context.delete(model: Self.self) //> batch given Trip
        return 0
      }
    }
    extension Trip: Kept {
      static func cull(in context: ModelContext) {}
      func clearAll(in context: ModelContext) {
        let all: [[any PersistentModel]] = [stops, tags]
        for list in all { list.forEach { context.delete($0) } } //> Stop and Tag
        context.delete(all[0][0]) //> ?
        if let first = all.first { first.forEach(context.delete) } //> ?
        for each in [stops[0], tags[0]] as [any PersistentModel] {
          context.delete(each) //> Stop and Tag
        }
      }
    }
    extension Stop: Kept {}
    func go(trip: Trip, context: ModelContext) {
      Trip.sweep(in: context) //> Trip
      Stop.sweep(in: context) //> Stop
      Trip.cull(in: context)
      print(Trip.cull(in: context)) //> batch Trip
      trip.clearAll(in: context)
      let byName = Dictionary(uniqueKeysWithValues: trip.stops.map { ("\($0)", $0) })
      context.delete(byName["a"]!) //> Stop
    }
    === lists and variables of anything, which get objects of other entities
    func lists(t: Tag, s: Stop, more: [Stop], isMore: Bool, c: ModelContext) {
      var a: [any PersistentModel] = [t]
      a.append(s)
      a.forEach { c.delete($0) } //> Stop and Tag
      var b: [any PersistentModel] = [t]
      b += [s]
      for one in b { c.delete(one) } //> Stop and Tag
      var d: [any PersistentModel] = [t]
      d.insert(t, at: 0)
      d = d + [s]
      for one in d { c.delete(one) } //> Stop and Tag
      var e: [any PersistentModel] = [t]
      e.append(contentsOf: more)
      e.forEach(c.delete) //> Stop and Tag
      var f: [any PersistentModel] = [t]
      if isMore { f.append(s) }
      f.forEach(c.delete) //> ?
      var g: [any PersistentModel] = [t]
      g.append(unknown())
      g.forEach(c.delete) //> ?
      var h = [t]
      h.append(unknown())
      h.forEach(c.delete) //> Tag
      var i: [any PersistentModel] = []
      for one in more { i.append(one) }
      i.forEach(c.delete) //> Stop
      var j: [any PersistentModel] = [t]
      j[0] = s
      j.forEach(c.delete) //> Stop and Tag
      var k: [any PersistentModel] = [t]
      grow(&k)
      k.forEach(c.delete) //> ?
      var m: [any PersistentModel] = []
      m.append(t)
      m.append(unknown())
      m.forEach(c.delete) //> ?
      let l: [any PersistentModel] = [t] + Trip().stops
      l.forEach(c.delete) //> Stop and Tag
    }
    func variables(t: Tag, s: Stop, isOther: Bool, c: ModelContext) {
      var a: any PersistentModel = t
      a = s
      c.delete(a) //> Stop
      a = unknown()
      c.delete(a) //> ?
      var b: any PersistentModel = t
      if isOther { b = s }
      c.delete(b) //> ?
    }
    === lists of identifiers, which get those of objects one by one
    func deleteObjects(for ids: [PersistentIdentifier], in c: ModelContext) {
      for id in ids { c.delete(c.model(for: id)) } //> ?
    }
    func remove(_ stops: [Stop], t: Tag, s: Stop, isMore: Bool, id: PersistentIdentifier, in c: ModelContext) {
      var a: [PersistentIdentifier] = []
      for stop in stops { a.append(stop.persistentModelID) }
      deleteObjects(for: a, in: c) //> Stop
      var b: Set<PersistentIdentifier> = []
      stops.forEach { b.insert($0.persistentModelID) }
      b.forEach { c.delete(c.model(for: $0)) } //> Stop
      var d = [PersistentIdentifier]()
      if isMore { d += [t.persistentModelID] }
      deleteObjects(for: d, in: c) //> Tag
      var e: [PersistentIdentifier] = [t.persistentModelID]
      e.append(contentsOf: stops.map(\.persistentModelID))
      for id in e { c.delete(c.model(for: id)) } //> Stop and Tag
      c.delete(c.model(for: e[0])) //> ?
      var f: [PersistentIdentifier] = [t.persistentModelID]
      if isMore { f.append(s.persistentModelID) }
      deleteObjects(for: f, in: c) //> ?
      var g: [PersistentIdentifier] = []
      g.append(t.persistentModelID)
      g.append(id)
      deleteObjects(for: g, in: c) //> ?
      let h: PersistentIdentifier = t.persistentModelID
      c.delete(c.model(for: h)) //> Tag
      let i: [PersistentIdentifier] = stops.map(\.persistentModelID)
      deleteObjects(for: i, in: c) //> Stop
      var j: Set<PersistentIdentifier> = Set(stops.map(\.persistentModelID))
      j.remove(id)
      for id in j { c.delete(c.model(for: id)) } //> Stop
      j.formUnion(unknown())
      for id in j { c.delete(c.model(for: id)) } //> ?
    }
    === contexts by constraints and key paths, and receivers of unknown types
    import StackKit
    protocol HasContext { associatedtype C; var context: C { get } }
    extension HasContext where C == ModelContext { func remove(_ tag: Tag) { context.delete(tag) } } //> Tag
    struct Box<C> { let context: C }
    extension Box where C == ModelContext { func remove(_ tag: Tag) { context.delete(tag) } } //> Tag
    protocol Worker { associatedtype C: ModelContext; var context: C { get } }
    extension Worker { func remove(_ tag: Tag) { context.delete(tag) } } //> Tag
    struct Many {
      let list: [ModelContext]
      func remove(_ tag: Tag) { self[keyPath: \.list[0]].delete(tag) } //> Tag
    }
    struct Eraser {
      let context: StackContext
      func remove(_ tag: Tag) { context.delete(tag) } //> ?
      func remove(_ tag: Tag, _ other: any WritableContext) { other.delete(tag) } //> ?
    }
    @StackActor actor Manager {
      func clear(_ tag: Tag, _ all: [Stop]) {
        modelContext.delete(tag) //> ?
        all.forEach(mainContext.delete) //> ?
        modelContext.delete(next()) //> ?
        self.moc.delete(tag) //> Tag
        Stack.shared.viewContext.delete(tag) //> ?
        try? modelContext.delete(model: Trip.self) //> batch ?
        Stack.shared.store.delete(tag) //> ?
      }
      func drop<T>(_ object: T) { modelContext.delete(object) } //> ?
    }
    === functions and closures for what an optional holds, and lists of types
    struct Eraser {
      let context: ModelContext
      func remove<T: PersistentModel>(_ object: T) { context.delete(object) } //> given Tag
      func go(_ tag: Tag?) {
        tag.map(remove) //> Tag
        _ = tag.flatMap(remove) //> Tag
        tag?.modelContext.map { $0.delete(tag!) } //> Tag
      }
    }
    enum AppSchema { static var models: [any PersistentModel.Type] { [Tag.self, Stop.self] } }
    func wipe(_ c: ModelContext) throws {
      for model in AppSchema.models { try c.delete(model: model) } //> batch Stop and Tag
      try [Tag.self, Stop.self].map { $0 as any PersistentModel.Type }
        .forEach { try c.delete(model: $0) } //> batch Stop and Tag
    }
    protocol Repo { associatedtype Kept: PersistentModel; var c: ModelContext { get }; func all() -> [Kept] }
    extension Repo { func wipe() { for one in all() { c.delete(one) } } } //> ?
    struct Tags: Repo { let c: ModelContext; func all() -> [Tag] { [] } }
    struct Trips: Repo { let c: ModelContext; func all() -> [Trip] { [] } }
    === Core Data: accessors by their names in Objective-C, and lists of requests
    extension Trip {
      @objc(removeStopsObject:) @NSManaged func drop(_ stop: StopObject)
      @objc(addStopsObject:) @NSManaged func put(_ stop: StopObject)
      @objc(removeStops:) func other(_ stop: StopObject) {}
      static func old() -> NSFetchRequest<Trip> { NSFetchRequest<Trip>(entityName: "Trip") }
    }
    extension StopObject {
      static func old() -> NSFetchRequest<StopObject> { NSFetchRequest<StopObject>(entityName: "Stop") }
    }
    func removeAll(_ requests: [NSPersistentStoreRequest], in c: NSManagedObjectContext) throws {
      for request in requests {
        guard let one = request as? NSFetchRequest<any NSFetchRequestResult> else { continue }
        try c.execute(NSBatchDeleteRequest(fetchRequest: one)) //> batch given Stop or Trip
      }
    }
    func go(_ trip: Trip, _ stop: StopObject, _ c: NSManagedObjectContext) throws {
      trip.drop(stop) //> unlink Stop
      trip.put(stop)
      trip.other(stop)
      try removeAll([Trip.old(), StopObject.old()], in: c) //> batch Stop and Trip
    }
    === labels of tuples, and dictionaries with a rule for equal keys
    func split(_ all: [Tag]) -> (old: [Tag], new: [Tag])? { nil }
    func parts(_ trip: Trip) -> (stops: [Stop], tags: [Tag]) { (trip.stops, trip.tags) }
    func go(_ c: ModelContext, _ all: [Tag], _ stops: [Stop], _ trip: Trip) {
      guard let both = split(all) else { return }
      for tag in both.old { c.delete(tag) } //> Tag
      for tag in parts(trip).tags { c.delete(tag) } //> Tag
      let byName = Dictionary(stops.map { ("\($0)", $0) }, uniquingKeysWith: { one, _ in one })
      c.delete(byName["a"]!) //> Stop
    }
    === what a loop gives to each of its elements
    struct Editor {
      let cover: Photo
      func go(_ trips: [Trip], _ photo: Photo) {
        for trip in trips { trip.photo = photo } //> share Photo, unlink Photo
        for trip in trips { trip.photo = cover } //> share Photo, unlink Photo
        let new = Photo()
        for trip in trips { trip.photo = new } //> share Photo, unlink Photo
        for trip in trips {
          let own = Photo()
          trip.photo = own //> unlink Photo
        }
        for trip in trips { trip.photo = trip.photo }
        for trip in trips where trip.photo == nil { trip.photo = Photo() }
      }
    }
    === a new part where nothing says that the object has none
    func other(_ other: Trip, _ trip: Trip) {
      if let photo = other.photo { print(photo) }
      trip.photo = Photo() //> unlink Photo
    }
    func branch(_ trip: Trip, _ isOn: Bool) {
      if isOn {
        print(trip.photo ?? Photo())
      } else {
        trip.photo = Photo() //> unlink Photo
      }
    }
    func each(_ trips: [Trip]) {
      trips.forEach { trip in trip.photo = Photo() } //> unlink Photo
      for trip in trips { if trip.photo == nil { trip.photo = Photo() } }
    }
    func same(_ trip: Trip) {
      let it = trip
      if trip.photo == nil { it.photo = Photo() }
    }
    func build(_ make: ((Trip) -> Void) -> Trip) { _ = make { trip in trip.photo = Photo() } }
    func found(_ trip: Trip, _ photos: [Photo]) {
      if let photo = photos.first { print(photo) } else { trip.photo = Photo() }
    }
    func set(_ trip: Trip) { trip.photo = Photo() } //> unlink Photo
    func edit(_ trip: Trip) { set(trip) }
    func make() { set(Trip()) }
    func setFirst(_ trip: Trip) { trip.photo = Photo() }
    func makeAnother() { setFirst(Trip()) }
    func setAny(_ trip: Trip) { trip.photo = Photo() } //> unlink Photo
    func makeAll(_ trips: [Trip]) { setAny(Trip()); trips.forEach(setAny) }
    === a part that an editor keeps, and one of another type that has the same name
    struct Template { var photo: Photo? }
    final class Filling {
      var photo: Photo?
      func load(_ template: Template) { photo = template.photo }
      func save(_ trip: Trip) { trip.photo = photo } //> unlink Photo
    }
    === a part that an editor keeps of the object itself
    final class Editor {
      var photo: Photo?
      func load(_ trip: Trip) { photo = trip.photo }
      func save(_ trip: Trip) { trip.photo = photo }
      func other() {
        let photo = 1
        print(photo)
      }
    }
    === what observers, enumerations and requests by a name alone are given
    extension FetchDescriptor where T == Tag { static var old: FetchDescriptor<Tag> { .init() } }
    final class Selection {
      let c: ModelContext
      var selected: Tag? { didSet { if let oldValue { c.delete(oldValue) } } } //> Tag
      init(_ c: ModelContext) { self.c = c }
      func go() throws {
        try c.enumerate(FetchDescriptor<Stop>(), block: c.delete) //> Stop
        for tag in try c.fetch(.old) { c.delete(tag) } //> Tag
      }
    }
    === closures that properties hold, as far as the code says which delete what they are given
    typealias Remover = (Trip) -> Void
    struct Client { var delete: @Sendable (Trip) async throws -> Void }
    final class Handlers { var delete: ((Trip) -> Void)? }
    protocol Removing { var delete: Remover { get } }
    enum Live { static let delete: Remover = { _ in } }
    struct UseCase { func callAsFunction(_ trip: Trip) { trip.modelContext?.delete(trip) } } //> Trip
    struct Row {
      let delete = { (trip: Trip) in print(trip) }
      let drop: (Trip) -> Void
      let erase: UseCase
      func go(_ trip: Trip) { self.delete(trip); self.drop(trip); Live.delete(trip) }
    }
    func go(_ trip: Trip, client: Client, handlers: Handlers, any: any Removing, row: Row) async throws {
      try await client.delete(trip) //> Trip
      handlers.delete?(trip)
      any.delete(trip)
      row.erase(trip) //> Trip
      unknown.delete(trip) //> ?
    }
    func live(_ c: ModelContext) -> Client { Client(delete: { c.delete($0) }) } //> Trip
    === functions of a type before those of its protocols, and what they call
    protocol Swept: PersistentModel { func drop(_ c: ModelContext) }
    extension Swept {
      static func wipe(in c: ModelContext) { try? c.delete(model: Self.self) } //> batch given Stop
      func drop(_ c: ModelContext) { c.delete(self) } //> ?
    }
    extension Trip: Swept {
      static func wipe(in c: ModelContext) {}
      func drop(_ c: ModelContext) {}
    }
    extension Stop: Swept {}
    class Base { func drop(_ tag: Tag, _ c: ModelContext) { c.delete(tag) } } //> Tag
    final class Other: Base { override func drop(_ tag: Tag, _ c: ModelContext) { super.drop(tag, c) } }
    func go(_ c: ModelContext, trip: Trip, stop: Stop, any: any Swept, other: Other, tag: Tag) {
      Trip.wipe(in: c)
      Stop.wipe(in: c) //> batch Stop
      trip.drop(c)
      stop.drop(c) //> Stop
      any.drop(c) //> ?
      other.drop(tag, c) //> Tag
    }
    === operators that delete
    prefix operator ~~
    infix operator <-
    infix operator <->
    postfix operator ~~
    extension Stop { static postfix func ~~ (stop: Stop) { stop.modelContext?.delete(stop) } } //> Stop
    prefix func ~~ (stop: Stop) { stop.modelContext?.delete(stop) } //> Stop
    func -= (c: ModelContext, trip: Trip) { c.delete(trip) } //> Trip
    func <-> (c: ModelContext, tag: Tag) { c.delete(tag) } //> Tag
    extension ModelContext {
      static func <- <T: PersistentModel>(c: ModelContext, object: T) { c.delete(object) } //> given Tag
    }
    func go(c: ModelContext, trip: Trip, stop: Stop, tag: Tag, n: Int) {
      var m = n
      m -= 1
      c -= trip //> Trip
      c <- tag //> Tag
      c <-> tag //> Tag
      ~~stop //> Stop
      stop~~ //> Stop
    }
    === Core Data: a fetch without subentities
    func go(c: NSManagedObjectContext) throws {
      let f: NSFetchRequest<Trip> = Trip.fetchRequest()
      for trip in try c.fetch(f) { c.delete(trip) } //> Trip
      f.includesSubentities = false
      for trip in try c.fetch(f) { c.delete(trip) } //> exact Trip
      try c.fetch(f).sorted { $0.name < $1.name }.forEach(c.delete) //> exact Trip
    }
    === a flag that is a constant elsewhere
    let shallow = false
    enum Flags { static let deep = false }
    func go(c: ModelContext) throws {
      try c.delete(model: Trip.self, includeSubclasses: shallow) //> exact batch Trip
      try c.delete(model: Trip.self, where: nil, includeSubclasses: Flags.deep) //> exact batch Trip
    }
    === lists that are empty, or no longer
    struct Picker { struct Set {} }
    extension Set { var isPlain: Bool { isEmpty } }
    func go(trip: Trip, found: [Tag], other: Photo?) {
      trip.tags = .init() //> unlink Tag
      trip.tags = Array() //> unlink Tag
      trip.tags = Array(Set()) //> unlink Tag
      trip.photo = .none //> unlink Photo
      trip.photo = Optional.none //> unlink Photo
      var tags: [Tag] = []
      for tag in found { tags.append(tag) }
      trip.tags = tags
      var more = [Tag]()
      more += found
      trip.tags = more
      let photo: Photo
      if let other {
        photo = other
      } else {
        photo = Photo()
        trip.photo = photo
      }
      trip.photo = photo
    }
    === through a protocol that the framework's context conforms to
    protocol Storing { func delete<T: PersistentModel>(_ object: T) }
    extension ModelContext: Storing {}
    extension ModelContext { func delete(_ all: [any PersistentModel]) { all.forEach { delete($0) } } } //> given Stop
    struct Preview: Storing { func delete<T: PersistentModel>(_ object: T) { print(object) } }
    struct Model {
      let store: any Storing
      func go(trip: Trip, context: ModelContext) {
        store.delete(trip) //> Trip
        context.delete([Stop()]) //> Stop
      }
      func go<S: Storing>(_ other: S, tag: Tag) { other.delete(tag) } //> Tag
    }
    === what is declared beside a value, within a function, and for any number of arguments
    struct Filter {
      let c: ModelContext
      @Published var name = "" { didSet { c.delete(Trip()) } } //> Trip
      var other: Int = [1].map { $0 }[0] {
        willSet(new) { c.delete(Stop()) } //> Stop
      }
    }
    func removeStops(named name: String? = nil, c: ModelContext) throws {
      let found = try c.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.name == name }))
      found.forEach(c.delete) //> Stop
    }
    func wipe(c: ModelContext) throws {
      try removeStops(c: c)
      try removeStops(named: "a", c: c) //> Stop
    }
    func go(c: ModelContext, trip: Trip, stop: Stop) {
      struct Local { let context: ModelContext; func go(_ tag: Tag) { context.delete(tag) } } //> Tag
      c.drop(trip, stop) //> Stop and Trip
      c.drop(trip) //> Trip
    }
    extension ModelContext {
      func drop(_ objects: any PersistentModel...) { objects.forEach(delete) } //> given Stop or Trip
    }
    === pairs, iterators and key paths
    func go(c: ModelContext, trips: [Trip], stops: [Stop], photo: ReferenceWritableKeyPath<Trip, Photo?>) {
      zip(trips, stops).forEach { c.delete($1) } //> Stop
      zip(trips, stops).forEach { c.delete($0); print($1) } //> Trip
      for trip in Dictionary(grouping: stops, by: \.trip).keys.compactMap({ $0 }) {
        c.delete(trip) //> Trip
      }
      let groups = Dictionary(grouping: trips) { $0.name }
      for (_, found) in groups.sorted(by: { $0.key < $1.key }) {
        found.forEach(c.delete) //> Trip
      }
      var next = trips.makeIterator()
      while let trip = next.next() {
        c.delete(trip) //> Trip
      }
      trips[0][keyPath: \.photo] = nil //> unlink Photo
    }
    === Core Data: entities by their names, and what extends lists of objects
    extension NSManagedObject {
      func drop() { managedObjectContext?.delete(self) } //> given Stop
      class func wipe(in c: NSManagedObjectContext) throws {
        try c.execute(NSBatchDeleteRequest(fetchRequest: fetchRequest())) //> batch given Trip
      }
    }
    extension Sequence where Element: NSManagedObject {
      func dropAll() { forEach { $0.drop() } } //> given Stop
    }
    extension Collection where Element == Trip {
      func dropTrips(_ c: NSManagedObjectContext) { forEach(c.delete) } //> Trip
    }
    extension [StopObject] {
      func dropStops(_ c: NSManagedObjectContext) { forEach { c.delete($0) } } //> Stop
    }
    extension Set<Trip> {
      func dropFirst(_ c: NSManagedObjectContext) { first.map(c.delete) } //> Trip
    }
    func go(c: NSManagedObjectContext, stops: [StopObject], trip: Trip) throws {
      stops.dropAll() //> Stop
      try Trip.wipe(in: c) //> batch Trip
      for name in ["Trip", "Stop"] {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: name)
        try c.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch Stop and Trip
      }
      let names = ["Trip", "Other"]
      names.map { NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: $0)) } //> batch ?
        .forEach { try? c.execute($0) }
      let request = NSFetchRequest<NSFetchRequestResult>()
      request.entity = NSEntityDescription.entity(forEntityName: "Stop", in: c)
      for stop in try c.fetch(request) {
        c.delete(stop as! NSManagedObject) //> Stop
      }
      c.delete(NSEntityDescription.insertNewObject(forEntityName: "Stop", into: c)) //> Stop
      if let known = c.registeredObject(for: trip.objectID) {
        c.delete(known) //> Trip
      }
    }
    === Core Data: transactions of CoreStore
    import CoreStore
    func go(stack: DataStack, trip: Trip, all: [Trip]) throws {
      stack.perform(
        asynchronous: { transaction in
          transaction.delete(trip) //> Trip
          try transaction.deleteAll(From<Trip>()) //> Trip
          if let one = try transaction.fetchOne(From<Trip>()) {
            transaction.delete(transaction.edit(one)) //> Trip
          }
        }, completion: { _ in })
      try stack.perform(synchronous: { $0.delete(all) }) //> Trip
      for one in try stack.fetchAll(From<Trip>()) {
        try stack.perform(synchronous: { $0.delete(one) }) //> Trip
      }
    }
    func remove(_ trip: Trip, in transaction: AsynchronousDataTransaction) {
      transaction.delete(trip) //> Trip
    }
    === variables that get something else
    func some(context: ModelContext, trip: Trip, stop: Stop, photo: Photo) {
      var all: [any PersistentModel] = [trip, stop]
      for one in all { context.delete(one) } //> Stop and Trip
      all.append(trip)
      for one in all { context.delete(one) } //> Stop and Trip
      let both: [any PersistentModel] = [trip] + [stop]
      for one in both { context.delete(one) } //> Stop and Trip
      var id = stop.persistentModelID
      context.delete(context.model(for: id)) //> Stop
      id = trip.persistentModelID
      context.delete(context.model(for: id)) //> Trip
    }
    === what a failure takes back, and types for one action
    func save(_ trip: Trip, _ context: ModelContext) throws {
      context.insert(trip)
      do { try context.save() } catch {
        context.delete(trip) //> Trip
        throw error
      }
    }
    func add(_ trip: Trip, _ context: ModelContext) throws { try save(trip, context) }
    func removeOrThrow(_ trip: Trip, _ context: ModelContext) {
      do { try check() } catch { context.delete(trip) } //> Trip
    }
    func drop(_ trip: Trip, _ context: ModelContext) { removeOrThrow(trip, context) } //> Trip
    struct DeleteTrip {
      let context: ModelContext
      func execute(id: String) throws {
        try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == id }))
          .forEach(context.delete) //> Trip
      }
    }
    struct RenameTrip {
      let context: ModelContext
      func execute(id: String) throws {
        for trip in try context.fetch(FetchDescriptor<Trip>()) where trip.name == id {
          context.delete(trip) //> Trip
        }
      }
    }
    func run(_ one: DeleteTrip, _ other: RenameTrip) throws {
      try one.execute(id: "") //> Trip
      try other.execute(id: "")
    }
    === Core Data: every entity of a model
    func wipe(_ container: NSPersistentContainer) throws {
      for entity in container.managedObjectModel.entities {
        guard let name = entity.name else { continue }
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: name)
        try container.viewContext.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch Stop and Trip
      }
    }
    === Core Data: every entity of a context's model
    func wipe(_ context: NSManagedObjectContext) throws {
      guard let model = context.persistentStoreCoordinator?.managedObjectModel else { return }
      for entity in model.entities {
        let request: NSFetchRequest<NSFetchRequestResult> = NSFetchRequest(entityName: entity.name!)
        try context.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch Stop and Trip
      }
    }
    === Core Data: a subclass of the context, with a delete of its own
    final class AppContext: NSManagedObjectContext {
      func delete(_ objects: [NSManagedObject]) {
        for object in objects { delete(object) } //> ?
      }
    }
    func go(store: AppContext, trip: Trip) {
      store.delete(trip) //> Trip
      trip.mr_deleteEntity() //> Trip
      Trip.mr_truncateAll() //> Trip
      Trip.mr_deleteAll(matching: NSPredicate(value: true), in: store) //> Trip
      Trip.mr_findFirst()?.mr_deleteEntity(in: store) //> Trip
      for found in Trip.mr_findAll() ?? [] { found.MR_deleteEntityInContext(store) } //> Trip
      trip.mr_(in: store)?.mr_deleteEntity() //> Trip
      store.mr_deleteObjects([trip]) //> Trip
    }
    extension Trip {
      consuming func leave() { mr_deleteEntity() } //> Trip
      borrowing func drop(from store: NSManagedObjectContext) { store.delete(self) } //> Trip
      static func wipe() { mr_truncateAll() } //> Trip
    }
    === a view
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
    === what views hand to closures by the types that they name
    struct Board: View {
      @Environment(\.modelContext) private var context
      let trip: Trip
      var body: some View {
        Text(trip.name)
          .dropDestination(for: Stop.self) { stops, _ in
            for stop in stops { stop.trip = nil } //> unlink Trip
            return true
          }
          .dropDestination(for: Tag.self, action: { tags, place in
            tags.forEach(context.delete) //> Tag
            return true
          }, isTargeted: { print($0) })
          .pasteDestination(for: Photo.self) { $0.forEach(context.delete) } //> Photo
          .importableFromServices(for: Photo.self) { photos in
            context.delete(photos[0]) //> Photo
            return true
          }
          .contextMenu(forSelectionType: Trip.self) { chosen in
            Button("Delete") { chosen.forEach(context.delete) } //> Trip
          } primaryAction: { chosen in
            for one in chosen { context.delete(one) } //> Trip
          }
          .navigationDestination(for: Stop.self) { stop in
            Button("Delete") { context.delete(stop) } //> Stop
          }
        PasteButton(payloadType: Tag.self) { tags in
          tags.forEach(context.delete) //> Tag
        }
      }
      func load(_ provider: NSItemProvider, _ photo: PhotosPickerItem) {
        _ = provider.loadObject(ofClass: Tag.self) { tag, _ in
          if let tag { context.delete(tag) } //> Tag
        }
        photo.loadTransferable(type: Photo.self) { result in
          if case .success(let photo?) = result { context.delete(photo) } //> Photo
        }
      }
    }
    === fetches and batches
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
    === wrappers
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
      func updatePreset(id: UUID) {
        let found = try? context.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.id == id }))
        if let found = found?.first { context.delete(found) } //> Stop
      }
      func stop_removed(id: UUID) {
        let found = try? context.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.id == id }))
        if let found = found?.first { context.delete(found) } //> Stop
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
        trips.updatePreset(id: id)
        trips.stop_removed(id: id) //> Stop
        selected.remove() //> Trip
        try trips.deleteAll(of: Stop.self) //> batch Stop
        selected.stops.forEach(trips.deleteAny) //> Stop
      }
    }
    === unlinks
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
      new.photo = photo //> share Photo
      var copy = trip.name
      copy.removeAll()
    }
    === to-ones that get a new object, in the place of another one unless there is none
    final class Editor {
      var trip: Trip?
      func replace(_ trip: Trip) { trip.photo = Photo() } //> unlink Photo
      func replaceOwn() {
        let photo = Photo()
        trip?.photo = photo //> unlink Photo
      }
      func first(_ trip: Trip) { if trip.photo == nil { trip.photo = Photo() } }
      func only(_ trip: Trip) {
        guard trip.photo == nil else { return }
        trip.photo = Photo()
      }
      func either(_ trip: Trip) {
        if let photo = trip.photo { print(photo) } else { trip.photo = Photo() }
      }
      func found(_ trip: Trip, _ store: Store) {
        if let photo = store.photo(of: trip) { print(photo) } else { trip.photo = Photo() }
      }
      func ensure(_ trip: Trip) -> Photo {
        if let known = trip.photo { return known }
        let new = Photo()
        trip.photo = new
        return new
      }
      func keep(_ trip: Trip) { trip.photo = trip.photo ?? Photo() }
      func known(_ trip: Trip) -> Photo {
        trip.photo
          ?? {
            let new = Photo()
            trip.photo = new
            return new
          }()
      }
      func fill(_ trip: Trip) { trip.photo = Photo() }
      func make() {
        let trip = Trip()
        trip.photo = Photo()
        fill(trip)
      }
      func each(visit: ((Trip) -> Void) -> Void) { visit { one in one.photo = Photo() } }
    }
    final class Store { func photo(of trip: Trip) -> Photo? { nil } }
    extension Trip {
      convenience init(name: String) {
        self.init()
        photo = Photo()
        setUp()
      }
      func setUp() { photo = Photo() }
      func renew() { photo = Photo() } //> unlink Photo
    }
    === Core Data: properties that keep what a relationship holds, and others
    final class Kept {
      var trip: Trip?
      var stops: NSSet?
      var others: NSSet?
      func load() { stops = trip?.stops; others = trip?.stops }
      func fill() { if stops == nil { stops = NSSet() } }
      func save() { trip?.stops = stops }
      func clear() { others = NSSet() }
      func saveOthers() { trip?.stops = others } //> unlink Stop
    }
    === relationships that are set to a part of what they hold, which a loop collects
    func merge(_ copy: Trip, into trip: Trip, _ stop: Stop, isAll: Bool) {
      let stops = trip.stops
      var a: [Stop] = []
      for one in copy.stops {
        if let own = stops.first(where: { $0 === one }) { a.append(own) }
      }
      trip.stops = a //> unlink Stop
      var b = [Stop]()
      for one in trip.stops where one.trip == nil { b.append(one) }
      trip.stops = b //> unlink Stop
      var d: [Stop] = []
      trip.stops.forEach {
        guard $0.trip != nil else { return }
        d.insert($0, at: 0)
      }
      trip.stops = d //> unlink Stop
      var e: [Tag] = []
      for tag in trip.tags { if tag.trips.isEmpty { e.append(tag) } }
      trip.tags = e //> unlink Tag
    }
    func sort(_ trip: Trip, by indices: [Int], isAll: Bool) {
      var a: [Stop] = []
      for index in indices { a.append(trip.stops[index]) }
      trip.stops = a
      var b: [Stop] = []
      for stop in trip.stops { b.insert(stop, at: 0) }
      trip.stops = b
      var d: [Stop] = []
      for stop in trip.stops {
        if stop.trip == nil { d.insert(stop, at: 0) } else { d.append(stop) }
      }
      trip.stops = d
      var (e, f): ([Stop], [Stop]) = ([], [])
      for stop in trip.stops { if isAll { e.append(stop) } else { f.append(stop) } }
      trip.stops = e + f
      var g: [Stop] = []
      var h: [Stop] = []
      for stop in trip.stops { if isAll { g.append(stop) } else { h.append(stop) } }
      trip.stops = g + h
      var i: [Stop] = []
      for stop in trip.stops { if isAll { i.append(stop) } }
      i += trip.stops.filter { !i.contains($0) }
      trip.stops = i
      if isAll {
        var j: [Stop] = []
        for stop in trip.stops { j.append(stop) }
        trip.stops = j
      }
      let new = Trip()
      var k: [Stop] = []
      for stop in trip.stops { if isAll { k.append(stop) } }
      new.stops = k
    }
    === Core Data: Core Data
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
        let held = trip.mutableSetValue(forKey: "stops")
        held.remove(trip.stopsArray[0]) //> unlink Stop
        let object: NSManagedObject = trip
        context.delete(object) //> foreign Trip
        trip.stopsArray.first?.trip = nil //> unlink Trip
        Store.shared.wipe("Trip") //> Trip
        Store.shared.wipe("Nothing") //> ?
        drop(trip) //> Trip
        dropAll([trip]) //> Trip
        [trip.stopsArray[0]].forEach { drop($0, in: context) } //> Stop
      }
      func drop(_ object: NSManagedObject, in context: NSManagedObjectContext? = nil) {
        let context = context ?? moc
        let object = context.object(with: object.objectID)
        context.delete(object) //> given Stop or Trip
      }
      func dropAll(_ objects: [NSManagedObject]) {
        objects.compactMap { found($0.objectID) }.forEach(moc.delete) //> given Trip
      }
      func found<T: NSManagedObject>(_ id: NSManagedObjectID) -> T? {
        moc.performAndWait { moc.object(with: id) as? T }
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
    === no calls of models
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
    === Core Data: relationships that are set to what only has their name, and to parts of themselves
    func fresh() -> [StopObject] { [] }
    extension Trip {
      func refresh() {
        let stops = fresh()
        self.stops = NSSet(array: stops) //> unlink Stop
      }
      func renew(stops: NSSet) { self.stops = stops } //> unlink Stop
      func keep() {
        let stops = self.stops
        self.stops = stops
      }
      func keepEach() {
        let stops = stops.allObjects
        self.stops = NSSet(array: stops)
      }
      func add(_ stop: StopObject) {
        if self.stops == nil || self.stops?.count == 0 { self.stops = NSSet(object: stop) }
      }
      func addAnother(_ stop: StopObject) {
        guard self.stops != nil && self.stops!.count > 0 else {
          self.stops = NSSet(object: stop)
          return
        }
      }
      func addTo(_ other: Trip, _ stop: StopObject) {
        if stops == nil || other.stops?.count == 0 { stops = NSSet(object: stop) } //> unlink Stop
      }
    }
    func filter(_ trip: Trip?, _ other: Trip, _ p: NSPredicate) {
      trip?.stops = trip?.stops?.filtered(using: p) //> unlink Stop
      other.stops = other.stops?.filtered(using: p) //> unlink Stop
    }
    === Core Data: names of entities that functions and properties of classes state
    extension Trip { class func entityName() -> String { return "Trip" } }
    extension StopObject {
      class func tableName() -> String { "Stop" }
      static var key: String { "Stop" }
      static func any(_ isTrip: Bool) -> String { isTrip ? "Trip" : "Stop" }
    }
    func clear(_ c: NSManagedObjectContext) throws {
      let requests = [StopObject.tableName(), Trip.entityName()].map { name -> NSFetchRequest<NSFetchRequestResult> in
        return NSFetchRequest(entityName: name)
      }
      try requests.map { NSBatchDeleteRequest(fetchRequest: $0) }.forEach { try c.execute($0) } //> batch Stop and Trip
      for name in [StopObject.key, "Trip"] {
        _ = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: name)) //> batch Stop and Trip
      }
      let request = NSFetchRequest<NSFetchRequestResult>(entityName: StopObject.tableName())
      _ = NSBatchDeleteRequest(fetchRequest: request) //> batch Stop
      let other = NSFetchRequest<NSFetchRequestResult>(entityName: StopObject.any(true))
      _ = NSBatchDeleteRequest(fetchRequest: other) //> batch ?
    }
    === Core Data: contexts by other ways
    extension NSManagedObjectContext {
      func drop(trip: Trip) { delete(trip) } //> Trip
      func drop(stops: [StopObject]) { stops.forEach(delete) } //> Stop
      func trips(named name: String) -> (Trip, StopObject)? { nil }
    }
    enum Mode { case background }
    final class Database {
      func write(_ mode: Mode = .background, _ work: @escaping (NSManagedObjectContext) throws -> Void) {}
      func load(_ work: (NSManagedObjectContext) -> Void, completion: (() -> Void)? = nil) {}
      func read<T>(_ id: NSManagedObjectID, then: ((T, NSManagedObjectContext) -> Void)?, of type: T.Type) {}
    }
    struct Maker { var database: () -> Database; var other = Database.init; var onDelete: (Trip) -> Void }
    final class Service {
      let database: Database
      let maker: Maker
      var later: ((NSManagedObjectContext) -> Void)?
      lazy var made = maker.database()
      func go(trip: Trip, stop: StopObject) {
        database.write { $0.delete(trip) } //> Trip
        database.write(.background) { session in session.drop(trip: trip) } //> Trip
        made.write { inner in inner.drop(stops: [stop]) } //> Stop
        maker.other().write { inner in
          guard let (first, second) = inner.trips(named: "x") else { return }
          inner.delete(first) //> Trip
          inner.delete(second) //> Stop
        }
        later = { other in other.delete(stop) } //> Stop
        let now: (NSManagedObjectContext) -> Void = { $0.delete(stop) } //> Stop
        now(trip.managedObjectContext!)
        _ = Maker(database: { Database() }, onDelete: { gone in gone.managedObjectContext?.delete(gone) }) //> Trip
        perform { context in context.delete(trip) } //> Trip
        database.load { session in session.drop(stops: [stop]) } //> Stop
        show(.destructive(Text("Delete")) { self.database.write { $0.delete(trip) } }) //> Trip
        for each in [trip] where each.isFault { each.managedObjectContext?.delete(each) } //> Trip
      }
    }
    === through a property of a protocol's type, by what the code sets it to
    protocol Source: AnyObject { func drop(_ trip: Trip) }
    final class Deleting: Source { func drop(_ trip: Trip) { trip.modelContext?.delete(trip) } } //> Trip
    final class Archiving: Source { func drop(_ trip: Trip) { trip.name = "" } }
    final class One {
      private var source: Source!
      func setUp() { source = Deleting() }
      func go(_ trip: Trip) { source.drop(trip) } //> Trip
    }
    final class None: UIViewController {
      var source: Source?
      lazy var table = { let view = UITableView(); view.source = Table(); return view }()
      func setUp(_ view: UITableView) {
        self.source = Archiving()
        view.source = source
        view.source = Table()
        inherited.source = Deleting()
        view.source = Deleting()
        let source = Deleting()
        _ = source
      }
      func tearDown() { source = nil }
      func go(_ trip: Trip) { source?.drop(trip) }
    }
    final class Outside {
      var target: Source = Archiving()
      func go(_ trip: Trip) { target.drop(trip) } //> Trip
    }
    final class Both {
      var either: Source { didSet { print(either) } }
      init(_ isMore: Bool) { if isMore { either = Archiving() } else { either = Deleting() } }
      func go(_ trip: Trip) { either.drop(trip) } //> Trip
    }
    final class Given {
      let given: Source
      init(_ given: Source) { self.given = given }
      func go(_ trip: Trip) { given.drop(trip) } //> Trip
    }
    final class Fallback {
      let chosen: Source
      let other: Source
      init(_ given: Source?, isMore: Bool) {
        chosen = given ?? Archiving()
        let local = isMore ? Deleting() : Archiving()
        other = local
      }
      func go(_ trip: Trip) {
        chosen.drop(trip) //> Trip
        other.drop(trip) //> Trip
      }
    }
    struct Memberwise {
      var member: Source = Archiving()
      func go(_ trip: Trip) { member.drop(trip) } //> Trip
    }
    final class Wrapped {
      @Injected var wrapped: Source = Archiving()
      func go(_ trip: Trip) { wrapped.drop(trip) } //> Trip
    }
    final class Computed {
      var computed: Source { Archiving() }
      func go(_ trip: Trip) { computed.drop(trip) } //> Trip
    }
    final class Table {}
    func go(_ outside: Outside) { outside.target = Deleting() }
    === through a property of a protocol's type that code sets otherwise than by an assignment
    protocol Source: AnyObject { func drop(_ trip: Trip) }
    final class Deleting: Source { func drop(_ trip: Trip) { trip.modelContext?.delete(trip) } } //> Trip
    final class Archiving: Source { func drop(_ trip: Trip) { trip.name = "" } }
    final class Tuple {
      var tupled: Source = Archiving()
      var count = 0
      func setUp() { (tupled, count) = (Deleting(), 1) }
      func go(_ trip: Trip) { tupled.drop(trip) } //> Trip
    }
    final class Given {
      var given: Source = Archiving()
      func make(_ source: inout Source) { source = Deleting() }
      func setUp() { make(&given) }
      func go(_ trip: Trip) { given.drop(trip) } //> Trip
    }
    final class ByKeyPath {
      var keyed: Source = Archiving()
      func go(_ trip: Trip) { keyed.drop(trip) } //> Trip
    }
    class Swapped {
      var swapped: Source = Archiving()
      func go(_ trip: Trip) { swapped.drop(trip) } //> Trip
    }
    class Above {
      var stated: Source = Archiving()
      func go(_ trip: Trip) { stated.drop(trip) } //> Trip
    }
    final class Below: Above {
      override var stated: Source { get { Deleting() } set {} }
    }
    final class Chained {
      var chained: Source? = Archiving()
      func setUp() { chained? = Deleting() }
      func go(_ trip: Trip) { chained?.drop(trip) } //> Trip
    }
    final class Bound {
      @Published var bound: Source = Archiving()
      func setUp() { hand($bound) }
      func go(_ trip: Trip) { bound.drop(trip) } //> Trip
    }
    final class Sole {
      var sole: Source = Archiving()
      func setUp(_ isMore: Bool) { if isMore && sole === self { let (sole, _) = (1, 2) } }
      func go(_ trip: Trip) { sole.drop(trip) }
    }
    func go(_ one: ByKeyPath, _ all: [Swapped]) {
      one[keyPath: \ByKeyPath.keyed] = Deleting()
      swap(&all[0].swapped, &all[1].swapped)
    }
    === Core Data: by the raw values of an enumeration
    enum Entity: String, CaseIterable { case Trip, place = "Stop", other = "None" }
    enum Number: Int { case Trip = 1 }
    enum Plain { case Trip }
    struct Eraser {
      let context: NSManagedObjectContext
      func clear(entity: Entity) throws {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: entity.rawValue)
        try context.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch ?
      }
      func erase(by kind: Entity, name: String) throws {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: name + "\(kind)")
        try context.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch ?
      }
      func reset(_ some: Entity, number: Number) throws {
        try clear(entity: Entity.Trip) //> batch Trip
        try clear(entity: .place) //> batch Stop
        try clear(entity: .other) //> batch ?
        try clear(entity: some) //> batch ?
        try erase(by: .Trip, name: "") //> batch ?
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: Entity.place.rawValue)
        try context.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch Stop
      }
    }
    === Core Data: protocols
    protocol Deletable where Self: NSManagedObject { func delete(in context: NSManagedObjectContext) }
    typealias Stored = Deletable & Identifiable
    extension Deletable {
      func delete(in context: NSManagedObjectContext) {
        let same = context.object(with: objectID)
        context.delete(same) //> given Stop or Trip
      }
      static func deleteAll(where predicate: NSPredicate? = nil, in context: NSManagedObjectContext) {
        let request = allRequest()
        request.predicate = predicate
        _ = NSBatchDeleteRequest(fetchRequest: request) //> batch given Trip
      }
    }
    extension NSManagedObject { static func allRequest() -> NSFetchRequest<NSFetchRequestResult> { NSFetchRequest() } }
    extension Trip: Stored {
      static func deleteOld(in context: NSManagedObjectContext) { deleteAll(in: context) } //> batch Trip
      static func dropAll(in context: NSManagedObjectContext) {
        let request: NSFetchRequest<Trip> = Trip.fetchRequest()
        for trip in (try? context.fetch(request)) ?? [] { context.delete(trip) } //> Trip
      }
      static func removeItems(_ names: [String], in context: NSManagedObjectContext) {
        var kept: [String] = []
        for name in names { kept.append(name) }
        Trip.deleteAll(where: NSPredicate(format: "name IN %@", kept), in: context) //> batch Trip
      }
    }
    extension StopObject: Deletable {}
    protocol TripRemoving { func remove(named name: String) }
    protocol StopRemoving { func removeStop(_ id: UUID) }
    struct Fake: TripRemoving, StopRemoving {
      func remove(named name: String) {}
      func removeStop(_ id: UUID) {}
    }
    final class Real: NSObject, Removing {
      let context: NSManagedObjectContext
      func remove(named name: String) { Trip.removeItems([name], in: context) } //> batch Trip
      func removeStop(_ id: UUID) {
        let request = NSFetchRequest<StopObject>(entityName: "Stop")
        request.predicate = NSPredicate(format: "id == %@", id as CVarArg)
        for stop in (try? context.fetch(request)) ?? [] { stop.delete(in: context) } //> Stop
      }
    }
    typealias Removing = TripRemoving & StopRemoving
    struct Caller {
      let store: any Removing
      let trip: Trip
      func go(id: UUID) {
        store.remove(named: "x") //> batch Trip
        store.removeStop(id) //> Stop
        trip.delete(in: trip.managedObjectContext!) //> Trip
        Trip.deleteOld(in: trip.managedObjectContext!) //> batch Trip
        Trip.dropAll(in: trip.managedObjectContext!) //> Trip
      }
    }
    === what deletes something else
    extension Trip {
      func clearStops() { for stop in stops { modelContext?.delete(stop) } } //> Stop
    }
    struct Rows {
      let context: ModelContext
      let trip: Trip
      func deleteStops(of trip: Trip) { trip.stops.forEach(context.delete) } //> Stop
      func deleteRow(_ trip: Trip) -> some View { Button("Delete") { context.delete(trip) } } //> Trip
      func deleteBoth(_ trip: Trip, _ tag: Tag) {
        context.delete(trip) //> Trip
        context.delete(tag) //> Tag
      }
      func delete(_ name: String, all names: [String]) { names.forEach { delete(tag: $0) } } //> batch Tag
      func delete(tag name: String) {
        try? context.delete(model: Tag.self, where: #Predicate { $0.name == name }) //> batch Tag
      }
      func delete(thing: Int) {}
      class Base { func drop(_ trip: Trip) {} }
      final class Own: Base { override func drop(_ trip: Trip) { trip.modelContext?.delete(trip) } } //> Trip
      func deleteEverything() throws {
        for type in [Trip.self, Tag.self] as [any PersistentModel.Type] {
          try context.delete(model: type) //> batch Tag and Trip
        }
      }
      func go(tag: Tag) {
        trip.clearStops()
        deleteStops(of: trip)
        _ = deleteRow(trip)
        deleteBoth(trip, tag) //> Tag and Trip
        delete("x", all: ["y"]) //> batch Tag
        delete(thing: 3)
        visit(id: tag.id)
        purge("name")
        purge(trip) //> Trip
        base.drop(trip) //> Trip
        context.delete(make(Stop.self)) //> Stop
        context.delete(isLast ? trip : tag) //> Tag or Trip
      }
      let base: Base
      func visit(id: UUID) {
        let found = FetchDescriptor<Tag>(predicate: #Predicate { $0.id == id })
        for tag in (try? context.fetch(found)) ?? [] { context.delete(tag) } //> Tag
      }
      func purge(_ name: String) {}
      func purge(_ trip: Trip) { context.delete(trip) } //> Trip
      func make<Made>(_ type: Made.Type) -> Made { fatalError() }
    }
    === copies and other lists
    func edit(trip: Trip, kept: [Stop], photo: Photo) {
      var copy = trip.stops
      copy.remove(at: 0)
      copy.removeAll()
      trip.stops = trip.stops.sorted { $0.id < $1.id }
      trip.stops = trip.stops.filter { $0.isKept } //> unlink Stop
      trip.stops = kept //> unlink Stop
      trip.photo = Photo() //> unlink Photo
      let made = Trip.make()
      made.photo = photo
      made.stops.removeAll()
      trip.tags = kept.tags
    }
    func only(stop: Stop) { stop.trip = nil } //> unlink Trip
    func fill(trip: Trip, photo: Photo) {
      if trip.photo == nil { trip.photo = photo }
      trip.photo = nil //> unlink Photo
    }
    extension Trip { static func make() -> Trip { Trip() } }
    === Core Data: saved and read afterwards
    final class Keeper {
      let context: NSManagedObjectContext
      var trip: Trip
      func go(stop: StopObject, other: NSManagedObjectContext) throws {
        context.delete(stop) //> Stop
        print(stop.trip)
        try? context.save()
        print(stop.trip, stop.objectID, stop.isDeleted) //> read Stop
        context.delete(trip) //> Trip
        try context.save()
        print(self.trip.name) //> read Trip
        trip = Trip(context: context)
        print(trip.name)
        for trip in [trip] {
          context.delete(trip) //> Trip
          try? other.save()
          try? context.save()
          if trip.isFault { print(trip.stops) } //> read Trip
        }
        print(trip.name)
      }
      func again(stop: StopObject) throws {
        var mine = stop
        context.delete(mine) //> Stop
        try context.save()
        mine = StopObject(context: context)
        print(mine.trip)
      }
      func names(trip: Trip, stop: StopObject) throws {
        context.delete(self.trip) //> Trip
        try context.save()
        print(trip.name)
        print(self.trip.name) //> read Trip
        print(self.trip.name)
      }
      func asks(stop: StopObject) throws {
        context.delete(stop) //> Stop
        try context.save()
        print(stop.objectID, stop.isDeleted)
      }
      func branches(stop: StopObject) throws {
        if stop.isFault {
          context.delete(stop) //> Stop
          try context.save()
        }
        print(stop.trip) //> read Stop
        switch stop.trip {
        case nil:
          context.delete(stop) //> Stop
          try context.save()
        default: print(stop.trip)
        }
      }
    }
    === dictionaries, keys and elements
    protocol Dropping { func drop(_ trip: Trip) }
    protocol DroppingMore: Dropping {}
    struct Dropper: DroppingMore {
      let context: ModelContext
      func drop(_ trip: Trip) { context.delete(trip) } //> Trip
    }
    extension Array { func trimmed() -> [Element] { self } }
    extension Sequence where Element: PersistentModel {
      func deleteAll(from context: ModelContext) { for item in self { context.delete(item) } } //> given Trip
    }
    extension Array where Element: PersistentModel {
      func deleteEach(from context: ModelContext) { forEach(context.delete) } //> given Trip
    }
    struct Keys {
      func drop(_ trip: Trip) { context.delete(trip) } //> Trip
      let context: ModelContext
      static let constants = [Photo(): Tag()]
      func tidy(_ trips: [Trip]) { context.delete(trips[0]) } //> Trip
      func go(stop: Stop, trip: Trip, trips: [Trip], set: [Tag], dropping: any Dropping) {
        let owners = [stop: trip]
        context.delete(owners[stop]!) //> Trip
        for (key, value) in owners { context.delete(key); context.delete(value) } //> Stop, Trip
        tidy(trips) //> Trip
        set.forEach { context.delete($0) } //> Tag
        trips.deleteAll(from: context) //> Trip
        trips.deleteEach(from: context) //> Trip
        trips.forEach(drop) //> Trip
        dropping.drop(trip) //> Trip
        context.delete(Keys.constants.values.first!) //> Tag
      }
      func delete(id: PersistentIdentifier, all: [Trip]) {
        for trip in all where trip.id == id { context.delete(trip) } //> Trip
      }
      func byKey(trip: Trip) { delete(id: trip.id, all: []) } //> Trip
      func last(trip: Trip) { trip.tags.popLast() } //> unlink Tag
      func outer<T: PersistentModel>(_ item: T) { inner(item) } //> ?
      func third(_ trip: Trip) { inner(trip) } //> Trip
      func inner<T: PersistentModel>(_ item: T) { context.delete(item) } //> ?
      func told(trip: Trip) { print("gone: \(context.delete(trip)), \(trip.name)") } //> Trip
      func wipe(_ tag: Tag) { context.delete(tag) } //> Tag
      func wipe(_ photo: Photo) { context.delete(photo) } //> Photo
      func both(photos: [Photo]) { photos.forEach(wipe) } //> Photo
    }
    === Core Data: what takes objects out of sets, by a method, a key or a value for a key
    func go(trip: Trip, some: Set<StopObject>) {
      trip.stops.subtract(some) //> unlink Stop
      trip.stops.formIntersection(some) //> unlink Stop
      trip.mutableSetValue(forKey: "stops").minus(some) //> unlink Stop
      trip.setValue(some, forKey: "stops") //> unlink Stop
      trip.setValue(NSSet(), forKey: "stops") //> unlink Stop
      trip.setValue("", forKey: "name")
      UserDefaults.standard.setValue(nil, forKey: "trip")
      print(trip.stops.subtracting(some))
      trip.stops.forEach(trip.removeFromStops) //> unlink Stop
    }
    extension Trip {
      func go() { stops.forEach(removeFromStops) } //> unlink Stop
      func clear<T: NSManagedObject>(_ type: T.Type, _ object: NSManagedObject) {
        for one in value(forKey: "stops") as! Set<T> { one.setValue(nil, forKey: "trip") } //> unlink Trip
        object.setValue(nil, forKey: "trip") //> unlink Trip
        object.setValue(nil, forKey: "name")
      }
    }
    === Core Data: accessors of an object of an unknown type, whose names only one relationship has
    func go(_ rows: [Row], _ cart: Cart) {
      guard let trip = rows[0].trip else { return }
      trip.removeFromStops(trip.stops!) //> unlink Stop
      trip.addToStops(rows[1].stop)
      trip.removeFromPlaces(rows[1].place)
      cart.removeFromStops(rows[1].stop)
    }
    final class Cart { func remove(_ stop: Int) {} }
    === Core Data: accessors that a file declares
    extension Trip {
      @NSManaged func addToStops(_ stop: StopObject)
      @NSManaged func removeFromStops(_ stop: StopObject)
      func newestStop() -> StopObject { stops.first! }
      func newStop() -> StopObject { StopObject(context: managedObjectContext!) }
    }
    func go(trip: Trip, stop: StopObject) {
      trip.removeFromStops(stop) //> unlink Stop
      trip.newestStop().trip = nil //> unlink Trip
      trip.newStop().trip = nil
      trip.stops.map(trip.removeFromStops) //> unlink Stop
      trip.stops.forEach(trip.addToStops)
      unknown.visit(trip.removeFromStops) //> unlink Stop
    }
    === patterns and captures
    enum Event { case trip(Trip, at: Int), tag(Tag); case all(trips: [Trip]); case none }
    struct Events {
      let context: ModelContext
      var event: Event
      func go(any: [Any], result: Result<Stop, Error>, maybe: Photo?, pair: (Trip, Tag), tag: Tag) {
        switch event {
        case .trip(let trip, at: 0): context.delete(trip) //> Trip
        case .trip(let trip, let place) where place > 2: context.delete(trip) //> Trip
        case let .tag(found): context.delete(found) //> Tag
        case .all(trips: let all): all.forEach { context.delete($0) } //> Trip
        case Event.none: context.delete(tag) //> Tag
        }
        if case .tag(let tag) = event, let maybe { context.delete(tag); context.delete(maybe) } //> Photo, Tag
        guard case .success(let stop) = result else { return }
        context.delete(stop) //> Stop
        if case let found? = maybe { context.delete(found) } //> Photo
        if case (let one, let other) = pair { context.delete(one); context.delete(other) } //> Tag, Trip
        for case let trip as Trip in any { context.delete(trip) } //> Trip
        switch any.first {
        case let found as Tag: context.delete(found) //> Tag
        case let found as Int: print(found)
        default: break
        }
        let work = { [weak self, mine = tag, event] in context.delete(mine) } //> Tag
        work()
      }
    }
    === what comes later
    struct Feed {
      let context: ModelContext
      func trips() -> Guarantee<[Trip]> { fatalError() }
      func tag(_ trips: [Trip]) -> Promise<Tag> { fatalError() }
      func stops() -> AnyPublisher<[Stop], Error> { fatalError() }
      func photo() -> Single<Photo> { fatalError() }
      func load(_ id: Int) -> Guarantee<Tag?> { fatalError() }
      func load(_ id: Int) -> Guarantee<[Tag]> { fatalError() }
      func go() {
        trips().then { cached -> Promise<Tag> in
          for trip in cached where trip.name.isEmpty { context.delete(trip) } //> Trip
          return tag(cached)
        }.done { tag in context.delete(tag) } //> Tag
        firstly { () -> Guarantee<[Trip]> in trips() }
          .done { found in found.forEach { context.delete($0) } } //> Trip
        firstly { () -> Guarantee<[Tag]> in load(1) }
          .done { found in for one in found { context.delete(one) } } //> Tag
        firstly { load(1) }.done { found in for one in found { context.delete(one) } } //> ?
        trips().then { all -> Guarantee<[Stop]> in
          let found = all.flatMap(\.stops)
          return .value(found)
        }.done { stops in
          for stop in stops { context.delete(stop) } //> Stop
        }
        _ = stops().receive(on: queue).sink(
          receiveCompletion: { end in print(end) },
          receiveValue: { stops in stops.forEach(context.delete) }) //> Stop
        _ = photo().subscribe(onSuccess: { context.delete($0) }, onFailure: { print($0) }) //> Photo
      }
    }
    === a closure that begins when its function has ended, whose caller saves
    func log(_ name: String) async {}
    func purge(_ trips: [Trip], in c: ModelContext) {
      for trip in trips {
        Task { await log(trip.name) } //> read Trip
        c.delete(trip) //> Trip
      }
    }
    func drop(_ trip: Trip, in c: ModelContext) {
      Task { await log(trip.name) }
      c.delete(trip) //> Trip
    }
    func shrink(in c: ModelContext) throws {
      for trip in try c.fetch(FetchDescriptor<Trip>()) {
        Task { await log(trip.name) } //> read Trip
        c.delete(trip) //> Trip
      }
    }
    func wipe(_ trip: Trip, in c: ModelContext) {
      Task { await log(trip.name) }
      c.delete(trip) //> Trip
    }
    func clear(_ trip: Trip, in c: ModelContext) {
      Task { await log(trip.name) }
      c.delete(trip) //> Trip
    }
    func undo(_ trip: Trip, in c: ModelContext) {
      Task { await log(trip.name) }
      c.delete(trip) //> Trip
    }
    func all(_ trips: [Trip], _ c: ModelContext) throws {
      purge(trips, in: c) //> Trip
      try c.save()
    }
    func shrinkAll(_ c: ModelContext) throws {
      try shrink(in: c)
      try c.save()
    }
    func waits(_ trip: Trip, _ c: ModelContext) async throws {
      drop(trip, in: c) //> Trip
      await log("")
      try c.save()
    }
    func savesOther(_ trip: Trip, _ c: ModelContext, _ other: ModelContext) throws {
      wipe(trip, in: c) //> Trip
      try other.save()
    }
    func either(_ trip: Trip, _ c: ModelContext, _ isOld: Bool) throws {
      if isOld { clear(trip, in: c) } else { try c.save() } //> Trip
    }
    func takesBack(_ trip: Trip, _ c: ModelContext) throws {
      undo(trip, in: c) //> Trip
      c.rollback()
      try c.save()
    }
    === names of several modules
    enum Schemas { @Model final class Old {} }
    typealias Journey = App.Trip
    typealias Plans = Schemas
    typealias Former = Plans.Old
    extension Former { func drop() { modelContext?.delete(self) } } //> Old
    struct Modules {
      let context: ModelContext
      func go(journey: Journey, trip: App.Trip, former: Former, old: [Plans.Old]) throws {
        context.delete(journey) //> Trip
        context.delete(trip) //> Trip
        former.drop() //> Old
        old.forEach(context.delete) //> Old
        try context.delete(model: App.Tag.self) //> batch Tag
      }
    }
    === what hides a name
    struct Hiding {
      @Environment(\.modelContext) var context
      var item: Trip
      func go(items: [Stop], any: [Any], either: Bool) {
        for item in items { context.delete(item) } //> Stop
        context.delete(item) //> Trip
        for item in any { context.delete(item) } //> ?
        switch any.first {
        case let item as Tag: context.delete(item) //> Tag
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
    === a delete as a value, and calls with a space before the bracket
    func go(
      _ context: ModelContext, _ tag: Tag, _ tags: [Tag], perform: ((Tag) -> Void) -> Void,
      then: () -> Void = { Store.shared.context.delete(Store.shared.trip) } //> Trip
    ) {
      context.delete (tag) //> Tag
      context.delete/* all of them */(tag) //> Tag
      let remove: (Tag) -> Void = context.delete
      remove(tag) //> Tag
      perform(context.delete) //> ?
      let kept: (Stop) -> Void = context.delete //> Stop
      let again = context.delete //> Tag
      tags.forEach(again)
      tags.forEach(context.delete) //> Tag
    }
    final class Store {
      static let shared = Store()
      let context: ModelContext
      var trip: Trip
      lazy var remover: (Photo) -> Void = context.delete //> Photo
    }
    """#)

  @Test("An extension of a class that Xcode makes for two models is one of both")
  func twoModels() throws {
    let bundle = """
      <model><entity name="Train" representedClassName="Train" codeGenerationType="class"/></model>
      """
    let models = try ["Phone/P", "Watch/W"].map {
      try Model(reading: bundle, as: "\($0).xcdatamodel/contents")
    }
    let sources = [
      "Phone/Train+Remove.swift": """
      extension Train { func removeNow() { managedObjectContext?.delete(self) } }
      """,
      "Watch/View.swift": "func drop(_ train: Train) { train.removeNow(); train.vanish() }",
    ]
    let files = sources.sorted { $0.key < $1.key }.map { path, text in
      SwiftDeclarations(SourceFile(path: path, bytes: Array(text.utf8)), keepsCode: true)
    }
    let calls = ModelCalls(in: files, of: models).calls
    #expect(
      calls.map { "\($0.location.file) \($0.entity ?? "?") \($0.model ?? -1)" } == [
        "Phone/Train+Remove.swift Train 0", "Watch/View.swift Train 1",
      ])
  }

  @Test(
    "A class of an entity and another type of its name are two, and only the class can be deleted")
  func modules() throws {
    let bundle = """
      <model><entity name="Order" representedClassName="Order"/><entity name="Note" representedClassName=""/><entity name="Item"/></model>
      """
    let sources = [
      "App/Storage/Order.swift": "final class Order: NSManagedObject {}",
      "App/Network/Order.swift": "struct Order {}\nstruct Note {}\nstruct Item {}",
      "App/Alpha/Item.swift": "final class Item: NSManagedObject {}",
      "App/View/Item.swift":
        "func go(context: NSManagedObjectContext, one: Item) { context.delete(one) }",
      "App/Store/Names.swift":
        "typealias Order = Network.Order\ntypealias StoredOrder = Storage.Order",
      "App/Store/Go.swift": """
      func go(context: NSManagedObjectContext, one: Order, two: StoredOrder, three: Storage.Order, four: Storage.Note) {
        context.delete(one)
        context.delete(two)
        context.delete(three)
        context.delete(four)
      }
      """,
      "App/Storage/Go.swift":
        "func go(context: NSManagedObjectContext, one: Order) { context.delete(one) }",
      "App/View/Go.swift":
        "func go(context: NSManagedObjectContext, one: Order) { context.delete(one) }",
      "App/View/Request.swift": """
      func go(context: NSManagedObjectContext, all: NSFetchRequest<Item>) throws {
        for one in try context.fetch(all) { context.delete(one) }
        remove(model: Item.self, context)
      }
      func remove<Kept: NSManagedObject>(model: Kept.Type, _ context: NSManagedObjectContext) {
        for one in (try? context.fetch(NSFetchRequest<Kept>())) ?? [] { context.delete(one) }
      }
      """,
    ]
    let model = try Model(reading: bundle, as: "App/Storage/App.xcdatamodel/contents")
    let files = sources.sorted { $0.key < $1.key }.map { path, text in
      SwiftDeclarations(SourceFile(path: path, bytes: Array(text.utf8)), keepsCode: true)
    }
    let calls = ModelCalls(in: files, of: [model]).calls
    let found = calls.map { "\($0.location.file):\($0.location.line) \($0.entity ?? "?")" }
    #expect(
      found == [
        "App/Storage/Go.swift:1 Order", "App/Store/Go.swift:2 ?", "App/Store/Go.swift:3 Order",
        "App/Store/Go.swift:4 Order", "App/Store/Go.swift:5 Note", "App/View/Go.swift:1 Order",
        "App/View/Item.swift:1 Item", "App/View/Request.swift:2 Item",
        "App/View/Request.swift:3 Item",
        "App/View/Request.swift:6 ?",
      ])
  }

  @Test("Core Data finds a class by its name in Objective-C")
  func objectiveCName() throws {
    let model = try Model(
      reading: "<model><entity name=\"Trip\" representedClassName=\"MOTrip\"/></model>",
      as: "App.xcdatamodel/contents")
    let text = """
      @objc(MOTrip) final class TripRecord: NSManagedObject {}
      func go(context: NSManagedObjectContext, trip: TripRecord) { context.delete(trip) }
      """
    let code = SwiftDeclarations(
      SourceFile(path: "Go.swift", bytes: Array(text.utf8)), keepsCode: true)
    #expect(ModelCalls(in: [code], of: [model]).calls.map(\.entity) == ["Trip"])
  }

  @Test("Of several models, a class and a name mean what is in the nearest")
  func models() throws {
    let bundle = "<model><entity name=\"Trip\" representedClassName=\"Trip\"/></model>"
    let models = try ["One", "Two"].map {
      try Model(reading: bundle, as: "\($0)/App.xcdatamodel/contents")
    }
    let files = ["One", "Two"].map { folder in
      let text = """
        final class Trip: NSManagedObject {}
        func go(context: NSManagedObjectContext, trip: Trip) {
          context.delete(trip)
          _ = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip"))
        }
        """
      return SwiftDeclarations(
        SourceFile(path: "\(folder)/Go.swift", bytes: Array(text.utf8)), keepsCode: true)
    }
    let calls = ModelCalls(in: files, of: models).calls
    #expect(
      calls.map(\.location.file) == [
        "One/Go.swift", "One/Go.swift", "Two/Go.swift", "Two/Go.swift",
      ])
    #expect(calls.map(\.model) == [0, 0, 1, 1])
  }

  @Test(
    "Of several models, a class means what is in those of the file's targets, or else in all",
    arguments: [
      ([["Shared.swift", "App.swift"], ["Shared.swift"]], "Shared.swift", [0, 1]),
      ([["Shared.swift", "App.swift"], ["Shared.swift"]], "App.swift", [0]),
      ([["App.swift"], nil], "App.swift", [0]), ([["App.swift"], nil], "Old.swift", [0, 1]),
      ([nil, nil], "App.swift", [0, 1]),
    ])
  func modelsOfTargets(codeFiles: [[String]?], file: String, expected: [Int]) throws {
    let bundle = "<model><entity name=\"Trip\" representedClassName=\"Trip\"/></model>"
    var models = try ["One", "Two"].map {
      try Model(reading: bundle, as: "\($0)/App.xcdatamodel/contents")
    }
    for (index, files) in codeFiles.enumerated() { models[index].codeFiles = files.map(Set.init) }
    let text = """
      func go(context: NSManagedObjectContext, trip: Trip) {
        context.delete(trip)
        _ = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Trip"))
      }
      """
    let code = SwiftDeclarations(
      SourceFile(path: file, bytes: Array(text.utf8)), keepsCode: true)
    let calls = ModelCalls(in: [code], of: models).calls
    #expect(calls.map(\.entity) == ["Trip", "Trip"])
    #expect(calls.map(\.models) == [expected, expected])
  }

  @Test("An accessor of an unknown object may be one of several relationships")
  func accessorOfSeveral() throws {
    let bundle = """
      <model>
        <entity name="Trip">
          <relationship name="stops" toMany="YES" deletionRule="Cascade" destinationEntity="Stop"/>
        </entity>
        <entity name="Tour">
          <relationship name="stops" toMany="YES" deletionRule="Cascade" destinationEntity="Stop"/>
        </entity>
        <entity name="Stop"/>
      </model>
      """
    let text = "func go(_ rows: [Row]) { rows[0].tour.removeFromStops(rows[0].stop) }"
    let code = SwiftDeclarations(
      SourceFile(path: "App.swift", bytes: Array(text.utf8)), keepsCode: true)
    let model = try Model(reading: bundle, as: "App.xcdatamodel/contents")
    let calls = ModelCalls(in: [code], of: [model]).calls
    #expect(calls.map(\.kind) == [.unlink])
    #expect(calls.map(\.isResolved) == [false])
  }

  @Test("As the code says", arguments: forms)
  func form(_ code: CodeWithCalls) throws {
    let (expected, found) = try code.compared()
    #expect(found == expected)
  }
}
