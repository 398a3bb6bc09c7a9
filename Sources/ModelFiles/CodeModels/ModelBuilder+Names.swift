import CompiledOnce
import SourceText
import SwiftSource

extension ModelBuilder {
  /// The type that a name refers to at the current place.
  func type(named path: [String]) -> String? {
    if path.count == 1, case .type(let type, _)? = local(path[0]) { return type }
    if path == ["Self"] { return frame.type }
    return code.type(named: path, in: frame.type)
  }

  private func local(_ name: String) -> BuilderValue? {
    var scope: Int? = frame.scope
    while let index = scope {
      if let value = scopes[index].values[name] { return value }
      scope = scopes[index].parent
    }
    return nil
  }

  /// The scope that has a name; nil if none has.
  func scope(of name: String) -> Int? {
    var scope: Int? = frame.scope
    while let index = scope {
      if scopes[index].values[name] != nil { return index }
      scope = scopes[index].parent
    }
    return nil
  }

  /// The value of a name; nil if nothing has the name.
  mutating func lookUp(_ name: String, at location: Location? = nil) -> BuilderValue? {
    if let value = local(name) { return value }
    let place = location ?? tokens.location(0)
    if name == "self" { return frame.selfValue }
    if name == "Self" { return frame.type.map { .type($0, place) } }
    if let own = frame.selfValue, let value = member(name, of: own, at: place, isOwn: true) {
      return value
    }
    var around = frame.type
    while let type = around {
      if let value = staticMember(name, of: type, at: place) { return value }
      around = type.lastIndex(of: ".").map { String(type[..<$0]) }
    }
    if let property = code.property(named: name, of: nil) { return constant(property, at: place) }
    return type(named: [name]).map { .type($0, place) }
  }

  /// The value of a static or global property, which is made on first use.
  mutating func constant(_ property: BuilderCode.Property, at place: Location) -> BuilderValue {
    let key = "\(property.type ?? "").\(property.property.name)"
    if let known = constants[key] { return known }
    // While it is made, it has no value of its own.
    constants[key] = .unknown(place)
    let isComputed = !property.property.isStored
    let value = self.value(of: property, selfValue: property.type.map { .type($0, place) })
    constants[key] = isComputed ? nil : value
    return value
  }

  /// Evaluates the initial value or the getter of a property.
  mutating func value(
    of property: BuilderCode.Property, selfValue: BuilderValue?
  ) -> BuilderValue {
    let place = property.property.location
    var inner = BuilderFrame(file: property.file, scope: 0, selfValue: selfValue)
    inner.type = dynamicType(of: selfValue) ?? property.type
    let type = property.property.type
    if let initial = property.property.initialValue {
      return enter(inner) { builder in
        var parser = SyntaxParser(builder.tokens, in: initial)
        return builder.evaluate(parser.value(), as: type)
      }
    }
    if let brace = property.property.accessors, !property.property.isStored {
      let end = code.files[property.file].tokens.end(of: brace) ?? brace + 1
      return run(brace + 1..<max(end, brace + 1), in: inner, with: [:], result: type)
    }
    if case .optional? = type { return .nothing }
    return .unknown(place)
  }

  func dynamicType(of value: BuilderValue?) -> String? {
    switch value {
    case .type(let type, _)?: type
    case .object(let index)?: objects[index].type
    default: nil
    }
  }

  /// A static property, a case or a type within a type; nil if it has none of that name.
  mutating func staticMember(
    _ name: String, of type: String, at place: Location
  ) -> BuilderValue? {
    if code.isCase(name, of: type) { return .member(name, .empty) }
    for ancestor in code.chain(of: type) {
      if let property = code.property(named: name, of: ancestor), property.isStatic {
        // What an ancestor computes may differ with the type that is asked.
        if property.property.isStored { return constant(property, at: place) }
        return deeper(else: .unknown(place)) {
          $0.value(of: property, selfValue: .type(type, place))
        }
      }
    }
    return code.type(
      named: [type, name].flatMap { $0.split(separator: ".").map(String.init) }, in: nil
    )
    .flatMap { $0 == "\(type).\(name)" ? .type($0, place) : nil }
  }

  // MARK: Members

