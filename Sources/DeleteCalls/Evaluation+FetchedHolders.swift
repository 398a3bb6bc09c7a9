import SwiftSource

/// The objects that a fetch finds because they hold a certain one.
extension Evaluation {
  /// Finds the relationships by which a fetch asks for every object that holds a certain one.
  ///
  /// The predicate compares the relationship with the object or its identifier, and asks for nothing else that
  /// could leave out any.
  ///
  /// - Parameters:
  ///   - range: The tokens of a loop's list.
  ///   - isAny: Whether it is only asked if there is any, for which a few of them do.
  /// - Returns: The relationships, each with the names that the code has for that one.
  func held(
    byAllFetchedAt range: Range<Int>, orByAny isAny: Bool = false
  ) -> [(property: String, names: Set<String>)] {
    let ranges = sources(of: range)
    let first = ranges.map(\.lowerBound).min() ?? range.lowerBound
    // The scan has a limit, as a body may ask about one request thousands of times.
    if range.upperBound - first > Limits.uses { return [] }
    var (isLimited, macros) = (false, Set<Int>())
    let requests = Set(ranges.joined().compactMap { tokens[$0]?.name })
    tokens.forEachWord(in: first..<range.upperBound) { word, place in
      if word.elementsEqual("predicate".utf8), tokens.isMark(place + 1, "=") {
        let isOfRequest = tokens[place - 2]?.name.map(requests.contains) == true
        if isOfRequest, isDone(place, before: range.lowerBound),
          tokens[place + 2]?.text == "#Predicate"
        {
          macros.insert(place + 2)
        } else {
          isLimited = true
        }
      }
      let isLimit = isAny && word.elementsEqual("fetchLimit".utf8)
      if !isLimit, Self.limiting.contains(where: word.elementsEqual) { isLimited = true }
    }
    for range in ranges {
      for place in range {
        if tokens[place]?.text == "#Predicate" { macros.insert(place) }
        // What else is called may ask for less.
        let isCall = tokens.isMark(place + 1, "(") && tokens[place]?.name != nil
        let isKnown = ["fetch", "fetchCount", "FetchDescriptor"].contains {
          tokens.isWord(place, $0)
        }
        if isCall && !isKnown || tokens[place]?.text == "NSPredicate" { isLimited = true }
      }
    }
    guard !isLimited, macros.count == 1, let macro = macros.first else { return [] }
    return compared(inPredicateAt: macro)
  }

  /// Whether no block around a token ends before another token, so that the code of both runs together.
  private func isDone(_ place: Int, before end: Int) -> Bool {
    var depth = 0
    for index in place..<end {
      if tokens.isMark(index, "{") { depth += 1 }
      if tokens.isMark(index, "}") { depth -= 1 }
      if depth < 0 { return false }
    }
    return true
  }

  /// Returns the entity of the objects that some tokens fetch, or count; nil for any other tokens.
  func entity(fetchedAt range: Range<Int>) -> Int? {
    let places = sources(of: range).joined()
    guard places.contains(where: { tokens.isWord($0, "fetch") || tokens.isWord($0, "fetchCount") })
    else { return nil }
    return places.lazy.compactMap { place -> Int? in
      guard let name = tokens[place]?.name else { return nil }
      if name == "FetchDescriptor", tokens.isMark(place + 1, "<") {
        return tokens[place + 2]?.name.flatMap { code.entity(named: $0, near: file) }
      }
      guard case .request(let type)? = variable(name)?.type else { return nil }
      return type.entity
    }.first
  }

  /// The words that leave out some of what a predicate finds.
  private static let limiting = [
    "fetchLimit", "fetchOffset", "filter", "prefix", "suffix", "dropFirst", "dropLast", "first",
    "last", "remove", "removeAll", "removeFirst", "removeLast", "popFirst", "popLast",
  ].map { Array($0.utf8) }

  /// Some tokens, and those that the names in them were made from.
  private func sources(of range: Range<Int>) -> [Range<Int>] {
    var found = [range]
    var index = 0
    while index < found.count, found.count < Limits.pending {
      tokens.forEachWord(in: found[index]) { _, place in
        guard let name = tokens[place]?.name, let source = unlinks.sources[name],
          !found.contains(source)
        else { return }
        found.append(source)
      }
      index += 1
    }
    return found
  }

