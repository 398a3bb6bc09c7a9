import CompiledOnce
import ObjectGraph
import SourceText

extension Outcome {
  /// What the outcome comes to under a framework, in a few words.
  package func words(under framework: Framework) -> String {
    if let reading { return reading.words }
    return switch effect {
    case .crash: "crashes"
    case .denied: "refused: \(denials.map(\.words.brief).listed())"
    case .validationFailed:
      error == .saveConflicts
        ? "refused (134050): \(refusals.map(\.explanation).joined(separator: "; "))"
        : violations.isEmpty
          ? refusals.map(\.explanation).joined(separator: " ")
          : "refused: \(violations.map(\.words.brief).listed())"
    case .trapOnRead: "\(fates(deleted, requested: requested)); \(traps(dangling, framework))"
    case .ok: fates(deleted, requested: requested)
    }
  }
}

extension Outcome.Reading {
  var words: String {
    switch self {
    case .trap: "the read traps"
    case .empty: "the read finds nothing"
    case .readable: "the read finds what was there"
    }
  }
}

extension Outcome.Denial {
  package var words: DenialWords {
    DenialWords(
      object, relationship, blockers: blockers.listed(), isOne: blockers.count == 1)
  }
}

extension Outcome.Violation {
  package var words: ViolationWords { ViolationWords(object, relationship, kind) }
}

extension Expectation {
  /// What is stated, in a few words.
  package func words(requested: [String], under framework: Framework) -> String {
    var parts: [String] = []
    if let deleted { parts.append(fates(deleted, requested: requested)) }
    if let reading { parts.append(reading.words) }
    let number = error.map { " (\($0.rawValue))" } ?? ""
    switch effect {
    case .ok, nil: break
    case .trapOnRead where reading == .trap: break
    case .trapOnRead: parts.append(traps(dangling ?? [], framework))
    case .validationFailed where error == .saveConflicts:
      parts.append("the batch delete is refused\(number), an inverse being mandatory")
    case .validationFailed: parts.append("the save is refused\(number), an object being invalid")
    case .denied: parts.append("the save is refused\(number) by a deny rule")
    case .crash: parts.append("crashes")
    }
    if let stored { parts.append("stored: \(stored.isEmpty ? "nothing" : stored.listed())") }
    if let isDeleted { parts.append(marked(isDeleted)) }
    for held in references {
      parts.append(held.words)
    }
    for value in values {
      parts.append("\(value.object).\(value.attribute) is \(value.words)")
    }
    for found in fetched {
      parts.append(found.words)
    }
    if let nullified, !nullified.isEmpty {
      let links = nullified.map(\.description).listed()
      parts.append("\(links) \(nullified.count == 1 ? "is" : "are") gone")
    }
    return parts.isEmpty ? "nothing else happens" : parts.joined(separator: "; ")
  }
}

extension Expectation {
  /// What is predicted of the parts that are stated otherwise, where the outcome's few words are
  /// silent on them.
  package func hiddenDifferences(from outcome: Outcome) -> [String] {
    var parts: [String] = []
    let isRefusedOrCrash = outcome.effect != .ok && outcome.effect != .trapOnRead
    if let deleted, deleted != outcome.deleted, isRefusedOrCrash {
      parts.append(fates(outcome.deleted, requested: outcome.requested))
    }
    if let nullified, nullified != outcome.nullified {
      let lost = outcome.nullified.map(\.description)
      parts.append(
        lost.isEmpty
          ? "no reference is gone" : "\(lost.listed()) \(lost.count == 1 ? "is" : "are") gone")
    }
    // That something traps is said already; which reference it is may not be.
    let isSaid = outcome.effect == .trapOnRead && dangling?.isEmpty == true
    if let dangling, dangling != outcome.dangling, !isSaid {
      let left = outcome.dangling.map(\.description)
      parts.append(left.isEmpty ? "nothing dangles" : "dangling: \(left.listed())")
    }
    if let stored, stored != outcome.stored {
      parts.append("stored: \(outcome.stored.isEmpty ? "nothing" : outcome.stored.listed())")
    }
    if let isDeleted, isDeleted != outcome.isDeleted { parts.append(marked(outcome.isDeleted)) }
    if let error, error != outcome.error {
      parts.append(outcome.error.map { "error \($0.rawValue)" } ?? "no error")
    }
    for found in fetched where !outcome.fetched.contains(found) {
      guard let predicted = outcome.fetched.first(where: { $0.fetch == found.fetch }) else {
        continue
      }
      parts.append(predicted.words)
    }
    for value in values where !outcome.values.contains(value) {
      let predicted = outcome.values.first {
        ($0.object, $0.attribute) == (value.object, value.attribute)
      }
      if let predicted { parts.append("\(value.object).\(value.attribute) is \(predicted.words)") }
    }
    for held in references where !outcome.references.contains(held) {
      let predicted = outcome.references.first {
        ($0.object, $0.relationship) == (held.object, held.relationship)
      }
      if let predicted { parts.append(predicted.words) }
    }
    return parts
  }
}

extension NamedReferences {
  fileprivate var words: String {
    "\(object).\(relationship) holds \(destinations.isEmpty ? "nothing" : destinations.listed())"
  }
}

extension FetchedObjects {
  fileprivate var words: String {
    "sorted by \(fetch.attribute): \(objects.isEmpty ? "nothing" : objects.listed())"
  }
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

/// Of what `isDeleted` is true.
private func marked(_ objects: [String]) -> String {
  "isDeleted: \(objects.isEmpty ? "nothing" : objects.listed())"
}

/// What goes and what was asked for.
private func fates(_ deleted: [String], requested: [String]) -> String {
  let taken = deleted.filter { !requested.contains($0) }
  if deleted.isEmpty { return "nothing goes" }
  if taken.isEmpty { return "only \(deleted.listed()) \(deleted.count == 1 ? "goes" : "go")" }
  return "takes \(taken.listed()) along"
}

extension Framework {
  /// What reading through a reference to a deleted object does.
  package var danglingWords: String {
    trapsOnDanglingRead ? "reading through it traps" : "the fault cannot be fulfilled (133000)"
  }
}

/// Which references trap when they are read.
private func traps(_ dangling: [NamedLink], _ framework: Framework) -> String {
  let references = dangling.map { "\($0.source).\($0.relationship)" }.sortedWithoutRepeats()
  let subject = references.isEmpty ? "a reference" : references.listed()
  if !framework.trapsOnDanglingRead { return "\(subject) cannot be fulfilled" }
  return "\(subject) \(references.count > 1 ? "trap" : "traps")"
}

extension String {
  /// The word with `a` or `an`, as it sounds: a User, an Upload, an X.
  package var withArticle: String {
    let word = lowercased()
    let startsWithConsonant = ["us", "ut", "uni", "uu", "ui", "url", "eu", "one"].contains {
      word.hasPrefix($0)
    }
    // A letter alone goes by its name.
    let vowels = count == 1 ? "aefhilmnorsx" : "aeiou"
    let isVowel = word.first.map { vowels.contains($0) } ?? false
    return "\(isVowel && !startsWithConsonant ? "an" : "a") \(self)"
  }
}
