import Foundation
import ObjectGraph

/// Writes random schemas, graphs and deletes as SQL, with what the engine says of each.
///
/// A line of JSON for each schema, after one with all experiments. `scripts/databases/run` runs them.
@main
struct DatabaseCases {
  /// How many graphs share the tables of one schema.
  static let graphsOfSchema = 8

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard arguments.count == 2, arguments.count == CommandLine.arguments.count - 1,
      arguments[0] > 0
    else {
      FileHandle.standardError.write(
        Data("expected two whole numbers: how many schemas, and the seed of the first\n".utf8))
      exit(64)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func write(_ value: some Encodable) throws {
      print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
    try write(try Experiments.all())
    for number in 0..<arguments[0] {
      try write(try Batch(seed: arguments[1] &+ number, graphs: graphsOfSchema))
    }
  }
}

/// One schema with some graphs in the same tables, ready to be written.
struct Batch: Encodable {
  /// The delete of one graph.
  struct Case: Encodable {
    let graph: Int
    let deletions: [String]
    /// What of a plan there is to try here.
    let effects: [String]
    /// By the name of the engine.
    let expected: [String: Expectation]
    /// The names of the flavours that may refuse what the engine does not.
    let mayRefuse: [String]
  }

  let seed: Int
  let kind: String
  let model: [String]
  /// By flavour, then dialect.
  let tables: [String: [String: [String]]]
  let insertions: [String: [String]]
  let query: String
  let cases: [Case]

  init(seed: Int, graphs count: Int) throws {
    var random = RandomDatabase(seed: seed)
    let schema = try random.schema()
    let graphs = (1...count).map { random.graph(number: $0, of: schema) }
    let flavours = Translation.Flavour.allCases.filter { Translation.applies($0, to: schema) }
    self.seed = seed
    kind = schema.kind.rawValue
    model = schema.description
    tables = Dictionary(
      uniqueKeysWithValues: flavours.map { flavour in
        let translation = Translation(schema, flavour)
        let byDialect = Dialect.allCases.map { ($0.rawValue, translation.statements($0)) }
        return (flavour.rawValue, Dictionary(uniqueKeysWithValues: byDialect))
      })
    insertions = Dictionary(
      uniqueKeysWithValues: graphs.map { ("\($0.number)", schema.insertions($0)) })
    query = schema.query
    cases = try graphs.map { graph in
      let answer = try schema.answer(of: .graph, graph)
      var expected: [String: Expectation] = [:]
      for engine in DatabaseSchema.Engine.allCases {
        let answer = try schema.answer(of: engine, graph)
        expected[engine.rawValue] = schema.expectation(graph, answer)
        // Where the engine does not do what it planned, the tables are to say which is right.
        guard let planned = answer.asPlanned else { continue }
        expected["the plan of \(engine.rawValue)"] = schema.expectation(graph, planned)
      }
      return Case(
        graph: graph.number, deletions: schema.deletions(graph), effects: answer.plan.effects,
        expected: expected,
        mayRefuse: flavours.filter { flavour in
          flavour.difference.map { schema.mayRefuse(graph, answer, checking: $0) } ?? false
        }.map(\.rawValue))
    }
  }
}

extension DeletePlan {
  /// What it does, in words to count.
  fileprivate var effects: [String] {
    let effects = [
      (isRefused, "refused"), (deleted.count > requested.count, "cascading"),
      (!nullified.isEmpty, "nullifying"), (!dangling.isEmpty, "dangling"),
      (!forgiven.isEmpty, "forgiven"),
    ]
    return effects.filter(\.0).map(\.1)
  }
}

extension DatabaseSchema {
  /// Its relationships, a line for each.
  var description: [String] {
    schema.relationships.map { id in
      let declaration = schema.declaration(of: id)
      let inverse = schema.inverse(of: id).map { schema.qualifiedName(of: $0.relationship) }
      return "\(schema.qualifiedName(of: id)) → \(declaration.isToMany ? "many " : "")"
        + "\(declaration.destination): \(declaration.deleteRule.rawValue), "
        + (declaration.isOptional ? "optional" : "at least \(max(declaration.minCount, 1))")
        + ", inverse \(inverse ?? "none")"
    }
  }
}
