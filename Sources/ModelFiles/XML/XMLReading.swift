import CompiledOnce
import SourceText

/// Reads XML piece by piece: what data models and property lists are made of, and no more.
///
/// Foundation's parser is not asked: on Linux a file of 19 bytes, `<model><?a?></model>`, crashes it,
/// and so does one that says it is in another encoding. Nothing outside the file is ever read, no
/// entity is declared, and nothing here calls itself: what is nested is kept on a stack.
struct XMLReading {
  /// Whether a document type may be named, as property lists do, though it may declare nothing.
  private let allowsDocumentType: Bool
  var cursor: XMLCursor
  /// The ranges of the names of the open tags.
  private var open: [Range<Int32>] = []
  private var hasRoot = false
  /// The comments that ask for findings to be left out, each about the tag before it on its line or
  /// else about the next.
  private(set) var comments: [IgnoreComment] = []
  /// The comments that precede a tag not yet read.
  private var waiting: [(text: String, location: Location)] = []
  /// The lines of the last tag.
  private var linesOfTag = 0...0
  /// Whether the tag that was read last ends itself.
  private var endsItself = false

  init(
    _ source: SourceFile, expecting what: String = "Xcode saves data models",
    allowsDocumentType: Bool = false
  ) throws(ModelError) {
    self.allowsDocumentType = allowsDocumentType
    cursor = XMLCursor(source)
    guard source.isUTF8 else {
      throw .badData(cursor.location, "the file is not UTF-8, in which \(what)")
    }
    cursor.skipByteOrderMark()
    if cursor.isNext("<?xml"), cursor.byte(5).map(XMLCursor.isSpace) ?? false {
      try declaration()
    }
  }

  /// The next piece; nil at the end of the file.
  mutating func next() throws(ModelError) -> XMLPiece? {
    if endsItself {
      endsItself = false
      open.removeLast()
      return .end
    }
    while let byte = cursor.byte() {
      guard byte == UInt8(ascii: "<") else { return .text(try text()) }
      if cursor.isNext("<!--") {
        try comment()
      } else if cursor.isNext("<?") {
        try skip("<?", past: "?>", "an instruction")
      } else if cursor.isNext("<![CDATA[") {
        return .text(try section())
      } else if cursor.isNext("<!") {
        try documentType()
      } else if cursor.isNext("</") {
        try endTag()
        return .end
      } else {
        return .start(try startTag())
      }
    }
    if let tag = open.last {
      throw cursor.failure("the file ends before </\(cursor.text(tag))>")
    }
    placeComments(cursor.location.line)
    return nil
  }

  /// Says `encoding="UTF-8"` or nothing: the bytes are known to be that.
  private mutating func declaration() throws(ModelError) {
    let place = cursor.location
    cursor.advance(by: 5)
    var attributes: [String: String] = [:]
    while try cursor.skipSpace(before: "?>") {
      let (name, value) = try attribute()
      attributes[name] = value
    }
    guard cursor.isNext("?>") else { throw cursor.failure("a tag is not ended by '>'") }
    cursor.advance(by: 2)
    let encoding = attributes["encoding"] ?? "UTF-8"
    guard ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(encoding.uppercased()) else {
      throw .badData(place, "the file says that it is in \(encoding); expected UTF-8")
    }
  }

  private mutating func skip(
    _ beginning: StaticString, past mark: StaticString, _ what: String
  ) throws(ModelError) {
    let place = cursor.location
    cursor.advance(by: beginning.utf8CodeUnitCount)
    guard try cursor.skip(past: mark) else {
      throw .badData(place, "the XML is broken: \(what) that begins here never ends")
    }
  }

  private mutating func comment() throws(ModelError) {
    let (location, first) = (cursor.location, cursor.offset + 4)
    try skip("<!--", past: "--", "a comment")
    guard cursor.byte() == UInt8(ascii: ">") else {
      throw cursor.failure("found '--' in a comment; expected '-->'")
    }
    let text = cursor.bytes(Int32(first)..<Int32(cursor.offset - 2)).drop(while: XMLCursor.isSpace)
    let mark = "deleterules:".utf8
    if text.starts(with: mark), comments.count + waiting.count < Limits.ignoreComments {
      waiting.append((String(decoding: text.dropFirst(mark.count), as: UTF8.self), location))
      if location.line == linesOfTag.upperBound { placeComments(linesOfTag.lowerBound) }
    }
    cursor.advance(by: 1)
  }

