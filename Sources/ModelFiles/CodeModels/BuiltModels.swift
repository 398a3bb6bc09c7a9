import CompiledOnce
import ObjectGraph
import SourceText
import SwiftSource

/// The Core Data models that Swift code builds.
struct BuiltModels {
  /// A model with the code that builds it.
  struct Built {
    /// The name of the function or the property, with the types around it.
    let name: String
    /// The file, as an index.
    let file: Int
    let location: Location
    var stated: StatedModel
    /// Whether what calls the code may give it more of the model.
    let isOpen: Bool
  }

  /// Code from which a model is followed.
  private struct Root: Hashable {
    let file: Int
    /// Its first token; 0 for the code of a file outside of all declarations.
    let start: Int
  }

  private let code: BuilderCode
  private var steps: Int
  /// The models, in the order of their code.
  private(set) var models: [Built] = []
  /// The places at which a model is made of which nothing could be followed.
  private(set) var unread: [ModelFinding] = []

  /// Whether a file may build a model; cheap, and never wrongly false.
  static func mentionsModel(_ bytes: [UInt8]) -> Bool {
    SwiftTokens.mention(CoreDataClass.model, in: bytes)
  }

  /// Follows the code of some files.
  init(_ files: [SwiftDeclarations]) {
    let places = files.map { Self.modelPlaces(in: $0.tokens) }
    code = BuilderCode(places.allSatisfy { $0.made.isEmpty && $0.changed.isEmpty } ? [] : files)
    steps = files.reduce(Limits.builderSteps) { $0 + $1.tokens.count / 4 }
    let fills = code.files.map { Self.fillsModel($0.tokens) }
    var known: Set<Root> = []
    for index in files.indices {
      let tokens = files[index].tokens
      for place in places[index].made {
        let followed = follow(root(around: place, inFile: index), &known, callers: 0)
        // A fallback is filled where it stands, if at all.
        let isFallback = tokens.isMark(place - 1, "?") && tokens.isMark(place - 2, "?")
        let isFilled = isFallback ? fills[index] : fills.contains(true)
        add(followed, at: tokens.location(place), isFilled: isFilled)
      }
    }
    for index in files.indices {
      for place in places[index].changed {
        let root = root(around: place, inFile: index)
        guard known.insert(root).inserted, let found = run(root), found.models.isEmpty else {
          continue
        }
        unread += found.gaps.map {
          ModelFinding(.warning, .incompleteModel, $0.reason, at: $0.location)
        }
      }
    }
  }

  private mutating func add(_ followed: [Built]?, at place: Location, isFilled: Bool) {
    guard let followed else { return }
    let filled = followed.filter { !$0.stated.entities.isEmpty }
    guard !filled.isEmpty else {
      guard isFilled else { return }
      unread.append(
        ModelFinding(
          .warning, .incompleteModel,
          "a Core Data model is built here, in code that cannot be followed; nothing is known of its "
            + "deletes", at: place))
      return
    }
    for built in filled
    where !models.contains(where: { $0.stated.entities == built.stated.entities }) {
      models.append(built)
    }
  }

  /// The places at which a file makes a model, and those at which it loads one that it may change.
  private static func modelPlaces(
    in tokens: SwiftTokens
  ) -> (made: [Int], changed: [Int]) {
    guard mentionsModel(tokens.source.bytes) else { return ([], []) }
    let changesLoaded = sets("deleteRule", in: tokens) || fillsModel(tokens)
    var (places, changed): ([Int], [Int]) = ([], [])
    for index in 0..<tokens.count where tokens.isWord(index, CoreDataClass.model) {
      let isCall = tokens.isMark(index + 1, "(") && !tokens.isMark(index - 1, ":")
      let isOfFile = ["contentsOf", "contentsOfURL", "byMerging", "coder"]
        .contains { tokens.isWord(index + 2, $0) }
      let isSuperclass = tokens.isMark(index - 1, ":") && tokens.isWord(index - 3, "class")
      if isCall && !isOfFile || isSuperclass { places.append(index) }
      if isCall, isOfFile, changesLoaded { changed.append(index) }
      if places.count + changed.count == Limits.builders { break }
    }
    return (places, changed)
  }

