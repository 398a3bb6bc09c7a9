import Foundation

/// A line that comes in: Sources/Conformance/PROTOCOL.md of DeleteRules says what each member means.
package struct Request: Codable {
  package let cmd: String
  package let seq: Int?
  package let scenario: Scenario?
  package let looks: [Look]?
  package let experiment: String?
}

/// After how many steps to look, and what to fetch then.
package struct Look: Codable {
  package let after: Int
  package let fetch: [[String]]?

  package init(after: Int, fetch: [[String]]? = nil) {
    self.after = after
    self.fetch = fetch
  }
}

/// The first message of the protocol.
package struct Greeting: Encodable {
  package struct Implementation: Encodable {
    let name: String
    let version: String
    let language = "Swift"
    let framework: String
    let system: String
    let store: String
    let machine: Machine
  }

  let `protocol` = 1
  let implementation: Implementation
  let capabilities: [String]
  let isolation = "scenario"
  let experiments: [String]
}

/// An answer.
package struct Reply: Encodable {
  var seq: Int
  var at: Int?
  var looks: [Sight]?
  var skipped: String?
  var flaky: String?
  var failed: String?
  var found: String?
}

/// The observations after a step.
package struct Sight: Codable, Equatable {
  package struct Refusal: Codable, Equatable {
    package let kind: String
    package var object: String?
    package var relationship: String?
    package var code: Int?
    package var raw: String

    package init(
      kind: String, object: String? = nil, relationship: String? = nil, code: Int? = nil,
      raw: String
    ) {
      self.kind = kind
      self.object = object
      self.relationship = relationship
      self.code = code
      self.raw = raw
    }
  }

  /// An object, a relationship, and the objects that it holds.
  package struct Held: Codable, Equatable {
    package let object: String
    package let relationship: String
    package let objects: [String]

    package init(_ object: String, _ relationship: String, _ objects: [String]) {
      self.object = object
      self.relationship = relationship
      self.objects = objects
    }

    package init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      object = try container.decode(String.self)
      relationship = try container.decode(String.self)
      objects = try container.decode([String].self)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(object)
      try container.encode(relationship)
      try container.encode(objects)
    }
  }

  /// The observations after the store was reopened.
  struct Reopened: Codable, Equatable {
    var alive: [String]
    var holds: [Held]
    /// Object, relationship, and what reading through it came to.
    var reads: [[String]]
  }

  /// The requests of a save to the probe's recording store.
  package struct Asked: Codable, Equatable {
    package var inserted: [String] = []
    package var updated: [String] = []
    package var deleted: [String] = []
    /// The references of the inserted and updated objects.
    package var holds: [Held] = []
    /// Why the save was not done, or nothing was asked.
    package var error: String?

    package init(error: String? = nil) { self.error = error }
  }

  var after: Int
  var alive: [String]?
  var holds: [Held]?
  var stored: [String]?
  var refused: [Refusal]?
  var crashed: Bool?
  var read: String?
  var isDeleted: [String]?
  var merged: [[String]]?
  var values: [[Value]]?
  var fetched: [[Value]]?
  var reads: [[String]]?
  var readsBefore: [[String]]?
  var reopened: Reopened?
  var asked: [Asked]?
  var entities: [Scenario.Entity]?
  var fatal: String?

  init(after: Int) { self.after = after }
}

/// The result of a read.
package enum Reading: String, Codable {
  case trap
  case empty
  case readable
  /// An Objective-C exception, which Swift cannot catch: the process said so before it ended.
  case exception

  /// The result of a read that ended its process.
  ///
  /// - Parameter words: What the process said last, as a ``Fingerprint``.
  init(endingWith words: String) {
    self = words.contains("uncaught exception") ? .exception : .trap
  }
}

extension JSONEncoder {
  /// The same bytes for the same value.
  package static var lines: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension Encodable {
  /// The value as JSON on one line.
  package func line() throws -> String {
    String(decoding: try JSONEncoder.lines.encode(self), as: UTF8.self)
  }
}
