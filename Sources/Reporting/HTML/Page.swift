import CompiledOnce
import ModelFiles
import SourceText

/// A page that needs nothing but itself: no network, no frames, and no script to be read.
package struct Page {
  package struct Part {
    let id: String
    let title: String
    let body: HTML

    /// The part under a title, with its body folded.
    func folded(_ summary: String) -> Part {
      Part(
        id: id, title: title, body: "<details><summary>\(summary)</summary>\n\(body)</details>\n")
    }
  }

  let title: String
  var lead = HTML()
  /// The start of the foot of the page; empty for nothing.
  var foot = HTML()
  let parts: [Part]

  var text: String {
    let (style, script) = (PageFiles.style, PageFiles.script)
    let links = parts.map { "<a href=\"#\($0.id)\">\($0.title)</a>\n" as HTML }.joined()
    let navigation: HTML =
      parts.count < 2 ? "" : "<nav aria-label=\"parts of the page\">\n\(links)</nav>\n"
    let bodies = parts.map { section -> HTML in
      """
      <section id="\(section.id)" aria-label="\(section.title)">
      \(section.body)</section>

      """
    }.joined()
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="\(verbatim: PageFiles.policy)"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(title)</title>
      <style>\(verbatim: style)</style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      \(lead)\(navigation)</header>
      <main>
      \(bodies)</main>
      <footer>
      <p>\(foot)Written by deleterules \(Tool.version). These are predictions, checked against published observations; nothing
      was run on a device. “Can” means that it happens for some objects.</p>
      </footer>
      <script>\(verbatim: script)</script>
      </body>
      </html>

      """
    return page.markup
  }
}

/// The content that all pages share, from the files next to this one.
enum PageFiles {
  static let pictureStyle = text("picture.css")
  static let style = text("page.css") + pictureStyle
  static let script = text("page.js")

  /// A content security policy that blocks all network requests and allows only the page's style
  /// and script, by their hashes.
  ///
  /// A test compares them with the files, and says the right ones.
  static let policy = """
    default-src 'none'; style-src 'sha256-gEjfdcC27c1o2C4FvrwM4axvVS9N6yb7bj0xc/WhG7g='; \
    script-src 'sha256-Pj17/vwPFHh83LFWTg9SYlASWwLC5+eMyhOPnuNxHgk='; \
    base-uri 'none'; form-action 'none'
    """

  private static func text(_ name: String) -> String {
    guard let file = embeddedFiles.first(where: { $0.path.hasSuffix("/\(name)") }) else {
      preconditionFailure("the build embeds no \(name)")
    }
    return file.text
  }
}

/// The places to which a page may lead, its own and those of the app's files.
struct PageAnchors {
  /// The names of the app's files, and where a service shows them; nil for the names as they are.
  private let files: ShownFiles?
  /// The deletes that are played there: entities by the places of their models.
  private var deletes: [Place: String] = [:]

  private struct Place: Hashable {
    let model: String
    let entity: String
  }

  static let none = PageAnchors()

  private init() { files = nil }

  /// Creates the anchors for the deletes of all entities; those of the second and later models get
  /// a suffix.
  init(_ reports: [EntityReport], in files: ShownFiles? = nil) {
    self.files = files
    var models: [String] = []
    for report in reports {
      let model = report.model.place
      if !models.contains(model) { models.append(model) }
      let number = models.firstIndex(of: model) ?? 0
      let suffix = number == 0 ? "" : "&model=\(number + 1)"
      deletes[Place(model: model, entity: report.story.name)] =
        "delete=\(report.story.name.fragment)\(suffix)"
    }
  }

  /// Returns the anchor of the delete of an entity; nil if the page doesn't show it.
  func delete(of entity: String, in model: String) -> String? {
    deletes[Place(model: model, entity: entity)]
  }

  /// A place in the app's files, which leads there if a service shows it; the page's script lets others
  /// be copied.
  func source(_ location: Location, hasColumn: Bool = true) -> HTML {
    let file = files?.name(location.file) ?? location.file
    let column = hasColumn ? ":\(location.column)" : ""
    let words: HTML = "\(HTML(path: file)):\(location.line)\(column)"
    guard let address = files?.address(of: file, line: location.line) else {
      return "<span class=\"place\">\(words)</span>"
    }
    return "<a href=\"\(address)\">\(words)</a>"
  }
}
