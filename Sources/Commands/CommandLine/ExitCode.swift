/// The exit code of the program, with the numbers of sysexits.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// All is well.
  case ok = 0
  /// A verdict is a failure.
  case failure = 1
  /// The command line makes no sense.
  case usage = 64
  /// A file does not hold what it should.
  case badData = 65
  /// A file cannot be read, or the output cannot be written.
  case noInput = 66
  /// Our own fault.
  case internalFault = 70

  /// The description in the help.
  var summary: String {
    switch self {
    case .ok: "all well"
    case .failure: "a mismatch, or a finding that fails"
    case .usage: "usage"
    case .badData: "bad data"
    case .noInput: "a file that cannot be read or written"
    case .internalFault: "our own fault"
    }
  }

  /// A detailed description that covers all commands.
  var meaning: String {
    switch self {
    case .ok: "all well"
    case .failure:
      "a mismatch, a finding, a delete that differs ('diff', 'matrix --expect') or is worse than in a "
        + "revision ('diff main'), something unread, or cells are missing"
    case .usage:
      "the command line makes no sense, names what there is not, or would write over what it reads"
    case .badData: "a file does not hold what it should"
    case .noInput: "a file cannot be read or written"
    case .internalFault: "our own fault"
    }
  }
}
