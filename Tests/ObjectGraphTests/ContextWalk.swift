import SmallWorlds

@testable import ObjectGraph

/// A context and a model of it that go the same random way, to see where they part.
struct ContextWalk: ComparedWalk {
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
    let complaint = try perform(operation) ?? difference()
    return complaint.map { "after \(operation): \($0)" }
  }

  private mutating func perform(_ operation: Operation) throws -> String? {
    let schema = model.schema
    let graph = model.edited.graph
    switch operation {
    case .insert(let entity):
      model.insert(entity)
      names.add(try context.insert("E\(entity)"))
    case .link(let source, let side, let destination):
      let isAllowed = graph.allows(source, side, destination)
      if isAllowed { model.link(source, side, destination) }
      return agree(isAllowed) { context, names in
        try context.link(names[source], schema.sides[side].declaration.name, names[destination])
      }
    case .unlink(let source, let side, let destination):
      let isAllowed = graph.has(source, side)
      if isAllowed { model.unlink(source, side, destination) }
      return agree(isAllowed) { context, names in
        try context.unlink(names[source], schema.sides[side].declaration.name, names[destination])
      }
    case .set(let source, let side, let destinations):
      let declaration = schema.sides[side].declaration
      let isAllowed =
        graph.has(source, side) && (declaration.isToMany || destinations.count < 2)
        && destinations.allSatisfy { graph.allows(source, side, $0) }
      if isAllowed { model.set(source, side, to: destinations) }
      return agree(isAllowed) { context, names in
        try context.set(names[source], declaration.name, to: destinations.map { names[$0] })
      }
    case .setValue(let field, let value):
      let isAllowed =
        !graph.gone.contains(field.object)
        && model.attributes(of: field.object).contains(field.attribute)
      if isAllowed { model.setValue(field, to: value) }
      let name = model.attributes[field.attribute].declaration.name
      return agree(isAllowed) { context, names in
        try context.setValue(names[field.object], name, to: value)
      }
    case .delete(let objects):
      model.delete(objects)
      return agree(true) { context, names in try context.delete(objects.map { names[$0] }) }
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

  /// Lets the context do what the model allows or not, and says where they disagree about that.
  private mutating func agree(
    _ isAllowed: Bool, _ body: (inout Context, Naming) throws -> Void
  ) -> String? {
    do {
      try body(&context, names)
      return isAllowed ? nil : "was done, but is not allowed"
    } catch {
      seen["refused operations", default: 0] += 1
      return isAllowed ? "\(error)" : nil
    }
  }

  private mutating func save() throws -> String? {
    let stored = try Picture(context.stored)
    let announced = context.problems()
    let merged = model.merged.count
    let problems = model.save()
    for problem in problems { seen["\(kind(problem))", default: 0] += 1 }
    seen["merged", default: 0] += model.merged.count - merged
    do throws(SaveRefusal) {
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
      guard case .batchDeleteRefused(let refusal) = error else {
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
