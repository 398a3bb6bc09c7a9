import CompiledOnce
import ObjectGraph
import SourceText

extension Outcome {
  package func words(under framework: Framework) -> String {
    if let reading { return reading.words }
    return switch effect {
    case .crash: "crashes"
    case .denied: "save fails: \(denials.map(\.brief).listed())"
    case .validationFailed:
      error == .saveConflicts
        ? "batch delete fails (134050): \(refusals.map(\.brief).joined(separator: "; "))"
        : violations.isEmpty
          ? refusals.map(\.brief).joined(separator: " ")
          : "save fails: \(violations.map(\.brief).listed())"
    case .trapOnRead: "\(fates(deleted, requested: requested)); \(traps(dangling, framework))"
    case .ok: fates(deleted, requested: requested)
    }
  }
}

extension [Outcome] {
  /// Returns a short description of the possible outcomes of a step: that of the only one, or `one of:
  /// crashes, or deletes only A`.
  package func words(under framework: Framework) -> String {
    let words = reduce(into: [String]()) { found, outcome in
      let words = outcome.words(under: framework)
      if !found.contains(words) { found.append(words) }
    }
    return words.count < 2 ? words.first ?? "" : "one of: \(words.joined(separator: ", or "))"
  }
}

extension Outcome.Reading {
  var words: String {
    switch self {
    case .trap: "the read crashes"
    case .empty: "the read finds nothing"
    case .readable: "the read finds what was there"
    case .exception: "the read raises an exception"
    }
  }
}

extension ObservedState.Refusal {
  /// In a table: `home.items holds milk and eggs`.
  var brief: String { denial?.brief ?? invalid?.brief ?? raw ?? "" }

  /// In a step of an explanation.
  package var step: String { denial?.step ?? invalid?.step ?? raw ?? "" }

  private var denial: DenialWords? {
    kind == .denied
      ? DenialWords(
        object ?? "", relationship ?? "", blockers: blockers.listed(), isOne: blockers.count == 1)
      : nil
  }

  private var invalid: ViolationWords? {
    violation.map { ViolationWords(object ?? "", relationship ?? "", $0) }
  }
}

extension ObservedState {
  private static let fieldsWithWordsOfTheirOwn: Set<Field> = [
    .effect, .deleted, .kept, .nullified, .dangling, .reading, .error,
  ]

  package func words(requested: [String], under framework: Framework) -> String {
    var parts: [String] = []
    if let deleted { parts.append(fates(deleted, requested: requested)) }
    if let reading { parts.append(reading.words) }
    let number = error.map { " (\($0.rawValue))" } ?? ""
    switch effect {
    case .ok, nil: break
    case .trapOnRead where reading?.stopsReader == true: break
    case .trapOnRead: parts.append(traps(dangling ?? [], framework))
    case .validationFailed where error == .saveConflicts:
      parts.append("the batch delete fails\(number) because an inverse is mandatory")
    case .validationFailed: parts.append("the save fails\(number) because an object is invalid")
    case .denied: parts.append("the save fails\(number) because of a deny rule")
    case .crash: parts.append("crashes")
    }
    let others = Self.comparedFields.filter { !Self.fieldsWithWordsOfTheirOwn.contains($0.field) }
    parts += others.flatMap { $0.words(self, nil, requested) }
    if let nullified, !nullified.isEmpty { parts.append(lost(nullified)) }
    return parts.isEmpty ? "nothing else happens" : parts.joined(separator: "; ")
  }

  /// The part of a whole state that says most, in the few words that an outcome has.
  package func brief(requested: [String], under framework: Framework) -> String {
    let part =
      if let reading {
        ObservedState(reading: reading)
      } else if effect == .crash {
        ObservedState(effect: .crash)
      } else {
        ObservedState(deleted: deleted ?? [], effect: effect, dangling: dangling)
      }
    return part.words(requested: requested, under: framework)
  }
}

extension ObservedState {
  /// The fields of a whole state that differ from what is stated, with the words for what it has there.
  ///
  /// This is the only place that says how two states differ: a mismatch shows those fields on which the
  /// few words of an outcome are silent.
  package func differences(
    in other: ObservedState, requested: [String]
  ) -> [(field: Field, words: String)] {
    Self.comparedFields.filter { $0.differs(self, other, true) }.flatMap { compared in
      compared.words(other, self, requested).map { (compared.field, $0) }
    }
  }

