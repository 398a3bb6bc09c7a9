import SwiftSource

/// The members of types that protocols and classes outside of the code require or may require.
struct FrameworkRequirements {
  /// For each type, the names of these members; nil inside if any may be one.
  private var names: [Int: Set<String>?] = [:]

  /// For each type, the members by which it conforms to protocols that other modules may use.
  private var exports: [Int: Set<String>] = [:]

  init(of code: AppCode) {
    let own = code.types.indices.map { Self.stated(by: $0, in: code) }
    let exported = Self.exported(in: code)
    for type in code.types.indices {
      // Another type may conform by what it inherits, or by what extends its protocols; and an extension may be of
      // each of several types with one name.
      let related = Set(([type] + (code.heirs[type] ?? [])).flatMap(code.lineage))
      let all = related.union(related.flatMap { code.types(at: code.types[$0].path) ?? [] })
      names[type] = all.reduce(into: Set<String>?.some([])) { all, other in
        all = own[other].flatMap { names in all?.union(names) }
      }
      exports[type] = all.reduce(into: []) { $0.formUnion(exported[$1] ?? []) }
    }
  }

  /// The members that each protocol requires which other modules may use.
  private static func exported(in code: AppCode) -> [Int: Set<String>] {
    var found: [Int: Set<String>] = [:]
    func add(_ name: String, of owner: Int?, _ type: SwiftType?) {
      guard let owner, type?.keyword == "protocol", type?.exposure.contains(.modules) == true else {
        return
      }
      found[owner, default: []].insert(name)
    }
    for function in code.functions {
      add(function.declaration.name, of: function.owner, function.enclosing)
    }
    for property in code.properties {
      add(property.declaration.name, of: property.owner, property.enclosing)
    }
    return found
  }

  /// Whether other modules may call a member of a type by a protocol.
  func export(_ name: String, of type: Int?) -> Bool {
    type.flatMap { exports[$0] }?.contains(name) ?? false
  }

  /// Whether a member of a type may be one.
  func include(_ name: String, of type: Int?) -> Bool {
    guard let type, let names = names[type] else { return false }
    return names?.contains(name) ?? true
  }

  /// The names that are required by what a type states itself; nil if they are not known.
  private static func stated(by type: Int, in code: AppCode) -> Set<String>? {
    let entry = code.types[type]
    if entry.isExposed || code.lineage(of: type).count >= Limits.lineage { return nil }
    var names: Set<String> = []
    for (inherited, scope) in entry.inherited {
      for path in code.named(inherited, in: scope) {
        if let parent = code.type(named: path, in: scope), code.types[parent].keyword != "extension"
        {
          continue
        }
        guard let name = path.last, let required = known[name] else { return nil }
        names.formUnion(required)
      }
    }
    return names
  }

  /// The members that frameworks call of types that conform to their protocols, or inherit from their classes, where
  /// that is no override.
  private static let known: [String: Set<String>] = {
    let requiringNothing = [
      "Actor", "AnyObject", "Bool", "CGFloat", "Character", "Comparable", "Copyable", "Decodable",
      "Double", "Equatable",
      "Error", "Float", "Hashable", "Identifiable", "Int", "Int16", "Int32", "Int64", "Int8",
      "NSFetchedResultsController",
      "NSManagedObject", "NSManagedObjectContext", "NSObject", "NSObjectProtocol",
      "NSPersistentCloudKitContainer",
      "NSPersistentContainer", "NSResponder", "NSTableCellView", "NSView", "NSViewController",
      "NSWindowController",
      "Observable", "Operation", "PersistentModel", "Sendable", "SendableMetatype", "String",
      "UIAlertController",
      "UIButton", "UICollectionViewCell", "UICollectionViewController", "UIControl",
      "UIHostingController",
      "UINavigationController", "UIResponder", "UITabBarController", "UITableViewCell",
      "UITableViewController",
      "UIView", "UIViewController", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
      "WKInterfaceController",
    ]
    let representing: Set<String> = [
      "dismantleNSView", "dismantleNSViewController", "dismantleUIView",
      "dismantleUIViewController",
      "makeCoordinator", "makeNSView", "makeNSViewController", "makeUIView", "makeUIViewController",
      "sizeThatFits",
      "updateNSView", "updateNSViewController", "updateUIView", "updateUIViewController",
    ]
    var known: [String: Set<String>] = [
      "App": ["body"], "CaseIterable": ["allCases"], "Codable": ["encode"],
      "CodingKey": ["intValue", "stringValue"], "Commands": ["body"],
      "CustomDebugStringConvertible": ["debugDescription"],
      "CustomStringConvertible": ["description"], "DynamicProperty": ["update"],
      "Encodable": ["encode"],
      "EnvironmentKey": ["defaultValue"],
      "LocalizedError": ["errorDescription", "failureReason", "helpAnchor", "recoverySuggestion"],
      "ModelActor": ["modelContainer", "modelExecutor"],
      "NSFetchedResultsControllerDelegate": [
        "controller", "controllerDidChangeContent", "controllerWillChangeContent",
      ],
      "ObservableObject": ["objectWillChange"], "PreferenceKey": ["defaultValue", "reduce"],
      "PreviewProvider": ["platform", "previews"], "RawRepresentable": ["rawValue"],
      "Scene": ["body"],
      "SchemaMigrationPlan": ["schemas", "stages"],
      "Shape": [
        "animatableData", "body", "layoutDirectionBehavior", "path", "role", "sizeThatFits",
      ],
      "ToolbarContent": ["body"], "VersionedSchema": ["models", "versionIdentifier"],
      "View": ["body"],
      "ViewModifier": ["body"], "Widget": ["body"], "WidgetBundle": ["body"],
    ]
    for name in requiringNothing { known[name] = [] }
    for name in [
      "NSViewControllerRepresentable", "NSViewRepresentable", "UIViewControllerRepresentable",
      "UIViewRepresentable",
    ] { known[name] = representing }
    return known
  }()
}
