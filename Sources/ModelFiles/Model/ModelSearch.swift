/// The models at a path: a bundle, a version, a Swift file, or a folder that is searched.
struct ModelSearch {
  /// Something that holds one model.
  enum Found: Equatable {
    /// An `.xcdatamodeld`.
    case bundle(String)
    /// A `contents` file.
    case version(contents: String)
    /// Swift files that belong together.
    case swift([String])
  }

  private let files = ModelFileSystem()

  /// Folders that hold the code of others, or what was built.
  private static let skipped: Set = [
    "Carthage", "DerivedData", "Pods", "build", "node_modules",
  ]

  /// Finds the models at a path.
  ///
  /// - Parameter path: A file or folder.
  /// - Returns: What there is, Core Data's models first, in the order of the paths, never empty; and
  ///   why others were passed over.
  /// - Throws: A ``ModelError`` where there is nothing, or no model in it.
  func models(
    at path: String
  ) throws(ModelError) -> (found: [Found], leftOut: [ModelError]) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    switch files.kind(of: path) {
    case nil: throw .noInput("no such file or folder: '\(path)'\(path.pathSuggestion)")
    case .file: return ([try model(inFile: path)], [])
    case .folder:
      if let model = try model(inFolder: path) { return ([model], []) }
      var found: [Found] = []
      var swiftFiles: [String] = []
      let leftOut = search(path, &found, &swiftFiles)
      if !swiftFiles.isEmpty { found.append(.swift(swiftFiles)) }
      guard !found.isEmpty else {
        if let first = leftOut.first { throw first }
        throw .badData(
          path, "found no data model; expected an .xcdatamodeld or Swift files with @Model classes")
      }
      return (found, leftOut)
    }
  }

  /// Goes through a folder and the folders in it; not through links, which may lead in a circle.
  ///
  /// Returns why what looks like a model, but cannot be read, was passed over.
  private func search(
    _ path: String, _ found: inout [Found], _ swiftFiles: inout [String]
  ) -> [ModelError] {
    var folders = [path]
    var leftOut: [ModelError] = []
    var hasModels = false
    var bundles: [Found] = []
    while let folder = folders.popLast() {
      // What cannot be read hides nothing of the rest.
      do throws(ModelError) {
        for name in try files.names(in: folder).reversed()
        where !name.hasPrefix(".") && !Self.skipped.contains(name) {
          let entry = "\(folder)/\(name)"
          if files.isLink(entry) { continue }
          let isModel = name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel")
          switch files.kind(of: entry) {
          case .folder where isModel:
            do throws(ModelError) {
              if let model = try model(inFolder: entry) { bundles.append(model) }
            } catch {
              leftOut.append(error)
            }
          case .folder: folders.append(entry)
          case .file where name.hasSuffix(".swift"):
            do throws(ModelError) {
              let bytes = try files.bytes(of: entry)
              hasModels = hasModels || SwiftDataReading.mentionsModel(bytes)
              swiftFiles.append(entry)
            } catch {
              leftOut.append(error)
            }
          case nil
          where isModel || name.hasSuffix(".swift")
            || entry.utf8.count >= Limits.bytesOfPath:
            leftOut.append(
              .noInput("'\(entry)' is gone, or its path is too long or not UTF-8; rename it"))
          default: break
          }
        }
      } catch {
        leftOut.append(error)
      }
    }
    found = bundles.sorted { $0.path < $1.path }
    // Aliases and versions may stand in files without a model of their own.
    if hasModels { swiftFiles.sort() } else { swiftFiles = [] }
    return leftOut
  }

  /// The model that a folder is, if it is one.
  private func model(inFolder path: String) throws(ModelError) -> Found? {
    if path.hasSuffix(".xcdatamodeld") { return .bundle(path) }
    let name = String(path.split(separator: "/").last ?? "")
    if files.kind(of: "\(path)/contents") == .file {
      return .version(contents: "\(path)/contents")
    }
    if files.kind(of: "\(path)/elements") == .file {
      throw .badData(
        path, "this is a binary model from before Xcode 4; save it with a later Xcode first")
    }
    if name.hasSuffix(".xcdatamodel") {
      throw .badData(path, "the model has no file 'contents'")
    }
    if name.hasSuffix(".momd") || name.hasSuffix(".xcmappingmodel") {
      throw .badData(path, Self.otherKind(of: name, []) ?? "this is no data model")
    }
    return nil
  }

  private func model(inFile path: String) throws(ModelError) -> Found {
    if path.hasSuffix(".swift") { return .swift([path]) }
    let name = String(path.split(separator: "/").last ?? "")
    let bytes = try files.bytes(of: path)
    if let kind = Self.otherKind(of: name, bytes) { throw .badData(path, kind) }
    return .version(contents: path)
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

extension ModelSearch.Found {
  /// The path by which people know the model.
  var path: String {
    switch self {
    case .bundle(let path): path
    case .version(let contents):
      contents.hasSuffix("/contents") ? String(contents.dropLast("/contents".count)) : contents
    case .swift(let files): files.first ?? ""
    }
  }
}
