import DeleteMatrix
import ModelFiles
import ObjectGraph

/// Where the relationships of a model's schema are written.
struct Places {
  struct Place {
    let entity: String
    let relationship: String
    let location: Location
  }

  private var places: [RelationshipID: Place] = [:]

  init(_ model: Model) {
    for entity in model.entities {
      for relationship in entity.relationships {
        guard let id = model.id(of: relationship, in: entity) else { continue }
        places[id] = Place(
          entity: entity.name, relationship: relationship.name, location: relationship.location)
      }
    }
  }

  func place(of relationship: RelationshipID) throws(CheckFault) -> Place {
    guard let place = places[relationship] else {
      throw CheckFault(description: "a relationship of the schema is not in the files")
    }
    return place
  }
}
