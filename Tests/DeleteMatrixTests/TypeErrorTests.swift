import ObjectGraph
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("What is said of a value of the wrong type in a file or a source?")
struct TypeErrorTests {
  @Test(
    "A pairing's own values",
    arguments: [
      Edit(
        #""matrix.schema.json""#, "1",
        "2:14: error: found the number 1; expected a string that is not empty"),
      Edit(
        #""pairing": "A-B""#, #""pairing": 1"#,
        "3:14: error: found the number 1; expected a string that is not empty"),
      Edit(
        #""pairing": "A-B""#, #""pairing": """#,
        #"3:14: error: found ""; expected a string that is not empty"#),
      Edit(
        #""1:1, one-way""#, "null", "4:12: error: found null; expected a string that is not empty"),
      Edit(
        #""swiftData""#, "true", #"5:16: error: found true; expected "swiftData" or "coreData""#),
      Edit(
        #""swiftData""#, #""swiftdata""#,
        #"5:16: error: found "swiftdata"; did you mean "swiftData"?"#),
      Edit(
        #""swiftData""#, #""realm""#,
        #"5:16: error: found "realm"; expected "swiftData" or "coreData""#),
      Edit(
        #"{"A": ["A1"], "B": ["B1", "B2"]}"#, #"["A1"]"#,
        #"16:14: error: found an array; expected objects by entity: {"Entity": ["name"]}"#,
        "16:14: error: found no object of A; expected one at least",
        "16:14: error: found no object of B; expected one at least",
        #"18:5: error: found the unknown object "A1"; there is none"#,
        #"18:5: error: found the unknown object "B1"; there is none"#),
      Edit(
        "[\n    [\"A1\", \"b\", \"B1\"]\n  ]", "{}",
        "17:12: error: found an object; expected an array of references"),
    ])
  func pairing(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A source's values",
    arguments: [
      Edit(
        #""id": "article""#, #""id": ["article"]"#,
        "8:13: error: found an array; expected a string that is not empty",
        #"26:45: error: found the unknown source "article"; there is none"#),
      Edit(
        #""Seen""#, "2.5",
        "8:33: error: found the number 2.5; expected a string that is not empty"),
      Edit(
        #""https://example.org""#, "7",
        "8:48: error: found the number 7; expected an address, or null"),
      Edit(
        #""2024-06-01""#, "20240601",
        "8:84: error: found the number 20240601; expected a day as YYYY-MM-DD, or null"),
      Edit(
        #""2024-06-01""#, #""""#, #"8:84: error: found ""; expected a day as YYYY-MM-DD, or null"#),
      Edit(#""iOS 17""#, "17", "9:29: error: found the number 17; expected a system, or null"),
      Edit(
        #""xcode": null"#, #""xcode": 15.4"#,
        "9:48: error: found the number 15.4; expected a release, or null"),
      Edit(
        #""store": null"#, #""store": false"#,
        "9:63: error: found false; expected a kind of store, or null"),
      Edit(
        #"{"os": "iOS 17", "xcode": null, "store": null}"#, "null",
        "9:22: error: found null; expected an environment, an object"),
    ])
  func source(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A manifest's values",
    arguments: [
      Edit(
        #""matrix.schema.json""#, "null",
        "2:14: error: found null; expected a string that is not empty"),
      Edit(
        #""rows": 1"#, #""rows": "1""#,
        #"4:27: error: found "1"; expected a whole number, 0 or more"#),
      Edit(
        #""deletes": 2"#, #""deletes": -2"#,
        "4:41: error: found the number -2; expected a whole number, 0 or more"),
      Edit(
        #""unlinkedDeletes": 0"#, #""unlinkedDeletes": 0.5"#,
        "4:63: error: found the number 0.5; expected a whole number, 0 or more"),
      Edit(
        #""removals": 0"#, #""removals": null"#,
        "4:78: error: found null; expected a whole number, 0 or more"),
      Edit(
        #"{"rows": 1, "deletes": 2, "unlinkedDeletes": 0, "removals": 0}"#, "124",
        "4:18: error: found the number 124; expected a set of pinned counts, an object"),
    ])
  func manifest(_ edit: Edit) throws { try edit.check(in: .manifest) }

  @Test("A file or a part of it that ought to be an object, and is none")
  func wholeParts() {
    #expect(
      DataError.problems(of: [
        ("a.json", "[]"), ("b.json", "3"), ("c/manifest.json", #"{"pinned": []}"#),
      ]) == [
        "a.json:1:1: error: found an array; expected a pairing file, an object",
        "b.json:1:1: error: found the number 3; expected a pairing file, an object",
        "c/manifest.json:1:12: error: found an array; expected counts by framework",
      ])
    #expect(
      DataError.problems(of: [("manifest.json", "null")]) == [
        "manifest.json:1:1: error: found null; expected a manifest, an object"
      ])
  }
}
