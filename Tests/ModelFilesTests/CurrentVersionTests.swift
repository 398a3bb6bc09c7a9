import Testing

@testable import ModelFiles

@Suite("Which version does .xccurrentversion name?")
struct CurrentVersionTests {
  private func answer(_ text: String) -> String {
    do throws(ModelError) {
      return try CurrentVersion(in: Array(text.utf8), of: "v").name ?? "none"
    } catch {
      return error.description
    }
  }

  private static let nothing =
    "v: error: expected a property list whose '_XCCurrentVersionName' is a string"

  @Test("The string behind the key of the outermost dictionary")
  func name() {
    let key = "<key>_XCCurrentVersionName</key>"
    #expect(
      answer(
        "<!DOCTYPE plist PUBLIC \"a\" \"b\">\n<plist>\n<dict>\n<key>a</key><true/>\n\(key)"
          + "\n<string>A &amp; <!-- x -->B</string></dict>\n</plist>") == "A & B")
    #expect(
      answer("<plist><dict>\(key)<string>A</string>\(key)<string>B</string></dict></plist>") == "A")
    #expect(answer("<plist><dict>\(key)<string><b>A</b>B</string></dict></plist>") == "B")
    for other in [
      "<plist/>", "<plist><dict>\(key)</dict></plist>",
      "<plist><dict>\(key)<true/><string>A</string></dict></plist>",
      "<plist><array>\(key)<string>A</string></array></plist>",
    ] {
      #expect(answer(other) == Self.nothing, "\(other)")
    }
  }

  @Test("A dictionary without the key, such as that of CoreStore's demo, says nothing")
  func none() {
    for text in [
      "<plist version=\"1.0\">\n<dict/>\n</plist>\n", "<plist><dict></dict></plist>",
      "<plist><dict><key>a</key><string>A</string></dict></plist>",
      "<plist><dict><key>a</key><dict><key>_XCCurrentVersionName</key><string>A</string></dict>"
        + "</dict></plist>",
    ] {
      #expect(answer(text) == "none", "\(text)")
    }
  }

  @Test("A binary list, whose objects may share each other without end, is refused unread")
  func binary() {
    #expect(
      answer("bplist00\u{1}")
        == "v: error: this is a binary property list; expected one in XML, as Xcode writes it: "
        + "'plutil -convert xml1' makes one of it")
  }

  @Test("What is no XML is refused with its place")
  func broken() {
    #expect(answer("{a = b;}").hasPrefix("v:1:1: error: the XML is broken: "))
    #expect(answer("<plist><dict></plist>").hasPrefix("v:1:14: error: the XML is broken: "))
  }
}
