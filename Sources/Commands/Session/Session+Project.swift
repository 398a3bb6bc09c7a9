import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelFiles
import ObjectGraph
import Reporting
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The configuration of the project around what a command is about.
struct ConfiguredProject {
  let configuration: Configuration
  /// The way from the working directory to the folder that holds it: empty, or with a slash at its end.
  let way: String

  /// The folder that holds the configuration, as a path that can be opened.
  var folder: String { way.isEmpty ? "." : way }

  /// The paths of each model that it names, from the working directory.
  var namedModels: [[String]] { configuration.models.map { $0.map(path) } }

  /// Whether it names the models that are read for some paths: for none, or for that of its folder.
  func names(modelsFor paths: [String]) -> Bool {
    let isWhole =
      paths.isEmpty
      || paths.count == 1 && InputFiles.identity(of: paths[0]) == InputFiles.identity(of: folder)
    return isWhole && !configuration.models.isEmpty
  }

  /// A path that the configuration names, from the working directory.
  func path(_ named: String) -> String {
    named == "." ? folder : way + named
  }

  func path(_ named: KeyPath<Configuration, String?>) -> String? {
    configuration[keyPath: named].map { path($0) }
  }
}

extension CommandLineOptions {
  /// Reads the nearest configuration, above the paths that are given or else above the working
  /// directory, up to the top of the repository.
  ///
  /// - Returns: The configuration; nil without one, or with `--no-config`.
  func findConfiguration() throws -> ConfiguredProject? {
    if !WorkingDirectory.isThere {
      throw CommandError.noInput("the working directory has been deleted; change to another one")
    }
    if has(.noConfig) { return nil }
    var found: [(path: String, way: String)] = []
    for path in arguments where InputFiles.exists(path) {
      guard let way = WorkingDirectory.wayToConfiguration(above: path) else { continue }
      if !found.contains(where: { $0.way == way }) { found.append((path, way)) }
    }
    if found.count > 1 {
      let parts = found.prefix(2).map { "\($0.way)\(Configuration.fileName) for '\($0.path)'" }
      throw usage(
        "found two configurations, \(parts.listed()); name the paths of one, or leave both aside "
          + "with '--no-config'")
    }
    let around = WorkingDirectory.waysUp.ways.first {
      InputFiles.exists($0 + Configuration.fileName)
    }
    guard let way = found.first?.way ?? around else { return nil }
    let file = try InputFiles.file(way + Configuration.fileName)
    return ConfiguredProject(configuration: try Configuration(file, on: .known()), way: way)
  }
}

/// The working directory, and the folders above it.
private enum WorkingDirectory {
  /// Whether it has not been deleted, nor anything above it.
  static var isThere: Bool { !FileManager.default.currentDirectoryPath.isEmpty }

  /// The way from here to the nearest folder above a path that has a configuration, up to the top of
  /// the repository.
  static func wayToConfiguration(above path: String) -> String? {
    let here = FileManager.default.currentDirectoryPath.split(separator: "/")
    var parts = InputFiles.identity(of: path).split(separator: "/")
    while true {
      let shared = zip(here, parts).prefix { $0 == $1 }.count
      let way =
        String(repeating: "../", count: here.count - shared)
        + parts[shared...].map { $0 + "/" }.joined()
      if InputFiles.exists(way + Configuration.fileName) { return way }
      if parts.isEmpty || InputFiles.exists(way + ".git") { return nil }
      parts.removeLast()
    }
  }

  /// The ways to itself and to the folders above, up to the top of the repository, or else to the root.
  static var waysUp: (ways: [String], isKept: Bool) {
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    var ways: [String] = []
    for height in 0...depth {
      let way = String(repeating: "../", count: height)
      ways.append(way)
      if InputFiles.exists(way + ".git") { return (ways, true) }
    }
    return (ways, false)
  }

  /// The way to the project around it: to the nearest folder with a package or an Xcode project, or
  /// else to the top of the repository; nil where there is neither.
  static var project: String? {
    let (ways, isKept) = waysUp
    let manifests = ["Package.swift", ".xcodeproj", ".xcworkspace"]
    let way = ways.first { has(manifests, in: $0) } ?? (isKept ? ways.last : nil)
    return way.map { $0.isEmpty ? "." : $0 }
  }

