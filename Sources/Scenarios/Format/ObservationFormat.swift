import ObjectGraph
import SourceText

// What is stated of an outcome, and where it was published, as files have it.

extension FormatObject {
  package static let source = FormatObject(
    "source", "a source", required: ["id", "title", "url", "published", "environment"])
  package static let environment = FormatObject(
    "environment", "an environment", required: ["os", "xcode", "store"],
    optional: ["frameworks"])
  package static let outcome = FormatObject(
    "outcome", "an outcome", required: ["evidence", "deleted", "effect"],
    optional: ["source", "system"] + ObservedState.statementKeys + ["deviation"])
}

extension FileReading {
  mutating func sources(_ node: JSONNode?) -> [Source] {
    var sources: [Source] = []
    var ids: Set<String> = []
    for element in elements(node, expected: "an array of sources") ?? [] {
      guard let source = source(element) else { continue }
      if !ids.insert(source.id).inserted {
        report(element.location, "found the source \"\(source.id.singleLine)\" again")
      }
      sources.append(source)
    }
    return sources
  }

  /// Reads a source.
  ///
  /// Missing keys are reported, but outcomes that name the source remain valid.
  package mutating func source(_ node: JSONNode) -> Source? {
    guard let members = members(node, of: .source) else { return nil }
    let environment = environment(members["environment"])
    let published = nullableString(members["published"], expected: "a day as YYYY-MM-DD")
    let id = string(members["id"])
    let title = string(members["title"])
    let url = nullableString(members["url"], expected: "an address")
    return id.map {
      Source(
        id: $0, title: title ?? "", url: url, published: published,
        environment: environment ?? Source.Environment())
    }
  }

  private mutating func environment(_ node: JSONNode?) -> Source.Environment? {
    guard let node, let members = members(node, of: .environment) else { return nil }
    return Source.Environment(
      os: statedReleases(members["os"], expected: "a system"),
      xcode: nullableString(members["xcode"], expected: "a release"),
      store: nullableString(members["store"], expected: "a kind of store"),
      frameworks: string(members["frameworks"], expected: "the versions of frameworks"))
  }

  /// The observations at a place: none for null, one for an object, several for an array.
  package mutating func observations(
    _ node: JSONNode, of requested: [String], in fixture: Fixture
  ) -> [Observation] {
    switch node.content {
    case .null:
      return []
    case .array(let nodes):
      if nodes.isEmpty { report(node, expected: "at least one outcome, or null") }
      // Each is compared with each.
      let most = 100
      if nodes.count > most {
        report(
          node.location,
          "found \(nodes.count) outcomes; expected at most \(most)")
        return []
      }
      return nodes.compactMap { observation($0, of: requested, in: fixture) }
    default:
      return observation(node, of: requested, in: fixture).map { [$0] } ?? []
    }
  }

  private mutating func observation(
    _ node: JSONNode, of requested: [String], in fixture: Fixture
  ) -> Observation? {
    guard let members = members(node, of: .outcome) else { return nil }
    let earlierProblems = problemCount
    let evidence = choice(members["evidence"], Evidence.self)
    let source = source(members["source"], at: node, in: fixture)
    let system = releaseSpan(members["system"])
    if let node = members["system"], let evidence, evidence != .recorded {
      report(
        node.location,
        "found \"system\" in an outcome that is \(evidence.rawValue); expected it only where the "
          + "evidence is \"recorded\", and elsewhere \"os\" in the source's environment")
    }
    let deviation = string(members["deviation"], expected: "the reason why the engine differs")
    let state = statement(members, in: fixture)
    guard let evidence else { return nil }
    // What could not be read would seem to be left out.
    if problemCount == earlierProblems {
      for contradiction in state.contradictions(deleting: requested) {
        report(node.location, "the outcome contradicts itself: \(contradiction)")
      }
    }
    return Observation(
      evidence, state, source: source, system: system, deviation: deviation, at: node.location)
  }

  private mutating func source(
    _ node: JSONNode?, at outcome: JSONNode, in fixture: Fixture
  ) -> Source? {
    let known = fixture.sources.map(\.id)
    guard let node else {
      if fixture.sources.count > 1 {
        report(
          outcome.location,
          "found no \"source\"; the file has several: \(known.listed("or"))")
      } else if fixture.hasNoSources {
        report(outcome.location, "found no source for the outcome; expected one in \"sources\"")
      }
      return fixture.sources.first
    }
    guard let id = nullableString(node, expected: "a source's id") else { return nil }
    guard let source = fixture.sources.first(where: { $0.id == id }) else {
      let end = alternatives(to: id, among: known)
      report(node.location, "found the unknown source \"\(id.singleLine)\"\(end)")
      return nil
    }
    return source
  }

  /// Objects, sorted; nil where nothing is stated.
  package mutating func names(_ node: JSONNode?, in fixture: Fixture) -> [String]? {
    if case .null? = node?.content { return nil }
    guard let nodes = elements(node, expected: "an array of objects, or null") else { return nil }
    var names: Set<String> = []
    for node in nodes {
      guard let name = string(node, expected: "an object's name"),
        checkObject(name, at: node.location, in: fixture)
      else { continue }
      if !names.insert(name).inserted {
        report(node.location, "found the object \"\(name.singleLine)\" again")
      }
    }
    return names.sorted()
  }

  /// References, sorted; nil where nothing is stated.
  mutating func links(_ node: JSONNode?, in fixture: Fixture) -> [NamedLink]? {
    if case .null? = node?.content { return nil }
    guard let nodes = elements(node, expected: "an array of references, or null") else {
      return nil
    }
    var links: Set<NamedLink> = []
    for node in nodes {
      guard let link = link(node), check(link, at: node, in: fixture) else { continue }
      if !links.insert(link).inserted { report(node.location, "found \(link) again") }
    }
    return links.sorted()
  }
}

extension JSONText {
  package static func sources(_ sources: [Source]) -> JSONText {
    .array(
      sources.map { source in
        .object([
          ("id", .string(source.id)), ("title", .string(source.title)),
          ("url", .nullable(source.url)), ("published", .nullable(source.published)),
          (
            "environment",
            .stating([
              ("os", .nullable(source.environment.os?.words)),
              ("xcode", .nullable(source.environment.xcode)),
              ("store", .nullable(source.environment.store)),
              ("frameworks", source.environment.frameworks.map { .string($0) }),
            ])
          ),
        ])
      })
  }

  /// Creates null for no observations, an object for one, or an array for several.
  ///
  /// In a file that lists sources, an observation without a source has an explicit null. A missing
  /// key refers to the file's only source. A recording lists no sources.
  package init(_ observations: [Observation], inRecording isInRecording: Bool = false) {
    let texts = observations.map { JSONText($0, isInRecording: isInRecording) }
    switch texts.count {
    case 0: self = .null
    case 1: self = texts[0]
    default: self = .array(texts)
    }
  }

  private init(_ observation: Observation, isInRecording: Bool) {
    self = .stating(
      [
        ("evidence", .string(observation.evidence.rawValue)),
        ("source", observation.source.map { .string($0.id) } ?? (isInRecording ? nil : .null)),
        ("system", observation.system.map { .string($0.description) }),
      ] + observation.state.statedMembers + [
        ("deviation", observation.deviation.map { .string($0) })
      ])
  }
}
