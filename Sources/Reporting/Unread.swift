import CompiledOnce
import ModelFiles
import SourceText

extension JSONText {
  /// Creates a list of the parts of files that could not be read, so that something may be
  /// missing.
  ///
  /// - Parameters:
  ///   - unread: The findings of the readers.
  ///   - members: The members for a location.
  init(
    unread: [ModelFinding], at members: (Location) -> [(String, JSONText)] = JSONText.members
  ) {
    self = .array(
      unread.map { finding in
        .object(
          [("rule", .string(finding.rule.rawValue)), ("message", .string(finding.message))]
            + members(finding.location))
      })
  }

  /// Returns a location as JSON members.
  static func members(of location: Location) -> [(String, JSONText)] {
    [
      ("file", .string(location.file)), ("line", .integer(location.line)),
      ("column", .integer(location.column)),
    ]
  }
}

extension [ModelFinding] {
  /// Returns a list of what could not be read.
  ///
  /// - Parameter missing: The things that may be missing as a result.
  /// - Returns: A sentence with the list; empty if everything could be read.
  func unreadList(missing: String) -> Prose {
    if isEmpty { return "" }
    let lines = map { "- \($0.description.prose)\n" as Prose }.joined()
    return "Not all could be read, so that \(missing) may be missing:\n\n\(lines)"
  }
}
