import ExpectedText
import ObjectGraph
import SourceText
import SwiftSource
import Testing

@testable import ModelFiles

/// Swift source that is read, with what comes of it in short form.
struct SwiftDataText {
  let models: [StatedModel]

  /// Reads the text of each file; the first is called `0.swift`, and so on.
  init(_ files: String...) {
    let sources = files.enumerated().map {
      SourceFile(path: "\($0.offset).swift", bytes: Array($0.element.utf8))
    }
    do throws(ModelError) {
      let declared = sources.map { SwiftDeclarations($0, keepsCode: true) }
      models = try SwiftDataReading(sources, declaring: declared, keepsCode: true).models()
    } catch {
      Issue.record(error)
      models = []
    }
  }

  /// A class with some members, beside models that it can lead to.
  static func members(_ members: String) -> SwiftDataText {
    SwiftDataText(
      "@Model class Box {\n\(members)\n}\n@Model class Item { var box: Box? }\n@Model class Tag {}")
  }

  /// The findings about a text, with «n» instead of the place where that is the text's mark n.
  static func findings(_ marked: MarkedText) -> [String] {
    (SwiftDataText(marked.text).current?.findings ?? [])
      .sorted { $0.location < $1.location }
      .enumerated().map { number, finding in
        let place = "0.swift:\(marked.place(number)): "
        return finding.description.replacing(place, with: "«\(number)» ")
      }
  }

  var current: StatedModel? { models.first { $0.isCurrent } }

  /// `Box: name! tags:[Tag] cascade`, one line for each entity of the current version.
  var entities: [String] { current?.entities.map(\.short) ?? [] }

  var names: [String] { current?.entities.map(\.name) ?? [] }

  /// The relationships of the first entity.
  var relationships: [String] { current?.entities.first?.relationships.map(\.short) ?? [] }

  /// The attributes of the first entity.
  var attributes: [String] { current?.entities.first?.attributes.map(\.short) ?? [] }

  var findings: [String] { current?.findings.map(\.description) ?? [] }

  /// `4:7 rule` for each finding.
  var rules: [String] {
    current?.findings.map { "\($0.location.line):\($0.location.column) \($0.rule.rawValue)" } ?? []
  }
}

extension ModelEntity {
  var short: String {
    let properties = relationships.map(\.short) + attributes.map(\.short)
    let head = parent.map { "\(name) < \($0)" } ?? name
    return properties.isEmpty ? head : "\(head): \(properties.joined(separator: ", "))"
  }
}

extension ModelRelationship {
  var short: String {
    var text =
      "\(name) \(declaration.isToMany ? "[\(declaration.destination)]" : declaration.destination)\(declaration.isOptional ? "?" : "")"
    if let statedRule { text += " \(statedRule.rawValue)" }
    switch declaration.inverse {
    case .unstated: break
    case .oneWay: text += " one-way"
    case .named(let name): text += " <-\(name)"
    }
    if declaration.minCount != 0 { text += " min \(declaration.minCount)" }
    if declaration.isToMany, declaration.maxCount != 0 { text += " max \(declaration.maxCount)" }
    if let renamingIdentifier { text += " was \(renamingIdentifier)" }
    return text
  }
}

extension ModelAttribute {
  var short: String {
    name + (declaration.isOptional ? "?" : "") + (declaration.isUnique ? " unique" : "")
  }
}
