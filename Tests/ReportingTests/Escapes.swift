import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// How often a character stands in a line without a backslash that takes its meaning away.
func unescaped(_ mark: Character, in line: String) -> Int {
  var count = 0
  var isEscaped = false
  // What keeps GitHub from calling people and drawing pictures is not seen.
  for character in line.replacing("&#8203;", with: "") {
    if character == mark && !isEscaped { count += 1 }
    isEscaped = character == "\\" && !isEscaped
  }
  return count
}

/// Counts the elements of a document by name.
final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[elementName, default: 0] += 1
  }
}
