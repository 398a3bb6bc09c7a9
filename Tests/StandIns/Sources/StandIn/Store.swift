import Foundation

/// What contexts of one container share: what was given at first, and all that was done and saved since.
public final class Store {
  /// A value that was given at first.
  public struct Given: Codable {
    let object: String
    let attribute: String
    let value: World.Value
  }

  private struct Contents: Codable {
    var objects: [String] = []
    var links: [[String]] = []
    var values: [Given] = []
    var changes: [World.Change] = []
    var number = 0
    var isGiven = false
  }

  private let url: URL?
  private var contents = Contents()

  /// Opens a file, or makes one; in memory without.
  public init(at url: URL?) throws {
    self.url = url
    if let url, let data = try? Data(contentsOf: url) {
      contents = try JSONDecoder().decode(Contents.self, from: data)
    }
  }

  var isInMemory: Bool { url == nil }
  var objects: [String] { contents.objects }
  var links: [[String]] { contents.links }
  var values: [Given] { contents.values }
  var changes: [World.Change] { contents.changes }
  /// Whether somebody has saved, be it nothing.
  var isGiven: Bool { contents.isGiven }

  func value(_ object: String, _ attribute: String) -> World.Value {
    contents.values.first { $0.object == object && $0.attribute == attribute }?.value ?? .none
  }

  func nextNumber() -> Int {
    contents.number += 1
    return contents.number
  }

  func give(objects: [String], links: [[String]], values: [Given]) {
    contents.objects = objects
    contents.links = links
    contents.values = values
    contents.isGiven = true
    write()
  }

  func keep(_ changes: [World.Change]) {
    contents.changes = changes
    write()
  }

  private func write() {
    guard let url else { return }
    do {
      try JSONEncoder().encode(contents).write(to: url, options: .atomic)
    } catch {
      fatalError("the stand-in's store cannot be written: \(error)")
    }
  }
}
