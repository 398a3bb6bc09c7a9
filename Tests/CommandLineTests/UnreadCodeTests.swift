import Foundation
import Testing

@Suite("Does a command say that all is well where code was not read?")
struct UnreadCodeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      import SwiftData
      @Model class Bill { var number = "" }
      @Model class Payment { var bill: Bill? }
      func clean(_ payment: Payment, _ c: ModelContext) { c.delete(payment) }

      """, to: "App/Model.swift")
  }

  @Test(
    "Objective-C, a place past a limit and a file that is not UTF-8 keep 'calls' from saying so")
  func calls() throws {
    #expect(try folder.run("calls", "App").output.hasSuffix("1 delete call, all resolved\n"))
    try folder.write("[context deleteObject:x];", to: "App/List.m")
    let run = try folder.run("calls", "App")
    #expect(run.output.hasSuffix("1 delete call found; 1 place could not be read\n"))
    #expect(run.errors.contains("App/List.m:1:10: Objective-C is not read"))
    let json = try folder.run("calls", "App", "--format", "json").output
    #expect(json.contains(#""unread":[{"file":"App/List.m","line":1,"column":10,"message":"#))
  }

  @Test(
    "No option hides what is not read",
    arguments: [[], ["--rule", "deny_on_child"], ["--disable", "unreadable_source"], ["--quiet"]])
  func check(options: [String]) throws {
    #expect(try folder.run(["check", "App"] + options).exitCode == 0)
    try folder.write(Data([0x40, 0, 0x4D, 0]), to: "App/Wide.swift")
    let run = try folder.run(["check", "App"] + options)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("App/Wide.swift:1:1: error: the file contains NUL characters"))
  }

  @Test("A call of unknown type keeps 'check' from passing, unless it is silenced with a reason")
  func unresolved() throws {
    let call = "func wipe(_ x: any PersistentModel, _ c: ModelContext) {\n  c.delete(x)\n}\n"
    try folder.write(call, to: "App/Wipe.swift")
    #expect(try folder.run("check", "App").exitCode == 1)
    let comment = "  // deleterules:ignore unresolved_delete only used in tests\n"
    try folder.write(call.replacing("{\n", with: "{\n" + comment), to: "App/Wipe.swift")
    let run = try folder.run("check", "App")
    #expect(
      run.exitCode == 0 && run.output.contains("no delete call reaches this (1 call could not"))
  }
}
