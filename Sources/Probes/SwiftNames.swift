import ObjectGraph
import SourceText

/// The names of one schema's entities and properties in generated Swift.
///
/// A scenario may use any names. Those that can't be a property, or that would hide one that every
/// model has, are replaced. No two classes share a name, even in different schemas, because it is
/// unknown whether they would interfere.
struct SwiftNames {
  private let classes: [String: String]
  private let properties: [[String]: String]

  /// Chooses names.
  init(_ entities: [Entity], number: Int) {
    var classes: [String: String] = [:]
    var taken: Set<String> = []
    var properties: [[String]: String] = [:]
    for (index, entity) in entities.enumerated() {
      let letters = entity.name.unicodeScalars.filter { $0.isLetter || $0.isDigit }
      let first = letters.first
      let plain = first?.isLetter == true ? String(String.UnicodeScalarView(letters)) : "Entity"
      let base = plain.prefix(40).prefix(1).uppercased() + plain.prefix(40).dropFirst()
      let isFree = taken.insert(base).inserted
      classes[entity.name] = "\(isFree ? base : "\(base)x\(index)")_\(number)"
      let names = entity.relationships.map(\.name) + entity.attributes.map(\.name)
      for (place, name) in names.enumerated() {
        properties[[entity.name, name]] = Self.isUsable(name) ? name : "property\(index)x\(place)"
      }
    }
    self.classes = classes
    self.properties = properties
  }

  func type(_ entity: String) -> String { classes[entity] ?? "Never" }

  func property(_ name: String, of entity: String) -> String {
    properties[[entity, name]] ?? "missing"
  }

  private static func isUsable(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, "a"..."z" ~= first, name.utf8.count <= 40 else {
      return false
    }
    return name.unicodeScalars.allSatisfy { $0.isLetter || $0.isDigit } && !reserved.contains(name)
  }

  /// The names already used by Swift, a model, a Core Data object, or a generated class.
  private static let reserved: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
    "continue", "convenience", "debugDescription", "default", "defer", "deinit", "description",
    "do",
    "dynamic", "else", "entity", "enum", "extension", "fallthrough", "false", "fileprivate",
    "final",
    "for", "func", "get", "guard", "hasChanges", "hash", "hashValue", "id", "if", "import", "in",
    "indirect", "infix", "init", "inout", "internal", "is", "isDeleted", "lazy", "let",
    "managedObjectContext", "modelContext", "mutating", "newValue", "nil", "objectID",
    "open",
    "operator", "optional", "override", "package", "persistentBackingData", "persistentModelID",
    "postfix", "precedencegroup", "prefix", "private", "probeName", "protocol", "public", "repeat",
    "required", "rethrows", "return", "schemaMetadata", "self", "set", "some", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var",
    "weak", "where", "while",
  ]
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { "a"..."z" ~= self || "A"..."Z" ~= self }
  fileprivate var isDigit: Bool { "0"..."9" ~= self }
}

extension String {
  var swiftLiteral: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case " "..."~": String(scalar)
      default: "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(escaped.joined())\""
  }
}
