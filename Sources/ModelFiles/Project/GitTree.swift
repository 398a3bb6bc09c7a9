import CompiledOnce
import SourceText

/// The files of a project in a git revision; the work tree is not touched.
///
/// A path is `REVISION:` followed by the path from the repository's top, as git itself writes it.
/// It can't be mistaken for a path in the work tree.
struct GitTree: FileTree {
  /// The part before the path from the repository's top.
  private let prefix: String
  /// The folder of the repository.
  let repository: ProjectTop
  private let listing: GitListing
  /// The contents of the files that may be needed, by object name.
  private let contents: [String: [UInt8]]

  /// Reads what may belong to a model.
  ///
  /// - Parameters:
  ///   - revision: Anything that git knows as a commit, or `ONE...OTHER` for where two branched off.
  ///   - paths: What is wanted, on disk: other files are not read.
  /// - Throws: A ``ModelError`` where there is no git, no repository, or no such revision.
  init(_ revision: String, holding paths: [String]) throws(ModelError) {
    let repository = try Self.repository(of: paths, knowing: revision)
    let git = GitRepository(folder: repository.path)
    do throws(GitRepository.Refusal) {
      let commit = try git.commit(named: revision)
      let listing = GitListing(
        try git.answer(to: ["ls-tree", "-r", "-l", "-z", "--full-tree", commit]))
      // Where links lead is in objects, too, and has to be known before what is there is wanted.
      let links = GitTree(
        revision, of: repository, listing,
        contents: try git.contents(of: listing.links.compactMap(listing.link)))
      var places = paths.map(repository.place)
      while true {
        let more = listing.links.filter { GitListing.isPath($0, under: places) }
          .compactMap(links.followed).filter { !GitListing.isPath($0, under: places) }
        if more.isEmpty { break }
        places += more
      }
      let files = try git.contents(of: listing.objects(under: places))
      self.init(
        revision, of: repository, listing,
        contents: links.contents.merging(files) { first, _ in first })
    } catch {
      throw Self.error(error, revision)
    }
  }

  /// Reads the files that state deployment targets.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - paths: Files in the repository, on disk or in the revision.
  /// - Throws: A ``ModelError`` where there is no git, no repository, or no such revision.
  init(_ revision: String, manifestsAround paths: [String]) throws(ModelError) {
    let prefix = "\(revision):"
    let onDisk = paths.filter { !$0.utf8.starts(with: prefix.utf8) }
    let repository = try Self.repository(
      of: onDisk.isEmpty ? ["."] : onDisk, knowing: revision)
    let git = GitRepository(folder: repository.path)
    do throws(GitRepository.Refusal) {
      let listing = GitListing(
        try git.answer(
          to: ["ls-tree", "-r", "-l", "-z", "--full-tree", try git.commit(named: revision)]))
      self.init(
        revision, of: repository, listing,
        contents: try git.contents(of: listing.manifests))
    } catch {
      throw Self.error(error, revision)
    }
  }

  init(
    _ revision: String, of repository: ProjectTop, _ listing: GitListing,
    contents: [String: [UInt8]]
  ) {
    prefix = "\(revision):"
    self.repository = repository
    self.listing = listing
    self.contents = contents
  }

  func path(given path: String) -> String { prefix + repository.place(of: path) }

  func path(of name: String, in folder: String) -> String {
    folder == prefix ? prefix + name : folder.appending(name)
  }

  func top(of paths: [String], configured: String?) -> ProjectTop {
    ProjectTop(of: paths.map { repository.path.appending(way(to: $0)) }, configured: configured)
  }

  func place(of path: String, under top: ProjectTop) -> String {
    let way = way(to: path)
    let above = repository.place(of: top.path)
    if above.isEmpty { return way }
    return way == above
      ? "" : way.hasPrefix("\(above)/") ? String(way.dropFirst(above.count + 1)) : way
  }

  var submodules: [String] { listing.submodules.map { prefix + $0 } }

  // What is ignored and kept all the same is read on disk, too.
  func ignored(in folder: String) -> [String] { [] }

  func kind(of path: String) -> FileKind? { listing.kind(of: way(to: path)) }

  func names(in folder: String) throws(ModelError) -> [String] {
    listing.names(in: way(to: folder))
  }

  func isLink(_ path: String) -> Bool { listing.link(at: way(to: path)) != nil }

  func target(ofLink path: String) -> String? {
    followed(way(to: path)).flatMap { listing.kind(of: $0) == nil ? nil : prefix + $0 }
  }

  /// The maximum number of links followed on one path, as on other systems; more indicate a cycle.
  private static let mostLinks = 40

  /// A way without links on it; nil where one leads in a circle or out of the repository.
  private func followed(_ way: String) -> String? {
    var rest = way.split(separator: "/").map(String.init)[...]
    var found: [String] = []
    var count = 0
    while let part = rest.popFirst() {
      if part == "." { continue }
      if part == ".." {
        guard found.popLast() != nil else { return nil }
        continue
      }
      found.append(part)
      guard let object = listing.link(at: found.joined(separator: "/")) else { continue }
      count += 1
      guard count <= Self.mostLinks, let target = contents[object] else { return nil }
      let words = String(decoding: target, as: UTF8.self)
      if words.hasPrefix("/") { return nil }
      found.removeLast()
      rest = words.split(separator: "/").map(String.init)[...] + rest
    }
    return found.joined(separator: "/")
  }

