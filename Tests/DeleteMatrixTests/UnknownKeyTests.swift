import Testing

@testable import DeleteMatrix

@Suite("What is said of a key that is unknown?")
struct UnknownKeyTests {
  @Test(
    "An unknown key of a pairing is named, with the one that was meant",
    arguments: [
      Edit(
        #""title": "1"#, #""titel": "1"#,
        #"1:1: error: found no "title" in a pairing file; expected it there"#,
        #"4:3: error: found the unknown key "titel" in a pairing file; did you mean "title"?"#),
      Edit(
        #""rows": ["#, #""note": "x", "rows": ["#,
        """
        20:3: error: found the unknown key "note" in a pairing file; expected "pairing", \
        "title", "framework", "sources", "entities", "objects", "links", "rows" or "$schema"
        """),
      Edit(
        #""published""#, #""publishd""#,
        #"7:5: error: found no "published" in a source; expected it there"#,
        #"8:71: error: found the unknown key "publishd" in a source; did you mean "published"?"#),
      Edit(
        #""url": "#, #""URL": "#, #"7:5: error: found no "url" in a source; expected it there"#,
        #"8:41: error: found the unknown key "URL" in a source; did you mean "url"?"#),
      Edit(
        #""store": null"#, #""device": null, "store": null"#,
        """
        9:54: error: found the unknown key "device" in an environment; expected "os", "xcode" or \
        "store"
        """),
      Edit(
        #""xcode""#, #""Xcode""#,
        #"9:22: error: found no "xcode" in an environment; expected it there"#,
        #"9:39: error: found the unknown key "Xcode" in an environment; did you mean "xcode"?"#),
      Edit(
        #""abstract""#, #""isAbstract""#,
        """
        14:35: error: found the unknown key "isAbstract" in an entity; did you mean "abstract"?
        """),
      Edit(
        #""toMany""#, #""to-many""#,
        """
        13:71: error: found the unknown key "to-many" in a relationship; did you mean "toMany"?
        """),
      Edit(
        #""evidence": "none""#, #""evidence": "none", "comment": """#,
        """
        32:54: error: found the unknown key "comment" in a row; expected "rules", "evidence", \
        "delete", "unlinked" or "remove"
        """),
      Edit(
        #""unlinked""#, #""unlinkd""#,
        """
        21:5: error: found no "unlinked" in a row; expected it there, or "evidence" for a row \
        that nobody observed
        """,
        #"30:7: error: found the unknown key "unlinkd" in a row; did you mean "unlinked"?"#),
      Edit(
        #""effect": "ok""#, #""effects": "ok""#,
        #"24:15: error: found no "effect" in an outcome; expected it there"#,
        #"24:65: error: found the unknown key "effects" in an outcome; did you mean "effect"?"#),
      Edit(
        #""effect": "ok""#, #""effect": "ok", "kept": []"#,
        """
        24:81: error: found the unknown key "kept" in an outcome; expected "evidence", \
        "deleted", "effect", "source", "dangling", "nullified", "stored", "error", "references", \
        "values", "fetched" or "deviation"
        """),
      Edit(
        #""nullified""#, #""nulli\nfied""#,
        """
        27:35: error: found the unknown key "nulli\\nfied" in an outcome; did you mean \
        "nullified"?
        """),
    ])
  func unknownKeys(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "An unknown key of a scenario or a manifest is named",
    arguments: [
      (
        SoundFile.scenario,
        Edit(
          #""steps""#, #""step""#,
          #"1:1: error: found no "steps" in a scenario file; expected it there"#,
          #"31:3: error: found the unknown key "step" in a scenario file; did you mean "steps"?"#)
      ),
      (
        .scenario,
        Edit(
          #""scenario""#, #""scenario": "x", "pairing""#,
          """
          2:20: error: found the unknown key "pairing" in a scenario file; expected "scenario", \
          "title", "framework", "sources", "entities", "objects", "links", "steps", "$schema" or "values"
          """)
      ),
      (
        .scenario,
        Edit(
          #""rollback": true"#, #""rollback": true, "expects": null"#,
          #"40:24: error: found the unknown key "expects" in a step; did you mean "expect"?"#)
      ),
      (
        .scenario,
        Edit(
          #""deleteRule""#, #""deletionRule""#,
          """
          17:60: error: found the unknown key "deletionRule" in a relationship; did you mean \
          "deleteRule"?
          """)
      ),
      (
        .manifest,
        Edit(
          #""pinned""#, #""pined""#,
          #"1:1: error: found no "pinned" in a manifest; expected it there"#,
          #"3:3: error: found the unknown key "pined" in a manifest; did you mean "pinned"?"#)
      ),
      (
        .manifest,
        Edit(
          #""removals": 0"#, #""removals": 0, "cells": 4"#,
          """
          4:81: error: found the unknown key "cells" in a set of pinned counts; expected "rows", \
          "deletes", "unlinkedDeletes" or "removals"
          """)
      ),
      (
        .manifest,
        Edit(
          #""swiftData""#, #""SwiftDate""#,
          #"4:5: error: found the unknown framework "SwiftDate"; did you mean "swiftData"?"#)
      ),
      (
        .manifest,
        Edit(
          #""swiftData""#, #""realm""#,
          #"4:5: error: found the unknown framework "realm"; expected "swiftData" or "coreData""#)
      ),
    ])
  func otherUnknownKeys(file: SoundFile, _ edit: Edit) throws { try edit.check(in: file) }
}
