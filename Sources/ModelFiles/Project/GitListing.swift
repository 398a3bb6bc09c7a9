import CompiledOnce
import SourceText

/// The files of a revision, as listed by `git ls-tree -r -l -z`.
struct GitListing {
  /// A file, by the name of the object that has what it holds.
  struct File: Equatable {
    let object: String
    let size: Int
  }

  private enum Entry {
    case file(File)
    case link(object: String)
    /// An entry that cannot be named, because its name is not UTF-8.
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
        : words[0] == "120000"
          ? .link(object: words[2]) : .file(File(object: words[2], size: Int(words[3]) ?? 0))
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

  /// The object with the way to which a symbolic link leads; nil for what is none.
  func link(at path: String) -> String? {
    if case .link(let object) = entries[path] { return object }
    return nil
  }

  /// The paths of all symbolic links, sorted.
  var links: [String] { entries.keys.filter { link(at: $0) != nil }.sorted() }

  /// Whether a path is one of some places, or under one.
  static func isPath(_ path: String, under places: [String]) -> Bool {
    places.contains { $0.isEmpty || path.hasPrefix("\($0)/") || path == $0 }
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
      guard case .file(let file) = entry, file.size <= Limits.bytesOfFile else { continue }
      if path.hasSuffix(".xcodeproj/project.pbxproj") {
        // A project above a place states which version of a model is current.
        let folder = ProjectTop.parent(of: ProjectTop.parent(of: path))
        let isAround = folder.isEmpty || places.contains { Self.isPath($0, under: [folder]) }
        if isAround || Self.isPath(path, under: places) { objects.insert(file.object) }
        continue
      }
      guard Self.isPath(path, under: places) else { continue }
      let isOfModel =
        path.isNameOfModelOrCode || path.hasSuffix("/.xccurrentversion") || places.contains(path)
      if isOfModel { objects.insert(file.object) }
    }
    return objects.sorted()
  }

  /// The objects of the files that may state a deployment target, without what is too large.
  var manifests: [String] {
    entries.compactMap { path, entry in
      guard case .file(let file) = entry, file.size <= Limits.bytesOfFile else { return nil }
      let ends = ["Package.swift", "Project.swift", "project.yml", "project.yaml", ".xcconfig"]
      return ends.contains(where: path.hasSuffix) || path.hasSuffix("/project.pbxproj")
        ? file.object : nil
    }.sortedWithoutRepeats()
  }

  /// Returns the contents of objects.
  ///
  /// - Parameter answer: The output of `git cat-file --batch`. For each object, it has a line with
  ///   name, kind and size, then the bytes and a line break. A missing object has only a line that
  ///   reports this.
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

extension String {
  /// Indicates whether a file of this path can have a part in a finding.
  package var isNameOfModelOrCode: Bool {
    isNameOfSwiftFile || isNameOfObjectiveCFile || hasSuffix("/contents")
  }
}
