import ModelFiles
import ObjectGraph
import SwiftSource

/// The deletions before a place in a body, as far as they affect the code after it.
struct DeletionState {
  /// An object of which the code asked for the deletion.
  struct Deleted: Equatable {
    /// The token of the delete.
    let token: Int
    let type: CodeType
    /// The number of the object, or of the list whose every element is deleted; 0 for none.
    var object: Int
    /// The number of the list that a loop takes it from, until that loop has ended; 0 for none.
    var list = 0
    /// The name of the context.
    var context: String
    /// Whether the same function made the object.
    let isNew: Bool
    /// Whether it is deleted on every path to the place.
    var isCertain = true
    /// The block around the branch that deletes it, as long as no other condition decides; nil for any other.
    var branchBlock: Int?

    init(_ value: CodeValue, at token: Int, in context: String) {
      (self.token, type, isNew) = (token, value.type, value.isNew)
      (object, list) = (value.object, value.isEach ? value.list : 0)
      self.context = context
    }

    /// Returns this delete for the object or the list of a value, and for each object that the code names in it.
    func each(of value: CodeValue) -> [Deleted] {
      ([object] + value.objects).map { object in
        var each = self
        each.object = object
        return each
      }
    }

    /// A key of a delete among all: a call may delete several objects.
    struct Key: Hashable { let token, object: Int }

    var key: Key { Key(token: token, object: object) }

    /// An object and the context that deletes it.
    fileprivate struct Place: Hashable {
      let object: Int
      let context: String
    }

    fileprivate var place: Place { Place(object: object, context: context) }
  }

  /// The objects that are deleted but not saved, on some path to this place.
  var pending: [Deleted] = []
  /// The objects, and the lists of objects, that are deleted and saved on every path to this place, by their
  /// numbers.
  var savedDeletes: [Int: Deleted] = [:]
  /// The objects that a branch before this place deletes and saves, each with the block around the branch.
  var possiblySavedDeletes: [Int: (deleted: Deleted, block: Int)] = [:]
  var jumps = Jumps()
  /// The reads in the loops around of objects that are there before the innermost of them.
  var readsInLoops: [MemberRead] = []
  /// The parameters that are deleted and saved on some path.
  var savedSomewhere: [Int: Deleted] = [:]
  /// The objects that a called function deletes only where its result, which a condition asks for, says so.
  var answered: [Int: Deleted] = [:]
  /// An object that has left its holder.
  struct Released {
    let name: String
    let object: Int
    let holder: Holder
    /// The token at which it leaves.
    let token: Int
  }

  /// The objects that have left their holders on every path to this place, and those in the last block.
  var released: [Released] = []
  var releasedInLastBlock: [Released] = []
  /// The objects that are gone at the end of the last block, and the contexts that are saved.
  var savedDeletesInLastBlock: [Int: Deleted] = [:]
  var savedInLastBlock: [String: SaveFailure] = [:]
  /// The lists that have objects of others.
  var related = RelatedLists()
  /// The last number of an object; the first is that of `self`.
  private(set) var lastObject = 1
  /// The objects that properties hold, by their names in the code.
  private var held: [String: Int] = [:]
  /// The deletes whose objects were read since: only the first read of each entity's objects is reported.
  var reported: Set<Read> = []
  /// Whether the block around is left for good here.
  var isLeft = false
  /// The treatment of an error that is thrown here.
  var failing = SaveFailure.thrown
  /// The treatment of an error that the expression around asks for with `try?`; nil where that is not followed.
  var asked: SaveFailure?
  /// The place where the code goes on after an error that is thrown here; 0 where only `try?` tells it.
  var endOfTrying = Int.max
  /// The values known to be empty or not here, by the conditions and links before.
  var contents = Contents()
  /// Whether a condition is evaluated.
  var isAsking = false
  /// The questions of conditions whether a relationship holds anything; its objects getting another owner is
  /// one, too.
  var questions: Set<Question> = []
  /// The objects whose existence the code has checked before this place.
  var checked: Set<Checked> = []
  /// The questions by which objects were chosen.
  var choices: Set<Question> = []
  /// The entities of which objects are linked to others.
  var linked: Set<Int> = []
  /// The entities of which objects that existed before are linked to others, or deleted by names that do not say their
  /// entity, with the tokens.
  var relinked: Set<Relinked> = []
  /// The links of the function's arguments, with their parameter bits.
  var relinkedArguments: Set<GivenLink> = []
  /// The contexts that are saved on every path to this place, and what becomes of a failure of that.
  var saved: [String: SaveFailure] = [:]
  /// The saves that a condition on a parameter alone decides.
  var conditionalSaves: [ConditionalSave] = []
  /// The entities of which a thrown save may have refused a delete, other than those of parameters, by their
  /// contexts; empty for the context of a called function.
  var refusals: [String: Set<Int>] = [:]
  /// The entities of which functions of the app were given objects.
  var handedOver: Set<Int> = []
  /// The contexts that are rolled back on every path to this place, with the tokens of the last calls.
  var rolledBack: [String: Int] = [:]
  /// The objects, and the lists of objects, that a context inserted, by their numbers.
  var inserted: [Int: Inserted] = [:]
  /// The relationships to which the code gave something, by the numbers of their objects and lists.
  private var filled: [Int: Set<String>] = [:]

