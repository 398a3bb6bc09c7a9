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
  }

  private let changes: [Change]
  /// What is said of each fix, in the order of the files.
  private let remarks: [String]

  init(_ findings: [Finding], in models: [Model]) {
    let parts = findings.flatMap(\.fix).grouped(by: \.location.file)
    var changes: [Change] = []
    for source in models.flatMap(\.sources) {
      let place = FilePlace(source.path)
      // A file may be read by two paths: each would be written without what is fixed in the other.
      guard let own = parts[source.path],
        !changes.contains(where: { FilePlace($0.old.path).isSameFile(as: place) })
      else { continue }
      let (new, applied) = source.applying(own)
      changes.append(Change(old: source, new: new, applied: applied))
    }
    self.changes = changes
    let rules = Dictionary(
      findings.flatMap { finding in finding.fix.map { ($0, finding.rule.rawValue) } },
      uniquingKeysWith: { first, _ in first })
    remarks = changes.flatMap(\.applied).map { part in
      let text = part.text.split(separator: " ").joined(separator: " ")
      return "\(part.location): fixed: wrote '\(text)' (\(rules[part] ?? ""))".singleLine
    }
  }

  var isEmpty: Bool { changes.isEmpty }

  /// How many places change.
  var count: Int { remarks.count }

  /// What changes, line by line.
  var diff: String {
    changes.map { UnifiedDiff(of: $0.old, applying: $0.applied).text }.joined()
  }

  /// Writes all files, or says why none is written.
  func write(reportingTo console: Console) throws(CommandError) {
    for change in changes {
      guard try InputFiles.file(change.old.path).bytes == change.old.bytes else {
        throw .noInput(
          "'\(change.old.path)' has changed since it was read, so nothing is written; run the "
            + "command again")
      }
    }
    for change in changes {
      try OutputFile(path: change.old.path).write(String(decoding: change.new.bytes, as: UTF8.self))
    }
    for remark in remarks { console.report(remark) }
  }
}
