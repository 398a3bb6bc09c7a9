import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

/// Reads what lies at some paths together.
struct JointReading {
  let files: any FileTree
  let top: ProjectTop
  private let allVersions: Bool
  private(set) var models: [Model] = []
  private(set) var unread: [Project.Unread] = []
  private(set) var passedOver: [String] = []
  private(set) var submodules: [String] = []
  /// The declarations in the Swift files, with their code, if requested.
  private(set) var code: [SwiftDeclarations] = []
  let objectiveC: [ObjectiveCFile]
  /// The access to CloudKit that the app's entitlements state, where code is wanted.
  private(set) var cloudAccess = CloudAccess.unknown
  /// The patterns that excluded something, by their places among all.
  let usedPatterns: Set<Int>
  /// Whether no code of the project is left out that may call what was read.
  let isAllCode: Bool

  init(
    _ paths: [String], _ reading: Project.Reading, in files: any FileTree,
    knowing known: inout Set<String>
  ) throws(ModelError) {
    self.files = files
    allVersions = reading.allVersions
    top = files.top(of: paths, configured: reading.top)
    let search = try ProjectSearch(
      paths, in: files,
      without: Exclusions(top: top, patterns: reading.excluded, from: reading.top),
      keepsCode: reading.keepsCode)
    objectiveC = search.objectiveC
    passedOver = search.passedOver
    usedPatterns = search.usedPatterns
    let whole = top
    isAllCode =
      !search.leavesOutCode && search.usedPatterns.isEmpty && !whole.isPart
      && paths.contains { files.place(of: $0, under: whole).isEmpty }
    submodules = files.submodules.map { files.place(of: $0, under: top) }
    for finding in search.findings { add(finding) }
    try readFound(in: search, reading, &known)
    let swift = SwiftModels(
      in: search.swiftFiles, keepsCode: reading.keepsCode, mentionsModel: search.mentionsModel)
    if reading.keepsCode {
      code = swift.declarations
      addUnreadable(swift, in: search)
    }
    try readCode(swift, in: search, &known)
    if !models.isEmpty { assignHooks(in: search) }
    if let classes = swift.classes {
      let places = paths.map { files.place(of: $0, under: top) }
      try readClasses(classes, in: search, places, &known)
    }
    if reading.keepsCode {
      findCodeFiles(in: search)
      cloudAccess = cloudAccess(in: search)
    }
    if !models.isEmpty {
      models[0].add(besides(of: swift.declarations, in: search))
    } else if unread.isEmpty {
      for finding in otherModels(in: search) { add(finding) }
    }
  }

  /// Reads the Core Data models that a search found, but for those that no Xcode project lists beside a twin.
  private mutating func readFound(
    in search: ProjectSearch, _ reading: Project.Reading, _ known: inout Set<String>
  ) throws(ModelError) {
    var twins = listedTwins(of: search.isModel ? [] : search.found.map(\.place))
    for found in search.found where known.insert(found.place).inserted {
      if twins[found.place] != nil { continue }
      do throws(ModelError) {
        try read(found)
      } catch {
        // The one thing that was named is no model: a mistake. Beside others, it hides nothing of them,
        // and what is called a model is one, whatever is wrong with it.
        let isModel = found.place.contains(".xcdatamodel") && error.kind == .badData
        let isNamedAlone = search.isModel && reading.paths.joined().count == 1
        if isNamedAlone, !isModel, !reading.mayBeEmpty { throw error }
        add(ModelFinding(.incompleteModel, error))
      }
    }
    if !search.isModel { leaveOutUnlistedTwins(&twins) }
    for found in search.found {
      guard let twin = twins[found.place], case .bundle(let path) = found.kind,
        let model = models.firstIndex(where: { $0.place == twin })
      else { continue }
      models[model].add([
        ModelFinding(
          .note, .unlistedModel,
          "the Xcode project lists \(twin) instead of this bundle, which is left out",
          at: .start(of: path))
      ])
    }
  }

  /// Reports the files that delete something, and cannot be read.
  private mutating func addUnreadable(_ swift: SwiftModels, in search: ProjectSearch) {
    // What is wrong with a file of models is among their findings.
    for (index, file) in code.enumerated()
    where !file.problems.isEmpty && swift.classes?.mayHoldModels(index) != true {
      // Whatever is wrong with a file that deletes nothing hides no delete.
      let text = String(decoding: search.swiftFiles[index].source.bytes, as: UTF8.self)
      guard text.contains("elete") || text.contains("erase") else { continue }
      for problem in file.problems { add(.unreadable(problem)) }
    }
  }

