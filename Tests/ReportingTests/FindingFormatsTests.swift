import Foundation
import ModelCheck
import ModelFiles
import SourceText
import Testing

@testable import Reporting

/// What a format says of a finding.
struct ReportedFinding: Hashable {
  var rule: String
  /// `failure` or `skipped` in JUnit, which knows no severities.
  var severity: String
  var place: String
  var message: String
  /// The entity and relationship; nil where the format has none.
  var name: String?
}

@Suite("Does every format carry the same findings?")
struct FindingFormatsTests {
  /// Findings that differ from each other in every part, the mildest first.
  private static let findings: [Finding] = {
    var called = Finding.of(
      .swallowedRefusal, .warning, "fourth says so", entity: "Ant", relationship: "bee",
      file: "Code/four.swift", line: 41, column: 14, model: "Two.xcdatamodeld")
    called.caller = "Store.remove"
    called.path = [
      Finding.Label("step one", at: Location(file: "Code/five.swift", line: 51, column: 15)),
      Finding.Label("step two", at: Location(file: "Code/six.swift", line: 61, column: 16)),
    ]
    called.fix = [
      Replacement(
        inserting: "seven ",
        at: Replacement.Place(
          Location(file: "Code/seven.swift", line: 71, column: 17), offset: 700))
    ]
    return [
      .of(
        .emptyName, .note, "first says so", entity: "Cat", relationship: "dog",
        file: "Models/one.swift", line: 11, column: 21, model: "One.swift"),
      .of(
        .denyOnChild, .warning, "second says so", entity: "Eel", relationship: nil,
        file: "Models/two.swift", line: 12, column: 22, model: "One.swift"),
      .of(
        .oneToOneCrash, .error, "third says so", entity: nil, relationship: nil,
        file: "Models/three.swift", line: 13, column: 23, model: "Two.xcdatamodeld"), called,
    ]
  }()

  private static let run = CheckRun(
    models: ["One.swift", "Two.xcdatamodeld", "Clean.swift"], findings: findings)

  /// The findings as a format is to have them.
  private static func expected(
    columns: Bool = true, names: Bool = true, severity: (ModelFinding.Severity) -> String
  ) -> Set<ReportedFinding> {
    Set(
      findings.map { finding in
        let place = finding.location
        let name = [finding.entity, finding.relationship].compactMap(\.self).joined(separator: ".")
        return ReportedFinding(
          rule: finding.rule.rawValue, severity: severity(finding.severity),
          place: "\(place.file):\(place.line)" + (columns ? ":\(place.column)" : ""),
          message: finding.message, name: names ? name : nil)
      })
  }

