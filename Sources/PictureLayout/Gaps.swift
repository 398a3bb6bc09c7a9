/// The distances between parts of a picture, which suit a text size of about 12 pixels.
package enum Gaps {
  /// Between two boxes of a layer; half of it belongs to each.
  package static let box = 28
  /// Between two labels of a layer; half of it belongs to each.
  static let label = 20
  /// Between two lines that run side by side; half of it belongs to each.
  static let line = 16
  /// The straight length of a line before its first turn, and so the distance of its turns from
  /// all boxes.
  package static let stub = 10
  /// The least room along the direction in which lines move sideways.
  package static let turn = 14
  /// The most of that room, which lines that move far sideways are given.
  static let widestTurn = 70
  /// Between two lines that end at the same side of a box.
  static let port = 14
  /// From the corner of a box to the first line that ends at its side.
  static let corner = 10
  /// The distance that the loop of a line from a box to itself extends.
  static let loop = 26
  /// Between two connected components.
  package static let component = 40
}
