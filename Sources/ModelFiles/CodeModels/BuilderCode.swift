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

  /// The place of a declaration among all: in a type of a file, or outside of all types.
  private struct Place {
    let file: Int32
    let type: Int32?
    let index: Int32
  }

  /// The declarations of a type, or those outside of all types, by their names.
  private struct Members {
    var functions: [String: [Place]] = [:]
    var properties: [String: Place] = [:]
    /// The stored properties, in their order.
    var stored: [Place] = []
    var inherited: [[String]] = []
    var cases: Set<String> = []
  }

  let files: [SwiftDeclarations]
  private var members: [String: Members] = [:]
  private var globals = Members()
  private var aliases: [String: [String]] = [:]
  /// The types with a last name; more than one makes the name ambiguous.
  private var typesByLastName: [String: [String]] = [:]
  private var types: Set<String> = []

  init(_ files: [SwiftDeclarations]) {
    self.files = files
    for (number, file) in files.enumerated() {
      Self.add(file.functions, file.properties, to: &globals, file: number, type: nil)
      for alias in file.aliases {
        guard case .named(let target, _)? = alias.type else { continue }
        aliases[(alias.scope + [alias.name]).joined(separator: ".")] = target
      }
      for (index, type) in file.types.enumerated() { add(type, file: number, index: index) }
    }
  }

  private mutating func add(_ type: SwiftType, file: Int, index: Int) {
    let key = type.path.joined(separator: ".")
    if type.keyword != "extension", types.insert(key).inserted {
      typesByLastName.add(key, to: type.name)
    }
    for case .named(let path, _) in type.inherited + type.selfConstraints {
      members[key, default: Members()].inherited.append(path)
    }
    members[key, default: Members()].cases.formUnion(type.cases.keys)
    Self.add(
      type.functions, type.properties, to: &members[key, default: Members()], file: file,
      type: Int32(index))
  }

  private static func add(
    _ functions: [SwiftFunction], _ properties: [SwiftProperty], to members: inout Members,
    file: Int, type: Int32?
  ) {
    for (index, function) in functions.enumerated() {
      members.functions.add(
        Place(file: Int32(file), type: type, index: Int32(index)), to: function.name)
    }
    for (index, property) in properties.enumerated() {
      let place = Place(file: Int32(file), type: type, index: Int32(index))
      if members.properties[property.name] == nil { members.properties[property.name] = place }
      let isStatic = !property.modifiers.isDisjoint(with: ["static", "class"])
      if type != nil, property.isStored, !isStatic { members.stored.append(place) }
    }
  }

  private func members(of type: String?) -> Members? { type.map { members[$0] } ?? globals }

  private func property(at place: Place, of type: String?) -> Property {
    let (file, index) = (Int(place.file), Int(place.index))
    let properties =
      place.type.map { files[file].types[Int($0)].properties } ?? files[file].properties
    return Property(file: file, type: type, property: properties[index])
  }

  /// Returns the functions of a name in a type, or outside of all types.
  func functions(named name: String, of type: String?) -> [Function] {
    (members(of: type)?.functions[name] ?? []).map { place in
      let (file, index) = (Int(place.file), Int(place.index))
      let functions =
        place.type.map { files[file].types[Int($0)].functions } ?? files[file].functions
      return Function(file: file, type: type, function: functions[index])
    }
  }

  /// Returns the property of a name in a type, or outside of all types.
  func property(named name: String, of type: String?) -> Property? {
    members(of: type)?.properties[name].map { property(at: $0, of: type) }
  }

  func storedProperties(of type: String) -> [Property] {
    (members[type]?.stored ?? []).map { property(at: $0, of: type) }
  }

  func isCase(_ name: String, of type: String) -> Bool {
    members[type]?.cases.contains(name) == true
  }

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
      var parents = (members[current]?.inherited ?? []).map { path in
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
