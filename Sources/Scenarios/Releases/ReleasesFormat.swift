import CompiledOnce
import ObjectGraph
import SourceText

// The releases as their file has them.

extension FormatObject {
  package static let releasesFile = FormatObject(
    "releasesFile", "the description of releases",
    "The releases of the frameworks, and what they do beyond the delete rules.",
    [
      .schema,
      .required("releases", .list(.object(Releases.Described.format.object), least: 1)),
      .required("behaviours", .list(.object(Behaviour.format.object))),
    ])
}

extension Releases.Described {
  fileprivate static let format = FileFormat(
    "describedRelease", "a release",
    "A release, as in iOS 17.5, and the day it came out; null where that is not known.",
    blank: Releases.Described(release: Release(Release.Era(year: 0, update: 0)), published: nil),
    [
      .required("release", \.release, .release),
      .stated("published", \.published, .textOrNull("a day as YYYY-MM-DD"), isRequired: true),
    ])
}

extension Behaviour {
  fileprivate static let format = FileFormat(
    "behaviour", "a behaviour",
    "Something that a framework does beyond its rules; on which releases follows from what was seen.",
    blank: Behaviour(
      name: "", framework: .swiftData, condition: .denied, consequence: .ignored, presence: "",
      absence: "", sightings: []),
    [
      .required("behaviour", \.name, .text()), .required("framework", \.framework, .framework),
      .required("when", \.condition, .word), .required("then", \.consequence, .word),
      .required("present", \.presence, .text("what happens, in a word")),
      .required("absent", \.absence, .text("what happens without it, in a word")),
      .required(
        "seen", \.sightings,
        .list(of: .object(Sighting.format), expected: "an array of what was seen", least: 1)),
    ])
}

extension Behaviour.Sighting {
  fileprivate static let format = FileFormat(
    "sighting", "what was seen",
    "A source's statement about one release, or with fromThenOn about all from it on.",
    blank: Behaviour.Sighting(
      release: nil, happens: false, isFromThenOn: false, evidence: .claimed, source: "",
      published: nil, circumstances: Circumstances(), newest: nil),
    [
      .stated(
        "on", \.release, .orNull, isRequired: true,
        "A release; null where the source names none."),
      .required("happens", \.happens, .bool),
      .defaulted("fromThenOn", \.isFromThenOn, .bool, to: false),
      .required("evidence", \.evidence, .word), .required("source", \.source, .text()),
      .stated(
        "published", \.published, .text("a day as YYYY-MM-DD"),
        "The day by which a source that names no release was published: it is about releases that were out."
      ),
    ] + Circumstances.fields.map { $0.within(\.circumstances) })
}

extension Notation<Release> {
  fileprivate static var release: Notation {
    Notation(
      .name, read: { reading, node, _ in reading.release(node) },
      write: { .string($0.description) })
  }

  /// The notation of the same, or null where the source names none.
  fileprivate static var orNull: Notation {
    Notation(
      .nullableName, read: { $1.isNull ? nil : release.read(&$0, $1, &$2) }, write: release.write)
  }
}

extension Releases {
  /// Reads the description of releases.
  ///
  /// - Parameter file: The file's path and bytes.
  /// - Throws: A `DataError` with every problem.
  public init(_ file: SourceFile) throws(DataError) {
    self = try FileReading.value(in: file) { $0.releases($1) }
  }
}

extension FileReading {
  /// Reads a description of releases; nil where problems leave nothing to work with.
  package mutating func releases(_ node: JSONNode) -> Releases? {
    guard let members = members(node, of: .releasesFile) else { return nil }
    let described = list(members["releases"], expected: "an array of releases") {
      $0.value($1, of: Releases.Described.format)
    }
    for (one, next) in zip(described, described.dropFirst())
    where one.release.era >= next.release.era {
      report(
        members["releases"]?.location ?? node.location,
        "found \(next.release) after \(one.release); expected the oldest first, each once")
    }
    var names: Set<String> = []
    let behaviours = list(members["behaviours"], expected: "an array of behaviours") {
      $0.behaviour($1, among: &names)
    }
    do throws(ReleaseError) {
      return try Releases(described: described, behaviours: behaviours)
    } catch {
      if let list = members["releases"] { report(list.location, "found \(error.description)") }
      return nil
    }
  }

