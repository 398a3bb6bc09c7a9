@testable import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("How does a prediction compare with what is stated?")
struct VerdictTests {
  /// Deleting L, whose two items lose it: what is predicted.
  private static let predicted = Statement(
    deleted: ["L"], nullified: [NamedLink("I1", "list", "L"), NamedLink("I2", "list", "L")],
    dangling: [])

  /// One observation of that delete; nil parts are not stated.
  struct Statement {
    var effect = Effect.ok
    var deleted: [String]?
    var nullified: [NamedLink]?
    var dangling: [NamedLink]?
    var deviation: String?

    var observation: Observation {
      Observation(
        .observed,
        ObservedState(
          deleted: deleted, effect: effect, nullified: nullified, dangling: dangling),
        deviation: deviation)
    }
  }

  private func verdict(_ statements: Statement...) -> Verdict {
    var outcome = Outcome(deleted: ["L"], kept: ["I1", "I2"], effect: .ok)
    outcome.nullified = Self.predicted.nullified ?? []
    return Verdict(statements.map { ComparedObservation($0.observation, outcome) })
  }

  @Test("It matches where all that is stated holds, however little that is")
  func match() {
    #expect(verdict(Self.predicted) == .match)
    #expect(verdict(Statement()) == .match)
    #expect(verdict(Statement(deleted: ["L"]), Statement(dangling: [])) == .match)
  }

  @Test("It does not match where any stated part differs")
  func mismatch() {
    #expect(verdict(Statement(effect: .trapOnRead)) == .mismatch)
    #expect(verdict(Statement(deleted: [])) == .mismatch)
    #expect(verdict(Statement(deleted: ["I1", "L"])) == .mismatch)
    #expect(verdict(Statement(nullified: [])) == .mismatch)
    #expect(verdict(Statement(nullified: [NamedLink("I1", "list", "L")])) == .mismatch)
    #expect(verdict(Statement(dangling: [NamedLink("I1", "list", "L")])) == .mismatch)
    // Both agree with each other, yet one states more than the other.
    #expect(verdict(Statement(), Statement(deleted: [])) == .mismatch)
  }

  @Test("Nothing stated is nothing observed")
  func unobserved() {
    #expect(verdict() == .unobserved)
  }

  @Test("Observations that disagree are a conflict, whichever of them the engine agrees with")
  func conflict() {
    let other = Statement(deleted: ["I1", "I2", "L"])
    #expect(verdict(Self.predicted, other) == .conflict)
    #expect(verdict(other, Self.predicted) == .conflict)
    #expect(verdict(other, Statement(deleted: [])) == .conflict)
    #expect(verdict(Self.predicted, Statement(effect: .denied)) == .conflict)
    #expect(verdict(Self.predicted, Statement(nullified: [])) == .conflict)
    let trap = Statement(dangling: [NamedLink("I1", "list", "L")])
    #expect(verdict(Self.predicted, Statement(), trap) == .conflict)
    // A known deviation does not end the disagreement.
    #expect(verdict(Self.predicted, Statement(effect: .crash, deviation: "why")) == .conflict)
  }

  @Test("A difference that the file explains is a known deviation, unless another is unexplained")
  func knownDeviation() {
    let explained = Statement(effect: .crash, deviation: "iOS 17.0 only")
    #expect(verdict(explained) == .knownDeviation)
    #expect(verdict(explained, explained) == .knownDeviation)
    #expect(verdict(explained, Statement(effect: .crash)) == .mismatch)
    let partly = Statement(deleted: [], deviation: "why")
    #expect(verdict(partly, Statement()) == .knownDeviation)
  }

  @Test("An explanation of a difference that is not there is stale")
  func staleDeviation() {
    var statement = Self.predicted
    statement.deviation = "once it was so"
    #expect(verdict(statement) == .staleDeviation)
    #expect(verdict(Self.predicted, statement) == .staleDeviation)
  }

  @Test("What fails a run: a mismatch, a stale deviation, an error")
  func failures() {
    #expect(Verdict.ofMatrices.filter(\.isFailure) == [.mismatch, .staleDeviation, .error])
    #expect(
      Verdict.ofMatrices.map(\.rawValue) == [
        "match", "mismatch", "unobserved", "conflict", "knownDeviation", "staleDeviation", "error",
      ])
  }

  @Test("Two expectations contradict each other only in what both of them state")
  func contradictions() {
    let link = NamedLink("I1", "list", "L")
    let statements = [
      Statement(), Statement(deleted: ["L"]), Statement(nullified: [link]),
      Statement(dangling: [link]),
    ].map(\.observation.state)
    for one in statements {
      for other in statements { #expect(!one.contradicts(other)) }
    }
    for change in [
      Statement(effect: .denied), Statement(deleted: []), Statement(nullified: []),
      Statement(dangling: []),
    ].map(\.observation.state) {
      let whole = Statement(deleted: ["L"], nullified: [link], dangling: [link]).observation
      #expect(change.contradicts(whole.state))
      #expect(whole.state.contradicts(change))
    }
  }
}
