import Foundation
import Testing

@Suite("What does the program say about itself?")
struct HelpTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("--help and -h print every command, option and exit code on standard output")
  func help() throws {
    let run = try folder.run("--help")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("\n"))
    #expect(
      run.output.contains(
        "\nUsage: deleterules [matrix | run FILE… | explain CELL | model MODEL | schema] [options]\n"
      ))
    for word in ["matrix", "run FILE…", "explain CELL", "schema"] {
      #expect(run.output.contains("\n  \(word) "), "\(word)")
    }
    for option in [
      "--format FORMAT", "--output FILE", "--only PATTERN", "--framework NAME", "--matrices DIR",
      "-h, --help", "--version",
    ] {
      #expect(run.output.contains("\n  \(option) "), "\(option)")
    }
    for code in ["0", "1", "64", "65", "66", "70"] { #expect(run.output.contains(" \(code) ")) }
    #expect(run.output.components(separatedBy: "\n").allSatisfy { $0.count <= 100 })
    #expect(try folder.run("-h").output == run.output)
  }

  @Test("Every example of the help works")
  func examples() throws {
    let help = try folder.run("--help").output
    let lines = help.components(separatedBy: "\n").filter { $0.hasPrefix("  deleterules ") }
    #expect(lines.count == 5)
    _ = try folder.write("<model/>", to: "App.xcdatamodeld/App.xcdatamodel/contents")
    for line in lines {
      let program = DeleteRulesProcess.program.path
      let command = line.replacingOccurrences(of: "  deleterules", with: "'\(program)'")
      let run = try folder.shell(command)
      #expect(run.exitCode == 0, "\(line)")
      #expect(run.errors == "", "\(line)")
    }
  }

  @Test(
    "Help wins over everything that is well-formed",
    arguments: [
      ["explain", "--help"], ["run", "-h"], ["schema", "--format", "json", "--help"],
      ["--help", "--version"], ["matrix", "surplus", "--help"],
    ])
  func helpWins(arguments: [String]) throws {
    let run = try folder.run(arguments)
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("deleterules says what a delete will do"))
  }

  @Test("--version prints the version and nothing else")
  func version() throws {
    let run = try folder.run("--version")
    #expect(run.exitCode == 0)
    #expect(run.output == "0.1.0\n")
    #expect(run.errors == "")
    #expect(try folder.run("explain", "--version").output == run.output)
  }

  @Test("'schema' prints the checked-in JSON Schema byte for byte")
  func schema() throws {
    let run = try folder.run("schema")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    let file = Checkout.matrices.appendingPathComponent("matrix.schema.json")
    #expect(try run.outputBytes == Data(contentsOf: file))
    let json = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
    #expect(json?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }
}

@Suite("How may the words of a command line be arranged?")
struct WordOrderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "A value may stand behind an equals sign, and options before or after the command",
    arguments: [
      ["--only=A-B", "--format=json"], ["matrix", "--only", "A-B", "--format=json"],
      ["--format", "json", "matrix", "--only=A-B"], ["--format", "json", "--only", "A-B", "--"],
    ])
  func arrangement(arguments: [String]) throws {
    let run = try folder.run(arguments)
    #expect(run.exitCode == 0)
    #expect(try run.output == folder.run("--only", "A-B", "--format", "json").output)
  }

  @Test("Only the first equals sign separates")
  func equalsSign() throws {
    #expect(try folder.run("--output=a=b").exitCode == 0)
    #expect(try folder.names == ["a=b"])
  }

  @Test("After -- a word that begins with a hyphen is a file")
  func hyphen() throws {
    try folder.copyMatrices()
    try folder.write(folder.read("matrices/swiftData/A-B.json"), to: "-a.json")
    #expect(try folder.run("run", "-a.json").exitCode == 64)
    let run = try folder.run("run", "--", "-a.json")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("## A-B "))
    #expect(try folder.run("run", "--", "--").errors.contains("no such file: '--'"))
  }
}
