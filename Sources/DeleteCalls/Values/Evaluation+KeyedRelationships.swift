import ModelFiles
import ObjectGraph
import SwiftSource

/// A relationship of what a function is given, which the arguments of its calls name.
struct KeyedRelationship: Hashable, Sendable {
  /// The bit of the parameter that has it.
  let owner: UInt64
  /// The bit of the parameter that is its name; 0 where the function says that.
  let key: UInt64
  /// The name, if the function states it.
  let name: String?
  /// Whether all of its objects are meant.
  var isWhole = true

  var parameterMask: UInt64 { owner | key }

  func meant(asWhole isWhole: Bool) -> KeyedRelationship {
    KeyedRelationship(owner: owner, key: key, name: name, isWhole: self.isWhole && isWhole)
  }
}

/// Relationships that are read by their names, as `trip.mutableSetValue(forKey: "stops")`.
extension Evaluation {
  /// The methods that return what a property holds by its name.
  static let readingByKey: Set<String> = [
    "mutableSetValue", "mutableOrderedSetValue", "mutableArrayValue", "value", "primitiveValue",
  ]

  /// The argument that is the name of a property.
  static func key(among given: [Argument]) -> CodeValue? {
    given.first { ["forKey", "forKeyPath"].contains($0.label) }?.value
  }

  /// Returns what a property holds that an argument names, where only the callers of the function know its name or
  /// its object; nil for any other call.
  func keyedValue(_ method: String, of object: CodeValue, _ given: [Argument]) -> CodeValue? {
    guard given.count == 1, Self.readingByKey.contains(method), mayBeObject(object.type),
      let key = Self.key(among: given), object.type.entity == nil || key.text == nil,
      code.functions(method, of: object.type).isEmpty
    else { return nil }
    // What an object holds is not that object.
    var value = CodeValue(
      type: method.hasPrefix("mutable") ? .collection(.anyModel) : .unknown,
      parameterMask: key.parameterMask & ~object.parameterMask)
    value.home = object.home
    let isNamed = key.text != nil || key.given.nonzeroBitCount == 1
    guard isNamed, object.given.nonzeroBitCount == 1 else { return value }
    let keyed = KeyedRelationship(
      owner: object.given, key: key.text == nil ? key.given : 0, name: key.text)
    (value.keyed, value.parameterMask) = ([keyed], keyed.parameterMask)
    value.isProxy = method.hasPrefix("mutable")
    return value
  }

  /// Whether a value may be an object of a model.
  private func mayBeObject(_ type: CodeType) -> Bool {
    switch type {
    case .unknown, .anyModel, .entity, .each, .conforming: true
    case .type(let index): code.isOfModels(index)
    case .generic(_, _, let constraint): mayBeObject(constraint)
    default: false
    }
  }

  /// Returns all that a call of a function deletes: objects that it is given, and those in relationships that the
  /// arguments name.
  func deletes(
    by wrapper: Wrapper, _ function: Int, _ given: [Argument], at places: [Int],
    of receiver: CodeValue
  ) -> [(by: Wrapper, of: CodeValue)] {
    let keyed = Set(wrapper.deletes.compactMap(\.keyed))
    if keyed.isEmpty {
      return [(wrapper, deleted(by: wrapper, function, given, at: places, of: receiver))]
    }
    var objects: [(by: Wrapper, of: CodeValue)] = []
    var rest = wrapper
    if wrapper.deletes.contains(where: { $0.keyed == nil }) {
      objects = [(wrapper, deleted(by: wrapper, function, given, at: places, of: receiver))]
      (rest.emptied, rest.added) = ([], [])
    }
    func value(_ bit: UInt64) -> CodeValue? {
      if bit == Self.maskOfSelf { return receiver }
      return zip(given, places).first { 1 << UInt64($0.1) == bit }?.0.value
    }
    let ordered = keyed.sorted {
      ($0.owner, $0.key, $0.name ?? "") < ($1.owner, $1.key, $1.name ?? "")
    }
    return objects
      + ordered.map { (rest, self.value(of: $0, value($0.owner), named: value($0.key))) }
  }

  /// Returns the objects in a relationship that the arguments of a call name; of an unknown type where they do not
  /// say it.
  private func value(
    of keyed: KeyedRelationship, _ owner: CodeValue?, named key: CodeValue?
  ) -> CodeValue {
    guard let owner else { return .unknown }
    let name = keyed.name.map { CodeValue(type: .other("String"), text: $0) } ?? key ?? .unknown
    guard let use = name.text.flatMap({ self.use($0, of: owner) }),
      let type = code.destination(use.name, of: use.entity)
    else {
      var held =
        keyedValue("value", of: owner, [Argument(label: "forKey", value: name)]) ?? .unknown
      (held.isPart, held.isEach) = (!keyed.isWhole, true)
      return held
    }
    var held = owner.with(type.innermost)
    (held.relationship, held.holder) = (use, holder(of: owner, by: use))
    if case .collection = type { held.isPart = !keyed.isWhole }
    return held
  }
}
