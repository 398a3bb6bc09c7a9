import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

/// Reads the `CoreStoreObject` classes of Swift files: CoreStore makes a Core Data model of them.
struct CoreStoreReading {
  static let base = "CoreStoreObject"

  let classes: [ModelClass]
  let files: [SwiftDeclarations]
  private let names: TypeNames
  private let versions: ModelVersions
  private let schemas: CoreStoreSchemas
  /// The functions and properties that give a relationship.
  private let makers: Set<String>

  /// Whether a file may have such a class; cheap, and never wrongly false.
  static func mentionsModel(_ bytes: [UInt8]) -> Bool { SwiftTokens.mention(base, in: bytes) }

  /// Finds the classes in some files, of which those with code are read with it.
  init(_ files: [SwiftDeclarations]) {
    self.files = files
    classes = Self.classes(in: files)
    names = TypeNames(files, models: classes)
    versions = ModelVersions(files, models: classes, names: names)
    schemas = classes.isEmpty ? CoreStoreSchemas() : CoreStoreSchemas(in: files, names: names)
    makers = classes.isEmpty ? [] : CoreStoreProperty.makers(in: files)
  }

  /// The classes that inherit from `CoreStoreObject`, themselves or through others.
  private static func classes(in files: [SwiftDeclarations]) -> [ModelClass] {
    var heirs: Set<String> = [base]
    // A superclass may be declared behind its subclass.
    for _ in 0..<Limits.ancestors {
      let count = heirs.count
      for type in files.lazy.flatMap(\.types) where type.keyword == "class" {
        if let parent = superclass(of: type)?.last, heirs.contains(parent) {
          heirs.insert(type.name)
        }
      }
      if heirs.count == count { break }
    }
    var found: [ModelClass] = []
    for (index, file) in files.enumerated() {
      for type in file.types
      where type.keyword == "class" && superclass(of: type)?.last.map(heirs.contains) == true {
        found.append(ModelClass(declaration: type, file: index, tokens: file.tokens))
      }
    }
    return found
  }

  private static func superclass(of type: SwiftType) -> [String]? {
    if case .named(let path, _)? = type.inherited.first { path } else { nil }
  }

  // MARK: Models

  /// The versions of one model, and the files of their classes.
  struct Store {
    /// The name of its current schema.
    let name: String?
    let files: Set<Int>
    let versions: [StatedModel]
  }

  /// A list of classes that make one version of a model.
  private struct Version {
    let name: String?
    var classes: [Int]
    let location: Location
  }

  /// Returns the models, each with its versions; empty if there is no such class.
  func stores(allVersions: Bool, sources: [SourceFile]) throws(ModelError) -> [Store] {
    if classes.count > Limits.classes {
      throw .badData(
        classes[Limits.classes].declaration.location,
        "one of \(classes.count) CoreStoreObject classes; expected at most \(Limits.classes); read "
          + "fewer files at once")
    }
    guard let named = versions.current() else { return [] }
    var keys: [Int: [String: CoreStoreProperty]] = [:]
    for index in classes.indices {
      let read = CoreStoreProperty.properties(of: classes[index], names)
      keys[index] = Dictionary(read.map { ($0.name, $0) }) { first, _ in first }
    }
    guard let groups = schemas.groups(of: classes) else {
      let all = versions.versions.indices.prefix(Limits.versions).map { index in
        let version = versions.versions[index]
        return Version(
          name: version.name, classes: versions.classes(of: index), location: version.location)
      }
      return [
        store(
          of: all, current: named.version, isCertain: named.isCertain, allVersions, keys, sources)
      ]
    }
    let listed = groups.map { $0.map { withSuperclasses(schemas.schemas[$0].classes) } }
    var unlisted = Set(classes.indices).subtracting(listed.joined().joined())
    return groups.indices.map { group in
      var all = zip(groups[group], listed[group]).map { index, classes in
        let schema = schemas.schemas[index]
        // The version may be a constant; then the types around its classes name it.
        let name =
          schema.name ?? self.classes[schema.classes[0]].declaration.scope.joined(separator: ".")
        return Version(
          name: groups[group].count == 1 ? nil : name, classes: classes, location: schema.location)
      }
      let (current, isCertain) = current(of: groups[group], classes: listed[group], named)
      // A class that no schema lists is shown with those of its file.
      let files = Set(all.flatMap(\.classes).map { classes[$0].file })
      let strays = unlisted.filter { files.contains(classes[$0].file) || group == groups.count - 1 }
      unlisted.subtract(strays)
      all[current].classes += strays.sorted()
      return store(
        of: all, current: current, isCertain: isCertain, allVersions, keys, sources,
        named: schemas.schemas[groups[group][current]].name, unlisted: strays)
    }
  }

  /// The version of a store that an app uses: the end of the migration chain, or the one with the classes
  /// that a type alias names.
  private func current(
    of group: [Int], classes: [[Int]], _ named: (version: Int, isCertain: Bool)
  ) -> (index: Int, isCertain: Bool) {
    let last = group.count - 1
    if last == 0 { return (0, true) }
    if let index = group.firstIndex(where: schemas.chainEnds.contains) { return (index, true) }
    let own = Set(versions.versions[named.version].classes)
    let holding = classes.indices.filter { own.isSubset(of: classes[$0]) }
    return holding.count == 1 ? (holding[0], named.isCertain) : (last, false)
  }

