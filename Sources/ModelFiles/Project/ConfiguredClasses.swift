import SwiftSource

/// The classes that SwiftData's containers and configurations name, by whether CloudKit may mirror them.
struct ConfiguredClasses {
  private var local: Set<String> = []
  private var mirrored: Set<String> = []
  /// Whether a store that may be mirrored has classes that are not known.
  private var isOpen = false
  private let code: [SwiftDeclarations]
  private var databases: CloudDatabases

  /// The classes of which no store is mirrored; empty where that is not known.
  var neverMirrored: Set<String> { isOpen ? [] : local.subtracting(mirrored) }

  /// The folders of the apps without any place that shows mirroring, where there are several apps.
  private var foldersOfLocalApps: [String] = []

  /// Reads the containers and the configurations.
  ///
  /// - Parameters:
  ///   - code: The files.
  ///   - places: The files that show that CloudKit mirrors a store.
  init(in code: [SwiftDeclarations], mirroredBy places: [String]) {
    self.code = code
    databases = CloudDatabases(in: code)
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
    var containers: [(call: Range<Int>, classes: Set<String>?, configurations: Range<Int>)] = []
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
          !databases.areInMemory(arguments, in: file)
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
    var inMemory: [(container: Int, classes: Set<String>?)] = []
    for (place, arguments) in configurations {
      // `let local = ModelConfiguration(…)`, with or without its type.
      let sign = tokens.isMark(place - 1, ".") ? place - 2 : place - 1
      let isTyped = tokens.isMark(sign - 2, ":")
      let name = tokens.isMark(sign, "=") ? tokens[sign - (isTyped ? 3 : 1)]?.name : nil
      let around = containers.firstIndex { container in
        if container.call.contains(place) { return true }
        guard let name, container.call.lowerBound > place else { return false }
        return container.configurations.contains { tokens.isWord($0, name) }
      }
      if databases.areInMemory(arguments, in: file) {
        if let around { inMemory.append((around, classes(named: arguments, in: file))) }
        continue
      }
      if let around { configured.insert(around) }
      add(
        classes(named: arguments, in: file) ?? around.flatMap { containers[$0].classes },
        isMirrored: isMirrored(arguments, in: file))
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

  private mutating func add(_ classes: Set<String>?, isMirrored: Bool) {
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
    if arguments.contains(where: { databases.named(at: $0.start, in: file) == ["none"] }) {
      return false
    }
    if arguments.contains(where: { file.tokens.label(of: $0) == CloudDatabases.label }) {
      return true
    }
    return !foldersOfLocalApps.contains { file.tokens.file.hasPrefix($0 + "/") }
  }

  /// The classes that a container or configuration names, itself or by a schema; nil where it names none that
  /// is known.
  private func classes(named arguments: [SwiftArgument], in file: SwiftDeclarations) -> Set<String>?
  {
    let tokens = file.tokens
    let ranges = arguments.filter {
      !["configurations", "migrationPlan"].contains(tokens.label(of: $0))
    }.map(\.value)
    let found = ranges.compactMap { classes(in: $0, of: file, depth: 0) }
    return found.isEmpty ? nil : found.reduce([]) { $0.union($1) }
  }

  /// The classes that a value lists, itself or by the name of a list or a schema; nil where it lists none that
  /// is known.
  private func classes(
    in range: Range<Int>, of file: SwiftDeclarations, depth: Int
  ) -> Set<String>? {
    let named = types(in: range, of: file)
    if !named.isEmpty || Self.isEmptySchema(range, in: file.tokens) { return named }
    guard depth < Limits.nestedVariables else { return nil }
    var path: [String] = []
    for index in range {
      guard let name = file.tokens[index]?.name else { continue }
      path = file.tokens.isMark(index - 1, ".") ? path + [name] : [name]
      if file.tokens.isMark(index + 1, ".") || file.tokens.isMark(index + 1, ":") { continue }
      let owner = path.dropLast().last
      if let found = list(name, of: owner, before: range.lowerBound, in: file, depth: depth + 1) {
        return found
      }
    }
    return nil
  }

  /// The types whose metatypes some tokens name: `Trip.self`, and those of a versioned schema.
  private func types(in range: Range<Int>, of file: SwiftDeclarations) -> Set<String> {
    let tokens = file.tokens
    let named = range.filter { tokens.isWord($0, "self") && tokens.isMark($0 - 1, ".") }
      .compactMap { tokens[$0 - 2]?.name }
    return named.reduce(into: Set<String>()) { $0.formUnion(models(of: $1) ?? [$1]) }
  }

  /// Whether some tokens are `Schema([])`.
  private static func isEmptySchema(_ range: Range<Int>, in tokens: SwiftTokens) -> Bool {
    let words = range.prefix(6).map { tokens[$0]?.text ?? "" }
    return words == ["Schema", "(", "[", "]", ")"]
  }

  /// The classes of a versioned schema; nil for any other type.
  private func models(of name: String) -> Set<String>? {
    property("models", of: name).map { types(in: $0.range, of: $0.file) }
  }

  /// The classes of the list or the schema that a name means: the nearest variable before a place, or a
  /// property.
  private func list(
    _ name: String, of owner: String?, before place: Int, in file: SwiftDeclarations, depth: Int
  ) -> Set<String>? {
    let tokens = file.tokens
    if owner == nil,
      let set = (max(0, place - Limits.tokensToSchema)..<place)
        .last(where: { tokens.isWord($0, name) && tokens.isMark($0 + 1, "=") })
    {
      var end = set + 2
      while end < place, !["let", "var", "return"].contains(where: { tokens.isWord(end, $0) }) {
        end = tokens.after(end)
      }
      let value = set + 2..<min(end, place)
      if let found = classes(in: value, of: file, depth: depth) { return found }
    }
    let isOwn = owner == nil || owner == "self" || owner == "Self"
    let found = isOwn ? property(name, in: [file]) : owner.flatMap { property(name, of: $0) }
    return found.flatMap { classes(in: $0.range, of: $0.file, depth: depth) }
  }

  private func property(
    _ name: String, of type: String
  ) -> (file: SwiftDeclarations, range: Range<Int>)? {
    property(name, in: code) { $0.path.last == type }
  }

  /// The tokens that say what a property is.
  private func property(
    _ name: String, in files: [SwiftDeclarations],
    where isMeant: (SwiftType) -> Bool = { _ in true }
  ) -> (file: SwiftDeclarations, range: Range<Int>)? {
    for file in files {
      for type in file.types where isMeant(type) {
        guard let property = type.properties.first(where: { $0.name == name }) else { continue }
        if let value = property.initialValue { return (file, value) }
        if let brace = property.accessors { return (file, brace..<file.tokens.after(brace)) }
      }
    }
    return nil
  }
}
