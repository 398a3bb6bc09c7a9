#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