  /// A property of a value; nil if an object itself is asked, and has no such property.
  mutating func member(
    _ name: String, of value: BuilderValue, at place: Location, isOwn: Bool = false
  ) -> BuilderValue? {
    switch value {
    case .object(let index):
      return field(name, of: index, at: place) ?? (isOwn ? nil : .unknown(place))
    case .type(let type, let named):
      if !isOwn {
        switch name {
        case "self", "Type": return .type(type, named)
        default: break
        }
      }
      return staticMember(name, of: type, at: place)
        // A class that no file has, or an enumeration of a framework.
        ?? (isOwn ? nil : .member(name, .empty))
    case .tuple(let list):
      if let index = Int(name), list.elements.indices.contains(index) {
        return list.elements[index]
      }
      return list[name] ?? (isOwn ? nil : .unknown(place))
    case .list(let list): return Self.member(name, of: list.elements) ?? .unknown(place)
    case .table(let table):
      switch name {
      case "values": return .list(BuilderList(table.values))
      case "keys": return .list(BuilderList(table.keys))
      case "count": return .number(table.keys.count)
      case "isEmpty": return .bool(table.keys.isEmpty)
      default: return .unknown(place)
      }
    case .keyPath(let path, let location):
      return ["_kvcKeyPathString", "keyPath", "stringValue"].contains(name)
        ? .text(path, location) : .unknown(place)
    case .text(let text, _):
      return name == "isEmpty" ? .bool(text.isEmpty) : name == "rawValue" ? value : .unknown(place)
    case .nothing: return .nothing
    case .unknown, .bool, .number, .member, .closure: return isOwn ? nil : .unknown(place)
    }
  }

  private static func member(_ name: String, of elements: [BuilderValue]) -> BuilderValue? {
    switch name {
    case "count": .number(elements.count)
    case "isEmpty": .bool(elements.isEmpty)
    case "first": elements.first ?? .nothing
    case "last": elements.last ?? .nothing
    case "lazy": .list(BuilderList(elements))
    default: nil
    }
  }

  private mutating func field(_ name: String, of index: Int, at place: Location) -> BuilderValue? {
    let object = objects[index]
    let name = object.coreDataClass == nil ? name : Self.fieldNames[name] ?? name
    if let value = object.fields[name] { return value }
    for ancestor in code.chain(of: object.type) {
      guard let property = code.property(named: name, of: ancestor), !property.isStatic else {
        continue
      }
      let value = self.value(of: property, selfValue: .object(index))
      if property.property.isStored { objects[index].fields[name] = value }
      return value
    }
    return object.coreDataClass.flatMap { standardField(name, of: index, $0) }
  }

  /// The older names of properties.
  private static let fieldNames = ["optional": "isOptional", "ordered": "isOrdered"]

  /// The value of a property of Core Data's classes that nothing has set.
  private func standardField(_ name: String, of index: Int, _ type: String) -> BuilderValue? {
    let object = objects[index]
    switch name {
    case "entities", "subentities", "properties", "uniquenessConstraints":
      return .list(.empty)
    case "entitiesByName": return byName(object.fields["entities"]) { _ in true }
    case "propertiesByName": return byName(object.fields["properties"]) { _ in true }
    case "relationshipsByName":
      return byName(object.fields["properties"]) { $0 == CoreDataClass.relationship }
    case "attributesByName":
      return byName(object.fields["properties"]) { CoreDataClass.attributes.contains($0) }
    case "isOptional": return .bool(true)
    case "isOrdered", "isAbstract", "isTransient": return .bool(false)
    case "isToMany":
      guard case .number(let count)? = object.fields["maxCount"] else {
        return object.fields["maxCount"] == nil ? .bool(true) : nil
      }
      return .bool(count != 1)
    case "minCount", "maxCount": return .number(0)
    case "name", "destinationEntity", "inverseRelationship", "superentity", "defaultValue":
      return .nothing
    default: return nil
    }
  }

  private func byName(_ list: BuilderValue?, _ isMeant: (String) -> Bool) -> BuilderValue? {
    var table = BuilderTable()
    if case .unknown? = list { return nil }
    guard case .list(let list)? = list else { return .table(table) }
    for case .object(let index) in list.elements {
      guard let type = objects[index].coreDataClass, isMeant(type),
        let name = objects[index].fields["name"]
      else { continue }
      table.set(name, to: .object(index))
    }
    return .table(table)
  }

  // MARK: Assignments

