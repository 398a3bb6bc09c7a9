import Testing

@testable import DeleteMatrix

@Suite("What is said of a model, objects or links that cannot be?")
struct FixtureErrorTests {
  @Test(
    "An impossible model is explained, at the entities",
    arguments: Edit.list(
      #"""
      "destination": "B" → "destination": "C"
        "entities": «[ — A.b: the destination 'C' is no entity of this schema
        "links": [ «["A1", "b", "B1"] — A.b holds objects of C; found B1
        "dangling": [«["A1", "b", "B1"] — A.b holds objects of C; found B1
      "toMany": false → "maxCount": 2
        "entities": «[ — A.b: between 0 and 2 objects is impossible; expected 0 ≤ minimum ≤ \#
      maximum, with a maximum of 0 for no bound, and of 1 for a to-one
      "toMany": false → "toMany": true, "minCount": 3, "maxCount": 2
        "entities": «[ — A.b: between 3 and 2 objects is impossible; expected 0 ≤ minimum ≤ \#
      maximum, with a maximum of 0 for no bound, and of 1 for a to-one
        «{ "rules": [ — found no "remove" in a row; expected it there, or "evidence" for a row \#
      that nobody observed
      "toMany": false → "inverse": "a"
        "entities": «[ — A.b: the inverse 'a' does not exist on its destination B
      "parent": null → "parent": "Base"
        "entities": «[ — B: the parent entity 'Base' does not exist
      "parent": null → "parent": "B"
        "entities": «[ — B: the entity is its own ancestor (B → B); break the cycle
      {"name": "B", "parent" → {"name": "A", "parent"
        "entities": «[ — A.b: the destination 'B' is no entity of this schema
        "entities": «[ — A: two entities have this name; rename one
        "entities": «[ — the pairing "A-B" has the entities A and A; expected the pairing "A-A"
        «"B": — found the unknown entity "B"; did you mean "A"?
        "links": [ «["A1", "b", "B1"] — found the unknown object "B1"; did you mean "A1"?
        "A1", «"B1" — found the unknown object "B1"; did you mean "A1"?
        }, «"B1": — found "B1"; expected outcomes for "A1" and "A1"
        ": null, «"B1": — found "B1"; expected outcomes for "A1" and "A1"
      """#))
  func schema(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test("Every problem of a model is reported, and the framework decides what is one")
  func schemaOfAFramework() throws {
    try Edit.check(
      #"""
      "inverse": "items" → "inverse": null
        "entities": «[ — List.items: the inverse Item.list does not point back: it is declared \#
      to have no inverse
      "coreData" → "swiftData"
        "entities": «[ — List.items: the inverse is declared here and on Item.list; SwiftData's \#
      macro expands in a circle: declare it on one side
      """#, in: .scenario)
  }

  @Test(
    "A pairing has two sides, which give it its name",
    arguments: Edit.list(
      #"""
      {"name": "B", "parent": null, "abstract": false} → {"name": "B"}, {"name": "C"}
        "entities": «[ — \#(Edit.noPairing)
      [{"name": "b", "destination": "B", "toMany": false}] → []
        "entities": «[ — \#(Edit.noPairing)
        "links": [ «["A1", "b", "B1"] — A has no relationship "b"; there is none
      "toMany": false} → "toMany": false}, {"name": "c", "destination": "A"}
        "entities": «[ — \#(Edit.noPairing)
      "pairing": "A-B" → "pairing": "B-A"
        "entities": «[ — the pairing "B-A" has the entities A and B; expected the pairing "A-B"
      "pairing": "A-B" → "pairing": "A\nB"
        "entities": «[ — the pairing "A\nB" has the entities A and B; expected the pairing "A-B"
      "B": ["B1", "B2"] → "B": []
        "objects": «{"A": ["A1"], "B": []} — found no object of B; expected one at least
        "links": [ «["A1", "b", "B1"] — found the unknown object "B1"; did you mean "A1"?
      {"A": ["A1"], "B": ["B1", "B2"]} → {}
        "objects": «{} — found no object of A; expected one at least
        "objects": «{} — found no object of B; expected one at least
        "links": [ «["A1", "b", "B1"] — found the unknown object "A1"; there is none
        "links": [ «["A1", "b", "B1"] — found the unknown object "B1"; there is none
      """#))
  func sides(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test("The rows of a pairing without two sides are still searched for unknown keys")
  func rowsWithoutSides() throws {
    try Edit.check(
      #"""
      "B": ["B1", "B2"]}, → "B": []}, "rows": [{"rules": [], "rule": []}], "x": {},
        "objects": «{"A": ["A1"], "B": []} — found no object of B; expected one at least
        «"rule": — found the unknown key "rule" in a row; did you mean "rules"?
        «"x": — found the unknown key "x" in a pairing file; expected "pairing", "title", \#
      "framework", "sources", "entities", "objects", "links", "rows" or "$schema"
        "links": [ «["A1", "b", "B1"] — found the unknown object "B1"; did you mean "A1"?
        ], «"rows": — found the key "rows" again; it stands first in line 16
      """#, in: .oneWay)
  }

  @Test(
    "Objects have a concrete entity of the model and a name of their own",
    arguments: Edit.list(
      #"""
      "objects": {"A" → "objects": {"a": ["A3"], "A"
        «"a": — found the unknown entity "a"; did you mean "A"?
      "objects": {"A" → "objects": {"Other": ["O1"], "A"
        «"Other": — found the unknown entity "Other"; expected "A" or "B"
      ["B1", "B2"] → ["B1", "B2", "B1"]
        "B2", «"B1" — found the object "B1" again
      ["B1", "B2"] → ["B1", "A1"]
        "B1", «"A1" — found the object "A1" again
      "abstract": false → "abstract": true
        "objects": «{ — found no object of B; expected one at least
        «"B": — B is abstract; it has no objects
        "links": [ «["A1", "b", "B1"] — found the unknown object "B1"; did you mean "A1"?
      """#))
  func objects(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A link leads from a known object, by a relationship of it, to an object of the destination",
    arguments: Edit.list(
      #"""
      ["A1", "b", "B1"] → ["A2", "b", "B1"]
        «["A2", "b", "B1"] — found the unknown object "A2"; did you mean "A1"?
      ["A1", "b", "B1"] → ["A1", "b", "Other"]
        «["A1", "b", "Other"] — found the unknown object "Other"; expected "A1", "B1" or "B2"
      ["A1", "b", "B1"] → ["X\t", "b", "Y\n"]
        «["X\t", "b", "Y\n"] — found the unknown object "X\t"; expected "A1", "B1" or "B2"
        «["X\t", "b", "Y\n"] — found the unknown object "Y\n"; expected "A1", "B1" or "B2"
      ["A1", "b", "B1"] → ["A1", "B", "B1"]
        «["A1", "B", "B1"] — A has no relationship "B"; did you mean "b"?
      ["A1", "b", "B1"] → ["A1", "owner", "B1"]
        «["A1", "owner", "B1"] — A has no relationship "owner"; expected "b"
      ["A1", "b", "B1"] → ["B1", "b", "B1"]
        «["B1", "b", "B1"] — B has no relationship "b"; there is none
      ["A1", "b", "B1"] → ["A1", "b", "A1"]
        «["A1", "b", "A1"] — A.b holds objects of B; found A1
      ["A1", "b", "B1"] → ["A1", "b", "B1"], ["A1", "b", "B1"]
        ], «["A1", "b", "B1"] — found the link A1.b → B1 again
      ["A1", "b", "B1"] → ["A1", "b", "B1"], ["A1", "b", "B2"]
        ], «["A1", "b", "B2"] — A1.b is to-one and already holds B1; found B2
      """#))
  func links(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test("Relationships are inherited, and hold objects of subentities")
  func inheritance() throws {
    let old = #""I2"]}, "links": ["#
    let new = #""I2"], "Note": ["N1"]}, "links": ["#
    try Edit.check(
      #"""
      \#(old) → \#(new)["N1", "list", "L"], ["L", "items", "N1"],
      \#(old) → \#(new)["N1", "items", "L"],
        «["N1", "items", "L"] — Note has no relationship "items"; expected "list"
      """#, in: .scenario)
  }

  @Test("A source has an id of its own")
  func sources() throws {
    let environment = #"{"os": null, "xcode": null, "store": null}"#
    try Edit.check(
      #"""
      "sources": [ → "sources": [ { "id": "one", "title": "First", "url": \#
      "https://example.org/0", "published": null, "environment": \#(environment) },
        }, «{ "id": "one" — found the source "one" again
      """#, in: .manyToMany)
  }

  @Test(
    "What a source ran on is a release that there is",
    arguments: [
      ("iOS 19", "there is no iOS 19; after iOS 18 comes iOS 26"),
      ("macOS Fresno 28.1", "'macOS Fresno 28.1' is not understood; write 'macOS 28.1'"),
    ])
  func environment(os: String, message: String) throws {
    try Edit.check(
      #"""
      "os": "iOS 17" → "os": "\#(os)"
        «"\#(os)" — \#(message)
      """#, in: .oneWay)
  }
}
