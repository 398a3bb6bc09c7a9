import Conformance
import DeleteMatrix
import ModelCheck
import ModelDeletes
import Scenarios
import SourceText

/// The JSON Schema of all files and lines that are read, made of the tables by which they are read.
package enum MatrixSchema {
  private static let kinds: [FormatObject] = [
    Pairing.format.object, ScenarioFile.format, .matrixFile, .instancesFile, .baseline,
    Configuration.format.object, .releasesFile, MatrixSuite.Pins.manifest.object,
    KnownDeviations.format.object, .runObservations, .request,
    Greeting.format.object, .reply, RecordingHeader.format.object, Recording.answer,
    Recording.Finding.format.object, Recording.footer.object,
  ]

  package static var text: String {
    var definitions = Definitions()
    let kinds = kinds.map { kind -> JSONText in
      let reference = definitions.keywords(of: .object(kind))
      // A scenario has all that a file of objects must have.
      guard kind.definition == FormatObject.instancesFile.definition else {
        return .object(reference)
      }
      let scenario = definitions.keywords(of: .object(ScenarioFile.format))
      return .object(reference + [("not", .object(scenario))])
    }
    return JSONText.object([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", "Delete-rule matrices and scenarios"),
      (
        "description",
        "A file is a pairing, a scenario, the recorded matrix of a reader's own model, objects of a reader's own model, a baseline of findings, the configuration of a project, the description of releases, the manifest that pins the counts, what an implementation is known to do otherwise, what one run observed, or a line of the protocol by which implementations are asked, or of what they answered. The reader is stricter still: it holds names, rows and outcomes to each other."
      ),
      ("oneOf", .array(kinds)), ("$defs", .object(definitions.all)),
    ]).lines() + "\n"
  }
}

/// The shapes that others refer to by name.
private struct Definitions {
  private(set) var all: [(String, JSONText)] = []

  /// A shape as a part of a JSON Schema; those that it refers to are defined.
  mutating func keywords(of shape: JSONShape) -> [(String, JSONText)] {
    switch shape {
    case .keywords(let keywords): return keywords
    case .named(let name, let shape): return define(name) { $0.keywords(of: shape) }
    case .object(let object): return define(object.definition) { $0.keywords(of: object) }
    case .list(let element, let least, let most):
      return [("type", "array"), ("items", schema(of: element))]
        + (least == 0 ? [] : [("minItems", .integer(least))])
        + (most.map { [("maxItems", .integer($0))] } ?? [])
    case .tuple(let parts):
      let count = JSONText.integer(parts.count)
      return [
        ("type", "array"), ("prefixItems", .array(parts.map { schema(of: $0) })),
        ("minItems", count), ("maxItems", count),
      ]
    case .byName(let member, let names):
      return [("type", "object")] + (names.map { [("propertyNames", schema(of: $0))] } ?? [])
        + [("additionalProperties", schema(of: member))]
    case .anyOf(let choices): return [("anyOf", .array(choices.map { schema(of: $0) }))]
    case .described(let shape, let words):
      return keywords(of: shape) + [("description", .string(words))]
    case .defaulted(let shape, let value): return keywords(of: shape) + [("default", value)]
    }
  }

  private mutating func schema(of shape: JSONShape) -> JSONText { .object(keywords(of: shape)) }

  private mutating func keywords(of object: FormatObject) -> [(String, JSONText)] {
    (object.words.map { [("description", .string($0))] } ?? []) + [
      ("type", "object"), ("additionalProperties", .bool(false)),
    ] + (object.required.isEmpty ? [] : [("required", .strings(object.required))]) + [
      ("properties", .object(object.keys.map { ($0.name, schema(of: $0.shape)) }))
    ]
  }

  /// A reference to a definition, which is made where there is none yet.
  private mutating func define(
    _ name: String, _ keywords: (inout Definitions) -> [(String, JSONText)]
  ) -> [(String, JSONText)] {
    if !all.contains(where: { $0.0 == name }) {
      let place = all.count
      all.append((name, .null))
      all[place].1 = .object(keywords(&self))
    }
    return [("$ref", .string("#/$defs/\(name)"))]
  }
}

extension JSONText {
  /// The value as people read it: what is too long for a line has one for each member.
  fileprivate func lines(indent: String = "") -> String {
    let (open, parts, close): (String, [String], String)
    let inner = indent + "  "
    switch self {
    case .array(let elements):
      (open, parts, close) = ("[", elements.map { $0.lines(indent: inner) }, "]")
    case .object(let members):
      parts = members.map { "\(JSONText.string($0.0).line): \($0.1.lines(indent: inner))" }
      (open, close) = ("{", "}")
    default: return line
    }
    let short = open + parts.joined(separator: ", ") + close
    let isShort = short.utf8.count <= 90 && !short.contains("\n")
    return isShort
      ? short : "\(open)\n\(inner)\(parts.joined(separator: ",\n\(inner)"))\n\(indent)\(close)"
  }
}
