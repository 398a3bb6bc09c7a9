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
    #expect(json.contains(#""file":"App/List.m","line":1,"column":10}],"#))
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
    let alone = try folder.run("check", "App", "--rule", "unresolved_delete")
    #expect(alone.exitCode == 1 && !alone.output.contains("missing_inverse_leaves_dangling"))
    let comment = "  // deleterules:ignore unresolved_delete only used in tests\n"
    try folder.write(call.replacing("{\n", with: "{\n" + comment), to: "App/Wipe.swift")
    let run = try folder.run("check", "App")
    #expect(
      run.exitCode == 0 && run.output.contains("no delete call reaches this (1 call could not"))
  }

  @Test("A revision with Objective-C and Swift files in capitals is read")
  func revision() throws {
    try folder.write("[context deleteObject:x];", to: "App/List.m")
    try folder.write("let x = 1", to: "App/Names.SWIFT")
    let made = try folder.shell(
      "git init -q . && git add -A && git -c user.name=n -c user.email=e commit -qm one")
    #expect(made.exitCode == 0)
    #expect(try folder.run("diff", "HEAD", "App").exitCode == 0)
  }

  @Test(
    "A function that calls itself, or is passed on, does not hide its unresolved delete",
    arguments: [
      "func purge(_ x: any PersistentModel, _ c: ModelContext, _ n: Int) {\n  c.delete(x)\n  if n > 0 { purge(x, c, n - 1) }\n}",
      "func wipe(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) }\n"
        + "func a(_ p: Payment, _ c: ModelContext) { wipe(p, c) }\nlet later = Row(onDelete: wipe)",
      "func go(_ c: ModelContext, _ l: Lib) { l.all.forEach(c.delete(_:)) }",
      "let f = { (c: ModelContext, x: any PersistentModel) in defer { c.delete(x) } }",
      "func go(_ c: ModelContext, _ t: any PersistentModel.Type) throws { try c.delete(model: t) }",
    ])
  func wrappers(code: String) throws {
    try folder.write("import SwiftData\n\(code)\n", to: "App/Wipe.swift")
    let run = try folder.run("check", "App")
    #expect(run.exitCode == 1 && run.output.contains("[unresolved_delete]"), "\(run.output)")
  }

  @Test(
    "A relationship in code of which no model is built is a warning, if there is no model",
    arguments: [
      ("let up = NSRelationshipDescription()", true),
      ("func all(_ list: [NSRelationshipDescription]) {}", false),
    ])
  func modelInCode(code: String, isModel: Bool) throws {
    try folder.write("import CoreData\n\(code)\n", to: "Built/Stack.swift")
    for command in ["check", "model"] {
      let run = try folder.run(command, "Built")
      #expect(run.exitCode != 0 || command == "check")
      #expect((run.output + run.errors).contains("Built/Stack.swift:2:") == isModel)
    }
    try folder.write("import CoreData\n\(code)\n", to: "App/Stack.swift")
    #expect(try folder.run("check", "App", "--rule", "incomplete_model").exitCode == 0)
  }

  @Test(
    "A store that the code has CloudKit mirror is checked for what CloudKit refuses",
    arguments: [
      ("ModelConfiguration(cloudKitDatabase: .private(\"iCloud.org.example\"))", true),
      ("NSPersistentCloudKitContainer(name: \"App\")", true),
      ("ModelConfiguration(cloudKitDatabase: .none)", false),
    ])
  func mirroredStore(code: String, isMirrored: Bool) throws {
    try folder.write("import SwiftData\nlet store = \(code)\n", to: "App/Store.swift")
    try folder.write("@Model class Tag { @Attribute(.unique) var key = \"\" }", to: "App/Tag.swift")
    let run = try folder.run("check", "App")
    #expect(run.output.contains("[cloudkit_unique]") == isMirrored)
    #expect(run.errors.contains("App/Store.swift:2:") == isMirrored)
    #expect(
      !(try folder.run("check", "App", "--rule", "deny_on_child").output.contains("cloudkit")))
  }
}
