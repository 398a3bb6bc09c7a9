import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

extension AppCode {
  /// Returns the calls in Objective-C files, and the places from which on such a file is not read.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - deleting: The Swift functions that delete what they are given.
  /// - Returns: The calls and the places, in no order.
  func calls(
    in files: [ObjectiveCFile], calling deleting: [Int: Evaluation.Wrapper]
  ) -> (calls: [DeleteCall], gaps: [CodeGap]) {
    var (calls, gaps): ([DeleteCall], [CodeGap]) = ([], [])
    let methods = ObjectiveCMethods(
      files, in: self, besides: files.isEmpty ? [] : objectiveCMethods(deleting))
    for (number, file) in files.enumerated() {
      if file.deletes.count > Limits.calls {
        gaps.append(CodeGap(location: file.deletes[Limits.calls].location, reason: .calls))
      }
      let settled = methods.settled(in: number)
      for delete in file.deletes.prefix(Limits.calls) {
        let given = methods.entitiesGiven(delete.value, delete.method, in: number)
        let around = delete.method.flatMap { settled[$0] } ?? []
        if let call = call(of: delete, methods.properties[number], given, around) {
          calls.append(call)
        }
      }
      for send in file.sends {
        for (value, kind) in methods.deleted(by: send, in: number) {
          let given = methods.entitiesGiven(value, send.method, in: number)
          let deleted = entity(of: value, methods.properties[number])
          // What nothing but a name suggests is not resolved.
          let isSure = methods.isSure(send, in: number)
          calls.append(
            call(
              kind, at: send.location, of: isSure ? deleted : nil, given: isSure ? given : [],
              by: String(send.selector.prefix { $0 != ":" && $0 != "(" }),
              allowing: isSure ? nil : deleted))
        }
      }
    }
    return (calls, gaps)
  }

  /// Returns the call; nil where a relationship that may be emptied is of no known object.
  private func call(
    of delete: ObjectiveCFile.Delete, _ properties: [String: Set<String>], _ given: Set<Int>,
    _ settled: Set<Int>
  ) -> DeleteCall? {
    let deleted = entity(of: delete.value, properties)
    switch delete.kind {
    case .delete: return call(.delete, at: delete.location, of: deleted, given: given)
    case .batchDelete:
      return call(
        .batchDelete, at: delete.location, of: deleted, given: given, isMerged: delete.isMerged)
    case .unlink(let key):
      let name = objectiveCConstants[key] ?? key
      guard let object = deleted, let other = destination(name, of: object)?.innermost.entity
      else { return nil }
      return call(
        .unlink, at: delete.location, of: other,
        relationship: "\(entities[object].name).\(name)",
        settled: names(of: settled))
    case .save(let place, let names):
      let asked = names.compactMap { name in
        deleted.flatMap { self.relationship(named: name, of: $0) }
      }
      return call(
        .save, at: delete.location, of: deleted, given: given, deletion: place,
        settled: Set(asked.map { "\(entities[$0.entity].name).\($0.name)" }))
    }
  }

  private func call(
    _ kind: DeleteCall.Kind, at location: Location, of deleted: Int?, given: Set<Int> = [],
    relationship: String? = nil, by function: String? = nil, allowing candidate: Int? = nil,
    deletion: Location? = nil, settled: Set<String> = [], isMerged: Bool = false
  ) -> DeleteCall {
    DeleteCall(
      kind: kind, location: location, entity: deleted.map { entities[$0].name },
      relationship: relationship, caller: nil, deletion: deletion, property: nil, isWrite: false,
      hiding: kind == .save ? .nilError : nil, function: function, callee: nil, entities: [],
      areAlternatives: false,
      givenEntities: deleted == nil ? given.map { entities[$0].name }.sorted() : [],
      models: deleted.map { models(having: $0, fromObjectiveC: location.file) } ?? [],
      isToldInFunction: false, alsoDeleted: [], savedWith: [], emptied: [], swept: [],
      mayBeHeld: false, settled: settled, wiped: [], deletedBehind: [],
      isOfOtherContext: false, sparesSubentities: false, isMerged: isMerged,
      isListedAtCallers: !given.isEmpty, candidates: candidate.map { [entities[$0].name] },
      framework: isModeled(.coreData) ? .coreData : nil)
  }