  /// An entity whose objects a call or an assignment links to others.
  struct Relinked: Hashable {
    let entity: Int
    /// The token of the call or assignment, and the block around it.
    let place: CodeWays.Place
    /// Whether it is assigned to a to-one: the owner, which has one again, or what the to-one may have held itself.
    let isOfToOne: Bool
    /// The relationship that gets the objects, and the name of the object that has it, if the objects are not those that
    /// it held; nil if they may be.
    let other: Other?

    /// A relationship of a named object.
    struct Other: Hashable {
      let use: RelationshipUse
      let owner: String
    }
  }

  /// A save at the end of a branch that a condition on a parameter decides.
  struct ConditionalSave {
    let context: String
    let failure: SaveFailure
    let condition: Evaluation.ParameterCondition
    /// The end of the branch.
    let way: CodeWays.Place
  }

  /// A link of what a function is given to another object.
  struct GivenLink: Hashable {
    let bit: UInt64
    let entity: Int
  }

  /// Records that a called function links an object, or the elements of a list, to others.
  mutating func relink(_ value: CodeValue, of entity: Int, at place: CodeWays.Place) {
    if value.given != 0 { relinkedArguments.insert(GivenLink(bit: value.given, entity: entity)) }
    relinked.insert(Relinked(entity: entity, place: place, isOfToOne: false, other: nil))
  }

  /// The insertion of an object by a context.
  struct Inserted {
    let context: String
    /// Whether the same function made the object.
    let isNew: Bool
    let entity: Int?
    /// A number that only objects and lists have reached that there were before.
    let next: Int
    var isSaved = false
  }

  /// An object whose existence the code has checked.
  struct Checked: Hashable {
    let entity: Int
    /// The name of the object whose relationship may hold it; nil for any.
    let owner: String?
  }

  /// A read of an object that a delete call deletes.
  struct Read: Hashable {
    /// The token of the delete.
    let token: Int
    let entity: Int?
  }

  /// A read of a member of an object.
  struct MemberRead {
    let member: String
    let value: CodeValue
    let place: Int
    let isWrite: Bool
  }

  /// Records that a context inserts an object again that it was asked to delete.
  mutating func restore(_ value: CodeValue, in context: String) {
    for number in value.numbers {
      if savedDeletes[number]?.context == context { savedDeletes[number] = nil }
      if possiblySavedDeletes[number]?.deleted.context == context {
        possiblySavedDeletes[number] = nil
      }
      pending.removeAll { $0.object == number && $0.context == context }
    }
  }

  /// Records a deletion; of many that are not saved, only the last are kept.
  mutating func delete(_ deleted: Deleted) {
    if pending.count >= Limits.pending { pending.removeFirst(Limits.pending / 2) }
    pending.append(deleted)
  }

  /// Records the insertion of an object into a context.
  mutating func insert(_ value: CodeValue, in context: String, isSaved: Bool = false) {
    if inserted.count >= Limits.pending { inserted = [:] }
    let next = newObject()
    for number in value.numbers {
      inserted[number] = Inserted(
        context: context, isNew: value.isNew, entity: value.type.entity, next: next,
        isSaved: isSaved)
    }
  }

  /// Records that a relationship of an object holds something.
  mutating func fill(_ relationship: String, of value: CodeValue) {
    if filled.count >= Limits.pending { filled = [:] }
    for number in value.numbers { filled[number, default: []].insert(relationship) }
  }

  /// The relationships to which the code gave something, by the number of the object.
  func filled(of object: Int) -> Set<String> { filled[object] ?? [] }

