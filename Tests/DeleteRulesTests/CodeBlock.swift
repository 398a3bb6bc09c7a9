import Foundation
import Testing

/// A block of code in what people read: in an article, in a file of the tutorial, in the README or in
/// a comment of a public symbol.
struct CodeBlock: Sendable, CustomTestStringConvertible {
  /// What stands behind the opening fence, or how the file's name ends.
  let language: String
  /// Its lines, without indentation and without those that are empty.
  let lines: [String]
  /// `README.md:12`: where it begins.
  let place: String

  var testDescription: String { place }

  /// The lines without imports, which stand elsewhere in a file that has several blocks.
  var body: [String] { lines.filter { !Self.isImport($0) } }
  var imports: [String] { lines.filter(Self.isImport) }

  /// What can be done with it where there is no SwiftData.
  enum Kind {
    /// It is read as a model, or as a part of one.
    case model
    /// It is code of an app, of which the deletes are read.
    case view
    /// It is of a package's manifest.
    case manifest
    /// It is compiled.
    case other
  }

  var kind: Kind {
    func has(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
    if has("import SwiftUI") { return .view }
    if has("@Model ") || has("@Relationship") { return .model }
    return has(".product(name:") ? .manifest : .other
  }

  private static func isImport(_ line: String) -> Bool { line.hasPrefix("import ") }

  /// The lines of a text as they are compared.
  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

extension CodeBlock {
  /// The fenced blocks of a file: of its comments, where it is Swift.
  ///
  /// - Parameter path: The file's path from the top of the checkout.
  /// - Returns: The blocks, in the order of the file.
  /// - Throws: Why the file cannot be read, or that a block has no end.
  static func all(in path: String) throws -> [CodeBlock] {
    let isSource = path.hasSuffix(".swift")
    var found: [CodeBlock] = []
    var open: (language: String, lines: [String], number: Int)?
    let lines = try Checkout.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var line = line.drop { $0 == " " }
      if isSource { line = line.hasPrefix("///") ? line.dropFirst(3).drop { $0 == " " } : "" }
      if line.hasPrefix("```") {
        if let block = open {
          found.append(
            CodeBlock(
              language: block.language, lines: Self.lines(of: block.lines.joined(separator: "\n")),
              place: "\(path):\(block.number)"))
          open = nil
        } else {
          open = (String(line.dropFirst(3)), [], index + 1)
        }
      } else {
        open?.lines.append(String(line))
      }
    }
    try #require(open == nil, "\(path):\(open?.number ?? 0): the block has no end")
    return found
  }

  /// Writes it to a file, perhaps as what is in a type.
  func write(to path: String, inside type: String? = nil) throws {
    let text = lines.joined(separator: "\n") + "\n"
    try (type.map { "\($0) {\n\(text)}\n" } ?? text)
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// A whole file.
  init(file path: String) throws {
    language = path.split(separator: ".").last.map(String.init) ?? ""
    lines = Self.lines(of: try Checkout.text(path))
    place = path
  }
}

/// The files of this package.
enum Checkout {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let catalogue = "Sources/Library/DeleteRules.docc"

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The paths of the files in a folder whose names end in some way.
  static func files(in folder: String, ending suffix: String) throws -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return try #require(found).compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }
      .sorted().map { "\(folder)/\($0)" }
  }
}
