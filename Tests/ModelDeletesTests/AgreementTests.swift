import DeleteCalls
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SmallWorlds
import SourceText
import SwiftSource
import Testing

@testable import ModelDeletes

/// `check`, `diff`, `calls` and `explain` on made-up models.
@Suite("Do the commands say the same about the same delete?")
struct AgreementTests {
  private static let models = 0..<(asked("SEED") == nil ? 8 : 300)

  /// The source of made-up models, and for each a second one with another rule or optionality.
  private static let texts: [(old: String, new: String)] = {
    var schemas = RandomSchema(seed: 37)
    var random = SplitMix64(seed: 37)
    return models.map { _ in
      let schema = schemas.next()
      return (
        schema.source(), schema.source(changing: schema.relationships.randomElement(using: &random))
      )
    }
  }()

  private func model(_ text: String) throws -> Model { try Model(reading: text, as: "M.swift") }

  private func code(_ text: String) -> SwiftDeclarations {
    SwiftDeclarations(SourceFile(path: "M.swift", bytes: Array(text.utf8)), keepsCode: true)
  }

  private var assuming: Check {
    var check = Check()
    check.assumesAllDeletes = true
    return check
  }

  /// The faults of a model that a delete shows, each as often as there is one.
  private func faults(of model: Model) throws -> [String: Int] {
    try assuming.findings(in: model).filter { $0.witness != nil }
      .reduce(into: [:]) { $0["\($1.rule) \($1.entity ?? "")", default: 0] += 1 }
  }

  private func counts(from old: Model, to new: Model) throws -> [ChangeImpact: Int] {
    try ModelChanges(from: old, to: new).changes.reduce(into: [:]) {
      $0[$1.impact, default: 0] += 1
    }
  }

