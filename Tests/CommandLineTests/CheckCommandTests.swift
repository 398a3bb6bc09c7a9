import Foundation
import Testing

extension TemporaryFolder {
  /// Runs the program with some variables set, and without those that a CI service sets.
  func run(_ arguments: [String], setting variables: [String]) throws -> DeleteRulesProcess {
    try DeleteRulesProcess(
      ["-u", "CI", "-u", "GITHUB_STEP_SUMMARY"] + variables + [DeleteRulesProcess.program.path]
        + arguments,
      in: url, program: URL(fileURLWithPath: "/usr/bin/env"))
  }

  /// Writes a Core Data model.
  func writeModel(_ body: String, to path: String) throws {
    try write("<?xml version=\"1.0\"?>\n<model>\n\(body)\n</model>\n", to: "\(path)/contents")
  }
}

extension DeleteRulesProcess {
  /// The output, which is one JSON object.
  var object: [String: Any] {
    get throws {
      try #require(JSONSerialization.jsonObject(with: outputBytes) as? [String: Any])
    }
  }

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// Models in which `check` finds one thing each, or nothing.
enum CheckedModel {
  static let album = """
    import SwiftData
    @Model class Album {
      @Relationship(deleteRule: .noAction) var photos: [Photo] = []
    }
    @Model class Photo { var album: Album? }
    """
  static let albumFinding =
    "error: deleting an Album leaves Photo.album leading to it, because Album.photos is noAction; "
    + "reading through it traps (no_action_leaves_dangling)\n"

  static let coreDataAlbum = """
    <entity name="Album"><relationship name="photos" optional="YES" toMany="YES" \
    deletionRule="No Action" destinationEntity="Photo" inverseName="album" \
    inverseEntity="Photo"/></entity>
    <entity name="Photo"><relationship name="album" optional="YES" maxCount="1" \
    deletionRule="Nullify" destinationEntity="Album" inverseName="photos" \
    inverseEntity="Album"/></entity>
    """
  static let coreDataFinding =
    "warning: deleting an Album leaves Photo.album leading to it, because Album.photos is No "
    + "Action; the fault cannot be fulfilled (133000) (no_action_leaves_dangling)\n"

  /// Two objects that go together, which is often meant.
  static let couple = """
    import SwiftData
    @Model class User { @Relationship(deleteRule: .cascade) var profile: Profile? }
    @Model class Profile { @Relationship(deleteRule: .cascade) var user: User? }
    """

