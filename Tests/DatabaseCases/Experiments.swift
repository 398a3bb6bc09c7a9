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
    self.title = title
    self.model = model
    self.writings = writings
    insertions = schema.insertions(graph)
    deletions = schema.deletions(graph)
    left = Dictionary(
      uniqueKeysWithValues: try DatabaseSchema.Engine.allCases.map { engine in
        let answer = try schema.answer(of: engine, graph)
        let rows = schema.rows(graph, answer.after)
        return (engine.rawValue, Left(isRefused: answer.plan.isRefused, rows: rows))
      })
    query = schema.query
  }
}

/// What people who move between SQL and Core Data or SwiftData run into, line by line.
enum Experiments {
  static func all() throws -> [Experiment] {
    try parents() + children() + times() + diamonds() + counts() + joins()
  }

  private static func key(
    _ rule: DeleteRule = .nullify, mandatory: Bool = false, back: DeleteRule? = .nullify,
    backAtLeast least: Int = 0
  ) -> Bond {
    Bond(
      shape: .key(isUnique: false), owner: 1, target: 0,
      ahead: Bond.End(name: "p", rule: rule, minCount: mandatory ? 1 : 0),
      back: back.map { Bond.End(name: "cs", rule: $0, minCount: least) })
  }

  /// A column `p` of the child's table, as these words declare it.
  static func column(
    _ words: String, differsIn: [Dialect] = []
  ) -> Experiment.Writing {
    Experiment.Writing(
      sql: "`p INTEGER" + (words.isEmpty ? "" : " \(words)") + "`",
      tables: [
        "CREATE TABLE P (id INTEGER PRIMARY KEY)",
        "CREATE TABLE C (id INTEGER PRIMARY KEY, p INTEGER \(words))",
      ], differsIn: differsIn)
  }

  static let (parent, child) = (0, 1)
  static let both = Dialect.allCases

  /// The rule of the parent, which is where SQL has a clause.
  private static func parents() throws -> [Experiment] {
    [
      try Experiment(
        "Nothing is said", model: "P.cs and C.p are inverse", [key()], deletes: [parent],
        [
          column("REFERENCES P", differsIn: both),
          column("REFERENCES P ON DELETE SET NULL"),
        ]),
      try Experiment(
        "noAction is not NO ACTION", model: "P.cs: noAction", [key(back: .noAction)],
        deletes: [parent],
        [
          column("REFERENCES P ON DELETE NO ACTION", differsIn: both),
          column(""),
        ]),
      try Experiment(
        "One-way", model: "C.p without an inverse", [key(back: nil)], deletes: [parent],
        [
          column("REFERENCES P", differsIn: both),
          column("REFERENCES P ON DELETE SET NULL", differsIn: both),
          column(""),
        ]),
    ]
  }

  /// The rule of the child, of which SQL has none.
  private static func children() throws -> [Experiment] {
    [
      try Experiment(
        "A rule speaks of deleting its source", model: "C.p: cascade", [key(.cascade)],
        deletes: [child], [column("REFERENCES P ON DELETE CASCADE", differsIn: both)]),
      try Experiment(
        "The same, from the other end", model: "C.p: cascade", [key(.cascade)],
        deletes: [parent], [column("REFERENCES P ON DELETE CASCADE", differsIn: both)]),
      try Experiment(
        "A child that denies", model: "C.p: deny", [key(.deny)], deletes: [child],
        [column("REFERENCES P ON DELETE RESTRICT", differsIn: both)]),
      try Experiment(
        "A child that does nothing", model: "C.p: noAction", [key(.noAction)], deletes: [child],
        [column("REFERENCES P ON DELETE SET NULL", differsIn: both)]),
    ]
  }

  /// When a database looks.
  private static func times() throws -> [Experiment] {
    let writings = [
      column("REFERENCES P ON DELETE RESTRICT", differsIn: both),
      column("REFERENCES P ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED", differsIn: both),
      column("REFERENCES P ON DELETE NO ACTION", differsIn: both),
      column("REFERENCES P ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED"),
    ]
    return [
      try Experiment(
        "deny forgives what goes as well", model: "P.cs: deny", [key(back: .deny)],
        deletes: [parent, child], writings),
      try Experiment(
        "The same, the child first", model: "P.cs: deny", [key(back: .deny)],
        deletes: [child, parent],
        [column("REFERENCES P ON DELETE RESTRICT")]),
      try Experiment(
        "Mandatory", model: "C.p mandatory, P.cs: nullify", [key(mandatory: true)],
        deletes: [parent],
        [column("NOT NULL REFERENCES P ON DELETE SET NULL")]),
      try Experiment(
        "Mandatory, and the child goes as well", model: "C.p mandatory, P.cs: nullify",
        [key(mandatory: true)], deletes: [parent, child],
        [column("NOT NULL REFERENCES P ON DELETE SET NULL", differsIn: both)]),
    ]
  }

  private static func counts() throws -> [Experiment] {
    [
      try Experiment(
        "Counts", model: "P.cs holds at least 1", [key(backAtLeast: 1)], deletes: [child],
        [column("REFERENCES P ON DELETE SET NULL", differsIn: both)])
    ]
  }
}
