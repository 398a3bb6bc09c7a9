import Foundation
import Probe
import SwiftData

// Before Xcode 16 every key path may be shared, and none can be said to be.
#if compiler(>=6.0)
typealias SharedKeyPath<Root, Value> = KeyPath<Root, Value> & Sendable
typealias SharedWritableKeyPath<Root, Value> = ReferenceWritableKeyPath<Root, Value> & Sendable
#else
typealias SharedKeyPath<Root, Value> = KeyPath<Root, Value>
typealias SharedWritableKeyPath<Root, Value> = ReferenceWritableKeyPath<Root, Value>
#endif

/// Classes that were generated for a schema: SwiftData knows only what is compiled.
struct DeclaredSchema {
  /// The entities as a scenario has them, in JSON.
  let entities: String
  /// The class of each entity.
  let types: [String: DeclaredType]

  /// The classes for a scenario.
  ///
  /// - Throws: A `Skip` where none were generated.
  static func schema(for scenario: Scenario) throws -> DeclaredSchema {
    let decoder = JSONDecoder()
    for make in all {
      let schema = make()
      let entities = try decoder.decode([Scenario.Entity].self, from: Data(schema.entities.utf8))
      if entities == scenario.entities { return schema }
    }
    throw Skip("classes that were generated for its schema")
  }
}

/// A generated class, and what is done to its objects by the names of a scenario.
struct DeclaredType {
  let type: any PersistentModel.Type
  let attributes: [String: DeclaredAttribute]
  let relationships: [String: DeclaredRelationship]
  /// The names of relationships that are called otherwise in Swift, by those.
  let renamed: [String: String]
  /// Makes an object that is called so; what it cannot be without is asked for.
  let make:
    (_ name: String, _ mandatory: (String) throws -> any PersistentModel) throws
      -> any PersistentModel
  let name: (any PersistentModel) -> String?
  let fetch: (ModelContext) throws -> [any PersistentModel]
  let fetchSorted:
    (ModelContext, _ attribute: String, _ ascending: Bool) throws
      -> [any PersistentModel]?
  /// Deletes rows: of these objects, or of all; of subclasses, too, or not.
  let batchDelete: (ModelContext, _ names: [String]?, _ subclasses: Bool) throws -> Void

  init<Model: PersistentModel>(
    _ type: Model.Type, name: SharedKeyPath<Model, String>,
    attributes: [String: DeclaredAttribute] = [:],
    relationships: [String: DeclaredRelationship] = [:], renamed: [String: String] = [:],
    make:
      @escaping (
        _ name: String, _ mandatory: (String) throws -> any PersistentModel
      ) throws -> Model
  ) {
    self.type = type
    self.attributes = attributes
    self.relationships = relationships
    self.renamed = renamed
    self.make = { try make($0, $1) }
    self.name = { ($0 as? Model)?[keyPath: name] }
    fetch = { try $0.fetch(FetchDescriptor<Model>()) }
    fetchSorted = { context, attribute, ascending in
      guard let sorting = attributes[attribute]?.sorting as? (Bool) -> SortDescriptor<Model>
      else { return nil }
      return try context.fetch(FetchDescriptor<Model>(sortBy: [sorting(ascending)]))
    }
    batchDelete = { context, names, subclasses in
      var predicate: Predicate<Model>?
      if let names {
        // What '#Predicate { names.contains($0.probeName) }' expands to.
        predicate = Predicate<Model> { model in
          PredicateExpressions.build_contains(
            PredicateExpressions.build_Arg(names),
            PredicateExpressions.build_KeyPath(
              root: PredicateExpressions.build_Arg(model), keyPath: name))
        }
      }
      try context.delete(model: Model.self, where: predicate, includeSubclasses: subclasses)
    }
  }
}

/// An attribute of a generated class.
struct DeclaredAttribute {
  let get: (any PersistentModel) -> Value
  let set: (any PersistentModel, Value) -> Void
  /// Makes a `SortDescriptor` of the class that has it; nil where its values have no order.
  fileprivate let sorting: Any?

