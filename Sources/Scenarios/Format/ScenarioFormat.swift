import CompiledOnce
import ObjectGraph
import SourceText

// Scenarios as files have them; their steps, in StepFormat.swift.

/// A scenario file while it is read or written.
private struct ScenarioParts: Sendable {
  var name = ""
  var title = ""
  var framework = Framework.Name.swiftData
  var system: ReleaseSpan?
  var circumstances = Circumstances()
  var fixture = StatedFixture()
  var values: [NamedValue] = []
  var steps = StepList()
}

extension ScenarioFile {
  package static var format: FormatObject { ScenarioParts.format.object }
}

extension ScenarioParts {
  static let format = FileFormat(
    "scenarioFile", "a scenario file",
    "A stored graph, what is done to it step by step, and what is stated after any step.",
    blank: ScenarioParts(), isFile: true,
    [
      .required("scenario", \.name, .text()),
      .required("title", \.title, .text()),
      .required("framework", \.framework, .declaredFramework),
      .stated(
        "system", \.system, .releases,
        "The releases that it is replayed on where none is asked for; absent for the newest."),
    ] + Circumstances.fields.map { $0.within(\.circumstances) }
      + ([StatedFixture.sourcesField] + StatedFixture.fields()).map { $0.within(\.fixture) } + [
        .listed("values", \.values, .values),
        .required("steps", \.steps, .steps, isVital: false),
      ])

  init(_ file: ScenarioFile) {
    let scenario = file.scenario
    (name, title) = (file.name, file.title)
    (framework, system) = (scenario.framework, scenario.system)
    circumstances = scenario.circumstances
    fixture = StatedFixture(
      sources: file.sources, entities: scenario.entities, objects: scenario.objects,
      links: scenario.links)
    values = scenario.values
    steps = StepList(steps: scenario.steps, observations: file.observations)
  }

  func file(_ schema: Result<Schema, SchemaError>, at location: Location) -> ScenarioFile {
    ScenarioFile(
      name: name, title: title,
      scenario: Scenario(
        framework: framework, system: system, circumstances: circumstances,
        entities: fixture.entities, resolved: schema, objects: fixture.objects,
        links: fixture.links, values: values, steps: steps.steps),
      sources: fixture.sources, observations: steps.observations, at: location)
  }
}

extension Circumstances {
  /// The keys of circumstances, each optional.
  static let fields: [FormatField<Circumstances>] = [
    .stated("store", \.store, .store),
    .stated(
      "insertedBy", \.insertedBy,
      .word.named(
        "insertedBy",
        "Who inserted the stored objects, as the context of the steps sees it; absent where that is "
          + "left open.")),
    .stated(
      "loaded", \.isLoaded, .bool,
      "Whether the stored objects were read before the steps; absent where that is left open."),
    .stated(
      "mandatoryAttribute", \.hasMandatoryAttribute, .bool,
      "Whether what a to-one without an inverse holds has a mandatory attribute; absent where the "
        + "attributes say so, or where that is left open."),
  ]

  package var members: [(String, JSONText?)] { Self.fields.map { ($0.key.name, $0.write(self)) } }
}

extension Notation<Circumstances.Store> {
  fileprivate static var store: Notation {
    let store = word.named("store", "The kind of store; absent where it is left open.")
    return Notation(
      store.shape,
      read: { reading, node, fixture in
        let store = store.read(&reading, node, &fixture)
        if let store, let framework = fixture.framework, !store.exists(in: framework) {
          let known = Circumstances.Store.allCases.filter { $0.exists(in: framework) }
          reading.report(
            node.location,
            "found the store \"\(store.rawValue)\", which \(framework.rawValue) doesn't have; "
              + "expected \(known.map { "\"\($0.rawValue)\"" }.listed("or"))")
        }
        return store
      }, write: store.write)
  }
}

extension FileReading {
  /// Reads a scenario file; nil where problems leave nothing to work with.
  package mutating func scenario(_ node: JSONNode) -> ScenarioFile? {
    var fixture = Fixture()
    guard let parts = value(node, of: ScenarioParts.format, in: &fixture),
      let schema = fixture.schema
    else { return nil }
    if !parts.circumstances.arePossible, let place = node["insertedBy"]?.location {
      report(
        place,
        "found objects of an earlier run in an in-memory store, which is empty when an app starts; "
          + "expected another store, or \"thisContext\" or \"otherContext\"")
    }
    checkStore(of: parts, schema, at: node["store"]?.location ?? node.location)
    checkMandatoryAttribute(of: parts, schema, at: node["mandatoryAttribute"]?.location)
    var file = parts.file(schema, at: node.location)
    file.systemLocation = node["system"]?.location
    return file
  }

  /// Refuses a store that the model or a step cannot have.
  private mutating func checkStore(
    of parts: ScenarioParts, _ schema: Result<Schema, SchemaError>, at place: Location
  ) {
    guard let schema = try? schema.get() else { return }
    if parts.circumstances.store == .mirrored, let reason = schema.reasonAgainstMirroring {
      report(
        place,
        "found a mirrored store of a model in which \(reason): CloudKit refuses it, so the container never "
          + "loads; expected another store, or a model that can be mirrored")
    }
    let batch = parts.steps.steps.first {
      if case .batchDelete = $0.action { true } else { false }
    }
    if parts.circumstances.store == .custom, let batch {
      report(
        batch.location ?? place,
        parts.framework == .swiftData
          ? "found a batch delete in a custom store, which performs it only if it conforms to "
            + "DataStoreBatching; expected another store"
          : "found a batch delete in a custom store, which performs it only if it implements batch requests; "
            + "expected another store")
    }
  }

  /// Refuses that no attribute is mandatory where the model has one that is.
  private mutating func checkMandatoryAttribute(
    of parts: ScenarioParts, _ schema: Result<Schema, SchemaError>, at place: Location?
  ) {
    guard parts.circumstances.hasMandatoryAttribute == false, let place,
      let schema = try? schema.get(), let attribute = schema.mandatoryAttributeOfOneWay
    else { return }
    report(
      place,
      "found that there is no mandatory attribute, and \(attribute), which is mandatory; expected true, or "
        + "an optional attribute")
  }
}

extension Schema {
  /// The first reason why CloudKit does not mirror a store of the model; nil for none.
  fileprivate var reasonAgainstMirroring: String? {
    for relationship in relationships {
      let declaration = declaration(of: relationship)
      let name = qualifiedName(of: relationship)
      if declaration.deleteRule == .deny { return "\(name) is deny" }
      if !declaration.isToMany && !declaration.isOptional { return "\(name) is mandatory" }
    }
    return nil
  }
}

extension JSONText {
  package init(_ file: ScenarioFile) { self = ScenarioParts.format.json(ScenarioParts(file)) }
}
