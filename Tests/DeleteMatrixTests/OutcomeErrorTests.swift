import Testing

@testable import DeleteMatrix

@Suite("What is said of an outcome that cannot be, or whose source is not known?")
struct OutcomeErrorTests {
  private static let a1 = #""deleted": ["A1", "B1"], "effect": "ok""#
  private static let ab = #"[["A1", "b", "B1"]]"#
  private static let b1 =
    #""deleted": ["B1"], "effect": "trapOnRead", "nullified": [], "dangling": [["A1", "b", "B1"]]"#

  @Test(
    "An outcome that contradicts itself is told how",
    arguments: Edit.list(
      #"""
      \#(a1) → \#(a1), "dangling": \#(ab)
        "A1": «{ — the outcome contradicts itself: the effect is "ok", yet a reference dangles
        "A1": «{ — the outcome contradicts itself: A1.b → B1 dangles, yet A1 is in "deleted"
      \#(a1) → "deleted": null, "effect": "ok", "dangling": \#(ab)
        "A1": «{ — the outcome contradicts itself: the effect is "ok", yet a reference dangles
      \#(a1) → "deleted": ["B1"], "effect": "ok"
        "A1": «{ — the outcome contradicts itself: A1 is asked for, yet it is not in "deleted"
      \#(a1) → "deleted": [], "effect": "ok"
        "A1": «{ — the outcome contradicts itself: A1 is asked for, yet it is not in "deleted"
      \#(b1) → "deleted": ["B1"], "effect": "trapOnRead", "dangling": []
        "B1": «{ — the outcome contradicts itself: the effect is "trapOnRead", yet no reference \#
      dangles
      \#(b1) → "deleted": null, "effect": "trapOnRead", "dangling": []
        "B1": «{ — the outcome contradicts itself: the effect is "trapOnRead", yet no reference \#
      dangles
      \#(b1) → "deleted": ["B1", "A1"], "effect": "trapOnRead", "dangling": \#(ab)
        "B1": «{ — the outcome contradicts itself: A1.b → B1 dangles, yet A1 is in "deleted"
      \#(b1) → "deleted": ["B1"], "effect": "trapOnRead", "dangling": [["A1", "b", "B2"]]
        "B1": «{ — the outcome contradicts itself: A1.b → B2 dangles, yet B2 is not in "deleted"
      \#(b1) → "deleted": ["B1", "A1"], "effect": "ok", "nullified": \#(ab)
        "B1": «{ — the outcome contradicts itself: A1.b → B1 is nullified, yet A1 is in "deleted"
      \#(b1) → "deleted": ["B1"], "effect": "trapOnRead", "nullified": \#(ab), "dangling": \#(ab)
        "B1": «{ — the outcome contradicts itself: A1.b → B1 is nullified, yet it dangles
      \#(b1) → "deleted": null, "effect": "denied", "nullified": \#(ab), "dangling": \#(ab)
        "B1": «{ — the outcome contradicts itself: A1.b → B1 is nullified, yet it dangles
      """#))
  func contradictions(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "What is not stated contradicts nothing, and a worse effect may have dangling references too",
    arguments: Edit.list(
      #"""
      \#(b1) → "deleted": ["B1"], "effect": "trapOnRead"
      \#(b1) → "deleted": null, "effect": "crash"
      \#(b1) → "deleted": ["B1"], "effect": "denied", "dangling": \#(ab)
      \#(b1) → "deleted": ["B1"], "effect": "ok", "nullified": null, "dangling": null
      \#(b1) → "deleted": ["B1"], "effect": "ok", "nullified": \#(ab)
      """#))
  func noContradictions(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test("An outcome that was not read in full is not said to contradict itself as well")
  func contradictionsOfWhatWasRead() throws {
    try Edit.check(
      #"""
      \#(Self.a1) → "deleted": ["AI", "B1"], "effect": "ok"
        «"AI" — found the unknown object "AI"; did you mean "A1"?
      \#(Self.b1) → "deleted": ["B1"], "effect": "trapOnRead", "dangling": [["A1", "b", "B9"]]
        «["A1", "b", "B9"] — found the unknown object "B9"; did you mean "B1"?
      """#, in: .oneWay)
  }

  @Test(
    "The objects and references of an outcome are those of the fixture, each once",
    arguments: Edit.list(
      #"""
      \#(a1) → "deleted": ["A1", "B3"], "effect": "ok"
        «"B3" — found the unknown object "B3"; did you mean "B1"?
      \#(a1) → "deleted": ["A1", "B1", "A1"], "effect": "ok"
        "B1", «"A1" — found the object "A1" again
      \#(b1) → "deleted": null, "effect": "denied", "dangling": [["A1", "b", "B1"], ["A1", "b", \#
      "B1"]]
        ], «["A1", "b", "B1"] — found A1.b → B1 again
      \#(b1) → "deleted": ["B1"], "effect": "denied", "nullified": [["B1", "b", "A1"]]
        «["B1", "b", "A1"] — B has no relationship "b"; there is none
      \#(b1) → "deleted": ["B1"], "effect": "denied", "dangling": [["A1", "c", "B1"]]
        «["A1", "c", "B1"] — A has no relationship "c"; did you mean "b"?
      """#))
  func references(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A source is named where there are several, and is one of them",
    arguments: Edit.list(
      #"""
      "source": "one", "deleted": ["Q1", "R1"] → "deleted": ["Q1", "R1"]
        "Q1": «{ — found no "source"; the file has several: one or other
      "source": "other",  →
        «{"evidence": "documented" — found no "source"; the file has several: one or other
      "source": "other" → "source": "otter"
        "source": «"otter" — found the unknown source "otter"; did you mean "other"?
      "source": "other" → "source": "article"
        "source": «"article" — found the unknown source "article"; expected "one" or "other"
      """#))
  func sources(_ edit: Edit) throws { try edit.check(in: .manyToMany) }

  @Test("An outcome is not dropped in silence where the file has no source at all")
  func noSource() throws {
    try Edit.check(
      #"""
      "sources": [ → "sources": [], "x": [
        «"x": — found the unknown key "x" in a pairing file; expected "pairing", "title", \#
      "framework", "sources", "entities", "objects", "links", "rows" or "$schema"
        "A1": «{ — found no source for the outcome; expected one in "sources"
        "source": «"article" — found the unknown source "article"; there is none
      """#, in: .oneWay)
  }

  @Test("Each of several outcomes is checked")
  func severalOutcomes() throws {
    try Edit.check(
      #"""
      "source": "one", "deleted": ["R1"], "effect": "ok" → "source": "one", "deleted": ["Q1"], \#
      "effect": "okay"
        "effect": «"okay" — found "okay"; expected "ok", "trapOnRead", "validationFailed", \#
      "denied" or "crash"
      """#, in: .manyToMany)
  }
}
