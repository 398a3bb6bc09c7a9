import Testing

@testable import ModelFiles

@Suite("Which branches of #if are read?")
struct BuildConditionTests {
  /// The classes that are read of `#if condition … A … #else … B … #endif`.
  private func read(_ condition: String) -> String {
    SwiftDataText("#if \(condition)\n@Model class A {}\n#else\n@Model class B {}\n#endif").names
      .joined()
  }

  @Test(
    "What is never compiled on Apple's systems is not read",
    arguments: [
      "false", "!true", "os(Linux)", "os( Windows )", "os (Android)", "canImport(Glibc)",
      "!canImport(SwiftData)", "!canImport(Darwin)", "canImport(FoundationNetworking)",
      "false && DEBUG", "DEBUG && false", "DEBUG && os(Linux)", "os(Linux) || os(Windows)",
      "(false)", "!(true)", "!(DEBUG || true)", "!(!(false))", "DEBUG && (iOS || X) && false",
      "os(Linux) && swift(>=5.9)", "false || false && true", "false // || true",
      "(os(Linux)\n|| false)",
      "os(Linux) ||\n false", "os(Linux)\n && X", "!os(Linux) && !true",
      "swift(<5.0)", "swift(<5.9)", "compiler(<5.9)", "compiler(< 5.7.1)", "!swift(>=5.9)",
      "os(iOS) && os(macOS)", "DEBUG && (os(iOS) && (X || os(macOS)) && !X)", "X && !X",
      "arch(arm64) && arch(x86_64)", "canImport(UIKit) && !canImport(UIKit)",
      "(os(iOS) || os(tvOS)) && !os(iOS) && os(macOS)", "!(X || !X)",
    ])
  func never(condition: String) { #expect(read(condition) == "B") }

  @Test(
    "What is always compiled takes the place of the other branches",
    arguments: [
      "true", "!false", "!os(Linux)", "canImport(SwiftData)", "true || DEBUG", "DEBUG || true",
      "!(os(Linux) && DEBUG)", "true || false && false", "true && !os(Windows)", "((true))",
      "swift(>=5.9)", "swift(>=5)", "compiler(>=5.9)", "X || !X", "!os(iOS) || !os(macOS)",
    ])
  func always(condition: String) { #expect(read(condition) == "A") }

  @Test(
    "Both branches are read where it depends on the build, or cannot be told",
    arguments: [
      "DEBUG", "!DEBUG", "os(iOS)", "os(macOS)", "os(Plan9)", "canImport(UIKit)", "swift(>=5.10)",
      "compiler(<6)", "compiler(<5.9.1)", "swift(>5)", "swift(<=5)", "swift(<x)", "X & Y", "X | Y",
      "os(iOS) || os(tvOS)", "os(iOS) && !os(macOS)", "X && && Y",
      "os(iOS) && targetEnvironment(simulator)",
      "(a||b||c||d||e||f||g||h||i||j||k||l||m||n||o||p||q||r||s||t) && !u",
      "targetEnvironment(simulator)", "os(Linux) || DEBUG", "true && DEBUG",
      "DEBUG || false", "!(false || DEBUG)", "hasFeature(X)", "canImport(os.lock)", "0", "1",
      "false X", "false ==", "(false", "false)", "!", "()", "os(Linux", "os()",
      "canImport(Glibc.X)", "(false) true", "X true && false", "\"\"",
    ])
  func unknown(condition: String) {
    let text = SwiftDataText(
      "#if \(condition)\n@Model class A {}\n#else\n@Model class B {}\n#endif")
    // An open bracket takes the first branch with it.
    #expect(condition.contains("(") && !condition.contains(")") || text.names == ["A", "B"])
  }

  @Test("The branches of a chain, and of conditions in conditions, follow from those around")
  func chains() {
    let text = SwiftDataText(
      """
      #if os(Linux)
      @Model class A {}
      #if true
      @Model class B {}
      #elseif DEBUG
      @Model class C {}
      #endif
      }
      #elseif DEBUG
      @Model class D {}
      #elseif true
      @Model class E {}
      #if false
      @Model class F {}
      #else
      @Model class G {}
      #endif
      @Model class H {}
      #elseif DEBUG
      @Model class I {}
      #else
      @Model class J {}
      #endif
      @Model class K {}
      """)
    #expect(text.names == ["D", "E", "G", "H", "K"])
    #expect(text.findings == [])
  }

  @Test("A property and a macro in a branch that is never compiled are not read")
  func members() {
    let text = SwiftDataText.members(
      """
      #if false
      @Relationship(deleteRule: .deny)
      #else
      @Relationship(deleteRule: .cascade)
      #endif
      var a: [Item]
      #if os(Linux)
      var a: Item?
      import Lattice
      #endif
      """)
    #expect(text.relationships == ["a [Item] cascade"])
    #expect(text.findings == [])
  }

  @Test("A condition that is never ended is named")
  func unended() {
    let text = SwiftDataText("@Model class A {}\n#if DEBUG\n#if false\n#endif\n@Model class B {}")
    #expect(text.names == ["A", "B"])
    #expect(
      text.findings == [
        "0.swift:2:1: error: the file ends before the #endif of the #if that is here; what can be "
          + "read is taken [unreadable_source]"
      ])
  }
}
