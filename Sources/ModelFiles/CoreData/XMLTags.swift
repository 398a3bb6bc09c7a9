import DeleteMatrix
import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A start tag of an XML file.
struct XMLTag {
  let name: String
  let attributes: [String: String]
  /// How many tags are open around it.
  let depth: Int
  let location: Location
}

/// Reads an XML file into the flat list of its start tags, by Foundation's parser.
///
/// Nothing outside the file is ever read: a document type declaration, by which entities are
/// declared, is refused before the parser sees it.
struct XMLTags {
  /// More than any model has; deeper ones are counted, but not kept.
  private static let greatestDepth = 8

  let tags: [XMLTag]

  init(_ source: ModelSource) throws(ModelError) {
    let start = Location(file: source.path, line: 1, column: 1)
    guard source.isUTF8 else {
      throw .badData(start, "the file is not UTF-8, in which Xcode saves data models")
    }
    // Only what stands before the first tag may declare a document type.
    var prolog = StartTags(source.bytes)
    _ = prolog.offsetOfNext()
    if let place = prolog.documentType {
      throw .badData(
        Location(file: source.path, line: place.line, column: place.column),
        "a document type declaration; a data model has none, so none is read")
    }
    let collecting = TagCollecting(source, greatestDepth: Self.greatestDepth)
    let parser = XMLParser(data: Data(source.bytes))
    parser.delegate = collecting
    parser.shouldResolveExternalEntities = false
    // What it returns is no use: it is true after errors on some platforms.
    _ = parser.parse()
    if let failure = collecting.failure {
      throw .badData(failure.location, failure.message)
    }
    tags = collecting.tags
  }
}

/// Collects the start tags that the parser meets; a class because the parser wants one.
private final class TagCollecting: NSObject, XMLParserDelegate {
  private(set) var tags: [XMLTag] = []
  private(set) var failure: (location: Location, message: String)?
  private let file: String
  private let greatestDepth: Int
  private var places: StartTags
  private var depth = 0

  init(_ source: ModelSource, greatestDepth: Int) {
    file = source.path
    self.greatestDepth = greatestDepth
    places = StartTags(source.bytes)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let place = places.next()
    if depth < greatestDepth {
      let location = Location(file: file, line: place.line, column: place.column)
      tags.append(XMLTag(name: name, attributes: attributes, depth: depth, location: location))
    }
    depth += 1
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    depth -= 1
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // What follows the first error is guesswork.
    if failure != nil { return }
    let location = Location(
      file: file, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber))
    failure = (location, "the XML is broken: \(Self.reason((error as NSError).code))")
    parser.abortParsing()
  }

  /// The codes are libxml2's, on every platform.
  private static func reason(_ code: Int) -> String {
    switch code {
    case 4: "the file is empty"
    case 5: "it ends too early, or goes on after its end"
    case 9: "a character that XML does not allow"
    case 38, 39, 40: "an attribute's value is not ended or not in quotes"
    case 42: "an attribute is given twice"
    case 65: "a space is missing between attributes"
    case 68: "a name was expected"
    case 73: "a tag is not ended by '>'"
    case 76: "an end tag does not fit its start tag"
    case 77: "a tag is not closed"
    default: "the parser stops with its error \(code)"
    }
  }
}
