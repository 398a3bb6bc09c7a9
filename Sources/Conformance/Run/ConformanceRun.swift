import Scenarios
import Synchronization

#if canImport(Dispatch)
import Dispatch
#endif

/// What came of asking somebody about a suite.
public struct ConformanceRun: Sendable {
  /// Who was asked.
  public let greeting: Greeting
  /// The results, in the order of the cells.
  public let results: [ConformanceResult]
  /// What is known to differ and means no cell that was asked.
  public let unusedEntries: [KnownDeviations.Entry]

  /// Puts results together.
  public init(
    _ greeting: Greeting, _ results: [ConformanceResult],
    known: KnownDeviations = KnownDeviations()
  ) {
    self.greeting = greeting
    self.results = results
    unusedEntries = known.entries.filter { entry in
      !results.contains { known.entry(for: $0.cell)?.location == entry.location }
    }
  }

  /// What was recorded, judged.
  public init(
    _ recording: Recording, of suite: ConformanceSuite, known: KnownDeviations = KnownDeviations()
  ) {
    let results = suite.groups.indices.flatMap { group in
      recording.response(to: suite.name(of: group)).map {
        suite.results(of: group, $0, known: known)
      } ?? []
    }
    self.init(recording.greeting, results, known: known)
  }

  /// How many results have a verdict.
  public func count(_ verdict: ConformanceVerdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  /// Whether something differs that nobody knew of, or could not be asked.
  public var isFailure: Bool {
    results.isEmpty || !unusedEntries.isEmpty || results.contains { $0.verdict.isFailure }
  }
}

/// Asks an adapter's processes about a suite, several at once.
public struct Examination: Sendable {
  /// What to ask.
  private let suite: ConformanceSuite
  private let known: KnownDeviations
  private let jobCount: Int
  /// How many mismatches are made small; each may take 200 questions.
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

  /// What one of several who ask has found.
  private struct Found: Sendable {
    var responses: [Response?]
    var doneCount: Int
    var next = 0
    /// The first group of which nothing is written yet.
    var unwritten = 0
    var faults: [AdapterFault] = []
    var hasStopped = false
  }

  /// Asks about everything that is not recorded yet.
  ///
  /// - Parameters:
  ///   - first: The adapter as it was started.
  ///   - earlier: What was recorded before the run was ended; nil for a new one.
  ///   - choice: What was chosen, for the recording.
  ///   - write: Takes the lines of the recording, in their order; false to stop.
  ///   - progress: Is told how many of how many groups are done.
  /// - Returns: The results.
  /// - Throws: An ``AdapterFault`` where the adapter fails what it must get right first, or does not
  ///   end as it should.
  public func run(
    _ first: AdapterProcess, after earlier: Recording? = nil, _ choice: Recording.Choice,
    writing write: @Sendable (String) -> Bool, progress: @Sendable (Int, Int) -> Void
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
    let recorded = suite.groups.indices.map { earlier?.response(to: suite.name(of: $0)) }
    let found = Mutex(Found(responses: recorded, doneCount: recorded.count { $0 != nil }))
    found.withLock { found in
      while found.unwritten < count, found.responses[found.unwritten] != nil {
        found.unwritten += 1
      }
    }
    let adapters = Adapters(first, count: min(jobCount, max(count, 1)))
    DispatchQueue.concurrentPerform(iterations: adapters.count) { job in
      do throws(AdapterFault) {
        let adapter = try adapters.adapter(job)
        while let group = next(of: found) {
          let response = examined(group, adapter)
          record(response, of: group, in: found, writing: write, progress: progress)
        }
        if let fault = adapter.stop() { throw fault }
      } catch {
        found.withLock { $0.faults.append(error) }
      }
    }
    let end = found.withLock { $0 }
    if let fault = end.faults.first { throw fault }
    if end.hasStopped { throw AdapterFault("the recording cannot be written") }
    if !write(Recording.footer(count)) { throw AdapterFault("the recording cannot be written") }
    var results: [ConformanceResult] = []
    var left = shrunkCount
    for group in suite.groups.indices {
      for result in suite.results(
        of: group, end.responses[group] ?? .fault("not asked"), known: known)
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
    return ConformanceRun(suite.greeting, results, known: known)
  }

  private func next(of found: borrowing Mutex<Found>) -> Int? {
    found.withLock { found in
      while found.next < found.responses.count, found.responses[found.next] != nil {
        found.next += 1
      }
      guard found.next < found.responses.count, !found.hasStopped else { return nil }
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

  private func record(
    _ response: Response, of group: Int, in found: borrowing Mutex<Found>,
    writing write: (String) -> Bool, progress: (Int, Int) -> Void
  ) {
    found.withLock { found in
      found.responses[group] = response
      found.doneCount += 1
      while found.unwritten < found.responses.count,
        let response = found.responses[found.unwritten], !found.hasStopped
      {
        if !write(Recording.line(suite.name(of: found.unwritten), response)) {
          found.hasStopped = true
        }
        found.unwritten += 1
      }
      progress(found.doneCount, found.responses.count)
    }
  }
}

extension Response {
  fileprivate var isFault: Bool { if case .fault = self { true } else { false } }
}

/// The adapters that are asked at once, each started by who asks it.
private struct Adapters: @unchecked Sendable {
  // Each is used by one of those who ask, and the first by nobody else meanwhile.
  private let first: AdapterProcess
  let count: Int

  init(_ first: AdapterProcess, count: Int) {
    self.first = first
    self.count = count
  }

  func adapter(_ job: Int) throws(AdapterFault) -> AdapterProcess {
    job == 0 ? first : try AdapterProcess(like: first)
  }
}
