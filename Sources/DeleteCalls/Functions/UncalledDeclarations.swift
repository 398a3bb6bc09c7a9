import SourceText
import SwiftSource

/// A function or a computed property that nothing in a program calls.
package struct UncalledCode: Hashable, Sendable {
  /// The name, as in `removeAll()`, or that of the property.
  package let name: String
  package var location: Location
  /// Whether code mentions it that nothing calls either.
  package let isMentioned: Bool

  /// Words the absence of calls of some of these.
  ///
  /// - Parameters:
  ///   - all: The functions and properties.
  ///   - place: Returns the words for a place.
  /// - Returns: A clause without a full stop.
  package static func words(_ all: [UncalledCode], _ place: (Location) -> String) -> String {
    let names = all.map { "\($0.name) (\(place($0.location)))" }.listed("or")
    // Code that nothing calls may mention it.
    let verb = all.contains(where: \.isMentioned) ? "reaches" : "calls"
    return "nothing in this code \(verb) \(names)"
  }
}

/// The functions and the computed properties of a program that nothing calls.
///
/// Such a name appears nowhere in the code, apart from its declaration and from others that nothing calls: not in a
/// string, and not in Objective-C. Frameworks call none of them, as far as their types conform only to protocols whose
/// requirements are known.
struct UncalledDeclarations {
  /// Whether the code is a program that was read as a whole.
  private(set) var areOfProgram = false
  private var functions: [Int: UncalledCode] = [:]
  private var properties: [Int: UncalledCode] = [:]

  /// A function or a property with a body.
  private struct Candidate {
    let name: String
    let file: Int
    let owner: Int?
    let body: Range<Int>
    /// The number of the function or the property, whichever it is.
    var function: Int?
    var property: Int?
    let location: Location
    /// The parameters of the function; none of a property.
    var parameters: [SwiftFunction.Parameter] = []
    /// Whether other code than the candidates' mentions it.
    var isCalled = false
    /// The candidates whose bodies mention it, as far as that matters: before something is known to call it.
    var mentions: Set<Int> = []
  }

  init() {}

  /// Finds what nothing calls in a program whose code was read without a fault; nothing in any other code.
  init(in code: AppCode, besides objectiveC: [ObjectiveCFile]) {
    let starts = Set(code.files.indices.filter { code.files[$0].startsProgram })
    let isProgram =
      !starts.isEmpty
      || objectiveC.contains { ["main.m", "main.mm"].contains($0.path.split(separator: "/").last) }
    guard isProgram, code.files.allSatisfy(\.problems.isEmpty) else { return }
    areOfProgram = true
    var candidates = Self.candidates(in: code, starting: starts)
    Self.addMentions(to: &candidates, in: code)
    let words = objectiveC.reduce(into: Set<String>()) { $0.formUnion($1.words) }.sorted()
    // The first word of a selector may begin with the name.
    for index in candidates.indices {
      let next = words[words.index(from: candidates[index].name, by: \.self)...].first
      if next?.hasPrefix(candidates[index].name) == true { candidates[index].isCalled = true }
    }
    var called = Set(candidates.indices.filter { candidates[$0].isCalled })
    var next = Array(called)
    var mentioned: [Int: [Int]] = [:]
    for (index, candidate) in candidates.enumerated() {
      for mention in candidate.mentions { mentioned[mention, default: []].append(index) }
    }
    while let caller = next.popLast() {
      next += (mentioned[caller] ?? []).filter { called.insert($0).inserted }
    }
    for (index, candidate) in candidates.enumerated() where !called.contains(index) {
      let found = UncalledCode(
        name: candidate.function == nil ? "'\(candidate.name)'" : "\(candidate.name)()",
        location: candidate.location, isMentioned: !candidate.mentions.subtracting([index]).isEmpty)
      if let function = candidate.function { functions[function] = found }
      if let property = candidate.property { properties[property] = found }
    }
  }

  /// The function or property around a body, if nothing calls it.
  func code(ofFunction function: Int?, property: Int?) -> UncalledCode? {
    function.flatMap { functions[$0] } ?? property.flatMap { properties[$0] }
  }

  /// The functions and computed properties that only code with their names can call.
  private static func candidates(in code: AppCode, starting starts: Set<Int>) -> [Candidate] {
    let requirements = FrameworkRequirements(of: code)
    func isHidden(
      _ name: String, _ exposure: SwiftExposure, _ owner: Int?, _ type: SwiftType?, in file: Int
    ) -> Bool {
      let all = exposure.union(type.map(\.exposure) ?? [])
      if all.contains(.other) || requirements.include(name, of: owner) { return false }
      let isOfModules = all.contains(.modules) || requirements.export(name, of: owner)
      return !isOfModules || starts.contains { isOfProgram(file, startingIn: $0) }
    }
    // A folder with a program may be beside, or in, that of a library.
    func isOfProgram(_ file: Int, startingIn start: Int) -> Bool {
      code.places[file].starts(with: code.places[start].dropLast())
        && !code.isOfOtherTarget(start, than: file)
    }
    var found: [Candidate] = []
    for (number, function) in code.functions.enumerated() {
      let declared = function.declaration
      guard let body = declared.body, !isCalledUnnamed(declared.name),
        isHidden(
          declared.name, declared.exposure, function.owner, function.enclosing, in: function.file)
      else { continue }
      found.append(
        Candidate(
          name: declared.name, file: function.file, owner: function.owner, body: body,
          function: number, location: declared.location, parameters: declared.parameters))
    }
    for property in code.properties where !property.declaration.isStored {
      let declared = property.declaration
      guard let brace = declared.accessors,
        let end = code.files[property.file].tokens.end(of: brace),
        !isCalledUnnamed(declared.name),
        isHidden(
          declared.name, declared.exposure, property.owner, property.enclosing, in: property.file)
      else { continue }
      found.append(
        Candidate(
          name: declared.name, file: property.file, owner: property.owner, body: brace..<end,
          property: property.number, location: declared.location))
    }
    return found
  }

