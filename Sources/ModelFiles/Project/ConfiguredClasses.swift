import SourceText
import SwiftSource

/// The classes that SwiftData's containers and configurations name, by whether CloudKit may mirror them.
struct ConfiguredClasses {
  private var local: Set<[String]> = []
  private var mirrored: Set<[String]> = []
  /// Whether a store that may be mirrored has classes that are not known.
  private var isOpen = false
  private let code: [SwiftDeclarations]
  private var values: StoreValues

  /// The places of the classes of which no store is mirrored; none where that is not known.
  var neverMirrored: Set<Location> {
    let classes = isOpen ? [] : local.subtracting(mirrored)
    return Set(code.flatMap(\.types).filter { classes.contains($0.path) }.map(\.location))
  }

  /// The files of targets that may not use iCloud, so that nothing automatic is mirrored.
  private let localFiles: Set<String>
  /// The folders of the apps without any place that shows mirroring, where there are several apps.
  private var foldersOfLocalApps: [String] = []

  /// Reads the containers and the configurations.
  ///
  /// - Parameters:
  ///   - code: The files.
  ///   - places: The files that show that CloudKit mirrors a store.
  ///   - localFiles: The files of targets that may not use iCloud.
  init(
    in code: [SwiftDeclarations], mirroredBy places: [String], notBy localFiles: Set<String>
  ) {
    self.code = code
    self.localFiles = localFiles
    values = StoreValues(in: code)
    let folders = Set(code.filter(Self.hasApp).map { ProjectTop.parent(of: $0.tokens.file) })
    func isIn(_ folder: String) -> (String) -> Bool { { $0.hasPrefix(folder + "/") } }
    // What is in no app's folder is for any of them.
    if folders.count > 1, places.allSatisfy({ file in folders.contains { isIn($0)(file) } }) {
      foldersOfLocalApps = folders.filter { !places.contains(where: isIn($0)) }.sorted()
    }
    let words = ["ModelConfiguration", "ModelContainer", "modelContainer"]
    for file in code.mentioning(words) { read(file) }
  }

  /// Whether a file has what starts an app.
  private static func hasApp(_ file: SwiftDeclarations) -> Bool {
    file.types.contains { type in
      type.attributes.contains { $0.path == ["main"] }
        && type.inherited.contains { parent in
          parent.names.contains { names in
            ["App", "UIApplicationDelegate", "NSApplicationDelegate"].contains(names.last)
          }
        }
    }
  }

  private mutating func read(_ file: SwiftDeclarations) {
    let tokens = file.tokens
    /// The containers with configurations: their arguments, and the tokens of those.
    var containers: [(call: Range<Int>, classes: Set<[String]>?, configurations: Range<Int>)] = []
    var configurations: [(place: Int, arguments: [SwiftArgument])] = []
    var configured: Set<Int> = []
    for index in 0..<tokens.count where tokens.isMark(index + 1, "(") {
      let arguments = { tokens.arguments(at: index + 1, atMost: 16) }
      let called = tokens.calledName(before: index + 1)
      if called == "ModelConfiguration" {
        configurations.append((index, arguments()))
      } else if ["ModelContainer", "modelContainer"].contains(called) {
        let arguments = arguments()
        // A view may be given one that was made elsewhere.
        guard arguments.first.flatMap(tokens.label) == "for",
          !values.areInMemory(arguments, in: file)
        else { continue }
        let classes = classes(named: arguments, in: file)
        if let configured = arguments.first(where: { tokens.label(of: $0) == "configurations" }) {
          // Further configurations have no label.
          let end = tokens.after(index + 1)
          containers.append((index..<end, classes, configured.value.lowerBound..<end))
        } else {
          add(classes, isMirrored: isMirrored(arguments, in: file))
        }
      }
    }
    /// The classes of stores in memory, and the containers that have these stores beside others.
    var inMemory: [(container: Int, classes: Set<[String]>?)] = []
    var next: [String: Int] = [:]
    for (place, arguments) in configurations.reversed() {
      // Several containers can be given one by its name, which another function may use for another one.
      let name = tokens.assignedName(before: place + 1)
      let end = name.flatMap { next.updateValue(place, forKey: $0) } ?? .max
      let around = containers.indices.filter { index in
        let container = containers[index]
        if container.call.contains(place) { return true }
        guard let name, (place..<end).contains(container.call.lowerBound) else { return false }
        return container.configurations.contains { tokens.isWord($0, name) }
      }
      let named = classes(named: arguments, in: file)
      if values.areInMemory(arguments, in: file) {
        inMemory += around.map { ($0, named) }
        continue
      }
      configured.formUnion(around)
      let isMirrored = isMirrored(arguments, in: file)
      let all = named != nil || around.isEmpty ? [named] : around.map { containers[$0].classes }
      for classes in all { add(classes, isMirrored: isMirrored) }
    }
    let temporary = Set(inMemory.map(\.container)).subtracting(configured)
    for (container, classes) in inMemory where configured.contains(container) {
      add(classes, isMirrored: false)
    }
    // What configures it otherwise may mirror it.
    for index in containers.indices
    where !configured.contains(index) && !temporary.contains(index) {
      add(containers[index].classes, isMirrored: true)
    }
  }

  private mutating func add(_ classes: Set<[String]>?, isMirrored: Bool) {
    if !isMirrored {
      local.formUnion(classes ?? [])
    } else if let classes {
      mirrored.formUnion(classes)
    } else {
      isOpen = true
    }
  }

  private mutating func isMirrored(
    _ arguments: [SwiftArgument], in file: SwiftDeclarations
  ) -> Bool {
    let databases = arguments.reduce(into: Set<String>()) {
      $0.formUnion(values.named(at: $1.start, in: file))
    }
    let isLocal = localFiles.contains(file.tokens.file)
    if databases == ["none"] || isLocal && databases.isSubset(of: ["none", "automatic"]) {
      return false
    }
    if arguments.contains(where: { file.tokens.label(of: $0) == StoreValues.label }) {
      return true
    }
    return !foldersOfLocalApps.contains { file.tokens.file.hasPrefix($0 + "/") }
  }

  /// The classes that a container or configuration names, itself or by a schema; nil where they are not known.
  private mutating func classes(
    named arguments: [SwiftArgument], in file: SwiftDeclarations
  ) -> Set<[String]>? {
    var found: Set<[String]>?
    for argument in arguments {
      let label = file.tokens.label(of: argument)
      guard ["for", "schema", nil].contains(label) else { continue }
      if let listed = values.types(of: argument, in: file) {
        found = listed.reduce(into: found ?? []) { $0.formUnion(models(of: $1)) }
      } else if label != nil {
        return nil
      }
    }
    return found
  }

  /// The classes of a versioned schema; of any other type, that itself.
  private mutating func models(of type: [String]) -> Set<[String]> {
    values.types(in: "models", of: type) ?? [type]
  }
}
