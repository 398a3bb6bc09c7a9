import ExpectedText
import Foundation
import Testing

@testable import Commands

@Suite("Does the page for agents say what 'help agents' says, in few lines?")
struct SkillTests {
  @Test("SKILL.md is the topic as markdown, below what agents look for")
  func file() throws {
    let layout = TextLayout(width: 110)
    let blocks = HelpTopic.agents.parts.map { part in
      switch part {
      case .paragraph(let text): layout.lines(text)
      case .verbatim(let lines): lines
      case .table(let rows): rows.map { "- **\($0.left)**: \($0.right)" }
      }
    }
    let text = """
      ---
      name: deleterules
      description: >-
        Predicts what a delete in a SwiftData or Core Data app also deletes, what makes the save fail, and what
        crashes later. Use it before and after changing a relationship, a delete rule, an .xcdatamodeld or code that
        deletes, and when a delete crashed, made a save fail or left objects behind.
      ---

      # deleterules

      \(blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))

      """
    #expect(GoldenFile(inPackage: "scripts/skill/SKILL.md").difference(from: text) == nil)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
  }

  @Test("Every command whose answer is data writes it as JSON")
  func formats() {
    let others = Program.deleterules.commands.filter { !$0.formats.contains("json") }
    #expect(others.map(\.name) == ["completions"])
  }
}
