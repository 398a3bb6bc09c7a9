import SwiftSource

extension ModelVersions {
  /// Which version an app uses, as an index, and whether that is certain; nil without versions.
  func current() -> (version: Int, isCertain: Bool)? {
    if versions.count < 2 { return versions.isEmpty ? nil : (0, true) }
    let named = aliasedVersions()
    if named.count == 1 { return (named[0], true) }
    if named.isEmpty, let plain = versions.firstIndex(where: { $0.name == nil }) {
      return (plain, true)
    }
    let candidates = named.isEmpty ? Array(versions.indices) : named
    let greatest = candidates.compactMap { versions[$0].identifier }
      .max { $0.lexicographicallyPrecedes($1) }
    let latest = candidates.filter { greatest != nil && versions[$0].identifier == greatest }
    if latest.count == 1 { return (latest[0], true) }
    return (latest.last ?? candidates[candidates.count - 1], false)
  }

  /// The versions to which an alias such as `typealias Item = SchemaV2.Item` leads.
  private func aliasedVersions() -> [Int] {
    let indices = indicesByPath
    let found = aliases.compactMap { alias -> Int? in
      guard let model = modelNamed(by: alias) else { return nil }
      let scope = models[model].declaration.scope
      return scope.indices.compactMap { indices[Array(scope.prefix($0 + 1))] }.min()
    }
    return Set(found).sorted()
  }
}
