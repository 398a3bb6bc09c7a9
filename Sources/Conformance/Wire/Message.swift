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
  public let name: String
  /// Its version.
  public let version: String
  /// The language that it is written in.
  public let language: String
  /// The framework that it is, or imitates; nil for an implementation of another kind.
  public let framework: Framework.Name?
  /// The system and its release; nil where that is no matter.
  public let system: StatedReleases?
  /// The kind of store; nil where that is no matter.
  public let store: String?
  /// The machine and the build tools, as far as they matter for repeating the run.
  public let machine: Machine?

  /// The environment of an implementation that is a part of its system.
  public struct Machine: Hashable, Sendable {
    /// The kind of machine, as `Mac15,3`.
    public let model: String
    /// The release of Xcode, or of the compiler where there is none.
    public let xcode: String
    /// The bundle versions of the frameworks, as `SwiftData 141`.
    public let frameworks: [String]
    /// The generator of the program that asked the frameworks.
    public let generator: String
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
  public let identity: Identity
  /// The capabilities of the implementation.
  public let capabilities: Set<Capability>
  /// Whether one process may be asked about several scenarios.
  public let isShared: Bool
  /// The adapter's own names of the experiments that it can run in addition to scenarios.
  public let experiments: [String]

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
  /// To find something out.
  case experiment(Int, String)
  case stop

  var question: Question? { if case .run(_, let question) = self { question } else { nil } }
}

/// A reply from an adapter, sent as a line.
enum Reply {
  /// A step is about to be done; 0 for the stored graph.
  case at(step: Int)
  case response(Response)
  /// The finding of an experiment.
  case found(String)

  /// The response to a question; a finding is not a valid answer to one, and a step is not yet one.
  var response: Response? {
    switch self {
    case .at: nil
    case .response(let response): response
    case .found(let words): .fault("the adapter answers with a finding: \(words)")
    }
  }
}

/// The version of the protocol.
let protocolVersion = 1

extension FormatObject {
  static let greeting = FormatObject(
    "greeting", "an answer to start", required: ["protocol", "implementation", "capabilities"],
    optional: ["isolation", "experiments"])
  static let identity = FormatObject(
    "implementation", "an implementation", required: ["name", "version", "language", "framework"],
    optional: ["system", "store", "machine"])
  static let machine = FormatObject(
    "machine", "a machine", required: ["model", "xcode", "frameworks", "generator"])
  static let request = FormatObject(
    "request", "a request", required: ["cmd"],
    optional: ["protocol", "seq", "scenario", "looks", "experiment"])
  static let look = FormatObject("look", "a look", required: ["after"], optional: ["fetch"])
  static let reply = FormatObject(
    "reply", "an answer", required: ["seq"],
    optional: ["at", "looks", "skipped", "flaky", "failed", "found"])
}

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
        ("looks", .array(question.looks.map { JSONText($0) })),
      ])
    }
  }

  private init(_ look: Look) {
    let fetches = look.fetches.map { fetch in
      JSONText.strings([
        fetch.entity, fetch.attribute, fetch.isAscending ? "ascending" : "descending",
      ])
    }
    self = .stating([("after", .integer(look.stepCount)), ("fetch", .list(fetches))])
  }

  init(_ reply: Reply, to number: Int) {
    let member: (String, JSONText) =
      switch reply {
      case .at(let step): ("at", .integer(step))
      case .response(.seen(let states)): ("looks", .array(states.map { JSONText(seen: $0) }))
      case .response(.fault(let reason)): ("failed", .string(reason))
      case .response(let response): Recording.member(response)
      case .found(let words): ("found", .string(words))
      }
    self = .object([("seq", .integer(number)), member])
  }

  init(_ greeting: Greeting) {
    let capabilities = Capability.allCases.filter(greeting.capabilities.contains)
    self = .stating([
      ("protocol", .integer(protocolVersion)), ("implementation", JSONText(greeting.identity)),
      ("capabilities", .strings(capabilities.map(\.rawValue))),
      ("isolation", .string(greeting.isShared ? "shared" : "scenario")),
      ("experiments", greeting.experiments.isEmpty ? nil : .strings(greeting.experiments)),
    ])
  }

  init(_ identity: Identity) {
    self = .stating([
      ("name", .string(identity.name)), ("version", .string(identity.version)),
      ("language", .string(identity.language)),
      ("framework", .string(identity.framework?.rawValue ?? "other")),
      ("system", identity.system.map { .string($0.words) }),
      ("store", identity.store.map { .string($0) }),
      (
        "machine",
        identity.machine.map {
          .object([
            ("model", .string($0.model)), ("xcode", .string($0.xcode)),
            ("frameworks", .strings($0.frameworks)), ("generator", .string($0.generator)),
          ])
        }
      ),
    ])
  }
}

