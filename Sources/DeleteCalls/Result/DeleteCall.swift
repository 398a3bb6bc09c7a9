import ModelFiles
import ObjectGraph
import SourceText

/// A place in an app's code that deletes something, or takes it out of a relationship.
public struct DeleteCall: Hashable, Sendable {
  /// The kind of call.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Deletes objects through a context.
    case delete
    /// Deletes rows of the store at once.
    case batchDelete
    /// Takes all there is out of the store.
    case erase
    /// Takes objects out of a relationship, and deletes nothing.
    case unlink
    /// Saves what the same function deleted before, in a way that hides a failure, as `try?` does.
    case save
    /// Reads or sets a property of an object that the same function deleted before, and saved.
    case read
    /// Gives to an object what another one may hold, too, by a cascade that cannot know of it.
    case share
    /// Uses an object of which the same function has asked for the delete without a save: gives its place in a
    /// to-one to another object, or deletes it again after a rollback.
    case reuse

    /// Whether it deletes objects or takes them out: all others are reported only for their faults.
    package var isDelete: Bool {
      switch self {
      case .delete, .batchDelete, .erase, .unlink: true
      case .save, .read, .share, .reuse: false
      }
    }
  }

  /// The part of the code that hides the failure of a save.
  package enum Hiding: Hashable, Sendable {
    case tryOptional
    /// A `catch` that does nothing with the error.
    case catching
    /// A `Result` that is dropped.
    case result
    /// A `Task` that nothing waits for.
    case task
    /// A function of the app, by its name.
    case function(String)
    /// No place for the error, in Objective-C.
    case nilError
  }

  /// The kind of call.
  public let kind: Kind
  /// The location of the beginning of the call.
  public let location: Location
  /// The entity of what is deleted or taken out; nil where the code does not say it for certain.
  public private(set) var entity: String?
  /// The relationship that something is taken out of; nil for a delete.
  public let relationship: String?
  /// Whose code it is in: `TripList.remove`, or `TripList.body`; nil outside of types and functions.
  public let caller: String?
  /// The location where the saved, read or reused object was deleted; nil for any other call.
  public let deletion: Location?
  /// The property that is read or set; nil for any other call.
  public let property: String?
  /// Whether the property is set, and not read.
  public let isWrite: Bool
  /// The part of the code that hides the failure of a save; nil for any other call.
  package let hiding: Hiding?
  /// The app's own function that deletes what it is given here; nil for one of the framework's.
  public let function: String?
  /// The function of the app that deletes it, by its file and its full name; nil where the call does so itself.
  package let callee: String?
  /// The entities of all that is deleted, where these are several; sorted, and empty for one.
  public let entities: [String]
  /// Whether it deletes objects of one of these entities alone, as a condition decides.
  package let areAlternatives: Bool
  /// The entities of what all calls of the function around give it, where it deletes that and says
  /// itself no more of it, as a generic one; sorted, and empty for any other call.
  public let givenEntities: [String]
  /// The numbers of the models that have the entity, among those that were asked about.
  ///
  /// There are several if the code can mean the class of each, and none if the entity is not certain.
  package private(set) var models: [Int]
  /// True if the function that is called determines what it deletes, and this is reported there.
  package let isToldInFunction: Bool
  /// The entities of which the called function of the app deletes objects in addition to what it is given; sorted.
  package let alsoDeleted: [String]
  /// The relationships to which the code gave something of the deleted object, which the same context has
  /// inserted and saved; empty for any other object.
  package let savedWith: Set<String>
  /// The relationships of the deleted object that the code has emptied before, so that its delete finds
  /// nothing there.
  package let emptied: Set<String>
  /// The relationships of which the code deletes every object of the entity that holds nothing there.
  package let swept: Set<String>
  /// Whether the object that an unlink puts in the place of another one may be the same.
  package let mayBeHeld: Bool
  /// The entities and relationships that the same code also handles.
  ///
  /// - An unlink has the entities whose objects the same function deletes or links to others elsewhere, or
  ///   returns.
  /// - A delete, a batch delete and a save have the entities whose objects the function is certain to delete
  ///   before, and the relationships that it removes objects from anywhere. A delete and a save also have
  ///   those that it tests.
  ///
  /// So they are a hint, and no proof.
  package let settled: Set<String>
  /// The entities of which the same code is certain to delete every object, too, before the same save, or
  /// every row, for a batch delete.
  package let wiped: Set<String>
  /// The entities of which the same code is certain to delete objects behind an ordinary delete, before the same
  /// save.
  package let deletedBehind: Set<String>

  /// Whether the object is of another context than the one that deletes it.
  package let isOfOtherContext: Bool
  /// Whether a batch delete leaves out the objects of subentities.
  package let sparesSubentities: Bool
  /// Whether the code merges the identifiers of what a batch delete takes into contexts.
  package let isMerged: Bool
  /// Whether it deletes what its function is given by calls that are listed, too.
  package let isListedAtCallers: Bool
  /// The entities of which the declared type allows objects; nil for a resolved call, or for all.
  package let candidates: [String]?
  /// The framework of what it deletes, as a declared type or its callers say; nil where neither does.
  package let framework: Framework.Name?
  /// The reason why an unresolved call may delete nothing, where it is known what it would delete; nil for any other.
  package var doubt: Doubt?
  /// The name of the class of the object where it is in no model, as one of an older version is; nil for any other.
  package var classOutsideModels: String?
  /// The function around, if nothing in the code of a program calls that; nil for any other.
  package var uncalled: UncalledCode?

  /// The part of a call that could not be determined, apart from the object.
  package enum Doubt: String, Sendable {
    /// The type of what it is called on, which may be no context.
    case receiver
    /// The function that it calls: of several with one name, not all delete, or it does so by a doubtful receiver.
    case function
  }

  /// The part of an unresolved call that could not be determined: `object`, `receiver` or `function`; nil for a
  /// resolved one.
  package var unknownPart: String? { isResolved ? nil : doubt?.rawValue ?? "object" }

  /// Returns the same call as if it were known to delete objects of an entity, in code that is called.
  package func supposed(toDelete entity: String) -> DeleteCall {
    var call = self
    call.entity = entity
    call.uncalled = nil
    return call
  }

  /// Returns the relationship that something is taken out of; nil for a delete, or if the schema has none of that name.
  package func relationship(in schema: Schema) -> RelationshipID? {
    let parts = relationship?.split(separator: ".").map(String.init) ?? []
    guard parts.count == 2 else { return nil }
    return schema.entity(parts[0]).flatMap { schema.relationship(parts[1], of: $0) }
  }

  /// Returns whether the code around an unlink also deletes objects of an entity, links them to others or returns them.
  package func settles(_ entity: EntityID, in schema: Schema) -> Bool {
    // No object is of an abstract entity itself, but code names it.
    ([entity] + schema.kinds(of: entity)).contains {
      settled.contains(schema.declaration(of: $0).name)
    }
  }

  /// Returns a cascade that a repeated delete follows to objects that may never have been loaded; nil if there is none, or
  /// if the code also deletes these objects.
  package func repeatedCascade(from entity: EntityID, in schema: Schema) -> RelationshipID? {
    guard kind == .reuse, relationship == nil else { return nil }
    return schema.relationships(of: entity).first { relationship in
      let declaration = schema.declaration(of: relationship)
      return declaration.deleteRule == .cascade && !settled.contains(declaration.destination)
    }
  }

  /// Returns the mandatory to-one that an unlink empties, so that the save fails; nil if there is none, or if the code
  /// also deletes or links the object that has it.
  ///
  /// If there is one on either side, the result is that of the object that is taken out.
  package func emptiedMandatory(in schema: Schema) -> RelationshipID? {
    guard kind == .unlink, let relationship = relationship(in: schema) else { return nil }
    let ends = [schema.inverse(of: relationship)?.relationship, relationship]
    return ends.compactMap(\.self).first { end in
      let declared = schema.declaration(of: end)
      return !declared.isToMany && !declared.isOptional
        && !settles(schema.source(of: end), in: schema)
    }
  }

  /// Returns whether the code around a call takes objects out of a relationship or its inverse, somewhere and
  /// perhaps not every one.
  package func unlinks(_ relationship: RelationshipID, in schema: Schema) -> Bool {
    [relationship, schema.inverse(of: relationship)?.relationship].compactMap(\.self)
      .contains { settled.contains(schema.qualifiedName(of: $0)) }
  }

  /// Returns whether the code around a batch delete clears a relationship, or deletes every row that has it.
  package func clears(_ relationship: RelationshipID, in schema: Schema) -> Bool {
    settled.contains(schema.qualifiedName(of: relationship))
      || wiped.contains(schema.declaration(of: schema.source(of: relationship)).name)
  }

  /// The function around it, as ``callee`` names it; nil outside of all.
  package var home: String? { caller.map { "\(location.file) \($0)" } }

  /// The first model that has the entity.
  package var model: Int? { models.first }

  /// The same call for each model that has the entity.
  package var ofEachModel: [DeleteCall] {
    if models.count < 2 { return [self] }
    return models.map { model in
      var call = self
      call.models = [model]
      return call
    }
  }

  /// The entities of which it may delete objects, as far as the code says.
  package var allEntities: [String] {
    entity.map { [$0] } ?? Set(entities + givenEntities).sorted()
  }

  /// Returns whether it may delete objects of a model that was read with others, by the model's number.
  package func mayDelete(ofModel index: Int, _ model: Model) -> Bool {
    (models.isEmpty || models.contains(index)) && (framework ?? model.framework) == model.framework
  }

  /// Returns whether an unresolved call may delete objects of an entity: only a declared type can rule that
  /// out.
  package func mayDelete(_ entity: EntityID, in schema: Schema) -> Bool {
    guard let candidates else { return true }
    let kinds = Set(schema.kinds(of: entity))
    return candidates.compactMap(schema.entity).contains {
      !kinds.isDisjoint(with: schema.kinds(of: $0))
    }
  }

  /// Whether it is certain what the call deletes.
  public var isResolved: Bool {
    entity != nil || kind == .erase || !givenEntities.isEmpty || !entities.isEmpty
      || classOutsideModels != nil
  }
}
