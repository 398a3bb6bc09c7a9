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
    /// The entitlements that its build settings name, as paths from the folder of the project; nil where they are
    /// not known.
    let entitlements: Set<String>?
  }

  private var targets: [Target] = []
  /// The entitlements that its build settings name, as paths from its folder; nil where that is not all
  /// known.
  private(set) var entitlements: Set<String>?
  /// The bundles with several versions, by their paths from its folder, with the folder of the current version.
  private(set) var currentVersions: [String: String] = [:]
  /// The Core Data models that it lists, and the folders that it lists with all that is in them.
  private var models: Set<String> = []

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
    let configurations = objects.ids(of: "XCBuildConfiguration")
    if objects.isWhole, !configurations.isEmpty,
      !configurations.contains(where: objects.hasOtherSettings),
      !objects.entitlements.contains(where: { $0.contains("$") })
    {
      entitlements = objects.entitlements
    }
    let paths = objects.paths
    for group in objects.ids(of: "XCVersionGroup") {
      guard let path = paths[group], let current = objects.value(group, "currentVersion") else {
        continue
      }
      currentVersions[path] = objects.value(current, "path")
    }
    let references = objects.ids(of: "PBXFileReference").filter { id in
      let type = objects.value(id, "lastKnownFileType") ?? ""
      return type == "folder" || type.hasPrefix("wrapper.xcdatamodel")
    }
    let listed =
      objects.ids(of: "XCVersionGroup") + references
      + objects.ids(of: "PBXFileSystemSynchronizedRootGroup")
    models = Set(listed.compactMap { paths[$0] })
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
      if objects.isTest(id) { continue }
      var target = Target(
        name: objects.value(id, "name") ?? "", entitlements: objects.entitlements(ofTarget: id))
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

  /// Whether a target may compile a file that is outside of its folder: it says nothing about files, or one
  /// of these has the name of the file, or a folder the name of one around it.
  func mayCompile(elsewhere path: String) -> Bool {
    guard hasFiles else { return true }
    let parts = path.split(separator: "/")
    func name(_ path: String) -> Substring? { path.split(separator: "/").last }
    return targets.contains { target in
      target.files.contains { file in name(file).map(parts.contains) == true }
        || target.folders.contains { folder in name(folder).map(parts.dropLast().contains) == true }
    }
  }

  /// The Core Data bundles that it lists, by their paths from its folder, in order.
  var listedBundles: [String] { models.filter { $0.hasSuffix(".xcdatamodeld") }.sorted() }

  /// Whether it lists a Core Data model, by its path from the folder of the project, or a folder around it.
  func lists(model path: String) -> Bool {
    var around = path
    while !models.contains(around) {
      if around.isEmpty { return false }
      around = ProjectTop.parent(of: around)
    }
    return true
  }

  /// The names of the targets that compile a file, by its path from the folder of the project.
  package func targets(of file: String) -> [String] { targets(compiling: file).map(\.name) }

  /// The entitlements of the targets that compile a file, by its path from the folder of the project; nil where
  /// they are not all known.
  package func entitlements(compiling file: String) -> Set<String>? {
    let stated = targets(compiling: file).map(\.entitlements)
    return stated.isEmpty || stated.contains { $0 == nil }
      ? nil : stated.reduce(into: []) { $0.formUnion($1 ?? []) }
  }

  private func targets(compiling file: String) -> [Target] {
    // What it compiles of a model is the bundle.
    let bundle = file.firstRange(of: ".xcdatamodeld/").map { file[..<$0.upperBound].dropLast() }
    let file = bundle.map(String.init) ?? file
    return targets.filter { target in
      if target.files.contains(file) { return true }
      var around = file
      while !target.exceptions.contains(around) {
        if target.folders.contains(around) { return true }
        if around.isEmpty { break }
        around = ProjectTop.parent(of: around)
      }
      return false
    }
  }
}
