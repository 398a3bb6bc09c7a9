import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

extension EffectsWords {
  /// What a delete can do, in sentences.
  func markdown(title: String) -> String {
    var text = "# Deleting \(entity.withArticle.markdown) (\(title.markdown))\n\n"
    if let opening { text += "\(opening.markdown)\n\n" }
    if effects.kinds.isEmpty { return String(text.dropLast()) }
    text += EffectsText.levels(
      effects.cascades, level: \.level, nothing: "Goes with it: nothing.",
      title: { $0 == 1 ? "from the \(entity)" : "from these" }, words: words)
    text += EffectsText.section(
      "Stays and loses a reference", effects.losses.map(loss), nothing: "nothing")
    let refusals =
      effects.denials.map { "\(denial($0)): \(lift($0))" }
      + effects.invalidations.map { "\(invalidation($0)): \(lift($0))" }
    text += EffectsText.section("Refused", refusals, nothing: "never")
    text += EffectsText.section(
      "Left dangling", effects.dangling.map(dangling), nothing: "nothing")
    if !effects.crashes.isEmpty {
      text += EffectsText.section(
        "Observed to crash (EXC_BAD_ACCESS) instead", effects.crashes.map(crash), nothing: "")
    }
    return String(text.dropLast())
  }

  /// What an object of the entity can be, where that is not just the entity.
  private var opening: String? {
    let isAbstract = schema.declaration(of: effects.entity).isAbstract
    if effects.kinds == [effects.entity] { return nil }
    let names = effects.kinds.map { name($0).withArticle }.listed("or")
    if effects.kinds.isEmpty {
      return "No object of \(entity) can exist: it is abstract, as is all that inherits from it."
    }
    return isAbstract ? "\(entity) is abstract: each is \(names)." : "It may be \(names)."
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
