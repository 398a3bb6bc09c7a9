import ObjectGraph
import SourceText

/// A system that performs deletes and reports the outcomes: this package's engine, a framework on
/// a Mac, or another store.
///
/// An implementation receives a scenario without any expected results. It decides how to answer
/// for a crash, or for a step that cannot be performed.
///
/// ```swift
/// struct ForgetfulStore: Implementation {
///   func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
///     let names = scenario.objects.map(\.name)
///     return looks.map { _ in .success(Outcome(deleted: [], kept: names, effect: .ok)) }
///   }
/// }
/// let results = Runner(ForgetfulStore()).run(file.trial)
/// ```
public protocol Implementation: Sendable {
  /// Returns the outcomes of a scenario after some of its steps.
  ///
  /// - Parameters:
  ///   - scenario: The stored graph and the steps.
  ///   - looks: The steps to look after, and the fetches to perform then.
  /// - Returns: An answer for each look, in the same order.
  func answers(to scenario: Scenario, at looks: [Look]) -> [Answer]
}

/// An implementation's answer at one look: the outcome of the steps, or why one of them could not
/// be performed.
///
/// ```swift
/// let answer: Answer = .failure(ReplayError("this store has no to-many relationships"))
/// ```
public typealias Answer = Result<Outcome, ReplayError>

/// A look at a scenario on its way.
///
/// ```swift
/// let looks = [Look(after: 1), Look(after: 2, fetching: [SortedFetch(of: "Item", by: "name")])]
/// ```
public struct Look: Hashable, Sendable {
  /// After how many steps it is taken.
  public package(set) var stepCount: Int
  /// The fetches from the store at that point.
  public package(set) var fetches: [SortedFetch]

  /// States a look.
  ///
  /// - Parameters:
  ///   - stepCount: After how many steps; 0 for the stored graph.
  ///   - fetches: What is fetched from the store then.
  public init(after stepCount: Int, fetching fetches: [SortedFetch] = []) {
    self.stepCount = stepCount
    self.fetches = fetches
  }
}

/// Why a step could not be done, and where it is written.
///
/// ```swift
/// ReplayError("this store has no to-many relationships", at: step.location)
/// ```
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The location of the step; nil if it is unknown, or if the graph could not be built.
  public let location: Location?
  /// The problem with the step or the graph.
  public let message: String

  /// Says why a step could not be done.
  ///
  /// - Parameters:
  ///   - message: What was wrong with it.
  ///   - location: Where the step is written; nil for one that was made in code.
  public init(_ message: String, at location: Location? = nil) {
    self.location = location
    self.message = message
  }

  /// `file:line:column: error: message`.
  public var description: String {
    (location.map { "\($0): " } ?? "") + "error: \(message)"
  }

  /// The same at a place, where none is known.
  package func at(_ place: Location) -> ReplayError { ReplayError(message, at: location ?? place) }
}

extension Implementation {
  /// Returns the outcome of a scenario after its last step.
  ///
  /// - Parameter scenario: The stored graph and the steps.
  /// - Returns: The outcome.
  /// - Throws: A ``ReplayError`` if the graph cannot be built or a step cannot be performed.
  public func outcome(of scenario: Scenario) throws(ReplayError) -> Outcome {
    guard let answer = answers(to: scenario, at: [Look(after: scenario.steps.count)]).first else {
      throw ReplayError("there is no answer")
    }
    return try answer.get()
  }
}

/// This package's own object graph as an implementation: what it says is what is predicted.
///
/// ```swift
/// let outcome = try ObjectGraphEngine().outcome(of: scenario)
/// ```
public struct ObjectGraphEngine: Implementation {
  /// The description of the framework on a release; nil for the default description.
  private let description: Framework?

  /// Makes an engine; all are alike.
  public init() { description = nil }

  /// The engine with what a release does.
  ///
  /// - Parameter description: What the framework does there; of scenarios of the other framework it
  ///   says nothing.
  public init(as description: Framework) { self.description = description }

  /// Replays a scenario up to the last step that is looked at.
  ///
  /// - Parameters:
  ///   - scenario: The stored graph and the steps.
  ///   - looks: The steps to look after, and the fetches to perform then.
  /// - Returns: An answer for each look, in the same order. If a step cannot be performed, all
  ///   answers from there on give the reason.
  public func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
    guard let description, description.behaviours[.denied] == .denyNullifies else {
      return answers(to: scenario, at: looks, as: description).answers
    }
    // Where no deny rule blocks anything, it makes no difference that one can be ignored.
    var enforcing = description
    enforcing.behaviours[.denied] = nil
    let enforced = answers(to: scenario, at: looks, as: enforcing)
    return enforced.isDenied
      ? answers(to: scenario, at: looks, as: description).answers
      : enforced.answers
  }

  private func answers(
    to scenario: Scenario, at looks: [Look], as description: Framework?
  ) -> (answers: [Answer], isDenied: Bool) {
    var isDenied = false
    let places = Dictionary(grouping: looks.indices) { looks[$0].stepCount }
    var answers = [Answer?](repeating: nil, count: looks.count)
    var failure = ReplayError("the scenario has no such step")
    do throws(ReplayError) {
      var replay = try Replay(scenario, as: description)
      for place in places[0] ?? [] { answers[place] = replay.answer(at: looks[place]) }
      for (index, step) in scenario.steps.enumerated().prefix(max(0, places.keys.max() ?? 0)) {
        try replay.perform(step)
        for place in places[index + 1] ?? [] { answers[place] = replay.answer(at: looks[place]) }
        isDenied = replay.hasDenied
      }
    } catch {
      failure = error
    }
    isDenied = isDenied || answers.contains { (try? $0?.get())?.denials.isEmpty == false }
    return (answers.map { $0 ?? .failure(failure) }, isDenied)
  }
}
