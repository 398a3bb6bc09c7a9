import CompiledOnce
import SwiftSource

extension ModelClassReading {
  /// The class that a relationship would lead to, and that none of the given files declares; nil
  /// where one of them does, or a system's module.
  func missingClass(_ shape: RelationshipShape) -> String? {
    // A type within one that is declared may be what the compiler makes, such as `Item.ID`.
    guard let first = shape.destination.first, let name = shape.destination.last,
      names.meaning(of: shape.destination, in: scope) == nil,
      names.meaning(of: [first], in: scope) == nil,
      name.first?.isUppercase ?? false, !Self.isOfSystem(shape.destination)
    else { return nil }
    return name
  }

  /// Says so where an attribute is perhaps a relationship to a class in another file.
  ///
  /// Only where it can be nothing or many: what is just one is mostly an enumeration or a structure.
  mutating func reportMissingClass(_ property: SwiftProperty, _ shape: RelationshipShape) {
    // A type within another is the value type of a package; a model class is named by itself.
    guard shape.isToMany || shape.isOptional, shape.destination.count == 1,
      !property.attributes.contains(where: isAttribute),
      let missing = missingClass(shape)
    else { return }
    report(
      .note, .unknownDestination,
      "'\(property.name)' is taken for an attribute, because \(missing) is declared in none of the "
        + "given files",
      at: property.location, missingClass: missing)
  }

  /// SwiftData's `@Attribute` is never on a relationship.
  private func isAttribute(_ attribute: SwiftAttribute) -> Bool {
    attribute.isSwiftData("Attribute")
  }

  static func isOfSystem(_ path: [String]) -> Bool {
    path.contains { name in
      let start = name.prefix(3)
      return modules.contains(name) || standardTypes.contains(name)
        || start.count == 3 && prefixes.contains(String(start.prefix(2)))
          && start.allSatisfy(\.isUppercase)
    }
  }

  private static let modules: Set<String> = [
    "CloudKit", "CoreData", "CoreGraphics", "CoreLocation", "Foundation", "MapKit", "Swift",
    "Self", "SwiftData", "SwiftUI", "UIKit", "UniformTypeIdentifiers",
  ]
  /// The prefixes of the frameworks from before Swift; in their types, a capital letter follows.
  private static let prefixes: Set<String> = [
    "AR", "AV", "CA", "CB", "CG", "CI", "CK", "CL", "CM", "CN", "CT", "EK", "GK", "HK", "HM", "LA",
    "LP", "MD", "MK", "ML", "MP", "MT", "NL", "NS", "NW", "PH", "PK", "SF", "SK", "SL", "ST", "TK",
    "UI", "UN", "UT", "VN", "WK",
  ]
  private static let standardTypes: Set<String> = [
    "Angle", "Any", "AnyHashable", "AnyObject", "Array", "AttributedString", "Axis", "Bool",
    "Bundle",
    "Calendar", "Character", "CharacterSet", "ClosedRange", "Codable", "Color", "ColorScheme",
    "Data", "Date",
    "DateComponents", "DateInterval", "Decimal", "Decodable", "Dictionary", "Dimension", "Double",
    "Duration",
    "Edge", "Encodable", "Error", "FileManager", "Float", "Float16", "Float32", "Float64",
    "Float80", "Font",
    "Image", "IndexPath", "IndexSet", "Int", "Int128", "Int16", "Int32", "Int64", "Int8",
    "JSONDecoder", "JSONEncoder",
    "LocalizedStringKey", "LocalizedStringResource", "Locale", "Measurement", "ModelContext",
    "Never", "Notification", "Operation", "OperationQueue", "Optional", "PersistentIdentifier",
    "PersistentModel", "PersonNameComponents", "Predicate", "ProcessInfo", "Progress", "Range",
    "Regex", "SIMD2",
    "SIMD3", "SIMD4", "Set", "StaticString", "String", "Substring", "Task", "TimeInterval",
    "TimeZone",
    "Timer", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLComponents",
    "URLRequest", "UUID", "Unicode", "Unit", "UnitArea", "UnitLength", "UnitMass",
    "UnitTemperature", "UnitVolume", "UserDefaults", "Void",
  ]
}
