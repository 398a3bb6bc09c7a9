import Testing

@testable import ObjectGraph

/// A context whose objects have names, and which is told what to do in short sentences.
///
/// Every step is held to what is true of all steps: a change that throws and a save that is refused
/// leave everything as it was, a graph that is changed alike looks alike, and no invariant breaks.
struct Story {
  private(set) var context: Context
  private var ids: [String: ObjectID] = [:]

  /// Stores objects and what they hold, as `l List, a b Item` and `l.items = a b; a.name : Ann`.
  init(_ schema: Schema, _ objects: String, _ links: String = "") throws {
    var graph = Graph(schema)
    for words in Self.sentences(objects, separator: ",") {
      for name in words.dropLast() { ids[name] = try graph.insert(words[words.count - 1]) }
    }
    context = Context(graph)
    for words in Self.sentences(links) { try change(words, of: &graph) }
    context = Context(graph)
  }

  subscript(_ name: String) -> ObjectID {
    get throws { try #require(ids[name], "\(name) is not there") }
  }

  private static func sentences(_ text: String, separator: Character = ";") -> [[String]] {
    text.split(separator: separator).map { $0.split(separator: " ").map(String.init) }
  }

  /// Does one step after the other, and reports what was asked and refused.
  ///
  /// The steps: `new NAME ENTITY`, `a.r + b`, `a.r - b`, `a.r = b c`, `a.attribute : VALUE`,
  /// `delete a b`, `batch ENTITY a b`, `batch-only ENTITY`, `process`, `rollback` and `save`. The
  /// steps `pending`, `stored`, `plan`, `merged` and `stale` report what is there.
  mutating func tell(_ steps: String) throws -> String {
    try Self.sentences(steps).compactMap { try step($0) }.joined(separator: " | ")
  }

  private mutating func step(_ words: [String]) throws -> String? {
    defer {
      #expect(context.pending().brokenInvariants() == [], "after \(words)")
      #expect(context.stored.brokenInvariants() == [], "after \(words)")
    }
    switch words[0] {
    case "pending": return try text(of: context.pending())
    case "stored": return try text(of: context.stored)
    case "plan": return text(of: context.plan())
    case "merged":
      return context.merged.map { "\(name($0)) is \(name($1))" }.sorted().joined(separator: ", ")
    case "stale": return context.stale.map(name).joined(separator: " ")
    case "process": context.processPendingChanges()
    case "rollback": context.rollback()
    case "save": return try save()
    default:
      let (before, plan) = (try Picture(context.pending()), context.plan())
      do throws(GraphError) {
        try change(words)
      } catch {
        #expect(try Picture(context.pending()) == before && context.plan() == plan, "\(words)")
        guard case .refused(let refusal) = error else { return "\(error)" }
        return text(of: refusal)
      }
    }
    return nil
  }

  private mutating func change(_ words: [String]) throws(GraphError) {
    switch words[0] {
    case "delete": try context.delete(objects(words.dropFirst()))
    case "batch", "batch-only":
      let rows = words.count > 2 ? objects(words.dropFirst(2)) : nil
      try context.batchDelete(words[1], rows, includingSubentities: words[0] == "batch")
    case "new": ids[words[1]] = try context.insert(words[2])
    default:
      var (graph, error) = (context.beforeDeletes, GraphError?.none)
      do throws(GraphError) { try change(words, of: &graph) } catch let thrown { error = thrown }
      defer {
        let pictures = [graph, context.beforeDeletes].map { graph in try? Picture(graph) }
        #expect(pictures[0] == pictures[1] && graph.brokenInvariants() == [], "\(words)")
      }
      try change(words, of: &context)
      #expect(error == nil, "\(words)")
    }
  }

  private func change(_ words: [String], of target: inout some Changeable) throws(GraphError) {
    let parts = words[0].split(separator: ".").map(String.init)
    let (object, name) = (objects([parts[0]])[0], parts[1])
    switch words[1] {
    case "+": try target.link(object, name, objects([words[2]])[0])
    case "-": try target.unlink(object, name, objects([words[2]])[0])
    case "=": try target.set(object, name, to: objects(words.dropFirst(2)))
    default:
      let value = words.dropFirst(2).joined(separator: " ")
      try target.setValue(
        object, name,
        to: value.isEmpty ? nil : Int(value).map { .integer($0) } ?? .string(value))
    }
  }

  private func objects(_ names: some Sequence<String>) -> [ObjectID] {
    names.map { name in
      guard let id = ids[name] else { fatalError("\(name) is not there") }
      return id
    }
  }

  private mutating func save() throws -> String {
    let (pending, stored) = (try Picture(context.pending()), try Picture(context.stored))
    let (problems, plan) = (context.problems(), context.plan())
    do throws(Refusal) {
      try context.save()
      #expect(problems == [] && context.plan().requested == [])
      let left = [context.pending(), context.stored].map { graph in try? Picture(graph) }
      #expect(left[0] == left[1])
      return "saved"
    } catch {
      #expect(error.problems == problems && context.plan() == plan)
      let left = [context.pending(), context.stored].map { graph in try? Picture(graph) }
      #expect(left == [pending, stored])
      let texts = problems.map { "\($0.code.rawValue) \(text(of: $0))" }
      return (error.code == .multipleErrors ? "1560: " : "") + texts.joined(separator: ", ")
    }
  }
}

/// A graph or a context.
protocol Changeable {
  mutating func link(_: ObjectID, _: String, _: ObjectID) throws(GraphError)
  @discardableResult
  mutating func unlink(_: ObjectID, _: String, _: ObjectID) throws(GraphError) -> Bool
  mutating func set(_: ObjectID, _: String, to: [ObjectID]) throws(GraphError)
  mutating func setValue(_: ObjectID, _: String, to: AttributeValue?) throws(GraphError)
}

extension Graph: Changeable {}
extension Context: Changeable {}

// What there is, in words.
extension Story {
  private var schema: Schema { context.stored.schema }

