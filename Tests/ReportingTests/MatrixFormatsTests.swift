import BundledRun
import DeleteCalls
import DeleteMatrix
import Foundation
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import Reporting

typealias JSONMembers = [String: Any]

/// The members of a report's JSON.
func jsonMembers(_ report: some Report) throws -> JSONMembers {
  let text = try #require(report.text(as: .json))
  return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? JSONMembers)
}

/// Each member that is expected is found with the same value; others may be there.
func expectMembers(
  _ found: JSONMembers, _ expected: [String: Any?],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  func text(_ members: JSONMembers) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
  let wanted = expected.mapValues { $0 ?? NSNull() }
  let chosen = found.filter { wanted[$0.key] != nil }
  #expect(try text(chosen) == text(wanted), sourceLocation: sourceLocation)
}

@Suite("Does JSON have each field of matrices, models and calls?")
struct MatrixFormatsTests {
  /// A run with every verdict, and cells of both frameworks about one release and several.
  private static let runs = Result {
    let observed = try outcome("[\"A1\", \"B1\"]")
    let range = try ReleaseRange("iOS 17...iOS 26", in: .known())
    let suite = try Bundled.suite.get()
    let pairings = suite.pairings.filter { $0.name == "C-D" || $0.name == "A-B" }
    let scenarios = suite.scenarios.filter {
      ["SD-005", "NR-029", "CD-077", "SD-067", "SD-040"].contains($0.name)
    }
    return [
      MatrixRun(MatrixSuite(pairings: pairings, scenarios: scenarios), by: Runner(on: range)),
      MatrixRun(MatrixSuite(pairings: pairings)), try impossibleScenario(),
      try PairingText(stated: outcome("[\"A1\"]"), other: outcome("[\"B1\"]")).run(),
      try PairingText(stated: outcome("[\"A1\"]", deviation: "why")).run(),
      try PairingText(stated: outcome("[\"A1\", \"B1\"]", deviation: "was so")).run(),
      try PairingText(
        stated: "[\(observed), \(outcome("[\"A1\"]", source: "two"))]",
        other: outcome("[\"B1\"]", deviation: "was so")
      ).run(),
    ]
  }

  @Test("Of a run: each cell, and how many came to each verdict in each group")
  func cells() throws {
    var verdicts: Set<Verdict> = []
    var rarely: Set<String?> = []
    for run in try Self.runs.get() {
      let json = try jsonMembers(run)
      let cells = try #require(json["cells"] as? [JSONMembers])
      #expect(cells.count == run.results.count)
      for (found, result) in zip(cells, run.results) {
        let cell = result.cell
        verdicts.insert(result.verdict)
        try expectMembers(
          found,
          [
            "id": cell.id, "framework": cell.scenario.framework.rawValue, "pairing": cell.group,
            "rules": (cell.tableEntry?.rules ?? []).map { $0?.rawValue as Any? ?? NSNull() },
            "evidence": cell.observations.first?.evidence.rawValue
              ?? (cell.tableEntry?.isDerived == true ? "derived" : nil),
            "verdict": result.verdict.rawValue, "notKnown": result.isUncertain,
            "matchNotKnown": result.matchesByDoubt, "error": result.error?.message,
            "location": cell.location.description,
          ])
        try expectMembers(try #require(found["operation"] as? JSONMembers), cell.operation)
        if let outcome = result.predicted {
          try expectMembers(
            try #require(found["predicted"] as? JSONMembers),
            [
              "deleted": outcome.deleted, "kept": outcome.kept, "effect": outcome.effect.rawValue,
              "stored": outcome.stored, "error": outcome.error?.rawValue,
              "nullified": outcome.nullified.map(\.parts),
              "dangling": outcome.dangling.map(\.parts),
              "merged": outcome.merged,
            ])
        }
        let observations = try #require(found["observations"] as? [JSONMembers])
        #expect(observations.count == cell.observations.count)
        for (member, observation) in zip(observations, cell.observations) {
          try expectMembers(
            member,
            [
              "evidence": observation.evidence.rawValue, "source": observation.source?.id,
              "deviation": observation.deviation, "location": observation.location?.description,
            ])
          let stated = observation.state
          let expected = try #require(member["expected"] as? JSONMembers)
          try expectMembers(
            expected,
            [
              "deleted": stated.deleted, "effect": stated.effect?.rawValue,
              "stored": stated.stored, "error": stated.error?.rawValue,
              "nullified": stated.nullified?.map(\.parts),
              "dangling": stated.dangling?.map(\.parts),
            ])
          // These are there only where they are stated.
          #expect(expected["read"] as? String == stated.reading?.rawValue)
          #expect(expected["isDeleted"] as? [String] == stated.isDeleted)
          rarely.formUnion([stated.reading.map { _ in "read" }, stated.isDeleted.map { _ in "is" }])
        }
        let releases = found["releases"] as? [JSONMembers] ?? []
        #expect(releases.count == (result.releases.count > 1 ? result.releases.count : 0))
        for (member, part) in zip(releases, result.releases) {
          try expectMembers(
            member, ["system": part.range.span.description, "notKnown": !part.isKnown])
        }
      }
      let summary = try #require(json["summary"] as? JSONMembers)
      func counts(_ group: Summary.Group?) -> [String: Any?] {
        Dictionary(
          uniqueKeysWithValues: Verdict.ofMatrices.map { verdict in
            let results = run.results.filter { group == nil || Summary.Group($0.cell) == group }
            return (verdict.rawValue, results.count { $0.verdict == verdict })
          })
      }
      try expectMembers(summary, counts(.deletes))
      for group in [Summary.Group.unlinkedDeletes, .removals, .scenarioSteps] {
        try expectMembers(
          try #require(summary[group.rawValue] as? JSONMembers), counts(group))
      }
      try expectMembers(try #require(summary["total"] as? JSONMembers), counts(nil))
      try expectMembers(summary, ["pinProblems": run.pinProblems])
      let systems = run.ranges.map(\.span.description)
      if systems.isEmpty { continue }
      try expectMembers(summary, systems.count == 1 ? ["system": systems[0]] : ["systems": systems])
      try expectMembers(
        summary,
        [
          "observedOnSystem": run.observedThere.count,
          "notKnownForSystem": run.results.count(where: \.isUncertain),
          "matchNotKnown": run.results.count(where: \.matchesByDoubt),
        ])
    }
    #expect(verdicts.count == Verdict.ofMatrices.count, "\(verdicts)")
    #expect(rarely == ["read", "is", nil])
  }

  @Test("Of a comparison: both sides of each cell, whether they differ, and how many do")
  func comparison() throws {
    let suite = MatrixSuite(
      pairings: try Bundled.suite.get().pairings.filter { $0.name == "C-D" },
      scenarios: try Bundled.suite.get().scenarios.filter { $0.name == "SD-005" })
    let releases = try Releases.known()
    for comparison in [
      Comparison(suite, on: ReleaseRange(newestIn: releases)),
      Comparison(
        suite, from: try ReleaseRange("iOS 17", in: releases),
        to: try ReleaseRange("iOS 26", in: releases)),
    ] {
      let keys = comparison.isOfReleases ? ("before", "after") : ("swiftData", "coreData")
      let json = try jsonMembers(ComparisonReport(comparison, showsAll: true))
      let cells = try #require(json["cells"] as? [JSONMembers])
      #expect(cells.count == comparison.lines.count)
      for (found, line) in zip(cells, comparison.lines) {
        try expectMembers(
          found,
          ["id": line.one.cell.id, "differs": line.differs, "notKnown": line.isUncertain])
        for (key, result) in [(keys.0, line.one), (keys.1, line.other)] {
          let side = try #require(found[key] as? JSONMembers)
          try expectMembers(side, ["verdict": result.verdict.rawValue])
          #expect(
            (side["predicted"] as? JSONMembers)?["effect"] as? String
              == result.predicted?.effect.rawValue)
        }
      }
      let differing = comparison.lines.count(where: \.differs)
      let uncertain = comparison.lines.count(where: \.isUncertain)
      try expectMembers(
        try #require(json["summary"] as? JSONMembers),
        ["cells": comparison.lines.count, "differing": differing, "notKnown": uncertain])
      let text = ComparisonReport(comparison, showsAll: false).markdown
      #expect(text.contains("\(differing) of \(comparison.lines.count) cells"))
      #expect(uncertain == 0 || text.contains("; \(uncertain) rest"))
      #expect(
        text.split(separator: "\n").filter { $0.hasPrefix("| C-D ") }.count
          == comparison.lines.count {
            ($0.differs || $0.isUncertain) && $0.one.cell.group == "C-D"
          })
    }
  }

  @Test("Of coverage: each release and store with its cells and sources")
  func coverage() throws {
    let coverage = Coverage(try Bundled.suite.get())
    let json = try jsonMembers(CoverageReport(coverage))
    let lines = try #require(json["observed"] as? [JSONMembers])
    #expect(lines.count == coverage.lines.count && lines.count > 5)
    for (found, line) in zip(lines, coverage.lines) {
      try expectMembers(
        found,
        [
          "framework": line.framework.rawValue, "release": line.release, "store": line.store,
          "cells": line.observed, "sources": line.sources,
        ])
    }
    let text = CoverageReport(coverage).markdown
    for (framework, counts) in coverage.counts {
      let found = (json["counts"] as? [String: JSONMembers])?[framework.rawValue]
      try expectMembers(
        try #require(found), ["cells": counts.all, "predictedOnly": counts.predictedOnly])
      #expect(text.contains("\(counts.predictedOnly) of \(counts.all) cells are predicted only"))
    }
  }

  @Test("Of a model: what its files state, and what follows")
  func models() throws {
    for sample in [SampleModel.lists, .pets, .tree, .records] {
      let model = try sample.model
      let json = try jsonMembers(ModelReport([model]))
      try expectMembers(json, ["model": model.place, "framework": model.framework.rawValue])
      let entities = try #require(json["entities"] as? [JSONMembers])
      #expect(entities.count == model.entities.count)
      for (found, entity) in zip(entities, model.entities) {
        try expectMembers(
          found,
          [
            "name": entity.name, "parent": entity.parent, "abstract": entity.isAbstract,
            "file": entity.location.file, "line": entity.location.line,
            "column": entity.location.column, "renamingIdentifier": entity.renamingIdentifier,
          ])
        let relationships = try #require(found["relationships"] as? [JSONMembers])
        #expect(relationships.count == entity.relationships.count)
        for (found, relationship) in zip(relationships, entity.relationships) {
          let declared = relationship.declaration
          let id = try #require(relationship.id)
          let inverse = model.schema.inverse(of: id)
          try expectMembers(
            found,
            [
              "name": relationship.name, "destination": declared.destination,
              "toMany": declared.isToMany, "ordered": declared.isOrdered,
              "optional": declared.isOptional, "minCount": declared.minCount,
              "maxCount": declared.maxCount, "deleteRule": relationship.statedRule?.rawValue,
              "effectiveDeleteRule": model.schema.declaration(of: id).deleteRule.rawValue,
              "inverse": inverse.map { model.schema.declaration(of: $0.relationship).name },
              "inverseKind": inverse?.kind.rawValue, "leftOut": false,
              "hazards": model.schema.hazards(of: id).map(\.rawValue),
              "line": relationship.location.line, "column": relationship.location.column,
            ])
        }
      }
    }
  }

  @Test("Of changed calls: what became of each, before and after, and because of what")
  func changedCalls() throws {
    func calls(_ rule: String, _ more: String) throws -> ModelCalls {
      let text = """
        @Model class Trip { @Relationship(deleteRule: .\(rule)) var stops: [Stop] = [] }
        @Model class Stop { var trip: Trip? }
        func f(_ trip: Trip, _ c: ModelContext) { c.delete(trip) }
        \(more)
        """
      let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
      return ModelCalls(
        in: [SwiftDeclarations(file, keepsCode: true)],
        of: [try Model(reading: text, as: "M.swift")])
    }
    let old = try calls("nullify", "func g(_ s: Stop, c: ModelContext) { c.delete(s) }")
    let new = try calls("cascade", "\nfunc h(_ t: Trip, c: ModelContext) { c.delete(t) }")
    let changes = try ProjectChanges(from: old.models, to: new.models)
    let calls = try CallChanges(from: old, to: new, of: changes)
    let stories = (
      old: old.models.map { DeleteStories(of: $0) }, new: new.models.map { DeleteStories(of: $0) }
    )
    let report = ChangesReport(
      changes, between: ChangesReport.Revisions(from: "main", to: nil), calls: calls,
      told: stories, without: [])
    #expect(Set(calls.changes.map(\.kind)) == [.effect, .new, .gone])
    let found = try #require(try jsonMembers(report)["calls"] as? [JSONMembers])
    #expect(found.count == calls.changes.count)
    for (member, change) in zip(found, calls.changes) {
      try expectMembers(member, ["change": change.kind.rawValue, "because": change.reasons])
      for (key, call) in [("before", change.before), ("after", change.after)] {
        guard let call else {
          #expect(member[key] is NSNull)
          continue
        }
        try expectMembers(
          try #require(member[key] as? JSONMembers),
          [
            "kind": call.kind.rawValue, "entity": call.entity, "caller": call.caller,
            "line": call.location.line, "column": call.location.column,
          ])
      }
    }
    let effects = try #require(found.first)
    let says = ["before", "after"].map { (effects[$0] as? JSONMembers)?["says"] as? String }
    #expect(says[0] != says[1] && says[1]?.contains("Stop") == true)
    let text = report.markdown
    for kind in ["- better: ", "- needs review: M.swift:5: new, ", "removed, "] {
      #expect(text.contains(kind), "\(text)")
    }
    // To GitHub, what is worse is an error, and nothing else is.
    var worse: [Int] = []
    for (one, other) in [(old, new), (new, old)] {
      let changes = try ProjectChanges(from: one.models, to: other.models)
      let calls = try CallChanges(from: one, to: other, of: changes)
      let report = ChangesReport(
        changes, between: ChangesReport.Revisions(from: "main", to: nil), calls: calls,
        told: (
          one.models.map { DeleteStories(of: $0) }, other.models.map { DeleteStories(of: $0) }
        ), without: [])
      worse.append(calls.changes.count { $0.impact == .worse && $0.after != nil })
      let lines = try #require(report.text(as: .github)).split(separator: "\n")
        .filter { $0.contains("delete call)") }
      #expect(lines.count { $0.hasPrefix("::error ") } == worse.last, "\(lines)")
      #expect(lines.count == calls.changes.count { $0.after != nil })
    }
    #expect(worse.max() != 0)
  }
}

extension Cell {
  /// What is done, as JSON has it.
  fileprivate var operation: [String: Any?] {
    switch origin {
    case .step(let number): ["step": number]
    case .table(let entry):
      switch entry.operation {
      case .delete(let object): ["delete": [object]]
      case .deleteUnlinked(let object): ["delete": [object], "unlinked": true]
      case .remove(let link): ["remove": link.parts]
      case .batchDelete(let object): ["batchDelete": [object]]
      }
    }
  }
}

extension NamedLink {
  /// As JSON has it.
  fileprivate var parts: [String] { [source, relationship, destination] }
}
