/// The deletes and saves of the app's functions, as far as they are known, and which functions a body asks about.
struct FunctionSummaries {
  private let wrappers: [Int: Evaluation.Wrapper]
  private let effects: [Int: FunctionEffects]
  private let consulted = Consulted()

  /// The functions about which a body asks, through all evaluations within its own.
  private final class Consulted {
    var functions: Set<Int> = []
  }

  /// Makes the summaries for the evaluation of one body.
  ///
  /// - Parameters:
  ///   - wrappers: Functions that delete what they are given, by their numbers.
  ///   - effects: The deletes and saves of functions, by their numbers.
  init(wrappers: [Int: Evaluation.Wrapper] = [:], effects: [Int: FunctionEffects] = [:]) {
    self.wrappers = wrappers
    self.effects = effects
  }

  /// Returns what a function deletes of what it is given; nil where it deletes none of that.
  func wrapper(of function: Int) -> Evaluation.Wrapper? {
    consulted.functions.insert(function)
    return wrappers[function]
  }

  /// Returns the deletes and saves of a function; nil where it has none.
  func effects(of function: Int) -> FunctionEffects? {
    consulted.functions.insert(function)
    return effects[function]
  }

  /// The functions that the body has asked about so far: only if one of these changes can it say something else.
  var askedAbout: Set<Int> { consulted.functions }

  /// The functions that delete what they are given, in no order.
  var deleting: some Collection<Int> { wrappers.keys }
}
