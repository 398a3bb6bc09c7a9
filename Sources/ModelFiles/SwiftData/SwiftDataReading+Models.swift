import CompiledOnce
import SourceText
import SwiftSource

extension SwiftDataReading {
  /// Returns a model for each version, one of which is current; empty if there is no `@Model`
  /// class.
  ///
  /// If a file that mentions `@Model` cannot be read, the result has at least an empty model that
  /// reports it.
  ///
  /// - Parameter allVersions: True to return all versions, not only the current one.
  /// - Returns: The models, in the order in which their versions are declared.
  /// - Throws: A ``ModelError`` if there are more classes or versions than the limits allow.
  func models(allVersions: Bool = true) throws(ModelError) -> [StatedModel] {
    if classes.count > Limits.classes {
      throw .badData(
        classes[Limits.classes].declaration.location,
        "one of \(classes.count) @Model classes; expected at most \(Limits.classes); read "
          + "fewer files at once")
    }
    let read = readings
    let versions = ModelVersions(files, models: classes, names: names)
    let fileFindings = files.indices.map(findings(of:))
    let comments = ignoreComments
    let stores = versions.stores
    guard let main = stores.first else {
      let findings = fileFindings.flatMap(\.self)
      return findings.isEmpty ? [] : [StatedModel(findings: findings, sources: sources)]
    }
    let count = versions.versions.count
    if allVersions, count > Limits.versions {
      throw .badData(
        versions.versions[Limits.versions].location,
        "one of \(count) versions of a model; expected at most \(Limits.versions); read "
          + "fewer files at once")
    }
    var stated: [StatedModel] = []
    var total = 0
    let listed = ListedClasses(in: files, models: Set(classes.map(\.name)))
    let leavesOut = versions.opensKnownTypes && versions.opened.hasStoreOnDisk
    let isCertain = versions.opened.isWhole
    let isOfKnownStore = leavesOut || !versions.opened.types.isEmpty
    for version in versions.versions.indices {
      let current = stores.first { $0.version == version }
      guard allVersions || current != nil else { continue }
      let members = versions.classes(of: version, isStrict: allVersions)
      var model = model(of: version, in: versions, members, read, fileFindings, comments)
      model.isCurrent = current != nil
      model.store = versions.store(of: version, among: stores.map(\.version))
      if let current {
        mark(unlisted: listed, in: &model, read, leavesOut, isOfKnownStore, isCertain)
        if !current.isCertain {
          let taken = versions.versions[version]
          let count = versions.versions.count { $0.schema == taken.schema }
          model.findings.append(Self.uncertainty(of: taken, among: count))
        }
      }
      if version == main.version {
        let uncovered = uncoveredFiles
        model.findings += uncovered.flatMap { fileFindings[$0] }
        model.ignoreComments += uncovered.flatMap { comments.besides[$0] }
        model.findings += versions.guesses.map { Self.uncertainty(of: $0.taken, among: $0.count) }
      }
      model.sources = sources
      total += model.size
      if total > Limits.statementsOfAllVersions, !stated.isEmpty {
        throw .badData(
          versions.versions[version].location,
          "one of \(count) versions of a model, which have more than \(Limits.statementsOfAllVersions) "
            + "entities, properties and findings in all; read fewer files at once")
      }
      stated.append(model)
    }
    return stated
  }

  private func model(
    of version: Int, in versions: ModelVersions, _ own: [Int],
    _ read: [ModelClassReading.Reading],
    _ fileFindings: [[ModelFinding]],
    _ comments: (of: [[IgnoreComment]], besides: [[IgnoreComment]])
  ) -> StatedModel {
    var stated = StatedModel(version: versions.versions[version].name)
    var taken: [String: Int] = [:]
    var members = own
    var known: Set<Int> = []
    var missingClasses: Set<String> = []
    var next = 0
    while next < members.count {
      let index = members[next]
      let isOwn = next < own.count
      next += 1
      if let first = taken[classes[index].name] {
        if isOwn, first != index { stated.findings += repetition(of: first, by: index, read) }
        continue
      }
      taken[classes[index].name] = index
      stated.entities.append(read[index].entity)
      stated.findings += read[index].findings.filter { finding in
        // One note for each class is enough.
        guard finding.severity == .note, let missing = finding.missingClass else { return true }
        return missingClasses.insert(missing).inserted
      }
      stated.ignoreComments += comments.of[index]
      let file = classes[index].file
      if known.insert(file).inserted {
        stated.findings += fileFindings[file]
        stated.ignoreComments += comments.besides[file]
      }
      // SwiftData takes in what the classes of a schema lead to.
      members += read[index].references
    }
    stated.findings = ModelFinding.joined(
      stated.findings, of: .unreadableType, apartFrom: stated.ignoreComments)
    return stated
  }

  /// The files without a class.
  private var uncoveredFiles: [Int] {
    let covered = Set(classes.map(\.file))
    return files.indices.filter { !covered.contains($0) }
  }

