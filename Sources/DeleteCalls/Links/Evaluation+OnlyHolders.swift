import ModelFiles
import ObjectGraph
import SwiftSource

/// The relationships of an object that is the only one of its entity, which therefore hold no more than the code says.
extension Evaluation {
  /// Whether only one object has a relationship, so that what that holds no longer is held by nothing.
  func isOfOnlyHolder(_ use: RelationshipUse) -> Bool {
    !use.isOfNew && code.declaration(use)?.isToMany == false && code.inverse(of: use) == nil
      && code.keepsOne(of: use.entity)
  }

  /// Records that the only object that has a relationship holds something else by that.
  mutating func setOnly(_ use: RelationshipUse, to value: CodeValue, at place: Int) {
    guard isOfOnlyHolder(use) else { return }
    var unlink = Unlinks.Unlink(
      owner: "", use: use, isWhole: true, place: place, isSettled: true, isOfAll: true)
    let source = value.name.flatMap { unlinks.sources[$0] }
    if value.isNew {
      unlinks.add(unlink)
    } else if let left = source.flatMap(nameLeftOut) {
      // `profiles.first { $0 != profile }`
      (unlink.isOfAll, unlink.names) = (false, [left])
      unlinks.add(unlink)
    } else if let name = value.name, !value.isStored, !value.isElement, value.holder.isEmpty,
      source?.contains(where: { tokens.isMark($0, "[") || tokens.isWord($0, "first") }) != true
    {
      unlink.rest = [name]
      unlinks.add(unlink)
    }
  }

  /// The name of the object that an expression leaves out where it chooses another one; nil for any other expression.
  private func nameLeftOut(by range: Range<Int>) -> String? {
    guard let open = range.first(where: { tokens.isMark($0, "{") }),
      case let closure = open..<tokens.after(open), asksForOne(closure, leftOut: true)
    else { return nil }
    let names = names(in: closure, following: false).subtracting(["$0"] + Self.identifiers)
    return names.count == 1 ? names.first : nil
  }

  /// The members that say which object it is.
  private static let identifiers: Set<String> = ["id", "objectID", "persistentModelID", "uuid"]

  /// The object with which a condition compares what a relationship holds, and whether it holds if that is the same; nil
  /// for any other condition.
  private func comparison(
    _ condition: SwiftCondition, of relationship: String
  ) -> (name: String, isEqual: Bool)? {
    guard case .expression(let expression) = condition,
      case .operation(let left, let rest) = expression.form, rest.count == 1,
      ["==", "===", "!=", "!=="].contains(rest[0].mark)
    else { return nil }
    let paths = [left, rest[0].value].compactMap { path(of: $0, []) }.map { path in
      let parts = path.split(separator: ".").map(String.init)
      return parts.last.map(Self.identifiers.contains) == true ? Array(parts.dropLast()) : parts
    }
    guard paths.count == 2, let held = paths.firstIndex(where: { $0.last == relationship }) else {
      return nil
    }
    return (paths[1 - held].joined(separator: "."), rest[0].mark.hasPrefix("="))
  }

  /// The entity of the object that a condition asks for; nil for any other condition.
  private func entity(
    boundBy condition: SwiftCondition, declaring new: [String: CodeValue] = [:]
  ) -> Int? {
    guard case .binding(let pattern, _, let expression) = condition, let name = pattern.onlyName
    else { return nil }
    if let known = new[name] { return known.type.entity }
    guard let expression else {
      return (variable(name) ?? nearby("self").flatMap { property(name, of: $0) })?.type.entity
    }
    var inner = self
    return inner.value(of: expression).type.entity
  }

  /// Returns the reason for which a requirement fails; nil where it is not known.
  func reason(
    ofFailureOf condition: SwiftCondition, declaring new: [String: CodeValue]
  ) -> Unlinks.Reason? {
    if let entity = entity(boundBy: condition, declaring: new) {
      return code.keepsOne(of: entity) ? .missing(entity) : nil
    }
    guard case .expression(let expression) = condition,
      case .operation(let left, let rest) = expression.form, rest.count == 1
    else { return nil }
    for side in [left, rest[0].value] {
      guard let path = path(of: side, []) else { continue }
      for name in path.split(separator: ".").suffix(2).map(String.init).reversed() {
        guard code.relationshipNames.contains(name),
          let compared = comparison(condition, of: name), !compared.isEqual
        else { continue }
        return .holds(relationship: name, name: compared.name)
      }
    }
    return nil
  }

