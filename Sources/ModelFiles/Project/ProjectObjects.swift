import CompiledOnce
import SourceText

/// The objects of an Xcode project's file: a property list in the old style, of which only the values of
/// objects and the build settings are kept.
struct ProjectObjects {
  /// The values of each object, by its identifier and the key.
  private var values: [String: [String: [String]]] = [:]
  private var order: [String] = []
  /// The values of the build setting that names entitlements.
  private(set) var entitlements: Set<String> = []
  /// Whether the file ends where all that it opens is closed.
  private(set) var isWhole = false

  /// Reads a `project.pbxproj`.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - kinds: The kinds of objects that are wanted; nil for all. Large projects have a hundred thousand
  ///     others, most of which are passed over by their bytes.
  init(in bytes: [UInt8], of kinds: Set<String>? = nil) {
    var scanner = OldStyleScanner(bytes)
    // The keys of the dictionaries around a place, the first of which has none.
    var keys: [String] = []
    var lists = 0
    var key: String?
    var last: String?
    while let piece = scanner.next() {
      switch piece {
      case .text(let text):
        if lists == 1, let key { add(text, to: key, in: keys) }
        last = text
      case .mark("="): key = last
      case .mark(";"):
        if lists == 0, let key, let last {
          let isUnwanted = keys.count == 3 && key == "isa" && kinds?.contains(last) == false
          if isUnwanted { scanner.passOverDictionary() } else { add(last, to: key, in: keys) }
        }
        (key, last) = (nil, nil)
      case .mark("{"):
        // One in a list has no key, and nothing of it is wanted.
        keys.append(lists == 0 ? key ?? "" : "")
        (key, last) = (nil, nil)
      case .mark("}"):
        _ = keys.popLast()
        (key, last) = (nil, nil)
      case .mark("("): lists += 1
      case .mark(")"):
        lists = max(0, lists - 1)
        last = nil
      case .mark: break
      }
    }
    isWhole = keys.isEmpty && lists == 0
  }

  /// Whether a build configuration has settings of another file, too.
  func hasOtherSettings(_ id: String) -> Bool {
    values[id]?.keys.contains { $0.hasPrefix("baseConfigurationReference") } == true
  }

  /// The path of the file from which a build configuration has other settings; nil where it has none, or the
  /// path is unknown.
  func otherSettings(of id: String, _ paths: [String: String]) -> String? {
    if let file = value(id, "baseConfigurationReference") { return paths[file] }
    guard let folder = value(id, "baseConfigurationReferenceAnchor").flatMap({ paths[$0] }) else {
      return nil
    }
    return value(id, "baseConfigurationReferenceRelativePath").map { folder.appending($0) }
  }

  private mutating func add(_ value: String, to key: String, in keys: [String]) {
    let isSetting = keys.count == 4 && keys[3] == "buildSettings"
    if isSetting, key.hasPrefix("CODE_SIGN_ENTITLEMENTS"), !value.isEmpty {
      entitlements.insert(value)
    }
    guard keys.count == 3 || isSetting, keys[1] == "objects",
      let key = isSetting ? DeploymentTargets.setting(key) : key
    else { return }
    if values[keys[2]] == nil { order.append(keys[2]) }
    values[keys[2], default: [:]][key, default: []].append(value)
  }

  func list(_ id: String, _ key: String) -> [String] { values[id]?[key] ?? [] }

  func value(_ id: String, _ key: String) -> String? { values[id]?[key]?.first }

  func ids(of kind: String) -> [String] { order.filter { value($0, "isa") == kind } }

  /// The entitlements that the build settings of an app or an extension name; nil where they are not all known, or
  /// for another kind of target, which is a part of whatever uses it.
  func entitlements(ofTarget id: String) -> Set<String>? {
    let kind = value(id, "productType") ?? ""
    guard ["application", "extension", "watch"].contains(where: kind.contains) else { return nil }
    let configurations = value(id, "buildConfigurationList").map { list($0, "buildConfigurations") }
    guard isWhole, let configurations, !configurations.isEmpty,
      !configurations.contains(where: hasOtherSettings)
    else { return nil }
    let own = Set(configurations.flatMap { list($0, "CODE_SIGN_ENTITLEMENTS") })
    // Those of the project, or of another variant, may be meant.
    guard !own.contains(where: { $0.contains("$") || $0.isEmpty }),
      !own.isEmpty || entitlements.isSubset(of: entitlementsOfTargets)
    else { return nil }
    return own
  }

  /// The entitlements that the build settings of all targets name.
  private var entitlementsOfTargets: Set<String> {
    Set(
      ids(of: "PBXNativeTarget").compactMap { value($0, "buildConfigurationList") }
        .flatMap { list($0, "buildConfigurations") }
        .flatMap { list($0, "CODE_SIGN_ENTITLEMENTS") })
  }

  /// Whether a target is a test.
  func isTest(_ id: String) -> Bool { value(id, "productType")?.contains("-test") == true }

  /// The paths of files and folders from the folder of the project, by their identifiers.
  var paths: [String: String] {
    var found: [String: String] = [:]
    var open = ids(of: "PBXProject").compactMap { value($0, "mainGroup") }.map { ($0, "") }
    while let (id, around) = open.popLast() {
      guard found[id] == nil else { continue }
      let isFromTop = value(id, "sourceTree") == "SOURCE_ROOT"
      var parts = isFromTop ? [] : around.split(separator: "/").map(String.init)
      for part in (value(id, "path") ?? "").split(separator: "/") {
        if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
      }
      // Of what is outside of the project's folder, nothing is known.
      let path = parts.joined(separator: "/")
      guard path.utf8.count < Limits.bytesOfProjectPath else { continue }
      found[id] = path
      open += list(id, "children").map { ($0, path) }
    }
    return found
  }
}

/// The pieces of a property list in the old style: `{ key = "text"; list = (a, b); /* comment */ }`.
private struct OldStyleScanner {
  enum Piece {
    case text(String)
    case mark(Character)
  }

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let marks = Set("{}()=;,".utf8)

  mutating func next() -> Piece? {
    while index < bytes.count {
      let byte = bytes[index]
      if byte <= 0x20 {
        index += 1
      } else if bytes[index...].starts(with: "//".utf8) {
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      } else if bytes[index...].starts(with: "/*".utf8) {
        passOverComment()
      } else if Self.marks.contains(byte) {
        index += 1
        return .mark(Character(UnicodeScalar(byte)))
      } else {
        return .text(byte == UInt8(ascii: "\"") ? quoted() : plain())
      }
    }
    return nil
  }

  /// Goes to the end of the dictionary around the place.
  mutating func passOverDictionary() {
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): _ = quoted()
      case UInt8(ascii: "/") where bytes[index...].starts(with: "/*".utf8): passOverComment()
      case UInt8(ascii: "}") where depth == 0: return
      case let byte:
        if byte == UInt8(ascii: "{") { depth += 1 } else if byte == UInt8(ascii: "}") { depth -= 1 }
        index += 1
      }
    }
  }

  private mutating func passOverComment() {
    index += 2
    while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
    index = min(index + 2, bytes.count)
  }

  private mutating func quoted() -> String {
    var text: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      text.append(bytes[index])
      index += 1
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func plain() -> String {
    let start = index
    while index < bytes.count, bytes[index] > 0x20, !Self.marks.contains(bytes[index]) {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
