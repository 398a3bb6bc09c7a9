import CompiledOnce
import SourceText

// What is generic here is compiled once for all formats: made anew for each type of value, as an
// optimising build would, it would be most of what is built of them.

/// An object of a file format: a table of its keys, from which it is read, written, and described in the
/// JSON Schema.
package struct FileFormat<Root: Sendable>: Sendable {
  package let object: FormatObject
  package let fields: [FormatField<Root>]
  /// The value of an object without keys.
  let blank: Root
  /// Puts into a value where it stands.
  private let place: @Sendable (inout Root, Location) -> Void

  /// States a format.
  package init(
    _ definition: String, _ title: String, _ words: String? = nil, blank: Root,
    at place: @escaping @Sendable (inout Root, Location) -> Void = { _, _ in },
    isFile: Bool = false, _ fields: [FormatField<Root>]
  ) {
    let schema = isFile ? [FormatObject.Key.schema] : []
    object = FormatObject(definition, title, words, schema + fields.map(\.key))
    self.fields = fields
    self.blank = blank
    self.place = place
  }

  /// Returns the value of an object without keys, where it stands.
  package func blank(at location: Location) -> Root {
    var value = blank
    place(&value, location)
    return value
  }

  package func json(_ value: Root) -> JSONText { .stating(members(of: value)) }

  package func members(of value: Root) -> [(String, JSONText?)] {
    fields.map { ($0.key.name, $0.write(value)) }
  }
}

/// A key of an object, with the part of a value that it states.
package struct FormatField<Root>: Sendable {
  package typealias Reader =
    @Sendable (inout FileReading, JSONNode, inout Fixture, inout Root) -> Bool

  package let key: FormatObject.Key
  /// Whether there is no value without it.
  let isVital: Bool
  /// Puts what a node states into a value; false where it states nothing.
  package let read: Reader
  /// Writes the part of a value; nil for a key that is left out.
  package let write: @Sendable (Root) -> JSONText?

  package init(
    _ key: FormatObject.Key, isVital: Bool = false, read: @escaping Reader,
    write: @escaping @Sendable (Root) -> JSONText?
  ) {
    self.key = key
    self.isVital = isVital
    self.read = read
    self.write = write
  }

  /// A key that must be there; without a value of its notation there is none of the object, if it is vital.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func required<Value>(
    _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ notation: Notation<Value>,
    isVital: Bool = true, _ words: String? = nil
  ) -> FormatField {
    FormatField(
      FormatObject.Key(name, isRequired: true, notation.shape, words), isVital: isVital,
      read: { reading, node, fixture, root in
        guard let value = notation.read(&reading, node, &fixture) else { return false }
        root[keyPath: path] = value
        return true
      }, write: { notation.write($0[keyPath: path]) })
  }

  /// A key for what may be open: left out then, or null where the key must be there.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func stated<Value>(
    _ name: String, _ path: WritableKeyPath<Root, Value?> & Sendable, _ notation: Notation<Value>,
    isRequired: Bool = false, _ words: String? = nil
  ) -> FormatField {
    FormatField(
      FormatObject.Key(name, isRequired: isRequired, notation.shape, words),
      read: { reading, node, fixture, root in
        root[keyPath: path] = notation.read(&reading, node, &fixture)
        return true
      }, write: { $0[keyPath: path].flatMap(notation.write) ?? (isRequired ? .null : nil) })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  package static func defaulted<Value: Equatable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ notation: Notation<Value>,
    to usual: Value, _ words: String? = nil
  ) -> FormatField {
    let shape = notation.write(usual).map { .defaulted(notation.shape, $0) } ?? notation.shape
    return FormatField(
      FormatObject.Key(name, shape, words),
      read: { reading, node, fixture, root in
        root[keyPath: path] = notation.read(&reading, node, &fixture) ?? usual
        return true
      }, write: { $0[keyPath: path] == usual ? nil : notation.write($0[keyPath: path]) })
  }

  /// A key for an array; an empty one is left out, unless the key must be there.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func listed<Element>(
    _ name: String, _ path: WritableKeyPath<Root, [Element]> & Sendable,
    _ notation: Notation<[Element]>, isRequired: Bool = false, _ words: String? = nil
  ) -> FormatField {
    FormatField(
      FormatObject.Key(name, isRequired: isRequired, notation.shape, words),
      read: { reading, node, fixture, root in
        root[keyPath: path] = notation.read(&reading, node, &fixture) ?? []
        return true
      },
      write: {
        let list = $0[keyPath: path]
        return list.isEmpty && !isRequired ? nil : notation.write(list)
      })
  }

  /// Returns the key for a value that has this one as a part.
  @_semantics("optimize.sil.specialize.generic.never")
  package func within<Whole>(
    _ path: WritableKeyPath<Whole, Root> & Sendable
  ) -> FormatField<Whole> {
    FormatField<Whole>(
      key, isVital: isVital,
      read: { [read] in read(&$0, $1, &$2, &$3[keyPath: path]) },
      write: { [write] in write($0[keyPath: path]) })
  }
}

