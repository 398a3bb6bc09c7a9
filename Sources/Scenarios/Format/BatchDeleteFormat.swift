import ObjectGraph
import SourceText

/// The rows that a batch delete asks for, as files have them.
struct BatchDelete: Sendable {
  var entity = ""
  var objects: [String]?
  var includesSubentities = true

  fileprivate static let format = FileFormat(
    "batchDelete", "a batch delete", "The rows that a batch delete asks for.", blank: BatchDelete(),
    [
      .required("entity", \.entity, .declaredEntity),
      .stated(
        "objects", \.objects, .declaredObjects,
        "What a predicate finds; where it is left out, everything that is stored of the entity."),
      .defaulted(
        "subentities", \.includesSubentities, .bool, to: true,
        "Whether rows of subentities go, too."),
    ])
}

extension Notation<BatchDelete> {
  /// An entity's name, or `{"entity": "Item", "objects": ["a"], "subentities": false}`.
  static var batchDelete: Notation {
    let (entity, object) = (Notation<String>.declaredEntity, BatchDelete.format)
    return Notation(
      .anyOf([entity.shape, .object(object.object)]),
      read: { reading, node, fixture in
        switch node.content {
        case .object: return reading.batchDelete(node, in: &fixture)
        case .string: return entity.read(&reading, node, &fixture).map { BatchDelete(entity: $0) }
        default:
          reading.report(node, expected: "an entity's name, or a batch delete, an object")
          return nil
        }
      },
      write: {
        $0.objects == nil && $0.includesSubentities ? .string($0.entity) : object.json($0)
      })
  }
}

extension Notation<String> {
  fileprivate static var declaredEntity: Notation {
    Notation(
      .name,
      read: { reading, node, fixture in
        guard let name = reading.string(node, expected: "an entity's name") else { return nil }
        if fixture.entity(name) != nil { return name }
        reading.reportUnknownEntity(name, at: node.location, in: fixture)
        return nil
      }, write: { .string($0) })
  }
}

extension Notation<[String]> {
  /// Declared objects; none where one of them is not.
  static var declaredObjects: Notation {
    Notation(
      .list(.name),
      read: { reading, node, fixture in
        let earlierProblems = reading.problemCount
        let names = reading.list(node, expected: "an array of objects") { [fixture] reading, node in
          reading.string(node, expected: "an object's name").flatMap {
            reading.checkObject($0, at: node.location, in: fixture) ? $0 : nil
          }
        }
        return reading.problemCount == earlierProblems ? names : nil
      }, write: { .strings($0) })
  }
}

extension FileReading {
  fileprivate mutating func batchDelete(
    _ node: JSONNode, in fixture: inout Fixture
  ) -> BatchDelete? {
    let earlierProblems = problemCount
    guard let asked = value(node, of: BatchDelete.format, in: &fixture),
      problemCount == earlierProblems
    else { return nil }
    for (name, place) in zip(asked.objects ?? [], node["objects"]?.elements ?? []) {
      check(name, at: place, isOf: asked, in: fixture)
    }
    return problemCount == earlierProblems ? asked : nil
  }

  /// Reports an object that is none of the entity whose rows are asked for.
  private mutating func check(
    _ name: String, at node: JSONNode, isOf asked: BatchDelete, in fixture: Fixture
  ) {
    guard let found = fixture.entity(of: name), found.name != asked.entity,
      !(asked.includesSubentities && fixture.isKind(found, of: asked.entity))
    else { return }
    report(
      node.location,
      "a batch delete of \(asked.entity.singleLine) cannot name \(name.singleLine), "
        + "which is \(found.name.singleLine.withArticle)")
  }
}