  /// The relationships to which the code gave something of a new object that a context has inserted and
  /// saved; none for any other object.
  func filledAndSaved(_ value: CodeValue, in context: String?) -> Set<String> {
    let numbers = [value.object, value.list] + value.objects
    func isSaved(_ known: Inserted) -> Bool {
      known.isNew && known.isSaved && known.context == context
    }
    if let known = numbers.lazy.compactMap({ inserted[$0] }).first {
      return isSaved(known) ? numbers.reduce(into: []) { $0.formUnion(filled(of: $1)) } : []
    }
    // All that are found then are also those that were inserted before.
    guard value.takesAll, value.isEach, value.type.entity != nil else { return [] }
    return inserted.reduce(into: []) { names, object in
      let isFound = object.value.next < value.list && object.value.entity == value.type.entity
      if isFound, isSaved(object.value) { names.formUnion(filled(of: object.key)) }
    }
  }

  /// Records that a list has an object now, after those that it had under another number.
  mutating func add(_ value: CodeValue, to others: CodeValue, numbered list: Int) {
    guard others.isEmpty || inserted[others.object] != nil, let known = inserted[value.object]
    else { return }
    inserted[list] = known
    filled[list] = filled(of: value.object).union(filled(of: others.object))
  }

  /// Marks a delete as saved.
  mutating func markSaved(_ object: Int, _ deleted: Deleted) {
    if object == 0 { return }
    if savedDeletes.count >= Limits.pending { savedDeletes.removeAll() }
    savedDeletes[object] = deleted
  }

  /// Starts another condition, which may be known to hold only if an earlier branch was taken, or was not.
  mutating func beginDeciding() {
    possiblySavedDeletes = [:]
    for index in pending.indices where pending[index].branchBlock != nil {
      pending[index].branchBlock = nil
    }
  }

  /// Returns the number of one more object.
  mutating func newObject() -> Int {
    lastObject += 1
    return lastObject
  }

  /// Returns the number of the object that a property holds, by its name in the code.
  mutating func object(heldBy name: String) -> Int {
    if let known = held[name] { return known }
    if held.count >= Limits.pending { held = [:] }
    let new = newObject()
    held[name] = new
    return new
  }

  /// The properties of the object around whose objects are gone in a block, in the order of their names.
  func goneProperties(in block: Int) -> [(name: String, deleted: Deleted)] {
    held.sorted { $0.key < $1.key }.compactMap { name, object in
      let possible = possiblySavedDeletes[object].flatMap { $0.block == block ? $0.deleted : nil }
      guard name.hasPrefix("self."), let deleted = savedDeletes[object] ?? possible else {
        return nil
      }
      return (name, deleted)
    }
  }

  /// Returns the delete of an object, or of each object in its list, that is saved; nil for none.
  func certainDeletion(of value: CodeValue) -> Deleted? {
    savedDeletes[value.object] ?? savedDeletes[value.list]
      ?? deletion(ofRelatedTo: value, among: savedDeletes)
  }

  /// Finds the first delete of each element of a list in the last block, whether it is saved or not.
  ///
  /// - Parameters:
  ///   - list: The number of the list.
  ///   - isWhole: Whether all rounds of the loop reach a token.
  /// - Returns: The delete; nil for none.
  func ofEach(in list: Int, isWhole: (Int) -> Bool) -> Deleted? {
    (pending + savedDeletesInLastBlock.values)
      .filter { $0.list == list && $0.isCertain && isWhole($0.token) }
      .min { $0.token < $1.token }
  }

  /// Records that a loop over a list has ended: what it deletes of each element, at a token of which all rounds
  /// do that, it deletes of all.
  mutating func endLoop(
    over list: CodeValue, _ loop: CodeWays.Loop, isLeft: Bool = false, isWhole: (Int) -> Bool
  ) {
    recordRounds(over: list, loop, isLeft: isLeft, isWhole: isWhole)
    guard list.object != 0 else { return }
    let ofEach = pending.filter { $0.list != 0 && related.isMember($0.list, of: list.object) }
    for index in pending.indices where ofEach.contains(pending[index]) { pending[index].list = 0 }
    for var each in ofEach {
      let member = each.list
      each.list = 0
      guard each.isCertain, isWhole(each.token) else {
        deleteSome(of: member, each)
        continue
      }
      for object in (member == list.object ? list.objects : []) + [member] {
        each.object = object
        delete(each)
      }
    }
  }

