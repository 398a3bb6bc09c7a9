#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that holds what an output is to be, byte for byte.
///
/// With `DELETERULES_RECORD` set, what is found is written instead, and the test fails all the same,
/// so that nobody leaves it on.
package struct GoldenFile {
  private let path: String

  /// Names a file beside a test.
  ///
  /// - Parameters:
  ///   - name: The file's name in the folder `Golden` beside the test's source.
  ///   - test: The path of the test's source.
  package init(_ name: String, beside test: String = #filePath) {
    let folder = test.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    path = folder.joined(separator: "/") + "/Golden/" + name
  }

  /// Names a file that people read, where it lies beside what it is about.
  ///
  /// - Parameters:
  ///   - path: Its path within the package.
  ///   - test: The path of the source of a test in one of the folders of `Tests`.
  package init(inPackage path: String, test: String = #filePath) {
    let folder = test.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    self.path = folder.joined(separator: "/") + "/" + path
  }

  /// The content of the file.
  package var text: String {
    get throws { String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) }
  }

  /// How an output differs from the file: its first line that does; nil where it does not.
  package func difference(from output: String) -> String? {
    if ProcessInfo.processInfo.environment["DELETERULES_RECORD"] != nil {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      do {
        try FileManager.default.createDirectory(
          atPath: folder.joined(separator: "/"), withIntermediateDirectories: true)
        try Data(output.utf8).write(to: URL(fileURLWithPath: path))
      } catch {
        return "cannot record \(path): \(error)"
      }
      return "recorded; look at the change, and test again without DELETERULES_RECORD"
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      return "no file \(path); test with DELETERULES_RECORD=1 to write it"
    }
    let expected = String(decoding: data, as: UTF8.self)
    if expected == output { return nil }
    let (one, other) = (expected.lines, output.lines)
    let line = zip(one, other).prefix { $0 == $1 }.count
    let name = path.split(separator: "/").suffix(2).joined(separator: "/")
    return "\(name), line \(line + 1) is \(other.dropFirst(line).first ?? "missing"); "
      + "expected \(one.dropFirst(line).first ?? "nothing"); "
      + "if the change is meant, test with DELETERULES_RECORD=1 to record it"
  }
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
