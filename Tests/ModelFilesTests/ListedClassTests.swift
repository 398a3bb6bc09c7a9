import ExpectedText
import Testing

@testable import ModelFiles

@Suite("Which classes does no schema, container or relationship reach?")
struct ListedClassTests {
  private static let classes = """
    @Model class A { var b: B? }
    @Model class B { var n = 0 }
    @Model class C { var n = 0 }

    """

  @Test(
    "A class that is listed, or that a listed one leads to, is reached",
    arguments: [
      ("let c = try ModelContainer(for: A.self)", ["C"]),
      ("let c: ModelContainer = try .init(for: A.self)", ["C"]),
      ("let c: ModelContainer? = try? .init(for: A.self)", ["C"]),
      ("let c = try! ModelContainer.init(for: A.self)", ["C"]),
      ("let s: Schema = .init([C.self])\nlet c = ModelContainer(for: s)", ["A", "B"]),
      ("let q: Quota = .init(for: A.self)", []),
      // A container that a function returns lists its classes, too.
      (
        "let c = ModelContainer(for: A.self)\nfunc f() throws -> ModelContainer { try .init(for: C.self) }",
        []
      ),
      ("let c = try ModelContainer(for: Schema([A.self, C.self]))", []),
      ("let v = view.modelContainer(for: [C.self], inMemory: true)", ["A", "B"]),
      (
        "let all: [any PersistentModel.Type] = [B.self]\nlet c = ModelContainer(for: Schema(all))",
        ["A", "C"]
      ),
      (
        "var all: [any PersistentModel.Type] = [A.self]\nall.append(C.self)\nlet c = ModelContainer(for: Schema(all))",
        []
      ),
      // What is fetched or deleted is not listed.
      ("let c = ModelContainer(for: A.self)\nfunc f() { context.delete(model: C.self) }", ["C"]),
      // Without a container, or without a list, nothing is known.
      ("let s = Schema([A.self])", []), ("let c = ModelContainer(for: schema)", []),
      // A generic parameter is what the callers pass.
      (
        "func open<M: PersistentModel>(_ m: M.Type) { c = ModelContainer(for: Schema([A.self, M.self])) }\nlet x = open(C.self)",
        []
      ),
      (
        "func open<M>(_ m: M.Type) { c = ModelContainer(for: A.self, M.self) }\nlet x = open(B.self)",
        ["C"]
      ),
      ("let c = ModelContainer(for: A.self, M.self)\nlet x = open(C.self)", ["C"]),
    ])
  func reached(code: String, expected: [String]) {
    let findings = SwiftDataText(Self.classes + code).current?.findings ?? []
    #expect(findings.filter { $0.rule == .unlistedModel }.map(\.entity) == expected)
  }

  @Test(
    "It is said for certain only where every list of classes could be read",
    arguments: Rows(
      #"""
      let c = try ModelContainer(for: A.self) → yes
      let c = try ModelContainer(for: A.self)
      let d = try ModelContainer(for: Schema(made())) → no
      final class S { var all: [any PersistentModel.Type] = [A.self]
      func add(_ t: any PersistentModel.Type) { all.append(t) }
      func make() throws { _ = try ModelContainer(for: Schema(all)) } } → no
      func make(_ all: [any PersistentModel.Type]) throws { _ = try ModelContainer(for: Schema(all)) }
      func f() throws { try make([A.self]) }
      func g(_ all: [any PersistentModel.Type]) throws { try make(all) } → no
      """#
    ).flags)
  func certain(code: String, isCertain: Bool) {
    let findings = SwiftDataText(Self.classes + code).current?.findings ?? []
    let found = findings.filter { $0.rule == .unlistedModel && $0.entity == "C" }
    #expect(found.map { !$0.title.contains("perhaps") } == [isCertain])
  }

  @Test(
    "What an unlisted class states is left out only if every container is known, and one is on disk",
    arguments: Rows(
      #"""
      let c = ModelContainer(for: A.self) → yes
      let all = [A.self]
      let c = ModelContainer(for: Schema(all)) → yes
      let s = Schema([A.self])
      let c = ModelContainer(for: s) → yes
      let s = Schema([A.self])
      func f(s: Schema) { ModelContainer(for: s) } → no
      var all = [A.self]
      all.append(made())
      let c = ModelContainer(for: Schema(all)) → no
      let c = ModelContainer(for: A.self)
      let d = ModelContainer(for: Schema(made())) → no
      let c = ModelContainer(for: A.self)
      let d = ModelContainer(for: T.self) → no
      let c = ModelContainer(for: A.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)) → no
      let v = view.modelContainer(for: A.self, inMemory: true) → no
      let c = ModelContainer(for: A.self, configurations: SwiftData.ModelConfiguration(isStoredInMemoryOnly: true)) → no
      let c = ModelContainer(for: A.self, configurations: try .init(isStoredInMemoryOnly: true)) → no
      // A configuration may be in a variable, a property or a parameter.
      func f() { let m = ModelConfiguration(isStoredInMemoryOnly: true)
      ModelContainer(for: A.self, configurations: m) } → no
      enum Stores { static let memory = ModelConfiguration(isStoredInMemoryOnly: true) }
      let c = ModelContainer(for: A.self, configurations: [Stores.memory]) → no
      func f(_ m: ModelConfiguration = .init(isStoredInMemoryOnly: true)) { ModelContainer(for: A.self, configurations: m) } → no
      func f(_ isTest: Bool = true) { ModelContainer(for: A.self, configurations: ModelConfiguration(isStoredInMemoryOnly: isTest)) } → no
      func f(_ isTest: Bool = true) { ModelContainer(for: A.self, configurations: ModelConfiguration(isStoredInMemoryOnly: isTest)) }
      let c = f(false) → yes
      let m = ModelConfiguration(isStoredInMemoryOnly: true)
      let d = ModelConfiguration()
      let c = ModelContainer(for: A.self, configurations: m, d) → yes
      """#
    ).flags)
  func leftOut(code: String, isLeftOut: Bool) {
    let current = SwiftDataText(Self.classes + code).current
    #expect(current?.entities.first { $0.name == "C" }?.attributes.isEmpty == isLeftOut)
  }

  @Test("A subclass belongs to the store of its superclass; a list may be in another file")
  func files() {
    let findings = SwiftDataText(
      Self.classes + "@Model class D: C {}", "let c = ModelContainer(for: A.self, C.self)"
    ).current?.findings
    #expect(findings?.filter { $0.rule == .unlistedModel }.isEmpty == true)
  }
}
