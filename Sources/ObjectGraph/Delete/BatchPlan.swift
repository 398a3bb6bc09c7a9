/// The effects of a batch delete on the rows of a store: computed from a graph, changing nothing.
///
/// What a refused request would have done is stated all the same.
public struct BatchPlan: Hashable, Sendable {
  /// The same rows deleted one by one.
  ///
  /// That a deny rule refuses the request is a prediction: Apple says only that deny and batch deletes
  /// are not compatible (CD-066). Violations refuse nothing, because rows are not validated.
  public let plan: DeletePlan
  /// Every link for which the store refuses the request, sorted: a row that would go is held by a
  /// mandatory relationship that the rule nullify would have to empty.
  public let failures: [Link]

  /// The reasons why nothing is deleted; nil where nothing refuses the request.
  public var refusal: Refusal? {
    let problems =
      plan.denials.map { Refusal.Problem.denied($0) } + failures.map { .mandatoryInverse($0) }
    return problems.first.map { Refusal(problems, code: $0.code) }
  }
}
