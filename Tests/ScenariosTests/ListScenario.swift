import ObjectGraph
import Scenarios

extension Scenario.Action {
  /// Reads steps in short form, separated by semicolons.
  ///
  /// The steps: `L.items + I`, `L.items - I`, `L.items = I J`, `new Item I J`, `delete L M`,
  /// `batch List M`, `batch List` for all, `fetch L`, `hold L`, `read L.items.list`, `process`, `save` and
  /// `rollback`.
  static func all(in text: String) -> [Scenario.Action] {
    text.split(separator: ";").compactMap { sentence in
      let words = sentence.split(separator: " ").map(String.init)
      if words.isEmpty { return nil }
      let (path, names) = (words[0].split(separator: ".").map(String.init), words.dropFirst())
      switch words[0] {
      case "new": return .insert(names.dropFirst().map { NamedObject($0, words[1]) })
      case "delete": return .delete(Array(names))
      case "hold": return .hold(Array(names))
      case "fetch": return .fetch(Array(names))
      case "batch":
        return .batchDelete(
          entity: words[1], objects: words.count > 2 ? Array(names.dropFirst()) : nil,
          includesSubentities: true)
      case "read":
        let path = words[1].split(separator: ".").map(String.init)
        return .read(path[0], path: Array(path.dropFirst()))
      case "process": return .processPendingChanges
      case "save": return .save
      case "rollback": return .rollback
      default: break
      }
      switch words[1] {
      case "+": return .link(NamedLink(path[0], path[1], words[2]))
      case "-": return .unlink(NamedLink(path[0], path[1], words[2]))
      default: return .set(path[0], path[1], to: Array(words.dropFirst(2)))
      }
    }
  }
}

extension Scenario {
  /// Two lists, the first with two items, whose deletion it may deny.
  static func lists(
    _ rule: DeleteRule, isListOptional: Bool = true, _ steps: String = "",
    in framework: Framework.Name = .coreData
  ) -> Scenario {
    Scenario(
      framework: framework,
      entities: [
        Entity(
          "List",
          relationships: [.toMany("items", "Item", deleteRule: rule, inverse: .named("list"))]),
        Entity(
          "Item",
          relationships: [
            .toOne(
              "list", "List", isOptional: isListOptional,
              inverse: framework == .coreData ? .named("items") : .unstated)
          ]),
      ],
      objects: [
        NamedObject("L", "List"), NamedObject("M", "List"), NamedObject("I1", "Item"),
        NamedObject("I2", "Item"),
      ],
      links: [NamedLink("L", "items", "I1"), NamedLink("L", "items", "I2")],
      steps: Action.all(in: steps).map { Step($0) })
  }

  /// What has come of it after each step.
  func outcomes(as framework: Framework? = nil) throws -> [Outcome] {
    let engine = framework.map { ObjectGraphEngine(as: $0) } ?? ObjectGraphEngine()
    return try engine.answers(to: self, at: (1...steps.count).map { Look(after: $0) })
      .map { try $0.get() }
  }
}
