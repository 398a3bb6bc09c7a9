import Foundation
import Testing

@Suite("What does a signal leave running?")
struct ConformSignalTests {
  @Test("Nothing that the program asked", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("ids").path
    let greeting = """
      {"protocol":1,"implementation":{"name":"n","version":"1","language":"sh","framework":"other"},\
      "capabilities":["toMany","insert"]}
      """
    // One that hangs, and so does what it has started.
    try folder.write(
      """
      read start; echo '\(greeting)'; read run
      sleep 600 & echo "$! $$" > '\(file).new'; mv '\(file).new' '\(file)'; sleep 600

      """, to: "adapter.sh")
    try folder.copyMatrix(to: "matrices/swiftData/Q-R.json")
    let process = try SignalledProcess(
      DeleteRulesProcess.laboratory,
      [
        "conform", "--timeout", "600", "--matrices",
        folder.url.appendingPathComponent("matrices").path, "--", "sh",
        folder.url.appendingPathComponent("adapter.sh").path,
      ])
    while !FileManager.default.fileExists(atPath: file) && !process.hasEnded { usleep(1000) }
    let ids = try folder.read("ids").split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    #expect(ids.count == 2)
    process.send(signal)
    #expect(process.wait() == signal)
    for id in ids {
      var isRunning = true
      for _ in 0..<500 where isRunning {
        isRunning = isAlive(id)
        if isRunning { usleep(10_000) }
      }
      #expect(!isRunning)
    }
  }

  /// Whether a process is more than a name of which nobody has taken note yet.
  private func isAlive(_ id: Int32) -> Bool {
    guard kill(id, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? true
  }
}
