import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

/// Reads the `CoreStoreObject` classes of Swift files: CoreStore makes a Core Data model of them.
struct CoreStoreReading {
  static let base = "CoreStoreObject"

  let classes: [ModelClass]
  private let files: [SwiftDeclarations]
  private let names: TypeNames
  private let versions: ModelVersions
  /// The names and flags that `Entity<Hike>("Hike")` gives to classes.
  private let entities: CoreStoreEntities

  /// Whether a file may have such a class; cheap, and never wrongly false.
  static func mentionsModel(_ bytes: [UInt8]) -> Bool { SwiftTokens.mention(base, in: bytes) }

  /// Finds the classes in some files, of which those with code are read with it.
  init(_ files: [SwiftDeclarations]) {
    self.files = files
    classes = Self.classes(in: files)
    names = TypeNames(files, models: classes)
    versions = ModelVersions(files, models: classes, names: names)
    entities = classes.isEmpty ? CoreStoreEntities() : CoreStoreEntities(in: files, names: names)
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

  /// Returns a model for each version; empty if there is no such class.
  func models(allVersions: Bool, sources: [SourceFile]) throws(ModelError) -> [StatedModel] {
    if classes.count > Limits.classes {
      throw .badData(
        classes[Limits.classes].declaration.location,
        "one of \(classes.count) CoreStoreObject classes; expected at most \(Limits.classes); read "
          + "fewer files at once")
    }
    guard let current = versions.current() else { return [] }
    var keys: [Int: [String: CoreStoreProperty]] = [:]
    for index in classes.indices {
      let read = CoreStoreProperty.properties(of: classes[index])
      keys[index] = Dictionary(read.map { ($0.name, $0) }) { first, _ in first }
    }
    var models: [StatedModel] = []
    for version in versions.versions.indices.prefix(Limits.versions)
    where allVersions || version == current.version {
      var model = model(of: version, keys)
      model.isCurrent = version == current.version
      model.sources = sources
      if model.isCurrent, !current.isCertain {
        model.findings.append(
          ModelFinding(
            .warning, .uncertainVersion,
            "no type alias says which of \(versions.versions.count) versions is the current one; "
              + "\(model.version ?? "the last") is taken",
            at: versions.versions[version].location))
      }
      models.append(model)
    }
    return models
  }

  private func model(of version: Int, _ keys: [Int: [String: CoreStoreProperty]]) -> StatedModel {
    var stated = StatedModel(version: versions.versions[version].name)
    var members: [Int] = []
    var taken: [String: Int] = [:]
    for index in versions.classes(of: version) {
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
      for property in CoreStoreProperty.properties(of: classes[index]) {
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

  private func entityName(_ index: Int) -> String { entities[index]?.name ?? classes[index].name }

  private func entity(
    of index: Int, _ inverses: [String: String], _ findings: inout [ModelFinding]
  ) -> ModelEntity {
    let declaration = classes[index].declaration
    let name = entityName(index)
    var entity = ModelEntity(
      name, isAbstract: entities[index]?.isAbstract == true, className: declaration.name,
      at: declaration.location)
    if let parent = Self.superclass(of: declaration),
      let parentIndex = names.model(named: parent, in: declaration.scope)
    {
      entity.parent = entityName(parentIndex)
    }
    for property in CoreStoreProperty.properties(of: classes[index]) {
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

/// The entities that schemas of CoreStore list: `Entity<Hike>("Hike", isAbstract: true)`.
struct CoreStoreEntities {
  struct Listed {
    let name: String
    let isAbstract: Bool
  }

  private var listed: [Int: Listed] = [:]

  subscript(model: Int) -> Listed? { listed[model] }

  init() {}

  init(in files: [SwiftDeclarations], names: TypeNames) {
    for file in files where SwiftTokens.mention("CoreStoreSchema", in: file.tokens.source.bytes) {
      let tokens = file.tokens
      var scopes = file.scopes[...]
      for place in 0..<tokens.count
      where tokens.isWord(place, "Entity") && tokens.isMark(place + 1, "<") {
        scopes = scopes.drop { $0.range.upperBound <= place }
        let scope = scopes.first.flatMap { $0.range.contains(place) ? $0.path : nil } ?? []
        var parser = TypeParser(tokens, at: place)
        guard case .named(_, let arguments)? = parser.type(),
          case .named(let path, _)? = arguments.first,
          tokens.isMark(parser.index, "("), let name = tokens[parser.index + 1], name.kind == .text,
          let model = names.model(named: path, in: scope)
        else { continue }
        let isAbstract = tokens.arguments(at: parser.index, atMost: 8).contains { argument in
          tokens.label(of: argument) == "isAbstract"
            && tokens.isWord(argument.value.lowerBound, "true")
        }
        if listed[model] == nil { listed[model] = Listed(name: name.text, isAbstract: isAbstract) }
      }
    }
  }
}

extension SwiftDeclarations {
  /// The code in types, in its order, with the names of the types around it.
  fileprivate var scopes: [(range: Range<Int>, path: [String])] {
    var scopes: [(range: Range<Int>, path: [String])] = []
    for type in types {
      for function in type.functions {
        if let body = function.body { scopes.append((body, type.path)) }
      }
      for property in type.properties {
        if let value = property.initialValue { scopes.append((value, type.path)) }
        if let accessors = property.accessors {
          scopes.append((accessors..<tokens.after(accessors), type.path))
        }
      }
    }
    return scopes.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
