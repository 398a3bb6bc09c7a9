import CompiledOnce
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder from which the files of a project have their names, from wherever they are looked at.
struct ProjectTop: Sendable {
  /// The absolute path, without links and without a slash at its end but for the root.
  let path: String
  /// Whether it is more than the folder that holds what was named: git's, or the configuration's.
  let isProject: Bool

  /// Finds the top of what lies at some paths: the nearest folder above all that git keeps, or the
  /// configured one where it holds them, or the one that holds them all.
  ///
  /// - Parameters:
  ///   - paths: Files or folders.
  ///   - configured: The folder with the project's configuration; nil without one.
  init(of paths: [String], configured: String? = nil) {
    let resolved = paths.map(Self.resolved)
    let folders = resolved.map { path in
      var folder = DiskTree().kind(of: path) == .folder ? path : Self.parent(of: path)
      // A model is a folder only to the file system.
      while folder.hasSuffix(".xcdatamodel") || folder.hasSuffix(".xcdatamodeld") {
        folder = Self.parent(of: folder)
      }
      return folder
    }
    var shared = folders.first ?? Self.resolved(".")
    for folder in folders { shared = Self.commonFolder(shared, folder) }
    // Git's first: the configuration is not seen from everywhere.
    let configured = configured.map(Self.resolved).flatMap {
      Self.contains($0, shared) ? $0 : nil
    }
    let found = Self.repository(around: shared) ?? configured
    path = found ?? shared
    isProject = found != nil
  }

  /// The name of a path: the one by which the same thing is known from everywhere.
  ///
  /// - Parameter path: An absolute path, or one from the working directory.
  /// - Returns: The way from the top, empty for the top itself; the absolute path for what is not in it.
  func place(of path: String) -> String {
    let resolved = Self.resolved(path)
    return Self.way(to: resolved, from: self.path) ?? resolved
  }

  /// The place of a path without the folders of this machine: of what is not in the top, its own name.
  func name(of path: String) -> String {
    let place = place(of: path)
    return place.hasPrefix("/") ? place.split(separator: "/").last.map(String.init) ?? place : place
  }

  /// The way from a folder to what lies in it, both by absolute paths; nil for what does not.
  static func way(to path: String, from folder: String) -> String? {
    contains(folder, path) ? String(path.dropFirst(folder.count).drop { $0 == "/" }) : nil
  }

  /// Whether a folder around it has an Xcode project or a Swift package, of which it may be a part.
  var isPart: Bool {
    var folder = path
    while !isProject, folder != "/", !folder.isEmpty {
      folder = Self.parent(of: folder)
      let names = (try? DiskTree().names(in: folder)) ?? []
      let isProject = names.contains {
        $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
      }
      if isProject { return true }
    }
    return false
  }

  /// Whether something lies at a place.
  func has(_ place: String) -> Bool { DiskTree().kind(of: path.appending(place)) != nil }

  /// The nearest folder above with a `.git`, which is a file in a worktree or submodule.
  private static func repository(around folder: String) -> String? {
    var folder = folder
    while DiskTree().kind(of: folder.appending(".git")) == nil {
      // A relative path, as in a working directory that has been deleted, has no top.
      if folder == "/" || folder.isEmpty { return nil }
      folder = parent(of: folder)
    }
    return folder
  }

  /// The folder that holds both: as much as their paths share.
  static func commonFolder(_ one: String, _ other: String) -> String {
    var shared: [Substring] = []
    for (mine, others) in zip(one.split(separator: "/"), other.split(separator: "/")) {
      guard mine == others else { break }
      shared.append(mine)
    }
    return (one.hasPrefix("/") ? "/" : "") + shared.joined(separator: "/")
  }

  static func parent(of path: String) -> String {
    let parts = path.split(separator: "/")
    return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : "\(folder)/")
  }

  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