  private func text(_ format: Format) throws -> String { try #require(Self.run.text(as: format)) }

  private func object(_ format: Format) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(text(format).utf8))
    return try #require(json as? [String: Any])
  }

  @Test("Text has each on a line, and each note on another, as compilers write them")
  func lines() throws {
    var found: [ReportedFinding] = []
    for line in try text(.text).split(separator: "\n") {
      if let first = line.wholeMatch(of: /(.+:\d+:\d+): (\w+): (.+) \[(\w+)\]/) {
        found.append(
          ReportedFinding(
            rule: String(first.4), severity: String(first.2), place: String(first.1),
            message: String(first.3)))
      } else {
        let note = try #require(line.wholeMatch(of: /.+:\d+:\d+: note: (.+)/))
        found[found.count - 1].message += "; \(note.1)"
      }
    }
    #expect(Set(found) == Self.expected(names: false, severity: \.rawValue))
    #expect(found.count == Self.findings.count)
  }

  @Test("JSON has each with everything that is known of it")
  func json() throws {
    let found = try #require(try object(.json)["findings"] as? [[String: Any]])
    let reported = found.map { member in
      ReportedFinding(
        rule: member["rule"] as? String ?? "", severity: member["severity"] as? String ?? "",
        place: place(of: member), message: member["title"] as? String ?? "",
        name: [member["entity"], member["relationship"]].compactMap { $0 as? String }
          .joined(separator: "."))
    }
    #expect(Set(reported) == Self.expected(severity: \.rawValue))
    #expect(found.map { $0["model"] as? String } == Self.run.findings.map(\.model))
    #expect(found.map { $0["caller"] as? String } == [nil, nil, "Store.remove", nil])
    let way = try #require(found[2]["path"] as? [[String: Any]])
    #expect(way.map { $0["text"] as? String } == ["step one", "step two"])
    #expect(way.map(place) == ["Code/five.swift:51:15", "Code/six.swift:61:16"])
    #expect(found.allSatisfy { $0["witness"] is NSNull && $0["cell"] is NSNull })
    let fix = try #require(found[2]["fix"] as? [[String: Any]])
    #expect(fix.map(place) == ["Code/seven.swift:71:17"])
    #expect(fix.map { "\($0["endLine"] ?? "") \($0["endColumn"] ?? "")" } == ["71 17"])
    #expect(fix.map { $0["text"] as? String } == ["seven "])
    #expect(found.count { $0["fix"] is NSNull } == 3)
  }

  private func place(of member: [String: Any]) -> String {
    "\(member["file"] ?? ""):\(member["line"] ?? ""):\(member["column"] ?? "")"
  }

  @Test("SARIF has each as a result, with its level, places, steps and fingerprint")
  func sarif() throws {
    let runs = try #require(try object(.sarif)["runs"] as? [[String: Any]])
    let found = try #require(runs.first?["results"] as? [[String: Any]])
    func place(_ location: Any?) throws -> String {
      let location = try #require(location as? [String: Any])
      let physical = try #require(location["physicalLocation"] as? [String: [String: Any]])
      let region = try #require(physical["region"])
      let uri = physical["artifactLocation"]?["uri"] ?? ""
      return "\(uri):\(region["startLine"] ?? ""):\(region["startColumn"] ?? "")"
    }
    let reported = try found.map { result in
      let location = (result["locations"] as? [[String: Any]])?.first
      let logical = (location?["logicalLocations"] as? [[String: String]])?.first
      return ReportedFinding(
        rule: result["ruleId"] as? String ?? "", severity: result["level"] as? String ?? "",
        place: try place(location),
        message: (result["message"] as? [String: String])?["text"] ?? "",
        name: logical?["fullyQualifiedName"] ?? "")
    }
    let kinds = found.map { result in
      let location = (result["locations"] as? [[String: Any]])?.first
      return (location?["logicalLocations"] as? [[String: String]])?.first?["kind"]
    }
    #expect(kinds == [nil, "type", "member", "member"])
    #expect(Set(reported) == Self.expected(severity: \.rawValue))
    let flows = try #require(found[2]["codeFlows"] as? [[String: [[String: [[String: Any]]]]]])
    let steps = try #require(flows.first?["threadFlows"]?.first?["locations"])
    #expect(
      try steps.map { try place($0["location"]) } == [
        "Code/five.swift:51:15", "Code/six.swift:61:16",
      ]
    )
    let fixes = try #require(found[2]["fixes"] as? [[String: [[String: Any]]]])
    let change = try #require(fixes.first?["artifactChanges"]?.first)
    #expect((change["artifactLocation"] as? [String: String])?["uri"] == "Code/seven.swift")
    let replacement = try #require((change["replacements"] as? [[String: [String: Any]]])?.first)
    #expect(
      replacement["deletedRegion"] as? [String: Int]
        == ["startLine": 71, "startColumn": 17, "endLine": 71, "endColumn": 17])
    #expect(replacement["insertedContent"] as? [String: String] == ["text": "seven "])
    #expect(
      found.count { $0["codeFlows"] == nil && $0["fixes"] == nil } == 3)
  }

  @Test("GitHub has each as an annotation")
  func github() throws {
    let line = /::(\w+) file=(.+),line=(\d+),col=(\d+),title=(\w+)::(.+)/
    let found = try text(.github).matches(of: line).map {
      ReportedFinding(
        rule: String($0.5), severity: $0.1 == "notice" ? "note" : String($0.1),
        place: "\($0.2):\($0.3):\($0.4)", message: String($0.6))
    }
    #expect(Set(found) == Self.expected(names: false, severity: \.rawValue))
    let order = ["third", "second", "fourth", "first"]
    #expect(found.map { $0.message.split(separator: " ").first.map(String.init) } == order)
  }

  @Test("JUnit has each as a case of its model, which fails unless it is a note")
  func junit() throws {
    let text = try text(.junit)
    let line =
      /classname="(.+?)" name="(\w+)(?: (.+?))?" file="(.+?)" line="(\d+)"><(\w+) message="(.+?)"/
    let found = text.matches(of: line)
    let reported = found.map {
      ReportedFinding(
        rule: String($0.2), severity: String($0.6), place: "\($0.4):\($0.5)",
        message: String($0.7), name: $0.3.map(String.init) ?? "")
    }
    let expected = Self.expected(columns: false) { $0 == .note ? "skipped" : "failure" }
    #expect(Set(reported) == expected)
    #expect(found.map { String($0.1) } == Self.findings.map(\.model))
    try expectSoundCounts(text)
    #expect(text.contains("<testcase classname=\"Clean.swift\" name=\"no findings\"/>"))
  }

  @Test(
    "Markdown and pages have each with its rule, place and message",
    arguments: [
      Format.markdown, .html,
    ])
  func prose(format: Format) throws {
    let text = try text(format).replacing("\\", with: "")
    for finding in Self.findings {
      let place = finding.location
      for word in [finding.rule.rawValue, finding.message, "\(place.file):\(place.line)"] {
        #expect(text.contains(word), "\(word)")
      }
    }
  }

  @Test("A fingerprint tells apart what is fixed apart, and nothing else")
  func fingerprints() throws {
    func print(_ change: (inout Finding) -> Void, _ finding: Finding) throws -> String {
      var finding = finding
      change(&finding)
      let text = CheckRun(models: ["M"], findings: [finding]).sarif
      let match = try #require(text.firstMatch(of: /"partialFingerprints":\{"[^"]+":"([^"]+)"/))
      return String(match.1)
    }
    for model in ["M.swift", "M.xcdatamodeld"] {
      for caller in [nil, "Store.remove"] {
        func finding(
          _ rule: CheckRule = .denyOnChild, entity: String = "A", relationship: String = "b",
          file: String = "one.swift", line: Int = 1, model: String = model
        ) -> Finding {
          .of(
            rule, entity: entity, relationship: relationship, file: file, line: line, model: model)
        }
        func key(_ finding: Finding) throws -> String { try print({ $0.caller = caller }, finding) }
        let own = try key(finding())
        #expect(try key(finding(line: 7)) == own)
        #expect(try key(finding(.oneToOneCrash)) != own)
        #expect(try key(finding(entity: "B")) != own)
        #expect(try key(finding(relationship: "c")) != own)
        #expect(try print({ $0.caller = "Other.remove" }, finding()) != own)
        // What the model of a bundle states is known by the bundle, all else by its file.
        let isOfBundle = model == "M.xcdatamodeld" && caller == nil
        #expect(try (key(finding(file: "two.swift")) == own) == isOfBundle)
        #expect(try (key(finding(model: "N\(model)")) == own) == !isOfBundle)
      }
    }
  }

  @Test("A fix in another file is shown with the name of that file")
  func fixInOtherFile() throws {
    let sources = ["A.swift": "class A { var b: B? }", "B.swift": "class B { var list: [A] = [] }"]
    func lines(fixing parts: [(file: String, column: Int, text: String)]) -> [String] {
      var finding = Finding.of(.denyOnChild, file: "A.swift", line: 1, column: 11)
      finding.fix = parts.map { part in
        let place = Location(file: part.file, line: 1, column: part.column)
        return Replacement(
          inserting: part.text, at: Replacement.Place(place, offset: part.column - 1))
      }
      finding.show(
        sources.reduce(into: [:]) { excerpts, source in
          let file = SourceFile(path: source.key, bytes: Array(source.value.utf8))
          excerpts.merge(file.excerpts(at: [finding.location] + finding.fix.map(\.location))) {
            $1
          }
        })
      let screen = Screen(width: 200, hasColours: false)
      return finding.sourceLines().map {
        screen.text(of: $0.prose).trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
    let own = ["1 | class A { var b: B? }", "|           ^"]
    #expect(lines(fixing: []) == own)
    #expect(
      lines(fixing: [("A.swift", 11, "@X ")]) == own + ["1 + class A { @X var b: B? }"])
    #expect(
      lines(fixing: [("B.swift", 11, "@Y ")])
        == own + ["> B.swift", "1 + class B { @Y var list: [A] = [] }"])
    #expect(
      lines(fixing: [("A.swift", 11, "@X "), ("B.swift", 11, "@Y ")])
        == own + [
          "1 + class A { @X var b: B? }", "> B.swift", "1 + class B { @Y var list: [A] = [] }",
        ])
  }
}

/// Each suite of JUnit's XML counts its own cases, and the whole counts those of all suites.
func expectSoundCounts(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let header = /tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/
  func stated(_ part: Substring) throws -> [Int] {
    let match = try #require(part.firstMatch(of: header), sourceLocation: sourceLocation)
    return [match.1, match.2, match.3, match.4].compactMap { Int($0) }
  }
  let parts = text.split(separator: "<testsuite ")
  var sum = [0, 0, 0, 0]
  for part in parts.dropFirst() {
    let counted = ["<testcase ", "<failure ", "<error ", "<skipped "].map {
      part.ranges(of: $0).count
    }
    #expect(try stated(part) == counted, "\(part.prefix(80))", sourceLocation: sourceLocation)
    sum = zip(sum, counted).map(+)
  }
  #expect(try stated(try #require(parts.first)) == sum, sourceLocation: sourceLocation)
}
