import Foundation
import Testing

@Suite("Does a fix ever introduce a finding?")
struct SafeFixTests {
  /// Naming the inverse makes both lists mandatory sides, so that a batch delete of tags fails.
  private static let model = """
    import SwiftData
    @Model class Photo { var tags: [Tag] = [] }
    @Model class Tag { var photos: [Photo] = [] }

    """

  @Test("A fix that would is taken back and named; one that would not is written")
  func takenBack() throws {
    let folder = try TemporaryFolder()
    let reset = "func reset(_ c: ModelContext) throws { try c.delete(model: Tag.self) }\n"
    try folder.write(Self.model + reset, to: "App.swift")
    let run = try folder.run("check", "App.swift", "--fix")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("App.swift:2:26: not fixed, because Tag.photos would then have "))
    #expect(try folder.read("App.swift") == Self.model + reset)
    try folder.write(Self.model, to: "App.swift")
    #expect(try folder.run("check", "App.swift", "--fix").exitCode == 0)
    #expect(try folder.read("App.swift").contains("@Relationship(inverse: "))
  }

  @Test("Of two fixes that would together, the first is written")
  func together() throws {
    func relationship(_ name: String, _ destination: String, _ more: String) -> String {
      "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"\(destination)\" \(more)/>"
    }
    let many = "toMany=\"YES\" deletionRule=\"Cascade\""
    let one = "maxCount=\"1\" deletionRule=\"Nullify\""
    // Fees whose only holder may go, once neither marks nor taxes are somebody else's.
    let order = relationship(
      "fees", "Fee",
      "toMany=\"YES\" deletionRule=\"Nullify\" inverseName=\"order\" inverseEntity=\"Fee\"")
    let fee =
      relationship("order", "Order", "\(one) inverseName=\"fees\" inverseEntity=\"Order\"")
      + relationship("marks", "Mark", many) + relationship("taxes", "Tax", many)
    let parts = ["Mark", "Tax"].map {
      "<entity name=\"\($0)\">\(relationship("fee", "Fee", one))</entity>"
    }
    let folder = try TemporaryFolder()
    try folder.writeModel(
      "<entity name=\"Order\">\(order)</entity><entity name=\"Fee\">\(fee)</entity>"
        + parts.joined(), to: "App.xcdatamodel")
    let run = try folder.run("check", "App.xcdatamodel", "--fix")
    #expect(
      run.errors.contains("not fixed, because Order.fees would then have nullify_leaves_orphans"),
      "\(run.errors)")
    let written = try folder.read("App.xcdatamodel/contents")
    #expect(written.ranges(of: "inverseName=\"fee\"").count == 1, "\(written)")
  }
}
