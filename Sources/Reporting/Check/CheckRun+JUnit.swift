import ModelCheck
import ModelFiles
import SourceText

extension CheckRun {
  /// JUnit's XML, with a suite for each model and a case for each finding.
  ///
  /// A model without findings has one case, which passes; notes are skipped cases: they fail nothing.
  var junit: String {
    let failures = findings.count { $0.severity != .note }
    let clean = models.filter { model in !findings.contains { $0.model == model } }
    let counts =
      "tests=\"\(findings.count + clean.count)\" failures=\"\(failures)\" errors=\"0\" "
      + "skipped=\"\(findings.count - failures)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"deleterules check\" \(counts)>\n"
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
