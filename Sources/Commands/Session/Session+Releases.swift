import CompiledOnce
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import Scenarios
import SourceText

extension Session {
  /// Returns a runner for the requested releases, or else for those that a scenario names, or the
  /// newest.
  ///
  /// - Parameter described: The releases described in the replayed files; nil to use the bundled
  ///   descriptions.
  /// - Returns: The runner.
  /// - Throws: A ``CommandError`` if a word names no described release.
  func runner(in described: Releases?) throws -> Runner {
    let described = try described ?? Releases.known()
    return try range(in: described).map { Runner(on: $0) } ?? Runner(in: described)
  }

  /// Returns the two releases to compare; nil if two frameworks are compared.
  ///
  /// - Parameter described: The releases described in the replayed files; nil to use the bundled
  ///   descriptions.
  /// - Returns: The releases that each word names: all of a year if it names no update.
  /// - Throws: A ``CommandError`` if a word names no described release, or if both name the same
  ///   one.
  func comparedReleases(
    in described: Releases?
  ) throws -> (one: ReleaseRange, other: ReleaseRange)? {
    let words = options.values(of: .compare)
    guard words.count == 2 else { return nil }
    let described = try described ?? Releases.known()
    let ranges = try words.map { word throws(CommandError) in
      do throws(ReleaseError) { return try ReleaseRange(word, in: described) } catch {
        throw options.usage("\(error)")
      }
    }
    if let common = ranges[0].eras.first(where: ranges[1].eras.contains) {
      throw options.usage(
        "'\(words[0])' and '\(words[1])' both mean \(common); expected releases that differ")
    }
    return (ranges[0], ranges[1])
  }

  /// The releases on which two frameworks are compared: those that are asked for.
  ///
  /// - Parameter described: What is described beside what is replayed; nil for what is bundled.
  /// - Returns: The releases; the newest where none is asked for.
  /// - Throws: A ``CommandError`` where a word names no release that is described.
  package func releases(in described: Releases?) throws -> ReleaseRange {
    let described = try described ?? Releases.known()
    return try range(in: described) ?? ReleaseRange(newestIn: described)
  }

  /// Returns the releases on which to compare a model with its recording.
  ///
  /// These are the requested releases, or else the recorded ones; if the recording names none, the
  /// newest.
  ///
  /// - Parameter recorded: The recording.
  /// - Returns: The releases.
  /// - Throws: A ``CommandError`` if a word names a release that is not described, or one that is
  ///   not recorded.
  func releases(of recorded: RecordedMatrix) throws -> ReleaseRange {
    let described = try Releases.known()
    let asked = try range(in: described)
    if let asked {
      guard let system = recorded.system,
        let era = asked.eras.first(where: { !system.contains($0) })
      else { return asked }
      throw options.usage(
        "'--system' asks for \(era), but '\(options[.expect] ?? "")' is recorded for \(system); record "
          + "it again")
    }
    do throws(ReleaseError) { return try recorded.range(in: described) } catch {
      throw CommandError(
        message: "'system' of \(options[.expect] ?? ""): \(error)".singleLine, code: .badData)
    }
  }

  /// The releases that some models are for: the ones that are asked for, or all from the oldest system
  /// that the configuration or the nearest package or Xcode project around a model states.
  ///
  /// - Parameter models: The models that were read.
  /// - Returns: The releases; all that are described where nothing is stated.
  /// - Throws: A ``CommandError`` where a word names no release that is described, or all that are
  ///   described are older than what is stated.
  package func releases(for models: [Model]) throws -> ReleaseRange {
    let (range, words) = try releases(for: models, as: configured?.configuration, of: nil)
    if let words { remark(words) }
    return range
  }

