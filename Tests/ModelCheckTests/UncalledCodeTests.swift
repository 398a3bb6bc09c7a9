import DeleteCalls
import ModelCheck
import ModelFiles
import SourceText
import SwiftSource
import Testing

/// A Pin is left with a dangling reference if its Trip is deleted.
@Suite("Do deletes in functions that nothing calls count?")
struct UncalledCodeTests {
  private static let model = """
    @Model class Trip { var name = "" }
    @Model class Pin { var trip: Trip? }

    """
  private static let app =
    "@main struct Main: App { var body: some Scene { Window() } }; let pins = [Pin(trip: Trip())]\n"
  private static let delete = "(_ trip: Trip, _ c: ModelContext) { c.delete(trip) }"
  private static let wipe = "func wipe\(delete)"
  private static let parameters = "(_ trip: Trip, _ c: ModelContext)"

  private static let labelled =
    "struct A { func wipe(trip: Trip, in c: ModelContext) { c.delete(trip) } }"

  /// The beginning of a type with a property that deletes a Trip.
  private static func deleting(_ property: String) -> String {
    "struct S { var trip: Trip; var c: ModelContext; var \(property): Trip? { c.delete(trip); return trip }"
  }

  private func findings(
    _ texts: [String], objectiveC: [String] = [], in file: String = "O.m",
    at name: String = "M.swift", isAllCode: Bool = true
  ) throws -> [Finding] {
    let files =
      [("Model.swift", Self.model)]
      + texts.enumerated().map { number, text in
        (number == 0 ? name : "App/\(number).swift", text)
      }
    return try Check().findings(
      in: [Model(reading: Self.model, as: "Model.swift")],
      with: files.map { name, text in
        SwiftDeclarations(SourceFile(path: name, bytes: Array(text.utf8)), keepsCode: true)
      },
      besides: objectiveC.map { ObjectiveCFile(SourceFile(path: file, bytes: Array($0.utf8))) },
      isAllCode: isAllCode)
  }

