import ModelFiles
import Testing

@testable import Reporting

@Suite("Does each end of a line show how many objects it can hold?")
struct RelationshipEndsTests {
  /// How many objects a relationship holds, and what an end is called in Mermaid and Graphviz.
  private static let ends = [
    (attributes: "toMany=\"YES\" optional=\"YES\"", left: "}o", right: "o{", dot: "crowodot"),
    (attributes: "maxCount=\"1\" optional=\"YES\"", left: "|o", right: "o|", dot: "teeodot"),
    (attributes: "maxCount=\"1\"", left: "||", right: "||", dot: "teetee"),
  ]

  private static func report(_ ahead: String, _ back: String?) throws -> ModelReport {
    func relationship(_ name: String, _ attributes: String, _ entity: String, _ rule: String)
      -> String
    {
      let inverse =
        back == nil ? "" : " inverseName=\"\(name == "a" ? "b" : "a")\" inverseEntity=\"\(entity)\""
      return """
        <relationship name="\(name)" \(attributes) deletionRule="\(rule)" \
        destinationEntity="\(entity)"\(inverse)/>
        """
    }
    let text = """
      <model><entity name="A">\(relationship("b", ahead, "B", "Cascade"))</entity>
      <entity name="B">\(back.map { relationship("a", $0, "A", "Nullify") } ?? "")</entity></model>
      """
    return ModelReport([try Model(reading: text, as: "contents")])
  }

  @Test("Of a pair, at both ends")
  func pairs() throws {
    var drawn: Set<String> = []
    for ahead in Self.ends {
      for back in Self.ends {
        let report = try Self.report(ahead.attributes, back.attributes)
        let mermaid = try #require(report.text(as: .mermaid))
        let line = "\"A\" \(back.left)--\(ahead.right) \"B\" : \"b cascade / a nullify"
        #expect(mermaid.contains(line))
        let dot = try #require(report.text(as: .dot))
        #expect(dot.contains("arrowhead=\(ahead.dot)") && dot.contains("arrowtail=\(back.dot)"))
        let svg = try #require(report.text(as: .svg))
        let paths = svg.matches(of: /<path d="([^"]+)"/).map { String($0.1) }
        drawn.insert(paths.joined(separator: " "))
      }
    }
    #expect(drawn.count == 9, "each pair is drawn in its own way")
  }

  @Test("Of a relationship without an inverse, at its end alone")
  func oneWay() throws {
    for end in Self.ends {
      let report = try Self.report(end.attributes, nil)
      let mermaid = try #require(report.text(as: .mermaid))
      #expect(mermaid.contains("\"A\" }o..\(end.right) \"B\" : \"b cascade"))
      let dot = try #require(report.text(as: .dot))
      #expect(dot.contains("arrowhead=\(end.dot)") && dot.contains("arrowtail=none"))
    }
  }
}
