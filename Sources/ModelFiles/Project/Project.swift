import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

/// The models in the files of a project, read together.
///
/// ```swift
/// let project = try Project(at: ["App", "App.xcdatamodeld"])
/// let places = project.models.map(\.place)  // ["App.xcdatamodeld", "App/Models.swift"]
/// ```
///
/// Each Core Data bundle is a model. All Swift files that are read together are one model, whose
/// classes may be in any of them; where several targets have a class of the same name, each target
/// has a model, and so has each store of CoreStore.
public struct Project: Sendable {
  /// The models, in the order of their places, Core Data's first; the versions of each in their order.
  public private(set) var models: [Model] = []
  /// The files and folders that could not be read but may be part of a model, so that predictions
  /// for the models may be wrong.
  package private(set) var unread: [Unread] = []
  /// The places of folders that were passed over by their names, or because git ignores them.
  public private(set) var passedOver: [String] = []
  /// The paths at which there is nothing, where that is no mistake.
  public private(set) var absent: [String] = []
  /// The places of submodules, where a revision is read, which does not hold what is in them.
  public private(set) var submodules: [String] = []
  /// The patterns of what to pass over that fit nothing.
  public private(set) var idleExclusions: [String] = []
  /// The Swift files, where their code is wanted, in the order of their places.
  package private(set) var code: [SwiftDeclarations] = []
  /// The Objective-C files, where code is wanted, in the order of their places.
  package private(set) var objectiveC: [ObjectiveCFile] = []
  /// Whether no code of the project is left out that may call what was read: all of the project was read, apart from
  /// tests, products and the code of others.
  package private(set) var isAllCode = true
  /// The access to CloudKit that the app's entitlements state, where code is wanted.
  var cloudAccess: CloudAccess { CloudAccess(ofAll: cloudAccesses) }
  private var cloudAccesses: [CloudAccess] = []
  /// The folders from which its models have their places.
  private var tops: [ProjectTop] = []

  /// Something that could not be read.
  package struct Unread: Sendable {
    /// The finding that describes the problem and its reason.
    package let finding: ModelFinding
    /// The name of the file or folder in the project.
    package let place: String
  }