  /// The same of the fields on which the few words of a prediction are silent.
  package func hiddenDifferences(from outcome: Outcome) -> [String] {
    let isRefusedOrCrash = outcome.effect != .ok && outcome.effect != .trapOnRead
    let differences = differences(in: ObservedState(outcome), requested: outcome.requested)
    return differences.filter { difference in
      switch difference.field {
      case .effect, .reading, .kept: false
      case .deleted: isRefusedOrCrash
      // That something traps is said already; which reference it is may not be.
      case .dangling: outcome.effect != .trapOnRead || dangling?.isEmpty == false
      default: true
      }
    }.map(\.words)
  }
}

extension NamedReferences {
  var words: String {
    "\(object).\(relationship) holds \(destinations.isEmpty ? "nothing" : destinations.listed())"
  }
}

extension NamedValue {
  var statement: String { "\(object).\(attribute) is \(words)" }
}

extension FetchedObjects {
  var words: String { listed("sorted by \(fetch.attribute)", objects) }
}

extension NamedValue {
  package var words: String {
    switch value {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case nil: "empty"
    }
  }
}

func listed(_ title: String, _ objects: [String]) -> String {
  "\(title): \(objects.isEmpty ? "nothing" : objects.listed())"
}

func lost(_ links: [NamedLink]) -> String {
  if links.isEmpty { return "no reference is cleared" }
  return "\(links.map(\.description).listed()) \(links.count == 1 ? "is" : "are") cleared"
}

func left(_ links: [NamedLink]) -> String {
  links.isEmpty
    ? "no dangling reference" : "dangling: \(links.map(\.description).listed())"
}

func fates(_ deleted: [String], requested: [String]) -> String {
  let taken = deleted.filter { !requested.contains($0) }
  if deleted.isEmpty { return "deletes nothing" }
  if taken.isEmpty { return "deletes only \(deleted.listed())" }
  return "also deletes \(taken.listed())"
}

extension Framework {
  /// Returns a description of the effect of reading through a reference to a deleted object on some
  /// releases; nil for the framework as it is described.
  package func danglingWords(on range: ReleaseRange?) -> String {
    if !trapsOnDanglingRead { return "the fault cannot be fulfilled (133000)" }
    return range?.doubtIfUntested(.danglingRead, of: name).map {
      "reading the deleted object can crash (\($0))"
    } ?? "reading the deleted object crashes"
  }
}

private func traps(_ dangling: [NamedLink], _ framework: Framework) -> String {
  let references = dangling.map { "\($0.source).\($0.relationship)" }.sortedWithoutRepeats()
  if !framework.trapsOnDanglingRead {
    return "\(references.isEmpty ? "a reference" : references.listed()) cannot be fulfilled"
  }
  return "reading \(references.isEmpty ? "a reference" : references.listed("or")) crashes"
}

extension String {
  /// The word with `a` or `an`, as it sounds: a User, an Upload, an X, an RSSFeed.
  package var withArticle: String {
    let word = lowercased()
    let startsWithConsonant = ["us", "ut", "uni", "uu", "ui", "url", "eu", "one"].contains {
      word.hasPrefix($0)
    }
    let vowels = beginsWithLetter ? "aefhilmnorsx" : "aeiou"
    let isVowel = word.first.map { vowels.contains($0) } ?? false
    return "\(isVowel && !startsWithConsonant ? "an" : "a") \(self)"
  }

  /// Whether its first letter goes by its name, as in `X`, `XAxis` and `RSSFeed`; capitals with a vowel behind
  /// the first, as in `NASA`, may be a word.
  private var beginsWithLetter: Bool {
    if count == 1 { return true }
    let capitals = prefix(while: \.isUppercase)
    // The last one may begin the next word.
    let isFollowed = dropFirst(capitals.count).first?.isLowercase == true
    let letters = isFollowed ? capitals.dropLast() : capitals
    if letters.isEmpty { return false }
    let second = letters.dropFirst().first
    return second.map { !"AEIOU".contains($0) } ?? isFollowed
  }
}
