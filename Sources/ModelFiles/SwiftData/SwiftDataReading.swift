import SourceText
import SwiftSource

/// Reads the `@Model` classes of Swift source files.
///
/// This is no Swift parser: `SwiftDeclarations` are the types and properties of a file, and
/// `ModelClassReading` makes entities of those that are models.
struct SwiftDataReading {
  /// Modules that have a macro of the same name, for something else.
  private static let lookAlikes: Set<String> = [
    "CoreDataEvolution", "Lattice", "ManagedModels", "SwiftCrossData", "SwiftletModel", "Vein",
  ]
  /// Modules that surely have none.
  private static let others: Set<String> = [
    "AppIntents", "AppKit", "CloudKit", "Combine", "CoreData", "CoreGraphics", "CoreLocation",
    "CryptoKit", "Foundation", "MapKit", "Observation", "OSLog", "PhotosUI", "Swift", "SwiftUI",
    "UIKit", "UniformTypeIdentifiers", "WidgetKit", "os",
  ]

  let sources: [SourceFile]
  let files: [SwiftDeclarations]
  let classes: [ModelClass]
  let names: TypeNames
  /// For each file, whether it has to do with models.
  let mentionsModel: [Bool]

  /// Reads files that belong together, in the order of their paths.
  ///
  /// Those without any `@Model` count too: type aliases and schema versions may be in them.
  init(_ sources: [SourceFile]) {
    self.sources = sources
    mentionsModel = sources.map { Self.mentionsModel($0.bytes) }
    files = sources.map(SwiftDeclarations.init)
    var classes: [ModelClass] = []
    for (index, file) in files.enumerated() {
      for type in file.types where type.keyword == "class" && Self.isModel(type, in: file) {
        classes.append(ModelClass(declaration: type, file: index, tokens: file.tokens))
      }
    }
    self.classes = classes
    names = TypeNames(files, models: classes)
  }

  static func isModel(_ type: SwiftType, in file: SwiftDeclarations) -> Bool {
    let isSwiftData =
      file.imports.contains("SwiftData") || file.imports.isDisjoint(with: lookAlikes)
    return type.attributes.contains { attribute in
      attribute.path == ["SwiftData", "Model"] || isSwiftData && attribute.path == ["Model"]
    }
  }

  /// A module that the `@Model` of a file may be of, where it is not certain to be SwiftData's.
  func doubtfulModule(of file: SwiftDeclarations) -> String? {
    guard !file.imports.contains("SwiftData"),
      !files.contains(where: { $0.reexports.contains("SwiftData") })
    else { return nil }
    return file.imports.subtracting(Self.others).min()
  }

  /// Whether a file may contain a `@Model` attribute at all; cheap, and never wrongly false.
  static func mentionsModel(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "@")) && SwiftTokens.mention("Model", in: bytes)
  }
}
