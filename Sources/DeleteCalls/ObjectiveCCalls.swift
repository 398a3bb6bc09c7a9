import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

extension AppCode {
  /// Returns the calls in Objective-C files, and the places from which on such a file is not read.
  func calls(in files: [ObjectiveCFile]) -> (calls: [DeleteCall], gaps: [CodeGap]) {
    var (calls, gaps): ([DeleteCall], [CodeGap]) = ([], [])
    var properties: [String: Set<String>] = [:]
    for file in files { properties.merge(file.properties) { $0.union($1) } }
    for file in files {
      // What a file declares itself is meant before what others declare.
      let known = properties.merging(file.properties) { $1 }
      if file.deletes.count > Limits.calls {
        gaps.append(CodeGap(location: file.deletes[Limits.calls].location, reason: .calls))
      }
      for delete in file.deletes.prefix(Limits.calls) {
        if let call = call(of: delete, known) { calls.append(call) }
      }
    }
    return (calls, gaps)
  }

  /// Returns the call; nil where a relationship that may be emptied is of no known object.
  private func call(
    of delete: ObjectiveCFile.Delete, _ properties: [String: Set<String>]
  ) -> DeleteCall? {
    var deleted = entity(of: delete.value, properties)
    var (kind, relationship) = (DeleteCall.Kind.delete, String?.none)
    switch delete.kind {
    case .delete: break
    case .batchDelete: kind = .batchDelete
    case .unlink(let name):
      guard let object = deleted, let other = destination(name, of: object)?.innermost.entity
      else { return nil }
      (deleted, kind) = (other, .unlink)
      relationship = "\(entities[object].name).\(name)"
    }
    let known = deleted.map { entities[$0] }
    return DeleteCall(
      kind: kind, location: delete.location, entity: known?.name,
      relationship: relationship, caller: nil, deletion: nil, property: nil, isWrite: false,
      function: nil, entities: [], givenEntities: [],
      models: deleted.map { models(having: $0, fromObjectiveC: delete.location.file) } ?? [],
      isToldInFunction: false, filled: [], emptied: [], settled: [], wiped: [],
      isOfOtherContext: false, sparesSubentities: false, isMerged: false, isListedAtCallers: false,
      candidates: nil)
  }

  /// The properties of a list that return an element, or all.
  private static let choosing: Set<String> = [
    "allObjects", "anyObject", "array", "copy", "fetchedObjects", "firstObject", "lastObject",
    "mutableCopy",
  ]

  /// Returns the only entity whose objects a value can be, or those of a list.
  private func entity(
    of value: ObjectiveCFile.Value, _ properties: [String: Set<String>]
  ) -> Int? {
    var known: Int?
    switch value.root {
    case .object(let name): known = onlyEntity(ofClass: name)
    case .request(let name): known = entitiesByName[name].flatMap { $0.count == 1 ? $0[0] : nil }
    case .property(let name):
      guard let classes = properties[name], classes.count == 1 else { return nil }
      known = classes.first.flatMap(onlyEntity)
    case .unknown: return nil
    }
    for member in value.members where !Self.choosing.contains(member) {
      known = known.flatMap { destination(member, of: $0)?.innermost.entity }
    }
    return known
  }
}
