import DeleteMatrix
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import Testing

@testable import ModelDeletes

@Suite("Is a relationship found again in another model?")
struct MovedRelationshipTests {
  /// A dog that is an animal; whose the toys are is put in place of `ANIMAL` and `DOG`.
  private static func model(ofToys owner: String, toys: String = "toys") throws -> Model {
    let relationship = """
      <relationship name="\(toys)" optional="YES" toMany="YES" deletionRule="RULE" \
      destinationEntity="Toy" inverseName="owner" inverseEntity="Toy"/>
      """
    let text = """
      <model><entity name="Animal">ANIMAL</entity>
      <entity name="Dog" parentEntity="Animal">DOG</entity>
      <entity name="Toy"><relationship name="owner" optional="YES" maxCount="1" \
      deletionRule="Nullify" destinationEntity="\(owner)" inverseName="\(toys)" \
      inverseEntity="\(owner)"/></entity>
      </model>
      """
    let filled = text.replacing(owner.uppercased(), with: relationship)
      .replacing("ANIMAL", with: "").replacing("DOG", with: "")
    return try Model(reading: filled.replacing("RULE", with: "Cascade"), as: "contents")
  }

  private func pairs(_ old: Model, _ new: Model) -> [String] {
    Renaming(from: old, to: new).relationships.map {
      "\(old.schema.qualifiedName(of: $0.key)) > \(new.schema.qualifiedName(of: $0.value))"
    }.sorted()
  }

  @Test("One that moved up to the parent is the same")
  func up() throws {
    let (old, new) = (try Self.model(ofToys: "Dog"), try Self.model(ofToys: "Animal"))
    #expect(pairs(old, new).contains("Dog.toys > Animal.toys"))
    #expect(pairs(new, old).contains { $0.hasPrefix("Animal.toys") } == false)
    let renamed = try Self.model(ofToys: "Animal", toys: "things")
    #expect(pairs(old, renamed).contains { $0.hasPrefix("Dog.toys") } == false)
  }

  @Test("One that leads elsewhere is another one, and each becomes one relationship at most")
  func others() throws {
    func model(_ owners: [String], to destination: String = "Toy") throws -> Model {
      let relationship = { (owner: String) in
        owners.contains(owner)
          ? "<relationship name=\"toys\" optional=\"YES\" toMany=\"YES\" deletionRule=\"Cascade\" "
            + "destinationEntity=\"\(destination)\"/>" : ""
      }
      return try Model(
        reading: """
          <model><entity name="Animal">\(relationship("Animal"))</entity>
          <entity name="Dog" parentEntity="Animal">\(relationship("Dog"))</entity>
          <entity name="Cat" parentEntity="Animal">\(relationship("Cat"))</entity>
          <entity name="Toy"/><entity name="Bone"/></model>
          """, as: "contents")
    }
    let both = try model(["Dog", "Cat"])
    #expect(pairs(both, both) == ["Cat.toys > Cat.toys", "Dog.toys > Dog.toys"])
    #expect(pairs(both, try model(["Animal"])) == ["Dog.toys > Animal.toys"])
    #expect(pairs(both, try model(["Dog"], to: "Bone")) == [])
  }

  @Test("Each keeps its own name in the model that it is")
  func same() throws {
    let model = try Self.model(ofToys: "Dog")
    #expect(pairs(model, model) == ["Dog.toys > Dog.toys", "Toy.owner > Toy.owner"])
  }
}

@Suite("Are the changes from A to B those from B to A, seen from the other side?")
struct MirroredChangesTests {
  private static let rules = [".cascade", ".nullify", ".deny", ".noAction"]

  private static func model(_ rule: String, _ declaration: String = "items: [Item] = []") -> String
  {
    """
    @Model class List { @Relationship(deleteRule: \(rule)) var \(declaration) }
    @Model class Item { var list: List? }
    """
  }

  private static let models = Result {
    try
      (rules.map { model($0) } + [
        model(".cascade", "items: Item?"), model(".nullify", "items: [Item]? = []"),
        "@Model class List { var x = 1 }\n@Model class Item { var list: List? }",
      ]).map { try Model(reading: $0, as: "M.swift") }
  }

  /// What changes from each model to each.
  private static let changes = Result {
    try models.get().map { old in
      try models.get().map { try ModelChanges(from: old, to: $0) }
    }
  }

  /// The changes by what is deleted and how, with the effects and objects of both sides.
  private func table(_ changes: ModelChanges, mirrored: Bool) -> [String] {
    changes.changes.map { change in
      let sides = [change.before, change.after].map {
        "\($0?.effect.rawValue ?? "none") \($0?.deleted ?? [])"
      }
      let impact =
        switch change.impact {
        case .review: "review"
        case .worse: mirrored ? "better" : "worse"
        case .better: mirrored ? "worse" : "better"
        }
      let delete =
        "\(impact) \(change.fault?.rule ?? "") \(change.isBatch) \(change.deleted) "
        + "\(change.entity).\(change.relationship)"
      return ([delete] + (mirrored ? sides.reversed() : sides)).joined(separator: " ")
    }.sorted()
  }

  @Test("Each change is in both, with worse and better and what it did and does exchanged")
  func mirrored() throws {
    let changes = try Self.changes.get()
    var seen: Set<ChangeImpact> = []
    for old in changes.indices {
      for new in changes.indices {
        let (there, back) = (changes[old][new], changes[new][old])
        #expect(table(there, mirrored: false) == table(back, mirrored: true))
        #expect(there.unchangedCount == back.unchangedCount)
        #expect(there.changes.map(\.impact) == there.changes.map(\.impact).sorted())
        seen.formUnion(there.changes.map(\.impact))
      }
    }
    #expect(seen.count == ChangeImpact.allCases.count)
  }

  @Test(
    "It is worse or better exactly where check finds more or less, but for children of a new pair")
  func asCheck() throws {
    var check = Check()
    check.assumesAllDeletes = true
    let faults = try Self.models.get().map { model in
      try check.findings(in: model).filter { $0.witness != nil }.map {
        "\($0.rule) \($0.entity ?? "")"
      }
    }
    for (changes, before) in zip(try Self.changes.get(), faults) {
      for (changes, after) in zip(changes, faults) {
        let impacts = Set(changes.changes.map(\.impact))
        let paired = changes.unchangedFaults.map { "\($0[0]) \($0[1])" }
        let (before, after) = (
          before.filter { !paired.contains($0) }, after.filter { !paired.contains($0) }
        )
        #expect(impacts.contains(.worse) == !Set(after).isSubset(of: before))
        #expect(impacts.contains(.better) == !Set(before).isSubset(of: after))
      }
    }
  }
}
