import ModelCheck
import ModelFiles
import ObjectGraph
import SourceText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The configuration of the project around the working directory.
struct ConfiguredProject {
  let configuration: Configuration
  /// The way from the working directory to the folder that holds it: empty, or `../` some times.
  let way: String

  /// The folder that holds it, for whoever opens it.
  var folder: String { way.isEmpty ? "." : way }

  /// The paths of each model that it names, from the working directory.
  var namedModels: [[String]] { configuration.models.map { $0.map(path) } }

  /// Whether paths are that of its folder: the project as a whole.
  func isMeant(by paths: [String]) -> Bool {
    paths.count == 1 && InputFiles.identity(of: paths[0]) == InputFiles.identity(of: folder)
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
  /// What the nearest configuration says, from the working directory upwards to the top of what git
  /// keeps; nil where there is none, or none is wanted.
  var configured: ConfiguredProject? {
    get throws {
      if has(.noConfig) { return nil }
      for way in Self.waysUp.ways {
        let path = way + Configuration.fileName
        if InputFiles.exists(path) {
          return ConfiguredProject(
            configuration: try Configuration(InputFiles.file(path)), way: way)
        }
      }
      return nil
    }
  }

  /// Whether there is a configuration around the working directory, or something that git keeps.
  var isInProject: Bool { get throws { try Self.waysUp.isKept || configured != nil } }

  /// The ways from the working directory to itself and to the folders around it, up to the top of what
  /// git keeps, or else to the root.
  private static var waysUp: (ways: [String], isKept: Bool) {
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    var ways: [String] = []
    for height in 0...depth {
      let way = String(repeating: "../", count: height)
      ways.append(way)
      if InputFiles.exists(way + ".git") { return (ways, true) }
    }
    return (ways, false)
  }

  /// The top of what git keeps around the working directory, or else that itself.
  fileprivate static var repository: String {
    let (ways, isKept) = waysUp
    return isKept ? ways.last.flatMap { $0.isEmpty ? nil : $0 } ?? "." : "."
  }
}

extension DeleteRulesCommand {
  /// What a command is about.
  ///
  /// Paths of the command line are one model where they hold Swift source; without any, and for the
  /// folder of the configuration, it is what that names; or else everything in the working directory.
  ///
  /// - Parameters:
  ///   - paths: Those of the command line.
  ///   - options: What else it says.
  ///   - allVersions: Whether all versions of a model are wanted.
  ///   - ofWholeProject: Whether the project is meant where nothing is named, from wherever in it.
  /// - Returns: What to read.
  /// - Throws: What is wrong with the configuration.
  static func reading(
    at paths: [String], _ options: CommandLineOptions, allVersions: Bool = false,
    ofWholeProject: Bool = false
  ) throws -> Project.Reading {
    let configured = try options.configured
    var groups = [paths]
    if paths.isEmpty || configured?.isMeant(by: paths) == true {
      let named = configured?.namedModels ?? []
      if !named.isEmpty {
        groups = named
      } else if paths.isEmpty {
        let around = ofWholeProject ? CommandLineOptions.repository : "."
        groups = [[configured?.folder ?? around]]
      }
    }
    return Project.Reading(
      groups,
      excluding: (configured?.configuration.excluded ?? []) + options.values(of: .exclude),
      from: configured?.folder, allVersions: allVersions)
  }

  /// The models that a command is about, of the framework that is asked for.
  static func project(
    at paths: [String], _ options: CommandLineOptions, allVersions: Bool = false
  ) throws -> Project {
    var project = try Project(reading(at: paths, options, allVersions: allVersions))
    reportPassedOver(of: project, options)
    if let framework = options.framework {
      project.keepModels(of: framework)
      if project.models.isEmpty {
        throw options.usage("found no model of \(framework.rawValue) in '\(paths.listed())'")
      }
    }
    return project
  }

  static func reportPassedOver(of project: Project, _ options: CommandLineOptions) {
    if project.passedOver.isEmpty { return }
    let shown = project.passedOver.prefix(5).map(\.singleLine)
    let more = project.passedOver.count - shown.count
    options.remark(
      "passed over: \((shown + (more > 0 ? ["\(more) more"] : [])).listed()); name a path to read it"
    )
  }
}
