import DeleteMatrix
import ObjectGraph
import SourceText

/// JUnit's XML, with one test case for each cell.
///
/// The test runner's own report has one case for all cells together, which hides the failing ones.
struct JUnitReport: Report {
  func text(of run: MatrixRun) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"deleterules\" \(counts(of: run.results, pins: run.pinProblems))>\n"
    for section in run.sections {
      let name = "\(section.framework.rawValue).\(section.name)".xml
      text += "  <testsuite name=\"\(name)\" \(counts(of: section.results))>\n"
      for result in section.results { text += testCase(result, className: name) }
      text += "  </testsuite>\n"
    }
    if !run.pinProblems.isEmpty {
      text += "  <testsuite name=\"manifest\" \(counts(of: [], pins: run.pinProblems))>\n"
      for problem in run.pinProblems {
        text += "    <testcase classname=\"manifest\" name=\"counts\">"
        text += "<failure message=\"\(problem.xml)\"/></testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func counts(of results: [CellResult], pins: [String] = []) -> String {
    let errors = results.filter { $0.verdict == .error }.count
    let failures = results.filter(\.verdict.isFailure).count - errors + pins.count
    let skipped = results.filter { !$0.verdict.isFailure && $0.verdict != .match }.count
    return "tests=\"\(results.count + pins.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\""
  }

  private func testCase(_ result: CellResult, className: String) -> String {
    let cell = result.cell
    let opening =
      "    <testcase classname=\"\(className)\" name=\"\(cell.id.xml)\" "
      + "file=\"\(cell.location.file.xml)\" line=\"\(cell.location.line)\""
    guard result.verdict != .match else { return opening + "/>\n" }
    let element =
      switch result.verdict {
      case .error: "error"
      case .mismatch, .staleDeviation: "failure"
      case .match, .unobserved, .conflict, .knownDeviation: "skipped"
      }
    let message = "\(result.verdict.words): \(result.account)"
    return "\(opening)><\(element) message=\"\(message.xml)\"/></testcase>\n"
  }
}

extension String {
  /// The text as an XML attribute's value; characters that XML cannot hold are replaced.
  var xml: String {
    escaped { scalar in
      switch scalar {
      case "&": return "&amp;"
      case "<": return "&lt;"
      case ">": return "&gt;"
      case "\"": return "&quot;"
      case "\n", "\r", "\t": return "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        return "\u{FFFD}"
      default: return scalar.isCommand ? "&#\(scalar.value);" : nil
      }
    }
  }
}