  /// The Xcode projects, with their paths and their places.
  func projects(
    in search: ProjectSearch
  ) -> [(path: String, place: String, bytes: [UInt8])] {
    search.projects.map { project in
      let bytes = try? files.bytes(of: files.path(of: "project.pbxproj", in: project.path))
      return (project.path, project.place, bytes ?? [])
    }
  }

  /// The models beside those that are read: what they delete is not known, and bears on no other.
  private func besides(
    of swift: [SwiftDeclarations], in search: ProjectSearch
  ) -> [ModelFinding] {
    func name(_ place: String) -> Substring? {
      place.split(separator: "/").last?.prefix { $0 != "." }
    }
    let builders = [modelBuiltInObjectiveC(in: search)].compactMap(\.self)
      .map(OtherModels.objectiveC)
    // One of the same name is made from a bundle that is read.
    let sources = Set(models.map { name($0.place) })
    let compiled = search.compiled.sorted().filter { path in
      !sources.contains(name(files.place(of: path, under: top)))
    }.map(OtherModels.compiled)
    let others = ModelFinding.joinedByEntity(swift.compactMap(OtherModels.besideOthers))
    return (others + builders + compiled).map { finding in
      var finding = finding
      finding.severity = .note
      finding.entity = nil
      return finding
    }
  }

  /// The things in place of a model that can be read.
  private func otherModels(in search: ProjectSearch) -> [ModelFinding] {
    let swift = search.swiftFiles.compactMap { OtherModels.finding(in: $0.source) }
    let objectiveC = modelBuiltInObjectiveC(in: search).map(OtherModels.objectiveC)
    return ModelFinding.joinedByEntity(swift) + [objectiveC].compactMap(\.self)
      + search.compiled.sorted().map(OtherModels.compiled)
  }

  /// The first place where Objective-C builds a model.
  private func modelBuiltInObjectiveC(in search: ProjectSearch) -> Location? {
    objectiveC.lazy.compactMap(\.builtModel).first
      ?? search.unreadObjectiveC.lazy.compactMap { path in
        (try? files.source(path)).flatMap { ObjectiveCFile($0).builtModel }
      }.first
  }

  private mutating func add(_ finding: ModelFinding) {
    let place = files.place(of: finding.location.file, under: top)
    unread.append(Project.Unread(finding: finding, place: place.isEmpty ? "." : place))
  }

  /// Reads what holds a Core Data model.
  private mutating func read(_ found: ProjectSearch.Found) throws(ModelError) {
    let bundle: CoreDataBundle
    switch found.kind {
    case .version(let contents):
      let stated = try CoreDataReading(files.source(contents)).stated
      models.append(try Model(stated, at: found.place, framework: .coreData))
      return
    case .bundle(let path):
      bundle = try CoreDataBundle(path, in: files) {
        projects(around: found.place).lazy.compactMap { folder, project in
          project.currentVersions[Self.path(of: found.place, from: folder)]
        }.first
      }.unlisted(path) { bundlesListed(insteadOf: found.place) }
    }
    for version in bundle.versions {
      let isCurrent = version.name == bundle.current.name
      guard allVersions || isCurrent else { continue }
      do throws(ModelError) {
        var stated = try CoreDataReading(bundle.source(of: version, in: files)).stated
        stated.version = version.name
        stated.isCurrent = isCurrent
        if isCurrent { stated.findings += bundle.findings }
        models.append(try Model(stated, at: found.place, framework: .coreData))
      } catch {
        if isCurrent { throw error }
        add(ModelFinding(.incompleteModel, error))
      }
    }
  }

  /// The nearest folder around a bundle with an Xcode project, and the projects in it; none where a package has
  /// the bundle.
  private func projects(around place: String) -> [(folder: String, project: XcodeProject)] {
    var folder = place
    while !folder.isEmpty {
      folder = ProjectTop.parent(of: folder)
      let path = files.path(given: top.path.appending(folder))
      let names = (try? files.names(in: path)) ?? []
      let projects = names.filter { $0.hasSuffix(".xcodeproj") }
      if !projects.isEmpty {
        return projects.compactMap { name in
          let file = files.path(of: "project.pbxproj", in: files.path(of: name, in: path))
          return (try? files.bytes(of: file)).map { (folder, XcodeProject(in: $0)) }
        }
      }
      if names.contains("Package.swift") { break }
    }
    return []
  }

