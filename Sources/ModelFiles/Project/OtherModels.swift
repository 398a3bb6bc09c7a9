import SourceText
import SwiftSource

/// The models that are there and cannot be read: each is named in one line.
enum OtherModels {
  /// The module of a library that builds Core Data models.
  private static let library = "CoreDataModelDescription"

  /// The model in a Swift file: a relationship outside of any model, a description for a library, or a class
  /// whose macro is not SwiftData's.
  static func finding(in source: SourceFile) -> ModelFinding? {
    let mentionsRelationship = SwiftTokens.mention(CoreDataClass.relationship, in: source.bytes)
    guard
      mentionsRelationship || SwiftTokens.mention(library, in: source.bytes)
        || SwiftTokens.mentionsAttribute(of: ["Model", "PersistentModel"], in: source.bytes)
    else { return nil }
    let file = SwiftDeclarations(source, keepsCode: true)
    return relationship(in: file.tokens) ?? description(in: file) ?? macro(in: file)
  }

  private static func description(in file: SwiftDeclarations) -> ModelFinding? {
    let (imported, tokens) = (file.imports.contains(library), file.tokens)
    let place = (0..<tokens.count).first {
      tokens.isWord($0, library) && tokens.isMark($0 + 1, "(")
    }
    guard imported, let place else { return nil }
    return ModelFinding(
      .warning, .incompleteModel,
      "a Core Data model is described here for \(library), which is not read; nothing is known of its "
        + "deletes", at: tokens.location(place))
  }

  private static func relationship(in tokens: SwiftTokens) -> ModelFinding? {
    let place = (0..<tokens.count).first { index in
      tokens.isWord(index, CoreDataClass.relationship) && tokens.isMark(index + 1, "(")
    }
    return place.map { place in
      ModelFinding(
        .warning, .incompleteModel,
        "a relationship of a Core Data model is described here, but no NSManagedObjectModel is built of "
          + "it in these files; nothing is known of its deletes", at: tokens.location(place))
    }
  }

  private static func macro(in file: SwiftDeclarations) -> ModelFinding? {
    let type = file.types.first { type in
      type.keyword == "class"
        && type.attributes.contains { ["Model", "PersistentModel"].contains($0.path.last) }
    }
    guard let type else { return nil }
    let module = file.imports.intersection(SwiftDataReading.lookAlikes).min()
    let maker = module.map { "a macro of \($0)" } ?? "a macro that is not SwiftData's"
    return ModelFinding(
      .warning, .incompleteModel,
      "\(type.name) is made a model by \(maker), which is not read; nothing is known of its deletes",
      entity: type.name, at: type.location)
  }

  static func objectiveC(at location: Location) -> ModelFinding {
    ModelFinding(
      .warning, .incompleteModel,
      "a Core Data model is built here in Objective-C, which is not read; nothing is known of its "
        + "deletes", at: location)
  }

  static func compiled(_ path: String) -> ModelFinding {
    ModelFinding(
      .warning, .incompleteModel,
      "this is a compiled model; expected the .xcdatamodeld that it was made from",
      at: .start(of: path))
  }
}
