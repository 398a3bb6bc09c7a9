import CompiledOnce
import ObjectGraph
import SourceText

// Steps as files have them: each has one action, of which there is a row here.

/// A key of a step, with the actions that it can state.
private struct ActionKey: Sendable {
  let key: FormatObject.Key
  /// Whether the app's `prepareForDeletion` may do it.
  let isOfPreparation: Bool
  let read: Notation<Scenario.Action>.Reader
  let write: @Sendable (Scenario.Action) -> JSONText?

  /// A key whose value becomes an action, and back; nil for an action of another key.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value>(
    _ name: String, _ notation: Notation<Value>, inPreparation isOfPreparation: Bool = false,
    _ words: String? = nil, action: @escaping @Sendable (Value) -> Scenario.Action,
    value: @escaping @Sendable (Scenario.Action) -> Value?
  ) {
    key = FormatObject.Key(name, notation.shape, words)
    self.isOfPreparation = isOfPreparation
    read = { notation.read(&$0, $1, &$2).map(action) }
    write = { value($0).flatMap(notation.write) }
  }

  /// A key for an action without a value.
  init(_ name: String, _ action: Scenario.Action, _ words: String? = nil) {
    self.init(name, .done, words, action: { _ in action }, value: { $0 == action ? true : nil })
  }

  static let all: [ActionKey] = [
    ActionKey("insert", .objects, inPreparation: true, action: { .insert($0) }) {
      if case .insert(let objects) = $0 { objects } else { nil }
    },
    ActionKey("link", .link, inPreparation: true, action: { .link($0) }) {
      if case .link(let link) = $0 { link } else { nil }
    },
    ActionKey("unlink", .link, inPreparation: true, action: { .unlink($0) }) {
      if case .unlink(let link) = $0 { link } else { nil }
    },
    ActionKey("set", .assignment, inPreparation: true, action: { $0 }, value: { $0 }),
    ActionKey("delete", .declaredObjects, inPreparation: true, action: { .delete($0) }) {
      if case .delete(let objects) = $0 { objects } else { nil }
    },
    ActionKey(
      "batchDelete", .batchDelete,
      "Deletes rows of the store at once, past what is pending: those of an entity, by its name, or "
        + "some of them.",
      action: {
        .batchDelete(
          entity: $0.entity, objects: $0.objects, includesSubentities: $0.includesSubentities)
      },
      value: {
        if case .batchDelete(let entity, let objects, let includesSubentities) = $0 {
          BatchDelete(entity: entity, objects: objects, includesSubentities: includesSubentities)
        } else {
          nil
        }
      }),
    ActionKey(
      "processPendingChanges", .processPendingChanges,
      "Applies the cascades of the deletes asked for, as the end of an event does."),
    ActionKey("save", .save),
    ActionKey("rollback", .rollback),
    ActionKey(
      "hold", .declaredObjects,
      "Takes hold of objects, as a view, an array or a variable of the app does: they can be read when "
        + "they are gone.",
      action: { .hold($0) },
      value: { if case .hold(let objects) = $0 { objects } else { nil } }),
    ActionKey(
      "read", .path,
      "An object, and a way along its relationships to a property; an object alone for what identifies "
        + "it.",
      action: { .read($0[0], path: Array($0.dropFirst())) },
      value: { if case .read(let object, let path) = $0 { [object] + path } else { nil } }),
  ]

  static let ofPreparation = all.filter(\.isOfPreparation)
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
    ActionKey.all.map(\.key) + [
      FormatObject.Key(
        "context", .name,
        "The context that performs the step: a new one finds what is stored."),
      FormatObject.Key(
        "prepareForDeletion", .list(.object(preparation)),
        "With delete, in Core Data: what the app's prepareForDeletion does, before any rule is "
          + "applied."),
      FormatObject.Key("expect", .statement),
    ], unmodelled: unmodelled)

  fileprivate static let preparation = FormatObject(
    "preparation", "a step of prepareForDeletion", "One thing that prepareForDeletion does.",
    ActionKey.ofPreparation.map(\.key), unmodelled: unmodelled)

  private static let unmodelled = [
    "merge": "what a save merges into another context is not known; read in a new context",
    "undo": "what undo managers do is not known well enough",
    "redo": "what undo managers do is not known well enough",
    "autosave": "when it comes is not known; write \"save\" where it came",
  ]

  fileprivate func json(_ index: Int) -> JSONText {
    let step = steps[index]
    let preparation = step.prepareForDeletion.map { JSONText.stating(Self.members($0)) }
    return .stating(
      Self.members(step.action) + [
        ("context", step.context.map { .string($0) }),
        ("prepareForDeletion", .list(preparation)),
        ("expect", observations[index + 1].map { JSONText($0) }),
      ])
  }

  private static func members(_ action: Scenario.Action) -> [(String, JSONText?)] {
    ActionKey.all.map { ($0.key.name, $0.write(action)) }
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
      guard let action = action(members, of: ActionKey.all, at: node, in: &fixture) else {
        continue
      }
      let context = members["context"].flatMap { string($0) }
      if let expected = members["expect"] {
        list.observations[list.steps.count + 1] = observations(expected, of: [], in: fixture)
      }
      let step =
        if case .delete(let objects) = action {
          Scenario.Step(deleting: objects, preparing: preparation, at: node.location)
        } else {
          Scenario.Step(action, at: node.location)
        }
      list.steps.append(step.performed(by: context))
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
        let action = action(members, of: ActionKey.ofPreparation, at: node, in: &fixture)
      else { continue }
      preparation.append(action)
    }
    return preparation
  }

  private mutating func action(
    _ members: [String: JSONNode], of keys: [ActionKey], at node: JSONNode,
    in fixture: inout Fixture
  ) -> Scenario.Action? {
    let found = keys.filter { members[$0.key.name] != nil }
    if found.count == 1, let key = found.first, let value = members[key.key.name] {
      return key.read(&self, value, &fixture)
    }
    // A key that is not known is reported already, and may be the action.
    if found.isEmpty, case .object(let all) = node.content, all.count > members.count {
      return nil
    }
    report(
      node.location,
      "found \(found.isEmpty ? "no action" : found.map(\.key.name).listed()) in a step; "
        + "expected exactly one of \(keys.map(\.key.name).listed("or"))")
    return nil
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
