import SourceText
import SwiftSource

/// A function or a computed property that nothing in a program calls.
package struct UncalledCode: Hashable, Sendable {
  /// The name, as in `removeAll()`, or that of the property.
  package let name: String
  package var location: Location
  /// Whether code mentions it that nothing calls either.
  package let isMentioned: Bool

  /// Words the absence of calls of some of these.
  ///
  /// - Parameters:
  ///   - all: The functions and properties.
  ///   - place: Returns the words for a place.
  /// - Returns: A clause without a full stop.
  package static func words(_ all: [UncalledCode], _ place: (Location) -> String) -> String {
    let names = all.map { "\($0.name) (\(place($0.location)))" }.listed("or")
    let rest = all.contains(where: \.isMentioned) ? " except code that is itself not called" : ""
    return "nothing in this code calls \(names)\(rest)"
  }
}

/// The functions and the computed properties of a program that nothing calls.
///
/// Such a name appears nowhere in the code, apart from its declaration and from others that nothing calls: not in a
/// string, and not in Objective-C. Frameworks call none of them, as far as their types conform only to protocols whose
/// requirements are known.
struct UncalledDeclarations {
  /// Whether the code is a program that was read as a whole.
  private(set) var areOfProgram = false
  private var functions: [Int: UncalledCode] = [:]
  private var properties: [Int: UncalledCode] = [:]

  /// A function or a property with a body.
  private struct Candidate {
    let name: String
    let file: Int
    let body: Range<Int>
    /// The number of the function or the property, whichever it is.
    var function: Int?
    var property: Int?
    let location: Location
    /// The candidates whose bodies mention it; -1 for other code.
    var mentions: Set<Int> = []
  }

  init() {}

  /// Finds them; none in what is no program, or was not read as a whole.
  init(in code: AppCode, besides objectiveC: [ObjectiveCFile]) {
    let starts = Set(code.files.indices.filter { code.files[$0].startsProgram })
    let isProgram =
      !starts.isEmpty
      || objectiveC.contains { $0.path.hasSuffix("main.m") || $0.path.hasSuffix("main.mm") }
    guard isProgram, code.files.allSatisfy(\.problems.isEmpty) else { return }
    areOfProgram = true
    var candidates = Self.candidates(in: code, starting: starts)
    Self.addMentions(to: &candidates, in: code)
    let words = objectiveC.reduce(into: Set<String>()) { $0.formUnion($1.words) }.sorted()
    // The first word of a selector may begin with the name.
    for index in candidates.indices {
      let next = words[words.index(from: candidates[index].name, by: \.self)...].first
      if next?.hasPrefix(candidates[index].name) == true { candidates[index].mentions.insert(-1) }
    }
    var called = Set(candidates.indices.filter { candidates[$0].mentions.contains(-1) })
    var next = Array(called)
    var mentioned: [Int: [Int]] = [:]
    for (index, candidate) in candidates.enumerated() {
      for mention in candidate.mentions { mentioned[mention, default: []].append(index) }
    }
    while let caller = next.popLast() {
      next += (mentioned[caller] ?? []).filter { called.insert($0).inserted }
    }
    for (index, candidate) in candidates.enumerated() where !called.contains(index) {
      let found = UncalledCode(
        name: candidate.function == nil ? "'\(candidate.name)'" : "\(candidate.name)()",
        location: candidate.location, isMentioned: !candidate.mentions.subtracting([index]).isEmpty)
      if let function = candidate.function { functions[function] = found }
      if let property = candidate.property { properties[property] = found }
    }
  }

  /// The function or property around a body, if nothing calls it.
  func code(ofFunction function: Int?, property: Int?) -> UncalledCode? {
    function.flatMap { functions[$0] } ?? property.flatMap { properties[$0] }
  }

