import SourceText

/// The files under some paths that hold a model, or belong to one.
struct ProjectSearch {
  /// Something that holds a Core Data model.
  struct Found {
    enum Kind {
      /// An `.xcdatamodeld`.
      case bundle(String)
      /// A `contents` file.
      case version(contents: String)
    }

    let kind: Kind
    let place: String
  }

  /// A Swift file, and its place in the project.
  struct SwiftFile {
    let source: SourceFile
    let place: String
  }

  private let files: any FileTree
  private let exclusions: Exclusions
  /// The Core Data models, in the order of their places.
  private(set) var found: [Found] = []
  /// All Swift files, in the order of their places.
  private(set) var swiftFiles: [SwiftFile] = []
  /// Whether a path that was given is a Core Data model itself, and not a folder around it.
  private(set) var isModel = false
  /// Whether any of them may hold a `@Model` class.
  private(set) var mentionsModel = false
  /// What could not be looked into.
  private(set) var findings: [ModelFinding] = []
  /// The folders that were passed over because of what they are called, or what git ignores.
  private(set) var passedOver: [String] = []
  /// The places of what was met already.
  private var known: Set<String> = []

  /// Goes through some paths.
  ///
  /// - Parameters:
  ///   - paths: Files or folders; what lies under several of them is read once.
  ///   - files: Where to look.
  ///   - exclusions: What to pass over.
  /// - Throws: A ``ModelError`` where there is nothing at a path, or a file that is no model.
  init(
    _ paths: [String], in files: any FileTree, without exclusions: Exclusions
  ) throws(ModelError) {
    self.files = files
    self.exclusions = exclusions
    for path in paths {
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      let place = files.place(of: path, under: exclusions.top)
      let kind = files.kind(of: path)
      if kind == nil {
        throw .noInput(path, "no such file or folder: '\(path)'\(path.pathSuggestion)")
      }
      do throws(ModelError) {
        try add(path, place, kind)
      } catch {
        // The one thing that was named is a mistake; beside others, it hides nothing of them.
        if paths.count == 1 { throw error }
        refuse(path.hasSuffix(".swift") ? .unreadableSource : .incompleteModel, error)
      }
    }
    found.sort { $0.place < $1.place }
    swiftFiles.sort { $0.place < $1.place }
    findings.sort { $0.location < $1.location }
    passedOver.sort()
  }

