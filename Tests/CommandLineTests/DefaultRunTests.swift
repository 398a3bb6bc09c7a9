import Foundation
import Testing

@Suite("What does the program do when it is asked for nothing?")
struct DefaultRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("It prints exactly the checked-in result table, and nothing on standard error")
  func resultTable() throws {
    let run = try folder.run()
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("- Deletes: 124 match, 0 mismatch, 36 unobserved"))
    let expected = try Data(contentsOf: Checkout.matrices.appendingPathComponent("RESULTS.md"))
    // The build compiles the matrices in, so a table that is out of date shows here.
    #expect(run.outputBytes == expected, "run: deleterules --output Matrices/RESULTS.md")
  }

  @Test("'matrix' is the default")
  func matrixIsTheDefault() throws {
    let (without, with) = (try folder.run(), try folder.run("matrix"))
    #expect(without.outputBytes == with.outputBytes)
    #expect(with.exitCode == 0)
  }

  @Test(
    "The bytes are the same in every run and from every working directory",
    arguments: ["markdown", "json", "junit"])
  func sameBytes(format: String) throws {
    let arguments = ["--format", format]
    let first = try folder.run(arguments)
    #expect(!first.outputBytes.isEmpty)
    #expect(try folder.run(arguments).outputBytes == first.outputBytes)
    for place in ["/", Checkout.matrices.path] {
      let run = try DeleteRulesProcess(arguments, in: URL(fileURLWithPath: place))
      #expect(run.outputBytes == first.outputBytes, "in \(place)")
    }
  }

  @Test(
    "It tells neither where nor when it ran",
    arguments: ["markdown", "json", "junit"])
  func noPlaceAndNoDate(format: String) throws {
    let output = try folder.run("--format", format).output
    let places = [Checkout.matrices.path, folder.url.path, "/tmp/", "/Users/", "/home/"]
    for place in places { #expect(!output.contains(place)) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    for pattern in ["yyyy-MM-dd", "yyyy/MM/dd", "MMM d, yyyy", "d MMM yyyy"] {
      formatter.dateFormat = pattern
      #expect(!output.contains(formatter.string(from: Date())))
    }
  }
}
