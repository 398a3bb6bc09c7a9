import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What is left of an output where its texts are taken away.
///
/// It is the same for every name, or a name has become part of it. Each format is read by a parser or
/// scanner that the program has no part in.
struct Skeleton: Equatable {
  /// What is left, line by line or element by element; sorted, as names decide about the order.
  let parts: [String]
  /// The texts that were taken away, as whoever reads the format sees them.
  var texts: [String] = []

  static func == (one: Skeleton, other: Skeleton) -> Bool { one.parts == other.parts }

  /// Why an output is no text of its format.
  struct Broken: Error {
    let reason: String
  }

  init(parts: [String], texts: [String]) { (self.parts, self.texts) = (parts.sorted(), texts) }

  /// The name that was given may be a key of JSON.
  init(_ text: String, format: String, name: String) throws {
    switch format {
    case "json", "sarif": try self.init(json: text, name: name)
    case "junit": try self.init(xml: text)
    case "html", "svg": try self.init(page: text)
    case "markdown": self.init(markdown: text)
    case "dot": try self.init(dot: text)
    case "mermaid": try self.init(mermaid: text)
    case "github": try self.init(github: text)
    default: try self.init(findings: text)
    }
  }

  /// Findings as compilers write them, or as a terminal shows them: a title, a place, source lines, notes
  /// and help; at last where to read on.
  ///
  /// Changes are written as a plan.
  init(findings text: String) throws {
    let title = /(?:.*:\d+:\d+: )?(error|warning|note): .* \[(\w+)\](?: \[fixable\])?/
      .dotMatchesNewlines()
    let note = /(?:.*:\d+:\d+: (note): |  (=) note: |(help): ).*/.dotMatchesNewlines()
    let source = /[ ]{2,}\d*[ ]?(?:([|+>])|-(->)) .*/.dotMatchesNewlines()
    let advice = /'deleterules rules (\w+)' says .*/
    let plan = /(?:([~+-]) |(- \w+: |  - example: delete )|(What deletes do)|(\d+ \w+)).*/
      .dotMatchesNewlines()
    let lines = text.lines
    let parts = try lines.map { line in
      if line.isEmpty { return "" }
      if let match = line.wholeMatch(of: source) { return "\(match.1 ?? match.2 ?? "")" }
      if let match = line.wholeMatch(of: advice) { return "\(match.1)" }
      if let match = line.wholeMatch(of: title) { return "\(match.1) \(match.2)" }
      if let match = line.wholeMatch(of: note) {
        return "\(match.1 ?? match.2 ?? match.3 ?? "")"
      }
      guard let match = line.wholeMatch(of: plan) else { throw Broken(reason: line) }
      return "\(match.1 ?? match.2 ?? match.3 ?? match.4 ?? "")"
    }
    self.init(parts: parts, texts: lines)
  }

  /// One workflow command a line.
  init(github text: String) throws {
    let expected = /::(error|warning|notice) file=([^,:]*),line=\d+,col=\d+,title=(\w+)::(.*)/
    let found = try text.lines.map { line in
      guard let match = line.wholeMatch(of: expected) else { throw Broken(reason: line) }
      return (part: "\(match.1) \(match.3)", texts: ["\(match.2)", "\(match.4)"])
    }
    self.init(parts: found.map(\.part), texts: found.flatMap(\.texts).map(\.withoutPercents))
  }

  init(json text: String, name: String) throws {
    var texts: [String] = []
    func shape(_ value: Any) -> String {
      switch value {
      case let object as [String: Any]:
        texts += object.keys
        let members = object.map { key, value in
          "\(key.replacingOccurrences(of: name, with: HostileName.plain.text)):\(shape(value))"
        }
        return "{\(members.sorted().joined(separator: ","))}"
      case let array as [Any]: return "[\(array.map(shape).sorted().joined(separator: ","))]"
      case let string as String:
        texts.append(string)
        return "s"
      default: return "\(value is NSNull ? "null" : "n")"
      }
    }
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    self.init(parts: [shape(value)], texts: texts)
  }

  /// A page or a picture, which is XML but for its first line, and what is the same in all of them: how
  /// many lines a label takes depends on the names in it, and so does whether a box has a title.
  init(page text: String) throws {
    let bare = text.replacingOccurrences(of: "<!DOCTYPE html>\n", with: "").withoutStyleAndScript
    let all = try Skeleton(xml: bare)
    let isOfLabel = { (part: String) in ["text x y", "title"].contains(part) }
    self.init(parts: all.parts.filter { !isOfLabel($0) }, texts: all.texts)
  }

  init(xml text: String) throws {
    let reader = XMLTextReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else { throw Broken(reason: "\(parser.parserError as Any)") }
    self.init(parts: reader.elements, texts: reader.texts)
  }
}

/// The elements of a document, and everything that is written in them.
private final class XMLTextReader: NSObject, XMLParserDelegate {
  var elements: [String] = []
  var texts: [String] = []
  private var isInText = false

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    isInText = false
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    isInText = false
    elements.append(([elementName] + attributes.keys.sorted()).joined(separator: " "))
    texts += attributes.values
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    // A parser may hand a text over in pieces.
    if isInText { texts[texts.count - 1] += string } else { texts.append(string) }
    isInText = true
  }

  func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) { elements.append("CDATA") }

  func parser(_ parser: XMLParser, foundComment comment: String) { elements.append("comment") }
}

extension String {
  /// A page or a picture without what is the same in all of them.
  var withoutStyleAndScript: String {
    ["style", "script"].reduce(self) { text, tag in
      guard let start = text.range(of: "<\(tag)>"),
        let end = text.range(of: "</\(tag)>", range: start.upperBound..<text.endIndex)
      else { return text }
      return text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: "…")
    }
  }

  /// What stands between line feeds; a line feed in front of an accent is one too.
  var lines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: true).map { String($0) }
  }

  fileprivate var withoutPercents: String {
    var text = self
    for (code, mark) in [("%0A", "\n"), ("%0D", "\r"), ("%3A", ":"), ("%2C", ","), ("%25", "%")] {
      text = text.replacingOccurrences(of: code, with: mark, options: .literal)
    }
    return text
  }
}
