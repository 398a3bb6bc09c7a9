import SourceText

/// A release of a framework, by the system that ships it.
///
/// The systems of one autumn ship the same frameworks: macOS 14 has what iOS 17 has.
///
/// ```swift
/// try Release("macOS 14.5").era == Release("iOS 17.5").era  // true
/// ```
public struct Release: Hashable, Sendable {
  /// A system that ships SwiftData and Core Data.
  public enum System: String, CaseIterable, Hashable, Sendable {
    /// The system of an iPhone; releases are named by its version numbers.
    case iOS
    /// An iPad's, numbered as iOS.
    case iPadOS
    /// A Mac's.
    case macOS
    /// An Apple TV's, numbered as iOS.
    case tvOS
    /// An Apple Watch's.
    case watchOS
    /// An Apple Vision's.
    case visionOS
  }

  /// The period of a release: the systems of one autumn share its year, and those of one month
  /// share its update.
  public struct Era: Hashable, Comparable, Sendable {
    /// The number of iOS.
    public let year: Int
    /// The number behind it.
    public let update: Int

    /// Orders older ones first.
    public static func < (one: Era, other: Era) -> Bool {
      (one.year, one.update) < (other.year, other.update)
    }
  }

  /// The system.
  public let system: System
  /// Its version as it is written: `17`, or `17.5`.
  public let version: String
  /// When it was: of one that is named without an update, the first.
  public let era: Era
  /// Whether an update is named; without one, all of the year are meant.
  public let isUpdate: Bool

  /// Names a release.
  ///
  /// - Parameter text: A system and a version: `iOS 17.5`, `macOS 14`. A third number says nothing
  ///   here.
  /// - Throws: A ``ReleaseError`` that says what was perhaps meant.
  public init(_ text: String) throws(ReleaseError) {
    let words = text.split(separator: " ")
    let systems = System.allCases.map(\.rawValue)
    guard words.count == 2 else {
      let isNumber = !text.isEmpty && text.allSatisfy { $0.isNumber || $0 == "." }
      throw ReleaseError(
        isNumber
          ? "'\(text)' names no system; did you mean 'iOS \(text)'?"
          : "'\(text.singleLine)' is no release; expected a system and its version, "
            + "as in 'iOS 17.5'\(Self.separated(text, systems))")
    }
    guard
      let system = System.allCases.first(where: {
        $0.rawValue.lowercased() == words[0].lowercased()
      })
    else {
      let near = String(words[0]).suggestion(among: systems)
      throw ReleaseError(
        "'\(words[0])' is no system that ships SwiftData or Core Data; expected "
          + "\(systems.listed("or"))\(near)")
    }
    let numbers = words[1].split(separator: ".", omittingEmptySubsequences: false).map {
      // A greater one is a year.
      $0.count < 3 ? Int($0) : nil
    }
    guard (1...3).contains(numbers.count), let major = numbers[0], major >= 0,
      let update = numbers.count > 1 ? numbers[1] : 0, update >= 0
    else {
      throw ReleaseError(
        "'\(words[1])' is no version; expected a number as in '\(system) \(system.last - 1).5'")
    }
    guard let era = system.era(major, update) else {
      throw ReleaseError(
        "there is no \(system) \(major); after \(system) \(system.last) comes \(system) 26")
    }
    self.system = system
    version = words[1].split(separator: ".").prefix(2).joined(separator: ".")
    self.era = era
    isUpdate = numbers.count > 1
  }

  package init(_ era: Era) {
    system = .iOS
    version = "\(era.year).\(era.update)"
    self.era = era
    isUpdate = true
  }

  /// Whether both can mean one release: a year means each of its updates.
  func isMeant(by other: Release) -> Bool {
    isUpdate && other.isUpdate ? era == other.era : era.year == other.era.year
  }

  /// Returns a suggestion for a system and a version without a space between them.
  private static func separated(_ text: String, _ systems: [String]) -> String {
    guard let system = systems.first(where: { text.lowercased().hasPrefix($0.lowercased()) })
    else { return "" }
    let version = text.dropFirst(system.count).drop { !$0.isNumber }
      .prefix { $0.isNumber || $0 == "." }
    return "; did you mean '\(system) \(version.isEmpty ? "26" : String(version))'?"
  }
}

extension Release: CustomStringConvertible {
  /// `iOS 17.5`.
  public var description: String { "\(system) \(version)" }
}

extension Release.System: CustomStringConvertible {
  /// `iOS`.
  public var description: String { rawValue }

  /// The last version before all systems took the number of the year.
  fileprivate var last: Int {
    switch self {
    case .iOS, .iPadOS, .tvOS: 18
    case .macOS: 15
    case .watchOS: 11
    case .visionOS: 2
    }
  }

  /// The version that was released at a time.
  func version(of era: Release.Era) -> String {
    "\(era.year >= 26 ? era.year : era.year - 18 + last).\(era.update)"
  }

  /// When a version was; nil where there was none of that number.
  fileprivate func era(_ major: Int, _ update: Int) -> Release.Era? {
    if major >= 26 { return Release.Era(year: major, update: update) }
    if self == .macOS && major == 10 {
      // OS X 10.9 is of the autumn of iOS 7, and so on.
      return Release.Era(year: max(0, update - 2), update: 0)
    }
    return major <= last ? Release.Era(year: major + 18 - last, update: update) : nil
  }
}

extension Release.Era: CustomStringConvertible {
  /// The year as people write it: `iOS 17 and macOS 14`, and one number for all from 26 on.
  package var yearText: String { Self.yearText(of: year) }

  package static func yearText(of year: Int) -> String {
    year >= 26 ? "iOS \(year)" : "iOS \(year) and macOS \(year - 3)"
  }

  /// `iOS 17.5`.
  public var description: String { "iOS \(year).\(update)" }
}

/// Why a text names no release.
///
/// ```swift
/// try Release("android 14")  // throws: 'android' is no system that …
/// ```
public struct ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem: what was found, what was expected, and what was perhaps intended.
  public let description: String

  init(_ description: String) { self.description = description.shortened }
}