  func name(_ object: ObjectID) -> String { ids.first { $0.value == object }?.key ?? "?" }

  private func name(_ object: ObjectID, isThere: Bool) -> String {
    (isThere ? "" : "!") + name(object)
  }

  private func text(_ object: ObjectID, _ relationship: RelationshipID) -> String {
    "\(name(object)).\(schema.declaration(of: relationship).name)"
  }

  /// Every object, with what it holds: `l(items=a,b) a(list=l)`; `!a` is deleted.
  func text(of graph: Graph) throws -> String {
    try graph.objects.map { object in
      let entity = try graph.entity(of: object)
      var parts: [String] = []
      for relationship in schema.relationships(of: entity) {
        let held = try graph.references(object, relationship).map { reference in
          name(reference.id, isThere: reference == .object(reference.id))
        }
        if held.isEmpty { continue }
        let property = schema.declaration(of: relationship).name
        parts.append("\(property)=\(held.joined(separator: ","))")
      }
      for attribute in schema.attributes(of: entity) {
        let property = schema.declaration(of: attribute).name
        if let value = try graph.value(object, property) {
          parts.append("\(property):\(value.text)")
        }
      }
      return name(object) + (parts.isEmpty ? "" : "(\(parts.joined(separator: " ")))")
    }.joined(separator: " ")
  }

  /// What a plan takes, and then each of its other lists, unless it is empty.
  func text(of plan: DeletePlan) -> String {
    let lists: [(String, [String])] = [
      ("cascades", plan.cascaded.map(text)), ("denied", plan.denials.map(text)),
      ("forgives", plan.satisfiedDenies.map(text)), ("nullifies", plan.nullified.map(text)),
      ("leaves", plan.dangling.map(text)), ("invalid", plan.violations.map(text)),
    ]
    return
      ([plan.deleted.map(name).joined(separator: " ")]
      + lists.filter { !$1.isEmpty }.map { "\($0) \($1.joined(separator: " "))" })
      .joined(separator: "; ")
  }

  private func text(of link: Link) -> String {
    "\(text(link.source, link.relationship))=\(name(link.destination))"
  }

  private func text(of denial: Denial) -> String {
    let blockers = denial.blockers.map(name).joined(separator: ",")
    return "\(text(denial.object, denial.relationship))=\(blockers)"
  }

  private func text(of violation: Violation) -> String {
    let place = text(violation.object, violation.relationship)
    return switch violation.kind {
    case .missing: place
    case .tooFew(let count, let minimum): "\(place):\(count)<\(minimum)"
    case .tooMany(let count, let maximum): "\(place):\(count)>\(maximum)"
    }
  }

  private func text(of problem: Refusal.Problem) -> String {
    func field(_ object: ObjectID, _ attribute: AttributeID) -> String {
      "\(name(object)).\(schema.declaration(of: attribute).name)"
    }
    return switch problem {
    case .denied(let denial): text(of: denial)
    case .invalid(let violation): text(of: violation)
    case .missingValue(let object, let attribute): field(object, attribute)
    case .danglingLink(let link), .mandatoryInverse(let link): text(of: link)
    case .notUnique(let object, let attribute, let other):
      "\(field(object, attribute))=\(name(other))"
    }
  }

  private func text(of refusal: Refusal) -> String {
    "\(refusal.code.rawValue) \(refusal.problems.map { text(of: $0) }.joined(separator: ", "))"
  }
}

extension AttributeValue {
  fileprivate var text: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value): value
    }
  }
}

/// What is stored, what is done then, and what comes of it.
struct StoryCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let framework: Framework
  let schema: String
  let objects: String
  let links: String
  let steps: String
  let expected: String

  init(
    _ testDescription: String, _ schema: String, _ objects: String, _ links: String,
    _ steps: String, in framework: Framework = .swiftData, is expected: String
  ) {
    (self.testDescription, self.framework, self.schema) = (testDescription, framework, schema)
    (self.objects, self.links, self.steps, self.expected) = (objects, links, steps, expected)
  }

  /// Tells the story and compares the end.
  func expectAsTold() throws {
    var story = try Story(Schema(framework, schema), objects, links)
    let told = try story.tell(steps)
    #expect(told == expected)
  }
}
