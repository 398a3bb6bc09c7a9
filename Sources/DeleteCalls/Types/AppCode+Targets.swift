import ModelFiles
import ObjectGraph
import SwiftSource

/// The types and models that code in a file can mean, by the targets that have it.
extension AppCode {
  /// The number of folders that are around all of some files.
  static func commonDepth(of places: [[Substring]]) -> Int {
    guard let first = places.first else { return 0 }
    return places.reduce(first[...]) { common, place in
      common.prefix(zip(common, place).prefix { $0 == $1 }.count)
    }.count
  }

  /// Whether two files seem to belong to different targets: to package modules, or to folders with nothing in common.
  func isOfOtherTarget(_ one: Int, than other: Int) -> Bool {
    guard one != other, one >= 0 else { return false }
    let (first, second) = (places[one], places[other])
    let modules = [first, second].map(module(at:))
    if modules[0] != modules[1] { return true }
    let isInFolder = [first, second].allSatisfy { $0.count > commonDepth + 1 }
    return modules[0] == nil && isInFolder && first[commonDepth] != second[commonDepth]
  }

  /// The names of the folders and of the file that declare a type, and those of its model.
  func places(of type: Int) -> [[Substring]] {
    let entry = types[type]
    return (entry.file < 0 ? [] : [places[entry.file]])
      + (entry.entity.map { [entities[$0].place] } ?? [])
  }

  /// Returns the module of a Swift package that has a file or a folder; nil for any other place.
  func module(at place: [Substring]) -> Substring? {
    if packages.isEmpty { return nil }
    for index in place.indices.dropLast(2).reversed()
    where ["Sources", "Tests"].contains(place[index]) {
      if packages.contains(Array(place[..<index])) { return place[index + 1] }
    }
    return nil
  }

  /// The entity of a Core Data class, or the first of those that are one by name; nil if there is none, or
  /// several share the class.
  func onlyEntity(ofClass name: String) -> Int? {
    let known = entitiesByClass[.coreData]?[name] ?? []
    return names(of: known).count == 1 ? known.first : nil
  }

  /// The entities of several models that code in a file can mean by one name: those of its targets, or else
  /// that of the nearest model, or else all.
  func seen(_ known: [Int], from file: Int) -> [Int] {
    if known.count < 2 { return known }
    let visible = visible(known, in: file) { [entities[$0].place] }
    let compiled = compiled(visible, with: files[file].tokens.file)
    if !compiled.isEmpty { return compiled }
    return nearest(visible, to: file) { [entities[$0].place] }.map { [$0] } ?? visible
  }

  /// Returns the models of the class of an entity that an Objective-C file can mean.
  func models(having entity: Int, fromObjectiveC path: String) -> [Int] {
    let same = namesakes[entity]
    let compiled = compiled(same, with: path)
    return (compiled.isEmpty ? same : compiled).map { entities[$0].model }
  }

  /// The entities whose models are compiled with a file, as far as a project says it.
  func compiled(_ known: [Int], with path: String) -> [Int] {
    known.filter { models[entities[$0].model].codeFiles?.contains(path) == true }
  }

  /// The models that have the class of an entity of which a file deletes objects, so that any of them may
  /// hold these.
  func models(having entity: Int, from file: Int) -> [Int] {
    // Classes that several files or versions declare are each of one model.
    let same = namesakes[entity].filter { other in
      guard let own = typesByEntity[entity], let its = typesByEntity[other] else { return true }
      return own == its || types[own].file < 0 || types[its].file < 0
    }
    if same.count == 1 { return [entities[entity].model] }
    let seen = seen(same, from: file)
    let declared = typesByEntity[entity].map { types[$0].file } ?? -1
    let found: [Int]
    if seen.contains(entity) {
      found = seen
    } else {
      let meant =
        declared < 0
        ? same.filter { module(at: entities[$0].place) == module(at: entities[entity].place) }
        : self.seen(same, from: declared)
      let both = meant.filter(seen.contains)
      found = both.isEmpty ? meant : both
    }
    return Set(found.map { entities[$0].model }).sorted()
  }
}
