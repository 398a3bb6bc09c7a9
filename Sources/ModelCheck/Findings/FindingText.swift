/// The words of a rule for one finding: a title, and one fact per note.
package struct FindingText: Sendable {
  package let title: String
  package let facts: [String]

  /// Puts a finding's words together.
  package init(_ title: String, _ facts: String?...) {
    self.title = title
    self.facts = facts.compactMap { $0.flatMap { $0.isEmpty ? nil : $0 } }
  }
}
