import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension EntityReport {
  /// What a delete can do, in sentences.
  var markdown: String {
    let title = "\(words.entity.withArticle.markdown) (\(model.title.markdown))"
    var text = "# Deleting \(title)\n\n"
    if let opening { text += "\(opening.markdown)\n\n" }
    if effects.kinds.isEmpty { return String(text.dropLast()) }
    text += EffectsText.levels(
      effects.cascades, level: \.level, nothing: "Goes with it: nothing.",
      title: { $0 == 1 ? "from the \(words.entity)" : "from these" }, words: words.words)
    text += EffectsText.section(
      "Stays and loses a reference", effects.losses.map(words.loss), nothing: "nothing")
    let refusals =
      effects.denials.map { "\(words.denial($0)): \(words.lift($0))" }
      + effects.invalidations.map { "\(words.invalidation($0)): \(words.lift($0))" }
    text += EffectsText.section("Refused", refusals, nothing: "never")
    text += EffectsText.section(
      "Left dangling", effects.dangling.map(words.dangling), nothing: "nothing")
    if !effects.crashes.isEmpty {
      text += EffectsText.section(
        "Observed to crash (EXC_BAD_ACCESS) instead", effects.crashes.map(words.crash), nothing: "")
    }
    return String(text.dropLast())
  }

  /// What an object of the entity can be, where that is not just the entity.
  private var opening: String? {
    let isAbstract = model.schema.declaration(of: effects.entity).isAbstract
    if effects.kinds == [effects.entity] { return nil }
    let names = effects.kinds.map { words.name($0).withArticle }.listed("or")
    if effects.kinds.isEmpty {
      return
        "No object of \(words.entity) can exist: it is abstract, as is all that inherits from it."
    }
    return isAbstract ? "\(words.entity) is abstract: each is \(names)." : "It may be \(names)."
  }
}

/// How a list of effects is laid out.
enum EffectsText {
  /// A title with a bullet for each sentence, or with a word where there is none.
  static func section(_ title: String, _ sentences: [String], nothing: String) -> String {
    if sentences.isEmpty { return "\(title): \(nothing).\n\n" }
    return "\(title):\n\n" + sentences.map { "- \($0.markdown)\n" }.joined() + "\n"
  }

  /// What goes as well: a number for each level, with bullets where it has several parts.
  static func levels<Step>(
    _ steps: [Step], level: (Step) -> Int, nothing: String, head: String = "Goes with it:",
    title: (Int) -> String, words: (Step) -> String
  ) -> String {
    if steps.isEmpty { return "\(nothing)\n\n" }
    var text = "\(head)\n\n"
    for (number, parts) in Dictionary(grouping: steps, by: level).sorted(by: { $0.key < $1.key }) {
      if parts.count == 1 {
        text += "\(number). \(words(parts[0]).markdown)\n"
      } else {
        text += "\(number). \(title(number).markdown):\n"
        for part in parts { text += "   - \(words(part).markdown)\n" }
      }
    }
    return text + "\n"
  }
}

extension InstancesReport {
  /// A section for each object; a table where there are more than anybody reads.
  var markdown: String {
    let title = "# Deleting \(entity.withArticle.markdown) (\(model.title.markdown))\n\n"
    if effects.isEmpty { return title + "There is no such object in the file.\n" }
    if effects.count > 20 { return title + "\(summary)\n\n\(table)" }
    return title + effects.map(section).joined(separator: "\n")
  }

  private func section(_ effects: InstanceEffects) -> String {
    let kind = effects.entity == entity ? "" : ", \(effects.entity.withArticle)"
    var text = "## \(effects.object.markdown)\(kind.markdown)\n\n"
    let count = effects.deleted.count - 1
    // What is refused changes nothing; what it would do is worth knowing all the same.
    let verb = effects.isRefused ? "Would go" : "Goes"
    let steps = cut(effects.steps)
    text += EffectsText.levels(
      steps, level: \.level, nothing: "\(verb) with it: nothing.",
      head: "\(verb) with it, \(count) \(count == 1 ? "object" : "objects"):",
      title: { $0 == 1 ? "from it" : "from these" }, words: words)
    if steps.count < effects.steps.count {
      text += "And so on, by \(effects.steps.count - steps.count) more relationships of theirs.\n\n"
    }
    text += part("Stays and loses a reference", effects.losses, loss, "nothing")
    let refusals =
      effects.denials.map { "\(denial($0)): \(lift($0))" }
      + effects.violations.map { "\(violation($0)): \(lift($0))" }
    text += part(
      refusals.isEmpty ? "Refused" : "Refused, so that nothing changes", refusals, { $0 }, "no")
    text += part("Left dangling", effects.dangling, dangling, "nothing")
    if !effects.crashes.isEmpty {
      text += part(
        "Observed to crash (EXC_BAD_ACCESS) instead", effects.crashes, { "\($0), one-to-one" }, "")
    }
    let total = effects.keptCount + effects.deleted.count
    let kept = effects.isRefused ? "all \(total)" : "\(effects.keptCount) of \(total)"
    return text + "Stays: \(kept) objects.\n"
  }

  /// As many as anybody reads.
  private func cut<Element>(_ elements: [Element]) -> [Element] {
    let most = 20
    return elements.count > most + 1 ? Array(elements.prefix(most)) : elements
  }

  private func part<Element>(
    _ title: String, _ elements: [Element], _ words: (Element) -> String, _ nothing: String
  ) -> String {
    let shown = cut(elements)
    let left = elements.count - shown.count
    let more = left > 0 ? ["and \(left) more"] : []
    return EffectsText.section(title, shown.map(words) + more, nothing: nothing)
  }

  private var summary: String {
    let refused = effects.filter(\.isRefused).count
    let dangling = effects.filter { !$0.dangling.isEmpty }.count
    var words = ["\(effects.count) objects"]
    words.append("\(refused) of the deletes \(refused == 1 ? "is" : "are") refused")
    words.append("\(dangling) \(dangling == 1 ? "leaves" : "leave") something dangling")
    return "\(words.joined(separator: ", "))."
  }

  private var table: String {
    var table = MarkdownTable(
      header: ["object", "goes with it", "loses a reference", "refused", "left dangling", "stays"])
    for effects in effects {
      let codes =
        effects.denials.map { _ in ErrorCode.deniedDelete } + effects.violations.map(\.kind.code)
      let reasons = Set(codes.map(\.rawValue)).sorted().map { code in
        "\(codes.count { $0.rawValue == code }) × \(code)"
      }
      let crash = effects.crashes.isEmpty ? [] : ["crashes"]
      let dangling = effects.dangling.count
      table.rows.append([
        effects.object.markdown, "\(effects.deleted.count - 1)", "\(effects.losses.count)",
        (crash + reasons).joined(separator: ", "), dangling == 0 ? "" : "\(dangling)",
        "\(effects.keptCount)",
      ])
    }
    return table.text
  }
}
