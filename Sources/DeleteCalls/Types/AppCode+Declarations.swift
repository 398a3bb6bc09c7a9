import SwiftSource

/// The places of an app's declarations.
extension AppCode {
  /// The location of a declaration; a large app has very many, of which few are examined.
  struct Place {
    let files: [SwiftDeclarations]
    let file: Int32
    /// The type in the file; less than 0 outside of all.
    let type: Int32
    let index: Int32
  }

  /// A property or a function, and where it is declared.
  struct Declared<Declaration>: Sendable {
    private let place: Place
    /// The number of its type; nil outside of all.
    let owner: Int?
    /// Its place among all of its kind.
    let number: Int

    init(_ place: Place, of owner: Int?, number: Int) {
      self.place = place
      self.owner = owner
      self.number = number
    }

    var file: Int { Int(place.file) }

    /// The type for whose objects the extension around is, as in `extension FetchDescriptor where T == Trip`; nil
    /// for any other member.
    var extendedFor: TypeExpression? {
      guard let type = enclosing, type.keyword == "extension" else { return nil }
      return type.generics.first { $0.isSame }?.constraint
    }

    /// The declaration of a type, or the extension of one, that it is in.
    var enclosing: SwiftType? {
      place.type < 0 ? nil : place.files[Int(place.file)].types[Int(place.type)]
    }

    /// The one in a file, or in a type of it.
    fileprivate func found(
      _ inFile: (SwiftDeclarations) -> [Declaration], _ inType: (SwiftType) -> [Declaration]
    ) -> Declaration {
      let file = place.files[Int(place.file)]
      let all = place.type < 0 ? inFile(file) : inType(file.types[Int(place.type)])
      return all[Int(place.index)]
    }
  }
}

extension AppCode.Declared<SwiftProperty> {
  var declaration: SwiftProperty { found(\.properties, \.properties) }
}

extension AppCode.Declared<SwiftFunction> {
  var declaration: SwiftFunction { found(\.functions, \.functions) }
}
