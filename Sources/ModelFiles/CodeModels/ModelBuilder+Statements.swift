import CompiledOnce
import SourceText
import SwiftSource

extension ModelBuilder {
  mutating func run(_ statement: SwiftStatement, _ result: TypeExpression?) -> Flow {
    guard spend() else { return .stop }
    switch statement.form {
    case .expression(let expression):
      // The last branch of an expression may return from the function.
      if case .statement(let inner) = expression.form { return run(inner, result) }
      lastValue = evaluate(expression, as: result)
    case .bindings(let bindings):
      for binding in bindings { bind(binding, at: tokens.location(statement.tokens.lowerBound)) }
    case .function(let function):
      closures.append(BuilderClosure(code: .function(function), frame: frame))
      define(function.name, .closure(closures.count - 1))
    case .conditional(let branches, let otherwise): return choose(branches, otherwise, result)
    case .requirement(let branch):
      if holds(branch.conditions) == false { return run(branch.block, result) }
    case .whileLoop(let branch):
      if holds(branch.conditions) != false { return uncertainly(branch.block, result) }
    case .repeatLoop(let block, _): return uncertainly(block, result)
    case .forLoop(let pattern, let sequence, let condition, let block):
      return loop(pattern, sequence, condition, block, result)
    case .choice(let subject, let cases): return choose(subject, cases, result)
    case .attempt(let block, _): return run(block, result)
    case .exit(let word, let value):
      if word == "return" {
        return .result(value.map { evaluate($0, as: result) } ?? .nothing)
      }
      return .leave(word)
    case .other: readAlias(statement.tokens)
    case .type, .cases, .attribute, .accessor, .deferral: break
    }
    return .next
  }

  /// Reads `typealias Entity = NSEntityDescription`.
  private mutating func readAlias(_ range: Range<Int>) {
    let start = range.lowerBound
    guard tokens.isWord(start, "typealias"), tokens.isMark(start + 2, "="),
      let name = tokens[start + 1]?.name
    else { return }
    var parser = TypeParser(tokens, at: start + 3, before: range.upperBound)
    if case .named(let path, _)? = parser.type(), let type = type(named: path) {
      define(name, .type(type, tokens.location(start)))
    }
  }

  private mutating func bind(_ binding: SwiftBinding, at place: Location) {
    if let value = binding.value {
      let found = evaluate(value, as: binding.type)
      _ = match(binding.pattern, found)
    } else if case .name(let name) = binding.pattern {
      if case .optional? = binding.type {
        define(name, .nothing)
      } else {
        define(name, .unknown(place))
      }
    }
  }

  // MARK: Conditions

  /// Whether all conditions hold; nil if that is unknown.
  mutating func holds(_ conditions: [SwiftCondition]) -> Bool? {
    var isKnown = true
    for condition in conditions {
      switch holds(condition) {
      case false?: return false
      case nil: isKnown = false
      case true?: break
      }
    }
    return isKnown ? true : nil
  }

  private mutating func holds(_ condition: SwiftCondition) -> Bool? {
    switch condition {
    case .availability: return true
    case .expression(let expression):
      if case .bool(let value) = evaluate(expression) { return value }
      return nil
    case .binding(let pattern, _, let value):
      var found: BuilderValue
      if let value {
        found = evaluate(value)
      } else if case .name(let name) = pattern {
        found = lookUp(name) ?? .unknown(tokens.location(0))
      } else {
        return nil
      }
      if case .nothing = found { return false }
      _ = match(pattern, found)
      if case .unknown = found { return nil }
      return true
    case .match(let pattern, let value):
      let found = evaluate(value)
      return match(pattern, found)
    }
  }

  private mutating func choose(
    _ branches: [SwiftBranch], _ otherwise: SwiftBlock?, _ result: TypeExpression?
  ) -> Flow {
    for branch in branches {
      switch holds(branch.conditions) {
      case true?: return run(branch.block, result)
      case false?: continue
      case nil: _ = uncertainly(branch.block, result)
      }
    }
    return otherwise.map { run($0, result) } ?? .next
  }

