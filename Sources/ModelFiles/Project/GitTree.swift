import Foundation
import SourceText

/// The files of a project as git keeps them in a revision; the work tree is not touched.
///
/// A path here is `REVISION:` and the way from the repository's top, as git itself writes it: nobody
/// can take it for one of the work tree.
struct GitTree: FileTree {
  /// What precedes the way from the repository's top.
  private let prefix: String
  /// The folder of the repository.
  private let repository: ProjectTop
  private let listing: GitListing
  /// What the files hold that may be of use, by their names as objects.
  private let contents: [String: [UInt8]]

  /// Reads what may belong to a model.
  ///
  /// - Parameters:
  ///   - revision: Anything that git knows as a commit, or `ONE...OTHER` for where two branched off.
  ///   - paths: What is wanted, on disk: other files are not read.
  /// - Throws: A ``ModelError`` where there is no git, no repository, or no such revision.
  init(_ revision: String, holding paths: [String]) throws(ModelError) {
    let repository = ProjectTop(of: paths)
    guard repository.isProject else {
      throw .noInput(revision, "no git repository is here to know a revision '\(revision)'")
    }
    let git = GitRepository(folder: repository.path)
    do throws(GitRepository.Refusal) {
      let commit = try git.commit(named: revision)
      let listing = GitListing(
        try git.answer(to: ["ls-tree", "-r", "-l", "-z", "--full-tree", commit]))
      let wanted = listing.objects(under: paths.map(repository.place))
      let answer = try git.answer(
        to: ["cat-file", "--batch"], reading: Array(wanted.map { $0 + "\n" }.joined().utf8))
      self.init(revision, of: repository, listing, contents: GitListing.contents(in: answer))
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

  func isLink(_ path: String) -> Bool { listing.isLink(way(to: path)) }

  func bytes(of path: String) throws(ModelError) -> [UInt8] {
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
  private func way(to path: String) -> String {
    // By bytes: an accent that follows would make another character of the colon.
    path.utf8.starts(with: prefix.utf8)
      ? String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : path
  }
}

/// What `git ls-tree -r -l -z` lists of a revision.
struct GitListing {
  /// A file, by the name of the object that has what it holds.
  struct File: Equatable {
    let object: String
    let size: Int
  }

  private enum Entry {
    case file(File)
    case link
    /// What has a name that is not UTF-8, and so cannot be named.
    case nameless
  }

  private var entries: [String: Entry] = [:]
  private var folders: [String: Set<String>] = ["": []]
  /// The folders of submodules, sorted.
  private(set) var submodules: [String] = []

  /// Reads the list; submodules are nothing, because another repository has what they hold.
  ///
  /// - Parameter bytes: Entries that end with a zero: mode, kind, object, size, a tab and the path.
  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = line[..<tab].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      let raw = line[(tab + 1)...]
      let path = String(decoding: raw, as: UTF8.self)
      if words.count == 4, words[1] == "commit" { submodules.append(path) }
      guard words.count == 4, words[1] == "blob" else { continue }
      let entry: Entry =
        !path.utf8.elementsEqual(raw)
        ? .nameless
        : words[0] == "120000" ? .link : .file(File(object: words[2], size: Int(words[3]) ?? 0))
      entries[path] = entry
      add(path)
    }
  }

  private mutating func add(_ path: String) {
    var path = path
    while !path.isEmpty {
      // By bytes: an accent that follows would make another character of the slash.
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { String(path[..<$0]) } ?? ""
      let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
      let isKnown = folders[folder] != nil
      folders[folder, default: []].insert(name)
      if isKnown { return }
      path = folder
    }
  }

  func file(at path: String) -> File? {
    if case .file(let file) = entries[path] { return file }
    return nil
  }

  func isLink(_ path: String) -> Bool {
    if case .link = entries[path] { return true }
    return false
  }

  func kind(of path: String) -> FileKind? {
    folders[path] != nil ? .folder : file(at: path) != nil ? .file : nil
  }

  /// The names in a folder, sorted.
  func names(in folder: String) -> [String] { (folders[folder] ?? []).sorted() }

  /// The objects with what the files under some places hold that may belong to a model.
  ///
  /// - Parameter places: Files or folders from the top; files that are named are wanted in any case.
  /// - Returns: Their names, sorted, without what is too large.
  func objects(under places: [String]) -> [String] {
    var objects: Set<String> = []
    for (path, entry) in entries {
      guard case .file(let file) = entry, file.size <= Limits.bytesOfFile,
        places.contains(where: { $0.isEmpty || path.hasPrefix("\($0)/") || path == $0 })
      else { continue }
      let isOfModel =
        path.hasSuffix(".swift") || path.hasSuffix("/contents")
        || path.hasSuffix("/.xccurrentversion") || places.contains(path)
      if isOfModel { objects.insert(file.object) }
    }
    return objects.sorted()
  }

  /// What objects hold.
  ///
  /// - Parameter answer: What `git cat-file --batch` prints: for each object its name, kind and size in
  ///   a line, the bytes, and a line break; for one that is not there, a line that says so.
  /// - Returns: The bytes by the objects' names.
  static func contents(in answer: [UInt8]) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    var rest = answer[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count == 3, words[1] == "blob", let size = Int(words[2]), size >= 0,
        size <= rest.count
      else { continue }
      contents[String(words[0])] = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }
}

extension GitTree {
  /// Why nothing was read.
  private static func error(_ refusal: GitRepository.Refusal, _ revision: String) -> ModelError {
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

extension GitRepository {
  /// The object of a commit.
  fileprivate func commit(named revision: String) throws(Refusal) -> String {
    let branches = revision.components(separatedBy: "...")
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

  /// One line of an answer; nil where git only says no.
  private func line(_ arguments: [String]) throws(Refusal) -> String? {
    do throws(Refusal) {
      let answer = String(decoding: try answer(to: arguments), as: UTF8.self)
      return answer.split(separator: "\n").first.map(String.init)
    } catch {
      if case .refused("") = error { return nil }
      throw error
    }
  }

  /// What may help whoever names a revision that there is not.
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
