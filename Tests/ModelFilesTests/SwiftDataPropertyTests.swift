import ObjectGraph
import Testing

@testable import ModelFiles

@Suite("Which properties are part of a model?")
struct SwiftDataPropertyTests {
  @Test(
    "Only what is stored is",
    arguments: [
      "var a: Item { Item() }", "var a: Item? { get { nil } set {} }", "var a: [Item]\n  { [] }",
      "static var a: Item?", "class var a: Item? { nil }",
      "private static var a: Int = 1", "@Transient var a: Item?",
      "@SwiftData.Transient\n  var a = 1", "let a: Int", "let a = 1, b = 2",
      "func a() -> Item { var a: Item; return a }", "init(a: Item) { var b: Item? = nil }",
      "deinit { var a: Item }", "subscript(a: Item) -> Item { a }", "struct A { var a: Item }",
      "enum A { case a(Item); static var b: Item }", "class A { var a: Item? }",
      "// var a: Item", "/* var a: Item /* var b: Item */ var c: Item */",
      "func a() async throws -> [Item]\n  where Box: Codable\n  { [] }",
    ])
  func leftOut(member: String) {
    let text = SwiftDataText.members(member)
    #expect(text.entities == ["Box", "Item: box Box?", "Tag"])
    #expect(text.findings == [])
  }

  @Test(
    "Observers and initial values do not make a property a computed one",
    arguments: [
      "var a: Item? { didSet {} }", "var a: Item? { willSet(new) {} didSet {} }",
      "var a: Item? = nil { didSet {} }", "var a: Item? = { nil }()",
      "public private(set) final var a: Item?", "@MainActor @Other(x: 1) var a: Item?",
      "@Attribute(originalName: \"b\") var a: Item?",
    ])
  func stored(member: String) {
    #expect(SwiftDataText.members(member).relationships == ["a Item?"])
  }

  @Test(
    "Everything else that is stored is an attribute",
    arguments: [
      ("var a: Int", "a"), ("var a: String?", "a?"), ("var a: String!", "a?"),
      ("var a: Optional<Int>", "a?"), ("var a: [String]", "a"), ("var a = 1", "a?"),
      ("var a: Date = Date.now", "a?"), ("var a = \"x\"", "a?"), ("var a = -1.5", "a?"),
      ("var a = true", "a?"), ("var a = UUID()", "a?"), ("var a = Date.now", "a?"),
      ("var a = Locale.current", "a?"), ("var a = Array(repeating: 0, count: 2)", "a?"),
      ("var a = UserDefaults.standard", "a?"), ("var a = [1, 2]", "a?"),
      ("var a: [String: Int] = [:]", "a?"), ("var a: (Int, b: String)", "a"),
      ("var a: Item.ID?", "a?"), ("var a: (@Sendable (Item) -> Void)?", "a?"),
      ("var a: any Codable", "a"), ("var a: Reference<Item>", "a"), ("var a: [3 of Int]", "a"),
      ("@Attribute(.unique) var a: UUID", "a unique"),
      ("@Attribute(.externalStorage, .unique, originalName: \"b\") var a: Data?", "a? unique"),
      ("@SwiftData.Attribute(Schema.Attribute.Option.unique) var a: Int", "a unique"),
      ("@Attribute(.transformable(by: Colours.self)) var a: Colour", "a"),
      ("#Unique<Box>([\\.a])\n  var a: Int", "a unique"),
      ("#Unique<Box>([\\Box.a], [\\.b])\n  var a: Int", "a unique"),
      ("#Unique<Box>([\\.a, \\.b])\n  var a: Int", "a"), ("#Index<Box>([\\.a])\n  var a: Int", "a"),
    ])
  func attributes(member: String, attribute: String) {
    let text = SwiftDataText.members(member)
    #expect(text.attributes == [attribute])
    #expect(text.relationships == [])
    let isUnread = member.contains(" of ")
    #expect(text.rules.isEmpty != isUnread)
  }

  @Test(
    "What holds models in more than one layer is no relationship",
    arguments: [
      "Item??", "Optional<Item?>", "[Item?]", "[[Item]]", "[Item]??", "Set<[Item]>", "[[Item]?]",
    ])
  func layers(type: String) {
    let text = SwiftDataText.members("var a: \(type)")
    #expect(text.relationships == [] && text.rules == ["2:5 unreadable_type"])
  }

  @Test("A value goes on to where the next declaration begins")
  func continuedValues() {
    let text = SwiftDataText.members(
      #"""
      var a: Int = 1 +
        2
      var b: Bool = x
        ? y
        : z
      var c: [String] = list
        .filter { var d: Item; return d.isEmpty }
      #if DEBUG
        .sorted()
      #endif
      var e: String = """
        var f: Item
        """ + "\(map { "var g: Item \("}")" })"
      var h = try? value as
        Int
      var i: Regex<Substring> = /"{/
      var j: Bool = if x { true }
        else { false }
      lazy var k: Int = 2; var l: Item?
      """#)
    #expect(text.attributes.joined() == "a?b?c?e?h?i?j?k?")
    #expect(text.relationships == ["l Item?"])
    #expect(text.rules == [])
  }

  @Test("The branches of #if are all read")
  func branches() {
    let text = SwiftDataText.members(
      """
      #if os(iOS) && (DEBUG ||
        canImport(Things))
      var a: Item?
      var b: Item?
      #elseif os(macOS)
        || os(Linux)
      var c: Tag?
      var a: [Item]
      #else
      var b: Item?
      #endif
      #if X
      @Relationship(deleteRule: .cascade)
      #endif
      var d: Item?
      """)
    #expect(text.relationships == ["a Item?", "b Item?", "c Tag?", "d Item? cascade"])
    #expect(text.rules == ["9:5 conditional_declaration"])
  }
}
