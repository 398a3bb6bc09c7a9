import SourceText

/// Reads an Objective-C file: tokens, declarations and message sends, without a preprocessor.
struct ObjectiveCReader {
  private let path: String
  private(set) var deletes: [ObjectiveCFile.Delete] = []
  private(set) var links: [ObjectiveCFile.Link] = []
  private(set) var methods: [ObjectiveCFile.Method] = []
  private(set) var sends: [ObjectiveCFile.Send] = []
  private(set) var properties: [String: Set<String>] = [:]
  private(set) var constants: [String: String] = [:]
  private(set) var results: [String: Set<String>] = [:]
  private(set) var builtModel: Location?
  private(set) var mirroredStore: Location?
  private(set) var cloudOptions: [ObjectiveCFile.CloudOptions] = []
  private(set) var cloudContainerCount = 0
  /// A block, with what variables were before it.
  private struct Block {
    var changed: [String: ObjectiveCFile.Value] = [:]
    /// The values of the variables of which its condition says the class.
    var narrowed: [String: ObjectiveCFile.Value] = [:]
  }

  private let tokens: [ObjectiveCToken]
  private let bytes: [UInt8]
  /// The class of the implementation around; nil outside of all.
  private var implemented: String?
  /// The number of the method around; nil outside of all.
  private var method: Int?
  /// The variables of the method around.
  private var variables: [String: ObjectiveCFile.Value] = [:]
  /// The variables of the method around that hold an object from their declaration on that is made there.
  private var made: Set<String> = []
  /// Variables whose declaration names no entity.
  private var generalNames: Set<String> = []
  private var blocks: [Block] = []
  /// The methods that ask batch deletes for identifiers, and those that merge something into contexts.
  private(set) var identifying: Set<Int> = []
  private(set) var merging: Set<Int> = []
  /// The deletes of the method around that are not saved, with the receivers of the messages.
  private var pending: [(receiver: String, delete: ObjectiveCFile.Delete)] = []
  /// The names in the conditions of the method around.
  private var asked: Set<String> = []
  /// Whether the method around may end before its last statement.
  private var mayEnd = false
  /// The variables outside of methods, which the objects of a class have.
  private var fields: [String: ObjectiveCFile.Value] = [:]

  init(_ source: SourceFile) {
    path = source.path
    bytes = source.bytes
    tokens = ObjectiveCLexer.tokens(of: source.bytes)
    var (isInHeader, isInMethod) = (false, false)
    for index in tokens.indices {
      switch self[index] {
      case "-" where tokens[index].startsLine, "+" where tokens[index].startsLine:
        (variables, blocks, pending, asked, made) = ([:], [], [], [], [])
        (isInHeader, isInMethod, mayEnd) = (true, true, false)
        if self[index] == "+", implemented == nil { declareResult(at: index) }
        beginMethod(at: index)
      case "if" where self[index + 1] == "(":
        for word in argument(behind: index + 1) where isWord(word) { asked.insert(self[word]) }
      case "{":
        if blocks.isEmpty, !isInHeader, beginFunction(at: index) { isInMethod = true }
        isInHeader = false
        blocks.append(Block())
        narrow(before: index)
      case "}": endBlock()
      case "case",
        "default" where self[index + 1] == ":":
        endBlock()
        blocks.append(Block())
      case "property" where self[index - 1] == "@": declareProperty(at: index)
      case "interface" where self[index - 1] == "@", "implementation" where self[index - 1] == "@",
        "end" where self[index - 1] == "@":
        isInMethod = isInMethod && self[index] == "end"
        (implemented, method) = (self[index] == "implementation" ? self[index + 1] : nil, nil)
      case "*":
        guard let (name, value) = declaration(at: index, ofParameter: isInHeader) else { continue }
        if isInMethod {
          declare(name, isInHeader ? given(name, value) : value)
        } else {
          fields[name] = value
        }
      case "id" where isWord(index) && isWord(index + 1):
        declare(self[index + 1], ObjectiveCFile.Value(root: .unknown))
      case "in" where isWord(index - 1):
        setValue(of: index - 1, to: index + 1)
        addSequence(argument(behind: index), of: index - 1)
      case "(" where isWord(index - 1) && !blocks.isEmpty: addFunctionCall(at: index - 1)
      case "NSBatchDeleteResultTypeObjectIDs":
        if let method { identifying.insert(method) }
      case "alloc" where self[index - 1] == "NSBatchDeleteRequest": addBatchDelete(at: index)
      case "alloc" where self[index - 1] == "NSEntityDescription",
        "new" where self[index - 1] == "NSEntityDescription":
        builtModel = builtModel ?? location(index - 1)
      case "alloc" where self[index - 1].hasPrefix("NSPersistentCloudKitContainer"),
        "new" where self[index - 1].hasPrefix("NSPersistentCloudKitContainer"):
        mirroredStore = mirroredStore ?? location(index - 1)
        if self[index - 1] == "NSPersistentCloudKitContainer" { cloudContainerCount += 1 }
      case "return", "throw": mayEnd = true
      case ":" where isWord(index - 1):
        if self[index - 1] == "enumerateObjectsUsingBlock", let start = receiver(before: index - 1)
        {
          // `^(Stop *stop, BOOL *isLast) {`
          let end = argument(behind: index).first { self[$0] == "," || self[$0] == ")" }
          addSequence(start..<index - 1, of: (end ?? index) - 1)
        }
        if self[index - 1] == "mergeChangesFromRemoteContextSave", let method {
          merging.insert(method)
        }
        if self[index - 1] == "setCloudKitContainerOptions" { addCloudOptions(at: index) }
        // What is handed over may be linked there.
        if self[index - 1] == "save" { made = [] } else { made.remove(self[index + 1]) }
        addMessage(at: index - 1)
        addMutation(at: index - 1)
      case "]" where self[index - 1].hasPrefix("MR_"): addMagicalDelete(at: index - 1)
      case "]" where isWord(index - 1) && self[index - 2] != ".":
        addSend(at: index - 1)
        addMutation(at: index - 1)
      case "=":
        if self[index - 1] == "cloudKitContainerOptions" { addCloudOptions(at: index) }
        addAssignment(before: index, isNothing: isNothing(from: index + 1))
        if self[index - 2] == "const", self[index + 1] == "@", isKind(.text, index + 2) {
          constants[self[index - 1]] = self[index + 2]
        }
        if isWord(index - 1) {
          setObject(of: index - 1, to: index + 1)
          setValue(of: index - 1, to: index + 1)
        }
      default: break
      }
    }
  }