  private func withSuperclasses(_ listed: [Int]) -> [Int] {
    var found = listed
    var known = Set(listed)
    var next = 0
    while next < found.count {
      let declaration = classes[found[next]].declaration
      next += 1
      if let parent = Self.superclass(of: declaration),
        let index = names.model(named: parent, in: declaration.scope), known.insert(index).inserted
      {
        found.append(index)
      }
    }
    return found.sorted()
  }

  private func store(
    of all: [Version], current: Int, isCertain: Bool, _ allVersions: Bool,
    _ keys: [Int: [String: CoreStoreProperty]], _ sources: [SourceFile], named name: String? = nil,
    unlisted: Set<Int> = []
  ) -> Store {
    var models: [StatedModel] = []
    for (index, version) in all.enumerated() where allVersions || index == current {
      var model = model(of: version, keys)
      model.isCurrent = index == current
      model.sources = sources
      if model.isCurrent {
        model.findings += unlisted.sorted().map { stray in
          ModelFinding(
            .note, .unlistedModel,
            "no CoreStoreSchema lists \(classes[stray].name), so no store has its objects",
            entity: entityName(stray), at: classes[stray].declaration.location)
        }
        if !isCertain {
          model.findings.append(
            ModelFinding(
              .warning, .uncertainVersion,
              "no migration chain or type alias says which of \(all.count) versions is the current "
                + "one; \(version.name ?? "the last") is taken", at: version.location))
        }
      }
      models.append(model)
    }
    return Store(
      name: name, files: Set(all.flatMap(\.classes).map { classes[$0].file }),
      versions: models)
  }

  private func model(
    of version: Version, _ keys: [Int: [String: CoreStoreProperty]]
  ) -> StatedModel {
    var stated = StatedModel(version: version.name)
    var members: [Int] = []
    var taken: [String: Int] = [:]
    for index in version.classes {
      if let first = taken[classes[index].name] {
        stated.findings.append(.repetition(of: classes[first], by: classes[index]))
      } else {
        taken[classes[index].name] = index
        members.append(index)
      }
    }
    let inverses = inverses(among: members, keys)
    for index in members {
      stated.entities.append(entity(of: index, inverses[index] ?? [:], &stated.findings))
    }
    return stated
  }

  /// For each class, the inverses of its relationships: one side states that of both.
  private func inverses(
    among members: [Int], _ keys: [Int: [String: CoreStoreProperty]]
  ) -> [Int: [String: String]] {
    var inverses: [Int: [String: String]] = [:]
    for index in members {
      for property in CoreStoreProperty.properties(of: classes[index], names) {
        guard let relationship = property.relationship, let inverse = relationship.inverse,
          let target = destination(of: relationship, in: index)?.model,
          let other = keys[target]?[inverse]
        else { continue }
        inverses[index, default: [:]][property.key] = other.key
        inverses[target, default: [:]][other.key] = property.key
      }
    }
    return inverses
  }

  private func destination(
    of relationship: CoreStoreProperty.Relationship, in index: Int
  ) -> RelationshipShape? {
    names.shape(of: relationship.type, in: classes[index].declaration.path)
  }

  private func entityName(_ index: Int) -> String {
    schemas.entities[index]?.name ?? classes[index].name
  }

  private func entity(
    of index: Int, _ inverses: [String: String], _ findings: inout [ModelFinding]
  ) -> ModelEntity {
    let declaration = classes[index].declaration
    let name = entityName(index)
    var entity = ModelEntity(
      name, isAbstract: schemas.entities[index]?.isAbstract == true, className: declaration.name,
      at: declaration.location)
    if let parent = Self.superclass(of: declaration),
      let parentIndex = names.model(named: parent, in: declaration.scope)
    {
      entity.parent = entityName(parentIndex)
    }
    for property in CoreStoreProperty.unread(of: classes[index], names, makers: makers) {
      findings.append(
        ModelFinding(
          .error, .incompleteModel,
          "\(name).\(property.name) mentions a relationship in a form that cannot be read; left out",
          entity: name, relationship: property.name, at: property.location))
    }
    for property in CoreStoreProperty.properties(of: classes[index], names) {
      guard let relationship = property.relationship else {
        entity.attributes.append(
          ModelAttribute(declaration: Attribute(property.key), location: property.location))
        continue
      }
      guard let shape = destination(of: relationship, in: index), let target = shape.model else {
        findings.append(
          ModelFinding(
            .error, .unknownDestination,
            "\(name).\(property.key): its type is no CoreStoreObject class of these files; the "
              + "relationship is left out", entity: name, relationship: property.key,
            at: property.location))
        continue
      }
      for word in relationship.unread {
        findings.append(
          ModelFinding(
            .error, .unreadableArgument,
            "\(name).\(property.key): '\(word)' cannot be read; its default is taken",
            entity: name, relationship: property.key, at: property.location))
      }
      let isToMany = relationship.isToMany ?? shape.isToMany
      var stated: Relationship =
        isToMany
        ? .toMany(
          property.key, entityName(target), isOrdered: relationship.isOrdered,
          minCount: relationship.minCount, maxCount: relationship.maxCount)
        : .toOne(property.key, entityName(target))
      stated.deleteRule = relationship.rule ?? .standard
      if let inverse = inverses[property.key] { stated.inverse = .named(inverse) }
      entity.relationships.append(
        ModelRelationship(
          declaration: stated, statedRule: relationship.rule, location: property.location))
    }
    return entity
  }
}
