import ExpectedText
import Foundation
import ObjectGraph
import Scenarios
import Testing

@testable import Conformance

/// Adapters that do everything wrong that a program can, as scripts of the shell.
@Suite("What is said of an adapter that does not do as it should?")
struct AdapterProcessTests {
  private static func response(
    _ body: String, timeout: Double = 5, isAlone: Bool = false
  ) throws -> Response {
    let adapter = try AdapterProcess(Shell.script(body), timeout: timeout)
    defer { _ = adapter.stop() }
    return adapter.response(to: SmallScenario.question(), alone: isAlone)
  }

  private static let answer = #"echo '{"seq":1,"looks":[{"after":2,"alive":[]}]}'"#
  private static let steps = #"for s in 0 1 2; do echo "{\"seq\":1,\"at\":$s}"; done"#

  @Test("An answer is what was seen")
  func seen() throws {
    let response = try Self.response("\(Self.steps); \(Self.answer); read stop")
    #expect(response == .seen([ObservedState(after: 2, kept: [])]))
  }

  @Test("What it says on standard error is no matter, however much it is")
  func standardError() throws {
    let flood = "dd if=/dev/zero bs=1000 count=300 2>/dev/null | tr '\\0' x >&2"
    let response = try Self.response("\(flood); \(Self.steps); \(Self.answer); read stop")
    #expect(response == .seen([ObservedState(after: 2, kept: [])]))
  }

