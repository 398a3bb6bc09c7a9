/// Everything that goes by cascade, level by level: on the level of the shortest way to it.
///
/// It holds for the objects of a graph, for their names, and for the kinds of objects that a delete
/// can reach in any graph.
package struct Cascades<Object: Hashable & Comparable, Relationship> {
  package struct Step {
    /// The number of cascades up to the destinations: 1 for the destinations of a requested
    /// object.
    package let level: Int
    package let source: Object
    package let relationship: Relationship
    package let destinations: [Object]
  }

  /// The cascades, level by level, each level in the order of its objects.
  package private(set) var steps: [Step] = []
  /// The level of everything that goes: 0 for what is asked for.
  package private(set) var levels: [Object: Int] = [:]

  /// Follows cascades.
  package init(
    from requested: [Object], following cascades: (Object) -> [(Relationship, [Object])]
  ) {
    for object in requested { levels[object] = 0 }
    var current = requested
    var level = 0
    while !current.isEmpty {
      level += 1
      var next: [Object] = []
      for source in current {
        for (relationship, destinations) in cascades(source) {
          steps.append(
            Step(
              level: level, source: source, relationship: relationship, destinations: destinations))
          for object in destinations where levels[object] == nil {
            levels[object] = level
            next.append(object)
          }
        }
      }
      current = next.sorted()
    }
  }

  /// Returns the objects that a step deletes and that no earlier level deletes.
  ///
  /// Several steps of one level may delete the same object.
  package func taken(by step: Step) -> [Object] {
    step.destinations.filter { levels[$0] == step.level }
  }
}
