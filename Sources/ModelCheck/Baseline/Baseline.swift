import CompiledOnce
import ModelFiles
import SourceText

/// Known findings to silence, each with a reason.
///
/// An entry names a model, an entity, a relationship and a rule, but no line. It stays valid when
/// the file around it changes.
package struct Baseline: Sendable {
  /// The properties that identify a finding and that its entry repeats.
  package struct Key: Hashable, Comparable, Sendable {
    /// The model's place in its project.
    package let model: String
    package let entity: String?
    package let relationship: String?
    package let rule: CheckRule
    /// Whose code it is in: `TripList.remove`; nil for what is in no code.
    package let caller: String?

    /// Orders by model, entity, relationship, rule and caller.
    package static func < (one: Key, other: Key) -> Bool {
      (one.model, one.entity ?? "", one.relationship ?? "", one.rule.rawValue, one.caller ?? "")
        < (
          other.model, other.entity ?? "", other.relationship ?? "", other.rule.rawValue,
          other.caller ?? ""
        )
    }
  }

  package struct Entry: Sendable {
    package internal(set) var key: Key
    /// The key as written in the file, which may name an earlier place of the model.
    var stated: Key
    /// Why it is left alone.
    package let reason: String
    package let location: Location
    /// Whether nothing in the project lies where its model should be.
    var isOfNoModel = false
  }

  package private(set) var entries: [Entry]
  private let lines: [Location: Excerpt]

  /// The same entries, by the places that the models have now.
  ///
  /// An entry names the place of a model. Those made before models had places name its last part or a
  /// folder around it; and the folder that holds all classes of a SwiftData model may grow.
  ///
  /// - Parameters:
  ///   - places: The places of the models that are checked.
  ///   - project: The project that they are in, which knows what lies elsewhere in it: an entry that
  ///     names a bundle there means no other, and one that names nothing there is stale.
  /// - Returns: The baseline whose entries name these.
  /// - Throws: A `DataError` with every entry that may mean several of them.
  package func resolved(
    among places: [String], in project: Project? = nil
  ) throws(DataError) -> Baseline {
    var problems: [DataError.Problem] = []
    var resolved = self
    var bundleNames: Set<String>?
    resolved.entries = entries.map { entry in
      var entry = entry
      let place = project?.place(named: entry.key.model) ?? entry.key.model
      entry.key = entry.key.of(place)
      entry.stated = entry.key
      if places.contains(place) { return entry }
      let isHere = project?.has(place) == true
      if isHere, place.contains(".xcdatamodel") { return entry }
      let meant = Set(places).filter { entry.key.mayMean($0) }.sorted()
      if let project, !isHere {
        // Entries made before models had places know a bundle's name only.
        let isName = place.contains(".xcdatamodel") && !place.contains("/")
        if isName, bundleNames == nil { bundleNames = project.bundleNames }
        entry.isOfNoModel = !isName || bundleNames?.contains(place) == false
      }
      if meant.isEmpty { return entry }
      if meant.count > 1 {
        problems.append(
          DataError.Problem(
            location: entry.location,
            message: "found the model \"\(entry.key.model.singleLine)\", which may be "
              + "\(meant.map(\.singleLine).listed("or")); write which"))
      }
      entry.key = entry.key.of(meant[0])
      return entry
    }
    if !problems.isEmpty { throw DataError(problems: problems) }
    return resolved
  }

  /// Takes out of some findings what the entries silence, and adds what is wrong with the entries.
  ///
  /// - Parameters:
  ///   - findings: The findings of some models.
  ///   - models: The places of these models: entries of others may well apply elsewhere.
  ///   - rules: What was looked for: entries of other rules may well apply then.
  ///   - isStrict: Whether everything found is an error.
  /// - Returns: The other findings, and one for each entry that silences nothing any more.
  package func remaining(
    _ findings: [Finding], in models: Set<String>, rules: Set<CheckRule>, isStrict: Bool = false
  ) -> [Finding] {
    let silenced = Set(entries.map(\.key))
    let found = Self.keys(of: findings)
    let gaps = Set(findings.filter(\.leavesOut).map(\.baselineKey))
    let stale = entries.filter { isStale($0, models, rules, found) }
    let staleFindings = stale.map { entry in
      let reason =
        gaps.contains(entry.key)
        ? "says that something could not be read, which cannot be silenced"
        : entry.isOfNoModel && entry.key == entry.stated
          ? "is of a model that is not there" : "is no longer found"
      var finding = Finding(
        .staleBaselineEntry, isStrict ? .error : .warning,
        FindingText("\(entry.key.text) \(reason)", "remove the entry"), model: entry.key.model,
        entity: entry.key.entity, relationship: entry.key.relationship, at: entry.location)
      finding.show(lines)
      return finding
    }
    return findings.filter { $0.leavesOut || silenced.isDisjoint(with: $0.baselineKeys) }
      + staleFindings
  }

  /// Returns the keys of those findings that a baseline can silence.
  private static func keys(of findings: [Finding]) -> Set<Key> {
    Set(findings.filter { !$0.leavesOut }.flatMap(\.baselineKeys))
  }

  /// Returns the keys and reasons of a baseline that silences all of some findings too.
  ///
  /// Findings about something that could not be read are left out, since its contents are unknown.
  ///
  /// Entries that were not checked again are kept. Entries that were checked and no longer match a
  /// finding are removed.
  ///
  /// - Parameters:
  ///   - findings: The findings to silence.
  ///   - models: The places of the models that were checked.
  ///   - rules: The rules that were checked.
  ///   - reason: The reason for findings that this baseline doesn't contain; nil if there is none.
  /// - Returns: The keys and reasons, sorted; nil if a reason is needed and there is none.
  package func silencing(
    _ findings: [Finding], in models: Set<String>, rules: Set<CheckRule>, because reason: String?
  ) -> [(key: Key, reason: String)]? {
    let found = Self.keys(of: findings)
    var reasons: [Key: String] = [:]
    for entry in entries {
      if found.contains(entry.key) {
        reasons[entry.key] = entry.reason
      } else if !isStale(entry, models, rules, found) {
        reasons[entry.stated] = entry.reason
      }
    }
    for finding in findings where !finding.leavesOut {
      if finding.baselineKeys.contains(where: { reasons[$0] != nil }) { continue }
      guard let reason else { return nil }
      reasons[finding.baselineKey] = reason
    }
    return reasons.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the number of entries that a new baseline drops.
  package func goneCount(keeping kept: Set<Key>) -> Int {
    entries.count { !kept.contains($0.key) && !kept.contains($0.stated) }
  }

  /// Whether an entry was looked for and not found; one that names another place may be of more than
  /// was looked at.
  private func isStale(
    _ entry: Entry, _ models: Set<String>, _ rules: Set<CheckRule>, _ found: Set<Key>
  ) -> Bool {
    (models.contains(entry.stated.model) || entry.isOfNoModel) && rules.contains(entry.key.rule)
      && !found.contains(entry.key)
  }

  init(entries: [Entry], in file: SourceFile? = nil) {
    self.entries = entries
    lines = file?.excerpts(at: entries.map(\.location)) ?? [:]
  }

  package static let empty = Baseline(entries: [])
}

extension Baseline.Key {
  /// Whether a model may be meant that has another place.
  fileprivate func mayMean(_ place: String) -> Bool {
    let isCoreData = place.contains(".xcdatamodel")
    if place.split(separator: "/").last.map(String.init) == model { return true }
    if isCoreData || model.contains(".xcdatamodel") { return false }
    return model == "." || place == "." || place.hasPrefix("\(model)/")
      || model.hasPrefix("\(place)/") || "/\(place)/".contains("/\(model)/")
  }

  fileprivate func of(_ model: String) -> Baseline.Key {
    Baseline.Key(
      model: model, entity: entity, relationship: relationship, rule: rule, caller: caller)
  }

  /// `rule of Entity.relationship`.
  var text: String {
    let place = [entity, relationship].compactMap { $0 }.joined(separator: ".")
    let code = caller.map { " in \($0)" } ?? ""
    return "\(rule.rawValue) of \(((place.isEmpty ? model : place) + code).singleLine)"
  }
}

extension Finding {
  package var baselineKey: Baseline.Key {
    Baseline.Key(
      model: model, entity: entity, relationship: keyedProperties, rule: rule, caller: caller)
  }

  /// The keys by which an entry may name the finding: an entry may name either side of a pair.
  package var baselineKeys: [Baseline.Key] {
    [baselineKey]
      + otherSides.map {
        Baseline.Key(
          model: model, entity: $0.entity, relationship: $0.relationship, rule: rule,
          caller: caller)
      }
  }

  /// The property, or all properties of a finding that is made once for a model: a new one is no old one.
  private var keyedProperties: String? {
    guard rule == .unreadableType else { return relationship }
    let others = notes.flatMap { note -> [String] in
      if case .alsoAt(let labels, _, _, _) = note { labels.map(\.text) } else { [] }
    }
    return others.isEmpty
      ? relationship : ([relationship ?? ""] + others).joined(separator: ", ")
  }
}
