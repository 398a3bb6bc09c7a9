import ModelFiles
import SwiftSource

/// The objects that a body gives to to-one relationships without an inverse.
struct Sharing {
  /// An object that a relationship of an owner is given.
  struct Gift {
    let value: CodeValue
    let use: RelationshipUse
    /// The number of the owner; 0 where the code does not name it.
    let owner: Int
    let place: CodeWays.Place
    /// The other owner that had it, as far as the code names that.
    let former: String?
    /// Whether the code takes it from another owner.
    let isOfFormer: Bool
    /// Whether other owners get it, too.
    var isShared: Bool
    /// Whether that is so because a loop gives it to each of several owners.
    var isRepeated = false
  }

  /// The relationship of an object that is set at a token.
  struct Setting {
    let owner: String?
    let name: String
    let token: Int
  }

  var gifts: [Gift] = []
  /// The relationships that are given more than is followed.
  var unknown: Set<RelationshipUse> = []
  /// The last number of an object before each loop around, or call of a closure for each element of a list.
  var loops: [Int] = []
  var settings: [Setting] = []
  /// The names of the properties that the code sets.
  var assigned: Set<String> = []
}

/// The gifts of one object to several owners, each of which takes it along.
extension Evaluation {
  /// Finds whether a relationship is given what another object may hold, too: the value of the same
  /// relationship of another object, something that was fetched or outlives the function, or what the same
  /// code gives to others.
  ///
  /// - Parameters:
  ///   - value: The value that the relationship is given.
  ///   - use: The relationship.
  ///   - left: The relationship's value before; nil if its object is new.
  ///   - token: The token of the assignment or of the call.
  mutating func share(
    _ value: CodeValue, by use: RelationshipUse, of left: CodeValue?, at token: Int
  ) {
    guard code.isBlind(use), !value.isNil else { return }
    guard value.type.entity != nil, sharing.gifts.count < Limits.pending else {
      sharing.unknown.insert(use)
      return
    }
    let holder = left?.holder.first
    let released = deletions.released.last { $0.object == value.object && $0.object != 0 }
    let former = value.holder.first ?? released?.holder
    let isSame = value.relationship.map { $0.entity == use.entity && $0.name == use.name } == true
    let isOwn =
      value.name == left?.name && left != nil
      || holder.map { $0.object != 0 && $0.object == former?.object && $0.path == former?.path }
        == true
    let place = ways.place(at: token)
    var gift = Sharing.Gift(
      value: value, use: use, owner: holder?.object ?? 0, place: place, former: former?.name,
      isOfFormer: isSame && !isOwn,
      isShared: !value.isNew && (isSame && !isOwn && released == nil || value.isStored))
    if !gift.isShared, !isSame {
      gift.isRepeated = isRepeated(value, by: holder)
      gift.isShared = gift.isRepeated || sharing.gifts.contains { isSecond(gift, after: $0) }
    }
    sharing.gifts.append(gift)
  }

  /// Whether a loop gives to each of several owners what is known before it.
  private func isRepeated(_ value: CodeValue, by owner: Holder?) -> Bool {
    guard value.object != 0 else { return false }
    let isOfSelf =
      value.name?.hasPrefix("self.") == true && isHeld(value)
      && !sharing.assigned.contains(value.name ?? "")
    return sharing.loops.contains { lastObject in
      let isOneOwner =
        owner.map { $0.object <= lastObject || $0.name.hasPrefix("self.") } ?? false
      return !isOneOwner && (value.object <= lastObject || isOfSelf)
    }
  }

  /// Whether two owners get the same object, one after the other.
  private func isSecond(_ gift: Sharing.Gift, after other: Sharing.Gift) -> Bool {
    guard gift.value.object != 0, gift.value.object == other.value.object,
      gift.use.entity == other.use.entity, gift.use.name == other.use.name,
      ways.isCertain(other.place, with: gift.place)
    else { return false }
    // What is set of a new object may be set of the one that was just made.
    if gift.owner == 0 || other.owner == 0 {
      return gift.use.isOfNew == other.use.isOfNew
        ? gift.use.isOfNew && gift.owner == other.owner
        : !gift.use.isOfNew && gift.owner != 0
    }
    return gift.owner != other.owner
  }

  /// Records that a relationship holds something else from here on.
  mutating func set(_ use: RelationshipUse, of owner: String?, at token: Int) {
    guard code.isBlind(use), sharing.settings.count < Limits.pending else { return }
    sharing.settings.append(Sharing.Setting(owner: owner, name: use.name, token: token))
    let number = owner.flatMap(nearby)?.object ?? 0
    if number != 0 { sharing.gifts.removeAll { $0.owner == number && $0.use.name == use.name } }
  }

