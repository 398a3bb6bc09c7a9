import DeleteRules
import Foundation
import Testing

/// A block is found in a file of tests by its lines, whatever their indentation.
///
/// Its imports may stand apart from the rest. What only a Mac can compile is read by this package's own reader, and what a
/// terminal shows stands in the transcript that `TranscriptTests` holds the program to.
@Suite("Is all code that people read held by a test?")
struct DocumentationTests {
  /// The modules whose public types all have an example.
  private static let modules = ["Scenarios", "DeleteMatrix"]

  private static func blocks(in language: String, of paths: [String]) throws -> [CodeBlock] {
    try paths.flatMap { try CodeBlock.all(in: $0) }.filter { $0.language == language }
  }

  private static var articles: [String] {
    get throws {
      try Checkout.files(in: Checkout.catalogue, ending: ".md")
        + Checkout.files(in: Checkout.catalogue, ending: ".tutorial")
    }
  }

  private static var swiftInArticles: [CodeBlock] {
    get throws { try blocks(in: "swift", of: ["README.md"] + articles) }
  }

  private static var swiftInComments: [CodeBlock] {
    get throws {
      let read =
        modules + [
          "Conformance", "DeleteCalls", "DeleteConformance", "ModelCheck", "ModelDeletes",
          "ModelFiles", "ObjectGraph",
        ]
      let paths = try read.flatMap { try Checkout.files(in: "Sources/\($0)", ending: ".swift") }
      return try blocks(in: "swift", of: paths)
    }
  }

  /// The files of the tutorial, of which each shows what is in it to whoever follows.
  private static var tutorialFiles: [CodeBlock] {
    get throws {
      try Checkout.files(in: "\(Checkout.catalogue)/Resources", ending: "")
        .filter { !$0.hasSuffix(".svg") }.map { try CodeBlock(file: $0) }
    }
  }

  @Test("Swift in articles is compiled, or read", arguments: try swiftInArticles)
  func article(block: CodeBlock) throws { try hold(block) }

  @Test("Swift in comments is compiled", arguments: try swiftInComments)
  func comment(block: CodeBlock) throws { try hold(block) }

  @Test("So is each file of the tutorial", arguments: try tutorialFiles)
  func file(block: CodeBlock) throws {
    switch block.language {
    case "swift": try hold(block)
    case "txt":
      // What a test prints, the tests of the tutorial hold.
      if block.lines.first != "$ swift test" {
        try Transcript().hold(block)
      }
    default:
      // The transcript compares it with what the program writes.
      let name = try #require(block.place.split(separator: "/").last)
      let transcript = try Transcript()
      #expect(transcript.lines.contains { $0.contains("diff") && $0.contains("/\(name)\"") })
    }
  }

  @Test("What a terminal shows is what the program prints", arguments: try articles)
  func terminal(article: String) throws {
    let transcript = try Transcript()
    for block in try CodeBlock.all(in: article) where ["console", "json"].contains(block.language) {
      transcript.hold(block)
    }
  }

  @Test("No block is of a language that nobody looks at")
  func languages() throws {
    let blocks = try Self.articles.flatMap { try CodeBlock.all(in: $0) }
    let others = blocks.filter { !["swift", "console", "json"].contains($0.language) }
    #expect(others.map(\.place) == [])
    #expect(blocks.count > 20)
  }

  @Test("Every public type of some modules has an example", arguments: modules)
  func everyType(module: String) throws {
    for path in try Checkout.files(in: "Sources/\(module)", ending: ".swift") {
      var hasExample = false
      for line in try Checkout.text(path).split(separator: "\n") {
        if line.hasPrefix("///") {
          if line.hasPrefix("/// ```") { hasExample = true }
          continue
        }
        let isType = ["struct ", "enum ", "protocol ", "typealias "].contains {
          line.hasPrefix("public \($0)")
        }
        #expect(!isType || hasExample, "\(path): \(line)")
        hasExample = false
      }
    }
  }

