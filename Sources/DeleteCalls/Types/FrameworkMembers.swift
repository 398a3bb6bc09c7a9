/// What members of the frameworks' types return, as far as it matters for deletes.
///
/// A row is for properties and for functions alike. What is in no row is unknown.
enum FrameworkMembers {
  /// What has the members.
  enum Receiver: Hashable {
    /// An object of a model.
    case object
    case context
    /// Anything that is gone through element by element.
    case collection
    /// A dictionary, or a pair.
    case pair
    case controller
    case request
    /// A type of this name, or one that inherits from it or conforms to it.
    case named(String)
    /// The type of a context itself.
    case contextType
  }

  enum Result {
    case context
    case mainContext
    /// A context that nothing else uses, a model actor's.
    case actorContext
    /// A value of another type of the frameworks.
    case other(String)
    /// The identifier of the receiver.
    case identifier
    /// The receiver itself.
    case receiver
    /// The elements of the receiver in another order.
    case copy
    /// Some elements of the receiver.
    case part
    /// The elements of the receiver and of what is given, or some of those.
    case mixture
    case element
    /// The elements of its elements.
    case joined
    /// Lists of its elements, or of its pairs.
    case chunks
    /// Each element behind its number.
    case numbered
    /// The list of what it fetched, or fetches.
    case fetched
    /// Every entity of a Core Data model.
    case entities
    /// Some of its pairs.
    case pairs
    case first
    case second
    case firsts
    case seconds
  }

  private static let rows: [(receiver: Receiver, members: [String], result: Result)] = [
    (.object, ["objectID", "persistentModelID"], .identifier),
    (.object, ["managedObjectContext", "modelContext"], .context),
    (.context, ["parent"], .context),
    (.context, ["container"], .other("ModelContainer")),
    (.contextType, ["mr_default", "mr_rootSaving", "mr_context"], .context),
    (.controller, ["managedObjectContext", "modelContext"], .context),
    (.controller, ["fetchedObjects", "results"], .fetched),
    (.request, ["execute"], .fetched),
    (.named("EnvironmentValues"), ["managedObjectContext", "modelContext"], .mainContext),
    (.named("ModelActor"), ["modelContext"], .actorContext),
    (.named("ModelActor"), ["modelContainer"], .other("ModelContainer")),
    (.named("ModelActor"), ["modelExecutor"], .other("ModelExecutor")),
    (.named("ModelExecutor"), ["modelContext"], .context),
    (.named("DefaultSerialModelExecutor"), ["modelContext"], .context),
    (.named("ModelContainer"), ["mainContext"], .mainContext),
    (.named("NSPersistentContainer"), ["viewContext"], .mainContext),
    (.named("NSPersistentCloudKitContainer"), ["viewContext"], .mainContext),
    (
      .named("NSPersistentContainer"), ["managedObjectModel"], .other("NSManagedObjectModel")
    ),
    (
      .named("NSPersistentCloudKitContainer"), ["managedObjectModel"],
      .other("NSManagedObjectModel")
    ),
    (.context, ["persistentStoreCoordinator"], .other("NSPersistentStoreCoordinator")),
    (
      .named("NSPersistentContainer"), ["persistentStoreCoordinator"],
      .other("NSPersistentStoreCoordinator")
    ),
    (
      .named("NSPersistentCloudKitContainer"), ["persistentStoreCoordinator"],
      .other("NSPersistentStoreCoordinator")
    ),
    (
      .named("NSPersistentStoreCoordinator"), ["managedObjectModel"], .other("NSManagedObjectModel")
    ),
    (.named("NSManagedObjectModel"), ["entities"], .entities),
    (.named("NSPersistentDocument"), ["managedObjectContext"], .context),
    (.named("UIManagedDocument"), ["managedObjectContext"], .context),
    (.named("NSMigrationManager"), ["sourceContext", "destinationContext"], .context),
    (.collection, ["lazy", "allObjects", "array", "set", "makeIterator"], .receiver),
    (.collection, ["eraseToAnyPublisher", "receive", "observe"], .receiver),
    (.collection, ["sorted", "reversed", "shuffled", "mutableCopy", "copy"], .copy),
    (
      .collection,
      ["filter", "filtered", "prefix", "suffix", "subtracting", "dropFirst", "dropLast"], .part
    ),
    (
      .collection,
      [
        "drop", "union", "intersection", "symmetricDifference", "adding", "appending", "uniqued",
        "sort",
      ], .mixture
    ),
    (
      .collection,
      [
        "first", "last", "next", "randomElement", "min", "max", "popLast", "popFirst",
        "removeFirst",
        "removeLast", "remove", "object", "firstObject", "lastObject", "anyObject",
      ], .element
    ),
    (.collection, ["enumerated"], .numbered),
    (.collection, ["joined"], .joined),
    (.collection, ["chunked"], .chunks),
    (.pair, ["key", "offset"], .first),
    (.pair, ["value", "element", "removeValue", "updateValue"], .second),
    (.pair, ["lazy"], .receiver),
    (.pair, ["filter", "first"], .pairs),
    (.pair, ["sorted", "reversed", "shuffled"], .chunks),
    (.pair, ["keys"], .firsts),
    (.pair, ["values"], .seconds),
  ]

