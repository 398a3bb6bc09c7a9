import DeleteMatrix
import Foundation
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import SourceText
import Testing

@testable import Reporting

@Suite("Can a name break what a report says, or write into it?")
struct HostileNamesTests {
  /// What was written of files in which everything has one name.
  struct Answer {
    let title: String
    let format: Format
    let text: String
  }

  /// The answers that all others are held against.
  private static let plainModel = Result { try modelAnswers(.plain) }
  private static let plainMatrix = Result { try matrixAnswers(.plain) }

  private static func answers<Subject: Report>(_ title: String, _ report: Subject) -> [Answer] {
    Subject.formats.map {
      Answer(title: title, format: $0, text: report.text(as: $0) ?? "not written")
    }
  }

  /// Every report about a model whose names, path and contents are one name.
  private static func modelAnswers(_ name: HostileName) throws -> [Answer] {
    let files = HostileFiles(name: name)
    let path = "m\(name.fileName)/contents"
    let model = try Model(reading: files.model(), as: path)
    let new = try Model(reading: files.model(rule: "Deny"), as: "new \(path)")
    let entity = try #require(model.schema.entity(name.text))
    let objects = SourceFile(
      path: "\(name.fileName).objects", bytes: Array(try files.objects.utf8))
    let recording = try #require(ModelMatrix(new).recording)
    let recorded = ModelMatrix(
      model,
      recorded: try RecordedMatrix(
        SourceFile(path: "\(name.fileName).record", bytes: Array(recording.utf8))))
    let matrix = ModelMatrix(model)
    let findings = CheckRun(models: [model.name], findings: try Check().findings(in: model))
    let run = recorded.run()
    return answers("check", findings) + answers("model", ModelReport([model]))
      + answers("matrix", ModelMatrixReport(matrix, matrix.run()))
      + answers("recorded", ModelMatrixReport(recorded, run))
      + answers("diff", ChangesReport(try ProjectChanges(from: model, to: new)))
      + answers("entity", EntityReport(of: entity, DeleteStories(of: model)))
      + answers(
        "objects",
        InstancesReport(
          InstanceEffects.all(of: entity, in: try Instances(file: objects, of: model)), of: entity,
          in: model)) + [
        Answer(
          title: "colours", format: .text,
          text: findings.text(on: Screen(width: 4000, hasColours: true)).withoutColours),
        Answer(title: "summary", format: .markdown, text: findings.githubSummary ?? ""),
        Answer(title: "errors", format: .markdown, text: recorded.failures(of: run).onLines),
      ]
  }

  private static let plainModelShapes = Result { try plainModel.get().map(shape) }

  @Test("What is in a model, and its path", arguments: HostileName.all.filter(\.isXML))
  func models(name: HostileName) throws {
    try compare(
      try Self.modelAnswers(name), with: Self.plainModel.get(), Self.plainModelShapes.get(), name)
  }

  /// Every report about a file in which everything has one name.
  private static func matrixAnswers(_ name: HostileName) throws -> [Answer] {
    let pairing = SourceFile(
      path: "f\(name.fileName).json", bytes: Array(try HostileFiles(name: name).pairing.utf8))
    let suite = try MatrixSuite([pairing])
    let run = MatrixRun(suite)
    let impossible = try impossibleScenario(
      object: name.text, relationship: name.text, path: "\(name.text).json")
    let explained = try [run, impossible].flatMap(\.results).map {
      Answer(
        title: "explain \($0.cell.title)", format: .markdown,
        text: try Explanation($0).page.markdown)
    }
    return answers("run", run) + answers("impossible", impossible)
      + answers("compare", ComparisonReport(Comparison(suite), showsAll: true)) + explained
      + [
        Answer(
          title: "errors", format: .markdown, text: (run.failures + impossible.failures).onLines)
      ]
  }

  private static let plainMatrixShapes = Result { try plainMatrix.get().map(shape) }

  @Test("What is in a file of outcomes, and its path", arguments: HostileName.all)
  func matrices(name: HostileName) throws {
    try compare(
      try Self.matrixAnswers(name), with: Self.plainMatrix.get(), Self.plainMatrixShapes.get(), name
    )
  }

  /// What an answer looks like with the plain name in it; nil where it is empty, and of what goes to
  /// standard error, which is no markup, only lines.
  private static func shape(of plain: Answer) throws -> Skeleton? {
    if plain.text.isEmpty || plain.title == "errors" { return nil }
    return try Skeleton(plain.text, format: plain.format.rawValue, name: "Plain")
  }

  private func compare(
    _ answers: [Answer], with plain: [Answer], _ shapes: [Skeleton?], _ name: HostileName
  ) throws {
    #expect(answers.count == plain.count)
    for (answer, (other, expected)) in zip(answers, zip(plain, shapes)) {
      let what = Comment(rawValue: "\(answer.title) as \(answer.format)")
      expectPlainLines(answer.text, what)
      #expect(
        answer.text.utf8.count { $0 == 10 } == other.text.utf8.count { $0 == 10 }, what)
      guard let expected else { continue }
      let format = answer.format.rawValue
      do {
        let found = try Skeleton(answer.text, format: format, name: name.text)
        #expect(found.parts == expected.parts, what)
        // What is cut off or folded together on the way says nothing.
        if answer.format == .mermaid { continue }
        // Where the plain name is read, this one is: as it is, or as far as the format has it.
        let reads = expected.texts.contains { $0.contains("Plain") }
        let form = name.text.carried(by: format)
        #expect(
          reads == found.texts.contains { $0.range(of: form, options: .literal) != nil }, what)
      } catch {
        Issue.record("\(error): \(what)")
      }
    }
  }
}

/// Nothing but line ends stands in a text that a terminal or an editor takes for a command.
private func expectPlainLines(_ text: String, _ comment: Comment) {
  let found = text.unicodeScalars.filter { $0 != "\n" && $0.isCommand }
  #expect(found.isEmpty, comment)
}

extension [String] {
  fileprivate var onLines: String { map { "\($0)\n" }.joined() }
}

extension String {
  /// A text for terminals as it is for others.
  fileprivate var withoutColours: String { replacing(/\u{1B}\[(0|1|2|32|1;3[1256])m/, with: "") }

  /// As much of a name as a format can hold: JSON everything.
  fileprivate func carried(by format: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let category = scalar.properties.generalCategory
      let isCommand =
        [.control, .lineSeparator, .paragraphSeparator].contains(category)
        || scalar.properties.isBidiControl
      switch format {
      case "json", "sarif": text.append(scalar)
      case "markdown": text.append(isCommand ? " " : scalar)
      case "html" where [0xFFFE, 0xFFFF].contains(scalar.value): text.append("\u{FFFD}")
      case "junit":
        let isForbidden =
          scalar.value < 0x20 && !"\n\r\t".unicodeScalars.contains(scalar)
          || [0xFFFE, 0xFFFF].contains(scalar.value)
        text.append(isForbidden ? "\u{FFFD}" : scalar)
      case "github" where scalar == "\n" || scalar == "\r": text.append(scalar)
      default:
        let short: [Unicode.Scalar: String] = ["\n": "\\n", "\r": "\\r", "\t": "\\t"]
        let written = short[scalar] ?? "\\u{\(String(scalar.value, radix: 16))}"
        text += isCommand ? Array(written.unicodeScalars) : [scalar]
      }
    }
    return String(text)
  }
}
