import SourceText

/// What an XML file is made of, as far as somebody wants to know.
enum XMLPiece {
  case start(XMLTag)
  case end
  /// What stands between tags, with its references resolved; a text may come in several pieces.
  case text(String)
}

/// A start tag, or one that is its own end tag.
struct XMLTag {
  let name: String
  let attributes: [String: String]
  /// How many tags are open around it.
  let depth: Int
  let location: Location
}
