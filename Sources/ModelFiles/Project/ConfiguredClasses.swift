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

  init(in code: [SwiftDeclarations]) {
    self.code = code
    databases = CloudDatabases(in: code)
    let words = ["ModelConfiguration", "ModelContainer", "modelContainer"]
    for file in code.mentioning(words) { read(file) }
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
          !Self.isInMemory(arguments, in: tokens)
        else { continue }
        let classes = classes(named: arguments, in: file)
        if let configured = arguments.first(where: { tokens.label(of: $0) == "configurations" }) {
          containers.append((index..<tokens.after(index + 1), classes, configured.value))
        } else {
          add(classes, isMirrored: isMirrored(arguments, in: file))
        }
      }
    }
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
      if let around { configured.insert(around) }
      if Self.isInMemory(arguments, in: tokens) { continue }
      add(
        classes(named: arguments, in: file) ?? around.flatMap { containers[$0].classes },
        isMirrored: isMirrored(arguments, in: file))
    }
    // What configures it otherwise may mirror it.
    for index in containers.indices where !configured.contains(index) {
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

  private static func isInMemory(_ arguments: [SwiftArgument], in tokens: SwiftTokens) -> Bool {
    arguments.contains { argument in
      ["isStoredInMemoryOnly", "inMemory"].contains(tokens.label(of: argument))
        && tokens.isWord(argument.value.lowerBound, "true")
    }
  }

  private mutating func isMirrored(
    _ arguments: [SwiftArgument], in file: SwiftDeclarations
  ) -> Bool {
    !arguments.contains { databases.named(at: $0.start, in: file) == ["none"] }
  }

  /// The classes that a container or configuration names, itself or by a schema; nil where it names none that
  /// is known.
  private func classes(named arguments: [SwiftArgument], in file: SwiftDeclarations) -> Set<String>?
  {
    let tokens = file.tokens
    let ranges = arguments.filter {
      !["configurations", "migrationPlan"].contains(tokens.label(of: $0))
    }.map(\.value)
    let named = ranges.reduce(into: Set<String>()) { $0.formUnion(types(in: $1, of: file)) }
    if !named.isEmpty || ranges.contains(where: { Self.isEmptySchema($0, in: tokens) }) {
      return named
    }
    for range in ranges {
      let path = range.compactMap { tokens[$0]?.name }
      guard let name = path.last, range.count == 2 * path.count - 1,
        let found = schema(name, of: path.dropLast().last, before: range.lowerBound, in: file)
      else { continue }
      return found
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

  /// The classes of the schema that a name means: the nearest variable before a place, or a property.
  private func schema(
    _ name: String, of owner: String?, before place: Int, in file: SwiftDeclarations
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
      let found = types(in: value, of: file)
      if !found.isEmpty || Self.isEmptySchema(value, in: tokens) { return found }
    }
    let isOwn = owner == nil || owner == "self" || owner == "Self"
    let found = isOwn ? property(name, in: [file]) : owner.flatMap { property(name, of: $0) }
    return found.map { types(in: $0.range, of: $0.file) }.flatMap { $0.isEmpty ? nil : $0 }
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
