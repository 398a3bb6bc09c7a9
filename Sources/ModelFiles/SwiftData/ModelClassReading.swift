import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

/// A class with the attribute `@Model`.
struct ModelClass: Sendable {
  var declaration: SwiftType
  /// The file that it is in, as an index.
  var file: Int
  var tokens: SwiftTokens

  var name: String { declaration.name }
}

/// Makes an entity of a model class.
struct ModelClassReading {
  /// A property that is part of the model.
  enum Property {
    case relationship(ModelRelationship)
    case attribute(ModelAttribute)
  }

  /// The result of reading a class.
  struct Reading {
    let entity: ModelEntity
    let findings: [ModelFinding]
    /// The model classes that it leads to, as indices.
    let references: [Int]
    /// Whether code that was not given may tell the type of a property.
    let asksForCode: Bool
  }

  let model: ModelClass
  let names: TypeNames
  private let models: [ModelClass]
  private var values: InitialValueReading
  private(set) var entity: ModelEntity
  private(set) var findings: [ModelFinding] = []
  private(set) var references: [Int] = []

  init(
    _ model: ModelClass, among models: [ModelClass], names: TypeNames, code: BuilderCode? = nil
  ) {
    self.model = model
    self.models = models
    self.names = names
    values = InitialValueReading(
      names: names, code: code, in: model.tokens, scope: model.declaration.path)
    entity = ModelEntity(model.name, at: model.declaration.location)
    entity.systems = model.declaration.systems
    readParent()
    readProperties()
    readUniqueMacros()
  }

  var reading: Reading {
    Reading(
      entity: entity, findings: findings, references: references, asksForCode: values.asksForCode)
  }

  var scope: [String] { model.declaration.path }

  func modelName(_ index: Int) -> String { models[index].name }

  mutating func report(
    _ severity: ModelFinding.Severity, _ rule: ModelFinding.Rule, _ message: String,
    relationship: String? = nil, at location: Location, missingClass: String? = nil
  ) {
    let finding = ModelFinding(
      severity, rule, message, entity: entity.name, relationship: relationship, at: location)
    findings.append(missingClass.map(finding.missing) ?? finding)
  }

  private mutating func readParent() {
    guard let parent = parent(of: model) else { return }
    entity.parent = modelName(parent)
    references.append(parent)
  }

  private func parent(of model: ModelClass) -> Int? {
    guard case .named(let path, _)? = model.declaration.inherited.first else { return nil }
    return names.model(named: path, in: model.declaration.scope)
  }

  /// Whether a class is above another one.
  func isAncestor(_ ancestor: Int, of model: Int) -> Bool {
    var model = model
    // In broken source, classes may inherit in a circle.
    for _ in 0..<Limits.ancestors {
      guard let parent = parent(of: models[model]) else { return false }
      if parent == ancestor { return true }
      model = parent
    }
    return false
  }

  private mutating func readProperties() {
    var read: [String: (property: Property, branch: Int)] = [:]
    for property in model.declaration.properties {
      guard property.isStored, !property.modifiers.contains("static"),
        !property.modifiers.contains("class"),
        !property.attributes.contains(where: { $0.isSwiftData("Transient") }),
        let result = self.property(property)
      else { continue }
      if let first = read[property.name] {
        reportRepetition(of: first.property, by: result, property, branch: first.branch)
        continue
      }
      read[property.name] = (result, property.branch)
      switch result {
      case .relationship(let relationship): entity.relationships.append(relationship)
      case .attribute(let attribute): entity.attributes.append(attribute)
      }
      // A model with more is refused, so nobody will see the rest.
      if read.count > Limits.statements { return }
    }
  }

  private mutating func reportRepetition(
    of first: Property, by second: Property, _ property: SwiftProperty, branch: Int
  ) {
    guard !first.isEqual(second) else { return }
    findings.append(
      .repetition(
        "'\(property.name)' is declared differently in line \(first.location.line)",
        taken: "the first declaration", isConditional: branch != property.branch,
        entity: entity.name, relationship: property.name, at: property.location))
  }

