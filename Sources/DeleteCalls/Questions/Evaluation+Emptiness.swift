import ModelFiles
import ObjectGraph
import SwiftSource

/// What conditions say about whether values hold anything.
extension Evaluation {
  /// The values known to be empty or not.
  typealias Emptiness = Consequences<Contents>

  /// Returns what conditions say that declare some values.
  func emptiness(
    saidBy conditions: [SwiftCondition], declaring new: [String: CodeValue]
  ) -> Emptiness {
    var inner = self
    if !new.isEmpty { inner.variables.append(new) }
    let all = conditions.map { condition in
      switch condition {
      case .expression(let expression): inner.emptiness(saidBy: expression)
      case .binding(_, _, let expression?): emptiness(ofNil: expression).opposite
      case .match(let pattern, let expression) where pattern.takesWhatIsThere:
        Emptiness(failing: emptiness(ofNil: expression).holding)
      case .match: Emptiness()
      case .binding, .availability: Emptiness()
      }
    }
    var said = Emptiness.all(all)
    // A fetch that fails is taken for one that finds nothing.
    if all.count == 2, entity(fetchedBy: conditions[0]) != nil { said.failing = all[1].failing }
    return said
  }

  func emptiness(saidBy expression: SwiftExpression) -> Emptiness {
    switch expression.form {
    case .prefix(["!"], let value): return emptiness(saidBy: value).opposite
    case .tuple(let parts) where parts.count == 1: return emptiness(saidBy: parts[0].value)
    case .effect(_, let value): return emptiness(saidBy: value)
    case .name(let name):
      return (answers[name.text] ?? answer(ofOwnProperty: name.text))?.said ?? Emptiness()
    case .postfix(let base, let suffixes):
      if case .name(let name) = base.form, suffixes.count == 1,
        case .call(let arguments) = suffixes[0].form
      {
        return emptiness(saidByCallOf: name.text, arguments)
      }
      guard case .member(let name)? = suffixes.last?.form else { return Emptiness() }
      if name.text != "isEmpty" {
        return answer(named: name.text, of: base, suffixes)?.said ?? Emptiness()
      }
      return .none(in: names(of: base, suffixes.dropLast()))
    case .operation(let first, let rest):
      let all = [first] + rest.map(\.value)
      switch rest[0].mark {
      case "&&": return .all(all.map(emptiness(saidBy:)))
      case "||": return .any(all.map(emptiness(saidBy:)))
      case let mark where rest.count == 1: return emptiness(saidBy: first, mark, rest[0].value)
      default: return Emptiness()
      }
    default: return Emptiness()
    }
  }

  /// Returns what a comparison with nil, true, false or of a count says about emptiness, or an answer with a
  /// default.
  func emptiness(
    saidBy left: SwiftExpression, _ mark: String, _ right: SwiftExpression
  ) -> Emptiness {
    switch right.form {
    case .nothing:
      let said = emptiness(ofNil: left)
      return mark == "==" ? said : mark == "!=" ? said.opposite : Emptiness()
    case .bool(let isTrue) where mark == "??":
      var said = emptiness(saidBy: left)
      // What is nil holds nothing.
      if isTrue { said.holding.full = [] } else { said.failing.full = [] }
      return said
    case .bool(let isTrue):
      let said = emptiness(saidBy: left)
      return (mark == "==") == isTrue ? said : said.opposite
    case .array(let elements) where elements.isEmpty:
      let said = Emptiness.none(in: names(of: left, []))
      return mark == "==" ? said : mark == "!=" ? said.opposite : Emptiness()
    case .number(let text):
      guard let number = Int(text), let names = names(countedBy: left.plain) else {
        return Emptiness()
      }
      func contents(_ range: ClosedRange<Int>) -> Contents {
        Contents(
          empty: range.upperBound == 0 ? names : [], full: range.lowerBound > 0 ? names : [],
          single: range.upperBound == 1 ? names : [])
      }
      let (less, more) = (max(number - 1, 0), max(number, 0) + 1)
      let (to, from) = (contents(0...max(number, 0)), contents(more...Int.max))
      // No count is less than 0.
      let (below, above) = (
        number > 0 ? contents(0...less) : Contents(), contents(max(number, 0)...Int.max)
      )
      switch mark {
      case "==":
        return Emptiness(
          holding: contents(number...number), failing: number == 0 ? from : Contents())
      case "!=":
        return Emptiness(
          holding: number == 0 ? from : Contents(), failing: contents(number...number))
      case "<=": return Emptiness(holding: to, failing: from)
      case ">": return Emptiness(holding: from, failing: to)
      case "<": return Emptiness(holding: below, failing: above)
      case ">=": return Emptiness(holding: above, failing: below)
      default: return Emptiness()
      }
    default: return Emptiness()
    }
  }

  /// The names of the value whose objects an expression counts; nil for any other expression.
  func names(countedBy expression: SwiftExpression) -> Set<String>? {
    if case .name(let name) = expression.form {
      return (answers[name.text] ?? answer(ofOwnProperty: name.text))?.counted
    }
    guard case .postfix(let base, let suffixes) = expression.plain.form else { return nil }
    switch suffixes.last?.form {
    case .member(let name) where name.text == "count":
      return names(of: base, suffixes.dropLast())
    case .member(let name):
      return answer(named: name.text, of: base, suffixes)?.counted
    case .call:
      guard case .member(let name)? = suffixes.dropLast().last?.form,
        ["count", "fetchCount"].contains(name.text)
      else { return nil }
      return holders(askedForBy: base, suffixes[...])
    default: return nil
    }
  }

