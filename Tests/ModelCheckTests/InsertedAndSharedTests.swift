import DeleteCalls
import DeleteMatrix
import ModelFiles
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import ModelCheck

@Suite("What does the order hurt in which code inserts, saves, shares, replaces and takes back?")
struct InsertedAndSharedTests {
  private static let model = """
    @Model class Parent {
      @Relationship(deleteRule: .cascade, inverse: \\Child.parent) var children: [Child] = []
      var name = ""
    }
    @Model class Child { var parent: Parent?; var name = "" }
    @Model class Entry {
      @Relationship(deleteRule: .cascade) var kind: Kind?
      @Relationship(deleteRule: .nullify) var group: Kind?
      init(kind: Kind?) { self.kind = kind }
    }
    @Model class Kind { var name = "" }
    @Model class Pass { var owner: Owner?; var name = "" }
    @Model class Owner {
      @Relationship(inverse: \\Pass.owner) var passes: [Pass] = []
      var name = ""
    }

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

  private static func change(_ steps: String) -> String {
    """
    func change(_ pass: Pass, _ other: Pass, _ new: Owner, in c: ModelContext, _ d: ModelContext, isOld: Bool) throws {
    \(steps)
    }
    func assign(_ pass: Pass, _ c: ModelContext) { pass.owner = Owner() }
    func store(_ c: ModelContext) throws { try c.save() }