  /// The settings for reading a project.
  package struct Reading: Sendable {
    /// Files and folders: those in one list are one model's where they hold Swift source.
    package var paths: [[String]]
    /// The paths to skip, with `*`, `?` and `**`, relative to the project's top or else to the
    /// working directory.
    package var excluded: [String]
    /// The folder with the project's configuration, from which patterns are meant, and models named
    /// where git keeps nothing.
    package var top: String?
    /// Whether all versions of a model are wanted, and not the current one alone.
    package var allVersions: Bool
    /// The revision to read, by a name that git knows; nil for what is on disk.
    package var revision: String?
    /// Whether there may be no model, and nothing at a path: it may be in another revision.
    package var mayBeEmpty = false
    /// Whether Swift files that are named, as hooks name those that changed, need not hold a model.
    package var takesFilesWithoutModel = false
    /// Whether the Swift files are kept, to be searched for what the code deletes.
    package var keepsCode = false
    /// The bytes of files as they would be after some edits, by the paths under which they are read.
    package var edits: [String: [UInt8]] = [:]

    /// Says what to read.
    package init(
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
  package init(_ reading: Reading) throws(ModelError) {
    guard let revision = reading.revision else {
      try self.init(reading, in: DiskTree(edits: reading.edits))
      return
    }
    try self.init(reading, in: GitTree(revision, holding: Array(reading.paths.joined())))
  }

  /// A project of one model whose code was read before.
  package init(of model: Model, in code: [SwiftDeclarations]) {
    models = [model]
    self.code = code
  }

  init(_ reading: Reading, in files: any FileTree) throws(ModelError) {
    var known: Set<String> = []
    var usedPatterns: Set<Int> = []
    for group in reading.paths {
      let (paths, stores) = named(in: group, reading, files)
      if paths.isEmpty { continue }
      let together = try JointReading(paths, reading, in: files, knowing: &known)
      let named = together.models.filter { $0.version.map(stores.contains) ?? false }
      guard stores.isEmpty || !named.isEmpty else {
        throw .badData(
          group.joined(separator: ", "),
          "found no store of that name; found \(together.models.map(\.place).listed())")
      }
      models += stores.isEmpty ? together.models : named
      code += together.code
      objectiveC += together.objectiveC
      cloudAccesses.append(together.cloudAccess)
      unread += together.unread
      passedOver += together.passedOver
      usedPatterns.formUnion(together.usedPatterns)
      isAllCode = isAllCode && together.isAllCode
      tops.append(together.top)
      submodules += together.submodules.filter { !submodules.contains($0) }
    }
    isAllCode = isAllCode && unread.isEmpty
    if reading.keepsCode, code.contains(where: \.startsProgram), !mayHaveMemoryStore {
      for index in models.indices { models[index].mayBeInMemory = false }
    }
    idleExclusions = reading.excluded.indices.filter { !usedPatterns.contains($0) }
      .map { reading.excluded[$0] }
    guard models.isEmpty, unread.isEmpty, !reading.mayBeEmpty else { return }
    let given = Array(reading.paths.joined())
    let areFiles = given.allSatisfy { path in
      path.isNameOfSwiftFile && files.kind(of: files.path(given: path)) == .file
    }
    if reading.takesFilesWithoutModel, areFiles { return }
    let skipped = Self.modelsSkipped(in: passedOver, of: tops, reading, files)
    if !skipped.isEmpty {
      let areSeveral = skipped.count > 1
      throw .badData(
        given.joined(separator: ", "),
        "found data models only in \(skipped.listed()), which \(areSeveral ? "are" : "is") skipped; "
          + "name \(areSeveral ? "these paths to read them" : "that path to read it")")
    }
    let places = passedOver.prefix(5) + (passedOver.count > 5 ? ["more"] : [])
    let rest =
      places.isEmpty ? "" : "; skipped: \(Array(places).listed()); name a path to read it"
    throw .badData(
      given.joined(separator: ", "),
      "found no data model: no .xcdatamodeld, and no Swift file with @Model classes; name the folder "
        + "of your project\(rest)")
  }
}

extension Project {
  /// The first few skipped folders, other than those with third-party code and build products, that have models.
  private static func modelsSkipped(
    in places: [String], of tops: [ProjectTop], _ reading: Reading, _ files: any FileTree
  ) -> [String] {
    places.filter { !Exclusions.isOutsideOfCode($0) }.prefix(Limits.skippedPlaces).filter { place in
      tops.contains { top in
        var known: Set<String> = []
        let path = files.path(given: top.path.appending(place))
        var inner = Reading([[path]], excluding: reading.excluded, from: reading.top)
        inner.mayBeEmpty = true
        let found = try? JointReading([path], inner, in: files, knowing: &known)
        return found?.models.isEmpty == false
      }
    }
  }

  /// The paths to read of those that are given, and the names of the stores that these mean.
  private mutating func named(
    in group: [String], _ reading: Reading, _ files: any FileTree
  ) -> (paths: [String], stores: Set<String>) {
    var paths: [String] = []
    var stores: Set<String> = []
    for given in group {
      var path = files.path(given: given)
      // `Models.swift/Archive` names one store of a file, or of a folder, with several.
      let around = ProjectTop.parent(of: path)
      let name = around.isEmpty ? path : String(path.dropFirst(around.utf8.count + 1))
      if files.kind(of: path) == nil,
        around.isNameOfSwiftFile
          ? files.kind(of: around) == .file : Self.has(store: name, around, reading, in: files)
      {
        stores.insert(name)
        path = around.isEmpty ? "." : around
      }
      if reading.mayBeEmpty, files.kind(of: path) == nil {
        absent.append(given)
      } else {
        paths.append(path)
      }
    }
    return (paths, stores)
  }

  /// Whether a folder has a model in a store of a name.
  private static func has(
    store name: String, _ folder: String, _ reading: Reading, in files: any FileTree
  ) -> Bool {
    guard !reading.mayBeEmpty, files.kind(of: folder) == .folder else { return false }
    var known: Set<String> = []
    let found = try? JointReading([folder], reading, in: files, knowing: &known)
    return found?.models.contains { $0.version == name } ?? false
  }

  /// The way to a file from the repository that keeps it: what services that show it know.
  ///
  /// - Parameter file: A path, as it was typed.
  /// - Returns: The way; the path itself where no repository is.
  package static func way(to file: String) -> String {
    let top = ProjectTop(of: [file])
    return top.isProject ? top.place(of: file) : file
  }

  /// Returns the first of some files that exists in a revision.
  ///
  /// - Parameters:
  ///   - paths: Paths on disk, whether or not they exist now.
  ///   - revision: A name that git knows.
  /// - Returns: The index of its path, and the file; nil if there is none, or no such revision.
  ///   The caller that reads the revision reports an unknown one.
  package static func firstFile(
    of paths: [String], in revision: String
  ) -> (index: Int, file: SourceFile)? {
    guard let tree = try? GitTree(revision, holding: paths) else { return nil }
    return paths.indices.lazy.compactMap { index in
      (try? tree.source(tree.path(given: paths[index]))).map { (index, $0) }
    }.first
  }

  /// Whether there is a source file at a path, which other runs read.
  package static func isSource(_ path: String) -> Bool {
    let resolved = ProjectTop.resolved(path)
    guard DiskTree().kind(of: resolved) == .file else { return false }
    let isOfBundle = [".xcdatamodel", ".xcdatamodeld", ".xcodeproj"].contains {
      ProjectTop.parent(of: resolved).hasSuffix($0)
    }
    return isOfBundle || resolved.isNameOfModelOrCode || resolved.hasSuffix(".entitlements")
  }

  /// Whether the repository around a path has a revision of a name.
  package static func isRevision(_ name: String, of path: String) -> Bool {
    (try? GitTree(name, holding: [path])) != nil
  }

  /// Returns the place that a path refers to: relative to the project's top, or absolute.
  package func place(named path: String) -> String {
    let place = path.hasPrefix("/") ? tops.first?.place(of: path) ?? path : path
    let parts = place.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return place.hasPrefix("/") ? "/\(parts)" : parts.isEmpty ? "." : parts
  }

  /// Returns the place of a file that was read: relative to the project's top, from wherever it is
  /// looked at.
  ///
  /// - Parameter path: The path, as it was given.
  /// - Returns: The path itself for a file of another project.
  @Sendable package func place(ofFile path: String) -> String {
    tops.lazy.map { $0.place(of: path) }.first { !$0.hasPrefix("/") } ?? path
  }

  /// Whether anything lies at a place, read or not.
  package func has(_ place: String) -> Bool { tops.contains { $0.has(place) } }

  /// The names of the Core Data bundles in the whole project, read or not.
  package var bundleNames: Set<String> {
    let found = Set(tops.map(\.path)).flatMap { path in
      let exclusions = Exclusions(top: ProjectTop(of: [path]))
      return (try? ProjectSearch([path], in: DiskTree(), without: exclusions))?.found ?? []
    }
    return Set(found.compactMap { $0.place.split(separator: "/").last.map(String.init) })
  }

  /// Whether any comment in its code or its models asks for something to be left alone.
  package var hasComments: Bool {
    code.contains { !$0.tokens.comments.isEmpty } || models.contains { !$0.ignoreComments.isEmpty }
  }

  /// The places of the Swift and Objective-C files whose code was kept.
  package var codeFiles: [String] { code.map(\.tokens.file) + objectiveC.map(\.path) }

  /// The findings about anything that could not be read or was left out of the models, each once.
  package var gaps: [ModelFinding] {
    var known: Set<ModelFinding> = []
    return (unread.map(\.finding) + models.flatMap(\.leftOut)).filter { known.insert($0).inserted }
  }

  /// Whether everything could be read, and nothing of it was left out.
  package var isWhole: Bool { gaps.isEmpty }

  /// Whether the code of the project, as far as it was read, may make a store in memory.
  private var mayHaveMemoryStore: Bool {
    let words = ["NSInMemoryStoreType", "inMemory", "isStoredInMemoryOnly", "null"]
    return !isAllCode || !code.mentioning(words).isEmpty
      || objectiveC.contains { !$0.words.isDisjoint(with: words) }
  }

  /// Leaves out the entities that do not exist on the releases in question.
  package mutating func keepEntities(
    where exists: (ModelEntity) -> Bool
  ) throws(ModelError) {
    for index in models.indices { models[index] = try models[index].keeping(where: exists) }
  }

  /// Gives the classes that several packages or projects share in a model the oldest systems of their own one.
  ///
  /// - Parameter revision: The revision of git that was read; nil for the files on disk.
  /// - Throws: A ``ModelError`` where what states them cannot be read.
  package mutating func stateSystems(in revision: String?) throws(ModelError) {
    let all = models.flatMap { $0.sources.map(\.path) }
    for index in models.indices where models[index].framework == .swiftData {
      let files = Set(models[index].entities.map(\.location.file)).sorted()
      let folders = files.grouped(by: ProjectTop.parent)
      if folders.count < 2 { continue }
      var systems: [String: [DeploymentTarget]] = [:]
      for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
        systems[folder] = try DeploymentTargets.stated(for: files, among: all, in: revision)
      }
      if Set(systems.values.map { $0.map(\.file) }).count < 2 { continue }
      models[index].state { entity in
        systems[ProjectTop.parent(of: entity.location.file)]?.map(\.system) ?? []
      }
    }
  }

  /// Leaves out the models of the other framework.
  package mutating func keepModels(of framework: Framework.Name) {
    models.removeAll { $0.framework != framework }
  }
}
