import ObjectGraph
import Scenarios
import SourceText

/// An adapter process: an external program that speaks the protocol.
///
/// Each question is answered by a separate process, unless the adapter allows sharing one.
public final class AdapterProcess {
  let command: [String]
  /// The timeout in seconds for an answer, and for the process to end.
  let timeout: Double
  /// The first message from the adapter.
  public let greeting: Greeting
  /// A process that may be asked again, and how often it was.
  private var shared: (process: ChildProcess, questionCount: Int)?

  /// Starts an adapter and lets it say who it is.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - timeout: The timeout in seconds for each answer.
  /// - Throws: An ``AdapterFault`` where it cannot be started, or does not keep to the protocol.
  public init(_ command: [String], timeout: Double) throws(AdapterFault) {
    self.command = command
    self.timeout = timeout
    let (process, greeting) = try Self.start(command, timeout)
    self.greeting = greeting
    shared = (process, 0)
  }

  deinit { shared?.process.end() }

  /// Asks a question, and asks again with ten times the timeout if no answer comes.
  ///
  /// - Parameters:
  ///   - question: A scenario within the adapter's capabilities.
  ///   - isAlone: Whether a process is to be started for it, which the adapter's own wish may demand.
  /// - Returns: What came of it.
  public func response(to question: Question, alone isAlone: Bool = false) -> Response {
    let isShared = greeting.isShared && !isAlone
    let first = ask(question, isShared: isShared, timeout)
    guard case .indeterminate = first else { return first }
    return ask(question, isShared: false, timeout * 10)
  }

  /// Runs an experiment of the adapter in a separate process.
  func finding(of experiment: String) -> String {
    switch ask({ .experiment($0, experiment) }, isShared: false, timeout * 10) {
    case .found(let words): words
    case .skipped(let reason): "skipped: \(reason)"
    case .flaky(let reason): "flaky: \(reason)"
    case .died(let death): "died: \(death.description)"
    case .indeterminate(let reason), .fault(let reason): "failed: \(reason)"
    case .at, .seen, .agreed: "failed: it answered with looks"
    }
  }

  /// Lets the adapter end, and sees that it does.
  ///
  /// - Returns: What is wrong with how it ended; nil where nothing is.
  public func stop() -> AdapterFault? {
    guard let process = shared?.process else { return nil }
    shared = nil
    return Self.stop(process, timeout)
  }

  private func ask(_ question: Question, isShared: Bool, _ timeout: Double) -> Response {
    ask({ .run($0, question) }, isShared: isShared, timeout)
  }

  private func ask(
    _ request: (Int) -> Request, isShared: Bool, _ timeout: Double
  ) -> Response {
    let process: ChildProcess
    var number = 1
    // What was asked something already may remember it.
    if !isShared, shared?.questionCount ?? 0 > 0, let fault = stop() {
      return .fault(fault.message)
    }
    if let shared {
      process = shared.process
      number += shared.questionCount
      self.shared = nil
    } else {
      do throws(AdapterFault) {
        (process, _) = try Self.start(command, self.timeout)
      } catch {
        return .fault(error.message)
      }
    }
    let response = process.response(to: request(number), number, within: timeout)
    switch response {
    case .at, .found, .seen, .skipped, .flaky, .agreed:
      if isShared {
        shared = (process, number)
      } else if let fault = Self.stop(process, self.timeout) {
        return .fault(fault.message)
      }
    case .died, .indeterminate, .fault: process.end()
    }
    return response
  }

  private static func start(
    _ command: [String], _ timeout: Double
  ) throws(AdapterFault) -> (ChildProcess, Greeting) {
    let process = try ChildProcess(command)
    _ = process.write(JSONText(Request.start).line, within: timeout)
    // To begin is what takes an interpreter its time.
    let line = process.line(within: max(timeout, 10))
    guard case .text(let text) = line else {
      throw AdapterFault(process.complaint(about: line, expected: "an answer to start"))
    }
    do throws(DataError) {
      let file = SourceFile(path: "the adapter's answer to start", bytes: Array(text.utf8))
      return (process, try FileReading.value(in: file) { $0.value($1, of: Greeting.format) })
    } catch {
      throw AdapterFault(process.withLastWords(error.problems.first?.description ?? ""))
    }
  }

