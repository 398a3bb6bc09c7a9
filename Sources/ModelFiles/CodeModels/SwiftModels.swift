import CompiledOnce
import SourceText
import SwiftSource

/// The models in Swift files that are read together, by what declares them.
struct SwiftModels {
  /// The declarations of the files, with their code if it is wanted or a model needs it.
  let declarations: [SwiftDeclarations]
  /// The `@Model` classes; nil if no file may have one.
  let classes: SwiftDataReading?
  /// The `CoreStoreObject` classes; nil if there are none.
  let coreStore: CoreStoreReading?
  /// The models that code builds, each with the file of the code.
  private(set) var built: [(stated: StatedModel, file: Int)] = []
  /// The places at which a model is built that could not be read.
  private(set) var unread: [ModelFinding] = []

  init(in files: [ProjectSearch.SwiftFile], keepsCode: Bool, mentionsModel: Bool) {
    let sources = files.map(\.source)
    let mayBuild = sources.contains { BuiltModels.mentionsModel($0.bytes) }
    let mayBeCoreStore = sources.contains { CoreStoreReading.mentionsModel($0.bytes) }
    // Any code may say which classes a container has, and whether its store is in memory.
    let needsCode =
      keepsCode || mayBuild || mayBeCoreStore
      || mentionsModel
        && sources.contains { source in
          ["ModelContainer", "modelContainer", "isStoredInMemoryOnly", "inMemory"].contains {
            SwiftTokens.mention($0, in: source.bytes)
          }
        }
    guard needsCode || mentionsModel else {
      (declarations, classes, coreStore) = ([], nil, nil)
      return
    }
    declarations = SwiftDeclarations.all(in: sources, keepsCode: needsCode)
    // Aliases and versions may stand in files without a model of their own.
    classes =
      mentionsModel
      ? SwiftDataReading(sources, declaring: declarations, keepsCode: needsCode) : nil
    let found = mayBeCoreStore ? CoreStoreReading(declarations) : nil
    coreStore = found?.classes.isEmpty == false ? found : nil
    if mayBuild { read(BuiltModels(declarations), sources) }
  }

  /// Takes the models of one file that share an entity for versions of each other, as the last of which
  /// an app uses, and the others for parts of one model.
  private mutating func read(_ found: BuiltModels, _ sources: [SourceFile]) {
    // CoreStore's own code makes a model of whatever classes there are, which are read by themselves.
    let libraries = Set(
      declarations.filter(\.declaresCoreStore).map { ProjectTop.parent(of: $0.tokens.file) })
    unread = found.unread.filter { !libraries.contains(ProjectTop.parent(of: $0.location.file)) }
    for (file, models) in found.models.grouped(by: \.file).sorted(by: { $0.key < $1.key }) {
      var versions = models
      var seen: Set<String> = []
      let sharesName = models.contains { built in
        let names = Set(built.stated.entities.map(\.name))
        defer { seen.formUnion(names) }
        return !seen.isDisjoint(with: names)
      }
      if !sharesName {
        for part in models.dropFirst() {
          versions[0].stated.entities += part.stated.entities
          versions[0].stated.findings += part.stated.findings.filter {
            !versions[0].stated.findings.contains($0)
          }
        }
        versions = [versions[0]]
      }
      let stores = versions.count > 1 ? opened(among: versions) : []
      for (index, built) in versions.enumerated() {
        var stated = built.stated
        stated.sources = sources
        stated.isCurrent = stores.contains(index) || stores.isEmpty && index == versions.count - 1
        if versions.count > 1 {
          stated.version = built.name
          if stores.dropFirst().contains(index) { stated.store = built.name }
          if stated.isCurrent, stores.isEmpty {
            stated.findings.append(
              ModelFinding(
                .warning, .uncertainVersion,
                "this file builds \(versions.count) versions of a model: "
                  + "\(versions.map(\.name).listed()); the last is taken for the current one",
                at: built.location))
          }
        }
        self.built.append((stated, file))
      }
    }
  }
}

extension SwiftModels {
  /// The models that containers are made with as stores of their own, as indices; empty if these are not several,
  /// or if one function opens two of them, as a migration does.
  private func opened(among models: [BuiltModels.Built]) -> [Int] {
    var names: Set<String> = []
    var namesOfFunctions: [Set<String>] = []
    for file in declarations {
      let tokens = file.tokens
      guard tokens.mentions("managedObjectModel") else { continue }
      let places = (0..<tokens.count).filter {
        tokens.isWord($0, "managedObjectModel") && tokens.isMark($0 + 1, ":")
          && (tokens.isMark($0 - 1, ",") || tokens.isMark($0 - 1, "("))
      }
      let bodies = CodeBodies(of: file)
      var ofFile: [Int: Set<String>] = [:]
      for place in places {
        let function = bodies.around(place).last { $0.function != nil }
        var end = place + 2
        while end < tokens.count, !tokens.isMark(end, ","), !tokens.isMark(end, ")") {
          if let name = tokens[end]?.name {
            names.insert(name)
            if let function { ofFile[function.tokens.lowerBound, default: []].insert(name) }
          }
          end = tokens.after(end)
        }
      }
      namesOfFunctions += ofFile.values
      // A model that is made with arguments is known by the property that has its container.
      for property in file.properties + file.types.flatMap(\.properties)
      where property.initialValue.map({ places.contains(where: $0.contains) }) == true {
        names.insert(property.name)
      }
    }
    func indices(named names: Set<String>) -> [Int] {
      models.indices.filter { index in
        models[index].name.split(separator: ".").last.map { names.contains(String($0)) } ?? false
      }
    }
    if namesOfFunctions.contains(where: { indices(named: $0).count > 1 }) { return [] }
    let found = indices(named: names)
    return found.count > 1 ? found : []
  }
}

extension SwiftDeclarations {
  /// Whether it is the file of CoreStore that declares the superclass of models.
  fileprivate var declaresCoreStore: Bool {
    types.contains { $0.keyword == "class" && $0.path == [CoreStoreReading.base] }
  }
}
