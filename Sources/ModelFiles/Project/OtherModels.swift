import SourceText
import SwiftSource

/// The models that are there and cannot be read: each is named in one line.
enum OtherModels {
  /// The module of a library that builds Core Data models.
  private static let library = "CoreDataModelDescription"
  /// The modules whose macros make Core Data models.
  private static let macroLibraries: Set = ["CoreDataEvolution", "ManagedModels"]

  /// The model in a Swift file: a relationship outside of any model, a description for a library, or a class
  /// whose macro is not SwiftData's.
  static func finding(in source: SourceFile) -> ModelFinding? {
    let mentionsRelationship = SwiftTokens.mention(CoreDataClass.relationship, in: source.bytes)
    let mentionsFramework = ["CoreData", "SwiftData"].contains {
      SwiftTokens.mention($0, in: source.bytes)
    }
    guard
      mentionsRelationship || mentionsFramework || SwiftTokens.mention(library, in: source.bytes)
        || SwiftTokens.mentionsAttribute(of: ["Model", "PersistentModel"], in: source.bytes)
    else { return nil }
    let file = SwiftDeclarations(source, keepsCode: true)
    return relationship(in: file.tokens) ?? description(in: file) ?? macro(in: file)
      ?? unknownMacro(in: file)
  }

  /// The model of another library in a Swift file, beside models that are read.
  static func besideOthers(in file: SwiftDeclarations) -> ModelFinding? {
    if file.imports.contains("SwiftData") { return nil }
    let isOfLibrary = !file.imports.isDisjoint(with: macroLibraries)
    return description(in: file) ?? (isOfLibrary ? macro(in: file) : nil)
  }

  /// A class whose macro is of a package, and named for a model, in a file that imports a framework of models.
  private static func unknownMacro(in file: SwiftDeclarations) -> ModelFinding? {
    let (imports, tokens) = (file.imports, file.tokens)
    guard !imports.isDisjoint(with: ["CoreData", "SwiftData"]) else { return nil }
    for index in 0..<tokens.count where tokens.isMark(index, "@") {
      guard let macro = tokens[index + 1]?.name, namesOfMacros.contains(where: macro.hasSuffix)
      else { continue }
      var place = tokens.isMark(index + 2, "(") ? tokens.after(index + 2) : index + 2
      while modifiers.contains(where: { tokens.isWord(place, $0) }) { place += 1 }
      guard tokens.isWord(place, "class"), let name = tokens[place + 1]?.name else { continue }
      return ModelFinding(
        .warning, .incompleteModel,
        "the macro @\(macro) may make \(name) a model, but is not read; nothing is known of its deletes",
        entity: name, at: tokens.location(place))
    }
    return nil
  }

  /// The last words of the names of macros that make models.
  private static let namesOfMacros = [
    "Entity", "Persist", "Persisted", "Persistent", "Persistable", "Managed", "ManagedObject",
    "Record",
    "Stored",
  ]
  private static let modifiers = [
    "final", "open", "public", "package", "internal", "private", "fileprivate",
  ]

  private static func description(in file: SwiftDeclarations) -> ModelFinding? {
    let tokens = file.tokens
    guard file.imports.contains(library),
      let place = (0..<tokens.count).first(where: {
        tokens.isWord($0, library) && tokens.isMark($0 + 1, "(")
      })
    else { return nil }
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
