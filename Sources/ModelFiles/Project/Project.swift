import ObjectGraph
import SourceText
import SwiftSource

/// The models in the files of a project, read together.
///
/// ```swift
/// let project = try Project(at: ["Trips", "Packages"])
/// project.models.map(\.place)  // ["Trips/Trips.xcdatamodeld", "Packages/Store/Sources"]
/// ```
///
/// Each Core Data bundle is a model. All Swift files that are read together are one: its classes may
/// stand in any of them.
public struct Project: Sendable {
  /// The models, in the order of their places, Core Data's first; the versions of each in their order.
  public private(set) var models: [Model] = []
  /// What could not be read, and may be part of a model: what is said of the models may be wrong.
  public private(set) var unread: [Unread] = []
  /// The places of folders that were passed over by their names, or because git ignores them.
  public private(set) var passedOver: [String] = []
  /// The paths at which there is nothing, where that is no mistake.
  public private(set) var absent: [String] = []
  /// The places of submodules, where a revision is read, which does not hold what is in them.
  public private(set) var submodules: [String] = []

  /// Something that could not be read.
  public struct Unread: Sendable {
    /// What it is, and why.
    public let finding: ModelFinding
    /// The name of the file or folder in the project.
    public let place: String
  }

  /// What to read of a project.
  public struct Reading: Sendable {
    /// Files and folders: those in one list are one model's where they hold Swift source.
    public var paths: [[String]]
    /// What to pass over: paths from the project's top, with `*`, `?` and `**`.
    public var excluded: [String]
    /// The folder with the project's configuration, from which patterns are meant, and models named
    /// where git keeps nothing.
    public var top: String?
    /// Whether all versions of a model are wanted, and not the current one alone.
    public var allVersions: Bool
    /// The revision to read, by a name that git knows; nil for what is on disk.
    public var revision: String?
    /// Whether there may be no model, and nothing at a path: it may be in another revision.
    public var mayBeEmpty = false

    /// Says what to read.
    public init(
      _ paths: [[String]], excluding excluded: [String] = [], from top: String? = nil,
      allVersions: Bool = false
    ) {
      self.paths = paths
      self.excluded = excluded
      self.top = top
      self.allVersions = allVersions
    }
  }

  /// Reads the current version of every model at some paths.
  ///
  /// - Parameter paths: Bundles, versions, Swift files, or folders that hold them.
  /// - Throws: A ``ModelError`` where there is no model, or a path that is no model's.
  public init(at paths: [String]) throws(ModelError) { try self.init(Reading([paths])) }

  /// Reads every model of a project.
  ///
  /// - Parameter reading: What to read.
  /// - Throws: A ``ModelError`` where there is no model, or a path that is no model's.
  public init(_ reading: Reading) throws(ModelError) {
    guard let revision = reading.revision else {
      try self.init(reading, in: DiskTree())
      return
    }
    try self.init(reading, in: GitTree(revision, holding: Array(reading.paths.joined())))
  }

  init(_ reading: Reading, in files: any FileTree) throws(ModelError) {
    var known: Set<String> = []
    for group in reading.paths {
      var paths: [String] = []
      for given in group {
        let path = files.path(given: given)
        if reading.mayBeEmpty, files.kind(of: path) == nil {
          absent.append(given)
        } else {
          paths.append(path)
        }
      }
      if paths.isEmpty { continue }
      let together = try JointReading(paths, reading, in: files, knowing: &known)
      models += together.models
      unread += together.unread
      passedOver += together.passedOver
      submodules += together.submodules.filter { !submodules.contains($0) }
    }
    guard models.isEmpty, unread.isEmpty, !reading.mayBeEmpty else { return }
    let places = passedOver.prefix(5) + (passedOver.count > 5 ? ["more"] : [])
    let rest =
      places.isEmpty ? "" : "; \(Array(places).listed()) were passed over: name one to read it"
    throw .badData(
      reading.paths.joined().joined(separator: ", "),
      "found no data model; expected an .xcdatamodeld or Swift files with @Model classes\(rest)")
  }
}

extension Project {
  /// The way to a file from the repository that keeps it: what services that show it know.
  ///
  /// - Parameter file: A path, as it was typed.
  /// - Returns: The way; the path itself where no repository is.
  package static func way(to file: String) -> String {
    let top = ProjectTop(of: [file])
    return top.isProject ? top.place(of: file) : file
  }

  /// Whether everything could be read, and nothing of it was left out.
  package var isWhole: Bool { unread.isEmpty && models.allSatisfy { $0.leftOut.isEmpty } }

  /// Leaves out the models of the other framework.
  package mutating func keepModels(of framework: Framework.Name) {
    models.removeAll { $0.framework != framework }
  }
}

/// Reads what lies at some paths together.
private struct JointReading {
  private let files: any FileTree
  private let top: ProjectTop
  private let allVersions: Bool
  private(set) var models: [Model] = []
  private(set) var unread: [Project.Unread] = []
  private(set) var passedOver: [String] = []
  private(set) var submodules: [String] = []

  init(
    _ paths: [String], _ reading: Project.Reading, in files: any FileTree,
    knowing known: inout Set<String>
  ) throws(ModelError) {
    self.files = files
    allVersions = reading.allVersions
    top = files.top(of: paths, configured: reading.top)
    let search = try ProjectSearch(
      paths, in: files, without: Exclusions(top: top, patterns: reading.excluded, from: reading.top)
    )
    passedOver = search.passedOver
    submodules = files.submodules.map { files.place(of: $0, under: top) }
    for finding in search.findings { add(finding) }
    let hooks =
      search.found.isEmpty
      ? []
      : search.swiftFiles.flatMap { file in
        SwiftTokens.mention(DeleteHook.function, in: file.source.bytes)
          ? DeleteHook.hooks(in: file.source) : []
      }
    for found in search.found where known.insert(found.place).inserted {
      do throws(ModelError) {
        try read(found, hooks)
      } catch {
        // The one thing that was named is no model: a mistake. Beside others, it hides nothing of them.
        if search.isModel, reading.paths.joined().count == 1, !reading.mayBeEmpty { throw error }
        add(ModelFinding(.incompleteModel, error))
      }
    }
    // Aliases and versions may stand in files without a model of their own.
    if search.mentionsModel {
      try readClasses(of: search.swiftFiles, paths.map { files.place(of: $0, under: top) }, &known)
    }
  }

