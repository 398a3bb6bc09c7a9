import CompiledOnce
import ObjectGraph
import SourceText

extension String {
  /// The text on one line, with what markdown, HTML or GitHub would take for markup escaped.
  var markdown: String { markdown(isAddress: false) }

  /// An address that may become a link.
  var markdownAddress: String { markdown(isAddress: true) }

  private func markdown(isAddress: Bool) -> String {
    var text = ""
    let scalars = Array(unicodeScalars)
    let digits = scalars.prefix { ("0"..."9").contains($0) }.count
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "_":
        // An underscore within a word is no markup, and names are full of them.
        let neighbours = [index - 1, index + 1].map {
          scalars.indices.contains($0) ? scalars[$0] : " "
        }
        let isInWord = neighbours.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        text += isInWord ? "_" : "\\_"
      case "\\", "|", "`", "~", "*", "[", "]", "<", ">", "&", "#", "$":
        text += "\\"
        text.unicodeScalars.append(scalar)
        if scalar == "#", index + 1 < scalars.count, ("0"..."9").contains(scalars[index + 1]) {
          text += withoutWidth
        }
      // GitHub makes a link of what looks like an address.
      case ":" where !isAddress && scalars[index...].starts(with: "://".unicodeScalars):
        text += "\\:"
      case "."
      where !isAddress && scalars[..<index].suffix(3).map(\.properties.lowercaseMapping) == www:
        text += "\\."
      // It calls whoever has the name behind an @, and draws a picture for one between colons.
      case "@" where !isAddress && scalars[(index + 1)...].first?.isNameOfAccount == true,
        ":" where !isAddress && scalars[(index + 1)...].beginsWithNameOfPicture:
        text += "\(scalar)\(withoutWidth)"
      // A list would begin in a list, or a line across the page.
      case "-" where index == 0, "+" where index == 0: text += "\\\(scalar)"
      case "." where index == digits && index > 0, ")" where index == digits && index > 0:
        text += "\\\(scalar)"
      case _ where scalar.isCommand: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    // Behind the mark of a list, more than that would be code.
    let indent = text.prefix { $0 == " " }.count
    return indent > 3 ? String(text.dropFirst(indent - 3)) : text
  }
}

private let www = ["w", "w", "w"]
/// A zero-width space, used where GitHub ignores a backslash: after the start of a mention, an
/// issue number, or the name of a picture.
private let withoutWidth = "&#8203;"

extension Unicode.Scalar {
  fileprivate var isNameOfAccount: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType != nil)
  }

  fileprivate var isNameOfPicture: Bool {
    switch self {
    case "a"..."z", "0"..."9", "_", "+", "-": true
    default: false
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// Whether what stands before the next colon, which may come behind the text, can name a picture.
  ///
  /// Numbers are left alone, though two of them do: they are lines and columns, which a terminal
  /// takes for a place to go to.
  fileprivate var beginsWithNameOfPicture: Bool {
    let name = prefix { $0.isNameOfPicture }
    guard !name.isEmpty, [":", nil].contains(dropFirst(name.count).first) else { return false }
    return !name.allSatisfy { ("0"..."9").contains($0) }
  }
}

extension DeleteRule {
  /// The rule with a mark on the one that the frameworks take by default.
  var prose: Prose { self == .standard ? "\(rawValue) ★" : "\(rawValue)" }
}
