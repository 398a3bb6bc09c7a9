import CompiledOnce
import SourceText
import SwiftSource

/// The models in code that no reader of models understands.
enum StoresInCode {
  /// The first place in a file at which a relationship is described.
  ///
  /// - Returns: A warning; nil where the class is named in types only.
  static func unreadModel(in source: SourceFile) -> ModelFinding? {
    guard SwiftTokens.mention(CoreDataClass.relationship, in: source.bytes) else { return nil }
    let tokens = SwiftDeclarations(source, keepsCode: true).tokens
    guard
      let index = (0..<tokens.count).first(where: { index in
        tokens.isWord(index, CoreDataClass.relationship) && tokens.isMark(index + 1, "(")
      })
    else { return nil }
    return ModelFinding(
      .warning, .incompleteModel,
      "a relationship of a Core Data model is described here, but no NSManagedObjectModel is built of "
        + "it in these files; nothing is known of its deletes", at: tokens.location(index))
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
