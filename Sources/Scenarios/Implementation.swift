import ObjectGraph
import SourceText

/// Something that deletes, and says what has come of it: this package's engine, a framework on a
/// Mac, somebody's own store.
///
/// It is given a scenario without a word of what is expected of it, and answers for itself what a
/// step that cannot be done, or a crash, comes to.
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
  /// What has come of a scenario after some of its steps.
  ///
  /// - Parameters:
  ///   - scenario: The stored graph and what is done to it.
  ///   - looks: After which steps, and what is fetched then.
  /// - Returns: An answer for each look, in the same order.
  func answers(to scenario: Scenario, at looks: [Look]) -> [Answer]
}

/// What an implementation says at one look: what has come of the steps, or why one of them could not
/// be done.
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
  public let stepCount: Int
  /// What is fetched from the store then.
  public let fetches: [SortedFetch]

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
  /// Where the step is written; nil where that is not known, or the graph could not be built.
  public let location: Location?
  /// What was wrong with it.
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
  /// What has come of a scenario after its last step.
  ///
  /// - Parameter scenario: The stored graph and what is done to it.
  /// - Returns: What has come of it.
  /// - Throws: A ``ReplayError`` where the graph cannot be built or a step cannot be done.
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
  /// What a release does; nil for what the framework is described to do.
  private let description: Framework?

  /// Makes an engine; all are alike.
  public init() { description = nil }

  /// The engine with what a release does.
  ///
  /// - Parameter description: What the framework does there; of scenarios of the other framework it
  ///   says nothing.
  public init(as description: Framework) { self.description = description }

  /// Replays a scenario as far as somebody looks at it.
  ///
  /// - Parameters:
  ///   - scenario: The stored graph and what is done to it.
  ///   - looks: After which steps, and what is fetched then.
  /// - Returns: An answer for each look, in the same order; from a step that cannot be done on, all
  ///   say why.
  public func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
    let places = Dictionary(grouping: looks.indices) { looks[$0].stepCount }
    var answers = [Answer?](repeating: nil, count: looks.count)
    var failure = ReplayError("the scenario has no such step")
    do throws(ReplayError) {
      var replay = try Replay(scenario, as: description)
      for place in places[0] ?? [] { answers[place] = replay.answer(at: looks[place]) }
      for (index, step) in scenario.steps.enumerated().prefix(max(0, places.keys.max() ?? 0)) {
        try replay.perform(step)
        for place in places[index + 1] ?? [] { answers[place] = replay.answer(at: looks[place]) }
      }
    } catch {
      failure = error
    }
    return answers.map { $0 ?? .failure(failure) }
  }
}
