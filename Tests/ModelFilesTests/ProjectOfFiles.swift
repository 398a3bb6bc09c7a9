import SourceText

@testable import ModelFiles

/// A project of files in memory, as git would keep them.
struct ProjectOfFiles {
  private let tree: GitTree

  init(_ files: [String: String]) {
    let paths = files.keys.sorted()
    let listing = GitListing(
      paths.enumerated().flatMap { number, path in
        Array("100644 blob b\(number) 1\t\(path)\0".utf8)
      })
    let contents = paths.enumerated().map { ("b\($0)", Array((files[$1] ?? "").utf8)) }
    tree = GitTree(
      "main", of: ProjectTop(of: ["/"]), listing,
      contents: Dictionary(uniqueKeysWithValues: contents))
  }

  func read(
    at path: String = "/", keepingCode: Bool = false, allVersions: Bool = false,
    excluding excluded: [String] = []
  ) throws(ModelError) -> Project {
    var reading = Project.Reading([[path]], excluding: excluded, allVersions: allVersions)
    reading.keepsCode = keepingCode
    return try Project(reading, in: tree)
  }
}
