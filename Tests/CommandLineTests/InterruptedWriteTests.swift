import Foundation
import Testing

@Suite("What does a signal leave behind?", .serialized)
struct InterruptedWriteTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // Many small models make a large output, which takes a while to be written.
    let classes = (0..<800).map { "@Model class A\($0) { var b: A\(($0 + 1) % 800)? }\n" }
    try folder.write(classes.joined(), to: "App.swift")
    try folder.write("old", to: "place/out")
  }

  /// The signal that ended a run which got one as soon as a second file stood beside its output, 0
  /// where it ended by itself; nil where none was seen.
  private func interrupt(by signal: Int32) throws -> Int32? {
    let process = try SignalledProcess(
      DeleteRulesProcess.program,
      [
        "model", folder.url.appendingPathComponent("App.swift").path, "--format", "json",
        "--output", "\(place)/out",
      ])
    var wasSeen = false
    while !process.hasEnded && !wasSeen {
      wasSeen = try FileManager.default.contentsOfDirectory(atPath: place).count > 1
      if wasSeen { process.send(signal) }
    }
    let end = process.wait()
    return wasSeen ? end : nil
  }

  @Test("The old file or the new one, whole, and nothing else")
  func signals() throws {
    let app = folder.url.appendingPathComponent("App.swift").path
    let expected = try folder.run("model", app, "--format", "json").output
    #expect(expected.utf8.count > 1 << 17)
    try expectWhole(expected, after: SIGTERM)
  }

  private func expectWhole(_ expected: String, after signal: Int32) throws {
    var interruptions = 0
    for _ in 0..<20 where interruptions < 1 {
      try folder.write("old", to: "place/out")
      let end = try interrupt(by: signal)
      let found = try folder.read("place/out")
      #expect(found == "old" || found == expected)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["out"])
      if let end {
        interruptions += 1
        #expect(found == expected, "the write that has begun is finished")
        #expect(end == signal || end == 0, "0 where the program was done already")
      }
    }
    #expect(interruptions == 1, "no write was seen, so nothing was tried")
  }

  private var place: String { folder.url.appendingPathComponent("place").path }
}
