import DeleteCalls
import Testing

@Suite("What does a call delete by the types of its arguments?")
struct TypedCallFormsTests {
  static let forms = [
    CodeWithCalls(
      "overloads of which one deletes nothing, where the argument does not choose",
      """
      func rm(_ t: Trip, _ c: ModelContext) { c.delete(t) } //> Trip
      func rm(_ t: Tag, _ c: ModelContext) { print(t) }
      func drop(_ t: Trip, _ c: ModelContext) { c.delete(t) } //> Trip
      func drop(_ t: Trip, _ c: ModelContext, log: Bool = true) { print(t) }
      #if DEBUG
      func wipe(_ t: Trip, _ c: ModelContext) { print(t) }
      #else
      func wipe(_ t: Trip, _ c: ModelContext) { c.delete(t) } //> Trip
      #endif
      func go(_ x: Unknown, _ trip: Trip, _ tag: Tag, c: ModelContext) {
        rm(x.value, c) //> ?
        rm(trip, c) //> Trip
        rm(tag, c)
        drop(x.value, c) //> Trip
        wipe(x.value, c) //> Trip
        [x.value].forEach { rm($0, c) } //> ?
      }
      """),
    CodeWithCalls(
      "a static function and one of an object with the same name",
      """
      final class Store {
        let c: ModelContext
        init(_ c: ModelContext) { self.c = c }
        func remove(_ trip: Trip) { c.delete(trip) } //> Trip
        static func remove(_ trip: Trip) { print(trip) }
        func clear(_ tag: Tag) { print(tag) }
        static func clear(_ tag: Tag, in c: ModelContext) { c.delete(tag) } //> Tag
        func go(_ trip: Trip, _ tag: Tag) {
          remove(trip) //> Trip
          Self.remove(trip)
          clear(tag)
          Store.clear(tag, in: c) //> Tag
        }
        static func all(_ trip: Trip) { remove(trip) }
      }
      func go(_ store: Store, _ trip: Trip) {
        store.remove(trip) //> Trip
        Store.remove(trip)
      }
      """),
    CodeWithCalls(
      "a local variable with a wrapper, as a property with one",
      """
      func go(_ trip: Trip) {
        @Dependency(\\.modelContext) var modelContext
        modelContext.delete(trip) //> Trip
        @Injected(\\.store) var store
        store.delete(trip) //> ?
      }
      struct Remover {
        @Dependency(\\.modelContext) var modelContext
        func go(_ trip: Trip) { modelContext.delete(trip) } //> Trip
      }
      """),
    CodeWithCalls(
      "an override of a context's delete, which hands on what it is given", isCoreData: true,
      """
      final class OwnContext: NSManagedObjectContext {
        override func delete(_ object: NSManagedObject) { print(object); super.delete(object) } //> ?
      }
      func go(_ c: OwnContext, _ trip: Trip, _ other: NSManagedObject) {
        c.delete(trip) //> Trip
        c.delete(other) //> ?
      }
      """),
    CodeWithCalls(
      "a context's own deletes, be there callers or not", isCoreData: true,
      """
      final class OwnContext: NSManagedObjectContext {
        override func delete(_ object: NSManagedObject) {
          if let trip = object as? Trip {
            delete(trip) //> Trip
          } else if let stop = object as? StopObject {
            delete(stop) //> Stop
          } else {
            super.delete(object) //> ?
          }
        }
        private func delete(_ trip: Trip) { super.delete(trip) } //> Trip
        private func delete(_ stop: StopObject) { print(stop) }
        func drop(_ stop: StopObject) { super.delete(stop) } //> Stop
      }
      func go(_ c: OwnContext, _ trip: Trip) { c.delete(trip) } //> Trip
      """),
    CodeWithCalls(
      "the object around in an extension of a protocol for one class", isCoreData: true,
      """
      protocol Leaving {}
      extension Leaving where Self: Trip {
        func leave(_ stop: StopObject) { removeFromStops(stop) } //> unlink Stop
        func leaveAgain(_ stop: StopObject) { self.removeFromStops(stop) } //> unlink Stop
        func end() { managedObjectContext?.delete(self) } //> Trip
      }
      extension Leaving where Self == Trip { func clear() { stops = [] } } //> unlink Stop
      extension Leaving where Self: StopObject {
        func free() { trip = nil } //> unlink Trip
        func end() { managedObjectContext?.delete(self) } //> Stop
      }
      protocol Closing: Trip {}
      extension Closing { func close(_ stop: StopObject) { removeFromStops(stop) } } //> unlink Stop
      protocol Any {}
      extension Any { func drop(_ stop: Other) { free(stop) } }
      extension Trip: Leaving, Closing {}
      extension StopObject: Leaving {}
      """),
    CodeWithCalls(
      "what results, dictionaries, reductions and extensions of requests hand on",
      """
      extension FetchDescriptor {
        func limited(_ n: Int) -> FetchDescriptor<T> { var d = self; d.fetchLimit = n; return d }
      }
      extension Array {
        func second() -> Element? { self[1] }
        func some() -> [Element] { self }
        func other() -> Tag? { nil }
      }
      func go(c: ModelContext, _ trips: [String: Trip], _ found: Result<[Tag], Error>, _ all: Other) throws {
        var trips = trips
        trips.removeValue(forKey: "").map(c.delete) //> Trip
        try found.get().forEach(c.delete) //> Tag
        let made = Result { try c.fetch(FetchDescriptor<Stop>()) }
        try made.get().last.map(c.delete) //> Stop
        trips.mapValues { $0.photo }.values.forEach(c.delete) //> Photo
        trips.mapValues { [$0] }.values.first?.forEach(c.delete) //> Trip
        let some = all.list.reduce(into: [Tag]()) { known, one in known.append(one) }
        some.last.map(c.delete) //> Tag
        for tag in try c.fetch(FetchDescriptor<Tag>().limited(3)) { c.delete(tag) } //> Tag
        let stops = try c.fetch(FetchDescriptor<Stop>())
        stops.second().map(c.delete) //> Stop
        stops.some().forEach(c.delete) //> Stop
        stops.other().map(c.delete) //> Tag
      }
      """),
    CodeWithCalls(
      "the parts of tuples by their labels",
      """
      typealias Row = (trip: Trip, count: Int)
      struct Store {
        var last: (tag: Tag, stop: Stop)?
        func drop(_ c: ModelContext) { if let tag = last?.tag { c.delete(tag) } } //> Tag
        func pair() -> (stop: Stop, trip: Trip) { made() }
      }
      func go(_ one: (tag: Tag, stops: [Stop]), _ rows: [Row], _ perhaps: (value: Tag, key: Trip)?, _ store: Store, c: ModelContext) {
        c.delete(one.tag) //> Tag
        c.delete(one.0) //> Tag
        one.stops.forEach(c.delete) //> Stop
        for row in rows { c.delete(row.trip) } //> Trip
        rows.forEach { c.delete($0.trip) } //> Trip
        rows.first.map { c.delete($0.trip) } //> Trip
        if let perhaps { c.delete(perhaps.value) } //> Tag
        if let perhaps { c.delete(perhaps.key) } //> Trip
        c.delete(store.pair().stop) //> Stop
        let made = (number: 1, photo: Photo())
        c.delete(made.photo) //> Photo
        let named = (tag: one.tag, one: one)
        c.delete(named.one.tag) //> Tag
        c.delete(named.other) //> ?
      }
      func each(_ pairs: KeyValuePairs<String, Tag>, c: ModelContext) {
        for (_, tag) in pairs { c.delete(tag) } //> Tag
      }
      """),
    CodeWithCalls(
      "what extensions of views and of lists give closures",
      """
      extension View {
        func ask(_ action: @escaping (Tag) -> Void) -> some View { self }
        func alert<T: Identifiable>(about object: Binding<T?>, action: @escaping (T) -> Void) -> some View { self }
      }
      extension Array {
        func go(_ body: (Tag) -> Void) { body(Tag()) }
        func each(_ body: (Element) -> Void) {}
        func both(_ body: (Element, Tag) -> Void) {}
      }
      struct Page: View {
        @Environment(\\.modelContext) var c
        @State var tag: Tag?
        @Query var trips: [Trip]
        var body: some View {
          VStack { Text("x") }.ask { c.delete($0) } //> Tag
          Text("x").padding().bold().ask { c.delete($0) } //> Tag
          List {}.alert(about: $tag) { one in c.delete(one) } //> Tag
          Store().ask { c.delete($0) } //> ?
        }
        func go(_ numbers: [Int]) {
          numbers.go { c.delete($0) } //> Tag
          numbers.go { one in c.delete(one) } //> Tag
          trips.go { c.delete($0) } //> Tag
          trips.each { c.delete($0) } //> Trip
          trips.both { trip, tag in
            c.delete(trip) //> Trip
            c.delete(tag) //> Tag
          }
          trips.forEach { c.delete($0) } //> Trip
        }
      }
      """),
    CodeWithCalls(
      "what a generic repository is for, through however many of them",
      """
      class Repo<T: PersistentModel> {
        let c: ModelContext
        init(c: ModelContext) { self.c = c }
        func removeAll() throws { try c.delete(model: T.self) } //> batch given Tag or Trip
        func remove(_ x: T) { c.delete(x) } //> given Tag or Trip
        func all() throws -> [T] { try c.fetch(FetchDescriptor<T>()) }
        func wipe() throws { for x in try all() { c.delete(x) } } //> given Tag or Trip
        func reset() throws { try removeAll() } //> batch given Tag or Trip
      }
      class Base<R: Repo<Tag>> {
        let repo: R
        init(repo: R) { self.repo = repo }
        func a() throws { try repo.removeAll() } //> batch Tag
        func b(_ x: Tag) { repo.remove(x) } //> Tag
        func d() throws { for x in try repo.all() { repo.remove(x) } } //> Tag
        func e() throws { try repo.reset() } //> batch Tag
      }
      class Both<T: PersistentModel, R: Repo<T>> {
        let repo: R
        init(repo: R) { self.repo = repo }
        func empty() throws { try repo.removeAll() } //> batch given Trip
        func clear() throws { try repo.wipe() } //> given Trip
      }
      final class TripRepo: Repo<Trip> {}
      struct Cache<Key: Hashable, Value: PersistentModel> {
        let repo: Repo<Value>
        func drop() throws { try repo.reset() } //> batch given Trip
      }
      func go(_ both: Both<Trip, TripRepo>, _ trip: Trip, _ cache: Cache<String, Trip>, c: ModelContext) throws {
        try both.empty() //> batch Trip
        try both.clear() //> Trip
        try both.repo.wipe() //> Trip
        both.repo.remove(trip) //> Trip
        try Repo<Tag>(c: c).wipe() //> Tag
        try cache.drop() //> batch Trip
      }
      """),
    CodeWithCalls(
      "what a class inherits from a generic one, through a protocol that it adopts",
      """
      class Base<T: PersistentModel> {
        let c: ModelContext
        init(c: ModelContext) { self.c = c }
        func deleteAll() throws { for x in try c.fetch(FetchDescriptor<T>()) { c.delete(x) } } //> given Tag or Trip
      }
      class Other<T: PersistentModel> {
        let c: ModelContext
        init(c: ModelContext) { self.c = c }
        func clear() throws { try c.delete(model: T.self) } //> batch given Stop
        func drop() throws { for x in try c.fetch(FetchDescriptor<T>()) { c.delete(x) } } //> ?
      }
      class Plain {
        let c: ModelContext
        init(c: ModelContext) { self.c = c }
        func remove(_ trip: Trip) { c.delete(trip) } //> Trip
      }
      protocol Trips: AnyObject { func deleteAll() throws }
      final class TripService: Base<Trip>, Trips {}
      protocol Tags: AnyObject { func deleteAll() throws; func replace() throws }
      final class TagService: Base<Tag>, Tags {
        func replace() throws { try self.deleteAll() } //> Tag
      }
      protocol Stops: AnyObject { func clear() throws }
      final class StopService: Other<Stop>, Stops {}
      protocol Own: AnyObject { func deleteAll() throws }
      final class Quiet: Base<Photo>, Own { override func deleteAll() throws {} }
      protocol Either: AnyObject { func drop() throws }
      final class One: Other<Trip>, Either {}
      final class Two: Other<Tag>, Either {}
      protocol Removing { func remove(_ trip: Trip) }
      final class Remover: Plain, Removing {}
      func go(
        _ trips: Trips, _ tags: any Tags, _ stops: Stops, _ own: Own, _ either: Either,
        _ removing: Removing, _ trip: Trip
      ) throws {
        try trips.deleteAll() //> Trip
        try tags.deleteAll() //> Tag
        try stops.clear() //> batch Stop
        try own.deleteAll()
        try either.drop() //> Tag or Trip
        removing.remove(trip) //> Trip
      }
      """),
    CodeWithCalls(
      "what a repository of several types is for, which only its code says",
      """
      struct Pair<A: PersistentModel, B: PersistentModel> {
        let c: ModelContext
        func drop() throws { try c.delete(model: A.self) } //> batch ?
      }
      func go(_ pair: Pair<Trip, Stop>) throws {
        try pair.drop() //> batch ?
      }
      """),
    CodeWithCalls(
      "statics of an extended descriptor, by the argument that the extension states or the code expects",
      """
      extension FetchDescriptor {
        static var everything: Self { Self() }
        static func every() -> Self { Self() }
        static var one: FetchDescriptor { var d = FetchDescriptor(); d.fetchLimit = 1; return d }
      }
      extension FetchDescriptor where T == Tag {
        static func named(_ n: String) -> Self { .init(predicate: #Predicate { $0.trips.isEmpty }) }
        static func plain(_ n: String) -> FetchDescriptor { .init() }
        static func typed(_ n: String) -> FetchDescriptor<T> { .init() }
        static let old = FetchDescriptor<Tag>()
        static var older: Self { .init() }
      }
      extension FetchDescriptor<Stop> { static var stops: Self { .init() } }
      func go(_ c: ModelContext) throws {
        let d: FetchDescriptor<Trip> = .everything
        try c.fetch(d).forEach { c.delete($0) } //> Trip
        let e: FetchDescriptor<Trip> = .every()
        for x in try c.fetch(e) { c.delete(x) } //> Trip
        let f: FetchDescriptor<Trip> = .one
        for x in try c.fetch(f) { c.delete(x) } //> Trip
        for x in try c.fetch(FetchDescriptor<Trip>.one) { c.delete(x) } //> Trip
        for x in try c.fetch(.named("a")) { c.delete(x) } //> Tag
        for x in try c.fetch(.plain("a")) { c.delete(x) } //> Tag
        for x in try c.fetch(.typed("a")) { c.delete(x) } //> Tag
        for x in try c.fetch(FetchDescriptor.named("a")) { c.delete(x) } //> Tag
        for x in try c.fetch(.old) { c.delete(x) } //> Tag
        for x in try c.fetch(.older) { c.delete(x) } //> Tag
        for x in try c.fetch(.stops) { c.delete(x) } //> Stop
        let all: [Trip] = try c.fetch(.every())
        all.forEach(c.delete) //> Trip
        for x in try c.fetch(.every()) { c.delete(x) } //> ?
      }
      """),
    CodeWithCalls(
      "one of two types, or objects, that a condition chooses",
      """
      func go(_ k: Bool, _ trip: Trip, _ tag: Tag, _ last: Trip?, c: ModelContext) throws {
        let type: any PersistentModel.Type = k ? Trip.self : Tag.self
        try c.delete(model: type) //> batch Tag or Trip
        try c.delete(model: k ? Tag.self : Stop.self) //> batch Stop or Tag
        c.delete(k ? trip : tag) //> Tag or Trip
        c.delete(k ? trip : trip) //> Trip
        let chosen: any PersistentModel = switch k {
        case true: trip
        default: tag
        }
        c.delete(chosen) //> Tag or Trip
        let other = if k { trip as any PersistentModel } else { tag as any PersistentModel }
        c.delete(other) //> Tag or Trip
        let model: any PersistentModel = last ?? tag
        c.delete(model) //> Tag or Trip
        c.delete(last ?? trip) //> Trip
        let found = { if k { return trip as any PersistentModel }; return tag }()
        c.delete(found) //> Tag or Trip
      }
      """),
    CodeWithCalls(
      "generic types and functions",
      #"""
      class Repo<Tag: PersistentModel> {
        let context: ModelContext
        init(_ context: ModelContext) { self.context = context }
        var first: Tag? { try? all().first }
        func removeAll() throws { try context.delete(model: Tag.self) } //> batch given Photo
        func remove(_ tag: Tag) { context.delete(tag) } //> given Photo or Stop
        func all() throws -> [Tag] { try context.fetch(FetchDescriptor<Tag>()) }
        func wipe() throws { for one in try all() { context.delete(one) } } //> given Photo or Stop
      }
      final class StopRepo: Repo<Stop> {}
      func go(_ context: ModelContext, photos: Repo<Photo>, stops: StopRepo) throws {
        try Repo<Photo>(context).removeAll() //> batch Photo
        photos.remove(photos.first!) //> Photo
        try photos.wipe() //> Photo
        for one in try photos.all() { context.delete(one) } //> Photo
        if let one = photos.first { context.delete(one) } //> Photo
        stops.remove(stops.first!) //> Stop
        try stops.wipe() //> Stop
        try clear(Trip.self, context, keeping: photos.first!) //> Trip
        try trim(\Trip.name, context) //> Trip
        try context.deleteAll(of: Tag.self) //> batch Tag
      }
      func clear<T: PersistentModel, K: PersistentModel>(
        _ type: T.Type, _ context: ModelContext, keeping: K
      ) throws {
        try inner(type, context) //> given Trip
      }
      func inner<U: PersistentModel>(_ type: U.Type, _ context: ModelContext) throws {
        try context.fetch(FetchDescriptor<U>()).forEach(context.delete) //> given Trip
      }
      func trim<T: PersistentModel>(_ path: KeyPath<T, String>, _ context: ModelContext) throws {
        let all: [T] = try context.fetch(FetchDescriptor())
        for one in all where one[keyPath: path] == "" { context.delete(one) } //> given Trip
      }
      extension ModelContext {
        func deleteAll<T: PersistentModel>(of type: T.Type) throws { try delete(model: T.self) } //> batch given Tag
      }
      """#),
    CodeWithCalls(
      "overloads, one of which the type of the argument has to choose",
      #"""
      struct Store {
        let c: ModelContext
        func trash(_ stop: Stop) { c.delete(stop) } //> Stop
        func trash(_ tag: Tag) { c.delete(tag) } //> Tag
        func trash(_ number: Int) {}
        func drop(_ photo: Photo, now: Bool) { c.delete(photo) } //> Photo
        func drop(_ photo: Photo) { c.delete(photo) } //> Photo
        func drop(_ photos: [Photo]) { photos.forEach(drop) } //> Photo
        func go(_ parcel: Parcel, _ stop: Stop, _ tag: Tag, _ parcels: [Parcel]) {
          trash(parcel.content) //> ?
          trash(stop) //> Stop
          trash(tag) //> Tag
          trash(1)
          trash(parcel.content as! Tag) //> Tag
          parcels.forEach(trash) //> ?
          [stop].forEach(trash) //> Stop
          drop(parcel.content) //> Photo
        }
      }
      """#),
    CodeWithCalls(
      "the app's own delete of a context, which deletes what its callers give it",
      #"""
      extension ModelContext {
        func delete<T: PersistentModel>(_ object: T?) { if let object { delete(object) } } //> given Tag or Trip
        func clear<T: PersistentModel>(_ type: T.Type) throws {
          try enumerate(FetchDescriptor<T>()) { delete($0) } //> given Tag
        }
      }
      func go(_ trip: Trip?, c: ModelContext) throws {
        c.delete(trip) //> Trip
        try c.clear(Tag.self) //> Tag
      }
      """#),
    CodeWithCalls(
      "static functions that extend every model",
      #"""
      extension PersistentModel {
        static func wipe(in c: ModelContext) throws { try c.delete(model: Self.self) } //> batch given Tag or Trip
      }
      func go(c: ModelContext) throws {
        try Trip.wipe(in: c) //> batch Trip
        try Tag.wipe(in: c) //> batch Tag
      }
      """#),
    CodeWithCalls(
      "an override of a context's delete, and one that nothing calls", isCoreData: true,
      #"""
      final class Logged: NSManagedObjectContext {
        override func delete(_ object: NSManagedObject) { super.delete(object) } //> given Trip
      }
      protocol Deleting { func delete(_ object: NSManagedObject) }
      extension NSManagedObjectContext: Deleting {}
      func go(_ trip: Trip, c: Logged, other: any Deleting) {
        c.delete(trip) //> Trip
        other.delete(trip) //> Trip
      }
      """#),
    CodeWithCalls(
      "an override of a context's delete that calls itself alone", isCoreData: true,
      #"""
      extension NSManagedObjectContext {
        func delete(_ object: NSManagedObject?) { guard let object = object else { return }; delete(object) } //> ?
      }
      """#),
    CodeWithCalls(
      "closures that are added to lists, and what a request finds by itself", isCoreData: true,
      #"""
      typealias Change = (NSManagedObjectContext) -> Void
      final class Changes {
        private var all = [Change]()
        private var named: [(String, Change)] = []
        func go(trip: Trip, request: NSFetchRequest<Trip>) {
          all.append { other in
            for trip in (try? request.execute()) ?? [] { other.delete(trip) } //> Trip
          }
          all.insert({ $0.delete(trip) }, at: 0) //> Trip
          all.append(contentsOf: [{ $0.delete(trip) }]) //> Trip
          named.append(("a", { other in other.delete(trip) })) //> Trip
          unknown.append { other in other.delete(trip) } //> ?
        }
        func deleteFirst<T: NSManagedObject>(of request: NSFetchRequest<T>, _ context: NSManagedObjectContext) {
          if let one = unknown(request) { context.delete(one) } //> given Trip
        }
        func first(of request: NSFetchRequest<Trip>, _ context: NSManagedObjectContext) {
          deleteFirst(of: request, context) //> Trip
        }
        func each<T: NSManagedObject>(_ objects: [T], do action: (T) -> Void) { objects.forEach(action) }
        func drop(_ trip: Trip) { trip.managedObjectContext?.delete(trip) } //> Trip
        func dropAll(_ trips: [Trip]) {
          each(trips, do: drop) //> Trip
          each(trips) { drop($0) } //> Trip
        }
      }
      """#),
    CodeWithCalls(
      "what functions within a function are given by name", isCoreData: true,
      """
      func go(c: NSManagedObjectContext, name: String) throws {
        func clear(_ name: String) throws {
          let request = NSFetchRequest<NSManagedObject>(entityName: name)
          for one in try c.fetch(request) { c.delete(one) } //> Stop and Trip
        }
        func clearAny(_ name: String) throws {
          let request = NSFetchRequest<NSManagedObject>(entityName: name)
          for one in try c.fetch(request) { c.delete(one) } //> ?
        }
        for one in ["Trip", "Stop"] { try clear(one) }
        try clearAny("Trip")
        try clearAny(name)
      }
      """),
    CodeWithCalls(
      "what functions within a function return and are given",
      """
      func go(c: ModelContext) {
        func stops() -> [Stop] { [] }
        func tag(_ name: String) -> Tag? { nil }
        func one<T: PersistentModel>() -> T? { nil }
        for stop in stops() { c.delete(stop) } //> Stop
        if let tag = tag("a") { c.delete(tag) } //> Tag
        if let one = one() { c.delete(one) } //> ?
      }
      func given(c: ModelContext, trip: Trip, stops: [Stop]) throws {
        func wipe<T: PersistentModel>(_ type: T.Type) throws { try c.delete(model: type) } //> batch Stop and Trip
        func drop(_ one: any PersistentModel, twice: Bool) {
          c.delete(one) //> Trip
          if twice { drop(one, twice: false) }
        }
        func dropEach(_ one: any PersistentModel) { c.delete(one) } //> Stop
        func dropAny(_ one: any PersistentModel) { c.delete(one) } //> ?
        func passed(_ one: any PersistentModel) { c.delete(one) } //> ?
        try wipe(Trip.self)
        try wipe(Stop.self)
        drop(trip, twice: true)
        stops.forEach(dropEach)
        dropAny(trip)
        dropAny(unknown())
        passed(trip)
        early(stops[0])
        func early(_ one: any PersistentModel) { c.delete(one) } //> ?
        early(trip)
        unknown(passed)
      }
      extension Trip {
        func removeAny(c: ModelContext) {
          early(self)
          func early(_ one: any PersistentModel) { c.delete(one) } //> ?
        }
      }
      func go(c: ModelContext, trip: Trip) { trip.removeAny(c: c) }
      """),
    CodeWithCalls(
      "what a type by a generic parameter returns as Self, and its name", isCoreData: true,
      #"""
      extension Trip {
        class func entityName() -> String { "Trip" }
        class func found(in context: NSManagedObjectContext) -> Self { unknown() }
      }
      func drop<T: Trip>(_ type: T.Type, _ context: NSManagedObjectContext) {
        context.delete(T.found(in: context)) //> given Trip
        wipe(T.entityName(), context) //> batch given Trip
      }
      func wipe(_ name: String, _ context: NSManagedObjectContext) {
        let request = NSFetchRequest<NSFetchRequestResult>(entityName: name)
        _ = try? context.execute(NSBatchDeleteRequest(fetchRequest: request)) //> batch given Stop or Trip
      }
      func go(_ context: NSManagedObjectContext) {
        drop(Trip.self, context) //> Trip
        wipe(Trip.entityName(), context) //> batch Trip
        wipe(String(describing: StopObject.self), context) //> batch Stop
      }
      """#),
    CodeWithCalls(
      "generic functions of Core Data", isCoreData: true,
      #"""
      protocol Stored: NSManagedObject {}
      extension Trip: Stored {}
      extension StopObject: Stored {}
      extension Stored {
        static var entityName: String { entity().name! }
        func destroy() { managedObjectContext?.delete(self) } //> given Stop
      }
      func remove<T: Stored>(_ item: T) { item.destroy() } //> given Stop
      extension NSManagedObjectContext {
        func deleteAll<T: Stored>(_ type: T.Type) {
          let request = request(for: type)
          for object in load(type, with: request) { delete(object) } //> given Trip
        }
        func clear<T: NSManagedObject>(_ type: T.Type) throws {
          let found = try fetch(T.fetchRequest())
          found.forEach { delete($0 as! NSManagedObject) } //> given Trip
        }
        func load<T: Stored>(_ type: T.Type, with request: NSFetchRequest<NSFetchRequestResult>) -> [T] {
          (try? fetch(request) as? [T]) ?? []
        }
        private func request<T: Stored>(for type: T.Type) -> NSFetchRequest<NSFetchRequestResult> {
          NSFetchRequest<NSFetchRequestResult>(entityName: type.entityName)
        }
      }
      func go(_ context: NSManagedObjectContext, stop: StopObject) throws {
        context.deleteAll(Trip.self) //> Trip
        try context.clear(Trip.self) //> Trip
        remove(stop) //> Stop
      }
      """#),
    CodeWithCalls(
      "what only leads to the objects", isCoreData: true,
      #"""
      extension StopObject { @NSManaged var id: String? }
      extension NSFetchRequest where ResultType == Trip { func by(name: String) -> Self { self } }
      extension Trip {
        static func removeAll(name: String, stop: String, in context: NSManagedObjectContext) {
          let request = Trip.fetchRequest().by(name: name)
          for trip in (try? context.fetch(request)) ?? [] { context.delete(trip) } //> Trip
        }
      }
      func delete(named name: String, of owner: String, in context: NSManagedObjectContext) {
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.predicate = NSPredicate(format: "owner == %@", owner)
        for object in (try? context.fetch(request)) ?? [] { context.delete(object) } //> ?
      }
      func deletePhotos<T: NSManagedObject>(of trips: [Trip], kind: T.Type, in context: NSManagedObjectContext) {
        var ids: [NSManagedObjectID] = []
        for trip in trips { if let trip = trip as? T { ids.append(contentsOf: trip.photoIDs(Names.of(kind))) } }
        for id in ids { context.delete(try! context.existingObject(with: id)) } //> ?
      }
      func go(_ context: NSManagedObjectContext, stop: StopObject, trip: Trip, name: String) {
        Trip.removeAll(name: "x", stop: stop.id!, in: context) //> Trip
        delete(named: name, of: stop.id!, in: context) //> ?
        deletePhotos(of: [trip], kind: Trip.self, in: context)
      }
      """#),
    CodeWithCalls(
      "overloads", isCoreData: true,
      #"""
      class WebTrip { var name = "" }
      class WebStop { var name = ""; var id: String? }
      final class Remote: WebStop {}
      final class Hub {
        let context: NSManagedObjectContext
        func delete(_ trip: WebTrip) { Trip.delete(by: trip.name, in: context) } //> Trip
        func delete(_ stop: WebStop) { StopObject.delete(by: stop.name, in: context) } //> Stop
        func drop(_ object: NSManagedObject) { context.delete(object) } //> given Stop
        func drop(_ trip: Trip) { trip.name = "" }
        func wipe(_ trips: [Trip]) { trips.forEach(context.delete) } //> Trip
        func wipe(_ name: String) { print(name) }
        func go(_ stop: WebStop, remote: Remote, trip: Trip, other: StopObject, id: UUID) {
          delete(stop) //> Stop
          delete(remote) //> Stop
          delete(trip)
          drop(other) //> Stop
          drop(trip)
          wipe([trip]) //> Trip
          wipe("name")
          wipe(id)
        }
      }
      extension Trip {
        static func delete(by name: String, in context: NSManagedObjectContext) {
          let request: NSFetchRequest<Trip> = fetchRequest()
          request.predicate = NSPredicate(format: "name == %@", name)
          for trip in (try? context.fetch(request)) ?? [] { context.delete(trip) } //> Trip
        }
      }
      extension StopObject {
        static func delete(by name: String, in context: NSManagedObjectContext) {
          let request: NSFetchRequest<StopObject> = fetchRequest()
          request.predicate = NSPredicate(format: "name == %@", name)
          for stop in (try? context.fetch(request)) ?? [] { context.delete(stop) } //> Stop
        }
      }
      """#),
    CodeWithCalls(
      "types that are called by the name of what they are in",
      #"""
      enum Services {
        final class Eraser {
          let context: ModelContext
          init(_ context: ModelContext) { self.context = context }
          func remove(_ tag: Tag) { context.delete(tag) } //> Tag
        }
        struct Box<T> {
          let one: T
          func callAsFunction() -> T { one }
        }
        struct Reader { let read: (Stop) -> Void }
        static func Maker() -> Eraser? { nil }
      }
      extension Services { struct Sweeper { func sweep(_ stop: Stop) { stop.modelContext?.delete(stop) } } } //> Stop
      extension Trip { struct Draft { let photo: Photo } }
      typealias Tools = Services
      struct Screen {
        let eraser = Services.Eraser(unknown())
        let draft: Trip.Draft
        func go(_ tag: Tag, _ stop: Stop, _ photo: Photo, in context: ModelContext) throws {
          eraser.remove(tag) //> Tag
          let other = Services.Eraser(context)
          other.remove(tag) //> Tag
          Services.Eraser(context).remove(tag) //> Tag
          Services.Eraser.init(context).remove(tag) //> Tag
          Services.Maker()?.remove(tag) //> Tag
          Services.Sweeper().sweep(stop) //> Stop
          Tools.Sweeper().sweep(stop) //> Stop
          context.delete(Services.Box(one: stop).one) //> ?
          context.delete(Services.Box<Stop>(one: stop).one) //> Stop
          context.delete(Trip.Draft(photo: photo).photo) //> Photo
          _ = Services.Reader { context.delete($0) } //> Stop
          let request = SwiftData.FetchDescriptor<Photo>()
          for each in try context.fetch(request) { context.delete(each) } //> Photo
        }
      }
      """#),
    CodeWithCalls(
      "objects of its own entity that a function finds through its object",
      #"""
      @Model final class Node {
        var parent: Node?
        var name = ""
        @Relationship(deleteRule: .cascade, inverse: \Node.parent) var children: [Node] = []
        var sorted: [Node] { children.sorted { $0.name < $1.name } }
        var named: [Node] { children.filter { $0.name != "" } }
        init() {}
        func eraseChildren(in context: ModelContext) {
          for child in children {
            child.eraseChildren(in: context)
            context.delete(child) //> Node
          }
        }
        func eraseSorted(in context: ModelContext) {
          sorted.forEach { context.delete($0) } //> Node
          named.forEach { context.delete($0) } //> Node
        }
        func removeFirst() { if let first = children.first { modelContext?.delete(first) } } //> Node
        func removeParent() { parent.map { modelContext?.delete($0) } } //> Node
        func removeSiblings() { parent?.children.forEach { modelContext?.delete($0) } } //> Node
        func removeCousins() {
          let above = parent?.parent
          if let above { for one in above.children { modelContext?.delete(one) } } //> Node
        }
        func eraseAll(in context: ModelContext) {
          for child in children { child.eraseAll(in: context) } //> Node
          context.delete(self) //> Node
        }
        func removeTwins(in context: ModelContext) throws {
          let name = name
          for node in try context.fetch(FetchDescriptor<Node>(predicate: #Predicate { $0.name == name })) {
            context.delete(node) //> Node
          }
        }
      }
      func removeChildren(of node: Node, in context: ModelContext) {
        node.children.forEach { context.delete($0) } //> Node
      }
      func removeEach(_ nodes: [Node], of other: Node, in context: ModelContext) {
        nodes.forEach { context.delete($0) } //> Node
      }
      func clear(_ node: Node, in context: ModelContext) throws {
        node.eraseChildren(in: context)
        node.eraseSorted(in: context)
        node.removeFirst()
        node.removeParent()
        node.removeSiblings()
        node.removeCousins()
        node.eraseAll(in: context) //> Node
        try node.removeTwins(in: context) //> Node
        removeChildren(of: node, in: context)
        removeEach(node.children, of: node, in: context) //> Node
      }
      """#),
    CodeWithCalls(
      "objects of a class that inherits",
      #"""
      @Model class Issue { init() {} }
      @Model final class Weekly: Issue { override init() { super.init() } }
      extension Issue { func remove() { modelContext?.delete(self) } } //> Issue
      struct Press {
        let context: ModelContext
        func pulp(_ issue: Issue) { context.delete(issue) } //> Issue
        func pulp(all issues: [Issue]) { issues.forEach(context.delete) } //> Issue
        func go(weekly: Weekly, issue: Issue, weeklies: [Weekly]) {
          pulp(weekly) //> Weekly
          pulp(issue) //> Issue
          pulp(all: weeklies) //> Weekly
          weeklies.forEach(pulp) //> Weekly
          weekly.remove() //> Weekly
        }
      }
      """#),
    CodeWithCalls(
      "a request that is made where its type is asked for",
      #"""
      func all(_ request: FetchDescriptor<Stop>, in context: ModelContext) throws -> [Stop] {
        try context.fetch(request)
      }
      func go(_ context: ModelContext, _ name: String) throws {
        let trips = try context.fetch(.init(predicate: #Predicate<Trip> { $0.name == name }))
        for trip in trips { context.delete(trip) } //> Trip
        try context.enumerate(.init(predicate: #Predicate<Tag> { _ in true })) { context.delete($0) } //> Tag
        try all(.init(), in: context).forEach(context.delete) //> Stop
        for stop in try all(.init(predicate: #Predicate { _ in true }), in: context) { context.delete(stop) } //> Stop
        for one in try context.fetch(.init()) { context.delete(one) } //> ?
      }
      """#),
    CodeWithCalls(
      "a request of Core Data that is made where its type is asked for", isCoreData: true,
      """
      func go(_ context: NSManagedObjectContext) throws {
        for trip in try context.fetch(.init(entityName: "Trip")) { context.delete(trip as! NSManagedObject) } //> Trip
        try context.execute(NSBatchDeleteRequest(fetchRequest: .init(entityName: "Stop"))) //> batch Stop
      }
      """),
    CodeWithCalls(
      "a protocol that entities alone implement, as an object of any entity",
      """
      protocol Shown { var title: String { get } }
      extension Trip: Shown { var title: String { name } }
      extension Tag: Shown { var title: String { "" } }
      struct Preview: Shown { var title: String { "" } }
      protocol Drawn {}
      extension Trip: Drawn {}
      @Model final class Other { init() {} }
      class Base: NSManagedObject, Drawn {}
      func remove(_ shown: Shown, in context: ModelContext) {
        if let object = shown as? any PersistentModel { context.delete(object) } //> Tag and Trip
      }
      func erase(_ drawn: Drawn, in context: ModelContext) {
        if let object = drawn as? any PersistentModel { context.delete(object) } //> ?
      }
      func go(_ list: [Shown], _ trip: Trip, _ context: ModelContext) {
        for one in list { remove(one, in: context) } //> Tag and Trip
        remove(trip, in: context) //> Trip
      }
      """),
    CodeWithCalls(
      "a function that is given the name of an entity, whatever the function is called",
      isCoreData: true,
      """
      func replaceRows(_ name: String, _ other: String, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        for object in try context.fetch(request) { context.delete(object) } //> given Stop or Trip
        try context.save()
      }
      func deleteRows(_ name: String, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        for object in try context.fetch(request) { context.delete(object) } //> given Trip
      }
      func countRows(_ name: String, _ context: NSManagedObjectContext) throws -> Int {
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: name))
      }
      func go(_ context: NSManagedObjectContext) throws {
        try replaceRows("Trip", "Stop", context) //> Trip
        try replaceRows("Stop", "Trip", context) //> Stop
        try deleteRows("Trip", context) //> Trip
        _ = try countRows("Trip", context)
      }
      """),
    CodeWithCalls(
      "what a wrapper reads by the key path of a property",
      #"""
      extension Container {
        var deleteTrip: Factory<DeleteTripUseCase> { self { DeleteTrip() } }
        var store: Store { Store() }
        var two: Factory<Store> { self { Store() } }
      }
      final class Other { var two: Factory<Preview> { Factory() } }
      struct Preview {}
      protocol DeleteTripUseCase { func execute(_ trip: Trip) throws }
      final class DeleteTrip: DeleteTripUseCase {
        @Environment(\.modelContext) var context
        func execute(_ trip: Trip) throws { context.delete(trip) } //> Trip
      }
      final class Store {
        @Environment(\.modelContext) var context
        func clear(_ stop: Stop) { context.delete(stop) } //> Stop
      }
      final class Screen {
        @Injected(\.deleteTrip) private var deleteTrip
        @Inject(\Container.store) var store
        @Injected(\.two) var two
        func go(_ trip: Trip, _ stop: Stop) throws {
          try deleteTrip.execute(trip) //> Trip
          store.clear(stop) //> Stop
          two.clear(stop)
        }
      }
      """#),
    CodeWithCalls(
      "views that hand on elements, and the columns in them",
      #"""
      struct V: View {
        @Environment(\.modelContext) private var c
        @Bindable var trip: Trip
        @Query var all: [Stop]
        var a: some View { Table(trip.stops) { TableColumn("a") { row in B { c.delete(row) } } } } //> Stop
        var b: some View {
          Table(of: Stop.self) {
            TableColumn("a") { row in B { c.delete(row) } } //> Stop
            if trip.name.isEmpty { TableColumn("b") { (row) in B { c.delete(row) } } } //> Stop
          } rows: {
            ForEach(all) { row in TableRow(row).contextMenu { B { c.delete(row) } } } //> Stop
          }
        }
        var d: some View {
          HStack {
            Table($trip.stops, selection: $ids, content: {
              TableColumn("a", content: { $row in B { c.delete(row) } }) //> Stop
            })
          }
        }
        var e: some View {
          Table(all) {
            TableColumnForEach(names, id: \.self) { name in
              TableColumn(name) { row in B { c.delete(row) } } //> Stop
            }
          }
        }
        var f: some View { TableColumn("a", value: \Stop.name) { row in B { c.delete(row) } } } //> Stop
        var g: some View { OutlineGroup(all[0], children: \.parts) { row in B { c.delete(row) } } } //> Stop
        var h: some View { OutlineGroup(all, children: \.parts) { row in B { c.delete(row) } } } //> Stop
        var i: some View { Chart(all) { row in B { c.delete(row) } } } //> Stop
        var j: some View {
          Map(coordinateRegion: $region, annotationItems: all) { row in B { c.delete(row) } } //> Stop
        }
        var k: some View { TableColumn("a") { row in B { c.delete(row) } } } //> ?
        var l: some View { Other(all) { TableColumn("a") { row in B { c.delete(row) } } } } //> ?
        var m: some View {
          HStack { Table(all) { TableColumn("a") { _ in B() } }; TableColumn("a") { row in B { c.delete(row) } } } //> ?
        }
      }
      """#),
    CodeWithCalls(
      "a generic type for what only one class conforms to",
      #"""
      protocol Row: PersistentModel { var mark: String { get } }
      protocol Two: PersistentModel {}
      extension Tag: Row { var mark: String { "" } }
      extension Stop: Two {}
      extension Photo: Two {}
      @ModelActor actor Cache<R: Row> {
        func clear() throws { try modelContext.delete(model: R.self) } //> batch Tag
        func trim() throws { for r in try modelContext.fetch(FetchDescriptor<R>()) { modelContext.delete(r) } } //> Tag
      }
      @ModelActor actor Caches<R: Two> {
        func clear() throws { try modelContext.delete(model: R.self) } //> batch ?
      }
      """#),
    CodeWithCalls(
      "an alias that an extension extends",
      #"""
      enum Problem: Error { case failed }
      typealias Outcome<T> = Result<T, Problem>
      extension Outcome { var isGood: Bool { if case .success = self { true } else { false } } }
      typealias Trips = [Trip]
      extension Trips { var size: Int { count } }
      func found(_ c: ModelContext) -> Outcome<[Trip]> { .success([]) }
      func go(_ c: ModelContext, _ trips: Trips) {
        switch found(c) {
        case .success(let all): for one in all { c.delete(one) } //> Trip
        case .failure: break
        }
        for one in trips { c.delete(one) } //> Trip
      }
      """#),
    CodeWithCalls(
      "identifiers of two lists", isCoreData: true,
      #"""
      func one(_ trips: [Trip], _ trip: Trip, _ stops: [StopObject], _ c: NSManagedObjectContext) throws {
        let ids = trips.map(\.objectID) + [trip.objectID]
        try c.execute(NSBatchDeleteRequest(objectIDs: ids)) //> batch Trip
        try c.execute(NSBatchDeleteRequest(objectIDs: [trip.objectID] + trips.map { $0.objectID })) //> batch Trip
        try c.execute(NSBatchDeleteRequest(objectIDs: trips.map { $0.objectID } + find())) //> batch ?
        try c.execute(NSBatchDeleteRequest(objectIDs: trips.map { $0.objectID } + stops.map { $0.objectID })) //> batch Stop and Trip
      }
      """#),
    CodeWithCalls(
      "a generic function that fetches what a generic request says",
      #"""
      protocol Wipeable: PersistentModel {}
      extension Trip: Wipeable {}
      extension Photo: Wipeable {}
      extension ModelContext {
        func found<T: PersistentModel>(_ request: FetchDescriptor<T>) throws -> [T] { try fetch(request) }
        func loaded<T>(_ requests: [FetchDescriptor<T>]) -> Set<T> { [] }
      }
      extension Wipeable {
        static func wipe(_ context: ModelContext) throws {
          for it in try context.found(FetchDescriptor<Self>()) { context.delete(it) } //> given Trip
        }
      }
      struct Store<Row: PersistentModel> {
        let context: ModelContext
        func erase() throws { try context.found(FetchDescriptor<Row>()).forEach { context.delete($0) } } //> given Stop
      }
      func go(_ context: ModelContext) throws {
        try Trip.wipe(context) //> Trip
        try Store<Stop>(context: context).erase() //> Stop
      }
      """#),
    CodeWithCalls(
      "nothing for the parameter that is deleted",
      #"""
      func save(_ kept: [any PersistentModel], deleting gone: [any PersistentModel] = [], _ c: ModelContext) {
        for it in gone { c.delete(it) } //> given Stop
      }
      func drop(_ it: (any PersistentModel)?, _ c: ModelContext) { if let it { c.delete(it) } } //> given Trip
      func go(_ trip: Trip, _ stop: Stop, _ c: ModelContext) {
        save([trip], c)
        save([trip], deleting: [], c)
        save([trip], deleting: ([]), c)
        save([trip], deleting: [any PersistentModel](), c)
        save([trip], deleting: Array(), c)
        save([trip], deleting: [stop], c) //> Stop
        drop(nil, c)
        drop(.none, c)
        drop(trip, c) //> Trip
      }
      """#),
  ]

  /// Protocols that refine each other in so many ways that no search can take each.
  private static let lattice = (1...40).map { level in
    "protocol One\(level): One\(level - 1), Other\(level - 1) {}\n"
      + "protocol Other\(level): One\(level - 1), Other\(level - 1) {}"
  }.joined(separator: "\n")

  @Test("Each type that another inherits from is looked at once, in however many ways it does")
  func lattice() throws {
    let code = CodeWithCalls(
      "a lattice of protocols",
      #"""
      protocol One0 { associatedtype Thing }
      protocol Other0 {}
      struct Remover<Thing: PersistentModel>: One40 {
        let context: ModelContext
        func go(_ thing: Thing) { context.delete(thing) }
      }
      func go(_ remover: Remover<Issue>, _ issue: Issue) { remover.go(issue) } //> Issue
      @Model final class Issue { init() {} }

      """# + Self.lattice)
    let (expected, found) = try code.compared()
    #expect(Set(found).isSuperset(of: expected))
  }

  @Test("As the code says", arguments: forms)
  func form(_ code: CodeWithCalls) throws {
    let (expected, found) = try code.compared()
    #expect(found == expected)
  }
}
