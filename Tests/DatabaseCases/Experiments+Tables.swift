import ObjectGraph

extension Experiments {
  /// R takes P and X, and X takes C, which leads to P; whether a database sees that C goes as well.
  static func diamonds() throws -> [Experiment] {
    func bond(
      _ owner: Int, _ name: String, _ target: Int, back: String, _ rule: DeleteRule,
      mandatory: Bool = false
    ) -> Bond {
      Bond(
        shape: .key(isUnique: false), owner: owner, target: target,
        ahead: Bond.End(name: name, rule: .nullify, minCount: mandatory ? 1 : 0),
        back: Bond.End(name: back, rule: rule))
    }
    func writing(
      _ words: String, _ order: [String], differsIn: [Dialect] = []
    ) -> Experiment.Writing {
      let tables = [
        "P": "CREATE TABLE P (id INTEGER PRIMARY KEY, r INTEGER REFERENCES R ON DELETE CASCADE)",
        "X": "CREATE TABLE X (id INTEGER PRIMARY KEY, q INTEGER REFERENCES R ON DELETE CASCADE)",
        "C": "CREATE TABLE C (id INTEGER PRIMARY KEY, p INTEGER \(words),"
          + " x INTEGER REFERENCES X ON DELETE CASCADE)",
      ]
      return Experiment.Writing(
        sql: "\(column(words).sql), tables made in the order R, \(order.joined(separator: ", "))",
        tables: ["CREATE TABLE R (id INTEGER PRIMARY KEY)"] + order.compactMap { tables[$0] },
        differsIn: differsIn)
    }
    func bonds(_ rule: DeleteRule, mandatory: Bool = false) -> [Bond] {
      [
        bond(1, "r", 0, back: "ps", .cascade), bond(2, "q", 0, back: "xs", .cascade),
        bond(3, "p", 1, back: "cs", rule, mandatory: mandatory),
        bond(3, "x", 2, back: "others", .cascade),
      ]
    }
    let names = ["R", "P", "X", "C"]
    let (one, other) = (["P", "X", "C"], ["X", "P", "C"])
    let (setNull, later) = (
      "NOT NULL REFERENCES P ON DELETE SET NULL", "DEFERRABLE INITIALLY DEFERRED"
    )
    return [
      try Experiment(
        "A diamond, mandatory",
        model: "R cascades to P and X, X to C; C.p mandatory, P.cs: nullify", names: names,
        bonds(.nullify, mandatory: true), deletes: [0],
        [
          writing(setNull, one, differsIn: [.postgres]),
          writing(setNull, other, differsIn: [.sqlite]),
        ]),
      try Experiment(
        "A diamond, denying", model: "R cascades to P and X, X to C; P.cs: deny", names: names,
        bonds(.deny), deletes: [0],
        [
          writing("REFERENCES P ON DELETE RESTRICT", one, differsIn: [.postgres]),
          writing("REFERENCES P ON DELETE RESTRICT", other, differsIn: [.sqlite]),
          writing("REFERENCES P ON DELETE NO ACTION", one, differsIn: [.postgres]),
          writing("REFERENCES P ON DELETE NO ACTION", other),
          writing("REFERENCES P ON DELETE NO ACTION \(later)", one),
        ]),
    ]
  }
}

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
