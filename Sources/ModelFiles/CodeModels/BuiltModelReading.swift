import CompiledOnce
import ObjectGraph
import SourceText

/// Reads a model from the objects that code made.
struct BuiltModelReading {
  /// The model; nil if it has no entities.
  private(set) var stated: StatedModel?
  /// Whether all of it was read.
  private(set) var isWhole = true
  let location: Location
  private let objects: [BuilderObject]
  private var findings: [ModelFinding] = []
  /// The parent of each entity, as indices.
  private var parents: [Int: Int] = [:]
  /// The relationships of each entity that code adds to it which cannot be followed, as indices.
  private var added: [Int: [Int]] = [:]

  init(of model: BuilderObject, among objects: [BuilderObject], gaps: [ModelBuilder.Gap]) {
    location = model.location
    self.objects = objects
    guard let list = model.fields["entities"] else { return }
    var model = StatedModel()
    let entities = elements(of: list, "an entity of the model", entity: nil)
    for entity in entities { readSubentities(of: entity) }
    if !gaps.isEmpty { findAdded(to: entities) }
    var known: Set<Int> = []
    for entity in entities where known.insert(entity).inserted {
      if let read = read(entity: entity) { model.entities.append(read) }
    }
    for gap in gaps {
      isWhole = false
      findings.append(ModelFinding(.warning, .incompleteModel, gap.reason, at: gap.location))
    }
    model.findings = findings
    stated = model
  }

  private mutating func leaveOut(
    _ what: String, at location: Location, entity: String? = nil, relationship: String? = nil,
    taken: String = "left out"
  ) {
    isWhole = false
    findings.append(
      ModelFinding(
        .error, .incompleteModel,
        "\(what) is given by code that cannot be followed; \(taken)", entity: entity,
        relationship: relationship, at: location))
  }

  /// The objects in an array; what else is in it is reported.
  private mutating func elements(
    of value: BuilderValue?, _ what: String, entity: String?
  ) -> [Int] {
    switch value {
    case nil, .nothing?: return []
    case .list(let list)?:
      var found: [Int] = []
      for element in list.elements {
        switch element {
        case .object(let index) where objects[index].coreDataClass != nil: found.append(index)
        case .unknown(let location): leaveOut(what, at: location, entity: entity)
        default: leaveOut(what, at: location, entity: entity)
        }
      }
      return found
    case .unknown(let location)?:
      leaveOut(what, at: location, entity: entity)
      return []
    default:
      leaveOut(what, at: location, entity: entity)
      return []
    }
  }

  private mutating func readSubentities(of entity: Int) {
    for child in elements(of: objects[entity].fields["subentities"], "a subentity", entity: nil) {
      parents[child] = entity
    }
  }

  /// Finds the relationships that no entity lists: that which has one as its inverse leads to its entity.
  private mutating func findAdded(to entities: [Int]) {
    func properties(of entity: Int) -> [Int] {
      guard case .list(let list)? = objects[entity].fields["properties"] else { return [] }
      return list.elements.compactMap { if case .object(let index) = $0 { index } else { nil } }
    }
    let listed = entities.flatMap(properties)
    var known = Set(listed)
    for relationship in listed {
      guard case .object(let inverse)? = objects[relationship].fields["inverseRelationship"],
        case .object(let entity)? = objects[relationship].fields["destinationEntity"],
        objects[inverse].coreDataClass == CoreDataClass.relationship,
        known.insert(inverse).inserted
      else { continue }
      added[entity, default: []].append(inverse)
    }
  }

  private func name(of index: Int) -> (text: String, location: Location)? {
    guard case .text(let text, let location)? = objects[index].fields["name"] else { return nil }
    return (text, location)
  }

  private mutating func read(entity: Int) -> ModelEntity? {
    let object = objects[entity]
    guard let (name, place) = name(of: entity) else {
      let place =
        if case .unknown(let place)? = object.fields["name"] { place } else { object.location }
      leaveOut("the name of an entity", at: place)
      return nil
    }
    var result = ModelEntity(name, at: place)
    result.parent = parents[entity].flatMap { self.name(of: $0)?.text }
    if case .bool(true)? = object.fields["isAbstract"] { result.isAbstract = true }
    switch object.fields["managedObjectClassName"] {
    case .text(let text, _)?:
      result.className = text.split(separator: ".").last.map(String.init)
    default: break
    }
    if case .text(let text, _)? = object.fields["renamingIdentifier"] {
      result.renamingIdentifier = text
    }
    let listed = elements(
      of: object.fields["properties"], "a property of \(name)", entity: name)
    for property in listed + (added[entity] ?? []) {
      let type = objects[property].coreDataClass ?? ""
      if type == CoreDataClass.relationship {
        if let relationship = read(relationship: property, of: name) {
          result.relationships.append(relationship)
        }
      } else if CoreDataClass.attributes.contains(type) {
        if let attribute = read(attribute: property) { result.attributes.append(attribute) }
      }
    }
    readUniqueness(of: object, into: &result)
    return result
  }