  @Test("A change is worse or better exactly where a fault is new or gone, from either side")
  func changes() throws {
    var seen: Set<ChangeImpact> = []
    for text in Self.texts {
      let (old, new) = (try model(text.old), try model(text.new))
      #expect(try ModelChanges(from: old, to: old).changes.isEmpty)
      let (before, after) = (try faults(of: old), try faults(of: new))
      let there = try counts(from: old, to: new)
      let back = try counts(from: new, to: old)
      let comment = Comment(rawValue: "\(text.old)\n->\n\(text.new)")
      #expect(
        (there[.worse] != nil) == after.contains { $0.value > before[$0.key, default: 0] }, comment)
      #expect(
        (there[.better] != nil) == before.contains { $0.value > after[$0.key, default: 0] }, comment
      )
      #expect(
        [there[.worse], there[.better], there[.review]]
          == [back[.better], back[.worse], back[.review]], comment)
      seen.formUnion(there.keys)
    }
    #expect(seen.count == ChangeImpact.allCases.count)
  }

  @Test(
    "A call is worse or better by a fault exactly where check finds more or less in its function")
  func faultsAtCalls() throws {
    var random = SplitMix64(seed: 38)
    var seen: Set<ChangeImpact> = []
    for text in Self.texts {
      let model = try model(text.old)
      let names = model.schema.entities.map { model.schema.declaration(of: $0).name }
      let statements =
        names.enumerated().flatMap { number, name in
          ["c.delete(x\(number))", "try c.delete(model: \(name).self)"]
            + model.schema.relationships(of: model.schema.entities[number])
            .map { model.schema.declaration(of: $0) }.filter(\.isToMany)
            .map { "for y in x\(number).\($0.name) { c.delete(y) }" }
        } + ["try? c.save()", "try? c.save()", "c.delete(thing())"]
      let parameters = names.enumerated().map { "_ x\($0): \($1)" }.joined(separator: ", ")
      let sides = (0..<2).map { _ in
        let chosen = (0..<4).compactMap { _ in statements.randomElement(using: &random) }
        let body = chosen.joined(separator: "\n")
        return "\(text.old)\nfunc f(\(parameters), _ c: ModelContext) throws {\n\(body)\n}\n"
      }
      let found = try sides.map { side in
        try Check().findings(in: [model], with: [code(side)])
          .filter { $0.rule == .unresolvedDelete || $0.witness != nil && !$0.reachedBy.isEmpty }
          .reduce(into: [String: ModelFinding.Severity]()) { known, finding in
            let key = "\(finding.rule) \(finding.entity ?? "") \(finding.relationship ?? "")"
            known[key] = min(known[key] ?? .note, finding.severity)
          }
      }
      let calls = sides.map { ModelCalls(in: [code($0)], of: [model]) }
      let changes = try CallChanges(
        from: calls[0], to: calls[1], of: ProjectChanges(from: model, to: model)
      ).changes.filter { !$0.faults.isEmpty }
      func isMore(_ one: Int, than other: Int) -> Bool {
        found[one].contains { fault in found[other][fault.key].map { $0 > fault.value } ?? true }
      }
      let comment = Comment(rawValue: sides.joined(separator: "\n->\n"))
      #expect(changes.contains { $0.impact == .worse } == isMore(1, than: 0), comment)
      #expect(changes.contains { $0.impact == .better } == isMore(0, than: 1), comment)
      seen.formUnion(changes.map(\.impact))
    }
    #expect(seen == [.worse, .better])
  }

  @Test("Next to code that deletes the children first, a change is worse as check finds it reached")
  func settledChanges() throws {
    var seen: Set<Bool> = []
    let texts = Self.texts + Self.texts.map { ($0.new, $0.old) }
    for (number, text) in texts.enumerated() {
      let models = (old: try model(text.old), new: try model(text.new))
      let schema = models.new.schema
      let code = schema.entities.enumerated().filter { $0.offset % 3 == number % 3 }
        .map { settledDelete($0.element, in: schema) }.joined()
      // Without any delete, clients may perform each.
      if code.isEmpty { continue }
      let sides = [text.old, text.new].map { self.code($0 + code) }
      let calls = (
        ModelCalls(in: [sides[0]], of: [models.old]), ModelCalls(in: [sides[1]], of: [models.new])
      )
      let changes = try ProjectChanges(
        from: [models.old], to: [models.new], by: Check(), in: calls
      ).compared.flatMap(\.changes.changes)
      let found = try Check().findings(in: [models.new], with: [sides[1]]).filter {
        $0.witness != nil
      }
      let comment = Comment(rawValue: "\(text.old)\n->\n\(text.new)\n\(code)")
      for change in changes where change.impact == .worse {
        guard let rule = change.fault?.rule else { continue }
        let pair = pairNames(of: change, in: schema)
        let isReached = found.contains {
          $0.rule.rawValue == rule && !$0.reachedBy.isEmpty
            && pair.contains("\($0.entity ?? "").\($0.relationship ?? "")")
        }
        #expect(isReached, comment)
      }
      let known = try faults(of: models.old)
      for finding in found where finding.severity < .note && !finding.reachedBy.isEmpty {
        guard finding.location.line <= text.new.split(separator: "\n").count,
          known["\(finding.rule) \(finding.entity ?? "")"] == nil
        else { continue }
        #expect(changes.contains { $0.impact == .worse }, comment)
      }
      seen.formUnion(changes.filter { $0.fault != nil }.map { $0.impact == .review })
    }
    #expect(seen.count == 2)
  }

  /// The names of a changed relationship and of its inverse.
  private func pairNames(of change: ModelChange, in schema: Schema) -> [String] {
    let relationship = schema.entity(change.entity)
      .flatMap { schema.relationship(change.relationship, of: $0) }
    return [relationship, relationship.flatMap { schema.inverse(of: $0)?.relationship }]
      .compactMap(\.self).map(schema.qualifiedName)
  }

  /// A function that deletes what an object has in its to-many relationships, and then the object.
  private func settledDelete(_ entity: EntityID, in schema: Schema) -> String {
    let name = schema.declaration(of: entity).name
    let children = schema.relationships(of: entity).map { schema.declaration(of: $0) }
      .filter(\.isToMany)
      .map { "  for y in x.\($0.name)\($0.isOptional ? " ?? []" : "") { c.delete(y) }\n" }
    return "func remove(_ x: \(name), _ c: ModelContext) throws {\n\(children.joined())"
      + "  c.delete(x)\n  try c.save()\n}\n"
  }

  @Test("Code that deletes a kind of what a fault is about keeps its severity")
  func reach() throws {
    var count = 0
    for (text, _) in Self.texts {
      let model = try model(text)
      let wanted = try assuming.findings(in: model).filter { $0.severity < .note }
      for finding in wanted {
        guard let witness = finding.witness,
          let deleted = witness.scenario.objects
            .first(where: { witness.outcome.requested.contains($0.name) })
            .flatMap({ model.schema.entity($0.entity) })
        else { continue }
        for kind in model.schema.kinds(of: deleted) {
          let code = text + delete(model.schema.declaration(of: kind).name)
          let found = try Check().findings(in: [model], with: [self.code(code)])
          #expect(
            found.contains {
              $0.rule == finding.rule && $0.entity == finding.entity
                && $0.relationship == finding.relationship && $0.severity == finding.severity
            }, "\(finding): \(code)")
          count += 1
        }
      }
    }
    #expect(count > 10)
  }

  @Test("With a delete of unknown type, a model with faults never passes, and each is still listed")
  func unresolved() throws {
    let code = "func wipe(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) }\n"
    var count = 0
    for (text, _) in Self.texts {
      let model = try model(text)
      let wanted = try assuming.findings(in: model).filter { $0.severity < .note }
      if wanted.isEmpty { continue }
      count += 1
      let found = try Check().findings(in: [model], with: [self.code(text + code)])
      #expect(found.contains { $0.severity < .note }, "\(text)")
      for finding in wanted {
        #expect(
          found.contains {
            $0.rule == finding.rule && $0.entity == finding.entity
              && $0.relationship == finding.relationship
          }, "\(finding): \(text)")
      }
    }
    #expect(count > 5)
  }

  @Test("A call is told to do what explain tells of its delete, and check finds that there")
  func calls() throws {
    var seen: Set<String> = []
    for (text, _) in Self.texts {
      let model = try model(text)
      for entity in model.schema.entities {
        let name = model.schema.declaration(of: entity).name
        let code =
          text + delete(name) + "func wipe(_ c: ModelContext) throws {\n"
          + "  try c.delete(model: \(name).self, where: #Predicate { _ in true })\n}\n"
        let comment = Comment(rawValue: code)
        let files = [self.code(code)]
        let calls = ModelCalls(in: files, of: [model])
        let story = DeleteStory(of: entity, in: model)
        let batch = DeleteStory(of: entity, in: model, by: .batchDelete)
        let called = calls.calls.flatMap { calls.stories(of: $0) }
        #expect(
          called.map { $0.steps.map { "\($0)" } }
            == [story, batch].map { $0.steps.map { "\($0)" } }, comment)
        // A save whose failure nobody would notice is listed exactly if it can fail.
        #expect(calls.calls.contains { $0.kind == .save } != story.refusing.isEmpty, comment)
        let rules = Set(
          try Check(rules: [.batchCallFails, .batchCallLeavesBroken])
            .findings(in: [model], with: files).map(\.rule))
        let fails = !batch.steps(.failed, .blocked).isEmpty
        let left = batch.steps(.leftDangling, .leftInvalid)
        #expect(rules.contains(.batchCallFails) == fails, comment)
        // Whether a part may have a second owner is for the code to say.
        let isFound = rules.contains(.batchCallLeavesBroken)
        #expect(isFound ? !left.isEmpty : left.allSatisfy(\.needsSharing), comment)
        seen.formUnion(rules.map(\.rawValue))
      }
    }
    #expect(seen.count == 2)
  }

  private func delete(_ name: String) -> String {
    "func remove(_ x: \(name), _ c: ModelContext) {\n  c.delete(x)\n  try? c.save()\n}\n"
  }
}

