import Foundation
import Testing

@Suite("Can a name break what a command prints, or write into it?")
struct HostileNamesTests {
  /// A command line, the format in which it answers, and where a name is looked for.
  struct Question: Sendable {
    let arguments: [String]
    let format: String
    /// What is not cut off or folded together on the way.
    var carriesNames: Bool { format != "mermaid" }

    init(_ arguments: [String], format: String) {
      self.format = format
      // What stands behind two hyphens is no option, whatever it looks like.
      self.arguments = arguments.prefix(1) + ["--format", format] + arguments.dropFirst()
    }

    static func all(_ arguments: [String], _ formats: [String]) -> [Question] {
      formats.map { Question(arguments, format: $0) }
    }
  }

  /// What is asked about a model, by its path.
  private static func questions(about model: String, _ name: HostileName) -> [Question] {
    let entity = ["explain", "--", model, name.text]
    let objects = ["explain", "--instances", "\(name.fileName).objects", "--", model, name.text]
    let diagrams = ["markdown", "json", "mermaid", "dot"]
    return
      Question.all(["check", model], ["text", "json", "sarif", "junit", "github", "markdown"])
      + Question.all(["model", model], diagrams)
      + Question.all(["matrix", model], ["markdown", "json", "junit"])
      + Question.all(
        ["matrix", model, "--expect", "\(name.fileName).record"], ["markdown", "json", "junit"])
      + Question.all(["diff", model, "new \(model)"], ["markdown", "json"])
      + Question.all(entity, diagrams) + Question.all(objects, diagrams)
  }

  /// The answers that all others are held against.
  private static let plainModel = Result { try modelAnswers(.plain) }
  private static let plainMatrix = Result { try matrixAnswers(.plain) }

  /// The answers to all questions about a model whose name, path and contents are one name.
  private static func modelAnswers(_ name: HostileName) throws -> [(Question, DeleteRulesProcess)] {
    let folder = try TemporaryFolder()
    let files = HostileFiles(name: name)
    let model = "m\(name.fileName).xcdatamodel"
    try folder.write(files.model(), to: "\(model)/contents")
    try folder.write(files.model(rule: "Deny"), to: "new \(model)/contents")
    try folder.write(files.objects, to: "\(name.fileName).objects")
    let record = ["matrix", "new \(model)", "--record=\(name.fileName).record"]
    let recording = try folder.run(record, setting: [])
    #expect(recording.exitCode == 0)
    expectPlainLines(recording.errors)
    return try questions(about: model, name).map { question in
      (question, try folder.run(question.arguments, setting: []))
    }
  }

  @Test(
    "What is in a model, and its path", arguments: HostileName.all.filter(\.isXML))
  func models(name: HostileName) throws {
    try compare(try Self.modelAnswers(name), with: Self.plainModel.get(), name)
  }

  /// The answers to all questions about a file in which everything has one name.
  private static func matrixAnswers(_ name: HostileName) throws -> [(Question, DeleteRulesProcess)]
  {
    let folder = try TemporaryFolder()
    let place = "f\(name.fileName)"
    try folder.write(HostileFiles(name: name).pairing, to: "\(place)/\(place).json")
    let formats = ["markdown", "json", "junit"]
    let questions =
      Question.all(["run", "\(place)/\(place).json"], formats)
      + Question.all(["matrix", "--matrices", place], formats)
      + Question.all(
        ["matrix", "--matrices", place, "--compare", "--all"], ["markdown", "json"])
    var answers = try questions.map { ($0, try folder.run($0.arguments)) }
    if name.isArgument {
      let id = "L\(name.text)-R\(name.text)/cascade+-/delete-l\(name.text)"
      let arguments = ["explain", id, "--matrices", place]
      let question = Question(arguments, format: "markdown")
      answers.append((question, try folder.run(arguments)))
    }
    return answers
  }

  @Test("What is in a file of outcomes, and its path", arguments: HostileName.all)
  func matrices(name: HostileName) throws {
    let plain = try Self.plainMatrix.get()
    try compare(
      try Self.matrixAnswers(name), with: name.isArgument ? plain : plain.dropLast(), name)
  }

  private func compare(
    _ answers: [(Question, DeleteRulesProcess)], with plain: [(Question, DeleteRulesProcess)],
    _ name: HostileName
  ) throws {
    #expect(answers.count == plain.count)
    for ((question, answer), (_, other)) in zip(answers, plain) {
      let what = Comment(rawValue: "\(question.arguments.debugDescription)")
      #expect([0, 1].contains(other.exitCode), what)
      #expect(answer.exitCode == other.exitCode, what)
      expectPlainLines(answer.output, what)
      expectPlainLines(answer.errors, what)
      #expect(answer.errors.lines.count == other.errors.lines.count, what)
      #expect(answer.outputBytes.count { $0 == 10 } == other.outputBytes.count { $0 == 10 }, what)
      if other.output.isEmpty { continue }
      let expected = try Skeleton(other.output, format: question.format, name: "Plain")
      do {
        let found = try Skeleton(answer.output, format: question.format, name: name.text)
        #expect(found.parts == expected.parts, what)
        guard question.carriesNames else { continue }
        // Where the plain name is read, this one is: as it is, or as far as the format has it.
        let reads = expected.texts.contains { $0.contains("Plain") }
        let form = name.text.carried(by: question.format)
        #expect(
          reads == found.texts.contains { $0.range(of: form, options: .literal) != nil }, what)
      } catch {
        Issue.record("\(error): \(what)")
      }
    }
  }
}

extension String {
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
