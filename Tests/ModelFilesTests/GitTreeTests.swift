import SourceText
import Testing

@testable import ModelFiles

@Suite("What does git keep in a revision?")
struct GitTreeTests {
  private static func entry(
    _ path: [UInt8], mode: String = "100644", kind: String = "blob", object: String = "b1",
    size: String = "     12"
  ) -> [UInt8] {
    Array("\(mode) \(kind) \(object) \(size)\t".utf8) + path + [0]
  }

  private static func tree(_ paths: String..., revision: String = "main") -> GitTree {
    GitTree(
      revision, of: ProjectTop(of: ["/"]), GitListing(paths.flatMap { entry(Array($0.utf8)) }),
      contents: ["b1": [1, 2]])
  }

  @Test(
    "A name may hold anything but a zero and a slash",
    arguments: [
      "a.swift", "a\nb.swift", "a\tb.swift", "\"a\".swift", " a .swift", "main:a.swift", "-a.swift",
      "ü.swift", "\u{301}a.swift", "100644 blob b2 3\ta.swift", "\\303\\274.swift", "*.swift",
    ])
  func names(name: String) throws {
    let tree = Self.tree("A/\(name)")
    let found = try tree.names(in: "main:A")
    #expect(found == [name])
    let path = tree.path(of: name, in: "main:A")
    #expect(path == "main:A/\(name)" && tree.kind(of: path) == .file && !tree.isLink(path))
    #expect(try tree.bytes(of: path) == [1, 2])
    #expect(tree.place(of: path, under: ProjectTop(of: ["/"])) == "A/\(name)")
    #expect(Self.tree(name).path(of: name, in: "main:") == "main:\(name)")
    #expect(Self.tree(name).kind(of: "main:\(name)") == .file)
  }

  @Test("A name that is not UTF-8 is listed, so that somebody can say that it is not read")
  func namesThatAreNotUTF8() throws {
    let listing = GitListing(Self.entry([0x41, 0x2F, 0xFC] + Array(".swift".utf8)))
    let tree = GitTree("main", of: ProjectTop(of: ["/"]), listing, contents: [:])
    #expect(try tree.names(in: "main:A") == ["\u{FFFD}.swift"])
    #expect(tree.kind(of: "main:A/\u{FFFD}.swift") == nil)
    let project = try Project(Project.Reading([["/"]]), in: tree)
    #expect(project.unread.map(\.place) == ["A/\u{FFFD}.swift"])
    #expect(project.unread.map(\.finding.location.file) == ["main:A/\u{FFFD}.swift"])
  }

  @Test("A link is a link, and a submodule is nothing")
  func otherKinds() throws {
    let listing = GitListing(
      Self.entry(Array("Link.swift".utf8), mode: "120000")
        + Self.entry(Array("Sub".utf8), mode: "160000", kind: "commit", size: "      -")
        + Self.entry(Array("Big.swift".utf8), object: "b2", size: "\(17 << 20)")
        + Self.entry(Array("Gone.swift".utf8), object: "b3") + Array("what is this".utf8))
    let tree = GitTree("main", of: ProjectTop(of: ["/"]), listing, contents: [:])
    #expect(try tree.names(in: "main:") == ["Big.swift", "Gone.swift", "Link.swift"])
    #expect(tree.submodules == ["main:Sub"])
    #expect(tree.isLink("main:Link.swift") && tree.kind(of: "main:Link.swift") == nil)
    #expect(tree.kind(of: "main:") == .folder && tree.kind(of: "main:Sub") == nil)
    #expect(throws: ModelError.self) { try tree.bytes(of: "main:Big.swift") }
    #expect(throws: ModelError.self) { try tree.bytes(of: "main:Gone.swift") }
    #expect(listing.objects(under: [""]) == ["b3"])
  }

  @Test("Only what may be part of a model is asked for, and what is named")
  func objects() {
    let paths = [
      "A/m.swift", "A/App.xcdatamodeld/.xccurrentversion",
      "A/App.xcdatamodeld/1.xcdatamodel/contents",
      "A/App.xcdatamodeld/1.xcdatamodel/layout", "A/read.me", "AB/m.swift",
    ]
    let listing = GitListing(
      paths.enumerated().flatMap { Self.entry(Array($1.utf8), object: "b\($0)") })
    #expect(listing.objects(under: ["A"]) == ["b0", "b1", "b2"])
    #expect(listing.objects(under: ["A/read.me", "A/m.swift"]) == ["b0", "b4"])
    #expect(listing.objects(under: [""]).count == 4)
  }

  @Test("What objects hold is told apart by their sizes, whatever they hold")
  func contents() {
    let text =
      "b1 blob 9\na\nb2 blob\nb9 missing\nb2 blob 0\n\nb3 blob 3\n\u{0}\n\u{1}\nb4 blob 99\nx"
    let contents = GitListing.contents(in: Array(text.utf8))
    #expect(contents == ["b1": Array("a\nb2 blob".utf8), "b2": [], "b3": [0, 10, 1]])
  }
}
