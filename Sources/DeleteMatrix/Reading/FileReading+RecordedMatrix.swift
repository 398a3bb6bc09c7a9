import ObjectGraph
import Scenarios
import SourceText

extension FileReading {
  /// Reads a file that must be a recorded matrix.
  ///
  /// - Parameter file: The file's path and bytes.
  /// - Returns: The framework, and the pairings in the order of the file.
  /// - Throws: A ``DataError`` with every problem, or that it is another kind of file.
  package static func recordedMatrix(_ file: SourceFile) throws(DataError)
    -> (framework: Framework.Name, pairings: [Pairing])
  {
    let node = try JSONParser.parse(file.bytes, file: file.path)
    guard node.hasKey("matrix") else {
      throw DataError(
        node.location,
        "this is no recorded matrix; 'deleterules matrix MODEL --record FILE' writes one")
    }
    var reading = FileReading(file: file.path)
    let recorded = reading.recordedPairings(node)
    if !reading.problems.isEmpty {
      throw DataError(problems: reading.listedProblems)
    }
    return recorded
  }

  /// Reads a recorded matrix: for each relationship of a model a pairing with a single row.
  mutating func recordedPairings(
    _ node: JSONNode
  ) -> (framework: Framework.Name, pairings: [Pairing]) {
    guard let members = members(node, of: .matrixFile) else { return (.swiftData, []) }
    _ = string(members["matrix"], expected: "the model's name")
    let framework = choice(members["framework"], Framework.Name.self)
    var pairings: [Pairing] = []
    var lines: [String: Int] = [:]
    for node in elements(members["pairings"], expected: "an array of pairings") ?? [] {
      guard let pairing = recordedPairing(node, framework ?? .swiftData) else {
        continue
      }
      if let first = lines[pairing.name] {
        report(
          node.location,
          "found the pairing \(pairing.name.singleLine) again; it stands first in line \(first)")
      } else {
        lines[pairing.name] = node.location.line
        pairings.append(pairing)
      }
    }
    return (framework ?? .swiftData, framework == nil ? [] : pairings)
  }

  private mutating func recordedPairing(
    _ node: JSONNode, _ framework: Framework.Name
  ) -> Pairing? {
    guard let members = members(node, of: .modelPairing) else { return nil }
    let name = string(members["pairing"])
    let title = string(members["title"])
    let fixture = fixture(members, framework: framework)
    let nodes = elements(members["sides"], expected: "an array of two sides") ?? []
    let sides = nodes.compactMap { side($0, in: fixture) }
    if let node = members["sides"], nodes.count != 2 { report(node, expected: "two sides") }
    guard let name, let title, sides.count == 2 else { return nil }
    let pairing = Pairing(
      name: name, title: title, framework: framework, entities: fixture.entities, sides: sides,
      objects: fixture.objects, links: fixture.links, location: node.location, isOfModel: true)
    return row(members, at: node, of: pairing, fixture).map { pairing.with([$0]) }
  }

  private mutating func side(_ node: JSONNode, in fixture: Fixture) -> Pairing.Side? {
    guard let members = members(node, of: .side) else { return nil }
    let entity = string(members["entity"], expected: "an entity's name")
    let relationship = nullableString(
      members["relationship"], expected: "a relationship's name")
    let object = string(members["object"], expected: "an object's name")
    guard let entity, let object else { return nil }
    guard let declared = fixture.entity(entity) else {
      reportUnknownEntity(entity, at: node.location, in: fixture)
      return nil
    }
    if let relationship, !declared.relationships.contains(where: { $0.name == relationship }) {
      let end = alternatives(to: relationship, among: declared.relationships.map(\.name))
      report(
        node.location,
        "\(entity.singleLine) has no relationship \"\(relationship.singleLine)\"\(end)")
      return nil
    }
    guard checkObject(object, at: node.location, in: fixture) else { return nil }
    return Pairing.Side(entity: entity, relationship: relationship, object: object)
  }
}