  func bytes(of path: String) throws(ModelError) -> [UInt8] {
    OpenedFiles.current?.insert(at: repository.path.appending(way(to: path)))
    guard let file = listing.file(at: way(to: path)) else {
      throw .noInput(path, "no such file: '\(path)'")
    }
    if file.size > Limits.bytesOfFile { throw .tooLarge(path, file.size) }
    guard let bytes = contents[file.object] else {
      throw .noInput(path, "git does not hold what is in '\(path)'; fetch the revision first")
    }
    return bytes
  }

  /// The way from the repository's top.
  func way(to path: String) -> String {
    // By bytes: an accent that follows would make another character of the colon.
    path.utf8.starts(with: prefix.utf8)
      ? String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : path
  }
}

extension GitTree {
  /// Returns the repository around some paths.
  ///
  /// - Throws: A ``ModelError`` where there is none.
  fileprivate static func repository(
    of paths: [String], knowing revision: String
  ) throws(ModelError) -> ProjectTop {
    let repository = ProjectTop(of: paths)
    if repository.isProject { return repository }
    throw .noInput(revision, "there is no git repository here to find a revision '\(revision)' in")
  }

  /// Why nothing was read.
  fileprivate static func error(_ refusal: GitRepository.Refusal, _ revision: String) -> ModelError
  {
    switch refusal {
    case .notInstalled:
      .noInput(revision, "git is not installed, which would know a revision '\(revision)'")
    case .unknown(let remark):
      .noInput(revision, "git knows no revision '\(revision)'\(remark)")
    case .refused(let words):
      .noInput(revision, "git cannot read the revision '\(revision)': \(words)")
    }
  }
}

extension Project {
  /// Returns the files on disk that differ from a revision, by their paths from the repository's top.
  ///
  /// - Parameters:
  ///   - revision: Anything that git knows as a commit, or `ONE...OTHER` for where two branched off.
  ///   - paths: Paths in the repository.
  /// - Returns: The paths, also of new files.
  /// - Throws: A ``ModelError`` where there is no git, no repository, or no such revision.
  package static func files(
    changedSince revision: String, at paths: [String]
  ) throws(ModelError) -> Set<String> {
    let git = GitRepository(folder: try GitTree.repository(of: paths, knowing: revision).path)
    do throws(GitRepository.Refusal) {
      let commit = try git.commit(named: revision)
      let changed = try git.answer(to: ["diff", "--name-only", "--no-relative", "-z", commit, "--"])
      let new = try git.answer(to: ["ls-files", "--others", "--exclude-standard", "-z"])
      return Set((changed + new).split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    } catch {
      throw GitTree.error(error, revision)
    }
  }
}

/// The commit on which the files of a project stand.
package struct CheckedOutCommit: Sendable {
  /// The branch; nil where none is checked out.
  package let branch: String?
  /// The commit's whole name.
  package let name: String
  /// Whether a file that git tracks differs from it.
  package let isChanged: Bool

  /// Asks git for the commit on which the files at some paths stand; nil where there is no git, no
  /// repository, or no commit.
  package init?(at paths: [String]) {
    let top = ProjectTop(of: paths)
    guard top.isProject else { return nil }
    let git = GitRepository(folder: top.path)
    guard let name = try? git.commit(named: "HEAD") else { return nil }
    self.name = name
    branch = try? git.line(["symbolic-ref", "--quiet", "--short", "HEAD"])
    isChanged = (try? git.answer(to: ["diff", "--quiet", "HEAD", "--"])) == nil
  }
}

extension GitRepository {
  /// Returns the contents of objects, by object name.
  fileprivate func contents(of objects: [String]) throws(Refusal) -> [String: [UInt8]] {
    if objects.isEmpty { return [:] }
    return GitListing.contents(
      in: try answer(
        to: ["cat-file", "--batch"], reading: Array(objects.map { $0 + "\n" }.joined().utf8)))
  }

  /// The object of a commit.
  fileprivate func commit(named revision: String) throws(Refusal) -> String {
    let branches = revision.split(separator: "...", omittingEmptySubsequences: false).map(
      String.init)
    var found: String?
    if branches.count == 2 {
      var ends: [String] = []
      for branch in branches { ends.append(try commit(named: branch.isEmpty ? "HEAD" : branch)) }
      found = try line(["merge-base"] + ends)
    } else if !revision.hasPrefix("-") {
      // No name begins so: it would be an option.
      found = try line(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
    }
    if let found { return found }
    throw .unknown(remark(onUnknown: revision))
  }

  /// Returns the first line of an answer; nil if git fails without a message.
  fileprivate func line(_ arguments: [String]) throws(Refusal) -> String? {
    do throws(Refusal) {
      let answer = String(decoding: try answer(to: arguments), as: UTF8.self)
      return answer.split(separator: "\n").first.map(String.init)
    } catch {
      if case .refused("") = error { return nil }
      throw error
    }
  }

  /// Returns a hint to add to the message about an unknown revision.
  private func remark(onUnknown revision: String) -> String {
    let list = (try? answer(to: ["for-each-ref", "--format=%(refname:short)"])) ?? []
    let names = String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
    if let remote = names.first(where: { $0.hasSuffix("/\(revision)") }) {
      return "; did you mean '\(remote)'?"
    }
    let near = revision.suggestion(among: names)
    if !near.isEmpty { return near }
    let isShallow = (try? line(["rev-parse", "--is-shallow-repository"])) == "true"
    return isShallow ? "; the clone is shallow, so it may have to be fetched first" : ""
  }
}
