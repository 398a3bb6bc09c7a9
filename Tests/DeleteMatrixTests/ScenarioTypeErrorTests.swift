import ObjectGraph
import Testing

@testable import DeleteMatrix

@Suite("What is said of a value of the wrong type in a step?")
struct ScenarioTypeErrorTests {
  @Test(
    "A scenario's values",
    arguments: [
      Edit(#""refusal""#, "null", "2:15: error: found null; expected a string that is not empty"),
      Edit(
        #"{"insert": {"Item": ["I3"], "Note": ["N"]}}"#, #"{"insert": ["I3", "N"]}"#,
        #"32:16: error: found an array; expected objects by entity: {"Entity": ["name"]}"#,
        #"33:14: error: found the unknown object "N"; did you mean "L"?"#,
        #"34:16: error: found the unknown object "N"; did you mean "L"?"#,
        #"35:35: error: found the unknown object "I3"; did you mean "I1"?"#),
      Edit(
        #"{"link": ["L", "items", "N"]}"#, #""save""#,
        #"33:5: error: found "save"; expected a step, an object"#),
      Edit(
        #"{"link": ["L", "items", "N"]}"#, #"{"link": {"L": "N"}}"#,
        """
        33:14: error: found an object; expected a reference: ["object", "relationship", \
        "object"]
        """),
      Edit(
        #"["L", "items", ["I1", "I3"]]"#, #"["L", "items"]"#,
        """
        35:13: error: found an array; expected ["object", "relationship", null, an object or an \
        array of them]
        """),
      Edit(
        #"["L", "items", ["I1", "I3"]]"#, #"[1, "items", ["I1", "I3"]]"#,
        "35:14: error: found the number 1; expected an object's name"),
      Edit(
        #"["L", "items", ["I1", "I3"]]"#, #"["L", "items", ["I1", 3]]"#,
        "35:35: error: found the number 3; expected an object's name"),
      Edit(
        #"["I2", "list", null]"#, #"["I2", null, null]"#,
        "36:20: error: found null; expected a relationship's name"),
      Edit(
        #"["I2", "list", null]"#, #"["I2", "list", 0]"#,
        "36:28: error: found the number 0; expected an object's name"),
      Edit(
        #"{"delete": ["L"]}"#, #"{"delete": "L"}"#,
        #"38:16: error: found "L"; expected an array of objects"#),
      Edit(
        #"{"delete": ["L"]}"#, #"{"delete": [3, "X"]}"#,
        "38:17: error: found the number 3; expected an object's name",
        #"38:20: error: found the unknown object "X"; did you mean "L"?"#),
      Edit(#""save": true"#, #""save": false"#, "39:14: error: found false; expected true"),
      Edit(#""rollback": true"#, #""rollback": null"#, "40:18: error: found null; expected true"),
      Edit(
        #""expect": null"#, #""expect": "ok""#,
        #"40:34: error: found "ok"; expected an outcome, an object"#),
    ])
  func scenario(_ edit: Edit) throws { try edit.check(in: .scenario) }
}
