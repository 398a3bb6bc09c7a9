import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource

/// The relationships of SwiftData models that nothing in the code gives an object, and the classes of which it makes none.
///
/// Relationships are known by their names: one that any class sets counts as set. Whatever is not certainly a read counts as setting it.
struct UnsetRelationships {
  /// The names of relationships that may be set somewhere.
  private var set: Set<String> = []
  /// The names of classes whose objects the code makes.
  private var made: Set<String> = []
  /// The names of other classes whose objects it may make without their names.
  private var mayBeMade: Set<String> = []
  /// Whether the code is a program that was read as a whole.
  private let isWhole: Bool

  init(of models: [Model], in files: [SwiftDeclarations], areWhole isWhole: Bool) {
    let entities = models.filter { $0.framework == .swiftData }.flatMap(\.entities)
    let classes = Set(entities.map(\.name))
    var (properties, toMany): (Set<String>, Set<String>) = ([], [])
    var declared: Set<Location> = []
    for relationship in entities.flatMap(\.relationships) {
      properties.insert(relationship.name)
      if relationship.declaration.isToMany { toMany.insert(relationship.name) }
      declared.insert(relationship.location)
    }
    self.isWhole = isWhole && !properties.isEmpty
    if properties.isEmpty { return }
    let names = WordSet(classes.union(properties))
    for file in files where readTexts(file.tokens, for: names, properties) {
      read(file.tokens, classes, properties, toMany: toMany, declared)
    }
    if isWhole { mayBeMade = ClassesMadeUnnamed(in: files).among(classes.subtracting(made)) }
  }

  /// Takes what string literals name for set.
  ///
  /// - Returns: Whether the file has one of the names at all, which most files have not.
  private mutating func readTexts(
    _ tokens: SwiftTokens, for names: WordSet, _ properties: Set<String>
  ) -> Bool {
    var isMentioned = false
    tokens.forEachWord(in: 0..<tokens.count, readingTexts: true) { word, index in
      guard names.has(WordSet.hash(of: word)) else { return }
      isMentioned = true
      guard tokens[index]?.name == nil else { return }
      let name = String(decoding: word, as: UTF8.self)
      if properties.contains(name) { set.insert(name) }
    }
    return isMentioned
  }

  /// What a bracket holds.
  private enum Content {
    case parameters, parametersOfInitializer, initializer, other
  }

  private mutating func read(
    _ tokens: SwiftTokens, _ classes: Set<String>, _ properties: Set<String>, toMany: Set<String>,
    _ declared: Set<Location>
  ) {
    // The brackets around a place.
    var around: [(end: Int, content: Content)] = []
    var (endOfParameters, initializers, chain) = (-1, 0, 0)
    for index in 0..<tokens.count {
      while let last = around.last, index >= last.end {
        if last.content == .initializer { initializers -= 1 }
        around.removeLast()
      }
      let start = chain
      if !tokens.continuesChain(at: index) { chain = index + 1 }
      if let end = tokens.end(of: index) {
        var content = Content.other
        if tokens.isMark(index, "("), tokens.isDeclared(before: index, by: "init") {
          content = .parametersOfInitializer
          endOfParameters = end
        } else if tokens.isMark(index, "("), tokens.isWord(index - 2, "func") {
          content = .parameters
        } else if tokens.isMark(index, "{"), (index - 3..<index).contains(endOfParameters) {
          content = .initializer
          initializers += 1
        }
        around.append((end, content))
        if tokens.isMark(index, "("), let name = tokens.calledName(before: index),
          classes.contains(name)
        {
          made.insert(name)
        }
        continue
      }
      guard let name = tokens[index]?.name, properties.contains(name), !set.contains(name)
      else { continue }
      let isInInitializer = initializers > 0
      let isRead =
        if declared.contains(tokens.location(index)) {
          tokens.holdsNothing(from: index)
        } else if tokens.isWord(index - 1, "var") || tokens.isWord(index - 1, "let") {
          // A local variable of an initializer may be what the property is set to.
          !isInInitializer
        } else if tokens.isMark(index + 1, ":") {
          switch around.last?.content {
          case .parameters?: true
          case .parametersOfInitializer?: tokens.isOptionalParameter(at: index)
          default: false
          }
        } else if tokens.isMark(index + 1, "=") {
          isInInitializer && tokens.takesParameter(at: index)
        } else {
          tokens.isRead(at: index, from: start, isToMany: toMany.contains(name))
        }
      if !isRead { set.insert(name) }
    }
  }

