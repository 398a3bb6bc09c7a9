package struct Size: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  var transposed: Size { Size(width: height, height: width) }
}

/// A place in a picture, whose origin is at the top left.
package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  var transposed: Point { Point(x: y, y: x) }

  /// The place after a move.
  func moved(by offset: Point) -> Point { Point(x: x + offset.x, y: y + offset.y) }
}

/// A rectangle, whose origin is its top left corner.
package struct Rect: Equatable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  var transposed: Rect { Rect(x: y, y: x, width: height, height: width) }

  /// The rectangle after a move.
  func moved(by offset: Point) -> Rect {
    Rect(x: x + offset.x, y: y + offset.y, width: width, height: height)
  }
}

/// Boxes and lines between them that are to be laid out.
package struct LayoutGraph: Hashable, Sendable {
  /// A line between two boxes, or from a box to itself.
  package struct Line: Hashable, Sendable {
    /// The index of the box that is preferred in an earlier layer.
    package var from: Int
    /// The index of the other box.
    package var to: Int
    package var label: Size?

    package init(from: Int, to: Int, label: Size? = nil) {
      self.from = from
      self.to = to
      self.label = label
    }
  }

  package enum Direction: Sendable {
    /// Each layer is below the one before it.
    case down
    /// Each layer is to the right of the one before it.
    case right
  }

  package var boxes: [Size]
  /// The lines, whose ends are indices of `boxes`.
  package var lines: [Line]
  package var direction: Direction
  /// The greatest width of a row of connected components, if each of them fits; nil to choose one
  /// that looks good.
  package var maximumWidth: Int?

  /// A graph.
  ///
  /// - Precondition: The ends of each line are indices of `boxes`.
  package init(
    boxes: [Size], lines: [Line], direction: Direction = .down, maximumWidth: Int? = nil
  ) {
    precondition(
      lines.allSatisfy { boxes.indices.contains($0.from) && boxes.indices.contains($0.to) },
      "a line ends at no box")
    self.boxes = boxes
    self.lines = lines
    self.direction = direction
    self.maximumWidth = maximumWidth
  }
}
