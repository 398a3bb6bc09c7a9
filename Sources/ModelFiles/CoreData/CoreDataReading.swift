import CompiledOnce
import ObjectGraph
import SourceText

/// Reads the `contents` of a Core Data model in one version.
///
/// The format is not documented; what is read here is what Xcode 4 to 26 wrote. What bears on no
/// delete (configurations, fetched properties and requests, positions of the editor) is passed over.
struct CoreDataReading {
  private(set) var stated = StatedModel()

  private var isEntityOpen = false
  /// The entities in configurations that are used with CloudKit; nil where no configuration is.
  private var mirroredEntities: Set<String>?
  private var isMirrored = false
  /// The names of the unknown tags that were met.
  private var unknownTags: Set<String> = []
  /// The depth of the unknown tag around what is read.
  private var unknownDepth: Int?

  init(_ source: SourceFile) throws(ModelError) {
    stated.sources = [source]
    var reading = try XMLReading(source)
    var root: Location?
    while let piece = try reading.next() {
      guard case .start(let tag) = piece else { continue }
      if root != nil {
        add(tag)
      } else if tag.name == "model" {
        root = tag.location
      } else {
        throw .badData(tag.location, Self.otherKind(of: tag))
      }
    }
    guard let root else {
      throw .badData(Location(file: source.path, line: 1, column: 1), "the XML has no tags")
    }
    if stated.entities.isEmpty {
      report(.note, .unreadableModel, "the model has no entities", at: root)
    }
    stated.ignoreComments = reading.comments
    markUniqueAttributes()
    guard let mirroredEntities else { return }
    for index in stated.entities.indices {
      stated.entities[index].isOutsideCloud =
        !mirroredEntities.contains(stated.entities[index].name)
    }
  }

  private mutating func add(_ tag: XMLTag) {
    defer { checkNames(tag) }
    switch (tag.depth, tag.name) {
    case (1, "entity"): addEntity(tag)
    case (2, "relationship") where isEntityOpen: addRelationship(tag)
    case (2, "attribute") where isEntityOpen: addAttribute(tag)
    case (3, "uniquenessConstraint") where isEntityOpen:
      stated.entities[stated.entities.count - 1].uniquenessConstraints.append(
        UniquenessConstraint(attributes: [], location: tag.location))
    case (4, "constraint") where isEntityOpen: addToConstraint(tag)
    case (2, "memberEntity") where isMirrored && !isEntityOpen:
      mirroredEntities?.insert(tag.attributes["name"] ?? "")
    case (1, _):
      isEntityOpen = false
      isMirrored = tag.name == "configuration" && tag.isYes("usedWithCloudKit")
      if isMirrored, mirroredEntities == nil { mirroredEntities = [] }
      checkIsKnown(tag)
    default: checkIsKnown(tag)
    }
  }

  /// The tags that state nothing about deletes where they are, or anywhere.
  private static let otherTags: Set = [
    "attribute", "composite", "compoundIndex", "compoundIndexes", "configuration", "element",
    "elements",
    "constraint", "entry", "fetchIndex", "fetchIndexElement", "fetchRequest", "fetchedProperty",
    "index",
    "memberEntity", "relationship", "uniquenessConstraint", "uniquenessConstraints", "userInfo",
  ]

  /// Reports a tag that no known version of Xcode writes, once per name: what it states is not read.
  private mutating func checkIsKnown(_ tag: XMLTag) {
    // What is in a tag that nobody knows is not read either, and not reported again.
    if let unknown = unknownDepth, tag.depth > unknown { return }
    unknownDepth = nil
    if Self.otherTags.contains(tag.name) { return }
    unknownDepth = tag.depth
    guard unknownTags.insert(tag.name).inserted else { return }
    let suggestion = tag.name.suggestion(among: Self.otherTags.union(["entity"]).sorted())
    report(
      .error, .unreadableModel,
      "the unknown tag <\(tag.name)> and the tags in it are not read\(suggestion)", at: tag.location
    )
  }

  /// Returns a description of a file that isn't a data model.
  private static func otherKind(of root: XMLTag) -> String {
    switch root.name {
    case "document": "this is an Interface Builder document, not a data model"
    case "plist": "this is a property list, not a data model"
    case "database": "this is a mapping model; expected a data model, whose first tag is <model>"
    case "html": "this is a web page, not a data model"
    default: "the first tag is <\(root.name)>; a data model begins with <model>"
    }
  }

