import SwiftSource

/// A question in the code about what a relationship holds.
struct Question: Hashable {
  let use: RelationshipUse
  /// The number of the object that has the relationship, where that is a parameter or apart from all of them; 0 for
  /// any other.
  let owner: Int
  /// The innermost block around it.
  let block: Int
  /// The places of the deletes about which it decides, where it is not all: those before a `catch` that goes on whatever
  /// the answer is, or one of what was chosen.
  var deletes = 0..<Int.max

  /// Whether it may be about the relationship of an object, by the number of that; 0 for any.
  func mayConcern(_ object: Int) -> Bool { owner == 0 || object == 0 || owner == object }
}

/// The values, by their names in the code, of which it is known whether they hold anything.
struct Contents: Knowledge {
  var empty: Set<String> = []
  var full: Set<String> = []
  /// The relationships that hold no more than one object.
  var single: Set<String> = []

  var isEmpty: Bool { empty.isEmpty && full.isEmpty && single.isEmpty }

  func map(_ change: (KeyPath<Contents, Set<String>>) -> Set<String>) -> Contents {
    Contents(empty: change(\.empty), full: change(\.full), single: change(\.single))
  }

  func union(_ other: Contents) -> Contents {
    other.isEmpty ? self : map { self[keyPath: $0].union(other[keyPath: $0]) }
  }

  func intersection(_ other: Contents) -> Contents {
    map { self[keyPath: $0].intersection(other[keyPath: $0]) }
  }

  func subtracting(_ other: Contents) -> Contents {
    map { self[keyPath: $0].subtracting(other[keyPath: $0]) }
  }

  /// Records that a value holds something.
  mutating func fill(_ name: String) {
    empty.remove(name)
    single.remove(name)
    if full.count >= Limits.pending { full = [] }
    full.insert(name)
  }

  /// The same under another name of the object.
  func renaming(_ name: String, to other: String) -> Contents {
    func renamed(_ known: String) -> String {
      known.hasPrefix("\(name).") ? other + known.dropFirst(name.count) : known
    }
    return map { Set(self[keyPath: $0].map(renamed)) }
  }

  /// A name means something else, or has other contents, from here on.
  mutating func shadow(_ name: String) {
    if isEmpty { return }
    let isOther = { (known: String) in known == name || known.hasPrefix("\(name).") }
    self = map { self[keyPath: $0].filter { !isOther($0) } }
  }
}

/// The answer to questions about relationships that a variable holds, or that a function within the function around
/// gives.
struct KeptAnswer {
  /// The parameters of a function, and the only expression that it evaluates whenever it is called.
  struct Function {
    let parameters: [String]
    let expression: SwiftExpression
  }

  var questions: Set<Question> = []
  /// The contents that it states if it is true, and if it is false.
  var said = Evaluation.Emptiness()
  /// The names of the value whose objects it counts; nil where it counts none.
  var counted: Set<String>?
  /// The words of the code that answers.
  var words: Set<String> = []
  var function: Function?

  /// The same under another name of the object.
  func renaming(_ name: String, to other: String) -> KeptAnswer {
    var answer = self
    answer.said = Evaluation.Emptiness(
      holding: said.holding.renaming(name, to: other),
      failing: said.failing.renaming(name, to: other))
    answer.counted = counted.map { Contents(empty: $0).renaming(name, to: other).empty }
    return answer
  }
}

/// The answers that variables hold, by the names of these.
struct Answers {
  var kept: [String: KeptAnswer] = [:]
  /// Those of variables that the block around hides by others of their names.
  private var shadowed: [String: KeptAnswer] = [:]
  /// The variables that got another answer in the block around.
  private var changed: Set<String> = []

  var isEmpty: Bool { kept.isEmpty }

  subscript(name: String) -> KeptAnswer? {
    get { kept[name] }
    set { kept[name] = newValue }
  }

  /// Forgets the answers that a variable holds, and those about a value, from where the name means another one.
  mutating func forget(_ name: String) {
    shadowed[name] = nil
    if kept.isEmpty { return }
    kept[name] = nil
    let parts = name.split(separator: ".").map(String.init).filter { $0 != "self" }
    if parts.isEmpty { return }
    kept = kept.filter { !$0.value.words.isSuperset(of: parts) }
  }

  /// Forgets the answers about relationships that hold other objects from here on, by the number of the object that
  /// has them; 0 for any.
  mutating func forget(about relationships: some Collection<String>, of object: Int = 0) {
    if kept.isEmpty { return }
    kept = kept.filter { answer in
      !answer.value.questions.contains {
        relationships.contains($0.use.name) && $0.mayConcern(object)
      }
    }
  }

  /// Hides the answer that a variable holds by another variable of its name.
  mutating func shadow(_ name: String) {
    let answer = kept[name]
    forget(name)
    shadowed[name] = answer
  }

  /// Keeps the answer of a variable that had another value before.
  mutating func change(_ name: String, to answer: KeptAnswer) {
    kept[name] = answer
    changed.insert(name)
  }

  mutating func enterBlock() { (shadowed, changed) = ([:], []) }

  mutating func leaveBlock(to outer: Answers) {
    // Whether a block is done that gives a variable another answer is not known behind it.
    kept = kept.filter { outer.kept[$0.key] != nil && !changed.contains($0.key) }
      .merging(shadowed.filter { outer.kept[$0.key] != nil }) { $1 }
    (shadowed, changed) = (outer.shadowed, outer.changed.union(changed))
  }
}
