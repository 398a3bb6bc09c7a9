import CompiledOnce
import ModelFiles
import SourceText

/// The findings of models of which some are two stores with one set of classes: what both have is one
/// finding, at the first.
///
/// This is for those who read the findings: a baseline has each of them, as one model may be fixed
/// without the other.
package struct SharedFindings {
  package let once: [Finding]

  package init(_ all: [Finding], of models: [Model]) {
    var findings = all
    var shared: Set<Int> = []
    let indices = all.indices.grouped { all[$0].model }
    for (second, model) in models.enumerated().dropFirst() {
      guard let twin = models.prefix(second).first(where: { $0.isTwin(of: model) }),
        let first = indices[twin.place], let own = indices[model.place]
      else { continue }
      let known = first.filter { !shared.contains($0) }.grouped { all[$0].statement }
      for index in own where all[index].isOfModelAlone {
        guard let same = known[all[index].statement]?.first, all[same].isOfModelAlone
        else { continue }
        let name = [all[index].entity, all[index].relationship].compactMap(\.self)
          .joined(separator: ".")
        let label = Finding.Label(
          name.isEmpty ? model.place : "\(name) in \(model.place)", at: all[index].location)
        findings[same].notes.append(.alsoAt([label], count: 1, isOpen: false))
        shared.insert(index)
      }
    }
    // What is said of one place, a call or a class, may be the same for each model that has the class.
    var said: Set<String> = []
    once = findings.indices.lazy.filter { !shared.contains($0) }.map { findings[$0] }.filter {
      said.insert("\($0.location) \($0.rule) \($0.message)").inserted
    }
  }
}

extension Finding {
  /// Whether it can be told with that of another model: what is fixed is fixed in each file, and what is
  /// said of code is at its own place.
  fileprivate var isOfModelAlone: Bool { fix.isEmpty && caller == nil && !leavesOut }

  /// The words about it, wherever it is.
  fileprivate var statement: [String] { fault + [severity.rawValue, title] }
}
