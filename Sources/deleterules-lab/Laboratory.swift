import Commands

extension Program {
  /// The program for contributors to the matrices.
  static let laboratory = Program(
    name: "deleterules-lab",
    summary: "compare implementations of delete rules with the matrices",
    purpose: """
      deleterules-lab compares implementations of delete rules, including SwiftData and Core Data on \
      a Mac, with the matrices of DeleteRules.
      """,
    details: """
      For contributors to the matrices: it runs every scenario on an implementation, writes a package \
      that runs them on Apple's frameworks on a Mac, and turns observations into matrices.
      """,
    groups: [
      Group(
        "Commands",
        [
          .conform, .adapter, .probe, .import, .coverage, .schema,
          .help(examples: ["deleterules-lab help conform"]),
        ])
    ],
    defaultCommand: nil, topics: [],
    elsewhere: Elsewhere(
      program: Program.deleterules.name, commands: Program.deleterules.commands.map(\.name)))
}
