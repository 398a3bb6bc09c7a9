/// Everything that begins with hyphens.
enum Option: String, CaseIterable {
  case format
  case output
  case only
  case framework
  case matrices
  case compare
  case all
  case record
  case expect
  case strict
  case cloudkit
  case rule
  case disable
  case baseline
  case writeBaseline = "write-baseline"
  case reason
  case instances
  case allVersions = "all-versions"
  case help
  case version

  /// The option as it is written.
  var name: String { "--\(rawValue)" }

  /// The short way of writing it.
  var letter: String? { self == .help ? "-h" : nil }

  /// Whether the option means something to every command.
  var fitsEverywhere: Bool { self == .help || self == .version }

  /// The commands to which the option means something.
  var commands: [Command] { Command.allCases.filter { $0.options.contains(self) } }

  /// Finds the option that a word names.
  init?(named word: String) {
    guard let option = Option.allCases.first(where: { $0.name == word || $0.letter == word })
    else { return nil }
    self = option
  }
}

/// Two options of which only one may be given.
struct OptionConflict {
  let one: Option
  let other: Option
  /// What to say where both are.
  let message: String

  static let all = [
    OptionConflict(
      one: .compare, other: .framework,
      message: "'--compare' shows both frameworks; leave '--framework' out"),
    OptionConflict(
      one: .record, other: .expect,
      message: "'--record' writes what '--expect' reads; leave one of them out"),
    OptionConflict(
      one: .record, other: .only,
      message: "'--record' writes the whole matrix; leave '--only' out"),
    OptionConflict(
      one: .rule, other: .disable,
      message: "'--rule' names all rules that are checked; leave '--disable' out"),
  ]
}