  /// Whether code calls a function or property of a name without that word.
  private static func isCalledUnnamed(_ name: String) -> Bool {
    let names: Set<String> = [
      "appendInterpolation", "appendLiteral", "deinit", "dynamicallyCall", "hash", "hashValue",
      "id", "init", "main", "projectedValue", "subscript", "unownedExecutor", "wrappedValue",
    ]
    return AppCode.isUnwritten(name) || names.contains(name) || name.hasPrefix("build")
  }

  /// Adds to each the bodies that mention it.
  private static func addMentions(to candidates: inout [Candidate], in code: AppCode) {
    var byName: [UInt64: [Int]] = [:]
    var byFile: [Int: [Int]] = [:]
    for (index, candidate) in candidates.enumerated() {
      byName[WordSet.hash(of: candidate.name), default: []].append(index)
      byFile[candidate.file, default: []].append(index)
    }
    let names = WordSet(Set(candidates.map(\.name)))
    for (file, declarations) in code.files.enumerated() {
      let bodies = (byFile[file] ?? []).sorted {
        candidates[$0].body.lowerBound < candidates[$1].body.lowerBound
      }
      var next = 0
      let tokens = declarations.tokens
      tokens.forEachWord(in: 0..<tokens.count, readingTexts: true) { word, place in
        let hash = WordSet.hash(of: word)
        guard names.has(hash), let named = byName[hash],
          !named.allSatisfy({ candidates[$0].isCalled }), !tokens.isDeclared(place)
        else { return }
        while next < bodies.count, candidates[bodies[next]].body.upperBound <= place { next += 1 }
        let isInside = next < bodies.count && candidates[bodies[next]].body.contains(place)
        let receiver = code.receiver(ofCallAt: place, in: file)
        let argument = tokens.firstArgument(ofCallAt: place)
        for index in named where !candidates[index].isCalled {
          if let receiver, !code.mayHave(candidates[index].owner, calledOn: receiver) { continue }
          if !argument.fits(candidates[index].parameters) { continue }
          if isInside {
            candidates[index].mentions.insert(bodies[next])
          } else {
            candidates[index].isCalled = true
          }
        }
      }
    }
  }
}

extension SwiftTokens {
  /// Whether a name is declared at its place, and not used: `if let name {` uses it.
  fileprivate func isDeclared(_ place: Int) -> Bool {
    if isWord(place - 1, "func") { return true }
    guard isWord(place - 1, "let") || isWord(place - 1, "var") else { return false }
    let isBinding =
      isMark(place - 2, ",") || ["guard", "if", "while"].contains { isWord(place - 2, $0) }
    return !isBinding || isMark(place + 1, "=") || isMark(place + 1, ":")
  }
}

/// The first argument of a call, as far as it tells which function is called.
private enum FirstArgument {
  case unknown
  case absent
  case given(label: String?)

  /// Whether a function of some parameters may be called with it.
  func fits(_ parameters: [SwiftFunction.Parameter]) -> Bool {
    if parameters.isEmpty { return true }
    switch self {
    case .unknown: return true
    case .absent: return parameters.allSatisfy(\.hasDefault)
    case .given(let label): return parameters.contains { $0.label == label }
    }
  }
}

extension SwiftTokens {
  /// The first argument behind a name.
  fileprivate func firstArgument(ofCallAt place: Int) -> FirstArgument {
    guard isMark(place + 1, "("), self[place]?.name != nil, self[place + 1]?.startsLine == false,
      case let end = after(place + 1), !isMark(end, "(")
    else { return .unknown }
    if isMark(place + 2, ")") { return isMark(end, "{") ? .unknown : .absent }
    let label = isMark(place + 3, ":") ? self[place + 2]?.name : nil
    return .given(label: label == "_" ? nil : label)
  }
}

extension AppCode {
  /// Returns the type on which a method is called at a place: that named in `Store.wipe(trip)`, or in
  /// `Store.shared.wipe(trip)`; nil for any other call.
  fileprivate func receiver(ofCallAt place: Int, in file: Int) -> Int? {
    let tokens = files[file].tokens
    guard tokens.isMark(place - 1, "."), tokens.isMark(place + 1, "("),
      let method = tokens[place]?.name
    else { return nil }
    let isShared = tokens.isWord(place - 2, "shared") && tokens.isMark(place - 3, ".")
    let start = isShared ? place - 4 : place - 2
    guard !tokens.isMark(start - 1, "."), let name = tokens[start]?.name,
      name.first?.isUppercase == true, !aliasNames.contains(name), !genericNames.contains(name),
      let known = typesByName[name], known.count == 1, types[known[0]].keyword != "extension",
      types[known[0]].file >= 0
    else { return nil }
    let type = known[0]
    if isShared {
      guard let property = properties(of: type).first(where: { $0.declaration.name == "shared" }),
        property.declaration.modifiers.contains("static"), property.declaration.type == nil,
        let value = property.declaration.initialValue,
        files[property.file].tokens[value.lowerBound]?.name == name,
        files[property.file].tokens.isMark(value.lowerBound + 1, "(")
      else { return nil }
    }
    return functions(named: method, of: type).isEmpty ? nil : type
  }

  /// Whether a method that is called on a type may be a member of another one.
  fileprivate func mayHave(_ owner: Int?, calledOn type: Int) -> Bool {
    guard let owner else { return false }
    return owner == type || types[owner].keyword == "extension"
      || lineage(of: type).contains(owner) || lineage(of: owner).contains(type)
  }
}
