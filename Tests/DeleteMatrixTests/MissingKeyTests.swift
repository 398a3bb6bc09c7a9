import SourceText
import Testing

@testable import DeleteMatrix

@Suite("What is said of a key that is missing?")
struct MissingKeyTests {
  @Test(
    "A missing key of a pairing is named, at the object that lacks it",
    arguments: [
      Edit(
        #""pairing": "A-B","#, "",
        #"1:1: error: found no "pairing" in a pairing file; expected it there"#),
      Edit(
        #""title": "1:1, one-way","#, "",
        #"1:1: error: found no "title" in a pairing file; expected it there"#),
      Edit(
        #""framework": "swiftData","#, "",
        #"1:1: error: found no "framework" in a pairing file; expected it there"#),
      Edit(
        #""links": ["#, #""link": ["#,
        #"1:1: error: found no "links" in a pairing file; expected it there"#,
        #"17:3: error: found the unknown key "link" in a pairing file; did you mean "links"?"#),
      Edit(
        #""id": "article", "#, "", #"7:5: error: found no "id" in a source; expected it there"#,
        #"26:45: error: found the unknown source "article"; there is none"#),
      Edit(
        #""title": "Seen", "#, "", #"7:5: error: found no "title" in a source; expected it there"#),
      Edit(
        #""url": "https://example.org", "#, "",
        #"7:5: error: found no "url" in a source; expected it there"#),
      Edit(
        #", "published": "2024-06-01""#, "",
        #"7:5: error: found no "published" in a source; expected it there"#),
      Edit(
        #""os": "iOS 17", "xcode": null, "store": null"#, "",
        #"9:22: error: found no "os" in an environment; expected it there"#,
        #"9:22: error: found no "xcode" in an environment; expected it there"#,
        #"9:22: error: found no "store" in an environment; expected it there"#),
      Edit(
        #""name": "B", "#, "", "12:15: error: A.b: the destination 'B' is no entity of this schema",
        "12:15: error: \(Edit.noPairing)",
        #"14:5: error: found no "name" in an entity; expected it there"#,
        #"16:28: error: found the unknown entity "B"; did you mean "A"?"#,
        #"18:5: error: found the unknown object "B1"; did you mean "A1"?"#),
      Edit(
        #""name": "b", "#, "", "12:15: error: \(Edit.noPairing)",
        #"13:37: error: found no "name" in a relationship; expected it there"#,
        #"18:5: error: A has no relationship "b"; there is none"#),
      Edit(
        #", "destination": "B""#, "", "12:15: error: \(Edit.noPairing)",
        #"13:37: error: found no "destination" in a relationship; expected it there"#,
        #"18:5: error: A has no relationship "b"; there is none"#),
      Edit(
        #""rules": ["deny", null], "#, "",
        "20:11: error: \(Edit.missingRow("deny+-"))",
        #"33:5: error: found no "rules" in a row; expected it there"#),
      Edit(
        #""evidence": "observed", "deleted": ["A1", "B1"], "effect": "ok""#, "",
        #"24:15: error: found no "evidence" in an outcome; expected it there"#,
        #"24:15: error: found no "deleted" in an outcome; expected it there"#,
        #"24:15: error: found no "effect" in an outcome; expected it there"#),
      Edit(
        #""deleted": ["B1"],"#, "",
        #"25:15: error: found no "deleted" in an outcome; expected it there"#),
    ])
  func missingKeys(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test("A file without any of its parts lacks each of them, in the order in which they are listed")
  func missingParts() {
    func missing(_ keys: [String], in title: String) -> [String] {
      keys.map { "f.json:1:1: error: found no \"\($0)\" in \(title); expected it there" }
    }
    let shared = ["title", "framework", "sources", "entities", "objects", "links"]
    #expect(
      DataError.problems(of: [("f.json", "{}")])
        == missing(["pairing"] + shared + ["rows"], in: "a pairing file")
        + ["f.json:1:1: error: \(Edit.noPairing)"])
    #expect(
      DataError.problems(of: [("f.json", #"{"scenario": "s"}"#)])
        == missing(shared + ["steps"], in: "a scenario file"))
    #expect(
      DataError.problems(of: [("manifest.json", "{}")]) == [
        #"manifest.json:1:1: error: found no "pinned" in a manifest; expected it there"#
      ])
  }

  @Test(
    "A missing key of a scenario's or a manifest's parts is named",
    arguments: [
      (
        SoundFile.scenario,
        Edit(
          #""title": "A list that holds items is not deleted","#, "",
          #"1:1: error: found no "title" in a scenario file; expected it there"#)
      ),
      (
        .scenario,
        Edit(
          #"{"insert": {"Item": ["I3"], "Note": ["N"]}}"#, "{}",
          """
          32:5: error: found no action in a step; expected exactly one of insert, link, unlink, \
          set, delete, processPendingChanges, save or rollback
          """,
          #"33:14: error: found the unknown object "N"; did you mean "L"?"#,
          #"34:16: error: found the unknown object "N"; did you mean "L"?"#,
          #"35:35: error: found the unknown object "I3"; did you mean "I1"?"#)
      ),
      (
        .scenario,
        Edit(
          #"{"delete": ["L"]}"#, #"{"expect": null}"#,
          """
          38:5: error: found no action in a step; expected exactly one of insert, link, unlink, \
          set, delete, processPendingChanges, save or rollback
          """)
      ),
      (
        .manifest,
        Edit(
          #""rows": 1, "#, "",
          #"4:18: error: found no "rows" in a set of pinned counts; expected it there"#)
      ),
      (
        .manifest,
        Edit(
          #""rows": 1, "deletes": 2, "unlinkedDeletes": 0, "removals": 0"#, "",
          #"4:18: error: found no "rows" in a set of pinned counts; expected it there"#,
          #"4:18: error: found no "deletes" in a set of pinned counts; expected it there"#,
          #"4:18: error: found no "unlinkedDeletes" in a set of pinned counts; expected it there"#,
          #"4:18: error: found no "removals" in a set of pinned counts; expected it there"#)
      ),
    ])
  func otherMissingKeys(file: SoundFile, _ edit: Edit) throws { try edit.check(in: file) }
}
