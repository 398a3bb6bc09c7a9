import Conformance
import DeleteMatrix
import Matrices
import ObjectGraph
import Scenarios
import SourceText

/// A list that takes its items along, in Core Data's words.
enum SmallScenario {
  static let entities = [
    Entity(
      "List",
      relationships: [.toMany("items", "Item", deleteRule: .cascade, inverse: .named("list"))]),
    Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
  ]

  static func question(
    _ actions: [Scenario.Action] = [.delete(["home"]), .save], at looks: [Int] = [2]
  ) -> Question {
    let scenario = Scenario(
      framework: .coreData, entities: entities,
      objects: [
        NamedObject("home", "List"), NamedObject("eggs", "Item"), NamedObject("milk", "Item"),
      ],
      links: [NamedLink("home", "items", "eggs"), NamedLink("home", "items", "milk")],
      steps: actions.map { Scenario.Step($0) })
    return Question(scenario, at: looks.map { Look(after: $0) })
  }
}

extension Greeting {
  /// One who can do everything.
  static func all(_ framework: Framework.Name? = .coreData, shared: Bool = true) -> Greeting {
    Greeting(
      Identity(name: "test", version: "1", language: "Swift", framework: framework),
      capabilities: Set(Capability.allCases), isShared: shared)
  }
}

/// Adapters as scripts of the shell.
enum Shell {
  static func greeting(_ abilities: String = #""capabilities":["toMany","cascade"]"#) -> String {
    #"{"protocol":1,"implementation":{"name":"sh","version":"1","language":"sh","framework":"other"},"#
      + #"\#(abilities),"isolation":"shared"}"#
  }

  /// An adapter that greets, reads a question, and then does something.
  static func script(_ body: String, greeting: String = greeting()) -> [String] {
    ["/bin/sh", "-c", "read start; echo '\(greeting)'; read run; \(body)"]
  }
}
