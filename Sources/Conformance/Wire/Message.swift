import ObjectGraph
import Scenarios
import SourceText

/// The identity of an implementation, and what it runs on.
///
/// ```swift
/// let me = Identity(name: "my-store", version: "1.2", language: "Swift", framework: nil)
/// ```
public struct Identity: Hashable, Sendable {
  /// The implementation's name.
  public internal(set) var name: String
  /// Its version.
  public internal(set) var version: String
  /// The language that it is written in.
  public internal(set) var language: String
  /// The framework that it is, or imitates; nil for an implementation of another kind.
  public internal(set) var framework: Framework.Name?
  /// The system and its release; nil where that is no matter.
  public internal(set) var system: StatedReleases?
  /// The kind of store; nil where that is no matter.
  public internal(set) var store: String?
  /// The machine and the build tools, as far as they matter for repeating the run.
  public internal(set) var machine: Machine?

  /// The environment of an implementation that is a part of its system.
  public struct Machine: Hashable, Sendable {
    /// The kind of machine, as `Mac15,3`.
    public internal(set) var model: String
    /// The release of Xcode, or of the compiler where there is none.
    public internal(set) var xcode: String
    /// The bundle versions of the frameworks, as `SwiftData 141`.
    public internal(set) var frameworks: [String]
    /// The generator of the program that asked the frameworks.
    public internal(set) var generator: String
  }

  /// Names who answers.
  public init(
    name: String, version: String, language: String, framework: Framework.Name?,
    system: StatedReleases? = nil, store: String? = nil, machine: Machine? = nil
  ) {
    self.machine = machine
    self.name = name
    self.version = version
    self.language = language
    self.framework = framework
    self.system = system
    self.store = store
  }
}

/// The first message from an adapter.
public struct Greeting: Hashable, Sendable {
  /// The identity of the implementation.
  public internal(set) var identity: Identity
  /// The capabilities of the implementation.
  public internal(set) var capabilities: Set<Capability>
  /// Whether one process may be asked about several scenarios.
  public internal(set) var isShared: Bool
  /// The adapter's own names of the experiments that it can run in addition to scenarios.
  public internal(set) var experiments: [String]

  /// Says who answers.
  public init(
    _ identity: Identity, capabilities: Set<Capability>, isShared: Bool = false,
    experiments: [String] = []
  ) {
    self.experiments = experiments
    self.identity = identity
    self.capabilities = capabilities
    self.isShared = isShared
  }
}

/// A request to an adapter, sent as a line.
enum Request {
  case start
  case run(Int, Question)
  case experiment(Int, String)
  case stop

  var question: Question? { if case .run(_, let question) = self { question } else { nil } }
}

let protocolVersion = 1

extension FormatField {
  static func version(_ name: String) -> FormatField {
    let version = JSONText.integer(protocolVersion)
    return FormatField(
      .required(name, .keywords([("const", version)])),
      read: { reading, node, _, _ in
        if reading.count(node) == protocolVersion { return true }
        reading.report(node, expected: "protocol \(protocolVersion)")
        return false
      }, write: { _ in version })
  }
}

extension Greeting {
  package static let format = FileFormat(
    "greeting", "an answer to start", "The answer to start.", blank: blank,
    [.version("protocol")] + fields(isFirstLine: false))
  static let blank = Greeting(Identity.blank, capabilities: [])

  /// The keys that the first line of a recording has, too, which states the isolation.
  static func fields(isFirstLine: Bool) -> [FormatField<Greeting>] {
    let isolation = Notation<Bool>.isolation
    return [
      .required("implementation", \.identity, .object(Identity.format)),
      .required("capabilities", \.capabilities, .capabilities, isVital: false),
      FormatField(
        FormatObject.Key("isolation", isRequired: isFirstLine, isolation.shape),
        read: { reading, node, fixture, greeting in
          greeting.isShared = isolation.read(&reading, node, &fixture) ?? false
          return true
        }, write: { isolation.write($0.isShared) }),
      .listed(
        "experiments", \.experiments, .experiments,
        "What the implementation can find out beside scenarios; canary_passes and canary_crashes are "
          + "done first and last."),
    ]
  }
}

extension Identity {
  fileprivate static let blank = Identity(name: "", version: "", language: "", framework: nil)

