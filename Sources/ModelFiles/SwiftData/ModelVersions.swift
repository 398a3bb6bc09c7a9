import CompiledOnce
import SourceText
import SwiftSource

/// Finds the versions of a model, and which classes belong to each.
struct ModelVersions {
  /// A type that encloses the classes of one version.
  struct Version {
    /// Its name with those of the types around it; nil for the classes outside of all versions.
    var name: String?
    var path: [String] = []
    /// The classes within it and those that it lists, as indices; see `classes(of:)` for all.
    var classes: [Int] = []
    /// Their names.
    var names: Set<String> = []
    /// Whether `models` lists its classes.
    var isListed = false
    /// The value of `versionIdentifier`.
    var identifier: [Int]?
    /// The number of its schema among those that have a store of their own.
    var schema = 0
    var location: Location
  }

  private let files: [SwiftDeclarations]
  let models: [ModelClass]
  private let names: TypeNames
  private(set) var versions: [Version] = []
  /// The versions that are taken of schemas beside the main one, where none is surely the current one
  /// of so many.
  private(set) var guesses: [(taken: Version, count: Int)] = []
  /// The classes outside of all versions: each version has those whose names it lacks.
  ///
  /// They are kept once, because many of them times many versions would fill the memory.
  private var free: [Int] = []
  /// The schemas and classes that the containers of the code open.
  let opened: OpenedSchemas
  /// Whether each opened type is known, and is a version or a model class.
  private(set) var opensKnownTypes = false
  /// The schemas that have the classes of versions, where several have a store of their own.
  private var schemas: [Int: Int] = [:]
  /// The classes in `free` that other schemas list, which are used together with this one.
  private var ofParts: Set<Int> = []

  init(_ files: [SwiftDeclarations], models: [ModelClass], names: TypeNames) {
    self.files = files
    self.models = models
    self.names = names
    opened = OpenedSchemas(in: files)
    findVersions()
    let paths = indicesByPath
    opensKnownTypes =
      opened.isWhole
      && opened.types.allSatisfy { path in
        paths[names.target(of: path)] != nil || names.model(named: path, in: []) != nil
      }
    assignClasses()
    readMembers()
    separateSchemas()
    addRemainder()
  }

