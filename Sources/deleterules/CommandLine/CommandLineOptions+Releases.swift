import DeleteMatrix
import ModelCheck
import ModelFiles
import Scenarios
import SourceText

extension CommandLineOptions {
  /// The releases that a replay is about: those that are asked for, or else all.
  ///
  /// - Parameter suite: What may describe releases; what is bundled does otherwise.
  /// - Returns: The releases.
  /// - Throws: A ``CommandError`` where a word names no release that is described.
  func releases(in suite: MatrixSuite) throws -> ReleaseRange {
    let described = try suite.releases ?? Self.bundledReleases()
    return try range(in: described) ?? ReleaseRange(from: nil, in: described)
  }

  /// The releases that a project is for: those that are asked for, or those from the oldest that its
  /// configuration or its other files state.
  ///
  /// - Parameter paths: What is read of it; nothing for all.
  /// - Returns: The releases; all that are described where nothing is stated.
  /// - Throws: A ``CommandError`` where a word names no release that is described.
  func releases(ofProjectAt paths: [String]) throws -> ReleaseRange {
    let described = try Self.bundledReleases()
    if let range = try range(in: described) { return range }
    let configured = try configured
    if let stated = configured?.configuration.minimumSystem {
      do throws(ReleaseError) {
        return ReleaseRange(from: try Release(stated), in: described)
      } catch {
        throw CommandError(
          message: "'minimumSystem' of \(Configuration.fileName): \(error)", code: .badData)
      }
    }
    let places = paths.isEmpty ? [configured?.folder ?? "."] : paths
    let stated = Set(places.flatMap { DeploymentTargets.stated(around: $0) })
    let oldest = stated.compactMap { try? Release($0) }.min { $0.era < $1.era }
    return ReleaseRange(from: oldest, in: described)
  }

  /// What is asked for; nil where nothing is.
  private func range(in releases: Releases) throws(CommandError) -> ReleaseRange? {
    guard let text = self[.system] else { return nil }
    do throws(ReleaseError) { return try ReleaseRange(text, in: releases) } catch {
      throw usage("\(error)")
    }
  }

  private static func bundledReleases() throws -> Releases {
    guard let file = InputFiles.bundled.first(where: { $0.path.hasSuffix("/releases.json") }) else {
      throw CommandError(message: "no releases are described", code: .internalFault)
    }
    return try Releases(file)
  }
}
