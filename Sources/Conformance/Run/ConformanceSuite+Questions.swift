import Scenarios
import SourceText

extension ConformanceSuite {
  /// Returns the questions as lines of JSON, so that they can be asked without this program.
  ///
  /// The first line is the header of a recording of the answers, without the implementation's
  /// identity. Each other line names a group of cells with its scenario and looks, or gives the
  /// reason that it is skipped.
  package func questionLines(_ choice: Recording.Choice) -> [String] {
    let header = JSONText.stating([
      ("digest", .string(digest)), ("framework", choice.framework.map { .string($0) }),
      ("only", choice.pattern.map { .string($0) }),
    ])
    return [header.line]
      + groups.indices.map { index in
        let name = ("asked", JSONText.string(self.name(of: index)))
        if case .skipped(let reason) = response(to: index, asking: { _ in .fault("") }) {
          return JSONText.object([name, ("skipped", .string(reason))]).line
        }
        guard case .object(let members) = JSONText(Request.run(index, groups[index].question))
        else { return "" }
        return JSONText.object([name] + members.filter { ["scenario", "looks"].contains($0.0) })
          .line
      }
  }

  /// The scenarios that are asked about, those too by which an adapter is tried first; each once.
  package var scenarios: [Scenario] {
    let tried = Smoke.questions(for: greeting.identity.framework).map(\.question)
    let asked = groups.indices.filter { groups[$0].lacking.isEmpty }.map { groups[$0].question }
    return (tried + asked).map(\.scenario)
  }
}
