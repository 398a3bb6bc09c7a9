import Foundation
import Testing

/// What probes observed, as matrices.
@Suite("deleterules-lab import")
struct ImportTests {
  @Test("A run is a file beside the others, once and for all")
  func once() throws {
    let folder = try TemporaryFolder()
    for path in ["swiftData/C-D.json", "manifest.json", "releases.json"] {
      try folder.copyMatrix(path, to: "Matrices/\(path)")
    }
    try folder.writeObservations()
    let described = try folder.runLaboratory("import", "observations.jsonl")
    #expect(described.exitCode == 0, "\(described.errors)")
    #expect(
      described.output.contains(
        """
        | would be written                 | cells | new |
        | -------------------------------- | ----- | --- |
        | swiftData-macOS-26.1-SQLite.json | 16    | 16  |
        """), "\(described.output)")
    #expect(
      described.output.contains(
        "| undo       | SwiftData on macOS 26.1, SQLite | 2 of 2 are back |"))
    #expect(try folder.names.contains("Matrices"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/Matrices/probes"))

    let before = try folder.read("Matrices/swiftData/C-D.json")
    let first = try folder.runLaboratory("import", "observations.jsonl", "--into", "Matrices")
    #expect(first.exitCode == 0, "\(first.errors)")
    let written = try folder.read("Matrices/probes/swiftData-macOS-26.1-SQLite.json")
    #expect(written.contains(#""environment":{"os":"macOS 26.1","xcode":"26.1","store":"SQLite"}"#))
    #expect(
      written.contains(
        ##"    "C-D/deny+nullify/delete-C1": {"evidence":"observed","deleted":null,"effect":"crash"},"##
      ),
      "\(written)")
    #expect(try folder.read("Matrices/swiftData/C-D.json") == before)

    let again = try folder.runLaboratory("import", "observations.jsonl", "--into", "Matrices")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(again.output.contains("| 16    | 0   |"))
    #expect(try folder.read("Matrices/probes/swiftData-macOS-26.1-SQLite.json") == written)

    let replayed = try folder.run("--matrices", "Matrices", "--framework", "swiftData")
    #expect(replayed.output.contains("0 mismatch"), "\(replayed.output)\(replayed.errors)")
    let coverage = try folder.runLaboratory("coverage", "--matrices", "Matrices")
    #expect(
      coverage.output.contains("| macOS 26.1 | SQLite    | 16 of 64"), "\(coverage.output)")
  }

  @Test("What is not as predicted, and what another run saw, is told, and nothing is written over")
  func differing() throws {
    let folder = try TemporaryFolder()
    for path in ["swiftData/C-D.json", "manifest.json", "releases.json"] {
      try folder.copyMatrix(path, to: "Matrices/\(path)")
    }
    try folder.writeObservations()
    _ = try folder.runLaboratory("import", "observations.jsonl", "--into", "Matrices")
    let written = try folder.read("Matrices/probes/swiftData-macOS-26.1-SQLite.json")
    try folder.writeObservations(to: "other.jsonl") { lines in
      for place in lines.indices where lines[place].contains("C-D/deny+cascade/delete-D1") {
        lines[place] =
          #"{"asked":"swiftData C-D/deny+cascade/delete-D1","seen":[{"after":2,"alive":["C1"]}]}"#
      }
    }
    let alone = try folder.runLaboratory("import", "other.jsonl")
    #expect(alone.exitCode == 1)
    #expect(alone.output.contains("C-D/deny+cascade/delete-D1"), "\(alone.output)")
    let other = try folder.runLaboratory("import", "other.jsonl", "--into", "Matrices")
    #expect(other.exitCode == 1)
    #expect(
      other.output.contains(
        "C-D/deny+cascade/delete-D1: another run of SwiftData on macOS 26.1, SQLite saw something else"
      ),
      "\(other.output)")
    #expect(try folder.read("Matrices/probes/swiftData-macOS-26.1-SQLite.json") == written)
  }

  @Test("A behaviour of which nobody knew on that release is told, with what to add")
  func behaviours() throws {
    let folder = try TemporaryFolder()
    try folder.writeObservations()
    let run = try folder.runLaboratory("import", "observations.jsonl")
    #expect(
      run.output.contains(
        "one_to_one_crash on macOS 26.1: happens, by"), "\(run.output)")
    #expect(
      run.output.contains(
        #"{"on":"macOS 26.1","happens":true,"evidence":"measured","source":"probe-swiftData-macOS-26.1-SQLite"}"#
      ), "\(run.output)")
  }

  @Test("What a store that only records is asked for is held against what is gone, once saved")
  func asked() throws {
    let folder = try TemporaryFolder()
    let seen = [
      "deny+cascade/delete-D1": #""alive":[]"#,
      "deny+nullify/delete-D1": #""alive":["C1"]"#,
      "deny+deny/delete-D1":
        #""refused":[{"kind":"denied","object":"D1","relationship":"testC","code":1600}]"#,
    ]
    try folder.writeObservations { lines in
      for place in lines.indices {
        guard let found = seen.first(where: { lines[place].contains($0.key) }) else { continue }
        lines[place] =
          #"{"asked":"swiftData C-D/\#(found.key)","seen":[{"after":2,\#(found.value),"#
          + #""asked":[{"inserted":[],"updated":[],"deleted":["D1"],"holds":[]}]}]}"#
      }
    }
    let run = try folder.runLaboratory("import", "observations.jsonl")
    #expect(
      run.output.contains(
        """
        ## Asked otherwise of a store that only records

        - SwiftData on macOS 26.1, SQLite, C-D/deny+cascade/delete-D1: to delete D1; gone from the framework's own are C1 and D1

        2 cells were also done on a store that only records.
        """), "\(run.output)\(run.errors)")
  }

  @Test("What was flaky or failed is listed, and not taken")
  func leftOut() throws {
    let folder = try TemporaryFolder()
    try folder.writeObservations { lines in
      for place in lines.indices where lines[place].contains("C-D/deny+deny/delete-") {
        let isFirst = lines[place].contains("delete-C1")
        let name = "swiftData C-D/deny+deny/delete-\(isFirst ? "C1" : "D1")"
        lines[place] =
          isFirst
          ? #"{"asked":"\#(name)","flaky":"alive and then not"}"#
          : #"{"asked":"\#(name)","indeterminate":"no answer came in time"}"#
      }
    }
    let run = try folder.runLaboratory("import", "observations.jsonl")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("| 14    | 14  |"), "\(run.output)")
    #expect(
      run.output.contains(
        """
        ## Not taken

        - SwiftData on macOS 26.1, SQLite, C-D/deny+deny/delete-C1: asked again it is otherwise: alive and then not
        - SwiftData on macOS 26.1, SQLite, C-D/deny+deny/delete-D1: no answer came in time
        """), "\(run.output)")
  }

  @Test(
    "A run that cannot be trusted is refused with its reason",
    arguments: [
      ("end", "observations.jsonl:1:1: error: the run was not finished: its last line is missing"),
      ("canary", "error: canary_crashes failed at the run's start: found 'passed'"),
      ("canaries", "error: canary_passes is missing at the run's end"),
      ("machine", "error: 'swiftdata-probe' is no probe of SwiftData or Core Data"),
      ("system", "error: the system 'Linux 6' is none that ships these frameworks"),
      ("line", "observations.jsonl:5:10: error: the string that begins here never ends"),
      (
        "header",
        "observations.jsonl:1:1: error: found no \"recording\" in the header of a recording"
      ),
      ("digest", "error: other cells were asked about than there are now; record them anew"),
    ])
  func refused(spoilt: String, reason: String) throws {
    let folder = try TemporaryFolder()
    try folder.writeObservations { lines in
      switch spoilt {
      case "end": lines.removeLast()
      case "canary":
        lines[2] = #"{"experiment":"canary_crashes","found":"passed"}"#
      case "canaries":
        let last = lines.lastIndex { $0.contains("canary_passes") } ?? 0
        lines.remove(at: last)
      case "machine":
        let end = lines[0].range(of: #","machine":"#)?.lowerBound ?? lines[0].endIndex
        let rest = lines[0].range(of: #""a test"}"#)?.upperBound ?? lines[0].endIndex
        lines[0].removeSubrange(end..<rest)
      case "system":
        lines[0] = lines[0].replacingOccurrences(of: "macOS 26.1", with: "Linux 6")
      case "line": lines[4] = String(lines[4].prefix(20))
      case "header": lines.removeSubrange(0..<4)
      default:
        lines[0] = lines[0].replacingOccurrences(
          of: #""only":"C-D/deny+*"#, with: #""only":"C-D/*"#)
      }
    }
    let run = try folder.runLaboratory("import", "observations.jsonl")
    #expect(run.exitCode == 65, "\(run.output)")
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("Of several runs in one file, one that cannot be trusted keeps all others out")
  func several() throws {
    let folder = try TemporaryFolder()
    try folder.writeObservations(to: "one.jsonl")
    try folder.writeObservations(to: "two.jsonl") { $0.removeLast() }
    let both = try folder.read("one.jsonl") + folder.read("two.jsonl")
    let lines = try folder.read("one.jsonl").split(separator: "\n").count
    try folder.write(both, to: "both.jsonl")
    let run = try folder.runLaboratory("import", "both.jsonl")
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("both.jsonl:\(lines + 1):1: error: the run was not finished"))
    try folder.write(folder.read("one.jsonl") + folder.read("one.jsonl"), to: "both.jsonl")
    let twice = try folder.runLaboratory("import", "both.jsonl")
    #expect(twice.exitCode == 0, "\(twice.errors)")
    #expect(twice.output.contains("| 16    | 16  |"))
  }
}

/// The package that a Mac builds.
@Suite("deleterules-lab probe")
struct ProbeCommandTests {
  @Test("It writes the same files each time, and takes out the classes of an earlier one")
  func again() throws {
    let folder = try TemporaryFolder()
    let first = try folder.runLaboratory("probe", "Probe", "--only", "C-D/*")
    #expect(first.exitCode == 0, "\(first.errors)")
    let schemas = folder.url.appendingPathComponent("Probe/Sources/swiftdata-probe/Schemas")
    let many = try FileManager.default.contentsOfDirectory(atPath: schemas.path)
    #expect(many.count == 18)
    let second = try folder.runLaboratory(
      "probe", "Probe", "--only", "C-D/cascade+deny/*", "--quiet")
    #expect(second.exitCode == 0 && second.errors.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: schemas.path).count == 3)
    #expect(
      try folder.read("Probe/questions/swiftData.jsonl").split(separator: "\n").count == 7)
    let isProgram = FileManager.default.isExecutableFile(
      atPath: folder.url.path + "/Probe/probe.sh")
    #expect(isProgram)
  }

  @Test("One framework alone has no trace of the other")
  func oneFramework() throws {
    let folder = try TemporaryFolder()
    _ = try folder.runLaboratory("probe", "Probe", "--framework", "coreData", "--only", "C-D/*")
    #expect(!(try folder.read("Probe/Package.swift")).contains("swiftdata"))
    #expect(try folder.read("Probe/probe.settings").contains(#"frameworks="coreData""#))
    let sources = folder.url.path + "/Probe/Sources"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sources).sorted()
        == ["Probe", "coredata-probe"])
  }

  @Test("The deletes of a reader's own model are what is asked")
  func ownModel() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      import SwiftData
      @Model class Album {
        @Relationship(deleteRule: .cascade, inverse: \\Photo.album) var photos: [Photo] = []
      }
      @Model class Photo { var album: Album? }
      """, to: "App/Models.swift")
    let run = try folder.runLaboratory("probe", "Probe", "--model", "App")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      try folder.read("Probe/Sources/swiftdata-probe/Schemas/Schema2.swift")
        .contains("@Relationship(deleteRule: .cascade, inverse: \\Photo_2.album)"))
    #expect(try folder.read("Probe/matrices/deletes.json").contains("Album.photos-Photo.album"))
    #expect(try folder.read("Probe/probe.settings").contains(#"matrices="matrices""#))
  }

  @Test("A folder that holds something else, or that is a file, is left alone")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "Full/notes.txt")
    let full = try folder.runLaboratory("probe", "Full")
    #expect(full.exitCode == 64)
    #expect(full.errors.contains("'Full' holds something else than a probe"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/Full")
    #expect(left == ["notes.txt"])
    let file = try folder.runLaboratory("probe", "Full/notes.txt")
    #expect(file.exitCode == 66)
    #expect(file.errors.contains("it is a file, not a folder"))
    let typo = try folder.runLaboratory("probe", "Probe", "--only", "C-D/cascad+*")
    #expect(typo.exitCode == 64)
    #expect(typo.errors.contains("no cell fits 'C-D/cascad+*'"))
  }
}
