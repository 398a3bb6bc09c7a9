import Testing

@testable import DeleteMatrix

@Suite("What is said of a scenario's steps that cannot be?")
struct ScenarioErrorTests {
  @Test(
    "A step does exactly one thing",
    arguments: [
      Edit(
        #"{"delete": ["L"]}"#, #"{"delete": ["L"], "save": true}"#,
        """
        38:5: error: found delete and save in a step; expected exactly one of insert, link, \
        unlink, set, delete, processPendingChanges, save or rollback
        """),
      Edit(
        #"{"delete": ["L"]}"#,
        #"{"rollback": true, "delete": ["L"], "unlink": ["L", "items", "N"]}"#,
        """
        38:5: error: found unlink, delete and rollback in a step; expected exactly one of \
        insert, link, unlink, set, delete, processPendingChanges, save or rollback
        """),
      Edit(
        #"{"delete": ["L"]}"#, "{}",
        """
        38:5: error: found no action in a step; expected exactly one of insert, link, unlink, \
        set, delete, processPendingChanges, save or rollback
        """),
    ])
  func actions(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test("A scenario has a step, be it a wrong one")
  func noSteps() throws {
    let unknownKey = """
      error: found the unknown key "x" in a scenario file; expected "scenario", "title", \
      "framework", "sources", "entities", "objects", "links", "steps", "$schema" or "values"
      """
    try Edit(
      #""steps": ["#, #""steps": [], "x": ["#, "31:12: error: found no step; expected at least one",
      "31:16: \(unknownKey)"
    ).check(in: .scenario)
    try Edit(
      #""steps": ["#, #""steps": {}, "x": ["#,
      "31:12: error: found an object; expected an array of steps", "31:16: \(unknownKey)"
    ).check(in: .scenario)
    try Edit(
      #""steps": ["#, #""steps": ["save"], "x": ["#,
      #"31:13: error: found "save"; expected a step, an object"#, "31:22: \(unknownKey)"
    ).check(in: .scenario)
  }

  @Test(
    "Inserted objects are new, and of the model's concrete entities",
    arguments: [
      Edit(
        #""Note": ["N"]"#, #""Note": ["I3"]"#, #"32:42: error: found the object "I3" again"#,
        #"33:14: error: found the unknown object "N"; did you mean "L"?"#,
        #"34:16: error: found the unknown object "N"; did you mean "L"?"#),
      Edit(#""Note": ["N"]"#, #""Note": ["N", "L"]"#, #"32:47: error: found the object "L" again"#),
      Edit(
        #""Note": ["N"]"#, #""Note": ["N"], "Nota": ["M"]"#,
        #"32:48: error: found the unknown entity "Nota"; did you mean "Note"?"#),
      Edit(
        #""Note": ["N"]"#, #""Note": ["N"], "Thing": ["T"]"#,
        "32:48: error: Thing is abstract; it has no objects"),
    ])
  func inserts(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test(
    "A step's objects are there by then, and its references are such as the model allows",
    arguments: [
      Edit(
        #"{"insert": {"Item": ["I3"], "Note": ["N"]}},"#, "",
        #"33:14: error: found the unknown object "N"; did you mean "L"?"#,
        #"34:16: error: found the unknown object "N"; did you mean "L"?"#,
        #"35:35: error: found the unknown object "I3"; did you mean "I1"?"#),
      Edit(
        #"{"link": ["L", "items", "N"]}"#, #"{"link": ["L", "item", "N"]}"#,
        #"33:14: error: List has no relationship "item"; did you mean "items"?"#),
      Edit(
        #"{"link": ["L", "items", "N"]}"#, #"{"link": ["L", "items", "L"]}"#,
        "33:14: error: List.items holds objects of Item; found L"),
      Edit(
        #"{"unlink": ["L", "items", "N"]}"#, #"{"unlink": ["N", "items", "L"]}"#,
        #"34:16: error: Note has no relationship "items"; expected "list""#),
      Edit(
        #"["I2", "list", null]"#, #"["I4", "list", null]"#,
        #"36:14: error: found the unknown object "I4"; did you mean "I1"?"#),
      Edit(
        #"["I2", "list", null]"#, #"["I2", "lists", null]"#,
        #"36:20: error: Item has no relationship "lists"; did you mean "list"?"#),
      Edit(
        #"["I2", "list", null]"#, #"["I2", "list", "I1"]"#,
        "36:28: error: Item.list holds objects of List; found I1"),
      Edit(
        #"["L", "items", ["I1", "I3"]]"#, #"["L", "items", ["I1", "I4", "L"]]"#,
        #"35:35: error: found the unknown object "I4"; did you mean "I1"?"#,
        "35:41: error: List.items holds objects of Item; found L"),
      Edit(
        #"["L", "items", ["I1", "I3"]]"#, #"["L", "things", []]"#,
        #"35:19: error: List has no relationship "things"; expected "items""#),
      Edit(
        #"{"delete": ["L"]}"#, #"{"delete": ["L", "M", "Other"]}"#,
        #"38:22: error: found the unknown object "M"; did you mean "L"?"#,
        #"38:27: error: found the unknown object "Other"; expected "L", "I1", "I2", "I3" or "N""#),
    ])
  func references(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test(
    "What is expected after a step is checked like a row's outcome, without objects asked for",
    arguments: [
      Edit(
        #""deleted": ["L"], "effect""#, #""deleted": ["M"], "effect""#,
        #"39:69: error: found the unknown object "M"; did you mean "L"?"#),
      Edit(
        #""effect": "denied""#, #""effect": "deny""#,
        """
        39:85: error: found "deny"; expected "ok", "trapOnRead", "validationFailed", "denied" or \
        "crash"
        """),
      Edit(
        #""effect": "denied""#, #""effect": "ok", "dangling": [["I1", "list", "L"]]"#,
        """
        39:30: error: the outcome contradicts itself: the effect is "ok", yet a reference \
        dangles
        """),
      Edit(#""deleted": ["L"], "effect": "denied""#, #""deleted": [], "effect": "ok""#),
      Edit(
        #""expect": null"#, #""expect": []"#,
        "40:34: error: found an array; expected at least one outcome, or null"),
      Edit(
        #""expect": null"#, #""expect": [{"evidence": "observed"}]"#,
        #"40:35: error: found no "deleted" in an outcome; expected it there"#,
        #"40:35: error: found no "effect" in an outcome; expected it there"#),
    ])
  func expectations(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test("An object of a later step is not known to an earlier one's expectation")
  func expectationsBeforeAnInsert() throws {
    try Edit(
      #"{"insert": {"Item": ["I3"], "Note": ["N"]}}"#,
      #"""
      {"save": true, "expect": {"evidence": "observed", "deleted": ["I3"], "effect": "ok"}},
          {"insert": {"Item": ["I3"], "Note": ["N"]}}
      """#, #"32:67: error: found the unknown object "I3"; did you mean "I1"?"#
    ).check(in: .scenario)
  }
}