  /// The text of a token; empty where there is none.
  private subscript(index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    let place = tokens[index].bytes
    return String(decoding: bytes[Int(place.lowerBound)..<Int(place.upperBound)], as: UTF8.self)
  }

  /// The words of the code, and those in its strings.
  var words: Set<String> {
    var words: Set<String> = []
    for index in tokens.indices where !isKind(.mark, index) {
      for word in self[index].split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        words.insert(String(word))
      }
    }
    return words
  }

  private func isWord(_ index: Int) -> Bool { isKind(.word, index) }

  private func isKind(_ kind: ObjectiveCToken.Kind, _ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == kind
  }

  private func location(_ index: Int) -> Location {
    Location(file: path, line: Int(tokens[index].line), column: Int(tokens[index].column))
  }

  // MARK: Declarations

  /// Returns the class before a `*`, of a list that of its elements; nil for an expression.
  private func className(before star: Int) -> String? {
    if self[star - 1] == ">", self[star - 2] == "*" { return className(before: star - 2) }
    guard isWord(star - 1), self[star - 1].first?.isUppercase == true else { return nil }
    return self[star - 1]
  }

  private static let qualifiers: Set<String> = [
    "_Nonnull", "_Nullable", "__nonnull", "__nullable", "__strong", "__weak", "__block", "const",
  ]

  /// Returns the token after the qualifiers behind a `*`.
  private func name(after star: Int) -> Int {
    var index = star + 1
    while Self.qualifiers.contains(self[index]) { index += 1 }
    return index
  }

  /// `Trip *trip = …`, `for (Trip *trip in trips)`, `(Trip *)trip` in the header of a method.
  private func declaration(
    at star: Int, ofParameter isParameter: Bool
  ) -> (String, ObjectiveCFile.Value)? {
    guard let type = className(before: star) else { return nil }
    var index = name(after: star)
    if isParameter, self[index] == ")" { index += 1 }
    guard isWord(index), isParameter || ["=", ";", "in", ",", ")"].contains(self[index + 1]) else {
      return nil
    }
    return (self[index], ObjectiveCFile.Value(root: .object(ofClass: type)))
  }

  /// Returns the token behind a type in parentheses.
  private func behindType(_ index: Int) -> Int {
    guard self[index] == "(" else { return index }
    var (next, depth) = (index, 0)
    repeat {
      if self[next] == "(" { depth += 1 }
      if self[next] == ")" { depth -= 1 }
      next += 1
    } while depth > 0 && next < min(tokens.count, index + Limits.objectiveCTokens)
    return next
  }

  /// Reads the declaration of a class method that returns an object.
  private mutating func declareResult(at start: Int) {
    var index = behindType(start + 1)
    let type = start + 1..<index
    let star = type.last { self[$0] == "*" }.flatMap { self[$0 - 1] == ">" ? nil : $0 }
    let isOfOwn = type.contains { self[$0] == "instancetype" }
    guard let result = isOfOwn ? "instancetype" : star.flatMap(className(before:)) else { return }
    var name = self[index]
    while isWord(index), self[index + 1] == ":" {
      name += name.hasSuffix(":") ? "\(self[index]):" : ":"
      index = behindType(index + 2) + 1
    }
    let end = min(index + Limits.objectiveCTokens, tokens.count)
    for word in index..<max(index, end) {
      if self[word] == ";" { break }
      guard self[word] == "NS_SWIFT_NAME" else { continue }
      name = (word + 2..<max(word + 2, behindType(word + 1) - 1)).map { self[$0] }.joined()
    }
    results[name, default: []].insert(result)
  }

  /// Reads the name of a method and its parameters.
  private mutating func beginMethod(at start: Int) {
    method = nil
    guard let implemented else { return }
    var index = behindType(start + 1)
    var (selector, parameters) = (self[index], [String]())
    while isWord(index), self[index + 1] == ":" {
      if !parameters.isEmpty { selector += self[index] }
      selector += ":"
      let isOfAny = self[index + 2] == "(" && ["Class", "id"].contains(self[index + 3])
      index = behindType(index + 2)
      parameters.append(self[index])
      if isOfAny {
        let number = parameters.count - 1
        declare(self[index], ObjectiveCFile.Value(root: .unknown, given: .argument(number)))
      }
      index += 1
    }
    method = methods.count
    methods.append(
      ObjectiveCFile.Method(
        owner: implemented, selector: selector, parameters: parameters, location: location(start)))
  }

  /// Reads the name of a C function and its parameters; false where a brace begins no function.
  private mutating func beginFunction(at brace: Int) -> Bool {
    guard self[brace - 1] == ")", let open = opening(of: brace - 1), isWord(open - 1),
      isWord(open - 2) || self[open - 2] == "*"
    else { return false }
    (variables, pending, asked, made) = ([:], [], [], [])
    method = methods.count
    var parameters: [String] = []
    for parameter in arguments(in: open + 1..<brace - 1) {
      guard let name = parameter.last(where: isWord) else { continue }
      let type = parameter.last { self[$0] == "*" }.flatMap(className(before:))
      let root = type.map { ObjectiveCFile.Value.Root.object(ofClass: $0) }
      declare(
        self[name],
        ObjectiveCFile.Value(root: root ?? .unknown, given: .argument(parameters.count)))
      parameters.append(self[name])
    }
    methods.append(
      ObjectiveCFile.Method(
        owner: "", selector: "\(self[open - 1])()", parameters: parameters,
        location: location(open - 1)))
    return true
  }

  /// The tokens of each argument, or parameter, between parentheses.
  private func arguments(in range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (depth, start) = (0, range.lowerBound)
    for index in range {
      switch self[index] {
      case "[", "(", "{", "<": depth += 1
      case "]", ")", "}", ">": depth -= 1
      case "," where depth == 0:
        found.append(start..<index)
        start = index + 1
      default: break
      }
    }
    return range.isEmpty ? [] : found + [start..<range.upperBound]
  }

  /// The value of a parameter of the method around.
  private func given(_ name: String, _ value: ObjectiveCFile.Value) -> ObjectiveCFile.Value {
    var value = value
    value.given = method.flatMap { methods[$0].parameters.firstIndex(of: name) }
      .map { .argument($0) }
    return value
  }

  private mutating func declareProperty(at index: Int) {
    let range = index..<min(index + Limits.objectiveCTokens, tokens.count)
    guard let end = range.first(where: { self[$0] == ";" }),
      let star = (index..<end).last(where: { self[$0] == "*" }), isWord(end - 1)
    else { return }
    properties[self[end - 1], default: []].insert(className(before: star) ?? "")
  }

  /// The classes that say of an object nothing about its entity.
  private static let generalClasses: Set<String> = [
    "NSArray", "NSFetchRequest", "NSManagedObject", "NSMutableArray", "NSMutableOrderedSet",
    "NSMutableSet", "NSOrderedSet", "NSSet",
  ]

  private mutating func declare(_ name: String, _ value: ObjectiveCFile.Value) {
    variables[name] = value
    generalNames.remove(name)
    switch value.root {
    case .object(let known): if Self.generalClasses.contains(known) { generalNames.insert(name) }
    default: generalNames.insert(name)
    }
  }

  /// Keeps whether a variable holds an object that its declaration makes.
  private mutating func setObject(of name: Int, to start: Int) {
    let isDeclared =
      ["*", "id"].contains(self[name - 1]) || Self.qualifiers.contains(self[name - 1])
    if isDeclared, makesObject(at: start) {
      made.insert(self[name])
    } else {
      made.remove(self[name])
    }
  }

  /// Whether `[[Trip alloc] init…]`, `[Trip new…]`, `[Trip insert…]` or their like is at a place.
  private func makesObject(at start: Int) -> Bool {
    guard self[start] == "[" else { return false }
    if self[start + 1] == "[" { return self[start + 3] == "alloc" }
    let selector = self[start + 2]
    let isFactory =
      selector.hasPrefix("new") && selector.dropFirst("new".count).first?.isLowercase != true
    return self[start + 1].first?.isUppercase == true
      && (isFactory
        || ["insertInManagedObjectContext", "insertNewObject"].contains(where: selector.hasPrefix))
  }

  /// Gives a variable, a request's entity or an element of a list the value of the tokens up to the end
  /// of the statement or of the bracket, as far as its declaration does not say it.
  private mutating func setValue(of name: Int, to start: Int) {
    let isEntity = self[name] == "entity" && self[name - 1] == "."
    if !isEntity, [".", "->"].contains(self[name - 1]) || self[start] == "nil" { return }
    let name = self[isEntity ? name - 2 : name]
    guard let known = variables[name] else { return }
    var value = request(in: start) ?? value(of: argument(behind: start - 1))
    if value.root == .unknown, value.given == nil {
      // One that is just made gets its entity later.
      if known.root == .object(ofClass: "NSFetchRequest") { return }
      // Nothing says which of several values a variable has.
      value = Self.mixed
    }
    switch (known.root, value.root) {
    case (.object(let known), _) where Self.generalClasses.contains(known): break
    case (.unknown, _), (.request, .request): break
    default:
      if !generalNames.contains(name) {
        // Its declaration says the class, and its value whether the method is given it.
        if value.members.isEmpty, value.given != nil { variables[name]?.given = value.given }
        return
      }
    }
    change(name, to: value, at: isEntity ? start - 4 : start - 2)
  }

  /// Keeps the property of the object whose elements the method around goes through.
  private mutating func addSequence(_ range: Range<Int>, of element: Int) {
    guard let method, isWord(element) else { return }
    var value = value(of: range)
    value.members.removeAll(where: Self.copying.contains)
    if let property = value.propertyOfOwn {
      methods[method].sequences[self[element], default: []].insert(property)
    }
  }

  /// The properties of a list that return all of its elements.
  private static let copying: Set<String> = ["allObjects", "array", "copy", "mutableCopy"]

  /// Gives a variable a value in the block around, or in a statement that is one.
  private mutating func change(
    _ name: String, to value: ObjectiveCFile.Value, at start: Int
  ) {
    let known = variables[name]
    // Each value of a chain of variables has all members of the one before.
    let value = value.members.count > Limits.objectiveCMembers ? Self.mixed : value
    let isStatement = self[start - 1] == "else" || self[start - 1] == ")"
    if isStatement { blocks.append(Block()) }
    if let last = blocks.indices.last, blocks[last].changed[name] == nil {
      blocks[last].changed[name] = known ?? ObjectiveCFile.Value(root: .unknown)
    }
    variables[name] = value
    if isStatement { endBlock() }
  }

  /// Ends a block that may not have been run: what it has changed has one of two values.
  private mutating func endBlock() {
    guard let block = blocks.popLast() else { return }
    for (name, known) in block.changed where variables[name] != known {
      if isSet(known) { variables[name] = Self.mixed }
      if let last = blocks.indices.last, blocks[last].changed[name] == nil {
        blocks[last].changed[name] = known
      }
    }
    for (name, known) in block.narrowed where block.changed[name] == nil { variables[name] = known }
  }

  /// Gives a variable the class that the condition of a block states: `if ([trip isKindOfClass:[Trip class]])`.
  private mutating func narrow(before brace: Int) {
    guard self[brace - 1] == ")", let open = opening(of: brace - 1), self[open - 1] == "if" else {
      return
    }
    let condition = open + 1..<brace - 1
    let checks = condition.filter { self[$0] == "isKindOfClass" && self[$0 - 2] == "[" }
    // Anything else may turn it into the opposite.
    let isPlain = condition.allSatisfy { place in
      let isAlone = [place - 1, place + 1].allSatisfy { ["&", "(", ")"].contains(self[$0]) }
      return self[place] == "&" || isAlone
        || checks.contains { ($0 - 2...$0 + 6).contains(place) }
    }
    guard isPlain else { return }
    for place in checks where self[place + 2] == "[" && self[place + 4] == "class" {
      let name = self[place - 1]
      guard let known = variables[name] else { continue }
      blocks[blocks.count - 1].narrowed[name] = known
      variables[name] = ObjectiveCFile.Value(
        root: .object(ofClass: self[place + 3]), given: known.given)
    }
  }

  /// Whether a variable's value says more than the declaration of anything general does.
  private func isSet(_ value: ObjectiveCFile.Value) -> Bool {
    switch value.root {
    case .object(let known): !Self.generalClasses.contains(known)
    case .request, .property: true
    case .nothing, .unknown: false
    }
  }

  private static let mixed = ObjectiveCFile.Value(root: .object(ofClass: ""))

  // MARK: Values

  /// Returns the value of some tokens: a cast, a variable, or a path from one.
  private func value(of range: Range<Int>) -> ObjectiveCFile.Value {
    let isInParentheses = self[range.lowerBound] == "("
    if isInParentheses, self[range.lowerBound + 2] == "*", range.count > 4,
      let type = className(before: range.lowerBound + 2)
    {
      return ObjectiveCFile.Value(root: .object(ofClass: type))
    }
    if range.count > 2, isInParentheses, self[range.upperBound - 1] == ")" {
      return value(of: range.dropFirst().dropLast())
    }
    if range.count > 3, self[range.upperBound - 1] == "]", self[range.lowerBound] != "[",
      let open = opening(of: range.upperBound - 1), range.contains(open)
    {
      // `trips[0]`
      return value(of: range.lowerBound..<open)
    }
    if range.count > 3, self[range.lowerBound] == "[", self[range.upperBound - 1] == "]" {
      return message(in: range.dropFirst().dropLast())
    }
    if range.count > 4, self[range.lowerBound] == "[", isWord(range.upperBound - 1),
      self[range.upperBound - 2] == "."
    {
      // `[context executeFetchRequest:request error:nil].firstObject`
      var value = value(of: range.dropLast(2))
      value.members.append(self[range.upperBound - 1])
      return value
    }
    if range.count == 2, self[range.lowerBound] == "@", isKind(.text, range.lowerBound + 1) {
      return ObjectiveCFile.Value(root: .request(entity: self[range.lowerBound + 1]))
    }
    let path = range.filter(isWord).map { self[$0] }
    let isPath = range.allSatisfy { isWord($0) || [".", "->"].contains(self[$0]) }
    guard isPath, let first = path.first else { return ObjectiveCFile.Value(root: .unknown) }
    if first == "self", path.count == 1, let implemented {
      return ObjectiveCFile.Value(root: .object(ofClass: implemented), given: .own)
    }
    if first == "self", path.count > 1 {
      return ObjectiveCFile.Value(root: .property(path[1]), members: Array(path.dropFirst(2)))
    }
    if path.count > 1, path[1] == "entity", first.first?.isUppercase == true,
      variables[first] == nil
    {
      return ObjectiveCFile.Value(root: .object(ofClass: first), members: Array(path.dropFirst(2)))
    }
    if path.count == 1, first == "nil" || first == "NULL" {
      return ObjectiveCFile.Value(root: .nothing)
    }
    if var value = variables[first] ?? fields[first] {
      value.members += path.dropFirst()
      return value
    }
    guard first.hasPrefix("_") else { return ObjectiveCFile.Value(root: .unknown) }
    return ObjectiveCFile.Value(
      root: .property(String(first.dropFirst())), members: Array(path.dropFirst()))
  }

  /// Returns the bracket that a `]` or a `)` closes; nil for none nearby.
  private func opening(of end: Int) -> Int? {
    let (closing, opening) = (self[end], self[end] == ")" ? "(" : "[")
    var depth = 0
    for index in (max(0, end - Limits.objectiveCTokens)...end).reversed() {
      if self[index] == closing { depth += 1 }
      if self[index] == opening { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The messages to a list that return an element, or some of them.
  private static let choosing = [
    "objectAtIndex", "objectAtIndexPath", "objectAtIndexedSubscript", "filteredArrayUsingPredicate",
    "filteredSetUsingPredicate", "sortedArrayUsingDescriptors",
  ]

  /// Returns what a message returns: the value of a property, an element of a list, or what is fetched.
  private func message(in range: Range<Int>) -> ObjectiveCFile.Value {
    guard let colon = colon(in: range) else {
      guard isWord(range.upperBound - 1) else { return ObjectiveCFile.Value(root: .unknown) }
      let (receiver, selector) = (self[range.lowerBound], self[range.upperBound - 1])
      if range.count == 2, receiver.first?.isUppercase == true, variables[receiver] == nil,
        Self.sharing.contains(where: selector.hasPrefix)
      {
        return ObjectiveCFile.Value(root: .object(ofClass: receiver))
      }
      // `[trip photo]` is `trip.photo`.
      var value = value(of: range.dropLast())
      value.members.append(self[range.upperBound - 1])
      return value
    }
    if self[colon - 1] == "executeFetchRequest" { return value(of: argument(behind: colon)) }
    if Self.proxies.contains(self[colon - 1]), let key = argument(behind: colon).last {
      var value = value(of: range.lowerBound..<colon - 1)
      value.members.append(self[key])
      value.proxyLength = value.members.count
      return value
    }
    return Self.choosing.contains(self[colon - 1])
      ? value(of: range.lowerBound..<colon - 1) : ObjectiveCFile.Value(root: .unknown)
  }

  /// The beginnings of the names by which a class has one object for all, or that name the class itself.
  private static let sharing = ["shared", "default", "current", "instance", "class", "entity"]

  /// Returns the first colon of a message, outside of what is in brackets.
  private func colon(in range: Range<Int>) -> Int? {
    var depth = 0
    for index in range {
      switch self[index] {
      case "[", "(", "{": depth += 1
      case "]", ")", "}": depth -= 1
      case ":" where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  /// Returns the request that an expression makes, up to the end of its statement; nil if it makes none.
  private func request(in start: Int) -> ObjectiveCFile.Value? {
    for index in start..<min(start + Limits.objectiveCTokens, tokens.count) {
      switch self[index] {
      // Which of two requests it is, nothing says.
      case ";", "?": return nil
      case "fetchRequestWithEntityName", "initWithEntityName", "entityForName":
        var value = value(of: argument(behind: index + 1))
        if value.members.last == "name" { value.members.removeLast() }
        return value.root == .unknown && value.given == nil ? nil : value
      case "fetchRequest" where self[index + 1] == "]" && self[index - 2] == "[",
        "entity" where self[index + 1] == "]" && self[index - 2] == "[":
        return variables[self[index - 1]]
          ?? ObjectiveCFile.Value(root: .object(ofClass: self[index - 1]))
      default: continue
      }
    }
    return nil
  }

  // MARK: Deletes

  private mutating func add(
    _ kind: ObjectiveCFile.Delete.Kind, at token: Int, _ value: ObjectiveCFile.Value,
    of object: Range<Int> = 0..<0
  ) {
    let variable =
      object.count == 1 && isWord(object.lowerBound) ? self[object.lowerBound] : nil
    // What is just made is in no store, and held by nothing.
    if case .unlink = kind, let variable, made.contains(variable) { return }
    deletes.append(
      ObjectiveCFile.Delete(
        kind: kind, location: location(token), value: value, variable: variable, method: method))
  }

  private func argument(behind colon: Int) -> Range<Int> {
    var depth = 0
    var index = colon + 1
    let end = min(tokens.count, index + Limits.objectiveCTokens)
    while index < end {
      switch self[index] {
      case "[", "(", "{": depth += 1
      case "]", ")", "}":
        if depth == 0 { return colon + 1..<index }
        depth -= 1
      case ":" where depth == 0 && index > colon + 2 && isWord(index - 1):
        return colon + 1..<index - 1
      case ";" where depth == 0: return colon + 1..<index
      default: break
      }
      index += 1
    }
    return colon + 1..<index
  }

  private mutating func addBatchDelete(at alloc: Int) {
    var value = ObjectiveCFile.Value(root: .unknown)
    if self[alloc + 1] == "]", self[alloc + 2] == "initWithFetchRequest", self[alloc + 3] == ":" {
      let argument = argument(behind: alloc + 3)
      value = request(in: argument.lowerBound) ?? self.value(of: argument)
    }
    add(.batchDelete, at: alloc - 1, value)
  }

  /// `MR_deleteEntity` and its like of MagicalRecord, which get the object or its class.
  private mutating func addMagicalDelete(at selector: Int) {
    let method = self[selector].dropFirst("MR_".count)
    let isOfContext = method.hasPrefix("deleteObjects")
    let isDelete = ["deleteEntity", "deleteAll", "truncateAll"].contains(where: method.hasPrefix)
    guard isDelete || isOfContext, let start = receiver(before: selector) else { return }
    let object = isOfContext ? argument(behind: selector + 1) : start..<selector
    var value = value(of: object)
    if value.root == .unknown, selector == start + 1, !method.hasPrefix("deleteEntity") {
      value = ObjectiveCFile.Value(root: .object(ofClass: self[start]))
    }
    add(.delete, at: selector, value, of: object)
  }

  /// `deleteObject:`, and what takes something out of a relationship.
  private mutating func addMessage(at selector: Int) {
    let name = self[selector]
    if name.hasPrefix("MR_") { return addMagicalDelete(at: selector) }
    if name == "deleteObject" {
      let object = argument(behind: selector + 1)
      add(.delete, at: selector, value(of: object), of: object)
      if let context = receiverText(before: selector), let delete = deletes.last {
        pending.append((context, delete))
      }
      return
    }
    if name == "save", let context = receiverText(before: selector) {
      return addSave(at: selector, of: context)
    }
    if name == "setEntity", isWord(selector - 1) {
      let value = request(in: selector + 2) ?? ObjectiveCFile.Value(root: .unknown)
      change(self[selector - 1], to: value, at: selector - 2)
    }
    addSend(at: selector)
    let isNil = self[selector + 2] == "nil"
    let isByKey = name == "setValue" && self[selector + 3] == "forKey"
    var relationship = ""
    if isNil, isByKey {
      relationship = self[selector + 6]
    } else if isNil, name.hasPrefix("set") {
      relationship = String(name.dropFirst("set".count))
    } else if name.hasPrefix("remove") {
      let suffix = name.hasSuffix("Object") ? "Object".count : 0
      relationship = String(name.dropFirst("remove".count).dropLast(suffix))
    }
    let added = relationship.isEmpty ? self.relationship(addedToBy: name) : ""
    guard !(relationship + added).isEmpty, let start = receiver(before: selector) else { return }
    let receiver = value(of: start..<selector)
    guard receiver.root != .unknown else { return }
    let lower = (relationship + added).prefix(1).lowercased() + (relationship + added).dropFirst()
    if relationship.isEmpty {
      links.append(ObjectiveCFile.Link(relationship: lower, value: receiver, method: method))
    } else {
      add(.unlink(lower), at: start - 1, receiver, of: start..<selector)
    }
  }

  /// Returns the relationship in the name of a method that puts something into it, as in `setTrip` and
  /// `addStopsObject`; empty for any other.
  private func relationship(addedToBy name: String) -> String {
    guard let verb = ["set", "add"].first(where: name.hasPrefix) else { return "" }
    let suffix = verb == "add" && name.hasSuffix("Object") ? "Object".count : 0
    return String(name.dropFirst(verb.count).dropLast(suffix))
  }

  private static let puttingIn: Set<String> = [
    "addObject", "addObjectsFromArray", "unionOrderedSet", "unionSet",
  ]

  private static let takingOut: Set<String> = [
    "intersectOrderedSet", "intersectSet", "minusOrderedSet", "minusSet", "removeAllObjects",
    "removeObject", "removeObjectsInArray",
  ]

  /// The messages that return a list whose changes are those of a relationship.
  private static let proxies: Set<String> = [
    "mutableOrderedSetValueForKey", "mutableSetValueForKey",
  ]

  /// `[[trip mutableSetValueForKey:@"stops"] minusSet:some]`, or the same of a variable.
  private mutating func addMutation(at selector: Int) {
    let isPuttingIn = Self.puttingIn.contains(self[selector])
    guard isPuttingIn || Self.takingOut.contains(self[selector]),
      let start = receiver(before: selector)
    else { return }
    var owner = value(of: start..<selector)
    guard owner.isProxy, owner.root != .unknown, let key = owner.members.popLast() else { return }
    owner.proxyLength = nil
    if isPuttingIn {
      links.append(ObjectiveCFile.Link(relationship: key, value: owner, method: method))
    } else {
      add(.unlink(key), at: start - 1, owner)
    }
  }

  private static let wordsOfDeleting = [
    "clean", "clear", "delet", "destroy", "discard", "drop", "eras", "purge", "remov", "trash",
    "wipe",
  ]

  /// A message whose name says that it may delete something, at the first word of its name.
  private mutating func addSend(at first: Int) {
    let word = self[first].lowercased()
    guard Self.wordsOfDeleting.contains(where: word.contains),
      let start = receiver(before: first), colon(in: start..<first) == nil
    else { return }
    var (selector, arguments) = (self[first], [ObjectiveCFile.Value]())
    var index = first
    while isWord(index), self[index + 1] == ":" {
      if !arguments.isEmpty { selector += self[index] }
      selector += ":"
      let range = argument(behind: index + 1)
      arguments.append(value(of: range))
      index = range.upperBound
    }
    var receiver = value(of: start..<first)
    if receiver.root == .unknown, start + 1 == first, self[start].first?.isUppercase == true {
      receiver.root = .object(ofClass: self[start])
    }
    sends.append(
      ObjectiveCFile.Send(
        selector: selector, location: location(first), receiver: receiver, arguments: arguments,
        method: method))
  }

  /// A call of a C function whose name says that it may delete something.
  private mutating func addFunctionCall(at name: Int) {
    let word = self[name].lowercased()
    let isDeclared = isWord(name - 1) && !["return", "else", "do"].contains(self[name - 1])
    guard Self.wordsOfDeleting.contains(where: word.contains), !isDeclared,
      ![".", "->"].contains(self[name - 1])
    else { return }
    let end = behindType(name + 1)
    sends.append(
      ObjectiveCFile.Send(
        selector: "\(self[name])()", location: location(name),
        receiver: ObjectiveCFile.Value(root: .unknown),
        arguments: arguments(in: name + 2..<max(name + 2, end - 1)).map(value), method: method))
  }

  /// `[context save:nil];`, of what the same context deleted before.
  private mutating func addSave(at selector: Int, of context: String) {
    let saved = pending.filter { $0.receiver == context }
    pending.removeAll { $0.receiver == context }
    guard let start = receiver(before: selector), ["nil", "NULL"].contains(self[selector + 2]),
      // The result says that it failed, where that is used.
      [";", "{", "}", ")", "else"].contains(self[start - 2])
    else { return }
    for (_, deleted) in saved {
      add(.save(of: deleted.location, asking: asked), at: selector, deleted.value)
    }
  }

  private func receiverText(before selector: Int) -> String? {
    guard let start = receiver(before: selector) else { return nil }
    return (start..<selector).map { self[$0] }.joined(separator: " ")
  }

  /// Returns the first token of what gets a message; nil where that is no path.
  private func receiver(before selector: Int) -> Int? {
    var (start, depth) = (selector, 0)
    while start > 0, selector - start < Limits.objectiveCTokens {
      switch self[start - 1] {
      case "]", ")": depth += 1
      case "[" where depth == 0: return start < selector ? start : nil
      case "[", "(": depth -= 1
      case ";", "{", "}": return nil
      default: break
      }
      start -= 1
    }
    return nil
  }

  /// Whether a statement ends with nil, or with a set that is made without anything in it.
  private func isNothing(from start: Int) -> Bool {
    if self[start] == "nil" { return self[start + 1] == ";" }
    guard self[start] == "[" else { return false }
    let words = (start..<start + 9).prefix { self[$0] != ";" }.map { self[$0] }
      .filter { $0 != "[" && $0 != "]" }
    guard let type = words.first, type.hasPrefix("NS"), type.hasSuffix("Set") else { return false }
    return ["set", "orderedSet", "new", "alloc init"].contains(
      words.dropFirst().joined(separator: " "))
  }

  /// Adds what `=` or a setter's colon gives to the options for CloudKit of a store.
  private mutating func addCloudOptions(at mark: Int) {
    guard ["nil", "NULL"].contains(self[mark + 1]) else { return cloudOptions.append(.set) }
    let statement = (0..<mark).reversed().prefix { ![";", "{", "}"].contains(self[$0]) }
    let conditions = ["if", "else", "for", "while", "case"]
    let isConditional = statement.contains { conditions.contains(self[$0]) }
    cloudOptions.append(
      blocks.count == 1 && !isConditional && !mayEnd ? .cleared : .perhapsCleared)
  }

  /// `trip.stops = nil`, or what puts something else into the relationship.
  private mutating func addAssignment(before equals: Int, isNothing: Bool) {
    var start = equals - 1
    while start > 0, isWord(start), self[start - 1] == "." { start -= 2 }
    guard start >= 0, isWord(start), start < equals - 1 else { return }
    var owner = value(of: start..<equals)
    let relationship: String?
    if case .property(let name) = owner.root, owner.members.isEmpty, let implemented {
      relationship = name
      owner = ObjectiveCFile.Value(root: .object(ofClass: implemented), given: .own)
    } else {
      relationship = owner.members.popLast()
    }
    guard owner.root != .unknown, let relationship else { return }
    if isNothing {
      add(.unlink(relationship), at: start, owner, of: start..<equals - 2)
    } else {
      made.remove(self[start])
      links.append(
        ObjectiveCFile.Link(relationship: relationship, value: owner, method: method))
    }
  }
}
