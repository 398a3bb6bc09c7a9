import DeleteCalls
import ModelCheck
import ModelFiles
import SourceText
import SwiftSource
import Testing

@testable import ModelDeletes

@Suite("Which calls does a change of the model or of the code change?")
struct CallChangesTests {
  private static let model = """
    @Model class Trip {
      @Relationship(deleteRule: .nullify, inverse: \\Stop.trip) var stops: [Stop] = []
      @Relationship(deleteRule: .deny, inverse: \\Ticket.trip) var tickets: [Ticket] = []
    }
    @Model class Stop { var trip: Trip? }
    @Model class Ticket { var trip: Trip? }
    @Model class Tag { var name = "" }

    """

  /// The calls that the changes are about: a delete, its save, one of something else, and an unlink.
  private static let code = """
    func remove(_ trip: Trip, from context: ModelContext) {
      context.delete(trip)
      try? context.save()
    }
    func drop(_ tag: Tag, _ stop: Stop, _ trip: Trip, from context: ModelContext) {
      context.delete(tag)
      trip.stops.removeAll { $0 == stop }
    }
    """

  private func calls(_ side: (model: String, code: String)) throws -> ModelCalls {
    let text = side.model + side.code
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    return ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)],
      of: [try Model(reading: text, as: "App.swift")])
  }

  private func changesOfModels(_ sides: [ModelCalls]) throws -> ProjectChanges {
    try ProjectChanges(
      from: sides[0].models, to: sides[1].models, by: Check(), in: (sides[0], sides[1]))
  }

  private func changes(
    _ old: (model: String, code: String), _ new: (model: String, code: String)
  ) throws -> (changes: [String], unchanged: Int) {
    let sides = try [calls(old), calls(new)]
    let models = try changesOfModels(sides)
    let found = try CallChanges(from: sides[0], to: sides[1], of: models)
    let words = found.changes.map { change in
      [
        "\(change.impact)", "\(change.kind)", change.call?.kind.rawValue ?? "",
        change.call?.entity ?? "",
      ]
      .joined(separator: " ") + (change.reasons.isEmpty ? "" : ": \(change.reasons.listed())")
        + (change.callerCount == 0 ? "" : ", \(change.callerCount) caller")
    }
    return (words, found.unchangedCount)
  }

  @Test("What changes a batch delete only changes no call of an ordinary one")
  func operations() throws {
    func changed(_ old: String, _ new: String) throws -> [String] {
      let code = """
        func clear(_ stop: Stop, from context: ModelContext) throws {
          context.delete(stop)
          try context.delete(model: Stop.self)
        }
        """
      func model(_ property: String) -> String {
        """
        @Model class Trip {
          @Relationship(deleteRule: .nullify, inverse: \\Stop.trip) \(property)
        }
        @Model class Stop { var trip: Trip? }

        """
      }
      return try changes((model(old), code), (model(new), code)).changes
    }
    #expect(
      try changed("var stops: [Stop]? = []", "var stops: [Stop] = []") == [
        "worse effect batchDelete Stop: Trip.stops: optional → mandatory"
      ])
  }

  private static let remove =
    "func drop(_ t: Tour, _ c: ModelContext) throws { c.delete(t); try c.save() }\n"
  private static let removeParts = """
    func drop(_ t: Tour, _ c: ModelContext) throws {
      for l in t.legs ?? [] { c.delete(l) }
      c.delete(t)
      try c.save()
    }

    """
  private static let removeOther = "func drop(_ m: Memo, _ c: ModelContext) { c.delete(m) }\n"
  private static let orphan =
    "deleting a Tour leaves its Leg in the store, unreachable by other relationships"
  private static let failure = "a Tour that has a Leg cannot be deleted"
  private static let (unreached, instead) = (
    "; no delete call reaches this", "no longer true, as the delete now fails: "
  )

  @Test(
    "A change of the model is worse only if something in the code shows it, and as its call is",
    arguments: [
      (".cascade|?", remove, ".nullify|?", remove, ["worse \(orphan)"]),
      (".cascade|?", remove, ".nullify|?", removeParts, ["review \(orphan)\(unreached)"]),
      (".cascade|?", removeParts, ".nullify|?", removeParts, ["review \(orphan)\(unreached)"]),
      (".cascade|?", remove, ".nullify|?", removeOther, ["review \(orphan)\(unreached)"]),
      // Without any delete, clients may perform each.
      (".cascade|?", remove, ".nullify|?", "", ["worse \(orphan)"]),
      // Where something is unknown, it may be that.
      (
        ".cascade|?", removeOther, ".nullify|?",
        removeOther + "func end(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) }\n",
        ["worse \(orphan)"]
      ),
      (
        ".nullify|?", remove, ".nullify|", remove,
        ["worse \(failure)", "better \(instead)\(orphan)"]
      ),
      (
        ".nullify|?", removeParts, ".nullify|", removeParts,
        ["better \(instead)\(orphan)", "review \(failure)\(unreached)"]
      ),
      (".nullify|?", remove, ".cascade|?", remove, ["better no longer true: \(orphan)"]),
      // What names the cause is about deletes of a Leg, of which the code has none.
      (
        ".cascade|?", remove, "|?.cascade", remove,
        ["worse \(orphan)", "review deleting one Leg deletes its Tour\(unreached)"]
      ),
      ("|?.cascade", removeOther, "|?.cascade", remove, []),
    ])
  func reached(
    old: String, oldCode: String, new: String, newCode: String, expected: [String]
  ) throws {
    func model(_ parts: String) -> String {
      let halves = parts.split(separator: "|", omittingEmptySubsequences: false)
      let isOptional = halves[1].hasPrefix("?")
      let back = halves[1].drop { $0 == "?" }
      let forth = halves[0].isEmpty ? "" : "deleteRule: \(halves[0]), "
      let (one, other) =
        back.isEmpty
        ? ("@Relationship(\(forth)inverse: \\Leg.tour) ", "")
        : ("", "@Relationship(deleteRule: \(back), inverse: \\Tour.legs) ")
      return """
        @Model class Tour { \(one)var legs: [Leg]? = [] }
        @Model class Leg { \(other)var tour: Tour\(isOptional ? "?" : "") }
        @Model class Memo { var text = "" }

        """
    }
    let sides = try [calls((model(old), oldCode)), calls((model(new), newCode))]
    let found = try changesOfModels(sides).compared.flatMap(\.changes.changes)
    #expect(found.map { "\($0.impact) \($0.title)" } == expected)
  }

  @Test("A delete that nothing calls is no change, and one that something calls now is new harm")
  func uncalled() throws {
    let app = "@main struct Main: App {}\n"
    let code = app + "func remove(_ trip: Trip, _ c: ModelContext) { c.delete(trip) }\n"
    let called = code + "let action = remove\n"
    #expect(try changes((Self.model, app), (Self.model, code)).changes == [])
    #expect(try changes((Self.model, code), (Self.model, app)).changes == [])
    #expect(
      try changes((Self.model, app), (Self.model, called)).changes == ["worse new delete Trip"])
    #expect(
      try changes((Self.model, code), (Self.model, called)).changes == ["worse effect delete Trip"])
  }

  @Test("The same calls on the same model are all unchanged")
  func same() throws {
    let same = try changes((Self.model, Self.code), (Self.model, Self.code))
    #expect(same.changes == [] && same.unchanged == 4)
  }

  @Test(
    "A delete changes with any rule around it, its save only with what may refuse it",
    arguments: [
      // What goes along is no matter of a save that drops a refusal.
      (
        ".nullify", ".cascade",
        [
          // What the unlink leaves behind has an owner now.
          "worse effect unlink Stop", "better effect delete Trip: Trip.stops: nullify → cascade",
        ]
      ),
      (
        ".nullify", ".deny",
        [
          "worse effect delete Trip: Trip.stops: nullify → deny",
          "worse effect save Trip: Trip.stops: nullify → deny",
          "better effect delete Trip: Trip.stops: nullify → deny",
          "better effect save Trip: Trip.stops: nullify → deny",
        ]
      ),
      (
        ".deny", ".nullify",
        [
          "worse effect delete Trip: Trip.tickets: deny → nullify",
          "better effect delete Trip: Trip.tickets: deny → nullify",
          // Nothing blocks it any more, so that it hides no failure.
          "better gone save Trip",
        ]
      ),
      (
        ".nullify", ".noAction",
        [
          "worse effect delete Trip: Trip.stops: nullify → noAction"
        ]
      ),
    ])
  func rules(old: String, new: String, expected: [String]) throws {
    let altered = Self.model.replacing("(deleteRule: \(old)", with: "(deleteRule: \(new)")
    let found = try changes((Self.model, Self.code), (altered, Self.code))
    #expect(found.changes == expected)
    let changed = Set(expected.map { $0.split(separator: " ").dropFirst().joined() })
    #expect(found.unchanged == 4 - changed.count)
  }

  @Test(
    "A rule that starts to block hurts no delete whose code first deletes what blocks it",
    arguments: [
      ("for stop in trip.stops { c.delete(stop) }\nc.delete(trip)", []),
      ("c.delete(trip)", ["worse effect delete Trip: Trip.stops: nullify → deny"]),
    ])
  func blocked(body: String, expected: [String]) throws {
    let code = "func go(_ trip: Trip, _ c: ModelContext) throws {\n\(body)\ntry c.save()\n}\n"
    let denying = Self.model.replacing(".nullify", with: ".deny")
    let found = try changes((Self.model, code), (denying, code)).changes
    #expect(found.filter { $0.hasPrefix("worse") } == expected, "\(found)")
  }

  @Test(
    "What the code around a delete does decides whether it fails, as check says",
    arguments: [
      (
        "for ticket in trip.tickets { c.delete(ticket) }\nc.delete(trip)\ntry? c.save()",
        "c.delete(trip)\ntry? c.save()",
        ["worse effect delete Trip", "worse effect save Trip", "review gone delete Ticket"]
      ),
      // Without try?, check reports nothing, and the delete itself is what starts to fail.
      (
        "for ticket in trip.tickets { c.delete(ticket) }\nc.delete(trip)\ntry c.save()",
        "c.delete(trip)\ntry c.save()", ["worse effect delete Trip", "review gone delete Ticket"]
      ),
      // A save or a read deletes nothing: only what check finds there is a change.
      (
        "c.delete(trip)\ntry? c.save()", "c.delete(trip)\ntry c.save()", ["better gone save Trip"]
      ),
      ("c.delete(trip)\ntry? c.save()", "print(1)\nc.delete(trip)\ntry? c.save()", []),
      ("c.delete(tag)", "c.delete(tag)\ntry c.save()\nprint(tag.name)", ["worse new read Tag"]),
      ("c.delete(tag)", "c.delete(tag)\nc.delete(tag)", ["review new delete Tag"]),
      // Nothing else deletes a Trip, which shows a fault.
      ("c.delete(tag)", "c.delete(tag)\nlet x = things()\nc.delete(x)", ["worse new delete "]),
      (
        "c.delete(tag)",
        "c.delete(tag)\n\(String(repeating: "if x { ", count: 120))c.delete(tag)"
          + String(repeating: "}", count: 120), ["worse new  "]
      ),
    ])
  func around(old: String, new: String, expected: [String]) throws {
    let sides = [old, new].map { body in
      "func go(_ trip: Trip, _ tag: Tag, _ c: ModelContext) throws {\n\(body)\n}\n"
        + "func other(_ stop: Stop, _ c: ModelContext) { c.delete(stop) }\n"
    }
    let model = Self.model.replacing("nullify", with: "noAction")
    #expect(try changes((model, sides[0]), (model, sides[1])).changes == expected)
    let exchanged = ["worse": "better", "better": "worse", "new": "gone", "gone": "new"]
    let mirrored = expected.map { line in
      line.split(separator: " ", omittingEmptySubsequences: false)
        .map { exchanged[String($0)] ?? String($0) }.joined(separator: " ")
    }
    #expect(try changes((model, sides[1]), (model, sides[0])).changes == mirrored)
  }

  @Test(
    "A repair is not worse if the same objects block otherwise; an orphan instead of a failed save is both",
    arguments: [
      (
        "", "(deleteRule: .deny, inverse: \\Stop.trip)", "Trip", "Trip",
        ["better effect delete Trip: Trip.stops: nullify → deny"]
      ),
      (
        "", "", "Trip", "Trip?",
        [
          "worse effect delete Trip: Stop.trip: mandatory → optional",
          "better effect delete Trip: Stop.trip: mandatory → optional",
        ]
      ),
      // The control: nothing blocked it before.
      (
        "", "(deleteRule: .deny, inverse: \\Stop.trip)", "Trip?", "Trip?",
        [
          "worse effect delete Trip: Trip.stops: nullify → deny",
          "better effect delete Trip: Trip.stops: nullify → deny",
        ]
      ),
    ])
  func repairs(
    old: String, new: String, oldType: String, newType: String, expected: [String]
  ) throws {
    func model(_ arguments: String, _ type: String) -> String {
      let list = arguments.isEmpty ? "(inverse: \\Stop.trip)" : arguments
      return """
        @Model class Trip { @Relationship\(list) var stops: [Stop]? = [] }
        @Model class Stop { var trip: \(type) }

        """
    }
    let code =
      "func go(_ trip: Trip, _ c: ModelContext) throws {\nc.delete(trip)\ntry c.save()\n}\n"
    let found = try changes((model(old, oldType), code), (model(new, newType), code))
    #expect(found.changes == expected)
  }

  @Test("A call that no longer deletes what would dangle needs review, unless the model is fixed")
  func deletesLess() throws {
    func model(_ rule: String) -> String {
      """
      @Model class User { @Relationship(deleteRule: \(rule)) var profile: Profile? }
      @Model class Profile { var bio = "" }

      """
    }
    let code = "func go(_ user: User, _ c: ModelContext) { c.delete(user) }\n"
    let found = try changes((model(".cascade"), code), (model(".nullify"), code))
    #expect(found.changes == ["review effect delete User: User.profile: cascade → nullify"])
  }

  @Test("A function that deletes what it is given and its calls are one delete")
  func wrappers() throws {
    let code = """
      func remove(_ trip: Trip, _ c: ModelContext) { c.delete(trip) }
      func go(_ trip: Trip, _ c: ModelContext) { remove(trip, c) }
      """
    let cascading = Self.model.replacing("nullify", with: "cascade")
    let found = try changes((Self.model, code), (cascading, code)).changes
    #expect(found == ["better effect delete Trip: Trip.stops: nullify → cascade, 1 caller"])
  }

  @Test("A call that comes is new, one that goes is gone, one in other code is unchanged")
  func places() throws {
    let more = Self.code + "\nfunc other(_ stop: Stop, c: ModelContext) { c.delete(stop) }\n"
    let added = try changes((Self.model, Self.code), (Self.model, more))
    #expect(added.changes == ["review new delete Stop"] && added.unchanged == 4)
    let gone = try changes((Self.model, more), (Self.model, Self.code))
    #expect(gone.changes == ["review gone delete Stop"] && gone.unchanged == 4)
    let renamed = more.replacing("func other", with: "func another")
    let moved = try changes((Self.model, more), (Self.model, renamed))
    #expect(moved.changes == [] && moved.unchanged == 5)
  }

  @Test("A relationship that comes or goes around what is deleted is a reason")
  func relationships() throws {
    let more = Self.model.replacing(
      "@Model class Tag { var name = \"\" }",
      with: "@Model class Tag { var name = \"\"; @Relationship(deleteRule: .cascade) var trips: "
        + "[Trip] = [] }")
    let there = try changes((Self.model, Self.code), (more, Self.code)).changes
    #expect(
      there == [
        "worse effect delete Trip: Tag.trips is new", "worse effect delete Tag: Tag.trips is new",
      ])
    let back = try changes((more, Self.code), (Self.model, Self.code)).changes
    #expect(
      back == [
        "better effect delete Trip: Tag.trips was removed",
        "better effect delete Tag: Tag.trips was removed",
      ])
  }
}