  /// The bundles that the nearest Xcode projects list, where these do not list that at a place.
  private func bundlesListed(insteadOf place: String) -> [String] {
    let projects = projects(around: place)
    if projects.contains(where: { $1.lists(model: Self.path(of: place, from: $0)) }) { return [] }
    return projects.flatMap { folder, project in
      project.listedBundles.map { folder.appending($0) }
    }
  }

  /// The path of a place from a folder around it.
  static func path(of place: String, from folder: String) -> String {
    folder.isEmpty ? place : String(place.dropFirst(folder.count + 1))
  }

  /// The bundles that no Xcode project around them lists, with one of the same name that it does list.
  private func listedTwins(of places: [String]) -> [String: String] {
    let sharing = places.filter { $0.hasSuffix(".xcdatamodeld") }
      .grouped { $0.split(separator: "/").last ?? "" }.values.filter { $0.count > 1 }
    var twins: [String: String] = [:]
    for places in sharing {
      for place in places { twins[place] = listedTwin(of: place, among: places) }
    }
    return twins
  }

  /// Leaves out the bundles that no Xcode project around them lists, where it does list one with the same entities,
  /// and adds that.
  private mutating func leaveOutUnlistedTwins(_ twins: inout [String: String]) {
    let current = models.filter { $0.isCurrent && $0.place.hasSuffix(".xcdatamodeld") }
    for model in current {
      let others = current.filter(model.isTwin).map(\.place)
      guard !others.isEmpty, let twin = listedTwin(of: model.place, among: others) else { continue }
      twins[model.place] = twin
      models.removeAll { $0.place == model.place }
    }
  }

  /// The first of some bundles that an Xcode project around another one lists, if none lists that one.
  private func listedTwin(of place: String, among others: [String]) -> String? {
    let projects = projects(around: place)
    func isListed(_ bundle: String) -> Bool {
      projects.contains { folder, project in
        (folder.isEmpty || bundle.hasPrefix("\(folder)/"))
          && project.lists(model: Self.path(of: bundle, from: folder))
      }
    }
    return isListed(place) ? nil : others.first(where: isListed)
  }

  /// Gives each Core Data model what the classes of its entities do before a delete.
  ///
  /// Packages may each have a class of one name: what it does counts for the models that have such an
  /// entity and are nearest to it, by the folders that they share.
  private mutating func assignHooks(in search: ProjectSearch) {
    var having: [String: [Int]] = [:]
    for (index, model) in models.enumerated() {
      for name in Set(model.entities.map(\.objectClass)) { having.add(index, to: name) }
    }
    var found: [Int: [(hook: DeleteHook, nearness: Int)]] = [:]
    func add(_ hook: DeleteHook, at place: String) {
      let near = having[hook.className, default: []].map { index in
        let shared = ProjectTop.commonFolder(place, models[index].place)
        return (model: index, nearness: shared.split(separator: "/").count)
      }
      let nearest = near.map(\.nearness).max()
      for (model, nearness) in near where nearness == nearest {
        found.add((hook, nearness), to: model)
      }
    }
    for file in search.swiftFiles
    where SwiftTokens.mention(DeleteHook.function, in: file.source.bytes) {
      for hook in DeleteHook.hooks(in: file.source) { add(hook, at: file.place) }
    }
    var objectiveC = objectiveC
    for path in search.unreadObjectiveC
    where !path.hasSuffix(".h") && models.contains(where: { $0.framework == .coreData }) {
      guard let source = try? files.source(path),
        SwiftTokens.mention(DeleteHook.function, in: source.bytes)
      else { continue }
      objectiveC.append(ObjectiveCFile(source))
    }
    for file in objectiveC {
      for hook in DeleteHook.hooks(in: file) {
        add(hook, at: files.place(of: file.path, under: top))
      }
    }
    for (model, hooks) in found {
      let nearest = hooks.enumerated().sorted {
        ($1.element.nearness, $0.offset) < ($0.element.nearness, $1.offset)
      }
      models[model].take(nearest.map(\.element.hook))
    }
  }