  /// The relationships that hold nothing at this place and whose inverses a condition compares with something, so that it
  /// finds nothing of what they held.
  func spared(bySearchIn condition: Range<Int>, _ element: String) -> [RelationshipUse] {
    if unlinks.current.isEmpty { return [] }
    let isOther = condition.contains { place in
      tokens.isMark(place, "!=") || tokens.isMark(place, "|") || tokens.isWord(place, "nil")
        || tokens.isWord(place, "true")
        || tokens.isMark(place, "!") && !tokens.isMark(place + 1, ".")
    }
    if isOther || !condition.contains(where: { tokens.isMark($0, "==") }) { return [] }
    return emptied(
      knownBy: condition.compactMap {
        tokens.isWord($0, element) && tokens.isMark($0 + 1, ".") ? tokens[$0 + 2]?.name : nil
      })
  }

  /// The same for the condition of an `NSPredicate`.
  func spared(bySearchFor format: String) -> [RelationshipUse] {
    if unlinks.current.isEmpty || format.contains("!=") || !format.contains("=") { return [] }
    let words = format.split { $0 == " " || $0 == "." || $0 == "=" }.map(String.init)
    let isOther = words.contains { ["NIL", "NULL", "OR", "NOT"].contains($0.uppercased()) }
    return isOther ? [] : emptied(knownBy: words)
  }

  /// The relationships that hold nothing at this place and whose inverses have some names.
  private func emptied(knownBy inverses: [String]) -> [RelationshipUse] {
    unlinks.current.filter { unlink in
      unlink.isWhole && code.inverse(of: unlink.use).map { inverses.contains($0.name) } == true
    }.map(\.use)
  }

  /// The comparisons of a macro's closure: `$0.trip?.persistentModelID == id || …`.
  private func compared(inPredicateAt macro: Int) -> [(property: String, names: Set<String>)] {
    guard let open = (macro..<macro + Limits.pending).first(where: { tokens.isMark($0, "{") })
    else {
      return []
    }
    var comparisons: [(property: String, names: Set<String>)] = []
    var start = open + 1
    let end = tokens.after(open) - 1
    if let word = (start..<end).first(where: { tokens.isWord($0, "in") }) { start = word + 1 }
    while start < end {
      let parts = (start..<end).prefix {
        !(tokens.isMark($0, "|") && tokens.isMark($0 + 1, "|"))
      }
      guard let sides = comparison(in: start..<start + parts.count) else { return [] }
      comparisons.append(sides)
      start += parts.count + 2
    }
    return comparisons
  }

  /// The relationship of an element, and the names of the object with which a condition compares that; nil for
  /// any other condition.
  func comparison(
    of element: String?, in condition: Range<Int>?
  ) -> (property: String, names: Set<String>)? {
    guard let condition, let element, tokens.isWord(condition.lowerBound, element) else {
      return nil
    }
    return comparison(in: condition)
  }

  /// The two sides of a comparison; nil for anything else.
  private func comparison(in range: Range<Int>) -> (property: String, names: Set<String>)? {
    let equals = range.filter { tokens.isMark($0, "==") || tokens.isMark($0, "===") }
    guard equals.count == 1 else { return nil }
    let isPlain = range.allSatisfy { place in
      guard let token = tokens[place] else { return false }
      return token.name != nil || [".", "?", "!", "==", "===", "$"].contains(where: token.isMark)
    }
    let (left, right) = (
      path(in: range.lowerBound..<equals[0]), path(in: equals[0] + 1..<range.upperBound)
    )
    guard isPlain, left.count >= 2, Self.isIdentity(left.dropFirst()), Self.isIdentity(right[...])
    else { return nil }
    return (left[1], names(behind: right[0]))
  }

  /// Whether a path is an object's, or leads from it to no more than its identifier.
  private static func isIdentity(_ path: ArraySlice<String>) -> Bool {
    path.count == 1
      || path.count == 2 && ["persistentModelID", "objectID", "id"].contains(path.last)
  }

  /// The names between the dots of a path.
  private func path(in range: Range<Int>) -> [String] { range.compactMap { tokens[$0]?.name } }

  /// A name, and those of what its value was made from.
  private func names(behind name: String) -> Set<String> {
    var found: Set = [name]
    let source = unlinks.sources[name].map(path) ?? []
    if Self.isIdentity(source[...]) { found.insert(source[0]) }
    // A name that is not a variable's is a property's.
    return found.union(found.filter { variable($0) == nil }.map { "self.\($0)" })
  }
}