  /// Takes in what was named.
  private mutating func add(
    _ path: String, _ place: String, _ kind: FileKind?
  ) throws(ModelError) {
    if kind == .folder {
      if let model = try model(inFolder: path) {
        add(model, place)
        isModel = true
      } else {
        search(path, place)
      }
    } else if exclusions.exclude(place) {
      // Whoever names files by a pattern, as hooks do, means those that are not excluded.
    } else if path.hasSuffix(".swift") {
      add(try files.source(path), place)
    } else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if let kind = Self.otherKind(of: name, try files.bytes(of: path)) {
        throw .badData(path, kind)
      }
      add(.version(contents: path), place)
      isModel = true
    }
  }

  private mutating func add(_ kind: Found.Kind, _ place: String) {
    // A version is known by its folder.
    var place = place.hasSuffix("/contents") ? ProjectTop.parent(of: place) : place
    // A folder that is a model by what is in it may be all that there is.
    if place.isEmpty {
      place = exclusions.top.path.split(separator: "/").last.map(String.init) ?? "."
    }
    if known.insert(place).inserted { found.append(Found(kind: kind, place: place)) }
  }

  private mutating func add(_ source: SourceFile, _ place: String) {
    guard known.insert(place).inserted else { return }
    guard source.isUTF8 else {
      refuse(.unreadableSource, .badData(source.path, "the file is not UTF-8, as Swift source is"))
      return
    }
    mentionsModel = mentionsModel || SwiftDataReading.mentionsModel(source.bytes)
    swiftFiles.append(SwiftFile(source: source, place: place))
  }

  /// What cannot be read hides nothing of the rest.
  private mutating func refuse(_ rule: ModelFinding.Rule, _ error: ModelError) {
    findings.append(ModelFinding(rule, error))
  }

  /// Goes through a folder and the folders in it; not through links, which may lead in a circle.
  private mutating func search(_ path: String, _ place: String) {
    let passing = exclusions.passing(
      under: place, ignoring: exclusions.top.isProject ? files.ignored(in: path) : [])
    var folders = [(path: path == "." ? "" : path, place: place)]
    while let folder = folders.popLast() {
      do throws(ModelError) {
        for name in try files.names(in: folder.path.isEmpty ? "." : folder.path) {
          let entry = (
            path: files.path(of: name, in: folder.path), place: folder.place.appending(name)
          )
          if files.isLink(entry.path) { continue }
          let kind = files.kind(of: entry.path)
          if let reason = passing.reason(toPass: entry.place, named: name, kind) {
            if reason == .worthSaying, kind == .folder || name.hasSuffix(".swift") {
              passedOver.append(entry.place)
            }
          } else if kind == .folder, !name.hasSuffix(".xcdatamodeld"),
            !name.hasSuffix(".xcdatamodel")
          {
            folders.append(entry)
          } else {
            look(at: entry.path, entry.place, name, kind)
          }
        }
      } catch {
        refuse(.incompleteModel, error)
      }
    }
  }

  private mutating func look(
    at entry: String, _ place: String, _ name: String, _ kind: FileKind?
  ) {
    let isModel = name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel")
    switch kind {
    case .folder:
      do throws(ModelError) {
        if let model = try model(inFolder: entry) { add(model, place) }
      } catch {
        refuse(.incompleteModel, error)
      }
    case .file where name.hasSuffix(".swift"):
      do throws(ModelError) {
        add(try files.source(entry), place)
      } catch {
        refuse(.unreadableSource, error)
      }
    case nil where isModel || name.hasSuffix(".swift") || entry.utf8.count >= Limits.bytesOfPath:
      let message = "'\(entry)' is gone, or its path is too long or not UTF-8; rename it"
      refuse(.incompleteModel, .noInput(entry, message))
    default: break
    }
  }

  /// The model that a folder is, if it is one.
  private func model(inFolder path: String) throws(ModelError) -> Found.Kind? {
    if path.hasSuffix(".xcdatamodeld") { return .bundle(path) }
    if files.kind(of: "\(path)/contents") == .file {
      return .version(contents: "\(path)/contents")
    }
    if files.kind(of: "\(path)/elements") == .file {
      throw .badData(
        path, "this is a binary model from before Xcode 4; save it with a later Xcode first")
    }
    if path.hasSuffix(".xcdatamodel") { throw .badData(path, "the model has no file 'contents'") }
    if path.hasSuffix(".momd") || path.hasSuffix(".xcmappingmodel") {
      throw .badData(path, Self.otherKind(of: path, []) ?? "this is no data model")
    }
    return nil
  }

  /// What a file that is no data model is instead; nil where it may be one.
  private static func otherKind(of name: String, _ bytes: [UInt8]) -> String? {
    if name.hasSuffix(".mom") || name.hasSuffix(".momd") {
      return "this is a compiled model; expected the .xcdatamodeld that it was made from"
    }
    if name.hasSuffix(".xcmappingmodel") {
      return "this is a mapping model; expected a data model"
    }
    if name == ".xccurrentversion" {
      return "this says which version of a bundle is current; name the .xcdatamodeld around it"
    }
    if name == "elements" || name == "layout" {
      return "this belongs to a binary model from before Xcode 4; save it with a later Xcode first"
    }
    if bytes.starts(with: "bplist".utf8) {
      return "this is a binary property list, perhaps a compiled model or one from before Xcode 4; "
        + "expected an .xcdatamodeld that Xcode 4 or later saved"
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    switch text.first(where: { !isBlank($0) }) {
    case nil: return "the file is empty; expected a data model"
    case UInt8(ascii: "<"): return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return "this looks like JSON; expected a data model"
    default: return "this is neither XML nor a Swift file; expected a data model"
    }
  }
}
