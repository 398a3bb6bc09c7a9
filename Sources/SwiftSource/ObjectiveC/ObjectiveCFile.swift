import SourceText

/// The deletes in an Objective-C file, and the types of the properties that it declares.
package struct ObjectiveCFile: Hashable, Sendable {
  /// A value, as far as declarations say its type.
  package struct Value: Hashable, Sendable {
    package enum Root: Hashable, Sendable {
      /// An object of a class, or a request for such objects.
      case object(ofClass: String)
      case request(entity: String)
      /// The value of a property, which any file may declare.
      case property(String)
      /// No object: `nil`.
      case nothing
      case unknown
    }

    package var root: Root
    /// The properties that lead from the root to the value.
    package var members: [String] = []
    /// The number of its properties where it is a list whose changes are those of the last of them.
    package var proxyLength: Int?
    package var isProxy: Bool { proxyLength == members.count }
    /// The object or list that the method around is given, if the root is that.
    package var given: Given?

    /// The property of the object around that it is; nil for any other value.
    package var propertyOfOwn: String? {
      if case .property(let name) = root { return members.isEmpty ? name : nil }
      return given == .own && members.count == 1 ? members[0] : nil
    }
  }

  /// A value that a method is given: the object that it is sent to, or one of its arguments.
  package enum Given: Hashable, Sendable {
    case own
    case argument(Int)
  }

  /// A method or C function with a body.
  package struct Method: Hashable, Sendable {
    /// The class that it is declared in, or in a category of which; empty for a function.
    package let owner: String
    /// The whole name, as `remove:from:`, or `DeleteTrip()` for a function.
    package let selector: String
    package let parameters: [String]
    package let location: Location
    /// The object's properties whose elements it goes through, by the names of these elements.
    package internal(set) var sequences: [String: Set<String>] = [:]
  }

  /// A message, or a call of a C function, whose name says that something may be deleted.
  package struct Send: Hashable, Sendable {
    package let selector: String
    package let location: Location
    package let receiver: Value
    package let arguments: [Value]
    /// Whether it is a call of a C function.
    package var isOfFunction: Bool { selector.hasSuffix("()") }
    /// The number of the method around; nil outside of all.
    package let method: Int?
  }

  /// A message or an assignment that deletes something, takes it out of a relationship or saves that.
  package struct Delete: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case delete
      case batchDelete
      /// The name of the relationship that something is taken out of.
      case unlink(String)
      /// Saves, and drops the error, what is deleted at a place; with the names that conditions before it
      /// mention.
      case save(of: Location, asking: Set<String>)
    }

    package let kind: Kind
    package let location: Location
    /// The object that is deleted or saved as deleted, or the object that has the relationship.
    package let value: Value
    /// The variable that the object is; nil for any other value.
    package let variable: String?
    /// The number of the method around; nil outside of all.
    package let method: Int?
    /// Whether the method around merges the identifiers of what a batch delete took.
    package internal(set) var isMerged = false
  }

  /// A message or an assignment that puts something into a relationship.
  package struct Link: Hashable, Sendable {
    package let relationship: String
    package let value: Value
    /// The number of the method around; nil outside of all.
    package let method: Int?
  }

  package let path: String
  package let deletes: [Delete]
  package let links: [Link]
  package let methods: [Method]
  package let sends: [Send]
  /// The classes that properties are declared to have, by name.
  package let properties: [String: Set<String>]
  /// The texts of constants, by name.
  package let constants: [String: String]
  /// The classes of the objects that class methods are declared to return, by their selectors or by the names
  /// that they state for Swift.
  package let results: [String: Set<String>]
  package let words: Set<String>
  /// The first place at which an entity of a Core Data model is made, if any is.
  package let builtModel: Location?
  /// The first place at which a container or options for CloudKit are made, if any are.
  package let mirroredStore: Location?
  /// The changes that the file makes to the CloudKit options of stores.
  package let cloudOptions: [CloudOptions]
  /// The number of containers for CloudKit that it makes.
  package let cloudContainerCount: Int

  /// A change of the options for CloudKit of a store.
  package enum CloudOptions: Hashable, Sendable {
    case set
    /// Takes them away.
    case cleared
    /// Takes them away on some paths only.
    case perhapsCleared
  }

  package init(_ source: SourceFile) {
    let reader = ObjectiveCReader(source)
    (path, properties) = (source.path, reader.properties)
    let merging = reader.identifying.intersection(reader.merging)
    deletes = reader.deletes.map { delete in
      var delete = delete
      delete.isMerged = delete.kind == .batchDelete && delete.method.map(merging.contains) == true
      return delete
    }
    (methods, sends, builtModel) = (reader.methods, reader.sends, reader.builtModel)
    (constants, results, links) = (reader.constants, reader.results, reader.links)
    (mirroredStore, cloudOptions) = (reader.mirroredStore, reader.cloudOptions)
    cloudContainerCount = reader.cloudContainerCount
    words = reader.words
  }
}
