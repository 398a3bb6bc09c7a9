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
    "Every file is answered", .timeLimit(.minutes(5)), arguments: try samples)
  func answer(sample: Sample) throws {
    #expect(try !sample.reader.read(sample.bytes).isEmpty)
  }

  @Test("Every reader has a sound file, and reads it", arguments: FileReader.allCases)
  func sound(reader: FileReader) throws {
    let sound = try Self.samples.filter { $0.reader == reader && $0.name.hasPrefix("sound") }
    #expect(sound.count == 1)
    for sample in sound {
      #expect(try reader.read(sample.bytes).hasPrefix("refused") == false)
    }
  }

  @Test("Nothing outside of a file is read, and no entity is expanded")
  func entities() throws {
    let kinds = [
      "billion-laughs", "external-entity", "external-subset", "parameter-entity",
    ]
    for sample in try Self.samples where kinds.contains(where: sample.name.hasPrefix) {
      let answer = try sample.reader.read(sample.bytes)
      #expect(answer.hasPrefix("refused: "))
      #expect(answer.utf8.count < 300, "\(answer)")
    }
  }
}
