import Testing

@testable import DeleteMatrix

@Suite("What is said of rows that are missing, repeated or at odds with the pairing?")
struct RowErrorTests {
  @Test(
    "Each pair of rules has one row",
    arguments: Edit.list(
      #"""
      {"rules": ["deny", null], "evidence": "none"}, →
        "rows": «[ — \#(Edit.missingRow("deny+-"))
      ["deny", null] → ["nullify", null]
        "rows": «[ — \#(Edit.missingRow("deny+-"))
        "none"}, «{"rules": ["nullify", null] — found the row nullify+- again; it stands first \#
      in line 32
      ["deny", null] → ["noaction", null]
        "rows": «[ — \#(Edit.missingRow("deny+-"))
        «"noaction" — found "noaction"; did you mean "noAction"?
      ["deny", null] → ["destroy", null]
        "rows": «[ — \#(Edit.missingRow("deny+-"))
        «"destroy" — found "destroy"; expected "cascade", "nullify", "deny" or "noAction"
      ["deny", null] → ["deny", null, null]
        "rows": «[ — \#(Edit.missingRow("deny+-"))
        "rules": «["deny", null, null] — found an array; expected the rules of both sides, with \#
      null for a side without a relationship
      """#))
  func completeness(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A rule stands on a side that has a relationship, and on no other",
    arguments: Edit.list(
      #"""
      ["deny", null] → ["deny", "nullify"]
        "rows": «[ — \#(Edit.missingRow("deny+-"))
        "deny", «"nullify" — found "nullify"; expected null, because B has no relationship
      ["deny", null] → [null, "deny"]
        "rows": «[ — \#(Edit.missingRow("deny+-"))
        "rules": [«null — found null; expected "cascade", "nullify", "deny" or "noAction"
        «"deny" — found "deny"; expected null, because B has no relationship
      """#))
  func sides(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test("An empty list of rows lacks all of them, in the order of the rules")
  func noRows() throws {
    try Edit.check(
      #"""
      "rows": [ → "rows": [], "x": [
        "rows": «[] — \#(Edit.missingRow("cascade+-"))
        "rows": «[] — \#(Edit.missingRow("nullify+-"))
        "rows": «[] — \#(Edit.missingRow("deny+-"))
        "rows": «[] — \#(Edit.missingRow("noAction+-"))
        «"x": — found the unknown key "x" in a pairing file; expected "pairing", "title", \#
      "framework", "sources", "entities", "objects", "links", "rows" or "$schema"
      """#, in: .oneWay)
  }

  @Test(
    "A row states an outcome of every operation of the pairing, or null, and of no other",
    arguments: Edit.list(
      #"""
      "unlinked": {"A1": null, "B1": null} → "$x": 1
        «{ "rules": [ — found no "unlinked" in a row; expected it there, or "evidence" for a row \#
      that nobody observed
        «"$x": — found the unknown key "$x" in a row; expected "rules", "evidence", "delete", \#
      "unlinked", "remove" or "batchDelete"
      {"A1": null, "B1": null} → {"A1": null}
        "unlinked": «{"A1": null} — \#(Edit.missingOutcome("B1"))
      {"A1": null, "B1": null} → {}
        "unlinked": «{} — \#(Edit.missingOutcome("A1"))
        "unlinked": «{} — \#(Edit.missingOutcome("B1"))
      {"A1": null, "B1": null} → {"A1": null, "B1": null, "B2": null}
        «"B2": — found "B2"; expected outcomes for "A1" and "B1"
      {"A1": null, "B1": null} → {"A": null, "b1": null}
        "unlinked": «{ — \#(Edit.missingOutcome("A1"))
        "unlinked": «{ — \#(Edit.missingOutcome("B1"))
        "unlinked": {«"A": — found "A"; expected outcomes for "A1" and "B1"
        «"b1": — found "b1"; expected outcomes for "A1" and "B1"
      {"A1": null, "B1": null} → {"A1": null, "B1": null}, "remove": {}
      {"A1": null, "B1": null} → {"A1": null, "B1": null}, "remove": {"A1.b-B1": null}
        «"A1.b-B1": — found "A1.b-B1"; expected nothing here
      """#))
  func operations(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A release that there is not is reported where it is named",
    arguments: Edit.list(
      #"""
      "os": "iOS 17" → "os": "iOS 99"
        "os": «"iOS 99" — the "os" of the source 'article': iOS 99 is newer than every known release; the \#
      newest is iOS 27
      "os": "iOS 17" → "os": {"words": "a beta", "releases": ["iOS 16.4"]}
        "releases": «["iOS 16.4"] — the "os" of the source 'article': iOS 16.4 has no SwiftData; expected iOS 17 \#
      and macOS 14, or newer
      """#))
  func releases(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "Removals are stated where the pairing has a to-many",
    arguments: Edit.list(
      #"""
      {"Q1.r-R1": null, "R1.q-Q1": null} → {"Q1.r-R1": null}
        "remove": «{"Q1.r-R1": null} — \#(Edit.missingOutcome("R1.q-Q1"))
      {"Q1.r-R1": null, "R1.q-Q1": null} → {"Q1.r": null, "R1.q-Q1": null}
        "remove": «{ — \#(Edit.missingOutcome("Q1.r-R1"))
        «"Q1.r": — found "Q1.r"; expected outcomes for "Q1.r-R1" and "R1.q-Q1"
      , "remove": {"Q1.r-R1": null, "R1.q-Q1": null} →
        «{ "rules": [ — found no "remove" in a row; expected it there, or "evidence" for a row \#
      that nobody observed
      """#))
  func removals(_ edit: Edit) throws { try edit.check(in: .manyToMany) }
}
