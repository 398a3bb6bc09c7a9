import CompiledOnce
import ObjectGraph
import SourceText

// Steps as files have them: each has one action, of which there is a row here.

extension Scenario.Action {
  fileprivate typealias Case = FormatCase<Scenario.Action>

  fileprivate static let keysOfPreparation = [
    Case("insert", .objects, Scenario.Action.insert) {
      if case .insert(let objects) = $0 { objects } else { nil }
    },
    Case("link", .link, Scenario.Action.link) {
      if case .link(let link) = $0 { link } else { nil }
    },
    Case("unlink", .link, Scenario.Action.unlink) {
      if case .unlink(let link) = $0 { link } else { nil }
    },
    Case("set", .assignment, { $0 }, value: { $0 }),
    Case("delete", .declaredObjects, Scenario.Action.delete) {
      if case .delete(let objects) = $0 { objects } else { nil }
    },
  ]

  fileprivate static let keys =
    keysOfPreparation + [
      Case(
        "batchDelete", .batchDelete,
        {
          .batchDelete(
            entity: $0.entity, objects: $0.objects, includesSubentities: $0.includesSubentities)
        },
        "Deletes rows of the store at once, past what is pending: those of an entity, by its name, or "
          + "some of them.",
        value: {
          if case .batchDelete(let entity, let objects, let includesSubentities) = $0 {
            BatchDelete(entity: entity, objects: objects, includesSubentities: includesSubentities)
          } else {
            nil
          }
        }),
      Case(
        "processPendingChanges", done: .processPendingChanges,
        "Applies the cascades of the deletes asked for, as the end of an event does."),
      Case("save", done: .save), Case("rollback", done: .rollback),
      Case(
        "fetch", .declaredObjects, Scenario.Action.fetch,
        "Fetches objects, which the context then has, whatever container inserted them."
      ) { if case .fetch(let objects) = $0 { objects } else { nil } },
      Case(
        "hold", .declaredObjects, Scenario.Action.hold,
        "Takes hold of objects, as a view, an array or a variable of the app does: they can be read when "
          + "they are gone."
      ) { if case .hold(let objects) = $0 { objects } else { nil } },
      Case(
        "read", .path, { .read($0[0], path: Array($0.dropFirst())) },
        "An object, and a way along its relationships to a property; an object alone for what identifies "
          + "it."
      ) { if case .read(let object, let path) = $0 { [object] + path } else { nil } },
    ]
}

extension FormatCase<Scenario.Action> {
  /// A key for an action without a value.
  fileprivate init(_ name: String, done action: Scenario.Action, _ words: String? = nil) {
    self.init(name, .done, { _ in action }, words, value: { $0 == action ? true : nil })
  }
}

/// Steps with what is stated after them, by their numbers.
struct StepList: Sendable {
  var steps: [Scenario.Step] = []
  var observations: [Int: [Observation]] = [:]

  fileprivate static let step = FormatObject(
    "step", "a step",
    "Exactly one action, what the app's own code does at a delete, and perhaps what is stated after "
      + "it. Not modelled, and refused where a step asks for it: what a save merges into another "
      + "context (merge), undo managers (undo, redo), and the moment of an autosave (autosave): write "
      + "save where it came.",
    Scenario.Action.keys.map(\.key) + [
      FormatObject.Key(
        "context", .name,
        "The context that performs the step: a new one finds what is stored. It can be left with changes "
          + "that are not saved, and used again until another context saves."),
      FormatObject.Key(
        "container", .name,
        "The container of the context, on the same store; absent for the app's own. Its contexts have what "
          + "they insert and fetch; any other object belongs to another container."),
      FormatObject.Key(
        "prepareForDeletion", .list(.object(preparation)),
        "With delete, in Core Data: what the app's prepareForDeletion does, before any rule is "
          + "applied."),
      FormatObject.Key("expect", .statement),
    ], unmodelled: unmodelled)

  fileprivate static let preparation = FormatObject(
    "preparation", "a step of prepareForDeletion", "One thing that prepareForDeletion does.",
    Scenario.Action.keysOfPreparation.map(\.key), unmodelled: unmodelled)

  private static let unmodelled = [
    "merge": "what a save merges into another context is not known; read in a new context",
    "undo": "what undo managers do is not known well enough",
    "redo": "what undo managers do is not known well enough",
    "autosave": "when it comes is not known; write \"save\" where it came",
  ]

  fileprivate func json(_ index: Int) -> JSONText {
    let step = steps[index]
    let preparation = step.prepareForDeletion.map {
      JSONText.stating(Scenario.Action.keys.members(of: $0))
    }
    return .stating(
      Scenario.Action.keys.members(of: step.action) + [
        ("context", step.context.map { .string($0) }),
        ("container", step.container.map { .string($0) }),
        ("prepareForDeletion", .list(preparation)),
        ("expect", observations[index + 1].map { JSONText($0) }),
      ])
  }
}

