import CompiledOnce
import SourceText

/// A piece of a page in which names cannot become markup.
///
/// A literal is markup. Text interpolated with `\(…)` is escaped unless it is an `HTML` value.
/// Control characters are written out.
package struct HTML: Sendable, Hashable {
  private(set) var markup = ""

  var isEmpty: Bool { markup.isEmpty }

  static func += (one: inout HTML, other: HTML) { one.markup += other.markup }

  package static func + (one: HTML, other: HTML) -> HTML { HTML(markup: one.markup + other.markup) }

  init() {}

  init(text: String) {
    // Nearly all are plain names, which need no look at each character twice.
    markup = text.utf8.allSatisfy(\.isPlain) ? text : text.singleLine.xml
  }

  /// A path, which may break between its folders.
  init(path: String) {
    markup = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { HTML(text: String($0)).markup }.joined(separator: "/<wbr/>")
  }

  private init(markup: String) { self.markup = markup }
}

extension HTML: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    package mutating func appendInterpolation(_ text: String) { markup += HTML(text: text).markup }
    package mutating func appendInterpolation(_ number: Int) { markup += "\(number)" }
    package mutating func appendInterpolation(_ part: HTML) { markup += part.markup }
    /// Appends the contents of a bundled file, such as a style or a script, unescaped.
    package mutating func appendInterpolation(verbatim text: String) { markup += text }
  }

  package init(stringLiteral markup: String) { self.markup = markup }

  package init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }
}

extension String.StringInterpolation {
  /// Warns when markup is interpolated into a string.
  ///
  /// The overload is deprecated, not unavailable: otherwise the compiler would choose the generic
  /// one, which shows the value as Swift does.
  @available(*, deprecated, message: "a text that holds markup is markup")
  mutating func appendInterpolation(_ markup: HTML) { appendLiteral(markup.markup) }
}

extension UInt8 {
  /// Whether it is a letter, a digit or a mark that is the same in markup.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: (0x20..<0x7F).contains(self)
    }
  }
}

extension [HTML] {
  func joined(separator: HTML = "") -> HTML {
    var all = HTML()
    for (index, part) in enumerated() { all += index == 0 ? part : separator + part }
    return all
  }
}

extension String {
  /// The text as the end of an address within a page: letters, digits and marks that mean nothing
  /// there; all else by its bytes, as browsers write it.
  var fragment: String {
    var text = ""
    for byte in utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-._~/+:".unicodeScalars.contains(scalar))
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + hexadecimal
    }
    return text
  }
}