  /// The releases that some models are for as a project is configured in a revision, and the words for what
  /// states them.
  func releases(
    for models: [Model], as configuration: Configuration?, of revision: String?
  ) throws -> (range: ReleaseRange, words: String?) {
    let described = try Releases.known()
    if let range = try range(in: described) { return (range, nil) }
    if let oldest = configuration?.oldestRelease {
      return (ReleaseRange(from: oldest, in: described), nil)
    }
    guard let stated = try statedReleases(for: models, in: described, of: revision) else {
      return (ReleaseRange(from: nil, in: described), nil)
    }
    return (stated.range, stated.words)
  }

  /// The releases of each of some models: those from the oldest system that its own package or project
  /// states, or else the ones that all of them are for.
  func releasesOfEach(_ models: [Model]) throws -> [ReleaseRange] {
    let described = try Releases.known()
    let isAsked = try options.has(.system) || configured?.configuration.oldestRelease != nil
    let stated =
      try isAsked
      ? []
      : models.map {
        try statedReleases(for: [$0], among: models, in: described)
      }
    guard Set(stated.map { $0?.words }).count > 1 else {
      let range = try releases(for: models)
      return models.map { _ in range }
    }
    let all = try statedReleases(for: models, in: described)
    for words in Set(stated.compactMap { $0?.words }).sorted() { remark(words) }
    return stated.map { $0?.range ?? all?.range ?? ReleaseRange(from: nil, in: described) }
  }

  /// The releases from the oldest system that the packages and projects of some models state, with the words
  /// for it; nil where they state none.
  private func statedReleases(
    for models: [Model], among others: [Model] = [], in described: Releases,
    of revision: String? = nil
  ) throws -> (range: ReleaseRange, words: String)? {
    let stated = try DeploymentTargets.stated(
      for: models.flatMap { $0.sources.map(\.path) },
      among: others.flatMap { $0.sources.map(\.path) }, in: revision)
    let targets = stated.compactMap { target in
      (try? Release(target.system)).map { (release: $0, target: target) }
    }
    guard let oldest = targets.min(by: { $0.release.era < $1.release.era }) else { return nil }
    do throws(ReleaseError) {
      try described.checkIsNotNewer(oldest.release)
    } catch {
      throw CommandError(
        message: "the deployment target of \(oldest.target.file.singleLine) \(error); choose the "
          + "releases with '--system'", code: .badData)
    }
    // The oldest of each platform that the same file states.
    let platforms = Dictionary(
      grouping: targets.filter { $0.target.file == oldest.target.file }, by: \.release.system)
    let systems = platforms.values
      .compactMap { $0.min { $0.release.era < $1.release.era }?.target.system }.sorted()
      .joined(separator: ", ")
    var range = ReleaseRange(from: oldest.release, in: described)
    if platforms[.iOS] == nil { range.system = oldest.release.system }
    let known = range.eras.first.flatMap { $0 > oldest.release.era ? $0 : nil }
    let start = known.map { "; results start at \($0)" } ?? ""
    return (
      range, "releases: \(systems) and newer, as \(oldest.target.file.singleLine) states\(start)"
    )
  }

  /// Reads a project without the classes that none of the releases has that are asked for.
  func project(_ reading: Project.Reading) throws -> Project {
    var project = try Project(reading)
    if let range = try range(in: .known()) {
      try project.keepEntities { $0.exists(on: range) }
    } else if try configured?.configuration.oldestRelease == nil {
      try project.stateSystems(in: reading.revision)
    }
    return project
  }

  /// The deletes of some models, on the releases that these are for: a command asks once, and all of its
  /// answers share what is computed.
  package func stories(of models: [Model]) throws -> [DeleteStories] {
    try zip(models, releasesOfEach(models)).map { DeleteStories(of: $0, on: $1) }
  }

  private func range(in releases: Releases) throws(CommandError) -> ReleaseRange? {
    guard let text = options[.system] else { return nil }
    do throws(ReleaseError) { return try ReleaseRange(text, in: releases) } catch {
      throw options.usage("\(error)")
    }
  }
}
