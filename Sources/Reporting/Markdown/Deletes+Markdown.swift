import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension EntitiesReport {
  package var page: Prose {
    var table = Table(header: ["entity", "what deleting one does"])
    func isUsual(_ story: DeleteStory) -> Bool {
      story.isHarmless && !model.storelessEntities.contains(story.name)
    }
    let stories = stories.grouped(by: \.place).sorted { $0.key < $1.key }.flatMap(\.value)
    let usual = stories.filter(isUsual)
    for story in stories where !isUsual(story) {
      table.rows.append([
        story.name.prose, story.markedHarm(in: model.verdict(of: story)),
      ])
    }
    var text: Prose = "\(Prose.heading(1, "What a delete does: \(model.title.prose)"))\n\n"
    if !table.rows.isEmpty { text += "\(Prose(table))\n" }
    if !usual.isEmpty {
      let nouns = table.rows.isEmpty ? ("entity", "entities") : ("other", "others")
      let count = "\(usual.count) \(usual.count == 1 ? nouns.0 : nouns.1)"
      let names = usual.map(\.name).listed("and").prose
      text += "For \(count), only the object is deleted: \(names).\n\n"
    }
    return text + "\(code: "deleterules explain ENTITY") shows more about one of them.\n"
  }
}

extension Model {
  /// The whole story in a sentence, unless no store has the objects.
  func verdict(of story: DeleteStory) -> String {
    storelessEntities.contains(story.name)
      ? "is in no store: no Schema, container or relationship reaches it" : story.verdict
  }
}

extension EntityReport {
  /// The effects of a delete: a one-line summary, the effects that always apply, and those that
  /// need shared objects.
  package var page: Prose {
    let title: Prose = "\(story.name.withArticle.prose) (\(model.title.prose))"
    var parts: [Prose] = ["\(Prose.heading(1, "Deleting \(title)"))\n"]
    if model.storelessEntities.contains(story.name) {
      return parts[0] + "\n\(story.name.withArticle.capitalizedSentence.prose) "
        + "\(model.verdict(of: story).prose).\n"
    }
    // Whoever asks about a batch delete in the code is told of that first.
    let isBatch = !calls.isEmpty && calls.allSatisfy { $0.kind == .batchDelete }
    let words: Prose = "A batch delete (\(code: "\(batch.batchCall)")) \(batch.verdict.prose).\n"
    if isBatch { parts.append(words) }
    if !story.requested.isEmpty {
      let verdict = story.markedHarm(
        in: isBatch ? story.verdict : story.verdict.capitalizedSentence)
      parts.append("\(isBatch ? "An ordinary delete: " : "")\(verdict).\n")
    }
    if let opening { parts.append("\(opening.prose)\n") }
    if story.requested.isEmpty { return parts.joined(separator: "\n") }
    parts += story.hooks(in: model).map { hook in
      let name = "\(hook.className).prepareForDeletion (\(hook.location))"
      return "\(name.prose) runs before an ordinary delete, and may do more than this.\n"
    }
    let cascades = story.steps(.alsoDeleted)
    if !cascades.isEmpty {
      parts.append(
        EffectsText.levels(
          cascades, level: \.level, nothing: "",
          title: { $0 == 1 ? "from the \(story.name)" : "from these" }, words: story.sentence))
    }
    parts += sections(needingSharing: false)
    if !orphans.isEmpty { parts.append(EffectsText.section("Left behind", orphans, nothing: "")) }
    if !isBatch { parts.append(words) }
    let places = callPlaces.map { "\($0.location)\($0.way)" } + (doubt.map { [$0] } ?? [])
    if !places.isEmpty { parts.append(EffectsText.section("Deleted at", places, nothing: "")) }
    if !story.releaseSentences.isEmpty {
      parts.append(
        EffectsText.section("Differences between releases", story.releaseSentences, nothing: ""))
    }
    let shared = sections(needingSharing: true)
    if !shared.isEmpty {
      parts.append(
        """
        \(Prose.heading(2, "Only if objects are shared"))

        This happens only if a deleted object is also linked with another \(story.name.prose), or with an \
        object that this delete does not reach.

        """)
    }
    return (parts + shared).joined(separator: "\n")
  }

