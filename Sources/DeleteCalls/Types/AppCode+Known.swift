/// The facts found out about the properties and functions of an app.
extension AppCode {
  /// An argument of a function, by the number of each.
  struct GivenArgument: Hashable {
    let function: Int
    let argument: Int
  }

  /// A function or a computed property, by its number.
  enum Callee: Hashable {
    case function(Int)
    case property(Int)
  }

  /// A value that code of the app has when it is called.
  enum GivenValue: Hashable {
    case argument(GivenArgument)
    case receiver(Callee)
    /// The object that a property of the receiver holds, by the property's name in the code.
    case held(String, Callee)
  }

  /// A property that is read or set.
  struct ReadProperty {
    let name: String
    let isWrite: Bool
  }

  /// The value that a function returns, wherever it returns anything but nil.
  struct ReturnedValue {
    /// The argument that it is, or whose object it is; nil for neither.
    var argument: Int?
    /// Whether other objects may hold it.
    var isStored = false
    /// The relationships in which its objects hold nothing.
    var lacking: Set<String> = []
    /// Whether it is every such object of its entity, if there is any.
    var isComplete = false
    /// Whether the function makes it.
    var isNew = false
    /// Whether the function links objects to others.
    var isLinked = false
    /// The context of that object.
    var home: ContextHome?
  }

  /// An assignment of a value to a property.
  struct Assignment {
    /// The number of the property; less than 0 where it is not known.
    let property: Int
    let value: CodeType
    /// The number of the property that the value is; less than 0 for any other value.
    let source: Int
    /// The name of the property.
    var name = ""
    /// The relationship that the value is; nil for any other value.
    var relationship: RelationshipUse?
  }

  /// The facts about properties and functions that were found out, each once.
  final class KnownProperties {
    /// A name without arguments, and where it is written.
    struct ScopedName: Hashable {
      let file: Int
      let scope: [String]
      let name: String
    }

    var types: [Int: CodeType] = [:]
    /// The types that plain names mean.
    var namedTypes: [ScopedName: CodeType] = [:]
    /// The wrappers that any code sets; nil until they are asked for.
    var setWrappers: Set<String>?
    /// Whether properties that are fetched are all objects of their entities.
    var whole: [Int: Bool] = [:]
    /// The contexts of what properties hold; nil inside where that is not known.
    var homes: [Int: ContextHome?] = [:]
    /// The types of the values assigned to each property; nil inside if one is unknown.
    var typesSet: [Int: Set<Int>?] = [:]
    /// The assignments to properties by the names of these; nil inside where not all were found.
    var assignments: [String: [Assignment]?] = [:]
    /// The names of variables that code may set without an assignment; nil until they are asked for.
    var namesChangedOtherwise: Set<String>?
    /// The properties whose contexts are being looked for.
    var soughtHomes: Set<Int> = []
    /// The entities whose objects views have in the main context; nil until they are asked for.
    var entitiesOfViews: Set<Int>?
    /// The relationship that a computed property reads; nil inside for none.
    var relationships: [Int: ReadRelationship?] = [:]
    /// The stored property that a function first reads of an argument; nil inside for none.
    var reads: [GivenValue: ReadProperty?] = [:]
    /// The names of the relationships that a function puts objects into.
    var links: [Int: Set<String>] = [:]
    /// The functions of which that is looked for, each called by the one before; the place of the first of them
    /// that was met again; and those that wait for what such a one links.
    var linking: [Int] = []
    var firstLinking = Int.max
    var linkingAround: [(function: Int, first: Int)] = []
    /// The entities whose relationships a method changes that Xcode makes, by its name.
    var accessors: [String: [Int]] = [:]
    /// The relationships whose objects a file keeps in properties, by the property's name.
    var loads: [Int: [String: Set<RelationshipUse>]] = [:]
    /// The answers of computed properties, by their numbers; nil inside for none.
    var answers: [Int: KeptAnswer?] = [:]
    /// The names whose raw values the body of a function asks for.
    var askedForRawValues: [Int: Set<String>] = [:]
    /// The numbers of the arguments with which a function calls its parameters, by the numbers of these.
    var calledParameters: [Int: [Int: [Int: Int]]] = [:]
    /// The facts about the value that a function returns.
    var returned: [Int: ReturnedValue] = [:]
    /// Whether each file imports a module of which nothing is known.
    var importsOthers: [Int: Bool] = [:]
    /// Whether the code keeps one object and no more of each entity.
    var onlyOnes: [Int: Bool] = [:]
    /// Whether the code creates at most one container; nil until it is asked for.
    var hasOneContainer: Bool?
  }
}
