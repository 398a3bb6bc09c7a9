import DeleteRules
import Foundation

/// The package of a reader who followed the tutorial, in which the examples of articles are run.
///
/// The examples name paths as in a package of the reader's own. A suite in an extension of this finds
/// the functions here before the initializers whose names they have, so that the very lines that
/// people read are run with those paths.
enum ReadersPackage {
  private static let bundle = """
    <model>
      <entity name="List">
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
          destinationEntity="Item" inverseName="list" inverseEntity="Item"/>
      </entity>
      <entity name="Item">
        <relationship name="list" optional="YES" maxCount="1" deletionRule="Nullify"
          destinationEntity="List" inverseName="items" inverseEntity="List"/>
      </entity>
    </model>
    """

  private static let trips = """
    import SwiftData
    @Model class Trip {
      @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
    }
    @Model class Stop {
      var trip: Trip?
      @Relationship(deleteRule: .deny) var bills: [Bill] = []
    }
    @Model class Bill { var stop: Stop? }
    func remove(_ trip: Trip, _ bill: Bill, in context: ModelContext) {
      context.delete(bill)
      context.delete(trip)
      trip.stops = []
    }
    """

  /// The files of the tutorial, by their names there.
  static func resource(_ name: String) throws -> String {
    try Checkout.text("\(Checkout.catalogue)/Resources/\(name)")
  }

  /// Makes the package, for as long as something looks at it.
  ///
  /// - Parameters:
  ///   - models: Which of the tutorial's models it has.
  ///   - body: Takes the path of its folder, with a slash.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why there is no such package.
  static func with<Result>(
    models: String = "models-3.swift", _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ path: String) throws {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    try write(resource("package.swift"), "Package.swift")
    try write(resource(models), "App/Models.swift")
    try write(resource("album-list.swift"), "App/AlbumList.swift")
    try write(resource("deletes.json"), "deletes.json")
    try write("{}", ".deleterules.json")
    try write(trips, "Trips/Trips.swift")
    try write(bundle, "App.xcdatamodeld/App.xcdatamodel/contents")
    return try body(folder.path + "/")
  }

  // Initializers, to whoever reads the examples.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  static func Model(at path: String) throws -> DeleteRules.Model {
    try with { try DeleteRules.Model(at: $0 + path) }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  static func Project(at paths: [String]) throws -> DeleteRules.Project {
    try with { folder in try DeleteRules.Project(at: paths.map { folder + $0 }) }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  static func ModelCalls(at paths: [String]) throws -> DeleteRules.ModelCalls {
    try with { folder in try DeleteRules.ModelCalls(at: paths.map { folder + $0 }) }
  }

  /// As much of the matrix as examples use: its name stands for a type in them, too.
  struct ModelMatrix {
    typealias Row = DeleteRules.ModelMatrix.Row
    let rows: [Row]

    init(at path: String, recorded recording: String, on range: ReleaseRange? = nil) throws {
      rows = try ReadersPackage.with { folder in
        if path.hasSuffix(".xcdatamodeld") {
          // What is kept is of the tutorial's model.
          let text = DeleteRules.ModelMatrix(try DeleteRules.Model(at: folder + path)).recording
          try text?.write(toFile: folder + recording, atomically: true, encoding: .utf8)
        }
        return try DeleteRules.ModelMatrix(
          at: folder + path, recorded: folder + recording, on: range
        ).rows
      }
    }
  }
}
