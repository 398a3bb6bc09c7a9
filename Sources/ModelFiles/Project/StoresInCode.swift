import CompiledOnce
import SourceText
import SwiftSource

/// The models and stores that Swift code builds, and that no reader of models understands.
enum StoresInCode {
  /// The words of a model that is built in code, each with the name of what builds it.
  private static let builders = [
    ("NSRelationshipDescription", "a Core Data model is built in code (NSRelationshipDescription)"),
    ("CoreStoreObject", "the CoreStore classes (CoreStoreObject) are a Core Data model"),
  ]

  /// The first places in a file at which a model is built.
  ///
  /// - Returns: A warning for each way to build one; none where the words appear in types only.
  static func unreadModels(in source: SourceFile) -> [ModelFinding] {
    builders.compactMap { word, words in
      guard SwiftTokens.mention(word, in: source.bytes) else { return nil }
      let tokens = SwiftDeclarations(source, keepsCode: true).tokens
      guard
        let index = (0..<tokens.count).first(where: { index in
          tokens.isWord(index, word)
            && (tokens.isMark(index + 1, "(") || tokens.isMark(index - 1, ":"))
        })
      else { return nil }
      return ModelFinding(
        .warning, .incompleteModel, "\(words), which is not read; nothing is known of its deletes",
        at: tokens.location(index))
    }
  }
}

extension Project {
  /// The first place at which the code has CloudKit mirror a store; nil if there is none, or if the
  /// code was not kept.
  package var mirroredStore: Location? {
    code.lazy.compactMap { file -> Location? in
      let tokens = file.tokens
      return (0..<tokens.count).first { index in
        if tokens.isWord(index, "NSPersistentCloudKitContainer") {
          return tokens.isMark(index + 1, "(")
        }
        return tokens.isWord(index, "cloudKitDatabase") && tokens.isMark(index + 1, ":")
          && tokens.isMark(index + 2, ".") && !tokens.isWord(index + 3, "none")
      }.map(tokens.location)
    }.first
  }
}
