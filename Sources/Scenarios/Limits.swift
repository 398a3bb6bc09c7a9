/// Limits on how much of one file is replayed: far above any practical need, and low enough for a
/// quick answer.
enum Limits {
  /// Objects, links and parts of steps, times how often all of them are looked at: every outcome names
  /// the objects, and every save and read goes through them.
  static let looksAtParts = 500_000
}
