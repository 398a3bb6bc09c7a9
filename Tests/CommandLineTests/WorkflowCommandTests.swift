import Foundation
import Testing

@testable import Commands

@Suite("Can a name write a workflow command of GitHub into the log?")
struct WorkflowCommandTests {
  private static let name = "::error file=x::named"

  @Test(
    "No line of a stream begins with two colons because a folder or an argument is named so",
    arguments: [
      ["check", "."], ["check", ".", "--format", "markdown"], ["check", name], ["calls", "."],
      ["calls", ".", "--format", "github"], ["check", ".", "--format", "github"],
      ["check", ".", "--fix", "--dry-run"], ["model", "."], ["matrix", "."],
      ["explain", name + "/A.swift", "A"], ["run", name], [name], ["explain", name],
      ["check", " \n" + name], ["check", "x\r" + name],
    ])
  func names(words: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "\(Self.name)/A.swift")
    try folder.write(
      "@Model class A { var b: [B] = [] }\n@Model class B { var a: [A] = [] }",
      to: "\(Self.name)/B.swift")
    let run = try folder.run(words)
    for line in (run.output + run.errors).split(whereSeparator: \.isNewline) {
      let isNamed = line.drop(while: \.isWhitespace).hasPrefix(Self.name)
      #expect(!isNamed, "\(line)")
    }
  }

  @Test(
    "A backslash stands before the colons of each such line",
    arguments: [
      ("::a", "\\::a"), ("a::b\n ::c\r::d\r\n::e", "a::b\n \\::c\r\\::d\r\n\\::e"),
      ("a ##[error]b ##[", "a ##\\[error]b ##\\["), ("# #[a] #[", "# #[a] #["),
      ("a ::b", "a ::b"), (": :", ": :"), (":::", "\\:::"),
    ])
  func lines(text: String, expected: String) { #expect(text.withoutWorkflowCommands == expected) }
}