  /// Whether nothing is left to take out by an unlink where a requirement fails for a reason.
  func isReason(_ reason: Unlinks.Reason, for unlink: Unlinks.Unlink) -> Bool {
    switch reason {
    case .missing(let entity): code.isKind(entity, of: unlink.use.entity)
    case .holds(let relationship, let name):
      unlink.isOfAll && relationship == unlink.use.name && unlink.rest.contains(name)
    }
  }

  /// Returns what holds behind a block that may be left out, of an unlink in it that is of the only object which has a
  /// relationship: all of that, or of the object with which the conditions compare what it holds; nil for nothing, or for
  /// any other unlink.
  func ofOnlyHolder(
    _ unlink: Unlinks.Unlink, leftOutBy conditions: [SwiftCondition]
  ) -> Unlinks.Unlink? {
    guard unlink.owner.isEmpty, isOfOnlyHolder(unlink.use) else { return nil }
    var left = unlink
    for condition in conditions {
      if let entity = entity(boundBy: condition), code.isKind(entity, of: unlink.use.entity) {
        continue
      }
      if let compared = comparison(condition, of: unlink.use.name) {
        guard compared.isEqual else {
          left.rest.insert(compared.name)
          continue
        }
        if left.rest.contains(compared.name) { return nil }
        if left.isOfAll { (left.isOfAll, left.names) = (false, [compared.name]) }
        left.names.formIntersection([compared.name])
        left.rest = []
        if left.names.isEmpty { return nil }
        continue
      }
      let isAsked = paths(askedBy: condition).contains { $0.hasSuffix(".\(unlink.use.name)") }
      if !isAsked { return nil }
    }
    return left
  }

  // MARK: Objects that are not in the store yet

  /// Whether the object that a property was made with is inserted only behind a place, so that nothing was in it before.
  func isUninserted(_ owner: String?, _ use: RelationshipUse, at place: Int) -> Bool {
    guard sharing.loops.isEmpty, let owner, let name = madeProperty(owner),
      let open = (0..<place).last(where: {
        tokens.isMark($0, "{") && (tokens.end(of: $0) ?? 0) > place
      }), let end = tokens.end(of: open)
    else { return false }
    let inserts = (0..<tokens.count).filter { index in
      tokens.isWord(index, "insert") && tokens.isMark(index + 1, "(")
        && (index + 2..<tokens.after(index + 1)).contains { tokens.isWord($0, name) }
    }
    guard inserts.count == 1, (place..<end).contains(inserts[0]) else { return false }
    // What it got before would be lost.
    return !(open..<place).contains {
      tokens.isWord($0, use.name) && tokens.isMark($0 - 1, ".") && tokens.isWord($0 - 2, name)
    }
  }

  /// The name of a property of this file that is made with a new object and never set to another; nil for any other
  /// path.
  private func madeProperty(_ path: String) -> String? {
    let parts = path.split(separator: ".").map(String.init)
    guard parts.count == 2, variable(parts[0]) == nil else { return nil }
    let type =
      parts[0] == "self" ? own.type : code.resolved(.named([parts[0]], arguments: []), in: scope)
    let owner = type.instance.isKnown ? type.instance : type
    guard let property = code.property(parts[1], of: owner), property.file == file,
      let value = property.declaration.initialValue, owner.entity == nil,
      tokens[value.lowerBound]?.name?.first?.isUppercase == true,
      tokens.isMark(value.lowerBound + 1, "("),
      tokens.after(value.lowerBound + 1) == value.upperBound
    else { return nil }
    let (name, modifiers) = (property.declaration.name, property.declaration.modifiers)
    let isHidden = ["static", "private", "fileprivate"].contains(where: modifiers.contains)
    guard property.declaration.isConstant || isHidden else { return nil }
    let isSet = (0..<tokens.count).contains {
      tokens.isMark($0 + 1, "=") && (tokens.isWord($0, name) || tokens.isWord($0, "_\(name)"))
        && $0 + 2 != value.lowerBound
    }
    return isSet ? nil : name
  }
}

