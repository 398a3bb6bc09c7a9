/// Finds the end of every bracket, also where some are missing.
package struct BracketMatching {
  private static let closers = ["(": ")", "[": "]", "{": "}"]

  /// The brackets that are open, as indices, the innermost last.
  private var open: [Int32] = []
  private var openCounts: [String: Int] = [:]
  private var hasReported = false

  /// Takes in the last token of a list.
  package mutating func take(_ token: SwiftToken, in list: inout SwiftTokens) {
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
  package mutating func close(_ list: inout SwiftTokens) {
    for opener in open { list.setEnd(of: Int(opener), to: list.count) }
    guard let opener = open.first.map(Int.init) else { return }
    let closer = Self.closers[list[opener]?.text ?? ""] ?? ""
    report(
      "the file ends before the '\(closer)' of the bracket that opens here", at: opener, in: &list)
  }

  /// One problem with brackets is enough: the others mostly follow from it.
  private mutating func report(_ message: String, at index: Int, in list: inout SwiftTokens) {
    guard !hasReported else { return }
    hasReported = true
    list.problems.append(SwiftTokens.Problem(message: message, location: list.location(index)))
  }
}
