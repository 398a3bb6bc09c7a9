import Foundation
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import Conformance

@Suite("What does a probe say that other adapters do not?")
struct ProbeAnswersTests {
  @Test("All that may be seen is written as it was read")
  func sight() throws {
    let question = SmallScenario.question()
    let line =
      #"{"after":2,"alive":["home","milk"],"holds":[["home","items",["eggs","milk"]],"#
      + #"["milk","list",["home"]]],"stored":["home"],"isDeleted":["eggs"],"#
      + #""reads":[["home","items","trap"]],"readsBefore":[["home","items","empty"]],"#
      + #""reopened":{"alive":["home"],"holds":[["home","items",["milk"]]],"reads":[]},"#
      + #""asked":[{"inserted":["milk"],"updated":["home"],"deleted":["eggs"],"#
      + #""holds":[["milk","list",["home"]]],"error":"refused"}],"#
      + #""entities":[{"name":"List"},{"name":"Item"}],"fatal":"signal 5"}"#
    let file = SourceFile(path: "line", bytes: Array(line.utf8))
    var fixture = Fixture(question.scenario)
    let state = try FileReading.value(in: file) { Notation.look.read(&$0, $1, &fixture) }
    #expect(ObservedState.format.json(state).line == line)
    #expect(state.storeRequests?.first?.deleted == ["eggs"])
    #expect(state.reads?.first?.reading == .trap)
  }

  @Test(
    "A read that raises ends the reader like one that traps, and is told from it",
    arguments: [
      ("trap", true), ("exception", true), ("empty", false), ("readable", false),
    ])
  func exception(word: String, isSound: Bool) throws {
    let file = SourceFile(
      path: "line",
      bytes: Array(
        #"{"after":2,"read":"\#(word)","fatal":"signal 6: uncaught exception: NSObjectInaccessibleException"}"#
          .utf8))
    var fixture = Fixture(SmallScenario.question().scenario)
    let state = Result { () throws(DataError) in
      try FileReading.value(in: file) { Notation.look.read(&$0, $1, &fixture) }
    }
    #expect((try? state.get())?.reading == (isSound ? Outcome.Reading(rawValue: word) : nil))
  }

  @Test(
    "An experiment ends in words, whatever becomes of it",
    arguments: [
      (#"echo '{"seq":1,"found":"at once"}'"#, "at once"),
      (#"echo '{"seq":1,"skipped":"an undo manager"}'"#, "skipped: an undo manager"),
      (#"echo '{"seq":1,"flaky":"one and then two"}'"#, "flaky: one and then two"),
      (
        #"echo '{"seq":1,"failed":"the disk is full"}'"#,
        "failed: the adapter failed: the disk is full"
      ),
      (#"echo '{"seq":1,"looks":[]}'"#, "failed: the adapter's answer:1:1: error: found looks"),
      ("kill -9 $$", "died: "),
    ])
  func experiment(body: String, expected: String) throws {
    let greeting = Shell.greeting(#""capabilities":["toMany"],"experiments":["undo"]"#)
    let adapter = try AdapterProcess(
      Shell.script("\(body); read stop", greeting: greeting), timeout: 5)
    let words = adapter.finding(of: "undo")
    #expect(words.hasPrefix(expected), "\(words)")
    #expect(adapter.stop() == nil)
  }
}