  /// The sections about what stays that have sentences.
  private func sections(needingSharing: Bool) -> [Prose] {
    func sentences(_ kinds: DeleteStory.Step.Kind...) -> [String] {
      story.steps.filter { kinds.contains($0.kind) && $0.needsSharing == needingSharing }
        .map(story.sentence)
    }
    let loses = needingSharing ? "Loses a reference" : "Stays, but loses a reference"
    return [
      (
        EffectsText.title(.crashes, story.range, story.schema.framework.name), sentences(.crashes)
      ),
      ("Dangling references", sentences(.leftDangling)),
      ("The save fails", sentences(.blocked, .madeInvalid)),
      (loses, sentences(.unlinked)),
    ].filter { !$0.1.isEmpty }.map { EffectsText.section($0.0, $0.1, nothing: "") }
  }

  /// The places of the delete calls, each with the way in which it deletes, if that is not a plain call, and
  /// with the base entity that it deletes.
  var callPlaces: [(location: Location, way: String)] {
    calls.map { call in
      let more = story.addition(by: call).map { ", which \($0)" } ?? ""
      let via = call.function.map { ", by '\($0)'\(more)" } ?? ""
      let bases = call.allEntities.contains(story.name) ? [] : call.allEntities
      let base = bases.isEmpty ? "" : ", of \(bases.map(\.withArticle).listed("or"))"
      let emptied = story.emptied(before: call)
      let before = emptied.isEmpty ? "" : ", after the code empties \(emptied.listed("and"))"
      return (call.location, (call.kind == .batchDelete ? ", as a batch" : via) + base + before)
    }
  }

  /// The statement that unresolved calls may delete an object of the entity, too; nil without any.
  var doubt: String? {
    if unresolved.isEmpty { return nil }
    let shown = unresolved.prefix(unresolved.count == 4 ? 4 : 3).map { "\($0)" }
    let left = unresolved.count - shown.count
    let places = left == 0 ? shown : shown + ["\(left) other places"]
    return
      "perhaps \(calls.isEmpty ? "" : "also ")at \(places.listed("and")), which could not be resolved"
  }

  /// The entities that an object of this entity can have, if not only this one.
  private var opening: String? {
    let isAbstract = model.schema.declaration(of: story.entity).isAbstract
    if story.requested == [story.entity] { return nil }
    let names = story.requested.map { story.name($0).withArticle }.listed("or")
    if story.requested.isEmpty {
      return
        "No object of \(story.name) can exist: it is abstract, and so are all of its subentities."
    }
    return isAbstract ? "\(story.name) is abstract: each is \(names)." : "It may be \(names)."
  }
}

/// The layout of a list of effects.
enum EffectsText {
  static func section(_ title: String, _ sentences: [String], nothing: String) -> Prose {
    if sentences.isEmpty { return "\(title): \(nothing).\n" }
    return "\(title):\n\n"
      + sentences.map { sentence -> Prose in "- \(sentence.prose)\n" }.joined()
  }

  /// Returns the title of the steps that crash: observed on one of the releases, or on others only.
  static func title(
    _ kind: DeleteStory.Step.Kind, _ range: ReleaseRange?, _ framework: Framework.Name
  ) -> String {
    let isObserved = range?.doubtIfUntested(kind.crash, of: framework) == nil
    let how =
      kind == .crashes ? "crash (EXC_BAD_ACCESS) instead" : "stop with a fatal error instead"
    return isObserved ? "Observed to \(how)" : "Can \(how)"
  }

  /// Returns the list of objects that are also deleted: a number for each level, with bullets if
  /// it has several parts.
  static func levels<Step>(
    _ steps: [Step], level: (Step) -> Int, nothing: String, head: String = "Also deleted:",
    title: (Int) -> String, words: (Step) -> String
  ) -> Prose {
    if steps.isEmpty { return "\(nothing)\n" }
    var text: Prose = "\(head)\n\n"
    for (number, parts) in steps.grouped(by: level).sorted(by: { $0.key < $1.key }) {
      if parts.count == 1 {
        text += "\(number). \(words(parts[0]).prose)\n"
      } else {
        text += "\(number). \(title(number).prose):\n"
        for part in parts { text += "   - \(words(part).prose)\n" }
      }
    }
    return text
  }
}

