package enum Tool {
  package static let name = "deleterules"
  package static let version = "1.0.0"
}
