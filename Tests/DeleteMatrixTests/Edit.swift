import SourceText
import Testing

@testable import DeleteMatrix

/// One change that makes a sound file wrong, and what is then said of it.
struct Edit: Sendable, CustomTestStringConvertible {
  let old: String
  let new: String
  /// Each problem without the file's name: `line:column: error: message`.
  let problems: [String]

  /// What is said of entities that are no two sides.
  static let noPairing =
    "a pairing has two entities with at most one relationship each, at least one in all; "
    + "write anything else as a scenario"

  static func missingRow(_ rules: String) -> String {
    "found no row \(rules); expected it there, with \"evidence\": \"none\" if nobody observed it"
  }

  static func missingOutcome(_ operation: String) -> String {
    "found no outcome for \"\(operation)\"; expected one, or null where nobody observed it"
  }

  static let noMirror = "is derived by symmetry, but its mirror states nothing"

  var testDescription: String { "\(old) → \(new)".singleLine }

  /// - Parameters:
  ///   - old: What stands in the sound file; the first of equal places is changed.
  ///   - new: What takes its place.
  ///   - problems: All that is said of it, in order.
  init(_ old: String, _ new: String, _ problems: String...) {
    self.old = old
    self.new = new
    self.problems = problems
  }

  /// Expects exactly the stated problems, or none where none are stated.
  func check(in sound: SoundFile) throws {
    var text = sound.text
    let place = try #require(text.firstRange(of: old))
    text.replaceSubrange(place, with: new)
    let found = DataError.problems(of: [(sound.path, text)])
    #expect(found == problems.map { "\(sound.path):\($0)" })
  }
}

extension DataError {
  /// What is said of some files, one line for each problem; none where they are sound.
  static func problems(of files: [(path: String, text: String)]) -> [String] {
    do {
      _ = try MatrixSuite(
        files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }
}
