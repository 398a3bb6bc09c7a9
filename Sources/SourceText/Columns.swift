extension Unicode.Scalar {
  /// The number of terminal columns that the character takes: two for East Asian characters and
  /// pictures, none for marks that combine with another character.
  package var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: properties.isEmojiPresentation || isWide ? 2 : 1
    }
  }

  /// Whether Unicode calls it wide or full-width.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension String {
  /// The number of terminal columns that the text takes.
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}
