import CompiledOnce
import SwiftSource

/// The declarations of Swift files by name, for following code that builds a model.
struct BuilderCode {
  /// A function, with its file and the type around it.
  struct Function {
    let file: Int
    let type: String?
    let function: SwiftFunction
  }

  /// A property, with its file and the type around it.
  struct Property {
    let file: Int
    let type: String?
    let property: SwiftProperty

    var isStatic: Bool { !property.modifiers.isDisjoint(with: ["static", "class"]) }
  }

  private struct Key: Hashable {
    let type: String?
    let name: String
  }

  let files: [SwiftDeclarations]
  private var functions: [Key: [Function]] = [:]
  private var properties: [Key: Property] = [:]
  /// The stored properties of each type, in their order.
  private var stored: [String: [Property]] = [:]
  private var inherited: [String: [[String]]] = [:]
  private var cases: [String: Set<String>] = [:]
  private var aliases: [String: [String]] = [:]
  /// The types with a last name; more than one leaves it open which is meant.
  private var typesByLastName: [String: [String]] = [:]
  private var types: Set<String> = []

  init(_ files: [SwiftDeclarations]) {
    self.files = files
    for (index, file) in files.enumerated() {
      for function in file.functions { add(function, file: index, type: nil) }
      for property in file.properties { add(property, file: index, type: nil) }
      for alias in file.aliases {
        guard case .named(let target, _)? = alias.type else { continue }
        aliases[(alias.scope + [alias.name]).joined(separator: ".")] = target
      }
      for type in file.types { add(type, file: index) }
    }
  }

  private mutating func add(_ type: SwiftType, file: Int) {
    let key = type.path.joined(separator: ".")
    if type.keyword != "extension", types.insert(key).inserted {
      typesByLastName.add(key, to: type.name)
    }
    for case .named(let path, _) in type.inherited + type.selfConstraints {
      inherited.add(path, to: key)
    }
    cases[key, default: []].formUnion(type.cases.keys)
    for function in type.functions { add(function, file: file, type: key) }
    for property in type.properties { add(property, file: file, type: key) }
  }

  private mutating func add(_ function: SwiftFunction, file: Int, type: String?) {
    functions.add(
      Function(file: file, type: type, function: function), to: Key(type: type, name: function.name)
    )
  }

  private mutating func add(_ property: SwiftProperty, file: Int, type: String?) {
    let found = Property(file: file, type: type, property: property)
    let key = Key(type: type, name: property.name)
    if properties[key] == nil { properties[key] = found }
    if let type, property.isStored, !found.isStatic { stored.add(found, to: type) }
  }

  /// Returns the functions of a name in a type, or outside of all types.
  func functions(named name: String, of type: String?) -> [Function] {
    functions[Key(type: type, name: name)] ?? []
  }

  /// Returns the property of a name in a type, or outside of all types.
  func property(named name: String, of type: String?) -> Property? {
    properties[Key(type: type, name: name)]
  }

  func storedProperties(of type: String) -> [Property] { stored[type] ?? [] }

  func isCase(_ name: String, of type: String) -> Bool { cases[type]?.contains(name) == true }

  /// Returns the type that a name refers to; nil if it is that of no file and none of Core Data's.
  func type(named path: [String], in scope: String?) -> String? {
    var (path, scope) = (path, scope)
    for _ in 0..<Limits.aliasesOfType {
      let name = path.joined(separator: ".")
      var around = scope
      var target: [String]?
      while true {
        let full = around.map { "\($0).\(name)" } ?? name
        if types.contains(full) { return full }
        if let alias = aliases[full] {
          target = alias
          scope = around
          break
        }
        guard let outer = around else { break }
        around = outer.lastIndex(of: ".").map { String(outer[..<$0]) }
      }
      if let target, target != path {
        path = target
        continue
      }
      if let last = path.last, CoreDataClass.names.contains(last) { return last }
      if let last = path.last, let found = typesByLastName[last], found.count == 1,
        path.count == 1 || found[0].hasSuffix(name)
      {
        return found[0]
      }
      return nil
    }
    return nil
  }

  /// Returns a type with the types that it inherits from, nearest first.
  func chain(of type: String) -> [String] {
    var chain = [type]
    var index = 0
    while index < chain.count, chain.count < Limits.ancestors {
      let current = chain[index]
      index += 1
      var parents = (inherited[current] ?? []).map { path in
        self.type(named: path, in: current) ?? path.joined(separator: ".")
      }
      if let parent = CoreDataClass.parents[current] { parents.append(parent) }
      for parent in parents where !chain.contains(parent) { chain.append(parent) }
    }
    return chain
  }

  /// Returns the class of Core Data that a type is or inherits from.
  func coreDataClass(of type: String) -> String? {
    CoreDataClass.names.contains(type)
      ? type : chain(of: type).first(where: CoreDataClass.names.contains)
  }
}

/// The classes of Core Data that make up a model.
enum CoreDataClass {
  static let model = "NSManagedObjectModel"
  static let entity = "NSEntityDescription"
  static let relationship = "NSRelationshipDescription"
  static let attributes: Set = [
    "NSAttributeDescription", "NSDerivedAttributeDescription", "NSCompositeAttributeDescription",
  ]
  static let otherProperties: Set = ["NSFetchedPropertyDescription", "NSExpressionDescription"]
  static let names: Set = attributes.union(otherProperties).union([
    model, entity, relationship, "NSPropertyDescription",
  ])
  /// The superclass of each.
  static let parents = Dictionary(
    uniqueKeysWithValues: attributes.union(otherProperties).union([relationship]).map {
      ($0, "NSPropertyDescription")
    } + ["NSPropertyDescription", entity, model].map { ($0, "NSObject") }
      + [("NSObject", "NSObjectProtocol")])
}
