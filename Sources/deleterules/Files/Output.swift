import Reporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where results and messages go.
enum Output {
  /// Writes a result; a reader that went away, as `head` does, is no failure.
  static func write(_ text: String) throws(CommandError) {
    let error = write(text, to: STDOUT_FILENO)
    if error == 0 || error == EPIPE { return }
    throw .noInput("cannot write to standard output: \(String(cString: strerror(error)))")
  }

  /// Writes a message; where even that fails, nobody is left to be told.
  static func report(_ message: String) {
    _ = write("\(message)\n", to: STDERR_FILENO)
  }

  /// Writes why the program stops.
  static func reportError(_ message: String) {
    let word = Terminal.errors.wantsColour ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
    report("deleterules: \(word) \(message)")
  }

  /// Writes everything to a descriptor, and returns the system's error number, or 0.
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if written == 0 {
        return EIO
      } else if errno == EAGAIN {
        // Whoever opened the stream does not want to wait; we have nothing else to do.
        var awaited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&awaited, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Adds a text to the file that a variable of the environment names, where one does.
  static func append(_ text: String, toFileNamedBy variable: String) throws(CommandError) {
    guard let path = Environment.value(of: variable), !path.isEmpty else { return }
    let error = Signals.deferred { append(text, toFile: path) }
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
    let error = write(text, to: descriptor)
    if error != 0 && isFile { _ = ftruncate(descriptor, status.st_size) }
    return close(descriptor) != 0 && error == 0 ? errno : error
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// What a stream leads to, as far as it matters for how something is written.
struct Terminal {
  /// Whether somebody looks at it, rather than a program or a file.
  let isTerminal: Bool
  /// Whether colours are shown there and wanted.
  let wantsColour: Bool
  /// How many columns there are; nil where nothing says so.
  let width: Int?

  static var output: Terminal { Terminal(STDOUT_FILENO) }
  static var errors: Terminal { Terminal(STDERR_FILENO) }

  private init(_ descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    let isDumb = Environment.value(of: "TERM") == "dumb"
    wantsColour = isTerminal && !isDumb && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
    width = isTerminal ? Self.chosenWidth ?? Self.width(of: descriptor) : nil
  }

  /// Where somebody reads; nil where nobody does.
  var screen: Screen? {
    isTerminal ? Screen(width: width ?? 80, hasColours: wantsColour) : nil
  }

  /// The width that somebody asks for in the environment.
  private static var chosenWidth: Int? {
    Environment.value(of: "COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// What the caller's environment says.
enum Environment {
  /// The value of a variable; nil where it is not set.
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether nobody sits before the program, as CI services say by `CI`.
  static var isCI: Bool { !(value(of: "CI") ?? "").isEmpty }
}
