import DeleteMatrix
import ExpectedText
import LaboratoryReports
import ModelCheck
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import Reporting

@Suite("Does a source contradict what is said?")
struct LedgerTests {
  private static let releases = Result { try Releases.known() }
  private static let sentences = Result { try PrintedSentence.all(in: try releases.get()) }
  private static let claims = Result { try sentences.get().compactMap { Claim($0) } }

  @Test("No sentence that is printed goes beyond the evidence")
  func problems() throws {
    let releases = try Self.releases.get()
    for claim in try Self.claims.get() {
      if let problem = claim.problem(in: releases) {
        Issue.record(
          """
          \(claim.sentence.places.sorted().joined(separator: ", ")) on \
          \(claim.sentence.eras.count == 1 ? "\(claim.sentence.eras[0])" : "all"): \
          \(claim.sentence.text) -- \(problem)
          """)
      }
    }
  }

  @Test("Each way to claim something is used, and of behaviours that are described")
  func wordings() throws {
    let releases = try Self.releases.get()
    let names = Set(releases.behaviours.map(\.name))
    let texts = Set(try Self.sentences.get().map { $0.text.lowercased() })
    for wording in ClaimWording.all {
      #expect(names.contains(wording.behaviour))
      #expect(
        texts.contains(where: wording.isUsed), "\(wording.behaviour), \(wording.happens)")
    }
    #expect(names.subtracting(ClaimWording.all.map(\.behaviour)) == ClaimWording.unsaid)
  }

  @Test("What is said of each release follows from the sightings")
  func releaseWords() throws {
    let releases = try Self.releases.get()
    let ranges =
      [ReleaseRange(from: nil, in: releases)]
      + releases.eras.indices.map { ReleaseRange(releases.eras[$0...$0], in: releases) }
    for behaviour in releases.behaviours {
      for range in ranges {
        for text in behaviour.words(on: range).split(separator: "; ").map(String.init) {
          let isPresent = text.hasPrefix(behaviour.presence)
          guard isPresent || text.hasPrefix(behaviour.absence) else { continue }
          let sentence = PrintedSentence(
            text: text, places: [], frameworks: [behaviour.framework], eras: range.eras)
          let claim = Claim(sentence, about: [behaviour.name: isPresent])
          #expect(claim.problem(in: releases) == nil, "\(behaviour.name): \(text)")
        }
      }
    }
  }

  @Test(
    "A false sentence is found wherever it stands, and a doubt excuses its own sentence only",
    arguments: [
      ("The save fails while Trip.tickets holds anything", false),
      ("the save fails while Trip.tickets holds anything (disputed for in-memory stores)", true),
      ("Each delete fails with 1600 as long as the other side stays", false),
      ("The save fails: while a Ticket is in the tickets of the Trip (1600", false),
      ("Deny is not enforced", false), ("A deny rule can block the delete", true),
      ("With deny, the object can't be deleted", false),
      ("A cascade to objects that require their parent is fatal", false),
      ("A cascade to objects that require their parent is fatal on iOS 18", true),
      ("A cascade to objects that require their parent is fatal on iOS 26.1", false),
      ("Trip.note is one-to-one: crashes on iOS 17", true),
      ("Trip.note is one-to-one: crashes on iOS 26", false),
      ("after an insert and a save: leaves the children on iOS 17.2", true),
      ("after an insert and a save: leaves the children on iOS 17", false),
      ("after an insert and a save: leaves the children", false),
      ("after an insert and a save, the delete cascades", false),
      ("reads 'name' of the Trip deleted on line 2: crashes", false),
      ("A reference still shows the deleted object", false),
    ])
  func falseSentences(text: String, isTrue: Bool) throws {
    let releases = try Self.releases.get()
    let sentence = PrintedSentence(
      text: text, places: [], frameworks: Framework.Name.allCases, eras: releases.eras)
    let claim = try #require(Claim(sentence))
    #expect((claim.problem(in: releases) == nil) == isTrue)
  }

  @Test(
    "A sentence without a release is about those it was made for",
    arguments: [
      ("B.y still points at the A: reading the deleted object crashes", "iOS 27", false),
      ("B.y still points at the A: reading the deleted object can crash", "iOS 27", true),
      ("B.y still points at the A: reading the deleted object crashes", "iOS 26", true),
      ("B.y still points at the A: reading the deleted object crashes", "iOS 26...iOS 27", true),
      ("B.y still points at the A: reading the deleted object crashes", "iOS 17.0", false),
      ("Trip.note is one-to-one: crashes", "iOS 18", false),
    ])
  func sentencesOfReleases(text: String, range: String, isTrue: Bool) throws {
    let releases = try Self.releases.get()
    let sentence = PrintedSentence(
      text: text, places: [], frameworks: [.swiftData],
      eras: try ReleaseRange(range, in: releases).eras)
    let claim = try #require(Claim(sentence))
    #expect((claim.problem(in: releases) == nil) == isTrue)
  }

  @Test("CLAIMS.md lists the claims with their sightings")
  func document() throws {
    let releases = try Self.releases.get()
    // What is said of one release is a part of what is said of all.
    let claims = try Self.claims.get().filter {
      $0.sentence.eras.count > 1 || $0.sentence.places == ["RESULTS.md"]
    }
    let file = GoldenFile(inPackage: "Matrices/CLAIMS.md")
    #expect(file.difference(from: LedgerPage.document(claims, releases)) == nil)
    let counts = releases.behaviours.map { behaviour in
      "  \(JSONText.string(behaviour.name).line): \(claims.resting(on: behaviour).count)"
    }
    let data = GoldenFile(inPackage: "Sources/LaboratoryReports/claims.json")
    #expect(data.difference(from: "{\n\(counts.joined(separator: ",\n"))\n}\n") == nil)
    // A section of the page has a line for each.
    let bundled = try Ledger.bundled.get().claims
    for section in try file.text.split(separator: "\n## ").dropFirst() {
      let name = section.prefix { $0 != "\n" }
      #expect(bundled[String(name)] == section.split(separator: "\n- ").count - 1, "\(name)")
    }
  }
}
