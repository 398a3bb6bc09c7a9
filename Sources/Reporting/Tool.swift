/// The package's program, as reports name it.
package enum Tool {
  package static let name = "deleterules"
  /// The version of both programs.
  package static let version = "1.0.0"
}
