import DeleteCalls
import DeleteMatrix
import ModelFiles
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import ModelCheck

@Suite("What does code that inserts, saves and shares do to a cascade?")
struct InsertedAndSharedTests {
  private static let model = """
    @Model class Parent {
      @Relationship(deleteRule: .cascade, inverse: \\Child.parent) var children: [Child] = []
    }
    @Model class Child { var parent: Parent? }
    @Model class Entry {
      @Relationship(deleteRule: .cascade) var kind: Kind?
      @Relationship(deleteRule: .nullify) var group: Kind?
      init(kind: Kind?) { self.kind = kind }
    }
    @Model class Kind { var name = "" }

    """

  /// The findings of a rule, by the name of the relationship.
  private func found(_ rule: CheckRule, _ code: String, on span: String? = nil) throws -> [String] {
    let text = Self.model + code
    let model = try Model(reading: text, as: "M.swift")
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let releases = try Releases.known()
    let range = try span.map { try ReleaseRange($0, in: releases) }
    let findings = try Check(on: range).findings(
      in: [model], with: [SwiftDeclarations(file, keepsCode: true)])
    return findings.filter { $0.rule == rule }.map { $0.relationship ?? "" }
  }

  private static func replay(_ steps: String) -> String {
    "func replay(_ old: Parent, in c: ModelContext, _ other: ModelContext) throws {\n\(steps)\n}\n"
  }

  @Test(
    "A cascade can be lost where one context inserts, saves and deletes",
    arguments: [
      "let p = Parent(); c.insert(p); try c.save(); c.delete(p)",
      "let p = Parent(); c.insert(p); p.children.append(Child()); try? c.save(); c.delete(p)",
      "let p = Parent(); c.insert(p); if true { try c.save(); c.delete(p) }",
    ])
  func lost(steps: String) throws {
    #expect(try found(.lostCascade, Self.replay(steps)) == ["children"])
  }

  @Test(
    "Not where it is another context or object, unsaved, or where the children are deleted first",
    arguments: [
      "let p = Parent(); c.insert(p); c.delete(p)",
      "let p = Parent(); c.insert(p); try other.save(); c.delete(p)",
      "let p = Parent(); c.insert(p); try c.save(); other.delete(p)",
      "var p = Parent(); c.insert(p); try c.save(); p = old; c.delete(p)",
      "c.insert(old); try c.save(); c.delete(old)",
      "let k = Child(); c.insert(k); try c.save(); c.delete(k)",
      "let p = Parent(); c.insert(p); try c.save(); for k in p.children { c.delete(k) }; c.delete(p)",
    ])
  func kept(steps: String) throws {
    #expect(try found(.lostCascade, Self.replay(steps)) == [])
  }

  @Test(
    "Only on the releases that lose cascades",
    arguments: [("iOS 17.2", 1), ("iOS 17.0...iOS 18.0", 1), ("iOS 18.0", 0), ("macOS 26.0", 0)])
  func releases(span: String, count: Int) throws {
    let steps = "let p = Parent(); c.insert(p); try c.save(); c.delete(p)"
    #expect(try found(.lostCascade, Self.replay(steps), on: span).count == count)
  }

  @Test(
    "What another object has, or what is in the store, is shared",
    arguments: [
      "func f(_ e: Entry, _ c: ModelContext) { c.insert(Entry(kind: e.kind)) }",
      "func f(_ e: Entry, _ o: Entry) { e.kind = o.kind }",
      "func f(_ e: Entry, _ o: Entry) { let kind = o.kind; e.kind = kind }",
      "func f(_ e: Entry, _ c: ModelContext) throws { e.kind = try c.fetch(FetchDescriptor<Kind>()).first }",
      "struct V: View { @Query var kinds: [Kind]\n func f(_ c: ModelContext) { c.insert(Entry(kind: kinds[0])) } }",
    ])
  func shared(code: String) throws {
    #expect(try found(.sharedTarget, code) == ["kind"])
  }

  @Test(
    "Not what is new, what moves, what the object has itself, or what does not cascade",
    arguments: [
      "func f(_ c: ModelContext) { c.insert(Entry(kind: Kind())) }",
      "func f(_ e: Entry, _ o: Entry) { e.kind = o.kind; o.kind = nil }",
      "func f(_ e: Entry) { e.kind = e.kind }",
      "func f(_ e: Entry, _ o: Entry) { e.group = o.group }",
      "func f(_ e: Entry, _ kind: Kind) { e.kind = kind }",
    ])
  func owned(code: String) throws {
    #expect(try found(.sharedTarget, code) == [])
  }
}
