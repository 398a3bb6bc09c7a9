/// The type of a value in the code of an app, as far as it matters for deletes.
///
/// An optional has the type of its value, because deleting nil does nothing.
indirect enum CodeType: Hashable, Sendable {
  /// An object of an entity, by its number in ``AppCode/entities``.
  case entity(Int)
  /// An object of each of several entities, one after the other.
  case each(Set<Int>)
  /// An object of one of several entities, of which nothing says which.
  case oneOf(Set<Int>)
  /// A value that conforms to several protocols.
  case conforming([CodeType])
  /// An object of one of the app's other types, by its number in ``AppCode/types``.
  case type(Int)
  /// An object of one of the app's generic types, with the arguments of that.
  case specialized(Int, [CodeType])
  /// An object whose type is a generic parameter of the function around, with the bits of the
  /// parameters that say which type that is, and what the type must be.
  case generic(String, parameterMask: UInt64, constraint: CodeType)
  /// An object of any entity: `any PersistentModel`, `NSManagedObject`.
  case anyModel
  /// A `ModelContext` or an `NSManagedObjectContext`.
  case context
  /// A value of which nothing but its name says that it is a context, and whether that is a name by which the
  /// frameworks or most code call one.
  case suggestedContext(isUsual: Bool)
  /// Anything that is gone through element by element.
  case collection(CodeType)
  /// A tuple, or what a dictionary has.
  case tuple(TupleTypes)
  /// A type itself.
  case metatype(CodeType)
  /// A fetch of objects: a `FetchDescriptor`, an `NSFetchRequest`.
  case request(CodeType)
  /// A `Predicate` for objects.
  case predicate(CodeType)
  /// An `NSBatchDeleteRequest`.
  case batchRequest(CodeType)
  /// An `NSFetchedResultsController`.
  case controller(CodeType)
  /// An identifier of an object in a store.
  case identifier(CodeType)
  /// A context's `delete`, or a method that changes a relationship, not called, by the token that names it.
  case deletion(Int)
  /// A callable value, with the types of its parameters and its result.
  case closure([CodeType], CodeType)
  /// One of some functions of the app, not called, by their numbers in ``AppCode/functions``.
  case function([Int])
  /// A type that no file of the app declares.
  case other(String)
  case unknown

  /// The type of an element in a loop over it.
  var element: CodeType {
    switch self {
    case .collection(let element): element
    case .tuple: self
    default: .unknown
    }
  }

  /// Whether a call that visits each element may visit several.
  var hasElements: Bool {
    switch self {
    case .collection, .tuple, .other("Range"), .other("IndexSet"): true
    default: false
    }
  }

  /// The types of a tuple's parts; unknown ones for a type that has not so many.
  func parts(_ count: Int) -> [CodeType] {
    if case .tuple(let parts) = self, parts.count == count { return Array(parts) }
    return Array(repeating: .unknown, count: count)
  }

  /// The type of a metatype's objects.
  var instance: CodeType {
    if case .metatype(let instance) = self { return instance }
    return .unknown
  }

  /// The name of the generic parameter, or of the unknown type, that it is.
  var parameterName: String? {
    switch self {
    case .generic(let name, _, _), .other(let name): name
    default: nil
    }
  }

  /// Whether it is an object of one entity, or of each of several.
  var isObject: Bool {
    switch self {
    case .entity, .each: true
    default: false
    }
  }

  /// The type of the same kind for objects of any entity: of a list, or of an object.
  var ofAnyEntity: CodeType {
    switch self {
    case .collection(let element): .collection(element.ofAnyEntity)
    case .identifier: .identifier(.unknown)
    default: .anyModel
    }
  }

  /// Whether it is an object of any entity, as far as its declared type says.
  var isOfAnyEntity: Bool {
    switch self {
    case .anyModel, .generic(_, _, .anyModel): true
    default: false
    }
  }

  /// Whether it may be an object of any entity, because its type says that or nothing is known of it.
  var mayBeOfAnyEntity: Bool { isOfAnyEntity || self == .unknown }

  /// Whether it is a closure.
  var isClosure: Bool { if case .closure = self { true } else { false } }

  /// Whether it is a type itself.
  var isMetatype: Bool { if case .metatype = self { true } else { false } }

  /// Whether it is a request.
  var isRequest: Bool { if case .request = self { true } else { false } }

  /// Whether it is an identifier of an object.
  var isIdentifier: Bool { if case .identifier = self { true } else { false } }

  /// Whether it is a context, or may be one by its name.
  var isContext: Bool {
    switch self {
    case .context, .suggestedContext: true
    default: false
    }
  }

  /// Whether no more than its name says that it is a context, so that what looks like a delete may be none: where
  /// others call something else so, or nothing is known of what it is given.
  func onlySuggests(aDeleteOf type: CodeType) -> Bool {
    guard case .suggestedContext(let isUsual) = self else { return false }
    return !isUsual || type.entity == nil && type.entities.isEmpty
  }

  /// Returns the type for a member of a receiver: if the receiver's type is unknown, the name is weaker evidence.
  func of(_ receiver: CodeType) -> CodeType {
    guard case .suggestedContext = self else { return self }
    switch receiver {
    case .unknown, .metatype(.other), .other: return .suggestedContext(isUsual: false)
    default: return self
    }
  }

  /// Whether something is known of it.
  var isKnown: Bool { self != .unknown }

  /// The entity of its objects: of itself, or of what it holds, fetches or identifies.
  var entity: Int? { if case .entity(let entity) = innermost { entity } else { nil } }

  /// The entities of its objects, where it is certain that they are of several.
  var entities: Set<Int> { if case .each(let entities) = innermost { entities } else { [] } }

  /// The entity of its objects, or the several that it is certain to be of.
  var allEntities: Set<Int> { entity.map { [$0] } ?? entities }

  /// The entities of which its object, or that of a metatype, is of one.
  var alternatives: Set<Int> {
    switch self {
    case .oneOf(let entities), .metatype(.oneOf(let entities)): entities
    default: []
    }
  }

  /// The bits of the parameters that say which type its objects have, where that is a generic one.
  var parameterMask: UInt64 {
    if case .generic(_, let parameterMask, _) = innermost { parameterMask } else { 0 }
  }

  /// Whether it is an object of a model, so that a receiver of which nothing is known may delete it.
  var mayBeObject: Bool { isObject || self == .anyModel }

  /// Whether its objects are of one entity, which the code or its callers state.
  var statesEntity: Bool {
    if case .generic = innermost { true } else { entity != nil }
  }

  /// The same type with other types for the generic parameters of the type around.
  func replacing(_ arguments: [String: CodeType]) -> CodeType {
    if arguments.isEmpty { return self }
    func inner(_ type: CodeType) -> CodeType { type.replacing(arguments) }
    return switch self {
    case .generic(let name, Evaluation.maskOfSelf, _): arguments[name] ?? self
    case .specialized(let type, let parts): .specialized(type, parts.map(inner))
    case .conforming(let parts): .conforming(parts.map(inner))
    case .collection(let type): .collection(inner(type))
    case .tuple(let parts): .tuple(TupleTypes(parts.map(inner), labels: parts.labels))
    case .metatype(let type): .metatype(inner(type))
    case .request(let type): .request(inner(type))
    case .predicate(let type): .predicate(inner(type))
    case .batchRequest(let type): .batchRequest(inner(type))
    case .controller(let type): .controller(inner(type))
    case .identifier(let type): .identifier(inner(type))
    case .closure(let parameters, let result): .closure(parameters.map(inner), inner(result))
    case .entity, .each, .oneOf, .type, .generic, .anyModel, .context, .suggestedContext, .deletion,
      .function, .other, .unknown:
      self
    }
  }

  /// The same type of something for objects of a type, where nothing says for which it is.
  func forObjects(of type: CodeType?) -> CodeType {
    switch (self, type) {
    case (.collection(.unknown), let type?): .collection(type)
    case (.request(.unknown), let type?): .request(type)
    default: self
    }
  }

  /// The type that it holds, fetches or identifies; otherwise the type itself.
  var innermost: CodeType {
    switch self {
    case .collection(let inner), .metatype(let inner), .request(let inner), .predicate(let inner),
      .batchRequest(let inner), .controller(let inner), .identifier(let inner):
      inner.innermost
    case .conforming(let parts): parts.first { $0.entity != nil } ?? self
    default: self
    }
  }
}