  private mutating func addEntity(_ tag: XMLTag) {
    isEntityOpen = true
    stated.entities.append(
      ModelEntity(
        tag.attributes["name"] ?? "", parent: tag.attributes["parentEntity"],
        isAbstract: tag.isYes("isAbstract"), className: tag.className,
        renamingIdentifier: tag.attributes["elementID"],
        at: tag.location))
    checkFlags(["isAbstract"], tag)
  }

  private mutating func addAttribute(_ tag: XMLTag) {
    let hasValue = ["defaultValueString", "defaultDateTimeInterval"]
      .contains { tag.attributes[$0] != nil }
    let isComputed = tag.isYes("derived") || tag.isYes("transient")
    checkFlags(["optional", "derived", "transient"], tag)
    append(
      ModelAttribute(
        declaration: Attribute(
          tag.attributes["name"] ?? "",
          isOptional: tag.isYes("optional") || hasValue || isComputed),
        location: tag.location))
  }

  private mutating func append(_ attribute: ModelAttribute) {
    guard !stated.entities.isEmpty else { return }
    stated.entities[stated.entities.count - 1].attributes.append(attribute)
  }

  private mutating func addToConstraint(_ tag: XMLTag) {
    let entity = stated.entities.count - 1
    let constraint = stated.entities[entity].uniquenessConstraints.count - 1
    if constraint < 0 { return }
    stated.entities[entity].uniquenessConstraints[constraint].attributes.append(
      tag.attributes["value"] ?? "")
  }

  /// Marks the attributes that are unique by themselves.
  ///
  /// A constraint over several attributes says nothing about each of them, and one of an inherited
  /// attribute nothing about the parent's other objects.
  private mutating func markUniqueAttributes() {
    for entity in stated.entities.indices {
      let unique = Set(
        stated.entities[entity].uniquenessConstraints.map(\.attributes).filter { $0.count == 1 }
          .flatMap(\.self))
      for index in stated.entities[entity].attributes.indices
      where unique.contains(stated.entities[entity].attributes[index].name) {
        stated.entities[entity].attributes[index].declaration.isUnique = true
      }
    }
  }

  private mutating func addRelationship(_ tag: XMLTag) {
    guard !stated.entities.isEmpty else { return }
    let entity = stated.entities.count - 1
    let (name, destination) = (
      tag.attributes["name"] ?? "", tag.attributes["destinationEntity"] ?? ""
    )
    checkFlags(["optional", "toMany", "ordered"], tag)
    let isOptional = tag.isYes("optional")
    let (minCount, maxCount) = (count("minCount", tag), count("maxCount", tag))
    var declaration: Relationship
    if tag.isYes("toMany") {
      declaration = .toMany(
        name, destination, isOptional: isOptional, isOrdered: tag.isYes("ordered"),
        minCount: minCount, maxCount: maxCount)
    } else {
      // Old files state counts of a to-one, which add nothing to its being optional or not.
      declaration = .toOne(name, destination, isOptional: isOptional)
      for (key, count) in [("minCount", minCount), ("maxCount", maxCount)] where count > 1 {
        report(
          .error, .impossibleCounts, "\(key) is \(count), but toMany is not YES; taken as to-one",
          tag)
      }
    }
    let rule = rule(tag)
    // As Xcode saves a model without a rule, and its compiled form then says.
    declaration.deleteRule = rule ?? .noAction
    if let inverse = tag.attributes["inverseName"] { declaration.inverse = .named(inverse) }
    stated.entities[entity].relationships.append(
      ModelRelationship(
        declaration: declaration, statedRule: rule,
        renamingIdentifier: tag.attributes["elementID"], location: tag.location,
        inverseInsertionPoint: tag.inverseInsertionPoint))
  }

  private mutating func count(_ key: String, _ tag: XMLTag) -> Int {
    guard let text = tag.attributes[key] else { return 0 }
    if let number = Int(text), number >= 0 { return number }
    report(
      .error, .impossibleCounts, "\(key) is '\(text)'; expected a number; taken as no bound", tag)
    return 0
  }

