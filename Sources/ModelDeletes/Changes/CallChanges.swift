import CompiledOnce
import DeleteCalls
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The delete calls of an app that do something else than they did, and those that are new or gone.
///
/// ```swift
/// let calls = try CallChanges(from: before, to: after, of: changes)
/// let effects = calls.changes.filter { $0.kind == .effect }
/// let reasons = effects.map(\.reasons)  // [["Album.photos: nullify → cascade"]]
/// ```
public struct CallChanges: Sendable {
  /// The change to a call.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It does something else, because its model changed.
    case effect
    /// It was not there.
    case new
    /// It is no longer there.
    case gone
  }

  /// A call that changed.
  public struct Change: Sendable {
    /// The change to the call.
    public let kind: Kind
    /// Worse if it shows a fault that it did not show, or starts to be blocked; better if one is gone.
    ///
    /// A call that is both is listed as each.
    public let impact: ChangeImpact
    /// The faults that `check` newly finds at the call, or no longer finds there.
    package let faults: [ModelChange.Fault]
    /// The call as it was; nil for a new one.
    public let before: DeleteCall?
    /// The call as it is; nil for one that is gone.
    public let after: DeleteCall?
    /// The location of the call as it is, or else as it was; for code that is not read, its own.
    public let location: Location
    /// The changes to the model that change its effect: `Trip.stops: nullify → cascade`.
    public let reasons: [String]
    /// The number of calls of the function around that changed likewise: each is the same delete.
    package var callerCount = 0

    /// The call as it is, or else as it was; nil for code that is not read.
    public var call: DeleteCall? { after ?? before }
  }

  /// The changes: the worse first, then those that need review, then the better; of each, effects, new
  /// and gone calls in the order of their places.
  public let changes: [Change]
  /// The number of calls that do what they did, wherever they are now.
  public let unchangedCount: Int

  /// Returns how many changes have an impact.
  ///
  /// - Parameter impact: The impact.
  /// - Returns: The number of ``changes`` with it.
  public func count(of impact: ChangeImpact) -> Int { changes.count { $0.impact == impact } }

  /// Compares the calls of two states of a project.
  ///
  /// A call is the same where it is in the same function of the same file and does the same to an object
  /// of the same entity, in the same order: not by its line.
  ///
  /// - Parameters:
  ///   - old: The calls as they were.
  ///   - new: The calls as they are.
  ///   - changes: Which model is which, and the releases that are asked for.
  ///   - place: What a file is called in both states.
  /// - Throws: A `CheckFault` if a proof fails: a fault of this package.
  public init(
    from old: ModelCalls, to new: ModelCalls, of changes: ProjectChanges,
    calling place: (String) -> String = { $0 }
  ) throws {
    func stories(_ models: [Model]) -> [DeleteStories] {
      models.map { DeleteStories(of: $0, on: changes.range) }
    }
    try self.init(
      from: old, to: new, of: changes, told: (stories(old.models), stories(new.models)),
      calling: place)
  }

  /// Compares the calls by the stories of the models that they are about, as they were and as they are.
  package init(
    from old: ModelCalls, to new: ModelCalls, of changes: ProjectChanges,
    told stories: (old: [DeleteStories], new: [DeleteStories]),
    calling place: (String) -> String = { $0 }
  ) throws {
    let code =
      try changes.code ?? (changes.oldCheck.checked(old), changes.check.checked(new))
    var comparison = Comparison(of: changes, told: stories)
    comparison.old = Findings(
      code.old.faultsAtCalls, of: old, calling: place, naming: comparison.renamed)
    comparison.new = Findings(code.new.faultsAtCalls, of: new, calling: place) { fault, _ in fault }
    var found: [Change] = []
    var same = 0
    for (was, now) in Self.pairs(old, new, calling: place, naming: comparison) {
      let changes = comparison.changes(was, now, in: new)
      found += changes
      same += changes.isEmpty && was != nil && now != nil ? 1 : 0
    }
    found += comparison.changesOfUnreadCode
    self.changes = Self.withoutRepeats(found).sorted { one, other in
      if one.impact != other.impact { return one.impact < other.impact }
      let kinds = Kind.allCases
      let places = [one, other].map { kinds.firstIndex(of: $0.kind) ?? 0 }
      return places[0] != places[1] ? places[0] < places[1] : one.location < other.location
    }
    unchangedCount = same
  }

  /// The calls of both states, each with what it was or became, if anything.
  private static func pairs(
    _ old: ModelCalls, _ new: ModelCalls, calling place: (String) -> String,
    naming comparison: Comparison
  ) -> [(was: DeleteCall?, now: DeleteCall?)] {
    func keyed(
      _ calls: [DeleteCall], _ names: (DeleteCall) -> [String]
    ) -> [Key: [DeleteCall]] {
      calls.grouped {
        Key(file: place($0.location.file), caller: $0.caller, kind: $0.kind, names: names($0))
      }
    }
    let before = keyed(old.calls) { call in
      call.names(after: call.model.flatMap { comparison.pair(ofOld: old.models[$0]) })
    }
    let after = keyed(new.calls) { $0.names(after: nil) }
    var pairs: [(was: DeleteCall?, now: DeleteCall?)] = []
    var (gone, added): ([(Key, DeleteCall)], [(Key, DeleteCall)]) = ([], [])
    for key in Set(before.keys).union(after.keys).sorted() {
      let (past, present) = (before[key] ?? [], after[key] ?? [])
      pairs += zip(past, present).map { ($0, $1) }
      gone += past.dropFirst(present.count).map { (key, $0) }
      added += present.dropFirst(past.count).map { (key, $0) }
    }
    var places = Arrivals(added.map(\.0))
    for (key, was) in gone { pairs.append((was, places.take(from: key).map { added[$0].1 })) }
    for index in added.indices where !places.taken.contains(index) {
      pairs.append((nil, added[index].1))
    }
    return pairs
  }

  /// The changes without those at the calls of a function whose own delete changed likewise, which counts
  /// them: both are one delete.
  private static func withoutRepeats(_ changes: [Change]) -> [Change] {
    func key(_ change: Change, _ function: String?) -> [String]? {
      guard let function, let call = change.call else { return nil }
      return [change.impact.rawValue, change.kind.rawValue, call.kind.rawValue, function]
        + call.allEntities
    }
    func own(_ change: Change) -> [String]? {
      guard let call = change.call, call.isListedAtCallers else { return nil }
      return key(change, call.home)
    }
    let known = Set(changes.compactMap(own))
    var callers: [[String]: Int] = [:]
    var kept: [Change] = []
    for change in changes {
      guard change.call?.isListedAtCallers != true, let key = key(change, change.call?.callee),
        known.contains(key)
      else {
        kept.append(change)
        continue
      }
      callers[key, default: 0] += 1
    }
    // A function of several deletes has the count at the first of them.
    for index in kept.indices {
      kept[index].callerCount = own(kept[index]).flatMap { callers.removeValue(forKey: $0) } ?? 0
    }
    return kept
  }

  /// The properties that identify a call in both versions.
  private struct Key: Hashable, Comparable {
    let file: String
    let caller: String?
    let kind: DeleteCall.Kind
    let names: [String]

    /// The same wherever it is in its file.
    var inFile: Key { Key(file: file, caller: nil, kind: kind, names: names) }
    /// The same in a function of this name in any file.
    var inFunction: Key {
      let name = caller?.split(separator: ".").last.map(String.init)
      return Key(file: "", caller: name, kind: kind, names: names)
    }

    static func < (one: Key, other: Key) -> Bool {
      (one.file, one.caller ?? "", one.kind.rawValue, one.names.joined(separator: " "))
        < (other.file, other.caller ?? "", other.kind.rawValue, other.names.joined(separator: " "))
    }
  }

  /// Calls that may be what others became that are gone: those that do the same, in the same file first, or
  /// else in a function of the same name.
  private struct Arrivals {
    private(set) var taken: Set<Int> = []
    private var inFiles: [Key: [Int]]
    private var inFunctions: [Key: [Int]]

    init(_ keys: [Key]) {
      let last = Array(keys.enumerated().reversed())
      inFiles = last.grouped(by: \.element.inFile).mapValues { $0.map(\.offset) }
      inFunctions = last.grouped(by: \.element.inFunction)
        .mapValues { $0.map(\.offset) }
    }

    /// The first that is left, which then is no longer; nil where there is none.
    mutating func take(from key: Key) -> Int? {
      while let index = inFiles[key.inFile]?.popLast() ?? inFunctions[key.inFunction]?.popLast() {
        if taken.insert(index).inserted { return index }
      }
      return nil
    }
  }
}