  /// The types of views, with the protocol that all of them have.
  static let views: Set<String> = [
    "AnyView", "AsyncImage", "Button", "Capsule", "Chart", "Circle", "Color", "ColorPicker",
    "Content", "ContentUnavailableView", "ControlGroup", "DatePicker", "DisclosureGroup", "Divider",
    "EditButton", "EmptyView", "ForEach", "Form", "Gauge", "GeometryReader", "Grid", "GridRow",
    "Group", "GroupBox", "HSplitView", "HStack", "Image", "Label", "LabeledContent", "LazyHGrid",
    "LazyHStack", "LazyVGrid", "LazyVStack", "Link", "List", "Map", "Menu", "MultiDatePicker",
    "NavigationLink", "NavigationSplitView", "NavigationStack", "NavigationView", "OutlineGroup",
    "PasteButton", "PhotosPicker", "Picker", "ProgressView", "Rectangle", "RoundedRectangle",
    "ScrollView", "ScrollViewReader", "Section", "SecureField", "ShareLink", "Slider", "Spacer",
    "Stepper", "Tab", "TabView", "Table", "Text", "TextEditor", "TextField", "TimelineView",
    "Toggle", "VSplitView", "VStack", "VideoPlayer", "View", "ViewThatFits", "ZStack",
  ]

  /// The value that a function passes to its closures, by one of its arguments.
  enum Passed {
    /// The argument.
    case argument
    /// The argument as it was, and as it is now.
    case change
    /// An object of the type that the argument is.
    case instance
    /// A list of such objects.
    case instances
    /// Each element of the argument, or the argument itself where that has none.
    case element
    /// An object of the type from which the argument, a key path, begins.
    case root
  }

  /// The views whose closures are given each element of a list.
  private static let containers = [
    "Chart", "ForEach", "LazyVStack", "List", "Map", "OutlineGroup", "Picker", "Table",
    "TableColumnForEach",
  ]

  /// The views that give what their own closures get to those of the columns in them.
  static let tables: Set<String> = ["Table"]
  static let columns: Set<String> = ["TableColumn"]

  /// The labels of the arguments, and the functions; none for every function.
  private static let closures: [(label: String?, functions: [String], passed: Passed)] = [
    (nil, containers, .element),
    ("annotationItems", ["Map"], .element),
    ("of", ["Table"], .instance),
    ("value", ["TableColumn"], .root),
    ("item", [], .argument),
    ("presenting", [], .argument),
    ("for", [], .instance),
    ("for", ["dropDestination", "importableFromServices", "pasteDestination"], .instances),
    ("forSelectionType", [], .instances),
    ("payloadType", ["PasteButton"], .instances),
    ("ofClass", ["loadObject"], .instance),
    ("type", ["loadTransferable"], .instance),
    ("of", ["onChange"], .change),
  ]

  private struct Member: Hashable {
    let receiver: Receiver
    let name: String
  }

  private static let results: [Member: Result] = {
    var results: [Member: Result] = [:]
    for row in rows {
      for name in row.members { results[Member(receiver: row.receiver, name: name)] = row.result }
    }
    return results
  }()

  /// Returns what a function passes to its closures by the argument with a label; nil for any other.
  static func passed(by function: String, label: String?) -> Passed? {
    let rows = closures.filter { $0.label == label }
    return (rows.first { $0.functions.contains(function) } ?? rows.first { $0.functions.isEmpty })?
      .passed
  }

  /// Returns what a member of some receivers is, by the first of these that has it; nil where none has.
  static func result(of name: String, on receivers: [Receiver]) -> Result? {
    receivers.lazy.compactMap { results[Member(receiver: $0, name: name)] }.first
  }
}

extension AppCode {
  /// What a value is for ``FrameworkMembers``.
  func receivers(_ type: CodeType) -> [FrameworkMembers.Receiver] {
    switch type {
    case .entity, .anyModel: [.object]
    case .generic(_, _, let constraint):
      receivers(constraint)
    case .context: [.context]
    case .metatype(.context): [.contextType]
    case .collection: [.collection]
    case .tuple(let parts): parts.count == 2 ? [.pair] : []
    case .controller: [.controller]
    case .request: [.request]
    case .other(let name): [.named(name)]
    case .type(let index), .specialized(let index, _):
      (isOfModels(index) ? [.object] : []) + frameworkNames(of: index).map { .named($0) }
    case .conforming(let parts): parts.flatMap(receivers)
    default: []
    }
  }

  /// Whether values of a type are views.
  func isView(_ type: CodeType) -> Bool {
    receivers(type).contains { receiver in
      if case .named(let name) = receiver { FrameworkMembers.views.contains(name) } else { false }
    }
  }

  /// The names of the types that a type is or inherits from, which no file may declare.
  func frameworkNames(of index: Int) -> [String] {
    lineage(of: index).flatMap { parent in
      [types[parent].path.last ?? ""]
        + types[parent].inherited.flatMap { type, scope in
          named(type, in: scope).compactMap(\.last)
        }
    }
  }
}