  private mutating func rule(_ tag: XMLTag) -> DeleteRule? {
    guard let text = tag.attributes["deletionRule"] else {
      report(
        .warning, .missingDeleteRule,
        "no deletion rule; taken as No Action, as Xcode saves such a model", tag)
      return nil
    }
    let rules = DeleteRule.allCases.map { ($0, $0.coreDataName) }
    if let (rule, _) = rules.first(where: { $0.1 == text }) { return rule }
    let suggestion = text.suggestion(among: rules.map(\.1).sorted())
    report(
      .error, .unknownDeleteRule,
      "the deletion rule '\(text)' is none of Nullify, Cascade, Deny and No Action\(suggestion); "
        + "taken as No Action", tag)
    return nil
  }

  /// The attributes that have other names in SwiftData.
  private static let namesInSwiftData = ["deletionRule": "deleteRule"]

  /// The attributes that state something about deletes, by the tags that have them.
  private static let readNames = [
    "entity": ["name", "parentEntity", "isAbstract", "representedClassName", "elementID"],
    "relationship": [
      "name", "optional", "toMany", "ordered", "minCount", "maxCount", "deletionRule",
      "destinationEntity", "inverseName", "inverseEntity", "elementID",
    ],
    "attribute": [
      "name", "optional", "derived", "transient", "defaultValueString", "defaultDateTimeInterval",
    ],
    "constraint": ["value"], "configuration": ["usedWithCloudKit"], "memberEntity": ["name"],
  ]

  /// Reports attributes that are not read because of their spelling.
  private mutating func checkNames(_ tag: XMLTag) {
    guard let names = Self.readNames[tag.name] else { return }
    for name in tag.attributes.keys.sorted() where !names.contains(name) {
      var hint = names.first {
        tag.attributes[$0] == nil && (name.isTypo(of: $0) || Self.namesInSwiftData[$0] == name)
      }.map { "did you mean '\($0)'?" }
      for (other, theirs) in Self.readNames.sorted(by: { $0.key < $1.key }) where hint == nil {
        if theirs.contains(name) { break }
        hint = theirs.first { $0.utf8.count > 4 && name.isTypo(of: $0) }
          .map { "'\($0)' belongs to <\(other)>" }
      }
      guard let hint else { continue }
      report(
        .error, .unreadableModel,
        "the unknown attribute '\(name)' of <\(tag.name)> is not read; \(hint)", at: tag.location)
    }
  }

  /// Reports attributes that are neither YES nor NO; they count as NO.
  private mutating func checkFlags(_ keys: [String], _ tag: XMLTag) {
    for key in keys {
      guard let value = tag.attributes[key], value != "YES", value != "NO" else { continue }
      report(
        .error, .unreadableArgument, "\(key) is '\(value)'; expected YES or NO; taken as NO", tag)
    }
  }

  private mutating func report(
    _ severity: ModelFinding.Severity, _ rule: ModelFinding.Rule, _ message: String,
    at location: Location
  ) {
    stated.findings.append(ModelFinding(severity, rule, message, at: location))
  }

  private mutating func report(
    _ severity: ModelFinding.Severity, _ rule: ModelFinding.Rule, _ message: String, _ tag: XMLTag
  ) {
    let entity = stated.entities.last?.name ?? ""
    let property = tag.name == "entity" ? nil : tag.attributes["name"] ?? ""
    let subject = [entity, property].compactMap(\.self).joined(separator: ".")
    stated.findings.append(
      ModelFinding(
        severity, rule, "\(subject): \(message)", entity: entity, relationship: property,
        at: tag.location))
  }
}

extension String {
  /// True if the text can be written in an XML attribute without escaping.
  package var isPlainInXML: Bool {
    !unicodeScalars.contains { "<&\"'".unicodeScalars.contains($0) || $0.isCommand }
  }
}

extension DeleteRule {
  /// The rule as Core Data's files have it.
  package var coreDataName: String {
    switch self {
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    case .noAction: "No Action"
    }
  }
}

extension XMLTag {
  /// The place where a relationship would name its inverse, which belongs to the destination; nil
  /// if it names one.
  fileprivate var inverseInsertionPoint: InsertionPoint? {
    guard attributes["inverseName"] == nil, attributes["inverseEntity"] == nil,
      let destination = attributes["destinationEntity"], destination.isPlainInXML
    else { return nil }
    return InsertionPoint(
      place: end, prefix: " inverseName=\"", suffix: "\" inverseEntity=\"\(destination)\"")
  }

  fileprivate func isYes(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  /// The class that an entity names, as `Note`, `.Note` or `Module.Note`.
  fileprivate var className: String? {
    attributes["representedClassName"]?.split(separator: ".").last.map(String.init)
  }
}
