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
      var way = ""
      let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
      for _ in 0...depth {
        let path = way + Configuration.fileName
        if InputFiles.exists(path) {
          return ConfiguredProject(
            configuration: try Configuration(InputFiles.file(path)), way: way)
        }
        if InputFiles.exists(way + ".git") { return nil }
        way += "../"
      }
      return nil
    }
  }
}

extension DeleteRulesCommand {
  /// What a command is about.
  ///
  /// Paths of the command line are one model where they hold Swift source; without any, it is what the
  /// configuration names, or everything in the working directory.
  static func reading(
    at paths: [String], _ options: CommandLineOptions, allVersions: Bool = false
  ) throws -> Project.Reading {
    let configured = try options.configured
    var groups = [paths]
    if paths.isEmpty {
      groups =
        configured?.configuration.models.map { group in
          group.map { configured?.path($0) ?? $0 }
        } ?? []
      if groups.isEmpty { groups = [[configured?.folder ?? "."]] }
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
