import Testing

@testable import DeleteMatrix

@Suite("What is said of a value of the wrong type in a model, objects or links?")
struct FixtureTypeErrorTests {
  @Test(
    "The values of entities, objects and links",
    arguments: [
      Edit(
        #"{"name": "B", "parent": null, "abstract": false}"#, #""B""#,
        "12:15: error: A.b: the destination 'B' is no entity of this schema",
        "12:15: error: \(Edit.noPairing)",
        #"14:5: error: found "B"; expected an entity, an object"#,
        #"16:28: error: found the unknown entity "B"; did you mean "A"?"#,
        #"18:5: error: found the unknown object "B1"; did you mean "A1"?"#),
      Edit(
        #""name": "B""#, #""name": null"#,
        "12:15: error: A.b: the destination 'B' is no entity of this schema",
        "12:15: error: \(Edit.noPairing)",
        "14:14: error: found null; expected a string that is not empty",
        #"16:28: error: found the unknown entity "B"; did you mean "A"?"#,
        #"18:5: error: found the unknown object "B1"; did you mean "A1"?"#),
      Edit(
        #""parent": null"#, #""parent": false"#,
        "14:29: error: found false; expected an entity's name, or null"),
      Edit(
        #""abstract": false"#, #""abstract": "no""#,
        #"14:47: error: found "no"; expected true or false"#),
      Edit(
        #"[{"name": "b", "destination": "B", "toMany": false}]"#, #"{"b": "B"}"#,
        "12:15: error: \(Edit.noPairing)",
        "13:36: error: found an object; expected an array of relationships",
        #"18:5: error: A has no relationship "b"; there is none"#),
      Edit(
        #"{"name": "b", "destination": "B", "toMany": false}"#, #""b""#,
        "12:15: error: \(Edit.noPairing)",
        #"13:37: error: found "b"; expected a relationship, an object"#,
        #"18:5: error: A has no relationship "b"; there is none"#),
      Edit(
        #""name": "b""#, #""name": 1"#, "12:15: error: \(Edit.noPairing)",
        "13:46: error: found the number 1; expected a string that is not empty",
        #"18:5: error: A has no relationship "b"; there is none"#),
      Edit(
        #""destination": "B""#, #""destination": null"#, "12:15: error: \(Edit.noPairing)",
        "13:66: error: found null; expected a string that is not empty",
        #"18:5: error: A has no relationship "b"; there is none"#),
      Edit(
        #""toMany": false"#, #""toMany": 1"#,
        "13:81: error: found the number 1; expected true or false"),
      Edit(
        #""toMany": false"#, #""ordered": "yes""#,
        #"13:82: error: found "yes"; expected true or false"#),
      Edit(
        #""toMany": false"#, #""optional": null"#,
        "13:83: error: found null; expected true or false"),
      Edit(
        #""toMany": false"#, #""toMany": true, "minCount": "1""#,
        #"13:99: error: found "1"; expected a whole number, 0 or more"#,
        """
        21:5: error: found no "remove" in a row; expected it there, or "evidence" for a row that \
        nobody observed
        """),
      Edit(
        #""toMany": false"#, #""toMany": true, "maxCount": -1"#,
        "13:99: error: found the number -1; expected a whole number, 0 or more",
        """
        21:5: error: found no "remove" in a row; expected it there, or "evidence" for a row that \
        nobody observed
        """),
      Edit(
        #""toMany": false"#, #""toMany": true, "maxCount": 1.0"#,
        "13:99: error: found the number 1.0; expected a whole number, 0 or more",
        """
        21:5: error: found no "remove" in a row; expected it there, or "evidence" for a row that \
        nobody observed
        """),
      Edit(
        #""toMany": false"#, #""toMany": true, "maxCount": 99999999999999999999"#,
        "13:99: error: found the number 1e+20; expected a whole number, 0 or more",
        """
        21:5: error: found no "remove" in a row; expected it there, or "evidence" for a row that \
        nobody observed
        """),
      Edit(
        #""toMany": false"#, #""deleteRule": null"#,
        #"13:85: error: found null; expected "cascade", "nullify", "deny" or "noAction""#),
      Edit(
        #""toMany": false"#, #""deleteRule": "no action""#,
        #"13:85: error: found "no action"; did you mean "noAction"?"#),
      Edit(
        #""toMany": false"#, #""deleteRule": "destroy""#,
        #"13:85: error: found "destroy"; expected "cascade", "nullify", "deny" or "noAction""#),
      Edit(
        #""toMany": false"#, #""inverse": []"#,
        "13:82: error: found an array; expected a relationship's name, or null"),
      Edit(
        #"["A1"]"#, #""A1""#, "16:14: error: found no object of A; expected one at least",
        #"16:20: error: found "A1"; expected an array of names"#,
        #"18:5: error: found the unknown object "A1"; did you mean "B1"?"#),
      Edit(#"["B1", "B2"]"#, #"["B1", 2]"#, "16:40: error: found the number 2; expected a name"),
      Edit(
        #"["A1", "b", "B1"]"#, #"["A1", "b"]"#,
        """
        18:5: error: found an array; expected a reference: ["object", "relationship", "object"]
        """),
      Edit(
        #"["A1", "b", "B1"]"#, #""A1.b-B1""#,
        """
        18:5: error: found "A1.b-B1"; expected a reference: ["object", "relationship", "object"]
        """),
      Edit(
        #"["A1", "b", "B1"]"#, #"["A1", null, ""]"#, "18:12: error: found null; expected a name",
        #"18:18: error: found ""; expected a name"#),
    ])
  func fixture(_ edit: Edit) throws { try edit.check(in: .oneWay) }
}
