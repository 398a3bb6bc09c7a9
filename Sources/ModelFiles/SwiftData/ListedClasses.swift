import CompiledOnce
import SwiftSource

/// The model classes that the code lists for a store: in a `Schema`, a container or an array of types.
struct ListedClasses {
  /// The names of the classes.
  private(set) var names: Set<String> = []
  /// Whether the code makes a container, so that a class that nothing lists is in no store of it.
  private(set) var hasContainer = false

  private static let containers: Set = ["ModelContainer", "modelContainer"]

  /// Whether a call of a name makes a container, or the schema of one.
  static func opens(_ name: String?) -> Bool {
    name.map { containers.contains($0) || $0 == "Schema" } ?? false
  }

  /// Whether a list has a generic parameter, so that it has what the callers pass.
  private var hasGeneric = false
  /// The classes that calls of other functions are given as types.
  private var passed: Set<String> = []

  init(in files: [SwiftDeclarations], models: Set<String>) {
    for file in files { read(file.tokens, models) }
    if hasGeneric { names.formUnion(passed) }
  }

  private mutating func read(_ tokens: SwiftTokens, _ models: Set<String>) {
    // The brackets around a place, each with whether what is in it is a list of types. A file can be
    // nothing but brackets, so they are kept small.
    var around: [(end: Int32, lists: Bool)] = []
    for index in 0..<tokens.count {
      while let last = around.last, index >= last.end { around.removeLast() }
      if let end = tokens.end(of: index) {
        let called = tokens.calledName(before: index)
        let isContainer = called.map(Self.containers.contains) ?? false
        hasContainer = hasContainer || isContainer
        // What a bare `.init` makes may be a container, as where a function returns it.
        let isBare = called == nil && tokens.isWord(index - 1, "init")
        let lists =
          tokens.isMark(index, "[")
          || tokens.isMark(index, "(")
            && (isContainer || isBare
              || ["Schema", "append"].contains { tokens.isWord(index - 1, $0) })
        around.append((Int32(end), lists))
      } else if tokens.isWord(index, "self"), tokens.isMark(index - 1, "."),
        let name = tokens[index - 2]?.name
      {
        let isListed = around.last?.lists == true
        if models.contains(name) {
          if isListed {
            names.insert(name)
          } else if tokens.isMark(index - 3, "(") {
            passed.insert(name)
          }
        } else if isListed, !hasGeneric, tokens.declaresGeneric(name) {
          hasGeneric = true
        }
      }
    }
  }

  /// Finds the classes that a store has.
  ///
  /// - Parameters:
  ///   - entities: The classes of a version.
  ///   - references: For each of them, the names of the classes that it leads to.
  /// - Returns: The names of the listed classes, and of those that these lead to.
  func reached(from entities: [ModelEntity], _ references: [String: [String]]) -> Set<String> {
    var reached = names
    var open = Array(names)
    // A class belongs to the store of its superclass, and the other way round.
    var leads = references
    for entity in entities {
      guard let parent = entity.parent else { continue }
      leads.add(parent, to: entity.name)
      leads.add(entity.name, to: parent)
    }
    while let name = open.popLast() {
      for next in leads[name] ?? [] where reached.insert(next).inserted { open.append(next) }
    }
    return reached
  }
}

extension SwiftTokens {
  /// Whether a function or a type has a generic parameter of a name.
  fileprivate func declaresGeneric(_ name: String) -> Bool {
    (0..<count).contains {
      isWord($0, name) && (isMark($0 - 1, "<") || isMark($0 - 1, ","))
        && (isMark($0 + 1, ":") || isMark($0 + 1, ">") && isMark($0 + 2, "("))
    }
  }
}