  /// The names of the linked relationships of a finding's proof that nothing sets, although the code makes the
  /// objects that have them.
  private func names(for finding: Finding, in model: Model) -> [String] {
    guard let scenario = finding.witness?.scenario else { return [] }
    let entities = Dictionary(
      scenario.objects.map { ($0.name, $0.entity) }, uniquingKeysWith: { first, _ in first })
    return scenario.links.compactMap { link -> String? in
      guard let entity = entities[link.source],
        isMade(entity, in: model),
        let owner = model.schema.entity(entity),
        let relationship = model.schema.relationship(link.relationship, of: owner)
      else { return nil }
      let inverse = model.schema.inverse(of: relationship)?.relationship
      let pair = [relationship, inverse].compactMap(\.self)
      let isSet = pair.contains { set.contains(model.schema.declaration(of: $0).name) }
      return isSet ? nil : model.schema.qualifiedName(of: relationship)
    }.sortedWithoutRepeats()
  }

  /// The names of the entities in a finding's proof of which the code makes no object.
  private func unmade(for finding: Finding, in model: Model) -> [String] {
    let entities = finding.witness?.scenario.objects.map(\.entity) ?? []
    return isWhole ? entities.filter { !isMade($0, in: model) }.sortedWithoutRepeats() : []
  }

  /// Whether the code makes objects of an entity or of one that inherits from it, or in a whole program may do so.
  private func isMade(_ entity: String, in model: Model) -> Bool {
    let kinds = model.schema.entity(entity).map(model.schema.kinds) ?? []
    return kinds.contains { kind in
      let name = model.schema.declaration(of: kind).name
      return made.contains(name) || isWhole && mayBeMade.contains(name)
    }
  }

  /// Notes of findings that the code sets none of what they are about, or makes no object with it: in a program that was
  /// read as a whole, such a finding is a note.
  ///
  /// - Parameters:
  ///   - findings: The findings in a model.
  ///   - model: The model.
  ///   - isStated: Whether a severity is asked for, by the rules of findings.
  func note(
    _ findings: inout [Finding], in model: Model, where isStated: (CheckRule) -> Bool
  ) {
    guard model.framework == .swiftData else { return }
    for index in findings.indices {
      let (names, unmade) = (
        names(for: findings[index], in: model), unmade(for: findings[index], in: model)
      )
      if names.isEmpty, unmade.isEmpty { continue }
      findings[index].notes.append(
        .fact(
          unmade.isEmpty
            ? "no code here sets \(names.listed("or"))"
            : "no code here creates \(unmade.map(\.withArticle).listed("or"))"))
      if isWhole, !isStated(findings[index].rule) { findings[index].severity = .note }
    }
  }
}

/// The classes whose objects code may make without a call of their names.
private struct ClassesMadeUnnamed {
  /// Whether a type that is known by a variable, a parameter or `Self` is made.
  private var areAny = false
  /// The first labels of the initializers that are called without a type; nil for none.
  private var labels: Set<String?> = []
  /// The names of the classes that are decoded, have another name or whose initializers are passed on.
  private var names: Set<String> = []
  /// The first labels of the initializers of classes.
  private var initializers: [String: Set<String?>] = [:]

  init(in files: [SwiftDeclarations]) {
    for file in files {
      for alias in file.aliases {
        if case .named(let path, _)? = alias.type { names.formUnion(path.suffix(1)) }
      }
      for type in file.types {
        let inits = type.functions.filter { $0.name == "init" }
        initializers[type.name, default: []].formUnion(inits.flatMap(Self.firstLabels))
        let isDecoded =
          inits.contains { $0.parameters.first?.label == "from" }
          || type.inherited.contains { $0.mentions("Decodable") || $0.mentions("Codable") }
        if isDecoded { names.insert(type.name) }
      }
      let functions = file.functions + file.types.flatMap(\.functions)
      let generics = functions.flatMap(\.generics) + file.types.flatMap(\.generics)
      read(file.tokens, Set(generics.map(\.name)))
    }
  }

  private mutating func read(_ tokens: SwiftTokens, _ generics: Set<String>) {
    for index in 0..<tokens.count where tokens.isMark(index, "(") || tokens.isWord(index, "init") {
      if tokens.isWord(index, "init") {
        guard tokens.isMark(index - 1, "."), !tokens.isMark(index + 1, "(") else { continue }
        if let name = tokens[index - 2]?.name { names.insert(name) }
        continue
      }
      guard let name = tokens[index - 1]?.name else { continue }
      if name == "Self" || generics.contains(name) { areAny = true }
      guard name == "init", tokens.isMark(index - 2, ".") else { continue }
      let receiver = tokens[index - 3]?.name ?? ""
      if receiver.isEmpty ? tokens.isMark(index - 3, ")") : !Self.words.contains(receiver) {
        // A type that a value says, and not one that is written there.
        if receiver.first?.isUppercase != true { areAny = true }
      } else if !["self", "super"].contains(receiver) {
        labels.insert(tokens.isMark(index + 2, ":") ? tokens[index + 1]?.name : nil)
      }
    }
  }

