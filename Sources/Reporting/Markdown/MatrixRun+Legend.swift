import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

extension MatrixRun {
  /// The meaning of the words in the table, and the counts of what is known.
  var legendPage: Prose { [countsOfAll, legend].joined(separator: "\n") }

  var legend: Prose {
    let results = results + others.flatMap(\.results)
    let said = results.map(\.outcomeWords).joined(separator: "\n")
    /// The explanation of words; empty if no result has them.
    func explained(_ words: String, _ text: Prose) -> Prose { said.contains(words) ? text : "" }
    var sentences: Prose = "\(Prose.heading(2, "How to read it"))\n\n"
    if hasTable {
      sentences += """
        - A row is a pair of delete rules, one for each side. A rule applies when its own side's object \
        is deleted.
          ★ marks the default rule, – a side without a relationship. The first object of its entity is deleted.

        """
    }
    sentences += explained(
      "deletes only", "- \(emphasis: "deletes only X"): nothing else is deleted.\n")
    sentences += explained(
      "also deletes", "- \(emphasis: "also deletes Y"): a cascade deletes Y too.\n")
    sentences += explained(
      "reading ",
      """
      - \(emphasis: "reading X.y crashes"): X survives and still refers to a deleted object (a dangling reference)\
      \(Self.untestedReads(results.contains(where: \.hasUntestedRead))).

      """)
    sentences += explained(
      "cannot be fulfilled",
      """
      - \(emphasis: "X.y cannot be fulfilled"): a dangling reference in Core Data. With \
      \(code: "shouldDeleteInaccessibleFaults"), on
        by default, reading gives an object without values instead of an exception.

      """)
    sentences += explained(
      "save fails",
      """
      - \(emphasis: "save fails: X.y holds Z"): a deny rule makes the save fail, though an in-memory store can ignore it. \
      A list may no longer show X, but the
        store still has everything.

      """)
    if results.contains(where: { $0.possible.contains { $0.effect == .crash } }) {
      sentences += "- \(emphasis: "crashes"): the delete itself crashes.\n"
    }
    sentences += explained(
      "the read ",
      "- \(emphasis: "the read …"): the result of reading from an object, which may be deleted.\n")
    sentences += "\(batchLegend)\(groupLegend)\(verdictLegend)\(doubtLegend)"
    return Prose(.flowing(sentences))
  }

  /// The explanation of the groups of the summary that a table has no column for.
  private var groupLegend: Prose {
    if !hasTable || summary.count(in: .unlinkedDeletes) == 0 { return "" }
    return """
      - \(emphasis: "unlinked deletes"): deletes of an object that no relationship holds. \
      \(emphasis: "removals"): an object is
        taken out of a relationship, which deletes nothing.

      """
  }

  private var verdictLegend: Prose {
    var text: Prose = """
      - \(emphasis: "match"): an observation, on its own release, shows this\(documented). \
      \(emphasis: "unobserved"): predicted, not observed.
        \(emphasis: "mismatch"): an observation differs.

      """
    if hasTable {
      text += "  \(emphasis: "derived"): the mirror image of an observed row."
      text += " If the two deletes of a row differ, both verdicts are given.\n"
    }
    let verdicts = Set((results + others.flatMap(\.results)).map(\.verdict))
    if verdicts.contains(.conflict) {
      text += "- \(emphasis: "conflict"): the sources disagree.\n"
    }
    if verdicts.contains(.knownDeviation) {
      text += "- \(emphasis: "known deviation"): an observation differs, and the file says why.\n"
    }
    return text
  }

  /// The meaning of "untested" after a read of what is left dangling, in a clause; empty if none is.
  static func untestedReads(_ isUntested: Bool) -> Prose {
    isUntested
      ? ", \(emphasis: "(untested)") where no source reports the read on that release" : ""
  }

  /// The explanation of unknown results; empty if there are none.
  private var doubtLegend: Prose {
    var text: Prose = ""
    if results.contains(where: { $0.matchesByDoubt || $0.matchRemark.hasPrefix(" ") }) {
      text +=
        "- \(emphasis: "match on …"): observed on that release; the table shows another one."
      text += "\n  \(emphasis: "match, untested"): one of several outcomes matches, but no source"
      text += " says on which release each applies.\n"
    }
    if results.contains(where: { $0.matchOfSomeUpdate != nil }) {
      text +=
        "- \(emphasis: "match, update not named"): the source names a year without an update, as in iOS 17,"
      text += " whose releases differ. It matches at least one of them.\n"
    }
    if results.contains(where: \.isUncertain) {
      text +=
        "- \(emphasis: "one of"): several outcomes are possible. \(emphasis: "(untested)"): no source"
      text += " says which applies on that release."
      text += " \(emphasis: "(disputed)"): sources disagree.\n"
    }
    return text
  }

  /// The documentation that a match may rest on instead of an observation, in a clause; empty for none.
  private var documented: Prose {
    let pairings = (results + others.flatMap(\.results)).filter { $0.cell.operation != nil }
    let frameworks = pairings.filter {
      $0.cell.observations.contains { $0.evidence == .documented }
    }
    .map(\.cell.scenario.framework.title).sortedWithoutRepeats()
    return frameworks.isEmpty
      ? "" : ", or, for the pairings of \(frameworks.listed()), Apple's documentation says so"
  }

  private var batchLegend: Prose {
    if summary.count(in: .batchDeletes) == 0 { return "" }
    return "- \(Self.batchSentences(indent: "  "))\n"
  }

  /// Returns the explanation of batch deletes in a table with ordinary ones.
  static func batchSentences(indent: String) -> Prose {
    """
    \(emphasis: "batch X"): a batch delete removes the row of X (\(code: "delete(model:)"), \
    \(code: "NSBatchDeleteRequest")).
    \(indent)\(emphasis: "the same"): as the ordinary delete of the row. \
    \(emphasis: "fails (134050)"): the store would have to
    \(indent)clear a mandatory inverse, so nothing is deleted.
    """
  }
}