  /// Whether it holds a model or Swift source.
  static var hasModel: Bool { has([".xcdatamodeld", ".swift"], in: "") }

  /// Whether a folder above has a file whose name ends in one of some ways.
  private static func has(_ ends: [String], in way: String) -> Bool {
    let folder = way.isEmpty ? "." : way
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in ends.contains(where: name.hasSuffix) }
  }
}

extension Session {
  /// The configuration that a revision has in the same folder, or in the nearest one above the working
  /// directory; nil without one, or with `--no-config`.
  func configured(in revision: String) throws -> ConfiguredProject? {
    if options.has(.noConfig) { return nil }
    let ways = try [configured?.way].compactMap(\.self) + WorkingDirectory.waysUp.ways
    let files = ways.map { $0 + Configuration.fileName }
    guard let found = Project.firstFile(of: files, in: revision) else { return nil }
    return ConfiguredProject(
      configuration: try Configuration(found.file, on: .known()), way: ways[found.index])
  }

  /// Whether the working directory is in a project, below a configuration, or the folder of a model.
  var isInProject: Bool {
    get throws {
      try WorkingDirectory.project != nil || configured != nil || WorkingDirectory.hasModel
    }
  }
}

extension Session {
  /// Returns the description of what a command reads.
  ///
  /// Paths on the command line are one model if they hold Swift source. Without paths, or for the
  /// folder of the configuration, the models that the configuration names are read. If it names
  /// none, the project around the working directory is read.
  ///
  /// - Parameters:
  ///   - paths: The paths on the command line.
  ///   - allVersions: Whether to read all versions of a model.
  /// - Returns: What to read.
  /// - Throws: An error if the configuration is invalid.
  func reading(
    at paths: [String], allVersions: Bool = false
  ) throws -> Project.Reading {
    reading(at: paths, as: try configured, allVersions: allVersions)
  }

  /// Returns the description of what a command reads, with a given configuration of the project.
  func reading(
    at paths: [String], as configured: ConfiguredProject?, allVersions: Bool = false
  ) -> Project.Reading {
    var groups = [paths]
    if let configured, configured.names(modelsFor: paths) {
      groups = configured.namedModels
    } else if paths.isEmpty {
      groups = [[configured?.folder ?? WorkingDirectory.project ?? "."]]
    }
    return Project.Reading(
      groups,
      excluding: (configured?.configuration.excluded ?? []) + options.values(of: .exclude),
      from: configured?.folder, allVersions: allVersions)
  }

  /// The models that a command is about, of the framework that is asked for.
  func project(
    at paths: [String], allVersions: Bool = false,
    takingFilesWithoutModel: Bool = false, keepingCode: Bool = false,
    edits: [String: [UInt8]] = [:]
  ) throws -> Project {
    if let configured = try configured, configured.names(modelsFor: paths),
      let path = configured.namedModels.joined().first(where: { !InputFiles.exists($0) })
    {
      throw CommandError.noInput(
        "no such file or folder: '\(path)', which \(Configuration.fileName) names as a model"
          + path.pathSuggestion)
    }
    var reading = try reading(at: paths, allVersions: allVersions)
    reading.edits = edits
    reading.takesFilesWithoutModel = takingFilesWithoutModel
    reading.keepsCode = keepingCode
    var project = try self.project(reading)
    reportPassedOver(of: project)
    reportIdleExclusions(project.idleExclusions)
    if let framework = options.framework {
      project.keepModels(of: framework)
      if project.models.isEmpty {
        throw options.usage("found no \(framework.title) model in '\(paths.listed())'")
      }
    }
    return project
  }

  /// Says which of the patterns on the command line fit nothing: those of a configuration are for the
  /// whole project, of which a part may be looked at.
  func reportIdleExclusions(_ idle: [String]) {
    for pattern in options.values(of: .exclude) where idle.contains(pattern) {
      remark(
        ("'--exclude \(pattern)' matches nothing; it starts at the project's top, or else at the "
          + "working directory").singleLine)
    }
  }

  func reportPassedOver(of project: Project) {
    if project.passedOver.isEmpty { return }
    let shown = project.passedOver.prefix(5).map(\.singleLine)
    let more = project.passedOver.count - shown.count
    remark(
      "skipped: \((shown + (more > 0 ? ["\(more) more"] : [])).listed()); name a path to read it"
    )
  }
}
