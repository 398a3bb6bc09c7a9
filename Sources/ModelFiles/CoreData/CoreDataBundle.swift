import CompiledOnce
import SourceText

/// An `.xcdatamodeld` bundle: the versions of one model, one of which is current.
struct CoreDataBundle {
  /// A version and the path of its `contents`.
  struct Version {
    let name: String
    let contents: String
  }

  /// The versions in their order; never empty.
  let versions: [Version]
  /// The version that an app uses, or is taken for it.
  let current: Version
  /// Why that is a guess, if it is one.
  private(set) var findings: [ModelFinding]

  /// Reads which versions there are.
  ///
  /// - Parameters:
  ///   - path: The bundle's folder.
  ///   - files: Where it is.
  ///   - projectVersion: Returns the folder of the current version that an Xcode project states; nil where none
  ///     does.
  /// - Throws: A ``ModelError`` where it has no version.
  init(
    _ path: String, in files: any FileTree, statedByProject projectVersion: () -> String?
  ) throws(ModelError) {
    let names = try files.names(in: path).filter { $0.hasSuffix(".xcdatamodel") }
      .map { String($0.dropLast(".xcdatamodel".count)) }
    // Version 10 comes after version 9, and 'v 3' after 'v2'.
    versions = names.map { (key: $0.filter { $0 != " " }.withEqualNumbers, name: $0) }
      .sorted { $0 < $1 }
      .map { Version(name: $0.name, contents: "\(path)/\($0.name).xcdatamodel/contents") }
    let isEmpty = { (version: Version) in
      let folder = ProjectTop.parent(of: version.contents)
      return ["contents", "elements"].allSatisfy { files.kind(of: "\(folder)/\($0)") != .file }
    }
    guard let last = versions.last(where: { !isEmpty($0) }) ?? versions.last else {
      throw .badData(path, "the bundle holds no .xcdatamodel")
    }
    let file = "\(path)/.xccurrentversion"
    var named: String?
    var doubt: ModelError?
    do throws(ModelError) {
      if files.kind(of: file) == .file {
        named = try CurrentVersion(in: try files.bytes(of: file), of: file).name
      }
    } catch {
      doubt = error
    }
    let version = { [versions] (folder: String?) in
      versions.first { "\($0.name).xcdatamodel" == folder }
    }
    // With one version, it is the one whatever the files state.
    let stated = version(named) ?? (versions.count == 1 ? last : version(projectVersion()))
    current = stated ?? last
    if stated != nil {
      findings = []
      return
    }
    let taken = "; \(current.name) is taken"
    if let named {
      doubt = .badData(file, "names '\(named)', which is not in the bundle")
    }
    findings = [
      doubt.map { ModelFinding(.error, .incompleteModel, $0.message + taken, at: $0.location) }
        ?? ModelFinding(
          .warning, .uncertainVersion,
          "neither .xccurrentversion nor an Xcode project states which of "
            + "\(versions.map(\.name).listed()) is current; \(current.name), the newest by name, is taken",
          at: .start(of: path))
    ]
  }

  /// The same where the Xcode project does not list it, but others: what is not used has no current version.
  ///
  /// - Parameters:
  ///   - path: The bundle's folder.
  ///   - others: Returns the bundles that the project lists instead.
  /// - Returns: The bundle, with a note instead of a doubt about the current version.
  func unlisted(_ path: String, besides others: () -> [String]) -> CoreDataBundle {
    guard findings.contains(where: { $0.rule == .uncertainVersion }) else { return self }
    let others = others()
    if others.isEmpty { return self }
    var bundle = self
    bundle.findings = [
      ModelFinding(
        .note, .unlistedModel,
        "the Xcode project lists \(others.listed()) and not this model; of its versions, \(current.name), the newest "
          + "by name, is taken", at: .start(of: path))
    ]
    return bundle
  }

  /// Returns the source file of a version.
  func source(of version: Version, in files: any FileTree) throws(ModelError) -> SourceFile {
    guard files.kind(of: version.contents) == .file else {
      let folder = ProjectTop.parent(of: version.contents)
      if files.kind(of: "\(folder)/elements") == .file {
        throw .badData(folder, ProjectSearch.binaryModel)
      }
      throw .badData(version.contents, "the model has no file 'contents'")
    }
    return try files.source(version.contents)
  }
}

/// The contents of `.xccurrentversion`: the folder of the version that an app uses.
package struct CurrentVersion {
  /// The folder; nil where the property list has no such key, as that of a model that never had a
  /// second version.
  package let name: String?

  /// Reads the file.
  ///
  /// Foundation's reader of property lists is not asked: a binary list of 300 bytes, whose objects
  /// share others, keeps it busy for ever.
  ///
  /// - Parameters:
  ///   - bytes: What it holds: a property list in XML, as Xcode writes it.
  ///   - path: Its path, for messages.
  /// - Throws: A ``ModelError`` where the file does not say it.
  package init(in bytes: [UInt8], of path: String) throws(ModelError) {
    if bytes.starts(with: "bplist".utf8) {
      throw .badData(
        path,
        "this is a binary property list; expected one in XML, as Xcode writes it: "
          + "'plutil -convert xml1' makes one of it")
    }
    name = try Self.name(in: SourceFile(path: path, bytes: bytes))
  }

  /// The string behind the key in the outermost dictionary; nil where that has no such key.
  private static func name(in source: SourceFile) throws(ModelError) -> String? {
    var reading = try XMLReading(
      source, expecting: "Xcode writes it", allowsDocumentType: true)
    var path: [String] = []
    var depth = 0
    var key: String?
    var text = ""
    var found: String?
    var isDictionary = false
    var hasKey = false
    while let piece = try reading.next() {
      switch piece {
      case .start(let tag):
        // What is deeper is no key of the outermost dictionary, nor its value.
        if tag.depth < 3 { path = path.prefix(tag.depth) + [tag.name] }
        isDictionary = isDictionary || path == ["plist", "dict"]
        depth = tag.depth + 1
        text = ""
      case .text(let part) where depth == 3: text += part
      case .text: break
      case .end:
        depth -= 1
        guard depth == 2, path.starts(with: ["plist", "dict"]), path.count == 3 else { continue }
        if path[2] == "key" {
          key = text
          hasKey = hasKey || text == "_XCCurrentVersionName"
        } else {
          if key == "_XCCurrentVersionName", path[2] == "string", found == nil { found = text }
          key = nil
        }
      }
    }
    guard isDictionary, !hasKey || found != nil else {
      throw .badData(
        source.path, "expected a property list whose '_XCCurrentVersionName' is a string")
    }
    return found
  }
}

extension String {
  /// The text with as many digits in each number, so that numbers are compared by what they are.
  fileprivate var withEqualNumbers: String {
    replacing(/0*([0-9]+)/) { String(repeating: "0", count: max(0, 20 - $0.1.count)) + $0.1 }
  }
}
