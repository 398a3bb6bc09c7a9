extension Evaluation {
  /// A call that deletes or unlinks something; small, as a file may have very many.
  @dynamicMemberLookup
  struct FoundCall {
    /// The part of the deleted value that is kept.
    struct Deleted {
      fileprivate(set) var type: CodeType
      fileprivate(set) var parameterMask: UInt64
      let given: UInt64
      let keyed: [KeyedRelationship]
      /// Whether the function around has made it.
      let isNew: Bool

      init(_ value: CodeValue) {
        (type, given, isNew) = (value.type, value.given, value.isNew)
        let isWhole = value.isEach && !value.isPart
        keyed = value.keyed.map { $0.meant(asWhole: isWhole) }
        parameterMask = (value.parameterMask | value.type.parameterMask) & ~BatchDeletes.bits
      }
    }

    /// The properties that few calls have.
    struct Details: Equatable {
      /// The relationship that something is taken out of.
      var relationship: RelationshipUse?
      /// Whether it takes out all that the relationship holds.
      var isWhole = false
      /// The token at which the saved, read or reused object was deleted.
      var deletion: Int?
      /// The property that is read.
      var property: String?
      /// Whether the property is set, and not read.
      var isWrite = false
      /// The part of the code that hides the failure of a save, and the context.
      var hiding: DeleteCall.Hiding?
      var context: String?
      /// The relationships of the deleted object that hold something then.
      var filled: Set<String> = []
      /// The name of the deleted object, where a property holds it that the body does not set before; nil for any other.
      var propertyName: String?
      /// The relationships of the deleted object that hold no more than one object then.
      var single: Set<String> = []
      /// The number of the deleted object, where that is a parameter; 0 for any other.
      var object = 0
      /// Whether an object of one context is deleted through another.
      var isOfOtherContext = false
      /// The contexts of the object and of its delete, where it is of another one; none for any other call.
      var homes: [ContextHome] = []
      /// The context that deletes, where the object may be of it.
      var home: ContextHome?
      /// Whether it deletes every object of the entity.
      var takesAll = false
      /// Whether a batch delete takes no rows of subentities.
      var sparesSubentities = false
      /// Whether the identifiers of what a batch delete takes are merged into contexts.
      var isMerged = false
      /// The relationships of the deleted object that the code has emptied before.
      var emptied: Set<String> = []
      /// The emptied relationships without an inverse of which the code has emptied that of one object alone.
      var emptiedOfOne: Set<String> = []
      /// The to-one without an inverse that held the deleted object; nil for none.
      var held: RelationshipUse?
      /// The relationships to which the code gave something of the deleted object, which the same context
      /// has inserted and saved.
      var savedWith: Set<String> = []
      /// The relationships of which it deletes every object of the entity that holds nothing there.
      var swept: Set<String> = []
      /// The emptied relationships that held nothing of what it takes.
      var sparing: [RelationshipUse] = []
      /// Whether it is known to take only some of what a relationship holds.
      var isPart = false
      /// The number of the object whose relationship holds what it takes; 0 where that is not known.
      var holder = 0
      /// The number of the parameter whose relationships, one after the other, lead to what it takes; 0 for none.
      var root = 0
      /// The name of the object that something is taken out of.
      var owner: String?
      /// The number of the list that the owner keeps of what it held; 0 for none.
      var kept = 0
      /// The number of the parameter that gets a new object in the place of another one, or -1 for `self`; nil for none.
      var givenOwner: Int?
      /// Whether the object that a to-one gets may be the one that it holds already.
      var mayBeHeld = false
      /// The number of the parameter that the object is, or -1 for `self`; nil for any other.
      var givenValue: Int?
      /// Whether what is taken out is returned, so that the callers decide what becomes of it.
      var isReturned = false
      /// Whether no more than a name says that the receiver deletes anything.
      var isSuggested = false
      /// Whether the called function deletes only under a condition.
      var isConditional = false
      /// Whether it holds nothing, and nothing holds it, whatever its type is.
      var isUnlinked = false
      /// The entities that the called function can delete in addition.
      var added: Set<Int> = []
      /// The conditions on parameters under which it is done.
      var parameterConditions: [ParameterCondition] = []
    }

    let kind: DeleteCall.Kind
    private let place: Int32
    private let function: Int32
    /// The innermost block around it.
    var block = Int32(CodeWays.body)
    /// Whether it deletes, or takes out, one object, and no other, without a function of the app.
    var takesOne = false
    private(set) var value: Deleted
    private var details: [Details]

    init(
      _ kind: DeleteCall.Kind, _ value: CodeValue, at token: Int, via function: Int? = nil,
      _ details: Details? = nil
    ) {
      self.kind = kind
      place = Int32(token)
      self.function = Int32(function ?? -1)
      self.value = Deleted(value)
      self.details = details.map { $0 == Details() ? [] : [$0] } ?? []
    }

    var token: Int { Int(place) }
    var way: CodeWays.Place { CodeWays.Place(token: token, block: Int(block)) }
    /// The function of the app that does it.
    var via: Int? { function < 0 ? nil : Int(function) }
    /// The entities of which it deletes objects.
    var entities: Set<Int> { value.type.allEntities }

    private static let noDetails = Details()

    subscript<Property>(dynamicMember property: KeyPath<Details, Property>) -> Property {
      (details.first ?? Self.noDetails)[keyPath: property]
    }

    /// Replaces the placeholders in its type.
    mutating func replace(_ placeholders: [String: CodeType]) {
      let type = value.type.replacing(placeholders)
      if type == value.type { return }
      value.parameterMask = value.parameterMask & ~value.type.parameterMask | type.parameterMask
      value.type = type
    }

    /// Changes what few calls have.
    mutating func change(_ change: (inout Details) -> Void) {
      var new = details.first ?? Details()
      change(&new)
      details = [new]
    }
  }
}
