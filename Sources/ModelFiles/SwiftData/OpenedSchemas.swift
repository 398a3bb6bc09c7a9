// Goes through all tokens of an app, so that CompiledOnce is not imported.
import SourceText
import SwiftSource

/// The types that the containers and the schemas of the code name.
struct OpenedSchemas {
  /// The paths of the types, without those of containers that are in memory only.
  private(set) var types: [[String]] = []
  /// The same by the function that names them.
  private(set) var typesOfFunctions: [[[String]]] = []
  /// The schemas that alone are the versioned schema of a store.
  private(set) var versionedSchemas: [[String]] = []
  /// Whether the types of every container and schema are certain.
  private(set) var isWhole = true
  /// Whether a container may have a store on disk.
  private(set) var hasStoreOnDisk = false

  init(in files: [SwiftDeclarations]) {
    var values = StoreValues(in: files)
    for file in files {
      let tokens = file.tokens
      let calls = Self.calls(in: tokens)
      let naming = Self.containers(among: calls, in: tokens)
      var functions: [Int: [[String]]] = [:]
      for call in calls where !Self.isInMemory(call, naming, in: file, &values) {
        let open = call.open
        let arguments = tokens.arguments(at: open, atMost: 16)
        if call.container == open {
          // A view may be given one that was made elsewhere.
          guard arguments.first.flatMap(tokens.label) == "for" else { continue }
          hasStoreOnDisk = true
        }
        // Configurations after the first have no label.
        for argument in arguments.prefix(while: { tokens.label(of: $0) != "configurations" })
        where ["for", "versionedSchema", nil].contains(tokens.label(of: argument)) {
          guard let listed = values.types(of: argument, in: file) else {
            isWhole = false
            continue
          }
          types += listed.sorted { $0.lexicographicallyPrecedes($1) }
          if tokens.label(of: argument) == "versionedSchema" { versionedSchemas += listed }
          if let function = call.function { functions[function, default: []] += listed }
        }
      }
      typesOfFunctions += functions.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// The types in `[Item.self, SchemaV1.Tag.self]` and `SchemaV1.models`, by their paths.
  static func listedTypes(in range: Range<Int>, of tokens: SwiftTokens) -> [[String]] {
    var path: [String] = []
    var found: [[String]] = []
    for index in range {
      guard let name = tokens[index]?.name else { continue }
      if !tokens.isMark(index - 1, ".") { path = [] }
      if name == "self" || name == "models" && !path.isEmpty {
        found.append(path)
      } else {
        path.append(name)
      }
    }
    return found
  }

  /// A call that makes a container or a schema.
  private struct Call {
    let open: Int
    /// The tokens of the innermost braces around it.
    let block: Range<Int>
    /// The brace of the outermost function around it.
    let function: Int?
    /// The outermost call around it that makes a container, or itself; nil for a schema outside of all.
    let container: Int?
  }

  private static func calls(in tokens: SwiftTokens) -> [Call] {
    var calls: [Call] = []
    var around: [(block: Range<Int>, function: Int?)] = []
    var container: Range<Int>?
    for index in 0..<tokens.count {
      if let range = container, index >= range.upperBound { container = nil }
      while let last = around.last, index >= last.block.upperBound { around.removeLast() }
      if tokens.isMark(index, "{") {
        let function = around.last?.function ?? (isOfFunction(index, in: tokens) ? index : nil)
        around.append((index..<tokens.after(index), function))
      } else if tokens.isMark(index, "("), ListedClasses.opens(tokens.calledName(before: index)) {
        let isContainer = tokens.calledName(before: index) != "Schema"
        if isContainer, container == nil { container = index..<tokens.after(index) }
        calls.append(
          Call(
            open: index, block: around.last?.block ?? 0..<tokens.count,
            function: around.last?.function,
            container: isContainer ? index : container?.lowerBound))
      }
    }
    return calls
  }

  /// The calls among some that make containers, by the names in them.
  private static func containers(among calls: [Call], in tokens: SwiftTokens) -> [String: [Int]] {
    var naming: [String: [Int]] = [:]
    for call in calls where call.container == call.open {
      for name in Set((call.open..<tokens.after(call.open)).compactMap { tokens[$0]?.name }) {
        naming[name, default: []].append(call.open)
      }
    }
    return naming
  }

  /// Whether a brace begins the body of a function.
  private static func isOfFunction(_ brace: Int, in tokens: SwiftTokens) -> Bool {
    (max(0, brace - Limits.tokensOfSharedValue)..<brace).reversed().prefix { index in
      !["{", "}", ";"].contains { tokens.isMark(index, $0) }
    }.contains { index in
      tokens.isWord(index, "func") || tokens.isWord(index, "init") && !tokens.isMark(index - 1, ".")
    }
  }

  /// Whether a container, or all that are made with a schema, are in memory only.
  private static func isInMemory(
    _ call: Call, _ containers: [String: [Int]], in file: SwiftDeclarations,
    _ values: inout StoreValues
  ) -> Bool {
    let (open, tokens) = (call.open, file.tokens)
    if let container = call.container { return isInMemory(container, in: file, &values) }
    guard let name = tokens.assignedName(before: open) else { return false }
    let made = containers[name, default: []].filter(call.block.contains)
    return !made.isEmpty && made.allSatisfy { isInMemory($0, in: file, &values) }
  }

  /// Whether all configurations of a container are in memory only.
  private static func isInMemory(
    _ container: Int, in file: SwiftDeclarations, _ values: inout StoreValues
  ) -> Bool {
    values.areInMemory(file.tokens.arguments(at: container, atMost: 16), in: file)
  }
}
