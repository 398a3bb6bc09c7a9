import ObjectGraph

extension Experiments {
  /// A join table whose two columns say this.
  private static func join(_ words: String, differsIn: [Dialect] = []) -> Experiment.Writing {
    Experiment.Writing(
      sql: "join table, both keys `\(words.isEmpty ? "REFERENCES" : words)`",
      tables: [
        "CREATE TABLE P (id INTEGER PRIMARY KEY)",
        "CREATE TABLE C (id INTEGER PRIMARY KEY)",
        "CREATE TABLE csRows (source INTEGER REFERENCES P \(words),"
          + " target INTEGER REFERENCES C \(words), PRIMARY KEY (source, target))",
      ], differsIn: differsIn)
  }

  private static func many(_ rule: DeleteRule, back: DeleteRule?) -> Bond {
    Bond(
      shape: .join, owner: 0, target: 1, ahead: Bond.End(name: "cs", rule: rule),
      back: back.map { Bond.End(name: "ps", rule: $0) })
  }

  /// Many-to-many.
  static func joins() throws -> [Experiment] {
    let later = "DEFERRABLE INITIALLY DEFERRED"
    return [
      try Experiment(
        "N:N", model: "P.cs and C.ps: nullify", [many(.nullify, back: .nullify)],
        deletes: [parent],
        [
          join("", differsIn: both),
          join("ON DELETE CASCADE"),
        ]),
      try Experiment(
        "CASCADE of a join table takes rows of it", model: "P.cs: cascade",
        [many(.cascade, back: .nullify)], deletes: [parent],
        [join("ON DELETE CASCADE", differsIn: both)]),
      try Experiment(
        "N:N, both ends deny", model: "P.cs and C.ps: deny", [many(.deny, back: .deny)],
        deletes: [parent, child],
        [join("ON DELETE NO ACTION \(later)", differsIn: both)]),
      try Experiment(
        "N:N, one-way", model: "P.cs without an inverse", [many(.nullify, back: nil)],
        deletes: [child], [join("ON DELETE CASCADE", differsIn: both)]),
    ]
  }
}
