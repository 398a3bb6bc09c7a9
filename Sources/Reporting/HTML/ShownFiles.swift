import CompiledOnce
import ModelFiles
import SourceText

/// The files that a page is about: their revision, and where a service shows it.
package struct ShownFiles: Sendable {
  private let commit: CheckedOutCommit
  /// The address under which a service shows the files of the commit, with a slash at its end; nil
  /// for none.
  private let address: String?
  /// A function that maps a path relative to the working directory to the repository's.
  private let wayToFile: @Sendable (String) -> String

  /// Describes the files of a commit.
  ///
  /// - Parameters:
  ///   - commit: The commit on which they stand.
  ///   - environment: The variables by which GitHub's runners name the repository. They count only
  ///     if they name this commit.
  ///   - wayToFile: A function that maps a path relative to the working directory to the
  ///     repository's.
  package init(
    _ commit: CheckedOutCommit, in environment: [String: String],
    wayToFile: @escaping @Sendable (String) -> String
  ) {
    self.commit = commit
    self.wayToFile = wayToFile
    guard let server = environment["GITHUB_SERVER_URL"], server.hasPrefix("https://"),
      let repository = environment["GITHUB_REPOSITORY"], environment["GITHUB_SHA"] == commit.name
    else {
      address = nil
      return
    }
    address = "\(server)/\(repository)/blob/\(commit.name)/"
  }

  /// The revision in words, such as `main@55d7e26, with changes`.
  var revision: String {
    let short = commit.name.prefix(7)
    let name = commit.branch.map { "\($0)@\(short)" } ?? "\(short)"
    return commit.isChanged ? "\(name), with changes" : name
  }

  /// The address at which the service shows a line; nil where it shows none.
  func address(of location: Location) -> String? {
    address.map { "\($0)\(wayToFile(location.file).fragment)#L\(location.line)" }
  }
}
