import CompiledOnce
import ObjectGraph
import SourceText

// The releases as their file has them.

extension FormatObject {
  package static let releasesFile = FormatObject(
    "releasesFile", "the description of releases",
    "The releases of the frameworks, and what they do beyond the delete rules.",
    [
      .schema, .required("releases", .list(.object(describedRelease), least: 1)),
      .required("behaviours", .list(.object(behaviour))),
    ])
  fileprivate static let describedRelease = FormatObject(
    "describedRelease", "a release",
    "A release, as in iOS 17.5, and the day it came out; null where that is not known.",
    [.required("release", .name), .required("published", .nullableName)])
  fileprivate static let behaviour = FormatObject(
    "behaviour", "a behaviour",
    "Something that a framework does beyond its rules; on which releases follows from what was seen.",
    [
      .required("behaviour", .name),
      .required("framework", Notation.framework.shape),
      .required("when", .oneOf(Framework.Condition.self)),
      .required("then", .oneOf(Framework.Consequence.self)),
      .required("present", .name), .required("absent", .name),
      .required("seen", .list(.object(sighting), least: 1)),
    ])
  fileprivate static let sighting = FormatObject(
    "sighting", "what was seen",
    "A source's statement about one release, or with fromThenOn about all from it on.",
    [
      .required("on", .nullableName, "A release; null where the source names none."),
      .required("happens", .bool), .optional("fromThenOn", .bool),
      .required("evidence", .oneOf(Behaviour.Sighting.Evidence.self)),
      .required("source", .name),
    ] + Circumstances.fields.map(\.key))
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
      $0.describedRelease($1)
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

  /// Reads the name of a release.
  package mutating func release(_ node: JSONNode?) -> Release? {
    guard let node, let text = string(node, expected: "a release as in \"iOS 17.5\"") else {
      return nil
    }
    do throws(ReleaseError) { return try Release(text) } catch {
      report(node.location, error.description)
      return nil
    }
  }

  /// Reads what something ran on, in words that may name releases; nil where it is not stated.
  package mutating func statedReleases(_ node: JSONNode?, expected: String) -> StatedReleases? {
    guard let node, let words = nullableString(node, expected: expected) else { return nil }
    do throws(ReleaseError) { return try StatedReleases(words) } catch {
      report(node.location, error.description)
      return nil
    }
  }

  /// Reads what releases are meant.
  package mutating func releaseSpan(_ node: JSONNode?) -> ReleaseSpan? {
    guard let node else { return nil }
    let expected = "releases as in \"iOS 17.5\" or \"iOS 17...iOS 18\""
    guard let text = string(node, expected: expected) else { return nil }
    do throws(ReleaseError) { return try ReleaseSpan(text) } catch {
      report(node.location, error.description)
      return nil
    }
  }

  private mutating func describedRelease(_ node: JSONNode) -> Releases.Described? {
    guard let members = members(node, of: .describedRelease) else { return nil }
    let published = nullableString(members["published"], expected: "a day as YYYY-MM-DD")
    return release(members["release"]).map { Releases.Described(release: $0, published: published) }
  }

  private mutating func behaviour(
    _ node: JSONNode, among names: inout Set<String>
  ) -> Behaviour? {
    guard let members = members(node, of: .behaviour) else { return nil }
    let name = string(members["behaviour"])
    let framework = choice(members["framework"], Framework.Name.self)
    let condition = choice(members["when"], Framework.Condition.self)
    let consequence = choice(members["then"], Framework.Consequence.self)
    let present = string(members["present"], expected: "what happens, in a word")
    let absent = string(members["absent"], expected: "what happens without it, in a word")
    let sightings = list(members["seen"], expected: "an array of what was seen") {
      $0.sighting($1)
    }
    if let list = members["seen"], sightings.isEmpty {
      report(list.location, "found nothing seen; expected one source at least")
    }
    if let name, !names.insert(name).inserted {
      report(node.location, "found the behaviour \"\(name.singleLine)\" again")
    }
    if let framework, let condition,
      !names.insert("\(framework.rawValue) \(condition.rawValue)").inserted
    {
      report(
        node.location,
        "found a second behaviour of \(framework.rawValue) when \(condition.rawValue); "
          + "expected one, with all that was seen")
    }
    if let condition, let consequence, !condition.consequences.contains(consequence),
      let then = members["then"]
    {
      report(
        then.location,
        "found \"\(consequence.rawValue)\"; of \(condition.rawValue) expected "
          + condition.consequences.map { "\"\($0.rawValue)\"" }.listed("or"))
    }
    guard let name, let framework, let condition, let consequence, let present, let absent else {
      return nil
    }
    return Behaviour(
      name: name, framework: framework, condition: condition,
      conditions: Conditions([condition]), consequence: consequence,
      presence: present, absence: absent,
      sightings: sightings.sorted { one, other in
        guard let first = one.era else { return false }
        return other.era.map { first < $0 } ?? true
      })
  }

  private mutating func sighting(_ node: JSONNode) -> Behaviour.Sighting? {
    guard let members = members(node, of: .sighting) else { return nil }
    let isDated = members["on"].map { !$0.isNull } ?? true
    let release = isDated ? release(members["on"]) : nil
    let happens = bool(members["happens"])
    let isFromThenOn = members["fromThenOn"] == nil ? false : bool(members["fromThenOn"])
    let evidence = choice(members["evidence"], Behaviour.Sighting.Evidence.self)
    let source = string(members["source"])
    var (circumstances, fixture) = (Circumstances(), Fixture())
    _ = read(members, Circumstances.fields, in: &fixture, into: &circumstances)
    guard !isDated || release != nil, let happens, let isFromThenOn, let evidence, let source
    else { return nil }
    return Behaviour.Sighting(
      release: release, happens: happens, isFromThenOn: isFromThenOn, evidence: evidence,
      source: source, circumstances: circumstances)
  }
}