  static let clean = album.replacing("noAction", with: "cascade")
}

@Suite("What does `deleterules check` find, and how does it end?")
struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(CheckedModel.album, to: "album.swift")
    try folder.write(CheckedModel.couple, to: "couple.swift")
    try folder.write(CheckedModel.clean, to: "clean.swift")
    try folder.writeModel(CheckedModel.coreDataAlbum, to: "A.xcdatamodel")
  }

  @Test("A finding is a line as compilers write it, with exit code 1; the counts are chatter")
  func finding() throws {
    let run = try folder.run("check", "album.swift")
    #expect(run.exitCode == 1)
    #expect(run.output == "album.swift:3:44: \(CheckedModel.albumFinding)")
    #expect(run.errors == "album.swift: 1 error\n")
  }

  @Test("Where nothing is found, nothing is printed, with exit code 0")
  func clean() throws {
    let run = try folder.run("check", "clean.swift")
    #expect(run.exitCode == 0 && run.output == "")
    #expect(run.errors == "clean.swift: no findings\n")
  }

  @Test("What traps in SwiftData is an error, and what Core Data lives with is a warning")
  func frameworks() throws {
    let run = try folder.run("check", "A.xcdatamodel")
    #expect(run.exitCode == 1)
    #expect(run.output == "A.xcdatamodel/contents:3:22: \(CheckedModel.coreDataFinding)")
    #expect(run.errors == "A.xcdatamodel: 1 warning\n")
  }

  @Test("Several models are checked in their order, and one that is named twice only once")
  func several() throws {
    let run = try folder.run(
      "check", "album.swift", "A.xcdatamodel", "clean.swift", "album.swift")
    #expect(run.exitCode == 1)
    #expect(
      run.output == "album.swift:3:44: \(CheckedModel.albumFinding)"
        + "A.xcdatamodel/contents:3:22: \(CheckedModel.coreDataFinding)")
    #expect(run.errors == "album.swift, A.xcdatamodel and clean.swift: 1 error, 1 warning\n")
    let clean = try folder.run("check", "clean.swift", "clean.swift")
    #expect(clean.exitCode == 0 && clean.errors == "clean.swift: no findings\n")
  }

  @Test("A folder is checked with the models of both frameworks")
  func both() throws {
    try folder.write(CheckedModel.album, to: "App/Models.swift")
    try folder.writeModel(CheckedModel.coreDataAlbum, to: "App/Old.xcdatamodel")
    let run = try folder.run("check", "App")
    #expect(
      run.output == "App/Old.xcdatamodel/contents:3:22: \(CheckedModel.coreDataFinding)"
        + "App/Models.swift:3:44: \(CheckedModel.albumFinding)")
    #expect(run.errors == "Old.xcdatamodel and App: 1 error, 1 warning\n")
  }

  @Test("A note fails nothing, unless everything found is an error")
  func strict() throws {
    let run = try folder.run("check", "couple.swift")
    let message =
      "deleting a User or a Profile deletes the other: User.profile and Profile.user are both "
      + "cascade (cascade_both_sides)\n"
    #expect(run.exitCode == 0)
    #expect(run.output == "couple.swift:2:61: note: \(message)")
    #expect(run.errors == "couple.swift: 1 note\n")
    let strict = try folder.run("check", "couple.swift", "A.xcdatamodel", "--strict")
    #expect(strict.exitCode == 1)
    #expect(strict.output.hasPrefix("couple.swift:2:61: error: \(message)"))
    #expect(strict.errors == "couple.swift and A.xcdatamodel: 2 errors\n")
  }

  @Test("Rules are chosen or left out, one by one or with commas between them")
  func rules() throws {
    func counts(_ options: String...) throws -> String {
      try folder.run(["check", "album.swift", "couple.swift"] + options).errors
        .replacing("album.swift and couple.swift: ", with: "")
    }
    #expect(try counts() == "1 error, 1 note\n")
    #expect(try counts("--rule", "cascade_both_sides") == "1 note\n")
    #expect(
      try counts("--rule=cascade_both_sides,no_action_leaves_dangling") == "1 error, 1 note\n")
    #expect(
      try counts("--rule=cascade_both_sides", "--rule", "no_action_leaves_dangling")
        == "1 error, 1 note\n")
    #expect(try counts("--rule", "deny_on_child") == "no findings\n")
    #expect(try counts("--disable", "no_action_leaves_dangling") == "1 note\n")
    #expect(
      try counts("--disable=no_action_leaves_dangling,cascade_both_sides") == "no findings\n")
  }

  @Test("An unknown rule is refused with the one that was meant", arguments: ["rule", "disable"])
  func unknownRule(option: String) throws {
    let run = try folder.run("check", "album.swift", "--\(option)", "deny_on_child,deny_on_chld")
    #expect(run.exitCode == 64 && run.output == "")
    #expect(
      run.errors
        == Refusal.usageText(
          "no rule is called 'deny_on_chld'; did you mean 'deny_on_child'?", of: "check"))
  }

  @Test("What CloudKit refuses is looked for on request")
  func cloudKit() throws {
    try folder.write(
      """
      import SwiftData
      @Model class List { @Relationship(deleteRule: .deny) var items: [Item]? = [] }
      @Model class Item { @Relationship(inverse: \\List.items) var list: List; var tag: Tag? }
      @Model class Tag { var name = "" }
      """, to: "m.swift")
    let cloudKit: Set = ["cloudkit_deny", "cloudkit_mandatory", "cloudkit_missing_inverse"]
    let plain = try folder.run("check", "m.swift")
    #expect(!plain.output.contains("cloudkit"))
    let run = try folder.run("check", "m.swift", "--cloudkit")
    let added = run.lines.filter { !plain.lines.contains($0) }
    #expect(added.count == 3 && added.allSatisfy { $0.contains(": error: ") })
    #expect(cloudKit.allSatisfy { rule in added.contains { $0.hasSuffix("(\(rule))") } })
    let one = try folder.run("check", "m.swift", "--rule", "cloudkit_deny")
    #expect(one.lines.map { $0.hasSuffix("(cloudkit_deny)") } == [true])
  }

  @Test("A file is written instead of standard output, and what cannot be read is refused")
  func files() throws {
    let run = try folder.run("check", "album.swift", "--output", "findings.txt")
    #expect(run.exitCode == 1 && run.output == "")
    #expect(try folder.read("findings.txt") == "album.swift:3:44: \(CheckedModel.albumFinding)")
    let missing = try folder.run("check", "album.swift", "absent.swift")
    #expect(missing.exitCode == 66 && missing.output == "")
    try folder.write("let x = 1", to: "none.swift")
    #expect(try folder.run("check", "none.swift").exitCode == 65)
  }
}
