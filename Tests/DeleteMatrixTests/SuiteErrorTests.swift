import ObjectGraph
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("What is said of several problems, and of several files?")
struct SuiteErrorTests {
  @Test("The files that the edits start from are sound", arguments: SoundFile.allCases)
  func soundFiles(_ file: SoundFile) throws {
    #expect(file.problems(of: file.text) == [])
  }

  @Test("All problems of a file are reported, in the order of their places")
  func severalProblems() {
    let text = SoundFile.oneWay.text
      .replacing(#""title": "Seen""#, with: #""title": 1"#)
      .replacing(#""evidence": "none""#, with: #""evidence": "some""#)
      .replacing(#""links": ["#, with: #""links": [["A1", "c", "B1"],"#)
      .replacing(#"{"name": "A","#, with: #"{"name": "A", "id": 1,"#)
    let some = #"found "some"; expected "derived" or "none""#
    let expected = [
      (#""title": «1"#, "found the number 1; expected a string that is not empty"),
      (
        #""A", «"id""#,
        """
        found the unknown key "id" in an entity; expected "name", "parent", "abstract", \
        "relationships" or "attributes"
        """
      ),
      (#""links": [«["#, #"A has no relationship "c"; did you mean "b"?"#),
      (#"["nullify", null], "evidence": «"some""#, some),
      (#"["deny", null], "evidence": «"some""#, some),
      (#"["noAction", null], "evidence": «"some""#, some),
    ].map { "A-B.json:\(text.place(of: $0.0)): error: \($0.1)" }
    #expect(DataError.problems(of: [("A-B.json", text)]) == expected)
  }

  @Test("All problems of all files are reported, in the order of their paths")
  func severalFiles() {
    let scenario = SoundFile.scenario.text.replacing(#""save": true"#, with: #""save": 1"#)
    let files = [
      ("z.json", "["), ("manifest.json", #"{"pinned": {"swiftData": 1}}"#), ("a.json", "{"),
      ("B/a.json", scenario),
      ("A-B.json", SoundFile.oneWay.text), ("matrix.schema.json", "no JSON"),
      ("other.schema.json", "{}"),
    ]
    let problems = DataError.problems(of: files)
    #expect(
      problems == [
        "B/a.json:\(scenario.place(of: #""save": «1"#)): error: found the number 1; expected true",
        "a.json:1:2: error: found the end of the file; expected a key in double quotes",
        """
        manifest.json:1:26: error: found the number 1; expected a set of pinned counts, an object
        """,
        "z.json:1:2: error: found the end of the file; expected a JSON value",
      ])
    #expect(DataError.problems(of: files.reversed()) == problems)
  }

  @Test("A pairing in two files is reported in the second, among the problems of that file")
  func duplicatePairings() {
    let text = SoundFile.oneWay.text
    let other = text.replacing(#""swiftData""#, with: #""coreData""#)
    #expect(DataError.problems(of: [("1.json", text), ("2.json", other)]) == [])
    let again = "error: found swiftData A-B again; it stands first in 1.json"
    #expect(
      DataError.problems(of: [("2.json", text), ("1.json", text), ("3.json", "[")]) == [
        "2.json:1:1: \(again)",
        "3.json:1:2: error: found the end of the file; expected a JSON value",
      ])
    let third = text.replacing(#""parent": null"#, with: #""parent": 0"#)
    #expect(
      DataError.problems(of: [("1.json", text), ("2.json", text), ("3.json", third)]) == [
        "2.json:1:1: \(again)", "3.json:1:1: \(again)",
        "3.json:\(third.place(of: #""parent": «0"#)): error: found the number 0; expected an entity's name, or null",
      ])
  }

  @Test("A scenario in two files is reported in the second, whatever its framework")
  func duplicateScenarios() {
    let text = SoundFile.scenario.text
    let other = text.replacing(#""refusal""#, with: #""re\nfusal""#)
    let files = [("a/x.json", text), ("a/y.json", text), ("b", other), ("c", other)]
    #expect(
      DataError.problems(of: files) == [
        "a/y.json:1:1: error: found scenario refusal again; it stands first in a/x.json",
        #"c:1:1: error: found scenario re\nfusal again; it stands first in b"#,
      ])
  }

  @Test("A scenario and a pairing may have the same name")
  func sameNameOfAnotherKind() {
    let scenario = SoundFile.scenario.text.replacing(#""refusal""#, with: #""A-B""#)
    #expect(
      DataError.problems(of: [("1.json", scenario), ("2.json", SoundFile.oneWay.text)]) == [])
  }

  @Test("A manifest is known by its file's name, in any folder")
  func manifests() throws {
    let files = [
      SourceFile(path: "a/manifest.json", bytes: Array(SoundFile.manifest.text.utf8))
    ]
    let pins = try #require(try MatrixSuite(files).pins[.swiftData])
    #expect([pins.rows, pins.deletes, pins.unlinkedDeletes, pins.removals] == [1, 2, 0, 0])
    #expect(
      DataError.problems(of: [("my-manifest.json", SoundFile.manifest.text)]).first
        == #"my-manifest.json:1:1: error: found no "pairing" in a pairing file; expected it there"#)
  }

  @Test("Two manifests are one too many")
  func twoManifests() {
    let text = SoundFile.manifest.text
    #expect(
      DataError.problems(of: [("a/manifest.json", text), ("manifest.json", text)]) == [
        "manifest.json:1:1: error: found a manifest again; it stands first in a/manifest.json"
      ])
  }

  @Test("The error as a whole has one line for each problem")
  func description() {
    let error = #expect(throws: DataError.self) {
      try MatrixSuite([
        SourceFile(path: "a.json", bytes: []), SourceFile(path: "b.json", bytes: []),
      ])
    }
    #expect(
      error?.description == """
        a.json:1:1: error: found the end of the file; expected a JSON value
        b.json:1:1: error: found the end of the file; expected a JSON value
        """)
  }
}
