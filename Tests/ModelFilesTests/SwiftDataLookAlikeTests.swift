import Testing

@testable import ModelFiles

@Suite("What looks like SwiftData, and is none?")
struct SwiftDataLookAlikeTests {
  @Test(
    "Nothing is said of a file that merely looks like one with models, broken or not",
    arguments: [
      "@ModelActor actor Model {", "@ViewModel var a: Model; let b = \"",
      "// @Model\nfunc f(", "/// Like `@Model class A {}`.\nclass B {",
      "let a = \"@Model class A {}\"; (",
      "import SwiftModel\n@Model struct A { var a = 0 }",
      "import StateModel\n@Model(id: 1) class A {",
      "import Lattice\n@Model class A {", "import Store\n@Model(id: 1) class A {}",
      "import Store\n@Model struct A {}", "import Store\n@Model(\"a\") struct A {}",
      "@Model struct Foo {}", "import Foundation\n@Model enum Foo { case a }",
      "@Model actor Foo {}", "import Store\nstruct V { @Model var a: Int }",
      "#if false\n@Model class A {}\n#endif",
      "@attached(member)\npublic macro Model() = #externalMacro(module: \"M\", type: \"T\")\n"
        + "@Model class A {}",
      "macro Model<T>(_ a: T) = #externalMacro(module: \"M\", type: \"T\")\n@Model class A {",
    ])
  func silence(text: String) {
    #expect(SwiftDataText(text).models.isEmpty)
    let beside = SwiftDataText("import SwiftData\n@Model class Item {}", text)
    #expect(beside.names == ["Item"])
    #expect(beside.findings == [])
  }

  @Test("A macro of one's own is not that of a file that imports SwiftData")
  func ownMacro() {
    let text = SwiftDataText(
      "macro Model() = #externalMacro(module: \"M\", type: \"T\")", "@Model class A {}",
      "import SwiftData\n@Model class B {}", "@SwiftData.Model class C {}",
      "import SwiftData\n@Model() class D {}\n@Model(1) class E {}\n@Model struct F {}")
    #expect(text.names == ["B", "C", "D"])
    #expect(text.rules == ["4:8 unreadable_model"])
  }
}
