import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import SourceText

extension CallsReport {
  package var parts: [Page.Part] {
    parts(PageAnchors([], in: ShownFiles(nil, in: [:], named: wayToFile)))
  }

  func parts(_ anchors: PageAnchors) -> [Page.Part] {
    let (shown, harmless) = tabulated
    var body: HTML = """
      <h2>What the code deletes</h2>
      <p>\(summary).</p>

      """
    if !shown.isEmpty { body += table(shown, anchors) }
    if !harmless.isEmpty {
      body += """
        <details><summary>\(Self.words(ofHarmless: harmless))</summary>
        \(table(harmless, anchors))</details>

        """
    }
    return [Page.Part(id: "calls", title: "Calls", body: body)] + unread.parts
  }

  /// The calls as rows of a table, each with a link to its delete.
  private func table(_ rows: [Row], _ anchors: PageAnchors) -> HTML {
    let lines = rows.map { call, effects -> HTML in
      let place = call.model.map { models[$0].place } ?? models.first?.place ?? ""
      let address = call.entity.flatMap { anchors.delete(of: $0, in: place) }
      let words: HTML =
        address.map { "<a href=\"#\($0)\">\(effects.ordinary)</a>" } ?? "\(effects.ordinary)"
      return """
        <tr><td class="where">\(anchors.source(call.location, hasColumn: false))</td>\
        <td class="warning">\(effects.harm.joined(separator: "; "))</td>\
        <td>\(words)\(modelWords(call))</td></tr>

        """
    }
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="delete calls"><table>
      <thead><tr><th scope="col">where</th><th scope="col">what can go wrong</th>\
      <th scope="col">what it does</th></tr></thead>
      <tbody>
      \(lines.joined())</tbody></table></div>

      """
  }

  /// The models that a call is about, in brackets, if others have an entity of that name.
  private func modelWords(_ call: DeleteCall) -> HTML {
    guard let entity = call.entity, !call.models.isEmpty,
      models.count(where: { $0.schema.entity(entity) != nil }) > call.models.count
    else { return "" }
    return " (\(call.models.map { words.names[$0] }.listed("and")))"
  }
}
