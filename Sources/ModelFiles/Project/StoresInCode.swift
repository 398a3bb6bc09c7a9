// Goes through all tokens of an app, so that CompiledOnce is not imported.
import SourceText
import SwiftSource

/// Facts that the code states about the stores of its models.
extension Project {
  /// A place that shows something about a store, and what that is.
  package struct StoreRemark: Sendable {
    package let location: Location
    package let text: String
  }

  static let containers = ["ModelContainer", "modelContainer"]
  static let description = "NSPersistentStoreDescription"
  static let descriptions = [description, "persistentStoreDescriptions"]

  /// The first custom store that the code declares; nil if there is none.
  package var ownStore: StoreRemark? {
    let declared = code.contains { $0.types.contains { $0.path == ["DataStore"] } }
    for file in code {
      for type in file.types where type.keyword != "extension" {
        let parents = type.inherited.flatMap(\.names).compactMap(\.last)
        if !declared, file.imports.contains("SwiftData"), parents.contains("DataStore") {
          return StoreRemark(
            location: type.location,
            text:
              "\(type.name) is a custom DataStore: no source says whether SwiftData applies delete "
              + "rules before it hands over to one, so its deletes may differ")
        }
        if !Set(parents).isDisjoint(with: ["NSIncrementalStore", "NSAtomicStore"]) {
          return StoreRemark(
            location: type.location,
            text:
              "\(type.name) is a custom store: the context applies delete rules before it saves, "
              + "but what a batch delete does in it is unknown")
        }
      }
    }
    return packagedStore
  }

  /// The first store that is neither the system's nor declared in the code.
  private var packagedStore: StoreRemark? {
    let kinds = Self.kindsOfStore.flatMap { ["NS\($0)StoreType", $0] }
    let unknown = ", which none of these files declares: its deletes may differ"
    let files = code.mentioning(Self.containers + Self.descriptions + [Self.addition])
    for tokens in files.lazy.map(\.tokens) {
      let usesCoreData = tokens.mentions(Self.description)
      for index in 0..<tokens.count {
        if tokens.isMark(index, "("), let called = tokens.calledName(before: index),
          Self.containers.contains(called)
        {
          let configurations = tokens.arguments(at: index, atMost: 16).first {
            tokens.label(of: $0) == "configurations"
          }
          let made = configurations?.value.first { place in
            tokens.isMark(place + 1, "(")
              && tokens[place]?.name.map(isUndeclaredConfiguration) ?? false
          }
          if let made, let name = tokens[made]?.name {
            return StoreRemark(
              location: tokens.location(made),
              text: "\(name) configures a custom DataStore\(unknown)")
          }
        } else if tokens.isWord(index, "ofType"), tokens.isMark(index + 1, ":"),
          tokens.isWord(index - 2, Self.addition), let type = tokens[index + 2]?.name,
          type.hasSuffix("StoreType"), !kinds.contains(type)
        {
          return StoreRemark(
            location: tokens.location(index + 2), text: "\(type) is a custom store\(unknown)")
        } else if usesCoreData, tokens.isWord(index, "type"), tokens.isMark(index - 1, "."),
          tokens.isMark(index + 1, "="), let type = tokens[index + 2], type.kind == .text,
          !kinds.contains(type.text), Self.isDescription(before: index - 1, in: tokens)
        {
          return StoreRemark(
            location: tokens.location(index + 2), text: "'\(type.text)' is a custom store\(unknown)"
          )
        }
      }
    }
    return nil
  }

  /// Whether the name before a place is that of a store's description: it is set to a new one, has its type,
  /// or is taken from those of a container.
  private static func isDescription(before place: Int, in tokens: SwiftTokens) -> Bool {
    guard let name = tokens[place - 1]?.name else { return false }
    return (0..<place).contains { index in
      guard tokens.isWord(index, name) else { return false }
      let mark = [":", "=", "in"].contains { tokens[index + 1]?.text == $0 }
      return mark
        && (index + 2..<index + 7).prefix { !tokens.startsLine($0) }.contains { next in
          Self.descriptions.contains { tokens.isWord(next, $0) }
        }
    }
  }

  private static let addition = "addPersistentStore"
  private static let kindsOfStore = ["SQLite", "InMemory", "Binary", "XML"]

  /// Whether a name may be that of a package's configuration of a store.
  private func isUndeclaredConfiguration(_ name: String) -> Bool {
    name.hasSuffix("Configuration") && name != "ModelConfiguration"
      && name.first?.isUppercase == true
      && !code.contains {
        $0.types.contains { $0.name == name } || $0.aliases.contains { $0.name == name }
      }
  }
}
