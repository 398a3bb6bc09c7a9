import ObjectGraph
import Scenarios
import SourceText

/// The way a generated class becomes a model.
public enum ModelForm: String, CaseIterable, Hashable, Sendable {
  /// The class uses `@Model`, which only Xcode provides.
  case macro
  /// The class contains the expansion of the macro, for use with only the command line tools.
  case expanded
}

/// A schema as `@Model` classes, and the table by which the probe finds them.
struct ModelClasses {
  let number: Int
  let entities: [Entity]
  /// The Swift type of each attribute, by its entity's name and its own.
  private let attributeTypes: [[String]: AttributeType]
  private let names: SwiftNames

  private enum AttributeType: String {
    case string = "String"
    case integer = "Int"
    case number = "Double"
    case bool = "Bool"

    /// The function of the table that makes such an attribute.
    var maker: String {
      switch self {
      case .string: ".string"
      case .integer: ".integer"
      case .number: ".number"
      case .bool: ".bool"
      }
    }

    init(_ value: AttributeValue?) {
      switch value {
      case .integer: self = .integer
      case .decimal: self = .number
      case .bool: self = .bool
      case .string, nil: self = .string
      }
    }
  }

  /// Makes classes for a scenario's entities.
  init(_ scenario: Scenario, number: Int) {
    self.number = number
    entities = scenario.entities
    names = SwiftNames(entities, number: number)
    var types: [[String]: AttributeType] = [:]
    for entity in entities {
      for attribute in entity.attributes {
        types[[entity.name, attribute.name]] = AttributeType(
          scenario.firstValue(of: attribute.name))
      }
    }
    attributeTypes = types
  }

  /// Whether a class inherits from another, which SwiftData knows from the systems of 2025 on.
  var hasInheritance: Bool { entities.contains { $0.parent != nil } }

  var function: String { "schema\(number)" }

  /// The file: the classes, and the entry of the table.
  func source(as form: ModelForm) -> String {
    let imports = form == .expanded ? ["Observation", "SwiftData"] : ["SwiftData"]
    let classes = entities.map { form == .expanded ? expanded($0) : declared($0) }
    let file =
      (imports.map { "import \($0)\n" }.joined() + "\n")
      + (classes + [table]).joined(separator: "\n")
    // Inheritance needs the compiler of that year's Xcode, too.
    return hasInheritance
      ? "#if compiler(>=6.2)\n\(file)#endif\n" : file
  }

  private var availability: String {
    hasInheritance ? "@available(macOS 26, iOS 26, *)\n" : ""
  }

  // MARK: - With the macro

  private func declared(_ entity: Entity) -> String {
    let isFinal = !entities.contains { $0.parent == entity.name }
    let parent = entity.parent.map { ": \(names.type($0))" } ?? ""
    var lines = entity.parent == nil ? ["  var probeName: String"] : []
    for attribute in entity.attributes {
      if attribute.isUnique { lines.append("  @Attribute(.unique)") }
      lines.append("  var \(property(attribute.name, entity)): \(type(of: attribute, entity))?")
    }
    for relationship in entity.relationships {
      lines.append("  \(call("@Relationship", arguments(relationship, of: entity), indentedBy: 2))")
      lines.append(
        "  var \(property(relationship.name, entity)): \(type(of: relationship))")
    }
    return """
      \(availability)@Model
      \(isFinal ? "final " : "")class \(names.type(entity.name))\(parent) {
      \(lines.joined(separator: "\n"))

      \(initializer(entity))
      }

      """
  }

  /// Returns the arguments that declare a relationship: its rule, and the inverse if this side
  /// declares it.
  private func arguments(_ relationship: Relationship, of entity: Entity) -> [String] {
    var arguments = ["deleteRule: .\(relationship.deleteRule.rawValue)"]
    if relationship.isToMany && relationship.minCount > 0 {
      arguments.append("minimumModelCount: \(relationship.minCount)")
    }
    if relationship.isToMany && relationship.maxCount > 0 {
      arguments.append("maximumModelCount: \(relationship.maxCount)")
    }
    switch relationship.inverse {
    case .unstated: break
    case .oneWay: arguments.append("inverse: nil")
    case .named(let inverse):
      let owner = owner(of: inverse, from: relationship.destination)
      if !isDeclaredBefore(relationship, of: entity, by: inverse, of: owner) {
        let path = "\(names.type(owner)).\(names.property(inverse, of: owner))"
        arguments.append("inverse: \\\(path)")
      }
    }
    return arguments
  }

  /// The entity that declares a property that another may inherit.
  private func owner(of property: String, from entity: String) -> String {
    var next: String? = entity
    while let name = next, let found = entities.first(where: { $0.name == name }) {
      if found.relationships.contains(where: { $0.name == property }) { return name }
      next = found.parent
    }
    return entity
  }

