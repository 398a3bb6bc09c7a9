import SourceText
import Testing

@Suite("Which word was most likely meant?")
struct SuggestionTests {
  @Test(
    "A letter too many, too few, another, or two swapped are one mistake; capitals are none",
    arguments: [
      ("titel", "title"), ("tite", "title"), ("tiitle", "title"), ("tutle", "title"),
      ("TITLE", "title"), ("Frmaework", "framework"), ("no action", "noAction"),
    ])
  func mistakes(word: String, meant: String) {
    #expect(closest(to: word, among: ["framework", "noAction", "title"]) == meant)
  }

  @Test(
    "A word is near as long as at most a third of it is wrong, or one letter",
    arguments: [
      ("framewrok", "framework"), ("faemwork", "framework"), ("fraemwkro", "framework"),
      ("frmwkk", nil), ("abcework", nil), ("abcdwork", nil), ("links", "link"), ("lunks", nil),
      ("ab", "a"), ("b", "a"), ("bc", nil), ("", "a"), ("owner", nil),
    ])
  func limits(word: String, meant: String?) {
    #expect(closest(to: word, among: ["framework", "link", "a"]) == meant)
  }

  @Test("The nearest is taken, and of equally near ones the first")
  func nearest() {
    #expect(closest(to: "C3", among: ["B1", "C1", "C2"]) == "C1")
    #expect(closest(to: "C3", among: ["C2", "C1"]) == "C2")
    #expect(closest(to: "test", among: ["tests", "Test", "test"]) == "Test")
    #expect(closest(to: "deletes", among: ["delete", "deleted", "deletes!"]) == "delete")
    #expect(closest(to: "deletee", among: ["deleted", "delete"]) == "deleted")
  }

  @Test("Without words nothing is near, and a long word is compared by its beginning")
  func extremes() {
    #expect(closest(to: "word", among: []) == nil)
    let long = String(repeating: "a", count: 10_000)
    #expect(closest(to: long + "b", among: [long]) == long)
    #expect(closest(to: "日本語", among: ["日本誤"]) == "日本誤")
  }

  @Test("A suggestion is the end of a sentence, or nothing")
  func suggestion() {
    #expect("links".suggestion(among: ["link"]) == "; did you mean 'link'?")
    #expect("links".suggestion(among: ["owner"]) == "")
  }

  @Test("Where nothing is near, all that is known is listed")
  func alternativesToAWord() {
    var reading = FileReading(file: "f")
    #expect(
      reading.alternatives(to: "efect", among: ["effect", "source"]) == #"; did you mean "effect"?"#
    )
    #expect(reading.alternatives(to: "x\ny", among: ["one"]) == #"; expected "one""#)
    #expect(
      reading.alternatives(to: "xyz", among: ["one", "two"]) == #"; expected "one" or "two""#)
    #expect(
      reading.alternatives(to: "xyz", among: ["a\tb", "two", "three"])
        == #"; expected "a\tb", "two" or "three""#)
    #expect(reading.alternatives(to: "xyz", among: []) == "; there is none")
  }

  @Test("Words are listed as a person would")
  func lists() {
    let empty: [String] = []
    #expect(empty.listed() == "")
    #expect(["a"].listed() == "a")
    #expect(["a", "b"].listed() == "a and b")
    #expect(["a", "b", "c"].listed("or") == "a, b or c")
  }
}
