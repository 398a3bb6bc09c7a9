// Goes through all tokens of an app, so that CompiledOnce is not imported.
import ObjectGraph
import SourceText
import SwiftSource

/// Facts that the code states about the stores of its models.
extension Project {
  /// A place that shows something about a store, and what that is.
  package struct StoreRemark: Sendable {
    package let location: Location
    package let text: String
  }

  /// The first place that shows that CloudKit mirrors a store; nil if there is none, or if the code was
  /// not kept.
  package var mirroredStore: StoreRemark? {
    if let stated = placesOfMirroring.first {
      let (localModels, localEntities) = (localModels, localEntities)
      let isForAny = models.contains { model in
        !localModels.contains(model.place)
          && model.entities.contains { !localEntities.contains($0.location) }
      }
      return isForAny ? StoreRemark(location: stated, text: "CloudKit mirrors a store") : nil
    }
    // SwiftData mirrors a store in the app's container unless the code says no.
    var values = StoreValues(in: code)
    guard case .container(let cloudContainer) = cloudAccess,
      models.contains(where: { $0.framework == .swiftData }),
      code.mentioning(Self.containers).contains(where: { Self.makesContainer($0.tokens) }),
      !code.mentioning([StoreValues.label]).contains(where: {
        hasConfiguration(in: $0, mirrored: false, &values)
      })
        || code.mentioning([Self.configuration]).contains(where: {
          hasConfiguration(in: $0, mirrored: true, &values)
        })
    else { return nil }
    return StoreRemark(
      location: cloudContainer,
      text: "SwiftData mirrors a store in this iCloud container unless its configuration says "
        + "'cloudKitDatabase: .none'")
  }

  /// The places of the models of other apps than those whose code says that CloudKit mirrors a store.
  package var localModels: Set<String> {
    let apart = models.filter { $0.codeFiles != nil }
    let files = apart.isEmpty ? [] : Set(placesOfMirroring.map(\.file))
    if files.isEmpty { return [] }
    return Set(apart.filter { $0.codeFiles?.isDisjoint(with: files) == true }.map(\.place))
  }

  /// The first place in each file that shows that CloudKit mirrors a store.
  private var placesOfMirroring: [Location] {
    let isOff = turnsMirroringOff
    let containers = isOff ? [] : Self.cloudKitTypes + subclasses(of: Self.cloudKitTypes[0])
    var values = StoreValues(in: code)
    let swift = code.mentioning(containers + [StoreValues.label]).compactMap {
      file -> Location? in
      let tokens = file.tokens
      return (0..<tokens.count).first { index in
        if tokens.isMark(index + 1, "(") {
          return tokens.calledName(before: index + 1).map(containers.contains) ?? false
        }
        return values.named(at: index, in: file).contains { isMirrored($0) }
      }.map(tokens.location)
    }
    return swift + (isOff ? [] : objectiveC.compactMap(\.mirroredStore))
  }

  /// The container whose stores CloudKit mirrors, and the options by which it does so.
  private static let cloudKitTypes = [
    "NSPersistentCloudKitContainer", "NSPersistentCloudKitContainerOptions",
  ]

  /// Whether the code takes the options of CloudKit from its only store on every path, and gives them to none.
  private var turnsMirroringOff: Bool {
    let options = objectiveC.flatMap(\.cloudOptions)
    if options.contains(.set) { return false }
    var isOff = options.contains(.cleared)
    for type in [Self.cloudKitTypes[0], Self.description] {
      let isContainer = type == Self.cloudKitTypes[0]
      let ofObjectiveC = isContainer ? objectiveC.map(\.cloudContainerCount).reduce(0, +) : 0
      let made = code.mentioning([type]).reduce(ofObjectiveC) { count, file in
        count
          + (0..<file.tokens.count).count {
            file.tokens.isMark($0, "(") && file.tokens.calledName(before: $0) == type
          }
      }
      if made > 1 { return false }
    }
    for file in code.mentioning([Self.options]) {
      let tokens = file.tokens
      var endOfCondition = 0
      for index in 0..<tokens.count {
        if tokens.isMark(index, "{") {
          if Self.isOfCondition(index, in: tokens) {
            endOfCondition = max(endOfCondition, tokens.after(index))
          }
        } else if tokens.isWord(index, Self.options), tokens.isMark(index + 1, "=") {
          if !tokens.isWord(index + 2, "nil") { return false }
          let body = CodeBodies(of: file).around(index).last?.tokens.lowerBound ?? 0
          let mayEnd = (body..<index)
            .contains { place in ["return", "throw"].contains { tokens.isWord(place, $0) } }
          isOff = isOff || index >= endOfCondition && !mayEnd
        }
      }
    }
    return isOff
  }

