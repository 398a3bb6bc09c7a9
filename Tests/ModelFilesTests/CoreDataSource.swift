import ObjectGraph
import SourceText

@testable import ModelFiles

/// The `contents` of a model, from what stands between its `<model>` tags.
struct CoreDataSource {
  let text: String

  init(_ body: String) {
    text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(body)
      </model>
      """
  }

  init(whole text: String) { self.text = text }

  var source: SourceFile { SourceFile(path: "Model/contents", bytes: Array(text.utf8)) }

  func stated() throws(ModelError) -> StatedModel { try CoreDataReading(source).stated }

  func model() throws(ModelError) -> Model {
    try Model(stated(), at: "Model", framework: .coreData)
  }

  /// The findings without the file's name.
  func findings() throws(ModelError) -> [String] {
    try model().findings.map { String($0.description.dropFirst("Model/contents:".count)) }
  }

  /// Why it is no model, without the file's name.
  func refusal() -> String? {
    do throws(ModelError) {
      _ = try model()
      return nil
    } catch {
      return String(error.description.dropFirst("Model/contents:".count))
    }
  }
}
