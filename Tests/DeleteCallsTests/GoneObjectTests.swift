import DeleteCalls
import ExpectedText
import ModelFiles
import SourceText
import SwiftSource
import Testing

@Suite("Is an object read or emptied around its delete?")
struct GoneObjectTests {
  private static let classes = """
    import SwiftData
    @Model final class Basket {
      var name = ""
      @Relationship(deleteRule: .cascade, inverse: \\Fruit.basket) var fruits: [Fruit] = []
      @Relationship(deleteRule: .cascade, inverse: \\Lid.basket) private var _lids: [Lid]? = nil
      var lids: [Lid] { get { _lids ?? [] } set { _lids = newValue } }
      var shown: [Lid] { _lids ?? [] }
      var sorted: [Lid] { get { lids.sorted { $0 === $1 } } set { lids = newValue } }
      var owner: Owner?
      var ordered: [Fruit] { fruits.sorted { $0.sort < $1.sort } }
      var ripe: [Fruit] { return fruits.filter { $0.sort == "ripe" } }
    }
    @Model final class Fruit {
      var sort = ""
      var basket: Basket?
      @Relationship(deleteRule: .cascade, inverse: \\Seed.fruit) var seeds: [Seed] = []
    }
    @Model final class Seed { var size = 0; var fruit: Fruit? }
    @Model final class Lid { var basket: Basket? }
    @Model final class Shelf {
      var lids: [Lid] = []
      init() { lids = [Lid()] }
    }
    @Model final class Work {
      var first: Req?
      var stamp: Stamp
      init(_ stamp: Stamp) { self.stamp = stamp }
    }
    @Model final class Desk { var next: Req? }
    @Model final class Req { var text = "" }
    @Model final class Stamp {
      var text = ""
      @Relationship(inverse: \\Work.stamp) var work: Work?
    }
    @Model final class Owner {
      var name = ""
      @Relationship(inverse: \\Basket.owner) var baskets: [Basket] = []
    }

    """
  private static let model =
    classes + """
      func plainLid() -> Lid { let lid = Lid(); return lid }
      func keptLid() -> Lid { let lid = Lid(); print(Basket(lids: [lid])); return lid }
      extension Lid { static func plain() -> Lid { Lid() } }
      func makeLid() -> Lid { let lid = Lid(); lid.basket = Basket(); return lid }
      struct Editor {
        let basket: Basket
        var rows: [Fruit] { get { basket.fruits } nonmutating set { basket.fruits = newValue } }
      }
      extension Basket {
        func shed(_ gone: Fruit) { fruits.removeAll { $0 === gone } }
        func shedOthers(_ gone: Fruit) { fruits = fruits.filter { $0 !== gone } }
        func shedFirst(_ gone: Fruit) { if name == "" { return }; fruits.removeAll { $0 === gone } }
        func shedIfNamed(_ gone: Fruit) { if name != "" { fruits.removeAll { $0 === gone } } }
      }
      func shed(_ gone: Fruit, from basket: Basket) {
        if let place = basket.fruits.firstIndex(of: gone) { basket.fruits.remove(at: place) }
      }
      func prune(_ fruits: inout [Fruit]) { fruits.removeAll { $0.sort == "" } }
      func prune(fruits: [Fruit]) { var fruits = fruits; fruits.removeAll { $0.sort == "" } }
      enum Stack {
        static let context = ModelContext(container)
        static var fresh: ModelContext { ModelContext(container) }
        static var kept: ModelContext { context }
      }
      struct Counter {
        let basket: Basket
        func drop(_ number: Int) {}
        var count: Int {
          get { basket.fruits.count }
          nonmutating set { basket.fruits = Array(basket.fruits.prefix(newValue)) }
        }
      }
      struct Row { let name: String; init(_ basket: Basket) { name = basket.name } }
      struct Plain { init(_ basket: Basket) {} }
      struct Line {
        let basket: Basket
        var last: Basket { basket.owner!.baskets[0] }
      }
      extension Basket {
        func describe() { report(self) }
        func rest() {}
        var title: String { name.uppercased() }
        var isGone: Bool { modelContext == nil }
        func die(in context: ModelContext) throws { try discard(self, in: context); print(name) }
      }
      func freeAll(of basket: Basket, _ context: ModelContext) throws {
        let all = NSFetchRequest<Fruit>(entityName: "Fruit")
        all.predicate = NSPredicate(format: "basket == %@", basket)
        for fruit in try context.fetch(all) { fruit.basket = nil }
      }
      func freeFound(of basket: Basket, _ context: ModelContext) throws {
        let found = try context.fetch(FetchDescriptor<Fruit>())
        for fruit in found where fruit.basket == basket { fruit.basket = nil }
      }
      func freeEvery(_ context: ModelContext) throws {
        for fruit in try context.fetch(FetchDescriptor<Fruit>()) { fruit.basket = nil }
      }
      func freeThose(of baskets: [Basket], _ context: ModelContext) throws {
        let all = NSFetchRequest<Fruit>(entityName: "Fruit")
        all.predicate = NSPredicate(format: "basket IN %@", baskets)
        for fruit in try context.fetch(all) { fruit.basket = nil }
      }
      func freeSome(of basket: Basket, _ context: ModelContext) throws {
        if basket.name == "" { return }
        try freeAll(of: basket, context)
      }
      func discard(_ basket: Basket, in context: ModelContext) throws {
        context.delete(basket)
        try context.save()
      }
      func wasDiscarded(_ basket: Basket, in context: ModelContext) throws -> Bool {
        guard basket.owner == nil else { return false }
        try discard(basket, in: context)
        return true
      }
      func dropIfEmpty(_ basket: Basket, in context: ModelContext) throws {
        if basket.name == "" { try discard(basket, in: context) }
      }
      func dropUnlessFull(_ basket: Basket, in context: ModelContext) throws {
        guard basket.name == "" else { return }
        context.delete(basket)
        try context.save()
      }
      func dropAnyway(_ basket: Basket, in context: ModelContext) throws {
        if basket.name == "" { try discard(basket, in: context) } else {
          context.delete(basket)
          try context.save()
        }
      }
      func dropSomehow(_ basket: Basket, in context: ModelContext) throws {
        if let owner = basket.owner {
          if owner.name == "" { try discard(basket, in: context) }
        } else {
          try discard(basket, in: context)
        }
      }
      func dropThere(_ basket: Basket, in context: ModelContext?) throws {
        guard let context else { return }
        try discard(basket, in: context)
      }
      func dropTwice(_ basket: Basket, in context: ModelContext) throws {
        try dropIfEmpty(basket, in: context)
      }
      func dropOnTap(_ basket: Basket, in context: ModelContext) {
        show(Button("") { try? discard(basket, in: context) })
      }
      func undo(_ context: ModelContext) { context.rollback() }
      func mark(_ basket: Basket, in context: ModelContext) { context.delete(basket) }
      func take(_ basket: Basket, in context: ModelContext, saves: Bool = true) {
        context.delete(basket)
        if saves { try? context.save() }
      }
      func put(_ basket: Basket, in context: ModelContext, isLater: Bool) {
        context.delete(basket)
        if !isLater { try? context.save() }
      }
      func early(_ basket: Basket, in context: ModelContext, saves: Bool = true) {
        if saves { try? context.save() }
        context.delete(basket)
      }
      func maybeTake(_ basket: Basket, in context: ModelContext, saves: Bool) {
        context.delete(basket)
        if saves && basket.owner == nil { try? context.save() }
      }
      func commit(_ context: ModelContext) throws { do { try context.save() } catch { throw error } }
      func markAll(_ baskets: [Basket], in context: ModelContext) { baskets.forEach(context.delete) }
      func discardAll(_ baskets: [Basket], in context: ModelContext) throws {
        for basket in baskets { context.delete(basket) }
        try context.save()
      }
      func fill(_ baskets: inout [Basket]) { baskets = [] }
      func same<T>(_ thing: T) -> T { return thing }
      func chosen(_ basket: Basket, _ other: Basket) -> Basket { other.name == "" ? basket : other }
      func either(_ basket: Basket, _ other: Basket) -> Basket {
        if other.name == "" { other } else { basket }
      }
      func report(_ basket: Basket) { show(basket) }
      func show(_ basket: Basket) { print(basket.name) }
      func keep(_ basket: Basket) { print(1) }
      func empty(_ basket: Basket) { basket.fruits.removeAll() }
      func leave(_ basket: Basket) {
        [1].forEach { number in guard number > 0 else { return }; print(number) }
        basket.owner = nil
      }
      func refill(_ basket: Basket, _ fruit: Fruit) { put(fruit, basket) }
      func put(_ fruit: Fruit, _ basket: Basket) { fruit.basket = basket }
      func load(_ basket: Basket) { basket.fruits.append(Fruit()) }
      func clear(_ basket: Basket, in context: ModelContext) {
        basket.fruits = []
        context.delete(basket)
      }

      """