  /// Says about what the last comments are: the tag that begins on a line.
  private mutating func placeComments(_ line: Int) {
    comments += waiting.map { text, location in
      let lines = min(line, location.line)...max(line, location.line)
      return IgnoreComment(text, at: location, lines: lines)
    }
    waiting = []
  }

  private mutating func documentType() throws(ModelError) {
    let place = cursor.location
    guard cursor.isNext("<!DOCTYPE"), !hasRoot else {
      throw cursor.failure("a name was expected")
    }
    guard allowsDocumentType else {
      throw .badData(
        place, "a document type declaration; a data model has none, so none is read")
    }
    while let byte = cursor.byte(), byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "[") {
        throw .badData(
          cursor.location, "the document type declares something; expected it to be named only")
      }
      try cursor.advanceInText()
    }
    cursor.advance(by: 1)
  }

  private mutating func startTag() throws(ModelError) -> XMLTag {
    let location = cursor.location
    if hasRoot && open.isEmpty { throw contentOutsideOfRoot }
    hasRoot = true
    placeComments(location.line)
    if cursor.isNext("<<<<<<<") {
      throw cursor.failure("an unresolved merge conflict begins here")
    }
    cursor.advance(by: 1)
    let name = try cursor.name()
    var attributes: [String: String] = [:]
    var end = cursor.place
    while try cursor.skipSpace(before: "/>", ">") {
      let place = cursor.location
      let (key, value) = try attribute()
      if attributes.updateValue(value, forKey: key) != nil {
        throw .badData(place, "the XML is broken: an attribute is given twice")
      }
      end = cursor.place
    }
    endsItself = cursor.byte() == UInt8(ascii: "/")
    if endsItself { cursor.advance(by: 1) }
    guard cursor.byte() == UInt8(ascii: ">") else {
      throw cursor.failure("a tag is not ended by '>'")
    }
    cursor.advance(by: 1)
    linesOfTag = location.line...cursor.location.line
    open.append(name)
    return XMLTag(
      name: cursor.text(name), attributes: attributes, depth: open.count - 1, location: location,
      end: end)
  }

  private mutating func endTag() throws(ModelError) {
    let location = cursor.location
    cursor.advance(by: 2)
    let name = try cursor.name()
    guard let last = open.popLast(), cursor.bytes(last).elementsEqual(cursor.bytes(name)) else {
      throw .badData(location, "the XML is broken: an end tag does not fit its start tag")
    }
    cursor.skipSpaces()
    guard cursor.byte() == UInt8(ascii: ">") else {
      throw cursor.failure("a tag is not ended by '>'")
    }
    cursor.advance(by: 1)
  }

  private mutating func attribute() throws(ModelError) -> (name: String, value: String) {
    let name = try cursor.name()
    cursor.skipSpaces()
    guard cursor.byte() == UInt8(ascii: "=") else {
      if cursor.byte() == nil { throw cursor.failure("the file ends inside a tag") }
      throw cursor.failure("an attribute's value is not ended or not in quotes")
    }
    cursor.advance(by: 1)
    cursor.skipSpaces()
    return (cursor.text(name), try cursor.quotedValue())
  }

  /// Reads the text before the next `<`; outside of all tags, only whitespace is allowed.
  private mutating func text() throws(ModelError) -> String {
    if open.isEmpty {
      cursor.skipSpaces()
      if let byte = cursor.byte(), byte != UInt8(ascii: "<") {
        throw contentOutsideOfRoot
      }
      return ""
    }
    return try cursor.value(until: UInt8(ascii: "<"), isText: true)
  }

  private var contentOutsideOfRoot: ModelError {
    cursor.failure(
      hasRoot
        ? "the file goes on after the end of its first tag"
        : "the file has text before its first tag")
  }

  private mutating func section() throws(ModelError) -> String {
    if open.isEmpty { throw contentOutsideOfRoot }
    let first = cursor.offset + 9
    try skip("<![CDATA[", past: "]]>", "a section")
    return cursor.text(Int32(first)..<Int32(cursor.offset - 3))
  }
}

/// A piece of an XML file, as far as the readers need it.
enum XMLPiece {
  case start(XMLTag)
  case end
  /// The text between tags, with its references resolved; it may come in several pieces.
  case text(String)
}

/// A start tag, or one that is its own end tag.
struct XMLTag {
  let name: String
  let attributes: [String: String]
  /// The number of open tags around it.
  let depth: Int
  let location: Location
  /// The place after the last attribute.
  let end: Replacement.Place
}
