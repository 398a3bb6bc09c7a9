extension GraphLayout {
  /// The distances between parts of the picture.
  package struct Gaps: Sendable {
    /// Between two boxes of a layer; half of it belongs to each.
    package var box: Int
    /// Between two labels of a layer; half of it belongs to each.
    package var label: Int
    /// Between two lines that run side by side; half of it belongs to each.
    package var line: Int
    /// The straight length of a line before its first turn, and so the distance of its turns from
    /// all boxes.
    package var stub: Int
    /// The least room along the direction in which lines move sideways.
    package var turn: Int
    /// The most of that room, which lines that move far sideways are given.
    package var widestTurn: Int
    /// Between two lines that end at the same side of a box.
    package var port: Int
    /// From the corner of a box to the first line that ends at its side.
    package var corner: Int
    /// The distance that the loop of a line from a box to itself extends.
    package var loop: Int
    /// Between two connected components.
    package var component: Int

    /// Gaps that suit a text size of about 12 pixels.
    package init(
      box: Int = 28, label: Int = 20, line: Int = 16, stub: Int = 10, turn: Int = 14,
      widestTurn: Int = 70, port: Int = 14, corner: Int = 10, loop: Int = 26, component: Int = 40
    ) {
      self.box = box
      self.label = label
      self.line = line
      self.stub = stub
      self.turn = turn
      self.widestTurn = widestTurn
      self.port = port
      self.corner = corner
      self.loop = loop
      self.component = component
    }
  }
}
