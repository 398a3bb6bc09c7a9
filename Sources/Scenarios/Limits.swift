/// How much a file may ask for: far more than anybody does, and little enough to be answered soon.
enum Limits {
  /// Objects, links and steps, times the outcomes that are asked for of them.
  static let greatestQuestion = 500_000
  /// Outcomes that are stated of one step or operation; each is compared with each.
  static let mostStatements = 100
}
