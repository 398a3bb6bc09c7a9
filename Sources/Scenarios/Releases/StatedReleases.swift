import SourceText

/// A place in a file that two equal values need not share.
struct UncomparedLocation: Hashable, Sendable {
  var location: Location?

  static func == (one: Self, other: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// A source's own words for what something ran on, with the releases that they name.
///
/// ```swift
/// try StatedReleases("macOS Sonoma 14.5, in memory").releases  // [macOS 14.5]
/// ```
public struct StatedReleases: Hashable, Sendable {
  /// The words.
  public internal(set) var words: String
  /// The releases that they name, each once: none where they only name a year, a device or a system.
  public internal(set) var releases: [Release]
  /// The place in a file, which is no part of what is stated.
  var place = UncomparedLocation()

  /// The place in a file; nil for words from elsewhere.
  package var location: Location? { place.location }

  /// The same where the text that was read begins on another line of its file.
  package func moved(toLine line: Int) -> StatedReleases {
    var moved = self
    moved.place.location = location.map {
      Location(file: $0.file, line: $0.line + line - 1, column: $0.column)
    }
    return moved
  }

  /// Finds the releases that a text names.
  ///
  /// A Mac's system may go by its name, and several versions may follow one system: `iOS 17/18`. Words
  /// without a release have a year, such as the day of the source.
  ///
  /// - Parameter words: Any words.
  /// - Throws: A ``ReleaseError`` where the words name no release and no year, a release that there is not, or
  ///   one in a way that is not understood.
  public init(_ words: String) throws(ReleaseError) {
    self.words = words
    var text = StatedText(words)
    releases = try text.releases()
  }

  /// States releases beside words that name them otherwise, or not at all.
  package init(_ words: String, meaning releases: [Release]) {
    self.words = words
    self.releases = releases
  }

  package init(_ release: Release) {
    words = "\(release)"
    releases = [release]
  }
}

/// The words of a source on their way to releases.
private struct StatedText {
  /// The words, each with the text before it.
  private var parts: [(gap: Substring, word: Substring)] = []
  /// The text after the last word.
  private var end: Substring
  private var place = 0
  private let text: String

  init(_ text: String) {
    self.text = text
    var rest = text[...]
    func isOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "."
    }
    while let start = rest.firstIndex(where: { $0.isLetter || $0.isNumber }) {
      let word = rest[start...].prefix(while: isOfWord)
      parts.append((rest[..<start], word))
      rest = rest[word.endIndex...]
    }
    end = rest
  }

  mutating func releases() throws(ReleaseError) -> [Release] {
    var found: [Release] = []
    while place < parts.count {
      let stated = takeSystem()
      let name = takeName()
      guard let system = stated ?? name.map({ _ in .macOS }) else {
        try skip()
        continue
      }
      for release in try versions(of: system, named: name) where !found.contains(release) {
        found.append(release)
      }
      passHost()
    }
    let hasYear = parts.contains { part in
      let digits = part.word.prefix { $0.isNumber }
      return digits.count == 4 && digits.hasPrefix("20")
    }
    if found.isEmpty, !hasYear {
      throw ReleaseError(
        "'\(text.singleLine)' names no release; expected a system and its version, as in 'iOS 17.5', or "
          + "null")
    }
    return found
  }

  /// Passes over the system on which a simulator runs: `iOS 17.5 simulator on macOS 15.3`.
  private mutating func passHost() {
    guard isNext("simulator"), isNext("on", after: 1) else { return }
    place += 2
    guard place < parts.count, takeSystem() ?? takeName().map({ _ in .macOS }) != nil else {
      return
    }
    _ = takeName()
    if place < parts.count, Self.isVersion(parts[place].word) { place += 1 }
  }

  /// Passes over a word that is no system, unless it means to name a release.
  private mutating func skip() throws(ReleaseError) {
    let word = parts[place].word
    place += 1
    let version = Release.System.allCases.first { word.lowercased().hasPrefix($0.lowercased) }
      .map { word.dropFirst($0.rawValue.count) }
    if parts.count == 1 && Self.isVersion(word) || version.map(Self.isVersion) ?? false {
      _ = try Release(String(word))
    }
  }

  /// The releases of a system whose versions follow, as in `17/18` or `11-12`.
  private mutating func versions(
    of system: Release.System, named name: (name: String, version: String)?
  ) throws(ReleaseError) -> [Release] {
    let gaps: Set<Substring> = name == nil ? [" "] : [" ", " (", ", "]
    guard place < parts.count, gaps.contains(parts[place].gap), Self.isVersion(parts[place].word)
    else {
      try checkIsUnderstood(system)
      return try name.map { name throws(ReleaseError) in [try Release("macOS \(name.version)")] }
        ?? []
    }
    var found = [try takeRelease(of: system)]
    try check(name, isOf: found[0])
    while place < parts.count, ["/", "-"].contains(parts[place].gap),
      Self.isVersion(parts[place].word)
    {
      let isSpan = parts[place].gap == "-"
      let last = try takeRelease(of: system)
      if isSpan, let year = found.last?.era.year, year < last.era.year {
        found += (year + 1..<last.era.year).compactMap { try? Release("iOS \($0)") }
      }
      found.append(last)
    }
    if name == nil, system == .macOS, [" ", " (", ", "].contains(nextGap), let name = takeName() {
      try check(name, isOf: found[0])
    }
    while ["and", "or"].contains(where: { isNext($0) }), parts.indices.contains(place + 1),
      Self.isVersion(parts[place + 1].word)
    {
      place += 1
      found.append(try takeRelease(of: system))
    }
    let isFromThenOn =
      nextGap.hasPrefix("+")
      || ["or", "and"].contains { isNext($0) }
        && ["later", "newer"].contains { isNext($0, after: 1) }
    let isHalf = nextGap == "," && place < parts.count && Self.isVersion(parts[place].word)
    if isFromThenOn {
      let mark = nextGap.hasPrefix("+") ? "+" : " and newer"
      throw ReleaseError(
        "'\(found[0])\(mark)' names no end; write the releases on which it ran, as in "
          + "{\"words\": \"\(found[0])\(mark)\", \"releases\": [\"\(found[0])\"]}")
    }
    if isHalf { throw Self.error("\(system) \(found[0].version),", system) }
    return found
  }

  /// The text before the next word, or after the last one.
  private var nextGap: Substring { place < parts.count ? parts[place].gap : end }

  /// Refuses a name that a Mac's release does not have.
  private func check(
    _ name: (name: String, version: String)?, isOf release: Release
  ) throws(ReleaseError) {
    guard let name, try Release("macOS \(name.version)").era.year != release.era.year else {
      return
    }
    throw ReleaseError(
      "'\(name.name) \(release.version)': \(name.name) is macOS \(name.version)")
  }

  private static func error(_ words: String, _ system: Release.System) -> ReleaseError {
    ReleaseError(
      "'\(words)' is not understood; expected '\(system)' and a version, as in 'iOS 17.5', or "
        + "\"releases\" beside the \"words\"")
  }

  private mutating func takeRelease(of system: Release.System) throws(ReleaseError) -> Release {
    if parts[place].word.contains("x") {
      throw Self.error("\(system) \(parts[place].word)", system)
    }
    let numbers = parts[place].word.split(separator: ".").prefix { $0.allSatisfy(\.isNumber) }
    place += 1
    return try Release("\(system) \(numbers.joined(separator: "."))")
  }

  private mutating func takeSystem() -> Release.System? {
    if isNext("OS"), isNext("X", after: 1) {
      place += 2
      return .macOS
    }
    let word = parts[place].word.lowercased()
    let found = Release.System.allCases.first { $0.lowercased == word }
    if found != nil { place += 1 }
    return found
  }

  /// The name of a Mac's system, where it stands next.
  private mutating func takeName() -> (name: String, version: String)? {
    let found = Self.names.first { name, _ in
      name.split(separator: " ").enumerated().allSatisfy { isNext($1, after: $0) }
    }
    if let found { place += found.name.split(separator: " ").count }
    return found
  }

  /// Refuses what follows a system and is no version that is understood: `v17.5`, `-17.5`, `Fresno 28.1`.
  private func checkIsUnderstood(_ system: Release.System) throws(ReleaseError) {
    guard place < parts.count else { return }
    let (gap, word) = parts[place]
    if gap == "-" && Self.isVersion(word)
      || word.first?.lowercased() == "v" && Self.isVersion(word.dropFirst())
    {
      throw Self.error("\(system)\(gap)\(word)", system)
    }
    guard gap == " ", place + 1 < parts.count, parts[place + 1].gap == " ",
      Self.isVersion(parts[place + 1].word)
    else { return }
    let version = parts[place + 1].word
    throw ReleaseError(
      "'\(system) \(word) \(version)' is not understood; write '\(system) \(version)'")
  }

  private func isNext(_ word: some StringProtocol, after count: Int = 0) -> Bool {
    parts.indices.contains(place + count)
      && parts[place + count].word.lowercased() == word.lowercased()
  }

  /// Whether a word is a version rather than a year or a day.
  private static func isVersion(_ word: Substring) -> Bool {
    (1...2).contains(word.prefix { $0.isNumber }.count)
      && word.allSatisfy { $0.isNumber || $0 == "." || $0 == "x" }
  }

  private static let names = [
    ("Mavericks", "10.9"), ("Yosemite", "10.10"), ("El Capitan", "10.11"), ("Sierra", "10.12"),
    ("High Sierra", "10.13"), ("Mojave", "10.14"), ("Catalina", "10.15"), ("Big Sur", "11"),
    ("Monterey", "12"), ("Ventura", "13"), ("Sonoma", "14"), ("Sequoia", "15"), ("Tahoe", "26"),
  ].map { (name: $0.0, version: $0.1) }
}

extension Release.System {
  fileprivate var lowercased: String { rawValue.lowercased() }
}
