import Testing

@Suite("Why is a save refused, or a read a trap, and what does nobody know?")
struct ExplainRefusalTests {
  @Test("A reference dangles although there is an inverse, because its rule is not nullify")
  func danglingWithInverse() throws {
    #expect(
      try explain("I-J/noAction+noAction/delete-J1") == """
        # I-J/noAction+noAction/delete-J1

        - I.testJ: to-many J, noAction, inverse J.testI, inferred
        - J.testI: to-one I, noAction, inverse I.testJ, inferred

        1. J1 is asked for.
        2. I1.testJ still leads to J1, because J1.testI is not nullify: reading through it traps.

        Predicted: only J1 goes; I1.testJ traps. Deleted: J1. Kept: I1 and J2.
        Stated: only J1 goes; I1.testJ traps (\(article))
        Verdict: match (Matrices/swiftData/I-J.json:167:9)

        """)
  }

  @Test("SwiftData crashes")
  func crash() throws {
    #expect(
      try explain("C-D/deny+deny/delete-C1") == """
        # C-D/deny+deny/delete-C1

        - C.testD: to-one D, deny, inverse D.testC, inferred
        - D.testC: to-one C, deny, inverse C.testD, inferred

        1. C1 is asked for.
        2. C1.testD is deny and still holds D1: the save is refused. Delete D1 too, or take it \
        out first.
        3. D1.testC still leads to C1, because C1.testD is not nullify: reading through it would \
        trap.
        4. A one-to-one relationship with an inverse was left denied or dangling: SwiftData was \
        observed to crash there (EXC_BAD_ACCESS).

        Predicted: crashes. Deleted: C1. Kept: D1.
        Stated: crashes (\(article))
        Verdict: match (Matrices/swiftData/C-D.json:113:9)

        """)
  }

  @Test("Core Data refuses the same, by a declared inverse")
  func coreData() throws {
    #expect(
      try explain("C-D/deny+deny/delete-C1", "--framework", "coreData") == """
        # C-D/deny+deny/delete-C1

        - C.testD: to-one D, deny, inverse D.testC, declared
        - D.testC: to-one C, deny, inverse C.testD, declared

        1. C1 is asked for.
        2. C1.testD is deny and still holds D1: the save is refused. Delete D1 too, or take it \
        out first.
        3. D1.testC still leads to C1, because C1.testD is not nullify: the fault could not be \
        fulfilled (133000).

        Predicted: refused: C1.testD holds D1. Deleted: C1. Kept: D1.
        Stated: only C1 goes; the save is refused (1600) by a deny rule; stored: C1 and D1 \
        (documented: Core Data Programming Guide: Relationship Delete Rules, no date, environment \
        not stated, https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/\
        CoreData/HowManagedObjectsarerelated.html)
        Verdict: match (Matrices/coreData/C-D.json:113:9)

        """)
  }

  @Test("A removal deletes nothing")
  func removal() throws {
    #expect(
      try explain("Q-R/cascade+cascade/remove-Q1.testR-R1") == """
        # Q-R/cascade+cascade/remove-Q1.testR-R1

        - Q.testR: to-many R, cascade, inverse R.testQ, declared
        - R.testQ: to-many Q, cascade, inverse Q.testR, declared

        1. R1 is taken out of Q1.testR.
        2. The link ends at Q1.testR and R1.testQ; taking out deletes nothing, whatever the rule.
        3. Nothing refuses the save, and nothing dangles.

        Predicted: nothing goes. Deleted: nothing. Kept: Q1, Q2, R1 and R2.
        Stated: nothing goes; Q1.testR → R1 and R1.testQ → Q1 are gone (\(article))
        Verdict: match (Matrices/swiftData/Q-R.json:44:9)

        """)
  }

  @Test("Nobody has run it")
  func unobserved() throws {
    #expect(
      try explain("I-J/deny+cascade/delete-J1") == """
        # I-J/deny+cascade/delete-J1

        - I.testJ: to-many J, deny, inverse J.testI, inferred
        - J.testI: to-one I, cascade, inverse I.testJ, inferred

        1. J1 is asked for.
        2. J1.testI is cascade: I1 goes too.
        3. I1.testJ is deny, but J1 goes as well and so does not block.
        4. I1.testJ is deny and still holds J2: the save is refused. Delete J2 too, or take it \
        out first.
        5. J2.testI still leads to I1, because I1.testJ is not nullify: reading through it would \
        trap.

        Predicted: refused: I1.testJ holds J2. Deleted: I1 and J1. Kept: J2.
        Stated: nothing, because nobody is known to have run it.
        Verdict: unobserved (Matrices/swiftData/I-J.json:130:5)

        """)
  }

  @Test("Nobody has run it, but its mirror image")
  func derived() throws {
    #expect(
      try explain("C-D/nullify+cascade/delete-C1") == """
        # C-D/nullify+cascade/delete-C1

        - C.testD: to-one D, nullify, inverse D.testC, inferred
        - D.testC: to-one C, cascade, inverse C.testD, inferred

        1. C1 is asked for.
        2. D1.testC loses C1: C1.testD is nullify and has this inverse.
        3. Nothing refuses the save, and nothing dangles.

        Predicted: only C1 goes. Deleted: C1. Kept: D1.
        Stated: nothing, because nobody is known to have run it; it mirrors a row that somebody \
        did run.
        Verdict: unobserved, derived (Matrices/swiftData/C-D.json:74:5)

        """)
  }
}
