import SwiftSource

/// The batch deletes of a body, and what the code does with the identifiers that they return.
///
/// Each request, and each call of a function that returns the result of one, has a bit in
/// ``CodeValue/parameterMask``, below those of the parameters, so that what is made from its result is known.
struct BatchDeletes {
  /// The token of each request or call, with the function that is called.
  private(set) var made: [(token: Int, function: Int?)] = []
  /// The bits of the requests and parameters whose results are merged into contexts: into the main context, where the
  /// body uses that.
  var merged: UInt64 { mergedIntoMain | (usesMainContext ? 0 : mergedIntoOthers) }
  var mergedIntoMain: UInt64 = 0
  var mergedIntoOthers: UInt64 = 0
  /// Whether the body uses the context of views.
  var usesMainContext = false
  /// The bits of the requests that each context executes, by its name, and of those after which it is emptied.
  private var executed: [String: [(bits: UInt64, place: CodeWays.Place)]] = [:]
  private var followedByReset: UInt64 = 0
  /// The bits of the requests and parameters that return the identifiers of what they delete.
  var returningIdentifiers: UInt64 = 0
  /// The bits of all that the function around returns.
  var returned: UInt64 = 0

  /// The bits of requests and calls.
  static let bits: UInt64 = (1 << 62) - (1 << UInt64(Limits.parameters))

  /// Returns the bit for one more request or call; 0 if there are too many.
  mutating func bit(for token: Int, of function: Int? = nil) -> UInt64 {
    guard Limits.parameters + made.count < 62 else { return 0 }
    made.append((token, function))
    return 1 << UInt64(61 - (made.count - 1))
  }

  private func has(_ bits: UInt64, _ number: Int) -> Bool { bits & 1 << UInt64(61 - number) != 0 }

  /// The tokens of the requests whose identifiers are merged.
  var mergedTokens: Set<Int> {
    let known = merged & returningIdentifiers | followedByReset
    return Set(made.indices.filter { has(known, $0) }.map { made[$0].token })
  }

  /// Records that a context executes requests.
  mutating func execute(_ requests: UInt64, in context: String, at place: CodeWays.Place) {
    executed[context, default: []].append((requests & Self.bits, place))
  }

  /// Records that a context is emptied, so that it has no object whose row is certain to be gone.
  mutating func reset(_ context: String, at place: CodeWays.Place, on ways: CodeWays) {
    for request in executed[context] ?? [] where ways.isCertain(place, with: request.place) {
      followedByReset |= request.bits
    }
  }

  /// The tokens of the requests that are returned, or whose results are, with the bits of each.
  var returnedTokens: Set<Int> {
    Set(made.indices.filter { has(returned, $0) }.map { made[$0].token })
  }

  /// For each function that is called and returns a result, whether all calls here merge that.
  var handedOn: [Int: Bool] {
    var found: [Int: Bool] = [:]
    for (number, call) in made.enumerated() {
      guard let function = call.function else { continue }
      found[function] =
        found[function] ?? true && has(merged & returningIdentifiers, number)
    }
    return found
  }
}

extension Evaluation {
  /// Finds that identifiers are merged into contexts.
  mutating func mergeChanges(_ given: [Argument]) {
    guard given.count == 2, given[0].label == "fromRemoteContextSave", !given[1].value.isEmpty
    else { return }
    let (identifiers, home) = (given[0].value.parameterMask, given[1].value.home)
    // What the function makes for this alone had no objects before.
    if case .made(_, _, isForViews: false) = home { return }
    if home == nil || home == .main {
      batches.mergedIntoMain |= identifiers
    } else {
      batches.mergedIntoOthers |= identifiers
    }
  }

  /// Finds that a context executes a request, itself or as the context that a coordinator is given.
  mutating func execute(_ given: [Argument], in receiver: CodeValue?, at place: Int) {
    let context = given.first { $0.label == "with" }?.value ?? receiver
    guard let first = given.first, let name = context?.name else { return }
    batches.execute(
      first.value.parameterMask, in: name,
      at: ways.place(at: place))
  }

  /// The keys of changes that are no deletes.
  static let keysOfOtherChanges: Set<String> = [
    "NSInsertedObjectsKey", "NSRefreshedObjectsKey", "NSUpdatedObjectsKey",
    "NSInsertedObjectIDsKey", "NSRefreshedObjectIDsKey", "NSUpdatedObjectIDsKey",
  ]

  /// Finds that a request is set to return the identifiers of what it deletes.
  mutating func setResultType(of left: CodeValue, to right: SwiftExpression) {
    guard left.name?.hasSuffix(".resultType") == true,
      tokens[right.tokens.upperBound - 1]?.text == "resultTypeObjectIDs"
    else { return }
    batches.returningIdentifiers |= left.parameterMask
  }

  /// Finds what a request is set to: its entity, and what it leaves out, the objects of subentities or others.
  mutating func setRequest(_ left: CodeValue, to value: CodeValue) {
    guard let name = left.name, let dot = name.lastIndex(of: ".") else { return }
    let request = String(name[..<dot])
    switch name[dot...] {
    case ".entity":
      guard case .metatype(let type) = value.type,
        case .request(let known)? = variable(request)?.type, known.entity == nil
      else { return }
      change(request) { $0.type = .request(type) }
    case ".includesSubentities": change(request) { $0.sparesSubentities = value.text == "false" }
    case ".predicate":
      change(request) {
        ($0.isComplete, $0.lacking) = ($0.isComplete && value.isComplete, value.lacking)
        $0.sparing += value.sparing
      }
    case ".fetchLimit", ".fetchOffset": change(request) { $0.isComplete = false }
    default: break
    }
  }

  /// Finds that a value gets a second name, by which a request may be set, too.
  mutating func shared(_ value: CodeValue) -> CodeValue {
    guard case .request = value.type, value.isComplete, value.name != nil else { return value }
    passOn([value])
    var value = value
    value.isComplete = false
    return value
  }

  /// Finds that a function of the app is given some requests, which it may set to leave out objects.
  mutating func passOn(_ requests: [CodeValue]) {
    for case let request in requests where request.isComplete {
      if let name = request.name { change(name) { $0.isComplete = false } }
    }
  }
}
