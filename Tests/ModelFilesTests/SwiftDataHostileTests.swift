import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("Can any bytes do harm?")
struct SwiftDataHostileTests {
  private func read(_ bytes: [UInt8]) -> [StatedModel] {
    do throws(ModelError) {
      return try SwiftDataReading([SourceFile(path: "a.swift", bytes: bytes)]).models()
    } catch {
      Issue.record(error)
      return []
    }
  }

  private static let sound = ##"""
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      @Model public final class Box: Base {
        #Unique<Box>([\.name], [\.a, \.b])
        @Attribute(.unique, originalName: "n") var name: String = "x \(f("}")) y"
        #if os(iOS) && (DEBUG)
        @Relationship(deleteRule: .cascade, minimumModelCount: 1, inverse: \Item.box)
        #endif
        private(set) var items: [Item]? = [Item](), other = Set<Item>()
        var computed: Int { /[{"]/; return #/ " /# }
        let text = #"""
          " \#(1 + 2) """
          """#
        init<T: Codable>(_ a: T, b: (Int) -> Void) where T: Hashable {}
      }
      @Model class Item { var box: Box?; var tags: Dictionary<String, [Item]>; typealias A = Item }
    }
    typealias Box = V1.Box
    """##

  @Test("A sound file can be cut off anywhere")
  func truncation() {
    let bytes = Array(Self.sound.utf8)
    #expect(read(bytes).first?.entities.count == 2)
    for length in stride(from: 0, to: bytes.count, by: 3) { _ = read(Array(bytes.prefix(length))) }
  }

  @Test("Bytes of a sound file can be others, or be missing")
  func garbling() {
    let bytes = Array(Self.sound.utf8)
    let replacements = Array("{}()[]<>\"\\/#@`:,.?!=\n\0 x1".utf8) + [0x80, 0xC3, 0xFF]
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[index] = replacements[index % replacements.count]
      _ = read(changed)
      changed.remove(at: index)
      _ = read(changed)
    }
  }

  @Test("Bytes that are no text are passed over")
  func invalidText() {
    let bytes =
      [0xFF, 0x00, 0xC3] + Array("\n@Model class A {\0 var b: A?; var ".utf8)
      + [0xC3, 0x28] + Array(": A? }".utf8)
    #expect(read(bytes).first?.entities.first?.relationships.first?.name == "b")
    for byte in UInt8.min...UInt8.max { _ = read([byte]) }
  }

  @Test(
    "Any piece can stand there any number of times",
    arguments: [
      "(", "[", "{", "<", "((", "[[<", "\"\\(", "/*", "/* */", "/", "/a(", "\\/", "#", "#if X\n",
      "@",
      "@a(", "\"", "\"\"\"", "#\"\"\"", "#\"", "#/", "`", ".", ",", "a,", ", a", "?", "->", "=",
      "(}", "{)", ")", "}", "class A {", "enum A: B {", "@Model class A {", "extension A.B {",
      "var a: ", "var a: [", "var a: A<", "var a: (", "var a: A?, ", "var a = ", "var a = 1, b",
      "var a: A { ", "func a(", "case a, ", "typealias A = ", "import A.", "\n#else\n", "A.A.",
      "@Relationship(a: ", "as ", "var a: (a b: ", "a\n", "#Unique<", "var a, ", "any ",
    ])
  func repetition(piece: String) {
    let source = "@Model class Box { var b: Box?;\n" + String(repeating: piece, count: 300)
    #expect(read(Array(source.utf8)).first?.entities.first?.relationships.first?.name == "b")
  }

  @Test(
    "Ten thousand brackets overflow no stack", arguments: ["(", "[", "{", "\"\\(", "<", "/*"])
  func depth(piece: String) {
    let source =
      "@Model class Box { var b: Box?; var c: " + String(repeating: piece, count: 10_000)
    #expect(read(Array(source.utf8)).first?.entities.first?.relationships.first?.name == "b")
  }

  @Test("Classes that inherit from each other, and aliases in a circle, come to an end")
  func circles() {
    let text = SwiftDataText(
      """
      @Model class A: B { @Relationship(inverse: \\B.a) var a: C?; var d: D; var e: F.G }
      @Model class B: A {}
      @Model class C {}
      typealias D = E
      typealias E = [D]
      typealias F = F.G
      """)
    #expect(text.names == ["A", "B", "C"])
  }
}
