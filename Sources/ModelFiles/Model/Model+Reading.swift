import CompiledOnce
import ObjectGraph
import SourceText

extension Model {
  /// Reads the model at some paths, in its current version.
  ///
  /// - Parameter paths: An `.xcdatamodeld`, an `.xcdatamodel` or its `contents`, Swift files, or
  ///   folders that hold one model.
  /// - Throws: A ``ModelError`` where there is no model, more than one, or where not all of it can be
  ///   read.
  public init(at paths: String...) throws(ModelError) {
    let project = try Project(at: paths)
    if let error = ModelError(project.unread.map(\.finding)) { throw error }
    guard let model = project.models.first, project.models.count == 1 else {
      throw .badData(
        paths.joined(separator: ", "),
        "found \(project.models.count) models (\(project.models.map(\.place).listed())); name one "
          + "of them")
    }
    self = model
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
    guard path.hasSuffix(".swift") else {
      let place = path.hasSuffix("/contents") ? ProjectTop.parent(of: path) : path
      self = try Model(try CoreDataReading(source).stated, at: place, framework: .coreData)
      return
    }
    let swift = SwiftModels(
      in: [ProjectSearch.SwiftFile(source: source, place: path)], keepsCode: false,
      mentionsModel: SwiftDataReading.mentionsModel(bytes))
    if let stated = try swift.classes?.models(allVersions: false).first {
      self = try Model(stated, at: path, framework: .swiftData)
    } else if let built = swift.built.last {
      self = try Model(built.stated, at: path, framework: .coreData)
    } else if let stated = try swift.coreStore?.stores(allVersions: false, sources: [source])
      .first?.versions.first
    {
      self = try Model(stated, at: path, framework: .coreData)
    } else {
      throw .badData(
        path,
        "found no model in the Swift source: neither @Model classes, nor CoreStoreObject classes, nor "
          + "code that builds an NSManagedObjectModel")
    }
  }
}