  /// Statements, and the property that is read of what is gone.
  static let reads: [(String, String?)] = Rows(
    #"""
    // Inserted again.
    context.delete(basket); context.insert(basket); try context.save(); print(basket.name) →
    switch basket.name { case let k where k == "": if other.name == "" { break }; context.delete(basket); try context.save()
    default: context.delete(basket); try context.save() }; if other.name == "x" { print(basket.name) } →
    switch basket.name { case let k where all.contains(where: { $0.name == k }): if other.name == "" { break }; context.delete(basket); try context.save()
    default: context.delete(basket); try context.save() }; if other.name == "x" { print(basket.name) } →
    context.delete(basket); second.insert(basket); try context.save(); print(basket.name) → name
    if basket.fruits.isEmpty { context.delete(basket); context.insert(basket) }; try context.save(); print(basket.name) →
    context.insert(basket); context.delete(basket); try context.save(); print(basket.name) → name
    context.delete(basket); context.insert(other); try context.save(); print(basket.name) → name
    // In the next round.
    while basket.name == "" { context.delete(basket); try context.save() } → name
    while basket.name == "" { context.delete(basket); try context.save(); break } →
    while basket.name == "" { context.delete(basket); try context.save(); continue } → name
    while basket.name == "" { context.delete(basket); try context.save(); if isNew { return } else { break } } →
    while basket.name == "" { context.delete(basket); try context.save(); if isNew { return } else { print(1) } } → name
    while basket.name == "" { context.delete(basket); try context.save(); if isNew { return } } → name
    while basket.name == "" { context.delete(basket); try context.save(); switch other.name { case "": return; default: throw Bad() } } →
    while basket.name == "" { context.delete(basket); try context.save(); switch other.name { case "": return; default: break } } → name
    repeat { print(basket.name); context.delete(basket); try context.save() } while false →
    repeat { print(basket.name); context.delete(basket); try context.save() } while isNew → name
    while basket.name == "" { context.delete(basket) }; try context.save() →
    while !basket.isDeleted, basket.name == "" { context.delete(basket); try context.save() } →
    var old = basket; while old.name == "" { context.delete(old); try context.save(); old = Basket() } →
    for _ in 0..<9 { print(basket.name); context.delete(basket); try context.save() } → name
    for it in basket.fruits { print(it.sort); context.delete(it); try context.save() } →
    // Behind what goes on with the next round.
    for it in basket.fruits { if it.sort == "" { context.delete(it); continue }; print(it.sort) }; try context.save() →
    for it in basket.fruits { if it.sort == "" { context.delete(it); try context.save(); continue }; print(it.sort) } →
    for it in basket.fruits { if it.sort == "" { context.delete(it); try context.save(); print(it.sort); continue } } → sort
    let all = basket.fruits; for it in all { if it.sort == "" { context.delete(it); continue }; print(1) }; try context.save(); for it in all { print(it.sort) } → sort
    let all = basket.fruits; for it in all { if it.sort == "" { continue }; print(1) }; try context.save(); for it in all { print(it.sort) } →
    try discard(basket, in: context); print(basket.name) → name
    try discard(basket, in: context); basket.name = "" → name
    try discard(basket, in: context); print(other.name) →
    do { try discard(basket, in: context) } catch { print(basket.name) } →
    do { try discard(basket, in: context) } catch { throw error }; print(basket.name) → name
    mark(basket, in: context); print(basket.name) →
    mark(basket, in: context); try commit(context); print(basket.name) → name
    mark(basket, in: context); try commit(second); print(basket.name) →
    mark(basket, in: context); if maybe == nil { try commit(context) } else { try context.save() }; print(basket.name) → name
    mark(basket, in: context); switch other.name { case "": try context.save()
    default: try commit(context) }; print(basket.name) → name
    mark(basket, in: context); switch other.name { case "": try context.save()
    default: break }; print(basket.name) → name
    // At the end of one of several blocks.
    switch other.name { case "": try discard(basket, in: context); default: break }; print(basket.name) → name
    switch other.name { case "": print(1); default: try discard(basket, in: context) }; print(basket.name) → name
    switch other.name { case "": try discard(basket, in: context); return; default: break }; print(basket.name) →
    switch other.name { case "": try discard(basket, in: context); fatalError(); default: break }; print(basket.name) →
    switch other.name { case "": try discard(basket, in: context); default: break }; if isNew { return }; print(basket.name) →
    switch other.name { case "": context.delete(basket); default: context.delete(basket) }; try context.save(); print(basket.name) → name
    if isForced { try discard(basket, in: context) } else if isNew { print(1) }; print(basket.name) → name
    if isForced { try discard(basket, in: context); return } else if isNew { print(1) }; print(basket.name) →
    if isForced { print(1) } else { try discard(basket, in: context) }; print(basket.name) → name
    if isForced { if isNew { try discard(basket, in: context) } else { print(1) } }; print(basket.name) → name
    if isForced { if isNew { try discard(basket, in: context); return } else { print(1) } }; print(basket.name) →
    for _ in 0..<1 { try discard(basket, in: context) }; print(basket.name) → name
    for _ in 0..<1 { try discard(basket, in: context); return }; print(basket.name) →
    for one in all where one === basket { try discard(basket, in: context) }; print(basket.name) → name
    for one in all { if one === basket { try discard(basket, in: context); break } }; print(basket.name) → name
    for one in all { if one === basket { try discard(basket, in: context); return } }; print(basket.name) →
    outer: for _ in 0..<1 { try discard(basket, in: context); continue outer }; print(basket.name) → name
    repeat { try discard(basket, in: context) } while false; print(basket.name) → name
    repeat { try discard(basket, in: context); return } while false; print(basket.name) →
    while let one = maybe { print(one); try discard(basket, in: context); break }; print(basket.name) → name
    while let one = maybe { print(one); try discard(basket, in: context); return }; print(basket.name) →
    context.delete(basket); try commit(context); report(basket) → name
    context.delete(basket); try commit(context); keep(basket) →
    Stack.context.delete(basket); try Stack.context.save(); print(basket.name) → name
    Stack.fresh.delete(basket); try Stack.fresh.save(); print(basket.name) →
    let one = Stack.fresh; one.delete(basket); try one.save(); print(basket.name) → name
    Stack.kept.delete(basket); try Stack.kept.save(); print(basket.name) → name
    let fruit = basket.fruits[0]; try discard(basket, in: context); print(fruit.sort) → sort
    let fruit = other.fruits[0]; try discard(basket, in: context); print(fruit.sort) →
    let fruit = basket.fruits.first!; let seed = fruit.seeds.first!; context.delete(basket); try context.save(); print(seed.size) → size
    let seed = basket.fruits[0].seeds[0]; context.delete(basket); try context.save(); print(seed.size) → size
    let owner = basket.owner!; try discard(basket, in: context); print(owner.name) →
    // What its whole deletes, and lists of parts.
    guard let whole = fruit.basket else { return }; try discard(whole, in: context); print(fruit.sort) → sort
    guard let one = basket.owner else { return }; context.delete(one); try context.save(); print(basket.name) →
    let fruits = basket.fruits; try discard(basket, in: context); print(fruits[0].sort) → sort
    let fruits = basket.fruits; try discard(basket, in: context); for one in fruits { print(one.sort) } → sort
    let fruits = basket.fruits; try discard(basket, in: context); print(fruits.map(\.sort)) → sort
    var fruits = basket.fruits; fruits = [fruit]; try discard(basket, in: context); print(fruits[0].sort) →
    // What leaves it before.
    let fruit = basket.fruits[0]; fruit.basket = other; try discard(basket, in: context); print(fruit.sort) →
    let fruit = basket.fruits[0]; fruit.basket = nil; try discard(basket, in: context); print(fruit.sort) →
    let fruit = basket.fruits[0]; other.fruits.append(fruit); try discard(basket, in: context); print(fruit.sort) →
    let fruit = basket.fruits.removeLast(); try discard(basket, in: context); print(fruit.sort) →
    let fruit = basket.fruits[0]; basket.fruits.removeAll(); try discard(basket, in: context); print(fruit.sort) →
    let fruits = basket.fruits; for one in fruits { one.basket = other }; try discard(basket, in: context); print(fruits[0].sort) →
    let fruit = basket.fruits[0]; if isForced { fruit.basket = other }; try discard(basket, in: context); print(fruit.sort) → sort
    let fruits = basket.fruits; for one in fruits { if isForced { one.basket = other } }; try discard(basket, in: context); print(fruits[0].sort) → sort
    let fruits = basket.fruits; for one in fruits where isForced { one.basket = other }; try discard(basket, in: context); print(fruits[0].sort) → sort
    let fruit = basket.fruits[0]; basket.fruits.forEach { $0.basket = other }; try discard(basket, in: context); print(fruit.sort) →
    let fruit = basket.fruits[0]; other.fruits.append(basket.fruits[1]); try discard(basket, in: context); print(fruit.sort) → sort
    // What an own function, a property or an initializer reads, and by a key path.
    try discard(basket, in: context); basket.describe() → name
    try discard(basket, in: context); print(basket.title) → name
    try discard(basket, in: context); print(Row(basket)) → name
    try discard(basket, in: context); print(basket[keyPath: \.name]) → name
    try discard(basket, in: context); basket.rest(); print(basket.isGone, Plain(basket)) →
    if let one = maybe { try discard(one, in: context) }; print(maybe?.name) → name
    if let one = maybe { context.delete(one) }; try context.save(); print(maybe?.name) → name
    if let one = maybe, isForced { try discard(one, in: context) }; print(maybe?.name) → name
    if isForced { try discard(basket, in: context) }; print(basket.name) → name
    if isForced { try discard(basket, in: context); return }; print(basket.name) →
    if isForced { try discard(basket, in: context) }; if isNew { print(basket.name) } →
    if isForced { if isNew { try discard(basket, in: context) } }; print(basket.name) → name
    if isForced { try discard(basket, in: context) }; if !basket.isDeleted { return }; print(basket.name) →
    // What a branch deletes, as long as no other condition decides.
    if isForced { context.delete(basket) }; try context.save(); print(basket.name) → name
    if isForced { context.delete(basket) }; if context.hasChanges { try context.save() }; print(basket.name) → name
    if isForced { context.delete(basket) }; guard isForced else { return }; try context.save(); print(basket.name) →
    if isForced { context.delete(basket) }; if isNew { return }; try context.save(); print(basket.name) →
    if isForced { context.delete(basket) }; if isNew { try context.save() }; print(basket.name) →
    if isForced { context.delete(basket) }; try context.save(); print(other.name) →
    if isForced { basket.name = "" } else { try discard(basket, in: context) }; print(basket.name) → name
    if isForced { basket.name = "" } else { try discard(basket, in: context); return }; print(basket.name) →
    // A save that a parameter decides.
    take(basket, in: context); print(basket.name) → name
    take(basket, in: context, saves: true); print(basket.name) → name
    take(basket, in: context, saves: false); print(basket.name) →
    take(basket, in: context, saves: isForced); print(basket.name) →
    put(basket, in: context, isLater: false); print(basket.name) → name
    put(basket, in: context, isLater: true); print(basket.name) →
    early(basket, in: context); print(basket.name) →
    maybeTake(basket, in: context, saves: true); print(basket.name) → name
    // A function that says whether it deleted, and one that takes that back.
    if try !wasDiscarded(basket, in: context) { print(basket.name) } →
    if try wasDiscarded(basket, in: context) { return }; print(basket.name) →
    _ = try wasDiscarded(basket, in: context); print(basket.name) → name
    guard try wasDiscarded(basket, in: context) else { return }; print(basket.name) → name
    if try wasDiscarded(basket, in: context) { print(basket.name) } → name
    if try !wasDiscarded(basket, in: context) { return }; print(basket.name) → name
    if isForced { try discard(basket, in: context) }; if !isForced { return }; print(basket.name) →
    if isForced { try discard(basket, in: context) }; print(isForced ? "" : basket.name) →
    if isForced { do { try discard(basket, in: context); return } catch { print(1) } }; print(basket.name) →
    // On some paths of a function.
    try dropIfEmpty(basket, in: context); print(basket.name) → name
    try dropIfEmpty(basket, in: context); if isNew { print(basket.name) } →
    try dropTwice(basket, in: context); print(basket.name) → name
    try dropUnlessFull(basket, in: context); print(basket.name) → name
    try dropUnlessFull(basket, in: context); if isNew { print(basket.name) } →
    try dropSomehow(basket, in: context); print(basket.name) → name
    try dropAnyway(basket, in: context); if isNew { print(basket.name) } → name
    try dropThere(basket, in: context); if isNew { print(basket.name) } → name
    dropOnTap(basket, in: context); print(basket.name) →
    for one in all { try dropSomehow(one, in: context); print(one.name) } → name
    context.delete(basket); undo(context); try context.save(); print(basket.name) →
    context.delete(basket); undo(second); try context.save(); print(basket.name) → name
    context.performAndWait { context.delete(basket); try? context.save() }; print(basket.name) → name
    context.delete(basket); ModelContext(container).rollback(); try context.save(); print(basket.name) → name
    Task { await wait(basket.name) }; try discard(basket, in: context) → name
    Task { await wait(); print(basket.name) }; try discard(basket, in: context) → name
    Button("") { Task { print(basket.name) }; context.delete(basket); try? context.save() } → name
    Button("") { Task { print(basket.name) } }; try discard(basket, in: context) →
    Task { print(basket.name) }; context.delete(basket); try context.save() → name
    Task.detached { print(basket.name) }; try discard(basket, in: context) → name
    DispatchQueue.main.async { print(basket.name) }; try discard(basket, in: context) → name
    Task { [name = basket.name] in print(name) }; try discard(basket, in: context) →
    await Task { print(basket.name) }.value; try discard(basket, in: context) →
    Task { print(basket.name) }; await wait(); try discard(basket, in: context) →
    Button(action: { context.delete(basket); try? context.save() }); print(basket.name) →
    // What it is given may be an autoclosure, which is never called.
    perhaps(try discard(basket, in: context)); print(basket.name) →
    if other.name == "" { context.delete(basket) }; try context.save(); print(basket.name) → name
    for each in [basket] { context.delete(each) }; let each = other; try context.save(); print(each.name) →
    do { let one = basket; context.delete(one) }; let one = other; try context.save(); print(one.name) →
    do { context.delete(basket); try context.save() } catch { return }; print(basket.name) → name
    """#
  ).names

  /// Statements about an object by two names, or about a list, and the property that is read of what is gone.
  static let readsByOtherNames: [(String, String?)] =
    Rows(
      #"""
      let one = basket; context.delete(basket); try context.save(); print(one.name) → name
      let one = basket; context.delete(one); try context.save(); print(basket.name) → name
      let one = basket; try discard(one, in: context); print(basket.name) → name
      var one = basket; one = other; try discard(one, in: context); print(basket.name) →
      var one = other; one = basket; try discard(one, in: context); print(basket.name) → name
      let one = other; do { let one = basket; try discard(one, in: context) }; print(one.name) →
      switch basket { case let one: try discard(one, in: context); show(basket) } → name
      let one = basket as Basket; try discard(one, in: context); print(basket.name) → name
      let one = offsets.isEmpty ? basket : other; try discard(one, in: context); print(basket.name) →
      for one in [basket] { context.delete(one) }; try context.save(); print(basket.name) → name
      [other, basket].forEach(context.delete); try context.save(); print(basket.name) → name
      [other, basket].filter { $0.name == "" }.forEach(context.delete); try context.save(); print(basket.name) →
      for one in all { context.delete(one) }; try context.save(); print(all[0].name) → name
      for one in all { context.delete(one) }; try context.save(); print(all.first?.name) → name
      for one in all { context.delete(one) }; try context.save(); print(all.map(\.name)) → name
      all.forEach { context.delete($0) }; try context.save(); for b in all { print(b.name) } → name
      all.reversed().forEach(context.delete); try context.save(); print(all[0].name) → name
      for (_, one) in all.enumerated() { context.delete(one) }; try context.save(); print(all[0].name) → name
      all.enumerated().forEach { _, one in context.delete(one) }; try context.save(); print(all[0].name) → name
      for pair in all.enumerated() { context.delete(pair.element) }; try context.save(); print(all[0].name) → name
      for (number, one) in all.enumerated() where number > 3 { context.delete(one) }; try context.save(); print(all[0].name) →
      for one in all { context.delete(one); if one === other { continue } }; try context.save(); show(all[0]) → name
      all.forEach { context.delete($0); if $0 === other { return } }; try context.save(); show(all[0]) → name
      all.forEach { if $0 === other { return }; context.delete($0) }; try context.save(); show(all[0]) →
      for one in all { if one === other { return }; context.delete(one) }; try context.save(); show(all[0]) → name
      for one in all { context.delete(one); if one === other { break } }; try context.save(); show(all[0]) →
      var byName = byName; byName.values.forEach(context.delete); byName.updateValue(other, forKey: ""); try context.save(); print(byName[""]!.name) →
      var byName = byName; for (_, one) in byName { context.delete(one) }; try context.save(); byName.removeValue(forKey: ""); print(byName[""]!.name) →
      var byName = byName; for (_, one) in byName { context.delete(one) }; try context.save(); byName.merge(more) { $1 }; print(byName[""]!.name) →
      for (one, offset) in zip(all, offsets) { context.delete(one) }; try context.save(); print(all[0].name) →
      try discard(same(basket), in: context); print(basket.name) → name
      for one in same(all) { context.delete(one) }; try context.save(); print(all[0].name) → name
      try discard(chosen(basket, other), in: context); print(basket.name) →
      try discard(either(basket, other), in: context); print(basket.name) →
      for one in byName.values { context.delete(one) }; try context.save(); print(byName[""]!.name) → name
      for (_, one) in byName { context.delete(one) }; try context.save(); for one in byName.values { print(one.name) } → name
      for name in byName.keys { context.delete(byName[name]!) }; try context.save(); print(byName[""]!.name) → name
      for name in [""] { context.delete(byName[name]!) }; try context.save(); print(byName["a"]!.name) →
      for (_, one) in byName.filter({ $0.key == "" }) { context.delete(one) }; try context.save(); print(byName["a"]!.name) →
      var byName = byName; byName.values.forEach(context.delete); byName[""] = other; try context.save(); print(byName[""]!.name) →
      for one in fruits.keys { context.delete(one) }; try context.save(); print(fruits[other]!.sort) →
      let same = all; for one in all { context.delete(one) }; try context.save(); show(same[0]) → name
      let one = all[1]; all.forEach(context.delete); try context.save(); print(one.name) → name
      markAll(all, in: context); try context.save(); print(all.map { $0.name }) → name
      markAll([basket], in: context); try context.save(); print(basket.name) → name
      markAll([other], in: context); try context.save(); print(basket.name) →
      try discardAll([other, basket], in: context); print(basket.name) → name
      try discardAll([other], in: context); print(basket.name) →
      for one in all { context.delete(one) }; try context.save(); print(all.count) →
      for one in all { context.delete(one) }; print(all[0].name) →
      for one in all { context.delete(one) }; all = [other]; try context.save(); print(all[0].name) →
      for one in all { context.delete(one) }; try context.save(); all.append(other); show(all[0]) →
      for one in all { context.delete(one) }; try context.save(); fill(&all); show(all[0]) →
      for one in all where one !== other { context.delete(one) }; try context.save(); show(all[0]) →
      for one in all { if one === other { continue }; context.delete(one) }; try context.save(); show(all[0]) →
      for one in all { if one === other { context.delete(one) } }; try context.save(); show(all[0]) →
      for one in all { context.delete(one); try context.save(); show(all[1]) } →
      context.delete(all[0]); try context.save(); print(all[1].name) →
      let same = context; same.delete(basket); try context.save(); show(basket) → name
      let same = second; same.delete(basket); try context.save(); show(basket) →
      [basket].map(\.self).forEach(context.delete); try context.save(); show(basket) → name
      other.name == "" ? context.delete(basket) : keep(basket); try context.save(); show(basket) → name
      for one in all { one === other ? keep(one) : context.delete(one) }; try context.save(); show(all[0]) →
      for one in all.dropFirst() { context.delete(one) }; try context.save(); show(all[0]) →
      for one in all { context.delete(one.fruits[0]) }; try context.save(); show(all[0]) →
      let old = all.filter { $0.name == "" }; all.forEach(context.delete); try context.save(); print(old[0].name) → name
      let old = all.prefix(3).filter { $0.name == "" }; all.forEach(context.delete); try context.save(); for one in old { print(one.name) } → name
      context.delete(all[0]); try context.save(); print(all.map(\.name)) → name
      context.delete(all[0]); print(all.map(\.name)); try context.save() →
      if isForced { context.delete(all[0]) }; try context.save(); print(all.map(\.name)) → name
      for one in all where one.name == "" { context.delete(one) }; try context.save(); print(all.map(\.name)) → name
      for one in all { if one.name == "" { context.delete(one); try context.save() } else { print(one.name) } } →
      for one in all { print(one.name); context.delete(one); try context.save() } →
      for one in all { context.delete(one); try context.save() }; print(all[0].name) → name
      all.forEach { context.delete($0); try? context.save() }; print(all.map(\.name)) → name
      for one in all { if one.name == "" { context.delete(one); try context.save() } }; print(all.map(\.name)) → name
      for one in all { if one.name == "" { context.delete(one); try context.save() } }; print(all[0].name) →
      for one in all { if one.name == "" { context.delete(one); try context.save() } }; for one in all where !one.isDeleted { print(one.name) } →
      for name in [""] { if name == other.name { discard(basket, in: context) } }; show(basket) → name
      // What a structure holds.
      let line = lines[0]; context.delete(line.basket); try context.save(); print(line.basket.name) → name
      let line = lines[0]; let one = line.basket; context.delete(one); try context.save(); print(line.basket.name) → name
      var line = lines[0]; let one = line.basket; line = lines[1]; context.delete(one); try context.save(); print(line.basket.name) →
      for line in lines { context.delete(line.basket) }; try context.save(); print(lines[0].basket.name) → name
      for line in lines { context.delete(line.basket) }; try context.save(); print(lines.map { $0.basket.name }) → name
      for line in lines { context.delete(line.last) }; try context.save(); print(lines[0].last.name) →
      for line in lines.dropFirst() { context.delete(line.basket) }; try context.save(); print(lines.map { $0.basket.name }) → name
      for line in lines.dropFirst() { context.delete(line.basket) }; try context.save(); print(lines[0].basket.name) →
      context.delete(lines[0].basket); try context.save(); print(lines.filter { $0.basket.name == "" }) → name
      context.delete(lines[0].basket); try context.save(); print(lines[1].basket.name) →
      var byName: [String: Line] = [:]; for line in lines { byName[line.basket.name] = line }; for name in [""] { if let line = byName[name] { context.delete(line.basket); try context.save() } }; print(lines.filter { $0.basket.name == "" }) → name
      """#
    ).names
    + Rows(
      #"""
      // Some elements of a list, and all of one that has some of those.
      all.map(\.name) → name
      all.contains { $0.name == "" } → name
      all.filter { $0.name == "" } → name
      old[0].name → name
      all[0].name →
      all.count →
      all.filter { !old.contains($0) } →
      all.filter { !$0.isDeleted }.map(\.name) →
      """#
    ).names.map { (removed($0), $1) } + [
      (removed("kept.map(\\.name)", "let kept = all.filter { $0.name == \"\" }"), nil),
      (removed("same.map(\\.name)", "let same = all"), "name"),
      (removed("all.map(\\.name)", after: "all = []"), nil),
      (removed("all.map(\\.name)", after: "if isForced { all = [] }"), nil),
    ]

  /// Deletes some baskets of all.
  private static func removed(
    _ read: String, _ before: String = "", after: String = ""
  ) -> String {
    "let old = all.filter { $0.name == \"\" }; \(before)\nfor one in old { context.delete(one) }\n"
      + "try context.save(); \(after)\nprint(\(read))"
  }

  @Test("Reads of what is gone", arguments: reads + readsByOtherNames)
  func read(statement: String, property: String?) throws {
    let found = try calls(in: statement).filter { $0.kind == .read }
    #expect(found.map(\.property) == (property.map { [$0] } ?? []))
  }

  @Test(
    "Each entity whose objects are read, and what is set by a key or a key path",
    arguments: [
      ("print(basket.name, basket.name, fruit.sort)", ["name", "sort"]),
      ("basket[keyPath: \\.name] = \"\"", ["name="]), ("print(basket[keyPath: \\.name])", ["name"]),
      ("basket.setNilValueForKey(\"name\")", ["name="]), ("basket.addToFruits(other)", ["fruits="]),
      ("other.addToFruits(fruit)", []),
    ])
  func eachEntity(statement: String, properties: [String]) throws {
    let text = "let fruit = basket.fruits[0]; try discard(basket, in: context); \(statement)"
    let found = try calls(in: text).filter { $0.kind == .read }
    #expect(found.map { "\($0.property ?? "")\($0.isWrite ? "=" : "")" } == properties)
  }

  /// Statements, and the relationships that something is taken out of.
  static let unlinks: [(String, [String])] = [
    ("basket.lids.remove(at: 0)", ["Basket._lids"]),
    ("basket.lids = []", ["Basket._lids"]),
    ("basket.lids = basket.lids.filter { $0 !== lid }", ["Basket._lids"]),
    ("basket.lids.append(lid)", []),
    ("print(basket.shown.filter { $0 !== lid })", []),
    ("basket.sorted.remove(at: 0)", ["Basket._lids"]),
    ("Editor(basket: basket).rows.remove(at: 0)", ["Basket.fruits"]),
    ("basket.fruits = Array(basket.fruits[1...])", ["Basket.fruits"]),
    ("basket.fruits = Array(basket.ordered[..<3])", ["Basket.fruits"]),
    ("basket.fruits = basket.ordered", []),
    ("basket.fruits = basket.ripe", ["Basket.fruits"]),
    ("basket.fruits.replaceSubrange(0..<1, with: [])", ["Basket.fruits"]),
    ("basket.fruits.removeSubrange(0..<1)", ["Basket.fruits"]),
    ("basket.fruits.swapAt(0, 1)", []),
    ("basket.fruits[0] = fruit", ["Basket.fruits"]),
    ("basket.fruits[0] = basket.fruits[1]", []),
    ("let old = basket.fruits[0]; basket.fruits[0] = basket.fruits[1]; basket.fruits[1] = old", []),
    ("var all = basket.fruits; all[0] = fruit", []),
    ("Basket().fruits[0] = fruit", []),
    ("prune(&basket.fruits)", ["Basket.fruits"]),
    ("prune(fruits: basket.fruits)", []),
    ("Counter(basket: basket).drop(1)", []),
    ("basket.fruits = basket.fruits.prefix(3).map { $0 }", ["Basket.fruits"]),
    ("basket.fruits = basket.fruits.compactMap { $0 === fruit ? nil : $0 }", ["Basket.fruits"]),
    ("List($basket.fruits, editActions: .delete) { _ in }", ["Basket.fruits"]),
    ("List($basket.fruits, editActions: .move) { _ in }", []),
  ]

  @Test("Computed properties over relationships", arguments: unlinks)
  func unlink(statement: String, relationships: [String]) throws {
    let found = try calls(in: statement).filter { $0.kind == .unlink }
    #expect(found.compactMap(\.relationship) == relationships)
    #expect(found.allSatisfy { $0.settled.isEmpty })
  }

  /// Statements, and the relationships that are empty at the last delete.
  static let emptied: [(String, [String])] =
    Rows(
      #"""
      basket.fruits.removeAll(); context.delete(basket) → fruits
      basket.fruits = []; context.delete(basket) → fruits
      basket.lids.removeAll(); context.delete(basket) → _lids
      basket.owner = nil; context.delete(basket) → owner
      empty(basket); context.delete(basket) → fruits
      empty(basket); mark(basket, in: context) → fruits
      clear(basket, in: context) → fruits
      for fruit in basket.fruits { fruit.basket = nil }; context.delete(basket) → fruits
      if !basket.fruits.isEmpty { basket.fruits.removeAll() }; context.delete(basket) → fruits
      if other.name == "" { basket.fruits.removeAll() }; context.delete(basket) →
      basket.fruits.removeAll(); basket.fruits.append(fruit); context.delete(basket) →
      basket.fruits.removeAll(); context.delete(other) →
      basket.fruits.removeAll { $0 === fruit }; context.delete(basket) →
      basket.fruits.removeAll { $0 === fruit }; context.delete(fruit) → basket
      basket.fruits.removeAll { $0 === fruit }; mark(other, in: context) →
      if let at = basket.fruits.firstIndex(of: fruit) { basket.fruits.remove(at: at) }; context.delete(fruit) → basket
      for at in offsets { let old = basket.fruits[at]; basket.fruits.remove(at: at); context.delete(old) } → basket
      let old = basket.fruits.remove(at: 0); context.delete(old) → basket
      let old = other.fruits[1]; basket.fruits.remove(at: 0); context.delete(old) →
      let old = other.fruits[1]; basket.fruits.removeLast(); context.delete(old) →
      let owner = basket.owner!; basket.owner = nil; context.delete(owner) →
      fruit.basket = nil; context.delete(fruit) → basket
      // The object of a to-one is deleted before its owner.
      if let owner = basket.owner { context.delete(owner) }; context.delete(basket) → owner
      context.delete(basket.owner!); context.delete(basket) → owner
      let it = basket.owner!; context.delete(it); context.delete(basket) → owner
      let it = basket.owner; if let it { context.delete(it) }; context.delete(basket) → owner
      guard let it = basket.owner else { return }; context.delete(it); context.delete(basket) → owner
      for one in all { if let it = one.owner { context.delete(it) }; context.delete(one) } → owner
      basket.owner.map(context.delete); context.delete(basket) → owner
      if let it = other.owner { context.delete(it) }; context.delete(basket) →
      if let it = basket.owner, it.name == "" { context.delete(it) }; context.delete(basket) →
      if let it = basket.owner { if it.name == "" { context.delete(it) } }; context.delete(basket) →
      context.delete(basket.owner!); basket.owner = other.owner; context.delete(basket) →
      if let it = basket.owner { print(it) }; context.delete(basket) →
      // Of several paths, each empties it.
      if maybe == nil { basket.fruits = [] } else { basket.fruits.removeAll() }; context.delete(basket) → fruits
      if maybe == nil { basket.fruits = [] } else { for one in basket.fruits { context.delete(one) } }; context.delete(basket) → fruits
      if maybe == nil { basket.fruits = [] } else { other.fruits = [] }; context.delete(basket) →
      if maybe == nil { basket.fruits = [] } else if other.name == "" { basket.fruits = [] }; context.delete(basket) →
      if maybe == nil { basket.fruits = [] } else { return }; context.delete(basket) → fruits
      switch other.name { case "": basket.fruits = []; default: basket.fruits.removeAll() }; context.delete(basket) → fruits
      switch other.name { case "": basket.fruits = []; default: break }; context.delete(basket) →
      switch other.name { case "": basket.fruits = []; default: if maybe == nil { break }; return }; context.delete(basket) →
      let owner = basket.owner; if maybe == nil { basket.owner = nil } else { leave(basket) }; context.delete(basket) → owner
      // What one loop moves of each object that another one deletes.
      for one in all { for each in one.fruits { other.fruits.append(each) } }; for one in all { context.delete(one) } → fruits
      all.forEach { one in one.fruits.forEach { $0.basket = other } }; all.forEach { context.delete($0) } → fruits
      _ = all.reduce(other) { (kept, one) in for each in one.fruits { kept.fruits.append(each) }; return kept }; for one in all { context.delete(one) } → fruits
      for one in all where one.name == "" { for each in one.fruits { each.basket = other } }; for one in all { context.delete(one) } →
      if other.name == "" { for one in all { for each in one.fruits { each.basket = other } } }; for one in all { context.delete(one) } →
      for one in all { for each in one.fruits { each.basket = other } }; all.append(other); for one in all { context.delete(one) } →
      for one in all { for each in one.fruits { each.basket = other } }; context.rollback(); for one in all { context.delete(one) } →
      for one in all { if one.name == "" { continue }; for each in one.fruits { each.basket = other } }; for one in all { context.delete(one) } →
      // What a predicate chooses.
      for one in try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })) { context.delete(one) } → fruits
      for one in try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty || $0.name == "" })) { context.delete(one) } →
      for one in try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { !$0.fruits.isEmpty })) { context.delete(one) } →
      for one in try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })) { one.fruits.append(fruit); context.delete(one) } →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); for one in ones { refill(one, fruit); context.delete(one) } →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); for one in ones { empty(one); context.delete(one) } → fruits
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); for one in ones { other.fruits.append(fruit); context.delete(one) } → fruits
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); for one in ones { one.fruits = [Fruit()] }; for one in ones { context.delete(one) } →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); ones[0].fruits = [Fruit()]; for one in ones { context.delete(one) } →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); fruit.basket = ones[0]; for one in ones { context.delete(one) } →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); ones.forEach { refill($0, fruit) }; ones.forEach(context.delete) →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); ones.forEach(load); ones.forEach(context.delete) →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); ones.forEach(keep); ones.forEach(context.delete) → fruits
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); for one in ones.filter({ $0.name == "" }) { one.fruits.append(fruit) }; ones.forEach(context.delete) →
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); let new = Basket(); new.fruits = [fruit]; ones.forEach(context.delete) → fruits
      let ones = try context.fetch(FetchDescriptor<Basket>(predicate: #Predicate { $0.fruits.isEmpty })); for one in ones { print(one.name) }; for one in ones { context.delete(one) } → fruits
      // Its holder is deleted, or lets go of it, before the same save.
      context.delete(basket); for one in basket.fruits { context.delete(one) } → basket
      for one in basket.fruits { context.delete(one) }; basket.fruits = [] → basket
      for one in basket.fruits { context.delete(one) }; try context.save(); basket.fruits = [] →
      for one in basket.fruits { context.delete(one) }; other.fruits = [] →
      for one in basket.fruits { context.delete(one) }; if other.name == "" { basket.fruits = [] } →
      // By another name of the owner.
      let it = basket; it.fruits = []; context.delete(basket) → fruits
      let it = basket; basket.fruits = []; context.delete(it) → fruits
      var it = basket; it = other; it.fruits = []; context.delete(basket) →
      // The owner gets what it held without the object.
      var rest = basket.fruits; rest.removeAll { $0 == fruit }; basket.fruits = rest; context.delete(fruit) → basket
      var rest = basket.fruits; let it = rest.remove(at: 0); basket.fruits = rest; context.delete(it) → basket
      basket.fruits = basket.fruits.filter { $0 !== fruit }; context.delete(fruit) → basket
      let rest = basket.fruits.filter({ $0.id != fruit.id }); basket.fruits = rest; context.delete(fruit) → basket
      basket.fruits = basket.fruits.filter { $0 === fruit }; context.delete(fruit) →
      basket.fruits = basket.fruits.filter { $0 !== fruit || $0.sort == "" }; context.delete(fruit) →
      let it = other.fruits[0]; basket.fruits = basket.fruits.filter { $0 !== fruit }; context.delete(it) →
      var rest = basket.fruits; rest.removeAll { $0 == fruit }; print(rest); context.delete(fruit) →
      // It gets another object before the same save, or before the delete.
      context.delete(work.first!); work.first = Req() → Work.first
      work.first.map(context.delete); work.first = Req(); try context.save() → Work.first
      if let it = work.first { context.delete(it) }; work.first = req → Work.first
      if let it = work.first { context.delete(it) }; work.first = nil → Work.first
      if let it = work.first { context.delete(it); work.first = Req() } → Work.first
      let it = work.first!; work.first = Req(); context.delete(it) → Work.first
      let it = work.first!; work.first = req; context.delete(it) → Work.first
      context.delete(work.first!); context.delete(work) → first
      context.delete(work); context.delete(work.first!) → Work.first
      context.delete(work.stamp); work.stamp = Stamp() → work
      context.delete(work.stamp); work.stamp = stamp → work
      let it = work.stamp; work.stamp = Stamp(); context.delete(it) → work
      context.delete(work.first!); last.first = Req() →
      context.delete(work.first!); if maybe == nil { work.first = Req() } →
      context.delete(work.first!); try context.save(); work.first = Req() →
      let it = work.first!; context.delete(it); work.first = it →
      let it = work.first!; context.delete(it); work.first = Req(); work.first = it →
      work.first = Req(); let it = work.first!; context.delete(it) →
      work.first = Req(); context.delete(work.first!) →
      let it = last.first!; work.first = Req(); context.delete(it) →
      let it = work.first!; work.first = Req(); work.first = it; context.delete(it) →
      context.delete(req); work.first = Req() →
      context.delete(basket.owner!); basket.owner = Owner() →
      // A fetch that fails finds nothing.
      let id = basket.persistentModelID; if let found = try? context.fetch(FetchDescriptor<Fruit>(predicate: #Predicate { $0.basket?.persistentModelID == id })) { for it in found { it.basket = nil } }; context.delete(basket) → Fruit.basket, fruits
      let id = basket.persistentModelID; guard let found = try? context.fetch(FetchDescriptor<Fruit>(predicate: #Predicate { $0.basket?.persistentModelID == id })) else { return }; for it in found { it.basket = nil }; context.delete(basket) → Fruit.basket, fruits
      let id = basket.persistentModelID; if let found = try? context.fetch(FetchDescriptor<Fruit>(predicate: #Predicate { $0.basket?.persistentModelID == id })), maybe == nil { for it in found { it.basket = nil } }; context.delete(basket) →
      if let found = try? context.fetch(FetchDescriptor<Fruit>()) { for it in found { it.basket = nil } }; context.delete(basket) → Fruit.basket, fruits
      if let found = try? context.fetch(FetchDescriptor<Seed>()) { basket.fruits = [] }; context.delete(basket) →
      let all = NSFetchRequest<NSFetchRequestResult>(entityName: "Fruit"); all.predicate = NSPredicate(format: "basket == %@", basket); try context.execute(NSBatchDeleteRequest(fetchRequest: all)); context.delete(basket) → Fruit.basket, fruits
      let all = NSFetchRequest<NSFetchRequestResult>(entityName: "Fruit"); all.predicate = NSPredicate(format: "basket == %@", other); try context.execute(NSBatchDeleteRequest(fetchRequest: all)); context.delete(basket) →
      // In a function.
      try freeAll(of: basket, context); context.delete(basket) → Fruit.basket, fruits
      try freeFound(of: basket, context); context.delete(basket) → Fruit.basket, fruits
      try freeEvery(context); context.delete(basket) → Fruit.basket, fruits
      try freeThose(of: [basket], context); context.delete(basket) → Fruit.basket, fruits
      try freeThose(of: all, context); for one in all { context.delete(one) } → Fruit.basket, fruits
      try freeAll(of: other, context); context.delete(basket) →
      try freeThose(of: [other], context); context.delete(basket) →
      try freeSome(of: basket, context); context.delete(basket) →
      try freeAll(of: basket, context); fruit.basket = basket; context.delete(basket) →
      // What is linked again, and what stays.
      basket.fruits = []; context.rollback(); context.delete(basket) →
      for fruit in basket.fruits where fruit === other { fruit.basket = nil }; context.delete(basket) →
      for fruit in basket.fruits { fruit.basket = nil; break }; context.delete(basket) →
      // What is deleted before the same save, or moved, is held no longer.
      for fruit in basket.fruits { context.delete(fruit) }; context.delete(basket) → fruits
      for fruit in basket.fruits { fruit.basket = other }; context.delete(basket) → fruits
      for fruit in basket.fruits { fruit.basket = basket }; context.delete(basket) →
      let same = basket; for fruit in basket.fruits { fruit.basket = same }; context.delete(basket) →
      basket.fruits.removeAll(); Fruit().basket = basket; context.delete(basket) →
      basket.owner?.baskets = [basket]; context.delete(basket) →
      if case nil = basket.owner { return }; context.delete(basket) →
      if case .some = basket.owner { return }; context.delete(basket) →
      if case let owner? = basket.owner { return }; context.delete(basket) → owner
      basket.fruits.forEach { context.delete($0) }; context.delete(basket) → fruits
      basket.fruits.forEach { fruit in fruit.basket = nil }; context.delete(basket) → fruits
      basket.fruits.forEach(context.delete); context.delete(basket) → fruits
      basket.fruits.forEach { $0.basket = nil }; context.delete(basket) → fruits
      basket.fruits.forEach { $0.basket = other }; context.delete(basket) → fruits
      basket.fruits.forEach { $0.basket = basket }; context.delete(basket) →
      basket.fruits.forEach { fruit.basket = nil }; context.delete(basket) →
      // What one object held, another one has now.
      other.fruits = basket.fruits; context.delete(basket) → fruits
      for fruit in basket.fruits { other.fruits.append(fruit) }; context.delete(basket) → fruits
      basket.fruits.forEach { fruit in other.fruits.insert(fruit, at: 0) }; context.delete(basket) → fruits
      for fruit in basket.fruits where fruit.sort == "" { other.fruits.append(fruit) }; context.delete(basket) →
      for fruit in basket.fruits { basket.fruits.append(fruit) }; context.delete(basket) →
      other.fruits.append(contentsOf: basket.fruits); context.delete(basket) → fruits
      let all = basket.fruits; other.fruits = all; context.delete(basket) → fruits
      other.fruits = basket.fruits.filter { $0.sort > 3 }; context.delete(basket) →
      other.fruits.append(basket.fruits[0]); context.delete(basket) →
      basket.fruits = basket.fruits; context.delete(basket) →
      other.owner = basket.owner; context.delete(basket) →
      // All there are, each of which is asked.
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) where fruit.basket == basket { fruit.basket = nil }; context.delete(basket) → Fruit.basket, fruits
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) { if fruit.basket === basket { fruit.basket = nil } }; context.delete(basket) → Fruit.basket, fruits
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) where fruit.basket == other { fruit.basket = nil }; context.delete(basket) →
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) where fruit.basket == basket && fruit.sort == "" { fruit.basket = nil }; context.delete(basket) →
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) where fruit.basket == basket { if isForced { fruit.basket = nil } }; context.delete(basket) →
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) where fruit.basket != basket { fruit.basket = nil }; context.delete(basket) →
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) { fruit.basket = nil }; context.delete(basket) → Fruit.basket, fruits
      for fruit in try context.fetch(FetchDescriptor<Fruit>()) { if isForced { fruit.basket = nil } }; context.delete(basket) →
      // There is none of them at all.
      var all = FetchDescriptor<Fruit>(); guard try context.fetchCount(all) == 0 else { return }; context.delete(basket) → Fruit.basket, fruits
      var all = FetchDescriptor<Fruit>(); let n = try context.fetchCount(all); if n > 0 { return }; context.delete(basket) → Fruit.basket, fruits
      var all = FetchDescriptor<Fruit>(); let isFree = try context.fetch(all).isEmpty; if !isFree { return }; context.delete(basket) → Fruit.basket, fruits
      var all = FetchDescriptor<Fruit>(); guard try context.count(for: all) == 0 else { return }; context.delete(basket) → Fruit.basket, fruits
      var all = FetchDescriptor<Fruit>(); all.fetchLimit = 1; guard try context.fetch(all).isEmpty else { return }; context.delete(basket) → Fruit.basket, fruits
      var all = FetchDescriptor<Fruit>(); guard try context.fetchCount(all) > 0 else { return }; context.delete(basket) →
      var all = FetchDescriptor<Fruit>(); guard try context.fetchCount(all) == 0 else { return }; basket.fruits.append(fruit); context.delete(basket) →
      var all = FetchDescriptor<Fruit>(); all.fetchOffset = 1; guard try context.fetch(all).isEmpty else { return }; context.delete(basket) →
      var all = FetchDescriptor<Fruit>(); narrow(&all); guard try context.fetch(all).isEmpty else { return }; context.delete(basket) →
      var all = FetchDescriptor<Fruit>(); let some = narrow(all); guard try context.fetchCount(some) == 0 else { return }; context.delete(basket) →
      var all = FetchDescriptor<Fruit>(); all.predicate = other.chosen; guard try context.fetch(all).isEmpty else { return }; context.delete(basket) →
      var all = FetchDescriptor<Fruit>(); guard try context.fetchCount(given) == 0 else { return }; context.delete(basket) →
      // What was made here holds nothing that the code does not give it.
      let new = Lid(); context.delete(new) → Shelf.lids, basket
      let new = Lid(); new.basket = basket; context.delete(new) →
      let new = Lid(); basket.lids = [new]; context.delete(new) →
      let new = Lid(basket: basket); context.delete(new) →
      let new = Shelf(); context.delete(new) →
      let new = makeLid(); context.delete(new) →
      let new = plainLid(); context.delete(new) → Shelf.lids, basket
      let new = Lid.plain(); context.insert(new); context.delete(new) → Shelf.lids, basket
      let new = Lid.plain(); new.basket = basket; context.delete(new) →
      let new = keptLid(); context.delete(new) →
      let new = Lid(); put(new); context.delete(new) →
      let new = Lid(); kept = new; context.delete(new) →
      let new = Lid(); context.insert(new); context.delete(new) → Shelf.lids, basket
      for shelf in try context.fetch(FetchDescriptor<Shelf>()) { shelf.lids.removeAll { $0.id == lid.id } }; context.delete(lid) → Shelf.lids
      for shelf in try context.fetch(FetchDescriptor<Shelf>()) { shelf.lids.removeAll { $0.id == lid.id } }; context.delete(basket.lids[0]) →
      basket.fruits.filter { $0.sort > 3 }.forEach(context.delete); context.delete(basket) →
      basket.fruits.prefix(3).forEach(context.delete); context.delete(basket) →
      for fruit in basket.fruits where fruit.sort > 3 { context.delete(fruit) }; context.delete(basket) →
      for fruit in basket.fruits { if fruit.sort > 3 { context.delete(fruit) } }; context.delete(basket) →
      for fruit in basket.fruits { guard fruit.sort > 3 else { continue }; context.delete(fruit) }; context.delete(basket) →
      // What a condition says of it holds as long as nothing is added.
      guard basket.fruits.isEmpty else { return }; context.delete(basket) → fruits
      guard !basket.fruits.isEmpty else { return }; context.delete(basket) →
      if !basket.fruits.isEmpty { return }; context.delete(basket) → fruits
      if !basket.fruits.isEmpty { print(1) }; context.delete(basket) →
      if basket.fruits.count == 0 { context.delete(basket) } → fruits
      if basket.fruits.isEmpty { print(1) }; context.delete(basket) →
      guard basket.lids.isEmpty else { return }; context.delete(other) →
      guard basket.fruits.isEmpty else { return }; basket.fruits.append(fruit); context.delete(basket) →
      // Loops that are left, or go on, early.
      for fruit in basket.fruits { fruit.basket = nil; if fruit.sort == "" { continue }; print(1) }; context.delete(basket) → fruits
      for fruit in basket.fruits { for at in offsets { if at == 1 { break } }; fruit.basket = nil }; context.delete(basket) → fruits
      for fruit in basket.fruits { if fruit.sort == "" { return }; fruit.basket = nil }; context.delete(basket) → fruits
      for fruit in basket.fruits { switch fruit.sort { case "": break; default: print(1) }; fruit.basket = nil }; context.delete(basket) → fruits
      for fruit in basket.fruits { if fruit.sort == "" { continue }; fruit.basket = nil }; context.delete(basket) →
      all: for fruit in basket.fruits { for at in offsets { if at == 1 { continue all } }; fruit.basket = nil }; context.delete(basket) →
      do { for fruit in basket.fruits { if fruit.sort == "" { throw Failure() }; fruit.basket = nil } } catch {}; context.delete(basket) →
      // An error, and conditions that are about more than the relationship.
      do { try check(); basket.fruits = [] } catch { print(1) }; context.delete(basket) →
      do { try check(); basket.fruits = [] } catch { return }; context.delete(basket) → fruits
      do { basket.fruits = []; try check() } catch { print(1) }; context.delete(basket) → fruits
      do { basket.fruits = []; try check() } catch { basket.fruits = [fruit] }; context.delete(basket) →
      if basket.fruits.count > 5 { basket.fruits.removeAll() }; context.delete(basket) →
      if isForced, !basket.fruits.isEmpty { basket.fruits = [] }; context.delete(basket) →
      if isForced && !basket.fruits.isEmpty { basket.fruits = [] }; context.delete(basket) →
      for fruit in basket.fruits { do { try check() } catch { throw error }; fruit.basket = nil }; context.delete(basket) → fruits
      try? basket.fruits.forEach { _ in try check() }; try? empty(basket); context.delete(basket) →
      withAnimation { basket.fruits.removeAll() }; context.delete(basket) → fruits
      withAnimation { if isForced { return }; basket.fruits = [] }; context.delete(basket) →
      basket.fruits.removeAll(keepingCapacity: true); context.delete(basket) → fruits
      basket.owner?.baskets = []; context.delete(basket) → owner
      basket.lid?.basket = nil; context.delete(basket) →
      if let old = basket.fruits.popLast() { context.delete(old) } → basket
      if basket.fruits.count > 0 { basket.fruits = [] }; context.delete(basket) → fruits
      // What was empty when the code asked.
      guard basket.fruits.isEmpty else { return }; context.delete(basket) → fruits
      guard basket.fruits.isEmpty else { return }; if isForced { basket.fruits.append(fruit) }; context.delete(basket) →
      guard basket.fruits.isEmpty else { return }; if isForced { basket.fruits.append(fruit); return }; context.delete(basket) → fruits
      guard basket.fruits.isEmpty else { return }; for _ in offsets { fruit.basket = basket }; context.delete(basket) →
      var one = basket; guard one.fruits.isEmpty else { return }; one = other; context.delete(one) →
      guard basket.fruits.isEmpty else { return }; refill(basket, fruit); context.delete(basket) →
      // Another object by the same name, and the same relationship by its inverse or another name.
      var one = basket; one.fruits = []; one = other; context.delete(one) →
      var one = basket; one.fruits = []; if isForced { one = other }; context.delete(one) →
      var one = basket; one.fruits = []; swap(&one, &two); context.delete(one) →
      basket.fruits = []; if isForced { basket.fruits.append(fruit) }; context.delete(basket) →
      basket.fruits = []; if isForced { basket.fruits.append(fruit); return }; context.delete(basket) → fruits
      basket.fruits = []; fruit.basket = basket; context.delete(basket) →
      basket.fruits = []; Fruit(basket: basket); context.delete(basket) →
      let same = basket; basket.fruits = []; same.fruits.append(fruit); context.delete(basket) →
      basket.fruits = []; refill(basket, fruit); context.delete(basket) →
      basket.fruits = []; report(basket); context.delete(basket) → fruits
      let old = basket.fruits; basket.fruits = []; other.fruits.append(contentsOf: old); context.delete(basket) → fruits
      // What another context has not saved.
      let new = ModelContext(container); basket.fruits = []; new.rollback(); context.delete(basket) → fruits
      basket.fruits = []; second.rollback(); context.delete(basket) →
      basket.fruits = []; basket.modelContext?.rollback(); context.delete(basket) →
      let new = ModelContext(container); let one = new.model(for: other.id) as! Basket; one.fruits = []; new.rollback(); context.delete(one) →
      basket.fruits.removeAll { $0 !== fruit }; context.delete(fruit) →
      basket.fruits.removeAll { $0 == fruit && $0.sort > 3 }; context.delete(fruit) →
      basket.fruits.removeAll { ($0 == fruit) == false }; context.delete(fruit) →
      basket.fruits.remove(at: basket.fruits.firstIndex(of: fruit)!); context.delete(fruit) → basket
      // What a method of the owner, or a function, takes out of it.
      basket.shed(fruit); context.delete(fruit) → basket
      shed(fruit, from: basket); context.delete(fruit) → basket
      for it in basket.fruits { basket.shed(it); context.delete(it) } → basket
      basket.shedOthers(fruit); context.delete(fruit) → basket
      basket.shed(Fruit()); context.delete(fruit) →
      context.delete(fruit); basket.shed(fruit) →
      basket.shedFirst(fruit); context.delete(fruit) →
      basket.shedIfNamed(fruit); context.delete(fruit) →
      """#
    ).lists
    + Rows(
      #"""
      // A fetch by the format of a predicate.
      basket == %@, basket → Fruit.basket, fruits
      basket = %@, basket → Fruit.basket, fruits
      SELF.basket == %@, basket → Fruit.basket, fruits
      %K == %@, #keyPath(Fruit.basket), basket → Fruit.basket, fruits
      basket IN %@, [basket] → Fruit.basket, fruits
      basket == %@ OR basket == %@, other, basket → Fruit.basket, fruits
      basket == %@ AND sort == %@, basket, id →
      basket == %@ OR sort == %@, basket, id → Fruit.basket, fruits
      basket != %@, basket →
      NOT basket == %@, basket →
      basket == %@, other →
      """#
    ).lists.map { (formatted($0), $1) }
    + Rows(
      #"""
      guard try context.fetch(all).isEmpty else { return } → Fruit.basket, fruits
      guard try context.fetchCount(all) == 0 else { return } → Fruit.basket, fruits
      if try context.fetchCount(all) > 0 { return } → Fruit.basket, fruits
      let held = try context.fetch(all); guard held.isEmpty else { return } → Fruit.basket, fruits
      if let held = try? context.fetch(all), !held.isEmpty { return } → Fruit.basket, fruits
      guard try !context.fetch(all).isEmpty else { return } →
      if try context.fetch(all).isEmpty { print(1) } →
      let n = try context.fetchCount(all); if n > 0 { return } → Fruit.basket, fruits
      """#
    ).lists.map { (none($0), $1) }
    + Rows(
      #"""
      // A fetch finds all that hold it, unless it asks for more.
      $0.basket?.name == basket.name →
      $0.basket?.persistentModelID == id → Fruit.basket, fruits
      $0.basket == basket → Fruit.basket, fruits
      fruit in fruit.basket?.persistentModelID == id → Fruit.basket, fruits
      $0.basket?.persistentModelID == id && $0.sort > 3 →
      $0.basket?.persistentModelID != id →
      """#
    ).lists.map { (holders($0), $1) } + [
      (formatted("basket == %@, basket", "context.delete(it)"), ["Fruit.basket", "fruits"]),
      (formatted("basket == %@, basket", "print(it)"), []),
      (formatted("basket == %@, basket", limit: "all.fetchLimit = 1"), []),
      (formatted("basket == %@, basket", limit: "all.predicate = more"), []),
      (formatted("basket IN %@, all", delete: "for one in them { context.delete(one) }"), []),
      (
        formatted("basket IN %@, them", delete: "for one in them { context.delete(one) }"),
        ["Fruit.basket", "fruits"]
      ),
      (
        formatted("basket IN %@, them", delete: "them.forEach(context.delete)"),
        ["Fruit.basket", "fruits"]
      ),
      (assigned("$0.basket?.persistentModelID == id", to: "if isForced { all"), []),
      (assigned("$0.basket?.persistentModelID == id", to: "all.fetchLimit = 1; second"), []),
      (none("guard try context.fetch(all).isEmpty else { return }", of: "other"), []),
      (
        holders("$0.basket?.persistentModelID == id", "fruit.basket = other"),
        ["Fruit.basket", "fruits"]
      ),
      (holders("$0.basket?.persistentModelID == id", "fruit.basket = basket"), []),
      (
        holders("$0.basket?.persistentModelID == id", "if fruit.sort > 3 { fruit.basket = nil }"),
        []
      ),
      (holders("$0.basket?.persistentModelID == id", of: "other"), []),
      (holders("$0.basket?.persistentModelID == id", limit: "all.fetchLimit = 3"), []),
      // All that a predicate finds, which is set to the request, or of which there is none.
      (assigned("$0.basket?.persistentModelID == id"), ["Fruit.basket", "fruits"]),
      (assigned("$0.sort == name"), []),
    ]

  /// Code that says which objects may have what is deleted, each evaluated without that of the others.
  static let emptiedAlone: [(String, [String])] =
    Rows(
      #"""
      // Others may have it by the same relationship, where the code gives them that.
      one.first = two.first →
      one.first = all[0] →
      for it in works { it.first = req } →
      one.first = two.first; two.first = nil → Work.first
      one.first = Req() → Work.first
      one.first = req → Work.first
      // By another relationship none has it, where the code gives each a new one.
      one.first = made(); put(Req(), on: desk) → Desk.next, Work.first
      one.first = Req(); desk.next = Req(); put(made(), on: desk) → Desk.next, Work.first
      // Nothing says what a function is given that nothing calls.
      one.first = Req(); desk.next = Req() → Work.first
      put(Req(), on: desk); one.first = Req() → Desk.next, Work.first
      put(Req(), on: desk); put(req, on: desk); one.first = Req() → Work.first
      put(Req(), on: desk); let new = Req(); one.first = new; desk.next = new → Work.first
      put(Req(), on: desk); one.first = Req(); desk.next = one.first → Work.first
      put(Req(), on: desk); one.first = Req(); desk.next = req → Work.first
      put(Req(), on: desk); one.first = req; desk.next = Req() → Work.first
      put(Req(), on: desk); one.first = Req(); show($desk.next) → Work.first
      put(Req(), on: desk); one.first = Req(); desk.setValue(req, forKey: "next") → Work.first
      """#
    ).lists.map { (freed($0), $1) }
    + Rows(
      #"""
      // By its own name.
      } extension Work { func go(_ context: ModelContext) { if let first { context.delete(first); self.first = nil } } → Work.first
      } extension Work { func go(_ context: ModelContext) { if let first { self.first = nil; context.delete(first) } } → Work.first
      } extension Work { func go(_ other: Work, _ context: ModelContext) { if let first { other.first = nil; context.delete(first) } } →
      """#
    ).lists + [
      ("context.delete(work.first!); work.first = nil\(others("one.first = two.first"))", [])
    ]

  /// The delete of what one object lets go, with other code that gives something to such objects.
  private static func freed(_ statements: String) -> String {
    "let it = work.first!; work.first = nil; context.delete(it)\(others(statements))"
  }

  private static func others(_ statements: String) -> String {
    """
    }
    func made() -> Req { Req() }
    func put(_ new: Req, on desk: Desk) { desk.next = new }
    func give(
      one: Work, two: Work, desk: Desk, req: Req, works: [Work], in context: ModelContext
    ) throws {
      let all = try context.fetch(FetchDescriptor<Req>())
      \(statements)
    """
  }

  /// A loop over what the format of a predicate finds, given with its arguments, before the delete of a basket.
  private static func formatted(
    _ predicate: String, _ statement: String = "it.basket = nil", limit: String = "",
    delete: String = "context.delete(basket)"
  ) -> String {
    let (format, arguments) = (
      predicate.prefix { $0 != "," }, predicate.drop { $0 != "," }
    )
    return """
      let id = basket.name
      let them = [basket]
      let all = NSFetchRequest<Fruit>(entityName: "Fruit"); \(limit)
      all.predicate = NSPredicate(format: "\(format)"\(arguments)); \(limit)
      for it in try context.fetch(all) { \(statement) }
      \(delete)
      """
  }

  /// A loop over what a predicate finds, before the delete of a basket.
  private static func holders(
    _ predicate: String, _ statement: String = "context.delete(fruit)",
    of deleted: String = "basket",
    limit: String = ""
  ) -> String {
    """
    let id = basket.persistentModelID
    var all = FetchDescriptor<Fruit>(predicate: #Predicate<Fruit> { \(predicate) }); \(limit)
    for fruit in try context.fetch(all) { \(statement) }
    context.delete(\(deleted))
    """
  }

  /// The same with a predicate that is assigned to a request.
  private static func assigned(_ predicate: String, to request: String = "all") -> String {
    """
    let id = basket.persistentModelID
    let name = basket.name
    var all = FetchDescriptor<Fruit>()
    var second = FetchDescriptor<Fruit>()
    \(request).predicate = #Predicate { \(predicate) }\(request.contains("{") ? " }" : "")
    for fruit in try context.fetch(all) { fruit.basket = nil }
    context.delete(basket)
    """
  }

  /// A question whether a predicate finds anything, before the delete of a basket.
  private static func none(_ question: String, of deleted: String = "basket") -> String {
    """
    let id = basket.persistentModelID
    let all = FetchDescriptor<Fruit>(predicate: #Predicate<Fruit> { $0.basket?.persistentModelID == id })
    \(question)
    context.delete(\(deleted))
    """
  }

  @Test("Relationships that are emptied before a delete", arguments: emptied + emptiedAlone)
  func isEmptied(statement: String, relationships: [String]) throws {
    let last = try calls(in: statement).last { $0.kind == .delete }
    #expect(last?.emptied.sorted() == relationships)
  }

  @Test(
    "What a fetch requires by the number of objects, be it in another function",
    arguments: [
      ("fruits.@count == 0", ["fruits"]), ("fruits.@count < 1 AND name == %@", ["fruits"]),
      ("fruits.@count == 0 OR name == %@", []), ("NOT fruits.@count == 0", []),
      ("fruits.@count == 1", []), ("SELF.fruits.@count == 0", ["fruits"]),
      ("owner.fruits.@count == 0", []), ("(fruits.@count = 0)", ["fruits"]),
    ])
  func fetched(format: String, relationships: [String]) throws {
    let text = """
      func unused(_ context: NSManagedObjectContext) throws -> [Basket] {
        let request = FetchDescriptor<Basket>()
        request.predicate = NSPredicate(format: "\(format)", "a")
        return try context.fetch(request).sorted { $0.name < $1.name }
      }
      func clean(_ context: NSManagedObjectContext) throws {
        try unused(context).forEach(context.delete(_:))
      }
      """
    let file = SourceFile(path: "Cleaner.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [Self.classDeclarations, SwiftDeclarations(file, keepsCode: true)],
      of: [try Self.read.get()]
    ).calls
    #expect(calls.first { $0.caller == "clean" }?.emptied.sorted() == relationships)
  }

  @Test("A check of an object in a property counts as a check of what is deleted through it")
  func property() throws {
    let text = """
      import SwiftData
      struct Cleaner {
        let basket: Basket
        func clean(_ context: ModelContext) throws {
          let id = basket.persistentModelID
          let all = FetchDescriptor<Fruit>(predicate: #Predicate { $0.basket?.persistentModelID == id })
          guard try context.fetch(all).isEmpty else { return }
          context.delete(basket)
        }
      }
      """
    let file = SourceFile(path: "Cleaner.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [Self.classDeclarations, SwiftDeclarations(file, keepsCode: true)],
      of: [try Self.read.get()]
    ).calls
    let delete = calls.first { $0.caller == "Cleaner.clean" }
    #expect(delete?.emptied == ["Fruit.basket", "fruits"])
  }

  @Test(
    "What was inserted and saved before its delete, unless the save failed",
    arguments: [
      ("try context.save(); context.delete(new)", true),
      ("do { try context.save() } catch { context.delete(new) }", false),
      ("do { try context.save() } catch { return }; context.delete(new)", true),
    ])
  func inserted(statement: String, isSaved: Bool) throws {
    let inserting = "let new = Basket(); new.fruits = [Fruit()]; context.insert(new)"
    let last = try calls(in: "\(inserting); \(statement)").last
    #expect(last?.savedWith == (isSaved ? ["fruits"] : []))
  }

  @Test("A setter that leaves out some of what a relationship holds")
  func setter() throws {
    let file = SourceFile(path: "App.swift", bytes: Array(Self.model.utf8))
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)],
      of: [try Model(reading: Self.model, as: file.path)]
    ).calls
    #expect(calls.filter { $0.caller == "Counter.count" }.map(\.relationship) == ["Basket.fruits"])
  }

  @Test(
    "A setter returns nothing of what it takes out",
    arguments: [
      ("subscript(i: Int) -> Fruit? { get { nil } set { basket.fruits.remove(at: i) } }", []),
      (
        "subscript(i: Int) -> Fruit? { get { nil } set { if i > 3 { basket.fruits.remove(at: i) } } }",
        []
      ),
      ("var first: Fruit? { get { nil } set { basket.fruits.remove(at: 0) } }", []),
      ("var first: Fruit? = nil { didSet { basket.fruits.remove(at: 0) } }", []),
      ("func cut(_ i: Int) -> Fruit { basket.fruits.remove(at: i) }", ["Basket", "Fruit"]),
      ("var first: Fruit { get { basket.fruits.remove(at: 0) } }", ["Basket", "Fruit"]),
      ("func cut(_ i: Int) { basket[keyPath: \\.fruits] = [] }", []),
      ("func cut(_ i: Int) { basket[keyPath: \\Basket.fruits] = [] }", []),
    ])
  func setters(member: String, settled: [String]) throws {
    let text = "import SwiftData\nstruct Cutter { let basket: Basket; \(member) }"
    let file = SourceFile(path: "Cutter.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [Self.classDeclarations, SwiftDeclarations(file, keepsCode: true)],
      of: [try Self.read.get()]
    ).calls.filter { $0.location.file == "Cutter.swift" }
    #expect(calls.map(\.relationship) == ["Basket.fruits"])
    #expect(calls.first?.settled.sorted() == settled)
  }

  @Test(
    "Nothing is taken out of an object that is deleted and saved",
    arguments: [
      ("context.delete(basket); try context.save(); basket.fruits = []", []),
      ("context.delete(basket); try context.save(); basket.fruits.removeAll()", []),
      ("try discard(basket, in: context); basket.fruits = []", []),
      ("context.delete(basket); basket.fruits = []", ["Basket.fruits"]),
      ("context.delete(other); try context.save(); basket.fruits = []", ["Basket.fruits"]),
      (
        "if maybe == nil { context.delete(basket); try context.save() }; basket.fruits = []",
        ["Basket.fruits"]
      ),
    ])
  func unlinksOfGone(statement: String, relationships: [String]) throws {
    let unlinks = try calls(in: statement).filter { $0.kind == .unlink }
    #expect(unlinks.map(\.relationship) == relationships)
  }

  @Test("What an object reads of itself when it is gone")
  func readOfSelf() throws {
    let file = SourceFile(path: "App.swift", bytes: Array(Self.model.utf8))
    let reads = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)],
      of: [try Model(reading: Self.model, as: file.path)]
    ).calls.filter { $0.kind == .read }
    #expect(reads.map(\.caller) == ["Basket.die"])
  }

  @Test(
    "What a property holds is gone until it holds something else",
    arguments: [
      ("", ["name"]), ("current = other", []), ("self.current = other", []), ("next(other)", []),
    ])
  func held(statement: String, properties: [String]) throws {
    let text =
      Self.classes + """
        final class Shop {
          var current: Basket
          let context: ModelContext
          func go(_ other: Basket) throws {
            context.delete(current)
            try context.save()
            \(statement)
            print(current.name)
          }
          func empty(_ other: Basket) throws {
            current.fruits = []
            \(statement)
            context.delete(current)
          }
          func next(_ other: Basket) { current = other }
        }
        """
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)], of: [try Model(reading: text, as: file.path)]
    ).calls
    let reads = calls.filter { $0.caller == "Shop.go" && $0.kind == .read }
    #expect(reads.compactMap(\.property) == properties)
    let last = calls.last { $0.caller == "Shop.empty" }
    #expect(last?.emptied == (properties.isEmpty ? [] : ["fruits"]))
  }

  @Test(
    "What a called function deletes of a property is gone for its caller",
    arguments: [
      ("context.delete(basket); try context.save()", "", "basket", "name"),
      ("context.delete(shown); try context.save()", "", "shown", "name"),
      ("context.delete(Rack.first); try context.save()", "", "Rack.first", "name"),
      ("context.delete(basket)", "try context.save()", "basket", "name"),
      ("try inner()", "", "basket", "name"),
      ("context.delete(basket); try context.save()", "", "other", nil),
      ("context.delete(basket)", "", "basket", nil),
      ("context.delete(basket); try second.save()", "", "basket", nil),
      ("context.delete(shown); try context.save(); shown = other", "", "shown", nil),
      ("context.delete(shown); try context.save()", "shown = other", "shown", nil),
      ("if basket.name == \"\" { context.delete(basket); try context.save() }", "", "shown", nil),
      ("context.delete(any); try context.save()", "", "any", nil),
      (
        "context.delete(basket); try context.save()", "if basket.isDeleted { return }", "basket",
        nil
      ),
    ])
  func deletedByCallee(body: String, then: String, name: String, property: String?) throws {
    let text =
      Self.classes + """
        enum Rack { static let first = Basket() }
        final class Screen {
          let basket: Basket
          let other: Basket
          var shown: Basket
          var any: Basket { Basket() }
          let context: ModelContext
          let second: ModelContext
          func drop() throws { \(body) }
          func inner() throws { context.delete(basket); try context.save() }
          func go() throws {
            try drop()
            \(then)
            print(\(name).name)
          }
        }
        """
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)], of: [try Model(reading: text, as: file.path)]
    ).calls
    let read = calls.first { $0.caller == "Screen.go" && $0.kind == .read }
    #expect(read?.property == property)
  }

  @Test(
    "Other code of the object around that reads what its property held",
    arguments: [
      ("end()", "name"), ("self.end()", "name"), ("print(title)", "name"),
      ("print(self.title)", "name"), ("later()", "name"), ("rest()", nil), ("print(plain)", nil),
      ("replace(with: other)", nil), ("ask()", nil), ("next.end()", nil),
    ])
  func properties(statement: String, property: String?) throws {
    let text =
      Self.classes + """
        final class Screen {
          let basket: Basket
          var shown: Basket
          let context: ModelContext
          let next: Screen
          func go(_ other: Basket) throws {
            context.delete(basket)
            try context.save()
            \(statement)
          }
          func end() { if shown === basket { print(basket.name) } }
          func later() { end() }
          func rest() { print(shown.name) }
          func replace(with other: Basket) { shown = other; print(shown.name) }
          func ask() { if !basket.isDeleted { print(basket.name) } }
          var title: String { basket.name.uppercased() }
          var plain: String { shown.name }
        }
        """
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)], of: [try Model(reading: text, as: file.path)]
    ).calls
    let read = calls.first { $0.caller == "Screen.go" && $0.kind == .read }
    #expect(read?.property == property)
  }

  private static let read = Result { try Model(reading: model, as: "Model.swift") }
  private static let declarations = SwiftDeclarations(
    SourceFile(path: "Model.swift", bytes: Array(model.utf8)), keepsCode: true)
  private static let classDeclarations = SwiftDeclarations(
    SourceFile(path: "Model.swift", bytes: Array(classes.utf8)), keepsCode: true)

  /// The calls in each statement of the long tables, which are evaluated together.
  private static let callsOfTables = Result {
    try callsOfEach(of: (reads + readsByOtherNames).map(\.0) + (unlinks + emptied).map(\.0))
  }

  private func calls(in body: String) throws -> [DeleteCall] {
    try Self.callsOfTables.get()[body] ?? Self.calls(in: [body])
  }

  /// The calls in some statements, which are functions of one file besides the model.
  private static func callsOfEach(of bodies: [String]) throws -> [String: [DeleteCall]] {
    let found = Dictionary(grouping: try calls(in: bodies), by: \.caller)
    return Dictionary(
      bodies.enumerated().map { ($1, found["go\($0)"] ?? []) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func calls(in bodies: [String]) throws -> [DeleteCall] {
    let functions = bodies.enumerated().map { number, body in
      """
      func go\(number)(_ basket: Basket, other: Basket, fruit: Fruit, lid: Lid, offsets: IndexSet,
      work: Work, last: Work, req: Req, stamp: Stamp, byName: [String: Basket], fruits: [Basket: Fruit], lines: [Line],
      context: ModelContext, second: ModelContext, maybe: Basket?) async throws {
      var all = try context.fetch(FetchDescriptor<Basket>())
      \(body)
      }

      """
    }
    let text = "import SwiftData\n" + functions.joined()
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    return ModelCalls(
      in: [declarations, SwiftDeclarations(file, keepsCode: true)], of: [try read.get()]
    ).calls.filter { $0.location.file == file.path }
  }
}
