import ModelFiles

/// Models with one of everything that reports have words for.
struct SampleModel: Sendable {
  let name: String
  let text: String

  var model: Model { get throws { try Model(reading: text, as: name) } }

  static let lists = SampleModel(
    name: "App.swift",
    text: #"""
      @Model class List {
        @Relationship(deleteRule: .cascade, inverse: \Item.list) var items: [Item]
        @Relationship(deleteRule: .deny) var owner: User?
      }
      @Model class Item {
        var list: List?
        @Relationship(deleteRule: .cascade, inverse: \Item.parent) var parts: [Item]
        var parent: Item?
        @Relationship(inverse: \Tag.items) var tags: [Tag]
        @Relationship(inverse: \Receipt.item) var receipts: [Receipt]
      }
      @Model class Tag { var items: [Item] }
      @Model class Receipt { var item: Item }
      @Model class Widget { @Relationship(inverse: nil) var item: Item? }
      @Model class User {
        @Relationship(inverse: \List.owner) var list: List?
      }
      """#)

  /// Another rule, a relationship that came, and one that went.
  static let changedLists = SampleModel(
    name: "App.swift",
    text: lists.text.replacing(
      ".cascade, inverse: \\Item.list", with: ".deny, inverse: \\Item.list"
    )
    .replacing("@Relationship(inverse: nil) var item: Item?", with: "var tag: Tag?")
    .replacing("@Relationship(deleteRule: .deny)", with: "@Relationship(deleteRule: .noAction)"))

  /// Something that no two years do alike.
  static let records = SampleModel(
    name: "Records.swift",
    text: #"""
      @Model class Record {
        @Relationship(deleteRule: .cascade, inverse: \Photo.record) var photos: [Photo] = []
        @Relationship(deleteRule: .deny, inverse: \Cover.record) var cover: Cover?
      }
      @Model class Photo { var record: Record }
      @Model class Cover { var record: Record? }
      """#)

  static let formerRecords = SampleModel(
    name: "Records.swift", text: records.text.replacing(".cascade", with: ".nullify"))

  static let clean = SampleModel(
    name: "Clean.swift",
    text: """
      @Model class List { @Relationship(deleteRule: .cascade) var items: [Item] = [] }
      @Model class Item { var list: List? }
      """)

  static let pets = coreData(
    "Pets",
    """
    <entity name="Animal" isAbstract="YES"/>
    <entity name="Dog" parentEntity="Animal"><relationship name="toys" optional="YES" toMany="YES" \
    deletionRule="Cascade" destinationEntity="Toy" inverseName="dog" inverseEntity="Dog"/></entity>
    <entity name="Cat" parentEntity="Animal"><relationship name="home" optional="YES" \
    maxCount="1" deletionRule="No Action" destinationEntity="Home" inverseName="cats" \
    inverseEntity="Home"/></entity>
    <entity name="Toy"><relationship name="dog" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Dog" inverseName="toys" inverseEntity="Dog"/></entity>
    <entity name="Home"><relationship name="cats" optional="YES" toMany="YES" minCount="2" \
    deletionRule="Nullify" destinationEntity="Cat" inverseName="home" inverseEntity="Cat"/>
    <relationship name="ghost" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Idea"/></entity>
    <entity name="Idea" isAbstract="YES"/>
    """)

  static let tree = coreData(
    "Tree",
    """
    <entity name="Node">
      <relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade" \
    destinationEntity="Node" inverseName="parent" inverseEntity="Node"/>
      <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Node" inverseName="children" inverseEntity="Node"/>
      <relationship name="next" optional="YES" maxCount="1" deletionRule="Cascade" \
    destinationEntity="Node"/>
      <relationship name="friends" optional="YES" toMany="YES" ordered="YES" \
    deletionRule="Nullify" destinationEntity="Node" inverseName="friends" inverseEntity="Node"/>
      <relationship name="owners" optional="YES" toMany="YES" deletionRule="Deny" \
    destinationEntity="Owner"/>
      <relationship name="bags" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Bag" inverseName="nodes" inverseEntity="Bag"/>
    </entity>
    <entity name="Bag"><relationship name="nodes" optional="YES" toMany="YES" minCount="2" \
    deletionRule="Nullify" destinationEntity="Node" inverseName="bags" inverseEntity="Node"/>
    </entity>
    <entity name="Owner"/>
    """)

  private static func coreData(_ name: String, _ body: String) -> SampleModel {
    SampleModel(
      name: "\(name).xcdatamodel/contents", text: "<model documentVersion=\"1.0\">\(body)</model>")
  }

  /// Objects of the lists.
  static let someRecords = """
    {"objects": {"Record": ["r", "s"], "Photo": ["p", "q"], "Cover": ["c"]},
     "links": [["r", "photos", "p"], ["r", "photos", "q"], ["r", "cover", "c"]]}
    """

  static let someObjects = """
    {"objects": {"List": ["food", "tools"], "Item": ["milk", "eggs", "cap"], "Tag": ["urgent"],
      "Receipt": ["r1"], "Widget": ["home"], "User": ["ann"]},
     "links": [["food", "items", "milk"], ["food", "items", "eggs"], ["milk", "parts", "cap"],
      ["cap", "tags", "urgent"], ["r1", "item", "cap"], ["home", "item", "eggs"],
      ["food", "owner", "ann"]]}
    """

  /// More of them than anybody would read about one by one.
  static let manyObjects: String = {
    let items = (1...30).map { "\"i\($0)\"" }.joined(separator: ",")
    let links = (1...30).map { "[\"l\", \"items\", \"i\($0)\"]" }.joined(separator: ",")
    return """
      {"objects": {"List": ["l"], "Item": [\(items)], "Widget": ["w"]},
       "links": [\(links), ["w", "item", "i2"]]}
      """
  }()
}
