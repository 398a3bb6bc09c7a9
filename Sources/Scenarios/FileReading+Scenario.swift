import ObjectGraph
import SourceText

extension FileReading {
  /// Reads a scenario file; nil where problems leave nothing to work with.
  package mutating func scenario(_ node: JSONNode) -> ScenarioFile? {
    guard let members = members(node, of: .scenarioFile) else { return nil }
    let name = string(members["scenario"])
    let title = string(members["title"])
    let framework = choice(members["framework"], Framework.Name.self)
    let start = fixture(members, framework: framework)
    var values: [NamedValue] = []
    for node in elements(members["values"], expected: "an array of values") ?? [] {
      if let value = value(node, in: start) { values.append(value) }
    }
    var current = start
    var steps: [Scenario.Step] = []
    var observations: [Int: [Observation]] = [:]
    let nodes = elements(members["steps"], expected: "an array of steps")
    for node in nodes ?? [] {
      guard let stepMembers = self.members(node, of: .step) else { continue }
      guard let action = action(stepMembers, at: node, in: &current) else { continue }
      if let expected = stepMembers["expect"] {
        observations[steps.count] = self.observations(expected, of: [], in: current)
      }
      steps.append(Scenario.Step(action, at: node.location))
    }
    if let node = members["steps"], nodes?.isEmpty == true {
      report(node.location, "found no step; expected at least one")
    }
    if let node = members["steps"] {
      checkSize(current, steps: steps.count, cells: observations.count, at: node)
    }
    guard let name, let title, let framework else { return nil }
    return ScenarioFile(
      name: name, title: title,
      scenario: Scenario(
        framework: framework, entities: start.entities, objects: start.objects,
        links: start.links, values: values, steps: steps),
      sources: start.sources, observations: observations, location: node.location)
  }

  private mutating func action(
    _ members: [String: JSONNode], at node: JSONNode, in fixture: inout Fixture
  ) -> Scenario.Action? {
    let actions = FormatObject.step.optional.filter { $0 != "expect" }
    let found = actions.filter { members[$0] != nil }
    guard found.count == 1, let key = found.first, let value = members[key] else {
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
      guard let link = link(value), check(link, at: value, in: fixture) else { return nil }
      return key == "link" ? .link(link) : .unlink(link)
    case "set":
      if isValue(value, in: fixture) {
        return self.value(value, in: fixture).map { .setValue($0) }
      }
      return assignment(value, in: fixture)
    case "delete":
      guard let nodes = elements(value, expected: "an array of objects") else { return nil }
      let names = nodes.compactMap { node in
        string(node, expected: "an object's name").flatMap {
          checkObject($0, at: node.location, in: fixture) ? $0 : nil
        }
      }
      return names.count == nodes.count ? .delete(names) : nil
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

  /// `["object", "relationship", null]`, or with an object or an array of them instead of null.
  private mutating func assignment(_ node: JSONNode, in fixture: Fixture) -> Scenario.Action? {
    guard case .array(let parts) = node.content, parts.count == 3 else {
      report(node, expected: "[\"object\", \"relationship\", null, an object or an array of them]")
      return nil
    }
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