  private func read(attribute: Int) -> ModelAttribute? {
    // What an attribute is called bears on no delete.
    guard let (name, place) = name(of: attribute) else { return nil }
    let fields = objects[attribute].fields
    let isOptional = if case .bool(false)? = fields["isOptional"] { false } else { true }
    let hasValue =
      switch fields["defaultValue"] {
      case nil, .nothing?: false
      default: true
      }
    return ModelAttribute(
      declaration: Attribute(name, isOptional: isOptional || hasValue), location: place)
  }

  private mutating func read(relationship: Int, of entity: String) -> ModelRelationship? {
    let object = objects[relationship]
    guard let (name, place) = name(of: relationship) else {
      let place =
        if case .unknown(let place)? = object.fields["name"] { place } else { object.location }
      leaveOut("the name of a relationship of \(entity)", at: place, entity: entity)
      return nil
    }
    let full = "\(entity).\(name)"
    var destination = ""
    switch object.fields["destinationEntity"] {
    case .object(let index)?:
      guard let found = self.name(of: index) else {
        leaveOut("the destination of \(full)", at: place, entity: entity, relationship: name)
        return nil
      }
      destination = found.text
    case nil, .nothing?: break
    case let value?:
      leaveOut(
        "the destination of \(full)", at: value.location ?? place, entity: entity,
        relationship: name)
      return nil
    }
    let isOptional = flag("isOptional", of: object, full, entity, name, place) ?? true
    let isOrdered = flag("isOrdered", of: object, full, entity, name, place) ?? false
    let least = count("minCount", of: object, full, entity, name, place)
    // A relationship that nothing bounds is a to-many.
    let most = count("maxCount", of: object, full, entity, name, place)
    var declaration =
      most == 1
      ? Relationship.toOne(name, destination, isOptional: isOptional)
      : .toMany(
        name, destination, isOptional: isOptional, isOrdered: isOrdered, minCount: least,
        maxCount: most)
    let rule = rule(of: object, full, entity, name, place)
    declaration.deleteRule = rule ?? .standard
    if case .object(let index)? = object.fields["inverseRelationship"] {
      if let inverse = self.name(of: index) { declaration.inverse = .named(inverse.text) }
    } else if case .unknown(let place)? = object.fields["inverseRelationship"] {
      leaveOut(
        "the inverse of \(full)", at: place, entity: entity, relationship: name,
        taken: "read as having no inverse")
    }
    var renaming: String?
    if case .text(let text, _)? = object.fields["renamingIdentifier"] { renaming = text }
    return ModelRelationship(
      declaration: declaration, statedRule: rule, renamingIdentifier: renaming, location: place)
  }

  private mutating func flag(
    _ field: String, of object: BuilderObject, _ full: String, _ entity: String, _ name: String,
    _ place: Location
  ) -> Bool? {
    switch object.fields[field] {
    case nil: return nil
    case .bool(let value)?: return value
    case let value?:
      leaveOut(
        "\(field) of \(full)", at: value.location ?? place, entity: entity, relationship: name,
        taken: "taken as \(field == "isOptional")")
      return nil
    }
  }

  private mutating func count(
    _ field: String, of object: BuilderObject, _ full: String, _ entity: String, _ name: String,
    _ place: Location
  ) -> Int {
    switch object.fields[field] {
    case nil: return 0
    case .number(let count)? where count >= 0: return count
    case .member("max", _)?: return 0
    case let value?:
      // The least number of a to-one says nothing that its being optional does not.
      if field == "minCount" { return 0 }
      leaveOut(
        "\(field) of \(full)", at: value.location ?? place, entity: entity, relationship: name,
        taken: "taken as a to-many")
      return 0
    }
  }

  private mutating func rule(
    of object: BuilderObject, _ full: String, _ entity: String, _ name: String, _ place: Location
  ) -> DeleteRule? {
    guard let value = object.fields["deleteRule"] else { return nil }
    if case .member(let word, _) = value, let rule = Self.rules[word.lowercased()] { return rule }
    leaveOut(
      "the delete rule of \(full)", at: value.location ?? place, entity: entity, relationship: name,
      taken: "taken as Nullify")
    return nil
  }

  private static let rules: [String: DeleteRule] = [
    "cascadedeleterule": .cascade, "denydeleterule": .deny, "noactiondeleterule": .noAction,
    "nullifydeleterule": .nullify,
  ]

  private func readUniqueness(of object: BuilderObject, into entity: inout ModelEntity) {
    guard case .list(let constraints)? = object.fields["uniquenessConstraints"] else { return }
    for case .list(let constraint) in constraints.elements {
      var names: [String] = []
      var place: Location?
      for element in constraint.elements {
        switch element {
        case .text(let text, let location):
          names.append(text)
          place = place ?? location
        case .object(let index):
          if let found = name(of: index) {
            names.append(found.text)
            place = place ?? found.location
          }
        default: break
        }
      }
      guard let place, names.count == constraint.elements.count else { continue }
      entity.uniquenessConstraints.append(UniquenessConstraint(attributes: names, location: place))
      if names.count == 1, let index = entity.attributes.firstIndex(where: { $0.name == names[0] })
      {
        entity.attributes[index].declaration.isUnique = true
      }
    }
  }
}

extension BuilderValue {
  /// The place of the code that should give the value, where it is unknown.
  fileprivate var location: Location? {
    if case .unknown(let location) = self { location } else { nil }
  }
}
