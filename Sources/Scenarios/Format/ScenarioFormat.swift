import ObjectGraph
import SourceText

// Scenarios and their steps as files have them.

extension FormatObject {
  package static let scenarioFile = FormatObject(
    "scenarioFile", "a scenario file",
    required: [
      "scenario", "title", "framework", "sources", "entities", "objects", "links", "steps",
    ], optional: ["$schema", "system"] + circumstanceKeys + ["values"])
  /// The keys of circumstances, each optional.
  package static let circumstanceKeys = ["store", "insertedBy", "loaded"]
  package static let step = FormatObject(
    "step", "a step",
    optional: [
      "insert", "link", "unlink", "set", "delete", "batchDelete", "processPendingChanges", "save",
      "rollback", "hold", "read", "context", "prepareForDeletion", "expect",
    ],
    unmodelled: [
      "merge": "what a save merges into another context is not known; read in a new context",
      "undo": "what undo managers do is not known well enough",
      "redo": "what undo managers do is not known well enough",
      "autosave": "when it comes is not known; write \"save\" where it came",
    ])
  /// The actions of an app's `prepareForDeletion`.
  package static let preparation = FormatObject(
    "preparation", "a step of prepareForDeletion",
    optional: ["insert", "link", "unlink", "set", "delete"], unmodelled: step.unmodelled)
}

extension FileReading {
  /// Reads a scenario file; nil where problems leave nothing to work with.
  package mutating func scenario(_ node: JSONNode) -> ScenarioFile? {
    guard let members = members(node, of: .scenarioFile) else { return nil }
    let name = string(members["scenario"])
    let title = string(members["title"])
    let framework = choice(members["framework"], Framework.Name.self)
    let system = releaseSpan(members["system"])
    let circumstances = circumstances(members, of: framework)
    let start = fixture(members, framework: framework)
    let values = values(members["values"], in: start)
    var current = start
    var steps: [Scenario.Step] = []
    var observations: [Int: [Observation]] = [:]
    let nodes = elements(members["steps"], expected: "an array of steps")
    for node in nodes ?? [] {
      guard let stepMembers = self.members(node, of: .step) else { continue }
      // What the app's code does, it does before what the step says.
      let preparation = preparation(stepMembers, framework, in: &current)
      guard let action = action(stepMembers, of: .step, at: node, in: &current) else { continue }
      let context = stepMembers["context"].flatMap { string($0) }
      if let expected = stepMembers["expect"] {
        observations[steps.count + 1] = self.observations(expected, of: [], in: current)
      }
      if case .delete(let objects) = action {
        steps.append(
          Scenario.Step(deleting: objects, preparing: preparation, at: node.location)
            .performed(by: context))
      } else {
        steps.append(Scenario.Step(action, at: node.location).performed(by: context))
      }
    }
    if let node = members["steps"], nodes?.isEmpty == true {
      report(node.location, "found no step; expected at least one")
    }
    if let node = members["steps"] {
      let looks = steps.indices.count {
        observations[$0 + 1] != nil || steps[$0].action.looksAtAll
      }
      let parts = steps.lazy.flatMap(\.actions).reduce(0) { $0 + $1.size }
      checkSize(current, steps: parts, looks: looks, at: node)
    }
    guard let name, let title, let framework, let schema = start.schema else { return nil }
    return ScenarioFile(
      name: name, title: title,
      scenario: Scenario(
        framework: framework, system: system, circumstances: circumstances,
        entities: start.entities, resolved: schema, objects: start.objects, links: start.links,
        values: values, steps: steps),
      sources: start.sources, observations: observations, at: node.location)
  }

  /// Reads the circumstances that a scenario or a sighting states.
  mutating func circumstances(
    _ members: [String: JSONNode], of framework: Framework.Name?
  ) -> Circumstances {
    let store = members["store"].flatMap { choice($0, Circumstances.Store.self) }
    if let node = members["store"], let store, let framework, !store.exists(in: framework) {
      let known = Circumstances.Store.allCases.filter { $0.exists(in: framework) }
      report(
        node.location,
        "found the store \"\(store.rawValue)\", which \(framework.rawValue) doesn't have; expected "
          + known.map { "\"\($0.rawValue)\"" }.listed("or"))
    }
    return Circumstances(
      store: store,
      insertedBy: members["insertedBy"].flatMap { choice($0, Circumstances.Inserter.self) },
      isLoaded: members["loaded"].flatMap { bool($0) })
  }