/// The types of the parts of a tuple, with the labels that some have; two with other labels are equal.
struct TupleTypes: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, Sendable {
  private let types: [CodeType]
  let labels: [String?]

  init(_ types: [CodeType], labels: [String?] = []) { (self.types, self.labels) = (types, labels) }
  init(arrayLiteral types: CodeType...) { self.init(types) }

  var startIndex: Int { 0 }
  var endIndex: Int { types.count }
  subscript(place: Int) -> CodeType { types[place] }

  static func == (one: TupleTypes, other: TupleTypes) -> Bool { one.types == other.types }
  func hash(into hasher: inout Hasher) { hasher.combine(types) }
}

/// A value at a place in the code.
struct CodeValue: Sendable {
  var type: CodeType
  /// The parameters that the value was made from: a bit for each parameter of the enclosing
  /// function, the last one for `self`.
  var parameterMask: UInt64 = 0
  /// The bits of the parameters that are the value itself, or one of its elements.
  var given: UInt64 = 0
  /// Whether the same function made it, so that it has held nothing before.
  var isNew = false
  var isNil = false
  /// Whether it is nil on some of the paths to here, and not on others.
  var mayBeNil = false
  /// Whether it is a list without anything in it.
  var isEmpty = false
  /// The text of a literal, or the last name of a key path.
  var text: String?
  /// The texts of a list of literals, each of which an element may be.
  var texts: [String] = []
  /// The number of the property whose value it is; less than 0 for none.
  var property = -1
  /// The relationship whose value it is, and of what entity's object.
  var relationship: RelationshipUse?
  /// The relationship of which it is a copy.
  var copied: RelationshipUse?
  /// The context that it belongs to, or that it is; nil where that is not known.
  var home: ContextHome?
  /// Whether it is a request that leaves out the objects of subentities.
  var sparesSubentities = false
  /// The relationships in which its objects hold nothing, as the predicate says that found them.
  var lacking: Set<String> = []
  /// Whether it is a predicate that asks for nothing but ``lacking``, or a request for every such object of its
  /// entity, or the list that this finds, or an element of it.
  var isComplete = false
  /// Whether it is a request for every object of its entity, or the list that this finds, or an element of it.
  var takesAll: Bool { isComplete && lacking.isEmpty }
  /// The emptied relationships by whose inverses it was fetched, so that it has nothing of what they held.
  var sparing: [RelationshipUse] = []
  /// Whether it has only some of what the relationship holds.
  var isPart = false
  /// Whether it may hold objects of other entities than the type says, which is that of what it has now.
  var isNarrowed = false
  /// Whether it was fetched, or outlives the function, so that other objects may hold it.
  var isStored = false
  /// Whether it is an element of a list, or of a dictionary, which may not have it.
  var isElement = false
  /// The object that held it when the code took it from there; one at most, as a list to be small.
  var holder: [Holder] = []
  /// Whether what it takes out goes out of the relationship, as no copy does.
  var isProxy = false
  /// The argument's relationship whose objects they are, where only the callers say which; one at most.
  var keyed: [KeyedRelationship] = []
  /// The number of the object or of the list; 0 where nothing else can be the same.
  var object = 0
  /// The number of the list that it has some elements of; 0 for none.
  var whole = 0
  /// The number of the list that it is an element of; 0 for none.
  var list = 0
  /// Whether it is each element of that list, one after the other.
  var isEach = false
  /// The numbers of the objects in it, where it is a list of named ones; of an element, those that it may be.
  var objects: [Int] = []
  /// The name of the value in the code, such as `trip` or `trip.photo`; nil for a value that is
  /// made anew each time.
  var name: String?

