// Goes through all tokens of an app, so that CompiledOnce is not imported.
import ObjectGraph
import SourceText
import SwiftSource

/// A store that CloudKit mirrors, and what other stores have.
package struct MirroredStore: Sendable {
  /// The first place that shows it.
  package let remark: Project.StoreRemark
  /// The places of the models of other apps.
  package let localModels: Set<String>
  /// The places of the classes and entities of which no store is mirrored.
  package let localEntities: Set<Location>
}

extension Project {
  /// The first store that CloudKit mirrors; nil if there is none, or if the code was not kept.
  package var mirroredStore: MirroredStore? {
    var values = StoreValues(in: code)
    let stated = placesOfMirroring(&values)
    let remark =
      stated.first.map { StoreRemark(location: $0, text: "CloudKit mirrors a store") }
      ?? automaticMirroring(&values)
    guard let remark else { return nil }
    let files = stated.isEmpty ? [remark.location.file] : stated.map(\.file)
    let store = MirroredStore(
      remark: remark, localModels: localModels(besides: Set(stated.map(\.file))),
      localEntities: localEntities(besides: files))
    let isForAny = models.contains { model in
      !store.localModels.contains(model.place)
        && model.entities.contains { !store.localEntities.contains($0.location) }
    }
    return isForAny || stated.isEmpty ? store : nil
  }

  /// The container of the app in which SwiftData mirrors a store unless the code says no.
  private func automaticMirroring(_ values: inout StoreValues) -> StoreRemark? {
    guard case .container(let cloudContainer, let localFiles) = cloudAccess,
      models.contains(where: { $0.framework == .swiftData })
    else { return nil }
    let files = code.filter { !localFiles.contains($0.tokens.file) }
    guard makesContainer(in: files, &values),
      !files.mentioning([StoreValues.label]).contains(where: {
        hasConfiguration(in: $0, mirrored: false, &values)
      })
        || files.mentioning([Self.configuration] + Self.containers).contains(where: {
          hasConfiguration(in: $0, mirrored: true, &values)
        })
    else { return nil }
    return StoreRemark(
      location: cloudContainer,
      text: "SwiftData mirrors a store in this iCloud container unless its configuration says "
        + "'cloudKitDatabase: .none'")
  }

  /// The places of the models of other apps than those in some files.
  private func localModels(besides files: Set<String>) -> Set<String> {
    if files.isEmpty { return [] }
    let apart = models.filter { $0.codeFiles?.isDisjoint(with: files) == true }
    return Set(apart.map(\.place))
  }

  /// The first place in each file that shows that CloudKit mirrors a store.
  private func placesOfMirroring(_ values: inout StoreValues) -> [Location] {
    let isOff = turnsMirroringOff
    let containers = isOff ? [] : Self.cloudKitTypes + otherNames(of: Self.cloudKitTypes[0])
    let words = containers + (isOff ? [] : [Self.options])
    let swift = code.mentioning(words + [StoreValues.label]).compactMap {
      file -> Location? in
      let tokens = file.tokens
      return (0..<tokens.count).first { index in
        if tokens.isMark(index + 1, "(") {
          return tokens.calledName(before: index + 1).map(containers.contains) ?? false
        }
        if tokens.isMark(index + 1, "."), tokens.isWord(index + 2, "self") {
          // A function that is given the type makes the container.
          return tokens[index]?.name.map(containers.contains) ?? false
        }
        if tokens.isWord(index, Self.options) {
          return !isOff && tokens.isMark(index + 1, "=") && tokens.isMark(index + 2, ".")
            && tokens.isWord(index + 3, "init")
        }
        return values.named(at: index, in: file).contains { isMirrored($0, in: tokens.file) }
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

  /// The names of the classes that inherit from one directly, and of its aliases.
  private func otherNames(of name: String) -> [String] {
    code.mentioning([name]).flatMap { file in
      let tokens = file.tokens
      return (0..<tokens.count).compactMap { index in
        let declares =
          tokens.isWord(index, "class") && tokens.isMark(index + 2, ":")
          || tokens.isWord(index, "typealias") && tokens.isMark(index + 2, "=")
        return declares && tokens.isWord(index + 3, name) ? tokens[index + 1]?.name : nil
      }
    }
  }

  /// Whether CloudKit mirrors a store of a database: an automatic one is in the container of the app, if it
  /// has one.
  private func isMirrored(_ database: String, in file: String) -> Bool {
    if database != "automatic" { return database != "none" }
    switch cloudAccess {
    case .none: return false
    case .container(_, let localFiles): return !localFiles.contains(file)
    case .unknown: return true
    }
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
      if !mirrored {
        return arguments.contains { values.named(at: $0.start, in: file) == ["none"] }
      }
      let labels = arguments.map(tokens.label)
      let called = tokens.calledName(before: open)
      return called == Self.configuration && !labels.contains(StoreValues.label)
        || Self.isContainer(called) && labels.first == "for" && !labels.contains("configurations")
    }
  }

  /// The places of the classes and entities of which no store is mirrored, where some files show that CloudKit
  /// mirrors one.
  func localEntities(besides files: [String]) -> Set<Location> {
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
    var localFiles: Set<String> = []
    if case .container(_, let found) = cloudAccess { localFiles = found }
    let classes = ConfiguredClasses(in: code, mirroredBy: files, notBy: localFiles).neverMirrored
    return usesConfigurations
      ? classes.union(models.flatMap(\.entities).filter(\.isOutsideCloud).map(\.location))
      : classes
  }

  /// Whether some files make a container of SwiftData that may have a store on disk, or are given one that was made
  /// elsewhere.
  private func makesContainer(in files: [SwiftDeclarations], _ values: inout StoreValues) -> Bool {
    var (isGiven, isInMemory) = (false, false)
    for file in files.mentioning(Self.containers) {
      let tokens = file.tokens
      for open in 0..<tokens.count
      where tokens.isMark(open, "(") && Self.isContainer(tokens.calledName(before: open)) {
        let arguments = tokens.arguments(at: open, atMost: 16)
        if arguments.first.flatMap(tokens.label) != "for" {
          isGiven = true
        } else if values.areInMemory(arguments, in: file) {
          isInMemory = true
        } else {
          return true
        }
      }
    }
    return isGiven && !isInMemory
  }

  private static func isContainer(_ called: String?) -> Bool {
    called.map(containers.contains) ?? false
  }

  private static let configuration = "ModelConfiguration"
  private static let options = "cloudKitContainerOptions"
}