  private static func stop(_ process: ChildProcess, _ timeout: Double) -> AdapterFault? {
    defer { process.end() }
    if process.hasUnaskedOutput {
      return AdapterFault(process.withLastWords("the adapter wrote more than its answer"))
    }
    _ = process.write(JSONText(Request.stop).line, within: timeout)
    guard process.exit(within: timeout) != nil else {
      return AdapterFault("the adapter did not end within \(timeout) s of stop")
    }
    return process.hasLeftProcesses(within: min(timeout, 1))
      ? AdapterFault("the adapter ended and left processes behind; they were ended") : nil
  }
}

/// An error of an adapter, as opposed to one of the implementation that it adapts.
public struct AdapterFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A description of the error.
  public let message: String
  /// Whether it could not even be started.
  public let isStart: Bool

  init(_ message: String, isStart: Bool = false) {
    self.message = message.singleLine
    self.isStart = isStart
  }

  /// The error's message.
  public var description: String { message }
}

extension ChildProcess {
  fileprivate func response(
    to request: Request, _ number: Int, within timeout: Double
  ) -> Response {
    // One who dies before reading all of it is heard all the same, and one who hangs is waited for.
    _ = write(JSONText(request).line, within: timeout)
    // An experiment has no steps to tell of.
    var step = request.question == nil ? 0 : nil
    while true {
      let line = line(within: timeout)
      switch line {
      case .text(let text):
        do throws(DataError) {
          let file = SourceFile(path: "the adapter's answer", bytes: Array(text.utf8))
          let (answered, response) = try FileReading.value(in: file) {
            $0.response($1, to: request.question)
          }
          guard answered == number else {
            return fault("the adapter answers question \(answered); asked was \(number)")
          }
          switch response {
          case .at(let next):
            let count = request.question?.scenario.steps.count ?? 0
            guard next == step.map({ $0 + 1 }) ?? 0, next <= count else {
              let last = step.map { "after step \($0)" } ?? "at first"
              return fault("the adapter says that it is at step \(next), \(last)")
            }
            step = next
          case .fault(let reason): return fault("the adapter failed: \(reason)")
          case .seen, .skipped, .died, .indeterminate, .flaky, .agreed, .found: return response
          }
        } catch {
          return fault(error.problems.first?.description ?? "")
        }
      case .end:
        guard let exit = exit(within: timeout) else {
          return fault("the adapter closed its standard output and went on")
        }
        guard let step else {
          return fault(complaint(about: line, expected: "an answer"))
        }
        let (code, signal): (Int?, Int?) =
          switch exit {
          case .code(let code): (code, nil)
          case .signal(let number): (nil, number)
          }
        return .died(
          Death(step: step, signal: signal, exitCode: code, standardErrorTail: standardErrorTail))
      case .late: return .indeterminate("no answer came in time, at step \(step ?? 0)")
      case .garbage: return fault(complaint(about: line, expected: "an answer"))
      }
    }
  }

  private func fault(_ message: String) -> Response {
    .fault(withLastWords(message).singleLine)
  }

  fileprivate func complaint(about line: Line, expected: String) -> String {
    let found =
      switch line {
      case .text(let text): "'\(text.prefix(80))'"
      case .end: "the end of its standard output"
      case .late: "nothing in time"
      case .garbage(let what): what
      }
    return withLastWords("found \(found); expected \(expected)")
  }

  /// A message with the end of what the program said on standard error.
  fileprivate func withLastWords(_ message: String) -> String {
    let words = standardErrorTail.split(whereSeparator: \.isNewline).suffix(3).joined(
      separator: " | ")
    return words.isEmpty ? message : "\(message); on standard error: \(words)"
  }
}
