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
    guard let macros = predicates(ofAllFetchedAt: range, orByAny: isAny), macros.count == 1,
      let macro = macros.first
    else { return [] }
    return compared(inPredicateAt: macro)
  }

  /// Whether a fetch asks for all objects of its entity, or whether there is any.
  func isOfAll(fetchedAt range: Range<Int>) -> Bool {
    guard predicates(ofAllFetchedAt: range, orByAny: true)?.isEmpty == true else { return false }
    let ranges = sources(of: range)
    // A request that the code is given, or gives to other code, may have a predicate.
    let isMadeHere = ranges.joined().contains { place in
      ["FetchDescriptor", "NSFetchRequest", "fetchRequest"].contains { tokens.isWord(place, $0) }
    }
    let names = Set(ranges.joined().compactMap { tokens[$0]?.name }).filter {
      if case .request? = variable($0)?.type { true } else { false }
    }
    let first = ranges.map(\.lowerBound).min() ?? range.lowerBound
    return isMadeHere
      && !(first..<range.upperBound).contains { place in
        guard let name = tokens[place]?.name, names.contains(name) else { return false }
        let isFetched =
          tokens[place - 2]?.name.map(Self.requesting.contains) == true
          || tokens.isWord(place - 2, "for")
        return tokens.isMark(place - 1, "&")
          || [")", ","].contains { tokens.isMark(place + 1, $0) } && !isFetched
      }
  }

  /// The predicates of a fetch that nothing else limits; nil where something does.
  private func predicates(ofAllFetchedAt range: Range<Int>, orByAny isAny: Bool) -> Set<Int>? {
    let ranges = sources(of: range)
    let first = ranges.map(\.lowerBound).min() ?? range.lowerBound
    // The scan has a limit, as a body may ask about one request thousands of times.
    if range.upperBound - first > Limits.uses { return nil }
    var (isLimited, macros) = (false, Set<Int>())
    let requests = Set(ranges.joined().compactMap { tokens[$0]?.name })
    tokens.forEachWord(in: first..<range.upperBound) { word, place in
      if word.elementsEqual("predicate".utf8), tokens.isMark(place + 1, "=") {
        let isOfRequest = tokens[place - 2]?.name.map(requests.contains) == true
        if isOfRequest, isDone(place, before: range.lowerBound),
          tokens[place + 2]?.text == "#Predicate" || tokens.isWord(place + 2, "NSPredicate")
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
        let isKnown =
          Self.requesting.contains { tokens.isWord(place, $0) } || isCount(at: place)
        if isCall && !isKnown || tokens[place]?.text == "NSPredicate" { isLimited = true }
      }
    }
    return isLimited ? nil : macros
  }

  /// Whether a token begins a call that counts what a request finds: `context.count(for: request)`.
  private func isCount(at place: Int) -> Bool {
    tokens.isWord(place, "fetchCount")
      || tokens.isWord(place, "count") && tokens.isMark(place + 1, "(")
        && tokens.isWord(place + 2, "for")
  }

  /// The calls that ask for all that a predicate finds.
  private static let requesting = [
    "FetchDescriptor", "NSBatchDeleteRequest", "NSFetchRequest", "fetch", "fetchCount",
    "fetchRequest",
  ]

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
    guard places.contains(where: { tokens.isWord($0, "fetch") || isCount(at: $0) })
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

  /// The relationships that hold nothing at this place and whose inverses a predicate requires to lead to a
  /// value, so that it finds nothing of what they held.
  func spared(bySearchFor closure: SwiftClosure) -> [RelationshipUse] {
    guard !unlinks.current.isEmpty, let condition = closure.body.onlyExpression else { return [] }
    let element = closure.parameters.first?.name ?? "$0"
    return emptied(knownBy: members(of: element, requiredBy: condition))
  }

  /// The members of an element that a condition requires to lead to a value, and not to nil.
  private func members(of element: String, requiredBy condition: SwiftExpression) -> [String] {
    guard case .operation(let first, let rest) = condition.form else {
      guard case .tuple(let parts) = condition.form, parts.count == 1 else { return [] }
      return members(of: element, requiredBy: parts[0].value)
    }
    if rest.allSatisfy({ $0.mark == "&&" }) {
      return ([first] + rest.map(\.value)).flatMap { members(of: element, requiredBy: $0) }
    }
    guard rest.count == 1, rest[0].mark == "==" else { return [] }
    return [(first, rest[0].value), (rest[0].value, first)].compactMap { path, value in
      isNeverNil(value) ? member(of: element, leadingTo: path) : nil
    }
  }

  /// The member of an element with which a path begins that calls nothing.
  private func member(of element: String, leadingTo path: SwiftExpression) -> String? {
    guard case .postfix(let base, let suffixes) = path.form, case .name(let name) = base.form,
      name.text == element, case .member(let member)? = suffixes.first?.form
    else { return nil }
    let isPlain = suffixes.allSatisfy {
      switch $0.form {
      case .member, .unwrap: true
      default: false
      }
    }
    return isPlain ? member.text : nil
  }

  /// Whether a value is certain not to be nil: a literal, a parameter, or the identifier of an object.
  private func isNeverNil(_ value: SwiftExpression) -> Bool {
    switch value.form {
    case .number, .text, .interpolated, .bool: true
    case .name(let name): isNeverNil(named: name.text)
    case .postfix: isIdentifier(value.tokens)
    default: false
    }
  }

  private func isNeverNil(named name: String) -> Bool {
    if let source = unlinks.sources[name] { return isIdentifier(source) }
    return parameters.required.contains(name) && !parameters.redeclared.contains(name)
  }

  /// Whether some tokens are the path to the identifier of an object, which is there: `trip.persistentModelID`.
  private func isIdentifier(_ range: Range<Int>) -> Bool {
    let path = path(in: range)
    return path.count == 2 && range.count == 3 && tokens.isMark(range.lowerBound + 1, ".")
      && Self.isIdentity(path[...])
  }

  /// The same for the format of an `NSPredicate`, and what that is given.
  func spared(bySearchFor format: String, _ given: [CodeValue]) -> [RelationshipUse] {
    if unlinks.current.isEmpty || !Self.requiresAll(format) { return [] }
    let isKnown = given.allSatisfy { value in
      if case .collection = value.type { return false }
      return value.name.map(isNeverNil(named:)) ?? (value.text != nil)
    }
    let value = isKnown ? /%(?:@|l?[dfiu])|\d|'|"/ : /\d|'|"/
    let comparison = /(?:^|[^\w.$@])(?:(?i:self)\.)?(\w+)(?:\.\w+)*\s*==?\s*/
    return emptied(
      knownBy: format.matches(of: comparison).filter {
        format[$0.range.upperBound...].prefixMatch(of: value) != nil
      }.map { String($0.1) })
  }

  /// Whether a format requires each condition in it.
  static func requiresAll(_ format: String) -> Bool {
    !format.contains(/\|\||!|\b(?i:or|not|subquery)\b/)
  }

  /// The relationships that hold nothing at this place and whose inverses have some names.
  private func emptied(knownBy inverses: [String]) -> [RelationshipUse] {
    unlinks.current.filter { unlink in
      unlink.isWhole && code.inverse(of: unlink.use).map { inverses.contains($0.name) } == true
    }.map(\.use)
  }

  /// The comparisons of a macro's closure: `$0.trip?.persistentModelID == id || …`.
  private func compared(inPredicateAt macro: Int) -> [(property: String, names: Set<String>)] {
    if tokens.isWord(macro, "NSPredicate") { return compared(inFormatAt: macro) }
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

  /// The comparisons of a format: `NSPredicate(format: "trip == %@ OR trip IN %@", trip, trips)`.
  private func compared(inFormatAt name: Int) -> [(property: String, names: Set<String>)] {
    guard tokens.isMark(name + 1, "(") else { return [] }
    var parser = SyntaxParser(tokens, in: name..<tokens.after(name + 1))
    guard case .postfix(_, let suffixes) = parser.value().form, suffixes.count == 1,
      case .call(let arguments) = suffixes[0].form, arguments.first?.label == "format",
      case .text(let format)? = arguments.first?.value.form
    else { return [] }
    var given = arguments.dropFirst().map(\.value)[...]
    var comparisons: [(property: String, names: Set<String>)] = []
    let comparison = /\(?\s*(?:(?i:self)\.)?(%K|\w+)\s*(?:==?|\s(?i:in))\s*%@\s*\)?/
    for part in format.split(separator: /\s*(?:\|\||\b(?i:or)\b)\s*/) {
      guard let match = part.wholeMatch(of: comparison),
        let property = match.1 == "%K" ? given.popFirst().flatMap(key) : String(match.1),
        let names = given.popFirst().flatMap(names(ofCompared:))
      else { return [] }
      comparisons.append((property, names))
    }
    return comparisons
  }

  /// The property that is given for a `%K`; nil where its name is not written.
  private func key(_ expression: SwiftExpression) -> String? {
    if case .text(let text) = expression.form { return text }
    let isPath = tokens[expression.tokens.lowerBound]?.text == "#keyPath"
    return isPath ? path(in: expression.tokens).last : nil
  }

  /// The names of the objects that a format compares with; nil for anything else than objects.
  private func names(ofCompared expression: SwiftExpression) -> Set<String>? {
    if case .array(let elements) = expression.form {
      let names = elements.compactMap(names(ofCompared:))
      return names.count == elements.count ? names.reduce(into: []) { $0.formUnion($1) } : nil
    }
    let path = path(in: expression.tokens)
    guard Self.isIdentity(path[...]), expression.tokens.count <= 3 else { return nil }
    return names(behind: path[0])
  }

  /// Records that a batch delete takes all objects that hold certain ones.
  mutating func addUnlinks(byBatchOf entity: Int, at range: Range<Int>) {
    for (property, names) in held(byAllFetchedAt: range)
    where code.destination(property, of: entity) != nil {
      let use = RelationshipUse(entity: entity, name: property, isOfNew: false)
      unlinks.add(
        Unlinks.Unlink(
          owner: "", use: use, isWhole: true, place: range.lowerBound, names: names,
          isSettled: true))
    }
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
