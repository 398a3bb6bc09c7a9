import CompiledOnce
import DeleteCalls
import ModelFiles
import Scenarios
import SourceText

extension Finding {
  /// A fact about a finding, as data until it is printed.
  package enum Note: Sendable {
    /// A consequence or a reason, in the words of the rule.
    case fact(String)
    /// The releases on which it happens, and how that is known.
    case releases(Behaviour, ReleaseRange)
    /// A `prepareForDeletion` that seems to prevent it.
    case hook(className: String, at: Location)
    /// The same fault at other places, the first few of which are listed; `isOpen` if a hook excuses
    /// this place and not all of the others.
    case alsoAt([Label], count: Int, isOpen: Bool, naming: Int = ModelFinding.mostNamed)
    /// The delete calls that reach it, and the entity that these delete where that is another one; `at` the
    /// relationship that has the same fault, where it is not that of the finding.
    case reached(by: [Location], deleting: String?, at: String? = nil)
    /// The absence of calls that reach it, among those that could be resolved; apart from batch deletes, if there
    /// are any, which do not show it.
    case notReached(unresolved: Int, unread: Int, exceptBatches: Bool)
    /// The delete call that does not reach it, because the code empties a relationship before.
    case emptied(String, before: Location)
    /// The code around all calls that reach it, which nothing calls.
    case uncalled([UncalledCode])
    /// The place at which the code deletes every object of an entity that holds nothing in a relationship.
    case swept(String, without: String, at: Location)
    /// The place where the object was deleted that the finding is about.
    case deleted(at: Location)
    /// The to-one whose object the code replaces by one that may be the same.
    case mayBeHeld(by: String)
    /// The place at which the code gives to an object what another one may hold, too.
    case shared(at: Location)
    /// The entities whose deletes show a fault, of a call of which the entity is unknown; none where the finding names
    /// them, and it is unknown whether they are deleted.
    case shows(faults: Int, ifDeleting: [String])
  }
}

extension Finding.Note {
  /// The greatest number of places and names that a note lists.
  private static let mostListed = 10

  /// The words of the note.
  package func words(at place: Location) -> String {
    switch self {
    case .fact(let words): return words
    case .releases(let behaviour, let range): return behaviour.words(on: range)
    case .hook(let className, let location):
      return "\(className).prepareForDeletion (\(location)) seems to prevent it, but not before a "
        + "batch delete"
    case .alsoAt(let labels, let count, let isOpen, let most):
      let others = labels.map { ModelFinding.Other($0.text, at: $0.location) }
      let rest = isOpen ? ", which nothing seems to prevent" : ""
      return ModelFinding.words(of: others, count: count, at: place, naming: most) + rest
    case .reached(let places, let entity, let name):
      let more =
        switch places.count {
        case 1: ""
        case 2: " and \(places[1])"
        case let count: " and \(count - 1) other places"
        }
      let by = entity.map { ", with \($0.withArticle)" } ?? ""
      let side = name.map { "for \($0), " } ?? ""
      return "\(side)deleted at \(places[0])\(more)\(by)"
    case .notReached(let calls, let places, let exceptBatches):
      let gaps = [
        calls == 0 ? nil : "\(calls) call\(calls == 1 ? "" : "s") could not be resolved",
        places == 0 ? nil : "\(places) place\(places == 1 ? "" : "s") could not be read",
      ].compactMap(\.self)
      let batches = exceptBatches ? " except batch deletes, which don't cause it" : ""
      return "no delete call reaches this\(batches)" + (gaps.isEmpty ? "" : " (\(gaps.listed()))")
    case .emptied(let relationship, let location):
      return "the code empties \(relationship) before the delete at \(location)"
    case .uncalled(let code):
      return UncalledCode.words(code) { location in
        location.file == place.file ? "line \(location.line)" : "\(location)"
      }
    case .swept(let name, let held, let location):
      return "\(location) deletes every \(name) without \(held)"
    case .deleted(let location): return "deleted on line \(location.line)"
    case .mayBeHeld(let name):
      return "nothing is removed if \(name) already holds the object that is assigned to it"
    case .shared(let location): return "the code gives one object to several owners at \(location)"
    case .shows(let faults, let entities):
      var names = entities.prefix(Self.mostListed).map(\.withArticle)
      if entities.count > names.count {
        names.append("one of \(entities.count - names.count) others")
      }
      return "\(faults == 1 ? "1 fault shows" : "\(faults) faults show") if it "
        + (names.isEmpty ? "does" : "is \(names.listed("or"))")
    }
  }

  package var labels: [Finding.Label] {
    switch self {
    case .hook(let className, let location):
      [Finding.Label("\(className).prepareForDeletion", at: location)]
    case .alsoAt(let labels, _, _, _): labels
    case .reached(let places, _, _):
      places.prefix(Self.mostListed).map { Finding.Label("delete call", at: $0) }
    case .emptied(_, let location): [Finding.Label("delete call", at: location)]
    case .uncalled(let code):
      code.map { Finding.Label("nothing calls \($0.name)", at: $0.location) }
    case .swept(let name, let held, let location):
      [Finding.Label("deletes every \(name) without \(held)", at: location)]
    case .deleted(let location): [Finding.Label("deleted here", at: location)]
    case .shared(let location): [Finding.Label("given to several here", at: location)]
    case .fact, .releases, .notReached, .mayBeHeld, .shows: []
    }
  }

  /// The same with other names of files.
  func located(by renamed: (Location) -> Location) -> Finding.Note {
    switch self {
    case .hook(let className, let location): .hook(className: className, at: renamed(location))
    case .alsoAt(let labels, let count, let isOpen, let most):
      .alsoAt(
        labels.map { Finding.Label($0.text, at: renamed($0.location)) }, count: count,
        isOpen: isOpen, naming: most)
    case .reached(let places, let entity, let name):
      .reached(by: places.map(renamed), deleting: entity, at: name)
    case .emptied(let relationship, let location):
      .emptied(relationship, before: renamed(location))
    case .uncalled(let code):
      .uncalled(
        code.map { code in
          var code = code
          code.location = renamed(code.location)
          return code
        })
    case .swept(let name, let held, let location):
      .swept(name, without: held, at: renamed(location))
    case .deleted(let location): .deleted(at: renamed(location))
    case .shared(let location): .shared(at: renamed(location))
    case .fact, .releases, .notReached, .mayBeHeld, .shows: self
    }
  }
}