  /// Marks the objects deleted through a context as saved, and returns them.
  mutating func save(_ context: String) -> [Deleted] {
    for (number, known) in inserted where known.context == context {
      inserted[number]?.isSaved = true
    }
    let saved = pending.filter { $0.context == context }
    if saved.isEmpty { return [] }
    pending.removeAll { $0.context == context }
    for deleted in saved {
      if deleted.isCertain {
        markSaved(deleted.object, deleted)
      } else if let block = deleted.branchBlock, deleted.object != 0,
        possiblySavedDeletes.count < Limits.pending
      {
        possiblySavedDeletes[deleted.object] = (deleted, block)
      }
    }
    return saved
  }

  /// Puts together what is pending behind several ways of which one is taken.
  ///
  /// - Parameters:
  ///   - ends: What is pending at the end of each.
  ///   - block: The block around them.
  mutating func join(_ ends: [[Deleted]], in block: Int) {
    var ways: [Deleted.Key: Int] = [:]
    for deleted in ends.joined() { ways[deleted.key, default: 0] += 1 }
    let certain = ends.map { Set($0.lazy.filter(\.isCertain).map(\.place)) }
    var known: Set<Deleted.Key> = []
    /// Whether each way deletes it, wherever.
    func isCertain(_ deleted: Deleted) -> Bool {
      ways[deleted.key] == ends.count
        || deleted.object != 0 && certain.allSatisfy { $0.contains(deleted.place) }
    }
    pending = ends.joined().filter { known.insert($0.key).inserted }.suffix(Limits.pending).map {
      var deleted = $0
      if !isCertain($0) {
        if deleted.isCertain { deleted.branchBlock = block }
        deleted.isCertain = false
      }
      return deleted
    }
  }

  /// Makes a name mean something else from here on.
  mutating func shadow(_ name: String) {
    held[name] = nil
    invalidateProperties(of: name)
  }

  /// Invalidates the known values of all properties, except for those that no call can change.
  mutating func invalidateProperties(unless isConstant: (String) -> Bool) {
    for known in held.keys where known.contains(".") && !isConstant(known) { held[known] = nil }
  }

  /// Invalidates what is known of the properties of a name's value.
  mutating func invalidateProperties(of name: String) {
    if held.isEmpty { return }
    for known in held.keys where known.hasPrefix("\(name).") { held[known] = nil }
  }
}

extension Evaluation {
  /// Records of which list a list with a number has some elements.
  mutating func recordPart(_ list: CodeValue) {
    if list.whole != 0 { deletions.related.add(list.object, partOf: list.whole) }
  }

  /// Returns the list that a loop goes through, with a number where it has none: what the loop does to each
  /// element, it does to all of that number.
  mutating func numbered(_ list: CodeValue) -> CodeValue {
    guard list.object == 0, !list.holder.isEmpty || list.isStored || list.whole != 0 else {
      return list
    }
    var list = list
    list.object = deletions.newObject()
    recordPart(list)
    return list
  }

  /// A context saves what was deleted through it.
  ///
  /// - Parameters:
  ///   - context: The name of the context; nil where it has none.
  ///   - place: The token of the call.
  ///   - failure: What the called function does with a failure.
  mutating func save(_ context: String?, at place: Int, failing failure: SaveFailure = .thrown) {
    guard let context else { return }
    let failure = failure == .thrown ? deletions.failing : failure
    deletions.saved[context] = failure
    ways.save(at: place)
    let way = ways.place(at: place)
    for left in leavingTasks where left.context == context {
      savedLeavingTasks.append((left.function, left.place, way))
    }
    let saved = deletions.save(context)
    for deleted in saved where deleted.isCertain {
      recordSaved(deleted)
      markHeldSaved(by: deleted)
    }
    if failure == .thrown { addRefusals(of: saved, in: context) }
    guard case .dropped(let hiding) = failure else { return }
    for deleted in saved {
      for type in refusable(deleted) {
        record(
          FoundCall(
            .save, CodeValue(type: type), at: place,
            FoundCall.Details(deletion: deleted.token, hiding: hiding, context: context)))
      }
    }
  }

  /// Records what a thrown save may have refused: of one entity, about which the code before it neither asks
  /// nor clears anything.
  private mutating func addRefusals(of saved: [DeletionState.Deleted], in context: String) {
    let entities = Set(saved.map(\.type.entity))
    guard entities.count == 1, case let entity?? = entities.first,
      deletions.refusals[context]?.contains(entity) != true,
      saved.allSatisfy({ $0.object <= 0 || $0.object > lastParameter }),
      !deletions.questions.contains(where: { code.isKind(entity, of: $0.use.entity) }),
      !deletions.handedOver.contains(entity),
      saved.contains(where: { !refusable($0).isEmpty }),
      !found.contains(where: { $0.kind == .unlink || !$0.entities.subtracting([entity]).isEmpty })
    else { return }
    deletions.refusals[context, default: []].insert(entity)
  }

