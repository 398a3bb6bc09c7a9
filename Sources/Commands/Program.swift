import CompiledOnce
import ModelFiles
import Reporting
import SourceText

/// A program of this package: its name and its commands.
///
/// A run is a function of the words behind the program's name, the environment, the streams and the files
/// below the working directory, so a test can run it without a process.
package struct Program: Sendable {
  package let name: String
  package let summary: String
  /// A sentence for the first line of help.
  package let purpose: String
  package let details: String
  /// The commands by who needs them, in the order of help.
  package let groups: [Group]
  package var commands: [Command] { groups.flatMap(\.commands) }
  /// The command that runs if none is given; nil to print help.
  package let defaultCommand: Command?
  package let topics: [HelpTopic]
  /// The commands of the package's other program, by which a word at the wrong one is recognised.
  package let elsewhere: Elsewhere

  /// Commands that the same people need.
  package struct Group: Sendable {
    package let title: String
    package let commands: [Command]

    package init(_ title: String, _ commands: [Command]) {
      self.title = title
      self.commands = commands
    }
  }

  package struct Elsewhere: Sendable {
    package let program: String
    package let commands: [String]

    package init(program: String, commands: [String]) {
      self.program = program
      self.commands = commands
    }
  }

  package init(
    name: String, summary: String, purpose: String, details: String, groups: [Group],
    defaultCommand: Command?, topics: [HelpTopic], elsewhere: Elsewhere
  ) {
    self.name = name
    self.summary = summary
    self.purpose = purpose
    self.details = details
    self.groups = groups
    self.defaultCommand = defaultCommand
    self.topics = topics
    self.elsewhere = elsewhere
  }

  /// Runs the program.
  package func run(_ words: [String], on console: Console) -> ExitCode {
    if words.first == Completions.request {
      return complete(Array(words.dropFirst()), on: console)
    }
    var options: CommandLineOptions?
    do {
      return try OpenedFiles.$current.withValue(OpenedFiles()) {
        let read = try CommandLineOptions(words, of: self)
        options = read
        return try answer(read, on: console)
      }
    } catch {
      let failure = RunFailure(error, of: self)
      failure.report(on: console)
      if let options, options[.format] == Format.json.rawValue, options[.output] == nil {
        let answer = Envelope(nil, of: options.command?.name, without: failure.problems)
        try? console.write(answer.text)
      }
      return failure.code
    }
  }

  private func answer(_ options: CommandLineOptions, on console: Console) throws -> ExitCode {
    let session = Session(options, of: self, on: console)
    if options.has(.version), !options.has(.help) {
      try console.write("\(Tool.version)\n")
      return .ok
    }
    guard let command = options.command, !options.has(.help) else {
      try session.showHelp(about: options.givenCommand.map { .command($0) } ?? .everything)
      return .ok
    }
    try session.checkOutputsDiffer()
    do { return try command.action(session) } catch {
      // A file that is read by mistake is named first, not its contents.
      try session.checkOutputs()
      throw error
    }
  }

  func command(named word: String) -> Command? { commands.first { $0.name == word } }

  /// Why a word names no command, and what may have been meant.
  func unknownCommand(_ word: String) -> CommandError {
    if elsewhere.commands.contains(word) {
      return .usage(
        "'\(word)' is a command of '\(elsewhere.program)': run '\(elsewhere.program) \(word)'",
        of: nil)
    }
    let near = word.suggestion(among: commands.map(\.name))
    return .usage("unknown command '\(word)'\(near.isEmpty ? word.pathSuggestion : near)", of: nil)
  }
}

extension Program {
  package static let deleterules = Program(
    name: "deleterules", summary: "predict what a delete will do in SwiftData or Core Data",
    purpose: "deleterules predicts what a delete will do in SwiftData or Core Data.",
    details: """
      A delete can also delete other objects, make the save fail, or leave references that crash when \
      they are read. deleterules reads models and the code that deletes, and predicts which.
      """,
    groups: [
      Group(
        "For your app (in a project folder, no arguments are needed)",
        [.check, .explain, .calls, .diff, .report, .why, .rules, .model]),
      Group("For the table of observed deletes (more in deleterules-lab)", [.matrix, .run]),
      Group(
        "Other",
        [
          .completions,
          .help(
            examples: [
              "deleterules help explain", "deleterules help releases",
              "deleterules help --format man --output deleterules.1",
            ]),
        ]),
    ],
    defaultCommand: .matrix, topics: HelpTopic.allCases,
    elsewhere: Elsewhere(
      program: "deleterules-lab",
      commands: ["conform", "adapter", "probe", "import", "coverage", "schema"]))
}