  /// Does what is done for each of several elements.
  ///
  /// - Parameters:
  ///   - isLoop: Whether there may be several.
  ///   - lastObject: The last number of an object before them; nil for that of the last so far.
  ///   - block: The block that a loop does in each round; nil for a closure, and where there is one round only.
  ///   - run: Does what is done for one.
  mutating func inLoop(
    _ isLoop: Bool = true, since lastObject: Int? = nil, doing block: SwiftBlock? = nil,
    _ run: (inout Evaluation) -> Void
  ) {
    if !isLoop { return run(&self) }
    sharing.loops.append(lastObject ?? deletions.lastObject)
    let (gone, asked) = (deletions.savedDeletes, deletions.pending)
    let (outer, reads) = (deletions.jumps, deletions.readsInLoops.count)
    deletions.jumps = DeletionState.Jumps()
    run(&self)
    deletions.recordJumps(since: gone, asked, in: ways.current)
    deletions.jumps = outer
    sharing.loops.removeLast()
    if block?.leavesLoop == false { recordReadsOfNextRound(since: reads) }
    if sharing.loops.isEmpty { deletions.readsInLoops = [] }
  }

  /// Records that a loop ends behind what was given in the block around, so that one owner gets that.
  mutating func endLoop() {
    for index in sharing.gifts.indices
    where sharing.gifts[index].isRepeated
      && ways.isAround(ways.current, sharing.gifts[index].place.block)
    {
      sharing.gifts[index].isShared = false
    }
  }

  /// Finds that a control gives to a relationship one of the objects in the store.
  mutating func shareSelected(_ given: [Argument], at place: Int) {
    guard let left = given.first(where: { $0.label == "selection" })?.value,
      let use = left.relationship, let entity = left.type.entity, isFetched(entity, by: own.type)
    else { return }
    var value = CodeValue(type: left.type)
    value.isStored = true
    share(value, by: use, of: left, at: place)
  }

  /// Whether a type has a property that fetches objects of an entity.
  private func isFetched(_ entity: Int, by type: CodeType) -> Bool {
    guard let entry = code.entry(of: type) else { return false }
    return code.properties(of: entry).contains {
      isFetched($0) && Self.type(of: $0, in: code, depth).entity == entity
    }
  }

  /// Whether an object of a property may have other owners: it outlives each call that gives it to one, or
  /// a control chooses it among those in the store.
  func isShared(_ property: AppCode.Property, _ type: CodeType) -> Bool {
    guard case .entity(let entity) = type, let owner = property.owner,
      code.types[owner].entity == nil
    else { return false }
    let declaration = property.declaration
    if declaration.isConstant, declaration.initialValue != nil {
      return declaration.modifiers.contains("static")
        || ["class", "actor"].contains(code.types[owner].keyword)
    }
    let tokens = code.files[property.file].tokens
    guard tokens.isMark(declaration.start, "@"), isFetched(entity, by: code.type(owner)) else {
      return false
    }
    return code.properties(of: owner).contains { other in
      guard other.file == property.file, let brace = other.declaration.accessors,
        let end = tokens[brace]?.end, end > brace
      else { return false }
      return (brace..<end).contains {
        tokens.isWord($0, "selection") && tokens.isMark($0 + 1, ":")
          && tokens.isWord($0 + 2, "$\(declaration.name)")
      }
    }
  }

  /// Keeps what several objects are given, unless it moves from one to the other.
  mutating func recordShares() {
    for use in sharing.unknown {
      uses.givenObjects[code.name(of: use), default: GivenObjects()].areUnknown = true
    }
    for gift in sharing.gifts {
      let isMoved =
        gift.isOfFormer
        && sharing.settings.contains {
          $0.owner == gift.former && $0.name == gift.use.name && $0.token > gift.place.token
        }
      recordGiven(gift, isShared: gift.isShared && !isMoved)
      if !gift.isShared || isMoved || !code.cascadesBlindly(gift.use) { continue }
      record(
        FoundCall(
          .share, gift.value, at: gift.place.token, FoundCall.Details(relationship: gift.use)))
    }
    sharing = Sharing()
  }

  /// Records what a relationship is given, for all code that deletes what it holds.
  private mutating func recordGiven(_ gift: Sharing.Gift, isShared: Bool) {
    var given = GivenObjects()
    given.areShared = isShared
    if let parameter = parameters.objects.firstIndex(of: gift.value.object) {
      given.arguments = [parameter]
    } else {
      // A new object may be given to several.
      given.areUnknown =
        !gift.value.isNew
        || gift.value.object != 0
          && sharing.gifts.contains { other in
            other.value.object == gift.value.object && other.place != gift.place
          }
    }
    uses.givenObjects[code.name(of: gift.use), default: GivenObjects()].formUnion(given)
    if !isShared, 1...parameters.last ~= gift.value.object, 1...parameters.last ~= gift.owner {
      uses.gifts.append((gift.value.object, gift.owner, gift.use))
    }
  }

  /// Finds what a called function gives to what it is given.
  mutating func share(
    _ value: CodeValue, by use: RelationshipUse, ofGiven owner: CodeValue, at token: Int
  ) {
    guard let name = owner.name, let type = code.destination(use.name, of: use.entity) else {
      return
    }
    let use = RelationshipUse(entity: use.entity, name: use.name, isOfNew: owner.isNew)
    var left = CodeValue(type: type)
    left.name = "\(name).\(use.name)"
    left.holder = [Holder(name: name, object: owner.object, path: [use])]
    share(value, by: use, of: left, at: token)
  }
}