  /// Reads the actions of the app's `prepareForDeletion`, which only Core Data calls, and only for
  /// deletes.
  private mutating func preparation(
    _ members: [String: JSONNode], _ framework: Framework.Name?, in fixture: inout Fixture
  ) -> [Scenario.Action] {
    guard let node = members["prepareForDeletion"] else { return [] }
    if framework == .swiftData {
      report(
        node.location, "SwiftData calls no prepareForDeletion; expected it in Core Data's scenarios"
      )
    } else if members["delete"] == nil {
      report(node.location, "found \"prepareForDeletion\" without \"delete\"; expected both")
    }
    var preparation: [Scenario.Action] = []
    for node in elements(node, expected: "an array of steps") ?? [] {
      guard let members = self.members(node, of: .preparation),
        let action = action(members, of: .preparation, at: node, in: &fixture)
      else { continue }
      preparation.append(action)
    }
    return preparation
  }

  private mutating func action(
    _ members: [String: JSONNode], of format: FormatObject, at node: JSONNode,
    in fixture: inout Fixture
  ) -> Scenario.Action? {
    let actions = format.optional.filter {
      !["context", "expect", "prepareForDeletion"].contains($0)
    }
    let found = actions.filter { members[$0] != nil }
    guard found.count == 1, let key = found.first, let value = members[key] else {
      // A key that is not known is reported already, and may be the action.
      if found.isEmpty, case .object(let all) = node.content, all.count > members.count {
        return nil
      }
      report(
        node.location,
        "found \(found.isEmpty ? "no action" : found.listed()) in a step; "
          + "expected exactly one of \(actions.listed("or"))")
      return nil
    }
    switch key {
    case "insert":
      let objects = objects(value, in: fixture)
      fixture.add(objects)
      return .insert(objects)
    case "link", "unlink":
      guard let link = link(value, in: fixture) else { return nil }
      return key == "link" ? .link(link) : .unlink(link)
    case "set":
      if isValue(value, in: fixture) {
        return self.value(value, in: fixture).map { .setValue($0) }
      }
      return assignment(value, in: fixture)
    case "delete", "hold":
      let earlierProblems = problemCount
      let names = objectNames(value, in: fixture)
      guard problemCount == earlierProblems else { return nil }
      return key == "delete" ? .delete(names) : .hold(names)
    case "read":
      return read(value, in: fixture)
    case "batchDelete":
      return batchDelete(value, in: fixture)
    default:
      guard case .bool(true) = value.content else {
        report(value, expected: "true")
        return nil
      }
      let flags: [String: Scenario.Action] = [
        "save": .save, "rollback": .rollback, "processPendingChanges": .processPendingChanges,
      ]
      return flags[key]
    }
  }

  /// `["object"]` for what identifies it, `["object", "property"]`, or a way along relationships:
  /// `["object", "relationship", "property"]`.
  private mutating func read(_ node: JSONNode, in fixture: Fixture) -> Scenario.Action? {
    let names = strings(node, expected: "an object's name and those of properties, an array") ?? []
    guard case .array(let parts) = node.content, names.count == parts.count else { return nil }
    guard let object = names.first else {
      report(node, expected: "an object's name first")
      return nil
    }
    guard checkObject(object, at: parts[0].location, in: fixture) else { return nil }
    var entity = fixture.entity(of: object)
    for (place, name) in zip(parts, names).dropFirst() {
      guard let owner = entity else { break }
      if let relationship = fixture.relationship(name, of: owner) {
        entity = fixture.entity(relationship.destination)
      } else if fixture.hasAttribute(name, of: owner) && place.location == parts.last?.location {
        entity = nil
      } else {
        let known =
          fixture.relationships(of: owner).map(\.name) + fixture.attributes(of: owner).map(\.name)
        let end = alternatives(to: name, among: known)
        report(
          place.location,
          fixture.hasAttribute(name, of: owner)
            ? "\(owner.name.singleLine).\(name.singleLine) is an attribute; nothing follows it"
            : "\(owner.name.singleLine) has no property \"\(name.singleLine)\"\(end)")
        return nil
      }
    }
    return .read(object, path: Array(names.dropFirst()))
  }

