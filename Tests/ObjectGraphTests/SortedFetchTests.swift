import SmallWorlds
import Testing

@testable import ObjectGraph

@Suite("In which order does a fetch find objects?")
struct SortedFetchTests {
  /// Objects with these values, one after the other, every third of them of a subentity.
  private func store(_ values: [AttributeValue?]) throws -> (graph: Graph, objects: [ObjectID]) {
    var graph = Graph(
      try Schema(
        .coreData,
        entities: [
          Entity("Thing", attributes: [Attribute("size")]), Entity("Box", parent: "Thing"),
          Entity("Other"),
        ]))
    let objects = try values.enumerated().map { index, value in
      let object = try graph.insert(index % 3 == 2 ? "Box" : "Thing")
      try graph.setValue(object, "size", to: value)
      return object
    }
    return (graph, objects)
  }

  private func fetch(
    _ graph: Graph, _ entity: String = "Thing", ascending: Bool
  ) throws -> [ObjectID] {
    try graph.objects(of: graph.schema.required(entity), sortedBy: "size", ascending: ascending)
  }

  @Test("By value, objects without one first when ascending; equal ones as they were inserted")
  func order() throws {
    let sizes: [AttributeValue?] = [.integer(2), nil, .integer(1), .integer(2), nil, .integer(1)]
    let (graph, objects) = try store(sizes)
    #expect(try fetch(graph, ascending: true) == [1, 4, 2, 5, 0, 3].map { objects[$0] })
    #expect(try fetch(graph, ascending: false) == [0, 3, 2, 5, 1, 4].map { objects[$0] })
    #expect(try fetch(graph, "Box", ascending: true) == [2, 5].map { objects[$0] })
    #expect(try fetch(graph, "Box", ascending: false) == [2, 5].map { objects[$0] })
  }

  @Test("Truth values, numbers and texts after each other, numbers by size")
  func kinds() throws {
    let ascending: [AttributeValue?] = [
      nil, .bool(false), .bool(true), .decimal(-0.5), .integer(0), .decimal(0.5), .integer(1),
      .decimal(1), .integer(2), .string(""), .string("10"), .string("9"), .string("Z"),
      .string("a"), .string("é"),
    ]
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 {
      let (graph, _) = try store(random.shuffle(ascending))
      for isAscending in [true, false] {
        let found = try fetch(graph, ascending: isAscending)
        let values = try found.map { try graph.value($0, "size") }
        #expect(values == (isAscending ? ascending : ascending.reversed()))
      }
    }
  }

  @Test("Of any two values one is less than the other, or they are equal")
  func comparable() {
    let values: [AttributeValue] = [
      .bool(false), .bool(true), .integer(1), .decimal(1), .integer(2), .string("1"),
    ]
    for one in values {
      for other in values {
        #expect([one < other, one == other, other < one].filter { $0 }.count == 1)
      }
    }
  }

  @Test("Not what was deleted; an unknown attribute is an error")
  func deletedAndUnknown() throws {
    let (graph, objects) = try store([.integer(2), .integer(1)])
    var context = Context(graph)
    try context.delete([objects[1]])
    #expect(try fetch(context.stored, ascending: true) == [objects[1], objects[0]])
    #expect(try fetch(context.pending(), ascending: true) == [objects[0]])
    try context.save()
    #expect(try fetch(context.stored, ascending: true) == [objects[0]])
    #expect(throws: GraphError.unknownAttribute("size", entity: "Other")) {
      try fetch(graph, "Other", ascending: true)
    }
  }
}
