import Scenarios
import SourceText
import Testing

@Suite("On which releases is a behaviour known?")
struct StandingTests {
  private static let releases = [
    ("iOS 17.0", "2023-09-18"), ("iOS 17.5", "2024-05-13"), ("iOS 18.0", "2024-09-16"),
    ("iOS 18.4", "2025-03-31"), ("iOS 26.0", "2025-09-15"),
  ]

  /// A sighting: `17.5+` is one that it happens, `null-` one of the contrary without a release, which
  /// `null/2024-06-01-` dates; `17.5+@sqlite` states circumstances, by their first letter.
  private func sighting(_ word: Substring) -> String {
    let parts = word.split(separator: "@")
    let place = parts[0].dropLast().split(separator: "/")
    let release = place[0] == "null" ? "null" : #""iOS \#(place[0])""#
    let published = place.dropFirst().map { #", "published": "\#($0)""# }.joined()
    let axes = parts.dropFirst().map { value in
      switch value {
      case "loaded": #", "loaded": true"#
      case "thisContext", "otherContext": #", "insertedBy": "\#(value)""#
      default: #", "store": "\#(value)""#
      }
    }.joined()
    return #"{"on": \#(release), "happens": \#(parts[0].hasSuffix("+")), "#
      + #""evidence": "measured", "source": "s"\#(published)\#(axes)}"#
  }

  /// A mark for each release: `+` it happens, `-` it does not, `?` unknown and presumed to happen, `!`
  /// unknown and presumed not to, `#` disputed.
  private func standings(
    _ seen: String, in circumstances: Circumstances = Circumstances(), marksDisputes: Bool = false
  ) throws -> String {
    let sightings = seen.split(separator: " ").map(sighting)
    let releases = Self.releases.map { #"{"release": "\#($0)", "published": "\#($1)"}"# }
    let text = """
      {"releases": [\(releases.joined(separator: ", "))],
       "behaviours": [
        {"behaviour": "b", "framework": "swiftData", "when": "deletedRead", "then": "trap",
         "present": "traps", "absent": "reads", "seen": [\(sightings.joined(separator: ", "))]}]}
      """
    let described = try Releases(SourceFile(path: "r.json", bytes: Array(text.utf8)))
    return described.eras.map { era in
      let behaviour = described.behaviours[0]
      if marksDisputes, behaviour.isDisputed(on: era, in: circumstances) { return "#" }
      return switch behaviour.standing(on: era, in: circumstances) {
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

  @Test(
    "A source without a release can be about all that were out, and disputes what contradicts it",
    arguments: [
      ("17.0+ 18.4+ null-", "####!"), ("17.0+ 18.4+ null/2024-06-01-", "##++?"),
      ("17.0- 18.4- null/2024-06-01+", "##--!"), ("17.0+ 18.4+ null/2024-06-01+", "++++?"),
      ("17.0+ null/2020-01-01-", "#????"), ("18.0+ null/2024-06-01-", "!!+??"),
      ("null+", "?????"), ("null+ null-", "!!!!!"), ("17.5+ 17.5- 18.4-", "!#!--"),
    ])
  func undated(seen: String, expected: String) throws {
    let found = try standings(seen, marksDisputes: true)
    #expect(found == expected, "\(seen): \(found)")
  }

  @Test(
    "What leaves open what matters decides nothing where that is stated",
    arguments: [
      // One store of three was asked, and another does otherwise.
      ("17.0-@sqlite 17.5- 26.0-@sqlite 26.0+@swiftDataInMemory", "sqlite", "-----"),
      ("17.0-@sqlite 17.5- 26.0-@sqlite 26.0+@swiftDataInMemory", "custom", "!!!!!"),
      ("17.0-@sqlite 17.5- 26.0-@sqlite 26.0+@swiftDataInMemory", "swiftDataInMemory", "!!!!+"),
      ("17.0-@sqlite 17.5- 26.0-@sqlite 26.0+@swiftDataInMemory", "", "!-!!!"),
      // Where no store does otherwise, an open source is about all.
      ("17.0-@sqlite 17.5- 26.0-", "custom", "!----"),
      ("17.5+ 26.0-@swiftDataInMemory 26.0-", "swiftDataInMemory", "!+??-"),
      ("17.5+ 18.0-@thisContext@loaded 26.0+", "loaded", "!?-!?"),
      ("17.5+ 18.0-@thisContext@loaded 26.0+", "otherContext", "!++++"),
    ])
  func circumstances(seen: String, asked: String, expected: String) throws {
    let circumstances =
      switch asked {
      case "": Circumstances()
      case "loaded": Circumstances(insertedBy: .thisContext, isLoaded: true)
      case "otherContext": Circumstances(insertedBy: .otherContext)
      default: Circumstances(store: Circumstances.Store(rawValue: asked))
      }
    let found = try standings(seen, in: circumstances)
    #expect(found == expected, "\(seen) in \(asked): \(found)")
  }
}
