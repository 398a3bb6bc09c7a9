import CompiledOnce
import ModelFiles
import SourceText

extension JSONText {
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
    return "Some parts could not be read, so \(missing) may be missing:\n\n\(lines)"
  }
}
