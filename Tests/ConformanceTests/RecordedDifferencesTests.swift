import BundledRun
import DeleteMatrix
import Foundation
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import Conformance

@Suite("Do recordings that keep only the differences say the same as whole ones?")
struct RecordedDifferencesTests {
  /// How many cells each recording in scripts/adapters agrees with, and of how many that were asked.
  private static let counts = [
    "freecoredata": (941, 1026), "mio-coredata": (974, 1011), "postgres": (926, 928),
    "sqlite": (926, 928),
  ]

  private func recording(
    _ text: String, asking makeSuite: (Greeting, Recording.Choice) throws -> ConformanceSuite
  ) throws -> Recording {
    try Recording(SourceFile(path: "mine.jsonl", bytes: Array(text.utf8)), asking: makeSuite)
  }

  @Test("Every recording in scripts/adapters is of today's cells and predictions, and is counted")
  func adapters() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../scripts/adapters/recordings").standardized
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == Self.counts.keys.map { "\($0).jsonl" }.sorted())
    var suites: [Framework.Name?: ConformanceSuite] = [:]
    for (name, (agreeing, asked)) in Self.counts {
      let file = folder.appendingPathComponent("\(name).jsonl")
      let recording = try recording(String(contentsOf: file, encoding: .utf8)) { greeting, _ in
        let framework = greeting.identity.framework
        let suite = try suites[framework] ?? ConformanceSuite(Bundled.suite.get(), for: greeting)
        suites[framework] = suite
        return ConformanceSuite(suite, for: greeting)
      }
      let run = ConformanceRun(recording)
      #expect(recording.isFinished, "\(name)")
      #expect(run.count(.match) == agreeing, "\(name)")
      #expect(run.results.count - run.count(.skipped) == asked, "\(name)")
    }
  }

  /// Answers that are partly wrong, partly not given and partly right, as a whole recording.
  private static let whole = Result { () -> (suite: ConformanceSuite, lines: [String]) in
    let capabilities = Set(Capability.allCases).subtracting([.deny])
    let identity = Identity(
      name: "mine", version: "1", language: "Swift", framework: .coreData, store: "in memory")
    let greeting = Greeting(identity, capabilities: capabilities, isShared: true)
    let suite = try ConformanceSuite(
      Bundled.suite.get(), for: greeting, framework: .coreData, only: CellPattern("I-J"))
    let loop = AdapterLoop(ObjectGraphEngine(), as: greeting)
    var lines = [Recording(suite, .init(framework: "coreData", pattern: "I-J")).header()]
    for group in suite.groups.indices {
      let response = suite.response(to: group) { question in
        guard case .seen(var states) = loop.response(to: question) else { return .fault("") }
        switch group % 5 {
        case 0: return .skipped("time")
        case 1: states[0].kept = []
        case 2: states[0].values = nil
        default: break
        }
        return .seen(states)
      }
      lines.append(Recording.line([suite.name(of: group)], response))
    }
    return (suite, lines + [Recording.footer(suite.groups.count)])
  }

  @Test("What is left out is judged as before, and no answer that was never given is made up")
  func shortened() throws {
    let (suite, lines) = try Self.whole.get()
    let long = try recording(lines.joined(separator: "\n") + "\n") { _, _ in suite }
    let text = long.differences()
    let short = try recording(text) { _, _ in suite }
    #expect(short.differences() == text)
    let (before, after) = (ConformanceRun(long).results, ConformanceRun(short).results)
    #expect(before.map(\.cell.id) == after.map(\.cell.id))
    #expect(before.map(\.verdict) == after.map(\.verdict))
    #expect(before.map(\.agreesWithObserved) == after.map(\.agreesWithObserved))
    #expect(before.map(\.agreesWithPrediction) == after.map(\.agreesWithPrediction))
    #expect(Set(before.map(\.verdict)) == [.match, .mismatch, .skipped])
    for (whole, kept) in zip(before, after) {
      let isKept = kept.response == whole.response
      #expect(isKept || (kept.response == .agreed && kept.observed == nil && kept.stated == nil))
      #expect(isKept == (whole.verdict != .match))
    }
    #expect(text.split(separator: "\n").count < lines.count / 2)
  }

  @Test("Lines may end with CR LF, and be blank; faults are at the right line")
  func lineEnds() throws {
    let (suite, lines) = try Self.whole.get()
    let text = lines.joined(separator: "\r\n\r\n \n") + "\r\n"
    let expected = try recording(lines.joined(separator: "\n") + "\n") { _, _ in suite }
    let found = try recording("\n" + text) { _, _ in suite }
    #expect(found.isFinished && found.lines() == expected.lines())
    let file = SourceFile(path: "all.jsonl", bytes: Array("\r\n\(text)\r\n\(text)".utf8))
    let all = try Recording.recordings(in: file) { _, _ in suite }
    #expect(all.count == 2 && all.allSatisfy { $0.recording.isFinished })
    let broken = text.replacing(lines[1], with: "{")
    let error = #expect(throws: DataError.self) { try recording(broken) { _, _ in suite } }
    #expect(error?.problems.first?.location.line == 4)
  }

  @Test(
    "Other predictions, a lost line and a missing end are noticed",
    arguments: [
      ("predictions", "mine.jsonl:1:1: error: the answers left out agreed with other predictions"),
      ("lost", "error: found an end after"), ("cut", nil),
    ])
  func faults(what: String, message: String?) throws {
    let (suite, long) = try Self.whole.get()
    let whole = try recording(long.joined(separator: "\n") + "\n") { _, _ in suite }
    var lines = whole.differences().split(separator: "\n").map(String.init)
    switch what {
    case "predictions":
      let digest = suite.predictionDigest
      #expect(lines[0].contains(digest))
      lines[0] = lines[0].replacing(digest, with: String(digest.reversed()))
    case "lost": lines.remove(at: 1)
    default: lines.removeLast()
    }
    let text = lines.joined(separator: "\n") + "\n"
    guard let message else {
      let cut = try recording(text) { _, _ in suite }
      #expect(!cut.isFinished)
      #expect(ConformanceRun(cut).results.allSatisfy { $0.response != .agreed })
      return
    }
    let error = #expect(throws: DataError.self) { try recording(text) { _, _ in suite } }
    let found = error?.problems.first?.description ?? ""
    #expect(found.contains(message), "\(found)")
  }
}
