import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

@Suite("Which code that may delete something is not read?")
struct CodeGapTests {
  @Test(
    "Code past a limit is reported if it mentions a delete",
    arguments: [
      (String(repeating: "if true { ", count: 120), "}", "context.delete(tag)", [.nesting]),
      (String(repeating: "if true { ", count: 120), "}", "print(tag)", []),
      (String(repeating: "if true { ", count: 40), "}", "context.delete(tag)", []),
      (
        String(repeating: "context.delete(tag)\n", count: 5000), "", "context.delete(tag)", [.calls]
      ),
      (
        "print(\"", "", String(repeating: "\\(context.delete(tag))", count: 101) + "\")",
        [.interpolations]
      ),
      ("print(\"", "", String(repeating: "\\(tag)", count: 101) + "\")", []),
    ] as [(String, String, String, [CodeGap.Reason])])
  func limits(before: String, closing: String, code: String, reasons: [CodeGap.Reason]) throws {
    let end = String(repeating: closing, count: before.filter { $0 == "{" }.count)
    let text =
      CodeWithCalls.model
      + "func go(_ context: ModelContext, _ tag: Tag) {\n\(before)\(code)\(end)\n}"
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let model = try Model(reading: CodeWithCalls.model, as: "App.swift")
    let calls = ModelCalls(in: [SwiftDeclarations(file, keepsCode: true)], of: [model])
    #expect(calls.gaps.map(\.reason) == reasons)
  }

  @Test("Callers past a limit are reported, and a function that calls itself has none")
  func callers() throws {
    func gaps(_ code: String) throws -> [CodeGap.Reason] {
      let file = SourceFile(path: "App.swift", bytes: Array((CodeWithCalls.model + code).utf8))
      let model = try Model(reading: CodeWithCalls.model, as: "App.swift")
      return ModelCalls(in: [SwiftDeclarations(file, keepsCode: true)], of: [model])
        .gaps.map(\.reason)
    }
    func chain(of length: Int) -> String {
      (1...length).map { "func f\($0)(_ c: ModelContext, _ t: Tag) { f\($0 - 1)(c, t) }\n" }
        .joined()
        + "func f0(_ c: ModelContext, _ t: Tag) { c.delete(t) }"
    }
    #expect(try gaps(chain(of: 62)) == [])
    #expect(try gaps(chain(of: 70)) == [.rounds])
    let stores = """
      protocol Store { func drop(_ tag: Tag) throws }
      final class One: Store {
        let context: ModelContext
        func drop(_ tag: Tag) throws { context.delete(tag); try context.save() }
      }
      final class Both: Store {
        let inner: any Store
        func drop(_ tag: Tag) throws { try inner.drop(tag) }
      }
      """
    #expect(try gaps(stores) == [])
  }

  @Test(
    "Deletes in Objective-C are found outside of comments and strings",
    arguments: [
      ("[context deleteObject:trip];", ["1:10"]),
      ("\n  [self.context deleteObject: trip];", ["2:17"]),
      ("// [context deleteObject:trip];\n/* deleteObject:\n */ x", []),
      ("NSString *s = @\"deleteObject: \\\" deleteObject:\"; [c deleteObject:x];", ["1:53"]),
      ("@\"not closed\n[c deleteObject:x];", ["2:4"]),
      ("[[NSBatchDeleteRequest alloc] initWithFetchRequest:r];", ["1:3"]),
      ("[cell deleteObjectAtIndex:0]; undeleteObject: deleteObjects: x.deleteObject;", []),
      ("/* never closed deleteObject:", []), ("\"\\", []),
    ])
  func objectiveC(text: String, places: [String]) {
    let found = ObjectiveCFile(SourceFile(path: "A.m", bytes: Array(text.utf8))).deletes
    #expect(found.map { "\($0.location.line):\($0.location.column)" } == places)
  }

  @Test("An Objective-C file with too many deletes says where it is cut, in characters")
  func limit() {
    let text = String(repeating: "[c deleteObject:é];", count: 5001)
    let file = ObjectiveCFile(SourceFile(path: "A.m", bytes: Array(text.utf8)))
    let calls = ModelCalls(in: [], of: [], besides: [file])
    #expect(calls.gaps.map(\.reason) == [.calls])
    #expect(calls.gaps.map(\.location.column) == [5000 * 19 + 4])
    #expect(calls.calls.count { !$0.isResolved } == 5000)
  }
}
