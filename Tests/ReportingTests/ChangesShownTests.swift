import DeleteCalls
import DeleteMatrix
import Foundation
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import Reporting

@Suite("What of changes does GitHub show, and what does a page draw?")
struct ChangesShownTests {
  /// A root that holds many, by a rule.
  private static func model(_ rule: String, _ name: String = "c") -> SampleModel {
    let numbers = 0..<12
    let properties = numbers.map {
      "  @Relationship(deleteRule: .\(rule), inverse: \\C\($0).root) var \(name)\($0): [C\($0)] = []\n"
    }
    let children = numbers.map { "@Model class C\($0) { var root: Root? }\n" }
    return SampleModel(
      name: "M.swift", text: "@Model class Root {\n\(properties.joined())}\n\(children.joined())")
  }

  @Test("What could not be read comes first, then what is worse, and at most ten of each kind")
  func annotations() throws {
    let changes = try ProjectChanges(
      from: Self.model("cascade").model, to: Self.model("noAction").model)
    for count in [0, 1, 11] {
      let unread = (0..<count).map {
        ModelFinding(
          .error, .incompleteModel, "unread \($0)",
          at: Location(file: "u\($0).swift", line: 1, column: 1))
      }
      let report = ChangesReport(changes, without: unread)
      #expect(report.problems.map(\.message) == unread.map(\.message))
      let text = try #require(report.text(as: .github))
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines.count == 10 && lines.allSatisfy { $0.hasPrefix("::error ") })
      let shown = min(count, 10)
      #expect(
        lines.prefix(shown).map { $0.split(separator: "::").last.map(String.init) }
          == (0..<shown).map { "unread \($0)" })
      #expect(
        lines.dropFirst(shown).allSatisfy { $0.contains("title=Worse::deleting a Root leaves ") })
      // Each child is left in the store, and points at what is gone.
      #expect(report.countWithoutAnnotation == 24 + count - 10)
    }
    let calm = try ProjectChanges(
      from: Self.model("cascade").model, to: Self.model("deny").model)
    let text = try #require(ChangesReport(calm).text(as: .github))
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("::notice ") })
  }

  @Test("The counts are those of the lines, and ordinary deletes come before batch deletes")
  func counts() throws {
    func model(_ list: String, _ rule: String, _ more: String) -> SampleModel {
      SampleModel(
        name: "M.swift",
        text: """
          @Model class Z {
            @Relationship(deleteRule: .nullify, inverse: \\B.z) var bs: [B]\(list) = []
            @Relationship(deleteRule: .\(rule), inverse: \\C.z) var cs: [C] = []
            \(more)
          }
          @Model class B { var z: Z? }
          @Model class C { var z: Z? }
          @Model class D { var x = 1 }
          """)
    }
    let changes = try ProjectChanges(
      from: model("?", "cascade", "var gone: D?").model, to: model("", "deny", "").model)
    let text = try #require(ChangesReport(changes).text(as: .markdown))
    let lines = text.split(separator: "\n").map(String.init)
    let summary = lines[1]
    #expect(
      summary.hasPrefix(
        "M.swift: 2 changes to the model need review; 1 change to the model is better."), "\(text)")
    #expect(lines.count { $0.hasPrefix("- needs review: ") } == 2, "\(text)")
    #expect(lines.count { $0.hasPrefix("- better: ") } == 1, "\(text)")
    #expect(lines.contains("- better: no longer there: Z.gone"), "\(text)")
    #expect(lines.contains("Removed: Z.gone."), "\(text)")
    #expect(lines.contains("- needs review: deleting a Z can fail while it has a C"), "\(text)")
    // What needs review comes before what is better, in the picture, too.
    let back = try ProjectChanges(
      from: model("", "nullify", "").model, to: model("", "deny", "").model)
    let mermaid = try #require(ChangesReport(back).text(as: .mermaid))
    #expect(mermaid.contains("nullify → deny / z nullify, review"), "\(mermaid)")
    // One changed itself; of the other, only what its delete does.
    let headings = lines.filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4).prefix(6) }
    #expect(headings == ["~ Z.cs", "= B.z:", "- Z.go"], "\(text)")
  }

  @Test(
    "A call that changed says only what came and what went",
    arguments: [
      ("cascade", "nullify", ["now sets Stop.trip to nil", "no longer deletes Stop"]),
      ("nullify", "cascade", ["now also deletes Stop", "no longer sets Stop.trip to nil"]),
      (
        "nullify", "noAction",
        ["now leaves dangling references in Stop.trip", "no longer sets Stop.trip to nil"]
      ),
      (
        "cascade", "deny",
        ["the save can now fail while Trip.stops holds anything", "no longer deletes Stop"]
      ),
      (
        "deny", "cascade",
        ["now also deletes Stop", "the save no longer fails because of Trip.stops"]
      ),
      ("deny", "deny", []),
    ])
  func difference(old: String, new: String, clauses: [String]) throws {
    let stories = try [old, new].map { rule in
      let text = """
        @Model class Trip { @Relationship(deleteRule: .\(rule), inverse: \\Stop.trip) var stops: [Stop] = [] }
        @Model class Stop { var trip: Trip? }
        """
      let model = try Model(reading: text, as: "M.swift")
      return DeleteStory(of: try #require(model.schema.entity("Trip")), in: model)
    }
    #expect(CallDifference(from: stories[0], to: stories[1], nil).clauses == clauses)
  }

  @Test("Each side of a change is drawn with the objects and references of its own model")
  func pictures() throws {
    let oneWay = "@Model class A { var bs: [B] = [] }\n@Model class B { var many: [A] = [] }\n"
    let pair = oneWay.replacing("var bs", with: #"@Relationship(inverse: \B.many) var bs"#)
    let text = { SampleModel(name: "M.swift", text: $0) }
    var exchanged = 0
    for (old, new) in [
      (text(oneWay), text(pair)), (text(pair), text(oneWay)),
      (SampleModel.lists, SampleModel.changedLists), (.clean, .lists),
    ] {
      let changes = try ProjectChanges(from: old.model, to: new.model)
      let html = try #require(ChangesReport(changes).text(as: .html))
      func isDrawn(_ side: String, _ scenario: Scenario?, _ outcome: Outcome?) -> Bool {
        guard let scenario, let outcome else { return html.contains("<span>\(side)</span><span>–") }
        let diagram = Diagram(scenario, outcome, title: side)
        return html.contains(
          "<span>\(side), before</span>\(diagram.panel(isBefore: true).markup)\n"
            + "<span>\(side), after</span>\(diagram.panel(isBefore: false).markup)")
      }
      for change in changes.compared.flatMap(\.changes.changes) {
        #expect(isDrawn("old", change.earlierScenario, change.before))
        #expect(isDrawn("new", change.scenario, change.after))
        if change.before != nil, !isDrawn("old", change.scenario, change.before) { exchanged += 1 }
      }
    }
    #expect(exchanged > 0, "in some change the sides have different references")
  }
}
