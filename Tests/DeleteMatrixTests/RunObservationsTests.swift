import ObjectGraph
import Reporting
import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("What is said of a file of observations?")
struct RunObservationsTests {
  private static let text = """
    {"observations": "SwiftData on macOS 26.1", "framework": "swiftData",
     "source": {"id": "probe", "title": "a probe", "url": null, "published": null,
                "environment": {"os": "macOS 26.1", "xcode": null, "store": "SQLite"}},
     "cells": {
      "A-B/nullify+-/delete-A1": {"evidence": "observed", "deleted": ["A1"], "effect": "ok"}}}
    """

  private static func files(_ text: String) -> [(String, String)] {
    [("A-B.json", SoundFile.oneWay.text), ("probes/run.json", text)]
  }

  @Test("What it states stands beside what the pairing states")
  func beside() throws {
    let files = Self.files(Self.text)
    #expect(DataError.problems(of: files) == [])
    let suite = try MatrixSuite(
      files.map { SourceFile(path: $0.0, bytes: Array($0.1.utf8)) })
    let cell = try #require(
      suite.cells(of: .swiftData).first { $0.id == "A-B/nullify+-/delete-A1" })
    #expect(cell.observations.last?.source?.environment.os?.words == "macOS 26.1")
  }

  @Test(
    "What was observed carries over to a release whose frameworks have the same versions",
    arguments: [
      ("SwiftData 141", "SwiftData 141", true), ("SwiftData 141", "SwiftData 142", false),
    ])
  func carriesOver(one: String, other: String, isSame: Bool) throws {
    func run(_ os: String, _ versions: String) -> String {
      Self.text.replacing("macOS 26.1", with: os).replacing(
        "\"store\": \"SQLite\"", with: "\"store\": \"SQLite\", \"frameworks\": \"\(versions)\"")
    }
    let empty = run("macOS 26.2", other).replacing(
      /"cells": \{.*\}\}$/.dotMatchesNewlines(), with: "\"cells\": {}}")
    var files = Self.files(run("macOS 26.1", one))
    files.append(("probes/other.json", empty))
    files.append(("releases.json", ReleasesFile.embedded.text))
    let suite = try MatrixSuite(
      files.map { SourceFile(path: $0.0, bytes: Array($0.1.utf8)) })
    let cell = try #require(
      suite.cells(of: .swiftData).first { $0.id == "A-B/nullify+-/delete-A1" })
    let source = try #require(cell.observations.last?.source)
    #expect(source.environment.carriedOver.map { "\($0)" } == (isSame ? ["macOS 26.2"] : []))
    let releases = try #require(suite.releases)
    #expect(releases.eras(meantBy: source).count == (isSame ? 2 : 1))
    let run = MatrixRun(suite, by: Runner(on: try ReleaseRange("macOS 26.2", in: releases)))
    #expect(run.observedThere.count == (isSame ? 1 : 0))
    let lines = Coverage(suite).lines.filter { $0.release == "macOS 26.2" }
    #expect(lines.map(\.observed) == (isSame ? [0] : []))
    #expect(lines.map(\.carriedOver) == (isSame ? [1] : []))
    let sentences = [
      (
        run.page.markdown,
        "- Observations carry over to macOS 26.2, whose frameworks have the same versions as where they were "
          + "made: SwiftData 141."
      ),
      (
        CoverageReport(Coverage(suite)).page.markdown,
        "0 of \(Coverage(suite).counts[.swiftData]?.all ?? 0), and 1 carried over from a release with the "
          + "same frameworks"
      ),
    ]
    for (page, sentence) in sentences {
      #expect(page.replacing(/\s+/, with: " ").contains(sentence) == isSame, "\(page)")
    }
  }

  @Test("What to ask next is ordered by the claims that it would settle")
  func claims() throws {
    let suite = try MatrixSuite(
      [("A-B.json", SoundFile.oneWay.text), ("releases.json", ReleasesFile.embedded.text)].map {
        SourceFile(path: $0.0, bytes: Array($0.1.utf8))
      })
    let (most, settled) = (
      Coverage(suite).next, Coverage(suite, claims: ["foreign_delete_ignored": 7]).next
    )
    #expect(most.count == 5 && most.allSatisfy { $0.claims == 0 })
    #expect(settled.count == 5)
    #expect(
      settled.allSatisfy { $0.claims == 7 && $0.behaviours.contains("foreign_delete_ignored") })
    // Of runs that settle as many claims, the ones that tell about most behaviours come first.
    let counts = settled.map(\.behaviours.count)
    #expect(counts == counts.sorted(by: >))
    let both = Coverage(suite, claims: ["foreign_delete_ignored": 7, "lost_cascade": 3]).next
    #expect(both.map(\.claims) == [10, 10, 10, 10, 10])
    #expect(both.contains { "\($0.release)" == "iOS 17.6" })
  }

  @Test(
    "Each problem is told with its place",
    arguments: [
      (
        "delete-A1", "delete-A2",
        #"5:3: error: found no cell 'A-B/nullify+-/delete-A2' of swiftData; did you mean "#
          + #""A-B/nullify+-/delete-A1"?"#
      ),
      (
        #""observed", "deleted""#, #""documented", "deleted""#,
        #"5:30: error: expected one outcome with the evidence "observed""#
      ),
      (#""A1"], "#, #""A9"], "#, "5:67: error: "),
      (#""framework": "swiftData""#, #""framework": "swift""#, #"1:58: error: found "swift""#),
      (
        #""os": "macOS 26.1""#, #""os": {"words": "iOS 17.5", "releases": ["iOS 18.0"]}"#,
        "3:35: error: found words that name iOS 17.5, and the releases iOS 18.0; expected the same"
      ),
      (
        #""os": "macOS 26.1""#, #""os": {"words": "iOS 17.5", "releases": []}"#,
        "3:35: error: found words that name iOS 17.5, and no releases; expected the same"
      ),
      (
        #""os": "macOS 26.1""#, #""os": "macOS 99""#,
        "3:35: error: the \"os\" of the source 'probe': macOS 99 is newer than every known release; the "
          + "newest is iOS 27"
      ),
      (
        #""os": "macOS 26.1""#, #""os": "macOS 13.2""#,
        "3:35: error: the \"os\" of the source 'probe': macOS 13.2 has no SwiftData; expected iOS 17 and "
          + "macOS 14, or newer"
      ),
      (#""cells""#, #""cell""#, #"4:2: error: found the unknown key "cell""#),
    ])
  func problems(found: String, replacement: String, message: String) {
    let spoilt = Self.text.replacing(found, with: replacement)
    let problems = DataError.problems(of: Self.files(spoilt))
    #expect(problems.contains { $0.hasPrefix("probes/run.json:\(message)") }, "\(problems)")
  }

  @Test("A second run adds what the first did not see, and changes nothing")
  func second() throws {
    var run = RunObservations(
      "a run", of: .swiftData, source: Source(id: "a", title: "a", environment: .init()),
      cells: ["one": ObservedState(effect: .ok), "two": ObservedState(effect: .ok)])
    let differing = run.add([
      "two": ObservedState(effect: .crash), "three": ObservedState(effect: .crash),
      "one": ObservedState(effect: .ok),
    ])
    #expect(differing == ["two"])
    #expect(
      run.cells.mapValues(\.effect) == ["one": .ok, "two": .ok, "three": .crash])
  }
}
