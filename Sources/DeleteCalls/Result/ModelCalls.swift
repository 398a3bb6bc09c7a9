import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// The delete calls in the code of an app, and what each is sure to delete.
///
/// ```swift
/// let calls = try ModelCalls(at: ["Trips"])
/// let places = calls.calls.filter { $0.entity == "Trip" }.map(\.location)
/// ```
public struct ModelCalls: Sendable {
  /// The calls, in the order of their places.
  public let calls: [DeleteCall]
  /// The pieces of code that may delete something and are not read, in the order of their places.
  public let gaps: [CodeGap]
  /// The models that they are about.
  package let models: [Model]
  /// The Swift files that they are in.
  package let code: [SwiftDeclarations]
  /// Whether they are all those of a program that was read as a whole.
  package let areOfProgram: Bool

  /// Finds the calls in the files at some paths, about all the models there.
  ///
  /// - Parameter paths: Files or folders with the models and the code of an app.
  /// - Throws: A `ModelError` where there is no model, or a path that is no model's.
  public init(at paths: [String]) throws(ModelError) {
    var reading = Project.Reading([paths])
    reading.keepsCode = true
    self.init(in: try Project(reading))
  }

  /// Finds the calls of a project whose code was kept.
  package init(in project: Project) {
    self.init(
      in: project.code, of: project.models, besides: project.objectiveC,
      isAllCode: project.isAllCode)
  }

  /// Finds the calls in files that were read with their code.
  ///
  /// - Parameters:
  ///   - files: The Swift files.
  ///   - models: The models that the calls are about.
  ///   - objectiveC: The Objective-C files.
  ///   - isAllCode: Whether no other file of the project may call what is in them.
  package init(
    in files: [SwiftDeclarations], of models: [Model], besides objectiveC: [ObjectiveCFile] = [],
    isAllCode: Bool = true
  ) {
    var search = CallSearch(AppCode(files, models, besides: objectiveC))
    if isAllCode { search.uncalled = UncalledDeclarations(in: search.code, besides: objectiveC) }
    areOfProgram = search.uncalled.areOfProgram
    search.searchAll()
    search.applyNewArguments()
    search.applyGivenObjects(
      isAllCode: isAllCode, besides: objectiveC.reduce(into: []) { $0.formUnion($1.words) })
    self.models = models
    code = files
    let others = search.code.calls(in: objectiveC, calling: search.wrappers)
    var found = search.calls + others.calls
    found.sort { ($0.location, $0.kind.rawValue) < ($1.location, $1.kind.rawValue) }
    calls = found
    gaps = (search.gaps + others.gaps).sorted { $0.location < $1.location }
  }
}

extension DeleteCall.Kind {
  /// Whether objects are deleted of which the code says which.
  var deletes: Bool { self == .delete || self == .batchDelete }
}
