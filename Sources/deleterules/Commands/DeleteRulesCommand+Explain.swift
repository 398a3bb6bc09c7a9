import DeleteMatrix
import ModelDeletes
import ModelFiles
import ObjectGraph
import Reporting
import SourceText

extension DeleteRulesCommand {
  /// Says why a cell comes out as it does.
  static func explainCell(_ options: CommandLineOptions) throws -> ExitCode {
    let suite = try suite(options)
    let cells =
      suite.cells(of: options.framework ?? .swiftData)
      + (options.framework == nil ? suite.cells(of: .coreData).filter { $0.tableEntry == nil } : [])
    guard let id = options.arguments.first, let cell = cells.first(where: { $0.id == id }) else {
      let id = options.arguments.first ?? ""
      throw options.usage("no cell is called '\(id)'\(hint(for: id, among: cells.map(\.id)))")
    }
    try deliver(try Explanation(Runner().run(cell)).text, options)
    return .ok
  }

  /// The id that was meant, or those that begin like the word, or how to name a model's entity.
  private static func hint(for word: String, among ids: [String]) -> String {
    let near = word.suggestion(among: ids)
    if !near.isEmpty { return near }
    let longer = word.isEmpty ? [] : ids.filter { $0.hasPrefix(word) }
    if let first = longer.first {
      return "; \(longer.count) begin like that, such as '\(first)'"
    }
    return InputFiles.exists(word) ? "; to explain a delete of a model, name an entity too" : ""
  }

  /// Says what deleting an object of an entity does.
  static func explainEntity(_ options: CommandLineOptions) throws -> ExitCode {
    if options.has(.only) && !options.has(.instances) {
      throw options.usage(
        "'--only' means nothing to 'explain MODEL ENTITY' without '--instances'")
    }
    let model = try oneModel(at: options.arguments[0], options)
    reportErrors(of: model)
    let name = options.arguments[1]
    guard let entity = model.schema.entity(name) else {
      let known = model.entities.map(\.name)
      throw options.usage(
        "\(model.name) has no entity '\(name)'\(name.suggestion(among: known))")
    }
    let format: EffectsReport = try options.format()
    guard let path = options[.instances] else {
      try deliver(format.text(of: EntityEffects(of: entity, in: model), in: model), options)
      return .ok
    }
    let instances = try Instances(file: InputFiles.file(path), of: model)
    let effects = InstanceEffects.all(
      of: entity, in: instances, fitting: options[.only].map { CellPattern($0) })
    if let pattern = options[.only], effects.isEmpty {
      throw options.usage("no object of \(name) fits '\(pattern)'")
    }
    do {
      try deliver(try format.text(of: effects, entity: entity, in: model), options)
    } catch let error as NotOneObject {
      throw options.usage(error.description)
    }
    return .ok
  }
}
