import SourceText
import SwiftSource
import Testing

@testable import ModelFiles

@Suite("What does a class do before its objects are deleted?")
struct DeleteHookTests {
  private func hooks(_ text: String) -> [String] {
    DeleteHook.hooks(in: SourceFile(path: "A.swift", bytes: Array(text.utf8))).map {
      "\($0.className) \($0.location.line) \($0.handled.sorted())"
    }
  }

  private func handled(by body: String) -> [String] {
    let text = "class A: NSManagedObject { override func prepareForDeletion() {\n\(body)\n} }"
    return DeleteHook.hooks(in: SourceFile(path: "A.swift", bytes: Array(text.utf8)))
      .flatMap { $0.handled.sorted() }
  }

  @Test("Those of classes and extensions, however they are nested")
  func places() {
    #expect(hooks("class A {}; func prepareForDeletion() { b = nil }") == [])
    let text = """
      enum Models {
        final class A: NSManagedObject {
          class func make() -> A { A() }
          struct Key { var a = 1 }
          override public func prepareForDeletion() { b = nil }
        }
      }
      extension Models.B where Self: C {
        func prepareForDeletion() { a = nil }
      }
      func other(_ a: A) { a.prepareForDeletion() }
      """
    #expect(hooks(text) == ["A 5 [\"b\"]", "B 9 [\"a\"]"])
  }

  @Test(
    "What is assigned to or removed from; with a delete, what is mentioned",
    arguments: [
      ("super.prepareForDeletion(); owner = nil", ["owner"]),
      ("for b in bs { b.owner = nil }", ["owner"]),
      ("bs.forEach { $0.removeFromOwners(self) }", ["Owners", "owners"]),
      ("let owner = self.owner; print(owner == nil)", []),
      ("let other = bs", []),
      ("", []),
    ] as [(String, [String])])
  func bodies(body: String, expected: [String]) { #expect(handled(by: body) == expected) }

  @Test("A function that deletes handles what it mentions")
  func deletes() {
    #expect(handled(by: "for b in bs { managedObjectContext?.delete(b) }").contains("bs"))
    #expect(handled(by: "if let url { try? FileManager.default.removeItem(at: url) }") == [])
  }

  @Test(
    "The same in Objective-C",
    arguments: [
      ("for (B *b in self.bs) { [self.managedObjectContext deleteObject:b]; }", ["bs"]),
      (
        "[_bs enumerateObjectsUsingBlock:^(B *b, BOOL *stop) { [c deleteObject:b]; }];", ["bs"]
      ),
      ("for (B *b in self.bs) { b.owner = nil; }", ["owner"]),
      ("[self.managedObjectContext deleteObject:self.owner];", ["owner"]),
      ("[[self mutableSetValueForKey:BsKey] removeAllObjects];", ["bs"]),
      ("[self removeBs:self.bs];", ["bs"]),
      ("for (B *b in [self.bs allObjects]) { [b setOwner:nil]; }", ["owner"]),
      ("for (B *b in self.bs) { NSLog(@\"%@\", b); } [c deleteObject:self.owner];", ["owner"]),
      ("for (B *b in self.other.bs) { [c deleteObject:b]; }", []),
      ("[c deleteObject:self.other.owner];", []),
      ("[[self.other mutableSetValueForKey:BsKey] removeAllObjects];", []),
      ("self.other.owner = nil; other.bs = nil;", []),
      ("NSLog(@\"%@\", self.owner);", []),
    ] as [(String, [String])])
  func objectiveC(body: String, expected: [String]) {
    let text = """
      static NSString * const BsKey = @"bs";
      @implementation A (Deleting)
      - (void)close { [self.managedObjectContext deleteObject:self.other]; }

      - (void)prepareForDeletion
      {
        [super prepareForDeletion];
        \(body)
      }
      @end
      @interface B
      - (void)prepareForDeletion;
      @end
      void prepareForDeletion(void) {}
      """
    let file = ObjectiveCFile(SourceFile(path: "A.m", bytes: Array(text.utf8)))
    let hooks = DeleteHook.hooks(in: file)
    #expect(hooks.map(\.className) == ["A"])
    #expect(hooks.map(\.location.line) == [5])
    #expect(hooks.flatMap { $0.handled.sorted() } == expected)
  }

  @Test(
    "Broken source is read as far as it goes", arguments: ["", "{", "class A {", "class {", "}"])
  func broken(text: String) {
    #expect(hooks(text) == [])
    #expect(hooks("\(text) class B { func prepareForDeletion( }").isEmpty)
  }
}
