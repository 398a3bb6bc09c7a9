import CompiledOnce
import SourceText
import SwiftSource

/// Follows code that builds a Core Data model, statement by statement, with the values that it names.
///
/// Values that come from elsewhere are unknown. An unknown value does no harm until it becomes a part
/// of the model: then the model has a finding at the place of the code that gives it.
struct ModelBuilder {
  /// A place at which the code does something to the model that cannot be followed.
  struct Gap: Hashable {
    let location: Location
    let reason: String
  }

  struct Scope {
    let parent: Int?
    var values: [String: BuilderValue] = [:]
  }

  /// How a statement ends.
  enum Flow {
    case next
    case leave(String)
    case result(BuilderValue)
    /// No steps are left.
    case stop
  }

  let code: BuilderCode
  var objects: [BuilderObject] = []
  var closures: [BuilderClosure] = []
  var scopes: [Scope] = [Scope(parent: nil)]
  var frame = BuilderFrame(file: 0, scope: 0)
  /// The values of static and global properties, which are made once.
  var constants: [String: BuilderValue] = [:]
  private(set) var gaps: [Gap] = []
  /// The value of the last expression that was run as a statement.
  var lastValue: BuilderValue?
  /// The condition around the code, if it is unknown whether it holds.
  var uncertainty: Location?
  private var steps: Int
  private var depth = 0

  init(_ code: BuilderCode, steps: Int) {
    self.code = code
    self.steps = steps
  }

  var stepsLeft: Int { steps }

  // MARK: Bounds

  /// Takes some steps; false if there are none left.
  mutating func spend(_ count: Int = 1) -> Bool {
    steps -= count
    return steps > 0
  }

  mutating func report(_ reason: String, at location: Location) {
    guard gaps.count < Limits.builderGaps else { return }
    let gap = Gap(location: location, reason: reason)
    if !gaps.contains(gap) { gaps.append(gap) }
  }

  /// Does something one level deeper, unless that is too deep or too long.
  mutating func deeper<Result>(else empty: Result, _ act: (inout ModelBuilder) -> Result) -> Result
  {
    guard spend(), depth < Limits.builderNesting else { return empty }
    depth += 1
    defer { depth -= 1 }
    return act(&self)
  }

  // MARK: Places

  var tokens: SwiftTokens { code.files[frame.file].tokens }

  func location(_ expression: SwiftExpression) -> Location {
    tokens.location(expression.tokens.lowerBound)
  }

  func unknown(_ expression: SwiftExpression) -> BuilderValue { .unknown(location(expression)) }

  // MARK: Running code

  /// Runs the body of a function or a getter, and returns its value.
  mutating func run(
    _ body: Range<Int>, in frame: BuilderFrame, with values: [String: BuilderValue],
    parent: Int? = nil, result: TypeExpression?
  ) -> BuilderValue {
    enter(frame, with: values, parent: parent) { builder in
      var parser = SyntaxParser(builder.tokens, in: body)
      parser.beginBody()
      var count = 0
      builder.lastValue = nil
      while let statement = parser.nextStatement() {
        count += 1
        if case .accessor(let word, _, let block) = statement.form {
          if word == "get" { return builder.value(of: block, result) }
          continue
        }
        switch builder.run(statement, result) {
        case .result(let value): return value
        case .stop: return .nothing
        case .next, .leave: continue
        }
      }
      return count == 1 ? builder.lastValue ?? .nothing : .nothing
    }
  }

  /// Returns the value of a block as that of a function's body.
  mutating func value(of block: SwiftBlock, _ result: TypeExpression?) -> BuilderValue {
    lastValue = nil
    for statement in block.statements {
      switch run(statement, result) {
      case .result(let value): return value
      case .stop: return .nothing
      case .next, .leave: continue
      }
    }
    return block.statements.count == 1 ? lastValue ?? .nothing : .nothing
  }

  /// Does something in a new scope.
  mutating func enter(
    _ inner: BuilderFrame, with values: [String: BuilderValue] = [:], parent: Int? = nil,
    _ act: (inout ModelBuilder) -> BuilderValue
  ) -> BuilderValue {
    let location = tokens.location(0)
    return deeper(else: .unknown(location)) { builder in
      let outer = builder.frame
      let closureCount = builder.closures.count
      let scopeCount = builder.scopes.count
      builder.scopes.append(Scope(parent: parent, values: values))
      builder.frame = inner
      builder.frame.scope = scopeCount
      let value = act(&builder)
      builder.frame = outer
      // A closure may need the scope again.
      if builder.closures.count == closureCount {
        builder.scopes.removeLast(builder.scopes.count - scopeCount)
      }
      return value
    }
  }

  /// Runs the statements of a block in a scope within the current one.
  mutating func run(_ block: SwiftBlock, _ result: TypeExpression?) -> Flow {
    deeper(else: .next) { builder in
      let outer = builder.frame.scope
      builder.scopes.append(Scope(parent: outer))
      builder.frame.scope = builder.scopes.count - 1
      defer { builder.frame.scope = outer }
      for statement in block.statements {
        let flow = builder.run(statement, result)
        guard case .next = flow else { return flow }
      }
      return .next
    }
  }

  mutating func define(_ name: String, _ value: BuilderValue) {
    scopes[frame.scope].values[name] = value
  }
}