  /// The properties of a list that return an element, or all.
  private static let choosing: Set<String> = [
    "allObjects", "anyObject", "array", "copy", "fetchedObjects", "firstObject", "lastObject",
    "mutableCopy",
  ]

  /// Whether a value is the object or list that the method around is given, or some of that.
  fileprivate func isGiven(_ value: ObjectiveCFile.Value) -> Bool {
    value.given != nil && value.members.allSatisfy(Self.choosing.contains)
  }

  /// Returns the only entity whose objects a value can be, or those of a list.
  fileprivate func entity(
    of value: ObjectiveCFile.Value, _ properties: [String: Set<String>]
  ) -> Int? {
    var known: Int?
    switch value.root {
    case .object(let name): known = onlyEntity(ofClass: name)
    case .request(let name): known = entitiesByName[name].flatMap { $0.count == 1 ? $0[0] : nil }
    case .property(let name):
      guard let classes = properties[name], classes.count == 1 else { return nil }
      known = classes.first.flatMap(onlyEntity)
    case .nothing, .unknown: return nil
    }
    for member in value.members where !Self.choosing.contains(member) {
      let name = objectiveCConstants[member] ?? member
      known = known.flatMap { destination(name, of: $0)?.innermost.entity }
    }
    return known
  }
}

/// A method that deletes what it is given, as Objective-C knows it.
struct DeletingMethod {
  /// The class that has it.
  let owner: String
  let selector: String
  let deleted: [ObjectiveCFile.Given: DeleteCall.Kind]
}

/// The methods in Objective-C files that delete what they are given, and the messages to them.
private struct ObjectiveCMethods {
  /// A method by its file and its number in that.
  private struct Number: Hashable {
    let file: Int
    let method: Int
  }

  private struct Given: Hashable {
    let method: Number
    let given: ObjectiveCFile.Given
  }

  /// The classes of properties for each file, whose own declarations are meant before those of others.
  let properties: [[String: Set<String>]]
  private let files: [ObjectiveCFile]
  private let code: AppCode
  private var methods: [String: [Number]] = [:]
  /// The arguments that each method deletes, or the rows of which it deletes, and how.
  private var deleted: [Number: [ObjectiveCFile.Given: DeleteCall.Kind]] = [:]
  /// The entities of what all messages to a method give it to delete; nil where one does not say it.
  private var given: [Given: Set<Int>?] = [:]

  /// The classes of the methods that Swift files declare, which come behind all files.
  private let ownersInSwift: [String]

  init(_ files: [ObjectiveCFile], in code: AppCode, besides swift: [DeletingMethod]) {
    (self.files, self.code) = (files, code)
    ownersInSwift = swift.map(\.owner)
    let all = files.reduce(into: [String: Set<String>]()) { all, file in
      all.merge(file.properties) { $0.union($1) }
    }
    properties = files.map { all.merging($0.properties) { $1 } }
    for (file, declared) in files.enumerated() {
      for (method, known) in declared.methods.enumerated() {
        methods[known.selector, default: []].append(Number(file: file, method: method))
      }
      for delete in declared.deletes where code.isGiven(delete.value) {
        guard [.delete, .batchDelete].contains(delete.kind), let method = delete.method,
          let given = delete.value.given
        else { continue }
        let kind = delete.kind == .delete ? DeleteCall.Kind.delete : .batchDelete
        add(given, to: Number(file: file, method: method), kind)
      }
    }
    for (place, method) in swift.enumerated() {
      let number = Number(file: files.count, method: place)
      methods[method.selector, default: []].append(number)
      deleted[number] = method.deleted
    }
    if deleted.isEmpty { return }
    while passOn() {}
    while collect() {}
  }

  /// The methods of classes that delete what they are given.
  var deleting: [DeletingMethod] {
    deleted.compactMap { number, places in
      guard number.file < files.count else { return nil }
      let method = files[number.file].methods[number.method]
      return method.owner.isEmpty
        ? nil : DeletingMethod(owner: method.owner, selector: method.selector, deleted: places)
    }
  }

  /// Adds an argument that a method deletes; false if it was known.
  @discardableResult
  private mutating func add(
    _ given: ObjectiveCFile.Given, to method: Number, _ kind: DeleteCall.Kind
  ) -> Bool {
    if deleted[method]?[given] != nil { return false }
    deleted[method, default: [:]][given] = kind
    return true
  }

