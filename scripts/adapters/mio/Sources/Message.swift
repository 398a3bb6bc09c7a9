import Foundation

/// A line that comes in; PROTOCOL.md says what each member means.
struct Message: Decodable {
  let cmd: String
  let seq: Int?
  let scenario: Scenario?
  let looks: [Look]?
}

/// After how many steps to look, and what to fetch then.
struct Look: Decodable {
  let after: Int
  let fetch: [[String]]?
}

/// A scenario, with what it leaves out as nil.
struct Scenario: Decodable {
  struct Entity: Decodable {
    let name: String
    let parent: String?
    let abstract: Bool?
    let attributes: [Attribute]?
    let relationships: [Relationship]?
  }

  struct Attribute: Decodable {
    let name: String
    let optional: Bool?
  }

  struct Relationship: Decodable {
    let name: String
    let destination: String
    let toMany: Bool?
    let optional: Bool?
    let minCount: Int?
    let maxCount: Int?
    let deleteRule: String?
    let inverse: String?
  }

  /// A step, or a part of what `prepareForDeletion` does: one of these is there.
  struct Step: Decodable {
    let insert: [String: [String]]?
    let link: [String]?
    let unlink: [String]?
    let set: [Value]?
    let delete: [String]?
    let save: Bool?
    let rollback: Bool?
    let hold: [String]?
    let read: [String]?
    let prepareForDeletion: [Step]?
  }

  let entities: [Entity]
  let objects: [String: [String]]
  let links: [[String]]?
  let values: [[Value]]?
  let steps: [Step]?
}

/// A value of an attribute, or the names of objects.
enum Value: Codable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case names([String])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else {
      self = .names(try container.decode([String].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .names(let names): try container.encode(names)
    }
  }

  /// The value as an attribute holds it.
  init(attribute value: Any?) {
    switch value {
    case let string as String: self = .string(string)
    case let bool as Bool: self = .bool(bool)
    case let integer as Int: self = .integer(integer)
    case let number as Double: self = .number(number)
    default: self = .null
    }
  }

  /// What an attribute is given; nil for nothing.
  var attribute: Any? {
    switch self {
    case .null, .names: nil
    case .bool(let bool): bool
    case .integer(let integer): integer
    case .number(let number): number
    case .string(let string): string
    }
  }

  /// The text, where it is one.
  var string: String? { if case .string(let string) = self { string } else { nil } }
}

/// An answer.
struct Reply: Encodable {
  let seq: Int
  var at: Int?
  var looks: [Sight]?
  var failed: String?
}

/// What is seen after a step.
struct Sight: Encodable {
  struct Refusal: Encodable {
    let kind: String
    var object: String?
    let relationship: String
    let raw: String
  }

  /// An object, a relationship, and the objects that it holds.
  struct Held: Encodable {
    let object: String
    let relationship: String
    let objects: [String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(object)
      try container.encode(relationship)
      try container.encode(objects)
    }
  }

  let after: Int
  let alive: [String]
  let holds: [Held]
  let stored: [String]
  let refused: [Refusal]?
  let read: String?
  let isDeleted: [String]
  let values: [[Value]]?
  let fetched: [[Value]]?
}

/// What is said first.
struct Greeting: Encodable {
  struct Implementation: Encodable {
    let name = "MIOCoreData"
    let version: String
    let language = "Swift"
    let framework = "coreData"
    let store = "in memory"
  }

  let `protocol` = 1
  let implementation: Implementation
  let capabilities = [
    "toMany", "oneToOne", "manyToMany", "oneWayToOne", "oneWayToMany", "selfRelationship",
    "cascade", "nullify", "deny", "noAction", "mandatory", "counts", "inheritance", "attributes",
    "insert", "link", "severalSaves", "pending", "rollback", "read", "prepareForDeletion", "fetch",
  ]
  let isolation = "scenario"
}
