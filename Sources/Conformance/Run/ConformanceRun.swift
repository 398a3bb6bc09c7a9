import DeleteMatrix
import Foundation
import Scenarios

/// The results of asking an implementation about a suite.
public struct ConformanceRun: Sendable {
  /// The greeting of the implementation that was asked.
  public let greeting: Greeting
  /// The results, in the order of the cells.
  public let results: [ConformanceResult]
  /// The known deviations that match no cell that was asked.
  public let unusedEntries: [KnownDeviations.Entry]
  /// The findings of the adapter's experiments.
  public let findings: [Recording.Finding]

  /// Creates a run from its results.
  ///
  /// - Parameters:
  ///   - greeting: The greeting of the implementation that was asked.
  ///   - results: The results, in the order of the cells.
  ///   - known: The known deviations.
  ///   - findings: The findings of the adapter's experiments.
  ///   - isWhole: Whether everything was asked; a partial run doesn't report unused entries.
  public init(
    _ greeting: Greeting, _ results: [ConformanceResult],
    known: KnownDeviations = KnownDeviations(), findings: [Recording.Finding] = [],
    isWhole: Bool = true
  ) {
    self.findings = findings
    self.greeting = greeting
    self.results = results
    unusedEntries = known.entries.filter { entry in
      isWhole && !results.contains { known.entry(for: $0.cell)?.location == entry.location }
    }
  }

  /// Judges a recording.
  public init(_ recording: Recording, known: KnownDeviations = KnownDeviations()) {
    let suite = recording.suite
    let results = suite.groups.indices.flatMap { group in
      recording.response(to: suite.name(of: group)).map {
        suite.results(of: group, $0, known: known)
      } ?? []
    }
    let choice = recording.choice
    self.init(
      suite.greeting, results, known: known, findings: recording.findings,
      isWhole: choice.pattern == nil && choice.framework == nil)
  }

  /// Returns the number of results with a verdict.
  public func count(_ verdict: Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  /// True if a verdict is a failure, a known deviation is unused, or there are no results.
  public var isFailure: Bool {
    results.isEmpty || !unusedEntries.isEmpty || results.contains { $0.verdict.isFailure }
  }
}

/// Asks an adapter's processes about a suite, several at once.
public struct ConformanceRunner: Sendable {
  private let suite: ConformanceSuite
  private let known: KnownDeviations
  private let jobCount: Int
  /// The number of mismatches to shrink; each may take 200 questions.
  private let shrunkCount: Int

  /// Prepares to ask.
  ///
  /// - Parameters:
  ///   - suite: What to ask.
  ///   - known: What is known to differ.
  ///   - jobCount: How many processes are asked at once.
  ///   - shrunkCount: How many mismatches are made small.
  public init(
    _ suite: ConformanceSuite, known: KnownDeviations = KnownDeviations(), jobs jobCount: Int = 1,
    shrinking shrunkCount: Int = 20
  ) {
    self.suite = suite
    self.known = known
    self.jobCount = max(jobCount, 1)
    self.shrunkCount = shrunkCount
  }

  private struct Found: Sendable {
    /// The groups to ask about, and what was answered to each.
    let groups: [Int]
    var responses: [Response?]
    var doneCount = 0
    var next = 0
    /// The first of which nothing is written yet.
    var unwritten = 0
    var faults: [AdapterFault] = []
    var hasStopped = false

    init(_ groups: [Int]) {
      self.groups = groups
      responses = Array(repeating: nil, count: groups.count)
    }
  }

  /// The results, and the closures that report them as they arrive.
  private final class Progress: Sendable {
    let found: Locked<Found>
    let write: @Sendable (String) -> Bool
    let tell: @Sendable (Int) -> Void

    init(
      _ groups: [Int], _ write: @escaping @Sendable (String) -> Bool,
      _ tell: @escaping @Sendable (Int) -> Void
    ) {
      found = Locked(Found(groups))
      self.write = write
      self.tell = tell
    }
  }

