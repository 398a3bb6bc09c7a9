import CompiledOnce
import ModelFiles
import SourceText

extension JSONText {
  static func members(of location: Location) -> [(String, JSONText)] {
    [
      ("file", .string(location.file)), ("line", .integer(location.line)),
      ("column", .integer(location.column)),
    ]
  }
}

extension [ModelFinding] {
  /// Returns a list of what could not be read.
  func unreadList(missing: String) -> Prose {
    if isEmpty { return "" }
    let lines = map { "- \($0.description.prose)\n" as Prose }.joined()
    return "Some parts could not be read, so \(missing) may be missing:\n\n\(lines)"
  }
}
