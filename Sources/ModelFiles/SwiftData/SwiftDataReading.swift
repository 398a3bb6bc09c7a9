import CompiledOnce
import SourceText
import SwiftSource

/// Reads the `@Model` classes of Swift source files.
///
/// This is no Swift parser: `SwiftDeclarations` are the types and properties of a file, and
/// `ModelClassReading` makes entities of those that are models.
struct SwiftDataReading {
  /// Modules that have a macro of the same name, for something else, or models of their own.
  static let lookAlikes: Set<String> = [
    "Alchemy", "CoreDataEvolution", "Fluent", "FluentKit", "JsonData", "Lattice", "ManagedModels",
    "SQLiteORM", "StateModel", "SwiftCrossData", "SwiftModel", "SwiftletModel", "Vapor", "Vein",
    "VeinCore", "VeinSCUI",
  ]

  let sources: [SourceFile]
  let files: [SwiftDeclarations]
  let classes: [ModelClass]
  let names: TypeNames
  /// For each file, whether a `@Model` is in it, and whether its plain `@Model` is SwiftData's.
  private let hints: [Hint]
  private let keepsCode: Bool

  private struct Hint {
    var mentionsModel: Bool
    var isSwiftData: Bool
  }

  /// Reads files that belong together, in the order of their paths.
  ///
  /// Those without any `@Model` count too: type aliases and schema versions may be in them.
  init(_ sources: [SourceFile]) {
    self.init(sources, declaring: sources.map { SwiftDeclarations($0) })
  }

  /// Reads files whose declarations are known, with or without their code.
  init(_ sources: [SourceFile], declaring files: [SwiftDeclarations], keepsCode: Bool = false) {
    self.sources = sources
    let declaresMacro = files.contains { $0.macros.contains("Model") }
    let hints = zip(sources, files).map { source, file in
      Hint(
        mentionsModel: Self.mentionsModel(source.bytes),
        isSwiftData: file.imports.contains("SwiftData")
          || !declaresMacro && file.imports.isDisjoint(with: Self.lookAlikes))
    }
    var classes: [ModelClass] = []
    for (index, file) in files.enumerated() {
      for type in file.types
      where type.keyword == "class" && Self.isModel(type, isSwiftData: hints[index].isSwiftData) {
        classes.append(ModelClass(declaration: type, file: index, tokens: file.tokens))
      }
    }
    self.files = files
    self.keepsCode = keepsCode
    self.hints = hints
    self.classes = classes
    names = TypeNames(files, models: classes)
  }

  /// A reading of some of the files alone, by their indices.
  func keeping(_ kept: [Int]) -> SwiftDataReading {
    SwiftDataReading(
      kept.map { sources[$0] }, declaring: kept.map { files[$0] }, keepsCode: keepsCode)
  }

  /// The entities of the classes, for some of which the code has to be searched.
  var readings: [ModelClassReading.Reading] {
    var readings = classes.map { ModelClassReading($0, among: classes, names: names).reading }
    let asking = readings.indices.filter { readings[$0].asksForCode }
    if asking.isEmpty { return readings }
    let code = BuilderCode(
      keepsCode ? files : sources.map { SwiftDeclarations($0, keepsCode: true) })
    for index in asking {
      readings[index] =
        ModelClassReading(classes[index], among: classes, names: names, code: code).reading
    }
    return readings
  }

  /// The types of a file that have SwiftData's `@Model`, be they classes or not.
  func models(inFile index: Int) -> [SwiftType] {
    files[index].types.filter { Self.isModel($0, isSwiftData: hints[index].isSwiftData) }
  }

  private static func isModel(_ type: SwiftType, isSwiftData: Bool) -> Bool {
    type.attributes.contains { attribute in
      // SwiftData's macro takes nothing.
      attribute.path == ["SwiftData", "Model"]
        || isSwiftData && attribute.path == ["Model"] && attribute.arguments.isEmpty
    }
  }

  /// Whether a file has, or may have where it cannot be read, a model of SwiftData.
  func mayHoldModels(_ index: Int) -> Bool {
    guard hints[index].mentionsModel, hints[index].isSwiftData else { return false }
    let tokens = files[index].tokens
    return files[index].problems.contains(where: \.hidesRest)
      || (0..<tokens.count).contains { place in
        tokens.isMark(place, "@")
          && (tokens.isWord(place + 1, "Model") || tokens.isWord(place + 1, "SwiftData"))
      }
  }

  /// A module that the `@Model` of a file may be of, where it is not certain to be SwiftData's.
  func doubtfulModule(of file: SwiftDeclarations) -> String? {
    seesSwiftData(file) ? nil : file.imports.subtracting(SystemModules.names).min()
  }

  /// Whether a file imports anything but the system's modules.
  func importsPackage(inFile path: String) -> Bool {
    let imports = files.first { $0.tokens.file == path }?.imports ?? []
    return !imports.subtracting(SystemModules.names).subtracting(["SwiftData"]).isEmpty
  }

  /// Whether the `@Model` of a type can be SwiftData's only, and so is a mistake on what is no class.
  func isSurelySwiftData(_ type: SwiftType, inFile index: Int) -> Bool {
    seesSwiftData(files[index])
      || type.attributes.contains { $0.path == ["SwiftData", "Model"] }
  }

  /// Whether SwiftData's names are known in a file.
  private func seesSwiftData(_ file: SwiftDeclarations) -> Bool {
    file.imports.contains("SwiftData") || files.contains { $0.reexports.contains("SwiftData") }
  }

  /// Whether a file may contain a `@Model` attribute at all; cheap, and never wrongly false.
  static func mentionsModel(_ bytes: [UInt8]) -> Bool {
    SwiftTokens.mentionsAttribute(of: ["Model", "SwiftData"], in: bytes)
  }

  /// Whether a file declares a model class of a name; cheap where the file does not mention both.
  ///
  /// For files beside those that are read: a finding's `missingClass` may be in one of them.
  static func declares(class name: String, in source: SourceFile) -> Bool {
    mentionsModel(source.bytes) && SwiftTokens.mention(name, in: source.bytes)
      && SwiftDataReading([source]).classes.contains { $0.name == name }
  }
}