extension FileReading {
  /// Reads a request, as an adapter does.
  mutating func request(_ node: JSONNode) -> Request? {
    enum Name: String, CaseIterable { case start, run, experiment, stop }
    guard let members = members(node, of: .request), let name = choice(members["cmd"], Name.self)
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
      let looks = list(members["looks"], expected: "an array of looks") { $0.look($1) }
      guard let number, let scenario else { return nil }
      let count = scenario.scenario.steps.count
      if let far = looks.first(where: { $0.stepCount > count }), let node = members["looks"] {
        report(node.location, "found a look after \(far.stepCount) of \(count) steps")
      }
      return .run(number, Question(scenario.scenario, at: looks))
    }
  }

  private mutating func look(_ node: JSONNode) -> Look? {
    guard let members = members(node, of: .look), let step = count(members["after"])
    else { return nil }
    enum Order: String, CaseIterable { case ascending, descending }
    let fetches = list(members["fetch"], expected: "an array of fetches") {
      reading, node -> SortedFetch? in
      let expected = "[\"Entity\", \"attribute\", \"ascending\" or \"descending\"]"
      guard let parts = reading.tuple(node, of: 3, expected: expected),
        let entity = reading.string(parts[0]), let attribute = reading.string(parts[1]),
        let order = reading.choice(parts[2], Order.self)
      else { return nil }
      return SortedFetch(of: entity, by: attribute, isAscending: order == .ascending)
    }
    return Look(after: step, fetching: fetches)
  }

  /// Reads what an adapter says first.
  mutating func greeting(_ node: JSONNode) -> Greeting? {
    enum Isolation: String, CaseIterable { case shared, scenario }
    guard let members = members(node, of: .greeting) else { return nil }
    if let node = members["protocol"], count(node) != protocolVersion {
      report(node, expected: "protocol \(protocolVersion)")
    }
    let identity = members["implementation"].flatMap { self.identity($0) }
    let capabilities = list(members["capabilities"], expected: "an array of capabilities") {
      $0.choice($1, Capability.self)
    }
    let isolation = choice(members["isolation"], Isolation.self)
    let experiments = strings(members["experiments"], expected: "an array of names") ?? []
    return identity.map {
      Greeting(
        $0, capabilities: Set(capabilities), isShared: isolation == .shared,
        experiments: experiments)
    }
  }

  mutating func identity(_ node: JSONNode) -> Identity? {
    guard let members = members(node, of: .identity) else { return nil }
    enum Kind: String, CaseIterable { case swiftData, coreData, other }
    let name = string(members["name"])
    let version = string(members["version"])
    let language = string(members["language"])
    let kind = choice(members["framework"], Kind.self)
    let system = statedReleases(members["system"], expected: "a system and its release")
    let store = nullableString(members["store"], expected: "a kind of store")
    let machine = members["machine"].flatMap { self.machine($0) }
    guard let name, let version, let language, let kind else { return nil }
    return Identity(
      name: name, version: version, language: language,
      framework: Framework.Name(rawValue: kind.rawValue), system: system, store: store,
      machine: machine)
  }

  private mutating func machine(_ node: JSONNode) -> Identity.Machine? {
    guard let members = members(node, of: .machine) else { return nil }
    let model = string(members["model"])
    let xcode = string(members["xcode"])
    let frameworks = strings(members["frameworks"], expected: "an array of versions")
    let generator = string(members["generator"])
    guard let model, let xcode, let frameworks, let generator else { return nil }
    return Identity.Machine(
      model: model, xcode: xcode, frameworks: frameworks, generator: generator)
  }

  /// Reads what an adapter answers to a question; to an experiment where there is none.
  mutating func reply(
    _ node: JSONNode, to question: Question?
  ) -> (number: Int, reply: Reply)? {
    guard let members = members(node, of: .reply), let number = count(members["seq"])
    else { return nil }
    let choices =
      question == nil
      ? ["found", "skipped", "flaky", "failed"] : ["at", "looks", "skipped", "flaky", "failed"]
    let keys = FormatObject.reply.optional.filter { members[$0] != nil }
    guard keys.count == 1, let key = keys.first, choices.contains(key), let value = members[key]
    else {
      report(
        node.location,
        "found \(keys.isEmpty ? "nothing" : keys.listed()) in an answer; "
          + "expected exactly one of \(choices.listed("or"))")
      return nil
    }
    switch key {
    case "at": return count(value).map { (number, .at(step: $0)) }
    case "looks":
      guard let question else { return nil }
      let fixture = Fixture(question.scenario)
      let states = list(value, expected: "an array of looks") { $0.seenState($1, in: fixture) }
      let steps = question.looks.map(\.stepCount)
      if states.map(\.step) != steps {
        let found = states.compactMap(\.step).map { "\($0)" }.listed()
        report(
          value.location,
          "found looks after steps \(found.isEmpty ? "none" : found); expected them after "
            + steps.map { "\($0)" }.listed())
      }
      return (number, .response(.seen(states)))
    default:
      let words = string(value, expected: "words") ?? ""
      return switch key {
      case "skipped": (number, .response(.skipped(words)))
      case "flaky": (number, .response(.flaky(words)))
      case "failed": (number, .response(.fault(words)))
      default: (number, .found(words))
      }
    }
  }
}
