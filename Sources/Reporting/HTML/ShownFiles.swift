import CompiledOnce
import ModelFiles
import SourceText

/// The files that a page is about: their names, their revision, and where a service shows it.
package struct ShownFiles: Sendable {
  private let commit: CheckedOutCommit?
  /// The address under which a service shows the files of the commit, with a slash at its end; nil
  /// for none.
  private let address: String?
  /// A function that maps a path, as it was given, to one from the project's top.
  let name: @Sendable (String) -> String

  /// Describes the files of a project.
  ///
  /// - Parameters:
  ///   - commit: The commit on which they stand; nil where git does not know them.
  ///   - environment: The variables by which GitHub's runners name the repository. They count only
  ///     if they name this commit.
  ///   - name: A function that maps a path, as it was given, to one from the project's top.
  package init(
    _ commit: CheckedOutCommit?, in environment: [String: String],
    named name: @escaping @Sendable (String) -> String
  ) {
    self.commit = commit
    self.name = name
    guard let commit, environment["GITHUB_SHA"] == commit.name,
      let server = environment["GITHUB_SERVER_URL"], server.hasPrefix("https://"),
      let repository = environment["GITHUB_REPOSITORY"]
    else {
      address = nil
      return
    }
    address = "\(server)/\(repository)/blob/\(commit.name)/"
  }

  /// The revision in words, such as `main@55d7e26, with changes`; nil where git does not know one.
  var revision: String? {
    guard let commit else { return nil }
    let short = commit.name.prefix(7)
    let name = commit.branch.map { "\($0)@\(short)" } ?? "\(short)"
    return commit.isChanged ? "\(name), with changes" : name
  }

  /// Returns the address at which the service shows a line; nil where it shows none.
  func address(of file: String, line: Int) -> String? {
    address.map { "\($0)\(file.fragment)#L\(line)" }
  }
}
