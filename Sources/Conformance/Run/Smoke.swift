import ObjectGraph
import Scenarios
import SourceText

/// The questions that every adapter must answer correctly before its implementation is judged.
///
/// A failure here is the adapter's own fault. Only one of the questions needs a delete rule, and
/// its correct answer isn't the natural guess. Questions that need a missing capability are not
/// asked.
enum Smoke {
  private static let questions: [(name: String, question: Question)] = [
    ("insert and read", question([], [.insert([NamedObject("milk", "Item")]), .save])),
    ("link and read", question([], [.link(NamedLink("home", "items", "eggs")), .save])),
    (
      "unlink",
      question(
        [NamedLink("home", "items", "eggs")],
        [.unlink(NamedLink("home", "items", "eggs")), .save])
    ),
    (
      "a cascade is the parent's: deleting the child keeps the parent",
      question([NamedLink("home", "items", "eggs")], [.delete(["eggs"]), .save])
    ),
  ]

  private static func question(_ links: [NamedLink], _ actions: [Scenario.Action]) -> Question {
    let scenario = Scenario(
      framework: .coreData,
      entities: [
        Entity(
          "List",
          relationships: [
            .toMany("items", "Item", deleteRule: .cascade, inverse: .named("list"))
          ]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: .named("items"))]),
      ],
      objects: [NamedObject("home", "List"), NamedObject("eggs", "Item")], links: links,
      steps: actions.map { Scenario.Step($0) })
    return Question(scenario, at: [Look(after: scenario.steps.count)])
  }

  /// The questions in a framework's words.
  static func questions(
    for framework: Framework.Name?
  ) -> [(name: String, question: Question)] {
    framework == .swiftData ? questions.map { ($0.name, $0.question.inSwiftData) } : questions
  }

  /// Returns the mistakes of an adapter; empty if there are none.
  static func failures(
    of capabilities: Set<Capability>, framework: Framework.Name?,
    asking ask: (Question) -> Response
  ) -> [String] {
    questions(for: framework).compactMap { name, question in
      guard Capability.needed(by: question).isSubset(of: capabilities) else { return nil }
      let look = question.looks[0]
      let cell = AskedCell(name, question)
      let response = ask(question)
      let result = ConformanceResult(cell, response)
      if result.agreesWithPrediction { return nil }
      let expected = result.possible.words(under: .named(question.scenario.framework))
      let seen =
        result.reason ?? result.observed.map { "kept \(($0.kept ?? []).listed())" } ?? "nothing"
      let kept = result.possible.first?.kept.listed() ?? ""
      return
        "\(name), after step \(look.stepCount): found \(seen); expected \(expected), keeping \(kept)"
    }
  }
}

extension Question {
  /// The same in SwiftData's words, where one side names the inverse.
  fileprivate var inSwiftData: Question {
    var entities = scenario.entities
    entities[1].relationships[0].inverse = .unstated
    let scenario = Scenario(
      framework: .swiftData, entities: entities, objects: scenario.objects, links: scenario.links,
      steps: scenario.steps)
    return Question(scenario, at: looks)
  }
}
