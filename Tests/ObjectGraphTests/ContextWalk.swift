import SmallWorlds

@testable import ObjectGraph

/// A context and a model of it that go the same random way, to see where they part.
struct ContextWalk {
  /// Something that both are told to do, with objects by number.
  enum Operation {
    case insert(Int)
    case link(Int, Int, Int)
    case unlink(Int, Int, Int)
    case set(Int, Int, [Int])
    case setValue(ContextModel.Field, AttributeValue?)
    case delete([Int])
    case batchDelete(Int, [Int]?, includesSubentities: Bool)
    case processPendingChanges
    case save
    case rollback
  }

  var model: ContextModel
  var context: Context
  var random: SplitMix64
  /// The engine's name of each object and relationship of the model.
  var names: Naming
  /// How often each kind of thing came up, to show that the walks go everywhere.
  var seen: [String: Int] = [:]

  /// Goes one step and says where the two differ now, if they do.
  mutating func step() throws -> String? {
    let operation = randomOperation()
    let complaint =
      try perform(operation) ?? difference() ?? (random.chance(40) ? differenceOfPlan() : nil)
    return complaint.map { "after \(operation): \($0)" }
  }

  private mutating func perform(_ operation: Operation) throws -> String? {
    switch operation {
    case .insert(let entity):
      model.insert(entity)
      names.add(try context.insert("E\(entity)"))
    case .link, .unlink, .set, .setValue: return try edit(operation)
    case .delete(let objects):
      model.delete(objects)
      try context.delete(objects.map { names[$0] })
    case .batchDelete(let entity, let objects, let includesSubentities):
      return try batchDelete(entity, objects, includesSubentities)
    case .processPendingChanges:
      model.processPendingChanges()
      context.processPendingChanges()
    case .save: return try save()
    case .rollback:
      model.rollback()
      context.rollback()
      let isRestored = try Picture(context.pending()) == Picture(context.stored)
      return isRestored ? nil : "a rollback does not restore the stored state"
    }
    return nil
  }

  /// Changes the context, and a graph that holds the same, and says where either differs.
  private mutating func edit(_ operation: Operation) throws -> String? {
    var graph = context.beforeDeletes
    let expected = model.edit(operation)
    if expected == nil { seen["refused operations", default: 0] += 1 }
    for found in [change(&graph, operation), change(&context, operation)] where found != expected {
      return "found \(found as Any), expected \(expected as Any)"
    }
    return try names.difference(graph, model.edited.graph)
  }

  /// Whether an operation found something to change; nil where it throws.
  private func change(_ target: inout some Changeable, _ operation: Operation) -> Bool? {
    let sides = model.schema.sides
    do throws(GraphError) {
      switch operation {
      case .link(let source, let side, let destination):
        try target.link(names[source], sides[side].declaration.name, names[destination])
      case .unlink(let source, let side, let destination):
        return try target.unlink(
          names[source], sides[side].declaration.name, names[destination])
      case .set(let source, let side, let destinations):
        try target.set(
          names[source], sides[side].declaration.name, to: destinations.map { names[$0] })
      case .setValue(let field, let value):
        let name = model.attributes[field.attribute].declaration.name
        try target.setValue(names[field.object], name, to: value)
      default: break
      }
      return true
    } catch {
      return nil
    }
  }

  /// Plans a delete of what is stored, and applies it to a copy.
  private mutating func differenceOfPlan() throws -> String? {
    var (graph, expected) = (context.stored, model.stored.graph)
    let objects = random.shuffle(expected.living).prefix(random.below(4))
    let plan = try graph.plan(deleting: objects.map { names[$0] })
    let meant = expected.plan(deleting: Set(objects))
    if !meant.cascaded.isEmpty { seen["cascaded", default: 0] += 1 }
    if !meant.nullified.isEmpty { seen["nullified", default: 0] += 1 }
    if !meant.dangling.isEmpty { seen["dangling", default: 0] += 1 }
    if !meant.denials.isEmpty { seen["denials", default: 0] += 1 }
    if !meant.forgiven.isEmpty { seen["forgiven", default: 0] += 1 }
    for kind in meant.violations.values { seen["\(kind.code.rawValue)", default: 0] += 1 }
    if let difference = names.difference(plan, meant) {
      return "deleting \(objects): \(difference)"
    }
    let isDone = (try? graph.delete(plan.requested)) != nil
    if isDone == meant.isRefused { return "applied \(isDone), refused \(meant.isRefused)" }
    if isDone { expected.carryOut(meant) }
    return try names.difference(graph, expected).map { "deleting \(objects): \($0)" }
  }

  private mutating func save() throws -> String? {
    let stored = try Picture(context.stored)
    let announced = context.problems()
    let merged = model.merged.count
    let problems = model.save()
    for problem in problems { seen["\(kind(problem))", default: 0] += 1 }
    seen["merged", default: 0] += model.merged.count - merged
    do throws(Refusal) {
      try context.save()
      seen["saved", default: 0] += 1
      return problems.isEmpty ? nil : "saved in spite of \(problems)"
    } catch let refusal {
      if refusal.problems != announced { return "\(refusal.problems), announced \(announced)" }
      let code = announced.count == 1 ? announced[0].code : .multipleErrors
      if refusal.code != code { return "code \(refusal.code), expected \(code)" }
      return try Picture(context.stored) == stored ? nil : "a refused save changed the store"
    }
  }

  private mutating func batchDelete(
    _ entity: Int, _ objects: [Int]?, _ includesSubentities: Bool
  ) throws -> String? {
    let before = try (Picture(context.stored), Picture(context.pending()))
    let isDone = model.batchDelete(entity, objects, includingSubentities: includesSubentities)
    do throws(GraphError) {
      try context.batchDelete(
        "E\(entity)", objects?.map { names[$0] }, includingSubentities: includesSubentities)
      seen["batch-deleted", default: 0] += 1
      return isDone == true ? nil : "batch-deleted in spite of \(isDone as Any)"
    } catch {
      guard case .refused(let refusal) = error else {
        return isDone == nil ? nil : "\(error)"
      }
      seen["\(refusal.code)", default: 0] += 1
      if isDone != false { return "\(refusal)" }
      let after = try (Picture(context.stored), Picture(context.pending()))
      return after == before ? nil : "a refused batch delete changed something"
    }
  }

  private func kind(_ problem: ContextModel.Problem) -> ErrorCode {
    switch problem {
    case .denied: .deniedDelete
    case .invalid(_, let kind): kind.code
    case .missingValue: .missingMandatoryProperty
    case .danglingLink: .objectValidation
    case .notUnique: .constraintValidation
    }
  }
}
