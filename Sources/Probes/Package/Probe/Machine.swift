import Foundation

/// The machine on which the tested frameworks run.
struct Machine: Encodable {
  let model: String
  let xcode: String
  let frameworks: [String]
  let generator: String

  init() {
    let environment = ProcessInfo.processInfo.environment
    model = Self.hardware
    xcode = environment["PROBE_XCODE"] ?? "unknown"
    let names = ["CoreData", "SwiftData"]
    frameworks = names.compactMap { name in
      let version = Bundle(identifier: "com.apple.\(name)")?.infoDictionary?["CFBundleVersion"]
      return (version as? String).map { "\(name) \($0)" }
    }
    generator = probeGenerator
  }

  /// The system and its release, `macOS 26.1`; where the children run elsewhere, `PROBE_SYSTEM` says it.
  static var system: String {
    if let named = ProcessInfo.processInfo.environment["PROBE_SYSTEM"] { return named }
    #if os(macOS)
    let name = "macOS"
    #elseif os(iOS)
    let name = "iOS"
    #else
    let name = "Linux"
    #endif
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let patch = version.patchVersion > 0 ? ".\(version.patchVersion)" : ""
    return "\(name) \(version.majorVersion).\(version.minorVersion)\(patch)"
  }

  /// The build of the system, as a person reads it.
  static var build: String { ProcessInfo.processInfo.operatingSystemVersionString }

  private static var hardware: String {
    #if canImport(Darwin)
    var size = 0
    guard sysctlbyname("hw.model", nil, &size, nil, 0) == 0, size > 0 else { return "unknown" }
    var bytes = [UInt8](repeating: 0, count: size)
    guard sysctlbyname("hw.model", &bytes, &size, nil, 0) == 0 else { return "unknown" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #else
    return "unknown"
    #endif
  }
}
