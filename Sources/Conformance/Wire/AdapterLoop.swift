import ObjectGraph
import Scenarios
import SourceText

/// An implementation in Swift behind the protocol: a line in, lines out.
///
/// ```swift
/// let adapter = AdapterLoop(ObjectGraphEngine(), as: greeting)
/// while let line = readLine() {
///   guard try adapter.answer(line, writing: { print($0) }) else { break }
/// }
/// ```
public struct AdapterLoop: Sendable {
  private let implementation: any Implementation
  private let greeting: Greeting

  /// Puts an implementation behind the protocol.
  ///
  /// - Parameters:
  ///   - implementation: What is asked.
  ///   - greeting: What it says first.
  public init(_ implementation: any Implementation, as greeting: Greeting) {
    self.implementation = implementation
    self.greeting = greeting
  }

  /// Answers one line.
  ///
  /// Each step is written down before the implementation is asked about a look behind it, so that where
  /// that ends the process, it is known how far it came.
  ///
  /// - Parameters:
  ///   - line: A request, as JSON.
  ///   - write: Takes the lines of the answer, each to be flushed.
  /// - Returns: Whether there may be another request; false where it is time to end.
  /// - Throws: A `DataError` where the line is no request; what `write` throws.
  public func answer(_ line: String, writing write: (String) throws -> Void) throws -> Bool {
    let file = SourceFile(path: "standard input", bytes: Array(line.utf8))
    switch try FileReading.value(in: file, { $0.request($1) }) {
    case .start: try write(Greeting.format.json(greeting).line)
    case .stop: return false
    case .experiment(let number, _):
      try write(JSONText(Response.skipped("a separate experiment"), to: number).line)
    case .run(let number, let question):
      let response = try response(to: question) {
        try write(JSONText(Response.at(step: $0), to: number).line)
      }
      try write(JSONText(response, to: number).line)
    }
    return true
  }

  /// Returns the response as the program at the other end of the protocol would read it.
  package func response(to question: Question) -> Response {
    var response: Response?
    do {
      _ = try answer(JSONText(Request.run(1, question)).line) { line in
        response = try Response(in: Array(line.utf8), to: question)
      }
      return response ?? .fault("there is no answer")
    } catch {
      return .fault("\(error)")
    }
  }

  private func response(
    to question: Question, before: (Int) throws -> Void
  ) throws -> Response {
    let lacking = Capability.needed(by: question).subtracting(greeting.capabilities)
    if !lacking.isEmpty { return .skipped(lacking.map(\.rawValue).sorted().listed()) }
    let scenario = question.scenario
    var states: [ObservedState] = []
    for count in 0...(question.looks.last?.stepCount ?? 0) {
      try before(count)
      guard let look = question.looks.first(where: { $0.stepCount == count }) else { continue }
      let part = scenario.with(scenario.links, steps: Array(scenario.steps.prefix(count)))
      switch implementation.answers(to: part, at: [look]).first {
      case .success(let outcome): states.append(ObservedState(outcome, after: count))
      case .failure(let error): return .fault(error.message)
      case nil: return .fault("there is no answer")
      }
    }
    return .seen(states)
  }
}

extension Response {
  /// Reads the final line of an adapter's answer; nil for a line that names a step.
  package init?(in bytes: [UInt8], to question: Question) throws(DataError) {
    let file = SourceFile(path: "the adapter's answer", bytes: bytes)
    self = try FileReading.value(in: file) { $0.response($1, to: question) }.response
    if case .at = self { return nil }
  }
}
