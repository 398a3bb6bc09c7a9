import SourceText
import Testing

@testable import ModelFiles

@Suite("What does the Core Data reader do with what is no model?")
struct HostileXMLTests {
  @Test(
    "Another kind of XML is named",
    arguments: [
      (
        #"<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB"/>"#,
        "1:1: error: this is an Interface Builder document, not a data model"
      ),
      ("<plist/>", "1:1: error: this is a property list, not a data model"),
      (
        "<!-- x --><database/>",
        "1:11: error: this is a mapping model; expected a data model, whose first tag is <model>"
      ),
      ("", "1:1: error: the XML has no tags"),
      ("<x/>", "1:1: error: the first tag is <x>; a data model begins with <model>"),
    ])
  func otherXML(_ text: String, _ message: String) {
    #expect(CoreDataSource(whole: text).refusal() == message)
  }

  @Test("Every truncation of a model is refused or read, and never crashes")
  func truncated() {
    let text = CoreDataSource(CoreDataReadingTests.lists).text
    var refused = 0
    for length in 0..<text.count
    where CoreDataSource(whole: String(text.prefix(length))).refusal() != nil {
      refused += 1
    }
    #expect(refused == text.count)
  }

  @Test(
    "Entities are declared by a document type, which is refused unread",
    arguments: [
      #"<!DOCTYPE m [<!ENTITY a "b">]><model/>"#,
      #"<!DOCTYPE m SYSTEM "file:///etc/passwd"><model/>"#,
      #"<!DOCTYPE m [<!ENTITY e "x">]><?y ><a?><model>&e;</model>"#,
      #"<!DOCTYPE m [<!ENTITY x SYSTEM "http://localhost:1/x">]><model>&x;</model>"#,
    ])
  func documentType(_ text: String) {
    #expect(
      CoreDataSource(whole: "<?xml version=\"1.0\"?>\n  \(text)").refusal()
        == "2:3: error: a document type declaration; a data model has none, so none is read")
  }

  @Test("A processing instruction hides no document type")
  func documentTypeBehindInstruction() {
    let text = "<?x ><a?>\n<!DOCTYPE m [<!ENTITY e \"x\">]><model>&e;</model>"
    #expect(CoreDataSource(whole: text).refusal()?.hasPrefix("2:1: error: a document type") == true)
  }

  @Test("A document type in a comment or a value is text like any other")
  func documentTypeInText() throws {
    let source = CoreDataSource("<!-- <!DOCTYPE x> --><entity name=\"A\"/>")
    #expect(try source.model().entities.map(\.name) == ["A"])
  }

  @Test("What is not UTF-8 is refused")
  func encoding() {
    let bytes: [UInt8] =
      Array("<model><entity name=\"".utf8) + [0xC3, 0x28] + Array("\"/></model>".utf8)
    #expect(
      refusal(bytes) == "m:1:1: error: the file is not UTF-8, in which Xcode saves data models")
    let utf16 = Array("<model/>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(refusal([0xFF, 0xFE] + utf16)?.contains("not UTF-8") == true)
  }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(ModelError) {
      _ = try CoreDataReading(SourceFile(path: "m", bytes: bytes))
      return nil
    } catch {
      return error.description
    }
  }

  @Test("Tags nested as deep as the size allows are passed over")
  func deep() throws {
    let depth = 10_000
    let nested = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    let source = CoreDataSource("\(nested)<entity name=\"A\"/>")
    #expect(try source.model().entities.map(\.name) == ["A"])
  }
}
