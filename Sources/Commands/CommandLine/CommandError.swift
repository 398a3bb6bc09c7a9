import SourceText

/// Why a command stops, and the exit code for it.
package struct CommandError: Error {
  package let message: String
  package let code: ExitCode
  /// Whether the message is followed by how the command, or the program, is called.
  private(set) var showsUsage = false
  /// The command whose usage is shown; nil for the program.
  private(set) var command: Command?

  package init(message: String, code: ExitCode) {
    self.message = message
    self.code = code
  }
}

extension CommandError {
  /// A command line that makes no sense.
  package static func usage(_ message: String, of command: Command?) -> CommandError {
    var error = CommandError(message: message.singleLine, code: .usage)
    error.showsUsage = true
    error.command = command
    return error
  }

  /// A file that cannot be read or written.
  package static func noInput(_ message: String) -> CommandError {
    CommandError(message: message.singleLine, code: .noInput)
  }
}
