import ModelFiles

/// The deleted objects that were taken from relationships, and what a body does about what held them.
///
/// A reference to a deleted object is of no consequence if its holder is deleted as well, or lets go of the
/// object, before the same save.
struct DeletedParts {
  /// An object that is deleted, with what held it.
  private struct Part {
    let place: CodeWays.Place
    /// The number of the object that held it.
    let holder: Int
    let use: RelationshipUse
    let value: CodeValue
  }

  private var parts: [Part] = []
  /// The places that delete each numbered object.
  private var deletions: [Int: [CodeWays.Place]] = [:]
  /// The places that take each part out of what held it, by the parts' tokens.
  private var unlinks: [Int: [CodeWays.Place]] = [:]

  /// Records the delete of a value.
  ///
  /// - Parameters:
  ///   - value: What is deleted.
  ///   - place: The place of the delete.
  ///   - isCertain: Whether a called function is certain to delete it.
  mutating func delete(_ value: CodeValue, at place: CodeWays.Place, isCertain: Bool) {
    guard parts.count < Limits.pending else { return }
    if isCertain, value.type.entity != nil, value.object != 0 {
      deletions[value.object, default: []].append(place)
    }
    if let holder = value.holder.first, holder.path.count == 1 {
      parts.append(Part(place: place, holder: holder.object, use: holder.path[0], value: value))
    }
  }

  /// The deleted values that a relationship of a numbered object held, by the tokens of the deletes.
  func values(heldBy use: RelationshipUse, of holder: Int) -> [(token: Int, value: CodeValue)] {
    parts.filter { $0.holder == holder && $0.use == use }.map { ($0.place.token, $0.value) }
  }

  /// Records that the deleted value of a token is taken out of what held it.
  mutating func unlink(_ token: Int, at place: CodeWays.Place) {
    unlinks[token, default: []].append(place)
  }

  /// Records that a numbered object may hold anything again by a relationship.
  mutating func relink(_ use: RelationshipUse, of holder: Int) {
    for part in parts where part.holder == holder && part.use.name == use.name {
      unlinks[part.place.token] = nil
    }
  }

  /// Records that a numbered object is inserted again.
  mutating func insert(_ object: Int) { deletions[object] = nil }

  /// Returns the relationships that no longer hold the deleted objects when they are saved, by the tokens of the
  /// deletes.
  func released(on ways: CodeWays) -> [Int: Set<RelationshipUse>] {
    var released: [Int: Set<RelationshipUse>] = [:]
    for part in parts {
      let settling = deletions[part.holder, default: []] + unlinks[part.place.token, default: []]
      let isReleased = settling.contains { place in
        let first = place.token < part.place.token ? place : part.place
        return ways.isCertain(place, with: part.place) && ways.mayShareContext(place, part.place)
          && max(place.token, part.place.token) <= ways.nextSave(after: first)
      }
      if isReleased { released[part.place.token, default: []].insert(part.use) }
    }
    return released
  }
}
