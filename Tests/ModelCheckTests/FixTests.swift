import ExpectedText
import Foundation
import ModelFiles
import ObjectGraph
import SmallWorlds
import SourceText
import Testing

@testable import ModelCheck

/// A model's file, and what becomes of it by the fixes of what is found.
private struct Fixed {
  let file: SourceFile
  let findings: [Finding]
  let texts: [String]
  let text: String

  init(_ text: String, as path: String = "M.swift") throws {
    let model = try Model(reading: text, as: path)
    findings = try Check().findings(in: model)
    file = SourceFile(path: path, bytes: Array(text.utf8))
    let (changed, applied) = file.applying(findings.flatMap(\.fix))
    texts = applied.map(\.text)
    self.text = String(decoding: changed.bytes, as: UTF8.self)
  }

  /// What the fixes put in, and where: the line as it then is.
  var lines: [String] {
    zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      String(decoding: file.bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
    ).filter { $0 != $1 }.map { $0.0.trimmingCharacters(in: .whitespaces) }
  }
}

@Suite("What mends a finding?")
struct FixTests {
  private static func members(_ member: String) -> String {
    "@Model class Note {\n  \(member)\n}\n@Model class Tag { var notes: [Note] = [] }"
  }

  @Test(
    "An inverse is named wherever its argument belongs",
    arguments: Rows(
      #"""
      var tags: [Tag] = [] → @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
      public private(set) var tags: [Tag]? → @Relationship(inverse: \Tag.notes) public private(set) var tags: [Tag]?
      @objc dynamic var tags: Array<Tag> → @Relationship(inverse: \Tag.notes) @objc dynamic var tags: Array<Tag>
      @Relationship var tags: [Tag] → @Relationship(inverse: \Tag.notes) var tags: [Tag]
      @Relationship() var tags: [Tag] → @Relationship(inverse: \Tag.notes) var tags: [Tag]
      @SwiftData.Relationship( ) var tags: [Tag] → @SwiftData.Relationship(inverse: \Tag.notes ) var tags: [Tag]
      @Relationship(deleteRule: .nullify /* as it was */ ) var tags: [Tag] → @Relationship(deleteRule: .nullify, inverse: \Tag.notes /* as it was */ ) var tags: [Tag]
      @Relationship(deleteRule: .nullify,) var tags: [Tag] → @Relationship(deleteRule: .nullify, inverse: \Tag.notes) var tags: [Tag]
      @Relationship(originalName: #"marks"#) var tags: [Tag] → @Relationship(originalName: #"marks"#, inverse: \Tag.notes) var tags: [Tag]
      @Relationship(minimumModelCount: 0, hashModifier: "b") var tags: [Tag] → @Relationship(minimumModelCount: 0, inverse: \Tag.notes, hashModifier: "b") var tags: [Tag]
      """#
    ).texts)
  func arguments(member: String, fixed: String) throws {
    #expect(try Fixed(Self.members(member)).lines == [fixed])
  }

  @Test(
    "Where that is not certain, nothing is changed",
    arguments: [
      "var tags: [Tag] = [], others: [Tag] = []",
      "@Relationship(inverse: nil) var tags: [Tag] = []",
      "#if DEBUG\n  var tags: [Tag] = []\n  #endif",
      "typealias Tags = [Tag]\n  var tags: Tags = []",
      "@Relationship(deleteRule: .deny) var tags: [Tag] = []",
      "@Relationship(deleteRule: .noAction) var tags: [Tag] = []",
      "@Relationship(deleteRule: .cascade) var tags: [Tag] = []",
      "@Relationship(originalName: \"a\\nb\") var tags: [Tag] = []",
      "var tags: [Tag] = []\n  var more: [Tag] = []",
      "@Relationship(inverse: \\Tag.gone) var tags: [Tag] = []",
      "@Relationship(minimumModelCount[: 0, inverse: \\Tag.notes) var tags: [Tag] = []",
    ])
  func uncertain(member: String) throws {
    #expect(try Fixed(Self.members(member)).texts.isEmpty)
  }

  @Test("The to-many of a mandatory to-one never names it: the save would fail, or a cascade crash")
  func mandatory() throws {
    func pair(_ rule: String) -> String {
      "@Model class List { \(rule)var items: [Item] = [] }\n@Model class Item { var list: List }"
    }
    #expect(try Fixed(pair("")).texts.isEmpty)
    #expect(try Fixed(pair("@Relationship(deleteRule: .cascade) ")).texts.isEmpty)
    let minimum = "@Relationship(minimumModelCount: 1) var tags: [Tag] = []"
    #expect(try Fixed(Self.members(minimum)).texts.isEmpty)
  }

  @Test("A fix names no inverse through which a cascade would delete shared objects")
  func shared() throws {
    func fixes(_ rule: String) throws -> Int {
      let text = """
        <model><entity name="Note"><relationship name="tags" toMany="YES" optional="YES" \
        deletionRule="\(rule)" destinationEntity="Tag"/></entity>
        <entity name="Tag"><relationship name="notes" toMany="YES" optional="YES" \
        deletionRule="Nullify" destinationEntity="Note"/></entity></model>
        """
      let model = try Model(reading: text, as: "M.xcdatamodel/contents")
      return try Check().findings(in: model).count { !$0.fix.isEmpty }
    }
    #expect(try fixes("Cascade") == 0)
    #expect(try fixes("Nullify") > 0)
  }

  @Test("Names that are no plain words stand in backticks, and paths as they are written")
  func names() throws {
    let text = """
      enum V1: VersionedSchema {
        @Model class Note { var `default`: [V1.Tag] = [] }
        @Model class Tag { var `self`: [Note] = [] }
      }
      """
    #expect(try Fixed(text).texts == ["@Relationship(inverse: \\V1.Tag.`self`) "])
  }

  @Test("Whatever is written around it, nothing else changes, and the model is what was meant")
  func anyLayout() throws {
    let seed = asked("SEED") ?? 15
    for round in 0..<(asked("ROUNDS") ?? 40) {
      var source = RandomSource(seed: seed &+ round)
      let text = source.text()
      let fixed = try Fixed(text)
      let comment = Comment(rawValue: "seed \(seed &+ round): \(text.debugDescription)")
      #expect(fixed.texts.count == source.pairs, comment)
      // Each text is one of a kind: without them, the file is what it was.
      let restored = fixed.texts.reduce(fixed.text) {
        $0.replacingOccurrences(of: $1, with: "", options: .literal)
      }
      #expect(restored.utf8.elementsEqual(text.utf8), comment)
      let again = try Fixed(fixed.text)
      #expect(again.texts.isEmpty && again.findings.isEmpty, comment)
      let schema = try Model(reading: fixed.text, as: "M.swift").schema
      for pair in 0..<source.pairs {
        let one = try #require(
          schema.entity("A\(pair)").flatMap { schema.relationship("b", of: $0) })
        let other = schema.inverse(of: one)?.relationship
        #expect(other.map { schema.qualifiedName(of: $0) } == "B\(pair).a", comment)
      }
    }
  }
}

/// Pairs of classes whose inverse is not named, in any layout that Swift allows.
private struct RandomSource {
  private var random: SplitMix64
  let pairs: Int

  init(seed: Int) {
    random = SplitMix64(seed: seed)
    pairs = 1 + random.below(3)
  }

  mutating func text() -> String {
    let end = pick("\n", "\r\n", "\r")
    var lines = ["import SwiftData", pick("", "// é日 @Model \"", "/* { */", "\tlet s = #\"}\"#")]
    for pair in 0..<pairs {
      lines += ["@Model", pick("final class", "public class") + " A\(pair) {"]
      lines.append(pick("  ", "\t", "") + member("b", "B\(pair)", end))
      lines += ["}" + pick("", " // }"), "@Model class B\(pair) {"]
      // A stated inverse on the second would be another pair.
      lines.append("  " + plainMember("a", "A\(pair)") + pick("", " // a", "; init() {}"))
      lines.append("}")
    }
    return pick("", "\u{FEFF}") + lines.joined(separator: end) + pick("", end, end + end)
  }

  private mutating func member(_ name: String, _ type: String, _ end: String) -> String {
    let space = pick("", " ", " /* , ) */ ")
    let macro = pick(
      "", "", "@Relationship ", "@Relationship() ",
      "@Relationship(\(space)deleteRule: .nullify\(space)) ",
      "@Relationship(\(end)  deleteRule: .nullify, // why\(end)  originalName: \"é\"\(end)  )\(end)  ",
      "@Relationship(minimumModelCount: 0,\(space)hashModifier: \"1\") ")
    return pick("", "@available(iOS 17, *) ") + macro + plainMember(name, type)
  }

  private mutating func plainMember(_ name: String, _ type: String) -> String {
    pick("", "public ", "private(set) ") + "var " + pick(name, "`\(name)`") + pick(":", " : ")
      + pick("[\(type)]", "[\(type)]?", "Array<\(type)>", "Set<\(type)>") + pick("", " = []")
  }

  private mutating func pick(_ texts: String...) -> String { random.pick(texts) ?? "" }
}