  /// The comments in and above each class, and those of each file that stand before all of them.
  ///
  /// Each class has its own: they say nothing about another version of the model.
  private var ignoreComments: (of: [[IgnoreComment]], besides: [[IgnoreComment]]) {
    var own = classes.map { _ in [IgnoreComment]() }
    var others = files.map { _ in [IgnoreComment]() }
    let classesOfFile = classes.indices.grouped { classes[$0].file }
    for (index, file) in files.enumerated() where !file.tokens.comments.isEmpty {
      let starts = (classesOfFile[index] ?? []).map { ($0, classes[$0].declaration.location.line) }
        .sorted { $0.1 < $1.1 }
      for comment in file.tokens.comments {
        let lines = file.tokens.lines(of: comment)
        let read = IgnoreComment(comment.text, at: comment.location, lines: lines)
        if let model = starts.last(where: { $0.1 <= lines.upperBound })?.0 {
          own[model].append(read)
        } else {
          others[index].append(read)
        }
      }
    }
    return (own, others)
  }

  /// Adds a note for each class that no schema, container or relationship reaches, if there is a container,
  /// and leaves out its properties if all containers are known: they bear on no delete.
  private func mark(
    unlisted listed: ListedClasses, in model: inout StatedModel,
    _ read: [ModelClassReading.Reading], _ leavesOut: Bool, _ isOfKnownStore: Bool,
    _ isCertain: Bool
  ) {
    guard listed.hasContainer, !listed.names.isEmpty else { return }
    var references: [String: [String]] = [:]
    for (model, reading) in zip(classes, read) {
      for index in reading.references { references.add(classes[index].name, to: model.name) }
    }
    let reached = listed.reached(from: model.entities, references)
    let names = Set(model.entities.map(\.name)).subtracting(reached)
    if leavesOut { model.findings.removeAll { $0.entity.map(names.contains) ?? false } }
    for index in model.entities.indices where names.contains(model.entities[index].name) {
      let name = model.entities[index].name
      if leavesOut {
        model.entities[index].relationships = []
        model.entities[index].attributes = []
        model.entities[index].uniquenessConstraints = []
      }
      var finding = ModelFinding(
        .note, .unlistedModel,
        isCertain
          ? "no Schema, container or relationship reaches \(name), so no store has its objects"
          : "no list of classes that could be read has \(name), and no relationship reaches it, so "
            + "perhaps no store has its objects",
        entity: name, at: model.entities[index].location)
      finding.isOfKnownStore = isOfKnownStore
      model.findings.append(finding)
    }
  }

  private static func uncertainty(
    of taken: ModelVersions.Version, among count: Int
  ) -> ModelFinding {
    ModelFinding(
      .warning, .uncertainVersion,
      "no type alias and no version identifier says which of \(count) versions is "
        + "the current one; \(taken.name ?? "the last") is taken",
      at: taken.location)
  }

  private func repetition(
    of first: Int, by second: Int, _ read: [ModelClassReading.Reading]
  ) -> [ModelFinding] {
    let finding = ModelFinding.repetition(of: classes[first], by: classes[second])
    let isSame = read[first].entity.isDeclaredLike(read[second].entity)
    return finding.rule == .conditionalDeclaration && isSame ? [] : [finding]
  }

  /// Returns the findings about a file as a whole, if it may contain models.
  private func findings(of index: Int) -> [ModelFinding] {
    guard mayHoldModels(index) else { return [] }
    return files[index].problems.map { .unreadable($0) } + oddModels(inFile: index)
  }

  private func oddModels(inFile index: Int) -> [ModelFinding] {
    let models = models(inFile: index)
    guard let module = doubtfulModule(of: files[index]) else {
      return Self.misplaced(models.filter { isSurelySwiftData($0, inFile: index) })
    }
    guard
      let type = models.first(where: { type in
        type.keyword == "class" && type.attributes.contains { $0.path == ["Model"] }
      })
    else { return [] }
    return [
      ModelFinding(
        .warning, .uncertainModel,
        "the file imports \(module) and not SwiftData; its @Model is taken for that of SwiftData",
        entity: type.name, at: type.location)
    ]
  }

  private static func misplaced(_ models: [SwiftType]) -> [ModelFinding] {
    models.filter { $0.keyword != "class" }.map { type in
      ModelFinding(
        .error, .unreadableModel,
        "@Model is on the \(type.keyword) \(type.name); expected a class, so it is left out",
        entity: type.name, at: type.location)
    }
  }
}

extension ModelEntity {
  /// Whether an entity says the same, wherever it stands.
  fileprivate func isDeclaredLike(_ other: ModelEntity) -> Bool {
    // A large one may be compared with thousands of small ones.
    relationships.count == other.relationships.count && attributes.count == other.attributes.count
      && withoutLocations() == other.withoutLocations()
  }

  private func withoutLocations() -> ModelEntity {
    let nowhere = Location.start(of: "")
    var entity = self
    entity.location = nowhere
    entity.relationships = relationships.map { $0.moved(to: nowhere) }
    for index in entity.attributes.indices { entity.attributes[index].location = nowhere }
    for index in entity.uniquenessConstraints.indices {
      entity.uniquenessConstraints[index].location = nowhere
    }
    return entity
  }
}
