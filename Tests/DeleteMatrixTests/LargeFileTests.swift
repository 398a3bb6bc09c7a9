import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("How much of a file is read, and how much is said of it?")
struct LargeFileTests {
  private func problems(_ text: String) -> [String] {
    do throws(DataError) {
      _ = try MatrixSuite([SourceFile(path: "f", bytes: Array(text.utf8))])
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  private func scenario(
    entities: String = "{\"name\": \"A\"}", objects: String = "\"a\"", links: String = "",
    steps: String = "{\"delete\": [\"a\"]}"
  ) -> String {
    """
    {"scenario": "s", "title": "t", "framework": "swiftData", "sources": [],
     "entities": [\(entities)],
     "objects": {"A": [\(objects)]}, "links": [\(links)],
     "steps": [\(steps)]}
    """
  }

  @Test("A thousand problems are listed, and the others counted")
  func manyProblems() {
    let problems = problems(
      scenario(links: Array(repeating: "1", count: 1500).joined(separator: ",")))
    #expect(problems.count == 1001)
    #expect(problems[999].hasPrefix("f:3:"))
    #expect(
      problems.last?.hasSuffix("500 more problems were found, from here on; they are not listed")
        == true)
    #expect(self.problems(scenario(links: "1")).count == 1)
  }

  @Test("Names are only listed where they can be read")
  func alternatives() {
    let objects = (0..<21).map { "\"o\($0)\"" }.joined(separator: ",")
    let step = "{\"delete\": [\"something\"]}"
    #expect(
      problems(scenario(objects: objects, steps: step)) == [
        "f:4:24: error: found the unknown object \"something\""
      ])
    #expect(
      problems(scenario(objects: "\"a\",\"b\"", steps: step)) == [
        "f:4:24: error: found the unknown object \"something\"; expected \"a\" or \"b\""
      ])
  }

  @Test("Entities that inherit more than any model's are refused")
  func inheritance() {
    let attributes = (0..<300).map { "{\"name\": \"x\($0)\"}" }.joined(separator: ",")
    let heirs = (0..<400).map { ",{\"name\": \"E\($0)\", \"parent\": \"A\"}" }.joined()
    let text = scenario(entities: "{\"name\": \"A\", \"attributes\": [\(attributes)]}\(heirs)")
    #expect(
      problems(text) == [
        "f:2:14: error: the entities inherit more than 100000 properties in all; expected fewer heirs"
      ])
  }

  @Test("A hundred outcomes of one step are compared with each other, and no more")
  func outcomesOfOneStep() {
    let outcomes = Array(
      repeating: "{\"evidence\": \"documented\", \"deleted\": null, \"effect\": null}", count: 101)
    let step = "{\"save\": true, \"expect\": [\(outcomes.joined(separator: ","))]}"
    #expect(
      problems(scenario(steps: step)) == ["f:4:37: error: found 101 outcomes; expected at most 100"]
    )
  }

  @Test("Outcomes that name more than can be kept are refused")
  func outcomes() {
    let step = "{\"save\": true, \"expect\": null}"
    let steps = Array(repeating: step, count: 800).joined(separator: ",")
    #expect(
      problems(scenario(steps: steps)) == [
        "f:4:11: error: 800 looks are taken at 801 objects, links and parts of steps; expected at "
          + "most 500000 in the product, so look less often or at fewer"
      ])
    #expect(problems(scenario(steps: step)) == [])
  }

  @Test("Every save and read looks at everything, and one look is taken at least")
  func looks() throws {
    let saves = Array(repeating: "{\"save\": true}", count: 800).joined(separator: ",")
    #expect(
      problems(scenario(steps: saves)) == [
        "f:4:11: error: 800 looks are taken at 801 objects, links and parts of steps; expected at "
          + "most 500000 in the product, so look less often or at fewer"
      ])
    func unseen(_ parts: Int) throws -> [String] {
      let node = try JSONParser.parse(Array("{}".utf8), file: "f")
      var reading = FileReading(file: "f")
      reading.checkSize(Fixture(entities: []), steps: parts, looks: 0, at: node)
      return reading.listedProblems.map(\.message)
    }
    #expect(try unseen(500_000) == [])
    #expect(
      try unseen(500_001) == [
        "found 500001 objects, links and parts of steps; expected at most 500000"
      ])
  }
}
