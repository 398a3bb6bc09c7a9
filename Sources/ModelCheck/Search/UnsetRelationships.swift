import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource

/// The relationships of SwiftData models that nothing in the code gives an object, by their names: one that
/// any class sets counts as set.
///
/// Whatever is not certainly a read counts as setting it.
struct UnsetRelationships {
  /// The names of relationships that may be set somewhere.
  private var set: Set<String> = []
  /// The names of classes whose objects the code makes.
  private var made: Set<String> = []

  init(of models: [Model], in files: [SwiftDeclarations]) {
    let entities = models.filter { $0.framework == .swiftData }.flatMap(\.entities)
    let classes = Set(entities.map(\.name))
    var (properties, toMany): (Set<String>, Set<String>) = ([], [])
    var declared: Set<Location> = []
    for relationship in entities.flatMap(\.relationships) {
      properties.insert(relationship.name)
      if relationship.declaration.isToMany { toMany.insert(relationship.name) }
      declared.insert(relationship.location)
    }
    if properties.isEmpty { return }
    let names = WordSet(classes.union(properties))
    for file in files where readTexts(file.tokens, for: names, properties) {
      read(file.tokens, classes, properties, toMany: toMany, declared)
    }
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
      guard let entity = entities[link.source], made.contains(entity),
        let owner = model.schema.entity(entity),
        let relationship = model.schema.relationship(link.relationship, of: owner)
      else { return nil }
      let inverse = model.schema.inverse(of: relationship)?.relationship
      let pair = [relationship, inverse].compactMap(\.self)
      let isSet = pair.contains { set.contains(model.schema.declaration(of: $0).name) }
      return isSet ? nil : model.schema.qualifiedName(of: relationship)
    }.sortedWithoutRepeats()
  }

  /// Notes of findings that the code sets none of what they are about.
  func note(_ findings: inout [Finding], in model: Model) {
    guard model.framework == .swiftData else { return }
    for index in findings.indices {
      let names = names(for: findings[index], in: model)
      if names.isEmpty { continue }
      findings[index].notes.append(.fact("no code here sets \(names.listed("or"))"))
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
