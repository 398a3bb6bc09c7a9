import ObjectGraph
import SourceText

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
      if nodes.count > 100 {
        report(node.location, "found \(nodes.count) outcomes; expected at most 100")
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
    let effect = nullableChoice(members["effect"], Effect.self)
    let source = source(members["source"], at: node, in: fixture)
    let deviation = string(members["deviation"], expected: "the reason why the engine differs")
    let deleted = names(members["deleted"], in: fixture)
    let nullified = links(members["nullified"], in: fixture)
    let dangling = links(members["dangling"], in: fixture)
    let stored = names(members["stored"], in: fixture)
    let error = errorCode(members["error"])
    var references: [NamedReferences] = []
    for node in elements(members["references"], expected: "an array of references") ?? [] {
      if let held = heldReferences(node, in: fixture) { references.append(held) }
    }
    var values: [NamedValue] = []
    for node in elements(members["values"], expected: "an array of values") ?? [] {
      if let value = value(node, in: fixture) { values.append(value) }
    }
    var fetched: [NamedFetch] = []
    for node in elements(members["fetched"], expected: "an array of fetches") ?? [] {
      if let fetch = fetch(node, in: fixture) { fetched.append(fetch) }
    }
    guard let evidence else { return nil }
    let expectation = Expectation(
      deleted: deleted, effect: effect, nullified: nullified, dangling: dangling, stored: stored,
      error: error, references: references, values: values, fetched: fetched)
    // What could not be read would seem to be left out.
    if problemCount == earlierProblems {
      for contradiction in expectation.contradictions(deleting: requested) {
        report(node.location, "the outcome contradicts itself: \(contradiction)")
      }
    }
    return Observation(
      evidence: evidence, source: source, expectation: expectation, deviation: deviation,
      location: node.location)
  }

  private mutating func errorCode(_ node: JSONNode?) -> ErrorCode? {
    guard let node else { return nil }
    if case .integer(let number) = node.content, let code = ErrorCode(rawValue: number) {
      return code
    }
    let known = ErrorCode.allCases.map { "\($0.rawValue)" }
    report(node, expected: known.listed("or"))
    return nil
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
    guard let id = string(node) else { return nil }
    guard let source = fixture.sources.first(where: { $0.id == id }) else {
      let end = alternatives(to: id, among: known)
      report(node.location, "found the unknown source \"\(id.singleLine)\"\(end)")
      return nil
    }
    return source
  }

  /// Objects, sorted; nil where nothing is stated.
  private mutating func names(_ node: JSONNode?, in fixture: Fixture) -> [String]? {
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
  private mutating func links(_ node: JSONNode?, in fixture: Fixture) -> [NamedLink]? {
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

extension Expectation {
  /// What cannot all be true of one outcome, in words.
  package func contradictions(deleting requested: [String]) -> [String] {
    var found: [String] = []
    let isDangling = dangling.map { !$0.isEmpty }
    if effect == .ok && isDangling == true {
      found.append("the effect is \"ok\", yet a reference dangles")
    }
    if effect == .trapOnRead && isDangling == false {
      found.append("the effect is \"trapOnRead\", yet no reference dangles")
    }
    if let error, let effect, effect == .ok || effect == .trapOnRead {
      found.append(
        "the effect is \"\(effect.rawValue)\", yet the save fails with \(error.rawValue)")
    }
    let danglingLinks = Set(dangling ?? [])
    for link in nullified ?? [] where danglingLinks.contains(link) {
      found.append("\(link) is nullified, yet it dangles")
    }
    guard let deleted = deleted.map(Set.init) else { return found }
    for name in requested where !deleted.contains(name) {
      found.append("\(name) is asked for, yet it is not in \"deleted\"")
    }
    for link in dangling ?? [] {
      if deleted.contains(link.source) {
        found.append("\(link) dangles, yet \(link.source) is in \"deleted\"")
      }
      if !deleted.contains(link.destination) {
        found.append("\(link) dangles, yet \(link.destination) is not in \"deleted\"")
      }
    }
    for link in nullified ?? [] where deleted.contains(link.source) {
      found.append("\(link) is nullified, yet \(link.source) is in \"deleted\"")
    }
    return found
  }
}
