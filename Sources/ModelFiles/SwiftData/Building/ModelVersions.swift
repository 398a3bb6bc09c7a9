import DeleteMatrix

/// Finds the versions of a model, and which classes belong to each.
struct ModelVersions {
  /// A type that encloses the classes of one version.
  struct Version {
    /// Its name with those of the types around it; nil for the classes outside of all versions.
    var name: String?
    var path: [String] = []
    /// The classes, as indices.
    var classes: [Int] = []
    /// What `versionIdentifier` says.
    var identifier: [Int]?
    var location: Location
  }

  private let files: [SwiftDeclarations]
  private let models: [ModelClass]
  private let names: TypeNames
  private(set) var versions: [Version] = []

  init(_ files: [SwiftDeclarations], models: [ModelClass], names: TypeNames) {
    self.files = files
    self.models = models
    self.names = names
    findVersions()
    let free = assignClasses()
    readMembers()
    addFreeClasses(free)
  }

  private mutating func findVersions() {
    let repeated = repeatedContainers()
    var known: Set<[String]> = []
    for type in files.lazy.flatMap(\.types) {
      let isVersioned = type.inherited.contains { inherited in
        if case .named(let path, _) = inherited { path.last == "VersionedSchema" } else { false }
      }
      guard isVersioned || repeated.contains(type.path), known.insert(type.path).inserted else {
        continue
      }
      versions.append(
        Version(
          name: type.path.joined(separator: "."), path: type.path, location: type.location))
    }
  }

  /// The types around classes whose name occurs more than once.
  private func repeatedContainers() -> Set<[String]> {
    let modelPaths = Set(models.map(\.declaration.path))
    var containers: [String: Set<[String]>] = [:]
    for model in models {
      var container = model.declaration.scope
      while modelPaths.contains(container) { container.removeLast() }
      containers[model.name, default: []].insert(container)
    }
    return Set(containers.values.lazy.filter { $0.count > 1 }.joined()).subtracting([[]])
  }

  /// The model class that an alias at the top of a file gives its own name.
  func modelNamed(by alias: SwiftAlias) -> Int? {
    guard alias.scope.isEmpty, let model = names.model(named: [alias.name], in: []),
      models[model].name == alias.name
    else { return nil }
    return model
  }

  var aliases: some Sequence<SwiftAlias> { files.lazy.flatMap(\.aliases) }

  func isWithin(_ model: Int, _ version: Version) -> Bool {
    version.name != nil && models[model].declaration.scope.starts(with: version.path)
  }

  private var indicesByPath: [[String]: Int] {
    Dictionary(zip(versions.map(\.path), versions.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Gives each version the classes within it; the others are returned.
  private mutating func assignClasses() -> [Int] {
    var free: [Int] = []
    let indices = indicesByPath
    for (index, model) in models.enumerated() {
      let scope = model.declaration.scope
      let version = (1...max(scope.count, 1)).reversed().lazy
        .compactMap { indices[Array(scope.prefix($0))] }.first
      if let version { versions[version].classes.append(index) } else { free.append(index) }
    }
    return free
  }

  /// Reads `versionIdentifier`, and classes of other versions in `models`.
  private mutating func readMembers() {
    let indices = indicesByPath
    for file in files {
      for type in file.types {
        guard let version = indices[type.path] else { continue }
        for property in type.properties {
          let range = property.initialValue ?? property.accessors.map { $0..<file.tokens.after($0) }
          guard let range else { continue }
          if property.name == "versionIdentifier" {
            versions[version].identifier = Self.identifier(in: range, of: file.tokens)
          } else if property.name == "models" {
            add(listedModels(in: range, of: file.tokens, scope: type.path), to: version)
          }
        }
      }
    }
  }

  /// The numbers in `Schema.Version(1, 0, 0)`.
  private static func identifier(in range: Range<Int>, of tokens: SwiftTokens) -> [Int]? {
    range.lazy.compactMap { index -> [Int]? in
      guard tokens.isMark(index, "("), tokens[index]?.end == index + 6 else { return nil }
      let numbers = [1, 3, 5].compactMap { tokens[index + $0].flatMap { Int($0.text) } }
      return numbers.count == 3 ? numbers : nil
    }.first
  }

  /// The models in `[Item.self, SchemaV1.Tag.self]`.
  private func listedModels(
    in range: Range<Int>, of tokens: SwiftTokens, scope: [String]
  ) -> [Int] {
    var path: [String] = []
    var found: [Int] = []
    for index in range {
      guard let name = tokens[index]?.name else { continue }
      if !tokens.isMark(index - 1, ".") { path = [] }
      if name != "self" {
        path.append(name)
      } else if let model = names.model(named: path, in: scope) {
        found.append(model)
      }
    }
    return found
  }

  /// Adds classes to a version, but for those whose name it has.
  private mutating func add(_ classes: [Int], to version: Int) {
    var names = Set(versions[version].classes.map { models[$0].name })
    versions[version].classes += classes.filter { names.insert(models[$0].name).inserted }
  }

  /// A class outside of all versions belongs to each that has none of that name.
  private mutating func addFreeClasses(_ free: [Int]) {
    for version in versions.indices {
      let names = Set(versions[version].classes.map { models[$0].name })
      versions[version].classes += free.filter { !names.contains(models[$0].name) }
    }
    versions.removeAll { $0.classes.isEmpty }
    let assigned = Set(versions.lazy.flatMap(\.classes))
    if let first = free.first(where: { !assigned.contains($0) }) {
      versions.append(Version(classes: free, location: models[first].declaration.location))
    }
  }
}
