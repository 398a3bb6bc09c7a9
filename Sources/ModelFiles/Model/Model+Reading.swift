import DeleteMatrix

extension Model {
  /// Reads the model at a path, in its current version.
  ///
  /// - Parameter path: An `.xcdatamodeld`, an `.xcdatamodel` or its `contents`, a Swift file, or a
  ///   folder that holds one model.
  /// - Throws: A ``ModelError`` where there is no model, more than one, or none that can be read.
  public init(at path: String) throws(ModelError) {
    let models = try Model.current(at: path)
    guard let model = models.first, models.count == 1 else {
      throw .badData(
        path, "found \(models.count) models (\(models.map(\.name).listed())); name one of them")
    }
    self = model
  }

  /// Reads every version of every model at a path.
  ///
  /// - Parameter path: As for one model; a folder may hold several.
  /// - Returns: The models in the order of their paths, the versions of each in their order; never
  ///   empty.
  /// - Throws: A ``ModelError`` where there is no model, or one that cannot be read.
  public static func all(at path: String) throws(ModelError) -> [Model] {
    try read(path, allVersions: true)
  }

  /// Reads the current version of every model at a path; what the others hold does not matter.
  ///
  /// - Parameter path: As for one model; a folder may hold several.
  /// - Returns: The models in the order of their paths; never empty.
  /// - Throws: A ``ModelError`` where there is no model, or one that cannot be read.
  public static func current(at path: String) throws(ModelError) -> [Model] {
    try read(path, allVersions: false).filter(\.isCurrent)
  }

  private static func read(
    _ path: String, allVersions: Bool
  ) throws(ModelError) -> [Model] {
    var models: [Model] = []
    for found in try ModelSearch().models(at: path) {
      models += try versions(of: found, at: path, all: allVersions)
    }
    return models
  }

  private static func versions(
    of found: ModelSearch.Found, at path: String, all: Bool
  ) throws(ModelError) -> [Model] {
    let files = ModelFileSystem()
    let name = lastPart(of: found.path)
    switch found {
    case .bundle(let bundlePath):
      let bundle = try CoreDataBundle(bundlePath, files)
      var models: [Model] = []
      for version in bundle.versions {
        let isCurrent = version.name == bundle.current.name
        if !all && !isCurrent { continue }
        guard files.kind(of: version.contents) == .file else {
          // An old version in the binary format of its time does no harm.
          if !isCurrent { continue }
          throw .badData(
            version.contents, "not there: perhaps a binary model from before Xcode 4")
        }
        var stated = try CoreDataReading(source(version.contents, files)).stated
        stated.version = version.name
        stated.isCurrent = isCurrent
        models.append(try Model(stated, named: name, framework: .coreData))
      }
      return models
    case .version(let contents):
      let stated = try CoreDataReading(source(contents, files)).stated
      return [try Model(stated, named: name, framework: .coreData)]
    case .swift(let paths):
      var sources: [ModelSource] = []
      for path in paths { sources.append(try source(path, files)) }
      let stated = SwiftDataReading(sources).models()
      guard !stated.isEmpty else {
        throw .badData(path, "found no @Model class in the Swift source")
      }
      var models: [Model] = []
      for version in stated {
        models.append(try Model(version, named: lastPart(of: path), framework: .swiftData))
      }
      return models
    }
  }

  private static func source(
    _ path: String, _ files: ModelFileSystem
  ) throws(ModelError) -> ModelSource {
    ModelSource(path: path, bytes: try files.bytes(of: path))
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