  /// Finds that the code drops what a called function throws where its save refuses its own deletes.
  mutating func addRefusals(by effects: FunctionEffects, at token: Int) {
    guard case .dropped(let hiding) = deletions.failing else {
      return deletions.refusals["", default: []].formUnion(effects.refusals)
    }
    for entity in effects.refusals.sorted() {
      record(
        FoundCall(
          .save, CodeValue(type: .entity(entity)), at: token,
          FoundCall.Details(deletion: token, hiding: hiding)))
    }
  }

  /// The types of what a delete takes that can make the save fail; an unknown entity can.
  private func refusable(_ deleted: DeletionState.Deleted) -> [CodeType] {
    let entities = deleted.type.allEntities.sorted()
    if entities.isEmpty { return [deleted.type] }
    return entities.filter { entity in
      // A new object holds nothing, unless the code links it.
      code.canRefuseDelete(of: entity) && (!deleted.isNew || deletions.linked.contains(entity))
    }.map(CodeType.entity)
  }

  /// Returns the delete of an object that is saved on every path to this place, or before it on one that leads
  /// here; nil for none.
  func deletion(of value: CodeValue) -> DeletionState.Deleted? {
    if let deleted = deletions.certainDeletion(of: value) { return deleted }
    // Where another condition decides, the branch may not have been taken.
    if deletions.possiblySavedDeletes.isEmpty { return nil }
    let possible = deletions.possiblySavedDeletes.filter { ways.isCurrent($1.block) }
      .mapValues(\.deleted)
    return possible[value.object] ?? deletions.deletion(ofRelatedTo: value, among: possible)
  }

  /// A member is read, which traps where its object is gone.
  mutating func read(
    _ member: String, of value: CodeValue, at token: Int, isWrite: Bool = false
  ) {
    guard case .entity = value.type else { return }
    let read = DeletionState.MemberRead(
      member: member, value: value, place: place(token), isWrite: isWrite || token == target)
    if let first = sharing.loops.last, value.object != 0, value.object <= first,
      deletions.readsInLoops.count < Limits.pending
    {
      deletions.readsInLoops.append(read)
    }
    guard let deleted = deletion(of: value) else { return }
    // Who asks that knows.
    if Self.askingForExistence.contains(member) {
      (deletions.savedDeletes[value.object], deletions.savedDeletes[value.list]) = (nil, nil)
      deletions.possiblySavedDeletes[value.object] = nil
      if deletion(of: value) != nil { deletions.forget(at: deleted.token) }
      return
    }
    record(read, of: deleted)
  }

  static let askingForExistence: Set<String> = [
    "isDeleted", "managedObjectContext", "modelContext",
  ]

  /// Records the first read of each entity's objects that a delete call deletes.
  private mutating func record(
    _ read: DeletionState.MemberRead, of deleted: DeletionState.Deleted
  ) {
    guard let entity = read.value.type.entity, code.stores(read.member, entity) else { return }
    let known = DeletionState.Read(token: deleted.token, entity: entity)
    guard deletions.reported.insert(known).inserted else { return }
    record(
      FoundCall(
        .read, CodeValue(type: read.value.type), at: read.place,
        FoundCall.Details(
          deletion: deleted.token, property: read.member, isWrite: read.isWrite)))
  }

  /// Finds what a loop reads of an object that each of its rounds deletes and saves.
  ///
  /// - Parameter count: The number of reads before the loop.
  mutating func recordReadsOfNextRound(since count: Int) {
    let reads = deletions.readsInLoops.dropFirst(count)
    let asked = reads.filter { Self.askingForExistence.contains($0.member) }.map(\.value.object)
    for read in reads where !asked.contains(read.value.object) {
      // A name that means another object by now is not of the one that is gone.
      guard let deleted = deletions.savedDeletesInLastBlock[read.value.object],
        let name = read.value.name,
        (variable(name) ?? held(name)).object == read.value.object
      else { continue }
      record(read, of: deleted)
    }
  }

