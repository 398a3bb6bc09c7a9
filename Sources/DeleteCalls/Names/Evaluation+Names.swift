import SwiftSource

/// Names.
extension Evaluation {
  /// Returns the value of a name that is not called, where a type may be expected.
  mutating func value(of name: SwiftName, for expected: CodeType = .unknown) -> CodeValue {
    if let known = nearby(name.text) {
      ask(byVariable: name.text)
      localFunctions[known.object]?.passings += 1
      return known
    }
    if let type = generic(name) { return value(of: type) }
    if expected == .metatype(.anyModel), generics[name.text] == nil,
      let model = code.onlyModel(named: [name.text], from: file)
    {
      return CodeValue(type: .metatype(model))
    }
    return declared(name)
  }

  /// Returns the value of a call of a name.
  mutating func called(_ name: SwiftName, _ site: CallSite) -> CodeValue {
    if let known = nearby(name.text) {
      ask(byCallOf: name.text, site.arguments)
      return call("callAsFunction", of: known, site)
    }
    if let type = generic(name) {
      return call("callAsFunction", of: value(of: type), site)
    }
    if name.text == "Optional", name.generics.isEmpty, site.arguments.count == 1 {
      return value(of: site.arguments[0].value)
    }
    let plain = Self.plain(name.text)
    let functions = code.functions(
      plain, of: own.type.instance.isKnown ? own.type.instance : own.type)
    if functions.isEmpty, let object = nearby("self"), let held = property(plain, of: object),
      held.type.isClosure || !code.functions("callAsFunction", of: held.type).isEmpty
    {
      return call("callAsFunction", of: named(held, "self.\(plain)"), site)
    }
    if !functions.isEmpty || !code.functions(named: plain, of: nil).isEmpty
      || plain.first?.isUppercase != true
    {
      return call(plain, of: nil, site)
    }
    return call("callAsFunction", of: declared(name), site)
  }

  private static func plain(_ name: String) -> String {
    name.hasPrefix("$") ? String(name.dropFirst()) : name
  }

  /// Returns the value of a keyword or of a variable in scope; nil if the name is neither.
  func nearby(_ name: String) -> CodeValue? {
    switch name {
    case "self":
      var value = own
      value.name = "self"
      return value
    case "super": return CodeValue(type: .other("super"))
    case "Self":
      let type = own.type.instance
      return CodeValue(type: .metatype(type.isKnown ? type : own.type))
    default: break
    }
    if name.hasPrefix("$"), let number = Int(name.dropFirst()) {
      guard let values = shorthand.last, !values.isEmpty else { return .unknown }
      // An object has a name, so that what is done to it is known.
      if values.count == 1, values[0].type.entity != nil, let object = variable(name) {
        return object
      }
      // Of several at once, `$0` may be all of them.
      if number < values.count { return values[number] }
      guard case .tuple(let parts) = values[0].type, values.count == 1, number < parts.count else {
        return .unknown
      }
      return values[0].with(parts[number])
    }
    return variable(name) ?? (name.hasPrefix("$") ? variable(Self.plain(name)) : nil)
  }

  /// A type with its arguments: `FetchDescriptor<Trip>`.
  private func generic(_ name: SwiftName) -> CodeType? {
    guard !name.generics.isEmpty, name.text.first?.isUppercase == true else { return nil }
    return resolved(.named([name.text], arguments: name.generics))
  }

  /// A type with its arguments as a value, which says in a static function what that is called on where it is for the
  /// type around.
  private func value(of type: CodeType) -> CodeValue {
    let isOfOwn = own.type.instance.entity != nil && type.entity == own.type.instance.entity
    return CodeValue(type: .metatype(type), parameterMask: isOfOwn ? own.parameterMask : 0)
  }

  /// Returns the value of a name that the files or the frameworks declare.
  private mutating func declared(_ name: SwiftName) -> CodeValue {
    let plain = Self.plain(name.text)
    if let object = nearby("self"), let property = property(plain, of: object) {
      ask(byOwnProperty: plain)
      if !deletions.savedDeletes.isEmpty || !deletions.possiblySavedDeletes.isEmpty {
        read(plain, of: object, at: name.token)
        if let declared = code.property(plain, of: object.type) {
          readGone(declared, of: object, at: place(name.token))
        }
      }
      return named(property, "self.\(plain)")
    }
    if let object = nearby("self"), let method = methodReference(plain, of: object, at: name.token)
    {
      return method
    }
    if var member = frameworkMember(plain, of: own, parameterMask: own.parameterMask) {
      member.name = "self.\(plain)"
      return member
    }
    let functions = code.functions(plain, of: own.type) + code.functions(named: plain, of: nil)
    if !functions.isEmpty {
      return CodeValue(
        type: functionReference(to: functions, at: name.token), parameterMask: own.parameterMask)
    }
    let type = code.resolved(.named([plain], arguments: []), in: scope, bound: generics)
    switch type {
    case .unknown where plain == "Task" || plain == "Result":
      return CodeValue(type: .metatype(.other(plain)))
    case .unknown: break
    case .other where name.text.first?.isUppercase != true: break
    case .other where code.property(named: plain, of: nil) != nil: break
    case .other where code.objectiveCConstants[plain] != nil: break
    default:
      // In a static function, the name of its own type is what that is called on.
      var value = CodeValue(
        type: .metatype(type), parameterMask: .metatype(type) == own.type ? own.parameterMask : 0)
      value.name = plain
      return value
    }
    if let global = code.property(named: plain, of: nil) {
      let type = Self.type(of: global, in: code, depth)
      var value = CodeValue(type: type, text: literal(of: global, type))
      // Any function may put another object into it, but a context stays what it is.
      if !type.isOfObjects { value.name = plain }
      return value
    }
    if let text = code.objectiveCConstants[plain] {
      return CodeValue(type: .other("String"), text: text)
    }
    if code.isContext(plain, of: own.type) {
      var value = CodeValue(type: .context)
      value.name = "self.\(plain)"
      return value
    }
    // A context that somebody else made, by the name that all give it.
    if let type = undeclaredContext(named: plain) {
      var value = CodeValue(type: type)
      value.name = plain
      return value
    }
    // Something inherited from what no file declares.
    return own.parameterMask == 0 ? .unknown : member(plain, of: own, at: name.token)
  }

  /// Returns the type of what has the name of a context; nil for any other name.
  static func contextType(named name: String) -> CodeType? {
    let lower = (name.split(separator: ".").last ?? "").lowercased()
    let isUsual = usualContexts.contains(lower)
    return isUsual || lower.hasSuffix("context") ? .suggestedContext(isUsual: isUsual) : nil
  }

  /// The same, of what no file declares: a module that is neither the app's nor the system's may call anything so.
  func undeclaredContext(named name: String) -> CodeType? {
    Self.contextType(named: name).map { type in
      code.importsOthers(file) ? .suggestedContext(isUsual: false) : type
    }
  }

  private static let usualContexts: Set<String> = [
    "backgroundcontext", "bgcontext", "childcontext", "context", "coredatacontext", "ctx",
    "maincontext", "managedcontext", "managedobjectcontext", "mainmoc", "moc", "modelcontext",
    "objectcontext", "parentcontext", "privatecontext", "viewcontext",
  ]
}
