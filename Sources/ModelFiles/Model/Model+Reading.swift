import ObjectGraph
import SourceText

extension Model {
  /// Reads the model at a path, in its current version.
  ///
  /// - Parameter path: An `.xcdatamodeld`, an `.xcdatamodel` or its `contents`, a Swift file, or a
  ///   folder that holds one model.
  /// - Throws: A ``ModelError`` where there is no model, more than one, or none that can be read.
  public init(at path: String) throws(ModelError) {
    let models = try Model.current(at: path).models
    guard let model = models.first, models.count == 1 else {
      throw .badData(
        path, "found \(models.count) models (\(models.map(\.name).listed())); name one of them")
    }
    self = model
  }

  /// Reads every version of every model at a path.
  ///
  /// - Parameter path: As for one model; a folder may hold several.
  /// - Returns: The models in the order of their paths, the versions of each in their order.
  /// - Throws: A ``ModelError`` where there is no model, or one that cannot be read.
  public static func all(at path: String) throws(ModelError) -> Found {
    try read(path, allVersions: true)
  }

  /// Reads the current version of every model at a path; what the others hold does not matter.
  ///
  /// - Parameter path: As for one model; a folder may hold several.
  /// - Returns: The models in the order of their paths.
  /// - Throws: A ``ModelError`` where there is no model, or one that cannot be read.
  public static func current(at path: String) throws(ModelError) -> Found {
    var found = try read(path, allVersions: false)
    found.models.removeAll { !$0.isCurrent }
    return found
  }

  /// The models at a path, and what looks like one but was passed over.
  public struct Found: Sendable {
    /// The models; never empty.
    public internal(set) var models: [Model] = []
    /// Why each of the others was passed over.
    public internal(set) var leftOut: [ModelError] = []
  }

  private static func read(
    _ path: String, allVersions: Bool
  ) throws(ModelError) -> Found {
    let search = try ModelSearch().models(at: path)
    var found = Found(models: [], leftOut: search.leftOut)
    var hooks: [DeleteHook] = []
    for file in search.hooks { hooks += DeleteHook.hooks(in: try source(file, ModelFileSystem())) }
    for model in search.found {
      try read(model, at: path, hooks, all: allVersions, into: &found)
    }
    return found
  }

  private static func read(
    _ found: ModelSearch.Found, at path: String, _ hooks: [DeleteHook], all: Bool,
    into models: inout Found
  ) throws(ModelError) {
    let files = ModelFileSystem()
    let name = lastPart(of: found.path)
    switch found {
    case .bundle(let bundlePath):
      let bundle = try CoreDataBundle(bundlePath, files)
      if !all && bundle.current == nil { throw bundle.refusal(of: bundlePath) }
      for version in bundle.versions {
        let isCurrent = version.name == bundle.current?.name
        if !all && !isCurrent { continue }
        guard files.kind(of: version.contents) == .file else {
          let refusal = ModelError.badData(
            version.contents, "not there: perhaps a binary model from before Xcode 4")
          if isCurrent { throw refusal }
          models.leftOut.append(refusal)
          continue
        }
        var stated = try CoreDataReading(source(version.contents, files)).stated
        stated.version = version.name
        stated.isCurrent = isCurrent
        models.models.append(
          try Model(stated, named: name, framework: .coreData, hooks: hooks))
      }
    case .version(let contents):
      let stated = try CoreDataReading(source(contents, files)).stated
      models.models.append(try Model(stated, named: name, framework: .coreData, hooks: hooks))
    case .swift(let paths):
      var sources: [SourceFile] = []
      for path in paths {
        let source = try source(path, files)
        if source.isUTF8 {
          sources.append(source)
        } else {
          models.leftOut.append(.badData(path, "the file is not UTF-8, as Swift source is"))
        }
      }
      let stated = try SwiftDataReading(sources).models(allVersions: all)
      guard !stated.isEmpty else {
        if let refusal = models.leftOut.first { throw refusal }
        throw .badData(path, "found no @Model class in the Swift source")
      }
      for version in stated {
        models.models.append(
          try Model(version, named: lastPart(of: path), framework: .swiftData))
      }
    }
  }

  /// Reads a model from a text instead of a file.
  ///
  /// - Parameters:
  ///   - text: What the file would hold.
  ///   - path: What it would be called: Swift source ends with `.swift`.
  /// - Throws: A ``ModelError`` where the text holds no model.
  package init(reading text: String, as path: String) throws(ModelError) {
    try self.init(reading: Array(text.utf8), as: path)
  }

  /// Reads a model from bytes instead of a file.
  ///
  /// - Parameters:
  ///   - bytes: What the file would hold.
  ///   - path: What it would be called: Swift source ends with `.swift`.
  /// - Throws: A ``ModelError`` where the bytes hold no model.
  package init(reading bytes: [UInt8], as path: String) throws(ModelError) {
    let source = SourceFile(path: path, bytes: bytes)
    let name = Self.lastPart(of: path)
    guard path.hasSuffix(".swift") else {
      self = try Model(try CoreDataReading(source).stated, named: name, framework: .coreData)
      return
    }
    let versions = try SwiftDataReading([source]).models(allVersions: false)
    guard let stated = versions.first else {
      throw .badData(path, "found no @Model class in the Swift source")
    }
    self = try Model(stated, named: name, framework: .swiftData)
  }

  private static func source(
    _ path: String, _ files: ModelFileSystem
  ) throws(ModelError) -> SourceFile {
    SourceFile(path: path, bytes: try files.bytes(of: path))
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// Why no model could be read.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose fault it is.
  public enum Kind: Hashable, Sendable {
    /// There is no such file, or it cannot be opened.
    case noInput
    /// The file does not hold a data model.
    case badData
  }

  /// Whose fault it is.
  public let kind: Kind
  /// What was found, where, and what was expected: one line for each problem.
  public let description: String

  static func noInput(_ message: String) -> ModelError {
    ModelError(kind: .noInput, description: message)
  }

  static func badData(_ location: Location, _ message: String) -> ModelError {
    ModelError(kind: .badData, description: "\(location): error: \(message)")
  }

  static func badData(_ path: String, _ message: String) -> ModelError {
    ModelError(kind: .badData, description: "\(path): error: \(message)")
  }
}