  /// Objects come into a relationship.
  ///
  /// - Parameters:
  ///   - use: The relationship.
  ///   - value: The objects.
  ///   - owner: The object that has the relationship; nil where the code does not name it.
  ///   - name: The name of that object in the code.
  ///   - token: The token of the call or assignment.
  ///   - isAssigned: Whether they are assigned, and not added.
  ///   - mayReplace: Whether they may take the place of others.
  mutating func link(
    _ use: RelationshipUse, to value: CodeValue, of owner: CodeValue?, named name: String? = nil,
    at token: Int, isAssigned: Bool = false, mayReplace: Bool = true
  ) {
    let isToOne = code.declaration(use)?.isToMany == false
    let isOther = isMadeElsewhere(value) && mayReplace
    for entity in [use.entity, code.destination(use.name, of: use.entity)?.entity] {
      guard let entity else { continue }
      deletions.linked.insert(entity)
      let isOwnerNew = entity == use.entity && owner?.isNew == true
      // An owner of a to-one has something again, even if that is new.
      let isFilled = entity == use.entity && isToOne && value.type.isOfObjects
      if value.isNew && !isFilled || isOwnerNew { continue }
      let other =
        entity == use.entity
        ? owner.flatMap { partner(of: $0, by: use, value) }
        : (isOther ? name ?? owner?.name : nil).map {
          DeletionState.Relinked.Other(use: use, owner: $0)
        }
      deletions.relinked.insert(
        DeletionState.Relinked(
          entity: entity, place: ways.place(at: token),
          isOfToOne: isToOne && isAssigned && (isFilled || !mayReplace), other: other))
      let linked = entity == use.entity ? owner : value
      if let bit = linked?.given, bit != 0 {
        deletions.relinkedArguments.insert(DeletionState.GivenLink(bit: bit, entity: entity))
      }
    }
    leave(for: use, of: owner, value, at: token)
    if let owner { deletions.fill(use.name, of: owner) }
    if let inverse = code.inverse(of: use) { deletions.fill(inverse.name, of: value) }
  }

  /// Returns the one-to-one relationship that gets an object when the object is assigned its owner; nil if the
  /// relationship may have held it before.
  private func partner(
    of object: CodeValue, by use: RelationshipUse, _ owner: CodeValue
  ) -> DeletionState.Relinked.Other? {
    guard let inverse = code.inverse(of: use), code.declaration(inverse)?.isToMany == false,
      isMadeElsewhere(object), let name = owner.name
    else { return nil }
    return DeletionState.Relinked.Other(use: inverse, owner: name)
  }

  /// Records that an object has lost all that a relationship held, because another object has it now and each
  /// element can have one only.
  private mutating func leave(
    for use: RelationshipUse, of owner: CodeValue?, _ value: CodeValue, at token: Int
  ) {
    guard let holder = value.holder.first, holder.path.count == 1, holder.name != owner?.name,
      case let moved = holder.path[0], moved.name == use.name, moved.entity == use.entity,
      code.inverse(of: use).flatMap(code.declaration)?.isToMany == false
    else { return }
    if (value.relationship ?? value.copied) == moved, !value.isPart {
      unlink(moved, of: holder.name, isWhole: true, at: token, isSettled: true)
    } else if value.isEach, let name = value.name {
      unlinks.add(
        Unlinks.Unlink(
          owner: holder.name, use: moved, isWhole: false, place: token, names: [name],
          isSettled: true))
    }
  }

  /// The object that had a value when the code took that from one of its relationships.
  func owner(of value: CodeValue) -> CodeValue? {
    guard let holder = value.holder.first, holder.path.count == 1,
      let owner = nearby(holder.name), owner.object == holder.object
    else { return nil }
    return owner
  }

  /// A relationship, and that of the other end, hold something where the code says what.
  mutating func hold(
    _ value: CodeValue, _ use: RelationshipUse, of name: String?, _ declared: Relationship
  ) {
    let isCertain = !declared.isToMany || !value.objects.isEmpty
    if isCertain, let name { deletions.contents.fill(name) }
    if let owner = value.name, value.type.entity != nil, let inverse = code.inverse(of: use) {
      deletions.contents.fill("\(owner).\(inverse.name)")
    }
  }

  /// A new object gets some objects, of which each may come into a relationship.
  mutating func link(_ given: [Argument], withNew entity: Int) {
    let others = given.compactMap { $0.value.type.entity ?? $0.value.type.element.entity }
    if others.isEmpty { return }
    deletions.linked.formUnion(others + [entity])
  }
}
