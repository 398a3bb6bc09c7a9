import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelFiles
import ObjectGraph
import SourceText

extension MatrixRun {
  /// JUnit's XML, with one test case for each cell.
  ///
  /// The test runner's own report has one case for all cells together, which hides the failing ones.
  var junit: String { junit(of: nil) }

  /// The same, with what is known of the models whose cells they are: what of these could not be read
  /// is a case with an error.
  func junit(of origin: MatrixOrigin?) -> String {
    let unread = origin?.unread ?? []
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let all = counts(of: results, pins: pinProblems, unread: unread.count)
    text += "<testsuites name=\"deleterules\" \(all)>\n"
    for section in sections {
      let model = section.model.map { "\($0): " } ?? ""
      let name = "\(model)\(section.framework.rawValue).\(section.name)".xml
      text += "  <testsuite name=\"\(name)\" \(counts(of: section.results))>\n"
      for result in section.results { text += testCase(result, of: origin, className: name) }
      text += "  </testsuite>\n"
    }
    if !pinProblems.isEmpty {
      text += "  <testsuite name=\"manifest\" \(counts(of: [CellResult](), pins: pinProblems))>\n"
      for problem in pinProblems {
        text += "    <testcase classname=\"manifest\" name=\"counts\">"
        text += "<failure message=\"\(problem.xml)\"/></testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    if !unread.isEmpty {
      let counts = counts(of: [CellResult](), unread: unread.count)
      text += "  <testsuite name=\"unread\" \(counts)>\n"
      for finding in unread {
        let location = finding.location
        text +=
          "    <testcase classname=\"unread\" name=\"\(finding.rule.rawValue) \(location.description.xml)\" "
          + "file=\"\(location.file.xml)\" line=\"\(location.line)\">"
          + "<error message=\"\(finding.message.xml)\"/></testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func counts(
    of results: some Collection<CellResult>, pins: [String] = [], unread: Int = 0
  ) -> String {
    let errors = results.count { $0.verdict == .error }
    let failures = results.count(where: \.verdict.isFailure) - errors + pins.count
    let skipped = results.count { !$0.verdict.isFailure && $0.verdict != .match }
    return "tests=\"\(results.count + pins.count + unread)\" failures=\"\(failures)\" "
      + "errors=\"\(errors + unread)\" skipped=\"\(skipped)\""
  }

  private func testCase(
    _ result: CellResult, of origin: MatrixOrigin?, className: String
  ) -> String {
    let cell = result.cell
    let place = origin?.cause(of: result) ?? cell.location
    let opening =
      "    <testcase classname=\"\(className)\" name=\"\(cell.id.xml)\" "
      + "file=\"\(place.file.xml)\" line=\"\(place.line)\""
    guard result.verdict != .match else { return opening + "/>\n" }
    let element =
      switch result.verdict {
      case .error: "error"
      case .mismatch, .staleDeviation: "failure"
      case .match, .unobserved, .conflict, .knownDeviation, .skipped, .indeterminate: "skipped"
      }
    let message = "\(result.verdict.words): \(result.account)"
    return "\(opening)><\(element) message=\"\(message.xml)\"/></testcase>\n"
  }
}

extension CheckRun {
  /// JUnit's XML, with a suite for each model and a case for each finding.
  ///
  /// A model without findings has one case, which passes; notes are skipped cases: they fail nothing.
  var junit: String { junit(of: "check") }

  /// The same of what a command found.
  func junit(of command: String) -> String {
    let failures = findings.count { $0.severity != .note }
    let clean = models.filter { model in !findings.contains { $0.model == model } }
    let counts =
      "tests=\"\(findings.count + clean.count)\" failures=\"\(failures)\" errors=\"0\" "
      + "skipped=\"\(findings.count - failures)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"deleterules \(command)\" \(counts)>\n"
    for model in models { text += suite(model) }
    return text + "</testsuites>\n"
  }

  private func suite(_ model: String) -> String {
    let findings = findings.filter { $0.model == model }
    let failures = findings.count { $0.severity != .note }
    var text =
      "  <testsuite name=\"\(model.xml)\" tests=\"\(max(findings.count, 1))\" "
      + "failures=\"\(failures)\" errors=\"0\" skipped=\"\(findings.count - failures)\">\n"
    if findings.isEmpty {
      text += "    <testcase classname=\"\(model.xml)\" name=\"no findings\"/>\n"
    }
    for finding in findings {
      let place = [finding.entity, finding.relationship].compactMap { $0 }.joined(separator: ".")
      let name = place.isEmpty ? finding.rule.rawValue : "\(finding.rule.rawValue) \(place)"
      let element = finding.severity == .note ? "skipped" : "failure"
      text +=
        "    <testcase classname=\"\(model.xml)\" name=\"\(name.xml)\" "
        + "file=\"\(finding.location.file.xml)\" line=\"\(finding.location.line)\">"
        + "<\(element) message=\"\(finding.message.xml)\">\(finding.description.xml)</\(element)>"
        + "</testcase>\n"
    }
    return text + "  </testsuite>\n"
  }
}

extension String {
  /// The text as an XML attribute's value; characters that XML cannot hold are replaced.
  package var xml: String {
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
