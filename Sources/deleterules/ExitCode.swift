/// What the program tells its caller, as the shell sees it; the numbers are those of sysexits.
enum ExitCode: Int32 {
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
}

/// Why the program stops, and how.
struct CommandError: Error {
  let message: String
  let code: ExitCode
}
