import CompiledOnce
import SwiftSource

extension ModelClass {
  /// The type around it, which may be a version of a schema; its own name where it is in none.
  var schemaOrName: String? { declaration.path.suffix(2).first }
}

/// The targets that compile the Swift files of a project, as its packages and Xcode projects state them.
struct Targets {
  /// A folder with a manifest, an Xcode project or both.
  private struct Root {
    /// The folders that targets of the package name, as paths from it.
    var folders: [String] = []
    var isPackage = false
    /// The Xcode project that states its targets; nil where none does.
    var project: XcodeProject?
  }

  /// A model among several: the files of a target, with those of the packages that it imports.
  struct Part {
    /// The target: the place of its folder, or of its project's with its name.
    let name: String
    /// The files, as indices.
    var files: [Int]
    /// The files, with those of other targets that have the same classes.
    var users: Set<Int>
  }

  private var roots: [String: Root] = [:]

  /// Takes the manifests, with their texts, and the Xcode projects, by their places.
  init(manifests: [(place: String, text: String)], projects: [(place: String, bytes: [UInt8])]) {
    for manifest in manifests {
      let stated = manifest.text.matches(of: /\bpath:\s*"([^"]+)"/).map { String($0.1) }
      let folder = ProjectTop.parent(of: manifest.place)
      roots[folder, default: Root()].folders += stated
      roots[folder, default: Root()].isPackage = true
    }
    for (folder, projects) in projects.grouped(by: { ProjectTop.parent(of: $0.place) }) {
      // Of several, none is known to be the one that counts.
      let project = projects.count == 1 ? XcodeProject(in: projects[0].bytes) : nil
      roots[folder, default: Root()].project = project.flatMap { $0.hasFiles ? $0 : nil }
    }
  }

  /// The targets of a package alone, in whose folder its manifest lies.
  init(manifest text: String) {
    self.init(manifests: [("Package.swift", text)], projects: [])
  }

  /// Whether one of some files is in a target that a package states.
  func hasTarget(ofAny places: [String]) -> Bool {
    places.contains { Self.playground(around: $0) == nil && statedTargets(of: $0).targets != nil }
  }

  /// Whether the targets that an Xcode project states do not compile a file.
  func leaveOut(_ place: String) -> Bool { statedTargets(of: place).targets?.isEmpty == true }

  /// The targets of a file; empty if those of its Xcode project do not compile it.
  private func targets(of place: String) -> [String] {
    let (stated, folder) = statedTargets(of: place)
    return stated ?? [folder]
  }

  /// The targets that a package or a project states for a file, nil where none does, and the folder of that.
  ///
  /// A playground is compiled by itself, even if a project lists it.
  private func statedTargets(of place: String) -> (targets: [String]?, folder: String) {
    if let playground = Self.playground(around: place) { return ([playground], playground) }
    var folder = ProjectTop.parent(of: place)
    while roots[folder] == nil {
      if folder.isEmpty { return (nil, "") }
      folder = ProjectTop.parent(of: folder)
    }
    guard let root = roots[folder] else { return (nil, "") }
    let path = folder.isEmpty ? place : String(place.dropFirst(folder.count + 1))
    if let target = root.isPackage ? Self.target(of: path, root.folders) : nil {
      return ([folder.appending(target)], folder)
    }
    return (root.project?.targets(of: path).map { folder.appending($0) }, folder)
  }

  /// The playground that a file is in.
  private static func playground(around place: String) -> String? {
    let parts = place.split(separator: "/")
    return parts.firstIndex { $0.hasSuffix(".playground") }
      .map { parts[...$0].joined(separator: "/") }
  }

  /// The folder of a package's target that a file is in.
  private static func target(of path: String, _ stated: [String]) -> String? {
    let named = stated.filter { $0 == "." || path.hasPrefix("\($0)/") }
      .max { $0.count < $1.count }
    if let named { return named }
    let parts = path.split(separator: "/", maxSplits: 2)
    let isTarget = parts.count == 3 && ["Sources", "Source", "src", "srcs"].contains(parts[0])
    return isTarget ? "\(parts[0])/\(parts[1])" : nil
  }

  /// Tells the models of several targets apart, if classes of one name, or in types of one name, are in files
  /// that no target has together.
  ///
  /// - Parameters:
  ///   - files: The Swift files.
  ///   - places: Their places.
  ///   - classes: The model classes in them.
  /// - Returns: The models; nil if all files are one model's. And the classes that are in no target.
  func parts(
    of files: [SwiftDeclarations], at places: [String], with classes: [ModelClass]
  ) -> (parts: [Part], strays: [ModelClass])? {
    // Of two apps, each may have a schema of the same name, with other classes.
    let declared = classes.grouped(by: \.schemaOrName).values.filter { $0.count > 1 }
    if declared.isEmpty { return nil }
    let targetsOfFiles = places.map(targets)
    let isApart = declared.contains { same in
      same.dropFirst().contains { one in
        Set(targetsOfFiles[one.file]).isDisjoint(with: targetsOfFiles[same[0].file])
      }
    }
    guard isApart else { return nil }
    let compiled = Compiled(targetsOfFiles, importing: files.map(\.imports))
    let libraries = Set(compiled.imported.values.joined())
    let holding = Set(classes.map(\.file))
    var known: [Set<Int>: Int] = [:]
    var parts: [Part] = []
    for name in compiled.names where !libraries.contains(name) {
      let files = Set(compiled.members(of: name).flatMap { compiled.files[$0] ?? [] })
      let held = files.intersection(holding)
      if held.isEmpty { continue }
      if let same = known[held] {
        parts[same].users.formUnion(files)
        continue
      }
      known[held] = parts.count
      parts.append(Part(name: name, files: files.sorted(), users: files))
      if parts.count > Limits.targets { return nil }
    }
    // Left out is only what a target has under the same name: with anything else, the project may be
    // out of date.
    let strays = classes.filter { targetsOfFiles[$0.file].isEmpty }
    let inTargets = Set(
      classes.filter { !targetsOfFiles[$0.file].isEmpty }.map(\.declaration.path))
    let areRepeated = strays.allSatisfy { inTargets.contains($0.declaration.path) }
    return parts.isEmpty || !areRepeated ? nil : (parts, strays)
  }

  /// Finds the files of all targets that compile something, or import a module that does.
  ///
  /// - Parameters:
  ///   - place: The place of what is compiled.
  ///   - places: The places of the files.
  ///   - imports: The modules that each file imports.
  /// - Returns: The files, as indices; nil where no target is known to compile it.
  func files(
    with place: String, among places: [String], importing imports: [Set<String>]
  ) -> Set<Int>? {
    guard let stated = statedTargets(of: place).targets, !stated.isEmpty else { return nil }
    let own = Set(stated)
    let compiled = Compiled(places.map(targets), importing: imports)
    let users = compiled.names.filter { !own.isDisjoint(with: compiled.members(of: $0)) }
    return Set(users.flatMap { compiled.files[$0] ?? [] })
  }

  /// The files of each target, and the targets whose modules these import.
  private struct Compiled {
    /// The files, as indices.
    private(set) var files: [String: [Int]] = [:]
    /// The targets of packages that each target imports.
    let imported: [String: [String]]
    let names: [String]

    init(_ targetsOfFiles: [[String]], importing imports: [Set<String>]) {
      for (index, targets) in targetsOfFiles.enumerated() {
        for target in targets { files.add(index, to: target) }
      }
      let (files, names) = (files, files.keys.sorted())
      self.names = names
      // A target of a package has the name of its module.
      let modules = names.grouped { $0.split(separator: "/").last.map(String.init) ?? "" }
      imported = names.reduce(into: [:]) { imported, name in
        let words = Set((files[name] ?? []).flatMap { imports[$0] })
        imported[name] = words.sorted().compactMap { module in
          (modules[module] ?? []).filter { $0 != name }.max { one, other in
            Targets.nearness(one, name) < Targets.nearness(other, name)
          }
        }
      }
    }

    /// Returns a target with those that it imports.
    func members(of name: String) -> [String] {
      var members = [name]
      var next = 0
      while next < members.count {
        members += (imported[members[next]] ?? []).filter { !members.contains($0) }
        next += 1
      }
      return members
    }
  }

  private static func nearness(_ one: String, _ other: String) -> Int {
    ProjectTop.commonFolder(one, other).split(separator: "/").count
  }
}
