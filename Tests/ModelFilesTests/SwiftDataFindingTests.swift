import ExpectedText
import ObjectGraph
import Testing

@testable import ModelFiles

@Suite("What cannot be read with certainty is said?")
struct SwiftDataFindingTests {
  private let prefix = "@Relationship"

  @Test(
    "Arguments that cannot be read are named, with what is made of them",
    arguments: [
      ("deleteRule: Self.rule", "a [Item]"), ("deleteRule: casade", "a [Item]"),
      ("deleteRule: flag ? .cascade : .deny", "a [Item]"), ("deleteRule: rule()", "a [Item]"),
      ("deleteRule:", "a [Item]"), ("options", "a [Item]"), ("rule: .cascade", "a [Item]"),
      ("inverse: Self.path", "a [Item]"), ("inverse: \\Item.box?.name", "a [Item]"),
      ("inverse: \\Item.box.name", "a [Item]"), ("inverse: \\", "a [Item]"),
      ("inverse: \\[Item].count", "a [Item]"), ("inverse: \\Item", "a [Item]"),
      ("minimumModelCount: -1", "a [Item]"), ("minimumModelCount: least", "a [Item]"),
      ("maximumModelCount: 1.5", "a [Item]"), ("maximumModelCount: 0x", "a [Item]"),
      ("originalName: old", "a [Item]"), ("originalName: \"a\\(1)\"", "a [Item]"),
      ("deleteRule: .deny, deleteRule: .cascade", "a [Item] deny"),
    ])
  func arguments(argument: String, relationship: String) {
    let text = SwiftDataText.members("@Relationship(\(argument)) var a: [Item]")
    #expect(text.relationships == [relationship])
    let column = argument.contains("deny,") ? 34 : 15
    #expect(text.rules == ["2:\(column) unreadable_argument"])
  }

  @Test("A misspelt delete rule is reported as that, and the right one is suggested")
  func misspeltRule() {
    for rule in [".casade", "Schema.Relationship.DeleteRule.casade"] {
      let text = SwiftDataText.members("@Relationship(deleteRule: \(rule)) var a: [Item]")
      #expect(text.rules == ["2:15 unknown_delete_rule"])
      #expect(text.relationships == ["a [Item]"])
      #expect(text.findings.contains { $0.contains("did you mean '.cascade'?") })
    }
  }

