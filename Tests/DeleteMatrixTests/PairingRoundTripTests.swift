import BundledRun
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
  }
}

extension Pairing: CustomTestStringConvertible {
  /// The framework and the name: what a failing case is called.
  public var testDescription: String { "\(framework.rawValue) \(name)" }
}