  /// Reads the Core Data models that Swift code builds, and those of CoreStore's classes.
  private mutating func readCode(
    _ swift: SwiftModels, in search: ProjectSearch, _ known: inout Set<String>
  ) throws(ModelError) {
    for finding in swift.unread { add(finding) }
    let strays = strays(among: swift.built, in: search)
    let files = search.swiftFiles
    for (index, (stated, file)) in swift.built.enumerated()
    where strays[index] == nil && (allVersions || stated.isCurrent) {
      let place = stated.place(in: files[file].place)
      known.insert(place)
      var stated = stated
      stated.findings += strays.filter { $0.value == index }.keys.sorted().map { stray in
        ModelFinding(
          .note, .unlistedModel,
          "no target compiles this file, so the model that it builds is in no store; it is left out",
          at: .start(of: files[swift.built[stray].file].source.path))
      }
      models.append(try Model(stated, at: place, framework: .coreData))
    }
    if let coreStore = swift.coreStore { try readCoreStore(coreStore, in: search, &known) }
  }

  /// Reads CoreStore's classes of all Swift files together, or of each target where several have a class of the
  /// same name.
  private mutating func readCoreStore(
    _ reading: CoreStoreReading, in search: ProjectSearch, _ known: inout Set<String>
  ) throws(ModelError) {
    let files = search.swiftFiles
    let found = parts(of: reading.classes, in: reading.files, search)
    var stores: [(store: CoreStoreReading.Store, place: String)] = []
    for part in found?.parts.map(\.files) ?? [Array(files.indices)] {
      let own = found == nil ? reading : CoreStoreReading(part.map { reading.files[$0] })
      for store in try own.stores(allVersions: allVersions, sources: files.map(\.source)) {
        stores.append((store, sharedPlace(of: store.files.map { files[part[$0]].place })))
      }
    }
    let first = models.count
    for (store, place) in stores {
      // Several stores may have a file in common: then the names of their schemas tell them apart.
      let isShared = stores.count { $0.place == place } > 1
      let name = isShared ? place.appending(store.name ?? "schema") : place
      var own = name
      var number = 1
      while !known.insert(own).inserted {
        number += 1
        own = "\(name) \(number)"
      }
      for stated in store.versions {
        models.append(try Model(stated, at: own, framework: .coreData))
      }
    }
    if models.count > first { models[first].add(found?.strays.map(ModelFinding.leftOut) ?? []) }
  }

  /// The models of files that the targets of an Xcode project leave out, by their indices: each with the one that
  /// replaces it, which has the same entities in a file that a target compiles.
  private func strays(
    among built: [(stated: StatedModel, file: Int)], in search: ProjectSearch
  ) -> [Int: Int] {
    let alike = built.indices.grouped { Set(built[$0].stated.entities.map(\.name)) }.values
      .filter { $0.count > 1 }
    if alike.isEmpty { return [:] }
    let targets = targets(in: search)
    var strays: [Int: Int] = [:]
    for models in alike {
      let compiled = models.filter { !targets.leaveOut(search.swiftFiles[built[$0].file].place) }
      guard let first = compiled.last else { continue }
      for index in models where !compiled.contains(index) { strays[index] = first }
    }
    return strays
  }

  /// The file or folder that holds everything at some places.
  private func sharedPlace(of places: [String]) -> String {
    let shared = places.dropFirst().reduce(places.first ?? "", ProjectTop.commonFolder)
    return shared.isEmpty ? "." : shared
  }

  /// Reads the `@Model` classes of all Swift files together, or of each target where several have a class
  /// of the same name.
  private mutating func readClasses(
    _ reading: SwiftDataReading, in search: ProjectSearch, _ paths: [String],
    _ known: inout Set<String>
  ) throws(ModelError) {
    let all = search.swiftFiles.map(\.place)
    guard let found = parts(of: reading.classes, in: reading.files, search) else {
      return try readClasses(reading, at: all, of: all, paths, &known)
    }
    var strays = found.strays
    for part in found.parts {
      let count = models.count
      try readClasses(
        reading.keeping(part.files), at: part.files.map { all[$0] }, of: all, [part.name], &known)
      if models.count == count { continue }
      let users = Set(part.users.map { search.swiftFiles[$0].source.path })
      for index in count..<models.count { models[index].codeFiles = users }
      models[count].add(strays.map(ModelFinding.leftOut))
      strays = []
    }
  }

