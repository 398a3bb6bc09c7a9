/// The number of printed sentences that rest on each behaviour.
///
/// ```swift
/// Ledger.bundled.claims["deny_ignored"]  // 60
/// ```
package struct Ledger: Sendable {
  /// The number of sentences, by the name of the behaviour.
  package let claims: [String: Int]

  /// The ledger of this package: Matrices/CLAIMS.md, which a test generates.
  package static let bundled = Ledger(page: embeddedFiles.first?.text ?? "")

  /// Counts the sentences on a page: the list of each behaviour's section.
  package init(page: String) {
    var claims: [String: Int] = [:]
    var behaviour: String?
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") {
        behaviour = line.dropFirst(3).split(separator: " ").first.map(String.init)
      } else if line.hasPrefix("- "), let behaviour {
        claims[behaviour, default: 0] += 1
      }
    }
    self.claims = claims
  }
}