  fileprivate static let format = FileFormat(
    "implementation", "an implementation", "Who answers, and on what.", blank: blank,
    [
      .required("name", \.name, .text()), .required("version", \.version, .text()),
      .required("language", \.language, .text()),
      .required("framework", \.framework, .frameworkOrOther),
      .stated("system", \.system, .statedReleases("a system and its release")),
      .stated("store", \.store, .textOrNull("a kind of store")),
      .stated("machine", \.machine, .object(Machine.format)),
    ])
}

extension Identity.Machine {
  fileprivate static let format = FileFormat(
    "machine", "a machine", "Where an implementation ran that is a part of its system.",
    blank: Identity.Machine(model: "", xcode: "", frameworks: [], generator: ""),
    [
      .required("model", \.model, .text()),
      .required("xcode", \.xcode, .text(), "The release of Xcode, or of the compiler."),
      .required(
        "frameworks", \.frameworks, .list(of: .text("a name"), expected: "an array of versions"),
        "Their bundle versions."),
      .required("generator", \.generator, .text(), "What wrote the program that asked."),
    ])
}

extension Notation<[String]> {
  fileprivate static var experiments: Notation {
    list(of: .text("a name"), expected: "an array of names")
  }
}

extension Notation<Framework.Name?> {
  fileprivate static var frameworkOrOther: Notation {
    let kind = Notation<IdentityKind>.word
    return Notation(
      kind.shape,
      read: { kind.read(&$0, $1, &$2).map { Framework.Name(rawValue: $0.rawValue) } },
      write: { .string($0?.rawValue ?? IdentityKind.other.rawValue) })
  }
}

extension Notation<Set<Capability>> {
  fileprivate static var capabilities: Notation {
    let list = Notation<[Capability]>.list(of: .word, expected: "an array of capabilities")
    return Notation(
      list.shape, read: { list.read(&$0, $1, &$2).map { Set($0) } },
      write: { list.write(Capability.allCases.filter($0.contains)) }
    ).named(
      "capabilities",
      "What the implementation can do; a scenario that needs more is skipped.")
  }
}

extension Notation<Bool> {
  /// Whether one process may be asked about several scenarios.
  fileprivate static var isolation: Notation {
    let isolation = Notation<Isolation>.word
    return Notation(
      isolation.shape, read: { isolation.read(&$0, $1, &$2).map { $0 == .shared } },
      write: { isolation.write($0 ? .shared : .scenario) }
    ).named(
      "isolation",
      "Whether one process may be asked about several scenarios; by default each has its own.")
  }
}

extension Look {
  fileprivate static let format = FileFormat(
    "look", "a look",
    "After how many steps the adapter says what it sees; 0 is the stored graph.",
    blank: Look(after: 0),
    [
      .required("after", \.stepCount, .count),
      .listed(
        "fetch", \.fetches, .fetches,
        "What is fetched from the store then: an entity, an attribute, ascending or descending."),
    ])
}

extension Notation<[SortedFetch]> {
  fileprivate static var fetches: Notation {
    let fetch = Notation<SortedFetch>(
      .tuple([.name, .name, .oneOf(SortedFetch.Order.self)]),
      read: { reading, node, _ in
        let expected = "[\"Entity\", \"attribute\", \"ascending\" or \"descending\"]"
        guard let parts = reading.tuple(node, of: 3, expected: expected),
          let entity = reading.string(parts[0]), let attribute = reading.string(parts[1]),
          let order = reading.choice(parts[2], SortedFetch.Order.self)
        else { return nil }
        return SortedFetch(of: entity, by: attribute, isAscending: order == .ascending)
      }, write: { .strings($0.words) })
    return list(of: fetch, expected: "an array of fetches")
  }
}

extension FormatObject {
  package static let request = FormatObject(
    "request", "a request",
    "What an adapter is asked, a line each: start first, then run as often as it is asked something, and "
      + "stop.",
    [
      .required("cmd", .oneOf(RequestName.self)),
      .optional("protocol", .keywords([("const", .integer(protocolVersion))])),
      .optional("seq", .count, "The number of the question, which every answer repeats."),
      .optional(
        "scenario", .object(ScenarioFile.format),
        "Never with what is expected, or who says so."),
      .optional("looks", .list(.object(Look.format.object))),
      .optional("experiment", .name, "One that the greeting names."),
    ])
  package static let reply = FormatObject(
    "reply", "an answer",
    "What an adapter answers to run: at before each step, and at last exactly one of looks, skipped, "
      + "flaky and failed. To experiment: found instead of looks.",
    [.required("seq", .count)] + Response.replies.map(\.key))
}