  fileprivate mutating func release(_ node: JSONNode) -> Release? {
    parsed(string(node, expected: "a release as in \"iOS 17.5\""), at: node, Release.init)
  }

  /// Reads what something ran on: words that name releases, or words with the releases beside them; nil where
  /// it is not stated.
  mutating func statedReleases(_ node: JSONNode, expected: String) -> StatedReleases? {
    if case .object(let members) = node.content, !members.isEmpty {
      guard var stated = value(node, of: StatedReleases.format) else { return nil }
      stated.place.location = members.first { $0.key == "releases" }?.value.location
      let named = (try? StatedReleases(stated.words))?.releases ?? []
      let years = Set(named.map(\.era.year)) == Set(stated.releases.map(\.era.year))
      let isMeant =
        named.allSatisfy { name in stated.releases.contains { $0.isMeant(by: name) } }
        && stated.releases.allSatisfy { release in named.contains { release.isMeant(by: $0) } }
      if !named.isEmpty, !years || !isMeant {
        report(
          node.location,
          "found words that name \(named.map(\.description).listed()), and "
            + (stated.releases.isEmpty
              ? "no releases" : "the releases \(stated.releases.map(\.description).listed())")
            + "; expected the same")
      }
      return stated
    }
    return parsed(nullableString(node, expected: expected), at: node) { text throws(ReleaseError) in
      var stated = try StatedReleases(text)
      stated.place.location = node.location
      return stated
    }
  }

  package mutating func releaseSpan(_ node: JSONNode?) -> ReleaseSpan? {
    let expected = "releases as in \"iOS 17.5\" or \"iOS 17...iOS 18\""
    return node.flatMap { parsed(string($0, expected: expected), at: $0, ReleaseSpan.init) }
  }

  private mutating func parsed<Value>(
    _ text: String?, at node: JSONNode, _ parse: (String) throws(ReleaseError) -> Value
  ) -> Value? {
    guard let text else { return nil }
    do throws(ReleaseError) { return try parse(text) } catch {
      report(node.location, error.description)
      return nil
    }
  }

  private mutating func behaviour(
    _ node: JSONNode, among names: inout Set<String>
  ) -> Behaviour? {
    guard var behaviour = value(node, of: Behaviour.format) else { return nil }
    behaviour.sightings.sort { one, other in
      guard let first = one.era else { return false }
      return other.era.map { first < $0 } ?? true
    }
    if behaviour.sightings.isEmpty, let list = node["seen"] {
      report(list.location, "found nothing seen; expected one source at least")
    }
    let (framework, condition) = (behaviour.framework.rawValue, behaviour.condition)
    if !names.insert(behaviour.name).inserted {
      report(node.location, "found the behaviour \"\(behaviour.name.singleLine)\" again")
    }
    if !names.insert("\(framework) \(condition.rawValue)").inserted {
      report(
        node.location,
        "found a second behaviour of \(framework) when \(condition.rawValue); "
          + "expected one, with all that was seen")
    }
    if !condition.consequences.contains(behaviour.consequence), let then = node["then"] {
      report(
        then.location,
        "found \"\(behaviour.consequence.rawValue)\"; of \(condition.rawValue) expected "
          + condition.consequences.map { "\"\($0.rawValue)\"" }.listed("or"))
    }
    return behaviour
  }
}

extension StatedReleases {
  static let format = FileFormat(
    "statedReleases", "words and releases",
    "A source's own words, and the releases that they mean: none where no release is known.",
    blank: StatedReleases("", meaning: []),
    [
      .required("words", \.words, .text()),
      .required(
        "releases", \.releases,
        .list(of: .release, expected: "an array of releases"), isVital: false),
    ])
}
