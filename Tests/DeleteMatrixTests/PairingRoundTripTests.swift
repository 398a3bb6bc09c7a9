import ObjectGraph
import SourceText
import Testing

@testable import DeleteMatrix
@testable import Scenarios

@Suite("Is a pairing that is written as JSON read back as the same value?")
struct PairingRoundTripTests {
  @Test("Every bundled pairing file", arguments: try Bundled.suite.get().pairings)
  func bundled(_ pairing: Pairing) throws {
    let file = SourceFile(path: "again.json", bytes: Array(JSONText(pairing).line.utf8))
    let again = try #require(try MatrixSuite([file]).pairings.first)
    #expect(again == pairing)
    #expect(again.cells.map(\.id) == pairing.cells.map(\.id))
    #expect(again.cells.map(\.observations) == pairing.cells.map(\.observations))
  }
}

extension Pairing: CustomTestStringConvertible {
  /// The framework and the name: what a failing case is called.
  public var testDescription: String { "\(framework.rawValue) \(name)" }
}
