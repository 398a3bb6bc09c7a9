/// Finds the end of every bracket, also where some are missing.
struct BracketMatching {
  private static let closers = ["(": ")", "[": "]", "{": "}"]

  /// The brackets that are open, as indices, the innermost last.
  private var open: [Int32] = []
  private var openCounts: [String: Int] = [:]
  private var hasReported = false

  /// Takes in the last token of a list.
  mutating func take(_ token: SwiftToken, in list: inout SwiftTokens) {
    guard token.kind == .mark else { return }
    if let closer = Self.closers[token.text] {
      open.append(Int32(list.count - 1))
      openCounts[closer, default: 0] += 1
    } else if token.text == ")" || token.text == "]" || token.text == "}" {
      close(token.text, in: &list)
    }
  }

  private mutating func close(_ closer: String, in list: inout SwiftTokens) {
    let index = list.count - 1
    guard openCounts[closer, default: 0] > 0 else {
      return report("found '\(closer)' where nothing is open", at: index, in: &list)
    }
    while let opener = open.popLast().map(Int.init) {
      let expected = Self.closers[list[opener]?.text ?? ""] ?? ""
      list.setEnd(of: opener, to: index)
      openCounts[expected, default: 0] -= 1
      if expected == closer { return }
      report("found '\(closer)'; expected '\(expected)'", at: index, in: &list)
    }
  }

  /// Ends what the file leaves open.
  mutating func close(_ list: inout SwiftTokens) {
    for opener in open { list.setEnd(of: Int(opener), to: list.count) }
    guard let opener = open.first.map(Int.init) else { return }
    let closer = Self.closers[list[opener]?.text ?? ""] ?? ""
    report(
      "the file ends before the '\(closer)' of the bracket that opens here", at: opener, in: &list)
  }

  /// Reports a problem with brackets unless one has been reported: the others usually follow from
  /// the first.
  private mutating func report(_ message: String, at index: Int, in list: inout SwiftTokens) {
    guard !hasReported else { return }
    hasReported = true
    list.problems.append(SwiftTokens.Problem(message: message, location: list.location(index)))
  }
}

/// Leaves out the lines of `#if`, `#elseif`, `#else` and `#endif` with what is sure never to be
/// compiled, and knows the branch.
///
/// Every branch of valid source is whole in itself, so that the branches can be read in a row.
struct ConditionTracking {
  private struct Place {
    var branch = 0
    var isLeftOut = false
    /// Whether a branch of the innermost `#if` up to here is sure to be compiled.
    var isSettled = false
    /// The location of the innermost `#if`.
    var opening: SwiftLexer.Start?
  }

  private var place = Place()
  private var placesAround: [Place] = []
  private var branchCount = 0
  private var condition: BuildCondition?
  private var depth = 0
  private var continues = false

  /// The branch of what comes next; 0 outside of all.
  var branch: Int { place.branch }

  /// The first `#if` that is not ended; nil where there is none.
  var opening: SwiftLexer.Start? {
    placesAround.count > 1 ? placesAround[1].opening : place.opening
  }

  /// Takes in a name after `#`, if it is that of a directive.
  mutating func isDirective(_ name: String, at start: SwiftLexer.Start) -> Bool {
    guard ["#if", "#elseif", "#else", "#endif"].contains(name) else { return false }
    endCondition()
    switch name {
    case "#endif": place = placesAround.popLast() ?? Place()
    case "#if":
      placesAround.append(place)
      place.isSettled = false
      place.opening = start
      fallthrough
    default:
      branchCount += 1
      place.branch = branchCount
      place.isLeftOut = placesAround.last?.isLeftOut ?? false || place.isSettled
      guard name != "#else" else { break }
      condition = BuildCondition()
      depth = 0
      continues = true
    }
    return true
  }

  private mutating func endCondition() {
    switch condition?.value {
    case true?: place.isSettled = true
    case false?: place.isLeftOut = true
    case nil: break
    }
    condition = nil
  }

  /// Whether a token is part of a condition, or of a branch that is left out.
  mutating func takes(_ token: SwiftToken) -> Bool {
    guard condition != nil else { return place.isLeftOut }
    let joins = token.isMark("&") || token.isMark("|")
    guard !token.startsLine || depth > 0 || continues || joins else {
      endCondition()
      return place.isLeftOut
    }
    if token.isMark("(") { depth += 1 }
    if token.isMark(")") { depth -= 1 }
    continues = joins
    condition?.take(token)
    return true
  }
}
