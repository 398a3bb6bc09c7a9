import ModelFiles
import ObjectGraph
import SwiftSource

/// Calls: their effects and their values.
extension Evaluation {
  /// Returns the value of a call, after its effects.
  mutating func call(_ name: String, of base: CodeValue?, _ site: CallSite) -> CodeValue {
    let given = values(of: site.arguments, base: base, name: name)
    let isClosureLast = site.arguments.last?.isTrailing == true
    return result(of: name, base, given, at: site.place, isClosureLast)
  }

  private mutating func result(
    of name: String, _ base: CodeValue?, _ given: [Argument], at place: Int, _ isClosureLast: Bool
  ) -> CodeValue {
    var origin = given.reduce(base?.origin ?? 0) { $0 | $1.value.origin }
    let first = given.first?.value
    // What Xcode makes to change a relationship may be declared in a file, too, and has no body there.
    if case .entity(let entity) = (base ?? own).type,
      name.hasPrefix("removeFrom") || name.hasPrefix("addTo"), !given.isEmpty,
      let result = entityCall(name, entity, base ?? own, given, at: place)
    {
      return result
    }
    // The app's own come first: they are often called like the framework's.
    if let own = ownCall(of: name, base, given, at: place) { return own }
    if base == nil, own.type == .context,
      let result = contextCall(name, of: "self", given, at: place)
    {
      return CodeValue(type: result, origin: origin)
    }
    if base == nil, case .collection(let element) = own.type,
      ["forEach", "map", "compactMap"].contains(name)
    {
      return collectionCall(name, own, element, given, at: place, isClosureLast)
    }
    if let base { origin = base.origin | origin }
    func value(_ type: CodeType) -> CodeValue { CodeValue(type: type, origin: origin) }
    switch base?.type {
    case .context:
      if let type = contextCall(name, of: base?.name, given, at: place) {
        var result = CodeValue(type: type, origin: origin)
        result.isStored = name == "fetch"
        return result
      }
    case .metatype(let type):
      if name == "init" || name == "callAsFunction" { return made(type, given, origin, at: place) }
      if name == "fetchRequest" { return value(.request(type)) }
      if name == "mr_truncateAll" || name == "MR_truncateAll" {
        add(.delete, CodeValue(type: type), at: place)
        return .unknown
      }
      // `Trip.entity().name` names an entity.
      if name == "entity" { return value(.metatype(type)) }
    case .collection(let element):
      return collectionCall(name, base ?? .unknown, element, given, at: place, isClosureLast)
    case .controller(let inner) where name == "object": return value(inner)
    case .closure(_, let result) where name == "callAsFunction": return value(result)
    case .tuple(let parts) where parts.count == 2:
      if name == "map" || name == "forEach" || name == "compactMap" || name == "flatMap" {
        return value(.collection(given.last?.value.type ?? .unknown))
      }
    case .deletion(let reference):
      if let first { callDelete(reference, first, at: place) }
      return .unknown
    case .entity(let entity):
      if let result = entityCall(name, entity, base ?? .unknown, given, at: place) { return result }
      if name == "map" || name == "flatMap" {
        if case .deletion(let reference)? = first?.type {
          callDelete(reference, base ?? .unknown, at: reference)
        }
        return value(given.last?.value.type ?? .unknown)
      }
      // What was made of elements of which nothing was known.
      if name == "forEach" {
        let base = base ?? .unknown
        return collectionCall(name, base, base.type, given, at: place, isClosureLast)
      }
    case .other("IndexSet"), .other("Range"):
      if name == "map" || name == "compactMap" {
        return value(.collection(given.last?.value.type ?? .unknown))
      }
    default: break
    }
    switch name {
    case "delete" where given.count == 1 && given[0].label == nil && base != nil:
      // Of nobody knows what; that it is given an object says enough.
      let isOther = if case .other? = base?.type { true } else { false }
      if !isOther, first?.type.entity != nil, case .entity? = first?.type {
        add(.delete, first ?? .unknown, at: place)
      }
    case "erase" where given.isEmpty, "deleteAllData" where given.isEmpty:
      if base?.type == .other("ModelContainer") || base.map({ !$0.type.isKnown }) == true {
        add(.erase, .unknown, at: place)
      }
    case "fetchRequest", "withAnimation", "withTransaction", "performAndWait", "perform", "run",
      "withLock", "map", "flatMap":
      return value(given.last?.value.type ?? .unknown)
    case "compactMap" where base != nil:
      return value(.collection(given.last?.value.type ?? .unknown))
    case "some" where base != nil && given.count == 1: return first ?? .unknown
    case "zip" where given.count == 2:
      return value(.collection(.tuple(given.map(\.value.type.element))))
    case "type" where given.count == 1: return value(.metatype(first?.type ?? .unknown))
    case "newBackgroundContext": return CodeValue(type: .context)
    default: break
    }
    if let base, case .closure(_, let result)? = property(name, of: base)?.type {
      return value(result)
    }
    // A type that is called by its name, without anything before it.
    if base == nil {
      let type = code.resolved(.named([name], arguments: []), in: scope, generics: generics)
      if type.isKnown, name.first?.isUppercase == true {
        return made(type, given, origin, at: place)
      }
      // Something inherited, of what calls it.
      origin |= own.origin
    }
    return value(.unknown)
  }

  // MARK: What is found

  mutating func add(
    _ kind: DeleteCall.Kind, _ value: CodeValue, at place: Int, via: Int? = nil,
    in context: String? = nil
  ) {
    let isOfInserted =
      kind == .delete && aftermath.hasInsertedAndSaved(value.name, in: context)
    let details = isOfInserted ? FoundCall.Details(isOfInserted: true) : nil
    keep(FoundCall(kind, value, at: place, via: via, details))
    if kind == .delete, let context {
      aftermath.delete(
        Aftermath.Deleted(
          token: place, type: value.type, name: value.name, context: context, isNew: value.isNew))
    }
  }

  mutating func addUnlink(_ use: RelationshipUse?, _ value: CodeValue, at place: Int) {
    guard let use, !use.isOfNew else { return }
    keep(
      FoundCall(.unlink, value, at: place, FoundCall.Details(relationship: use)))
  }
}