  /// Finds methods that delete what they are given by messages to others; false where there are no more.
  private mutating func passOn() -> Bool {
    var isNew = false
    for (file, declared) in files.enumerated() {
      for send in declared.sends {
        guard let method = send.method else { continue }
        for (value, kind) in self.deleted(by: send, in: file) where code.isGiven(value) {
          guard let given = value.given else { continue }
          isNew = add(given, to: Number(file: file, method: method), kind) || isNew
        }
      }
    }
    return isNew
  }

  /// Finds the entities that messages give to methods; false where nothing changes.
  private mutating func collect() -> Bool {
    let before = given
    for (file, declared) in files.enumerated() {
      for send in declared.sends {
        for (target, place) in targets(of: send, in: file) {
          guard let value = Self.value(place, of: send), value.root != .nothing else { continue }
          let key = Given(method: target, given: place)
          let entity = code.entity(of: value, properties[file])
          let isPassed = entity == nil && code.isGiven(value)
          let passed = isPassed ? entitiesGiven(value, send.method, in: file) : []
          if let entity {
            given[key] = (given[key] ?? []).map { $0.union([entity]) }
          } else if passed.isEmpty {
            // One that is not known yet may still be.
            let mayBeKnown = isPassed && send.method.map { isOpen($0, value, in: file) } == true
            if !mayBeKnown { given[key] = .some(nil) }
          } else {
            given[key] = (given[key] ?? []).map { $0.union(passed) }
          }
        }
      }
    }
    return given != before
  }

  /// Whether nothing is known yet of what a method is given, to which there are messages.
  private func isOpen(_ method: Int, _ value: ObjectiveCFile.Value, in file: Int) -> Bool {
    guard let place = value.given else { return false }
    let number = Number(file: file, method: method)
    let selector = files[file].methods[method].selector
    return given[Given(method: number, given: place)] == nil
      && files.contains { $0.sends.contains { $0.selector == selector } }
  }

  /// Returns the entities of what the method around is given as a value by all messages to it; none where
  /// that is not known.
  func entitiesGiven(
    _ value: ObjectiveCFile.Value, _ method: Int?, in file: Int
  ) -> Set<Int> {
    guard code.isGiven(value), let method, let place = value.given else { return [] }
    return (given[Given(method: Number(file: file, method: method), given: place)] ?? nil) ?? []
  }

  /// Returns the entities of which each method of a file deletes objects or puts them into relationships.
  func settled(in file: Int) -> [Int: Set<Int>] {
    var found: [Int: Set<Int>] = [:]
    func add(_ entity: Int?, in method: Int?) {
      if let entity, let method { found[method, default: []].insert(entity) }
    }
    for delete in files[file].deletes where delete.kind == .delete {
      add(code.entity(of: delete.value, properties[file]), in: delete.method)
    }
    for send in files[file].sends {
      for (value, kind) in deleted(by: send, in: file) where kind == .delete {
        add(code.entity(of: value, properties[file]), in: send.method)
      }
    }
    for link in files[file].links {
      let name = code.objectiveCConstants[link.relationship] ?? link.relationship
      guard let object = code.entity(of: link.value, properties[file]),
        let other = code.destination(name, of: object)
      else { continue }
      add(other.innermost.entity, in: link.method)
      if other.entity != nil { add(object, in: link.method) }
    }
    return found
  }

  /// Returns what a message gives to be deleted, and how.
  func deleted(
    by send: ObjectiveCFile.Send, in file: Int
  ) -> [(value: ObjectiveCFile.Value, kind: DeleteCall.Kind)] {
    var kinds: [ObjectiveCFile.Given: DeleteCall.Kind] = [:]
    for (method, place) in targets(of: send, in: file) { kinds[place] = deleted[method]?[place] }
    let places = [.own] + send.arguments.indices.map(ObjectiveCFile.Given.argument)
    return places.compactMap { place in
      guard let kind = kinds[place], let value = Self.value(place, of: send) else { return nil }
      return value.root == .nothing ? nil : (value, kind)
    }
  }

  private static func value(
    _ place: ObjectiveCFile.Given, of send: ObjectiveCFile.Send
  ) -> ObjectiveCFile.Value? {
    switch place {
    case .own: send.receiver
    case .argument(let number):
      send.arguments.indices.contains(number) ? send.arguments[number] : nil
    }
  }