  private mutating func add(_ finding: ModelFinding) {
    let place = files.place(of: finding.location.file, under: top)
    unread.append(Project.Unread(finding: finding, place: place.isEmpty ? "." : place))
  }

  /// Reads what holds a Core Data model.
  private mutating func read(
    _ found: ProjectSearch.Found, _ hooks: [DeleteHook]
  ) throws(ModelError) {
    let bundle: CoreDataBundle
    switch found.kind {
    case .version(let contents):
      let stated = try CoreDataReading(files.source(contents)).stated
      models.append(try Model(stated, at: found.place, framework: .coreData, hooks: hooks))
      return
    case .bundle(let path): bundle = try CoreDataBundle(path, at: found.place, in: files)
    }
    for version in bundle.versions {
      let isCurrent = version.name == bundle.current.name
      guard allVersions || isCurrent else { continue }
      do throws(ModelError) {
        var stated = try CoreDataReading(bundle.source(of: version, in: files)).stated
        stated.version = version.name
        stated.isCurrent = isCurrent
        if isCurrent { stated.findings += bundle.findings }
        models.append(try Model(stated, at: found.place, framework: .coreData, hooks: hooks))
      } catch {
        if isCurrent { throw error }
        add(ModelFinding(.incompleteModel, error))
      }
    }
  }

  /// Reads the `@Model` classes of all Swift files together.
  private mutating func readClasses(
    of swift: [ProjectSearch.SwiftFile], _ paths: [String], _ known: inout Set<String>
  ) throws(ModelError) {
    let reading = SwiftDataReading(swift.map(\.source))
    let places = Set(reading.classes.map(\.file)).map { swift[$0].place }
    let shared = places.dropFirst().reduce(places.first ?? "", ProjectTop.commonFolder)
    var place = shared.isEmpty ? "." : shared
    // Several models may have a folder in common: then what was named tells them apart.
    if !known.insert(place).inserted { place = paths.joined(separator: "+") }
    for var stated in try reading.models(allVersions: allVersions) {
      say(whereMissingClassesAre: &stated.findings, besides: Set(swift.map(\.place)))
      if reading.classes.isEmpty {
        for finding in stated.findings { add(finding) }
      } else {
        models.append(
          try Model(stated, at: place, framework: .swiftData))
      }
    }
  }

  /// Completes what is said of classes that no file declares: another file of the project may.
  private func say(
    whereMissingClassesAre findings: inout [ModelFinding], besides read: Set<String>
  ) {
    let names = Set(findings.compactMap(\.missingClass))
    guard !names.isEmpty, top.isProject,
      let rest = try? ProjectSearch([top.path], in: files, without: Exclusions(top: top))
    else { return }
    var places: [String: String] = [:]
    for file in rest.swiftFiles where !read.contains(file.place) {
      for name in names where places[name] == nil {
        if SwiftDataReading.declares(class: name, in: file.source) { places[name] = file.place }
      }
    }
    for index in findings.indices {
      guard let place = findings[index].missingClass.flatMap({ places[$0] }) else { continue }
      findings[index].message += "; \(place) declares one, so give its path as well"
    }
  }
}

extension Model {
  /// Reads the model at some paths, in its current version.
  ///
  /// - Parameter paths: An `.xcdatamodeld`, an `.xcdatamodel` or its `contents`, Swift files, or
  ///   folders that hold one model.
  /// - Throws: A ``ModelError`` where there is no model, more than one, or where not all of it can be
  ///   read.
  public init(at paths: String...) throws(ModelError) {
    let project = try Project(at: paths)
    if let error = ModelError(project.unread.map(\.finding)) { throw error }
    guard let model = project.models.first, project.models.count == 1 else {
      throw .badData(
        paths.joined(separator: ", "),
        "found \(project.models.count) models (\(project.models.map(\.place).listed())); name one "
          + "of them")
    }
    self = model
  }

  /// Reads a model from a text instead of a file.
  ///
  /// - Parameters:
  ///   - text: What the file would hold.
  ///   - path: What it would be called: Swift source ends with `.swift`.
  /// - Throws: A ``ModelError`` where the text holds no model.
  package init(reading text: String, as path: String) throws(ModelError) {
    try self.init(reading: Array(text.utf8), as: path)
  }

  /// Reads a model from bytes instead of a file.
  ///
  /// - Parameters:
  ///   - bytes: What the file would hold.
  ///   - path: What it would be called: Swift source ends with `.swift`.
  /// - Throws: A ``ModelError`` where the bytes hold no model.
  package init(reading bytes: [UInt8], as path: String) throws(ModelError) {
    let source = SourceFile(path: path, bytes: bytes)
    guard path.hasSuffix(".swift") else {
      let place = path.hasSuffix("/contents") ? ProjectTop.parent(of: path) : path
      self = try Model(try CoreDataReading(source).stated, at: place, framework: .coreData)
      return
    }
    let versions = try SwiftDataReading([source]).models(allVersions: false)
    guard let stated = versions.first else {
      throw .badData(path, "found no @Model class in the Swift source")
    }
    self = try Model(stated, at: path, framework: .swiftData)
  }
}
