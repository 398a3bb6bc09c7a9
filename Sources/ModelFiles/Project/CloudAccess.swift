import SourceText

/// The access to CloudKit that an app's entitlements state.
enum CloudAccess {
  /// A container that CloudKit uses, with the place that names it.
  case container(Location)
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
  init(_ entitlements: [String: Entitlements?], of projects: [Set<String>?]) {
    let read = entitlements.sorted { $0.key < $1.key }.compactMap(\.value)
    if let container = read.lazy.compactMap(\.cloudContainer).first {
      self = .container(container)
      return
    }
    let isCertain =
      !projects.isEmpty && read.count == entitlements.count && !read.contains(where: \.nameCloud)
      && projects.allSatisfy { $0?.isSubset(of: entitlements.keys) == true }
    self = isCertain ? .none : .unknown
  }
}
