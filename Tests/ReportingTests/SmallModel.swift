import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// One side of a relationship between `A` and `B`.
struct Side {
  static let all = DeleteRule.allCases.flatMap { rule in
    [false, true].flatMap { isToMany in
      [false, true].map { Side(rule: rule, isToMany: isToMany, isOptional: $0) }
    }
  }

  /// Every n-th pair of a relationship and its inverse, or none; each side is in some of them.
  static func pairs(every step: Int) -> [(ahead: Side, back: Side?)] {
    let backs = [nil] + all.map(Optional.some)
    return all.enumerated().flatMap { number, ahead in
      stride(from: number % step, to: backs.count, by: step).map { (ahead, backs[$0]) }
    }
  }

  let rule: DeleteRule
  let isToMany: Bool
  let isOptional: Bool

  func swift(_ name: String, _ destination: String, inverse: String?) -> String {
    let type = (isToMany ? "[\(destination)]" : destination) + (isOptional ? "?" : "")
    let inverse = inverse.map { ", inverse: \\\(destination).\($0)" } ?? ""
    return "@Relationship(deleteRule: .\(rule.rawValue)\(inverse)) var \(name): \(type)"
  }

  func xml(_ name: String, _ destination: String, inverse: String?) -> String {
    let rules: [DeleteRule: String] = [
      .cascade: "Cascade", .deny: "Deny", .noAction: "No Action", .nullify: "Nullify",
    ]
    let inverse =
      inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(destination)\"" } ?? ""
    return "<relationship name=\"\(name)\" optional=\"\(isOptional ? "YES" : "NO")\" "
      + (isToMany ? "toMany=\"YES\" " : "maxCount=\"1\" ")
      + "deletionRule=\"\(rules[rule] ?? "")\" destinationEntity=\"\(destination)\" \(inverse)/>"
  }
}

extension Side {
  static let code = """

    func f(_ a: A, _ b: B, _ c: ModelContext) {
      c.delete(a)
      c.delete(b)
    }
    func all(_ c: ModelContext) throws { try c.delete(model: A.self) }
    func others(_ c: ModelContext) throws { try c.delete(model: B.self) }
    func g(_ a: A, _ c: ModelContext) { c.delete(a); try? c.save() }
    """

  private static let managedCode = """
    import CoreData
    func f(_ a: A, _ b: B, _ c: NSManagedObjectContext) {
      c.delete(a)
      c.delete(b)
    }
    func g(_ a: A, _ c: NSManagedObjectContext) { c.delete(a); try? c.save() }
    """

  /// A model whose entities `A` and `B` have a relationship `x`, and `y` back or none, and code that deletes.
  static func model(
    _ framework: Framework.Name, _ ahead: Side, _ back: Side?
  ) throws -> (Model, SwiftDeclarations) {
    let inverse = back == nil ? nil : "y"
    let path = framework == .swiftData ? "M.swift" : "M.xcdatamodel/contents"
    let text: String
    switch framework {
    case .swiftData:
      text = """
        @Model class A { \(ahead.swift("x", "B", inverse: inverse)) }
        @Model class B { \(back?.swift("y", "A", inverse: nil) ?? "") }
        """
    case .coreData:
      text = """
        <model><entity name="A" representedClassName="A">\(ahead.xml("x", "B", inverse: inverse))\
        </entity><entity name="B" representedClassName="B">\(back?.xml("y", "A", inverse: "x") ?? "")\
        </entity></model>
        """
    }
    let code = framework == .swiftData ? text + Self.code : Self.managedCode
    let file = SourceFile(path: "M.swift", bytes: Array(code.utf8))
    return (try Model(reading: text, as: path), SwiftDeclarations(file, keepsCode: true))
  }
}