  /// Gives a place a value: a name, a property or an element.
  mutating func assign(_ value: BuilderValue, to target: SwiftExpression) {
    switch target.form {
    case .name(let name): assign(value, toName: name.text)
    case .postfix(let base, let suffixes): assign(value, to: base, suffixes[...], target)
    case .tuple(let parts):
      guard case .tuple(let list) = value, list.elements.count == parts.count else { return }
      for (part, element) in zip(parts, list.elements) { assign(element, to: part.value) }
    default: break
    }
  }

  private mutating func assign(_ value: BuilderValue, toName name: String) {
    if let scope = scope(of: name) {
      scopes[scope].values[name] =
        uncertainty == nil ? value : .unknown(uncertainty ?? tokens.location(0))
    } else if case .object(let index)? = frame.selfValue {
      set(name, of: index, to: value)
    } else if let property = code.property(named: name, of: frame.type) {
      constants["\(property.type ?? "").\(name)"] = value
    } else if code.property(named: name, of: nil) != nil {
      constants[".\(name)"] = value
    }
  }

  mutating func assign(
    _ value: BuilderValue, to base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>,
    _ whole: SwiftExpression
  ) {
    guard let last = suffixes.last else { return assign(value, to: base) }
    let rest = suffixes.dropLast()
    switch last.form {
    case .unwrap: assign(value, to: base, rest, whole)
    case .member(let name):
      switch evaluate(base, rest, whole) {
      case .object(let index): set(name.text, of: index, to: value)
      case .type(let type, _):
        if let property = code.property(named: name.text, of: type) {
          constants["\(property.type ?? "").\(name.text)"] = value
        }
      case .unknown where name.text == "deleteRule":
        report(
          "a relationship that cannot be followed gets a delete rule here, which is not taken into "
            + "account", at: tokens.location(last.tokens.lowerBound))
      default: break
      }
    case .element(let arguments):
      guard let key = arguments.first.map({ evaluate($0.value) }) else { return }
      switch evaluate(base, rest, whole) {
      case .table(var table):
        guard spend(1 + table.keys.count / 8) else { return }
        table.set(key, to: value)
        assign(.table(table), to: base, rest, whole)
      case .list(let list):
        guard case .number(let index) = key, list.elements.indices.contains(index),
          spend(1 + list.elements.count)
        else { return }
        var elements = list.elements
        elements[index] = value
        assign(.list(BuilderList(elements)), to: base, rest, whole)
      default: break
      }
    default: break
    }
  }

  mutating func set(_ name: String, of index: Int, to value: BuilderValue) {
    if runSetter(of: name, of: index, with: value) { return }
    guard objects[index].coreDataClass != nil else {
      objects[index].fields[name] = value
      return
    }
    let name = Self.fieldNames[name] ?? name
    if let uncertainty, Self.partsOfModel.contains(name) {
      report("this runs only under a condition that is not known here", at: uncertainty)
    }
    objects[index].fields[name] = value
  }

  /// Runs the setter that code declares for a property of an object; false if there is none.
  private mutating func runSetter(
    of name: String, of index: Int, with value: BuilderValue
  ) -> Bool {
    let computed = code.chain(of: objects[index].type).lazy
      .compactMap { [code] in code.property(named: name, of: $0) }
      .first { !$0.isStatic && !$0.property.isStored }
    guard let computed, let brace = computed.property.accessors else { return false }
    let end = code.files[computed.file].tokens.end(of: brace) ?? brace + 1
    var inner = BuilderFrame(file: computed.file, scope: 0, selfValue: .object(index))
    inner.type = objects[index].type
    _ = enter(inner) { builder in
      var parser = SyntaxParser(builder.tokens, in: brace + 1..<max(end, brace + 1))
      parser.beginBody()
      while let statement = parser.nextStatement() {
        guard case .accessor("set", let parameter, let block) = statement.form else { continue }
        builder.define(parameter ?? "newValue", value)
        _ = builder.run(block, nil)
      }
      return .nothing
    }
    return true
  }

  /// The properties of Core Data's classes that bear on deletes.
  private static let partsOfModel: Set = [
    "deleteRule", "destinationEntity", "entities", "inverseRelationship", "isAbstract",
    "isOptional", "isOrdered", "maxCount", "minCount", "name", "properties", "subentities",
  ]
}
