import CompiledOnce
import ModelFiles
import SourceText

extension JSONText {
  /// What could not be read of the files, so that something may be missing.
  ///
  /// - Parameters:
  ///   - unread: What the readers found.
  ///   - members: How a place is written.
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

  /// A place, as members of what stands there.
  static func members(of location: Location) -> [(String, JSONText)] {
    [
      ("file", .string(location.file)), ("line", .integer(location.line)),
      ("column", .integer(location.column)),
    ]
  }
}

extension [ModelFinding] {
  /// What could not be read, as a list.
  ///
  /// - Parameter missing: What may be missing for it.
  /// - Returns: A sentence with the list; nothing where all could be read.
  func unreadList(missing: String) -> Prose {
    if isEmpty { return "" }
    let lines = map { "- \($0.description.prose)\n" as Prose }.joined()
    return "Not all could be read, so that \(missing) may be missing:\n\n\(lines)"
  }
}