    """
  }

  @Test(
    "A to-one gets another object while the delete of what it held is not saved",
    arguments: [
      "c.delete(pass.owner!); pass.owner = Owner()",
      "c.delete(pass.owner!); pass.owner = new; try c.save()",
      "if let owner = pass.owner { c.delete(owner) }; pass.owner = new",
      "if let owner = pass.owner { c.delete(owner); pass.owner = new }",
      "guard let owner = pass.owner else { return }; c.delete(owner); pass.owner = new",
      "let old = pass.owner!; c.delete(old); pass.name = \"\"; pass.owner = Owner()",
      "if isOld { c.delete(pass.owner!) }; pass.owner = Owner()",
      "c.delete(pass.owner!); try d.save(); pass.owner = Owner()",
      "c.delete(pass.owner!); if isOld { pass.owner = new }",
      "c.delete(pass.owner!); let made = Owner(); c.insert(made); pass.owner = made",
    ])
  func replaced(steps: String) throws {
    #expect(try found(.replacedBeforeSave, Self.change(steps)) == ["owner"])
  }

  @Test(
    "Not after a save or a rollback, of another object, by nil, or on another path",
    arguments: [
      "c.delete(pass.owner!); try c.save(); pass.owner = Owner()",
      "c.delete(pass.owner!); try store(c); pass.owner = Owner()",
      "c.delete(pass.owner!); c.rollback(); pass.owner = Owner()",
      "c.delete(other.owner!); pass.owner = Owner()",
      "c.delete(pass); pass.owner = Owner()",
      "c.delete(pass.owner!); pass.owner = nil",
      "c.delete(pass.owner!); pass.owner = nil; pass.owner = Owner()",
      "let old = pass.owner; pass.owner = nil; if let old { c.delete(old) }; pass.owner = new",
      "let old = pass.owner; pass.owner = new; if let old { c.delete(old) }",
      "if isOld { c.delete(pass.owner!) } else { pass.owner = Owner() }",
      "if isOld { c.delete(pass.owner!); return }; pass.owner = Owner()",
      "c.delete(pass.owner!); pass.name = \"\"",
      "let old = pass.owner!; c.delete(old); c.insert(old); pass.owner = new",
      "c.delete(new); pass.owner = Owner()",
    ])
  func notReplaced(steps: String) throws {
    #expect(try found(.replacedBeforeSave, Self.change(steps)) == [])
  }

  @Test(
    "A delete is repeated that was rolled back",
    arguments: [
      "c.delete(old); c.rollback(); c.delete(old)",
      "c.delete(old); c.rollback(); c.delete(old); try c.save()",
      "c.delete(old); undo(c); c.delete(old)",
      "c.delete(old); do { try c.save() } catch { c.rollback(); c.delete(old); try c.save() }",
      "do { c.delete(old); try c.save() } catch { c.rollback(); c.delete(old); try c.save() }",
      "if !old.name.isEmpty { c.delete(old); c.rollback(); c.delete(old) }",
    ])
  func repeated(steps: String) throws {
    #expect(try found(.deletedAfterRollback, Self.undo + Self.replay(steps)) == ["children"])
  }

  @Test(
    "Not without a rollback on the way, by another context, of another object, or with loaded children",
    arguments: [
      "c.delete(old); other.rollback(); c.delete(old)",
      "c.delete(old); c.rollback(); other.delete(old)",
      "c.delete(old); c.rollback()",
      "c.delete(old); try c.save(); c.rollback(); c.delete(old)",
      "c.rollback(); c.delete(old)",
      "if old.name.isEmpty { c.delete(old); c.rollback() } else { c.delete(old) }",
      "if old.name.isEmpty { c.delete(old); c.rollback() }; c.delete(old)",
      "let p = Parent(); c.insert(p); c.delete(p); c.rollback(); c.delete(p)",
      "c.delete(old); c.rollback(); c.delete(old.children[0])",
      "c.delete(old); c.rollback(); for k in old.children { c.delete(k) }; c.delete(old)",
      "for k in old.children { print(k.name) }; c.delete(old); c.rollback(); c.delete(old)",
      "for k in try c.fetch(FetchDescriptor<Child>()) { c.delete(k) }; c.delete(old); c.rollback(); c.delete(old)",
    ])
  func notRepeated(steps: String) throws {
    #expect(try found(.deletedAfterRollback, Self.undo + Self.replay(steps)) == [])
  }

  private static let undo = "func undo(_ c: ModelContext) { c.rollback() }\n"

  @Test(
    "Orders of calls can hurt on the releases of the sightings; one that no source dates, on all",
    arguments: [("iOS 17.0", 1, 0), ("iOS 27.0", 1, 1), ("macOS 26.0", 1, 1)])
  func orders(span: String, replaced: Int, repeated: Int) throws {
    let replacing = Self.change("c.delete(pass.owner!); pass.owner = Owner()")
    #expect(try found(.replacedBeforeSave, replacing, on: span).count == replaced)
    let repeating = Self.replay("c.delete(old); c.rollback(); c.delete(old)")
    #expect(try found(.deletedAfterRollback, repeating, on: span).count == repeated)
  }

  private static let put = "func put(_ k: Kind, _ e: Entry) { e.kind = k }"

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
      // By a function that gives it.
      "func f(_ all: [Entry], _ k: Kind) { for e in all { put(k, e) } }\n" + put,
      "func f(_ all: [Entry], _ k: Kind) { all.forEach { put(k, $0) } }\n" + put,
      "func f(_ e: Entry, _ o: Entry, _ k: Kind) { put(k, e); put(k, o) }\n" + put,
      "func f(_ e: Entry, _ o: Entry) { put(o.kind!, e) }\n" + put,
      "func f(_ all: [Entry], _ k: Kind) { for e in all { e.put(k) } }\nextension Entry { func put(_ k: Kind) { kind = k } }",
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
      "func f(_ all: [Entry]) { for e in all { put(Kind(), e) } }\n" + put,
      "func f(_ e: Entry, _ o: Entry, _ k: Kind) { put(k, e); put(Kind(), o) }\n" + put,
      "func f(_ e: Entry, _ k: Kind) { put(k, e); put(k, e) }\n" + put,
      "func f(_ e: Entry, _ o: Entry, _ k: Kind) { if e.group == nil { put(k, e) } else { put(k, o) } }\n"
        + put,
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