  /// Whether the other side names this one, and stands before it: the compiler resolves no circle, so
  /// that one side only may name the other.
  private func isDeclaredBefore(
    _ relationship: Relationship, of entity: Entity, by inverse: String, of owner: String
  ) -> Bool {
    guard let here = entities.firstIndex(where: { $0.name == entity.name }),
      let there = entities.firstIndex(where: { $0.name == owner }),
      let place = entity.relationships.firstIndex(where: { $0.name == relationship.name }),
      let other = entities[there].relationships.firstIndex(where: { $0.name == inverse }),
      entities[there].relationships[other].inverse == .named(relationship.name)
    else { return false }
    return (there, other) < (here, place)
  }

  // MARK: - Expanded

  private func expanded(_ entity: Entity) -> String {
    let type = names.type(entity.name)
    var stored = [(name: "probeName", type: "String", metadata: "nil")]
    for attribute in entity.attributes {
      stored.append(
        (
          property(attribute.name, entity), "\(self.type(of: attribute, entity))?",
          attribute.isUnique ? "SwiftData.Schema.Attribute(.unique)" : "nil"
        ))
    }
    for relationship in entity.relationships {
      stored.append(
        (
          property(relationship.name, entity), self.type(of: relationship),
          call(
            "SwiftData.Schema.Relationship", arguments(relationship, of: entity), indentedBy: 18,
            hanging: 8)
        ))
    }
    let metadata = stored.map { name, _, metadata in
      """
            .init(
              name: "\(name)",
              keypath: \\\(type).\(name),
              defaultValue: nil,
              metadata: \(metadata)
            )
      """
    }
    return """
      final class \(type) {
      \(stored.map { accessors($0.name, $0.type) }.joined(separator: "\n"))
        private var _$backingData: any SwiftData.BackingData<\(type)> =
          \(type).createBackingData()

        var persistentBackingData: any SwiftData.BackingData<\(type)> {
          get { _$backingData }
          set { _$backingData = newValue }
        }

        static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          [
      \(metadata.joined(separator: ",\n"))\(metadata.count > 1 ? "," : "")
          ]
        }

      \(initializer(entity))

        init(backingData: any SwiftData.BackingData<\(type)>) {
      \(stored.map { "    _\($0.name) = _SwiftDataNoType()" }.joined(separator: "\n"))
          self.persistentBackingData = backingData
        }

        private let _$observationRegistrar = Observation.ObservationRegistrar()

        struct _SwiftDataNoType {}
      }

      extension \(type): SwiftData.PersistentModel {}
      extension \(type): Observation.Observable {}

      """
  }

  private func accessors(_ name: String, _ type: String) -> String {
    """
      var \(name): \(type) {
        @storageRestrictions(accesses: _$backingData, initializes: _\(name))
        init(initialValue) {
          _$backingData.setValue(forKey: \\.\(name), to: initialValue)
          _\(name) = _SwiftDataNoType()
        }
        get {
          _$observationRegistrar.access(self, keyPath: \\.\(name))
          return self.getValue(forKey: \\.\(name))
        }
        set {
          _$observationRegistrar.withMutation(of: self, keyPath: \\.\(name)) {
            self.setValue(forKey: \\.\(name), to: newValue)
          }
        }
      }
      private var _\(name): _SwiftDataNoType

    """
  }

  // MARK: - Both

  private func property(_ name: String, _ entity: Entity) -> String {
    names.property(name, of: entity.name)
  }

  private func type(of attribute: Attribute, _ entity: Entity) -> String {
    (attributeTypes[[entity.name, attribute.name]] ?? .string).rawValue
  }

  private func type(of relationship: Relationship) -> String {
    let type = names.type(relationship.destination)
    let value = relationship.isToMany ? "[\(type)]" : type
    return relationship.isOptional ? "\(value)?" : value
  }

  /// The relationships that an object of an entity cannot be made without, the inherited ones first.
  private func mandatory(_ entity: Entity) -> [(entity: Entity, relationship: Relationship)] {
    let parent = entities.first { $0.name == entity.parent }
    return (parent.map { mandatory($0) } ?? [])
      + entity.relationships.filter { !$0.isToMany && !$0.isOptional }.map { (entity, $0) }
  }

  private func initializer(_ entity: Entity) -> String {
    let needed = mandatory(entity)
    let parameters =
      ["probeName: String"]
      + needed.map { "\(property($0.relationship.name, $0.entity)): \(type(of: $0.relationship))" }
    var body: [String] = []
    for (owner, relationship) in needed where owner.name == entity.name {
      let name = property(relationship.name, entity)
      body.append("self.\(name) = \(name)")
    }
    for attribute in entity.attributes { body.append("\(property(attribute.name, entity)) = nil") }
    for relationship in entity.relationships where relationship.isToMany || relationship.isOptional
    {
      let isEmptyArray = relationship.isToMany && !relationship.isOptional
      body.append("\(property(relationship.name, entity)) = \(isEmptyArray ? "[]" : "nil")")
    }
    var isOverride = false
    if entity.parent != nil {
      let inherited = needed.filter { $0.entity.name != entity.name }
        .map { property($0.relationship.name, $0.entity) }
      let arguments = (["probeName"] + inherited).map { "\($0): \($0)" }
      body.append("super.init(\(arguments.joined(separator: ", ")))")
      isOverride = inherited.count == needed.count
    } else {
      body.insert("self.probeName = probeName", at: 0)
    }
    return """
        \(call(isOverride ? "override init" : "init", parameters, indentedBy: 4)) {
      \(body.map { "    \($0)" }.joined(separator: "\n"))
        }
      """
  }

