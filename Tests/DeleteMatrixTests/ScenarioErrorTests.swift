import Testing

@testable import DeleteMatrix

@Suite("What is said of a scenario's steps that cannot be?")
struct ScenarioErrorTests {
  @Test(
    "A step does exactly one thing",
    arguments: Edit.list(
      #"""
      {"delete": ["L"]} → {"delete": ["L"], "save": true}
        «{"delete": ["L"], "save": true} — found delete and save in a step; expected exactly one \#
      of insert, link, unlink, set, delete, batchDelete, processPendingChanges, save, rollback, \#
      fetch, hold or read
      {"delete": ["L"]} → {"rollback": true, "delete": ["L"], "unlink": ["L", "items", "N"]}
        "]}, «{"rollback" — found unlink, delete and rollback in a step; expected exactly one of \#
      insert, link, unlink, set, delete, batchDelete, processPendingChanges, save, rollback, \#
      fetch, hold or read
      {"delete": ["L"]} → {}
        «{} — found no action in a step; expected exactly one of insert, link, unlink, set, \#
      delete, batchDelete, processPendingChanges, save, rollback, \#
      fetch, hold or read
      """#))
  func actions(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test(
    "Releases are named as on the command line; of one outcome, only where it is recorded",
    arguments: Edit.list(
      #"""
      "system": "macOS 14.5" → "system": "macOS14"
        «"macOS14" — 'macOS14' is no release; expected a system and its version, as in \#
      'iOS 17.5'; did you mean 'macOS 14'?
      "system": "macOS 14.5" → "system": "iOS 18...iOS 17"
        «"iOS 18... — 'iOS 18...iOS 17' ends before it begins; did you mean \#
      'iOS 17...iOS 18'?
      "system": "macOS 14.5" → "system": "iOS 99"
        «"iOS 99" — the system: iOS 99 is newer than every known release; the newest is iOS 27
      {"os": null, "xcode": "15", → {"os": "iOS 99", "xcode": "15",
        {"os": «"iOS 99", — the "os" of the source 'guide': iOS 99 is newer than every known release; the newest is iOS 27
      {"os": null, "xcode": "15", → {"os": {"words": "macOS 14.5", "releases": ["macOS 14.5", "macOS 14.2"]}, "xcode": "15",
        «{"words" — found words that name macOS 14.5, and the releases macOS 14.5 and macOS 14.2; expected \#
      the same
      "system": "macOS 14.5" → "system": ["all"]
        «["all" — found an array; expected releases as in "iOS 17.5" or "iOS 17...iOS 18"
      "evidence": "observed", → "evidence": "observed", "system": "iOS 17",
        "system": «"iOS 17" — found "system" in an outcome that is observed; expected it only \#
      where the evidence is "recorded", and elsewhere "os" in the source's environment
      """#))
  func releases(_ edit: Edit) throws { try edit.check(in: .values) }

  @Test("A store is one of the framework's, and holds what may be in it when an app starts")
  func stores() throws {
    try Edit.check(
      #"""
      "framework": "coreData", → "framework": "coreData", "store": "swiftDataInMemory",
        «"swiftDataInMemory", — found the store "swiftDataInMemory", which coreData doesn't have; \#
      expected "sqlite", "inMemory", "custom" or "mirrored"
      "framework": "coreData", → "framework": "coreData", "store": "inMemory", "insertedBy": "earlierRun",
        «"earlierRun", — found objects of an earlier run in an in-memory store, which is empty \#
      when an app starts; expected another store, or "thisContext" or "otherContext"
      "framework": "coreData", → "framework": "coreData", "store": "mirrored",
        «"mirrored", — found a mirrored store of a model in which List.items is deny: CloudKit refuses \#
      it, so the container never loads; expected another store, or a model that can be mirrored
      """#, in: .scenario)
    try Edit.check(
      #"""
      "framework": "coreData", → "framework": "coreData", "store": "custom",
        «{"batchDelete" — found a batch delete in a custom store, which performs it only if it \#
      implements batch requests; expected another store
      """#, in: .values)
  }

  @Test("A scenario has a step, be it a wrong one")
  func noSteps() throws {
    let unknownKey = """
      found the unknown key "x" in a scenario file; expected "scenario", "title", \
      "framework", "sources", "entities", "objects", "links", "steps", "$schema", "system", \
      "store", "insertedBy", "loaded", "mandatoryAttribute" or "values"
      """
    try Edit.check(
      #"""
      "steps": [ → "steps": [], "x": [
        "steps": «[ — found no step; expected at least one
        «"x": — \#(unknownKey)
      "steps": [ → "steps": {}, "x": [
        "steps": «{ — found an object; expected an array of steps
        «"x": — \#(unknownKey)
      "steps": [ → "steps": ["save"], "x": [
        «"save"] — found "save"; expected a step, an object
        «"x": — \#(unknownKey)
      """#, in: .scenario)
  }

  @Test(
    "Inserted objects are new, and of the model's concrete entities",
    arguments: Edit.list(
      #"""
      "Note": ["N"] → "Note": ["I3"]
        "Note": [«"I3" — found the object "I3" again
        "link": «["L", "items", "N"] — found the unknown object "N"; did you mean "L"?
        "unlink": «["L", "items", "N"] — found the unknown object "N"; did you mean "L"?
      "Note": ["N"] → "Note": ["N", "L"]
        "N", «"L" — found the object "L" again
      "Note": ["N"] → "Note": ["N"], "Nota": ["M"]
        «"Nota": — found the unknown entity "Nota"; did you mean "Note"?
      "Note": ["N"] → "Note": ["N"], "Thing": ["T"]
        «"Thing": — Thing is abstract; it has no objects
      """#))
  func inserts(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test(
    "A step's objects are there by then, and its references are such as the model allows",
    arguments: Edit.list(
      #"""
      {"insert": {"Item": ["I3"], "Note": ["N"]}}, →
        "link": «["L", "items", "N"] — found the unknown object "N"; did you mean "L"?
        "unlink": «["L", "items", "N"] — found the unknown object "N"; did you mean "L"?
        «"I3" — found the unknown object "I3"; did you mean "I1"?
      {"link": ["L", "items", "N"]} → {"link": ["L", "item", "N"]}
        "link": «["L", "item", "N"] — List has no relationship "item"; did you mean "items"?
      {"link": ["L", "items", "N"]} → {"link": ["L", "items", "L"]}
        "link": «["L", "items", "L"] — List.items holds objects of Item; found L
      {"unlink": ["L", "items", "N"]} → {"unlink": ["N", "items", "L"]}
        "unlink": «["N", "items", "L"] — Note has no relationship "items"; expected "list"
      ["I2", "list", null] → ["I4", "list", null]
        «"I4" — found the unknown object "I4"; did you mean "I1"?
      ["I2", "list", null] → ["I2", "lists", null]
        «"lists" — Item has no relationship "lists"; did you mean "list"?
      ["I2", "list", null] → ["I2", "list", "I1"]
        "list", «"I1" — Item.list holds objects of List; found I1
      ["L", "items", ["I1", "I3"]] → ["L", "items", ["I1", "I4", "L"]]
        «"I4" — found the unknown object "I4"; did you mean "I1"?
        "I4", «"L" — List.items holds objects of Item; found L
      ["L", "items", ["I1", "I3"]] → ["L", "things", []]
        «"things" — List has no relationship "things"; expected "items"
      {"delete": ["L"]} → {"delete": ["L", "M", "Other"]}
        «"M" — found the unknown object "M"; did you mean "L"?
        «"Other" — found the unknown object "Other"; expected "L", "I1", "I2", "I3" or "N"
      """#))
  func references(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test(
    "A batch delete is of one entity, and of objects of it",
    arguments: Edit.list(
      #"""
      {"delete": ["L"]} → {"batchDelete": "Item"}
      {"delete": ["L"]} → {"batchDelete": {"entity": "Item", "objects": ["I1"]}}
      {"delete": ["L"]} → {"batchDelete": "Itam"}
        "batchDelete": «"Itam" — found the unknown entity "Itam"; did you mean "Item"?
      {"delete": ["L"]} → {"batchDelete": ["Item"]}
        "batchDelete": «["Item"] — found an array; expected an entity's name, or a batch delete, \#
      an object
      {"delete": ["L"]} → {"batchDelete": {"entity": "Item", "objects": ["I4", "L"]}}
        «"I4" — found the unknown object "I4"; did you mean "I1"?
      {"delete": ["L"]} → {"batchDelete": {"entity": "Item", "objects": ["I1", "L"]}}
        "I1", «"L" — a batch delete of Item cannot name L, which is a List
      {"delete": ["L"]} → {"batchDelete": {"entity": "Item", "objects": ["I1", "N"]}}
      {"delete": ["L"]} → {"batchDelete": {"entity": "Item", "objects": ["I1", "N"], \#
      "subentities": false}}
        "I1", «"N" — a batch delete of Item cannot name N, which is a Note
      {"delete": ["L"]} → {"batchDelete": {"objects": []}}
        "batchDelete": «{ — found no "entity" in a batch delete; expected it there
      """#))
  func batchDeletes(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test(
    "What somebody holds is an object, and what is read a way along relationships to a property",
    arguments: Edit.list(
      #"""
      {"delete": ["L"]} → {"hold": ["L", "I3"]}
      {"delete": ["L"]} → {"hold": ["M"]}
        «"M" — found the unknown object "M"; did you mean "L"?
      {"delete": ["L"]} → {"read": ["I1", "list", "items"]}
      {"delete": ["L"]} → {"read": []}
        "read": «[] — found an array; expected an object's name first
      {"delete": ["L"]} → {"read": "L"}
        "read": «"L" — found "L"; expected an object's name and those of properties, an array
      {"delete": ["L"]} → {"read": ["L", "item"]}
        "L", «"item" — List has no property "item"; did you mean "items"?
      {"delete": ["L"]} → {"read": ["M", "item"]}
        «"M" — found the unknown object "M"; did you mean "L"?
      """#))
  func readings(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test("An attribute leads nowhere")
  func attributes() throws {
    try Edit.check(
      #"""
      ["N2", "size"], → ["N2", "size", "title"],
        ["N2", «"size", "title" — Note.size is an attribute; nothing follows it
      """#, in: .values)
  }

  @Test(
    "What prepareForDeletion does, it does before a delete, and neither saves nor reads",
    arguments: Edit.list(
      #"""
      {"delete": ["L"]} → {"delete": ["L"], "prepareForDeletion": [{"unlink": ["L", "items", "I1"]}]}
      {"delete": ["L"]} → {"delete": ["L"], "prepareForDeletion": [{"save": true}]}
        [{«"save": true — found the unknown key "save" in a step of prepareForDeletion; \#
      expected "insert", "link", "unlink", "set" or "delete"
      {"delete": ["L"]} → {"processPendingChanges": true, "prepareForDeletion": []}
        "prepareForDeletion": «[] — found "prepareForDeletion" without "delete"; expected both
      {"delete": ["L"]} → {"delete": ["L"], "prepareForDeletion": [{"undo": true}]}
        [{«"undo": true — found "undo" in a step of prepareForDeletion, which is not modelled \#
      here: what undo managers do is not known well enough
      """#))
  func preparations(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test(
    "What is not modelled is refused, with the reason",
    arguments: [
      ("merge", "what a save merges into another context is not known; read in a new context"),
      ("undo", "what undo managers do is not known well enough"),
      ("redo", "what undo managers do is not known well enough"),
      ("autosave", "when it comes is not known; write \"save\" where it came"),
    ])
  func unmodelled(key: String, reason: String) throws {
    try Edit.check(
      """
      {"delete": ["L"]} → {"delete": ["L"], "\(key)": true}
        "]\u{2C} «"\(key)" — found "\(key)" in a step, which is not modelled here: \(reason)
      """, in: .scenario)
  }

  @Test(
    "What is expected after a step is checked like a row's outcome, without objects asked for",
    arguments: Edit.list(
      #"""
      "deleted": ["L"], "effect" → "deleted": ["M"], "effect"
        «"M" — found the unknown object "M"; did you mean "L"?
      "effect": "denied" → "effect": "deny"
        "effect": «"deny" — found "deny"; expected "ok", "trapOnRead", "validationFailed", \#
      "denied" or "crash"
      "effect": "denied" → "effect": "ok", "dangling": [["I1", "list", "L"]]
        "expect": «{ — the outcome contradicts itself: the effect is "ok", yet a reference dangles
      "deleted": ["L"], "effect": "denied" → "deleted": [], "effect": "ok"
      "expect": null → "expect": []
        "expect": «[] — found an array; expected at least one outcome, or null
      "expect": null → "expect": [{"evidence": "observed"}]
        «{"evidence": "observed"} — found no "deleted" in an outcome; expected it there
        «{"evidence": "observed"} — found no "effect" in an outcome; expected it there
      """#))
  func expectations(_ edit: Edit) throws { try edit.check(in: .scenario) }

  @Test("An object of a later step is not known to an earlier one's expectation")
  func expectationsBeforeAnInsert() throws {
    try Edit.check(
      #"""
      {"insert": {"Item": ["I3"], "Note": ["N"]}} → {"save": true, "expect": {"evidence": \#
      "observed", "deleted": ["I3"], "effect": "ok"}}, {"insert": {"Item": ["I3"], "Note": ["N"]}}
        "deleted": [«"I3" — found the unknown object "I3"; did you mean "I1"?
      """#, in: .scenario)
  }
}