  /// Whether a file may give a model entities: without that, a model is an empty one.
  private static func fillsModel(_ tokens: SwiftTokens) -> Bool {
    guard tokens.mentions("entities") else { return false }
    return sets("entities", in: tokens)
      || (0..<tokens.count).contains { index in
        tokens.isWord(index, "entities")
          && (tokens.isWord(index - 1, "var")
            || ["append", "insert"].contains { tokens.isWord(index + 2, $0) })
      }
  }

  /// Whether a file assigns to a property of a name.
  private static func sets(_ name: String, in tokens: SwiftTokens) -> Bool {
    tokens.mentions(name)
      && (0..<tokens.count).contains { index in
        let sign = tokens.isMark(index + 1, "+") ? index + 2 : index + 1
        return tokens.isWord(index, name) && tokens.isMark(sign, "=")
      }
  }

  // MARK: Roots

  /// The innermost declaration around a place.
  private func root(around place: Int, inFile file: Int) -> Root {
    let declarations = code.files[file]
    var best: Range<Int>?
    func consider(_ range: Range<Int>?) {
      guard let range, range.contains(place), best.map({ $0.count > range.count }) ?? true else {
        return
      }
      best = range
    }
    for function in declarations.functions + declarations.types.flatMap(\.functions) {
      consider(function.body)
      // The model may be a parameter's default.
      if function.parameters.contains(where: { $0.defaultValue?.contains(place) == true }) {
        best = function.body
      }
    }
    for property in declarations.types.flatMap(\.properties) {
      consider(code.range(of: property, inFile: file))
    }
    // Where code stands outside of all declarations, it goes on with what the properties there have.
    for property in declarations.properties where declarations.looseCode.isEmpty {
      consider(code.range(of: property, inFile: file))
    }
    if best == nil {
      // The class of a model: its initializer.
      for type in declarations.types
      where type.inherited.contains(where: { $0.names.contains([CoreDataClass.model]) }) {
        for function in type.functions where function.name == "init" {
          if let body = function.body, best == nil, body.lowerBound > place { best = body }
        }
      }
    }
    return Root(file: file, start: best?.lowerBound ?? 0)
  }

  /// Follows the code of a root, or of what calls it where the root itself leaves things open.
  ///
  /// - Returns: The models that are made; nil if the root was followed before.
  private mutating func follow(
    _ root: Root, _ known: inout Set<Root>, callers: Int
  ) -> [Built]? {
    guard known.insert(root).inserted else { return nil }
    guard let (name, own, _) = run(root) else { return nil }
    if own.contains(where: { !$0.isOpen }) || callers == Limits.builderCallers { return own }
    guard let name else { return own }
    var found: [Built] = []
    for place in callPlaces(of: name) {
      let caller = self.root(around: place.index, inFile: place.file)
      if caller == root { continue }
      found += follow(caller, &known, callers: callers + 1) ?? []
    }
    return found.contains { !$0.stated.entities.isEmpty } ? found : own
  }

  /// The places at which a name is called or asked for.
  private func callPlaces(of name: String) -> [(file: Int, index: Int)] {
    var places: [(file: Int, index: Int)] = []
    for (file, declarations) in code.files.enumerated() {
      let tokens = declarations.tokens
      guard tokens.mentions(name) else { continue }
      for index in 0..<tokens.count where tokens.isWord(index, name) {
        let isDeclaration = ["func", "var", "let", "class", "struct"].contains {
          tokens.isWord(index - 1, $0)
        }
        if !isDeclaration, tokens.isMark(index + 1, "(") || tokens.isMark(index - 1, ".") {
          places.append((file, index))
        }
        if places.count == Limits.builders { return places }
      }
    }
    return places
  }

  /// Runs the code of a root, and makes models of what it made.
  ///
  /// - Returns: The name by which other code calls it, the models, and the places that cannot be followed;
  ///   nil if there is no such code.
  private mutating func run(
    _ root: Root
  ) -> (name: String?, models: [Built], gaps: [ModelBuilder.Gap])? {
    guard steps > 0 else { return nil }
    var builder = ModelBuilder(code, steps: steps)
    let name = builder.run(rootAt: root.start, inFile: root.file)
    steps = max(builder.stepsLeft, 0)
    if steps == 0 {
      builder.report(
        "the code that builds the model runs for too long; what it does last is not read",
        at: code.files[root.file].tokens.location(root.start))
    }
    let full = [name?.type, name?.name].compactMap(\.self).joined(separator: ".")
    let file = code.files[root.file].tokens.file
    let models = builder.models.compactMap { reading -> Built? in
      guard let stated = reading.stated else { return nil }
      // The names of entities are given where the model is described, be it made elsewhere.
      let first = stated.entities.first?.location ?? reading.location
      return Built(
        name: full.isEmpty ? file : full,
        file: code.files.firstIndex { $0.tokens.file == first.file } ?? root.file,
        location: first, stated: stated,
        isOpen: stated.entities.isEmpty || !reading.isWhole && name?.isGiven == true)
    }
    let called = name.map { $0.name == "init" ? $0.type ?? $0.name : $0.name }
    return (called, models, builder.gaps)
  }
}

