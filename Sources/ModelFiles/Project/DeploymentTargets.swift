import CompiledOnce
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The oldest systems that a project is built for, as its files state them.
///
/// `Package.swift` states them as `platforms`, a project of Xcode as `IPHONEOS_DEPLOYMENT_TARGET` and
/// its like.
package enum DeploymentTargets {
  /// The systems that the files around a path state, as in `iOS 17.0`, each once and sorted.
  ///
  /// They lie where git begins, or at most two folders below; where git keeps nothing, in the nearest
  /// folder above that states any.
  ///
  /// - Parameter path: A file or folder of the project.
  /// - Returns: The systems; empty where nothing is stated, or nothing can be read.
  package static func stated(around path: String) -> [String] {
    let top = ProjectTop(of: [path])
    var found: Set<String> = []
    look(into: top.path, levels: 2, &found)
    var folder = top.path
    while found.isEmpty, !top.isProject, folder != "/" {
      folder = ProjectTop.parent(of: folder)
      look(into: folder, levels: 0, &found)
    }
    return found.sorted()
  }

  private static func look(into folder: String, levels: Int, _ found: inout Set<String>) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = folder.appending(name)
      if name == "Package.swift" {
        found.formUnion(inManifest(text(of: path)))
      } else if name.hasSuffix(".xcodeproj") {
        found.formUnion(inXcodeProject(text(of: path.appending("project.pbxproj"))))
      } else if levels > 0, !name.hasPrefix("."), !Exclusions.folders.contains(name),
        DiskTree().kind(of: path) == .folder
      {
        look(into: path, levels: levels - 1, &found)
      }
    }
  }

  /// What a file holds; nothing for a pipe, which would keep whoever reads it, and for one that is
  /// larger than those of Xcode's largest projects, some ten megabytes.
  private static func text(of path: String) -> String {
    let bytes = (try? FileBytes(atMost: 50_000_000).read(path)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The platforms of a package: `.iOS(.v17)`, `.macOS("14.2")`.
  static func inManifest(_ text: String) -> [String] {
    guard let platforms = text.firstRange(of: "platforms:") else { return [] }
    let list = text[platforms.upperBound...].prefix { $0 != "]" }
    return list.matches(of: /\.(iOS|macOS|tvOS|watchOS|visionOS)\(\s*(?:\.v|")([0-9_.]+)/).map {
      "\($0.1) \($0.2.replacing("_", with: "."))"
    }
  }

  /// The build settings of a project of Xcode: `IPHONEOS_DEPLOYMENT_TARGET = 17.0;`.
  static func inXcodeProject(_ text: String) -> [String] {
    let systems = [
      "IPHONEOS": "iOS", "MACOSX": "macOS", "TVOS": "tvOS", "WATCHOS": "watchOS",
      "XROS": "visionOS",
    ]
    return text.matches(of: /\b([A-Z]+)_DEPLOYMENT_TARGET = "?([0-9.]+)"?;/).compactMap { match in
      systems[String(match.1)].map { "\($0) \(match.2)" }
    }
  }
}
