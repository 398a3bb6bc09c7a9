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
        as: AppCode.GivenArgument(function: function, argument: place))
    }
    guard let base, !known.declaration.isStatic else { return }
    let own = GoneBody(
      file: known.file, owner: known.owner, function: known.declaration, range: body)
    readGone(base, at: token, in: own, as: AppCode.GivenArgument(function: function, argument: -1))
    if base.name == "self" { readGoneProperties(at: token, in: own, of: function) }
  }

  /// Finds a delete of an object that is deleted and saved on every path to this place.
  mutating func deleteAgain(_ value: CodeValue, at token: Int) {
    guard case .entity(let entity) = value.type, let deleted = deletions.savedDeletes[value.object],
      deletions.reported.insert(DeletionState.Read(token: deleted.token, entity: entity)).inserted
    else { return }
    record(FoundCall(.read, value, at: token, FoundCall.Details(deletion: deleted.token)))
  }

  /// Finds a read of a deleted object by one of its computed properties.
  mutating func readGone(_ property: AppCode.Property, of value: CodeValue, at token: Int) {
    guard let brace = property.declaration.accessors else { return }
    let end = code.files[property.file].tokens.after(brace) - 1
    guard end > brace else { return }
    let (body, number) = (
      GoneBody(file: property.file, owner: property.owner, function: nil, range: brace + 1..<end),
      -1 - property.number
    )
    readGone(value, at: token, in: body, as: AppCode.GivenArgument(function: number, argument: -1))
    if value.name == "self" { readGoneProperties(at: token, in: body, of: number) }
  }

  /// Finds whether other code of the object around reads what a property of that holds and is gone.
  private mutating func readGoneProperties(at token: Int, in body: GoneBody, of function: Int) {
    guard body.owner != nil, case .type = own.type else { return }
    for (name, deleted) in deletions.goneProperties(in: ways.current) {
      var value = CodeValue(named: name, deleted.type)
      value.object = deletions.object(heldBy: name)
      readGone(
        value, at: token, in: body,
        as: AppCode.GivenArgument(function: function, argument: -1, property: name))
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
    _ value: CodeValue, at token: Int, in body: GoneBody, as argument: AppCode.GivenArgument
  ) {
    guard case .entity(let entity) = value.type, let deleted = deletion(of: value),
      case let key = DeletionState.Read(token: deleted.token, entity: entity),
      !deletions.reported.contains(key), let read = firstRead(of: argument, in: body)
    else { return }
    deletions.reported.insert(key)
    record(
      FoundCall(
        .read, value, at: token,
        FoundCall.Details(deletion: deleted.token, property: read.name, isWrite: read.isWrite)))
  }

  /// Returns the stored property of an argument, or of the object around, that some code reads first,
  /// itself or by what it calls; nil if it reads none for certain.
  private func firstRead(
    of argument: AppCode.GivenArgument, in body: GoneBody
  ) -> AppCode.ReadProperty? {
    if let known = code.known.reads[argument] { return known }
    guard depth < Limits.properties else { return nil }
    // A function that calls itself reads no more than it does by itself.
    code.known.reads[argument] = .some(nil)
    var inner = Evaluation(
      code, file: body.file, owner: body.owner, function: body.function, depth: depth + 1)
    let name = argument.argument < 0 ? "self" : body.function?.parameters[argument.argument].name
    if let property = argument.property,
      let value = inner.nearby("self").flatMap({
        inner.property(String(property.dropFirst("self.".count)), of: $0)
      })
    {
      let gone = DeletionState.Deleted(value, at: -1, in: "")
      inner.deletions.markSaved(inner.deletions.object(heldBy: property), gone)
    } else if let value = name.flatMap(inner.nearby) {
      inner.deletions.markSaved(value.object, DeletionState.Deleted(value, at: -1, in: ""))
    }
    inner.run(body.range)
    let read = inner.found.first { $0.kind == .read && $0.deletion == -1 }
      .map { AppCode.ReadProperty(name: $0.property ?? "", isWrite: $0.isWrite) }
    code.known.reads[argument] = .some(read)
    return read
  }
}
