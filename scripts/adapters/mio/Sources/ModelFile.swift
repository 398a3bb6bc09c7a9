import CoreDataSwift
import Foundation
import MIOCore

/// The entities of a scenario as the XML that Xcode keeps in a `.xcdatamodel`: MIOCoreData makes models
/// of nothing else.
struct ModelFile {
  private let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// Writes the file, reads it as MIOCoreData does, and removes it.
  func model() throws -> NSManagedObjectModel? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mio-\(UUID().uuidString).xcdatamodel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let contents = folder.appendingPathComponent("contents")
    try Data(xml.utf8).write(to: contents)
    // There is no Objective-C runtime to find classes by name.
    for entity in scenario.entities {
      _MIOCoreRegisterClass(type: Object.self, forKey: entity.name)
    }
    return NSManagedObjectModel(contentsOf: contents)
  }

  private var xml: String {
    element("model", ["type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0"]) {
      scenario.entities.map(entity)
    }
  }

  private func entity(_ entity: Scenario.Entity) -> String {
    var members = ["name": entity.name, "representedClassName": entity.name, "syncable": "YES"]
    members["parentEntity"] = entity.parent
    if entity.abstract == true { members["isAbstract"] = "YES" }
    return element("entity", members) {
      (entity.attributes ?? []).map(attribute)
        + (entity.relationships ?? []).map(relationship)
    }
  }

  private func attribute(_ attribute: Scenario.Attribute) -> String {
    var members = ["name": attribute.name, "attributeType": type(of: attribute.name)]
    if attribute.optional != false { members["optional"] = "YES" }
    return element("attribute", members)
  }

  /// What an attribute of this name is given somewhere; a scenario does not say its type.
  private func type(of attribute: String) -> String {
    let sets = (scenario.steps ?? []).flatMap { [$0] + ($0.prepareForDeletion ?? []) }.map(\.set)
    let given = ((scenario.values ?? []) + sets.compactMap(\.self)).filter {
      $0.count == 3 && $0[1].string == attribute
    }
    for value in given {
      switch value[2] {
      case .bool: return "Boolean"
      case .integer: return "Integer 64"
      case .number: return "Double"
      case .string: return "String"
      case .null, .names: continue
      }
    }
    return "String"
  }

  private func relationship(_ relationship: Scenario.Relationship) -> String {
    var members = ["name": relationship.name, "destinationEntity": relationship.destination]
    if relationship.optional != false { members["optional"] = "YES" }
    if relationship.toMany == true {
      members["toMany"] = "YES"
    } else {
      members["maxCount"] = "1"
    }
    if let count = relationship.minCount, count > 0 { members["minCount"] = "\(count)" }
    if let count = relationship.maxCount, count > 0 { members["maxCount"] = "\(count)" }
    let rules = ["cascade": "Cascade", "deny": "Deny", "noAction": "No Action"]
    members["deletionRule"] = relationship.deleteRule.flatMap { rules[$0] } ?? "Nullify"
    if let inverse = relationship.inverse {
      members["inverseName"] = inverse
      members["inverseEntity"] = relationship.destination
    }
    return element("relationship", members)
  }

  private func element(
    _ name: String, _ members: [String: String], holding parts: () -> [String] = { [] }
  ) -> String {
    let members = members.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined()
    return "<\(name)\(members)>\(parts().joined())</\(name)>"
  }
}
