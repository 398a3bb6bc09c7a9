import ModelFiles
import SwiftSource

/// The methods that code names without calling them.
extension Evaluation {
  /// A context's `delete`, or what changes a relationship, as a value, which something else may call.
  struct MethodReference {
    /// The context, or the object that has the relationship, by its name in the code.
    let receiver: CodeValue
    let method: String
    /// The type of the objects that it takes, where the code states one.
    var argument = CodeType.unknown
    var isCalled = false

    /// Whether nothing says that it deletes what it is given, an object of a type.
    func onlySuggests(aDeleteOf type: CodeType) -> Bool {
      isOfUnknown || receiver.type.onlySuggests(aDeleteOf: type)
    }

    /// Whether nothing says that the receiver is a context.
    var isOfUnknown: Bool {
      method == "delete" && !receiver.type.isContext && receiver.type != .metatype(.context)
    }
  }

  /// A method that deletes or unlinks what it is given, not called: a context's `delete`, or what Xcode makes to
  /// change a relationship; nil for any other.
  mutating func methodReference(
    _ name: String, of receiver: CodeValue, at place: Int
  ) -> CodeValue? {
    let name = accessor(name, of: receiver) ?? name
    let isDelete =
      name == "delete" && (receiver.type.isContext || receiver.type == .metatype(.context))
    guard isDelete || changed(by: name, of: receiver) != nil else { return nil }
    return reference(to: name, of: receiver, at: place)
  }

  /// The `delete` of what may be a context, not called: a receiver of which nothing is known to have that name; nil for
  /// any other name.
  mutating func unknownMethodReference(
    _ name: String, of receiver: CodeValue, at place: Int
  ) -> CodeValue? {
    name == "delete" ? reference(to: name, of: receiver, at: place) : nil
  }

  private mutating func reference(
    to name: String, of receiver: CodeValue, at place: Int
  ) -> CodeValue {
    let place = self.place(place)
    uses.methods[place] = MethodReference(receiver: receiver, method: name)
    return CodeValue(type: .deletion(place))
  }

  /// Records the type of the objects that a value takes which holds such a method.
  mutating func setArgument(of value: CodeValue, statedBy type: CodeType) {
    guard case .deletion(let reference) = value.type, case .closure(let parameters, _) = type,
      let argument = parameters.first
    else { return }
    uses.methods[reference]?.argument = argument
  }

  /// Calls a method that was named at another token.
  mutating func callMethod(_ reference: Int, _ value: CodeValue, at place: Int) {
    uses.methods[reference]?.isCalled = true
    guard let method = uses.methods[reference] else { return }
    let receiver = method.receiver
    if case .entity(let entity) = receiver.type {
      _ = entityCall(
        method.method, entity, receiver, [Argument(label: nil, value: value)], at: place)
    } else if method.onlySuggests(aDeleteOf: value.type) {
      if value.type.mayBeObject || !method.isOfUnknown { addSuggested(.delete, value, at: place) }
    } else {
      add(.delete, value, at: place, in: receiver.name, through: receiver.home)
    }
  }

  /// Keeps each method that is passed on and not called here, for nothing says what it is called with.
  mutating func recordUncalledMethods() {
    for (place, reference) in uses.methods.sorted(by: { $0.key < $1.key })
    where !reference.isCalled {
      let argument = CodeValue(type: reference.argument)
      if case .entity = reference.receiver.type {
        callMethod(place, argument, at: place)
      } else if argument.type.mayBeObject || !reference.isOfUnknown {
        record(
          FoundCall(
            .delete, argument, at: place,
            FoundCall.Details(isSuggested: reference.onlySuggests(aDeleteOf: argument.type))))
      }
    }
    uses.methods = [:]
  }
}