  @Test("A finding says what was found, what was expected and what was made of it")
  func messages() {
    let text = MarkedText(
      """
      @Model class Box {
      @Relationship(«»deleteRule: .purge) var a: [Item]
      @Relationship(«»inverse: \\Tag.box) var b: [Item]
      @Relationship var «»c: [Thing]?
      @Relationship var «»d: String
      @Relationship var «»e: [String: Item]
      @Relationship var f = makeItems()
      var g: [String: [Item]]
      var h = makeItem()
      var i = Item.standard
      let «»j: Item
      @Attribute(«»options) var k: Int
      @Relationship var «»l: Kind; enum Kind { case a }
      }
      @Model class Item { var box: Box? }
      @Model class Tag {}
      """)
    #expect(
      SwiftDataText.findings(text) == [
        "«0» error: the delete rule '.purge' is none of .cascade, .nullify, .deny and .noAction; "
          + "taken as .nullify, the default [unknown_delete_rule]",
        "«1» error: the inverse is \\Tag.box, but the destination is Item, so box of Item "
          + "is taken [mismatched_inverse]",
        "«2» error: @Relationship is on 'c', but Thing is declared in none of the given files; "
          + "the relationship is left out; if it is a @Model class, give the path with it, too "
          + "[unknown_destination]",
        "«3» error: @Relationship is on 'd', but String is no @Model class; the relationship "
          + "is left out [unknown_destination]",
        "«4» error: @Relationship is on 'e', which has the type '[String: Item]'; expected "
          + "a model class, an optional or an array of one, so it is left out; Box.f (line 7), "
          + "Box.g (line 8), Box.h (line 9) and Box.i (line 10) have the same problem "
          + "[unreadable_type]",
        "«5» warning: 'j' is a let; SwiftData keeps what is a var, so it is left out "
          + "[constant_property]",
        "«6» warning: found 'options'; expected an option of @Attribute such as .unique, "
          + "so it is passed over [unreadable_argument]",
        "«7» error: @Relationship is on 'l', but Kind is no @Model class; the relationship "
          + "is left out [unknown_destination]",
      ])
    #expect(SwiftDataText(text.text).attributes == ["g", "h?", "i?", "k"])
  }

  @Test(
    "An option of attributes does nothing on a relationship, whichever macro has it",
    arguments: ["Attribute", "Relationship"])
  func ineffectiveOption(macro: String) {
    let text = MarkedText(
      "@Model class Box { @\(macro)(.preserveValueOnDeletion) var «»a: [Item] }\n@Model class Item {}"
    )
    #expect(
      SwiftDataText.findings(text) == [
        "«0» warning: '.preserveValueOnDeletion' of @\(macro) does nothing on the relationship "
          + "'a' [ineffective_option]"
      ])
  }

  @Test("Arguments that say nothing are one finding, however many there are")
  func manyArguments() {
    let text = MarkedText(
      """
      @Model class Box {
      @Relationship(«»a, .b, «»x: 1, deleteRule: .deny, y: 2, «»x: 3) var a: [Item]
      @Attribute(«»a, .b, .unique, c) var b: Int
      }
      @Model class Item { var box: Box? }
      @Model class Tag {}
      """)
    #expect(
      SwiftDataText.findings(text) == [
        "«0» error: found 'a' and '.b'; expected an option such as .unique; they are "
          + "passed over [unreadable_argument]",
        "«1» error: found 'x: 1' and 'y: 2'; expected parameters of @Relationship instead "
          + "of x: and y:; they are passed over [unreadable_argument]",
        "«2» error: found 'x: 3'; expected x: only once; the first is taken "
          + "[unreadable_argument]",
        "«3» warning: found 'a' and 'c'; expected an option of @Attribute such as .unique, "
          + "so they are passed over [unreadable_argument]",
      ])
    #expect(SwiftDataText(text.text).relationships == ["a [Item] deny"])
  }

  @Test("A property that is declared twice, or has two macros, is read once")
  func repetition() {
    let text = SwiftDataText.members(
      """
      var a: Item?
      var a: [Item]
      #if X
      @Relationship(deleteRule: .cascade)
      #else
      @Relationship(deleteRule: .deny)
      #endif
      var b: Item?
      """)
    #expect(text.relationships == ["a Item?", "b Item? cascade"])
    #expect(text.rules == ["3:5 repeated_declaration", "7:1 conditional_declaration"])
  }

  @Test("A merge conflict is named, and both of its sides are read")
  func conflict() {
    let text = MarkedText(
      """
      @Model class A {
      «<<<<<<< HEAD»
        var b: A?
      =======
        var c: A?
      >>>>>>> other
      }
      """)
    let found = SwiftDataText.findings(text)
    #expect(
      found == [
        "«0» error: an unresolved merge conflict begins here; what can be read is taken [unreadable_source]"
      ])
    #expect(SwiftDataText(text.text).relationships == ["b A?", "c A?"])
  }

  @Test(
    "A file that ends too early is named, and what can be read is read",
    arguments: [
      "@Model class A «{» var b: A?", "@Model class A { var b: A? «/*» }",
      "@Model class A { var b: A?; var c = «\"»}",
      "@Model class A { var b: A?; var c = «\"\"\"»\n}",
      "@Model class A { var b: A?; var c = «\"»\\(x }",
      "@Model class A { var b: A?; func f( «}»", "@Model class A { var b: A? } «}»",
      "@Model class A { var b: A?; var c = «#/» }", "@Model class A { var b: A?; var c: [Int «}»",
      "@Model class A { var b: A?; var c = «\"»\n}",
    ] as [MarkedText])
  func truncated(source: MarkedText) {
    let text = SwiftDataText(source.text)
    #expect(text.relationships == ["b A?"])
    #expect(text.rules.contains("\(source.place()) unreadable_source"))
  }

  @Test("A file that cannot be read and mentions models is not passed over in silence")
  func unreadableWithoutModels() {
    #expect(SwiftDataText("/* @Model class A {}").rules == ["1:1 unreadable_source"])
    #expect(SwiftDataText("/* class A {}").models.isEmpty)
    #expect(SwiftDataText("import SwiftData\n@Model struct A {}").rules == ["2:8 unreadable_model"])
    #expect(SwiftDataText("@Model class A {}", "/* @Model").rules == ["1:1 unreadable_source"])
    #expect(SwiftDataText("@Model func f(").rules == ["1:14 unreadable_source"])
    #expect(SwiftDataText("#if DEBUG\n@Model class A {}").rules == ["1:1 unreadable_source"])
  }

  @Test(
    "A nested collection is no relationship: what was found is said, and what is expected",
    arguments: [
      ("var a: [[Item]]?", "has the type '[[Item]]?'"),
      ("var a: [Item?] = []", "has the type '[Item?]'"),
      ("var a: [String: Item] = [:]", "has the type '[String: Item]'"),
      ("var a: Set<[Item]> = []", "has the type 'Set<[Item]>'"),
      ("var a = [[Item]]()", "has the value '[[Item]]()'"),
      ("var a = [[Item]]?.none", "has the value '[[Item]]?.none'"),
      ("var a: [Item]?", nil), ("var a: [[String]]?", nil), ("var a = Item?.none", nil),
    ])
  func nested(member: String, found: String?) {
    for macro in ["", "@Relationship "] {
      let text = SwiftDataText(
        "@Model class Box {\n\(macro)\(member)\n}\n@Model class Item { var box: Box? }")
      guard let found else {
        #expect(text.findings.filter { $0.contains("unreadable_type") } == [] || !macro.isEmpty)
        continue
      }
      let expected =
        macro.isEmpty
        ? "'a' \(found), which is no relationship; expected Item, Item?, [Item] or [Item]?; it is "
          + "taken for an attribute"
        : "@Relationship is on 'a', which \(found); expected a model class, an optional or an array "
          + "of one, so it is left out"
      #expect(text.findings.count == 1 && text.findings[0].contains(expected), "\(text.findings)")
    }
  }

  @Test("One finding about types that cannot be read names every property of the model")
  func everyProperty() {
    let members = (1...9).map { "var p\($0) = make()" }
    let text = SwiftDataText(
      "@Model class Box {\n\(members.joined(separator: "\n"))\n}\n@Model class Item { var q = make() }"
    )
    #expect(text.rules == ["2:5 unreadable_type"])
    for number in 2...9 {
      #expect(text.findings[0].contains("Box.p\(number) (line \(number + 1))"))
    }
    #expect(text.findings[0].contains("and Item.q (line 12) have the same problem"))
  }
}
