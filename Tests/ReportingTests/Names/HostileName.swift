import Testing

/// A name that ends what it stands in, begins something else, or commands whatever shows it.
struct HostileName: Sendable, CustomTestStringConvertible {
  let title: String
  let text: String

  init(_ title: String, _ text: String) { (self.title, self.text) = (title, text) }

  var testDescription: String { title }

  /// A name without anything in it; what is written with it shows what a format looks like.
  static let plain = HostileName("plain", "Plain")

  /// Whether a Core Data model can have the name: XML 1.0 knows no other control characters.
  var isXML: Bool {
    text.unicodeScalars.allSatisfy { scalar in
      (scalar.value >= 0x20 || "\n\r\t".unicodeScalars.contains(scalar))
        && ![0xFFFE, 0xFFFF].contains(scalar.value)
    }
  }

  /// As much of it as a file's name can hold.
  var fileName: String {
    var name = ""
    for scalar in text.unicodeScalars where scalar != "/" && scalar != "\0" {
      if name.utf8.count < 150 { name.unicodeScalars.append(scalar) }
    }
    return name
  }

  /// In XML, whatever it is.
  var xml: String { text.unicodeScalars.map { "&#\($0.value);" }.joined() }

  static let all = [
    HostileName(
      "HTML and ends of XML",
      "<script>alert(1)</script><img src=x onerror=alert(1)>]]></failure></testsuites><!-- \"' -->"),
    HostileName("markdown", "a|b *c* _d_ ~~e~~ [f](g) ![h](i) \\| # j `k` ``l`` ```m``` ````"),
    HostileName("lines", "x\n\n## Injected\r\n- a\n\n1. b\n| c |\n\t\u{B}\u{C}d"),
    HostileName(
      "commands that XML cannot hold",
      "\u{1B}[31mred\u{1B}]0;title\u{7}\u{8}a\u{0}b\u{1}\u{1F}\u{FFFE}c\u{FFFF}"),
    HostileName(
      "lines and commands that it can",
      "x\n\n## Injected\r\n- a\n\n1. b\n| c |\td\u{9B}31mred\u{85}next\u{90}\u{9D}0;title\u{9C}\u{7F}\u{202E}evil\u{2066}a\u{2069}\u{200F}\u{61C}"
        + "\u{202C}a\u{2028}b\u{2029}c"),
    HostileName(
      "workflow commands and quotes",
      "%0A::error file=a,line=1::b:c,d%25%2C::stop-commands::x\"b'c\\\"d\"}],\"e\":{\"f\":[\""),
    HostileName(
      "accents and diagrams",
      "\"\u{301} |\u{301} <\u{301} &\u{301} %\u{301} `\u{301} \\\u{301}\n\u{301}\"] ; click n0 \"javascript:a\" %%{init: {\"theme\": \"x\"}}%% end #quot; "
        + "a\\\"]; x -> y [label=<b>\\N\\G\\"),
    HostileName(
      "addresses, people, pictures, entities, formulas and paths",
      "@a a@b.example @-c :tada: :+1: a.swift:100:2 :d::e: https://evil.example "
        + "www.evil.example ftp://x @somebody #1"
        + " &#8238;&lt;b&gt;&amp;&quot; $x$ $$y$$ {{z}} {0} %s %n ${HOME} $(touch pwned) ../../a.b/d+e*f?g,h"
    ),
    HostileName("scripts of the world", "👩‍👩‍👧 é e\u{301} 日本 नमस्ते می‌خواهم\u{FEFF}"),
    HostileName("long", String(repeating: "ab|", count: 100)),
  ]
}
