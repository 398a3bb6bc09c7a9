import Testing

@testable import DeleteMatrix

@Suite("What is said of a key that is repeated?")
struct RepeatedKeyTests {
  @Test(
    "A repeated key is reported at its second place; the first one holds",
    arguments: [
      (
        SoundFile.oneWay,
        Edit(
          #""framework":"#, #""framework": "swiftData", "framework":"#,
          #"5:29: error: found the key "framework" again; it stands first in line 5"#)
      ),
      (
        .oneWay,
        Edit(
          #""id":"#, #""id": "x", "id":"#,
          #"8:18: error: found the key "id" again; it stands first in line 8"#,
          #"26:45: error: found the unknown source "article"; expected "x""#)
      ),
      (
        .oneWay,
        Edit(
          #""os": "iOS 17""#, #""os": null, "os": null"#,
          #"9:35: error: found the key "os" again; it stands first in line 9"#)
      ),
      (
        .oneWay,
        Edit(
          #""parent": null"#, #""parent": null, "name": "C""#,
          #"14:35: error: found the key "name" again; it stands first in line 14"#)
      ),
      (
        .oneWay,
        Edit(
          #""toMany": false"#, #""toMany": false, "toMany": true"#,
          #"13:88: error: found the key "toMany" again; it stands first in line 13"#)
      ),
      (
        .oneWay,
        Edit(
          #"{"A": ["A1"], "#, #"{"A": ["A1"], "A": ["A2"], "#,
          #"16:28: error: found the key "A" again; it stands first in line 16"#)
      ),
      (
        .oneWay,
        Edit(
          #""evidence": "none""#, #""evidence": "none", "evidence": "derived""#,
          #"32:54: error: found the key "evidence" again; it stands first in line 32"#)
      ),
      (
        .oneWay,
        Edit(
          #"{"A1": null, "B1": null}"#, "{\"A1\": null,\n\"B1\": null, \"A1\": null}",
          #"31:13: error: found the key "A1" again; it stands first in line 30"#)
      ),
      (
        .oneWay,
        Edit(
          #""effect": "ok""#, #""effect": "ok", "effect": "denied""#,
          #"24:81: error: found the key "effect" again; it stands first in line 24"#)
      ),
      (
        .oneWay,
        Edit(
          #""effect": "ok""#, #""effect": "ok", "x": 1, "x": 2"#,
          """
          24:81: error: found the unknown key "x" in an outcome; expected "evidence", "deleted", \
          "effect", "source", "dangling", "nullified", "stored", "error", "references", \
          "values", "fetched" or "deviation"
          """,
          #"24:89: error: found the key "x" again; it stands first in line 24"#)
      ),
      (
        .scenario,
        Edit(
          #""save": true"#, #""save": true, "save": true"#,
          #"39:20: error: found the key "save" again; it stands first in line 39"#)
      ),
      (
        .manifest,
        Edit(
          #""rows": 1"#, #""rows": 1, "rows": 1"#,
          #"4:30: error: found the key "rows" again; it stands first in line 4"#)
      ),
      (
        .manifest,
        Edit(
          "}\n  }", "},\n    \"swiftData\": {}\n  }",
          #"5:5: error: found the key "swiftData" again; it stands first in line 4"#)
      ),
    ])
  func repeatedKeys(file: SoundFile, _ edit: Edit) throws { try edit.check(in: file) }
}
