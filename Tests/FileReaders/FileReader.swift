import ModelFiles
import SourceText

/// A place where a file's bytes come in.
package enum FileReader: String, CaseIterable, Sendable {
  /// A pairing, or a manifest: `--matrices`, `run`.
  case matrix
  /// A scenario, written out step by step: `run`.
  case scenario
  /// A recorded matrix of a reader's own model: `matrix MODEL --expect`.
  case recording
  /// Objects and links of a reader's own model: `explain MODEL ENTITY --instances`.
  case instances
  /// Findings that are left alone: `check MODEL --baseline`.
  case baseline
  /// Lines to an adapter: `adapter`.
  case request
  /// Lines of an adapter: `conform -- COMMAND`.
  case answer
  /// What an implementation answered, kept: `conform RECORDING`.
  case answers
  /// What it is known to do otherwise: `conform --known`.
  case known
  /// The `contents` of a Core Data model.
  case coreData
  /// Swift source with `@Model` classes.
  case swiftData
  /// An Objective-C file that deletes.
  case objectiveC
  /// `.xccurrentversion`: which version of a bundle is current.
  case version
  /// `.entitlements`: whether an app has an iCloud container.
  case entitlements
  /// `project.pbxproj`: which files the targets of an Xcode project compile, and with which settings; these may be in
  /// an `.xcconfig`, and those of other builds in a `Package.swift` or a description.
  case xcodeProject

  /// Reads some bytes and goes on as the commands do.
  ///
  /// - Parameter bytes: What the file holds; any bytes.
  /// - Returns: Everything that a user could get to see of it: the problems, or all reports.
  /// - Throws: What no file can be at fault for.
  package func read(_ bytes: [UInt8]) throws -> String {
    do {
      switch self {
      case .matrix, .scenario: return try suite(bytes)
      case .recording: return try recording(bytes)
      case .instances: return try instances(bytes)
      case .baseline: return try baseline(bytes)
      case .request: return try request(bytes)
      case .answer: return try answer(bytes)
      case .answers: return try answers(bytes)
      case .known: return try known(bytes)
      case .coreData: return try model(bytes, as: "App.xcdatamodel/contents")
      case .swiftData: return try model(bytes, as: "Models.swift")
      case .objectiveC: return try objectiveC(bytes)
      case .version: return try version(bytes)
      case .entitlements: return try entitlements(bytes)
      case .xcodeProject: return xcodeProject(bytes)
      }
    } catch let error as DataError {
      return "refused: \(error)"
    } catch let error as ModelError {
      return "refused: \(error)"
    }
  }
}

/// Two answers that must be the same, and are not.
struct Contradiction: Error {
  let description: String

  init(_ description: String) { self.description = description }
}
