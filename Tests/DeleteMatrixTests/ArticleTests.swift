import BundledRun
@testable import Scenarios
import Testing

@testable import DeleteMatrix

@Suite("Do the engine and the JSON files agree with a second reading of the article?")
struct ArticleTests {
  @Test("The second reading has the same 124 cells in the same classes")
  func cells() throws {
    let cells = try ArticleCell.all()
    #expect(cells.count == 124)
    #expect(try cells.map(\.id).sorted() == Bundled.observedDeletes().map(\.cell.id).sorted())
    let counts = Dictionary(grouping: cells, by: \.effect).mapValues(\.count)
    #expect(counts == [.ok: 45, .trapOnRead: 44, .denied: 25, .crash: 10])
  }

  @Test("It says which references trap where one does, and nowhere else")
  func trapsAreStated() throws {
    for cell in try ArticleCell.all() {
      #expect((cell.traps != nil) == (cell.effect == .trapOnRead), "\(cell.id)")
      #expect((cell.gone == nil) == (cell.effect == .crash), "\(cell.id)")
    }
  }

  @Test("The engine predicts what the article saw")
  func engine() throws {
    for cell in try ArticleCell.all() { try expectPrediction(of: cell) }
  }

  private func expectPrediction(of cell: ArticleCell) throws {
    let result = try Bundled.result(cell.id)
    let outcome = try result.outcome
    #expect(outcome.effect == cell.effect, "\(cell.id)")
    // Where the app crashed, nobody saw what became of the objects.
    guard let gone = cell.gone else { return }
    #expect(outcome.deleted == gone, "\(cell.id)")
    if let traps = try result.references(cell.traps) {
      #expect(outcome.dangling.owners == traps)
    } else if cell.effect == .ok {
      #expect(outcome.dangling == [])
    }
  }

  @Test("The JSON files state what the article saw")
  func expectations() throws {
    for cell in try ArticleCell.all() { try expectStatement(of: cell) }
  }

  private func expectStatement(of cell: ArticleCell) throws {
    let result = try Bundled.result(cell.id)
    let expectation = try result.state
    #expect(result.cell.observations.map(\.evidence) == [.observed])
    #expect(expectation.effect == cell.effect, "\(cell.id)")
    #expect(expectation.deleted == cell.gone, "\(cell.id)")
    switch cell.effect {
    case .trapOnRead: #expect(try expectation.dangling?.owners == result.references(cell.traps))
    case .ok: #expect(expectation.dangling == [])
    case .denied, .crash, .validationFailed: #expect(expectation.dangling == nil)
    }
    // It was seen which references trap, never which were cut.
    #expect(expectation.nullified == nil)
  }

  @Test("Every reference that dangles leads to an object that is gone, and none is left out")
  func danglingIsComplete() throws {
    for result in try Bundled.observedDeletes() {
      let expectation = try result.state
      guard let dangling = expectation.dangling, let deleted = expectation.deleted else { continue }
      let relationships = Set(dangling.map(\.relationship))
      // A link of the fixture is stated from one side, whichever way it traps.
      let links = try result.cell.scenario.linksFromBothSides
      let expected = links.filter {
        deleted.contains($0.destination) && !deleted.contains($0.source)
          && relationships.contains($0.relationship)
      }
      #expect(dangling == Set(expected).sorted(), "\(result.cell.id)")
    }
  }
}

extension [NamedLink] {
  /// The references without what they lead to, as the article names them.
  fileprivate var owners: Set<String> { Set(map { "\($0.source).\($0.relationship)" }) }
}

extension CellResult {
  /// Spells out `H.testG`: the reference of every surviving object of H.
  fileprivate func references(_ traps: String?) throws -> Set<String>? {
    guard let traps else { return nil }
    let parts = traps.split(separator: ".").map(String.init)
    try #require(parts.count == 2)
    let survivors = Set(try outcome.kept)
    let named = cell.scenario.objects.filter { $0.name == parts[0] || $0.entity == parts[0] }
    return Set(named.map(\.name).filter(survivors.contains).map { "\($0).\(parts[1])" })
  }
}
