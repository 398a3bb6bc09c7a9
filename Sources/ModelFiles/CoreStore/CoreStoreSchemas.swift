import CompiledOnce
import SourceText
import SwiftSource

/// The schemas of CoreStore: the classes that each lists, and which of them are versions of one store.
struct CoreStoreSchemas {
  /// A declaration of a class, such as `Entity<Hike>("Hike", isAbstract: true)`.
  struct Entity {
    let name: String
    let isAbstract: Bool
  }

  /// A list of classes: `CoreStoreSchema(modelVersion: "V1", entities: [Entity<Hike>("Hike")])`.
  struct Schema {
    /// The value of `modelVersion`.
    let name: String?
    let location: Location
    var classes: [Int] = []
    /// The property that has it, and the types around that.
    fileprivate let property: String?
    fileprivate let scope: [String]
  }

  /// A store with some schemas: `DataStack(V1.schema, V2.schema, migrationChain: ["V1", "V2"])`.
  private struct Stack {
    var schemas: Set<Int> = []
    /// The names in it, each with the type before it.
    var names: [(owner: String?, name: String)] = []
    /// The last version of its migration chain.
    var chainEnd: String?
  }

  private(set) var entities: [Int: Entity] = [:]
  private(set) var schemas: [Schema] = []
  /// The schemas at which a migration chain ends.
  private(set) var chainEnds: Set<Int> = []
  private var stacks: [Stack] = []
  /// Whether an entity is outside of all schemas, so that it is unknown which list it.
  private var hasLooseEntities = false

  init() {}

  init(in files: [SwiftDeclarations], names: TypeNames) {
    for file in files {
      let bytes = file.tokens.source.bytes
      if ["CoreStoreSchema", "DataStack"].contains(where: { SwiftTokens.mention($0, in: bytes) }) {
        read(file, names)
      }
    }
    for index in stacks.indices { resolve(index) }
    unite()
  }

  private mutating func read(_ file: SwiftDeclarations, _ names: TypeNames) {
    let tokens = file.tokens
    var scopes = file.scopes[...]
    var property: String?
    var schemaEnd = 0
    var stackEnd = 0
    for place in 0..<tokens.count {
      scopes = scopes.drop { $0.range.upperBound <= place }
      let scope = scopes.first.flatMap { $0.range.contains(place) ? $0.path : nil } ?? []
      let end = tokens.isMark(place + 1, "(") ? tokens.end(of: place + 1) : nil
      if tokens.isWord(place, "let") || tokens.isWord(place, "var") {
        property = tokens[place + 1]?.name
      } else if let end, tokens.isWord(place, "CoreStoreSchema") {
        let version = tokens.arguments(at: place + 1, atMost: 8).first {
          tokens.label(of: $0) == "modelVersion"
        }.flatMap { tokens[$0.value.lowerBound] }
        schemas.append(
          Schema(
            name: version?.kind == .text ? version?.text : nil, location: tokens.location(place),
            property: property, scope: scope))
        schemaEnd = end
        if place < stackEnd { stacks[stacks.count - 1].schemas.insert(schemas.count - 1) }
      } else if let end, tokens.isWord(place, "DataStack") {
        stacks.append(Stack(chainEnd: Self.chainEnd(at: place + 1, in: tokens)))
        stackEnd = end
      } else if tokens.isWord(place, "Entity"), tokens.isMark(place + 1, "<") {
        readEntity(at: place, in: tokens, names, scope, isInSchema: place < schemaEnd)
      } else if place < stackEnd, place >= schemaEnd, let name = tokens[place]?.name {
        let owner = tokens.isMark(place - 1, ".") ? tokens[place - 2]?.name : nil
        stacks[stacks.count - 1].names.append((owner, name))
      }
    }
  }

