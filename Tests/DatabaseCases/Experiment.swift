import ObjectGraph

/// One small delete, by the engine and as somebody would write it in SQL: a line of the table of
/// differences for each way of writing it.
struct Experiment: Encodable {
  /// A way of writing it, and what that does.
  struct Writing: Encodable {
    /// What is told of it; the tables are these words in their place.
    let sql: String
    let tables: [String]
    /// The databases where what is left is not what the engine leaves.
    let differsIn: [Dialect]
  }

  let title: String
  /// What the model says.
  let model: String
  let insertions: [String]
  let deletions: [String]
  /// By the name of the engine.
  let left: [String: Left]
  let query: String
  let writings: [Writing]

  /// What a delete leaves.
  struct Left: Encodable {
    let isRefused: Bool
    let rows: [String]
  }

  /// Deletes some of the objects P1, C2 and so on, one of each entity, that are linked by every
  /// bond.
  init(
    _ title: String, model: String, names: [String] = ["P", "C"], _ bonds: [Bond],
    deletes: [Int], _ writings: [Writing]
  ) throws {
    let schema = try DatabaseSchema(.keys, .coreData, names: names, bonds: bonds)
    let graph = DatabaseGraph(
      number: 0, kinds: Array(names.indices),
      links: bonds.enumerated().map {
        DatabaseGraph.Link(bond: $0, owner: $1.owner, target: $1.target)
      }, deleted: deletes, sharesStatements: false)
    func remains(_ answer: Answer) -> Left {
      Left(isRefused: answer.plan.isRefused, rows: schema.rows(graph, answer.after))
    }
    self.title = title
    self.model = model
    self.writings = writings
    insertions = schema.insertions(graph)
    deletions = schema.deletions(graph)
    left = [
      "Graph": remains(try schema.answerOfGraph(graph)),
      "SmallGraph": remains(try schema.answerOfSmallGraph(graph)),
    ]
    query = schema.query
  }
}