  @Test("Who cannot be asked, or fails, says why")
  func reasons() throws {
    let skipped = try Self.response(#"echo '{"seq":1,"skipped":"no tags"}'; read stop"#)
    #expect(skipped == .skipped("no tags"))
    let failed = try Self.response(#"echo oh >&2; echo '{"seq":1,"failed":"locked"}'; read stop"#)
    #expect(failed == .fault("the adapter failed: locked; on standard error: oh"))
  }

  @Test("A death is an observation, with its step, its signal and its last words")
  func deaths() throws {
    let killed = try Self.response(
      #"echo '{"seq":1,"at":0}'; echo '{"seq":1,"at":1}'; echo trap >&2; kill -SEGV $$"#)
    #expect(
      killed
        == .died(Death(step: 1, signal: 11, exitCode: nil, standardErrorTail: "trap\n")))
    let exited = try Self.response(#"echo '{"seq":1,"at":0}'; exit 3"#)
    #expect(exited == .died(Death(step: 0, signal: nil, exitCode: 3, standardErrorTail: "")))
  }

  @Test(
    "What is not the protocol is the adapter's fault",
    arguments: Rows(
      #"""
      echo nonsense; read stop → the adapter's answer:1:1: error: found 'n'
      echo '{"seq":2,"looks":[]}'; read stop → found looks after steps none
      echo '{"seq":2,"at":0}'; read stop → the adapter answers question 2; asked was 1
      echo '{"seq":1,"at":1}'; read stop → the adapter says that it is at step 1, at first
      echo '{"seq":1,"at":0}'; echo '{"seq":1,"at":0}'; read stop → the adapter says that it is at step 0, after step 0
      printf '{"seq":1'; exit 0 → found half a line: {"seq":1; expected an answer
      exit 4 → found the end of its standard output; expected an answer
      printf '\377\n'; read stop → found a line that is not UTF-8; expected an answer
      yes '{"seq":1,"at":0}' → the adapter says that it is at step 0, after step 0
      dd if=/dev/zero bs=1000000 count=17 2>/dev/null | tr '\0' x → found a line of more than 16 MB; expected an answer
      echo '{"seq":1,"looks":[{"after":2,"alive":["him"]}]}'; read stop → found the unknown object "him"
      exec >&-; read stop; sleep 30 → the adapter closed its standard output and went on
      """#
    ).texts)
  func faults(body: String, message: String) throws {
    let response = try Self.response(body, timeout: body.hasPrefix("exec") ? 0.3 : 5)
    guard case .fault(let found) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(found.contains(message))
  }

  @Test("An adapter that hangs is ended and asked once more with ten times the timeout")
  func hangs() throws {
    let response = try Self.response(#"echo '{"seq":1,"at":0}'; sleep 600"#, timeout: 0.3)
    #expect(response == .indeterminate("no answer came in time, at step 0"))
    // The second time, it is quick enough.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let late = try Self.response(
      "if [ -e '\(file)' ]; then \(Self.answer); read stop; else : > '\(file)'; sleep 600; fi",
      timeout: 1)
    #expect(late.isSeen)
  }

  @Test("Nothing that it has started is left running, and that it was is a fault")
  func leftBehind() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let adapter = try AdapterProcess(
      Shell.script(
        "sleep 600 </dev/null >/dev/null 2>&1 & echo $! > '\(file)'; \(Self.answer); read stop"),
      timeout: 5)
    #expect(adapter.response(to: SmallScenario.question()).isSeen)
    let fault = adapter.stop()
    #expect(fault?.message == "the adapter ended and left processes behind; they were ended")
    let id = try #require(
      Int32(try String(contentsOfFile: file, encoding: .utf8).dropLast()))
    // It may take the system a moment to see it off.
    var isRunning = true
    for _ in 0..<3000 where isRunning {
      isRunning = try isAlive(id)
      if isRunning { usleep(10_000) }
    }
    #expect(!isRunning)
  }

  /// Whether a process runs, rather than being a zombie that was not reaped yet.
  private func isAlive(_ id: Int32) throws -> Bool {
    guard kill(id, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? true
  }

  @Test("Who is asked alone has been asked nothing before")
  func alone() throws {
    // One who remembers: from the second question on, the milk is still there.
    let script = """
      while read run; do
        case "$run" in *stop*) exit;; esac
        n=$((n + 1)); alive=; [ $n -gt 1 ] && alive='"milk"'
        echo "{\\"seq\\":$n,\\"looks\\":[{\\"after\\":2,\\"alive\\":[$alive]}]}"
      done
      """
    let adapter = try AdapterProcess(
      ["/bin/sh", "-c", "read start; echo '\(Shell.greeting())'; \(script)"], timeout: 5)
    let question = SmallScenario.question()
    let clean = Response.seen([ObservedState(after: 2, kept: [])])
    #expect(adapter.response(to: question) == clean)
    #expect(adapter.response(to: question) == .seen([ObservedState(after: 2, kept: ["milk"])]))
    #expect(adapter.response(to: question, alone: true) == clean)
    #expect(adapter.stop() == nil)
  }

  @Test("Who writes more than an answer, or does not end, is told so")
  func stopping() throws {
    let chatty = try AdapterProcess(
      Shell.script("printf '%s\\nmore\\n' \(Self.answer.dropFirst(5)); read stop"), timeout: 5)
    #expect(chatty.response(to: SmallScenario.question()).isSeen)
    #expect(chatty.stop()?.message == "the adapter wrote more than its answer")
    let stubborn = try AdapterProcess(
      Shell.script("\(Self.answer); read stop; sleep 600"), timeout: 0.3)
    #expect(stubborn.response(to: SmallScenario.question()).isSeen)
    #expect(stubborn.stop()?.message == "the adapter did not end within 0.3 s of stop")
  }

  @Test(
    "Who cannot be started, or does not greet, is told what was found",
    arguments: [
      (["/nowhere/adapter"], "'/nowhere/adapter' cannot be started: No such file or directory"),
      (["/bin/sh", "-c", "echo why >&2; exit 1"], "found the end of its standard output; "),
      (["/bin/sh", "-c", "echo why >&2; exit 1"], "on standard error: why"),
      (
        ["/bin/sh", "-c", "read start; echo '{\"protocol\":2}'"],
        "found no \"implementation\" in an answer to start"
      ),
      (
        Shell.script(
          "", greeting: Shell.greeting().replacingOccurrences(of: "l\":1", with: "l\":7")),
        "protocol 1"
      ),
      (
        Shell.script(
          "",
          greeting: Shell.greeting().replacingOccurrences(
            of: "\"framework\"", with: "\"system\":\"iOS 19.1\",\"framework\"")),
        "there is no iOS 19; after iOS 18 comes iOS 26"
      ),
    ])
  func greetings(command: [String], message: String) {
    let fault = #expect(throws: AdapterFault.self) { try AdapterProcess(command, timeout: 5) }
    #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
  }
}

extension Response {
  fileprivate var isSeen: Bool { if case .seen = self { true } else { false } }
}