  /// Asks about everything that is not recorded yet.
  ///
  /// - Parameters:
  ///   - first: The adapter as it was started.
  ///   - earlier: The recording before the run was ended; nil for a new run.
  ///   - choice: The choice of questions, for the recording.
  ///   - write: Writes the lines of the recording in order; returns false to stop.
  ///   - progress: Receives the number of finished groups and the number of all groups.
  /// - Returns: The results.
  /// - Throws: An ``AdapterFault`` if the adapter fails the questions that it must answer
  ///   correctly first, or does not end as it should.
  public func run(
    _ first: AdapterProcess, after earlier: Recording? = nil, _ choice: Recording.Choice,
    writing write: @escaping @Sendable (String) -> Bool,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(AdapterFault) -> ConformanceRun {
    let failures = Smoke.failures(
      of: suite.greeting.capabilities, framework: suite.greeting.identity.framework
    ) { first.response(to: $0) }
    if !failures.isEmpty {
      throw AdapterFault(
        "the adapter itself is at fault, nothing else was asked: "
          + failures.joined(separator: "; "))
    }
    let count = suite.groups.count
    if earlier == nil, !write(Recording(suite, choice).header()) {
      throw AdapterFault("the recording cannot be written")
    }
    // What must be found of any run stands before the answers, and again behind them.
    var findings = earlier?.findings ?? []
    if findings.isEmpty { findings = try found(first, after: 0, writing: write) }
    var responses = suite.groups.indices.map { earlier?.response(to: suite.name(of: $0)) }
    let open = responses.indices.filter { responses[$0] == nil }
    let asked = Progress(open, write) { progress(count - open.count + $0, count) }
    let (command, timeout) = (first.command, first.timeout)
    let others = DispatchGroup()
    // A thread each: they wait for processes most of the time, however many processors there are.
    for _ in 1..<max(1, min(jobCount, open.count)) {
      others.enter()
      Thread {
        ask(for: asked) { () throws(AdapterFault) in
          try AdapterProcess(command, timeout: timeout)
        }
        others.leave()
      }.start()
    }
    ask(for: asked) { first }
    others.wait()
    let end = asked.found.withLock { $0 }
    if let fault = end.faults.first { throw fault }
    if end.hasStopped { throw AdapterFault("the recording cannot be written") }
    findings += try found(first, after: count, writing: write)
    if !write(Recording.footer(count)) { throw AdapterFault("the recording cannot be written") }
    for (group, response) in zip(open, end.responses) { responses[group] = response }
    var results: [ConformanceResult] = []
    var left = shrunkCount
    for group in suite.groups.indices {
      for result in suite.results(
        of: group, responses[group] ?? .fault("not asked"), known: known)
      {
        guard result.verdict == .mismatch, left > 0 else {
          results.append(result)
          continue
        }
        left -= 1
        results.append(suite.shrinking(result, of: group) { first.response(to: $0, alone: true) })
      }
    }
    if let fault = first.stop() { throw fault }
    return ConformanceRun(
      suite.greeting, results, known: known, findings: findings,
      isWhole: choice.pattern == nil && choice.framework == nil)
  }

  /// Lets the adapter find out what it names; before the answers only what frames a run.
  private func found(
    _ adapter: AdapterProcess, after count: Int, writing write: (String) -> Bool
  ) throws(AdapterFault) -> [Recording.Finding] {
    var findings: [Recording.Finding] = []
    for name in suite.greeting.experiments where count > 0 || Canary(rawValue: name) != nil {
      let finding = Recording.Finding(
        experiment: name, words: adapter.finding(of: name), answerCount: count)
      if !write(finding.line) {
        throw AdapterFault("the recording cannot be written")
      }
      findings.append(finding)
    }
    return findings
  }

  /// Asks about one open group after the other, of a process that is started where there is any.
  private func ask(
    for progress: Progress, _ start: () throws(AdapterFault) -> AdapterProcess
  ) {
    do throws(AdapterFault) {
      guard progress.found.withLock({ $0.next < $0.groups.count }) else { return }
      let adapter = try start()
      while let place = next(of: progress) {
        let group = progress.found.withLock { $0.groups[place] }
        record(examined(group, adapter), at: place, for: progress)
      }
      if let fault = adapter.stop() { throw fault }
    } catch {
      progress.found.withLock { $0.faults.append(error) }
    }
  }

  private func next(of progress: Progress) -> Int? {
    progress.found.withLock { found in
      guard found.next < found.groups.count, !found.hasStopped, found.faults.isEmpty else {
        return nil
      }
      defer { found.next += 1 }
      return found.next
    }
  }

  /// Asks about a group; what does not match is asked again alone, and both must agree.
  private func examined(_ group: Int, _ adapter: AdapterProcess) -> Response {
    let response = suite.response(to: group) { adapter.response(to: $0) }
    guard adapter.greeting.isShared else { return response }
    let results = suite.results(of: group, response, known: KnownDeviations())
    if results.allSatisfy({ $0.verdict == .match || $0.verdict == .skipped }) { return response }
    let alone = suite.response(to: group) { adapter.response(to: $0, alone: true) }
    if alone == response || response.isFault { return alone }
    if case .died = response, case .died = alone { return alone }
    return .fault(
      "asked alone, it answers otherwise: does one scenario leave something to the next?")
  }

  /// Keeps an answer, and writes it as soon as all before it are written.
  private func record(_ response: Response, at place: Int, for progress: Progress) {
    progress.found.withLock { found in
      found.responses[place] = response
      found.doneCount += 1
      while found.unwritten < found.responses.count,
        let response = found.responses[found.unwritten], !found.hasStopped
      {
        let name = suite.name(of: found.groups[found.unwritten])
        if !progress.write(Recording.line([name], response)) { found.hasStopped = true }
        found.unwritten += 1
      }
      progress.tell(found.doneCount)
    }
  }
}

extension Response {
  fileprivate var isFault: Bool { if case .fault = self { true } else { false } }
}
