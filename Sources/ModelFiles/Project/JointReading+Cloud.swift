import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

extension JointReading {
  /// Returns what the entitlements say about CloudKit, which is asked of SwiftData alone.
  func cloudAccess(in search: ProjectSearch) -> CloudAccess {
    guard let model = models.first(where: { $0.framework == .swiftData }) else { return .unknown }
    let isAlone = search.entitlements.isEmpty && search.projects.isEmpty
    let search = isAlone ? searchOfApp(around: model.place) ?? search : search
    let entitlements = search.entitlements.map { file in
      (file.place, (try? files.source(file.path)).flatMap { try? Entitlements(in: $0) })
    }
    let projects = projects(in: search).map { project in
      (folder: ProjectTop.parent(of: project.place), project: XcodeProject(in: project.bytes))
    }
    // Without either, an app is in no container of iCloud.
    if entitlements.isEmpty, projects.isEmpty { return .none }
    // What a project does not compile is of an app that it says nothing of.
    let areCompiled = search.swiftFiles.allSatisfy { file in
      !SwiftTokens.mention("cloudKitDatabase", in: file.source.bytes)
        || projects.contains { Self.compiles(file.place, $0) }
    }
    let stated = projects.map { folder, project in
      project.entitlements.map { Set($0.map { folder.appending($0) }) }
    }
    let users = search.swiftFiles.filter { file in
      ["ModelConfiguration", "ModelContainer", "modelContainer"].contains {
        SwiftTokens.mention($0, in: file.source.bytes)
      }
    }.map { file in (file.source.path, Self.entitlements(compiling: file.place, projects)) }
    return CloudAccess(
      Dictionary(entitlements) { first, _ in first }, of: areCompiled ? stated : [],
      usedBy: Dictionary(users) { first, _ in first })
  }

  /// The places of the entitlements of the targets that compile a file; nil where they are not all known.
  private static func entitlements(
    compiling place: String, _ projects: [(folder: String, project: XcodeProject)]
  ) -> Set<String>? {
    let named = projects.filter { compiles(place, $0) }.map { folder, project in
      project.entitlements(compiling: path(of: place, from: folder))
        .map { Set($0.map { folder.appending($0) }) }
    }
    return named.isEmpty || named.contains { $0 == nil }
      ? nil : named.reduce(into: []) { $0.formUnion($1 ?? []) }
  }

  /// Whether a target of a project compiles a file.
  private static func compiles(
    _ place: String, _ project: (folder: String, project: XcodeProject)
  ) -> Bool {
    let isInFolder = project.folder.isEmpty || place.hasPrefix("\(project.folder)/")
    return isInFolder && !project.project.targets(of: path(of: place, from: project.folder)).isEmpty
  }

  /// Searches the nearest folder around a model with entitlements or an Xcode project, as only the sources of an app may
  /// be named; nil where no folder has either.
  private func searchOfApp(around place: String) -> ProjectSearch? {
    var folder = place
    while top.isProject, !folder.isEmpty {
      folder = ProjectTop.parent(of: folder)
      let path = files.path(given: top.path.appending(folder))
      let names = (try? files.names(in: path)) ?? []
      if names.contains(where: { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".entitlements") }) {
        return try? ProjectSearch([path], in: files, without: Exclusions(top: top))
      }
    }
    return nil
  }
}