  /// The words before an initializer that is called without a type, or by another one.
  private static let words: Set<String> = [
    "await", "case", "else", "in", "return", "self", "super", "throw", "try", "where",
  ]

  /// The labels that the first argument of an initializer may have; nil for one without a label, or for none.
  private static func firstLabels(of initializer: SwiftFunction) -> Set<String?> {
    let parameters = initializer.parameters
    let count = (parameters.firstIndex { !$0.hasDefault } ?? parameters.count) + 1
    let labels = parameters.prefix(count).map(\.label)
    return Set(labels + (count > parameters.count ? [nil] : []))
  }

  /// Returns those among some classes.
  func among(_ classes: Set<String>) -> Set<String> {
    if areAny { return classes }
    return classes.filter { name in
      names.contains(name) || !labels.isDisjoint(with: initializers[name] ?? [])
    }
  }
}

extension SwiftTokens {
  /// Whether a property's declaration gives it no object: it has no initial value, or an empty one.
  fileprivate func holdsNothing(from name: Int) -> Bool {
    var index = name + 1
    while let token = self[index], !token.startsLine, !token.isMark(";") {
      if token.isMark("{") { return false }
      if token.isMark("=") {
        return isWord(index + 1, "nil") || isMark(index + 1, "[") && end(of: index + 1) == index + 2
      }
      index = end(of: index).map { $0 + 1 } ?? index + 1
    }
    return true
  }

  /// Whether the bracket at a place has the parameters of what a word declares, as in `init?(`.
  fileprivate func isDeclared(before open: Int, by word: String) -> Bool {
    let name = isMark(open - 1, "?") || isMark(open - 1, "!") ? open - 2 : open - 1
    return isWord(name, word) && !isMark(name - 1, ".")
  }

  /// Whether a property is set to the parameter of its name: `self.trip = trip`.
  fileprivate func takesParameter(at index: Int) -> Bool {
    let isWhole =
      self[index + 3]?.startsLine != false || isMark(index + 3, "}") || isMark(index + 3, ";")
    return isWord(index - 2, "self") && isMark(index - 1, ".")
      && self[index + 2]?.name == self[index]?.name && isWhole
  }

  /// Whether a token can be part of a chain of members, such as `trip.stops?.first`.
  fileprivate func continuesChain(at index: Int) -> Bool {
    self[index]?.name != nil || isMark(index, ".") || isMark(index, "?") || isMark(index, "!")
  }

  /// Whether a place that names a property, in a chain of members from `start` on, certainly gives it no object.
  fileprivate func isRead(at index: Int, from start: Int, isToMany: Bool) -> Bool {
    if isMark(start - 1, "\\") { return isWord(start - 3, "inverse") }
    if isMark(start - 1, "&") || isMark(start - 1, "$") || isMark(start - 1, "_") { return false }
    var next = index + 1
    while isMark(next, "?") || isMark(next, "!") {
      // An operator.
      if self[next]?.followsSpace == true { return true }
      next += 1
    }
    if isMark(next, ".") {
      return !isToMany || self[next + 1]?.name.map(Self.readers.contains) == true
    }
    guard let token = self[next] else { return true }
    if token.startsLine || token.name != nil { return true }
    return [")", ",", "]", "}", "{", ";", "=="].contains { token.isMark($0) }
  }

  /// Whether a parameter has its own name as its label and a default value.
  fileprivate func isOptionalParameter(at name: Int) -> Bool {
    guard isMark(name - 1, "(") || isMark(name - 1, ",") else { return false }
    var index = name + 2
    while index < count, !isMark(index, ","), !isMark(index, ")") {
      if isMark(index, "=") {
        return isWord(index + 1, "nil") || isMark(index + 1, "[") && end(of: index + 1) == index + 2
      }
      index = end(of: index).map { $0 + 1 } ?? index + 1
    }
    return false
  }

  /// The members of a list that put nothing into it.
  private static let readers: Set<String> = [
    "allSatisfy", "compactMap", "contains", "count", "enumerated", "filter", "first", "flatMap",
    "forEach", "indices", "isEmpty", "last", "lazy", "map", "max", "min", "prefix", "randomElement",
    "reduce", "remove", "removeAll", "removeFirst", "removeLast", "reversed", "sorted", "suffix",
  ]
}