  /// Runs a block of which it is unknown whether, and how often, it runs.
  private mutating func uncertainly(_ block: SwiftBlock, _ result: TypeExpression?) -> Flow {
    let outer = uncertainty
    uncertainty = outer ?? tokens.location(block.tokens.lowerBound)
    defer { uncertainty = outer }
    // A return in it leaves the code behind it as uncertain as the block itself.
    _ = run(block, result)
    return .next
  }

  private mutating func choose(
    _ subject: SwiftExpression, _ cases: [SwiftCase], _ result: TypeExpression?
  ) -> Flow {
    let value = evaluate(subject)
    for candidate in cases {
      let answers = candidate.patterns.map { match($0, value) }
      let meets = candidate.patterns.isEmpty || answers.contains(where: { $0 == true })
      if meets, candidate.conditions.isEmpty {
        let flow = run(candidate.block, result)
        if case .leave("break") = flow { return .next }
        return flow
      }
      if meets || answers.contains(where: { $0 == nil }) {
        _ = uncertainly(candidate.block, result)
      }
    }
    return .next
  }

  private mutating func loop(
    _ pattern: SwiftPattern, _ sequence: SwiftExpression, _ condition: SwiftExpression?,
    _ block: SwiftBlock, _ result: TypeExpression?
  ) -> Flow {
    let found = evaluate(sequence)
    guard let values = elements(of: found) else {
      _ = match(pattern, found)
      return uncertainly(block, result)
    }
    for value in values {
      guard spend() else { break }
      let isMatch = match(pattern, value)
      if isMatch == false { continue }
      if let condition {
        guard case .bool(let isMeant) = evaluate(condition) else {
          _ = uncertainly(block, result)
          continue
        }
        if !isMeant { continue }
      }
      switch run(block, result) {
      case .next, .leave("continue"): continue
      case .leave("break"): return .next
      case let flow: return flow
      }
    }
    return .next
  }

  // MARK: Patterns

  /// Gives the names of a pattern their values; false if the value does not have its form, and nil if
  /// that is unknown.
  mutating func match(_ pattern: SwiftPattern, _ value: BuilderValue) -> Bool? {
    guard spend() else { return nil }
    switch pattern {
    case .nothing: return true
    case .name(let name):
      define(name, value)
      return true
    case .optional(let inner):
      if case .nothing = value { return false }
      return match(inner, value)
    case .cast(let inner, let type):
      let matches = match(inner, value)
      return matches == true ? isInstance(value, of: type) : matches
    case .check(let type): return isInstance(value, of: type)
    case .tuple(let parts):
      guard case .tuple(let list) = value, list.elements.count == parts.count else {
        for part in parts { _ = match(part, value) }
        return nil
      }
      return all(zip(parts, list.elements).map { match($0, $1) })
    case .member(let name, let parts):
      guard case .member(let found, let list) = value else {
        for part in parts { _ = match(part, value) }
        return nil
      }
      if found != name { return false }
      return all(
        parts.enumerated().map { index, part in
          // A value that is left out has a default, which is not read.
          match(
            part,
            index < list.elements.count ? list.elements[index] : .unknown(tokens.location(0)))
        }) == false ? false : true
    case .expression(let expression): return evaluate(expression).isEqual(to: value)
    }
  }

  private func all(_ answers: [Bool?]) -> Bool? {
    if answers.contains(where: { $0 == false }) { return false }
    return answers.contains(where: { $0 == nil }) ? nil : true
  }

  func isInstance(_ value: BuilderValue, of type: TypeExpression?) -> Bool? {
    guard case .object(let index) = value, case .named(let path, _)? = type,
      let wanted = self.type(named: path)
    else { return nil }
    return code.chain(of: objects[index].type).contains(wanted)
  }
}
