import SourceText

/// What a search passes over: what the reader excludes, what git ignores, and folders that hold the
/// code of others, what was built, or what tests are tried on.
struct Exclusions: Sendable {
  /// The top from which places are meant.
  let top: ProjectTop
  private let patterns: [PathPattern]
  /// The place from which patterns are meant: of the configuration's folder, or empty.
  private let base: String

  /// Why something is passed over.
  enum Reason {
    /// The reader said so, or it is hidden.
    case known
    /// It goes by its name or by git, which may surprise.
    case worthSaying
  }

  /// Folders that hold the code of others, or what was built.
  static let folders: Set = [
    ".build", "Carthage", "DerivedData", "Pods", "build", "node_modules",
  ]

  init(top: ProjectTop, patterns: [String] = [], from folder: String? = nil) {
    self.top = top
    base = folder.map { top.place(of: $0) + "/" } ?? ""
    self.patterns = patterns.map(PathPattern.init)
  }

  /// Whether a pattern fits.
  private func matches(_ place: String) -> Bool {
    let own = place.hasPrefix(base) ? String(place.dropFirst(base.count)) : place
    return patterns.contains { $0.matches(own) }
  }

  /// Whether the reader excludes a file or folder, or one around it.
  func exclude(_ place: String) -> Bool {
    var place = place
    while !place.isEmpty, place != "/" {
      if matches(place) { return true }
      place = ProjectTop.parent(of: place)
    }
    return false
  }

  /// What is passed over under one folder: to name a folder is to mean it, whatever it is called.
  struct Passing {
    fileprivate let exclusions: Exclusions
    /// By their places.
    fileprivate let ignored: Set<String>
    fileprivate let meansTests: Bool

    /// Why a file or folder is passed over; nil for what is read.
    func reason(toPass place: String, named name: String, _ kind: FileKind?) -> Reason? {
      if exclusions.matches(place) { return .known }
      if kind == .folder {
        if Exclusions.folders.contains(name) { return .worthSaying }
        if !meansTests, Exclusions.isOfTests(name) { return .worthSaying }
      }
      if name.hasPrefix(".") { return .known }
      return ignored.contains(place) ? .worthSaying : nil
    }
  }

  /// What is passed over under a folder that is searched.
  ///
  /// - Parameters:
  ///   - place: The folder's place.
  ///   - ignored: What git ignores in it, by the way from there.
  /// - Returns: What says it of each file and folder under it.
  func passing(under place: String, ignoring ignored: [String]) -> Passing {
    let prefix = place.isEmpty ? "" : "\(place)/"
    return Passing(
      exclusions: self, ignored: Set(ignored.map { prefix + $0 }),
      meansTests: place.split(separator: "/").contains { Self.isOfTests(String($0)) })
  }

  /// Whether a folder holds tests or what they are tried on: its models are in no app.
  private static func isOfTests(_ name: String) -> Bool {
    name.hasSuffix("Tests") || name == "Fixtures" || name == "TestFixtures"
  }
}

/// Which paths are meant: a path from the top with `*`, `?` and `**`.
///
/// `**` stands for any number of folders; a pattern without a slash is meant anywhere.
struct PathPattern: Sendable {
  private let parts: [TextPattern?]

  init(_ pattern: String) {
    var parts = pattern.split(separator: "/").map { $0 == "**" ? nil : TextPattern(String($0)) }
    if parts.count == 1, !pattern.hasPrefix("/") { parts.insert(nil, at: 0) }
    self.parts = parts
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
