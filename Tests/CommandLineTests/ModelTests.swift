import Foundation
import Testing

@Suite("What does `deleterules model` show of a model?")
struct ModelTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ body: String, to path: String) throws {
    _ = try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel">
      \(body)
      </model>

      """, to: path)
  }

  private static let lists = """
    <entity name="Item"><relationship name="list" maxCount="1" deletionRule="Nullify" \
    destinationEntity="List" inverseName="items" inverseEntity="List"/></entity>
    <entity name="List"><relationship name="items" optional="YES" toMany="YES" minCount="1" \
    deletionRule="Nullify" destinationEntity="Item" inverseName="list" inverseEntity="Item"/>
    <relationship name="owner" optional="YES" maxCount="1" deletionRule="Cascade" \
    destinationEntity="Person"/></entity>
    <entity name="Person" isAbstract="YES"/><entity name="Friend" parentEntity="Person"/>
    """

  private func writeBundle() throws {
    try write("<entity name=\"Item\"/>", to: "App.xcdatamodeld/App.xcdatamodel/contents")
    try write(Self.lists, to: "App.xcdatamodeld/App 2.xcdatamodel/contents")
    _ = try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>App 2.xcdatamodel</string></dict></plist>
      """, to: "App.xcdatamodeld/.xccurrentversion")
  }

  @Test("A table of the current version, with what can dangle or become invalid")
  func markdown() throws {
    try writeBundle()
    let run = try folder.run("model", "App.xcdatamodeld")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(
      run.output == """
        # App.xcdatamodeld, App 2

        4 entities, 3 relationships, coreData. A rule speaks of deleting the entity at the left.

        | entity            | relationship | destination | rule    | inverse | its rule | note                                                      |
        | ----------------- | ------------ | ----------- | ------- | ------- | -------- | --------------------------------------------------------- |
        | Item              | list         | List 1      | nullify | items   | nullify  | deleting the List is refused, as it would be missing here |
        | List              | items        | Item 1..*   | nullify | list    | nullify  |                                                           |
        |                   | owner        | Person 0..1 | cascade | none    |          | dangles when the Person is deleted                        |
        | Person (abstract) | –            |             |         |         |          |                                                           |
        | Friend : Person   | –            |             |         |         |          |                                                           |

        """)
  }

  @Test("JSON with the places of everything, and null where nothing is stated")
  func json() throws {
    try writeBundle()
    let run = try folder.run("model", "App.xcdatamodeld", "--format=json")
    let json = try #require(
      JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any])
    #expect(json["model"] as? String == "App.xcdatamodeld")
    #expect(json["version"] as? String == "App 2")
    #expect(json["framework"] as? String == "coreData")
    let entities = try #require(json["entities"] as? [[String: Any]])
    #expect(entities.map { $0["name"] as? String } == ["Item", "List", "Person", "Friend"])
    #expect(entities.map { $0["parent"] as? String } == [nil, nil, nil, "Person"])
    #expect(entities.map { $0["abstract"] as? Bool } == [false, false, true, false])
    let list = try #require(entities[1]["relationships"] as? [[String: Any]])
    #expect(list.map { $0["name"] as? String } == ["items", "owner"])
    #expect(list.map { $0["inverse"] as? String } == ["list", nil])
    #expect(list.map { $0["inverseKind"] as? String } == ["declared", nil])
    #expect(list.map { $0["deleteRule"] as? String } == ["nullify", "cascade"])
    #expect(list.map { $0["toMany"] as? Bool } == [true, false])
    #expect(list.map { $0["minCount"] as? Int } == [1, 0])
    #expect(list.map { $0["line"] as? Int } == [4, 5])
    #expect(list.map { $0["hazards"] as? [String] } == [[], ["dangles"]])
    #expect(list.map { $0["leftOut"] as? Bool } == [false, false])
    #expect(json["current"] as? Bool == true)
  }

  @Test("Diagrams whose edges carry both rules and amounts, with hazards marked")
  func diagrams() throws {
    try writeBundle()
    #expect(
      try folder.run("model", "App.xcdatamodeld", "--format", "mermaid").output == """
        %% App.xcdatamodeld, App 2
        erDiagram
          "Item"
          "List"
          "Person"
          "Friend"
          "Person" ||..|| "Friend" : "is a"
          "Item" }o--|| "List" : "list nullify / items nullify ⚠"
          "List" }o..o| "Person" : "owner cascade ⚠"

        """)
    let dot = try folder.run("model", "App.xcdatamodeld", "--format", "dot").output
    #expect(
      dot.contains(
        #""Item" -> "List" [arrowhead=teetee, arrowtail=crowodot, label="list 1 nullify →\n"#
          + #"← items 1..* nullify", color=red, fontcolor=red];"#))
    #expect(dot.contains(#""Friend" -> "Person" [dir=forward, arrowhead=empty"#))
    let one = try folder.run("model", "App.xcdatamodeld/App.xcdatamodel", "--format", "dot").output
    #expect(one.contains(#"label="without relationships:\nItem""#))
  }

  @Test("All versions on request, or one by its path")
  func versions() throws {
    try writeBundle()
    let all = try folder.run("model", "App.xcdatamodeld", "--all-versions")
    let titles = all.output.split(separator: "\n").filter { $0.hasPrefix("# ") }
    #expect(titles == ["# App.xcdatamodeld, App", "# App.xcdatamodeld, App 2"])
    let one = try folder.run("model", "App.xcdatamodeld/App.xcdatamodel")
    #expect(one.output.hasPrefix("# App.xcdatamodel\n\n1 entity, 0 relationships"))
    let contents = try folder.run("model", "App.xcdatamodeld/App.xcdatamodel/contents")
    #expect(contents.output == one.output)
  }

  @Test("A folder is searched, but not what is hidden, built, or behind a link")
  func search() throws {
    try writeBundle()
    try write("<entity name=\"B\"/>", to: "Sources/Other.xcdatamodel/contents")
    for skipped in [".hidden", "Pods", "DerivedData", "node_modules"] {
      try write("<entity name=\"B\"/>", to: "\(skipped)/X.xcdatamodel/contents")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("loop").path, withDestinationPath: ".")
    let titles = try folder.run("model", ".").output.split(separator: "\n")
      .filter { $0.hasPrefix("# ") }
    #expect(titles == ["# App.xcdatamodeld, App 2", "# Other.xcdatamodel"])
  }

  @Test("Files and folders that only look like a model hide nothing of the rest")
  func searchPastOthers() throws {
    try writeBundle()
    _ = try folder.write("no model", to: "docs/contents")
    try write("<entity name=\"B\"/>", to: "docs/elements/x.xcdatamodel/contents")
    _ = try folder.write("", to: "Old.xcdatamodel/elements")
    let run = try folder.run("model", ".")
    let titles = run.output.split(separator: "\n").filter { $0.hasPrefix("# ") }
    #expect(titles == ["# App.xcdatamodeld, App 2", "# x.xcdatamodel"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors == """
        ./Old.xcdatamodel: error: this is a binary model from before Xcode 4; save it with a later \
        Xcode first; it is passed over

        """)
    let diagrams = try folder.run("model", ".", "--format", "dot")
    #expect(diagrams.exitCode == 64)
    #expect(
      diagrams.errors.contains(
        "deleterules: error: '--format dot' draws one model; name one of App.xcdatamodeld App 2, "
          + "x.xcdatamodel\n"))
  }

  @Test("A broken version that is not current does no harm until it is asked for")
  func brokenOldVersion() throws {
    try writeBundle()
    _ = try folder.write("<<<<<<< HEAD", to: "App.xcdatamodeld/App.xcdatamodel/contents")
    #expect(try folder.run("model", "App.xcdatamodeld").exitCode == 0)
    #expect(try folder.run("model", "App.xcdatamodeld", "--all-versions").exitCode == 65)
  }

  @Test("Of a model without a current version, all may be asked for")
  func withoutCurrent() throws {
    try write("", to: "Two.xcdatamodeld/A.xcdatamodel/contents")
    try write("", to: "Two.xcdatamodeld/B.xcdatamodel/contents")
    _ = try folder.write("", to: "Two.xcdatamodeld/C.xcdatamodel/elements")
    let run = try folder.run("model", "Two.xcdatamodeld", "--all-versions")
    let titles = run.output.split(separator: "\n").filter { $0.hasPrefix("# ") }
    #expect(titles == ["# Two.xcdatamodeld, A", "# Two.xcdatamodeld, B"])
    #expect(run.errors.hasPrefix("Two.xcdatamodeld/C.xcdatamodel/contents: error: not there"))
  }

  @Test("Names that mean something in a diagram are only names")
  func namesInDiagrams() throws {
    try write(
      #"<entity name="end"/><entity name="a&quot;b\N%%|&lt;&amp;"/><entity name="Class"/>"#,
      to: "M.xcdatamodel/contents")
    #expect(
      try folder.run("model", "M.xcdatamodel", "--format", "mermaid").output == """
        %% M.xcdatamodel
        erDiagram
          "end"
          "a'b/N//|<&"
          "Class"

        """)
    let dot = try folder.run("model", "M.xcdatamodel", "--format", "dot").output
    #expect(dot.contains(#"label="without relationships:\nend\na\"b\\N%%|<&amp;\nClass""#))
  }

  @Test("What is wrong with a model is said beside it, with exit code 1")
  func findings() throws {
    try write(
      #"<entity name="A"><relationship name="b" deletionRule="Deny" destinationEntity="B"/></entity>"#,
      to: "M.xcdatamodel/contents")
    let run = try folder.run("model", "M.xcdatamodel")
    #expect(run.exitCode == 1)
    #expect(run.output.contains("| A      | b            | B 1         | deny |"))
    #expect(
      run.errors == """
        M.xcdatamodel/contents:3:18: error: A.b: the destination 'B' is no entity of this schema; \
        the relationship is left out (unknown_destination)

        """)
  }

  @Test("A warning is said too, but is no failure")
  func warnings() throws {
    try write(
      #"<entity name="A"><relationship name="b" destinationEntity="A"/></entity>"#,
      to: "M.xcdatamodel/contents")
    let run = try folder.run("model", "M.xcdatamodel")
    #expect(run.exitCode == 0)
    #expect(run.errors.contains(": warning: A.b: no deletion rule; taken as No Action"))
  }

  @Test(
    "What is no model is refused in one line that says what it is",
    arguments: [
      ("a.mom", "x", "this is a compiled model; expected the .xcdatamodeld that it was made from"),
      ("a.json", "{}", "this looks like JSON; expected a data model"),
      ("a.txt", "hello", "this is neither XML nor a Swift file; expected a data model"),
      ("empty", " \n", "the file is empty; expected a data model"),
      (
        "elements", "bplist00",
        "this belongs to a binary model from before Xcode 4; save it with a later Xcode first"
      ),
      (
        "x", "bplist00",
        "this is a binary property list, perhaps a compiled model or one from before Xcode 4; expected an .xcdatamodeld that Xcode 4 or later saved"
      ),
      (
        ".xccurrentversion", "<plist/>",
        "this says which version of a bundle is current; name the .xcdatamodeld around it"
      ),
    ])
  func otherFiles(_ name: String, _ text: String, _ message: String) throws {
    _ = try folder.write(text, to: name)
    let run = try folder.run("model", name)
    #expect(run.exitCode == 65 && run.output == "")
    #expect(run.errors == "\(name): error: \(message)\n")
  }

  @Test("Folders without a model, and bundles that contradict themselves")
  func otherFolders() throws {
    _ = try folder.write("", to: "empty/x.txt")
    _ = try folder.write("", to: "Old.xcdatamodel/elements")
    _ = try folder.write("", to: "None.xcdatamodeld/x.txt")
    try write("", to: "Two.xcdatamodeld/A.xcdatamodel/contents")
    try write("", to: "Two.xcdatamodeld/B.xcdatamodel/contents")
    let expected = [
      "empty": "found no data model; expected an .xcdatamodeld or Swift files with @Model classes",
      "Old.xcdatamodel":
        "this is a binary model from before Xcode 4; save it with a later Xcode first",
      "None.xcdatamodeld": "the bundle holds no .xcdatamodel",
      "Two.xcdatamodeld":
        "the bundle has no .xccurrentversion that says which of A and B is current; name one of "
        + "them",
    ]
    for (name, message) in expected {
      let run = try folder.run("model", name)
      #expect(run.exitCode == 65 && run.errors == "\(name): error: \(message)\n")
    }
    _ = try folder.write(
      """
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>C.xcdatamodel</string>
      </dict></plist>
      """, to: "Two.xcdatamodeld/.xccurrentversion")
    #expect(
      try folder.run("model", "Two.xcdatamodeld").errors
        == "Two.xcdatamodeld/.xccurrentversion: error: names 'C.xcdatamodel', which is not in the "
        + "bundle\n")
  }

  @Test("A huge file is refused unread, and what is no regular file too")
  func huge() throws {
    try folder.write("<model/>", to: "huge.xcdatamodel/contents", enlargedTo: 100 << 20)
    let run = try folder.run("model", "huge.xcdatamodel")
    #expect(run.exitCode == 65)
    #expect(
      run.errors == "huge.xcdatamodel/contents: error: the file has 100 MB; expected a data model "
        + "of at most 16 MB\n")
    let device = try folder.run("model", "/dev/zero")
    #expect(device.exitCode == 66)
    #expect(device.errors == "deleterules: error: '/dev/zero' is no regular file\n")
  }

  @Test("What is not there is exit code 66, and a command line without a model 64")
  func usage() throws {
    let missing = try folder.run("model", "App.xcdatamodeld")
    #expect(missing.exitCode == 66)
    #expect(
      missing.errors == "deleterules: error: no such file or folder: 'App.xcdatamodeld'\n")
    #expect(try folder.run("model").exitCode == 64)
    #expect(try folder.run("model", "a", "b").exitCode == 64)
    #expect(try folder.run("model", "a", "--format", "junit").exitCode == 64)
    #expect(try folder.run("--format", "mermaid").exitCode == 64)
    #expect(try folder.run("--all-versions").exitCode == 64)
  }
}
