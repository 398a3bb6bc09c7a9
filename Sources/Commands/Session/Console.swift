import CLibrary
import CompiledOnce
import Reporting
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

package struct Console: Sendable {
  /// Writes a text to a stream, and returns the system's error number, or 0.
  package typealias Writer = @Sendable (_ text: String) -> Int32

  package let environment: [String: String]
  /// Standard output, as far as layout and colours depend on it.
  package let output: Terminal
  /// Standard error, likewise.
  package let errors: Terminal
  /// The next line of standard input, without its end; nil at the end of the input.
  package let readLine: @Sendable () -> String?
  private let writeOutput: Writer
  private let writeErrors: Writer

  package init(
    environment: [String: String], output: Terminal = .none, errors: Terminal = .none,
    readLine: @escaping @Sendable () -> String?, writeOutput: @escaping Writer,
    writeErrors: @escaping Writer
  ) {
    self.environment = environment
    self.output = output
    self.errors = errors
    self.readLine = readLine
    self.writeOutput = writeOutput
    self.writeErrors = writeErrors
  }

  static var standard: Console {
    let environment = ProcessInfo.processInfo.environment
    return Console(
      environment: environment,
      output: Terminal(STDOUT_FILENO, in: environment),
      errors: Terminal(STDERR_FILENO, in: environment),
      readLine: { Swift.readLine() },
      writeOutput: { Descriptor(number: STDOUT_FILENO).write($0) },
      writeErrors: { Descriptor(number: STDERR_FILENO).write($0) })
  }

  /// Whether a CI service runs the program, by the variable `CI`.
  var isCI: Bool { !(environment["CI"] ?? "").isEmpty }

  /// Writes a result; a reader that closed the pipe, as `head` does, is no failure.
  ///
  /// - Parameters:
  ///   - text: The result.
  ///   - isCommands: Whether its lines are workflow commands on purpose, as in `--format github`.
  /// - Throws: A ``CommandError`` where the stream takes no more.
  package func write(_ text: String, isCommands: Bool = false) throws(CommandError) {
    let error = writeOutput(isCommands ? text : text.withoutWorkflowCommands)
    if error == 0 || error == EPIPE { return }
    throw .noInput("cannot write to standard output: \(String(cString: strerror(error)))")
  }

  /// Writes a message to standard error; a failure of that cannot be reported anywhere.
  package func report(_ message: String) {
    report("\(message)" as Prose)
  }

  private func report(_ message: Prose) {
    let text = errors.screen.map { $0.text(of: message) } ?? "\(message.plain)\n"
    _ = writeErrors(text.withoutWorkflowCommands)
  }

  /// Writes progress to standard error, on the line that is there.
  package func showProgress(_ text: String) { _ = writeErrors(text) }

  /// Writes why the program stops.
  func reportError(_ message: String, from program: String) {
    report("\(program.prose): \(Prose.failure("error:")) \(message)" as Prose)
  }

  /// Adds a text to the file that a variable of the environment names, if it names one.
  func append(_ text: String, toFileNamedBy variable: String) throws(CommandError) {
    guard let path = environment[variable], !path.isEmpty else { return }
    if OpenedFiles.current?.contains(path) == true {
      throw .usage("'\(variable)' would write to '\(path)', which is read", of: nil)
    }
    let error = Signals.deferred { Self.append(text, toFile: path) }
    if error == 0 { return }
    throw .noInput("cannot add to '\(path)': \(String(cString: strerror(error)))")
  }

  /// Adds all of a text to a file or nothing, and returns the system's error number, or 0.
  private static func append(_ text: String, toFile path: String) -> Int32 {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = open(path, flags, 0o644)
    if descriptor < 0 { return errno }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let error = Descriptor(number: descriptor).write(text)
    if error != 0 && isFile { _ = ftruncate(descriptor, status.st_size) }
    return close(descriptor) != 0 && error == 0 ? errno : error
  }
}

extension String {
  /// The text with a backslash before each `::` that begins a line, also behind spaces, and in each `##[`:
  /// GitHub runs a line of a job's log with one of these as a command, and a file or an entity may be named so.
  var withoutWorkflowCommands: String {
    if firstRange(of: "::") == nil, firstRange(of: "##[") == nil { return self }
    var scalars = String.UnicodeScalarView()
    var isAtBeginning = true
    for (index, scalar) in zip(unicodeScalars.indices, unicodeScalars) {
      if isAtBeginning, unicodeScalars[index...].starts(with: "::".unicodeScalars) {
        scalars.append("\\")
      }
      if scalar == "[", scalars.suffix(2).elementsEqual("##".unicodeScalars) {
        scalars.append("\\")
      }
      isAtBeginning =
        scalar == "\n" || scalar == "\r" || isAtBeginning && scalar.properties.isWhitespace
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

/// An open file of this process.
package struct Descriptor: Sendable {
  let number: Int32

  package init(number: Int32) { self.number = number }

  /// Writes all of a text, and returns the system's error number, or 0.
  package func write(_ text: String) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if written == 0 {
        return EIO
      } else if errno == EAGAIN {
        // The stream was opened without blocking; there is nothing else to do than to wait.
        var awaited = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&awaited, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// The properties of a stream that decide how a text is laid out on it.
package struct Terminal: Sendable {
  /// Whether a person looks at it, rather than a program or a file.
  package let isTerminal: Bool
  package let wantsColour: Bool
  /// The number of columns; nil if unknown.
  package let width: Int?

  /// A file or a pipe.
  package static let none = Terminal(isTerminal: false, wantsColour: false, width: nil)

  package init(isTerminal: Bool, wantsColour: Bool, width: Int?) {
    self.isTerminal = isTerminal
    self.wantsColour = wantsColour
    self.width = width
  }

  fileprivate init(_ descriptor: Int32, in environment: [String: String]) {
    isTerminal = isatty(descriptor) == 1
    let isDumb = environment["TERM"] == "dumb"
    wantsColour = isTerminal && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty
    let chosen = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    width = isTerminal ? chosen ?? Self.width(of: descriptor) : nil
  }

  /// The layout for a person; nil for a file or a pipe.
  package var screen: Screen? {
    isTerminal ? Screen(width: width ?? 80, hasColours: wantsColour) : nil
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
