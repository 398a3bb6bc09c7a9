/// The package's program, as reports name it.
package enum Tool {
  package static let name = "deleterules"
  package static let version = "1.0.0"
}
