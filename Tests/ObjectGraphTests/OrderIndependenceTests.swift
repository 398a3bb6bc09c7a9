import SmallWorlds
import Testing

@testable import ObjectGraph

@Suite("Does the order of insertion, linking and asking matter?")
struct OrderIndependenceTests {
  /// Objects and links without a history: what a random walk has come to, but for what dangles.
  private struct Scene {
    let model: ReferenceModel
    let requested: [Int]
    /// Each link once, by one of its ends.
    let links: [ReferenceModel.Reference]

    init(_ walk: inout RandomWalk) {
      let old = walk.model
      var model = ReferenceModel(old.schema)
      var numbers: [Int: Int] = [:]
      for (number, object) in old.living.enumerated() {
        numbers[object] = number
        model.insert(old.entities[object])
      }
      for reference in old.references.sorted(by: Self.isFirst) {
        if let source = numbers[reference.place.object],
          let destination = numbers[reference.destination]
        {
          model.link(source, reference.place.side, destination)
        }
      }
      self.model = model
      requested = walk.someObjects().compactMap { numbers[$0] }
      links = model.references.filter { reference in
        Self.otherEnd(of: reference, model).map { Self.isFirst(reference, $0) } ?? true
      }
      .sorted(by: Self.isFirst)
    }

    static func otherEnd(
      of reference: ReferenceModel.Reference, _ model: ReferenceModel
    ) -> ReferenceModel.Reference? {
      model.schema.sides[reference.place.side].inverse.map { inverse in
        ReferenceModel.Reference(
          place: .init(object: reference.destination, side: inverse),
          destination: reference.place.object)
      }
    }

    private static func isFirst(
      _ one: ReferenceModel.Reference, _ other: ReferenceModel.Reference
    ) -> Bool {
      (one.place.side, one.place.object, one.destination)
        <= (other.place.side, other.place.object, other.destination)
    }

    /// Builds the scene in a random order, each link from a random side.
    func build(using random: inout SplitMix64) throws -> (graph: Graph, names: Naming) {
      let schema = try Schema(model.schema.framework, entities: model.schema.entities)
      var graph = Graph(schema)
      var names = try Naming(model.schema, schema)
      var objects: [Int: ObjectID] = [:]
      for number in random.shuffle(model.living) {
        objects[number] = try graph.insert("E\(model.entities[number])")
      }
      for number in model.living { names.add(try #require(objects[number])) }
      for link in random.shuffle(links) {
        let other = random.chance(50) ? Self.otherEnd(of: link, model) : nil
        let end = other ?? link
        try graph.link(
          names[end.place.object], names.relationships[end.place.side], names[end.destination])
      }
      return (graph, names)
    }
  }

  @Test("The same objects and links give the same plan, however they came about", arguments: 0..<8)
  func shuffledScenes(_ batch: Int) throws {
    for seed in batch * 75..<(batch + 1) * 75 {
      var walk = try RandomWalk(seed: seed, size: 8)
      for _ in 0..<20 { _ = try walk.step() }
      let scene = Scene(&walk)
      let expected = scene.model.plan(deleting: Set(scene.requested))
      var random = SplitMix64(seed: seed)
      for round in 0..<3 {
        let (graph, names) = try scene.build(using: &random)
        let asked = random.shuffle(scene.requested + scene.requested.prefix(1)).map { names[$0] }
        if let difference = names.difference(try graph.plan(deleting: asked), expected) {
          Issue.record("seed \(seed), round \(round): \(difference)")
        }
        #expect(graph.brokenInvariants() == [], "seed \(seed)")
      }
    }
  }
}
