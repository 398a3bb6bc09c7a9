import Scenarios
import SourceText
import Testing

@Suite("On which releases is a behaviour known?")
struct StandingTests {
  private static let releases = ["iOS 17.0", "iOS 17.5", "iOS 18.0", "iOS 18.4", "iOS 26.0"]

  /// A mark for each release: `+` it happens, `-` it does not, `?` unknown and presumed to happen, `!`
  /// unknown and presumed not to.
  private func standings(_ seen: String) throws -> String {
    let sightings = seen.split(separator: " ").map { word in
      #"{"on": "iOS \#(word.dropLast())", "happens": \#(word.hasSuffix("+")), "#
        + #""evidence": "measured", "source": "s"}"#
    }
    let releases = Self.releases.map { #"{"release": "\#($0)", "published": null}"# }
    let text = """
      {"releases": [\(releases.joined(separator: ", "))],
       "behaviours": [
        {"behaviour": "b", "framework": "swiftData", "when": "deletedRead", "then": "trap",
         "present": "traps", "absent": "reads", "seen": [\(sightings.joined(separator: ", "))]}]}
      """
    let described = try Releases(SourceFile(path: "r.json", bytes: Array(text.utf8)))
    return described.eras.map { era in
      switch described.behaviours[0].standing(on: era) {
      case .present: "+"
      case .absent: "-"
      case .unknown(presumed: true): "?"
      case .unknown(presumed: false): "!"
      }
    }.joined()
  }

  @Test(
    "It ends where it was seen to end; what was never seen to happen is known nowhere else",
    arguments: [
      ("17.5+", "!+???"), ("17.5-", "!-!!!"), ("18-", "!!--!"), ("18+", "!!++?"),
      ("17.0- 18.4-", "----!"), ("17.0+ 18.4+", "++++?"),
      ("17.0+ 18.0-", "+?---"), ("17.0- 18.0+", "-!+??"),
      ("17.0+ 17.5- 18.4+", "+-!+?"), ("17.0- 17.5+ 18.4-", "-+?--"),
      ("17.0- 17.5-", "--!!!"), ("18.0+ 18.0-", "!!!!!"), ("17.0+ 18.4+ 18.4-", "+++!!"),
    ])
  func standings(seen: String, expected: String) throws {
    #expect(try standings(seen) == expected)
  }
}