extension BuilderCode {
  /// The tokens of a property's value or getter.
  func range(of property: SwiftProperty, inFile file: Int) -> Range<Int>? {
    property.initialValue
      ?? property.accessors.map { brace in
        brace + 1..<max(files[file].tokens.end(of: brace) ?? brace + 1, brace + 1)
      }
  }
}

extension ModelBuilder {
  /// Runs a function or a property, or the code of a file outside of all declarations.
  ///
  /// - Parameters:
  ///   - start: The first token of its body; 0 for the code of the file.
  ///   - file: The file, as an index.
  /// - Returns: Its name, that of the type around it, and whether what calls it gives it values; nil for
  ///   the code of a file.
  mutating func run(
    rootAt start: Int, inFile file: Int
  ) -> (name: String, type: String?, isGiven: Bool)? {
    let declarations = code.files[file]
    for type in [nil] + declarations.types.map(Optional.some) {
      let key = type?.path.joined(separator: ".")
      for function in type?.functions ?? declarations.functions {
        guard let body = function.body, body.lowerBound == start else { continue }
        var values: [String: BuilderValue] = [:]
        for parameter in function.parameters {
          // A default is what most callers mean.
          values[parameter.name] = .unknown(function.location)
          if let range = parameter.defaultValue {
            values[parameter.name] = value(of: range, inFile: file, type: key, as: parameter.type)
          }
        }
        let isStatic = function.isStatic && function.name != "init"
        var inner = BuilderFrame(file: file, scope: 0, type: key)
        if let key { inner.selfValue = own(of: key, isStatic, function.location) }
        _ = run(body, in: inner, with: values, result: function.result)
        let isGiven = function.parameters.contains { !$0.hasDefault }
        return (function.name, key, isGiven || key != nil && !isStatic)
      }
      for property in type?.properties ?? declarations.properties {
        guard code.range(of: property, inFile: file)?.lowerBound == start else { continue }
        let found = BuilderCode.Property(file: file, type: key, property: property)
        var selfValue: BuilderValue?
        if let key { selfValue = own(of: key, found.isStatic, property.location) }
        _ = value(of: found, selfValue: selfValue)
        return (property.name, key, key != nil && !found.isStatic)
      }
    }
    frame.file = file
    for range in declarations.looseCode {
      var parser = SyntaxParser(tokens, in: range)
      while let statement = parser.nextStatement() { _ = run(statement, nil) }
    }
    // A global property may hold the model, and nothing ask for it.
    for property in declarations.properties {
      _ = constant(
        BuilderCode.Property(file: file, type: nil, property: property), at: property.location)
    }
    return nil
  }

  private mutating func own(
    of type: String, _ isStatic: Bool, _ location: Location
  ) -> BuilderValue {
    if isStatic { return .type(type, location) }
    objects.append(
      BuilderObject(type: type, coreDataClass: code.coreDataClass(of: type), location: location))
    return .object(objects.count - 1)
  }

  private mutating func value(
    of range: Range<Int>, inFile file: Int, type: String?, as expected: TypeExpression?
  ) -> BuilderValue {
    enter(BuilderFrame(file: file, scope: 0, selfValue: nil, type: type)) { builder in
      var parser = SyntaxParser(builder.tokens, in: range)
      return builder.evaluate(parser.value(), as: expected)
    }
  }

  /// The models that were made.
  var models: [BuiltModelReading] {
    objects.indices
      .filter { objects[$0].coreDataClass == CoreDataClass.model && !objects[$0].isLoaded }
      .map { BuiltModelReading(of: objects[$0], among: objects, gaps: gaps) }
  }
}
