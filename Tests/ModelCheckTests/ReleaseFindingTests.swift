import DeleteMatrix
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What is found for an app that runs on some releases?")
struct ReleaseFindingTests {
  private static let text = """
    @Model class Record {
      @Relationship(deleteRule: .cascade, inverse: \\Photo.record) var photos: [Photo] = []
      @Relationship(deleteRule: .deny, inverse: \\Cover.record) var cover: Cover?
    }
    @Model class Photo { var record: Record }
    @Model class Cover { var record: Record? }
    """

  private func findings(_ system: String?) throws -> [Finding] {
    let releases = try Releases.known()
    let check = Check(
      rules: [.mandatoryBackReferenceCrash, .oneToOneCrash],
      on: try system.map { try ReleaseRange($0, in: releases) })
    return try check.findings(in: Model(reading: Self.text, as: "M.swift"))
  }

  private func words(_ system: String?) throws -> [String] {
    try findings(system).map { finding in
      let releases = finding.facts.dropFirst().joined(separator: "; ")
      return "\(finding.severity.rawValue) \(finding.rule): \(releases)"
    }
  }

  @Test(
    "Each finding says on which releases; what happens on none of them is not found",
    arguments: [
      (
        "all",
        [
          "error mandatory_back_reference_crash: fatal on iOS 18 and macOS 15; accepted from iOS 26 on; "
            + "untested on iOS 17 and macOS 14",
          "error one_to_one_crash: crashes on iOS 17 and macOS 14; untested from iOS 18 and macOS 15 on",
        ]
      ),
      (
        "iOS 17",
        [
          "warning mandatory_back_reference_crash: untested on iOS 17 and macOS 14",
          "error one_to_one_crash: crashes on iOS 17 and macOS 14",
        ]
      ),
      ("macOS 26", ["warning one_to_one_crash: untested on iOS 26"]),
      (nil, ["error mandatory_back_reference_crash: ", "error one_to_one_crash: "]),
    ] as [(String?, [String])])
  func releases(system: String?, found: [String]) throws {
    #expect(try words(system) == found)
  }

  @Test(
    "A proof names the newest release on which it is known to come out so",
    arguments: [
      ("all", ["iOS 18.6", "iOS 17.5"]), ("iOS 17", ["iOS 18.6", "iOS 17.5"]),
      ("macOS 26", ["iOS 26.6"]), (nil, [nil, nil]),
    ] as [(String?, [String?])])
  func proofs(system: String?, named: [String?]) throws {
    #expect(try findings(system).map { $0.witness?.scenario.system?.description } == named)
  }

  @Test(
    "Whether deny blocks is untested where nobody saw it, and in doubt where sources differ by store",
    arguments: [
      ("iOS 18", "untested", "untested on iOS 18"), ("macOS 15", "untested", "untested on"),
      ("iOS 17", nil, nil), ("iOS 26", "disputed for in-memory stores", "disputed"),
      ("all", "disputed for in-memory stores", "untested on iOS 17"),
    ] as [(String, String?, String?)])
  func denied(system: String, phrase: String?, words: String?) throws {
    let range = try ReleaseRange(system, in: try Releases.known())
    var onDisk = range
    onDisk.hasMemoryStores = false
    #expect(onDisk.doubtAboutDeny(of: .swiftData)?.phrase.contains("memory") != true)
    let doubt = range.doubtAboutDeny(of: .swiftData)
    #expect(doubt?.phrase == phrase)
    #expect(
      words.map { doubt?.words.contains($0) == true } ?? (doubt == nil), "\(doubt?.words ?? "")")
  }
}
