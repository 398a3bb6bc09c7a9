import ObjectGraph
import Testing

@testable import ModelFiles

@Suite("Which relationship is a property?")
struct SwiftDataRelationshipTests {
  @Test("A greatest count of a to-one says nothing more")
  func boundOfToOne() throws {
    let model = try Model(
      reading: "@Model class Box { @Relationship(maximumModelCount: 3) var item: Item? }\n"
        + "@Model class Item { var box: Box? }", as: "M.swift")
    #expect(model.findings.isEmpty)
    #expect(
      model.schema.relationships.allSatisfy { model.schema.declaration(of: $0).maxCount == 1 })
  }

  @Test(
    "A type says how many there may be, and whether there may be none",
    arguments: [
      ("var a: Item", "a Item"), ("var a: Item?", "a Item?"), ("var a: Item!", "a Item?"),
      ("var a: Optional<Item>", "a Item?"), ("var a: Swift.Optional<Item> = nil", "a Item?"),
      ("var a: (Item)?", "a Item?"), ("var a: [Item]", "a [Item]"), ("var a: [ Item ]", "a [Item]"),
      ("var a: [Item]?", "a [Item]?"), ("var a: [Item]! = []", "a [Item]?"),
      ("var a: Array<Item>", "a [Item]"), ("var a: Swift.Array<Item>?", "a [Item]?"),
      ("var a: Optional<Array<Item>>", "a [Item]?"), ("var a: Set<Item>", "a [Item]"),
      ("typealias B<T: PersistentModel> = [T]?\nvar a: B<Item>", "a [Item]?"),
      ("typealias B<T> = C<T>\ntypealias C<T> = Set<T>\nvar a: B<Item>", "a [Item]"),
      ("var a: App.Item", "a Item"), ("var a: `Item`?", "a Item?"), ("var `in`: Item", "in Item"),
      ("var a : Item? = nil", "a Item?"), ("var a:[Item]=[]", "a [Item]"),
      ("var a: Set<Item>\n}\nextension Set {", "a [Item]"),
      ("var a:\n    [\n      Item\n    ]\n    = []", "a [Item]"), ("var 品: [Item]", "品 [Item]"),
    ])
  func types(member: String, relationship: String) {
    let text = SwiftDataText.members(member)
    #expect(text.relationships == [relationship])
    #expect(text.findings == [])
  }

  @Test(
    "An initial value that names its type does so too",
    arguments: [
      ("var a = [Item]()", "a [Item]"), ("var a = Item()", "a Item"),
      ("var a = Item(box: nil)", "a Item"), ("var a = Item.init()", "a Item"),
      ("var a = Array<Item>()", "a [Item]"), ("var a = Set<Item>()", "a [Item]"),
      ("var a = [Item].init()", "a [Item]"), ("var a = [Item(box: nil)]", "a [Item]"),
      ("var a = Item?.none", "a Item?"), ("var a = [Item]?.some([])", "a [Item]?"),
      ("var a = Optional<Item>.none", "a Item?"),
      ("var a = Optional<[Item]>.some([])", "a [Item]?"),
      ("var a = nil as Item?", "a Item?"), ("var a = [] as [Item]", "a [Item]"),
      ("var a = (nil as Item?)", "a Item?"), ("var a = (([] as [Item]))", "a [Item]"),
      ("var a = Swift.Optional<Item>.none", "a Item?"), ("var a = Optional(Item())", "a Item?"),
      ("var a = Optional.some(Item())", "a Item?"), ("var a = Set([Item()])", "a [Item]"),
      ("var a = try? Item()", "a Item?"), ("var a = Item() as? Item", "a Item?"),
      ("var a = true ? nil : Item()", "a Item?"), ("var a = [Item()].first ?? Item()", "a Item"),
      ("var a = false ? Item() : nil as Item?", "a Item?"), ("var a = { Item() }()", "a Item"),
      ("var a = { () -> [Item] in [] }()", "a [Item]"),
      ("var a = { let item = Item(); return item }()", "a Item"),
      ("var a = Array(repeating: Item(), count: 2)", "a [Item]"),
      ("typealias B = Item?\nvar a = B.none", "a Item?"),
      ("typealias B = [Item]\nvar a = B()", "a [Item]"),
    ])
  func initialValues(member: String, relationship: String) {
    let text = SwiftDataText.members(member)
    #expect(text.relationships == [relationship])
    #expect(text.findings == [])
  }

  @Test(
    "An initial value that names something declared has its type",
    arguments: [
      ("var a = Item.standard", "a Item"), ("var a = Item.maker", "a Item?"),
      ("var a = Kit.empty", "a [Item]"), ("var a = Item.make()", "a [Item]"),
      ("var a = Shop.items", "a [Item]"),
      ("var a = Shop.make(1)", "a Item?"), ("var a = makeItem()", "a Item"),
      ("var a = spare", "a Item?"), ("var a = Self.own", "a Item?"),
      ("var a = Shop().item", "a Item"),
      ("var a = Shop.main.item", "a Item"), ("var a = Shop.other?.item", "a Item?"),
      ("var a = Shop.main.sold()", "a [Item]"), ("var a = Shop.main.price", ""),
      ("var a = Shop.either(1)", ""), ("var a = Item.endless", ""),
      ("var a = Array(repeating: makeItem(), count: 2)", "a [Item]"),
      ("var a = Foo.bar()", ""), ("var a = Foo.bar", ""), ("var a = Foo.bar.rawValue", ""),
    ])
  func namedValues(member: String, relationship: String) {
    let text = SwiftDataText(
      """
      @Model class Box {
      static let own = Item?.none
      \(member)
      }
      @Model class Item { var box: Box?; static let standard = Item(); static let endless = endless }
      extension Item { static var maker: Item? { nil }; static func make() -> [Item] { [] } }
      """,
      """
      struct Shop {
        var item: Item
        let price = 1
        func sold() -> [Item] { [] }
        static let main = Shop(item: Item())
        static var other: Shop?
        static let items = { [Item()] }()
        static func make(_ count: Int) -> Item? { nil }
        static func either(_ count: Int) -> Item? { nil }
        static func either(_ text: String) -> Int { 0 }
      }
      enum Kit { static let empty: [Item] = [] }
      func makeItem() -> Item { Item() }
      let spare: Item? = nil
      """)
    #expect(text.relationships == (relationship.isEmpty ? [] : [relationship]))
    let isSure =
      !relationship.isEmpty || member.contains("price") || member.contains("rawValue")
    #expect(text.rules == (isSure ? [] : ["3:5 unreadable_type"]))
  }

  @Test(
    "Every parameter is read, in any order and over any number of lines",
    arguments: [
      ("@Relationship var a: [Item]", "a [Item]"), ("@Relationship() var a: [Item]", "a [Item]"),
      ("@SwiftData.Relationship(deleteRule: .deny) var a: Item?", "a Item? deny"),
      ("@Relationship(deleteRule: .cascade) var a: [Item]", "a [Item] cascade"),
      ("@Relationship(deleteRule: .nullify) var a: [Item]", "a [Item] nullify"),
      ("@Relationship(deleteRule: .noAction) var a: [Item]", "a [Item] noAction"),
      (
        "@Relationship(deleteRule: Schema.Relationship.DeleteRule.cascade) var a: Item?",
        "a Item? cascade"
      ),
      ("@Relationship(.cascade, inverse: \\Item.box) var a: [Item]", "a [Item] cascade <-box"),
      ("@Relationship(.unique) var a: Item?", "a Item?"),
      ("@Relationship(inverse: \\Item.box) var a: [Item]", "a [Item] <-box"),
      ("@Relationship(inverse: \\App.Item.box) var a: [Item]", "a [Item] <-box"),
      ("@Relationship(inverse: \\.box) var a: [Item]", "a [Item] <-box"),
      ("@Relationship(inverse: \\Item.box!) var a: [Item]", "a [Item] <-box"),
      ("@Relationship(inverse: nil) var a: [Item]", "a [Item] one-way"),
      ("@Relationship(inverse: \\Self.a) var a: Box?", "a Box? <-a"),
      (
        "@Relationship(minimumModelCount: 1, maximumModelCount: 1_000) var a: [Item]?",
        "a [Item]? min 1 max 1000"
      ),
      ("@Relationship(minimumModelCount: nil, maximumModelCount: nil) var a: Item?", "a Item?"),
      ("@Relationship(originalName: \"things\") var a: [Item]", "a [Item] was things"),
      ("@Relationship(originalName: #\"a\"b\"#) var a: [Item]", "a [Item] was a\"b"),
      ("@Relationship(originalName: nil, hashModifier: \"v2\") var a: [Item]", "a [Item]"),
      (
        """
        @Relationship(
          // The rule is below.
          hashModifier: "(,", inverse: /* ) */ \\Item.box,
          originalName: "b", maximumModelCount: 9,

          minimumModelCount: 2, deleteRule: .cascade,
        )

        /// The items.
        private(set) var a: [Item] = []
        """, "a [Item] cascade <-box min 2 max 9 was b"
      ),
    ])
  func arguments(member: String, relationship: String) {
    let text = SwiftDataText.members(member)
    #expect(text.relationships == [relationship])
    #expect(text.findings == [])
  }

  @Test("Several bindings share what stands before them, and a type that stands behind them")
  func bindings() {
    let text = SwiftDataText.members(
      """
      var a: Item?, b: [Tag] = [], c = [Item](), d = Item()
      var e, f: Tag?
      var g = Dictionary<String, Int>(), h: Tag
      """)
    #expect(
      text.relationships == [
        "a Item?", "b [Tag]", "c [Item]", "d Item", "e Tag?", "f Tag?", "h Tag",
      ])
    #expect(text.attributes == ["g?"])
    #expect(text.findings == [])
  }

  @Test("Type aliases are followed, wherever they are")
  func aliases() {
    let text = SwiftDataText(
      """
      @Model class Box {
        typealias Things = Things2?
        var a: Things
        var b: Pair.One
        var c: List<Item>
        var d: Names
      }
      @Model class Item {}
      """,
      """
      typealias Things2 = [Thing]
      typealias Thing = Item
      typealias Names = [String]?
      enum Pair { typealias One = Item }
      typealias Round = Round2
      typealias Round2 = Round
      """)
    #expect(text.relationships == ["a [Item]?", "b Item"])
    #expect(text.attributes == ["c", "d?"])
    #expect(text.findings == [])
  }

  @Test("The nearest type of a name is the one that is meant")
  func shadowing() {
    let text = SwiftDataText(
      """
      @Model class Box {
        var a: Item
        var b: Box.Item
        var c: Tag
        var d: [Tag.Colour]
        struct Item: Codable {}
      }
      @Model class Item {}
      @Model class Tag { enum Colour: Codable { case red } }
      """)
    #expect(text.relationships == ["c Tag"])
    #expect(text.attributes == ["a", "b", "d"])
    #expect(text.findings == [])
  }
}
