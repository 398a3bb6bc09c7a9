import SwiftSource

/// The deletions before a place in a body, as far as they affect the code after it.
struct DeletionState {
  /// What a delete takes, by the number of the object or of the list; 0 for one that nothing else can be.
  enum Taken: Hashable {
    /// The object, or every element of the list.
    case all(Int)
    /// Some elements of the list; it is unknown which.
    case some(of: Int)

    var number: Int {
      switch self {
      case .all(let number), .some(let number): number
      }
    }

    /// The number of what is taken as a whole; nil for none.
    var object: Int? {
      if case .all(let number) = self, number != 0 { number } else { nil }
    }
  }

  /// An object of which the code asked for the deletion.
  struct Deleted: Equatable {
    /// The token of the delete.
    let token: Int
    let type: CodeType
    var taken: Taken
    /// The number of the list that a loop takes it from, until that loop has ended; 0 for none.
    var list = 0
    /// The object whose relationship held it, as long as the code gives that relationship nothing else.
    var holder: Holder?
    /// The name of the context.
    var context: String
    /// Whether the same function made the object.
    let isNew: Bool
    /// Whether it is deleted on every path to the place.
    var isCertain = true
    /// The block around the branch that deletes it, as long as no other condition decides; nil for any other.
    var branchBlock: Int?
    /// The part of the code that knows what can refuse it.
    var origin = Origin.own

    /// The function that deletes an object.
    enum Origin {
      /// The function around, or one that this gives the object to.
      case own
      /// A called function that is not given the object, and neither asks about what can refuse the delete nor clears
      /// that.
      case callee
      /// A called function that is not given the object, and handles what can refuse the delete.
      case preparedCallee
    }

    init(_ value: CodeValue, at token: Int, in context: String) {
      (self.token, type, isNew) = (token, value.type, value.isNew)
      (taken, list) = (.all(value.object), value.isEach ? value.list : 0)
      holder = value.holder.first
      self.context = context
    }

    /// Returns this delete for the object or the list of a value, and for each object that the code names in it.
    func each(of value: CodeValue) -> [Deleted] {
      ([taken] + value.objects.map(Taken.all)).map { taken in
        var each = self
        each.taken = taken
        return each
      }
    }

    /// A key of a delete among all: a call may delete several objects.
    struct Key: Hashable {
      let token: Int
      let taken: Taken
    }

    var key: Key { Key(token: token, taken: taken) }

    /// An object and the context that deletes it.
    fileprivate struct Place: Hashable {
      let taken: Taken
      let context: String
    }

    fileprivate var place: Place { Place(taken: taken, context: context) }
  }

  /// The objects that are deleted but not saved, on some path to this place.
  var pending: [Deleted] = []
  /// The objects, and the lists of objects, that are deleted and saved on every path to this place.
  var savedDeletes: [Taken: Deleted] = [:]
  /// The objects that a branch before this place deletes and saves, each with the block around the branch.
  var possiblySavedDeletes: [Taken: (deleted: Deleted, block: Int)] = [:]
  var jumps = Jumps()
  /// The reads in the loops around of objects that are there before the innermost of them.
  var readsInLoops: [MemberRead] = []
  /// The parameters that are deleted and saved on some path, by their numbers.
  var savedParameters: [Int: Deleted] = [:]
  /// The objects that a called function deletes only where its result, which a condition asks for, says so.
  var answered: [Taken: Deleted] = [:]
  /// An object that has left its holder.
  struct Released {
    let name: String
    let object: Int
    let holder: Holder
    /// The token at which it leaves.
    let token: Int
  }

  /// The deletes that a context took back on every path to this place, and those of a failed save that it may
  /// take back.
  var takenBack: [Taken: Deleted] = [:]
  var refused: [Taken: Deleted] = [:]
  /// The objects of which the code has read a relationship, so that what that holds may be loaded.
  var loaded: Set<Int> = []

  /// The objects that have left their holders on every path to this place, and those in the last block.
  var released: [Released] = []
  var releasedInLastBlock: [Released] = []
  /// The objects that are gone at the end of the last block, and the contexts that are saved.
  var savedDeletesInLastBlock: [Taken: Deleted] = [:]
  var savedInLastBlock: [String: SaveFailure] = [:]
  /// The lists that have objects of others.
  var related = RelatedLists()
  /// The last number of an object; the first is that of `self`.
  private(set) var lastObject = 1
  /// The objects that properties hold, by their names in the code.
  var held: [String: Int] = [:]
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
    /// The number of the list of which each element is linked; 0 for none.
    var list = 0
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
    for taken in value.numbers.map(Taken.all) {
      if savedDeletes[taken]?.context == context { savedDeletes[taken] = nil }
      if possiblySavedDeletes[taken]?.deleted.context == context {
        possiblySavedDeletes[taken] = nil
      }
      pending.removeAll { $0.taken == taken && $0.context == context }
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
  mutating func markSaved(_ taken: Taken, _ deleted: Deleted) {
    if taken.number == 0 { return }
    if savedDeletes.count >= Limits.pending { savedDeletes.removeAll() }
    savedDeletes[taken] = deleted
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
      let possible = possiblySavedDeletes[.all(object)].flatMap {
        $0.block == block ? $0.deleted : nil
      }
      guard name.hasPrefix("self."), let deleted = savedDeletes[.all(object)] ?? possible else {
        return nil
      }
      return (name, deleted)
    }
  }

  /// Returns the delete of an object, or of each object in its list, that is saved; nil for none.
  func certainDeletion(of value: CodeValue) -> Deleted? {
    savedDeletes[.all(value.object)] ?? savedDeletes[.all(value.list)]
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
        each.taken = .all(object)
        delete(each)
      }
    }
  }

  /// Takes back what was deleted through a context and not saved, or refused.
  mutating func takeBack(_ context: String) {
    let refused = refused.values.filter { $0.context == context }
    if takenBack.count >= Limits.pending { takenBack = [:] }
    for deleted in pending + refused
    where deleted.context == context && deleted.isCertain && !deleted.isNew {
      if deleted.taken.object != nil { takenBack[deleted.taken] = deleted }
    }
    pending.removeAll { $0.context == context }
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
        markSaved(deleted.taken, deleted)
      } else if let block = deleted.branchBlock, deleted.taken.number != 0,
        possiblySavedDeletes.count < Limits.pending
      {
        possiblySavedDeletes[deleted.taken] = (deleted, block)
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
        || deleted.taken.number != 0 && certain.allSatisfy { $0.contains(deleted.place) }
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
