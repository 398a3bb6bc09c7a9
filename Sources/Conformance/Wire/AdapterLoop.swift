import ObjectGraph
import Scenarios
import SourceText

/// An implementation in Swift behind the protocol: a line in, a line out.
///
/// ```swift
/// var adapter = AdapterLoop(ObjectGraphEngine(), as: greeting)
/// while let line = readLine(), let answers = adapter.answers(to: line) {
///   for answer in answers { print(answer) }
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
  /// - Parameter line: A request, as JSON.
  /// - Returns: The lines to write, each to be flushed; nil where it is time to end.
  /// - Throws: A `DataError` where the line is no request.
  public func answers(to line: String) throws(DataError) -> [String]? {
    let file = SourceFile(path: "standard input", bytes: Array(line.utf8))
    switch try FileReading.value(in: file, { $0.request($1) }) {
    case .start: return [JSONText(greeting).line]
    case .stop: return nil
    case .run(let number, let question):
      let last = question.looks.last?.stepCount ?? 0
      let steps = (0...last).map { JSONText(Reply.at(number, step: $0)).line }
      return steps + [JSONText(reply(to: question, as: number)).line]
    }
  }

  /// What somebody at the other end of the lines reads as the answer.
  package func response(to question: Question) -> Response {
    do throws(DataError) {
      for line in try answers(to: JSONText(Request.run(1, question)).line) ?? [] {
        if let response = try Response(in: Array(line.utf8), to: question) { return response }
      }
      return .fault("there is no answer")
    } catch {
      return .fault("\(error)")
    }
  }

  private func reply(to question: Question, as number: Int) -> Reply {
    let lacking = Capability.needed(by: question).subtracting(greeting.capabilities)
    if !lacking.isEmpty {
      return .skipped(number, lacking.map(\.rawValue).sorted().listed())
    }
    let answers = implementation.answers(to: question.scenario, at: question.looks)
    var sights: [Sight] = []
    for (look, answer) in zip(question.looks, answers) {
      switch answer {
      case .success(let outcome): sights.append(Sight(outcome, after: look.stepCount))
      case .failure(let error): return .failed(number, error.message)
      }
    }
    return .seen(number, sights)
  }
}

extension Response {
  /// What a line of an adapter says at last; nil for one that names a step.
  package init?(in bytes: [UInt8], to question: Question) throws(DataError) {
    let file = SourceFile(path: "the adapter's answer", bytes: bytes)
    switch try FileReading.value(in: file, { $0.reply($1, to: question) }) {
    case .at: return nil
    case .seen(_, let sights): self = .seen(sights)
    case .skipped(_, let reason): self = .skipped(reason)
    case .failed(_, let reason): self = .fault(reason)
    }
  }
}
