/// How much is replayed of one file: far more than anybody asks, and little enough to be answered soon.
enum Limits {
  /// Objects, links and parts of steps, times how often all of them are looked at: every outcome names
  /// the objects, and every save and read goes through them.
  static let looksAtParts = 500_000
}
