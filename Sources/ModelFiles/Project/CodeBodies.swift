// Goes through all tokens of an app, so that CompiledOnce is not imported.
import SourceText
import SwiftSource

/// The functions of a file, and the values of its properties.
struct CodeBodies {
  struct Body {
    let tokens: Range<Int>
    /// The path of its type; empty outside of all types.
    let type: [String]
    /// The function; nil for the value of a property.
    let function: SwiftFunction?
  }

  /// The bodies, each behind those around it.
  private var all: [Body]
  /// For each body, the index of the one around it.
  private var outer: [Int?] = []

  init(of file: SwiftDeclarations) {
    all = Self.bodies(of: file.functions, file.properties, [], in: file.tokens)
    for type in file.types {
      all += Self.bodies(of: type.functions, type.properties, type.path, in: file.tokens)
    }
    all.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    var open: [Int] = []
    for (index, body) in all.enumerated() {
      while let last = open.last, all[last].tokens.upperBound <= body.tokens.lowerBound {
        open.removeLast()
      }
      outer.append(open.last)
      open.append(index)
    }
  }

  private static func bodies(
    of functions: [SwiftFunction], _ properties: [SwiftProperty], _ type: [String],
    in tokens: SwiftTokens
  ) -> [Body] {
    functions.compactMap { function in
      function.body.map { Body(tokens: $0, type: type, function: function) }
    }
      + properties.flatMap { property in
        [property.initialValue, property.accessors.map { $0..<tokens.after($0) }].compactMap(\.self)
          .map { Body(tokens: $0, type: type, function: nil) }
      }
  }

  /// The bodies around a place, the innermost first.
  func around(_ place: Int) -> [Body] {
    let following = all.index(from: place + 1, by: \.tokens.lowerBound)
    var found: [Body] = []
    var next = following > 0 ? following - 1 : nil
    while let index = next {
      if all[index].tokens.contains(place) { found.append(all[index]) }
      next = outer[index]
    }
    return found
  }
}
