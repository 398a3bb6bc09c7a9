import CompiledOnce
import PictureLayout
import ObjectGraph

/// The appearance of a line: the shapes at its ends, and its class name in the style sheet.
struct LineLook {
  /// Its name, or several, in the style.
  let name: HTML
  let title: HTML
  private let start: End
  private let end: End

  fileprivate enum End {
    case nothing
    case arrow
    case parent
    /// The number of objects that a relationship can hold.
    case many, one, atMostOne
  }

  init(_ edge: Diagram.Edge, isBefore: Bool) {
    title = edge.sentence.isEmpty ? "" : "<title>\(edge.sentence)</title>"
    switch edge.line {
    case .parent: (name, start, end) = ("parent", .nothing, .parent)
    case .relationships: (name, start, end) = ("several", .nothing, .nothing)
    case .reference(_, let meaning): (name, start, end) = ("\(meaning.rawValue)", .nothing, .arrow)
    case .link(_, let back):
      let isBack = edge.told?.isBack ?? false
      let meaning = isBefore ? .holds : edge.told?.reference.meaning ?? .holds
      let isPlain = meaning == .holds || meaning == .ended
      name = "\(meaning.rawValue)"
      start = isPlain ? (back == nil ? .nothing : .arrow) : isBack ? .arrow : .nothing
      end = isPlain ? .arrow : isBack ? .nothing : .arrow
    case .relationship(let pair):
      let rule = pair.ahead.relationship.deleteRule.rawValue
      let hazard: HTML = pair.isHazardous ? " hazard" : ""
      let change: HTML = pair.change.map { " change \($0.rawValue)" } ?? ""
      name = "\(pair.back == nil ? "oneWay" : "pair") \(rule)\(hazard)\(change)"
      start = pair.back.map { Self.end(of: $0.relationship) } ?? .nothing
      end = Self.end(of: pair.ahead.relationship)
    }
  }

  private static func end(of relationship: Relationship) -> End {
    relationship.isToMany ? .many : relationship.isOptional ? .atMostOne : .one
  }

  /// Returns the shapes at both ends of a line, which leaves boxes at a right angle.
  func ends(_ route: GraphLayout.Route) -> HTML {
    guard let next = route.segments.first?.end,
      let previous = route.reversed.segments.first?.end
    else { return "" }
    let path = start.path(at: route.start, from: next) + end.path(at: route.end, from: previous)
    return path.isEmpty ? "" : "<path d=\"\(path)\"/>"
  }
}

extension LineLook.End {
  /// The end of a line that comes straight from another point.
  fileprivate func path(at tip: Point, from other: Point) -> String {
    let isUpright = tip.x == other.x
    let sign = isUpright ? (tip.y > other.y ? 1 : -1) : (tip.x > other.x ? 1 : -1)
    /// A point so far back from the tip, and so far beside the line.
    func point(_ back: Int, _ side: Int) -> String {
      isUpright
        ? "\(tip.x + side) \(tip.y - back * sign)" : "\(tip.x - back * sign) \(tip.y + side)"
    }
    func bar(_ back: Int) -> String { "M\(point(back, -5))L\(point(back, 5))" }
    func ring(_ back: Int) -> String {
      let (near, far) = (point(back - 3, 0), point(back + 3, 0))
      return "M\(near)A3 3 0 1 0 \(far)A3 3 0 1 0 \(near)"
    }
    switch self {
    case .nothing: return ""
    case .arrow: return "M\(point(8, -4))L\(point(0, 0))L\(point(8, 4))"
    case .parent: return "M\(point(10, -6))L\(point(0, 0))L\(point(10, 6))Z"
    case .many: return "M\(point(0, -5))L\(point(9, 0))L\(point(0, 5))\(ring(12))"
    case .one: return bar(4) + bar(8)
    case .atMostOne: return bar(4) + ring(10)
    }
  }
}

extension GraphLayout.Route {
  /// The line as the data of a path, without what its label stands upon.
  func path(around label: Rect?) -> String {
    var (path, point) = ("M\(start.x) \(start.y)", start)
    func add(_ command: String, _ points: Point...) {
      path += command
      path += points.map { $0.words(from: point) }.joined(separator: " ")
      if let last = points.last { point = last }
    }
    for segment in segments {
      switch segment {
      case .straight(let end):
        if let gap = label?.crossed(from: point, to: end) {
          add("l", gap.in)
          add("m", gap.out)
        }
        add("l", end)
      case .curve(let first, let second, let end): add("c", first, second, end)
      }
    }
    return path
  }
}

extension Point {
  /// Returns the offset from another point, as path data.
  fileprivate func words(from other: Point) -> String {
    let (right, down) = (x - other.x, y - other.y)
    return down < 0 ? "\(right)\(down)" : "\(right) \(down)"
  }
}

extension Rect {
  /// Returns the points where a horizontal or vertical line enters and leaves the rectangle; nil
  /// if it doesn't cross it.
  fileprivate func crossed(from: Point, to: Point) -> (in: Point, out: Point)? {
    /// Both sides in the order in which the line meets them.
    func sides(_ low: Int, _ high: Int, _ start: Int, _ end: Int) -> (Int, Int)? {
      guard min(start, end) <= low, max(start, end) >= high else { return nil }
      return start < end ? (low, high) : (high, low)
    }
    if from.x == to.x, (x...x + width).contains(from.x) {
      return sides(y, y + height, from.y, to.y).map {
        (Point(x: from.x, y: $0.0), Point(x: from.x, y: $0.1))
      }
    }
    guard from.y == to.y, (y...y + height).contains(from.y) else { return nil }
    return sides(x, x + width, from.x, to.x).map {
      (Point(x: $0.0, y: from.y), Point(x: $0.1, y: from.y))
    }
  }
}

extension Diagram.Edge {
  /// A description of a relationship's line, in sentences.
  fileprivate var sentence: String {
    guard case .relationship(let pair) = line else { return "" }
    func words(_ end: Diagram.Pair.End, of owner: String) -> String {
      let declared = end.relationship
      let many = declared.isToMany ? "many" : declared.isOptional ? "at most one" : "just one"
      let order = declared.isOrdered ? ", in order" : ""
      return "\(owner).\(declared.name) holds \(many) \(declared.destination)\(order); "
        + "deleting the \(owner): \(declared.deleteRule.meaning)."
    }
    var sentences = [words(pair.ahead, of: source.name)]
    if let back = pair.back, !pair.isOwnInverse {
      sentences.append(words(back, of: destination.name))
    }
    if pair.back == nil { sentences.append("There is no inverse.") }
    return sentences.joined(separator: " ")
  }
}

extension DeleteRule {
  var meaning: String {
    switch self {
    case .cascade: "the objects it holds are also deleted (cascade)"
    case .nullify: "the objects it holds stay and lose it (nullify)"
    case .deny: "the save fails while it holds anything (deny)"
    case .noAction: "nothing else changes; references to it are left dangling (noAction)"
    }
  }
}