extension Schema {
  /// The schema as SwiftData's classes, each inverse named on the side that comes first.
  ///
  /// - Parameter changed: A relationship that has the next rule instead of its own.
  /// - Returns: The text of a Swift file.
  fileprivate func source(changing changed: RelationshipID? = nil) -> String {
    entities.map { entity in
      let parent = declaration(of: entity).parent.map { ": \($0)" } ?? ""
      let members = relationships.filter { source(of: $0) == entity }.map {
        "  \(member($0, isChanged: $0 == changed))\n"
      }
      return "@Model class \(declaration(of: entity).name)\(parent) {\n\(members.joined())}\n"
    }.joined()
  }

  private func member(_ relationship: RelationshipID, isChanged: Bool) -> String {
    let declared = declaration(of: relationship)
    let rules = DeleteRule.allCases
    let place = rules.firstIndex(of: declared.deleteRule) ?? 0
    let rule = isChanged ? rules[(place + 1) % rules.count] : declared.deleteRule
    let inverse = inverse(of: relationship)?.relationship
    let named = inverse.map { $0 < relationship ? "" : ", inverse: \\\(qualifiedName(of: $0))" }
    let least =
      declared.isToMany && declared.minCount > 0
      ? ", minimumModelCount: \(declared.minCount)" : ""
    let isOptional = declared.isOptional ? "?" : ""
    let type = declared.isToMany ? "[\(declared.destination)]" : declared.destination
    return "@Relationship(deleteRule: .\(rule.rawValue)\(least)\(named ?? ", inverse: nil")) "
      + "var \(declared.name): \(type)\(isOptional)"
  }
}
