import ObjectGraph
import Scenarios

extension Scenario {
  /// Two lists, the first with two items, whose deletion it may deny.
  static func lists(
    _ rule: DeleteRule, isListOptional: Bool = true, _ actions: Action...,
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
      steps: actions.map { Step($0) })
  }

  /// What has come of it after each step.
  func outcomes() throws -> [Outcome] {
    try ObjectGraphEngine().answers(to: self, at: (1...steps.count).map { Look(after: $0) })
      .map { try $0.get() }
  }
}
