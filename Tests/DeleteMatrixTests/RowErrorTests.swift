import Testing

@testable import DeleteMatrix

@Suite("What is said of rows that are missing, repeated or at odds with the pairing?")
struct RowErrorTests {
  @Test(
    "Each pair of rules has one row",
    arguments: [
      Edit(
        #"{"rules": ["deny", null], "evidence": "none"},"#, "",
        "20:11: error: \(Edit.missingRow("deny+-"))"),
      Edit(
        #"["deny", null]"#, #"["nullify", null]"#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        "33:5: error: found the row nullify+- again; it stands first in line 32"),
      Edit(
        #"["deny", null]"#, #"["noaction", null]"#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        #"33:16: error: found "noaction"; did you mean "noAction"?"#),
      Edit(
        #"["deny", null]"#, #"["destroy", null]"#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        #"33:16: error: found "destroy"; expected "cascade", "nullify", "deny" or "noAction""#),
      Edit(
        #"["deny", null]"#, #"["deny", null, null]"#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        """
        33:15: error: found an array; expected the rules of both sides, with null for a side \
        without a relationship
        """),
    ])
  func completeness(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "A rule stands on a side that has a relationship, and on no other",
    arguments: [
      Edit(
        #"["deny", null]"#, #"["deny", "nullify"]"#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        #"33:24: error: found "nullify"; expected null, because B has no relationship"#),
      Edit(
        #"["deny", null]"#, #"[null, "deny"]"#,
        "20:11: error: \(Edit.missingRow("deny+-"))",
        #"33:16: error: found null; expected "cascade", "nullify", "deny" or "noAction""#,
        #"33:22: error: found "deny"; expected null, because B has no relationship"#),
    ])
  func sides(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test("An empty list of rows lacks all of them, in the order of the rules")
  func noRows() throws {
    try Edit(
      #""rows": ["#, #""rows": [], "x": ["#,
      "20:11: error: \(Edit.missingRow("cascade+-"))",
      "20:11: error: \(Edit.missingRow("nullify+-"))",
      "20:11: error: \(Edit.missingRow("deny+-"))",
      "20:11: error: \(Edit.missingRow("noAction+-"))",
      """
      20:15: error: found the unknown key "x" in a pairing file; expected "pairing", "title", \
      "framework", "sources", "entities", "objects", "links", "rows" or "$schema"
      """
    ).check(in: .oneWay)
  }

  @Test(
    "A row states an outcome of every operation of the pairing, or null, and of no other",
    arguments: [
      Edit(
        #""unlinked": {"A1": null, "B1": null}"#, #""$x": 1"#,
        """
        21:5: error: found no "unlinked" in a row; expected it there, or "evidence" for a row \
        that nobody observed
        """,
        """
        30:7: error: found the unknown key "$x" in a row; expected "rules", "evidence", \
        "delete", "unlinked" or "remove"
        """),
      Edit(
        #"{"A1": null, "B1": null}"#, #"{"A1": null}"#,
        "30:19: error: \(Edit.missingOutcome("B1"))"),
      Edit(
        #"{"A1": null, "B1": null}"#, "{}",
        "30:19: error: \(Edit.missingOutcome("A1"))",
        "30:19: error: \(Edit.missingOutcome("B1"))"),
      Edit(
        #"{"A1": null, "B1": null}"#, #"{"A1": null, "B1": null, "B2": null}"#,
        #"30:44: error: found "B2"; expected outcomes for "A1" and "B1""#),
      Edit(
        #"{"A1": null, "B1": null}"#, #"{"A": null, "b1": null}"#,
        "30:19: error: \(Edit.missingOutcome("A1"))",
        "30:19: error: \(Edit.missingOutcome("B1"))",
        #"30:20: error: found "A"; expected outcomes for "A1" and "B1""#,
        #"30:31: error: found "b1"; expected outcomes for "A1" and "B1""#),
      Edit(#"{"A1": null, "B1": null}"#, #"{"A1": null, "B1": null}, "remove": {}"#),
      Edit(
        #"{"A1": null, "B1": null}"#, #"{"A1": null, "B1": null}, "remove": {"A1.b-B1": null}"#,
        #"30:56: error: found "A1.b-B1"; expected nothing here"#),
    ])
  func operations(_ edit: Edit) throws { try edit.check(in: .oneWay) }

  @Test(
    "Removals are stated where the pairing has a to-many",
    arguments: [
      Edit(
        #"{"Q1.r-R1": null, "R1.q-Q1": null}"#, #"{"Q1.r-R1": null}"#,
        "35:17: error: \(Edit.missingOutcome("R1.q-Q1"))"),
      Edit(
        #"{"Q1.r-R1": null, "R1.q-Q1": null}"#, #"{"Q1.r": null, "R1.q-Q1": null}"#,
        "35:17: error: \(Edit.missingOutcome("Q1.r-R1"))",
        #"35:18: error: found "Q1.r"; expected outcomes for "Q1.r-R1" and "R1.q-Q1""#),
      Edit(
        #","# + "\n      \"remove\": {\"Q1.r-R1\": null, \"R1.q-Q1\": null}", "",
        """
        25:5: error: found no "remove" in a row; expected it there, or "evidence" for a row that \
        nobody observed
        """),
    ])
  func removals(_ edit: Edit) throws { try edit.check(in: .manyToMany) }
}
