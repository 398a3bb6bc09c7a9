import Foundation
import SourceText
import SwiftSource
import Testing

@Suite("Does the tree have every call that the compiler's parser finds?")
struct SyntaxComparisonTests {
  @Test("Each call of the compiler is in the tree, in the same braces")
  func calls() throws {
    let folders =
      ProcessInfo.processInfo.environment["DELETERULES_SOURCES"]?.split(separator: ":").map(
        String.init) ?? [URL(filePath: #filePath).deletingLastPathComponent().path]
    var (files, found, lost) = (0, 0, 0)
    for folder in folders {
      let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for path in all.filter({ $0.hasSuffix(".swift") }).sorted() {
        let path = "\(folder)/\(path)"
        guard let data = FileManager.default.contents(atPath: path), data.count < 500_000 else {
          continue
        }
        guard let compiled = try Self.compiled(path) else { continue }
        let tree = SyntaxCalls(SourceFile(path: path, bytes: Array(data)))
        files += 1
        var missing: [String] = []
        for (call, count) in compiled {
          found += count
          let known = tree.count(of: call)
          if known < count {
            missing.append("\(call) \(known) of \(count)")
            lost += count - known
          }
        }
        #expect(missing.isEmpty, "\(path): \(missing.sorted().prefix(8).joined(separator: "; "))")
      }
    }
    print("compared \(found) calls in \(files) files: \(lost) are not in the tree")
    #expect(found > 0)
  }

  /// The calls that the compiler's parser finds; nil for a file that it does not parse.
  private static func compiled(_ path: String) throws -> [SyntaxCalls.Call: Int]? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-frontend", "-dump-parse", "-parse-as-library", "-swift-version", "6",
      "-enable-bare-slash-regex", "-module-name", "Compared", path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return calls(in: String(decoding: data, as: UTF8.self))
  }

  private static func calls(in dump: String) -> [SyntaxCalls.Call: Int] {
    var calls: [SyntaxCalls.Call: Int] = [:]
    var braces: [(indent: Int, place: String)] = []
    /// The calls around, with what is known of them.
    var open: [(indent: Int, name: String?, labels: String, brace: String)] = []
    var skipped: Int?
    func close(_ indent: Int) {
      while let last = open.last, last.indent >= indent {
        open.removeLast()
        let call = SyntaxCalls.Call(
          brace: last.brace, name: last.name ?? "?", labels: last.labels)
        if last.name != "appendInterpolation" { calls[call, default: 0] += 1 }
      }
    }
    for line in dump.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      // The same again, as the compiler goes on with it.
      if let outer = skipped, indent > outer { continue }
      let node = line.dropFirst(indent)
      skipped = node.hasPrefix("(processed_init=") ? indent : nil
      if skipped != nil { continue }
      close(indent)
      while let last = braces.last, last.indent >= indent { braces.removeLast() }
      if let last = open.last {
        if indent == last.indent + 2, last.name == nil {
          open[open.count - 1].name = name(in: node)
        } else if indent == last.indent + 4, node.hasPrefix("(argument") {
          open[open.count - 1].labels += (value("label", in: node) ?? "_") + ":"
        }
      }
      if node.contains("brace_stmt range="), let range = node.range(of: "range=[") {
        let first = node[range.upperBound...].components(separatedBy: " - line:")[0]
        let place = first.split(separator: ":").suffix(2)
        braces.append((indent, place.joined(separator: ":")))
      }
      if !node.contains("call_expr implicit"),
        node.prefix(while: { $0 != " " }).hasSuffix("call_expr")
      {
        open.append((indent, nil, "", braces.last?.place ?? "0"))
      }
    }
    close(0)
    return calls
  }

  private static func value(_ key: String, in node: Substring) -> String? {
    guard let range = node.range(of: " \(key)=\"") else { return nil }
    return String(node[range.upperBound...].prefix { $0 != "\"" })
  }

  private static func name(in node: Substring) -> String {
    let kind = node.drop { $0 == "(" }.prefix { $0 != " " }
    switch kind {
    case "unresolved_decl_ref_expr", "unresolved_member_expr":
      return value("name", in: node) ?? "?"
    case "unresolved_dot_expr": return value("field", in: node) ?? "?"
    case "declref_expr":
      let path = value("decl", in: node) ?? "?"
      let name = path.prefix { $0 != "@" }.split(separator: ".").last
      return name.map { String($0.prefix { $0 != "(" }) } ?? "?"
    default: return "?"
    }
  }
}
