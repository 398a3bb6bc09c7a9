import CompiledOnce
import SourceText
import SwiftSource

/// The effect of `prepareForDeletion` in a managed object's class, which runs before the delete
/// rules apply.
package struct DeleteHook: Hashable, Sendable {
  /// The class, without its module.
  package let className: String
  /// The relationships that it empties, or whose objects it deletes, as far as the source shows.
  package let handled: Set<String>
  /// The location in the source.
  package let location: Location
}

extension DeleteHook {
  static let function = "prepareForDeletion"

  /// The hooks of a Swift file, in their order.
  ///
  /// This is no Swift parser: what handles a relationship is an assignment to its name, a call of
  /// `removeFrom` and its name, `setValue` with its name as the key, `removeAllObjects` on what its name
  /// is the key of, its name in the parentheses of a `delete`, or a loop over it where there is a
  /// `delete`. What stands under `if false` does nothing.
  static func hooks(in source: SourceFile) -> [DeleteHook] {
    let tokens = SwiftDeclarations(source).tokens
    var hooks: [DeleteHook] = []
    var types: [(name: String, end: Int)] = []
    for index in 0..<tokens.count {
      while let type = types.last, index >= type.end { types.removeLast() }
      if tokens.isWord(index, "class") || tokens.isWord(index, "extension"),
        let type = type(at: index, in: tokens)
      {
        types.append(type)
      } else if tokens.isWord(index, function), tokens.isWord(index - 1, "func"),
        let type = types.last, let body = body(of: index, in: tokens)
      {
        hooks.append(
          DeleteHook(
            className: type.name, handled: handled(in: body, tokens),
            location: tokens.location(index)))
      }
    }
    return hooks
  }

  /// The hooks of an Objective-C file, in their order.
  static func hooks(in file: ObjectiveCFile) -> [DeleteHook] {
    file.methods.indices.compactMap { number in
      let method = file.methods[number]
      guard method.selector == function, !method.owner.isEmpty else { return nil }
      var handled: Set<String> = []
      for delete in file.deletes where delete.method == number {
        let sequences = delete.variable.flatMap { method.sequences[$0] }
        switch delete.kind {
        case .unlink(let key):
          // Of an element, it is the inverse of what holds that.
          let isOfOwn = delete.value.given == .own && delete.value.members.isEmpty
          if isOfOwn || sequences != nil { handled.insert(file.constants[key] ?? key) }
        case .delete:
          handled.formUnion(sequences ?? [])
          if let name = delete.value.propertyOfOwn { handled.insert(name) }
        case .batchDelete, .save: continue
        }
      }
      return DeleteHook(className: method.owner, handled: handled, location: method.location)
    }
  }

  /// The type that a keyword declares, and where its members end.
  private static func type(at keyword: Int, in tokens: SwiftTokens) -> (name: String, end: Int)? {
    guard var name = tokens[keyword + 1]?.name else { return nil }
    var index = keyword + 2
    while tokens.isMark(index, "."), let last = tokens[index + 1]?.name {
      name = last
      index += 2
    }
    while index < tokens.count, !tokens.isMark(index, "{") {
      // `class func`, or a name in the middle of something else.
      if tokens.isMark(index, "}") || tokens.isMark(index, "(") || tokens.isMark(index, "=") {
        return nil
      }
      index += 1
    }
    guard let end = tokens[index]?.end else { return nil }
    return (name, end)
  }

  /// The tokens between the braces of a function whose name is here.
  private static func body(of function: Int, in tokens: SwiftTokens) -> Range<Int>? {
    guard tokens.isMark(function + 1, "(") else { return nil }
    let brace = tokens.after(function + 1)
    guard tokens.isMark(brace, "{"), let end = tokens[brace]?.end, end > brace else { return nil }
    return brace + 1..<end
  }

  private static func handled(in body: Range<Int>, _ tokens: SwiftTokens) -> Set<String> {
    var handled: Set<String> = []
    // What is gone through where something is deleted, and what is given to a delete.
    var sequences: Set<String> = []
    var deletes = false
    var next = body.lowerBound
    while next < body.upperBound {
      let index = next
      next += 1
      guard let name = tokens[index]?.name else { continue }
      if name == "if" || name == "while", tokens.isWord(index + 1, "false"),
        tokens.isMark(index + 2, "{")
      {
        next = tokens.after(index + 2)
        continue
      }
      if let key = emptiedKey(at: index, tokens) { handled.insert(key) }
      if tokens.isMark(index + 1, "="), !isLocal(index, tokens) { handled.insert(name) }
      if name.hasPrefix("removeFrom"), let first = name.dropFirst("removeFrom".count).first {
        let rest = name.dropFirst("removeFrom".count + 1)
        handled.formUnion([first.lowercased() + rest, "\(first)\(rest)"])
      }
      if tokens.isWord(index, "in") || name == "forEach" {
        for near in max(index - 4, body.lowerBound)..<min(index + 8, body.upperBound) {
          if let word = tokens[near]?.name { sequences.insert(word) }
        }
      }
      if name == "delete" || name == "deleteObject", tokens.isMark(index + 1, "(") {
        deletes = true
        for inner in index + 2..<max(tokens.after(index + 1), index + 2) {
          if let word = tokens[inner]?.name { handled.insert(word) }
        }
      }
    }
    return deletes ? handled.union(sequences) : handled
  }

  /// The key of `setValue(nil, forKey: "pets")` or `mutableSetValue(forKey: "pets").removeAllObjects()`,
  /// which a `#keyPath` may state, too.
  private static func emptiedKey(at call: Int, _ tokens: SwiftTokens) -> String? {
    guard let name = tokens[call]?.name, tokens.isMark(call + 1, "(") else { return nil }
    let end = tokens.after(call + 1)
    let isEmptied =
      switch name {
      case "setValue", "setPrimitiveValue": true
      case "mutableSetValue", "mutableOrderedSetValue", "mutableArrayValue":
        tokens.isMark(end, ".") && tokens[end + 1]?.name?.hasPrefix("removeAll") == true
      default: false
      }
    guard isEmptied, let key = (call..<end).first(where: { tokens.isWord($0, "forKey") }) else {
      return nil
    }
    return (key + 2..<max(end, key + 2)).reversed().lazy.compactMap { index -> String? in
      tokens[index].flatMap { $0.kind == .text ? $0.text : $0.name }
    }.first
  }

  /// Whether a name is that of a new variable.
  private static func isLocal(_ index: Int, _ tokens: SwiftTokens) -> Bool {
    tokens.isWord(index - 1, "let") || tokens.isWord(index - 1, "var")
  }
}