extension InstancesReport {
  /// A section for each object; a table where there are many.
  package var page: Prose {
    let heading = Prose.heading(
      1, "Deleting \(entity.withArticle.prose) (\(model.title.prose))")
    let title: Prose = "\(heading)\n\n"
    if effects.isEmpty { return title + "There is no such object in the file.\n" }
    if effects.count > 20 { return title + "\(summary)\n\n\(Prose(table))" }
    return title + effects.map(section).joined(separator: "\n")
  }

  private func section(_ effects: InstanceEffects) -> Prose {
    let kind = effects.entity == entity ? "" : ", \(effects.entity.withArticle)"
    let title: Prose = "\(effects.object.prose)\(kind.prose)"
    var parts: [Prose] = ["\(Prose.heading(2, title))\n"]
    let count = effects.deleted.count - 1
    // A failed save changes nothing, but its attempted effect is still of interest.
    let verb = effects.isRefused ? "Would also be deleted" : "Also deleted"
    let cascades = effects.steps(.alsoDeleted)
    let shown = cut(cascades)
    parts.append(
      EffectsText.levels(
        shown, level: \.level, nothing: "\(verb): nothing.",
        head: "\(verb), \(count) \(count == 1 ? "object" : "objects"):",
        title: { $0 == 1 ? "from it" : "from these" }, words: sentence))
    if shown.count < cascades.count {
      parts.append(
        "And so on, through \(cascades.count - shown.count) more of their relationships.\n")
    }
    let refused = effects.isRefused ? "The save fails, so nothing changes" : "The save fails"
    let sections: [(String, [InstanceEffects.Step], String?)] = [
      (EffectsText.title(.crashes, effects.range, model.framework), effects.steps(.crashes), nil),
      (
        EffectsText.title(.crashesByCascade, effects.range, model.framework),
        effects.steps(.crashesByCascade), nil
      ),
      ("Dangling references", effects.steps(.leftDangling), "none"),
      (refused, effects.steps(.blocked, .madeInvalid), "no"),
      ("Stays, but loses a reference", effects.steps(.unlinked), "nothing"),
    ]
    for (title, steps, nothing) in sections where nothing != nil || !steps.isEmpty {
      let shown = cut(steps)
      let left = steps.count - shown.count
      let more = left > 0 ? ["and \(left) more"] : []
      parts.append(
        EffectsText.section(title, shown.map(sentence) + more, nothing: nothing ?? ""))
    }
    let total = effects.keptCount + effects.deleted.count
    let kept = effects.isRefused ? "all \(total)" : "\(effects.keptCount) of \(total)"
    parts.append("Stays: \(kept) objects.\n")
    return parts.joined(separator: "\n")
  }

  /// Returns the steps, limited to as many as people read.
  private func cut(_ steps: [InstanceEffects.Step]) -> [InstanceEffects.Step] {
    let most = 20
    return steps.count > most + 1 ? Array(steps.prefix(most)) : steps
  }

  private var summary: String {
    let refused = effects.filter(\.isRefused).count
    let dangling = effects.filter { !$0.steps(.leftDangling).isEmpty }.count
    var words = ["\(effects.count) objects"]
    words.append("\(refused) of the deletes \(refused == 1 ? "fails" : "fail") when saved")
    words.append("\(dangling) \(dangling == 1 ? "leaves" : "leave") dangling references")
    return "\(words.joined(separator: ", "))."
  }

  private var table: Table {
    var table = Table(
      header: [
        "object", "also deleted", "references lost", "save fails", "dangling references", "stays",
      ])
    for effects in effects {
      let codes = effects.steps(.blocked, .madeInvalid).map { $0.violation?.code ?? .deniedDelete }
      let reasons = codes.map(\.rawValue).sortedWithoutRepeats().map { code in
        "\(codes.count { $0.rawValue == code }) × \(code)"
      }
      let crash = effects.steps(.crashes, .crashesByCascade).isEmpty ? [] : ["crashes"]
      let dangling = effects.steps(.leftDangling).count
      table.rows.append([
        effects.object.prose, "\(effects.deleted.count - 1)", "\(effects.steps(.unlinked).count)",
        "\((crash + reasons).joined(separator: ", "))", dangling == 0 ? "" : "\(dangling)",
        "\(effects.keptCount)",
      ])
    }
    return table
  }
}