  /// Fails where nothing tests a block.
  private func hold(_ block: CodeBlock) throws {
    switch block.kind {
    case .model: try read(block)
    case .view:
      try ReadersPackage.with { folder in
        try block.write(to: folder + "App/Block.swift")
        let calls = try ModelCalls(at: [folder + "App"]).calls
        let own = calls.filter { $0.location.file.hasSuffix("Block.swift") }
        #expect(!own.isEmpty && own.allSatisfy(\.isResolved), "\(block.place): what it deletes")
      }
    case .manifest:
      let manifest = try Checkout.text("Package.swift")
      for line in block.lines where line.contains(".product(name:") {
        let name = line.split(separator: "\"").dropFirst().first ?? ""
        if !manifest.contains(".library(name: \"\(name)\"") {
          Issue.record("\(block.place): the package has no product \(name)")
        }
      }
    case .other:
      let files = try TestFile.all.get()
      if files.contains(where: { $0.contains(block) }) { return }
      let missing = block.lines.first { line in !files.contains { $0.lines.contains(line) } }
      let folders = TestFile.folders.joined(separator: " and ")
      let cause = missing.map { "'\($0)' stands in none" } ?? "each stands in some, not in one run"
      Issue.record("\(block.place): no file of \(folders) has these lines: \(cause)")
    }
  }

  /// Fails where the reader of models does not understand a block.
  private func read(_ block: CodeBlock) throws {
    let isWhole = block.lines.contains { $0.contains("@Model") }
    try ReadersPackage.with { folder in
      try block.write(to: folder + "Block.swift", inside: isWhole ? nil : "@Model class Whole")
      let read = try Model(at: folder + "Block.swift")
      let unread = read.findings.filter { $0.rule.rawValue.hasPrefix("unreadable") }
      #expect(unread.map(\.message) == [], "\(block.place)")
    }
  }
}

/// What somebody types who follows the documentation, and then sees.
private struct Transcript {
  static let path = "Tests/CommandLineTests/Golden/documentation.txt"
  let lines: [String]
  /// The words of all lines, which a terminal breaks where it ends.
  private let words: [Substring]

  init() throws {
    // Without what a terminal does not show: which stream a line came from, and the exit codes.
    let seen = try Checkout.text(Self.path).split(separator: "\n")
      .filter { !$0.hasPrefix("= ") }
      .map { line in
        ["> ", "! "].contains { line.hasPrefix($0) } ? line.dropFirst(2) : line
      }
    lines = CodeBlock.lines(of: seen.joined(separator: "\n"))
    words = lines.flatMap { $0.split(separator: " ") }
  }

  /// Fails where it does not have a block.
  func hold(_ block: CodeBlock) {
    if words.contains(inOneRun: block.lines.flatMap { $0.split(separator: " ") }) { return }
    Issue.record("\(block.place): the program does not print that; it prints \(Self.path)")
  }
}

/// A file of tests, whose lines are compiled, and run.
private struct TestFile {
  static let folders = ["Tests/DeleteRulesTests", "Tests/ConformanceTests"]
  static let all = Result {
    try folders.flatMap { try Checkout.files(in: $0, ending: ".swift") }
      .map { TestFile(lines: CodeBlock.lines(of: try Checkout.text($0))) }
  }

  let lines: [String]

  func contains(_ block: CodeBlock) -> Bool {
    block.imports.allSatisfy(lines.contains)
      && (block.body.isEmpty || lines.contains(inOneRun: block.body))
  }
}

extension Array where Element: Equatable {
  /// Whether some elements follow each other here.
  fileprivate func contains(inOneRun other: [Element]) -> Bool {
    guard let first = other.first, other.count <= count else { return false }
    return indices.dropLast(other.count - 1).contains { start in
      self[start] == first && self[start..<start + other.count].elementsEqual(other)
    }
  }
}
