import CompiledOnce
import SourceText
import SwiftSource

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
  /// The Objective-C files, where code is wanted, in the order of their places.
  private(set) var objectiveC: [ObjectiveCFile] = []
  /// The paths of the Objective-C files where no code is wanted.
  private(set) var unreadObjectiveC: [String] = []
  /// The compiled models: the `.momd` folders, and the `.mom` files outside of these.
  private(set) var compiled: Set<String> = []
  /// The paths and places of Xcode projects.
  private(set) var projects: [(path: String, place: String)] = []
  /// The files that state what an app may do.
  private(set) var entitlements: [(path: String, place: String)] = []
  private let keepsCode: Bool
  /// Whether any of them may hold a `@Model` class.
  private(set) var mentionsModel = false
  /// The findings about files and folders that could not be read.
  private(set) var findings: [ModelFinding] = []
  /// The folders that were passed over because of what they are called, or what git ignores.
  private(set) var passedOver: [String] = []
  /// Whether anything is passed over that may call the code that is read.
  private(set) var leavesOutCode = false
  /// The patterns that excluded something, by their places among all.
  private(set) var usedPatterns: Set<Int> = []
  /// The places of what was met already.
  private var known: Set<String> = []
  /// The places of the folders that were gone through.
  private var searched: Set<String> = []

  /// Goes through some paths.
  ///
  /// - Parameters:
  ///   - paths: Files or folders; what lies under several of them is read once.
  ///   - files: Where to look.
  ///   - exclusions: What to pass over.
  ///   - keepsCode: Whether Objective-C files are searched for deletes.
  /// - Throws: A ``ModelError`` where there is nothing at a path, or a file that is no model.
  init(
    _ paths: [String], in files: any FileTree, without exclusions: Exclusions,
    keepsCode: Bool = false
  ) throws(ModelError) {
    self.files = files
    self.keepsCode = keepsCode
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
        refuse(path.isNameOfSwiftFile ? .unreadableSource : .incompleteModel, error)
      }
    }
    found.sort { $0.place < $1.place }
    swiftFiles.sort { $0.place < $1.place }
    objectiveC.sort { $0.path < $1.path }
    findings.sort { $0.location < $1.location }
    passedOver.sort()
  }

  /// Takes in what was named.
  private mutating func add(
    _ path: String, _ place: String, _ kind: FileKind?
  ) throws(ModelError) {
    if kind == .folder {
      if let model = try model(inFolder: path, named: place.isEmpty ? path : place) {
        add(model, place)
        isModel = true
      } else {
        search(path, place)
      }
    } else if isExcluded(place) {
      // Whoever names files by a pattern, as hooks do, means those that are not excluded.
    } else if path.isNameOfSwiftFile {
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

  /// Whether the reader excludes a file or folder, or one around it.
  private mutating func isExcluded(_ place: String) -> Bool {
    let patterns = exclusions.excluding(place)
    usedPatterns.formUnion(patterns)
    return !patterns.isEmpty
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
    if let tool = source.encryptingTool {
      refuse(.unreadableSource, Self.encrypted(source.path, by: tool))
      return
    }
    guard source.isUTF8 else {
      refuse(.unreadableSource, .badData(source.path, "the file is not UTF-8, as Swift source is"))
      return
    }
    if source.hasZero {
      refuse(
        .unreadableSource,
        .badData(
          source.path,
          "the file contains NUL characters; expected UTF-8; if it is UTF-16, save it as UTF-8"))
      return
    }
    mentionsModel = mentionsModel || SwiftDataReading.mentionsModel(source.bytes)
    swiftFiles.append(SwiftFile(source: source, place: place))
  }

  private static func encrypted(_ path: String, by tool: String) -> ModelError {
    .badData(path, "the file is encrypted by \(tool); decrypt it, or exclude it")
  }

  /// Adds a finding for something unreadable, so that the rest is still read.
  private mutating func refuse(_ rule: ModelFinding.Rule, _ error: ModelError) {
    findings.append(ModelFinding(rule, error))
  }

  /// Something in a folder, and its name there.
  private struct Entry {
    let path: String
    let place: String
    var name: String { place.split(separator: "/").last.map(String.init) ?? place }
  }

  /// Goes through a folder and the folders in it, and then to where links in them lead.
  private mutating func search(_ path: String, _ place: String) {
    let passing = exclusions.passing(
      under: place, ignoring: exclusions.top.isProject ? files.ignored(in: path) : [])
    var folders = [Entry(path: path == "." ? "" : path, place: place)]
    var links: [Entry] = []
    while let folder = folders.popLast() {
      searched.insert(folder.place)
      do throws(ModelError) {
        for name in try files.names(in: folder.path.isEmpty ? "." : folder.path) {
          let entry = Entry(
            path: files.path(of: name, in: folder.path), place: folder.place.appending(name))
          let isLink = files.isLink(entry.path)
          let target = isLink ? files.target(ofLink: entry.path) : entry.path
          let kind = target.flatMap(files.kind)
          switch passing.reason(toPass: entry.place, named: name, kind) {
          case .excluded(let patterns): usedPatterns.formUnion(patterns)
          case .worthSaying:
            passOver(entry, kind)
            leavesOutCode = leavesOutCode || mayHoldCode(entry, kind)
          case .hidden: leavesOutCode = leavesOutCode || mayHoldCode(entry, kind)
          case nil where isLink: links.append(entry)
          case nil where kind == .folder && !Self.isNameOfModel(name):
            if name.hasSuffix(".xcodeproj") { projects.append((entry.path, entry.place)) }
            folders.append(entry)
          case nil: look(at: entry.path, entry.place, name, kind)
          }
        }
      } catch {
        refuse(.incompleteModel, error)
      }
    }
    // What lies in the folders themselves is known by now.
    for link in links { follow(link) }
  }

  private mutating func passOver(_ entry: Entry, _ kind: FileKind?) {
    if kind == .folder || entry.name.isNameOfSwiftFile { passedOver.append(entry.place) }
  }

  private static let importsOfTests = [
    "XCTest/XCTest.h", "import Quick", "import Testing", "import XCTest",
  ]

  /// Whether a file or folder that is passed over may hold code that calls what is read, which is no test.
  private func mayHoldCode(_ entry: Entry, _ kind: FileKind?) -> Bool {
    guard keepsCode else { return false }
    guard kind == .folder else { return entry.name.isNameOfCode }
    let mayBeOfTests = Exclusions.isOfTests(entry.name)
    var (folders, count, hasCode) = ([entry], 0, false)
    while let folder = folders.popLast() {
      if Exclusions.isOutsideOfCode(folder.place) { continue }
      for name in (try? files.names(in: folder.path)) ?? [] {
        count += 1
        if count > Limits.filesPassedOver { return true }
        let inner = Entry(
          path: files.path(of: name, in: folder.path), place: folder.place.appending(name))
        if name.isNameOfCode {
          if !mayBeOfTests { return true }
          hasCode = true
          let bytes = (try? files.bytes(of: inner.path)) ?? []
          if Self.importsOfTests.contains(where: { SwiftTokens.mention($0, in: bytes) }) {
            return false
          }
        } else if files.kind(of: inner.path) == .folder, !files.isLink(inner.path) {
          folders.append(inner)
        }
      }
    }
    return hasCode
  }

  /// Reads what a link leads to, once, where that is a part of the project.
  private mutating func follow(_ link: Entry) {
    guard let path = files.target(ofLink: link.path) else {
      let message = "'\(link.path)' is a link that leads nowhere"
      // Without an extension, it may have led to a folder of sources.
      if Self.isNameOfModel(link.name) || link.name.isNameOfSwiftFile || !link.name.contains(".") {
        refuse(
          link.name.isNameOfSwiftFile ? .unreadableSource : .incompleteModel,
          .noInput(link.path, message))
      } else {
        passedOver.append(link.place)
        leavesOutCode = true
      }
      return
    }
    let target = Entry(path: path, place: files.place(of: path, under: exclusions.top))
    let kind = files.kind(of: path)
    if target.place.hasPrefix("/") {
      passOver(link, kind)
      leavesOutCode = leavesOutCode || kind == .folder || link.name.isNameOfCode
    } else if isExcluded(target.place) || searched.contains(target.place) {
      return
    } else if kind == .folder, !Self.isNameOfModel(target.name) {
      // A folder around the link holds more than was asked for.
      let isAround = target.place.isEmpty || link.place.hasPrefix("\(target.place)/")
      if isAround {
        passOver(link, kind)
        leavesOutCode = true
      } else {
        search(target.path, target.place)
      }
    } else {
      let isSwift = link.name.isNameOfSwiftFile
      look(at: target.path, target.place, isSwift ? link.name : target.name, kind)
    }
  }

  private static func isNameOfModel(_ name: String) -> Bool {
    name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel")
  }

  private mutating func look(
    at entry: String, _ place: String, _ name: String, _ kind: FileKind?
  ) {
    let isModel = Self.isNameOfModel(name)
    switch kind {
    case .folder:
      do throws(ModelError) {
        if let model = try model(inFolder: entry, named: name) { add(model, place) }
      } catch {
        refuse(.incompleteModel, error)
      }
    case .file where name.isNameOfSwiftFile:
      do throws(ModelError) {
        add(try files.source(entry), place)
      } catch {
        refuse(.unreadableSource, error)
      }
    case .file where keepsCode && name.isNameOfObjectiveCFile:
      do throws(ModelError) {
        let source = try files.source(entry)
        if let tool = source.encryptingTool { throw Self.encrypted(entry, by: tool) }
        if source.hasZero {
          throw ModelError.badData(entry, "the file contains NUL characters; expected UTF-8")
        }
        if known.insert(place).inserted {
          objectiveC.append(ObjectiveCFile(source))
        }
      } catch {
        // A header has no deletes.
        if !name.hasSuffix(".h") { refuse(.unreadableSource, error) }
      }
    case .file where name.isNameOfObjectiveCFile: unreadObjectiveC.append(entry)
    case .file where name.hasSuffix(".mom"):
      let folder = ProjectTop.parent(of: entry)
      compiled.insert(folder.hasSuffix(".momd") ? folder : entry)
    case .file where name.hasSuffix(".entitlements"): entitlements.append((entry, place))
    case .file where isModel:
      let message = "this is a file; expected the folder that a data model is"
      refuse(.incompleteModel, .badData(entry, message))
    case nil
    where isModel || name.isNameOfSwiftFile || entry.utf8.count >= Limits.bytesOfPath
      // A name that is not UTF-8 was read with this character instead, and may be a folder's.
      || name.contains("\u{FFFD}"):
      let message = "'\(entry)' is gone, or its path is too long or not UTF-8; rename it"
      refuse(.incompleteModel, .noInput(entry, message))
    default: break
    }
  }

  /// The model that a folder is, if it is one.
  private func model(
    inFolder path: String, named name: String
  ) throws(ModelError) -> Found.Kind? {
    if name.hasSuffix(".xcdatamodeld") { return .bundle(path) }
    if files.kind(of: "\(path)/contents") == .file {
      return .version(contents: "\(path)/contents")
    }
    if files.kind(of: "\(path)/elements") == .file { throw .badData(path, Self.binaryModel) }
    if name.hasSuffix(".xcdatamodel") { throw .badData(path, "the model has no file 'contents'") }
    if name.hasSuffix(".momd") || name.hasSuffix(".xcmappingmodel") {
      throw .badData(path, Self.otherKind(of: name, []) ?? "this is no data model")
    }
    return nil
  }

  static let binaryModel =
    "this is a binary model, as Xcode wrote it before version 4.1; in Xcode 4.1 to 4.3, choosing the newer "
    + "format in the model's inspector was reported to convert it, and saving alone not to; later "
    + "versions are untested"

  /// Returns a description of a file that isn't a data model; nil if it may be one.
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
      return Self.binaryModel
    }
    if bytes.starts(with: "bplist".utf8) {
      return
        "this is a binary property list, perhaps a compiled model or one from before Xcode 4.1; "
        + "expected an .xcdatamodeld in the XML that Xcode 4.1 and later write"
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

extension String {
  /// Whether a path or name is that of a Swift file, as file systems that ignore case see it.
  var isNameOfSwiftFile: Bool { suffix(6).lowercased() == ".swift" }

  /// Whether a path or name is that of an Objective-C file.
  var isNameOfObjectiveCFile: Bool {
    [".m", ".mm", ".h"].contains(where: suffix(3).lowercased().hasSuffix)
  }
}

extension String {
  /// Whether a file of this name holds Swift or Objective-C.
  fileprivate var isNameOfCode: Bool { isNameOfSwiftFile || isNameOfObjectiveCFile }
}
