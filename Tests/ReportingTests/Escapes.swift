import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// How often a character stands in a line without a backslash that takes its meaning away.
func unescaped(_ mark: Character, in line: String) -> Int {
  var count = 0
  var isEscaped = false
  for character in line {
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
