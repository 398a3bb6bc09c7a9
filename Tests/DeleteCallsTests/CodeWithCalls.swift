import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

/// Code with what its calls delete behind `//>`, on the line where each begins: an entity, `?` for what
/// is not certain, with `batch`, `unlink` and the like before it.
struct CodeWithCalls: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String
  /// Whether the model is one of Core Data, whose classes no file declares.
  let isCoreData: Bool

  init(_ name: String, isCoreData: Bool = false, _ code: String) {
    self.name = name
    self.isCoreData = isCoreData
    self.code = code
  }

  /// Several in one text, each under a line with `===` and its name, which begins with `Core Data:` where its
  /// model is one.
  static func all(_ text: String) -> [CodeWithCalls] {
    "\n\(text)".split(separator: "\n=== ").map { part in
      let name = part.prefix { $0 != "\n" }
      let isCoreData = name.hasPrefix("Core Data: ")
      return CodeWithCalls(
        String(isCoreData ? name.dropFirst("Core Data: ".count) : name), isCoreData: isCoreData,
        String(part[name.endIndex...].dropFirst()))
    }
  }

  var testDescription: String { name }

  private static let bundle = """
    <model>
      <entity name="Trip">
        <attribute name="name" attributeType="String"/>
        <relationship name="stops" toMany="YES" deletionRule="Cascade" destinationEntity="Stop" inverseName="trip" inverseEntity="Stop"/>
      </entity>
      <entity name="Stop" representedClassName="StopObject">
        <relationship name="trip" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Trip" inverseName="stops" inverseEntity="Trip"/>
      </entity>
    </model>
    """
  static let model = """
    import SwiftData
    @Model final class Trip {
      var name = ""
      @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      @Relationship(deleteRule: .cascade) var photo: Photo?
      var tags: [Tag] = []
      init() {}
    }
    @Model final class Stop { var trip: Trip?; init() {} }
    @Model final class Tag { @Relationship(inverse: \\Trip.tags) var trips: [Trip] = []; init() {} }
    @Model final class Photo { init() {} }

    """

  /// What the comments say, by lines, and what is found.
  func compared() throws -> (expected: [String], found: [String]) {
    let text = (isCoreData ? "import CoreData\n" : Self.model) + code
    var expected: [String] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let mark = line.firstRange(of: "//>") else { continue }
      for words in line[mark.upperBound...].split(separator: ",") {
        expected.append("\(number + 1): \(words.drop { $0 == " " })")
      }
    }
    let file = SourceFile(path: "App.swift", bytes: Array(text.utf8))
    let model =
      isCoreData
      ? try Model(reading: Self.bundle, as: "App.xcdatamodel/contents")
      : try Model(reading: text, as: file.path)
    let calls = ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)], of: [model])
    let found = calls.calls.map { call -> String in
      let kind =
        switch call.kind {
        case .delete:
          (call.isOfOtherContext ? "foreign " : "") + (call.sparesSubentities ? "exact " : "")
        case .batchDelete:
          (call.isMerged ? "merged " : "") + (call.sparesSubentities ? "exact " : "") + "batch "
        case .unlink: "unlink "
        case .save: "save "
        case .read: "read "
        case .share: "share "
        case .reuse: "reuse "
        case .erase: "all"
        }
      let each =
        call.entities.isEmpty ? nil : call.entities.listed(call.areAlternatives ? "or" : "and")
      let given = call.givenEntities.isEmpty ? "?" : "given \(call.givenEntities.listed("or"))"
      let entity = call.kind == .erase ? "" : call.entity ?? each ?? given
      return "\(call.location.line): \(kind)\(entity)"
    }
    return (expected.sorted(), found.sorted())
  }
}
