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

  private static let helpers = """
    func create(_ c: ModelContext) throws -> Parent {
      let p = Parent()
      c.insert(p)
      p.children.append(Child())
      try c.save()
      return p
    }
    extension ModelContext {
      func add(_ it: some PersistentModel) throws { insert(it); try save() }
      func drop(_ it: some PersistentModel) throws { delete(it); try save() }
      func saveChanges() throws { if hasChanges { try save() } }
    }

    """
  private static let made = "let p = Parent(); p.children = [Child()]; "

  @Test(
    "A cascade can be lost where one context inserts, saves and deletes",
    arguments: [
      made + "c.insert(p); try c.save(); c.delete(p)",
      "let p = Parent(); c.insert(p); p.children.append(Child()); try? c.save(); c.delete(p)",
      "let p = Parent(); c.insert(p); let k = Child(); k.parent = p; try c.save(); c.delete(p)",
      "let p = Parent(); c.insert(p); c.insert(Child(parent: p)); try c.save(); c.delete(p)",
      "let p = Parent(children: [Child()]); c.insert(p); try c.save(); c.delete(p)",
      made + "c.insert(p); if true { try c.save(); c.delete(p) }",
      made + "c.insert(p); try c.saveChanges(); c.delete(p)",
      made + "c.insert(p); do { try c.save() } catch { print(error) }; c.delete(p)",
      made + "try c.add(p); try c.drop(p)",
      "let p = try create(c); c.delete(p)",
      """
      let all = (0..<3).map { _ in Parent() }
      for p in all { c.insert(p); p.children.append(Child()) }
      try c.save()
      all.forEach { c.delete($0) }
      """,
      made
        + "let q = Parent(); for x in [p, q] { c.insert(x) }; try c.save(); for x in [p, q] { c.delete(x) }",
      made
        + "let q = Parent(); let all = [p, q]; c.insert(p); c.insert(q); try c.save(); all.forEach { c.delete($0) }",
      """
      var all: [Parent] = []
      for _ in 0..<3 { let p = Parent(children: [Child()]); c.insert(p); all.append(p) }
      try c.save()
      for p in all { c.delete(p) }
      """,
      made
        + "c.insert(p); try c.save(); for x in try c.fetch(FetchDescriptor<Parent>()) { c.delete(x) }",
      made
        + "c.insert(p); try c.save(); let all = try c.fetch(FetchDescriptor<Parent>()); all.forEach { c.delete($0) }",
    ])
  func lost(steps: String) throws {
    #expect(try found(.lostCascade, Self.helpers + Self.replay(steps)) == ["children"])
  }

  @Test(
    "Not where it is another context or object, unsaved, without children, or where these are deleted first",
    arguments: [
      made + "c.insert(p); c.delete(p)",
      made + "c.insert(p); try other.save(); c.delete(p)",
      made + "c.insert(p); try c.save(); other.delete(p)",
      made + "try other.add(p); c.delete(p)",
      "var p = Parent(); p.children = [Child()]; c.insert(p); try c.save(); p = old; c.delete(p)",
      "c.insert(old); old.children.append(Child()); try c.save(); c.delete(old)",
      "try c.add(old); old.children = [Child()]; c.delete(old)",
      "let k = Child(); c.insert(k); try c.save(); c.delete(k)",
      "let p = Parent(); c.insert(p); try c.save(); c.delete(p)",
      "let p = Parent(); p.children = []; c.insert(p); try c.save(); c.delete(p)",
      "let p = Parent(); old.children = [Child()]; c.insert(p); try c.save(); c.delete(p)",
      made + "c.insert(p); do { try c.save() } catch { c.delete(p) }",
      made + "c.insert(p); try c.save(); for k in p.children { c.delete(k) }; c.delete(p)",
      made
        + "c.insert(p); var all = [p]; all.removeAll(); try c.save(); all.append(old); for x in all { c.delete(x) }",
      made + "c.insert(p); try c.save(); for x in [old] { c.delete(x) }",
      made
        + "let all = try c.fetch(FetchDescriptor<Parent>()); c.insert(p); try c.save(); all.forEach { c.delete($0) }",
      made + "c.insert(p); for x in try c.fetch(FetchDescriptor<Parent>()) { c.delete(x) }",
      made
        + "c.insert(p); try c.save(); for x in try other.fetch(FetchDescriptor<Parent>()) { other.delete(x) }",
      made
        + "c.insert(p); try c.save(); for x in try c.fetch(FetchDescriptor<Parent>(predicate: #Predicate { $0.children.isEmpty })) { c.delete(x) }",
      made
        + "c.insert(p); try c.save(); for x in try c.fetch(FetchDescriptor<Kind>()) { c.delete(x) }",
    ])
  func kept(steps: String) throws {
    #expect(try found(.lostCascade, Self.helpers + Self.replay(steps)) == [])
  }

  @Test(
    "Only on the releases that lose cascades",
    arguments: [("iOS 17.2", 1), ("iOS 17.0...iOS 18.0", 1), ("iOS 18.0", 0), ("macOS 26.0", 0)])
  func releases(span: String, count: Int) throws {
    let steps = Self.made + "c.insert(p); try c.save(); c.delete(p)"
    #expect(try found(.lostCascade, Self.replay(steps), on: span).count == count)
  }

  @Test(
    "What another object has, what is in the store, and what several get are shared",
    arguments: [
      "func f(_ e: Entry, _ c: ModelContext) { c.insert(Entry(kind: e.kind)) }",
      "func f(_ e: Entry, _ o: Entry) { e.kind = o.kind }",
      "func f(_ e: Entry, _ o: Entry) { let kind = o.kind; e.kind = kind }",
      "func f(_ e: Entry, _ o: Entry) { o.kind = Kind(); e.kind = o.kind }",
      "func f(_ e: Entry, _ c: ModelContext) throws { e.kind = try c.fetch(FetchDescriptor<Kind>()).first }",
      "struct V: View { @Query var kinds: [Kind]\n func f(_ c: ModelContext) { c.insert(Entry(kind: kinds[0])) } }",
      // One object for each of a loop.
      "func f(_ all: [Entry]) { let k = Kind(); for e in all { e.kind = k } }",
      "func f(_ all: [Entry], _ k: Kind) { all.forEach { $0.kind = k } }",
      "func f(_ n: [String], _ c: ModelContext) { let k = Kind(); for _ in n { c.insert(Entry(kind: k)) } }",
      "func f(_ n: [String]) -> [Entry] { let k = Kind(); return n.map { _ in Entry(kind: k) } }",
      "func f(_ k: Kind) -> [Entry] { (0..<3).map { _ in Entry(kind: k) } }",
      "struct S { var kind: Kind\n func f(_ all: [Entry]) { for e in all { e.kind = kind } } }",
      "func f(_ all: [Entry], _ k: Kind) { for e in all { if e.group == nil { continue }; e.kind = k } }",
      // One after the other.
      "func f(_ a: Entry, _ b: Entry) { let k = Kind(); a.kind = k; b.kind = k }",
      "func f(_ k: Kind) -> [Entry] { [Entry(kind: k), Entry(kind: k)] }",
      "func f(_ a: Entry, _ b: Entry, _ k: Kind) { a.kind = k; if b.group == nil { b.kind = k } }",
      // One that outlives the function, or is made only where there is none yet.
      "enum Shared { static let kind = Kind() }\nfunc f() -> Entry { Entry(kind: Shared.kind) }",
      "final class Shared { let kind = Kind()\n func f() -> Entry { Entry(kind: kind) } }",
      "func f(_ c: ModelContext) -> Entry { Entry(kind: find(c)) }\n"
        + "func find(_ c: ModelContext) -> Kind { (try? c.fetch(FetchDescriptor<Kind>()).first) ?? Kind() }",
      "func f(_ n: [String]) { var known: [String: Kind] = [:]\n"
        + "for n in n { let k = known[n] ?? Kind(); known[n] = k; print(Entry(kind: k)) } }",
      // One that is chosen among those in the store.
      """
      struct V: View {
        @Query var kinds: [Kind]
        @Bindable var entry: Entry
        var body: some View { Picker("Kind", selection: $entry.kind) { ForEach(kinds) { Text($0.name) } } }
      }
      """,
      """
      struct V: View {
        @Query var kinds: [Kind]
        @State private var picked: Kind?
        var body: some View {
          Picker("Kind", selection: $picked) { ForEach(kinds) { Text($0.name) } }
          Button("Add") { let e = Entry(kind: nil); e.kind = picked }
        }
      }
      """,
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
      "func f(_ e: Entry) { if let k = e.kind { k.name = \"\"; e.kind = k } }",
      "func f(_ e: Entry) { let k = e.kind ?? Kind(); k.name = \"\"; e.kind = k }",
      "func f(_ a: Entry, _ b: Entry) { let k = a.kind; a.kind = b.kind; b.kind = k }",
      "func f(_ all: [Entry]) { for e in all { let k = Kind(); e.kind = k } }",
      "func f(_ all: [Entry]) { for e in all { e.kind = Kind() } }",
      "func f(_ e: Entry, _ all: [Kind]) { for k in all { e.kind = k } }",
      "func f(_ all: [Entry], _ k: Kind) { for e in all where e.group == nil { e.kind = k; break } }",
      "func f(_ all: [Entry], _ k: Kind) { for e in all { if e.group == nil { e.kind = k; return } } }",
      "func f(_ all: [Entry], _ k: Kind) { for e in all { e.group = k } }",
      "func f(_ kinds: [Kind]) -> [Entry] { kinds.map { Entry(kind: $0) } }",
      "func f(_ k: Kind?) -> Entry? { k.map { Entry(kind: $0) } }",
      "func f(_ a: Entry, _ b: Entry, _ k: Kind) { if a.group == nil { a.kind = k } else { b.kind = k } }",
      "func f(_ a: Entry, _ b: Entry, _ k: Kind) { a.kind = k; a.kind = nil; b.kind = k }",
      "func f(_ k: Kind) -> Entry { let e = Entry(kind: k); e.kind = k; return e }",
      "struct S { static var kind: Kind { Kind() }\n func f() -> Entry { Entry(kind: Self.kind) } }",
      """
      struct V: View {
        @Query var groups: [Kind]
        @State private var draft: Kind?
        func f(_ e: Entry) { e.kind = draft }
      }
      """,
    ])
  func owned(code: String) throws {
    #expect(try found(.sharedTarget, code) == [])
  }
}