  static let unknown = CodeValue(type: .unknown)

  init(
    type: CodeType, parameterMask: UInt64 = 0, given: UInt64 = 0, isNew: Bool = false,
    text: String? = nil
  ) {
    self.type = type
    self.parameterMask = parameterMask
    self.given = given
    self.isNew = isNew
    self.text = text
  }

  init(named name: String, _ type: CodeType) {
    self.init(type: type)
    self.name = name
  }

  /// The numbers of the object, or of the list whose every element it is and the objects in that.
  var numbers: [Int] { ([object] + (isEach ? [list] + objects : [])).filter { $0 != 0 } }

  /// The same value with another type.
  func with(_ type: CodeType) -> CodeValue {
    var value = CodeValue(type: type, parameterMask: parameterMask)
    value.home = home
    return value
  }

  /// Whether it is a key path, as long as ``text`` says which.
  var isPath: Bool {
    if case .tuple(let parts) = type { return parts.first == .other("KeyPath") }
    return type == .other("KeyPath")
  }

  /// The same, where an object may be another one than that of the name.
  var ofNoName: CodeValue {
    guard case .entity = type else { return self }
    var value = self
    (value.name, value.object, value.list) = (nil, 0, 0)
    return value
  }

  /// Another collection of the same.
  var copy: CodeValue {
    var copy = element(type)
    (copy.copied, copy.isPart) = (relationship ?? copied, isPart)
    (copy.isStored, copy.isEmpty) = (isStored, isEmpty)
    (copy.object, copy.list, copy.objects) = (object, list, objects)
    return copy
  }

  /// Whether it is the same element of a list, by the object that holds the list or by the list's number.
  func isSameElement(as other: CodeValue) -> Bool {
    guard type.entity != nil else { return false }
    return list == other.list && holder == other.holder && (list != 0 || !holder.isEmpty)
  }

  /// The same, as one of its elements.
  func element(_ type: CodeType) -> CodeValue {
    var element = CodeValue(type: type, parameterMask: parameterMask, given: given)
    element.isStored = isStored
    (element.holder, element.keyed) = (holder, keyed)
    element.home = home
    element.texts = texts
    (element.sparesSubentities, element.lacking) = (sparesSubentities, lacking)
    element.sparing = sparing
    // Another list may have fewer.
    if case .collection = type {} else { element.isComplete = isComplete }
    element.isPart = isPart
    element.isNew = isNew && !isEmpty
    element.list = object
    if objects.count == 1 { element.object = objects[0] }
    if case .entity = type { (element.isElement, element.objects) = (true, objects) }
    return element
  }
}

/// An object by its name and number, and the relationships that led from it to a value.
struct Holder: Equatable, Sendable {
  let name: String
  let object: Int
  var path: [RelationshipUse]
}

/// A relationship that the code reads or changes.
struct RelationshipUse: Hashable, Sendable {
  let entity: Int
  let name: String
  /// Whether the object was made by the same function.
  let isOfNew: Bool
}
