import DeleteMatrix
import ExpectedText
import ModelCheck
import Scenarios
import SourceText
import Testing

@testable import Reporting

@Suite("Does a source contradict what is said?")
struct LedgerTests {
  @Test(
    "No statement is contradicted by a sighting without admitting it, and each rests on known ones")
  func contradictions() throws {
    let releases = try Releases.known()
    let names = Set(releases.behaviours.map(\.name))
    for claim in Claim.all {
      #expect(!claim.isContradicted(in: releases), "\(claim.text)")
      #expect(names.isSuperset(of: claim.behaviours.keys), "\(claim.text)")
    }
    #expect(names.subtracting(Claim.all.flatMap(\.behaviours.keys)) == [])
  }

  @Test("A bare statement is contradicted by one sighting; one that admits doubt is not")
  func doubt() throws {
    let releases = try Releases.known()
    func isContradicted(_ text: String) -> Bool {
      Claim(text: text, places: "", behaviours: ["deny_ignored": false]).isContradicted(
        in: releases)
    }
    #expect(isContradicted("deny blocks the delete"))
    #expect(isContradicted("the object can't be deleted"))
    #expect(!isContradicted("deny can block the delete"))
    #expect(!isContradicted("on iOS 17.0 deny blocks the delete"))
  }

  @Test("CLAIMS.md lists the statements with their sightings")
  func document() throws {
    let file = GoldenFile(inPackage: "Matrices/CLAIMS.md")
    #expect(file.difference(from: LedgerReport.document(try Releases.known())) == nil)
  }
}
