/// What is known if a condition holds, and if it does not.
struct Consequences<Known: Knowledge> {
  var holding: Known
  var failing: Known

  init(holding: Known = Known(), failing: Known = Known()) {
    (self.holding, self.failing) = (holding, failing)
  }

  var opposite: Consequences { Consequences(holding: failing, failing: holding) }

  /// What is known if all of some conditions hold; it is unknown which fails.
  static func all(_ said: [Consequences]) -> Consequences {
    Consequences(
      holding: said.reduce(Known()) { $0.union($1.holding) },
      failing: said.dropFirst().reduce(said.first?.failing ?? Known()) {
        $0.intersection($1.failing)
      })
  }

  /// What is known if one of some conditions holds; it is unknown which.
  static func any(_ said: [Consequences]) -> Consequences { all(said.map(\.opposite)).opposite }
}

/// Facts of which some may be known.
protocol Knowledge {
  init()
  /// The facts if both are known.
  func union(_ other: Self) -> Self
  /// The facts if one of both is known.
  func intersection(_ other: Self) -> Self
}

extension Set: Knowledge {}

extension Consequences<Contents> {
  /// What it says that some names mean nothing.
  static func none(in names: Set<String>) -> Consequences {
    Consequences(holding: Contents(empty: names), failing: Contents(full: names))
  }
}
