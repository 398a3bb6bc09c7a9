import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import Reporting

@Suite("How sure is what is said of some releases?")
struct LikelihoodTests {
  /// Happens on iOS 18.0, no longer on iOS 26; nobody saw anything elsewhere.
  private static let releases = Result {
    let names = ["iOS 17.0", "iOS 18.0", "iOS 18.4", "iOS 26.0"].map {
      #"{"release": "\#($0)", "published": null}"#
    }
    let text = """
      {"releases": [\(names.joined(separator: ", "))],
       "behaviours": [{"behaviour": "b", "framework": "swiftData", "when": "deletedRead",
        "then": "trap", "present": "fatal", "absent": "accepted", "seen": [
          {"on": "iOS 18.0", "happens": true, "evidence": "measured", "source": "s"},
          {"on": "iOS 26.0", "happens": false, "evidence": "measured", "source": "s"}]}]}
      """
    return try Releases(SourceFile(path: "r.json", bytes: Array(text.utf8)))
  }

  @Test(
    "Seen on all, on some, on none of which it is known, or known to be on none",
    arguments: [
      ("iOS 18.0", "fatal"), ("iOS 17.0", "perhaps fatal"), ("iOS 18.4", "perhaps fatal"),
      ("iOS 26.0", nil), ("iOS 17.0...iOS 18.0", "fatal on some releases"),
      ("iOS 18.0...iOS 26.0", "fatal on some releases"), ("all", "fatal on some releases"),
      ("iOS 18.4...iOS 26.0", "perhaps fatal"),
    ] as [(String, String?)])
  func likelihood(span: String, expected: String?) throws {
    let range = try ReleaseRange(span, in: try Self.releases.get())
    #expect(range.words(of: .deletedRead, under: .swiftData)?.likelihood == expected)
    #expect(range.words(of: .deletedRead, under: .coreData) == nil)
    // What holds on all releases is no exception.
    #expect((range.exception(from: .deletedRead, .swiftData) == nil) == (expected == "fatal"))
  }
}