  /// Returns the methods that a message can mean, with what each deletes.
  private func targets(
    of send: ObjectiveCFile.Send, in file: Int
  ) -> [(method: Number, place: ObjectiveCFile.Given)] {
    guard let known = methods[send.selector] else { return [] }
    func owner(_ number: Number) -> String {
      number.file < files.count
        ? files[number.file].methods[number.method].owner : ownersInSwift[number.method]
    }
    let received = code.entity(of: send.receiver, properties[file])
    var meant = known
    if send.isOfFunction {
      // A static function is that of its file.
      let own = known.filter { $0.file == file }
      meant = own.isEmpty ? known : own
    } else if let received {
      let own = known.filter { number in
        code.onlyEntity(ofClass: owner(number)).map { code.isKind(received, of: $0) } ?? false
      }
      meant = own.isEmpty ? known.filter { owner($0) == "NSManagedObject" } : own
    } else if let name = className(of: send.receiver, in: file) {
      let own = known.filter { owner($0) == name }
      // What a class inherits from is in no implementation.
      let isOfSystem = ["NS", "UI"].contains(where: name.hasPrefix)
      meant = own.isEmpty && isOfSystem ? [] : own.isEmpty ? known : own
    }
    return meant.flatMap { number in (deleted[number] ?? [:]).keys.map { (number, $0) } }
  }

  /// Whether a message is certain to be for one of the methods that it can mean.
  func isSure(_ send: ObjectiveCFile.Send, in file: Int) -> Bool {
    send.isOfFunction || code.entity(of: send.receiver, properties[file]) != nil
      || send.receiver.given == .own
      || className(of: send.receiver, in: file) != nil
  }

  /// Returns the class of a value that is no object of an entity, as far as that is declared.
  private func className(of value: ObjectiveCFile.Value, in file: Int) -> String? {
    func declared(_ property: String) -> String? {
      let classes = properties[file][property] ?? []
      return classes.count == 1 ? classes.first.flatMap { $0.isEmpty ? nil : $0 } : nil
    }
    let root: String? =
      switch value.root {
      case .object(let name): name.isEmpty ? nil : name
      case .property(let name): declared(name)
      case .request, .nothing, .unknown: nil
      }
    return value.members.reduce(root) { owner, member in
      owner.flatMap { code.className(of: member, inClass: $0) ?? declared(member) }
    }
  }
}

/// The methods in Swift that Objective-C code calls.
extension AppCode {
  /// The name of a type's class in Objective-C.
  private func objectiveCName(ofType index: Int) -> String {
    let type = types[index]
    let declared = type.file < 0 ? nil : files[type.file].types.first { $0.path == type.path }
    let stated = declared?.attributes.first { $0.path == ["objc"] }?.arguments.first
    return stated.flatMap { files[type.file].tokens[$0.value.lowerBound]?.name }
      ?? type.path.last ?? ""
  }

  /// Returns the class of a property of a Swift class, by their names; nil for any other.
  fileprivate func className(of property: String, inClass name: String) -> String? {
    let owners = typesByName[name] ?? []
    guard owners.count == 1, let found = self.property(property, of: type(owners[0])),
      case .type(let index) = Evaluation.type(of: found, in: self, 0)
    else { return nil }
    return objectiveCName(ofType: index)
  }

  /// The methods of classes in Swift that delete what they are given, by their names in Objective-C.
  fileprivate func objectiveCMethods(_ deleting: [Int: Evaluation.Wrapper]) -> [DeletingMethod] {
    deleting.sorted { $0.key < $1.key }.compactMap { number, wrapper in
      let function = functions[number]
      guard let owner = function.owner, types[owner].keyword == "class", wrapper.given != 0 else {
        return nil
      }
      let parameters = function.declaration.parameters.prefix(Limits.parameters).indices
      var places = parameters.filter { wrapper.given & 1 << UInt64($0) != 0 }
        .map(ObjectiveCFile.Given.argument)
      if wrapper.given & Evaluation.maskOfSelf != 0 { places.append(.own) }
      return DeletingMethod(
        owner: objectiveCName(ofType: owner), selector: function.declaration.selector,
        deleted: Dictionary(uniqueKeysWithValues: places.map { ($0, wrapper.kind) }))
    }
  }
}

