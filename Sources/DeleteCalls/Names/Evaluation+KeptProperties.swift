import ModelFiles
import ObjectGraph
import SwiftSource

/// The relationships whose objects properties keep.
extension Evaluation {
  /// Returns the relationships from which the file's code takes all that it assigns to a property, except where that is
  /// nil.
  func loads(into property: String) -> Set<RelationshipUse> {
    if code.known.loads[file] == nil {
      // What leads back to itself is not known.
      code.known.loads[file] = [:]
      code.known.loads[file] = foundLoads()
    }
    return code.known.loads[file]?[property] ?? []
  }

  /// Whether the file's code takes something out of the list of a property of the own object, and does not delete that
  /// beside it or put anything at a place of the list.
  func isCutDown(_ name: String) -> Bool {
    let property = String(name.dropFirst("self.".count))
    var (braces, isCut): ([Int], Bool) = ([], false)
    for place in 0..<tokens.count {
      if tokens.isMark(place, "{") {
        braces.append(place)
      } else if tokens.isMark(place, "}") {
        _ = braces.popLast()
      }
      guard tokens.isWord(place, property), tokens.isMark(place + 1, "."),
        !tokens.isMark(place - 1, ".") || tokens.isWord(place - 2, "self"),
        let method = tokens[place + 2]?.name, tokens.isMark(place + 3, "(")
      else { continue }
      if method == "insert" { return false }
      guard Self.takesOut(method) else { continue }
      let isDeleted = braces.suffix(2).contains { brace in
        (brace..<(tokens[brace]?.end ?? brace)).contains {
          tokens.isWord($0, "delete") && tokens.isMark($0 + 1, "(")
        }
      }
      isCut = isCut || !isDeleted
    }
    return isCut
  }

  private func foundLoads() -> [String: Set<RelationshipUse>] {
    let places = code.loads(inFile: file)
    guard !places.isEmpty, depth < Limits.properties else { return [:] }
    let all = places.values.joined().sorted()
    let names = Set(places.keys)
    var found: [String: Set<RelationshipUse>] = [:]
    var others: Set<String> = []
    func search(_ owner: Int?, _ function: SwiftFunction?, _ range: Range<Int>) {
      guard all.contains(where: range.contains) else { return }
      for assigned in assignments(to: names, in: range, of: file, owner, function) {
        if let use = assigned.relationship {
          found[assigned.name, default: []].insert(use)
        } else {
          others.insert(assigned.name)
        }
      }
    }
    for function in code.functions where function.file == file {
      if let body = function.declaration.body {
        search(function.owner, function.declaration, body)
      }
    }
    for property in code.properties where property.file == file {
      if let brace = property.declaration.accessors, let end = tokens[brace]?.end, end > brace {
        search(property.owner, nil, brace + 1..<end)
      }
    }
    return found.filter { !others.contains($0.key) }
  }
}

extension AppCode {
  /// Returns the places of a file where it assigns paths to properties, by the names of the properties to which
  /// it assigns nothing else but nil.
  fileprivate func loads(inFile file: Int) -> [String: [Int]] {
    let tokens = files[file].tokens
    var found: [String: [Int]] = [:]
    var others: Set<String> = []
    var asked: [String?] = []
    for place in 0..<tokens.count {
      if tokens.isMark(place, "{") {
        // `if cover == nil {`
        let isNil = tokens.isWord(place - 1, "nil") && tokens.isMark(place - 2, "==")
        asked.append(isNil ? tokens[place - 3]?.name : nil)
      } else if tokens.isMark(place, "}") {
        _ = asked.popLast()
      }
      guard tokens.isMark(place, "="), let name = tokens[place - 1]?.name,
        !tokens.isMark(place - 2, ".") || tokens.isWord(place - 3, "self")
      else { continue }
      var end = place + 1
      // A path: `trip?.cover`.
      while end - place < Limits.lineage,
        tokens[end]?.name != nil && tokens[end]?.startsLine != true
          || [".", "?", "!"].contains(where: { tokens.isMark(end, $0) })
      {
        end += 1
      }
      // The same in another order.
      let isOrdered = ["sorted", "reversed", "shuffled"].contains { tokens.isWord(end - 1, $0) }
      if isOrdered, ["(", "{"].contains(where: { tokens.isMark(end, $0) }) {
        end = tokens.after(end)
      }
      let isPath = tokens.isMark(place + 2, ".") || tokens.isMark(place + 3, ".")
      let isWhole =
        tokens[end]?.startsLine != false || [";", "}"].contains { tokens.isMark(end, $0) }
      if isPath, isWhole, isOrdered || tokens[end - 1]?.name != nil {
        found[name, default: []].append(place)
      } else if asked.last != name, !tokens.isWord(place - 2, "let") {
        others.insert(name)
      }
    }
    return found.filter { !others.contains($0.key) }
  }
}
