import CompiledOnce
import ModelCheck
import ModelFiles
import Scenarios
import SourceText

extension CheckRun {
  /// SARIF 2.1.0, as OASIS standardized it: one run, with every rule that found something.
  var sarif: String {
    let rules = CheckRule.allCases.filter { rule in findings.contains { $0.rule == rule } }
    let driver = JSONText.object([
      ("name", "deleterules"), ("rules", .array(rules.map { descriptor(of: $0) })),
    ])
    let results = findings.map { finding in
      result(finding, ruleIndex: rules.firstIndex(of: finding.rule) ?? 0)
    }
    let run = JSONText.object([
      ("tool", .object([("driver", driver)])), ("columnKind", "unicodeCodePoints"),
      ("results", .array(results)),
    ])
    let log = JSONText.object([
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"),
      ("runs", .array([run])),
    ])
    return log.line + "\n"
  }

  private func descriptor(of rule: CheckRule) -> JSONText {
    .object([
      ("id", .string(rule.rawValue)),
      ("shortDescription", .object([("text", .string(rule.summary))])),
      ("fullDescription", .object([("text", .string("\(rule.summary) \(rule.reason)"))])),
      (
        "help",
        .object([
          ("text", .string("\(rule.reason) \(rule.fix)")),
          ("markdown", .string("\(rule.reason.markdown)\n\n**Fix:** \(rule.fix.markdown)")),
        ])
      ),
    ])
  }

  private func result(_ finding: Finding, ruleIndex: Int) -> JSONText {
    let place = finding.location
    let name = [finding.entity, finding.relationship].compactMap { $0 }.joined(separator: ".")
    // The place of a SwiftData model follows its classes, wherever they are added; a bundle's lasts,
    // and so does the file that declares a class.
    let isOfBundle = finding.model.contains(".xcdatamodel")
    let isOfModel = isOfBundle && finding.caller == nil
    let fingerprint =
      ([isOfModel ? finding.model : place.file, name, finding.rule.rawValue]
      + [finding.caller].compactMap(\.self)).joined(separator: "/")
    var location = [("physicalLocation", physical(place))]
    if !name.isEmpty {
      let logical = JSONText.object([
        ("fullyQualifiedName", .string(name)),
        ("kind", .string(finding.relationship == nil ? "type" : "member")),
      ])
      location.append(("logicalLocations", .array([logical])))
    }
    var members: [(String, JSONText)] = [
      ("ruleId", .string(finding.rule.rawValue)), ("ruleIndex", .integer(ruleIndex)),
      ("level", .string(finding.severity.rawValue)),
      ("message", .object([("text", .string(finding.message))])),
      ("locations", .array([.object(location)])),
      ("partialFingerprints", .object([("finding/v3", .string(fingerprint))])),
    ]
    if !finding.labels.isEmpty {
      members.append(("relatedLocations", .array(finding.labels.map(labelled))))
    }
    if finding.path.count > 1 {
      let steps = finding.path.map { JSONText.object([("location", labelled($0))]) }
      let flow = JSONText.object([
        ("threadFlows", .array([.object([("locations", .array(steps))])]))
      ])
      members.append(("codeFlows", .array([flow])))
    }
    if let witness = finding.witness {
      let scenario = JSONText(
        ScenarioFile(showing: finding.title, named: finding.rule.rawValue, witness.scenario))
      members.append(("properties", .object([("witness", scenario)])))
    }
    if !finding.fix.isEmpty {
      let changes = finding.fix.map { part in
        JSONText.object([
          ("artifactLocation", .object([("uri", .string(part.location.file.uri))])),
          ("replacements", .array([replacement(part)])),
        ])
      }
      members.append(("fixes", .array([.object([("artifactChanges", .array(changes))])])))
    }
    return .object(members)
  }

  private func labelled(_ label: Finding.Label) -> JSONText {
    .object([
      ("physicalLocation", physical(label.location)),
      ("message", .object([("text", .string(label.text))])),
    ])
  }

  private func physical(_ place: Location) -> JSONText {
    .object([
      ("artifactLocation", .object([("uri", .string(place.file.uri))])),
      (
        "region",
        .object([("startLine", .integer(place.line)), ("startColumn", .integer(place.column))])
      ),
    ])
  }

  private func replacement(_ part: Replacement) -> JSONText {
    .object([
      (
        "deletedRegion",
        .object([
          ("startLine", .integer(part.location.line)),
          ("startColumn", .integer(part.location.column)), ("endLine", .integer(part.end.line)),
          ("endColumn", .integer(part.end.column)),
        ])
      ), ("insertedContent", .object([("text", .string(part.text))])),
    ])
  }
}

extension String {
  /// The path as a URI: what is not plain is percent-encoded.
  fileprivate var uri: String {
    var text = hasPrefix("/") ? "file://" : ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += "%" + (hex.count < 2 ? "0" : "") + hex
      }
    }
    return text
  }
}
