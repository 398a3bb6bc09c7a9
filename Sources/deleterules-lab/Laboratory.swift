import Commands

extension Program {
  /// The program for contributors to the matrices.
  static let laboratory = Program(
    name: "deleterules-lab",
    summary: "compare implementations of delete rules with the matrices",
    purpose: """
      deleterules-lab compares implementations of delete rules, SwiftData and Core Data on a Mac \
      included, with the matrices of DeleteRules.
      """,
    details: """
      For contributors to the matrices: it asks an implementation every scenario, writes the package \
      that asks Apple's frameworks on a Mac, and turns what was observed into matrices.
      """,
    commands: [
      .conform, .adapter, .probe, .import, .coverage, .schema,
      .help(examples: ["deleterules-lab help conform"]),
    ],
    defaultCommand: nil, topics: [],
    elsewhere: Elsewhere(
      program: Program.deleterules.name, commands: Program.deleterules.commands.map(\.name)))
}
