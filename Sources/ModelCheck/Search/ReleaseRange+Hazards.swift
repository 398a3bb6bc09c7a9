import ObjectGraph
import Scenarios

extension ReleaseRange? {
  /// A framework that crashes wherever some release may: what nobody knows may happen.
  func worst(of name: Framework.Name) -> Framework {
    var framework = Framework.named(name)
    guard let range = self else {
      if name == .swiftData { framework.behaviours[.mandatoryBackReference] = .crash }
      return framework
    }
    for behaviour in range.releases.behaviours
    where behaviour.framework == name && behaviour.consequence == .crash {
      let happens = range.eras.contains { behaviour.standing(on: $0) != .absent }
      framework.behaviours[behaviour.condition] = happens ? .crash : nil
    }
    return framework
  }
}

extension ReleaseRange {
  /// The behaviour that a rule rests on; nil for none.
  func behaviour(_ condition: Framework.Condition?, of name: Framework.Name) -> Behaviour? {
    condition.flatMap { releases.behaviour($0, of: name) }
  }

  /// Whether somebody saw a behaviour on one of the releases.
  func isSeen(_ behaviour: Behaviour) -> Bool {
    eras.contains { behaviour.standing(on: $0) == .present }
  }
}
