import CompiledOnce
import SourceText

/// The files and folders that a search skips.
///
/// They are those that the reader excludes or git ignores, and folders with third-party code,
/// build products, or test fixtures.
struct Exclusions: Sendable {
  /// The top from which places are meant.
  let top: ProjectTop
  private let patterns: [PathPattern]
  /// The folder from which patterns are meant, as an absolute path: the project's top, or else the
  /// working directory.
  private let base: String

  /// Why something is passed over.
  enum Reason: Equatable {
    /// The reader said so, by the patterns at some places.
    case excluded([Int])
    case hidden
    /// It goes by its name or by git, which may surprise.
    case worthSaying
  }

  /// Folders that hold the code of others, or what was built.
  static let folders: Set = [
    ".build", "Carthage", "DerivedData", "Pods", "build", "node_modules",
  ]

  /// Whether nothing in a skipped folder calls the code of an app, by the folder's name.
  static func isOutsideOfCode(_ place: String) -> Bool {
    let name = place.split(separator: "/").last.map(String.init) ?? place
    // A folder in the code may have this name, too.
    if name == "build" { return place == name }
    return folders.contains(name) || isBuilt(name) || name == "xcuserdata" || name == ".git"
  }

  init(top: ProjectTop, patterns: [String] = [], from folder: String? = nil) {
    self.top = top
    let base =
      folder.map(ProjectTop.resolved) ?? (top.isProject ? top.path : ProjectTop.resolved("."))
    self.base = base
    self.patterns = patterns.map { PathPattern($0, from: base) }
  }

  /// The patterns that fit, by their places among all.
  private func matching(_ place: String) -> [Int] {
    if patterns.isEmpty { return [] }
    let path = place.hasPrefix("/") ? place : top.path.appending(place)
    let own = ProjectTop.way(to: path, from: base) ?? place
    return patterns.indices.filter { patterns[$0].matches(own) }
  }

  /// The patterns by which the reader excludes a file or folder, or one around it.
  func excluding(_ place: String) -> [Int] {
    var place = place
    while !place.isEmpty, place != "/" {
      let found = matching(place)
      if !found.isEmpty { return found }
      place = ProjectTop.parent(of: place)
    }
    return []
  }

  /// The files and folders to skip under one folder.
  ///
  /// A folder that is named explicitly is searched, whatever its name.
  struct Passing {
    fileprivate let exclusions: Exclusions
    /// The places of ignored files and folders.
    fileprivate let ignored: Set<String>
    fileprivate let meansTests: Bool

    /// Why a file or folder is passed over; nil for what is read.
    func reason(toPass place: String, named name: String, _ kind: FileKind?) -> Reason? {
      let patterns = exclusions.matching(place)
      if !patterns.isEmpty { return .excluded(patterns) }
      if kind == .folder {
        if Exclusions.folders.contains(name) || Exclusions.isBuilt(name) { return .worthSaying }
        if !meansTests, Exclusions.isOfTests(name) { return .worthSaying }
      }
      if name.hasPrefix(".") { return .hidden }
      return ignored.contains(place) ? .worthSaying : nil
    }
  }

  /// Returns what to skip under a folder that is searched.
  ///
  /// - Parameters:
  ///   - place: The folder's place.
  ///   - ignored: The paths in it that git ignores, relative to it.
  /// - Returns: A value that decides this for each file and folder under it.
  func passing(under place: String, ignoring ignored: [String]) -> Passing {
    let prefix = place.isEmpty ? "" : "\(place)/"
    return Passing(
      exclusions: self, ignored: Set(ignored.map { prefix + $0 }),
      meansTests: place.split(separator: "/").contains { Self.isOfTests(String($0)) })
  }

  /// Whether a folder is a framework that was built, which holds no sources.
  private static func isBuilt(_ name: String) -> Bool {
    name.hasSuffix(".framework") || name.hasSuffix(".xcframework")
  }

  /// Whether a folder holds tests or what they are tried on: its models are in no app.
  static func isOfTests(_ name: String) -> Bool {
    name.hasSuffix("Tests") || name == "Fixtures" || name == "TestFixtures"
  }
}

/// A pattern for paths from the top, with `*`, `?` and `**`.
///
/// `**` matches any number of folders. A pattern without a slash matches in any folder.
struct PathPattern: Sendable {
  private let parts: [TextPattern?]

  init(_ pattern: String) {
    var parts = pattern.split(separator: "/").map { $0 == "**" ? nil : TextPattern(String($0)) }
    if parts.count == 1, !pattern.hasPrefix("/") { parts.insert(nil, at: 0) }
    self.parts = parts
  }

  /// Reads a pattern as typed: a path from a folder, or an absolute path.
  init(_ typed: String, from base: String) {
    if typed.hasPrefix("/"), let way = ProjectTop.way(to: ProjectTop.resolved(typed), from: base) {
      self.init("/\(way)")
    } else if typed.hasPrefix("./") {
      // Whoever writes where it begins does not mean it anywhere.
      self.init(String(typed.dropFirst()))
    } else {
      self.init(typed)
    }
  }

  /// Whether a whole path fits.
  ///
  /// - Parameter place: A path from the top.
  /// - Returns: True where each part has its name; the part `**` has any number of them.
  func matches(_ place: String) -> Bool {
    // Whether the first patterns fit the first names: one row for each name, as for wildcards.
    let names = place.split(separator: "/").map(String.init)
    var fits = parts.indices.map { index in parts[...index].allSatisfy { $0 == nil } }
    fits.insert(true, at: 0)
    for name in names {
      var next = [false]
      for (index, part) in parts.enumerated() {
        if let part {
          next.append(fits[index] && part.matches(name))
        } else {
          next.append(fits[index + 1] || next[index])
        }
      }
      fits = next
    }
    return fits.last ?? false
  }
}
