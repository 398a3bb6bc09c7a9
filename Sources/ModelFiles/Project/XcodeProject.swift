import CompiledOnce
import SourceText

/// The targets of an Xcode project, by the files that they compile.
package struct XcodeProject {
  /// A target that is no test.
  private struct Target {
    let name: String
    /// The files that it lists, as paths from the folder of the project.
    var files: Set<String> = []
    /// The folders whose files it compiles.
    var folders: Set<String> = []
    /// The files and folders in these that it does not compile.
    var exceptions: Set<String> = []
  }

  private var targets: [Target] = []
  /// The entitlements that its build settings name, as paths from its folder; nil where that is not all
  /// known.
  private(set) var entitlements: Set<String>?

  /// Reads a `project.pbxproj`.
  ///
  /// Foundation's reader of property lists is not asked; see `CurrentVersion`.
  package init(in bytes: [UInt8]) {
    let objects = ProjectObjects(in: bytes)
    let projects = objects.ids(of: "PBXProject")
    let isElsewhere = projects.contains { !(objects.value($0, "projectDirPath") ?? "").isEmpty }
    // Its paths are not meant from its own folder; or it is none.
    if isElsewhere || projects.isEmpty { return }
    // Another file may state settings, too, and a variable may stand for anything.
    let hasOtherSettings = objects.ids(of: "XCBuildConfiguration").contains {
      objects.value($0, "baseConfigurationReference") != nil
    }
    if !hasOtherSettings, !objects.entitlements.contains(where: { $0.contains("$") }) {
      entitlements = objects.entitlements
    }
    let paths = objects.paths
    // The exceptions that folders have for each target.
    var exceptions: [String: [(folder: String, files: Set<String>)]] = [:]
    for group in objects.ids(of: "PBXFileSystemSynchronizedRootGroup") {
      guard let path = paths[group] else { continue }
      for set in objects.list(group, "exceptions") {
        guard let target = objects.value(set, "target") else { continue }
        let files = objects.list(set, "membershipExceptions").map { path.appending($0) }
        exceptions.add((group, Set(files)), to: target)
      }
    }
    for id in objects.ids(of: "PBXNativeTarget") {
      if objects.value(id, "productType")?.contains("-test") == true { continue }
      var target = Target(name: objects.value(id, "name") ?? "")
      for phase in objects.list(id, "buildPhases") {
        target.files.formUnion(
          objects.list(phase, "files").compactMap {
            objects.value($0, "fileRef").flatMap { paths[$0] }
          })
      }
      let folders = Set(objects.list(id, "fileSystemSynchronizedGroups"))
      for folder in folders {
        if let path = paths[folder] { target.folders.insert(path) }
      }
      for (folder, files) in exceptions[id] ?? [] {
        if folders.contains(folder) {
          target.exceptions.formUnion(files)
        } else {
          // Of a folder that it does not have, a target compiles what its exceptions name.
          target.files.formUnion(files)
        }
      }
      targets.append(target)
    }
  }

  /// Whether it says which files its targets compile, and has no more targets than any project.
  package var hasFiles: Bool {
    targets.count <= Limits.targets
      && targets.contains { !$0.files.isEmpty || !$0.folders.isEmpty }
  }

  /// The names of the targets that compile a file, by its path from the folder of the project.
  package func targets(of file: String) -> [String] {
    targets.filter { target in
      if target.files.contains(file) { return true }
      var around = file
      while !target.exceptions.contains(around) {
        if target.folders.contains(around) { return true }
        if around.isEmpty { break }
        around = ProjectTop.parent(of: around)
      }
      return false
    }.map(\.name)
  }
}

/// The objects of a project file: a property list in the old style, of which only the values of objects are
/// kept.
private struct ProjectObjects {
  /// The values of each object, by its identifier and the key.
  private var values: [String: [String: [String]]] = [:]
  private var order: [String] = []
  /// The values of the build setting that names entitlements.
  private(set) var entitlements: Set<String> = []

  init(in bytes: [UInt8]) {
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
        if lists == 0, let key, let last { add(last, to: key, in: keys) }
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
  }

  private mutating func add(_ value: String, to key: String, in keys: [String]) {
    if keys.last == "buildSettings", key.hasPrefix("CODE_SIGN_ENTITLEMENTS"), !value.isEmpty {
      entitlements.insert(value)
    }
    guard keys.count == 3, keys[1] == "objects" else { return }
    if values[keys[2]] == nil { order.append(keys[2]) }
    values[keys[2], default: [:]][key, default: []].append(value)
  }

  func list(_ id: String, _ key: String) -> [String] { values[id]?[key] ?? [] }

  func value(_ id: String, _ key: String) -> String? { values[id]?[key]?.first }

  func ids(of kind: String) -> [String] { order.filter { value($0, "isa") == kind } }

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
        index += 2
        while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
        index = min(index + 2, bytes.count)
      } else if Self.marks.contains(byte) {
        index += 1
        return .mark(Character(UnicodeScalar(byte)))
      } else {
        return .text(byte == UInt8(ascii: "\"") ? quoted() : plain())
      }
    }
    return nil
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
