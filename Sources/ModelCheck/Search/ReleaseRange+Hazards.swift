import CompiledOnce
import ObjectGraph
import Scenarios

extension ReleaseRange? {
  /// A framework that crashes wherever some release may.
  func worst(of name: Framework.Name) -> Framework {
    if let self { return self.worst(of: name) }
    var framework = Framework.named(name)
    if name == .swiftData { framework.behaviours[.mandatoryBackReference] = .crash }
    return framework
  }
}

extension ReleaseRange {
  /// The behaviour that a rule rests on; nil for none.
  func behaviour(_ condition: Framework.Condition?, of name: Framework.Name) -> Behaviour? {
    condition.flatMap { releases.behaviour($0, of: name) }
  }

  func isSeen(_ behaviour: Behaviour) -> Bool {
    eras.contains { behaviour.standing(on: $0) == .present }
  }
}