  private var table: String {
    let types = entities.map { entity in
      let type = names.type(entity.name)
      let attributes = entity.attributes.map { attribute in
        let kind = attributeTypes[[entity.name, attribute.name]] ?? .string
        return "\(attribute.name.swiftLiteral): "
          + "\(kind.maker)(\\\(type).\(property(attribute.name, entity)))"
      }
      let relationships = entity.relationships.map { relationship in
        "\(relationship.name.swiftLiteral): "
          + "\(maker(relationship))(\\\(type).\(property(relationship.name, entity)))"
      }
      let needed = mandatory(entity)
      let arguments =
        ["probeName: name"]
        + needed.map {
          "\(property($0.relationship.name, $0.entity)): "
            + "try mandatory(holding(\($0.relationship.name.swiftLiteral)))"
        }
      let parts =
        ["\(type).self", "name: \\.probeName"] + dictionary("attributes", attributes)
        + dictionary("relationships", relationships) + dictionary("renamed", renamed(entity))
      return """
                \(entity.name.swiftLiteral): DeclaredType(
        \(parts.map { "          \($0)" }.joined(separator: ",\n"))
                ) { name, \(needed.isEmpty ? "_" : "holding") in
                  \(call(type, arguments, indentedBy: 10))
                }
        """
    }
    return """
      \(availability)extension DeclaredSchema {
        static func \(function)() -> DeclaredSchema {
          DeclaredSchema(
            entities: \("\"\"\"")
      \(continuedLines(JSONText.array(entities.map(Entity.format.json)).line))
              \("\"\"\""),
            types: [
      \(types.joined(separator: ",\n"))\(types.count > 1 ? "," : "")
            ]
          )
        }
      }

      """
  }

  /// The relationships that are not called as in the scenario, by their names in Swift.
  private func renamed(_ entity: Entity) -> [String] {
    entity.relationships.filter { property($0.name, entity) != $0.name }.map {
      "\(property($0.name, entity).swiftLiteral): \($0.name.swiftLiteral)"
    }
  }

  /// A call, with an argument a line where they do not fit on one.
  private func call(
    _ name: String, _ arguments: [String], indentedBy indent: Int, hanging: Int? = nil
  ) -> String {
    let line = "\(name)(\(arguments.joined(separator: ", ")))"
    // What may stand behind it takes a place, too.
    if indent + line.count < lineLength - 2 { return line }
    let spaces = String(repeating: " ", count: hanging ?? indent)
    return "\(name)(\n\(spaces)  "
      + arguments.joined(separator: ",\n\(spaces)  ") + "\n\(spaces))"
  }

  private func dictionary(_ label: String, _ entries: [String]) -> [String] {
    if entries.isEmpty { return [] }
    let line = "\(label): [\(entries.joined(separator: ", "))]"
    if 10 + line.count < lineLength { return [line] }
    let comma = entries.count > 1 ? "," : ""
    let lines = entries.map { "            \($0)" }.joined(separator: ",\n")
    return ["\(label): [\n\(lines)\(comma)\n          ]"]
  }

  /// A text as lines of a literal that end where no character is split, and are one line when it is
  /// read.
  private func continuedLines(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    for scalar in text.unicodeScalars {
      let piece = String(scalar).swiftLiteral.dropFirst().dropLast()
      if line.count + piece.count > lineLength - 12 {
        lines.append(line)
        line = ""
      }
      // What a line begins with is not told from its indentation.
      line += piece == " " && line.isEmpty ? "\\u{20}" : piece == "\\\"" ? "\"" : piece
    }
    lines.append(line)
    return lines.map { "        \($0)" }.joined(separator: "\\\n")
  }

  private func maker(_ relationship: Relationship) -> String {
    switch (relationship.isToMany, relationship.isOptional) {
    case (true, true): ".optionalToMany"
    case (true, false): ".toMany"
    case (false, true): ".toOne"
    case (false, false): ".mandatory"
    }
  }
}

/// The greatest length of a line of generated source.
private let lineLength = 100

extension Scenario {
  /// The first value that an attribute of this name is given: a scenario does not say its type.
  fileprivate func firstValue(of attribute: String) -> AttributeValue? {
    let set = steps.flatMap { [$0.action] + $0.prepareForDeletion }.compactMap {
      action -> NamedValue? in
      if case .setValue(let value) = action { value } else { nil }
    }
    return (values + set).first { $0.attribute == attribute && $0.value != nil }?.value
  }
}
