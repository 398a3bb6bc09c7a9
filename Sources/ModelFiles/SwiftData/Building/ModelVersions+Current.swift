import DeleteMatrix

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
    var found: Set<Int> = []
    for alias in aliases {
      guard let model = modelNamed(by: alias),
        let version = versions.firstIndex(where: { isWithin(model, $0) })
      else { continue }
      found.insert(version)
    }
    return found.sorted()
  }
}
