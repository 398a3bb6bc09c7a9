import DeleteMatrix
import ObjectGraph
import Scenarios
import SourceText

extension ConformanceResult {
  /// The differences between how the implementation and this package resolved the entities, in
  /// words.
  ///
  /// Empty if there are none, or if the implementation doesn't report its entities.
  package var resolvedOtherwise: [String] {
    guard case .seen(let states) = response, let schema = try? cell.scenario.schema,
      let told = states.lazy.compactMap(\.entities).first
    else { return [] }
    return schema.relationships.flatMap { id -> [String] in
      let expected = schema.declaration(of: id)
      let source = schema.declaration(of: schema.source(of: id)).name
      let place = "\(source).\(expected.name)"
      guard let entity = told.first(where: { $0.name == source }),
        let found = entity.relationships.first(where: { $0.name == expected.name })
      else { return ["\(place) is not there"] }
      let inverse = schema.inverse(of: id).map { schema.declaration(of: $0.relationship).name }
      var foundInverse: String?
      if case .named(let name) = found.inverse { foundInverse = name }
      // Whether a to-many is optional says nothing.
      let facts = [
        ("inverse", foundInverse ?? "none", inverse ?? "none"),
        ("delete rule", found.deleteRule.rawValue, expected.deleteRule.rawValue),
        ("to-many", "\(found.isToMany)", "\(expected.isToMany)"),
        (
          "optional", "\(found.isOptional || found.isToMany)",
          "\(expected.isOptional || expected.isToMany)"
        ),
        ("least count", "\(found.minCount)", "\(expected.minCount)"),
        ("greatest count", "\(found.maxCount)", "\(expected.maxCount)"),
      ]
      return facts.filter { $0.1 != $0.2 }.map { fact, found, expected in
        "\(place): the \(fact) is \(found); expected \(expected)"
      }
    }
  }
}
