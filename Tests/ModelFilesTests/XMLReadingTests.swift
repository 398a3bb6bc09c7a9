import ExpectedText
import SourceText
import Testing

@testable import ModelFiles

@Suite("What does the XML reader make of a file?")
struct XMLReadingTests {
  private func pieces(
    _ text: String, allowsDocumentType: Bool = false
  ) throws(ModelError) -> [String] {
    var reading = try XMLReading(
      SourceFile(path: "m", bytes: Array(text.utf8)), allowsDocumentType: allowsDocumentType)
    var pieces: [String] = []
    while let piece = try reading.next() {
      switch piece {
      case .start(let tag):
        let attributes = tag.attributes.sorted { $0.key < $1.key }.map { " \($0)=\($1)" }
        pieces.append("<\(tag.name)\(attributes.joined())> \(tag.depth) \(tag.location)")
      case .end: pieces.append("</>")
      case .text(let text): if !text.isEmpty { pieces.append(text) }
      }
    }
    return pieces
  }

  private func refusal(_ text: String, allowsDocumentType: Bool = false) -> String? {
    do throws(ModelError) {
      _ = try pieces(text, allowsDocumentType: allowsDocumentType)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("Tags, their attributes and what stands between them come in their order")
  func order() throws {
    #expect(
      try pieces("\u{FEFF}<?xml version='1.0'?>\n<a b = \"1\"\n c='2'>x<d/>é<![CDATA[<&]]></a >\n")
        == [
          "<a b=1 c=2> 0 m:2:1", "x", "<d> 1 m:3:9", "</>", "é", "<&", "</>",
        ])
  }

  @Test(
    "A comment is about its own line and the tag below it, or the whole tag that it stands behind")
  func comments() throws {
    let text = """
      <m>
      <!-- deleterules:ignore a r -->
      <b
        c="1"/>
      <d
        e="1"/> <!-- deleterules:ignore d r -->
      <f/>
      <!-- deleterules:ignore m r --></m>
      """
    var reading = try XMLReading(SourceFile(path: "m", bytes: Array(text.utf8)))
    while try reading.next() != nil {}
    #expect(reading.comments.map(\.lines) == [2...3, 5...6, 8...8])
  }

  @Test("References stand for characters, and a line break in a value for a space")
  func references() throws {
    #expect(
      try pieces("<a b=\"&lt;&#65;&#x1F600;\n\t\r\n&quot;\">&amp;&apos;&gt;\t\r\r\n</a>")
        == ["<a b=<A\u{1F600}   \"> 0 m:1:1", "&'>\t\n\n", "</>"])
  }

  @Test("An instruction may hold nothing", arguments: ["<?a?>", "<?a b?>", "<??>", "<?a ?>"])
  func instructions(text: String) throws {
    #expect(try pieces("\(text)<m>\(text)</m>\(text)").count == 2)
  }

  @Test(
    "An encoding other than that of the bytes is refused",
    arguments: [("UTF-7", false), ("utf-16", false), ("", false), ("utf-8", true), ("ASCII", true)])
  func encodings(name: String, isRead: Bool) {
    let refusal = refusal("<?xml version=\"1.0\" encoding=\"\(name)\"?><m/>")
    #expect(
      refusal
        == (isRead ? nil : "m:1:1: error: the file says that it is in \(name); expected UTF-8"))
  }

  @Test(
    "What is broken is said, and where",
    arguments: [
      ("<a«»", "the file ends inside a tag"),
      ("<a b«»", "the file ends inside a tag"),
      ("<a b=«»'", "the file ends inside a tag"),
      ("<a>\n«»<<<<<<< HEAD\n</a>", "an unresolved merge conflict begins here"),
      ("<a b='1'«»c='2'/>", "a space is missing between attributes"),
      ("<a b='1' «»b='2'/>", "an attribute is given twice"),
      ("<a«»/ >", "a space is missing between attributes"),
      ("<a b='«»<'/>", "found '<' in a value; expected '&lt;'"),
      ("<a>«»</b>", "an end tag does not fit its start tag"),
      ("«»</a>", "an end tag does not fit its start tag"),
      ("<a>\n«»", "the file ends before </a>"),
      ("<a/>«»<b/>", "the file goes on after the end of its first tag"),
      ("<a/>«»x", "the file goes on after the end of its first tag"),
      ("«»x", "the file has text before its first tag"),
      ("«»<![CDATA[]]><a/>", "the file has text before its first tag"),
      ("<«» a/>", "a name was expected"),
      ("<«»1/>", "a name was expected"),
      ("<a>«»<!x></a>", "a name was expected"),
      ("<a>«»<!--></a>", "a comment that begins here never ends"),
      ("<a>«»<?b></a>", "an instruction that begins here never ends"),
      ("<a>«»<![CDATA[</a>", "a section that begins here never ends"),
      ("<a><!--b--«»c--></a>", "found '--' in a comment; expected '-->'"),
      ("<a>«»&#+65;</a>", "a character that XML does not allow"),
      ("<a>«»&#x+41;</a>", "a character that XML does not allow"),
      ("<a>«»\u{1}</a>", "a character that XML does not allow"),
      ("<a>«»&#0;</a>", "a character that XML does not allow"),
      ("<a>«»&#xD83D;</a>", "a character that XML does not allow"),
      ("<a>«»&#x110000;</a>", "a character that XML does not allow"),
      ("<a>«»&b;</a>", "an unknown reference; expected one of &amp; &lt; &gt; &quot; &apos; &#…;"),
    ] as [(MarkedText, String)])
  func broken(text: MarkedText, message: String) {
    #expect(refusal(text.text) == text.message("error: the XML is broken: \(message)", in: "m"))
  }

  @Test("A document type is named at most, and declares nothing")
  func documentType() throws {
    #expect(try pieces("<!DOCTYPE a SYSTEM 'x'><a/>", allowsDocumentType: true).count == 2)
    #expect(
      refusal("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", allowsDocumentType: true)
        == "m:1:13: error: the document type declares something; expected it to be named only")
    #expect(
      refusal("<a><!DOCTYPE a></a>", allowsDocumentType: true)
        == "m:1:4: error: the XML is broken: a name was expected")
  }
}
