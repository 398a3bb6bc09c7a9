import Scenarios
import SourceText

/// The answers of an implementation, as lines of a file.
///
/// The lines are the implementation's identity, an answer for each group of cells, and the number
/// of answers. Without the last line, the run was not finished, and nothing is reported about it.
public struct Recording: Sendable {
  let suite: ConformanceSuite
  /// The choice of questions, as on the command line.
  public let choice: Choice
  /// The answers by the names of the groups.
  private(set) var responses: [String: Response] = [:]
  /// The findings of experiments, in the order of the lines.
  public private(set) var findings: [Finding] = []
  /// Whether the run was finished.
  public private(set) var isFinished = false

  /// The finding of an experiment.
  public struct Finding: Hashable, Sendable {
    /// The experiment.
    public internal(set) var experiment: String
    /// The finding, in words.
    public internal(set) var words: String
    /// After how many answers it was made.
    public internal(set) var answerCount: Int
  }

  /// The choice of questions.
  public struct Choice: Hashable, Sendable {
    /// Whose cells; nil for those that concern the implementation.
    public var framework: String?
    /// The pattern for the cells; nil for all.
    public var pattern: String?
    /// The number of random scenarios.
    public var randomCount: Int
    /// The seed for the random scenarios.
    public var seed: Int

    /// States what is asked.
    public init(
      framework: String? = nil, pattern: String? = nil, randomCount: Int = 0, seed: Int = 1
    ) {
      self.framework = framework
      self.pattern = pattern
      self.randomCount = randomCount
      // Where nothing is left to chance, it begins nowhere.
      self.seed = randomCount == 0 ? 1 : seed
    }
  }

  package init(_ suite: ConformanceSuite, _ choice: Choice) {
    self.suite = suite
    self.choice = choice
  }

