import CompiledOnce
import ObjectGraph
import SourceText

/// A way to write a value in a file: its shape, its reader and its writer.
package struct Notation<Value>: Sendable {
  package typealias Reader = @Sendable (inout FileReading, JSONNode, inout Fixture) -> Value?

  package let shape: JSONShape
  package let read: Reader
  /// Writes a value; nil for one that is left out.
  package let write: @Sendable (Value) -> JSONText?

  package init(
    _ shape: JSONShape, read: @escaping Reader, write: @escaping @Sendable (Value) -> JSONText?
  ) {
    self.shape = shape
    self.read = read
    self.write = write
  }

  @_semantics("optimize.sil.specialize.generic.never")
  package static func object(_ format: FileFormat<Value>) -> Notation where Value: Sendable {
    Notation(
      .object(format.object), read: { $0.value($1, of: format, in: &$2) }, write: format.json)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  package static func list<Element>(
    of element: Notation<Element>, expected: String, least: Int = 0
  ) -> Notation where Value == [Element] {
    Notation(
      .list(element.shape, least: least),
      read: { reading, node, fixture in
        reading.elements(node, expected: expected)?.compactMap {
          element.read(&reading, $0, &fixture)
        }
      }, write: { .array($0.compactMap(element.write)) })
  }

  /// Values by words of a list, which people call by a title; left out where there are none.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func byWord<Word: RawRepresentable<String> & CaseIterable & Sendable, Stated>(
    _ words: Notation<Word>, _ title: String, _ notation: Notation<Stated>, expected: String
  ) -> Notation where Value == [Word: Stated] {
    Notation(
      .byName(notation.shape, names: words.shape),
      read: { reading, node, fixture in
        var values: Value = [:]
        for member in reading.namedMembers(node, expected: expected) ?? [] {
          guard let word = Word(rawValue: member.key) else {
            let end = reading.alternatives(to: member.key, among: Word.allCases.map(\.rawValue))
            reading.report(
              member.keyLocation, "found the unknown \(title) \"\(member.key.singleLine)\"\(end)")
            continue
          }
          values[word] = notation.read(&reading, member.value, &fixture)
        }
        return values
      },
      write: { values in
        let members = values.map { ($0.key.rawValue, notation.write($0.value)) }
        return members.isEmpty ? nil : .stating(members.sorted { $0.0 < $1.0 })
      })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  package func unlessEmpty<Element>() -> Notation where Value == [Element] {
    Notation(
      shape, read: { [read] in read(&$0, $1, &$2).flatMap { $0.isEmpty ? nil : $0 } },
      write: { [write] in $0.isEmpty ? nil : write($0) })
  }

  package func shaped(_ shape: JSONShape) -> Notation {
    Notation(shape, read: read, write: write)
  }

  package func named(_ name: String, _ words: String? = nil) -> Notation {
    let described = words.map { JSONShape.described(shape, $0) } ?? shape
    return Notation(.named(name, described), read: read, write: write)
  }
}

extension Notation where Value: RawRepresentable<String> & CaseIterable & Sendable {
  package static var word: Notation {
    Notation(
      .oneOf(Value.self), read: { reading, node, _ in reading.choice(node, Value.self) },
      write: { .string($0.rawValue) })
  }

  package static var wordOrNull: Notation {
    Notation(
      .oneOf(Value.allCases.map { .string($0.rawValue) } + [.null]),
      read: { reading, node, _ in reading.nullableChoice(node, Value.self) },
      write: { .string($0.rawValue) })
  }
}

extension Notation<String> {
  package static func text(_ expected: String = "a string that is not empty") -> Notation {
    Notation(
      .name, read: { reading, node, _ in reading.string(node, expected: expected) },
      write: { .string($0) })
  }

  package static func textOrNull(_ expected: String) -> Notation {
    Notation(
      .nullableName, read: { reading, node, _ in reading.nullableString(node, expected: expected) },
      write: { .string($0) })
  }

  package static var anyText: Notation {
    Notation(
      .text,
      read: { reading, node, _ in
        if case .string(let text) = node.content { return text }
        reading.report(node, expected: "a string")
        return nil
      }, write: { .string($0) })
  }
}

extension Notation<Bool> {
  package static var bool: Notation {
    Notation(
      .bool, read: { reading, node, _ in reading.bool(node) }, write: { .bool($0) })
  }
}

extension Notation<Int> {
  package static var count: Notation {
    Notation(
      .count, read: { reading, node, _ in reading.count(node) }, write: { .integer($0) })
  }

  package static var integer: Notation {
    Notation(
      .integer,
      read: { reading, node, _ in
        if case .integer(let number) = node.content { return number }
        reading.report(node, expected: "a whole number")
        return nil
      }, write: { .integer($0) })
  }
}

extension Notation<Framework.Name> {
  package static var framework: Notation { word.named("framework") }

  /// The framework of a file, which decides what else it may state.
  package static var declaredFramework: Notation {
    Notation(
      framework.shape,
      read: { reading, node, fixture in
        fixture.framework = reading.choice(node, Framework.Name.self)
        return fixture.framework
      }, write: framework.write)
  }
}

extension Notation<DeleteRule> {
  package static var deleteRule: Notation { word.named("deleteRule") }
}

extension Notation<Outcome.Reading> {
  static var reading: Notation {
    word.named(
      "reading",
      "What the step reads: the process traps, there is nothing (nil, zero, no object), or there is a "
        + "value.")
  }
}

extension Notation<ReleaseSpan> {
  package static var releases: Notation {
    Notation(
      .name, read: { reading, node, _ in reading.releaseSpan(node) },
      write: { .string($0.description) }
    ).named("system", "A release, two and what lies between, or all.")
  }
}

extension Notation<StatedReleases> {
  package static func statedReleases(_ expected: String) -> Notation {
    let beside = Notation<StatedReleases>.object(StatedReleases.format)
    return Notation(
      .anyOf([.nullableName, beside.shape]),
      read: { reading, node, _ in reading.statedReleases(node, expected: expected) },
      write: { stated in
        if (try? StatedReleases(stated.words)) == stated { return .string(stated.words) }
        return beside.write(stated)
      })
  }
}