/// A key of which an object has one among several, with the case of a value that it states.
package struct FormatCase<Root>: Sendable {
  package let key: FormatObject.Key
  let read: Notation<Root>.Reader
  /// Writes a value; nil for one of another case.
  let write: @Sendable (Root) -> JSONText?

  /// A key whose value becomes a case, and back; nil for another case.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ name: String, _ notation: Notation<Value>, _ make: @escaping @Sendable (Value) -> Root,
    _ words: String? = nil, value: @escaping @Sendable (Root) -> Value?
  ) {
    key = FormatObject.Key(name, notation.shape, words)
    read = { notation.read(&$0, $1, &$2).map(make) }
    write = { value($0).flatMap(notation.write) }
  }
}

extension FileReading {
  /// Reads the value of the only one of some keys that an object has; nil, and reported, where there
  /// are several, none, or none of those that are expected.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func value<Root>(
    _ node: JSONNode, _ members: [String: JSONNode], of cases: [FormatCase<Root>],
    expecting expected: [FormatCase<Root>]? = nil, in title: String, without: String = "nothing",
    _ fixture: inout Fixture
  ) -> Root? {
    let (found, names) = (
      cases.filter { members[$0.key.name] != nil }, (expected ?? cases).map(\.key.name)
    )
    if found.count == 1, names.contains(found[0].key.name) {
      return members[found[0].key.name].flatMap { found[0].read(&self, $0, &fixture) }
    }
    // A key that is not known is reported already, and may be the one.
    if found.isEmpty, case .object(let all) = node.content, all.count > members.count {
      return nil
    }
    report(
      node.location,
      "found \(found.isEmpty ? without : found.map(\.key.name).listed()) in \(title); "
        + "expected exactly one of \(names.listed("or"))")
    return nil
  }

  /// Reads an object; nil where it lacks what there must be.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func value<Root>(
    _ node: JSONNode, of format: FileFormat<Root>, in fixture: inout Fixture
  ) -> Root? {
    guard let members = members(node, of: format.object) else { return nil }
    var value = format.blank(at: node.location)
    return read(members, format.fields, in: &fixture, into: &value) ? value : nil
  }

  /// Reads an object that names no objects.
  package mutating func value<Root>(_ node: JSONNode, of format: FileFormat<Root>) -> Root? {
    var fixture = Fixture()
    return value(node, of: format, in: &fixture)
  }

  /// Reads members into a value; false where something is missing that there must be.
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func read<Root>(
    _ members: [String: JSONNode], _ fields: [FormatField<Root>], in fixture: inout Fixture,
    into value: inout Root
  ) -> Bool {
    var isWhole = true
    for field in fields {
      let isStated = members[field.key.name].map { field.read(&self, $0, &fixture, &value) }
      if isStated != true && field.isVital { isWhole = false }
    }
    return isWhole
  }
}

extension Collection {
  package func members<Root>(of value: Root) -> [(String, JSONText?)]
  where Element == FormatCase<Root> { map { ($0.key.name, $0.write(value)) } }
}

extension JSONText {
  /// An object of those members that there are.
  package static func stating(_ members: [(key: String, value: JSONText?)]) -> JSONText {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// An array; nil where it would be empty.
  package static func list(_ elements: [JSONText]) -> JSONText? {
    elements.isEmpty ? nil : .array(elements)
  }
}
