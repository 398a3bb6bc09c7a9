import CompiledOnce
import DeleteCalls
import ModelFiles
import SourceText

extension CallsReport {
  package var parts: [Page.Part] { parts(.none) }

  func parts(_ anchors: PageAnchors) -> [Page.Part] {
    let files = grouped.map { file, calls -> HTML in
      let lines = calls.map { call -> HTML in
        let place = call.model.map { models[$0].place } ?? models.first?.place ?? ""
        let link = call.entity.flatMap { entity in
          anchors.delete(of: entity, in: place).map { " <a href=\"#\($0)\">play it</a>" as HTML }
        }
        return
          "<li><span class=\"where\">line \(call.location.line)</span> \(words.sentence(call))\(link ?? "")</li>\n"
      }
      return "<h3>\(file)</h3>\n<ul>\n\(lines.joined())</ul>\n"
    }
    let body: HTML = """
      <h2>What the code deletes</h2>
      <p>\(summary).</p>
      \(files.joined())
      """
    return [Page.Part(id: "calls", title: "Calls", body: body)] + unread.parts
  }
}
