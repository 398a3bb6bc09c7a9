import Foundation

/// The whole program, for whatever stage it plays on.
package struct Program<Played: Stage> {
  private let output: FileHandle

  /// Redirects the frameworks' output to standard error, so that only the protocol goes to
  /// standard output.
  package init() {
    output = FileHandle(fileDescriptor: dup(STDOUT_FILENO))
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  /// Reads the command line, and does what it says.
  package func run() {
    // A child that dies before it has read its act must not take its parent along.
    signal(SIGPIPE, SIG_IGN)
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--act" { return act() }
    var store = StoreKind.sqlite
    if let place = arguments.firstIndex(of: "--store") {
      guard arguments.indices.contains(place + 1),
        let named = StoreKind(rawValue: arguments[place + 1])
      else { usage("--store takes sqlite or memory") }
      store = named
      arguments.removeSubrange(place...place + 1)
    }
    let isInserter = arguments.contains("--inserting-context")
    arguments.removeAll { $0 == "--inserting-context" }
    let adapter = Adapter<Played>(store: store, isInserter: isInserter)
    do {
      switch arguments.first {
      case nil: try answer(with: adapter)
      case "--ask" where arguments.count == 2: try ask(adapter, arguments[1])
      default: usage("found '\(arguments.joined(separator: " "))'")
      }
    } catch {
      complain("\(Played.name): \(error)")
      exit(65)
    }
  }

  /// Does one act that stands on standard input, and tells of it.
  private func act() {
    Quiet.crashes()
    let data = FileHandle.standardInput.readDataToEndOfFile()
    do {
      let act = try JSONDecoder().decode(Act.self, from: data)
      Performance<Played>(act: act) { try? write($0) }.run()
    } catch {
      try? write(Note(failed: "\(error)"))
    }
  }

  /// Speaks the protocol.
  private func answer(with adapter: Adapter<Played>) throws {
    while let line = readLine() {
      let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
      guard try adapter.answer(request, writing: { try write($0) }) else { break }
    }
  }

  /// Answers all questions in a file, and writes a recording as `deleterules-lab conform` does.
  private func ask(_ adapter: Adapter<Played>, _ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n").map { Data($0.utf8) }
    guard let first = lines.first else { throw Problem("\(path): found no questions") }
    let suite = try JSONDecoder().decode(Suite.self, from: first)
    let greeting = adapter.greeting
    try write(
      Header(
        recording: 1, implementation: greeting.implementation,
        capabilities: greeting.capabilities, isolation: greeting.isolation,
        experiments: greeting.experiments, framework: suite.framework, only: suite.only,
        digest: suite.digest))
    for canary in Canary.allCases { try write(finding(of: canary.rawValue, by: adapter)) }
    for (number, line) in lines.dropFirst().enumerated() {
      let question = try JSONDecoder().decode(Asked.self, from: line)
      complain("\(number + 1) of \(lines.count - 1): \(question.asked)")
      var reply = Reply(seq: number, skipped: question.skipped)
      if let scenario = question.scenario {
        reply = adapter.reply(to: scenario, question.looks ?? [], as: number)
      }
      try write(
        Answered(
          asked: question.asked, seen: reply.looks, skipped: reply.skipped, flaky: reply.flaky,
          fault: reply.failed))
    }
    for name in greeting.experiments { try write(finding(of: name, by: adapter)) }
    try write(Footer(end: lines.count - 1))
  }

  private func finding(of name: String, by adapter: Adapter<Played>) throws -> Finding {
    var reply: Reply?
    let request = Request(cmd: "experiment", seq: 1, scenario: nil, looks: nil, experiment: name)
    _ = try adapter.answer(request) { reply = $0 as? Reply }
    return Finding(
      experiment: name, found: reply?.found ?? reply?.flaky.map { "flaky: \($0)" } ?? "nothing")
  }

  private func write(_ value: any Encodable) throws {
    try output.write(contentsOf: Data((value.line() + "\n").utf8))
  }

  private func usage(_ message: String) -> Never {
    complain("\(Played.name): \(message)")
    complain(
      "usage: \(Played.name) [--store sqlite|memory] [--inserting-context] [--ask QUESTIONS.jsonl]")
    exit(64)
  }

  private func complain(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}

/// The first line of the questions.
private struct Suite: Decodable {
  let digest: String
  let framework: String?
  let only: String?
}

/// A question as a file has it, or why it is none.
private struct Asked: Decodable {
  let asked: String
  let scenario: Scenario?
  let looks: [Look]?
  let skipped: String?
}

/// The first line of a recording.
private struct Header: Encodable {
  let recording: Int
  let implementation: Greeting.Implementation
  let capabilities: [String]
  let isolation: String
  let experiments: [String]
  let framework: String?
  let only: String?
  let digest: String
}

/// The answer to a question.
private struct Answered: Encodable {
  let asked: String
  let seen: [Sight]?
  let skipped: String?
  let flaky: String?
  let fault: String?
}

/// The result of an experiment.
private struct Finding: Encodable {
  let experiment: String
  let found: String
}

/// The last line of a recording.
private struct Footer: Encodable {
  let end: Int
}
