import Foundation
import Testing

@testable import Commands

@Suite("What is read where no path is given?")
struct AroundTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      import SwiftData
      @Model final class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model final class Stop { var trip: Trip? }
      """, to: "App/Models.swift")
    try folder.write(
      """
      import SwiftData
      func remove(_ trip: Trip, _ context: ModelContext) {
        context.delete(trip)
      }
      """, to: "App/Views/Screen.swift")
  }

  @Test("An entity, or the line of a delete call", arguments: ["Trip", "Views/Screen.swift:3"])
  func explain(word: String) throws {
    let app = folder.url.appendingPathComponent("App")
    let run = try ProgramRun(.deleterules, ["explain", word], in: app)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("Stop"))
    try folder.write("{\"models\": [[\"App\"]]}", to: ".deleterules.json")
    #expect(try folder.run("explain", word == "Trip" ? word : "App/\(word)").exitCode == 0)
  }

  @Test("A broken configuration is reported as such", arguments: ["Trip", "Views/Screen.swift:3"])
  func brokenConfiguration(word: String) throws {
    try folder.write("{\"models\": 1}", to: ".deleterules.json")
    let run = try folder.run("explain", word)
    #expect(run.exitCode == 65)
    #expect(run.errors.hasPrefix(".deleterules.json:1:12: error: "))
  }

  @Test(
    "A deleted working directory is an error", arguments: ["check", "calls", "model", "explain A"])
  func deletedFolder(words: String) throws {
    let program = DeleteRulesProcess.program.path
    let run = try folder.shell("mkdir gone; cd gone; rmdir ../gone; '\(program)' \(words)")
    #expect(run.exitCode == 66)
    #expect(run.errors.contains("the working directory has been deleted"))
  }

  @Test(
    "A path in a message starts where that of the finding does", arguments: ["github", "sarif"])
  func paths(format: String) throws {
    try folder.makeFolder(".git")
    try folder.write(
      "@Model final class Badge { var trip: Trip; init(trip: Trip) { self.trip = trip } }",
      to: "App/Badge.swift")
    let app = folder.url.appendingPathComponent("App")
    let run = try ProgramRun(.deleterules, ["check", "--format", format], in: app)
    #expect(run.output.contains("App/Views/Screen.swift:3"))
    #expect(
      !run.output.replacing("App/Views/Screen.swift", with: "").contains("Views/Screen.swift"))
  }
}
