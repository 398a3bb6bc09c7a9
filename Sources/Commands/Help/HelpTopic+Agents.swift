/// The page for programs that write code, which `scripts/skill/SKILL.md` repeats.
extension HelpTopic {
  static let aboutAgents: [HelpSection.Part] = [
    .paragraph(
      """
      Run this before you change a relationship, a delete rule, an .xcdatamodeld or code that deletes \
      in a SwiftData or Core Data app, and again afterwards. It needs no device and no network, changes \
      nothing unless --fix is given, and never asks.
      """),
    .verbatim([
      "    deleterules check --format json             # problems: file, line, and what to do",
      "    deleterules explain Trip --format json      # what else is deleted, and what makes the save fail",
      "    deleterules calls --format json             # what each delete in the code does",
      "    deleterules diff main --format json         # what this branch changes: worse, better, review",
      "    deleterules why 'error text' --format json  # causes of a crash, an error or a surprise",
    ]),
    .paragraph(
      """
      Each prints {"version", "command", "problems", "result"}, and "notes" about the app's stores if there are \
      any, such as the place that turns CloudKit on. "problems" lists what could not be read \
      or done. If it is not empty, say so, because "result" may be incomplete. "result" is null if \
      there is no answer. scripts/skill/output.schema.json describes the result of each command. Exit \
      code 0: nothing to do; 1: a finding, a worse change or no match; 64: wrong usage; 65 and 66: a \
      file cannot be read.
      """),
    .paragraph("How sure a result is:"),
    .table([
      ("observed", "published observations show this result"),
      ("predicted", "derived from the rules, without an observation"),
      ("disputed", "sources disagree on that release; repeat that, and do not choose a side"),
      (
        "unresolved",
        "a call on an object of unknown type; look at the line, and never take it for harmless"
      ),
    ]),
    .paragraph("Never promise"),
    .table([
      (
        "that deny protects data",
        "sources disagree about SwiftData's in-memory stores and about a delete in another context"
      ),
      ("that a release behaves so", "where the result is predicted or disputed"),
      ("that code is safe", "while there are problems or unresolved calls"),
    ]),
    .paragraph("Facts that public advice often gets wrong:"),
    .table([
      (
        "Core Data's default",
        "A new relationship in Xcode's editor is Nullify, not No Action; one built in code is, too."
      ),
      ("SwiftData's default", "Without deleteRule:, a relationship is .nullify."),
      (
        "inverse:",
        "It goes on one of the two sides only; on both, the compiler reports a circular reference."
      ),
      (
        "many-to-many",
        "SwiftData infers no inverse for it; name it, or deleted objects stay linked."
      ),
      (
        "cascade",
        "It belongs on the parent's side; on the child's, deleting a child takes the parent."
      ),
      (
        "batch deletes",
        "They load no object: nothing is validated before the store, and contexts keep stale objects."
      ),
    ]),
    .paragraph(
      "'deleterules rules ID' has an example and a fix for each rule; 'deleterules help' has the rest."
    ),
  ]
}
