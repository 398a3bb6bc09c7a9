import ModelFiles
import ObjectGraph
import SourceText

/// Where a relationship of a model's schema is written, and under which names.
struct Place {
  let entity: String
  let relationship: String
  let location: Location

  init(of relationship: RelationshipID, in model: Model) throws(CheckFault) {
    guard let location = model.location(of: relationship) else {
      throw CheckFault(
        description: "\(model.schema.qualifiedName(of: relationship)) is not in the files")
    }
    self.location = location
    entity = model.schema.declaration(of: model.schema.source(of: relationship)).name
    self.relationship = model.schema.declaration(of: relationship).name
  }
}