  /// Reads a recording from a file.
  ///
  /// An unfinished line, for example of a run that was ended, is ignored; one that only lacks its line end is
  /// not.
  ///
  /// - Parameters:
  ///   - file: Lines of JSON.
  ///   - firstLine: The number of the recording's first line, for a file that holds several
  ///     recordings.
  ///   - makeSuite: Makes the suite of questions for the implementation that answered.
  /// - Throws: A `DataError` with the first line that doesn't belong to a recording.
  public init(
    _ file: SourceFile, from firstLine: Int = 1,
    asking makeSuite: (Greeting, Choice) throws -> ConformanceSuite
  ) throws {
    let lines = Self.wholeLines(of: file, from: firstLine)
    var reading = FileReading(file: file.path)
    func node(_ index: Int) throws(DataError) -> JSONNode {
      do throws(DataError) {
        return try JSONParser.parse(lines[index].bytes, file: file.path)
      } catch {
        throw error.inLine(lines[index].number)
      }
    }
    func problem(_ message: String) -> DataError {
      let line = lines.first?.number ?? firstLine
      return DataError(
        problems: [
          .init(location: Location(file: file.path, line: line, column: 1), message: message)
        ])
    }
    guard !lines.isEmpty, var header = reading.value(try node(0), of: RecordingHeader.format),
      reading.problemCount == 0
    else {
      let found = reading.listedProblems.first?.message ?? "the file has no whole line"
      throw problem("\(found); expected the header of a recording")
    }
    choice = header.choice
    header.greeting.identity.system = header.greeting.identity.system?
      .moved(toLine: lines[0].number)
    let suite = try makeSuite(header.greeting, choice)
    self.suite = suite
    if suite.digest != header.digest {
      throw problem("other cells were asked about than there are now; record them anew")
    }
    if let recorded = header.predictions, recorded != suite.predictionDigest {
      throw problem(
        "the answers left out agreed with other predictions than those of this engine; "
          + "record them again")
    }
    let groups = Dictionary(
      suite.groups.indices.map { (suite.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first }
    )
    for index in lines.indices.dropFirst() {
      let node = try node(index)
      if node.hasKey("end"), let count = reading.value(node, of: Self.footer) {
        if count != responses.count || index != lines.count - 1 {
          reading.report(
            node.location, "found an end after \(responses.count) answers that counts \(count)")
        }
        isFinished = true
        continue
      }
      if node.hasKey("experiment"), var finding = reading.value(node, of: Finding.format) {
        finding.answerCount = responses.count
        findings.append(finding)
        continue
      }
      for (name, response) in reading.recordedAnswers(node, in: suite, groups) {
        if responses.updateValue(response, forKey: name) != nil {
          reading.report(node.location, "found the answer to '\(name.singleLine)' again")
        }
      }
      if let problem = reading.listedProblems.first {
        throw DataError(problems: [problem]).inLine(lines[index].number)
      }
    }
    if let problem = reading.listedProblems.first {
      throw DataError(problems: [problem]).inLine(lines.count + firstLine - 1)
    }
    // Nothing is made of what may be missing only because the run was ended.
    if isFinished && header.predictions != nil {
      for group in suite.groups.indices where responses[suite.name(of: group)] == nil {
        responses[suite.name(of: group)] = suite.response(to: group) { _ in .agreed }
      }
    }
    if isFinished && responses.count != suite.groups.count { isFinished = false }
  }

  /// The lines of a file that are not blank, with their numbers, but for an unfinished last one.
  private static func wholeLines(
    of file: SourceFile, from firstLine: Int
  ) -> [(number: Int, bytes: [UInt8])] {
    // By bytes, because a carriage return and a line feed are one character.
    var parts = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let last = parts.last, (try? JSONParser.parse(Array(last), file: file.path)) == nil {
      parts.removeLast()
    }
    return parts.enumerated().filter { !$0.element.isBlank }
      .map { (number: firstLine + $0.offset, bytes: Array($0.element)) }
  }

  func response(to name: String) -> Response? { responses[name] }

  /// The lines that are there, but for the last: the header, and the answers in the order of the cells.
  public func lines() -> String {
    let answers = suite.groups.indices.compactMap { group -> String? in
      let name = suite.name(of: group)
      return responses[name].map { Self.line([name], $0) }
    }
    return lines(header(), answers)
  }

  /// The header, some lines of answers, and the findings before and after them.
  func lines(_ header: String, _ answers: [String]) -> String {
    let (first, last) = (
      findings.filter { $0.answerCount == 0 }, findings.filter { $0.answerCount > 0 }
    )
    let lines = [header] + first.map(\.line) + answers + last.map(\.line)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The same without what is to be asked again; of a run that was finished, all of it.
  public var resumable: Recording {
    if isFinished { return self }
    var recording = self
    recording.responses = responses.filter { _, response in
      switch response {
      case .seen, .skipped, .died: true
      case .at, .indeterminate, .flaky, .fault, .agreed, .found: false
      }
    }
    recording.findings = findings.filter { $0.answerCount == 0 }
    return recording
  }

  package func header() -> String { header(predictions: nil) }

  /// The first line, with the digest of the predictions where answers that agree are left out.
  func header(predictions: String?) -> String {
    let header = RecordingHeader(
      greeting: suite.greeting, choice: choice, digest: suite.digest, predictions: predictions)
    return RecordingHeader.format.json(header).line
  }

  /// The line of the answer that some groups have.
  static func line(_ names: [String], _ response: Response) -> String {
    let asked: [(String, JSONText?)] = [("asked", Notation.asked.write(names))]
    return JSONText.stating(asked + Response.recorded.members(of: response)).line
  }

  static func footer(_ count: Int) -> String { footer.json(count).line }
}

extension DataError {
  /// The same where a line of a file was read by itself.
  fileprivate func inLine(_ line: Int) -> DataError {
    DataError(
      problems: problems.map {
        Problem(
          location: Location(
            file: $0.location.file, line: line + $0.location.line - 1, column: $0.location.column),
          message: $0.message)
      })
  }
}

package struct RecordingHeader: Sendable {
  var greeting = Greeting.blank
  var choice = Recording.Choice()
  var digest = ""
  var predictions: String?

  package static let format = FileFormat(
    "recordingHeader", "the header of a recording",
    "The first line of what an implementation answered.", blank: RecordingHeader(),
    [.version("recording")] + Greeting.fields(isFirstLine: true).map { $0.within(\.greeting) } + [
      .stated("framework", \.choice.framework, .text().shaped(Notation.framework.shape)),
      .stated("only", \.choice.pattern, .text()),
      .defaulted("random", \.choice.randomCount, .count, to: 0),
      .optionalSeed,
      .required("digest", \.digest, .text(), "Of all that was asked."),
      .stated(
        "predictions", \.predictions, .text(),
        "Of all that was predicted: answers that agree with it are left out."),
    ])
}

extension FormatField<RecordingHeader> {
  /// The seed, which is written where something is left to chance.
  fileprivate static var optionalSeed: FormatField {
    FormatField(
      .optional("seed", .integer),
      read: { reading, node, fixture, header in
        header.choice.seed = Notation.integer.read(&reading, node, &fixture) ?? 1
        return true
      }, write: { $0.choice.randomCount == 0 ? nil : .integer($0.choice.seed) })
  }
}

extension Death {
  fileprivate static let format = FileFormat(
    "death", "how a process died", "How a process died that was asked something.",
    blank: Death(step: 0, signal: nil, exitCode: nil, standardErrorTail: ""),
    [
      .required("step", \.step, .count), .stated("signal", \.signal, .count),
      .stated("exitCode", \.exitCode, .count),
      .required(
        "standardErrorTail", \.standardErrorTail, .anyText,
        "The end of what it wrote on standard error."),
    ])
}

extension Recording {
  package static let footer = FileFormat(
    "recordingFooter", "the end of a recording", "The last line: how many answers there are.",
    blank: 0, [.required("end", \.self, .count)])

  package static let answer = FormatObject(
    "recordedAnswer", "an answer of a recording",
    "What came of asking about the cells of one scenario, or of several that have one answer.",
    [.required("asked", Notation.asked.shape)] + Response.recorded.map(\.key))
}

extension Recording.Finding {
  package static let format = FileFormat(
    "recordedFinding", "what an experiment found", "What an experiment found.",
    blank: Recording.Finding(experiment: "", words: "", answerCount: 0),
    [.required("experiment", \.experiment, .text()), .required("found", \.words, .text())])

  var line: String { Self.format.json(self).line }
}

extension FormatCase<Response> {
  /// A key for the reason why nothing was seen.
  init(
    _ name: String, reason make: @escaping @Sendable (String) -> Response, _ words: String? = nil
  ) {
    self.init(name, .text("a reason"), make, words) { response in
      response.reason.flatMap { make($0) == response ? $0 : nil }
    }
  }

  static func seen(_ name: String) -> FormatCase {
    FormatCase(name, .list(of: .look, expected: "an array of looks"), Response.seen) {
      if case .seen(let states) = $0 { states } else { nil }
    }
  }
}

extension Response {
  /// The keys of an answer of a recording, which has one of them.
  fileprivate static let recorded: [FormatCase<Response>] = [
    .seen("seen"), FormatCase("skipped", reason: Response.skipped),
    FormatCase("indeterminate", reason: Response.indeterminate),
    FormatCase("flaky", reason: Response.flaky), FormatCase("fault", reason: Response.fault),
    FormatCase("died", .object(Death.format), Response.died) {
      if case .died(let death) = $0 { death } else { nil }
    },
  ]
}

extension Notation<[String]> {
  /// The name of a group, or those of several.
  fileprivate static var asked: Notation {
    Notation(
      .anyOf([.name, .list(.name)]),
      read: { reading, node, _ in
        if case .array = node.content {
          return reading.strings(node, expected: "an array of names")
        }
        return reading.string(node).map { [$0] }
      }, write: { $0.count == 1 ? .string($0[0]) : .strings($0) })
  }
}

extension FileReading {
  /// Reads the answer to one question, or the one that several have in common.
  fileprivate mutating func recordedAnswers(
    _ node: JSONNode, in suite: ConformanceSuite, _ groups: [String: Int]
  ) -> [(String, Response)] {
    var fixture = Fixture()
    guard let members = members(node, of: Recording.answer), let asked = members["asked"]
    else { return [] }
    return (Notation.asked.read(&self, asked, &fixture) ?? []).compactMap { name in
      guard let group = groups[name] else {
        report(node.location, "found an answer to '\(name.singleLine)', which is not asked")
        return nil
      }
      fixture = Fixture(suite.groups[group].question.scenario)
      return value(node, members, of: Response.recorded, in: Recording.answer.title, &fixture)
        .map { (name, $0) }
    }
  }
}
