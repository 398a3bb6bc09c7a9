import SwiftSource

/// Reads of deleted objects by the functions and computed properties that are called.
extension Evaluation {
  /// Finds a read of a deleted argument or of a deleted receiver by a function of the app.
  mutating func readGone(
    _ given: [Argument], _ base: CodeValue?, by function: Int, _ places: [Int], at token: Int
  ) {
    if deletions.savedDeletes.isEmpty, deletions.possiblySavedDeletes.isEmpty { return }
    let known = code.functions[function]
    guard let body = known.declaration.body else { return }
    for (argument, place) in zip(given, places) {
      readGone(
        argument.value, at: token,
        in: GoneBody(
          file: known.file, owner: known.owner, function: known.declaration, range: body),
        as: .argument(AppCode.GivenArgument(function: function, argument: place)))
    }
    guard let base, !known.declaration.isStatic else { return }
    let own = GoneBody(
      file: known.file, owner: known.owner, function: known.declaration, range: body)
    readGone(base, at: token, in: own, of: .function(function))
  }

  /// Finds a delete of an object that is deleted and saved on every path to this place.
  mutating func deleteAgain(_ value: CodeValue, at token: Int) {
    guard case .entity(let entity) = value.type,
      let deleted = deletions.savedDeletes[.all(value.object)],
      deletions.reported.insert(DeletionState.Read(token: deleted.token, entity: entity)).inserted
    else { return }
    record(FoundCall(.read, value, at: token, FoundCall.Details(deletion: deleted.token)))
  }

  /// Finds a read of a deleted object by one of its computed properties.
  mutating func readGone(_ property: AppCode.Property, of value: CodeValue, at token: Int) {
    guard let brace = property.declaration.accessors else { return }
    let end = code.files[property.file].tokens.after(brace) - 1
    guard end > brace else { return }
    let body = GoneBody(
      file: property.file, owner: property.owner, function: nil, range: brace + 1..<end)
    readGone(value, at: token, in: body, of: .property(property.number))
  }

  /// Finds whether a member reads its object, or what a property of the object around holds, where that is gone.
  private mutating func readGone(
    _ receiver: CodeValue, at token: Int, in body: GoneBody, of callee: AppCode.Callee
  ) {
    readGone(receiver, at: token, in: body, as: .receiver(callee))
    guard receiver.name == "self", body.owner != nil, case .type = own.type else { return }
    for (name, deleted) in deletions.goneProperties(in: ways.current) {
      var value = CodeValue(named: name, deleted.type)
      value.object = deletions.object(heldBy: name)
      readGone(value, at: token, in: body, as: .held(name, callee))
    }
  }

  /// The code of a function or of a computed property.
  private struct GoneBody {
    let file: Int
    let owner: Int?
    let function: SwiftFunction?
    let range: Range<Int>
  }

  private mutating func readGone(
    _ value: CodeValue, at token: Int, in body: GoneBody, as given: AppCode.GivenValue
  ) {
    guard case .entity(let entity) = value.type, let deleted = deletion(of: value),
      case let key = DeletionState.Read(token: deleted.token, entity: entity),
      !deletions.reported.contains(key), let read = firstRead(of: given, in: body)
    else { return }
    deletions.reported.insert(key)
    record(
      FoundCall(
        .read, value, at: token,
        FoundCall.Details(deletion: deleted.token, property: read.name, isWrite: read.isWrite)))
  }

  /// Returns the stored property of what some code is given that the code reads first,
  /// itself or by what it calls; nil if it reads none for certain.
  private func firstRead(
    of given: AppCode.GivenValue, in body: GoneBody
  ) -> AppCode.ReadProperty? {
    if let known = code.known.reads[given] { return known }
    guard depth < Limits.properties else { return nil }
    // A function that calls itself reads no more than it does by itself.
    code.known.reads[given] = .some(nil)
    var inner = Evaluation(
      code, file: body.file, owner: body.owner, function: body.function, depth: depth + 1)
    if let gone = inner.deletion(before: body, of: given) {
      inner.deletions.markSaved(gone.taken, gone)
    }
    inner.run(body.range)
    let read = inner.found.first { $0.kind == .read && $0.deletion == -1 }
      .map { AppCode.ReadProperty(name: $0.property ?? "", isWrite: $0.isWrite) }
    code.known.reads[given] = .some(read)
    return read
  }

  /// The delete of what some code is given, before that begins; nil where the code has no name for it.
  private mutating func deletion(
    before body: GoneBody, of given: AppCode.GivenValue
  ) -> DeletionState.Deleted? {
    let value: CodeValue?
    switch given {
    case .argument(let argument):
      value = body.function.flatMap { nearby($0.parameters[argument.argument].name) }
    case .receiver: value = nearby("self")
    case .held(let name, _):
      value = nearby("self").flatMap { property(String(name.dropFirst("self.".count)), of: $0) }
    }
    guard let value else { return nil }
    var deleted = DeletionState.Deleted(value, at: -1, in: "")
    if case .held(let name, _) = given { deleted.taken = .all(deletions.object(heldBy: name)) }
    return deleted
  }
}
