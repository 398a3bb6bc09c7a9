import DeleteMatrix

extension SwiftDataReading {
  /// One model for each version, of which one is current; empty where there is no `@Model` class.
  ///
  /// Where a file that mentions `@Model` cannot be read, there is at least an empty model that says
  /// so.
  func models() -> [StatedModel] {
    let read = classes.map { ModelClassReading($0, among: classes, names: names) }
    let versions = ModelVersions(files, models: classes, names: names)
    var stated = versions.versions.map { model(of: $0, read) }
    guard let current = versions.current() else {
      let findings = fileFindings(Array(files.indices))
      return findings.isEmpty ? [] : [StatedModel(findings: findings)]
    }
    for index in stated.indices { stated[index].isCurrent = index == current.version }
    let covered = Set(versions.versions.lazy.flatMap(\.classes).map { classes[$0].file })
    stated[current.version].findings += fileFindings(
      files.indices.filter { !covered.contains($0) })
    if !current.isCertain {
      let version = versions.versions[current.version]
      stated[current.version].findings.append(
        ModelFinding(
          .warning, "uncertain_version",
          "no type alias and no version identifier says which of \(stated.count) versions is the "
            + "current one; \(version.name ?? "the last") is taken",
          at: version.location))
    }
    return stated
  }

  private func model(of version: ModelVersions.Version, _ read: [ModelClassReading]) -> StatedModel
  {
    var stated = StatedModel(version: version.name)
    var taken: [String: Int] = [:]
    var members = version.classes
    var fileIndices: [Int] = []
    var next = 0
    while next < members.count {
      let index = members[next]
      let isOwn = next < version.classes.count
      next += 1
      if let first = taken[classes[index].name] {
        if isOwn, first != index { stated.findings += repetition(of: read[first], by: read[index]) }
        continue
      }
      taken[classes[index].name] = index
      stated.entities.append(read[index].entity)
      stated.findings += read[index].findings
      if !fileIndices.contains(classes[index].file) { fileIndices.append(classes[index].file) }
      // SwiftData takes in what the classes of a schema lead to.
      members += read[index].references
    }
    stated.findings = fileFindings(fileIndices) + stated.findings
    return stated
  }

  private func repetition(
    of first: ModelClassReading, by second: ModelClassReading
  ) -> [ModelFinding] {
    let (one, two) = (first.model.declaration, second.model.declaration)
    let isConditional = first.model.file == second.model.file && one.branch != two.branch
    if isConditional, first.entity.isDeclaredLike(second.entity) { return [] }
    return [
      .repetition(
        "the class \(two.name) is also declared at \(one.location)", taken: "that declaration",
        isConditional: isConditional, entity: two.name, at: two.location)
    ]
  }

  /// What cannot be read about files as a whole, if they have to do with models.
  private func fileFindings(_ indices: [Int]) -> [ModelFinding] {
    indices.flatMap { index -> [ModelFinding] in
      let file = files[index]
      guard mentionsModel[index] else { return [] }
      return file.problems.map { problem in
        ModelFinding(
          .error, "unreadable_source", problem.message + "; what can be read is taken",
          at: problem.location)
      } + misplacedModels(in: file) + doubtfulModels(in: file)
    }
  }

  private func doubtfulModels(in file: SwiftDeclarations) -> [ModelFinding] {
    guard
      let type = file.types.first(where: { type in
        Self.isModel(type, in: file) && type.attributes.contains { $0.path == ["Model"] }
      }),
      let module = doubtfulModule(of: file)
    else { return [] }
    return [
      ModelFinding(
        .warning, "uncertain_model",
        "the file imports \(module) and not SwiftData; its @Model is taken for that of SwiftData",
        entity: type.name, at: type.location)
    ]
  }

  private func misplacedModels(in file: SwiftDeclarations) -> [ModelFinding] {
    file.types.filter { $0.keyword != "class" && Self.isModel($0, in: file) }.map { type in
      ModelFinding(
        .error, "unreadable_model",
        "@Model is on the \(type.keyword) \(type.name); expected a class, so it is left out",
        entity: type.name, at: type.location)
    }
  }
}

extension ModelEntity {
  /// Whether an entity says the same, wherever it stands.
  fileprivate func isDeclaredLike(_ other: ModelEntity) -> Bool {
    withoutLocations() == other.withoutLocations()
  }

  private func withoutLocations() -> ModelEntity {
    let nowhere = Location(file: "", line: 1, column: 1)
    var entity = self
    entity.location = nowhere
    for index in entity.relationships.indices { entity.relationships[index].location = nowhere }
    for index in entity.attributes.indices { entity.attributes[index].location = nowhere }
    return entity
  }
}
