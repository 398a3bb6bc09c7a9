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
  /// An internal error.
  case internalFault = 70

  var summary: String {
    switch self {
    case .ok: "success"
    case .failure: "errors, warnings, or a mismatch"
    case .usage: "wrong usage"
    case .badData: "invalid data"
    case .noInput: "a file that cannot be read or written"
    case .internalFault: "internal error"
    }
  }

  /// A detailed description that covers all commands.
  var meaning: String {
    switch self {
    case .ok: "success"
    case .failure:
      "errors or warnings, a mismatch, a delete that is worse ('diff') or differs ('matrix --expect'), an "
        + "unreadable file in a folder, or missing cells"
    case .usage:
      "the command line is wrong, names something unknown, or would overwrite an input"
    case .badData: "a file has invalid contents"
    case .noInput: "a named file cannot be read, or a file cannot be written"
    case .internalFault: "internal error"
    }
  }
}