extension AppCode {
  /// Whether the code keeps one object of an entity and no more: it makes one in one place, or where it has found none,
  /// and asks for no more than the first.
  func keepsOne(of entity: Int) -> Bool {
    if let found = known.onlyOnes[entity] { return found }
    let found = findsOne(of: entity)
    known.onlyOnes[entity] = found
    return found
  }

  private func findsOne(of entity: Int) -> Bool {
    let schema = models[entities[entity].model].schema
    let lineage = schema.lineage(of: entities[entity].id)
    // Whoever holds it may hold another.
    guard kinds(of: [entity]).count == 1,
      !schema.relationships.contains(where: { lineage.contains(schema.destination(of: $0)) })
    else { return false }
    let name = typesByEntity[entity].flatMap { types[$0].path.last } ?? entities[entity].name
    var (made, isAsked) = (0, false)
    for file in files {
      let tokens = file.tokens
      for index in 0..<tokens.count where tokens.isWord(index, name) {
        switch tokens.mention(ofTypeAt: index) {
        case .making:
          if !tokens.isBesideFirst(index, of: name) { made += 1 }
        case .asking(let isOfFirst):
          if !isOfFirst { return false }
          isAsked = true
        case .other: break
        }
      }
    }
    return isAsked && made <= 1
  }
}

extension SwiftTokens {
  /// The use of the name of a class of models.
  fileprivate enum Mention {
    case making
    case asking(isOfFirst: Bool)
    case other
  }

  private static let requests: Set<String> = ["FetchDescriptor", "NSFetchRequest"]

  fileprivate func mention(ofTypeAt index: Int) -> Mention {
    if isMark(index + 1, "(") || isMark(index + 1, ".") && isWord(index + 2, "init") {
      return .making
    }
    let isRequest =
      isMark(index - 1, "<") && isMark(index + 1, ">")
      && self[index - 2]?.name.map(Self.requests.contains) == true
    if isRequest || isMark(index + 1, ".") && isWord(index + 2, "fetchRequest") {
      return .asking(isOfFirst: isBesideFirst(index))
    }
    guard isMark(index - 1, "[") || isMark(index - 1, "<"), !isMark(index + 1, ".") else {
      return .other
    }
    // `@Query private var settings: [Settings]`
    let start = isMark(index - 1, "[") ? index - 1 : index - 2
    guard isMark(start - 1, ":"), let list = self[start - 2]?.name else {
      return .asking(isOfFirst: false)
    }
    let isOfFirst = (0..<count).allSatisfy { place in
      guard isWord(place, list), place != start - 2 else { return true }
      return isMark(place + 1, ".")
        && ["first", "isEmpty"].contains(where: { isWord(place + 2, $0) })
        && !isMark(place + 3, "(") && !isMark(place + 3, "{")
    }
    return .asking(isOfFirst: isOfFirst)
  }

  /// Whether the code in the function around a place asks for the first of a list, or for one object alone.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - name: The class that has to be named there, too; nil for any.
  /// - Returns: Whether it does so in one of the innermost blocks.
  fileprivate func isBesideFirst(_ place: Int, of name: String? = nil) -> Bool {
    var around = place
    for _ in 0..<3 {
      guard let open = (0..<around).last(where: { isMark($0, "{") && (end(of: $0) ?? 0) > place }),
        let end = end(of: open), !beginsType(open)
      else { return false }
      let isOfFirst = (open..<end).contains {
        isWord($0, "first") && isMark($0 - 1, ".") && !isMark($0 + 1, "(") && !isMark($0 + 1, "{")
          || isWord($0, "fetchLimit") && isMark($0 + 1, "=") && self[$0 + 2]?.text == "1"
      }
      let isNamed = name.map { name in
        (open..<end).contains {
          isWord($0, name) && (isMark($0 - 1, "<") || isWord($0 + 2, "fetchRequest"))
        }
      }
      if isOfFirst, isNamed ?? true { return true }
      around = open
    }
    return false
  }

  /// Whether a brace begins the members of a type.
  private func beginsType(_ open: Int) -> Bool {
    let words = ["actor", "class", "enum", "extension", "protocol", "struct"]
    var place = open - 1
    while let token = self[place], !token.isMark("{"), !token.isMark("}"), !token.isMark(";") {
      if words.contains(where: token.isWord) { return true }
      if ["func", "init", "var"].contains(where: token.isWord) { return false }
      place -= 1
    }
    return false
  }
}
