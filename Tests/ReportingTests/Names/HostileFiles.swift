import Foundation

/// Files in which everything that can be named has one name.
struct HostileFiles {
  let name: HostileName

  /// A model with one relationship of the rule; another rule makes it another model.
  func model(rule: String = "Cascade") -> String {
    let name = name.xml
    return """
      <model><entity name="\(name)"><relationship name="\(name)" optional="YES" toMany="YES" \
      deletionRule="No Action" destinationEntity="\(name)2" inverseName="back" \
      inverseEntity="\(name)2"/><relationship name="r\(name)" optional="YES" maxCount="1" \
      deletionRule="\(rule)" destinationEntity="\(name)3"/></entity><entity name="\(name)2">\
      <relationship name="back" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="\(name)" inverseName="\(name)" inverseEntity="\(name)"/></entity>\
      <entity name="\(name)3" isAbstract="YES"/><entity name="\(name)4" parentEntity="\(name)3"/>\
      <entity name="Alone \(name)"/></model>
      """
  }

  /// Objects of the model.
  var objects: String {
    get throws {
      let text = name.text
      return """
        {"objects": {\(try quoted(text)): [\(try quoted(text))], \(try quoted("\(text)2")): \
        [\(try quoted("\(text)b"))], \(try quoted("\(text)4")): [\(try quoted("\(text)d"))]}, \
        "links": [[\(try quoted(text)), \(try quoted(text)), \(try quoted("\(text)b"))], \
        [\(try quoted(text)), \(try quoted("r\(text)")), \(try quoted("\(text)d"))]]}
        """
    }
  }

  /// A pairing of which one outcome is not what was stated.
  var pairing: String {
    get throws {
      let text = name.text
      let (left, right) = (try quoted("L\(text)"), try quoted("R\(text)"))
      let (one, other) = (try quoted("l\(text)"), try quoted("r\(text)"))
      let (title, reference) = (try quoted(text), try quoted("to\(text)"))
      return """
        {"pairing": \(try quoted("L\(text)-R\(text)")), "title": \(title), "framework": "swiftData",
         "sources": [{"id": \(title), "title": \(title), "url": null, "published": \(title),
           "environment": {"os": {"words": \(title), "releases": []}, "xcode": null, "store": null}}],
         "entities": [{"name": \(left), "relationships": [{"name": \(reference), "destination": \
        \(right)}]}, {"name": \(right)}],
         "objects": {\(left): [\(one)], \(right): [\(other)]},
         "links": [[\(one), \(reference), \(other)]],
         "rows": [{"rules": ["cascade", null],
           "delete": {\(one): {"evidence": "observed", "source": \(title), "deleted": [\(one)], \
        "effect": "ok"}, \(other): null}, "unlinked": {\(one): null, \(other): null}},
          {"rules": ["nullify", null], "evidence": "none"},
          {"rules": ["deny", null], "evidence": "none"},
          {"rules": ["noAction", null], "evidence": "none"}]}
        """
    }
  }

  /// A text as JSON, written by Foundation and not by the program.
  private func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }
}