  /// Whether the statement of a block decides whether its code runs.
  private static func isOfCondition(_ open: Int, in tokens: SwiftTokens) -> Bool {
    let words = ["if", "else", "guard", "switch", "for", "while", "catch"]
    return (0..<open).reversed().prefix { index in
      !["{", "}", ";"].contains { tokens.isMark(index, $0) }
    }.contains { index in words.contains { tokens.isWord(index, $0) } }
  }

  /// The names of the classes that inherit from one directly.
  private func subclasses(of name: String) -> [String] {
    code.mentioning([name]).flatMap { file in
      let tokens = file.tokens
      return (0..<tokens.count).compactMap { index in
        tokens.isWord(index, "class") && tokens.isMark(index + 2, ":")
          && tokens.isWord(index + 3, name) ? tokens[index + 1]?.name : nil
      }
    }
  }

  /// Whether CloudKit mirrors a store of a database: an automatic one is in the container of the app, if it
  /// has one.
  private func isMirrored(_ database: String) -> Bool {
    if case .none = cloudAccess, database == "automatic" { return false }
    return database != "none"
  }

  /// Whether a file configures a store on disk without mirroring, or leaves that to SwiftData.
  private func hasConfiguration(
    in file: SwiftDeclarations, mirrored: Bool, _ values: inout StoreValues
  ) -> Bool {
    let tokens = file.tokens
    return (1..<max(1, tokens.count)).contains { open in
      guard tokens.isMark(open, "("), tokens[open - 1]?.name != nil else { return false }
      let arguments = tokens.arguments(at: open, atMost: 16)
      if values.areInMemory(arguments, in: file) { return false }
      let named = arguments.map { values.named(at: $0.start, in: file) }
      return mirrored
        ? !arguments.contains { tokens.label(of: $0) == StoreValues.label }
          && tokens.calledName(before: open) == Self.configuration
        : named.contains { $0 == ["none"] }
    }
  }

  /// The places of the classes and entities of which no store is mirrored.
  package var localEntities: Set<Location> {
    let usesConfigurations = code.mentioning(Self.descriptions).contains { file in
      let mentionsStore = (0..<file.tokens.count).contains { index in
        Self.descriptions.contains { file.tokens.isWord(index, $0) }
      }
      return mentionsStore
        && (0..<file.tokens.count).contains { index in
          file.tokens.isMark(index, ".") && file.tokens.isWord(index + 1, "configuration")
            && file.tokens.isMark(index + 2, "=")
        }
    }
    var places = placesOfMirroring.map(\.file)
    if places.isEmpty, case .container(let location) = cloudAccess { places = [location.file] }
    let classes = ConfiguredClasses(in: code, mirroredBy: places).neverMirrored
    return usesConfigurations
      ? classes.union(models.flatMap(\.entities).filter(\.isOutsideCloud).map(\.location))
      : classes
  }

  /// Whether a file makes a container of SwiftData.
  private static func makesContainer(_ tokens: SwiftTokens) -> Bool {
    (0..<tokens.count).contains { index in
      tokens.isMark(index, "(")
        && tokens.calledName(before: index).map(containers.contains) ?? false
    }
  }

  private static let containers = ["ModelContainer", "modelContainer"]
  private static let configuration = "ModelConfiguration"
  private static let description = "NSPersistentStoreDescription"
  private static let descriptions = [description, "persistentStoreDescriptions"]
  private static let options = "cloudKitContainerOptions"

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