extension CodeValue {
  /// Whether a list, a dictionary or a pair has objects in one place at most.
  fileprivate var hasObjectsOfOneType: Bool {
    guard case .tuple(let parts) = type else { return true }
    return parts.count(where: \.isOfObjects) <= 1
  }

  /// Gives it what both of two values lack, as it may be either of them, or has the parts of both.
  mutating func setLacking(ofEither first: CodeValue, _ second: CodeValue) {
    lacking = first.lacking.intersection(second.lacking)
    let areComplete = first.isComplete && second.isComplete
    if first.lacking != second.lacking || !lacking.isEmpty && !areComplete { isComplete = false }
  }

  /// The value as the result of a request.
  func fetched(by request: CodeValue?) -> CodeValue {
    var fetched = self
    fetched.isStored = true
    fetched.isComplete = request?.isComplete == true
    fetched.sparing = request?.sparing ?? []
    fetched.sparesSubentities = request?.sparesSubentities == true
    fetched.lacking = request?.lacking ?? []
    return fetched
  }
}

extension Evaluation {
  /// Returns a part of a pair, or of a tuple, which is from the same list; unknown where it has no such part.
  func part(_ number: Int, of value: CodeValue) -> CodeValue {
    guard case .tuple(let parts) = value.type, parts.indices.contains(number) else {
      return value.with(.unknown)
    }
    var part = value.with(parts[number])
    guard value.hasObjectsOfOneType else { return part }
    (part.list, part.isEach, part.given) = (value.list, value.isEach, value.given)
    if case .entity = part.type { (part.holder, part.isElement) = (value.holder, true) }
    return part
  }

  /// The value of a member of a framework's type; nil where that is not known.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - value: The value that has it.
  ///   - parameterMask: The bits of the parameters that the result is made from.
  /// - Returns: The value.
  func frameworkMember(_ name: String, of value: CodeValue, parameterMask: UInt64) -> CodeValue? {
    guard let result = FrameworkMembers.result(of: name, on: code.receivers(value.type)) else {
      return nil
    }
    func made(_ type: CodeType) -> CodeValue {
      var made = CodeValue(type: type, parameterMask: parameterMask)
      made.home = value.home
      return made
    }
    func part(_ type: CodeType) -> CodeValue {
      var part = value.element(type)
      part.parameterMask = parameterMask
      return part
    }
    func kept(isPart: Bool) -> CodeValue {
      var kept = part(value.type)
      (kept.relationship, kept.copied, kept.isPart) = (value.relationship, value.copied, isPart)
      (kept.list, kept.whole) = (0, isPart && value.object != 0 ? value.object : value.whole)
      if case .copy = result { (kept.object, kept.objects) = (value.object, value.objects) }
      return kept
    }
    /// A list with all objects of the receiver, if these can be of one type only.
    func whole(_ type: CodeType) -> CodeValue {
      var whole = made(type)
      guard value.hasObjectsOfOneType else { return whole }
      (whole.object, whole.objects, whole.given) = (value.object, value.objects, value.given)
      if case .collection = value.type {
        (whole.copied, whole.isPart) = (value.relationship ?? value.copied, value.isPart)
        whole.holder = value.holder
      }
      return whole
    }
    func context(_ home: ContextHome) -> CodeValue {
      var context = CodeValue(type: .context)
      context.home = home
      return context
    }
    let parts: [CodeType] = if case .tuple(let parts) = value.type { Array(parts) } else { [] }
    switch result {
    case .context: return CodeValue(type: .context)
    case .mainContext: return context(.main)
    case .actorContext: return context(.actor)
    case .other(let name): return CodeValue(type: .other(name))
    case .identifier:
      var identifier = made(.identifier(value.type))
      identifier.given = value.given
      return identifier
    case .receiver: return value
    case .copy: return kept(isPart: value.isPart)
    case .part: return kept(isPart: true)
    case .mixture: return made(value.type)
    case .element:
      // What is gone through is of each of several entities, and any other element of one of them.
      let isOfOneEntity = value.type.element.entities.isEmpty || name == "next"
      return part(isOfOneEntity ? value.type.element : .unknown)
    case .joined: return made(value.type.element)
    case .chunks: return whole(.collection(value.type))
    case .numbered: return whole(.collection(.tuple([.other("Int"), value.type.element])))
    case .entities:
      return code.entitiesOfCoreData.map { CodeValue(type: .collection(.metatype(.each($0)))) }
    case .pairs:
      var pairs = value
      (pairs.name, pairs.object, pairs.objects) = (nil, 0, [])
      return pairs
    case .fetched:
      if case .controller(let inner) = value.type { return made(.collection(inner)) }
      guard case .request(let inner) = value.type else { return nil }
      return made(.collection(inner)).fetched(by: value)
    case .first: return self.part(0, of: value)
    case .second: return self.part(1, of: value)
    case .firsts: return parts.first.map { whole(.collection($0)) }
    case .seconds: return parts.last.map { whole(.collection($0)) }
    }
  }
}
