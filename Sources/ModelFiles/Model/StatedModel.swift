/// What the files of one model, in one version, state: not yet checked for what fits together.
struct StatedModel {
  /// What the version is called, where there are several.
  var version: String?
  /// Whether it is the version that an app uses.
  var isCurrent = true
  var entities: [ModelEntity] = []
  /// What could not be read with certainty.
  var findings: [ModelFinding] = []

  /// How many entities, properties and findings there are.
  var size: Int {
    entities.reduce(entities.count + findings.count) {
      $0 + $1.relationships.count + $1.attributes.count
    }
  }
}
