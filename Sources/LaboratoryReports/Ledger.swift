import SourceText

/// The number of printed sentences that rest on each behaviour.
///
/// ```swift
/// try Ledger.bundled.get().claims["deny_ignored"]  // 60
/// ```
package struct Ledger: Sendable {
  /// The number of sentences, by the name of the behaviour.
  package let claims: [String: Int]

  /// The ledger of this package: claims.json, which the test that writes Matrices/CLAIMS.md counts.
  package static let bundled = Result { () throws(DataError) in
    let file = embeddedFiles[0]
    return try Ledger(SourceFile(path: file.path, bytes: Array(file.text.utf8)))
  }

  /// Reads the counts.
  package init(_ file: SourceFile) throws(DataError) {
    claims = try FileReading.value(in: file) { reading, node in
      reading.namedMembers(node, expected: "counts by behaviour").map { members in
        Dictionary(
          members.map { ($0.key, reading.count($0.value) ?? 0) }, uniquingKeysWith: { $1 })
      }
    }
  }
}
