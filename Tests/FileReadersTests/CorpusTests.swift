import FileReaders
import Foundation
import Testing

@Suite("Can any file do harm?")
struct CorpusTests {
  /// A file of the corpus, and the reader that it is for.
  struct Sample: Sendable, CustomTestStringConvertible {
    let reader: FileReader
    let name: String

    var testDescription: String { "\(reader.rawValue)/\(name)" }

    var bytes: [UInt8] {
      get throws {
        Array(try Data(contentsOf: CorpusTests.folder(of: reader).appendingPathComponent(name)))
      }
    }
  }

  /// What no file may bring in.
  private static let outside = [
    "billion-laughs", "external-entity", "external-subset", "parameter-entity",
  ]

  private static func folder(of reader: FileReader) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus").appendingPathComponent(reader.rawValue)
  }

  private static var samples: [Sample] {
    get throws {
      try FileReader.allCases.flatMap { reader in
        try FileManager.default.contentsOfDirectory(atPath: folder(of: reader).path).sorted()
          .map { Sample(reader: reader, name: $0) }
      }
    }
  }

  @Test(
    "Every file is answered: a sound one is read, and none brings in what is outside of it",
    .timeLimit(.minutes(5)), arguments: try samples)
  func answer(sample: Sample) throws {
    let answer = try sample.reader.read(sample.bytes)
    #expect(!answer.isEmpty)
    let isRefused = answer.hasPrefix("refused: ")
    if sample.name.hasPrefix("sound") { #expect(!isRefused, "\(answer)") }
    if Self.outside.contains(where: sample.name.hasPrefix) {
      #expect(isRefused && answer.utf8.count < 300, "\(answer)")
    }
  }

  @Test("Every reader has a sound file")
  func sound() throws {
    let sound = try Self.samples.filter { $0.name.hasPrefix("sound") }
    #expect(sound.map(\.reader) == FileReader.allCases)
  }

  @Test("Deep nesting is answered", .timeLimit(.minutes(5)))
  func deep() throws {
    let text =
      "@Model class A { var a: \(String(repeating: "[", count: 1000))\nvar b: A?\n"
      + String(repeating: "#if X\n", count: 1000) + String(repeating: "\"\\(", count: 1000)
    #expect(try !FileReader.swiftData.read(Array(text.utf8)).isEmpty)
  }
}
