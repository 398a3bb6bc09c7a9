/// Reads the @Model classes of Swift source files.
struct SwiftDataReading {
  init(_ sources: [ModelSource]) {}
  func models() -> [StatedModel] { [] }
  static func mentionsModel(_ bytes: [UInt8]) -> Bool { false }
}