  /// `#Unique<Item>([\.name], [\.shelf, \.place])` makes `name` unique, and the others together.
  private mutating func readUniqueMacros() {
    var unique: Set<String> = []
    for macro in model.declaration.macros where model.tokens[macro]?.text == "#Unique" {
      var open = macro + 1
      if model.tokens.isMark(open, "<") {
        var parser = TypeParser(model.tokens, at: macro + 2)
        if parser.type() != nil { open = parser.index + 1 }
      }
      guard model.tokens.isMark(open, "(") else { continue }
      for argument in model.tokens.arguments(at: open) {
        guard model.tokens.isMark(argument.value.lowerBound, "[") else { continue }
        let names = uniqueNames(in: argument.value)
        if names.isEmpty || entity.uniquenessConstraints.count >= Limits.statements { continue }
        entity.uniquenessConstraints.append(
          UniquenessConstraint(
            attributes: names, location: model.tokens.location(argument.value.lowerBound)))
        if let name = names.first, names.count == 1 { unique.insert(name) }
      }
    }
    for index in entity.attributes.indices where unique.contains(entity.attributes[index].name) {
      entity.attributes[index].declaration.isUnique = true
    }
  }

  /// The names in `[\.name, \Item.place]`.
  private func uniqueNames(in list: Range<Int>) -> [String] {
    model.tokens.arguments(at: list.lowerBound, atMost: Limits.statements).compactMap { path in
      // With or without the type.
      path.value.count == 3 || path.value.count == 4
        ? model.tokens[path.value.upperBound - 1]?.name : nil
    }
  }

  mutating func initialValue(_ range: Range<Int>) -> InitialValue { values.value(of: range) }

  mutating func refer(to model: Int) { references.append(model) }
}

extension ModelClassReading.Property {
  var location: Location {
    switch self {
    case .relationship(let relationship): relationship.location
    case .attribute(let attribute): attribute.location
    }
  }

  /// Whether it says the same as another one, wherever it stands.
  fileprivate func isEqual(_ other: Self) -> Bool {
    switch (self, other) {
    case (.relationship(let one), .relationship(let two)):
      return one.moved(to: two.location) == two.moved(to: two.location)
    case (.attribute(let one), .attribute(var two)):
      two.location = one.location
      return one == two
    default: return false
    }
  }
}

extension ModelFinding {
  /// Something that is declared twice: a mistake, unless each branch of an `#if` has its own.
  ///
  /// - Parameters:
  ///   - found: What was found, and where the other declaration is.
  ///   - taken: Which of the two is taken.
  ///   - isConditional: Whether they are in different branches.
  ///   - entity: The entity that is concerned.
  ///   - relationship: The property that is concerned, if it is not the entity as a whole.
  ///   - location: Where the second declaration is.
  /// - Returns: The finding.
  static func repetition(
    _ found: String, taken: String, isConditional: Bool, entity: String,
    relationship: String? = nil, at location: Location
  ) -> ModelFinding {
    ModelFinding(
      isConditional ? .warning : .error,
      isConditional ? .conditionalDeclaration : .repeatedDeclaration,
      found + (isConditional ? ", in another branch of #if" : "") + "; \(taken) is taken",
      entity: entity, relationship: relationship, at: location)
  }

  /// A class that is declared twice, of which the first is taken.
  static func repetition(of first: ModelClass, by second: ModelClass) -> ModelFinding {
    let (one, two) = (first.declaration, second.declaration)
    let isInOneFile = first.file == second.file
    return .repetition(
      "the class \(two.name) is also declared at \(one.location)", taken: "that declaration",
      isConditional: isInOneFile && one.branch != two.branch, entity: two.name, at: two.location)
  }
}
