/// A SwiftData model with every kind of relationship.
enum MatrixModel {
  static let swift = #"""
    import SwiftData
    @Model class List {
      @Relationship(deleteRule: .cascade, inverse: \Item.list) var items: [Item] = []
    }
    @Model class Item {
      var list: List?
      @Relationship(deleteRule: .cascade, inverse: \Item.parent) var children: [Item] = []
      var parent: Item?
      @Relationship(inverse: \Tag.items) var tags: [Tag] = []
      var owner: Person
    }
    @Model class Tag { var items: [Item] = []; var colour: Colour? }
    @Model class Colour { var name = "" }
    @Model class Person {
      @Relationship(inverse: \Item.owner) var things: [Item]? = []
      @Relationship(inverse: \Person.spouse) var spouse: Person?
      @Relationship(deleteRule: .deny, inverse: \Person.friends) var friends: [Person] = []
    }
    """#

  /// An abstract entity whose subentities have relationships of its kind.
  static let coreData = """
    <entity name="Animal" isAbstract="YES"><relationship name="home" optional="YES" maxCount="1" \
    deletionRule="Deny" destinationEntity="Home" inverseName="animals" inverseEntity="Home"/>
    </entity>
    <entity name="Dog" parentEntity="Animal"/>
    <entity name="Home"><relationship name="animals" optional="YES" toMany="YES" \
    deletionRule="Cascade" destinationEntity="Animal" inverseName="home" inverseEntity="Animal"/>
    <relationship name="ghost" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Ghost"/></entity>
    <entity name="Ghost" isAbstract="YES"/>
    """
}