  /// The functions and computed properties that only code with their names can call.
  private static func candidates(in code: AppCode, starting starts: Set<Int>) -> [Candidate] {
    let requirements = Requirements(of: code)
    func isHidden(
      _ name: String, _ exposure: SwiftExposure, _ owner: Int?, _ type: SwiftType?, in file: Int
    ) -> Bool {
      let all = exposure.union(type.map(\.exposure) ?? [])
      if all.contains(.other) || requirements.include(name, of: owner) { return false }
      return !all.contains(.modules) || starts.contains { !code.isOfOtherTarget($0, than: file) }
    }
    var found: [Candidate] = []
    for (number, function) in code.functions.enumerated() {
      let declared = function.declaration
      guard let body = declared.body, !isCalledUnnamed(declared.name),
        isHidden(
          declared.name, declared.exposure, function.owner, function.enclosing, in: function.file)
      else { continue }
      found.append(
        Candidate(
          name: declared.name, file: function.file, body: body, function: number,
          location: declared.location))
    }
    for property in code.properties where !property.declaration.isStored {
      let declared = property.declaration
      guard let brace = declared.accessors,
        let end = code.files[property.file].tokens.end(of: brace),
        !isCalledUnnamed(declared.name),
        isHidden(
          declared.name, declared.exposure, property.owner, property.enclosing, in: property.file)
      else { continue }
      found.append(
        Candidate(
          name: declared.name, file: property.file, body: brace..<end, property: property.number,
          location: declared.location))
    }
    return found
  }

  /// Whether code calls a function or property of a name without that word.
  private static func isCalledUnnamed(_ name: String) -> Bool {
    let names: Set<String> = [
      "appendInterpolation", "appendLiteral", "deinit", "dynamicallyCall", "init", "main",
      "projectedValue",
      "subscript", "wrappedValue",
    ]
    return AppCode.isUnwritten(name) || names.contains(name) || name.hasPrefix("build")
  }

  /// Adds the bodies that mention each.
  private static func addMentions(to candidates: inout [Candidate], in code: AppCode) {
    var byName: [UInt64: [Int]] = [:]
    var byFile: [Int: [Int]] = [:]
    for (index, candidate) in candidates.enumerated() {
      byName[WordSet.hash(of: Array(candidate.name.utf8)[...]), default: []].append(index)
      byFile[candidate.file, default: []].append(index)
    }
    for (file, declarations) in code.files.enumerated() {
      let bodies = (byFile[file] ?? []).sorted {
        candidates[$0].body.lowerBound < candidates[$1].body.lowerBound
      }
      var next = 0
      let tokens = declarations.tokens
      tokens.forEachWord(in: 0..<tokens.count, readingTexts: true) { word, place in
        guard let named = byName[WordSet.hash(of: word)],
          !["func", "let", "var"].contains(where: { tokens.isWord(place - 1, $0) })
        else { return }
        while next < bodies.count, candidates[bodies[next]].body.upperBound <= place { next += 1 }
        let isInside = next < bodies.count && candidates[bodies[next]].body.contains(place)
        for index in named { candidates[index].mentions.insert(isInside ? bodies[next] : -1) }
      }
    }
  }
}

/// The members of types that protocols and classes outside of the code require or may require.
private struct Requirements {
  /// For each type, the names of these members; nil inside if any may be one.
  private var names: [Int: Set<String>?] = [:]

  init(of code: AppCode) {
    let own = code.types.indices.map { Self.stated(by: $0, in: code) }
    for type in code.types.indices {
      // Another type may conform by what it inherits, or by what extends its protocols.
      let related = Set(([type] + (code.heirs[type] ?? [])).flatMap(code.lineage))
      names[type] = related.reduce(into: Set<String>?.some([])) { all, other in
        all = own[other].flatMap { names in all?.union(names) }
      }
    }
  }

  /// Whether a member of a type may be one.
  func include(_ name: String, of type: Int?) -> Bool {
    guard let type, let names = names[type] else { return false }
    return names?.contains(name) ?? true
  }

  /// The names that are required by what a type states itself; nil if they are not known.
  private static func stated(by type: Int, in code: AppCode) -> Set<String>? {
    let entry = code.types[type]
    if code.lineage(of: type).count >= Limits.lineage { return nil }
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
      "Error", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "NSFetchedResultsController",
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
      "EnvironmentKey": ["defaultValue"], "Hashable": ["hash", "hashValue"], "Identifiable": ["id"],
      "LocalizedError": ["errorDescription", "failureReason", "helpAnchor", "recoverySuggestion"],
      "ModelActor": ["modelContainer", "modelExecutor", "unownedExecutor"],
      "NSFetchedResultsControllerDelegate": [
        "controller", "controllerDidChangeContent", "controllerWillChangeContent",
      ],
      "ObservableObject": ["objectWillChange"], "PreferenceKey": ["defaultValue", "reduce"],
      "PreviewProvider": ["platform", "previews"], "RawRepresentable": ["rawValue"],
      "Scene": ["body"],
      "SchemaMigrationPlan": ["schemas", "stages"], "Shape": ["path", "sizeThatFits"],
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