extension Notation<StepList> {
  static var steps: Notation {
    Notation(
      .list(.object(StepList.step), least: 1), read: { $0.steps($1, in: &$2) },
      write: { list in .array(list.steps.indices.map(list.json)) })
  }
}

extension FileReading {
  fileprivate mutating func steps(_ node: JSONNode, in fixture: inout Fixture) -> StepList {
    var list = StepList()
    let nodes = elements(node, expected: "an array of steps")
    for node in nodes ?? [] {
      guard let members = members(node, of: StepList.step) else { continue }
      // What the app's code does, it does before what the step says.
      let preparation = preparation(members, in: &fixture)
      guard
        let action = value(
          node, members, of: Scenario.Action.keys, in: "a step", without: "no action", &fixture)
      else { continue }
      let context = members["context"].flatMap { string($0) }
      let container = members["container"].flatMap { string($0) }
      if let expected = members["expect"] {
        list.observations[list.steps.count + 1] = observations(expected, of: [], in: fixture)
      }
      let step =
        if case .delete(let objects) = action {
          Scenario.Step(deleting: objects, preparing: preparation, at: node.location)
        } else {
          Scenario.Step(action, at: node.location)
        }
      list.steps.append(step.performed(by: context, of: container))
    }
    if nodes?.isEmpty == true { report(node.location, "found no step; expected at least one") }
    let looks = list.steps.indices.count {
      list.observations[$0 + 1] != nil || list.steps[$0].action.looksAtAll
    }
    let parts = list.steps.lazy.flatMap(\.actions).reduce(0) { $0 + $1.size }
    checkSize(fixture, steps: parts, looks: looks, at: node)
    return list
  }

  /// Reads the actions of the app's `prepareForDeletion`, which only Core Data calls, and only for
  /// deletes.
  private mutating func preparation(
    _ members: [String: JSONNode], in fixture: inout Fixture
  ) -> [Scenario.Action] {
    guard let node = members["prepareForDeletion"] else { return [] }
    if fixture.framework == .swiftData {
      report(
        node.location, "SwiftData calls no prepareForDeletion; expected it in Core Data's scenarios"
      )
    } else if members["delete"] == nil {
      report(node.location, "found \"prepareForDeletion\" without \"delete\"; expected both")
    }
    var preparation: [Scenario.Action] = []
    for node in elements(node, expected: "an array of steps") ?? [] {
      guard let members = self.members(node, of: StepList.preparation),
        let action = value(
          node, members, of: Scenario.Action.keysOfPreparation, in: "a step", without: "no action",
          &fixture)
      else { continue }
      preparation.append(action)
    }
    return preparation
  }
}

extension Notation<Bool> {
  /// `true`: the action is done.
  fileprivate static var done: Notation {
    Notation(
      .keywords([("const", .bool(true))]),
      read: { reading, node, _ in
        if case .bool(true) = node.content { return true }
        reading.report(node, expected: "true")
        return nil
      }, write: { .bool($0) })
  }
}

extension Notation<[String]> {
  /// `["object"]` for what identifies it, `["object", "property"]`, or a way along relationships:
  /// `["object", "relationship", "property"]`.
  fileprivate static var path: Notation {
    Notation(
      .list(.name, least: 1), read: { $0.path($1, in: $2) }, write: { .strings($0) })
  }
}

extension Notation<Scenario.Action> {
  /// `["object", "relationship", null]`, or with an object or an array of them instead of null; or the
  /// value of an attribute.
  fileprivate static var assignment: Notation {
    Notation(
      .named(
        "assignment",
        .described(
          .tuple([.name, .name, .anyOf([.scalar, .list(.name)])]),
          "An object, a relationship, and null, an object, or an array of objects; or an object, an "
            + "attribute, and a value.")),
      read: { reading, node, fixture in
        if reading.isValue(node, in: fixture) {
          return reading.value(node, in: fixture).map { .setValue($0) }
        }
        return reading.assignment(node, in: fixture)
      },
      write: { action in
        switch action {
        case .set(let object, let relationship, let values):
          .array([.string(object), .string(relationship), .strings(values)])
        case .setValue(let value): Notation<NamedValue>.value.write(value)
        default: nil
        }
      })
  }
}

extension FileReading {
  fileprivate mutating func path(_ node: JSONNode, in fixture: Fixture) -> [String]? {
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
    return names
  }

  /// Whether `["object", "name", …]` names an attribute rather than a relationship.
  fileprivate func isValue(_ node: JSONNode, in fixture: Fixture) -> Bool {
    guard case .array(let parts) = node.content, parts.count == 3,
      case .string(let object) = parts[0].content, case .string(let name) = parts[1].content,
      let entity = fixture.entity(of: object)
    else { return false }
    return fixture.hasAttribute(name, of: entity)
  }

  fileprivate mutating func assignment(_ node: JSONNode, in fixture: Fixture) -> Scenario.Action? {
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
