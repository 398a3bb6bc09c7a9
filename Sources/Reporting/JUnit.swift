import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelFiles
import ObjectGraph
import SourceText

/// Test cases for CI, in the XML that JUnit has made common.
struct JUnit {
  struct Case {
    /// The suite's name, or a group within it.
    let className: String
    let name: String
    /// The location where the case is written; nil if it has none.
    var location: Location?
    var verdict = Verdict.passed
  }

  /// The result of a case, with the message and the text of its element.
  enum Verdict {
    case passed
    case failure(String, text: String = "")
    case error(String)
    case skipped(String, text: String = "")

    fileprivate var element: String? {
      switch self {
      case .passed: nil
      case .failure(let message, let text): Self.element("failure", message, text)
      case .error(let message): Self.element("error", message, "")
      case .skipped(let message, let text): Self.element("skipped", message, text)
      }
    }

    private static func element(_ name: String, _ message: String, _ text: String) -> String {
      let opening = "<\(name) message=\"\(message.xml)\""
      return text.isEmpty ? "\(opening)/>" : "\(opening)>\(text.xml)</\(name)>"
    }
  }

  struct Suite {
    let name: String
    let cases: [Case]
  }

  let name: String
  let suites: [Suite]

  /// The document; suites without cases are left out.
  var text: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"\(name.xml)\" \(Self.counts(suites.flatMap(\.cases)))>\n"
    for suite in suites where !suite.cases.isEmpty {
      text += "  <testsuite name=\"\(suite.name.xml)\" \(Self.counts(suite.cases))>\n"
      for test in suite.cases { text += "    \(Self.element(test))\n" }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func element(_ test: Case) -> String {
    var opening = "<testcase classname=\"\(test.className.xml)\" name=\"\(test.name.xml)\""
    if let place = test.location {
      opening += " file=\"\(place.file.xml)\" line=\"\(place.line)\""
    }
    guard let element = test.verdict.element else { return opening + "/>" }
    return "\(opening)>\(element)</testcase>"
  }

  private static func counts(_ cases: [Case]) -> String {
    var failures = 0
    var errors = 0
    var skipped = 0
    for test in cases {
      switch test.verdict {
      case .passed: break
      case .failure: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\""
  }
}

extension MatrixRun {
  /// JUnit's XML, with one test case for each cell.
  ///
  /// The test runner's own report has one case for all cells together, which hides the failing ones.
  var junit: String { junit(of: nil) }

  /// The same, with what is known of the models whose cells they are: what of these could not be read
  /// is a case with an error.
  func junit(of origin: MatrixOrigin?) -> String {
    var suites = sections.map { section in
      let model = section.model.map { "\($0): " } ?? ""
      let name = "\(model)\(section.framework.rawValue).\(section.name)"
      return JUnit.Suite(
        name: name,
        cases: section.results.map { result in
          JUnit.Case(
            className: name, name: result.cell.id,
            location: origin?.cause(of: result) ?? result.cell.location,
            verdict: result.junitVerdict)
        })
    }
    suites.append(
      JUnit.Suite(
        name: "manifest",
        cases: pinProblems.map {
          JUnit.Case(className: "manifest", name: "counts", verdict: .failure($0))
        }))
    suites.append(
      JUnit.Suite(
        name: "unread",
        cases: (origin?.unread ?? []).map {
          JUnit.Case(
            className: "unread", name: "\($0.rule.rawValue) \($0.location)",
            location: $0.location, verdict: .error($0.message))
        }))
    return JUnit(name: "deleterules", suites: suites).text
  }
}

extension CellResult {
  fileprivate var junitVerdict: JUnit.Verdict {
    let message = "\(verdict.words): \(account)"
    return switch verdict {
    case .match: .passed
    case .error: .error(message)
    case .mismatch, .staleDeviation: .failure(message)
    case .unobserved, .conflict, .knownDeviation, .skipped, .indeterminate: .skipped(message)
    }
  }
}

extension CheckRun {
  /// JUnit's XML, with a suite for each model and a case for each finding.
  ///
  /// A model without findings has one case, which passes; notes are skipped cases: they fail nothing.
  var junit: String { junit(of: "check") }

  /// The same of what a command found.
  func junit(of command: String) -> String {
    let suites = models.map { model in
      let cases = findings.filter { $0.model == model }.map(\.junitCase)
      return JUnit.Suite(
        name: model,
        cases: cases.isEmpty ? [JUnit.Case(className: model, name: "no findings")] : cases)
    }
    return JUnit(name: "deleterules \(command)", suites: suites).text
  }
}

extension Finding {
  fileprivate var junitCase: JUnit.Case {
    let subject = [entity, relationship].compactMap { $0 }.joined(separator: ".")
    return JUnit.Case(
      className: model, name: subject.isEmpty ? rule.rawValue : "\(rule.rawValue) \(subject)",
      location: location,
      verdict: severity == .note
        ? .skipped(message, text: description) : .failure(message, text: description))
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
