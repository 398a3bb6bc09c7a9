/// Finds the end of every bracket, also where some are missing.
struct BracketMatching {
  private struct Opener {
    let index: Int32
    let closer: UInt8
  }

  /// The brackets that are open, the innermost last.
  private var open: [Opener] = []
  /// The number of them that each character closes.
  private var openCounts = Array(repeating: 0, count: 128)
  private var hasReported = false

  /// Takes in the last token of a list, which is one character.
  mutating func take(_ mark: UInt8, in list: inout SwiftTokens) {
    switch mark {
    case UInt8(ascii: "("): open(closedBy: UInt8(ascii: ")"), in: list)
    case UInt8(ascii: "["): open(closedBy: UInt8(ascii: "]"), in: list)
    case UInt8(ascii: "{"): open(closedBy: UInt8(ascii: "}"), in: list)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(mark, in: &list)
    default: break
    }
  }

  private mutating func open(closedBy closer: UInt8, in list: SwiftTokens) {
    open.append(Opener(index: Int32(list.count - 1), closer: closer))
    openCounts[Int(closer)] += 1
  }

  private mutating func close(_ closer: UInt8, in list: inout SwiftTokens) {
    let index = list.count - 1
    guard openCounts[Int(closer)] > 0 else {
      return report("found '\(Self.text(closer))' where nothing is open", at: index, in: &list)
    }
    while let opener = open.popLast() {
      list.setEnd(of: Int(opener.index), to: index)
      openCounts[Int(opener.closer)] -= 1
      if opener.closer == closer { return }
      report(
        "found '\(Self.text(closer))'; expected '\(Self.text(opener.closer))'", at: index, in: &list
      )
    }
  }

  private static func text(_ mark: UInt8) -> String { String(UnicodeScalar(mark)) }

  /// Ends what the file leaves open.
  mutating func close(_ list: inout SwiftTokens) {
    for opener in open { list.setEnd(of: Int(opener.index), to: list.count) }
    guard let opener = open.first else { return }
    report(
      "the file ends before the '\(Self.text(opener.closer))' of the bracket that opens here",
      at: Int(opener.index), in: &list)
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
    var opening: SwiftLexer.Start?
  }

  private var place = Place()
  private var placesAround: [Place] = []
  private var branchCount = 0
  private var condition: BuildCondition?
  private var depth = 0
  private var continues = false
  private(set) var branchesForDebugging: Set<Int> = []

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
    if condition?.onlyFlag == "DEBUG" { branchesForDebugging.insert(place.branch) }
    switch condition?.value {
    case true?: place.isSettled = true
    case false?: place.isLeftOut = true
    case nil: break
    }
    condition = nil
  }

  /// Whether what comes next may be part of a condition.
  var isInCondition: Bool { condition != nil }

  /// Whether what comes next is in a branch that is left out.
  var isLeftOut: Bool { place.isLeftOut }

  /// Whether a token is part of a condition, or of a branch that is left out.
  mutating func takes(_ token: SwiftToken) -> Bool {
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
