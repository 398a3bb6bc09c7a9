import Foundation
import Testing

@Suite("What if a file does not hold what it should?")
struct BrokenInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Bytes that are no matrix, with the place and the words of the complaint.
  struct Broken: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let message: String

    init(_ name: String, _ bytes: [UInt8], says message: String) {
      (self.name, self.bytes, self.message) = (name, bytes, message)
    }

    init(_ name: String, _ text: String, says message: String) {
      self.init(name, Array(text.utf8), says: message)
    }

    var testDescription: String { name }
  }

  @Test(
    "The place is named as file, line and column, and nothing stands on standard output",
    arguments: [
      Broken("empty", "", says: "1:1: error: found the end of the file; expected a JSON value"),
      Broken(
        "blank", " \n\n", says: "3:1: error: found the end of the file; expected a JSON value"),
      Broken("NUL", [0], says: "1:1: error: found the byte 0x0; expected a JSON value"),
      Broken(
        "NUL in a string", Array("{\n\"a".utf8) + [0] + Array("b\": 1}".utf8),
        says: "2:3: error: found the byte 0x0 in a string; write it as an escape such as \\n"),
      Broken(
        "NUL at the end", Array("[]\n".utf8) + [0],
        says: "2:1: error: found the byte 0x0 after the end of the JSON value"),
      Broken(
        "invalid UTF-8", Array("{\"a".utf8) + [0xFF] + Array("\": 1}".utf8),
        says: "1:2: error: the string that begins here is not valid UTF-8"),
      Broken(
        "UTF-16", [0xFF, 0xFE, 0x7B, 0x00],
        says: "1:1: error: found the byte 0xff; expected a JSON value"),
      Broken(
        "never closed", "{\n",
        says: "2:1: error: found the end of the file; expected a key in double quotes"),
      Broken(
        "trailing comma", "{\"pairing\": \"A-B\",\n}",
        says: "2:1: error: found '}'; expected a key in double quotes"),
      Broken(
        "an escape sequence", "\u{1B}[31m",
        says: "1:1: error: found the byte 0x1b; expected a JSON value"),
      Broken(
        "no object", "[1]", says: "1:1: error: found an array; expected a pairing file, an object"),
    ])
  func broken(broken: Broken) throws {
    try folder.write(Data(broken.bytes), to: "broken.json")
    let run = try folder.run("run", "broken.json")
    #expect(run.exitCode == 65)
    #expect(run.errors == "broken.json:\(broken.message)\n")
    #expect(run.output == "")
    try folder.write(Data(broken.bytes), to: "folder/broken.json")
    let matrices = try folder.run("--matrices", "folder")
    #expect(matrices.exitCode == 65)
    #expect(matrices.errors == "folder/broken.json:\(broken.message)\n")
    #expect(matrices.output == "")
  }

  @Test("Brackets nested by the thousand do not overflow the stack")
  func deepNesting() throws {
    try folder.write(String(repeating: "[", count: 200_000), to: "deep.json")
    let run = try folder.run("run", "deep.json")
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("nested deeper than 128 levels"))
  }

  @Test("A misspelt key is named with its place and the key that was meant")
  func misspeltKey() throws {
    try folder.copyMatrices()
    let line = try folder.replace(
      "\"effect\": \"ok\"", by: "\"efect\": \"ok\"", in: "matrices/swiftData/Q-R.json")
    let run = try folder.run("--matrices", "matrices")
    #expect(run.exitCode == 65)
    #expect(run.output == "")
    let place = "matrices/swiftData/Q-R.json:\(line):"
    #expect(run.errors.components(separatedBy: "\n").allSatisfy { $0 == "" || $0.hasPrefix(place) })
    #expect(
      run.errors.contains(
        ": error: found the unknown key \"efect\" in an outcome; did you mean \"effect\"?\n"))
    #expect(run.errors.contains(": error: found no \"effect\" in an outcome; expected it there\n"))
  }

  @Test("Every problem of every file is named, one line each, in the order of the files")
  func allProblems() throws {
    try folder.write("[", to: "b.json")
    try folder.write("{\"pairing\": 1, \"more\": 2}", to: "a.json")
    let run = try folder.run("run", "b.json", "a.json")
    #expect(run.exitCode == 65)
    let lines = run.errors.components(separatedBy: "\n").dropLast()
    #expect(lines.count == 11)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("a.json:1:") })
    #expect(lines.last == "b.json:1:2: error: found the end of the file; expected a JSON value")
  }

  @Test("A file's name cannot write on the terminal either")
  func hostileName() throws {
    try folder.write("[", to: "a\n\u{1B}[2J.json")
    let run = try folder.run("run", "a\n\u{1B}[2J.json")
    #expect(run.exitCode == 65)
    #expect(run.errors.hasPrefix("a\\n\\u{1b}[2J.json:1:2: error: "))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("'explain' refuses broken matrices as the table does")
  func explain() throws {
    try folder.write("{", to: "folder/broken.json")
    let run = try folder.run("explain", "A", "--matrices", "folder")
    #expect(run.exitCode == 65)
    #expect(run.output == "")
  }
}
