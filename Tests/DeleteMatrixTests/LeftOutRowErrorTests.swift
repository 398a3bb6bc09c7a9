import Testing

@testable import DeleteMatrix

@Suite("What is said of a row that nobody observed and that states something, or mirrors nothing?")
struct LeftOutRowErrorTests {
  @Test(
    "A row that says nobody observed it states no outcome",
    arguments: Edit.list(
      #"""
      "evidence": "none" → "evidence": "none", "delete": {}
        "nullify", null], "evidence": «"none" — a row with "evidence" states no outcome; found \#
      "delete"
      "evidence": "none" → "unlinked": {}, "remove": null, "evidence": "none"
        ": null, "evidence": «"none" — a row with "evidence" states no outcome; found "unlinked"
        ": null, "evidence": «"none" — a row with "evidence" states no outcome; found "remove"
      "rules": ["cascade", null], → "rules": ["cascade", null], "evidence": "none",
        "cascade", null], "evidence": «"none" — a row with "evidence" states no outcome; found \#
      "delete"
        "cascade", null], "evidence": «"none" — a row with "evidence" states no outcome; found \#
      "unlinked"
      """#))
  func evidenceAndOutcomes(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A derived row mirrors one that states something",
    // Its mirror is left out too, is the row itself, or is as derived as it is.
    arguments: Edit.list(
      #"""
      ["cascade", "deny"], "evidence": "none" → ["cascade", "deny"], "evidence": "derived"
        "cascade", "cascade"], "evidence": "none"}, «{"rules": [ — the row cascade+deny \#
      \#(Edit.noMirror)
      ["deny", "deny"], "evidence": "none" → ["deny", "deny"], "evidence": "derived"
        "deny", "nullify"], "evidence": "none"}, «{"rules": [ — the row deny+deny \#(Edit.noMirror)
      ["cascade", "nullify"], → ["cascade", "nullify"], "evidence": "derived"}, {"rules": \#
      ["deny", "deny"],
        «{ "rules": [ — the row cascade+nullify \#(Edit.noMirror)
        ": null} }, «{"rules": [ — the row nullify+cascade \#(Edit.noMirror)
        «{"rules": ["deny", "deny"], "evidence": "none"} — found the row deny+deny again; it \#
      stands first in line 26
      """#))
  func derived(_ edit: Edit) throws { try edit.check(in: .manyToMany) }

  @Test("A derived row does not mirror one whose outcomes are all null")
  func derivedFromNulls() throws {
    let text = SoundFile.manyToMany.text
    let start = try #require(text.firstRange(of: #""Q1": {"evidence""#)).lowerBound
    let end = try #require(text.firstRange(of: "]\n      },\n      \"unlinked\"")).lowerBound
    let outcomes = text[start...end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    try Edit.check(
      #"""
      \#(outcomes) → "Q1": null, "R1": null
        ": null} }, «{"rules": [ — the row nullify+cascade \#(Edit.noMirror)
      """#, in: .manyToMany)
  }

  @Test("A derived row of a pairing with one side has no mirror")
  func derivedOneWay() throws {
    try Edit.check(
      #"""
      "evidence": "none" → "evidence": "derived"
        ": null} }, «{"rules": [ — the row nullify+- \#(Edit.noMirror)
      """#, in: .oneWay)
  }
}
