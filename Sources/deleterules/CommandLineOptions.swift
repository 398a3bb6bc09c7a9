import DeleteMatrix
import ObjectGraph
import Reporting

/// What the command line asks for.
struct CommandLineOptions {
  enum Command: String, CaseIterable {
    case matrix
    case run
    case explain
    case model
    case schema
  }

  enum Option: String, CaseIterable {
    case format
    case output
    case only
    case framework
    case matrices
    case compare
    case all
    case allVersions = "all-versions"
    case help
    case version

    var takesValue: Bool {
      switch self {
      case .format, .output, .only, .framework, .matrices: true
      case .compare, .all, .allVersions, .help, .version: false
      }
    }

    /// The commands for which the option means something; `help` and `version` fit all.
    var commands: [Command] {
      switch self {
      case .format: [.matrix, .run, .model]
      case .only: [.matrix, .run]
      case .output: [.matrix, .run, .explain, .model, .schema]
      case .allVersions: [.model]
      case .framework, .matrices: [.matrix, .explain]
      case .compare, .all: [.matrix]
      case .help, .version: Command.allCases
      }
    }
  }

  var command = Command.matrix
  var arguments: [String] = []
  var format = ReportFormat.markdown
  var modelFormat = ModelReport.markdown
  var output: String?
  var only: String?
  var framework: Framework.Name?
  var matrices: String?
  var compares = false
  var showsAll = false
  var readsAllVersions = false
  /// What `--format` was given: which words fit depends on the command.
  private var formatName: String?
  var wantsHelp = false
  var wantsVersion = false

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(CommandError) {
    var words = words[...]
    var given: [Option] = []
    var isFirst = true
    var onlyArguments = false
    while let word = words.popFirst() {
      if word == "--" && !onlyArguments {
        onlyArguments = true
      } else if word.hasPrefix("-") && word != "-" && !onlyArguments {
        try given.append(readOption(word, &words, given))
      } else if isFirst {
        try readCommand(word)
        isFirst = false
      } else {
        arguments.append(word)
      }
    }
    if wantsHelp || wantsVersion { return }
    for option in given where !option.commands.contains(command) {
      throw .usage("'--\(option.rawValue)' means nothing to '\(command.rawValue)'")
    }
    if let name = formatName {
      if command == .model {
        modelFormat = try choice(name, "--format")
      } else {
        format = try choice(name, "--format")
      }
    }
    if showsAll && !compares { throw .usage("'--all' means nothing without '--compare'") }
    if compares && given.contains(.framework) {
      throw .usage("'--compare' shows both frameworks; leave '--framework' out")
    }
    if compares && format == .junit {
      throw .usage("'--compare' is written as markdown or json, not junit")
    }
    try checkArguments()
  }

  private mutating func readCommand(_ word: String) throws(CommandError) {
    guard let command = Command(rawValue: word) else {
      let known = Command.allCases.map(\.rawValue)
      throw .usage("unknown command '\(word)'\(word.suggestion(among: known))")
    }
    self.command = command
  }

  private mutating func readOption(
    _ word: String, _ words: inout ArraySlice<String>, _ given: [Option]
  ) throws(CommandError) -> Option {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? "--help" : String(parts[0])
    guard name.hasPrefix("--"), let option = Option(rawValue: String(name.dropFirst(2))) else {
      let known = Option.allCases.map { "--\($0.rawValue)" }
      throw .usage("unknown option '\(name)'\(name.suggestion(among: known))")
    }
    if given.contains(option) { throw .usage("'\(name)' is given twice") }
    guard option.takesValue else {
      if parts.count > 1 { throw .usage("'\(name)' takes no value") }
      switch option {
      case .compare: compares = true
      case .all: showsAll = true
      case .allVersions: readsAllVersions = true
      case .help: wantsHelp = true
      default: wantsVersion = true
      }
      return option
    }
    guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst(), !value.isEmpty else {
      throw .usage("'\(name)' needs a value")
    }
    switch option {
    case .format: formatName = value
    case .framework: framework = try choice(value, name)
    case .output: output = value
    case .only: only = value
    case .matrices: matrices = value
    case .compare, .all, .allVersions, .help, .version: break
    }
    return option
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ word: String, _ option: String
  ) throws(CommandError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: word) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    throw .usage(
      "unknown value '\(word)' for '\(option)'; expected \(known.joined(separator: ", "))"
        + word.suggestion(among: known))
  }

  private func checkArguments() throws(CommandError) {
    switch command {
    case .matrix, .schema:
      if let first = arguments.first { throw .usage("unexpected argument '\(first)'") }
    case .explain:
      if arguments.count != 1 { throw .usage("'explain' takes the id of one cell") }
    case .model:
      if arguments.count != 1 { throw .usage("'model' takes one model") }
    case .run:
      if arguments.isEmpty { throw .usage("'run' takes at least one file") }
    }
  }
}

extension CommandError {
  static func usage(_ message: String) -> CommandError {
    CommandError(
      message: "\(message.singleLine)\n\(Help.usage)\nSee 'deleterules --help'.", code: .usage)
  }
}
