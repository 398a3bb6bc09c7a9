import Foundation
import Scenarios
import SourceText
import Testing

@testable import Reporting

@Suite("How is it written down what a delete can do?")
struct EffectsReportTests {
  @Test("Sentences: what goes, what loses a reference, what refuses, what dangles, what crashes")
  func markdown() throws {
    #expect(
      try EffectsModel(swift: EffectsModel.swiftLists).text("List") == """
        # Deleting a List (App.swift)

        Goes with it:

        1. its items (cascade, List.items): every Item
        2. their parts (cascade, Item.parts): every Item, and so on, through the whole tree

        Stays and loses a reference:

        - List.items no longer holds the Item (nullify, Item.list)
        - Item.parts no longer holds the Item (nullify, Item.parent)
        - Tag.items no longer holds the Item (nullify, Item.tags)

        Refused:

        - while a User that stays is the owner of the List (1600; deny, List.owner): delete the \
        User first or with it, set owner to nil, or change the rule
        - while a Receipt that stays has the Item as Receipt.item, which must not be empty (1570; \
        nullify, Item.receipts): delete the Receipt first or with it, give it another Item, make \
        Receipt.item optional, or change the rule of Item.receipts

        Left dangling:

        - Widget.item still leads to the Item, because it has no inverse: reading through it traps

        Observed to crash (EXC_BAD_ACCESS) instead:

        - where a User that stays is the owner of the List (one-to-one, deny, List.owner)

        """)
  }

  @Test("What cannot happen is said too")
  func nothing() throws {
    #expect(
      try EffectsModel(swift: EffectsModel.swiftLists).text("User") == """
        # Deleting a User (App.swift)

        Goes with it: nothing.

        Stays and loses a reference:

        - List.owner becomes empty (nullify, User.list)

        Refused: never.

        Left dangling: nothing.

        """)
  }

  @Test("An abstract entity is explained by its subentities, and one without any in a sentence")
  func abstract() throws {
    let pets = try EffectsModel(coreData: EffectsModel.coreDataPets)
    #expect(
      try pets.text("Animal") == """
        # Deleting an Animal (App.xcdatamodeld)

        Animal is abstract: each is a Dog or a Cat.

        Goes with it:

        1. if it is a Dog: its toys (cascade, Dog.toys): every Toy

        Stays and loses a reference: nothing.

        Refused: never.

        Left dangling:

        - if it is a Cat: Home.cats still holds the Cat, because its inverse Cat.home is noAction: \
        the fault cannot be fulfilled (133000)

        """)
    #expect(
      try pets.text("Idea") == """
        # Deleting an Idea (App.xcdatamodeld)

        No object of Idea can exist: it is abstract, as is all that inherits from it.

        """)
  }

  @Test("What goes may be the object itself or what goes with it; counts have words of their own")
  func trees() throws {
    let text = try EffectsModel(
      coreData: """
        <entity name="Node">
          <relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade" \
        destinationEntity="Node" inverseName="parent" inverseEntity="Node"/>
          <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Node" inverseName="children" inverseEntity="Node"/>
          <relationship name="next" optional="YES" maxCount="1" deletionRule="Cascade" \
        destinationEntity="Node"/>
          <relationship name="owners" optional="YES" toMany="YES" deletionRule="Deny" \
        destinationEntity="Owner"/>
          <relationship name="bags" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="Bag" inverseName="nodes" inverseEntity="Bag"/>
        </entity>
        <entity name="Bag"><relationship name="nodes" optional="YES" toMany="YES" minCount="2" \
        deletionRule="Nullify" destinationEntity="Node" inverseName="bags" inverseEntity="Node"/>
        </entity>
        <entity name="Owner"/>
        """
    ).text("Node")
    #expect(
      text == """
        # Deleting a Node (App.xcdatamodeld)

        Goes with it:

        1. from the Node:
           - its children (cascade, Node.children): every Node, and so on, through the whole tree
           - its next (cascade, Node.next): the Node, and so on, to the end of the chain

        Stays and loses a reference:

        - Node.children no longer holds a Node that goes (nullify, Node.parent)

        Refused:

        - while an Owner that stays is in the owners of the Node or a Node that goes with it \
        (1600; deny, Node.owners): delete the Owner first or with it, take it out of owners, \
        or change the rule
        - while a Bag that stays would be left with fewer than 2 in Bag.nodes without a Node that \
        goes (1580; nullify, Node.bags): delete the Bag first or with it, give it another Node, \
        lower the minimum of Bag.nodes, or change the rule of Node.bags

        Left dangling:

        - Node.next still leads to a Node that goes, because it has no inverse: the fault cannot \
        be fulfilled (133000)

        """)
  }

  @Test("Data: the same, entity by entity")
  func json() throws {
    let text = try EffectsModel(swift: EffectsModel.swiftLists).text("List", .json)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(json["entity"] as? String == "List")
    #expect(json["kinds"] as? [String] == ["List"])
    let goes = try #require(json["goes"] as? [[String: Any]])
    #expect(goes.map { $0["level"] as? Int } == [1, 2])
    #expect(goes.map { $0["again"] as? [String] } == [[], ["Item"]])
    let refuses = try #require(json["refuses"] as? [[String: Any]])
    #expect(refuses.map { $0["code"] as? Int } == [1600, 1570])
    #expect(refuses.map { $0["reason"] as? String } == ["denied", "invalid"])
    let dangling = try #require(json["dangling"] as? [[String: Any]])
    #expect(dangling.map { $0["entity"] as? String } == ["Widget"])
    #expect(dangling.map { $0["by"] is NSNull } == [true])
  }

  @Test("Diagrams: cascades bold, refusals red, dangling dashed red, losses grey")
  func diagrams() throws {
    let lists = try EffectsModel(swift: EffectsModel.swiftLists)
    let mermaid = try lists.text("List", .mermaid)
    #expect(mermaid.hasPrefix("%% Deleting a List (App.swift)\nflowchart LR\n  n0[\"List\"]\n"))
    #expect(mermaid.contains("  n0 ==>|\"items cascade\"| n1\n"))
    #expect(mermaid.contains("  n0 -->|\"owner denied\"| n2\n"))
    #expect(mermaid.contains("  n4 -.->|\"item dangles\"| n1\n"))
    #expect(mermaid.contains("  linkStyle 5,6,7 stroke:grey,color:grey\n"))
    let dot = try lists.text("List", .dot)
    #expect(dot.hasPrefix("digraph \"Deleting a List (App.swift)\" {\n"))
    #expect(dot.contains("  n0 -> n1 [style=bold, label=\"items\\ncascade\"];\n"))
    #expect(
      dot.contains("  n0 -> n2 [color=red, fontcolor=red, label=\"owner\\ndenied\"];\n"))
    #expect(
      dot.contains(
        "  n1 -> n4 [style=dashed, color=red, fontcolor=red, dir=back, "
          + "label=\"item\\ndangles\"];\n"))
  }

  @Test(
    "Words have the article that they sound like",
    arguments: [
      ("List", "a List"), ("Item", "an Item"), ("User", "a User"), ("Upload", "an Upload"),
      ("Unit", "a Unit"), ("URLEntry", "a URLEntry"), ("", "a "),
    ])
  func articles(word: String, expected: String) {
    #expect(word.withArticle == expected)
  }

  @Test("Names that are markup stay names", arguments: EffectsReport.allCases)
  func hostileNames(report: EffectsReport) throws {
    let name = "A&quot;]|#&lt;b&gt;\\*"
    let text = try EffectsModel(
      coreData: """
        <entity name="\(name)"><relationship name="r&quot;|*" optional="YES" toMany="YES" \
        deletionRule="Cascade" destinationEntity="\(name)"/></entity>
        """
    ).text("A\"]|#<b>\\*", report)
    switch report {
    case .markdown: #expect(text.contains("A\"\\]\\|\\#\\<b\\>\\\\\\*"))
    case .json: _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    case .mermaid: #expect(text.contains("n0[\"A']|#35;#lt;b#gt;/*\"]\n"))
    case .dot: #expect(text.contains("n0 [label=\"A\\\"]|#<b>\\\\*\", "))
    }
  }
}
