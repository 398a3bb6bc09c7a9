import SourceText

/// The access to CloudKit that an app's entitlements state.
enum CloudAccess {
  /// A container that CloudKit uses, with the place that names it, and the files of targets that may not use iCloud.
  case container(Location, localFiles: Set<String>)
  /// No target of the Xcode projects may use iCloud, by entitlements that were all read.
  case none
  case unknown

  /// Puts together what several groups of files say: none only if all say so.
  init(ofAll all: [CloudAccess]) {
    let container = all.lazy.compactMap { if case .container = $0 { $0 } else { nil } }.first
    let sayNone = !all.isEmpty && all.allSatisfy { if case .none = $0 { true } else { false } }
    self = container ?? (sayNone ? .none : .unknown)
  }

  /// Finds out what some files say.
  ///
  /// - Parameters:
  ///   - entitlements: The entitlements; nil inside where a file could not be read.
  ///   - projects: The Xcode projects, with the files that their targets name; nil inside where that is
  ///     not known.
  ///   - users: The Swift files that make containers, with the entitlements of the targets that compile them; nil
  ///     inside where these are not known.
  init(
    _ entitlements: [String: Entitlements?], of projects: [Set<String>?],
    usedBy users: [String: Set<String>?] = [:]
  ) {
    let read = entitlements.compactMapValues(\.self)
    let cloud = read.filter { $0.value.cloudContainer != nil }
    // A target that names no entitlements may not use iCloud, nor one all of whose have no word about it.
    let local = users.filter { _, named in
      named?.allSatisfy { read[$0].map { !$0.namesCloud } ?? false } == true
    }
    let used = users.filter { local[$0.key] == nil }.values.reduce(into: Set<String>()) {
      $0.formUnion($1 ?? [])
    }
    let places = cloud.keys.sorted()
    let place = places.first(where: used.contains) ?? places.first
    if let place, let container = cloud[place]?.cloudContainer {
      self = .container(container, localFiles: Set(local.keys))
      return
    }
    let isCertain =
      !projects.isEmpty && read.count == entitlements.count
      && !read.values.contains(where: \.namesCloud)
      && projects.allSatisfy { $0?.isSubset(of: entitlements.keys) == true }
    self = isCertain ? .none : .unknown
  }
}