  private mutating func readEntity(
    at place: Int, in tokens: SwiftTokens, _ names: TypeNames, _ scope: [String], isInSchema: Bool
  ) {
    var parser = TypeParser(tokens, at: place)
    guard case .named(_, let arguments)? = parser.type(),
      case .named(let path, _)? = arguments.first,
      tokens.isMark(parser.index, "("), let model = names.model(named: path, in: scope)
    else { return }
    // An initializer of one's own may give the name, by which no relationship is told.
    let name = tokens[parser.index + 1].flatMap { $0.kind == .text ? $0.text : nil }
    let isAbstract = tokens.arguments(at: parser.index, atMost: 8).contains { argument in
      tokens.label(of: argument) == "isAbstract"
        && tokens.isWord(argument.value.lowerBound, "true")
    }
    if let name, entities[model] == nil {
      entities[model] = Entity(name: name, isAbstract: isAbstract)
    }
    if isInSchema {
      schemas[schemas.count - 1].classes.append(model)
    } else {
      hasLooseEntities = true
    }
  }

  /// The last text in `migrationChain: ["V1", "V2"]`.
  private static func chainEnd(at open: Int, in tokens: SwiftTokens) -> String? {
    let chain = tokens.arguments(at: open, atMost: 100).first {
      tokens.label(of: $0) == "migrationChain"
    }
    return chain?.value.reversed().lazy.compactMap { tokens[$0] }.first { $0.kind == .text }?.text
  }

  /// Finds the schemas that a stack names, and the one at which its chain ends.
  private mutating func resolve(_ stack: Int) {
    for (owner, name) in stacks[stack].names {
      let named = schemas.indices.filter { index in
        schemas[index].property == name
          && (owner == nil || owner == "Self" || owner == schemas[index].scope.last)
      }
      if named.count == 1 { stacks[stack].schemas.insert(named[0]) }
    }
    if let end = stacks[stack].chainEnd {
      chainEnds.formUnion(stacks[stack].schemas.filter { schemas[$0].name == end })
    }
  }

  /// Keeps one schema of those with the same classes: previews and tests make stores as the app does.
  private mutating func unite() {
    var kept: [Schema] = []
    var known: [Set<Int>: Int] = [:]
    let united = schemas.map { schema in
      let classes = Set(schema.classes)
      if let first = known[classes] { return first }
      known[classes] = kept.count
      kept.append(schema)
      return kept.count - 1
    }
    schemas = kept
    chainEnds = Set(chainEnds.map { united[$0] })
    for index in stacks.indices {
      stacks[index].schemas = Set(stacks[index].schemas.map { united[$0] })
    }
  }

  /// The schemas of each store, which are versions of one model: those that a stack has together, and those
  /// that share the name of a class, unless they are in stacks of their own.
  ///
  /// - Returns: The stores, in the order of their first schemas; nil if there is no schema, or one whose
  ///   entities are not known.
  func groups(of classes: [ModelClass]) -> [[Int]]? {
    guard !schemas.isEmpty, schemas.count <= Limits.versions, !hasLooseEntities,
      schemas.allSatisfy({ !$0.classes.isEmpty })
    else { return nil }
    var groups = Array(schemas.indices)
    func join(_ one: Int, _ other: Int) {
      let (kept, left) = (min(groups[one], groups[other]), max(groups[one], groups[other]))
      for index in groups.indices where groups[index] == left { groups[index] = kept }
    }
    var inStacks: Set<Int> = []
    for stack in stacks {
      inStacks.formUnion(stack.schemas)
      for other in stack.schemas.dropFirst() { join(stack.schemas.first ?? other, other) }
    }
    var owners: [String: Int] = [:]
    for index in schemas.indices {
      for name in Set(schemas[index].classes.map({ classes[$0].name })) {
        guard let owner = owners[name] else {
          owners[name] = index
          continue
        }
        if !inStacks.contains(index) || !inStacks.contains(owner) { join(owner, index) }
      }
    }
    return groups.indices.grouped { groups[$0] }.sorted { $0.key < $1.key }.map(\.value)
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