extension SwiftFunction {
  /// Its selector in Objective-C: `deleteWithTrip:` for `delete(trip:)`.
  fileprivate var selector: String {
    if let stated = objectiveCSelector { return stated }
    var labels = parameters.map { $0.label ?? "" }
    if isThrowing { labels.append(labels.isEmpty ? "andReturnError" : "error") }
    guard let first = labels.first else { return name }
    let words = [first.prefix(while: \.isLowercase), name[Self.lastWord(of: name)...]]
    let isJoined =
      first.isEmpty || words.contains { Self.prepositions.contains($0.lowercased()) }
      || parameters.isEmpty
    let capital = first.prefix(1).uppercased() + first.dropFirst()
    return "\(name)\(isJoined ? "" : "With")\(capital):"
      + labels.dropFirst().map { "\($0):" }.joined()
  }

  /// The place at which the last word of a name begins.
  private static func lastWord(of name: String) -> String.Index {
    name.lastIndex(where: \.isUppercase) ?? name.startIndex
  }

  /// The words before which Swift puts no `With` into a selector.
  private static let prepositions: Set<String> = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for",
    "from", "given", "in", "including", "inside", "into", "matching", "of", "on", "passing",
    "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
  ]
}

/// The methods in Objective-C that Swift code calls.
extension AppCode {
  /// The methods of classes in Objective-C files that delete what they are given.
  static func deletingMethods(in files: [ObjectiveCFile], _ code: AppCode) -> [DeletingMethod] {
    ObjectiveCMethods(files, in: code, besides: []).deleting.sorted {
      ($0.owner, $0.selector) < ($1.owner, $1.selector)
    }
  }

  /// Returns what a method of a class in an Objective-C file deletes of what it is given, and how.
  ///
  /// - Parameters:
  ///   - name: The name by which Swift calls it.
  ///   - labels: The labels of its arguments.
  ///   - type: The type of what it is called on.
  /// - Returns: The values that it is given and deletes; none for any other method.
  func deletedInObjectiveC(
    by name: String, _ labels: [String?], on type: CodeType
  ) -> [ObjectiveCFile.Given: DeleteCall.Kind] {
    if objectiveCDeletes.isEmpty { return [:] }
    let type = type.instance.isKnown ? type.instance : type
    let owners: Set<String> =
      switch type {
      case .other(let name): [name]
      case .type(let index): Set(frameworkNames(of: index))
      default: []
      }
    return objectiveCDeletes.first {
      owners.contains($0.owner) && Self.isName(name, labels, of: $0.selector)
    }?.deleted ?? [:]
  }

  /// Returns the type of what a class method in Objective-C returns.
  ///
  /// - Parameters:
  ///   - name: The name by which Swift calls it.
  ///   - labels: The labels of its arguments.
  ///   - type: The type of the objects of the class that it is called on.
  /// - Returns: The type; nil where there is no such method, or several return different things.
  func objectiveCResult(of name: String, _ labels: [String?], on type: CodeType) -> CodeType? {
    let whole = "\(name)(\(labels.map { "\($0 ?? "_"):" }.joined()))"
    let known = objectiveCResults[name.prefix(while: \.isLowercase)] ?? []
    let results = known.reduce(into: Set<String>()) { results, known in
      let isMeant = known.method == whole || Self.isName(name, labels, of: known.method)
      if isMeant { results.formUnion(known.classes) }
    }
    guard results.count == 1, let result = results.first else { return nil }
    switch result {
    case "instancetype": return type
    case "NSFetchRequest": return .request(type)
    default: return onlyEntity(ofClass: result).map(CodeType.entity)
    }
  }

  /// Whether Swift calls a method by a name, which leaves out what the types say: `fetch(withID:in:)` for
  /// `fetchUserWithID:inContext:`.
  private static func isName(_ name: String, _ labels: [String?], of selector: String) -> Bool {
    let parts = selector.split(separator: ":")
    guard let first = parts.first, first.hasPrefix(name) else { return false }
    if labels.isEmpty { return selector == name }
    let rest = first.dropFirst(name.count)
    let label = labels[0] ?? ""
    let isFirst =
      label.isEmpty
      ? rest.first?.isLowercase != true
      : rest.contains(label.prefix(1).uppercased() + label.dropFirst())
    return isFirst && selector.hasSuffix(":") && parts.count == labels.count
      && zip(parts, labels).dropFirst().allSatisfy { $0.hasPrefix($1 ?? "") }
  }
}