  /// The models of the targets, where they have to be told apart.
  private func parts(
    of classes: [ModelClass], in files: [SwiftDeclarations], _ search: ProjectSearch
  ) -> (parts: [Targets.Part], strays: [ModelClass])? {
    guard Set(classes.map(\.schemaOrName)).count < classes.count else { return nil }
    return targets(in: search)
      .parts(of: files, at: search.swiftFiles.map(\.place), with: classes)
  }

  private func targets(in search: ProjectSearch) -> Targets {
    let manifests = search.swiftFiles.filter {
      $0.place.split(separator: "/").last == "Package.swift"
    }
    .map { ($0.place, String(decoding: $0.source.bytes, as: UTF8.self)) }
    let projects = projects(in: search).filter { !$0.bytes.isEmpty }
    return Targets(manifests: manifests, projects: projects.map { ($0.place, $0.bytes) })
  }

  /// Finds the code that is compiled with each Core Data model, if several have a class of the same name.
  private mutating func findCodeFiles(in search: ProjectSearch) {
    let classes = models.map { model in
      model.framework == .coreData ? Set(model.entities.map(\.objectClass)) : []
    }
    let sharing = models.indices.filter { index in
      classes.indices.contains { $0 != index && !classes[$0].isDisjoint(with: classes[index]) }
    }
    if sharing.isEmpty { return }
    let targets = targets(in: search)
    let places =
      search.swiftFiles.map(\.place) + objectiveC.map { files.place(of: $0.path, under: top) }
    let paths = search.swiftFiles.map(\.source.path) + objectiveC.map(\.path)
    let imports = code.map { Set($0.imports) } + objectiveC.map { _ in [] }
    for index in sharing {
      models[index].codeFiles = targets.files(
        with: models[index].place, among: places, importing: imports
      )
      .map { Set($0.map { paths[$0] }) }
    }
  }

  /// Reads the `@Model` classes of some files together.
  private mutating func readClasses(
    _ reading: SwiftDataReading, at swift: [String], of all: [String], _ paths: [String],
    _ known: inout Set<String>
  ) throws(ModelError) {
    var place = sharedPlace(of: Set(reading.classes.map(\.file)).map { swift[$0] })
    // Several models may have a folder in common: then what was named tells them apart.
    if !known.insert(place).inserted {
      place = paths.joined(separator: "+")
      known.insert(place)
    }
    for var stated in try reading.models(allVersions: allVersions) {
      say(whereMissingClassesAre: &stated.findings, besides: Set(all))
      // What no file of the project declares is most likely a value type of an imported package.
      stated.findings.removeAll { finding in
        finding.severity == .note && finding.missingClass != nil
          && reading.importsPackage(inFile: finding.location.file)
      }
      if reading.classes.isEmpty {
        for finding in stated.findings { add(finding) }
      } else {
        let own = stated.place(in: place)
        known.insert(own)
        models.append(try Model(stated, at: own, framework: .swiftData))
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
    var places: [String: (place: String, isRead: Bool)] = [:]
    // What is not read comes first: its path is missing.
    let files = rest.swiftFiles.map { (file: $0, isRead: read.contains($0.place)) }
    for (file, isRead) in files.filter({ !$0.isRead }) + files.filter(\.isRead) {
      for name in names where places[name] == nil {
        if SwiftDataReading.declares(class: name, in: file.source) {
          places[name] = (file.place, isRead)
        }
      }
    }
    for index in findings.indices {
      guard let found = findings[index].missingClass.flatMap({ places[$0] }) else { continue }
      findings[index].declareMissingClass(at: found.place, forOtherCopy: found.isRead)
    }
  }
}

extension StatedModel {
  /// The place of a model in a file or folder; for a store beside the first, it ends with the name of the store.
  fileprivate func place(in place: String) -> String {
    guard let store else { return place }
    return place == "." ? store : place.appending(store)
  }
}

extension ModelFinding {
  /// A class in a file that no target compiles, where a target has one of its name.
  fileprivate static func leftOut(_ stray: ModelClass) -> ModelFinding {
    ModelFinding(
      .note, .unlistedModel,
      "no target compiles this file, so \(stray.name) is in no store; it is left out",
      at: stray.declaration.location)
  }
}
