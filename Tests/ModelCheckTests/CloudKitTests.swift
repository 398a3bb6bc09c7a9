import ModelFiles
import SourceText
import Testing

@testable import ModelCheck

@Suite("Does the check say all that CloudKit refuses?")
struct CloudKitTests {
  private func findings(_ text: String, as file: String) throws -> [String] {
    try Check(rules: [], for: [.cloudKit]).findings(in: Model(reading: text, as: file)).map {
      "\($0.location.line) \($0.rule.rawValue) \($0.entity ?? "").\($0.relationship ?? "")"
    }
  }

  @Test("SwiftData: unique attributes, alone and together, and attributes without a default value")
  func swiftData() throws {
    let text = """
      @Model class Book {
        #Unique<Book>([\\.isbn], [\\.title, \\Book.year])
        var isbn = ""
        var title: String
        var year: Int?
        @Attribute(.unique) var shelf: String = ""
        @Transient var isOpen: Bool = false
        let pages: Int
        var length: Int { pages }
      }
      """
    #expect(
      try findings(text, as: "M.swift") == [
        "2 cloudkit_unique Book.isbn", "2 cloudkit_unique Book.title+year",
        "4 cloudkit_no_default Book.title", "6 cloudkit_unique Book.shelf",
      ])
  }

  @Test(
    "No finding for a class in no store, even if the container gets its schema elsewhere",
    arguments: [
      "let container = try ModelContainer(for: Book.self)",
      "let schema = Schema([Book.self])\nfunc make(_ s: Schema) { ModelContainer(for: s) }",
    ])
  func unlisted(container: String) throws {
    let text = """
      @Model class Book { var title: String }
      @Model class Filter { var text: String }
      \(container)
      """
    #expect(try findings(text, as: "M.swift") == ["1 cloudkit_no_default Book.title"])
  }

  @Test("Core Data: the same, and ordered relationships; inheritance is supported")
  func coreData() throws {
    let text = """
      <model><entity name="Item"/>
      <entity name="Book" parentEntity="Item">
      <attribute name="isbn" attributeType="String" defaultValueString=""/>
      <attribute name="printed" attributeType="Date" defaultDateTimeInterval="667177200"/>
      <attribute name="title" attributeType="String"/>
      <attribute name="year" optional="YES" attributeType="Integer 16"/>
      <attribute name="length" transient="YES" attributeType="Integer 16"/>
      <relationship name="items" optional="YES" toMany="YES" ordered="YES" deletionRule="Deny" \
      destinationEntity="Item"/>
      <uniquenessConstraints>
      <uniquenessConstraint><constraint value="isbn"/></uniquenessConstraint>
      <uniquenessConstraint>
      <constraint value="title"/><constraint value="year"/>
      </uniquenessConstraint>
      </uniquenessConstraints>
      </entity></model>
      """
    #expect(
      try findings(text, as: "contents") == [
        "5 cloudkit_no_default Book.title", "8 cloudkit_deny Book.items",
        "8 cloudkit_missing_inverse Book.items", "8 cloudkit_ordered Book.items",
        "10 cloudkit_unique Book.isbn", "11 cloudkit_unique Book.title+year",
      ])
  }

  @Test("Each rule's page and findings quote what Core Data reports")
  func texts() throws {
    let rules = CheckRule.allCases.filter { $0.category == .cloudKit }
    #expect(rules.count == CloudKitRefusal.allCases.count)
    for rule in rules {
      let example = try #require(rule.example)
      let quoted = CloudKitRefusal.allCases.filter { rule.reason.contains($0.rawValue) }
      #expect(quoted.count == 1 && rule.reason.contains("loadIssueModelContainer"), "\(rule)")
      for finding in try Check.findings(in: example, of: rule) where finding.rule == rule {
        let notes = finding.notes.map { "\($0)" }.joined()
        #expect(notes.contains("134060") && notes.contains(quoted[0].rawValue), "\(finding)")
        #expect(
          notes.contains("loadIssueModelContainer") == finding.location.file.hasSuffix(".swift"))
      }
    }
  }

  @Test(
    "The properties of a class that a rule refuses are one finding for readers, and one each for a baseline"
  )
  func grouped() throws {
    let text = """
      @Model class Book {
        var title: String
        var year: Int // deleterules:ignore cloudkit_no_default meant
        var pages: Int
        @Attribute(.unique) var shelf: String
      }
      @Model class Shop { var name: String }
      """
    let all = try Check(rules: [], for: [.cloudKit]).findings(
      in: Model(reading: text, as: "M.swift"))
    #expect(all.map(\.location.line) == [2, 4, 5, 5, 7])
    let grouped = GroupedFindings(all).grouped
    #expect(
      grouped.map { "\($0.location.line) \($0.rule)" } == [
        "2 cloudkit_no_default", "5 cloudkit_unique", "7 cloudkit_no_default",
      ])
    #expect(
      grouped[0].facts.last == "Book.pages (line 4) and Book.shelf (line 5) have the same problem")
    #expect(grouped.dropFirst().allSatisfy { $0.facts.count == 2 })
  }
}