extension Response {
  private static let reasons = [
    FormatCase(
      "skipped", reason: Response.skipped, "Why the implementation cannot be asked this."),
    FormatCase(
      "flaky", reason: Response.flaky, "How it answered otherwise when it was asked again."),
    FormatCase("failed", reason: Response.fault, "What went wrong in the adapter itself."),
  ]

  /// The keys of an answer to a question, which has one of them.
  fileprivate static let answers =
    [
      FormatCase(
        "at", .count, Response.at,
        "The step that is about to be done; 0 while the stored graph is made."
      ) { if case .at(let step) = $0 { step } else { nil } },
      .seen("looks"),
    ] + reasons

  /// The keys of an answer to an experiment, which has one of them.
  fileprivate static let findings =
    [
      FormatCase("found", .text("words"), Response.found, "What an experiment found.") {
        if case .found(let words) = $0 { words } else { nil }
      }
    ] + reasons

  fileprivate static let replies = answers + findings.prefix(1)
}

private enum RequestName: String, CaseIterable { case start, run, experiment, stop }
private enum IdentityKind: String, CaseIterable { case swiftData, coreData, other }
private enum Isolation: String, CaseIterable { case shared, scenario }

extension JSONText {
  init(_ request: Request) {
    switch request {
    case .start: self = .object([("cmd", "start"), ("protocol", .integer(protocolVersion))])
    case .stop: self = .object([("cmd", "stop")])
    case .experiment(let number, let name):
      self = .object([
        ("cmd", "experiment"), ("seq", .integer(number)), ("experiment", .string(name)),
      ])
    case .run(let number, let question):
      // What is expected of it, and who says so, is nobody's business there.
      let file = ScenarioFile(
        name: "scenario-\(number)", title: "scenario \(number)",
        scenario: question.scenario.withoutCircumstances, observations: [:])
      self = .object([
        ("cmd", "run"), ("seq", .integer(number)), ("scenario", JSONText(file)),
        ("looks", .array(question.looks.map(Look.format.json))),
      ])
    }
  }

  init(_ response: Response, to number: Int) {
    let seq: [(String, JSONText?)] = [("seq", .integer(number))]
    self = .stating(seq + Response.replies.members(of: response))
  }
}

extension FileReading {
  mutating func request(_ node: JSONNode) -> Request? {
    guard let members = members(node, of: .request),
      let name = choice(members["cmd"], RequestName.self)
    else { return nil }
    switch name {
    case .start:
      if count(members["protocol"]) != protocolVersion {
        report(members["protocol"] ?? node, expected: "protocol \(protocolVersion)")
      }
      return .start
    case .stop: return .stop
    case .experiment:
      guard let number = count(members["seq"]), let name = string(members["experiment"])
      else { return nil }
      return .experiment(number, name)
    case .run:
      let number = count(members["seq"])
      let scenario = members["scenario"].flatMap { self.scenario($0) }
      let looks = list(members["looks"], expected: "an array of looks") {
        $0.value($1, of: Look.format)
      }
      guard let number, let scenario else { return nil }
      let count = scenario.scenario.steps.count
      if let far = looks.first(where: { $0.stepCount > count }), let node = members["looks"] {
        report(node.location, "found a look after \(far.stepCount) of \(count) steps")
      }
      return .run(number, Question(scenario.scenario, at: looks))
    }
  }

  /// Reads what an adapter answers to a question; to an experiment where there is none.
  mutating func response(
    _ node: JSONNode, to question: Question?
  ) -> (number: Int, response: Response)? {
    guard let members = members(node, of: .reply), let number = count(members["seq"])
    else { return nil }
    var fixture = question.map { Fixture($0.scenario) } ?? Fixture()
    let response = value(
      node, members, of: Response.replies,
      expecting: question == nil ? Response.findings : Response.answers,
      in: FormatObject.reply.title, &fixture)
    if case .seen(let states) = response, let steps = question?.looks.map(\.stepCount),
      states.map(\.step) != steps, let looks = members["looks"]
    {
      let found = states.compactMap(\.step).map { "\($0)" }.listed()
      report(
        looks.location,
        "found looks after steps \(found.isEmpty ? "none" : found); expected them after "
          + steps.map { "\($0)" }.listed())
    }
    return response.map { (number, $0) }
  }
}