  static func string<Model: PersistentModel>(
    _ path: SharedWritableKeyPath<Model, String?>
  ) -> DeclaredAttribute {
    DeclaredAttribute(path, Value.string) {
      $0.string
    } sorting: {
      SortDescriptor(path, order: $0 ? .forward : .reverse)
    }
  }

  static func integer<Model: PersistentModel>(
    _ path: SharedWritableKeyPath<Model, Int?>
  ) -> DeclaredAttribute {
    DeclaredAttribute(path, Value.integer) { value in
      if case .integer(let integer) = value { integer } else { nil }
    } sorting: {
      SortDescriptor(path, order: $0 ? .forward : .reverse)
    }
  }

  static func number<Model: PersistentModel>(
    _ path: SharedWritableKeyPath<Model, Double?>
  ) -> DeclaredAttribute {
    DeclaredAttribute(path, Value.number) { value in
      switch value {
      case .number(let number): number
      case .integer(let integer): Double(integer)
      default: nil
      }
    } sorting: {
      SortDescriptor(path, order: $0 ? .forward : .reverse)
    }
  }

  static func bool<Model: PersistentModel>(
    _ path: SharedWritableKeyPath<Model, Bool?>
  ) -> DeclaredAttribute {
    DeclaredAttribute(path, Value.bool) { value in
      if case .bool(let bool) = value { bool } else { nil }
    }
  }

  private init<Model: PersistentModel, Stored>(
    _ path: ReferenceWritableKeyPath<Model, Stored?>, _ wrap: @escaping (Stored) -> Value,
    _ unwrap: @escaping (Value) -> Stored?, sorting: ((Bool) -> SortDescriptor<Model>)? = nil
  ) {
    get = { model in (model as? Model)?[keyPath: path].map(wrap) ?? .null }
    set = { model, value in (model as? Model)?[keyPath: path] = unwrap(value) }
    self.sorting = sorting
  }
}

/// A relationship of a generated class: what it holds is read and set as objects.
struct DeclaredRelationship {
  let get: (any PersistentModel) -> [any PersistentModel]
  let set: (any PersistentModel, [any PersistentModel]) -> Void
  let isToMany: Bool
  /// Whether an object cannot be made without it.
  let isMandatory: Bool

  static func toOne<Model: PersistentModel, Other: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Model, Other?>
  ) -> DeclaredRelationship {
    DeclaredRelationship(
      get: { model in (model as? Model)?[keyPath: path].map { [$0] } ?? [] },
      set: { model, others in (model as? Model)?[keyPath: path] = others.first as? Other },
      isToMany: false, isMandatory: false)
  }

  static func mandatory<Model: PersistentModel, Other: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Model, Other>
  ) -> DeclaredRelationship {
    DeclaredRelationship(
      get: { model in (model as? Model).map { [$0[keyPath: path]] } ?? [] },
      set: { model, others in
        if let other = others.first as? Other { (model as? Model)?[keyPath: path] = other }
      },
      isToMany: false, isMandatory: true)
  }

  static func toMany<Model: PersistentModel, Other: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Model, [Other]>
  ) -> DeclaredRelationship {
    DeclaredRelationship(
      get: { model in (model as? Model)?[keyPath: path] ?? [] },
      set: { model, others in (model as? Model)?[keyPath: path] = others.compactMap { $0 as? Other }
      },
      isToMany: true, isMandatory: false)
  }

  static func optionalToMany<Model: PersistentModel, Other: PersistentModel>(
    _ path: ReferenceWritableKeyPath<Model, [Other]?>
  ) -> DeclaredRelationship {
    DeclaredRelationship(
      get: { model in (model as? Model)?[keyPath: path] ?? [] },
      set: { model, others in (model as? Model)?[keyPath: path] = others.compactMap { $0 as? Other }
      },
      isToMany: true, isMandatory: false)
  }
}

/// Returns a model as the declared type, to make a class that must hold it, or throws if it is of
/// another type.
func mandatory<Other: PersistentModel>(_ model: any PersistentModel) throws -> Other {
  guard let other = model as? Other else { throw Problem("found \(model) for \(Other.self)") }
  return other
}
