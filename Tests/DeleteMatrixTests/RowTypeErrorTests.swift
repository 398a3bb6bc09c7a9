import Testing

@testable import DeleteMatrix

@Suite("What is said of a value of the wrong type in a row or an outcome?")
struct RowTypeErrorTests {
  @Test(
    "The values of rows and outcomes",
    arguments: [
      Edit(
        #"{"rules": ["deny", null], "evidence": "none"}"#, "null",
        "20:11: error: \(Edit.missingRow("deny+-"))",
        "33:5: error: found null; expected a row, an object"),
      Edit(
        #"["deny", null]"#, #""deny""#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        """
        33:15: error: found "deny"; expected the rules of both sides, with null for a side \
        without a relationship
        """),
      Edit(
        #"["deny", null]"#, #"["deny"]"#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        """
        33:15: error: found an array; expected the rules of both sides, with null for a side \
        without a relationship
        """),
      Edit(
        #"["deny", null]"#, "[1, null]",
        "20:11: error: \(Edit.missingRow("deny+-"))",
        #"33:16: error: found the number 1; expected "cascade", "nullify", "deny" or "noAction""#),
      Edit(
        #""evidence": "none""#, #""evidence": null"#,
        #"32:46: error: found null; expected "derived" or "none""#),
      Edit(
        #""evidence": "none""#, #""evidence": "observed""#,
        #"32:46: error: found "observed"; expected "derived" or "none""#),
      Edit(
        #"{"A1": null, "B1": null}"#, "null",
        "30:19: error: found null; expected outcomes by name: A1 and B1"),
      Edit(
        #"{"A1": null, "B1": null}"#, #"["A1", "B1"]"#,
        "30:19: error: found an array; expected outcomes by name: A1 and B1"),
      Edit(
        #"{"A1": null, "B1": null}"#, #"{"A1": true, "B1": "ok"}"#,
        "30:26: error: found true; expected an outcome, an object",
        #"30:38: error: found "ok"; expected an outcome, an object"#),
      Edit(
        #"{"A1": null, "B1": null}"#, #"{"A1": [], "B1": [null]}"#,
        "30:26: error: found an array; expected at least one outcome, or null",
        "30:37: error: found null; expected an outcome, an object"),
      Edit(
        #""unlinked":"#, #""remove": null, "unlinked":"#,
        "30:17: error: found null; expected nothing here, or {}"),
      Edit(
        #""evidence": "observed", "deleted""#, #""evidence": 1, "deleted""#,
        #"24:28: error: found the number 1; expected "observed", "documented", "derived" or "recorded""#
      ),
      Edit(
        #""evidence": "observed", "deleted""#, #""evidence": "seen", "deleted""#,
        #"24:28: error: found "seen"; expected "observed", "documented", "derived" or "recorded""#),
      Edit(
        #""evidence": "observed", "deleted""#, #""evidence": "Observed", "deleted""#,
        #"24:28: error: found "Observed"; did you mean "observed"?"#),
      Edit(
        #""effect": "ok""#, #""effect": 1"#,
        """
        24:75: error: found the number 1; expected "ok", "trapOnRead", "validationFailed", "denied" or \
        "crash"
        """),
      Edit(
        #""effect": "ok""#, #""effect": "traponread""#,
        #"24:75: error: found "traponread"; did you mean "trapOnRead"?"#),
      Edit(
        #""effect": "ok""#, #""effect": "badAccess""#,
        """
        24:75: error: found "badAccess"; expected "ok", "trapOnRead", "validationFailed", \
        "denied" or "crash"
        """),
      Edit(
        #""source": "article""#, #""source": null"#,
        "26:45: error: found null; expected a string that is not empty"),
      Edit(
        #""effect": "ok""#, #""effect": "ok", "deviation": true"#,
        "24:94: error: found true; expected the reason why the engine differs"),
      Edit(
        #""effect": "ok""#, #""effect": "ok", "deviation": """#,
        #"24:94: error: found ""; expected the reason why the engine differs"#),
      Edit(
        #"["A1", "B1"]"#, #""A1""#,
        #"24:51: error: found "A1"; expected an array of objects, or null"#),
      Edit(
        #"["A1", "B1"]"#, #"["A1", {}]"#, "24:58: error: found an object; expected an object's name"
      ),
      Edit(
        #""nullified": []"#, #""nullified": {}"#,
        "27:48: error: found an object; expected an array of references, or null"),
      Edit(
        #"[["A1", "b", "B1"]]"#, #"["A1", "b", "B1"]"#,
        #"27:65: error: found "A1"; expected a reference: ["object", "relationship", "object"]"#,
        #"27:71: error: found "b"; expected a reference: ["object", "relationship", "object"]"#,
        #"27:76: error: found "B1"; expected a reference: ["object", "relationship", "object"]"#),
    ])
  func rows(_ edit: Edit) throws { try edit.check(in: .oneWay) }
}
