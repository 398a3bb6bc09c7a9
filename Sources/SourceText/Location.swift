import CompiledOnce

/// A place in a file, as editors count: lines and columns from 1, columns in characters.
public struct Location: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The file's path, as it was given.
  public let file: String
  /// The line, from 1.
  public var line: Int { Int(shortLine) }
  /// The column, from 1.
  public var column: Int { Int(shortColumn) }

  // A file is 16 MB at most, and one place is kept for every two bytes of some.
  private let shortLine: Int32
  private let shortColumn: Int32

  /// Names a place; a line or a column beyond 2,147,483,647 is taken for that.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    shortLine = Int32(clamping: line)
    shortColumn = Int32(clamping: column)
  }

  package static func start(of file: String) -> Location {
    Location(file: file, line: 1, column: 1)
  }

  /// Orders by file, line and column.
  public static func < (one: Location, other: Location) -> Bool {
    (one.file, one.line, one.column) < (other.file, other.line, other.column)
  }

  /// `file:line:column`, which editors and terminals make clickable.
  public var description: String { "\(file):\(line):\(column)" }
}

/// Everything that is wrong with some files.
public struct DataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A problem in a file.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The location of the problem.
    public let location: Location
    /// A message that says what was found and what was expected.
    public let message: String

    package init(location: Location, message: String) {
      self.location = location
      self.message = message
    }

    /// `file:line:column: error: message`.
    public var description: String { "\(location): error: \(message)" }
  }

  /// All problems, in the order of the files and of the places in them; never empty.
  public let problems: [Problem]

  /// Reports a single problem.
  package init(_ location: Location, _ message: String) {
    problems = [Problem(location: location, message: message)]
  }

  package init(problems: [Problem]) { self.problems = problems }

  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