  /// The finding about the Pin in some files.
  private func finding(
    _ texts: [String], objectiveC: [String] = [], in file: String = "O.m",
    at name: String = "M.swift", isAllCode: Bool = true
  ) throws -> Finding {
    try #require(
      findings(texts, objectiveC: objectiveC, in: file, at: name, isAllCode: isAllCode)
        .first { $0.entity == "Pin" })
  }

  @Test(
    "A delete that nothing calls is a note",
    arguments: [
      wipe, "\(wipe)\nfunc other(_ wiping: Int) {}",
      // A call without arguments is of another function.
      "\(wipe)\nstruct V: View { func wipe() {}; var body: some View { Button(\"\") { wipe() } } }",
      // What calls only itself, or is called only by what nothing calls.
      "func wipe(_ trip: Trip, _ c: ModelContext) { c.delete(trip); wipe(trip, c) }",
      "\(wipe)\nfunc more(_ trip: Trip, _ c: ModelContext) { wipe(trip, c) }",
      "\(wipe)\nfunc a(_ t: Trip, _ c: ModelContext) { b(t, c) }\nfunc b(_ t: Trip, _ c: ModelContext) { a(t, c); wipe(t, c) }",
      "@MainActor @discardableResult fileprivate \(wipe)", "public \(wipe)",
      "// wipe(trip, c)\n\(wipe)",
      "protocol Wiping { func wipe(_ trip: Trip, _ c: ModelContext) }\nstruct S: Wiping { \(wipe) }",
      "struct S: View, Hashable { \(wipe); var body: some View { Text(name) } }",
      "final class C: NSObject { \(wipe) }", "extension ModelContext { \(wipe) }",
      "@Observable final class C { var trip: Trip!; var c: ModelContext; var wiped: Int { c.delete(trip); return 1 } }",
      "@objc(TheC) final class C { \(wipe) }",
      // Another one of the same name is declared, or called.
      "\(wipe)\nlet f = { if let wipe = g() { h() } }", "\(wipe)\nlet f = { let wipe = 1 }",
      "\(wipe)\nstruct S { static func wipe(in c: Int) {} }\nlet x = S.wipe(in: 1)",
      "struct A { \(wipe) }\nstruct S { static let shared = S(); func wipe(_ x: Int) {} }\nlet x = S.shared.wipe(1)",
      "\(labelled)\nlet f = g.wipe(t, c)", "\(labelled)\nlet f = g.wipe(of: t)",
      "@objcMembers class A: NSObject {}\nclass C: NSObject { \(wipe) }",
      "protocol P: AnyObject { var wiped: Int { get } }\nclass C: P { \(wipe) }",
      "class A {}\ntypealias B = A\nextension B: Unknown {}\nclass C { \(wipe) }",
    ])
  func uncalled(code: String) throws {
    let found = try finding([Self.app + code])
    #expect(found.severity == .note, "\(found.message)")
    #expect(found.message.contains("nothing in this code"), "\(found.message)")
  }

  @Test(
    "A delete counts that something may call",
    arguments: [
      "\(wipe)\n@main struct Other { static func main() { wipe(trip, c) } }",
      "\(wipe)\nlet all = wipe",
      "\(wipe)\nstruct V: View { var body: some View { Button(\"\", action: wipe) } }",
      "\(wipe)\n#Preview { wipe(trip, c) }", "\(wipe)\nlet name = \"wipe\"",
      "\(wipe)\nlet name = \"\\(wipe(t, c)) x\"",
      "\(wipe)\nlet it = #selector(wipe)", "\(wipe)\nlet it = \\C.wipe",
      "\(wipe)\nfunc f(_ a: Any = wipe) {}",
      "class C: NSObject { override \(wipe) }", "class C { @objc \(wipe) }",
      "class C { @IBAction \(wipe) }",
      "@objcMembers class C { \(wipe) }", "@objc extension C { \(wipe) }", "@_cdecl(\"w\") \(wipe)",
      "@Test \(wipe)", "dynamic \(wipe)", "final class CTests: XCTestCase { \(wipe) }",
      "struct S: Unknown { \(wipe) }", "struct S { \(wipe) }\nextension S: Unknown {}",
      "class B { \(wipe) }\nclass C: B, Unknown {}",
      "protocol P {}\nextension P { \(wipe) }\nstruct S: P, Unknown {}",
      "protocol P: Unknown {}\nstruct S: P { \(wipe) }", "@Reducer struct S { \(wipe) }",
      "extension C: Unknown { \(wipe) }",
      "\(deleting("gone"))\nfunc f() { if let gone { h() } } }\nlet x = S.f",
      "\(deleting("gone"))\nfunc f() { guard let gone else { return } } }\nlet x = S.f",
      "\(deleting("gone"))\nfunc f() { while let other, let gone { h() } } }\nlet x = S.f",
      "\(labelled)\nlet f = g.wipe(trip: t, in: c)",
      "\(labelled)\nlet f = A.wipe(a)(trip: t, in: c)",
      "\(labelled)\nlet f = A.wipe(trip:in:)", "\(labelled)\nlet f = g.wipe\n(t, c).h()",
      "struct S { init(trip: Trip, in c: ModelContext) { c.delete(trip) } }",
      "class C { var trip: Trip; var c: ModelContext; deinit { c.delete(trip) } }",
      "struct S { var trip: Trip; var c: ModelContext; subscript(dynamicMember n: String) -> Int { c.delete(trip); return 1 } }",
      "@objcMembers class C: NSObject {}\nextension C { \(wipe) }",
      "@objcMembers class A: NSObject {}\nclass C: A { \(wipe) }",
      "@Reducer struct S {}\nextension S { \(wipe) }",
      "@objc protocol P { func wipe\(parameters) }\nclass C: NSObject, P { \(wipe) }",
      "class C { \(wipe) }\ntypealias B = C\nextension B: Unknown {}",
      "enum N { class C { \(wipe) } }\ntypealias B = N.C\nextension B: Unknown {}",
      "\(deleting("hashValue")) }", "\(deleting("id")) }", "\(deleting("unownedExecutor")) }",
      "\(deleting("animatableData").replacing("struct S", with: "struct S: Shape")) }",
      "distributed actor A { distributed \(wipe) }",
      "class S { static let shared = S() }\nextension S { \(wipe) }\nlet x = S.shared.wipe(t, c)",
      "protocol P {}\nextension P { static \(wipe) }\nstruct S: P { static func wipe(_ x: Int) {} }\nlet x = S.wipe(t, c)",
      "func + (_ trip: Trip, _ c: ModelContext) { c.delete(trip) }",
      "struct S { func callAsFunction\(delete) }",
      "struct S: View { var trip: Trip; var c: ModelContext; var body: some View { Button(\"\") { c.delete(trip) } } }",
      "struct S: Encodable { var trip: Trip; var c: ModelContext; func encode(to it: Encoder) { c.delete(trip) } }",
      "struct S { var trip: Trip; var c: ModelContext; var wiped: Int { c.delete(trip); return 1 } }\nfunc f(s: S) { g(s.wiped) }\nlet x = f",
    ])
  func called(code: String) throws {
    let found = try finding([Self.app + code])
    #expect(found.severity != .note, "\(found.message)")
    #expect(!found.message.contains("nothing in this code"), "\(found.message)")
  }

  @Test("Only in a program that was read as a whole is anything uncalled")
  func programs() throws {
    func severity(
      _ texts: [String], objectiveC: [String] = [], in file: String = "O.m",
      at name: String = "M.swift", isAllCode: Bool = true
    ) throws -> ModelFinding.Severity {
      try finding(texts, objectiveC: objectiveC, in: file, at: name, isAllCode: isAllCode).severity
    }
    #expect(try severity([Self.wipe]) != .note)
    #expect(try severity([Self.wipe], at: "main.swift") == .note)
    #expect(try severity(["@UIApplicationMain class A {}\n\(Self.wipe)"]) == .note)
    #expect(try severity([Self.app + Self.wipe], isAllCode: false) != .note)
    #expect(try severity([Self.app + Self.wipe, "func broken() { \""]) != .note)
    #expect(
      try severity([Self.app + Self.wipe], objectiveC: ["void f(C *c) { [c wipeTrip:t in:x]; }"])
        != .note)
    #expect(
      try severity([Self.app + Self.wipe], objectiveC: ["void f(C *c) { [c other]; }"]) == .note)
    #expect(try severity([Self.wipe], objectiveC: ["int f();"], in: "App/main.m") == .note)
    #expect(try severity([Self.wipe], objectiveC: ["int f();"], in: "TripDomain.m") != .note)
    // A library's clients call what is public, and its own module everything else.
    #expect(try severity(["public \(Self.wipe)", Self.app], at: "Kit/A.swift") != .note)
    #expect(try severity([Self.wipe, Self.app], at: "Kit/A.swift") == .note)
    #expect(try severity(["public \(Self.wipe)", Self.app], at: "Kit.swift") != .note)
    // They call by a protocol what conforms to it.
    let conforming = "protocol P { func wipe\(Self.parameters) }\nstruct S: P { \(Self.wipe) }"
    #expect(try severity([conforming, Self.app], at: "Kit/A.swift") == .note)
    #expect(try severity(["public \(conforming)", Self.app], at: "Kit/A.swift") != .note)
    let witness = "public protocol P { func wipe\(Self.parameters) }\nextension P { \(Self.wipe) }"
    #expect(try severity([witness, Self.app], at: "Kit/A.swift") != .note)
  }

  @Test("An extension may be of each of several types of one name")
  func namesakes() throws {
    let texts = ["class C { \(Self.wipe) }", "class C {}", Self.app]
    #expect(try finding(texts, at: "Kit/A.swift").severity == .note)
    #expect(try finding(texts + ["extension C: Unknown {}"], at: "Kit/A.swift").severity != .note)
  }

  @Test(
    "In a program that deletes nothing no delete counts, and in a library every one",
    arguments: [
      (app, true, ModelFinding.Severity.note), (app, false, .error), ("let x = 1", true, .error),
      (app + "func broken() { \"", true, .error),
    ])
  func withoutDeletes(code: String, isAllCode: Bool, severity: ModelFinding.Severity) throws {
    let found = try finding([code], isAllCode: isAllCode)
    #expect(found.severity == severity, "\(found.message)")
    #expect(found.message.contains("no delete call reaches this") == (severity == .note))
  }

  @Test("Calls in code that something calls are named alone")
  func both() throws {
    let code = "\(Self.wipe)\nlet alive = { (t: Trip, c: ModelContext) in c.delete(t) }"
    let found = try finding([Self.app + code])
    #expect(found.severity != .note)
    #expect(found.reachedBy.map(\.line) == [3], "\(found.message)")
  }

  @Test("An unresolved delete that nothing calls is a note")
  func unresolved() throws {
    let wipe = "func wipe(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) }"
    for (code, severity) in [
      (wipe, ModelFinding.Severity.note), ("\(wipe)\nlet all = wipe", .warning),
    ] {
      let found = try findings([Self.app + code]).first { $0.rule == .unresolvedDelete }
      #expect(found?.severity == severity)
      // It is one of the calls that may reach something only if something calls it.
      let other = try finding([
        Self.app + code + "\nlet f = { (p: Pin, c: ModelContext) in c.delete(p) }"
      ])
      #expect(other.message.contains("could not be resolved") == (severity == .warning))
    }
  }
}
