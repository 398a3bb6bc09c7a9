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

/// The oldest systems that apps are built for, as `platforms` in a `Package.swift` and
/// `IPHONEOS_DEPLOYMENT_TARGET` and its like in an Xcode project state them.
package enum DeploymentTargets {
  /// Finds the targets of the packages and Xcode projects that contain some files.
  ///
  /// A file belongs to the nearest folder above it with a manifest that states a target, within the
  /// repository. An Xcode project beside the file's folders counts only if no folder above states a
  /// target, because a project may refer to files anywhere in the repository.
  ///
  /// - Parameter files: The files of models.
  /// - Returns: The targets, each once, ordered by file and system; empty where no manifest states any.
  package static func stated(for files: [String]) -> [DeploymentTarget] {
    if files.isEmpty { return [] }
    let top = ProjectTop(of: files)
    var known: [String: [DeploymentTarget]] = [:]
    var found: Set<DeploymentTarget> = []
    for file in files {
      found.formUnion(
        nearest(to: ProjectTop.parent(of: ProjectTop.resolved(file)), in: top, &known))
    }
    if found.isEmpty, top.isProject { lookForProjects(in: top.path, levels: 2, of: top, &found) }
    return found.sorted { ($0.file, $0.system) < ($1.file, $1.system) }
  }

  /// The targets in a folder, or in the nearest one above it that has any.
  private static func nearest(
    to folder: String, in top: ProjectTop, _ known: inout [String: [DeploymentTarget]]
  ) -> [DeploymentTarget] {
    if let found = known[folder] { return found }
    var found = manifests(in: folder, of: top) { _ in true }
    let isTop = folder == "/" || top.isProject && folder == top.path
    if found.isEmpty, !isTop { found = nearest(to: ProjectTop.parent(of: folder), in: top, &known) }
    known[folder] = found
    return found
  }

  private static func manifests(
    in folder: String, of top: ProjectTop, where isWanted: (String) -> Bool
  ) -> [DeploymentTarget] {
    var found: [DeploymentTarget] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where isWanted(name) {
      var systems: [String] = []
      if name == "Package.swift" {
        let text = String(decoding: bytes(of: folder.appending(name)), as: UTF8.self)
        systems = inManifest(text)
      } else if name.hasSuffix(".xcodeproj") {
        systems = inXcodeProject(bytes(of: folder.appending(name).appending("project.pbxproj")))
      }
      // To resolve a path is slow, and most names are no manifest's.
      if systems.isEmpty { continue }
      let place = top.place(of: folder.appending(name))
      let file = place.hasPrefix("/") ? name : place
      found += systems.map { DeploymentTarget(system: $0, file: file) }
    }
    return found
  }

  private static func lookForProjects(
    in folder: String, levels: Int, of top: ProjectTop, _ found: inout Set<DeploymentTarget>
  ) {
    found.formUnion(manifests(in: folder, of: top) { $0.hasSuffix(".xcodeproj") })
    if levels == 0 { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where !name.hasPrefix(".") && !name.hasSuffix(".xcodeproj")
      && !Exclusions.folders.contains(name)
    {
      let path = folder.appending(name)
      if DiskTree().kind(of: path) == .folder {
        lookForProjects(in: path, levels: levels - 1, of: top, &found)
      }
    }
  }

  /// Returns the bytes of a file.
  ///
  /// There are none of a pipe, which would block the reader, and of a file larger than those of
  /// Xcode's largest projects, about ten megabytes.
  private static func bytes(of path: String) -> [UInt8] {
    (try? FileBytes(atMost: 50_000_000).read(path)) ?? []
  }

  /// The platforms of a package: `.iOS(.v17)`, `.macOS("14.2")`.
  static func inManifest(_ text: String) -> [String] {
    guard let platforms = text.firstRange(of: "platforms:") else { return [] }
    let list = text[platforms.upperBound...].prefix { $0 != "]" }
    return list.matches(of: /\.(iOS|macOS|tvOS|watchOS|visionOS)\(\s*(?:\.v|")([0-9_.]+)/).map {
      "\($0.1) \($0.2.replacing("_", with: "."))"
    }
  }

  /// The end of the name of a build setting that states a deployment target.
  static let settingEnd = "_DEPLOYMENT_TARGET"

  /// The build settings of a project of Xcode: `IPHONEOS_DEPLOYMENT_TARGET = 17.0;`.
  ///
  /// The project's own settings count for targets that state nothing in a configuration of that name, or
  /// where there is no target. A test's settings do not count.
  static func inXcodeProject(_ bytes: [UInt8]) -> [String] {
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
    var own = targets.filter { !objects.isTest($0) }.flatMap(configurations)
    if own.isEmpty {
      own = objects.ids(of: "XCBuildConfiguration").filter { !ofTests.contains($0) }
    }
    return systems.flatMap { name, system in
      let key = name + settingEnd
      let stated = own.flatMap { configuration -> [String] in
        if let value = objects.value(configuration, key) { return [value] }
        let name = objects.value(configuration, "name")
        return shared.filter { objects.value($0, "name") == name }
          .compactMap { objects.value($0, key) }
      }
      return stated.filter { !$0.isEmpty && $0.utf8.allSatisfy("0123456789.".utf8.contains) }
        .sortedWithoutRepeats().map { "\(system) \($0)" }
    }
  }

  /// The systems by the names that build settings have for them.
  private static let systems = [
    ("IPHONEOS", "iOS"), ("MACOSX", "macOS"), ("TVOS", "tvOS"), ("WATCHOS", "watchOS"),
    ("XROS", "visionOS"),
  ]
}
