import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Check {
  /// Replays what shows a hazard, from its scenario alone, as everybody can.
  func witness(
    of hazard: Hazard, in schema: Schema, at location: Location
  ) throws(CheckFault) -> Witness {
    let scenario = hazard.trial.scenario(
      in: schema, mandatory: Set(hazard.result.broken.map(\.relationship)), at: location)
    let outcome: Outcome
    do throws(ReplayError) {
      outcome = try ObjectGraphEngine().outcome(of: scenario)
    } catch {
      throw CheckFault(description: "\(error.at(location)): the proof of \(hazard.rule.rawValue)")
    }
    let names = hazard.trial.names(in: schema)
    let expected = hazard.trial.kinds.indices.filter(hazard.result.isDeleted).map { names[$0] }
    guard outcome.effect == hazard.result.effect, outcome.deleted == expected.sorted() else {
      throw CheckFault(
        description: "\(location): the proof of \(hazard.rule.rawValue) fails: "
          + "found \(outcome.effect.rawValue), expected \(hazard.result.effect.rawValue)")
    }
    return Witness(scenario: scenario, outcome: outcome, cell: hazard.cell(in: schema))
  }

  func finding(
    _ hazard: Hazard, in model: Model
  ) throws(CheckFault) -> Finding {
    let place = try Place(of: hazard.relationship, in: model)
    return Finding(
      hazard.rule, hazard.severity, hazard.message(in: model.schema), model: model.name,
      entity: place.entity, relationship: place.relationship, at: place.location,
      witness: try witness(of: hazard, in: model.schema, at: place.location))
  }
}
