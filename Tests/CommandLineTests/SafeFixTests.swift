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
}
