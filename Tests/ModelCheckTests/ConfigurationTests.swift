import ModelFiles
import SourceText
import Testing

@testable import ModelCheck

@Suite("What does a project say of itself?")
struct ConfigurationTests {
  private func configuration(_ text: String) throws(DataError) -> Configuration {
    try Configuration(SourceFile(path: ".deleterules.json", bytes: Array(text.utf8)))
  }

  @Test("What is written is read back as the same")
  func roundTrip() throws {
    let full = Configuration(
      models: [["Trips", "Packages/Store"], ["Watch"]], excluded: ["**/Generated", "a \"b\""],
      disabled: [.denyOnChild: "known", .cascadeBothSides: "meant\nso"],
      severities: [.denyOnBothSides: .note, .missingDeleteRule: .error],
      baseline: "known.json", minimumSystem: "macOS 14")
    for configuration in [full, Configuration()] {
      #expect(try self.configuration(configuration.text) == configuration)
    }
  }

  @Test(
    "Every problem is named at its place",
    arguments: [
      (#"{"models": [[]]}"#, ["1:13: error: found no path; expected those of one model"]),
      (
        #"{"models": [["/a", "b/../c"]]}"#,
        [
          "1:14: error: found the path \"/a\"; expected one from this file's folder, inside of it",
          "1:20: error: found the path \"b/../c\"; expected one from this file's folder, inside of it",
        ]
      ),
      (
        #"{"disabled": {"deny_on_chld": "r", "deny_on_child": " "}}"#,
        [
          "1:15: error: found the unknown rule \"deny_on_chld\"; did you mean \"deny_on_child\"?",
          "1:53: error: found a blank reason; expected the reason why the rule is not looked for",
        ]
      ),
      (
        #"{"models": [["Trips", "Kit"], ["Kit"], ["Kit", "./Trips/"]]}"#,
        [
          "1:40: error: found the model again; its paths stand first in line 1, and its findings would "
            + "be told twice"
        ]
      ),
      (
        #"{"minimumSystem": "iOS17"}"#,
        [
          "1:19: error: found \"iOS17\"; expected a system and its version, such as \"iOS 17.0\""
        ]
      ),
      (
        #"{"minimumSystem": "Linux 6"}"#,
        [
          "1:19: error: found \"Linux 6\"; expected a system and its version, such as \"iOS 17.0\""
        ]
      ),
      (
        #"{"minimumSystem": "iOS 17."}"#,
        [
          "1:19: error: found \"iOS 17.\"; expected a system and its version, such as \"iOS 17.0\""
        ]
      ),
    ])
  func problems(text: String, expected: [String]) {
    do throws(DataError) {
      _ = try configuration(text)
      #expect(expected.isEmpty)
    } catch {
      #expect(
        error.problems.map { $0.description.replacing(".deleterules.json:", with: "") } == expected)
    }
  }
}