  /// The classes of a version, as indices.
  ///
  /// - Parameters:
  ///   - version: The index of the version.
  ///   - isStrict: Whether those outside of all versions are left out where the version lists its own.
  /// - Returns: The classes; what they lead to belongs to the version as well.
  func classes(of version: Int, isStrict: Bool = false) -> [Int] {
    let version = versions[version]
    let isWhole = version.isListed && (isStrict || version.schema > 0)
    let others = free.filter { index in
      if let schema = schemas[index] { return schema == version.schema }
      return !isWhole || version.schema == 0 && ofParts.contains(index)
    }
    return version.classes + others.filter { !version.names.contains(models[$0].name) }
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

  /// The version of each path; of the classes outside of all, that of the empty path.
  var indicesByPath: [[String]: Int] {
    Dictionary(zip(versions.map(\.path), versions.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Gives each version the classes within it; the others are free.
  private mutating func assignClasses() {
    let indices = indicesByPath
    for (index, model) in models.enumerated() {
      let scope = model.declaration.scope
      let version = (1...max(scope.count, 1)).reversed().lazy
        .compactMap { indices[Array(scope.prefix($0))] }.first
      guard let version else {
        free.append(index)
        continue
      }
      versions[version].classes.append(index)
      versions[version].names.insert(model.name)
    }
  }

  /// Reads `versionIdentifier`, and classes of other versions in `models`.
  private mutating func readMembers() {
    let indices = indicesByPath
    for file in files {
      for type in file.types {
        guard let version = indices[type.path] else { continue }
        for property in type.properties {
          guard let range = Self.value(of: property, in: file.tokens) else { continue }
          if property.name == "versionIdentifier" {
            versions[version].identifier = Self.identifier(in: range, of: file.tokens)
          } else if property.name == "models" {
            let listed = OpenedSchemas.listedTypes(in: range, of: file.tokens)
            let classes = listed.compactMap { names.model(named: $0, in: type.path) }
            versions[version].isListed = !classes.isEmpty && classes.count == listed.count
            add(classes, to: version)
          }
        }
      }
    }
  }

  /// The tokens that state a property's value.
  private static func value(of property: SwiftProperty, in tokens: SwiftTokens) -> Range<Int>? {
    property.initialValue ?? property.accessors.map { $0..<tokens.after($0) }
  }

  /// The numbers in `Schema.Version(1, 0, 0)`.
  private static func identifier(in range: Range<Int>, of tokens: SwiftTokens) -> [Int]? {
    range.lazy.compactMap { index -> [Int]? in
      guard tokens.isMark(index, "("), tokens[index]?.end == index + 6 else { return nil }
      let numbers = [1, 3, 5].compactMap { tokens[index + $0].flatMap { Int($0.text) } }
      return numbers.count == 3 ? numbers : nil
    }.first
  }

  /// Adds classes to a version, but for those whose name it has.
  private mutating func add(_ classes: [Int], to version: Int) {
    for index in classes where versions[version].names.insert(models[index].name).inserted {
      versions[version].classes.append(index)
    }
  }

  /// The versions of each schema, as indices: those that one migration plan lists, or that have a class name in
  /// common and are not in different plans.
  private func lineages() -> [[Int]] {
    var earlier = Array(versions.indices)
    func first(of version: Int) -> Int {
      var version = version
      while earlier[version] != version { version = earlier[version] }
      return version
    }
    var planned = Array(repeating: false, count: versions.count)
    func join(_ one: Int, _ other: Int) {
      let (one, other) = (first(of: one), first(of: other))
      planned[min(one, other)] = planned[one] || planned[other]
      earlier[max(one, other)] = min(one, other)
    }
    let plans = plannedVersions()
    for (one, other) in plans.lazy.flatMap({ zip($0, $0.dropFirst()) }) { join(one, other) }
    for version in plans.joined() { planned[first(of: version)] = true }
    var owners: [String: Int] = [:]
    for (index, version) in versions.enumerated() {
      for name in version.names {
        let (one, other) = (first(of: index), first(of: owners[name] ?? index))
        // A class may have moved from one store to another.
        if !planned[one] || !planned[other] { join(one, other) }
        owners[name] = index
      }
    }
    let filled = versions.indices.filter { !versions[$0].classes.isEmpty }
    return filled.grouped { first(of: $0) }.values.sorted { $0[0] < $1[0] }
  }

  /// The versions that each migration plan lists.
  private func plannedVersions() -> [[Int]] {
    let indices = indicesByPath
    return files.flatMap { file in
      file.types.flatMap { type in
        type.properties.filter { $0.name == "schemas" }.compactMap { property in
          Self.value(of: property, in: file.tokens).map { range in
            OpenedSchemas.listedTypes(in: range, of: file.tokens).compactMap { path in
              (0...type.path.count).reversed().lazy
                .compactMap { indices[Array(type.path.prefix($0)) + path] }.first
            }
          }
        }
      }
    }
  }

  /// Tells the schemas apart: those that share no class name are no versions of each other.
  ///
  /// All versions of a schema with its own store remain; the schema with the most versions is the first. The other
  /// schemas are used together with it: of each, the classes of the current version become free.
  private mutating func separateSchemas() {
    let lineages = lineages()
    guard lineages.count > 1 else { return }
    let planned = Set(plannedVersions().joined())
    let alone = versions(of: opened.versionedSchemas)
    let apart = lineages.filter { lineage in
      lineage.contains { planned.contains($0) || alone.contains($0) }
    }
    let all = apart.isEmpty ? lineages : apart
    guard let main = all.max(by: { $0.count < $1.count }) else { return }
    // Nothing tells the only version of one schema from those of others.
    let isPart = apart.isEmpty && main.count == 1
    let schemas = isPart ? [] : [main] + apart.filter { $0 != main }
    var dissolved: Set<Int> = []
    for part in lineages where !schemas.contains(part) {
      guard let current = current(among: part) else { continue }
      let version = versions[current.version]
      free += version.classes
      ofParts.formUnion(version.classes)
      if !current.isCertain { guesses.append((version, count: part.count)) }
      dissolved.formUnion(part)
    }
    for (number, schema) in schemas.enumerated() where schemas.count > 1 {
      for version in schema {
        versions[version].schema = number
        for model in versions[version].classes { self.schemas[model] = number }
      }
    }
    let kept = versions.indices.filter { !dissolved.contains($0) }.map { versions[$0] }
    versions = kept.grouped(by: \.schema).sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Leaves out what has no classes; free ones that no version has make one of their own.
  private mutating func addRemainder() {
    if free.isEmpty { versions.removeAll { $0.classes.isEmpty } }
    let main = versions.filter { $0.schema == 0 }
    let listed = Set(versions.lazy.flatMap(\.classes))
    let owners = main.lazy.flatMap(\.names).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let remainder = free.first { index in
      !listed.contains(index) && owners[models[index].name, default: 0] == main.count
    }
    guard let remainder else { return }
    versions.insert(
      Version(
        classes: free, names: Set(free.map { models[$0].name }),
        location: models[remainder].declaration.location), at: main.count)
  }
}

extension ModelVersions {
  /// Returns the index of the version that an app uses in its main store, and whether it is certain; nil if
  /// there are no versions.
  func current() -> (version: Int, isCertain: Bool)? {
    current(among: versions.indices.filter { versions[$0].schema == 0 })
  }

  /// The versions that an app uses: one for each store, those of the main schema first.
  var stores: [(version: Int, isCertain: Bool)] {
    versions.indices.grouped { versions[$0].schema }.sorted { $0.key < $1.key }.flatMap { _, all in
      let opened = openedSideBySide(among: all)
      return opened.isEmpty ? [current(among: all)].compactMap(\.self) : opened.map { ($0, true) }
    }
  }

  /// The name of the store that a version is of; nil for the main one.
  ///
  /// - Parameters:
  ///   - version: The index of the version.
  ///   - current: The versions that are current, that of the main store first.
  /// - Returns: The name, which is that of the version that is current in the store.
  func store(of version: Int, among current: [Int]) -> String? {
    let own =
      current.contains(version)
      ? version : current.first { versions[$0].schema == versions[version].schema }
    return own == current.first ? nil : own.flatMap { versions[$0].name }
  }

  /// The versions of one schema that containers open as stores of their own, side by side; empty if there are none.
  ///
  /// Versions that a migration plan lists or a function opens together, or one of which an alias names, are of
  /// one store.
  private func openedSideBySide(among all: [Int]) -> [Int] {
    let opened = openedVersions.filter { versions[$0].name != nil && all.contains($0) }
    if opened.count < 2 { return [] }
    let together = plannedVersions() + self.opened.typesOfFunctions.map(versions(of:))
    let isOfOne = together.contains { Set($0).intersection(opened).count > 1 }
    let named = aliasedVersions { modelNamed(by: $0) }.filter(all.contains)
    return isOfOne || named.count == 1 ? [] : opened
  }

  /// Returns that of some versions.
  private func current(among all: [Int]) -> (version: Int, isCertain: Bool)? {
    guard all.count > 1 else { return all.first.map { ($0, true) } }
    let named = aliasedVersions { modelNamed(by: $0) }.filter(all.contains)
    if named.count == 1 { return (named[0], true) }
    let opened = openedVersions.filter(all.contains)
    if opened.count == 1 { return (opened[0], true) }
    // What no container opens is in no store.
    let all = opened.isEmpty ? all : opened
    let last = all[all.count - 1]
    if named.isEmpty, let plain = all.first(where: { versions[$0].name == nil }) {
      return (plain, true)
    }
    // An alias of another name may be that of an old version, but not where it leads to the last.
    let mentioned = named.isEmpty ? aliasedVersions { names.model(named: [$0.name], in: []) } : []
    if mentioned.filter(all.contains) == [last] { return (last, true) }
    let candidates = named.isEmpty ? all : named
    let greatest = candidates.compactMap { versions[$0].identifier }
      .max { $0.lexicographicallyPrecedes($1) }
    let latest = candidates.filter { greatest != nil && versions[$0].identifier == greatest }
    if latest.count == 1 { return (latest[0], true) }
    let taken = latest.last ?? candidates[candidates.count - 1]
    // Of versions that are the same, it does not matter which is current.
    let classes = Set(versions[taken].classes)
    return (taken, candidates.allSatisfy { Set(versions[$0].classes) == classes })
  }

  /// The versions that a container or a schema of the code names, itself or by a class; empty unless all
  /// that they name is known.
  private var openedVersions: [Int] { opensKnownTypes ? versions(of: opened.types) : [] }

  /// The versions that some types are or belong to.
  private func versions(of types: [[String]]) -> [Int] {
    let indices = indicesByPath
    let plain = versions.firstIndex { $0.name == nil }
    return types.compactMap { path -> Int? in
      if let version = indices[names.target(of: path)] { return version }
      guard let model = names.model(named: path, in: []) else { return nil }
      let scope = models[model].declaration.scope
      return scope.indices.lazy.compactMap { indices[Array(scope.prefix($0 + 1))] }.first ?? plain
    }.sortedWithoutRepeats()
  }

  /// The versions to which an alias such as `typealias Item = SchemaV2.Item` leads.
  private func aliasedVersions(_ model: (SwiftAlias) -> Int?) -> [Int] {
    let indices = indicesByPath
    let found = aliases.compactMap { alias -> Int? in
      guard alias.scope.isEmpty, let model = model(alias) else { return nil }
      let scope = models[model].declaration.scope
      return scope.indices.compactMap { indices[Array(scope.prefix($0 + 1))] }.min()
    }
    return found.sortedWithoutRepeats()
  }
}
