import Testing

@testable import Reporting

@Suite("Is a page whole, safe and readable by itself?")
struct PageTests {
  @Test(
    "The hash is that of others, also where a block is just full",
    arguments: [
      ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      (String(repeating: "a", count: 55), "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="),
      (String(repeating: "a", count: 56), "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="),
      (String(repeating: "a", count: 1000), "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM="),
    ])
  func hash(text: String, base64: String) { #expect(SHA256.base64(of: text) == base64) }

  @Test("Names are text, whatever they hold")
  func escaping() {
    let name = "<b id=\"x\">&amp;\u{202E}</b>"
    let html: HTML = "<p title=\"\(name)\">\(name)</p>"
    let text = "&lt;b id=&quot;x&quot;&gt;&amp;amp;\\u{202e}&lt;/b&gt;"
    #expect(html.markup == "<p title=\"\(text)\">\(text)</p>")
    #expect("Größe/a b#c&d=\"".fragment == "Gr%C3%B6%C3%9Fe/a%20b%23c%26d%3D%22")
  }

  @Test("A page asks nobody for anything, and only its own script runs")
  func policy() throws {
    let page = Page(
      title: "T", parts: [Page.Part(id: "a", title: "A", body: "<p>a</p>")]
    ).text
    let (style, script) = (PageFiles.style, PageFiles.script)
    #expect(page.contains("default-src 'none'; style-src 'sha256-\(SHA256.base64(of: style))';"))
    #expect(page.contains("script-src 'sha256-\(SHA256.base64(of: script))';"))
    #expect(page.contains("<script>\(PageFiles.script)</script>"))
    #expect(PageFiles.script.utf8.count < 20_000)
    for word in [
      "fetch(", "XMLHttpRequest", "innerHTML", "eval(", "import(", "http", "setAttribute(\"style\"",
    ] {
      #expect(!PageFiles.script.contains(word), "\(word)")
      #expect(!PageFiles.style.contains(word), "\(word)")
    }
    #expect(!PageFiles.style.contains("url("))
  }

  @Test("What is markdown elsewhere is paragraphs, lists and tables here")
  func prose() {
    var table = Table(header: ["a", ""])
    table.rows = [["<".prose, ""]]
    let text: Prose = """
      \(Prose.heading(1, "Title"))

      One line
      and \(emphasis: "another").

      - first
        goes on
      - \("- no list".prose)

      1. step
      \(Prose(table))
      \(Prose(.folded(title: "More", "inside\n")))
      """
    let expected = """
      <h2>Title</h2>
      <p>One line
      and <em>another</em>.</p>
      <ul>
      <li>first  goes on</li>
      <li>- no list</li>
      </ul>
      <ol>
      <li>step</li>
      </ol>
      <div class="scroll" tabindex="0" role="group" aria-label="table"><table>
      <thead><tr><th>a</th><td></td></tr></thead>
      <tbody>
      <tr><td>&lt;</td><td></td></tr>
      </tbody></table></div>
      <details><summary>More</summary>
      <p>inside</p>
      </details>

      """
    #expect(text.html(headingsFrom: 2).markup == expected)
    #expect(text.title == "Title")
    #expect(text.untitled.title == nil)
  }

  @Test(
    "Only what leads to the web is a link",
    arguments: [
      (
        "https://a.example/?b&c",
        "<a href=\"https://a.example/?b&amp;c\">https://a.example/?b&amp;c</a>"
      ),
      ("javascript:alert(1)", "javascript:alert(1)"),
    ])
  func links(address: String, html: String) {
    #expect(Prose(.address(address)).inlineHTML.markup == html)
  }
}
