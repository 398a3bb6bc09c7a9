import ExpectedText
import Foundation
import SourceText
import Testing

@testable import DeleteMatrix

/// One change that makes a sound file wrong, and what is then said of it.
struct Edit: Sendable, CustomTestStringConvertible {
  /// What stands in the sound file, where a space is any white space; the first of equal places is
  /// changed.
  let old: String
  let new: String
  /// Each problem with its place: some of the changed text, with `«` before what it is about.
  let problems: [(place: String, message: String)]

  /// What is said of entities that are no two sides.
  static let noPairing =
    "a pairing has two entities with at most one relationship each, at least one in all; "
    + "write anything else as a scenario"

  static func missingRow(_ rules: String) -> String {
    "found no row \(rules); expected it there, with \"evidence\": \"none\" if it was never observed"
  }

  static func missingOutcome(_ operation: String) -> String {
    "found no outcome for \"\(operation)\"; expected one, or null if no one observed it"
  }

  static let noMirror = "is derived by symmetry, but its mirror states nothing"

  var testDescription: String { "\(old) → \(new)".singleLine }

  /// Reads `old → new`, and below it, indented, `place — message` for all that is said, in order.
  static func list(_ text: String) -> [Edit] {
    var edits: [Edit] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  "), let last = edits.popLast() {
        let parts = line.dropFirst(2).split(separator: " — ", maxSplits: 1).map(String.init)
        edits.append(
          Edit(
            old: last.old, new: last.new,
            problems: last.problems + [(parts[0], parts.dropFirst().joined())]))
      } else {
        let parts = "\(line) ".split(separator: " → ", maxSplits: 1)
        edits.append(
          Edit(
            old: String(parts[0]), new: String(parts.dropFirst().joined().dropLast()), problems: [])
        )
      }
    }
    return edits
  }

  /// Expects exactly the stated problems of each of some edits.
  static func check(_ text: String, in sound: SoundFile) throws {
    for edit in list(text) { try edit.check(in: sound) }
  }

  /// Expects exactly the stated problems, or none where none are stated.
  func check(in sound: SoundFile) throws {
    var text = sound.text
    let place = try #require(text.firstMatch(of: try Regex(old.withAnySpace))?.range)
    text.replaceSubrange(place, with: new)
    let expected = problems.map { problem in
      "\(sound.path):\(text.place(of: problem.place)): error: \(problem.message)"
    }
    #expect(sound.problems(of: text) == expected)
  }
}

extension String {
  /// A pattern for this text, in which a space stands for any white space.
  fileprivate var withAnySpace: String {
    split(separator: " ", omittingEmptySubsequences: false)
      .map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: "\\s+")
  }

  /// `line:column` of the mark in some of the text, in which a space stands for any white space.
  func place(of marked: String) -> String {
    let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
    let pattern = parts.map { String($0).withAnySpace }
    let found = try? Regex("(?:\(pattern[0]))()\(pattern.dropFirst().joined())")
    let matches = found.map { self.matches(of: $0) } ?? []
    guard matches.count == 1, parts.count == 2, let mark = matches[0].output[1].range?.lowerBound
    else { return "\(matches.count) places \(marked)" }
    return MarkedText(self[..<mark] + "«").place()
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
