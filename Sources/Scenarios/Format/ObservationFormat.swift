import CompiledOnce
import ObjectGraph
import SourceText

// What is stated of an outcome, and where it was published, as files have it.

extension Source {
  /// A source; outcomes may name one that lacks some of its keys.
  package static let format = FileFormat(
    "source", "a source", "Where outcomes were published.", blank: Source(id: "", title: ""),
    [
      .required("id", \.id, .text()),
      .required("title", \.title, .text(), isVital: false),
      .stated(
        "url", \.url, .textOrNull("an address"), isRequired: true, "Null where it is not known."),
      .stated(
        "published", \.published, .textOrNull("a day as YYYY-MM-DD"), isRequired: true,
        "YYYY-MM-DD, or null where it does not say."),
      .required("environment", \.environment, .object(Environment.format), isVital: false),
    ])
}

extension Source.Environment {
  fileprivate static let format = FileFormat(
    "environment", "an environment", "What something ran on; null where the source does not say.",
    blank: Source.Environment(),
    [
      .stated("os", \.os, .statedReleases("a system"), isRequired: true),
      .stated("xcode", \.xcode, .textOrNull("a release"), isRequired: true),
      .stated("store", \.store, .textOrNull("a kind of store"), isRequired: true),
      .stated(
        "frameworks", \.frameworks, .text("the versions of frameworks"),
        "The versions of the frameworks' bundles."),
    ])
}

extension Notation<[Source]> {
  /// The sources of a file, which its outcomes name.
  package static var sources: Notation {
    let sources = list(of: .object(Source.format), expected: "an array of sources")
    return Notation(
      sources.shape,
      read: { reading, node, fixture in
        var ids: Set<String> = []
        fixture.sources = reading.list(node, expected: "an array of sources") { reading, node in
          let source = reading.value(node, of: Source.format)
          if let source, !ids.insert(source.id).inserted {
            reading.report(node.location, "found the source \"\(source.id.singleLine)\" again")
          }
          return source
        }
        if case .array(let nodes) = node.content { fixture.hasNoSources = nodes.isEmpty }
        return fixture.sources
      }, write: sources.write)
  }
}

extension Observation {
  fileprivate static let format = FileFormat(
    "outcome", "an outcome", blank: Observation(.observed, ObservedState()),
    at: { $0.location = $1 },
    [
      .required("evidence", \.evidence, .word),
      FormatField(
        .optional(
          "source", .nullableName,
          "A source's id, or null where none is named; may be absent where the file has one source."
        ),
        read: { reading, node, fixture, outcome in
          outcome.source = reading.source(node, in: fixture)
          return true
        },
        write: { .nullable($0.source?.id) }),
      .stated(
        "system", \.system, .releases,
        "The releases of which it was recorded; absent for all that no other outcome names."),
    ] + ObservedState.statementFields.map { $0.within(\.state) } + [
      .stated(
        "deviation", \.deviation, .text("the reason why the engine differs"),
        "Why the engine is known to differ.")
    ])
}

extension JSONShape {
  package static var outcome: JSONShape { .object(Observation.format.object) }

  /// The shape of what is stated of one operation or step.
  package static var statement: JSONShape {
    .named(
      "statement",
      .described(
        .anyOf([.keywords([("type", "null")]), outcome, .list(outcome, least: 1)]),
        "One outcome, several from sources that may disagree, or null where it was not observed."))
  }
}

extension FileReading {
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
    let format = Observation.format
    guard let members = members(node, of: format.object) else { return nil }
    let earlierProblems = problemCount
    var (stated, fixture) = (format.blank(at: node.location), fixture)
    let isWhole = read(members, format.fields, in: &fixture, into: &stated)
    if members["source"] == nil { stated.source = onlySource(of: fixture, at: node) }
    if let node = members["system"], isWhole, stated.evidence != .recorded {
      report(
        node.location,
        "found \"system\" in an outcome that is \(stated.evidence.rawValue); expected it only where "
          + "the evidence is \"recorded\", and elsewhere \"os\" in the source's environment")
    }
    guard isWhole else { return nil }
    // What could not be read would seem to be left out.
    if problemCount == earlierProblems {
      for contradiction in stated.state.contradictions(deleting: requested) {
        report(node.location, "the outcome contradicts itself: \(contradiction)")
      }
    }
    return stated
  }

  /// The source of an outcome that names none.
  private mutating func onlySource(of fixture: Fixture, at outcome: JSONNode) -> Source? {
    if fixture.sources.count > 1 {
      let known = fixture.sources.map(\.id)
      report(
        outcome.location,
        "found no \"source\"; the file has several: \(known.listed("or"))")
    } else if fixture.hasNoSources {
      report(outcome.location, "found no source for the outcome; expected one in \"sources\"")
    }
    return fixture.sources.first
  }

  fileprivate mutating func source(_ node: JSONNode, in fixture: Fixture) -> Source? {
    guard let id = nullableString(node, expected: "a source's id") else { return nil }
    guard let source = fixture.sources.first(where: { $0.id == id }) else {
      let end = alternatives(to: id, among: fixture.sources.map(\.id))
      report(node.location, "found the unknown source \"\(id.singleLine)\"\(end)")
      return nil
    }
    return source
  }

  /// Objects, sorted; nil where nothing is stated.
  fileprivate mutating func names(_ node: JSONNode, in fixture: Fixture) -> [String]? {
    if node.isNull { return nil }
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
  fileprivate mutating func links(_ node: JSONNode, in fixture: Fixture) -> [NamedLink]? {
    if node.isNull { return nil }
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

extension Notation<[String]> {
  static var objects: Notation {
    Notation(.names, read: { $0.names($1, in: $2) }, write: { .strings($0) })
  }

  /// The notation of the same, or null where nothing is stated.
  static var objectsOrNull: Notation {
    Notation(.orNull(.names), read: objects.read, write: objects.write)
  }
}

extension Notation<[NamedLink]> {
  /// References, sorted, or null where nothing is stated.
  static var linksOrNull: Notation {
    Notation(
      .named("references", .orNull(links.shape)), read: { $0.links($1, in: $2) },
      write: links.write)
  }
}

extension JSONText {
  /// Creates null for no observations, an object for one, or an array for several.
  ///
  /// In a file that lists sources, an observation without a source has an explicit null. A missing
  /// key refers to the file's only source. A recording lists no sources.
  package init(_ observations: [Observation], inRecording isInRecording: Bool = false) {
    let texts = observations.map { observation in
      let members = Observation.format.members(of: observation)
      return JSONText.stating(
        members.filter { !isInRecording || $0.0 != "source" || observation.source != nil })
    }
    switch texts.count {
    case 0: self = .null
    case 1: self = texts[0]
    default: self = .array(texts)
    }
  }
}