  /// Whether `["object", "name", …]` names an attribute rather than a relationship.
  private func isValue(_ node: JSONNode, in fixture: Fixture) -> Bool {
    guard case .array(let parts) = node.content, parts.count == 3,
      case .string(let object) = parts[0].content, case .string(let name) = parts[1].content,
      let entity = fixture.entity(of: object)
    else { return false }
    return fixture.hasAttribute(name, of: entity)
  }

  /// `["object", "relationship", null]`, or with an object or an array of them instead of null.
  private mutating func assignment(_ node: JSONNode, in fixture: Fixture) -> Scenario.Action? {
    let expected = "[\"object\", \"relationship\", null, an object or an array of them]"
    guard let parts = tuple(node, of: 3, expected: expected) else { return nil }
    let values: [JSONNode]
    switch parts[2].content {
    case .null: values = []
    case .array(let elements): values = elements
    default: values = [parts[2]]
    }
    guard let source = string(parts[0], expected: "an object's name"),
      let relationship = string(parts[1], expected: "a relationship's name")
    else { return nil }
    let names = values.compactMap { string($0, expected: "an object's name") }
    guard names.count == values.count else { return nil }
    guard checkObject(source, at: parts[0].location, in: fixture),
      self.relationship(relationship, of: source, at: parts[1], in: fixture) != nil
    else { return nil }
    let areSound = zip(values, names).map { value, name in
      check(NamedLink(source, relationship, name), at: value, in: fixture)
    }
    return areSound.allSatisfy { $0 } ? .set(source, relationship, to: names) : nil
  }
}

extension JSONText {
  package init(_ file: ScenarioFile) {
    let scenario = file.scenario
    let steps = scenario.steps.enumerated().map { index, step in
      let preparation = step.prepareForDeletion.map { JSONText.object([Self.member($0)]) }
      let prepared =
        preparation.isEmpty ? [] : [("prepareForDeletion", JSONText.array(preparation))]
      let expected = file.observations[index + 1].map { [("expect", JSONText($0))] } ?? []
      let context = step.context.map { [("context", JSONText.string($0))] } ?? []
      return JSONText.object([Self.member(step.action)] + context + prepared + expected)
    }
    self = .stating(
      [
        ("scenario", .string(file.name)), ("title", .string(file.title)),
        ("framework", .string(scenario.framework.rawValue)),
        ("system", scenario.system.map { .string($0.description) }),
      ] + Self.members(of: scenario.circumstances) + [
        ("sources", .sources(file.sources)), ("entities", .entities(scenario.entities)),
        ("objects", .objects(scenario.objects)),
        ("links", .links(scenario.links)),
        ("values", .list(scenario.values.map { JSONText($0) })), ("steps", .array(steps)),
      ])
  }

  /// The circumstances that are stated, each with its key.
  package static func members(of circumstances: Circumstances) -> [(String, JSONText?)] {
    [
      ("store", circumstances.store.map { .string($0.rawValue) }),
      ("insertedBy", circumstances.insertedBy.map { .string($0.rawValue) }),
      ("loaded", circumstances.isLoaded.map { .bool($0) }),
    ]
  }

  /// The key of an action, and what it is done to.
  private static func member(_ action: Scenario.Action) -> (String, JSONText) {
    switch action {
    case .insert(let objects): ("insert", .objects(objects))
    case .link(let link): ("link", JSONText(link))
    case .unlink(let link): ("unlink", JSONText(link))
    case .set(let object, let relationship, let values):
      ("set", .array([.string(object), .string(relationship), .strings(values)]))
    case .setValue(let value): ("set", JSONText(value))
    case .delete(let objects): ("delete", .strings(objects))
    case .batchDelete(let entity, let objects, let includesSubentities):
      (
        "batchDelete",
        JSONText(batchDeleting: entity, objects, includingSubentities: includesSubentities)
      )
    case .processPendingChanges: ("processPendingChanges", .bool(true))
    case .save: ("save", .bool(true))
    case .rollback: ("rollback", .bool(true))
    case .hold(let objects): ("hold", .strings(objects))
    case .read(let object, let path): ("read", .strings([object] + path))
    }
  }
}
