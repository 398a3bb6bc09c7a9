import CompiledOnce
import ModelCheck
import ModelFiles
import SourceText

/// The files that the fixes of some findings change.
struct FixedFiles {
  /// A file as it was read, and as it will be.
  private struct Change {
    let old: SourceFile
    let new: SourceFile
    let applied: [Replacement]
    let remarks: [String]
  }

  private let changes: [Change]
  let count: Int

  init(_ findings: [Finding], in models: [Model]) {
    let parts = findings.flatMap(\.fix).grouped(by: \.location.file)
    let rules = Dictionary(
      findings.flatMap { finding in finding.fix.map { ($0, finding.rule.rawValue) } },
      uniquingKeysWith: { first, _ in first })
    var changes: [Change] = []
    for source in models.flatMap(\.sources) {
      let place = FilePlace(source.path)
      // A file may be read by two paths: each would be written without what is fixed in the other.
      guard let own = parts[source.path],
        !changes.contains(where: { FilePlace($0.old.path).isSameFile(as: place) })
      else { continue }
      let (new, applied) = source.applying(own)
      let remarks = applied.map { part in
        let text = part.text.split(separator: " ").joined(separator: " ")
        return "\(part.location): fixed: wrote '\(text)' [\(rules[part] ?? "")]".singleLine
      }
      changes.append(Change(old: source, new: new, applied: applied, remarks: remarks))
    }
    self.changes = changes
    let applied = Set(changes.flatMap(\.applied))
    count = findings.count { $0.fix.contains(where: applied.contains) }
  }

  var isEmpty: Bool { changes.isEmpty }

  /// The bytes of each file with its fixes, by the path under which it was read.
  var edits: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: changes.map { ($0.old.path, $0.new.bytes) })
  }

  /// The changes, as a line-by-line diff.
  var diff: String {
    changes.map { UnifiedDiff(of: $0.old, applying: $0.applied).text }.joined()
  }

  /// Writes the files, and reports what was fixed in each.
  ///
  /// - Parameter console: Where the remarks go.
  /// - Returns: Whether all were written: one that was edited meanwhile is left as it is.
  /// - Throws: A ``CommandError`` where a file cannot be written.
  func write(reportingTo console: Console) throws(CommandError) -> Bool {
    var isWhole = true
    for change in changes {
      let text = String(decoding: change.new.bytes, as: UTF8.self)
      if try OutputFile(path: change.old.path).write(text, over: change.old.bytes) {
        for remark in change.remarks { console.report(remark) }
      } else {
        isWhole = false
        console.report(
          ("'\(change.old.path)' has changed since it was read, so it is left as it is; run the "
            + "command again").singleLine)
      }
    }
    return isWhole
  }
}