  /// Returns what it says about emptiness that a value is nil.
  func emptiness(ofNil expression: SwiftExpression) -> Emptiness {
    // A list without a first element has none.
    if case .postfix(let base, let suffixes) = expression.plain.form,
      case .member(let name)? = suffixes.last?.form, ["first", "last"].contains(name.text)
    {
      return .none(in: names(of: base, suffixes.dropLast()))
    }
    let names = names(of: expression, [])
    return Emptiness(
      holding: Contents(empty: names),
      failing: Contents(full: isToOne(expression) ? names : []))
  }

  /// Whether a value is that of a relationship to one object.
  private func isToOne(_ expression: SwiftExpression) -> Bool {
    guard case .postfix(let base, let suffixes) = expression.plain.form, suffixes.count == 1,
      case .member(let name) = suffixes[0].form, case .name(let owner) = base.form,
      let entity = nearby(owner.text)?.type.entity,
      case .entity? = code.destination(name.text, of: entity)
    else { return false }
    return true
  }

  /// The names of a value, as ``CodeValue/name`` has them: its own, and that of the relationship of which it is
  /// a copy.
  func names(
    of base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>
  ) -> Set<String> {
    var names = Set([path(of: base, suffixes)].compactMap(\.self))
    names.formUnion(holders(askedForBy: base, suffixes))
    if suffixes.isEmpty, case .name(let name) = base.plain.form, let value = variable(name.text),
      value.copied != nil, !value.isPart, let holder = value.holder.first, holder.path.count == 1
    {
      names.insert("\(holder.name).\(holder.path[0].name)")
    }
    return names
  }

  /// The entity of what a condition declares that a fetch finds, unless that fails; nil for any other condition.
  func entity(fetchedBy condition: SwiftCondition) -> Int? {
    guard case .binding(_, _, let expression?) = condition,
      case .effect(let effects, _) = expression.form,
      effects.contains(where: { if case .triesOptionally = $0 { true } else { false } })
    else { return nil }
    return entity(fetchedAt: expression.tokens)
  }

  /// The relationships of which a fetched value says whether they hold anything: those that a fetch for all
  /// holders of an object compares with that, each behind its name.
  private func holders(
    askedForBy base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>
  ) -> Set<String> {
    let range =
      base.tokens.lowerBound..<(suffixes.last?.tokens.upperBound ?? base.tokens.upperBound)
    guard let entity = entity(fetchedAt: range) else { return [] }
    var found: Set<String> = []
    for (property, names) in held(byAllFetchedAt: range, orByAny: true)
    where code.destination(property, of: entity) != nil {
      let use = RelationshipUse(entity: entity, name: property, isOfNew: false)
      let relationships = [code.name(of: use), code.inverse(of: use)?.name].compactMap(\.self)
      for name in names { found.formUnion(relationships.map { "\(name).\($0)" }) }
    }
    return isOfAll(fetchedAt: range) ? found.union(holders(ofAnyOf: entity)) : found
  }

  /// The relationships of all variables that hold nothing where no object of an entity is there.
  private func holders(ofAnyOf entity: Int) -> Set<String> {
    var found: Set<String> = []
    for (name, value) in variables.joined() {
      guard let owner = value.type.entity, value.type.isOfObjects else { continue }
      let (known, schema) = (code.entities[owner], code.models[code.entities[owner].model].schema)
      for relationship in schema.relationships(of: known.id) {
        let property = schema.declaration(of: relationship).name
        guard let held = code.destination(property, of: owner)?.entity,
          code.isKind(held, of: entity)
        else { continue }
        let use = RelationshipUse(entity: owner, name: property, isOfNew: false)
        let inverse = code.inverse(of: use).map(code.name(of:))
        found.formUnion([property, inverse].compactMap(\.self).map { "\(name).\($0)" })
      }
    }
    return found
  }

  /// The name of a value, as ``CodeValue/name`` has it; nil where it has none.
  func path(of base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>) -> String? {
    var path: String
    switch base.plain.form {
    case .name(let name):
      path = name.text
      if let known = variable(path) {
        guard let name = known.name else { return nil }
        path = name
      } else if path != "self" {
        path = "self.\(path)"
      }
    case .postfix(let inner, let first):
      guard let known = self.path(of: inner, first[...]) else { return nil }
      path = known
    default: return nil
    }
    for suffix in suffixes {
      switch suffix.form {
      case .member(let name): path += ".\(name.text)"
      case .unwrap: break
      default: return nil
      }
    }
    return path
  }
}

extension SwiftExpression {
  /// The same without parentheses, and without a default that holds nothing.
  var plain: SwiftExpression {
    switch form {
    case .tuple(let parts) where parts.count == 1: return parts[0].value.plain
    case .effect(_, let value): return value.plain
    case .operation(let first, let rest) where rest.count == 1 && rest[0].mark == "??":
      switch rest[0].value.form {
      case .array(let elements) where elements.isEmpty: return first.plain
      case .number("0"): return first.plain
      default: return self
      }
    default: return self
    }
  }

  /// Whether it is the question whether a context has changes.
  var asksForChanges: Bool {
    switch form {
    case .name(let name): return name.text == "hasChanges"
    case .postfix(_, let suffixes):
      guard case .member(let name)? = suffixes.last?.form else { return false }
      return name.text == "hasChanges"
    default: return false
    }
  }
}

extension SwiftPattern {
  /// Whether it takes whatever there is, and only nil not.
  fileprivate var takesWhatIsThere: Bool {
    switch self {
    case .optional(.name), .optional(.nothing): true
    case .member("some", let parts): parts.count == 1
    default: false
    }
  }
}
