import Testing

/// The source of the bundled observations, as an explanation cites it.
let article =
  "observed: 【SwiftData】DeleteRule 観測隊 (.cascade .nullify .deny .noAction), 2024-06-01, "
  + "environment not stated, https://zenn.dev/samekard_dev/articles/c1bdeb2ae2b095"

/// What `explain` prints for a cell that it knows.
func explain(_ arguments: String...) throws -> String {
  let run = try TemporaryFolder().run(["explain"] + arguments)
  #expect(run.exitCode == 0)
  #expect(run.errors == "")
  return run.output
}

@Suite("Why does a cell come out as it does?")
struct ExplainTests {
  @Test("What one delete takes along, and what it merely clears")
  func cascadeChain() throws {
    #expect(
      try explain("Q-R/cascade+nullify/delete-Q1") == """
        # Q-R/cascade+nullify/delete-Q1

        - Q.testR: to-many R, cascade, inverse R.testQ, declared
        - R.testQ: to-many Q, nullify, inverse Q.testR, declared

        1. Q1 is asked for.
        2. Q1.testR is cascade: R1 and R2 go too.
        3. Q2.testR loses R1: R1.testQ is nullify and has this inverse.
        4. Q2.testR loses R2: R2.testQ is nullify and has this inverse.
        5. Nothing refuses the save, and nothing dangles.

        Predicted: takes R1 and R2 along. Deleted: Q1, R1 and R2. Kept: Q2.
        Stated: takes R1 and R2 along (\(article))
        Verdict: match (Matrices/swiftData/Q-R.json:51:9)

        """)
  }

  @Test("A chain of cascades is told level by level")
  func levels() throws {
    #expect(
      try explain("Q-R/cascade+cascade/delete-Q1") == """
        # Q-R/cascade+cascade/delete-Q1

        - Q.testR: to-many R, cascade, inverse R.testQ, declared
        - R.testQ: to-many Q, cascade, inverse Q.testR, declared

        1. Q1 is asked for.
        2. Q1.testR is cascade: R1 and R2 go too.
        3. R1.testQ is cascade: Q2 goes too.
        4. R2.testQ is cascade: Q2 goes too.
        5. Nothing refuses the save, and nothing dangles.

        Predicted: takes Q2, R1 and R2 along. Deleted: Q1, Q2, R1 and R2. Kept: nothing.
        Stated: takes Q2, R1 and R2 along (\(article))
        Verdict: match (Matrices/swiftData/Q-R.json:36:9)

        """)
  }

  @Test("A delete that touches nothing else")
  func ok() throws {
    #expect(
      try explain("A-B/nullify+-/delete-A1") == """
        # A-B/nullify+-/delete-A1

        - A.testB: to-one B, nullify, no inverse

        1. A1 is asked for.
        2. Nothing refuses the save, and nothing dangles.

        Predicted: only A1 goes. Deleted: A1. Kept: B1.
        Stated: only A1 goes (\(article))
        Verdict: match (Matrices/swiftData/A-B.json:41:9)

        """)
  }

  @Test("A delete of an object without links")
  func unlinked() throws {
    #expect(
      try explain("Q-R/nullify+nullify/unlinked/delete-Q1") == """
        # Q-R/nullify+nullify/unlinked/delete-Q1

        - Q.testR: to-many R, nullify, inverse R.testQ, declared
        - R.testQ: to-many Q, nullify, inverse Q.testR, declared

        1. Q1 is asked for.
        2. Nothing refuses the save, and nothing dangles.

        Predicted: only Q1 goes. Deleted: Q1. Kept: Q2, R1 and R2.
        Stated: only Q1 goes (\(article))
        Verdict: match (Matrices/swiftData/Q-R.json:115:9)

        """)
  }

  @Test("A deny rule refuses, with the way out")
  func denied() throws {
    #expect(
      try explain("E-F/deny+-/delete-E1") == """
        # E-F/deny+-/delete-E1

        - E.testF: to-many F, deny, no inverse

        1. E1 is asked for.
        2. E1.testF is deny and still holds F1 and F2: the save is refused. Delete F1 and F2 too, \
        or take them out first.

        Predicted: refused: E1.testF holds F1 and F2. Deleted: E1. Kept: F1 and F2.
        Stated: only E1 goes; the save is refused by a deny rule (\(article))
        Verdict: match (Matrices/swiftData/E-F.json:59:9)

        """)
  }

  @Test("A deny rule is forgiven for what goes as well, and refuses for the rest")
  func forgiven() throws {
    #expect(
      try explain("Q-R/cascade+deny/delete-Q1") == """
        # Q-R/cascade+deny/delete-Q1

        - Q.testR: to-many R, cascade, inverse R.testQ, declared
        - R.testQ: to-many Q, deny, inverse Q.testR, declared

        1. Q1 is asked for.
        2. Q1.testR is cascade: R1 and R2 go too.
        3. R1.testQ is deny, but Q1 goes as well and so does not block.
        4. R2.testQ is deny, but Q1 goes as well and so does not block.
        5. R1.testQ is deny and still holds Q2: the save is refused. Delete Q2 too, or take it \
        out first.
        6. R2.testQ is deny and still holds Q2: the save is refused. Delete Q2 too, or take it \
        out first.
        7. Q2.testR still leads to R1, because R1.testQ is not nullify: reading through it would \
        trap.
        8. Q2.testR still leads to R2, because R2.testQ is not nullify: reading through it would \
        trap.

        Predicted: refused: R1.testQ holds Q2 and R2.testQ holds Q2. Deleted: Q1, R1 and R2. \
        Kept: Q2.
        Stated: takes R1 and R2 along; the save is refused by a deny rule (\(article))
        Verdict: match (Matrices/swiftData/Q-R.json:66:9)

        """)
  }

  @Test("A reference dangles for lack of an inverse")
  func danglingWithoutInverse() throws {
    #expect(
      try explain("A-B/nullify+-/delete-B1") == """
        # A-B/nullify+-/delete-B1

        - A.testB: to-one B, nullify, no inverse

        1. B1 is asked for.
        2. A1.testB still leads to B1, because A1.testB has no inverse by which it could be \
        cleared: reading through it traps.

        Predicted: only B1 goes; A1.testB traps. Deleted: B1. Kept: A1.
        Stated: only B1 goes; A1.testB traps (\(article))
        Verdict: match (Matrices/swiftData/A-B.json:42:9)

        """)
  }
}
