import CompiledOnce
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An oldest system that an app is built for, and the file that states it.
package struct DeploymentTarget: Hashable, Sendable {
  /// The system, as in `iOS 17.0`.
  package let system: String
  /// The path of the file from the project's top.
  package let file: String
}

/// The oldest systems that apps are built for, as `platforms` in a `Package.swift`,
/// `IPHONEOS_DEPLOYMENT_TARGET` and its like in an Xcode project, and `deploymentTarget` in a description for
/// XcodeGen or Tuist state them.
package enum DeploymentTargets {
  /// Finds the targets of the packages and Xcode projects that contain some files.
  ///
  /// A file belongs to the nearest folder above it with a manifest that states a target, within the
  /// repository. A package counts only if one of its targets has the file, unless nothing else states a
  /// target. Of the targets of a project, those that compile none of the files do not count. An Xcode
  /// project beside the file's folders counts only if no folder above states a
  /// target and it may compile one of the files, because it can refer to files anywhere in the repository.
  ///
  /// - Parameters:
  ///   - files: The files of models.
  ///   - others: The files of the models that are looked at with them: places are named from the top of all.
  ///   - revision: The revision of git whose manifests count; nil for the files on disk.
  /// - Returns: The targets, each once, ordered by file and system; empty where no manifest states any.
  /// - Throws: A ``ModelError`` where the revision cannot be read, or a configuration file that counts has a
  ///   merge conflict, or a target that is no version.
  package static func stated(
    for files: [String], among others: [String] = [], in revision: String? = nil
  ) throws(ModelError) -> [DeploymentTarget] {
    if files.isEmpty { return [] }
    let tree = try revision.map { name throws(ModelError) in
      try GitTree(name, manifestsAround: files + others)
    }
    let reader = ManifestReader(tree: tree)
    let top = tree?.repository ?? ProjectTop(of: files + others)
    let files = files.map { reader.path(of: $0) }
    var found: Set<DeploymentTarget> = []
    for ofTargetsOnly in [true, false] where found.isEmpty {
      var known: [String: [DeploymentTarget]] = [:]
      for file in files {
        let folder = ProjectTop.parent(of: file)
        found.formUnion(
          nearest(
            to: folder, of: files, in: top, reader, ofTargetsOnly: ofTargetsOnly, &known))
      }
      if found.isEmpty, ofTargetsOnly, top.isProject {
        lookForProjects(in: top.path, levels: 2, of: files, top, reader, &found)
      }
    }
    if let (path, line, text) = reader.problem {
      throw .badData(Location(file: top.name(of: path), line: line, column: 1), text)
    }
    return found.sorted { ($0.file, $0.system) < ($1.file, $1.system) }
  }

  /// The targets in a folder, or in the nearest one above it that has any; `ofTargetsOnly` if a package counts
  /// only where one of its targets has a file.
  private static func nearest(
    to folder: String, of files: [String], in top: ProjectTop, _ reader: ManifestReader,
    ofTargetsOnly: Bool, _ known: inout [String: [DeploymentTarget]]
  ) -> [DeploymentTarget] {
    if let found = known[folder] { return found }
    var found = manifests(in: folder, of: files, top, reader, ofTargetsOnly: ofTargetsOnly) {
      _ in true
    }
    let isTop = folder == "/" || top.isProject && folder == top.path
    if found.isEmpty, !isTop {
      let around = ProjectTop.parent(of: folder)
      found = nearest(
        to: around, of: files, in: top, reader, ofTargetsOnly: ofTargetsOnly, &known)
    }
    known[folder] = found
    return found
  }

  private static func manifests(
    in folder: String, of files: [String], _ top: ProjectTop, _ reader: ManifestReader,
    ofTargetsOnly: Bool = false, where isWanted: (String) -> Bool
  ) -> [DeploymentTarget] {
    let names = reader.names(in: folder)
    let projects = names.filter { $0.hasSuffix(".xcodeproj") }
    let ofTargetsOnly = ofTargetsOnly || !projects.isEmpty
    let places = files.compactMap { ProjectTop.way(to: $0, from: folder) }
    // Of several projects, those count that compile one of the files, if any does.
    let compiling = projects.filter { name in
      guard projects.count > 1 else { return true }
      let bytes = reader.bytes(of: folder.appending(name).appending("project.pbxproj"))
      let project = XcodeProject(in: bytes)
      return places.contains { !project.targets(of: $0).isEmpty }
    }
    var found: [DeploymentTarget] = []
    for name in names where isWanted(name) {
      if !compiling.isEmpty, name.hasSuffix(".xcodeproj"), !compiling.contains(name) { continue }
      var systems: [String] = []
      if name == "Package.swift" {
        let text = reader.text(of: folder.appending(name))
        let isAround = !ofTargetsOnly || Targets(manifest: text).hasTarget(ofAny: places)
        systems = isAround ? inManifest(text) : []
      } else if name.hasSuffix(".xcodeproj") {
        let bytes = reader.bytes(of: folder.appending(name).appending("project.pbxproj"))
        systems = inXcodeProject(bytes, compiling: places) { path in
          reader.bytes(of: folder.appending(path))
        }
        if systems.isEmpty { systems = inConfigurationFiles(around: folder, reader) }
      } else if ["project.yml", "project.yaml", "Project.swift"].contains(name) {
        systems = inDescription(reader.text(of: folder.appending(name)))
      }
      // To resolve a path is slow, and most names are no manifest's.
      if systems.isEmpty { continue }
      let file = top.name(of: folder.appending(name))
      found += systems.map { DeploymentTarget(system: $0, file: file) }
    }
    return found
  }

  private static func lookForProjects(
    in folder: String, levels: Int, of files: [String], _ top: ProjectTop,
    _ reader: ManifestReader, _ found: inout Set<DeploymentTarget>
  ) {
    found.formUnion(
      manifests(in: folder, of: files, top, reader) { name in
        guard name.hasSuffix(".xcodeproj") else { return false }
        let project = XcodeProject(
          in: reader.bytes(of: folder.appending(name).appending("project.pbxproj")))
        return files.contains { file in
          guard ProjectTop.way(to: file, from: folder) == nil else { return true }
          return project.mayCompile(elsewhere: ProjectTop.way(to: file, from: top.path) ?? file)
        }
      })
    if levels == 0 { return }
    for name in reader.names(in: folder)
    where !name.hasPrefix(".") && !name.hasSuffix(".xcodeproj")
      && !Exclusions.folders.contains(name)
    {
      let path = folder.appending(name)
      if reader.isFolder(path) {
        lookForProjects(in: path, levels: levels - 1, of: files, top, reader, &found)
      }
    }
  }

  /// Removes the comments of a Swift or a YAML file, except for what only looks like one in a string. O(bytes)
  static func withoutComments(_ text: String, isSwift: Bool) -> String {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    var quote: UInt8?
    var index = 0
    func isNext(_ mark: Character) -> Bool {
      index + 1 < bytes.count && bytes[index + 1] == mark.asciiValue
    }
    func skip(through end: [UInt8]) {
      while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
      index += end.count
    }
    while index < bytes.count {
      let byte = bytes[index]
      let isLineEnd = byte == UInt8(ascii: "\n")
      if quote == nil, isSwift, byte == UInt8(ascii: "/"), isNext("*") {
        skip(through: Array("*/".utf8))
        kept.append(UInt8(ascii: " "))
        continue
      }
      let isComment =
        isSwift
        ? byte == UInt8(ascii: "/") && isNext("/")
        : byte == UInt8(ascii: "#") && kept.last.map { " \t\n".utf8.contains($0) } != false
      if quote == nil, isComment {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        continue
      }
      if isSwift, quote != nil, byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
        kept.append(byte)
        index += 1
      } else if byte == quote || isLineEnd {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || !isSwift && byte == UInt8(ascii: "'") {
        quote = byte
      }
      kept.append(bytes[index])
      index += 1
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The targets that the `.xcconfig` files beside a project and in the folders there state, for a project
  /// that states none and names no such file.
  private static func inConfigurationFiles(around folder: String, _ reader: ManifestReader)
    -> [String]
  {
    let folders = [folder] + reader.names(in: folder).map(folder.appending).filter(reader.isFolder)
    let files = folders.flatMap { folder in
      reader.names(in: folder).filter { $0.hasSuffix(".xcconfig") }.map(folder.appending)
    }
    return files.sorted().prefix(Limits.configurationFiles).flatMap { file in
      let settings = ConfigurationFile(at: file, reading: reader.bytes).settings
      return systems.compactMap { name, system, _ in
        settings[name + settingEnd].flatMap { stated in
          let value = stated.filter { $0 != "\"" }
          return value.isEmpty || !value.utf8.allSatisfy("0123456789.".utf8.contains)
            ? nil : "\(system) \(value)"
        }
      }
    }.sortedWithoutRepeats()
  }

  /// The platforms of a package: `.iOS(.v17)`, `.macOS("14.2")`.
  package static func inManifest(_ text: String) -> [String] {
    guard let platforms = text.firstRange(of: "platforms:") else { return [] }
    let list = text[platforms.upperBound...].prefix { $0 != "]" }
    return list.matches(of: /\.(iOS|macOS|tvOS|watchOS|visionOS)\(\s*(?:\.v|")([0-9_.]+)/).map {
      "\($0.1) \($0.2.replacing("_", with: "."))"
    }
  }

  /// The targets of XcodeGen, as in `iOS: "17.0"` or beside `platform: iOS`, and of Tuist: `.iOS("17.0")`.
  package static func inDescription(_ text: String) -> [String] {
    let stated =
      text.contains("deploymentTarget")
      ? text.matches(
        of: /\b(iOS|macOS|tvOS|watchOS|visionOS)(?:\(|\(targetVersion:|:)\s*["']?([0-9][0-9.]*)/
      ).map { "\($0.1) \($0.2)" } : []
    let settings = text.matches(
      of: /\b([A-Z]+)_DEPLOYMENT_TARGET:\s*["']?([0-9][0-9.]*)/
    ).compactMap { match in
      systems.first { $0.0 == match.1 }.map { "\($0.1) \(match.2)" }
    }
    return (stated + settings + ofTargets(inDescription: text)).sortedWithoutRepeats()
  }

  /// The targets that XcodeGen's targets state, except for tests: a `deploymentTarget` beside their `platform`.
  private static func ofTargets(inDescription text: String) -> [String] {
    // The values of each mapping; those around a line are in `open`, with their indentation.
    var mappings: [[Substring: String]] = []
    var open: [(indent: Int, mapping: Int)] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let indent = line.prefix { $0 == " " }.count
      guard let colon = line.firstIndex(of: ":") else { continue }
      while let last = open.last, last.indent > indent { open.removeLast() }
      if open.last?.indent != indent {
        open.append((indent, mappings.count))
        mappings.append([:])
      }
      let value = line[line.index(after: colon)...].filter { !" \t\"'".contains($0) }
      mappings[open[open.count - 1].mapping][line[..<colon].dropFirst(indent)] = value
    }
    return mappings.compactMap { mapping in
      guard let version = mapping["deploymentTarget"], version.first?.isNumber == true,
        let platform = mapping["platform"], systems.contains(where: { $0.1 == platform }),
        mapping["type"]?.contains("test") != true
      else { return nil }
      return "\(platform) \(version)"
    }
  }

  fileprivate static let settingEnd = "_DEPLOYMENT_TARGET"

  /// Whether a setting, with or without a condition, is the oldest system of a platform.
  fileprivate static func isTarget(_ key: Substring) -> Bool {
    let name = key.prefix { $0 != "[" }
    return systems.contains { "\($0.0)\(settingEnd)" == name }
  }

  /// Whether some text is one to three numbers, each of at most four digits, between dots.
  fileprivate static func isVersion(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 3
      && parts.allSatisfy {
        (1...4).contains($0.count) && $0.allSatisfy("0123456789".utf8.contains)
      }
  }

  private static let platforms = "SUPPORTED_PLATFORMS"
  private static let sdk = "SDKROOT"

  /// The name of a build setting without its condition, as in `SDKROOT[sdk=iphoneos*]`; nil where that is one
  /// that devices do not meet, or not always.
  static func setting(_ key: String) -> String? {
    guard let condition = key.firstIndex(of: "[") else { return key }
    let isOfDevices = key[condition...].wholeMatch(of: /\[sdk=[a-z0-9.]*\*?\]/) != nil
    return isOfDevices && !key.contains("simulator") ? String(key[..<condition]) : nil
  }

  /// The build settings of a project of Xcode: `IPHONEOS_DEPLOYMENT_TARGET = 17.0;`.
  ///
  /// The project's own settings count for targets that state nothing in a configuration of that name, or
  /// where there is no target. A test's settings do not count, nor does the target of a platform that the
  /// settings do not support.
  ///
  /// - Parameters:
  ///   - bytes: The project's file.
  ///   - files: The files that are looked at, as paths from the project's folder: a target that compiles none
  ///     of them does not count, if another one does.
  ///   - read: Returns the bytes of a configuration file at a path from the project's folder.
  /// - Returns: The systems with their releases, those of one system together, each once.
  package static func inXcodeProject(
    _ bytes: [UInt8], compiling files: [String] = [],
    reading read: (String) -> [UInt8] = { _ in [] }
  ) -> [String] {
    let objects = ProjectObjects(
      in: bytes,
      of: ["PBXProject", "PBXNativeTarget", "XCConfigurationList", "XCBuildConfiguration"])
    func configurations(of id: String) -> [String] {
      objects.value(id, "buildConfigurationList")
        .map { objects.list($0, "buildConfigurations") } ?? []
    }
    let shared = objects.ids(of: "PBXProject").flatMap(configurations)
    let targets = objects.ids(of: "PBXNativeTarget")
    let ofTests = Set(targets.filter(objects.isTest).flatMap(configurations))
    let all = objects.ids(of: "XCBuildConfiguration")
    let paths =
      all.contains(where: objects.hasOtherSettings) ? ProjectObjects(in: bytes).paths : [:]
    let others = Dictionary(
      uniqueKeysWithValues: all.map { id in
        (id, objects.otherSettings(of: id, paths).map { ConfigurationFile(at: $0, reading: read) })
      })
    func systems(of configurations: [String]) -> [String] {
      func own(_ key: String, in configuration: String) -> String? {
        [objects.value(configuration, key), others[configuration]??.settings[key]].lazy
          .compactMap(\.self).first { !["$(inherited)", "${inherited}"].contains($0) }
      }
      /// The values of a setting in a configuration, or else in the project's of that name.
      func values(_ key: String, in configuration: String) -> [String] {
        if let value = own(key, in: configuration) { return [resolved(value, in: configuration)] }
        let name = objects.value(configuration, "name")
        return shared.filter { objects.value($0, "name") == name }
          .compactMap { id in own(key, in: id).map { resolved($0, in: id) } }
      }
      /// The value that a setting takes from another one: `$(OLDEST)`.
      func resolved(_ value: String, in configuration: String) -> String {
        var value = value
        for _ in 0..<Limits.nestedVariables {
          guard let variable = value.wholeMatch(of: /\$[({](\w+)[)}]/)?.1 else { break }
          let name = objects.value(configuration, "name")
          let places = [configuration] + shared.filter { objects.value($0, "name") == name }
          guard let next = places.lazy.compactMap({ own(String(variable), in: $0) }).first else {
            break
          }
          value = next
        }
        return value
      }
      return Self.systems.flatMap { name, system, platform in
        let stated = configurations.flatMap { configuration -> [String] in
          let known = values(platforms, in: configuration) + values(sdk, in: configuration)
          let isSupported =
            known.first.map { $0.contains(platform) || $0.contains("$") || $0 == "auto" } ?? true
          return isSupported ? values(name + settingEnd, in: configuration) : []
        }
        return stated.filter { !$0.isEmpty && $0.utf8.allSatisfy("0123456789.".utf8.contains) }
          .sortedWithoutRepeats().map { "\(system) \($0)" }
      }
    }
    let own = targets.filter { !objects.isTest($0) }
    var chosen = own.flatMap(configurations)
    if chosen.isEmpty {
      chosen = all.filter { !ofTests.contains($0) }
    } else if Set(own.map { systems(of: configurations(of: $0)) }).count > 1 {
      let project = XcodeProject(in: bytes)
      let names = Set(files.flatMap { project.targets(of: $0) })
      let compiling = own.filter { objects.value($0, "name").map(names.contains) == true }
      if !compiling.isEmpty { chosen = compiling.flatMap(configurations) }
    }
    return systems(of: chosen)
  }

  /// The systems, by the names that deployment targets and platforms have for them.
  fileprivate static let systems = [
    ("IPHONEOS", "iOS", "iphoneos"), ("MACOSX", "macOS", "macosx"), ("TVOS", "tvOS", "appletvos"),
    ("WATCHOS", "watchOS", "watchos"), ("XROS", "visionOS", "xros"),
  ]
}

/// A reader of the files that state targets, on disk or in a revision, by their paths on disk.
private final class ManifestReader {
  let tree: GitTree?
  /// The first problem of the configuration files that were read, by its path on disk and its line.
  private(set) var problem: (path: String, line: Int, text: String)?

  init(tree: GitTree?) { self.tree = tree }

  /// The absolute path of a file that a model names.
  func path(of file: String) -> String {
    tree.map { $0.repository.path.appending($0.way(to: file)) } ?? ProjectTop.resolved(file)
  }

  func names(in folder: String) -> [String] {
    if let tree { return (try? tree.names(in: tree.path(given: folder))) ?? [] }
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  func isFolder(_ path: String) -> Bool {
    (tree.map { $0.kind(of: $0.path(given: path)) } ?? DiskTree().kind(of: path)) == .folder
  }

  /// Returns the bytes of a file.
  ///
  /// There are none of a pipe, which would block the reader, and of a file larger than those of
  /// Xcode's largest projects, about ten megabytes.
  func bytes(of path: String) -> [UInt8] {
    let ofTree = tree.map { (try? $0.bytes(of: $0.path(given: path))) ?? [] }
    let read = ofTree ?? (try? FileBytes(atMost: 50_000_000).read(path))
    if path.hasSuffix(".xcconfig"), problem == nil {
      if let read {
        check(read, of: path)
      } else if DiskTree().kind(of: path) == .file {
        problem = (path, 1, "this file cannot be read")
      }
    }
    return read ?? []
  }

  /// Records the first merge conflict, or target that is no version, of a configuration file.
  private func check(_ bytes: [UInt8], of path: String) {
    let all = String(decoding: bytes, as: UTF8.self)
    guard all.utf8.elementsEqual(bytes), !bytes.contains(0) else {
      problem = (path, 1, "this file is not UTF-8")
      return
    }
    let lines = all.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      var text: String?
      if line.hasPrefix("<<<<<<< ") || line.hasPrefix(">>>>>>> ") || line == "=======" {
        text = "this line is part of an unresolved merge conflict"
      } else if line.contains("_DEPLOYMENT_TARGET"),
        let (key, value) = ConfigurationFile.assignment(in: line.drop(while: \.isWhitespace)),
        DeploymentTargets.isTarget(key)
      {
        let version = ConfigurationFile.value(value)
        if !version.isEmpty, !version.contains("$"), !DeploymentTargets.isVersion(version) {
          text = "\(key) is '\(version.singleLine)'; expected a version, as in 17.0"
        }
      }
      if let text {
        problem = (path, index + 1, text)
        return
      }
    }
  }

  /// The text of a manifest without its comments.
  func text(of path: String) -> String {
    DeploymentTargets.withoutComments(
      String(decoding: bytes(of: path), as: UTF8.self), isSwift: path.hasSuffix(".swift"))
  }
}

/// The settings of an `.xcconfig`, which count where the project states none.
///
/// An included file is beside the including one, or else at the path from the project's folder.
private struct ConfigurationFile {
  private(set) var settings: [String: String] = [:]

  init(at path: String, reading read: (String) -> [UInt8]) {
    var left = Limits.configurationFiles
    add([path], &left, reading: read)
  }

  /// The key of a line, with its conditions as in `A[sdk=iphoneos*]`, and what is behind its `=`.
  static func assignment(in line: Substring) -> (key: Substring, value: Substring)? {
    var rest = line.drop { $0.isLetter || $0.isNumber || $0 == "_" }
    while rest.first == "[", let end = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: end)...]
    }
    let key = line[..<rest.startIndex]
    rest = rest.drop(while: \.isWhitespace)
    return key.isEmpty || rest.first != "=" ? nil : (key, rest.dropFirst())
  }

  /// What a setting is without the comment behind it, its quotes, and a semicolon.
  static func value(_ text: Substring) -> String {
    let end = text.firstRange(of: "//")?.lowerBound ?? text.endIndex
    let parts = text[..<end].split { $0.isWhitespace || $0 == ";" }
    return parts.joined(separator: " ").filter { $0 != "\"" }
  }

  /// Adds the settings of the first of some paths at which there is a file.
  private mutating func add(
    _ paths: [String], _ left: inout Int, reading read: (String) -> [UInt8]
  ) {
    guard left > 0 else { return }
    left -= 1
    var (path, bytes) = ("", [UInt8]())
    for next in paths where bytes.isEmpty { (path, bytes) = (next, read(next)) }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop(while: \.isWhitespace)
      if text.hasPrefix("#include"),
        let included = text.prefixMatch(of: /#include\??\s*"([^"]+)"/).map({ String($0.1) })
      {
        let isAbsolute = included.hasPrefix("/")
        let beside = isAbsolute ? included : ProjectTop.parent(of: path).appending(included)
        add([beside, included], &left, reading: read)
      } else if let (key, value) = Self.assignment(in: text),
        let name = DeploymentTargets.setting(String(key))
      {
        let end = value.firstRange(of: "//")?.lowerBound ?? value.endIndex
        settings[name] = value[..<end].filter { !$0.isWhitespace && $0 != ";" }
      }
    }
  }
}
