@testable import Scenarios
import Testing

@testable import DeleteMatrix

/// One outcome of the observation article, read from it a second time and without the JSON files.
struct ArticleCell: Sendable, CustomTestStringConvertible {
  let id: String
  let pairing: String
  /// The objects that go; nil where the article says nothing about them, because of a crash.
  let gone: [String]?
  let effect: Effect
  /// The references that trap: `A1.testB` of one object, `H.testG` of every surviving object of H.
  let traps: String?

  var testDescription: String { id }

  init(_ line: Substring) throws {
    let columns = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    try #require(columns.count == 6 || columns.count == 7, "\(line)")
    pairing = columns[0]
    id = "\(pairing)/\(columns[1])+\(columns[2])/delete-\(columns[3])"
    gone = columns[4] == "(not stated)" ? nil : columns[4].split(separator: " ").map(String.init)
    effect = try #require(Effect(rawValue: columns[5]), "\(line)")
    traps = columns.count == 7 ? columns[6] : nil
  }

  /// Every cell of the article.
  static func all() throws -> [ArticleCell] {
    try table.split(separator: "\n").map(ArticleCell.init)
  }

  // Pairing, left rule, right rule, deleted object, what goes, effect, what traps when it is read.
  // Checked twice against the text of https://zenn.dev/samekard_dev/articles/c1bdeb2ae2b095.
  private static let table = """
    A-B | cascade | - | A1 | A1 B1 | ok
    A-B | cascade | - | B1 | B1 | trapOnRead | A1.testB
    A-B | nullify | - | A1 | A1 | ok
    A-B | nullify | - | B1 | B1 | trapOnRead | A1.testB
    A-B | deny | - | A1 | A1 | denied
    A-B | deny | - | B1 | B1 | trapOnRead | A1.testB
    A-B | noAction | - | A1 | A1 | ok
    A-B | noAction | - | B1 | B1 | trapOnRead | A1.testB
    C-D | cascade | cascade | C1 | C1 D1 | ok
    C-D | cascade | cascade | D1 | C1 D1 | ok
    C-D | cascade | nullify | C1 | C1 D1 | ok
    C-D | cascade | nullify | D1 | D1 | ok
    C-D | cascade | deny | C1 | C1 D1 | ok
    C-D | cascade | deny | D1 | (not stated) | crash
    C-D | cascade | noAction | C1 | C1 D1 | ok
    C-D | cascade | noAction | D1 | (not stated) | crash
    C-D | nullify | nullify | C1 | C1 | ok
    C-D | nullify | nullify | D1 | D1 | ok
    C-D | nullify | deny | C1 | C1 | ok
    C-D | nullify | deny | D1 | (not stated) | crash
    C-D | nullify | noAction | C1 | C1 | ok
    C-D | nullify | noAction | D1 | (not stated) | crash
    C-D | deny | deny | C1 | (not stated) | crash
    C-D | deny | deny | D1 | (not stated) | crash
    C-D | deny | noAction | C1 | (not stated) | crash
    C-D | deny | noAction | D1 | (not stated) | crash
    C-D | noAction | noAction | C1 | (not stated) | crash
    C-D | noAction | noAction | D1 | (not stated) | crash
    E-F | cascade | - | E1 | E1 F1 F2 | ok
    E-F | cascade | - | F1 | F1 | trapOnRead | E1.testF
    E-F | nullify | - | E1 | E1 | ok
    E-F | nullify | - | F1 | F1 | trapOnRead | E1.testF
    E-F | deny | - | E1 | E1 | denied
    E-F | deny | - | F1 | F1 | trapOnRead | E1.testF
    E-F | noAction | - | E1 | E1 | ok
    E-F | noAction | - | F1 | F1 | trapOnRead | E1.testF
    G-H | - | cascade | G1 | G1 | trapOnRead | H.testG
    G-H | - | cascade | H1 | G1 H1 | trapOnRead | H2.testG
    G-H | - | nullify | G1 | G1 | trapOnRead | H.testG
    G-H | - | nullify | H1 | H1 | ok
    G-H | - | deny | G1 | G1 | trapOnRead | H.testG
    G-H | - | deny | H1 | H1 | denied
    G-H | - | noAction | G1 | G1 | trapOnRead | H.testG
    G-H | - | noAction | H1 | H1 | ok
    I-J | cascade | cascade | I1 | I1 J1 J2 | ok
    I-J | cascade | cascade | J1 | I1 J1 J2 | ok
    I-J | cascade | nullify | I1 | I1 J1 J2 | ok
    I-J | cascade | nullify | J1 | J1 | ok
    I-J | cascade | deny | I1 | I1 J1 J2 | ok
    I-J | cascade | deny | J1 | J1 | denied
    I-J | cascade | noAction | I1 | I1 J1 J2 | ok
    I-J | cascade | noAction | J1 | J1 | trapOnRead | I1.testJ
    I-J | nullify | nullify | I1 | I1 | ok
    I-J | nullify | nullify | J1 | J1 | ok
    I-J | nullify | deny | I1 | I1 | ok
    I-J | nullify | deny | J1 | J1 | denied
    I-J | nullify | noAction | I1 | I1 | ok
    I-J | nullify | noAction | J1 | J1 | trapOnRead | I1.testJ
    I-J | deny | deny | I1 | I1 | denied
    I-J | deny | deny | J1 | J1 | denied
    I-J | deny | noAction | I1 | I1 | denied
    I-J | deny | noAction | J1 | J1 | trapOnRead | I1.testJ
    I-J | noAction | noAction | I1 | I1 | trapOnRead | J.testI
    I-J | noAction | noAction | J1 | J1 | trapOnRead | I1.testJ
    K-L | cascade | - | K1 | K1 L1 L2 | ok
    K-L | cascade | - | L1 | L1 | trapOnRead | K.testL
    K-L | nullify | - | K1 | K1 | ok
    K-L | nullify | - | L1 | L1 | trapOnRead | K.testL
    K-L | deny | - | K1 | K1 | denied
    K-L | deny | - | L1 | L1 | trapOnRead | K.testL
    K-L | noAction | - | K1 | K1 | ok
    K-L | noAction | - | L1 | L1 | trapOnRead | K.testL
    O-P | cascade | cascade | O1 | O1 O2 P1 P2 | ok
    O-P | cascade | cascade | P1 | O1 O2 P1 P2 | ok
    O-P | cascade | nullify | O1 | O1 P1 P2 | trapOnRead | O2.testP
    O-P | cascade | nullify | P1 | P1 | trapOnRead | O.testP
    O-P | cascade | deny | O1 | O1 P1 P2 | denied
    O-P | cascade | deny | P1 | P1 | denied
    O-P | cascade | noAction | O1 | O1 P1 P2 | trapOnRead | O2.testP
    O-P | cascade | noAction | P1 | P1 | trapOnRead | O.testP
    O-P | nullify | nullify | O1 | O1 | trapOnRead | P.testO
    O-P | nullify | nullify | P1 | P1 | trapOnRead | O.testP
    O-P | nullify | deny | O1 | O1 | trapOnRead | P.testO
    O-P | nullify | deny | P1 | P1 | denied
    O-P | nullify | noAction | O1 | O1 | trapOnRead | P.testO
    O-P | nullify | noAction | P1 | P1 | trapOnRead | O.testP
    O-P | deny | deny | O1 | O1 | denied
    O-P | deny | deny | P1 | P1 | denied
    O-P | deny | noAction | O1 | O1 | denied
    O-P | deny | noAction | P1 | P1 | trapOnRead | O.testP
    O-P | noAction | noAction | O1 | O1 | trapOnRead | P.testO
    O-P | noAction | noAction | P1 | P1 | trapOnRead | O.testP
    Q-R | cascade | cascade | Q1 | Q1 Q2 R1 R2 | ok
    Q-R | cascade | cascade | R1 | Q1 Q2 R1 R2 | ok
    Q-R | cascade | nullify | Q1 | Q1 R1 R2 | ok
    Q-R | cascade | nullify | R1 | R1 | ok
    Q-R | cascade | deny | Q1 | Q1 R1 R2 | denied
    Q-R | cascade | deny | R1 | R1 | denied
    Q-R | cascade | noAction | Q1 | Q1 R1 R2 | trapOnRead | Q2.testR
    Q-R | cascade | noAction | R1 | R1 | trapOnRead | Q.testR
    Q-R | nullify | cascade | Q1 | Q1 | ok
    Q-R | nullify | cascade | R1 | Q1 Q2 R1 | ok
    Q-R | nullify | nullify | Q1 | Q1 | ok
    Q-R | nullify | nullify | R1 | R1 | ok
    Q-R | nullify | deny | Q1 | Q1 | ok
    Q-R | nullify | deny | R1 | R1 | denied
    Q-R | nullify | noAction | Q1 | Q1 | ok
    Q-R | nullify | noAction | R1 | R1 | trapOnRead | Q.testR
    Q-R | deny | cascade | Q1 | Q1 | denied
    Q-R | deny | cascade | R1 | Q1 Q2 R1 | denied
    Q-R | deny | nullify | Q1 | Q1 | denied
    Q-R | deny | nullify | R1 | R1 | ok
    Q-R | deny | deny | Q1 | Q1 | denied
    Q-R | deny | deny | R1 | R1 | denied
    Q-R | deny | noAction | Q1 | Q1 | denied
    Q-R | deny | noAction | R1 | R1 | trapOnRead | Q.testR
    Q-R | noAction | cascade | Q1 | Q1 | trapOnRead | R.testQ
    Q-R | noAction | cascade | R1 | Q1 Q2 R1 | trapOnRead | R2.testQ
    Q-R | noAction | nullify | Q1 | Q1 | trapOnRead | R.testQ
    Q-R | noAction | nullify | R1 | R1 | ok
    Q-R | noAction | deny | Q1 | Q1 | trapOnRead | R.testQ
    Q-R | noAction | deny | R1 | R1 | denied
    Q-R | noAction | noAction | Q1 | Q1 | trapOnRead | R.testQ
    Q-R | noAction | noAction | R1 | R1 | trapOnRead | Q.testR
    """
}
